/* SPDX-License-Identifier: MIT
 * texts.h - the rules help that is built into the program. */
#ifndef NINELIVES_TEXTS_H
#define NINELIVES_TEXTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "../core/text.h"

typedef struct { const char *game, *lang, *text; } HelpText;
extern const HelpText help_texts[];      /* ended by a NULL game */

/* In that language; NULL when there is none. */
const char *help_find(const char *game, const char *lang);
/* The language of the environment, if it is in languages.def; English otherwise. */
const char *lang_default(void);
void help_print(FILE *to, const char *text, int width);
/* The same text without the signs that mark its headings. */
void help_unmark(const char *text, Text *out);
/* Chinese punctuation that must not begin a line. */
bool help_clings(uint32_t point);

#endif
