/* SPDX-License-Identifier: MIT
 * words.c - the 400 words in four languages, from a table that tools/gen-words writes. */
#include "duet.h"

#define CONCEPT(id, en, en_hash, he, he_hash, zh, zh_hash, it, it_hash) { en, he, zh, it },
static const char *const concept_text[CONCEPTS][LANGS] = {
#include "words_table.inc"
};
#undef CONCEPT

/* Apart from the texts: a clue is compared with 25 of these and with no text. */
#define CONCEPT(id, en, en_hash, he, he_hash, zh, zh_hash, it, it_hash) { en_hash, he_hash, zh_hash, it_hash },
const uint64_t concept_hash[CONCEPTS][LANGS] = {
#include "words_table.inc"
};
#undef CONCEPT

const char *word_text(const State *s, int cell)
{
    uint16_t w = s->word[cell];
    return w == SPELLED ? s->text[cell] : concept_text[w][s->lang];
}

const char *concept_word(int concept, Lang lang) { return concept_text[concept][lang]; }
