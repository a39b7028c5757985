/* SPDX-License-Identifier: MIT
 *
 * rules.c - Pebbles, a game to be copied: the smallest with every part of the contract.
 *
 *   1. Everybody draws three pebbles from a bag of twenty and keeps them secret.
 *   2. In turn, lay one face down and say what it is; that need not be true.
 *   3. All others are asked: doubt, or pass. The first doubt, or the last pass, turns it up.
 *   4. You score what you said; if you were doubted, twice, and if you were doubted and had
 *      lied, whoever doubted scores it instead.
 *   5. When all pebbles are laid, the most points win; a tie is shared. */
#include <string.h>

#include "../../core/game.h"

/* ---- tables: what there is, and how it is written ------------------------------ */

enum {
    NO_PEBBLE = UNKNOWN,
#define CARD(id, text, copies) id,
#include "cards.def"
#undef CARD
    KINDS
};
static const char *const cards[KINDS] = {
#define CARD(id, text, copies) [id] = text,
#include "cards.def"
#undef CARD
};
static const uint8_t copies_of[KINDS] = {
#define CARD(id, text, copies) [id] = copies,
#include "cards.def"
#undef CARD
};
enum {
    SEATS = 4, MOST_HAND = 5, BAG = 0
#define CARD(id, text, copies) + copies
#include "cards.def"
#undef CARD
};
static_assert(SEATS * MOST_HAND <= BAG, "everybody can draw");

enum { V_DEAL, V_LAY, V_PASS, V_DOUBT, VERBS };
static const Verb verbs[VERBS] = {
    [V_DEAL]  = { "deal", VERB_CHANCE },
    [V_LAY]   = { "lay C as C", VERB_SECRET },
    [V_PASS]  = { "pass", VERB_WINDOW },
    [V_DOUBT] = { "doubt", VERB_WINDOW },
};

enum { EV_DREW, EV_LAID, EV_PASSED, EV_DOUBTED, EV_SHOWN, EV_SCORED, EV_WON, EVENTS };
static const EventKind events[EVENTS] = {
    [EV_DREW]    = { "drew", "card:C!" },
    [EV_LAID]    = { "laid", "as:C card:C!" },
    [EV_PASSED]  = { "passed", NULL },
    [EV_DOUBTED] = { "doubted", NULL },
    [EV_SHOWN]   = { "shown", "card:C" },
    [EV_SCORED]  = { "scored", "points:N" },
    [EV_WON]     = { "won", NULL },
};

enum { OPT_HAND, OPTIONS };
static const OptionRow options[OPTIONS] = { [OPT_HAND] = { "hand", NULL, 1, MOST_HAND, 3 } };

/* ---- the state ------------------------------------------------------------------ */

typedef enum { DEALING, TURN, DOUBTING, OVER } Phase;
static const char *const phases[] = { [DEALING] = "deal", [TURN] = "turn", [DOUBTING] = "doubt", [OVER] = "over" };

/* How many of each kind. At [UNKNOWN] those that a view cannot name: in a state, none. */
typedef uint8_t Pebbles[KINDS];

#pragma GCC diagnostic push
#pragma GCC diagnostic error "-Wpadded"   /* states are compared and hashed as bytes */
typedef struct {
    uint16_t points[SEATS];
    SeatSet  asked;              /* DOUBTING: who has not answered yet */
    Pebbles  hand[SEATS], shown;
    uint8_t  seats, draws, phase, turn;
    uint8_t  pebble, claim;      /* DOUBTING: what lies there, and what it is said to be */
} State;
#pragma GCC diagnostic pop

static bool is_kind(int c) { return c && c < KINDS; }
static SeatSet others(const State *s) { return (SeatSet)((SEAT_BIT(s->seats) - 1) & ~SEAT_BIT(s->turn)); }

static int count(const Pebbles p)
{
    int n = 0;
    for (int c = 0; c < KINDS; c++) n += p[c];
    return n;
}

/* How many of a kind are nowhere to be seen. */
static int in_bag(const State *s, int c)
{
    int n = copies_of[c] - s->shown[c] - (s->pebble == c);
    for (Seat p = 0; p < s->seats; p++) n -= s->hand[p][c];
    return n;
}

