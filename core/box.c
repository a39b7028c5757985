/* SPDX-License-Identifier: MIT
 * box.c - words that a table brings along. */
#include "box.h"

#include <string.h>

#include "fold.h"
#include "legible.h"

static bool has_own(const Box *b, const char *word)
{
    uint64_t said = fold_hash(word);
    for (int i = 0; i < b->own_n; i++)
        if (fold_hash(b->own[i]) == said) return true;
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
    if (has_own(b, word)) return BOX_TWICE;
    if (b->own_n == BOX_OWN) return BOX_FULL;
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
