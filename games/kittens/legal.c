/* SPDX-License-Identifier: MIT
 * legal.c - every move a seat may make. What apply() accepts and this list must agree. */
#include "kittens.h"

#define EACH_KIND(c, set) for (uint32_t set_ = (set); set_ && ((c) = __builtin_ctz(set_), true); set_ &= set_ - 1)

/* Where offers go: counts on past the end, like snprintf. */
typedef struct { Move *out; int n, cap; Seat who; } Offers;

static inline void offer(Offers *o, uint8_t verb, int a, int b, int c, int d, int e)
{
    if (o->n < o->cap)
        o->out[o->n] = (Move){ verb, o->who, 0, { (uint8_t)a, (uint8_t)b, (uint8_t)c, (uint8_t)d, (uint8_t)e } };
    o->n++;
}

/* ---- combos -------------------------------------------------------------- */

static void offer_pair(Offers *o, SeatSet targets, int a, int b)
{
    Seat t;
    EACH_SEAT(t, targets) offer(o, V_PAIR, a, b, t, 0, 0);
}

static void offer_trio(Offers *o, SeatSet targets, uint32_t names, int a, int b, int c)
{
    Seat t;
    EACH_SEAT(t, targets) {
        int name;
        EACH_KIND(name, names) offer(o, V_TRIO, a, b, c, t, name);
    }
}

/* Those beside which a wild card may stand, held at least so often. */
static void pairs(const State *s, Offers *o, SeatSet targets)
{
    const Hand *h = &s->hand[o->who];
    uint32_t one = hand_one(h), two = hand_two(h), god = KIND_BIT(GODCAT);
    uint32_t names = s->combos ? ~god : CATS;
    int c;
    EACH_KIND(c, two & names) offer_pair(o, targets, c, c);
    if (one & KIND_BIT(FERAL))
        EACH_KIND(c, one & CATS & ~KIND_BIT(FERAL)) offer_pair(o, targets, c, FERAL);
    if (one & god)
        EACH_KIND(c, one & names & ~(uint32_t)MORTAL_CARDS) offer_pair(o, targets, c, GODCAT);
}

static void trios(const State *s, Offers *o, SeatSet targets)
{
    const Hand *h = &s->hand[o->who];
    uint32_t one = hand_one(h), two = hand_two(h), names = edition[s->edition].named;
    uint32_t feral = KIND_BIT(FERAL), god = KIND_BIT(GODCAT), tame = CATS & ~feral;
    int c;
    EACH_KIND(c, hand_three(h)) offer_trio(o, targets, names, c, c, c);
    if (one & feral) EACH_KIND(c, two & tame) offer_trio(o, targets, names, c, c, FERAL);
    if (two & feral) EACH_KIND(c, one & tame) offer_trio(o, targets, names, c, FERAL, FERAL);
    if (!(one & god)) return;
    EACH_KIND(c, two & ~(uint32_t)MORTAL_CARDS) offer_trio(o, targets, names, c, c, GODCAT);
    if (one & feral) EACH_KIND(c, one & tame) offer_trio(o, targets, names, c, FERAL, GODCAT);
}

/* Five different names: all choices of five from the kinds held. */
static void fives(const State *s, Offers *o)
{
    uint8_t kind[KINDS];
    int n = 0, c;
    EACH_KIND(c, hand_one(&s->hand[o->who])) kind[n++] = (uint8_t)c;
    for (int v = 0; v < n - 4; v++)
        for (int w = v + 1; w < n - 3; w++)
            for (int x = w + 1; x < n - 2; x++)
                for (int y = x + 1; y < n - 1; y++)
                    for (int z = y + 1; z < n; z++)
                        offer(o, V_FIVE, kind[v], kind[w], kind[x], kind[y], kind[z]);
}

/* ---- single cards --------------------------------------------------------- */

/* The kinds in `set`, laid down as themselves or by the Godcat. */
static void lone(const State *s, Offers *o, uint32_t set, uint8_t verb, uint8_t verb_at)
{
    SeatSet others = (SeatSet)(s->alive & ~SEAT_BIT(o->who));
    int c;
    Seat t;
    if (s->godcat != MAT) set &= ~KIND_BIT(ARMAGEDDON);
    EACH_KIND(c, set & ~(uint32_t)AIMED_CARDS) offer(o, verb, c, 0, 0, 0, 0);
    if (set & KIND_BIT(TARGETED)) EACH_SEAT(t, others) offer(o, verb_at, TARGETED, t, 0, 0, 0);
    if (set & KIND_BIT(FAVOR)) EACH_SEAT(t, with_cards(s, o->who)) offer(o, verb_at, FAVOR, t, 0, 0, 0);
}

