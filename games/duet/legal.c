/* SPDX-License-Identifier: MIT
 *
 * legal.c - what may be done: who is asked, the list of all moves of a seat, and the
 * judgement of one. The two must agree, and the laws see to it. */
#include "duet.h"

#include "../../core/utf8.h"

/* ---- who is asked ----------------------------------------------------------- */

static SeatSet seats_of(const State *s, unsigned sides)
{
    return (SeatSet)((sides & 1 ? side_seats(s, 0) : 0) | (sides & 2 ? side_seats(s, 1) : 0));
}

SeatSet duet_to_act(const void *state)
{
    const State *s = state;
    switch ((Phase)s->phase) {
    case DEALING:  return SEAT_BIT(SEAT_CHANCE);
    case CLUING:   return seats_of(s, givers(s));
    case GUESSING: return side_seats(s, !s->side);
    case RULING:   return side_seats(s, s->side);
    case HOPE:     return seats_of(s, finders(s));
    case OVER:     break;
    }
    return 0;
}

/* ---- the list ------------------------------------------------------------------ */

static inline Move *offer(Move *at, int verb, Seat who) { return put(at, verb_word(verb, who)); }

static inline Move *guesses(Move *at, Seat who, Cells open)
{
    return put_set(at, verb_word(V_GUESS, who), 0, open, 0, CELLS);
}

Move *duet_list(const State *s, Seat who, Move *at)
{
    switch ((Phase)s->phase) {
    case DEALING:  return offer(at, V_DEAL, who);
    case CLUING:   return put(at, verb_word(V_CLUE, who) | ARG(0, ARG_OPEN));
    case GUESSING: offer(at, V_STOP, who);
                   at = guesses(at + may_stop(s), who, open_to(s, side_of(who)));
                   offer(at, V_OBJECT, who);
                   return at + may_object(s);
    case RULING:   return offer(offer(at, V_CONCEDE, who), V_INSIST, who);
    case HOPE:     return guesses(at, who, open_to(s, side_of(who)));
    case OVER:     break;
    }
    return at;
}

int duet_legal(const void *state, Seat who, Move *out, int cap)
{
    const State *s = state;
    Move all[MOST_MOVES];
    if (who > SEAT_CLOCK || !(duet_to_act(s) >> who & 1)) return 0;
    if (cap >= MOST_MOVES) return (int)(duet_list(s, who, out) - out);
    int n = (int)(duet_list(s, who, all) - all);
    if (cap > 0) memcpy(out, all, (size_t)(n < cap ? n : cap) * sizeof *out);
    return n;
}

/* ---- the judgement --------------------------------------------------------------- */

/* A word that fits a clue's hole: one piece of text, not too long. */
static bool is_word(const char *word)
{
    size_t n = word ? strlen(word) : 0;
    return n && n < MAX_WORD && utf8_ok(word, n) && !memchr(word, ' ', n);
}

/* What no row of the verb table describes is no move at all, however it came here. */
bool duet_fits_a_form(const State *s, const Move *m, const Extra *x)
{
    if (m->seat >= s->seats && m->seat < SEAT_TABLE) return false;
    switch (m->verb) {
    case V_DEAL:  return m->seat == SEAT_CHANCE && x && x->dice;
    case V_CLUE:  return m->arg[0] <= 9 && x && is_word(x->word);
    case V_GUESS: return m->arg[0] < CELLS;
    default:      return m->verb < VERBS;
    }
}

bool duet_judge(const State *s, const Move *m, const Extra *x)
{
    switch (m->verb) {
    case V_DEAL:    return s->phase == DEALING;
    case V_CLUE:    return s->phase == CLUING && clue_allowed(s, x->word);
    case V_GUESS:   return (s->phase == GUESSING || s->phase == HOPE) && open_to(s, side_of(m->seat)) >> m->arg[0] & 1;
    case V_STOP:    return may_stop(s);
    case V_OBJECT:  return may_object(s);
    case V_CONCEDE: case V_INSIST: return s->phase == RULING;
    default:        return false;
    }
}
