/* SPDX-License-Identifier: MIT
 * lay.h - text in columns: how wide it is, where it breaks, and which way it runs. */
#ifndef NINELIVES_LAY_H
#define NINELIVES_LAY_H

#include <stdbool.h>
#include <stddef.h>

int    lay_columns(const char *s, size_t n);
/* How many bytes of the first line fit into `width` columns; `whole` breaks at a space or between ideographs. */
size_t lay_fit(const char *s, int width, int whole);
/* From the order of reading to the order on the screen, left to right. */
void   lay_visual(const char *in, char *out, size_t cap);
/* Has it a letter of a language that is read from right to left? */
bool   lay_from_right(const char *s, size_t n);

/* Who puts right-to-left text in order: we do; we do after asking the terminal not to; the terminal does. */
typedef enum { BIDI_OURS, BIDI_SILENCED, BIDI_TERMINAL } Bidi;
Bidi   bidi_of_terminal(void);

#endif
