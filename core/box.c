/* SPDX-License-Identifier: MIT
 * box.c - words that a table brings along. */
#include "box.h"

#include <string.h>

#include "fold.h"
#include "legible.h"

/* To fold a word takes a hundred times as long as to compare two marks: with all words folded anew for each word that
 * is added, a server that is sent a full list would stand still for a moment. */
static bool has_own(const Box *b, uint64_t mark)
{
    for (int i = 0; i < b->own_n; i++)
        if (b->mark[i] == mark) return true;
    return false;
}

static bool is_word(const char *word)
{
    return strlen(word) < BOX_WORD && legible_points(word, strlen(word)) && fold_hash(word) != FOLD_NOTHING;
}

BoxFlaw box_add(Box *b, const char *word)
{
    if (strlen(word) >= BOX_WORD) return BOX_LONG;
    if (!is_word(word) || *word == ' ' || word[strlen(word) - 1] == ' ') return BOX_STRANGE;
    uint64_t mark = fold_hash(word);
    if (has_own(b, mark)) return BOX_TWICE;
    if (b->own_n == BOX_OWN) return BOX_FULL;
    b->mark[b->own_n] = mark;
    memset(b->own[b->own_n], 0, BOX_WORD);
    memcpy(b->own[b->own_n++], word, strlen(word));
    return BOX_FINE;
}

bool box_leave_out(Box *b, const char *word)
{
    if (!is_word(word) || b->without_n == BOX_WITHOUT) return false;
    memset(b->without[b->without_n], 0, BOX_WORD);
    memcpy(b->without[b->without_n++], word, strlen(word));
    return true;
}
