/* SPDX-License-Identifier: MIT
 * rules.c - Pebbles, a game to be copied: the smallest with every part of the contract.
 *   1. Everybody draws three pebbles from a bag of twenty and keeps them secret.
 *   2. In turn, lay one face down and say what it is; that need not be true.
 *   3. All others are asked: doubt, or pass. The first doubt or the last pass turns it up.
 *   4. You score what you said: twice if a doubt was wrong; if it was right, the doubter does.
 *   5. When the next in turn has none left, the most points win; a tie is shared. */
#include <string.h>

#include "../../core/show.h"

/* ---- tables: what there is, and how it is written -------------------------------------- */

enum {
    NO_PEBBLE = UNKNOWN,
#define CARD(id, text) id,
#include "cards.def"
#undef CARD
    KINDS
};
static const char *const cards[KINDS] = {
#define CARD(id, text) [id] = text,
#include "cards.def"
#undef CARD
};
enum { SEATS = 4, COPIES = 4, BAG = COPIES * (KINDS - 1), MOST_HAND = BAG / SEATS };

enum { V_DEAL, V_LAY, V_PASS, V_DOUBT, VERBS };
static const Verb verbs[VERBS] = {
    [V_DEAL] = { "deal", VERB_CHANCE | VERB_DEAL }, [V_LAY]   = { "lay C as C", VERB_SECRET },
    [V_PASS] = { "pass", VERB_WINDOW }, [V_DOUBT] = { "doubt", VERB_WINDOW },
};

enum { EV_DREW, EV_LAID, EV_PASSED, EV_DOUBTED, EV_SHOWN, EVENTS };
static const EventKind events[EVENTS] = {
    [EV_DREW]   = { "drew", "card:C!" }, [EV_LAID]    = { "laid", "as:C card:C!" },
    [EV_PASSED] = { "passed", NULL },    [EV_DOUBTED] = { "doubted", NULL },
    [EV_SHOWN]  = { "shown", "card:C to:@ points:N" },
};
enum { OPT_HAND, OPTIONS };
static const OptionRow options[OPTIONS] = { [OPT_HAND] = { .name = "hand", .low = 1, .high = MOST_HAND, .usual = 3 } };

/* What its facts look like on a table; those without a row are told in words (text/ui.LANG.po). */
static const ShowSign signs[] = {
    { "chalk", "o", NULL, TONE_NONE }, { "flint", "v", NULL, TONE_DULL }, { "jade", "+", NULL, TONE_GOOD },
    { "opal", "*", NULL, TONE_COOL }, { "ruby", "#", NULL, TONE_BAD }, { .is = NULL },
};
static const ShowRow layout[] = {
    { .fact = "phase", .shape = SHOW_PHASE },
    { .fact = "hands", .shape = SHOW_HANDS, .signs = signs },
    { .fact = "turn", .shape = SHOW_TURN },
    { .fact = "shown", .shape = SHOW_NOTHING },
    { .fact = "pebble", .shape = SHOW_NOTHING },
    { .fact = NULL },
};

/* ---- the state ------------------------------------------------------------------------- */

typedef enum { DEALING, TURN, DOUBTING, OVER } Phase;
static const char *const phases[] = { [DEALING] = "deal", [TURN] = "turn", [DOUBTING] = "doubt", [OVER] = "over" };

typedef uint8_t Pebbles[KINDS];           /* how many of each; at [UNKNOWN] what a view cannot name */

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

