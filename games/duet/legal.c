/* SPDX-License-Identifier: MIT
 *
 * legal.c - what may be done: who is asked, the list of all moves of a seat, and the
 * judgement of one. The two must agree, and the laws see to it. */
#include "duet.h"

#include "../../core/bits.h"
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

/* How many moves a seat has, and which the i-th is: enough to draw one without writing the list. First to stop, then
 * the guesses, last to object. */
uint32_t duet_count(const State *s, Seat who)
{
    switch ((Phase)s->phase) {
    case DEALING: case CLUING: return 1;
    case RULING:               return 2 + may_renew(s);
    case GUESSING: case HOPE:
        return (uint32_t)(may_stop(s) + may_object(s) + __builtin_popcount(open_to(s, side_of(who))));
    case OVER:                 break;
    }
    return 0;
}

static Move nth_guess(const State *s, Seat who, uint32_t i)
{
    Cells open = open_to(s, side_of(who));
    if (may_stop(s) && !i--) return (Move){ .verb = V_STOP, .seat = who };
    if (i >= (uint32_t)__builtin_popcount(open)) return (Move){ .verb = V_OBJECT, .seat = who };
    return (Move){ .verb = V_GUESS, .seat = who, .arg = { (uint8_t)nth_of(open, i) } };
}

Move duet_nth(const State *s, Seat who, uint32_t i)
{
    switch ((Phase)s->phase) {
    case DEALING:             return (Move){ .verb = V_DEAL, .seat = who };
    case CLUING:              return (Move){ .verb = V_CLUE, .seat = who, .arg = { ARG_OPEN } };
    case RULING:              return (Move){ .verb = (uint8_t)(V_CONCEDE + i), .seat = who };
    case GUESSING: case HOPE: return nth_guess(s, who, i);
    case OVER:                break;
    }
    return (Move){ .verb = VERBS };
}

int duet_legal(const void *state, Seat who, Move *out, int cap)
{
    const State *s = state;
    if (who > SEAT_CLOCK || !(duet_to_act(s) >> who & 1)) return 0;
    int n = (int)duet_count(s, who);
    for (int i = 0; i < n && i < cap; i++) out[i] = duet_nth(s, who, (uint32_t)i);
    return n;
}

/* ---- the judgement --------------------------------------------------------------- */

/* A word that fits a clue's hole: one piece of text, not too long. */
static bool is_word(const char *word)
{
    size_t n = word ? strlen(word) : 0;
    return n && n < MAX_WORD && utf8_ok(word, n) && !memchr(word, ' ', n);
}

/* Moves may also come from programs that did not go through the parser: refuse what no verb's form describes. */
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
    case V_CLUE:    return s->phase == CLUING && duet_clue_allowed(s, x->word);
    case V_GUESS:   return (s->phase == GUESSING || s->phase == HOPE) && open_to(s, side_of(m->seat)) >> m->arg[0] & 1;
    case V_STOP:    return may_stop(s);
    case V_OBJECT:  return may_object(s);
    case V_CONCEDE: case V_INSIST: return s->phase == RULING;
    case V_ANEW:    return may_renew(s);
    default:        return false;
    }
}
