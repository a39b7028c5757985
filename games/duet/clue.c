/* SPDX-License-Identifier: MIT
 *
 * clue.c - what may be said. The table refuses by itself only what is certainly wrong;
 * what merely looks wrong it points out, and the partner decides. */
#include "duet.h"

#include "../../core/fold.h"
#include "../../core/utf8.h"

/* ---- refused ------------------------------------------------------------- */

/* What stands for a space, first and last of each run: low lines and foreign spaces. */
static const struct { uint16_t first, last; } word_gap[] = {
    { 0x5f, 0x5f }, { 0xa0, 0xa0 }, { 0x1680, 0x1680 }, { 0x2000, 0x200a }, { 0x2028, 0x2029 }, { 0x202f, 0x202f },
    { 0x203f, 0x2040 }, { 0x2054, 0x2054 }, { 0x205f, 0x205f }, { 0x3000, 0x3000 }, { 0xfe33, 0xfe34 },
    { 0xfe4d, 0xfe4f }, { 0xff3f, 0xff3f },
};

static bool is_gap(uint32_t point)
{
    for (size_t i = 0; i < sizeof word_gap / sizeof *word_gap; i++)
        if (point >= word_gap[i].first && point <= word_gap[i].last) return true;
    return false;
}

/* How many words it is made of, one less; bytes that are no text count as many. */
static int gaps_in(const char *word)
{
    int gaps = 0;
    while (*word >= 'a' && *word <= 'z') word++;      /* most words have no more than that */
    for (size_t left = strlen(word); left; ) {
        uint32_t point = (uint8_t)*word;
        int took = point < 0x80 ? 1 : utf8_next(word, left, &point);
        if (!took) return INT8_MAX;
        gaps += point >= 0x80 ? is_gap(point) : point == '_';
        word += took;
        left -= (size_t)took;
    }
    return gaps;
}

static int gaps_allowed(const State *s) { return s->terms & NAMES ? INT8_MAX : s->terms & PLACE_NAMES ? 1 : 0; }

/* The cells whose word this is. A collision of 64 bits would refuse a clue, no more. */
static Cells cells_saying(const State *s, uint64_t said)
{
    Cells set = 0;
    int concept = duet_concept_said(said, (Lang)s->lang);
    if (concept != NO_CONCEPT)
        for (int i = 0; i < CELLS; i++) set |= (Cells)(s->word[i] == concept) << i;
    if (s->rigged || s->terms & OWN_WORDS)
        for (int i = 0; i < CELLS; i++) set |= (Cells)(s->word[i] == SPELLED && fold_hash(s->text[i]) == said) << i;
    return set;
}

enum { NEVER = CELLS };          /* a cell that is nowhere and so never covered */

/* The cells that say this word already, so that it may not be a clue while one of them is uncovered. A text that can
 * never be a clue (no word, or several) gets a cell that is never covered. */
Cells duet_clue_clash(const State *s, const char *word)
{
    uint64_t said = fold_hash(word);
    if (said == FOLD_NOTHING || gaps_in(word) > gaps_allowed(s)) return CELL_BIT(NEVER);
    return cells_saying(s, said);
}

bool duet_clue_allowed(const State *s, const char *word) { return !(duet_clue_clash(s, word) & ~covered(s)); }

/* ---- pointed out --------------------------------------------------------- */

/* Endings are folded, and longer ones come before those they end in. A likeness of fewer
 * bytes than `shortest` is chance. */
typedef struct { uint8_t shortest; const char *ending[20]; } Script;

static const Script latin   = {
    3, { "ings", "ing", "ies", "ed", "es", "ers", "er", "ly", "s", "y", "e", "a", "i", "o" }
};
static const Script hebrew  = { 4, { "ימ", "ות", "ית", "ה", "ת", "י" } };
static const Script other   = { 3, { NULL } };         /* one Chinese character is a word */

enum { HEBREW_LEAD = 0xd7 };     /* the first byte of every Hebrew letter */

static const Script *script_of(const char *folded)
{
    uint8_t lead = (uint8_t)folded[0];
    return lead == HEBREW_LEAD ? &hebrew : lead < HEBREW_LEAD ? &latin : &other;
}

/* The length of a word without its ending. */
static size_t stem(const Script *script, const char *word)
{
    size_t n = strlen(word);
    for (const char *const *e = script->ending; *e; e++) {
        size_t cut = strlen(*e);
        if (n >= cut + script->shortest && !memcmp(word + n - cut, *e, cut)) return n - cut;
    }
    return n;
}

/* One within the other, or two forms of one word: in Hebrew often a false alarm. */
bool duet_clue_alike(const char *clue, const char *word)
{
    const Script *script = script_of(clue);
    size_t n = strlen(clue), m = strlen(word);
    const char *little = n < m ? clue : word, *big = n < m ? word : clue;
    if (strlen(little) >= script->shortest && strstr(big, little)) return true;
    n = stem(script, clue);
    return n >= script->shortest && n == stem(script, word) && !memcmp(clue, word, n);
}

/* Events only: nothing of the game depends on a warning. */
void duet_clue_warn(const State *s, const char *word, Seat who, Events *ev)
{
    char clue[MAX_WORD * FOLD_GROWTH], visible[WORD_BYTES * FOLD_GROWTH];
    int cell;
    if (!ev) return;
    fold_word(word, clue, sizeof clue);
    EACH_CELL(cell, ALL_CELLS & ~covered(s)) {
        fold_word(duet_word_text(s, cell), visible, sizeof visible);
        if (duet_clue_alike(clue, visible)) note(ev, EV_WARNED, who, EVERYONE, cell, 0, 0);
    }
}