static int in_bag(const State *s, int c)         /* in a view: all that it does not show */
{
    int n = COPIES - s->shown[c] - (s->pebble == c);
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

/* ---- setup, to_act, legal, apply ------------------------------------------------------- */

static Err setup(void *state, const Options *o)
{
    if (o->seats < 2 || o->seats > SEATS) return E_SEATS;
    *(State *)state = (State){ .seats = o->seats, .draws = o->value[OPT_HAND] };
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

/* What comes first is played for a seat that stays silent: the truth, and no doubt. */
static int legal(const void *state, Seat who, Move *out, int cap)
{
    const State *s = state;
    int n = 0;
    if (who > SEAT_CLOCK || !(to_act(s) >> who & 1)) return n;
    if (s->phase == DEALING) OFFER(.verb = V_DEAL);
    if (s->phase == DOUBTING) { OFFER(.verb = V_PASS); OFFER(.verb = V_DOUBT); }
    for (int i = 0; i < KINDS - 1 && s->phase == TURN; i++)
        for (int c = 1; c < KINDS; c++)
            if (s->hand[who][c]) OFFER(.verb = V_LAY, .arg = { (uint8_t)c, (uint8_t)(1 + (c - 1 + i) % (KINDS - 1)) });
    return n;
}

static Err deal(State *s, const Extra *x, Events *ev)
{
    uint8_t bag[BAG];
    if (s->phase != DEALING || !x || !x->dice) return E_ILLEGAL;
    shake_bag(s, bag, x->dice);
    for (int i = 0; i < s->seats * s->draws; i++) s->hand[i % s->seats][bag[i]]++;
    for (Seat p = 0; p < s->seats; p++)              /* in the order of the cards, not of the bag */
        for (int c = 1; c < KINDS; c++)
            for (int i = 0; i < s->hand[p][c]; i++) note(ev, EV_DREW, p, SEAT_BIT(p), c, 0, 0);
    s->phase = TURN;
    return E_OK;
}

/* All others are asked, even if one holds every ruby: who is not asked would be told apart. */
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

static Err answer(State *s, const Move *m, Events *ev)
{
    bool doubted = m->verb == V_DOUBT, lie = s->pebble != s->claim;
    if (s->phase != DOUBTING) return E_ILLEGAL;
    note(ev, doubted ? EV_DOUBTED : EV_PASSED, m->seat, EVERYONE, 0, 0, 0);
    s->asked = (SeatSet)(doubted ? 0 : s->asked & ~SEAT_BIT(m->seat));
    if (s->asked) return E_OK;
    Seat to = doubted && lie ? m->seat : s->turn;
    int points = doubted && !lie ? 2 * s->claim : s->claim;
    note(ev, EV_SHOWN, s->turn, EVERYONE, s->pebble, to, points);
    s->points[to] = (uint16_t)(s->points[to] + points);
    s->shown[s->pebble]++;
    s->pebble = s->claim = NO_PEBBLE;
    s->turn = (uint8_t)((s->turn + 1) % s->seats);
    s->phase = count(s->hand[s->turn]) ? TURN : OVER;
    return E_OK;
}

static Err apply(void *state, const Move *m, const Extra *x, Events *ev)
{
    State *s = state;
    /* "doubt #D": D pebbles were turned up before this one. A late doubt must not hit the next. */
    Err e = move_gate(to_act(s), m, s->phase == DOUBTING ? (uint8_t)(1 + count(s->shown)) : 0);
    if (e) return e;
    switch (m->verb) {
    case V_DEAL:               return deal(s, x, ev);
    case V_LAY:                return lay(s, m, ev);
    case V_PASS: case V_DOUBT: return answer(s, m, ev);
    }
    return E_ILLEGAL;
}

/* ---- observe, imagine, tell ------------------------------------------------------------ */

/* An allow-list: a field added tomorrow is hidden until somebody decides otherwise. */
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
    (void)who;                                   /* the holes say what is missing */
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
    (void)who;                                   /* everything in a view is shown to its seat */
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

/* ---- audit, rig, score ----------------------------------------------------------------- */

static const char *audit(const void *state)
{
    const State *s = state;
    bool laid = s->phase == DOUBTING;
    if (s->seats < 2 || s->seats > SEATS || s->phase > OVER || s->turn >= s->seats) return "the table is one of ours";
    for (int c = 1; c < KINDS; c++)
        if (in_bag(s, c) < 0) return "there are four pebbles of a kind";
    for (Seat p = 0; p < SEATS; p++)
        if (s->hand[p][UNKNOWN] || (p >= s->seats && count(s->hand[p]))) return "players hold real pebbles";
    if (laid != is_kind(s->pebble) || laid != is_kind(s->claim)) return "a pebble lies there until it is turned up";
    if (laid != (s->asked != 0) || s->asked & ~others(s)) return "others are asked about it, and about nothing else";
    return s->phase == TURN && !count(s->hand[s->turn]) ? "whoever is in turn has a pebble to lay" : NULL;
}

static bool rig_hand(Pebbles hand, const Fact *list)
{
    for (const Fact *f = list->child; f; f = f->next) {
        int c = KINDS - 1;
        while (c && (f->kind != FACT_TEXT || strcmp(cards[c], f->text))) c--;
        if (!c || hand[c]++ == COPIES) return false;
    }
    return list->kind == FACT_LIST;
}

/* A turn begins, and nobody has scored. The audit knows what else is impossible. */
static bool rig(void *state, const Fact *start, Why *w)
{
    State *old = state, s = { .seats = old->seats, .draws = old->draws, .phase = TURN };
    const Fact *hands = fact_get(start, "hands");
    int turn = 0, p = 0;
    bool good = hands && hands->kind == FACT_LIST && hands->number == s.seats;
    for (const Fact *f = good ? hands->child : NULL; f; f = f->next) good &= rig_hand(s.hand[p++], f);
    if (!good) return why(w, "\"hands\" must list chalk, flint, jade, opal or ruby for each of %d seats", s.seats);
    if (!fact_number(start, "turn", 0, s.seats - 1, &turn, w)) return false;
    s.turn = (uint8_t)turn;
    if (audit(&s)) return why(w, "that cannot be: %s", audit(&s));
    *old = s;
    return true;
}

static void score(const void *state, Result *r)
{
    const State *s = state;
    *r = (Result){ .winners = 0 };
    for (Seat p = 0; p < s->seats; p++) {
        int ahead = 0;
        for (Seat q = 0; q < s->seats; q++) ahead += s->points[q] > s->points[p];
        r->points[p] = (int16_t)s->points[p];
        r->place[p] = s->phase == OVER ? (uint8_t)(1 + ahead) : 0;
        if (r->place[p] == 1) r->winners |= SEAT_BIT(p);
    }
}

static const Game template = {
    .id = "template", .rules = 1, .state_size = sizeof(State), .min_seats = 2, .max_seats = SEATS,
    .bound = 1 + BAG * SEATS,    /* the deal, and for each pebble one lay and an answer from all others */
    .verbs = verbs, .verb_count = VERBS, .cards = cards, .card_count = KINDS, .bags = "hands shown",
    .events = events, .event_count = EVENTS, .options = options, .option_count = OPTIONS, .layout = layout,
    .setup = setup, .to_act = to_act, .legal = legal, .apply = apply, .observe = observe, .imagine = imagine,
    .tell = tell, .rig = rig, .audit = audit, .score = score,
};

extern GameList template_games;
GameList template_games = { &template, NULL };
