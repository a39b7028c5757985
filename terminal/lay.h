/* SPDX-License-Identifier: MIT
 * lay.h - text in columns: how wide it is, where it breaks, and which way it runs. */
#ifndef NINELIVES_LAY_H
#define NINELIVES_LAY_H

#include <stddef.h>

int    lay_columns(const char *s, size_t n);
/* How many bytes fit into `width` columns; `whole` breaks at a space or between ideographs. */
size_t lay_fit(const char *s, int width, int whole);
/* From the order of reading to the order on the screen, left to right. */
void   lay_visual(const char *in, char *out, size_t cap);

#endif
