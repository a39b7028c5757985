/* SPDX-License-Identifier: MIT
 *
 * legible.h - the one rule for text that people write and others read: names and clues.
 * Everything in it can be seen, and it changes nothing around it. Refused are
 *
 *   - bytes that are not UTF-8; controls, line and paragraph separators
 *   - format characters and all that Unicode says to ignore when showing text: marks of
 *     direction, zero width spaces, soft hyphens, fillers, tags, variation selectors
 *   - code points that are private, not assigned, or never will be
 *   - combining marks with nothing to stand on, and more than LEGIBLE_MARKS on one character
 *   - text of which nothing is seen: spaces and blank characters alone
 *
 * What emoji are made of is allowed where it makes one: a joiner between two pictures, a
 * variation selector after a picture or within a keycap, and the tags of three flags. */
#ifndef NINELIVES_LEGIBLE_H
#define NINELIVES_LEGIBLE_H

#include <stdbool.h>
#include <stddef.h>

enum {
    LEGIBLE_MARKS = 4,           /* a pointed Hebrew letter with its accent has as many */
    LEGIBLE_NAME  = 24,          /* code points in the longest name */
};

/* How many code points a legible text of n bytes has; 0 when it is not legible. */
size_t legible_points(const char *text, size_t n);
/* May somebody be called that? */
bool   legible_name(const char *name);

extern const char legible_unicode[];       /* the version of Unicode its table is from, "15.0.0" */

#endif