static int shake_bag(const State *s, uint8_t bag[BAG], Dice *d)
{
    int n = 0;
    for (int c = 1; c < KINDS; c++)
        for (int i = in_bag(s, c); i > 0; i--) bag[n++] = (uint8_t)c;
    dice_shuffle(d, bag, n);
    return n;
}

/* ---- setup, to_act, legal --------------------------------------------------------- */

static Err setup(void *state, const Options *o)
{
    if (o->seats < 2 || o->seats > SEATS) return E_SEATS;
    *(State *)state = (State){ .seats = o->seats, .draws = o->value[OPT_HAND], .turn = (uint8_t)(o->seats - 1) };
    return E_OK;
}

static SeatSet to_act(const void *state)
{
    const State *s = state;
    switch ((Phase)s->phase) {
    case DEALING:  return SEAT_BIT(SEAT_CHANCE);
    case TURN:     return SEAT_BIT(s->turn);
    case DOUBTING: return s->asked;
    case OVER:     break;
    }
    return 0;
}

/* The truth before all lies: the first move is played for a seat that stays silent. */
static int legal_lays(const State *s, Seat who, Move *out, int cap)
{
    int n = 0;
    for (int lie = 0; lie < KINDS - 1; lie++)
        for (int c = 1; c < KINDS; c++)
            if (s->hand[who][c]) OFFER(.verb = V_LAY, .arg = { (uint8_t)c, (uint8_t)(1 + (c - 1 + lie) % (KINDS - 1)) });
    return n;
}

static int legal(const void *state, Seat who, Move *out, int cap)
{
    const State *s = state;
    int n = 0;
    if (who > SEAT_CLOCK || !(to_act(s) >> who & 1)) return 0;
    switch ((Phase)s->phase) {
    case DEALING:  OFFER(.verb = V_DEAL); break;
    case TURN:     return legal_lays(s, who, out, cap);
    case DOUBTING: OFFER(.verb = V_PASS); OFFER(.verb = V_DOUBT); break;
    case OVER:     break;
    }
    return n;
}

/* ---- apply: every verb looks before it changes anything ----------------------------- */

static SeatSet leaders(const State *s)
{
    int most = 0;
    SeatSet set = 0;
    for (Seat p = 0; p < s->seats; p++) most = s->points[p] > most ? s->points[p] : most;
    for (Seat p = 0; p < s->seats; p++) set |= s->points[p] == most ? SEAT_BIT(p) : 0;
    return set;
}

static void next_turn(State *s, Events *ev)
{
    Seat p;
    s->phase = TURN;
    for (int i = 0; i < s->seats; i++) {
        s->turn = (uint8_t)((s->turn + 1) % s->seats);
        if (count(s->hand[s->turn])) return;
    }
    s->phase = OVER;
    EACH_SEAT(p, leaders(s)) note(ev, EV_WON, p, EVERYONE, 0, 0, 0);
}

static Err deal(State *s, const Extra *x, Events *ev)
{
    uint8_t bag[BAG];
    if (s->phase != DEALING || !x || !x->dice) return E_ILLEGAL;
    int n = shake_bag(s, bag, x->dice);
    for (Seat p = 0; p < s->seats; p++)
        for (int i = 0; i < s->draws; i++) {
            s->hand[p][bag[--n]]++;
            note(ev, EV_DREW, p, SEAT_BIT(p), bag[n], 0, 0);
        }
    next_turn(s, ev);
    return E_OK;
}

/* All others are asked, even one who holds every ruby: a seat passed over would tell why. */
static Err lay(State *s, const Move *m, Events *ev)
{
    uint8_t c = m->arg[0], as = m->arg[1];
    if (s->phase != TURN || !is_kind(c) || !is_kind(as) || !s->hand[s->turn][c]) return E_ILLEGAL;
    s->hand[s->turn][c]--;
    s->pebble = c;
    s->claim = as;
    s->phase = DOUBTING;
    s->asked = others(s);
    note(ev, EV_LAID, s->turn, SEAT_BIT(s->turn), as, c, 0);
    return E_OK;
}

