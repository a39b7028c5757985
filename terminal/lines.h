/* SPDX-License-Identifier: MIT
 *
 * lines.h - text on standard output, line by line, in the order in which it is read. */
#ifndef NINELIVES_LINES_H
#define NINELIVES_LINES_H

#include "desk.h"

/* Each line of the text, and its end. On a terminal that does not put right-to-left text in order itself it is put in
 * order here, and stands on the right; in a pipe it stays as it is. */
void voice_put(const Voice *v, const char *text);
void line_put(const Desk *d, const char *text);                          /* the same in the voice of a table */
void line_word(const Desk *d, const char *key, const char *t, int n);    /* ... for a text of the catalogue */
void line_options(const Desk *d, const Options *o);                      /* each with its value */

/* "> ", where an answer may be typed. If something else is put before it comes, that begins on a new line. */
void line_prompt(void);
/* Lines that are typed while something else goes on. False: no whole line is there yet. */
bool line_typed(char *out, size_t cap);
bool line_ended(void);                   /* there will be no more */
void line_drop(void);                    /* forgets what has been typed so far, if somebody types it */

#endif
