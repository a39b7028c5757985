/* SPDX-License-Identifier: MIT
 *
 * lay.c - which words lie there when the table has a say in it: those of the last game are left out (CND-29), and the
 * table's own come among those of the box (CND-41). The cards have been dealt before as always. */
#include "duet.h"

#include "../../core/fold.h"

/* Words that must not come, as fold_hash() of them. */
typedef struct { uint64_t said[BOX_WITHOUT + CELLS]; int n; } Out;

static void leave_out(Out *o, const char *word) { o->said[o->n++] = fold_hash(word); }

static bool is_out(const Out *o, const char *word)
{
    uint64_t said = fold_hash(word);
    for (int i = 0; i < o->n; i++)
        if (o->said[i] == said) return true;
    return false;
}

/* ---- the box ------------------------------------------------------------------ */

static bool lies(const State *s, int card)
{
    for (int i = 0; i < CELLS; i++)
        if (s->word[i] / 2 == card) return true;
    return false;
}

/* The cards of the last game are turned over. If both faces lay there, another card comes. */
static void turn_over(State *s, int cell, const Out *o, Dice *d)
{
    uint16_t word = s->word[cell];
    if (!is_out(o, duet_concept_word(word, (Lang)s->lang))) return;
    word ^= 1;
    while (is_out(o, duet_concept_word(word, (Lang)s->lang)) || (word / 2 != s->word[cell] / 2 && lies(s, word / 2)))
        word = (uint16_t)dice_below(d, CONCEPTS);
    s->word[cell] = word;
}

/* ---- the table's own ------------------------------------------------------------ */

typedef struct { uint16_t at[BOX_OWN]; int n; } Own;     /* numbers of own words */

/* Those that the box does not have anyway. With `o`, those that did not lie there last. */
static Own own_words(const State *s, const Box *box, const Out *o)
{
    Own own = { .n = 0 };
    for (uint16_t i = 0; i < box->own_n; i++) {
        bool ours = duet_concept_said(fold_hash(box->own[i]), (Lang)s->lang) != NO_CONCEPT;
        if (!ours && !(o && is_out(o, box->own[i]))) own.at[own.n++] = i;
    }
    return own;
}

static void spell(State *s, int cell, const char *word)
{
    s->word[cell] = SPELLED;
    memset(s->text[cell], 0, WORD_BYTES);
    memcpy(s->text[cell], word, strlen(word));
    s->terms |= OWN_WORDS;
}

/* Mixed, every own word is as likely to come as a card of the box; otherwise as many come as there are, and the box
 * fills the rest. */
static void mix(State *s, const Box *box, Own *own, Dice *d)
{
    bool only = s->terms & OWN_ONLY;
    if (only && own->n > CELLS) {
        for (int i = 0; i < CELLS; i++) {
            int k = i + (int)dice_below(d, (uint32_t)(own->n - i));
            uint16_t word = own->at[k];
            own->at[k] = own->at[i];
            own->at[i] = word;
        }
        own->n = CELLS;
    }
    for (int i = 0; i < CELLS; i++) {
        uint32_t all = (uint32_t)(only ? CELLS - i : own->n + CARDS - i);
        if ((int)dice_below(d, all) >= own->n) continue;
        uint32_t k = dice_below(d, (uint32_t)own->n);
        spell(s, i, box->own[own->at[k]]);
        own->at[k] = own->at[--own->n];
    }
}

/* ---- both ------------------------------------------------------------------------ */

static Out left_out(const State *s, const Box *box)
{
    Out o = { .n = 0 };
    for (int i = 0; box && i < box->without_n; i++) leave_out(&o, box->without[i]);
    for (int i = 0; s->objected && i < CELLS; i++) leave_out(&o, duet_word_text(s, i));
    return o;
}

void duet_lay(State *s, const Box *box, Dice *d)
{
    const Out o = left_out(s, box);
    memset(s->text, 0, sizeof s->text);
    s->objected = 0;
    s->terms &= (uint8_t)~OWN_WORDS;
    duet_deal_words(s, d);
    for (int i = 0; i < CELLS; i++) turn_over(s, i, &o, d);
    if (!box || !box->own_n) return;
    Own own = own_words(s, box, &o);
    if (s->terms & OWN_ONLY && own.n < CELLS) own = own_words(s, box, NULL);
    mix(s, box, &own, d);
}