static void turn_up(State *s, Seat doubter, Events *ev)
{
    bool lie = s->pebble != s->claim, doubted = doubter != SEAT_NONE;
    Seat to = lie && doubted ? doubter : s->turn;
    int points = !lie && doubted ? 2 * s->claim : s->claim;
    s->points[to] = (uint16_t)(s->points[to] + points);
    s->shown[s->pebble]++;
    note(ev, EV_SHOWN, s->turn, EVERYONE, s->pebble, 0, 0);
    note(ev, EV_SCORED, to, EVERYONE, points, 0, 0);
    s->pebble = s->claim = NO_PEBBLE;
    s->asked = 0;
    next_turn(s, ev);
}

static Err answer(State *s, const Move *m, Events *ev)
{
    bool doubt = m->verb == V_DOUBT;
    if (s->phase != DOUBTING) return E_ILLEGAL;
    s->asked &= (SeatSet)~SEAT_BIT(m->seat);
    note(ev, doubt ? EV_DOUBTED : EV_PASSED, m->seat, EVERYONE, 0, 0, 0);
    if (doubt || !s->asked) turn_up(s, doubt ? m->seat : SEAT_NONE, ev);
    return E_OK;
}

/* The D of "doubt #D" is how many pebbles were turned up before: a doubt that comes too late
 * must not hit the next pebble. */
static uint8_t window(const State *s) { return s->phase == DOUBTING ? (uint8_t)(1 + count(s->shown)) : 0; }

static Err apply(void *state, const Move *m, const Extra *x, Events *ev)
{
    Err e = move_gate(to_act(state), m, window(state));
    if (e) return e;
    switch (m->verb) {
    case V_DEAL:               return deal(state, x, ev);
    case V_LAY:                return lay(state, m, ev);
    case V_PASS: case V_DOUBT: return answer(state, m, ev);
    }
    return E_ILLEGAL;
}

/* ---- observe, imagine, tell --------------------------------------------------------- */

/* An allow-list: start from nothing and copy what this seat may see, so that a field
 * added tomorrow is hidden until somebody decides otherwise. */
static void observe(const void *state, Seat who, void *view)
{
    const State *s = state;
    State v = { .asked = s->asked, .seats = s->seats, .draws = s->draws, .phase = s->phase, .turn = s->turn,
                .claim = s->claim, .pebble = who == s->turn ? s->pebble : UNKNOWN };
    memcpy(v.points, s->points, sizeof v.points);
    memcpy(v.shown, s->shown, sizeof v.shown);
    for (Seat p = 0; p < s->seats; p++)
        if (p == who) memcpy(v.hand[p], s->hand[p], sizeof v.hand[p]);
        else v.hand[p][UNKNOWN] = (uint8_t)count(s->hand[p]);
    memcpy(view, &v, sizeof v);
}

static void imagine(void *view, Seat who, Dice *d)
{
    State *s = view;
    uint8_t bag[BAG];
    int n = shake_bag(s, bag, d);
    (void)who;                                       /* the holes alone say what is missing */
    for (Seat p = 0; p < s->seats; p++)
        for (; s->hand[p][UNKNOWN]; s->hand[p][UNKNOWN]--) s->hand[p][bag[--n]]++;
    if (s->phase == DOUBTING && !s->pebble) s->pebble = bag[--n];
}

static void tell_pebbles(Scribe *to, const char *key, const Pebbles p)
{
    tell_list(to, key);
    for (int c = 0; c < KINDS; c++)
        for (int i = 0; i < p[c]; i++) tell_text(to, NULL, cards[c]);
    to->close(to);
}

static void tell(const void *view, Seat who, Scribe *to)
{
    const State *s = view;
    (void)who;                                       /* what a view holds, its seat is shown */
    tell_text(to, "phase", phases[s->phase]);
    tell_number(to, "turn", s->turn);
    tell_list(to, "hands");
    for (Seat p = 0; p < s->seats; p++) tell_pebbles(to, NULL, s->hand[p]);
    to->close(to);
    tell_pebbles(to, "shown", s->shown);
    tell_text(to, "pebble", cards[s->pebble]);
    tell_text(to, "claim", cards[s->claim]);
    tell_list(to, "points");
    for (Seat p = 0; p < s->seats; p++) tell_number(to, NULL, s->points[p]);
    to->close(to);
}
