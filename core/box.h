/* SPDX-License-Identifier: MIT
 *
 * box.h - words that a table brings along, for games that lay out words: its own, which come among the game's, and
 * those that lay there in the last round, which are left out. They stand in the log before the first move. */
#ifndef NINELIVES_BOX_H
#define NINELIVES_BOX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    BOX_OWN     = 400,           /* words of the table's own */
    BOX_WITHOUT = 64,            /* words left out */
    BOX_WORD    = 32             /* bytes of each, final NUL included */
};

typedef struct {
    uint16_t own_n, without_n;
    uint64_t mark[BOX_OWN];                  /* of each own word, so that none comes twice */
    char     without[BOX_WITHOUT][BOX_WORD];
    char     own[BOX_OWN][BOX_WORD];         /* last: whoever keeps many boxes allocates only box_size() */
} Box;

static inline size_t box_size(int own) { return offsetof(Box, own) + (size_t)own * BOX_WORD; }

/* What is wrong with a word for the list of own words: too long, cannot be read, comes twice, or is one too many. */
typedef enum { BOX_FINE, BOX_LONG, BOX_STRANGE, BOX_TWICE, BOX_FULL } BoxFlaw;
BoxFlaw box_add(Box *b, const char *word);
bool    box_leave_out(Box *b, const char *word);         /* false: no such word can be */

#endif
