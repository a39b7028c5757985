/* SPDX-License-Identifier: MIT
 * audit.c - what is always true of a table of Duet. */
#include "duet.h"

static const char *audit_key(const State *s)
{
    Cells g0 = s->green[0], g1 = s->green[1], b0 = s->black[0], b1 = s->black[1];
    if ((g0 | g1 | b0 | b1) & ~ALL_CELLS || g0 & b0 || g1 & b1) return "every cell has one colour on each key";
    if (s->rigged) return NULL;
    static const uint8_t printed[] = { 9, 9, 3, 3, 3, 1, 1, 1 };                /* CND-7, CND-8 */
    const Cells set[] = { g0, g1, b0, b1, g0 & g1, g0 & b1, b0 & g1, b0 & b1 };
    for (size_t i = 0; i < sizeof printed; i++)
        if (__builtin_popcount(set[i]) != printed[i]) return "the key is one of the box";
    for (int p = 0; p < 2; p++) {
        if (s->found_by[p] & ~s->green[!p]) return "agents stand on green words";
        if (s->arrow[p] & (s->green[!p] | s->black[!p])) return "bystander tokens lie on tan words";
        if (s->struck[p] & ~s->black[!p]) return "an assassin is black";
    }
    return s->agents == (s->found_by[0] | s->found_by[1]) ? NULL : "somebody found every agent";
}

static const char *audit_words(const State *s)
{
    uint8_t seen[CARDS] = { 0 };
    for (int i = 0; i < CELLS; i++) {
        bool spelled = s->word[i] == SPELLED;
        if (spelled != (s->text[i][0] != 0) || s->text[i][WORD_BYTES - 1]) return "a word is of the box or spelled out";
        if (spelled && !s->rigged && !(s->terms & OWN_WORDS)) return "a dealt word is of the box";
        if (spelled) continue;
        if (s->word[i] >= CONCEPTS || seen[s->word[i] / 2]++) return "every card lies there once";
    }
    return NULL;
}

static const char *audit_clues(const State *s)
{
    static const Clue none;
    if (s->clue_n > CLUES) return "there are no more clues than tokens";
    for (int i = 0; i < CLUES; i++) {
        const Clue *c = &s->clue[i];
        if (i >= s->clue_n && memcmp(c, &none, sizeof none)) return "nothing was said past the last clue";
        if (i < s->clue_n && (!c->word[0] || c->word[MAX_WORD - 1] || c->number > 9 || c->side > 1))
            return "a clue is a word and a number from 0 to 9";
    }
    return NULL;
}

static const char *audit_marks(const State *s)
{
    Cells struck = s->struck[0] | s->struck[1];
    if ((s->agents | s->arrow[0] | s->arrow[1] | struck) & ~ALL_CELLS) return "marks lie on the table";
    if (s->agents & struck) return "an assassin is no agent";
    if (struck && (s->phase != OVER || s->won)) return "an assassin ends the game";
    if ((s->found_by[0] | s->found_by[1]) & ~s->agents) return "what was found is covered";
    for (int side = 0; side < 2; side++)
        if (is_finished(s, side) == (unfound(s, side) != 0)) return "a side has said that all its words are found";
    return NULL;
}

static const char *audit_turn(const State *s)
{
    bool turn = s->phase == GUESSING || s->phase == RULING, seen = s->phase == CLUING || turn || s->phase == HOPE;
    if (s->phase > OVER || s->seats < 2 || s->seats > 8 || s->lang >= LANGS) return "the table is set";
    if (s->mission > CITIES || s->done >> CITIES) return "a city is on the map";
    if (s->side > NO_SIDE || (turn && (s->side == NO_SIDE || !s->clue_n))) return "a guess follows a clue";
    if (turn && is_finished(s, s->side)) return "a clue is for words that are left";
    if (s->phase == CLUING && s->side != NO_SIDE && is_finished(s, s->side)) return "a clue is for words that are left";
    if (seen && s->finished == BOTH_SIDES) return "all words found is the end";
    if (s->won && (s->phase != OVER || s->finished != BOTH_SIDES)) return "a win is all words found";
    if (bank(s) > TOKENS || s->taken > TOKENS) return "there are eleven tokens";
    if (s->phase == CLUING && !bank(s)) return "a clue can be paid for";
    if (s->phase == HOPE && (bank(s) || !s->hoped || s->side != NO_SIDE))
        return "the last hope comes when the bank is empty";
    if (!s->rigged && bank(s) + s->taken > s->tokens) return "no token is made";
    return NULL;
}

const char *duet_audit(const void *state)
{
    const State *s = state;
    const char *bad;
    if (s->phase == DEALING) return NULL;
    if ((bad = audit_turn(s)) || (bad = audit_marks(s)) || (bad = audit_words(s)) || (bad = audit_clues(s))) return bad;
    return audit_key(s);
}