static void turn(const State *s, Offers *o)
{
    const Hand *h = &s->hand[o->who];
    uint32_t one = hand_one(h);
    SeatSet targets = with_cards(s, o->who);
    if (s->pile_n) offer(o, V_DRAW, 0, 0, 0, 0, 0);
    lone(s, o, one & LONE_CARDS, V_PLAY, V_PLAY_AT);
    if (one & KIND_BIT(GODCAT)) lone(s, o, DIVINE_CARDS, V_AS, V_AS_AT);
    if (s->hand_n[o->who] < 2) return;
    if (targets) pairs(s, o, targets);
    if (!s->combos) return;
    if (targets) trios(s, o, targets);
    if (edition[s->edition].five) fives(s, o);
}

/* ---- decisions that follow ------------------------------------------------- */

/* The order as it is first, then every other one. */
static void orders(const State *s, Offers *o)
{
    int n = look_depth(s), a, b, c;
    uint8_t now[DEEPEST_LOOK] = { 0 };
    Hand top = { 0 };
    for (int i = 0; i < n; i++) hand_add(&top, now[i] = pile_top(s, i));
    offer(o, V_ORDER, now[0], now[1], now[2], 0, 0);
    EACH_KIND(a, hand_one(&top)) {
        Hand two = top;
        hand_remove(&two, a);
        for (uint32_t rest = hand_one(&two); rest; rest &= rest - 1) {
            Hand one = two;
            hand_remove(&one, b = __builtin_ctz(rest));
            c = hand_one(&one) ? __builtin_ctz(hand_one(&one)) : NO_CARD;
            if (a != now[0] || b != now[1]) offer(o, V_ORDER, a, b, c, 0, 0);
        }
    }
}

static void defuses(const State *s, Offers *o)
{
    for (int with = 0; with < 2; with++) {
        if (!holds(s, o->who, with ? GODCAT : DEFUSE)) continue;
        for (int depth = 0; depth <= s->pile_n; depth++)
            offer(o, with ? V_DEFUSE_GODCAT : V_DEFUSE, depth, 0, 0, 0, 0);
    }
}

static void takes(const State *s, Offers *o)
{
    uint32_t there = 0;
    int c;
    for (int i = 0; i < s->discard_n; i++) there |= KIND_BIT(discard_at(s, i));
    EACH_KIND(c, there & ~KIND_BIT(KITTEN)) offer(o, V_TAKE, c, 0, 0, 0, 0);
}

static void settings(const State *s, Offers *o)
{
    SeatSet others = (SeatSet)(s->alive & ~SEAT_BIT(o->who));
    Seat t;
    EACH_SEAT(t, others) offer(o, V_SET_GODCAT, t, 0, 0, 0, 0);
    EACH_SEAT(t, others) offer(o, V_SET_DEVILCAT, t, 0, 0, 0, 0);
}

static void offer_plain(Offers *o, uint8_t verb) { offer(o, verb, 0, 0, 0, 0, 0); }

int kittens_legal(const void *state, Seat who, Move *out, int cap)
{
    const State *s = state;
    Offers o = { out, 0, cap, who };
    int c;
    if (who > SEAT_CLOCK || !(kittens_to_act(s) >> who & 1)) return 0;
    switch ((Phase)s->phase) {
    case DEALING:     offer_plain(&o, V_DEAL); break;
    case SHUFFLING:   offer_plain(&o, V_SHUFFLE); break;
    case PICKING:     offer_plain(&o, V_PICK); break;
    case TURN:        turn(s, &o); break;
    case WINDOW:      offer_plain(&o, V_PASS);
                      if (holds(s, who, NOPE)) offer_plain(&o, V_NOPE);
                      break;
    case GIVING:      EACH_KIND(c, hand_one(&s->hand[who])) offer(&o, V_GIVE, c, 0, 0, 0, 0);
                      break;
    case STEALING:    offer_plain(&o, V_STEAL_OTHER); offer_plain(&o, V_STEAL_GODCAT); break;
    case TAKING:      takes(s, &o); break;
    case ORDERING:    orders(s, &o); break;
    case HECK_CHOICE: offer_plain(&o, V_KEEP); offer_plain(&o, V_TOP); break;
    case SETTING:     settings(s, &o); break;
    case CHOOSING:    offer_plain(&o, V_STAY); offer_plain(&o, V_SWAP); break;
    case DEFUSING:    defuses(s, &o); break;
    case OVER:        break;
    }
    return o.n;
}
