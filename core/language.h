/* SPDX-License-Identifier: MIT
 *
 * language.h - the languages that people can play in, from languages.def. Code asks for properties of a language
 * (is it read from right to left?), never for a particular one. A host keeps its texts in an array of LANGUAGES, in
 * the order of the list. */
#ifndef NINELIVES_LANGUAGE_H
#define NINELIVES_LANGUAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
    const char *code, *name, *english;
    bool        rtl;                     /* read from right to left */
    const char *tags;                    /* what browsers and environments call it, separated by spaces */
    uint32_t    letter, last_letter;     /* its letters lie between these */
} Language;

enum {
    LANGUAGES = 0
#define LANGUAGE(...) + 1
#include "languages.def"
#undef LANGUAGE
};
extern const Language language[LANGUAGES];

/* By its code ("zh-Hant"), or -1. */
int language_named(const char *code);
/* The language for somebody who asks for "zh-TW" or "iw_IL.UTF-8", n bytes; -1: none. */
int language_wanted(const char *tag, size_t n);
/* All codes with commas between them, for messages and help. */
const char *language_list(void);

#endif
