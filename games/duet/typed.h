/* SPDX-License-Identifier: MIT
 *
 * typed.h - clues as people type them: with punctuation or a possessive around the word, or with a slip in it. Asked
 * only for words that no book knows as they stand. */
#ifndef NINELIVES_DUET_TYPED_H
#define NINELIVES_DUET_TYPED_H

#include "book.h"

enum { TYPED = MAX_WORD * FOLD_GROWTH };

/* The folded word without what stands around it: quotes, full stops, an English possessive, an Italian article. */
void duet_typed_bare(const char *word, char out[TYPED]);

/* A word of the book that may have been meant, and how strange the slip would be: about 1 for the commonest. */
typedef struct { int word; float strange; } Slip;
enum { SLIPS = 8 };
/* The least strange ones, best first; returns how many. `folded` is not in the book. */
int  duet_typed_slips(const Book *b, const char *folded, Slip out[SLIPS]);

#endif
