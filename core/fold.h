/* SPDX-License-Identifier: MIT
 *
 * fold.h - when two words are the same word. Folding forgets what a typist may vary:
 * case, width, accents and niqqud, hyphens, spaces and low lines, invisible characters,
 * and the shape of a Hebrew letter at the end of a word. */
#ifndef NINELIVES_FOLD_H
#define NINELIVES_FOLD_H

#include <stddef.h>
#include <stdint.h>

enum { FOLD_GROWTH = 10 };       /* a folded word is at most so many times longer, in bytes */

/* The folded word into `out`, whole code points only; returns its full length, like
 * snprintf. Bytes that are no UTF-8 are kept as they are. */
size_t   fold_word(const char *word, char *out, size_t cap);

/* 64-bit FNV-1a of the folded word. */
uint64_t fold_hash(const char *word);
uint64_t fold_hash_folded(const char *folded);   /* the same, for a word that is folded already: quicker */
#define FOLD_NOTHING 0xcbf29ce484222325u   /* the hash of a word that folds to nothing */

extern const char fold_unicode[];          /* the version of Unicode it knows, "15.0.0" */

#endif
