/* SPDX-License-Identifier: MIT
 *
 * legal.c - what may be done: the list of all moves of a seat, made of what offer.h says, and
 * the judgement of one. The two must agree, and the laws see to it. */
#include "offer.h"

#define EACH_KIND(c, set) for (uint32_t set_ = (set); set_ && ((c) = __builtin_ctz(set_), true); set_ &= set_ - 1)

/* ---- five different names ---------------------------------------------------- */

/* [k][n]: how many sets of k there are among n. Not more than are needed: playouts get slower with every name. */
enum { FIVE_CARDS = 5, NAMES = 12 };
static_assert(__builtin_popcount(KITTENS_HELD) == NAMES, "a column for every name in the edition that has this combo");
static const uint16_t sets[FIVE_CARDS + 1][NAMES + 1] = {
    [1] = { 0, 1, 2, 3, 4,  5,  6,  7,  8,   9,  10,  11,  12 },
    [2] = { 0, 0, 1, 3, 6, 10, 15, 21, 28,  36,  45,  55,  66 },
    [3] = { 0, 0, 0, 1, 4, 10, 20, 35, 56,  84, 120, 165, 220 },
    [4] = { 0, 0, 0, 0, 1,  5, 15, 35, 70, 126, 210, 330, 495 },
    [5] = { 0, 0, 0, 0, 0,  1,  6, 21, 56, 126, 252, 462, 792 },
};

/* The i-th set of five, as a number the i-th lowest with five bits: those of the first five
 * names come before those with the sixth, and so on. Hands seldom have more than eight names. */
static const uint8_t five_of_few[] = {
    0x1f, 0x2f, 0x37, 0x3b, 0x3d, 0x3e, 0x4f, 0x57, 0x5b, 0x5d, 0x5e, 0x67, 0x6b, 0x6d, 0x6e, 0x73, 0x75, 0x76, 0x79,
    0x7a, 0x7c, 0x8f, 0x97, 0x9b, 0x9d, 0x9e, 0xa7, 0xab, 0xad, 0xae, 0xb3, 0xb5, 0xb6, 0xb9, 0xba, 0xbc, 0xc7, 0xcb,
    0xcd, 0xce, 0xd3, 0xd5, 0xd6, 0xd9, 0xda, 0xdc, 0xe3, 0xe5, 0xe6, 0xe9, 0xea, 0xec, 0xf1, 0xf2, 0xf4, 0xf8,
};

static uint32_t five_of_many(uint32_t i)
{
    uint32_t five = 0;
    for (int k = FIVE_CARDS; k; k--) {
        int last = k - 1;
        while (last < NAMES - 1 && sets[k][last + 1] <= i) last++;
        five |= 1u << last;
        i -= sets[k][last];
    }
    return five;
}

uint32_t kittens_five_size(uint32_t names) { return sets[FIVE_CARDS][size(names)]; }

uint64_t kittens_five_nth(uint32_t names, Seat who, uint32_t i)
{
    uint64_t word = verb_word(V_FIVE, who);
    uint32_t five = spread(i < sizeof five_of_few ? five_of_few[i] : five_of_many(i), names);
    for (int k = 0; k < FIVE_CARDS; k++, five &= five - 1) word |= ARG(k, __builtin_ctz(five));
    return word;
}

static Move *put_fives(Move *at, Seat who, uint32_t names)
{
    uint64_t kinds = 0;
    uint32_t n = kittens_five_size(names);
    int c, k = 0;
    if (n > sizeof five_of_few) {
        for (uint32_t i = 0; i < n; i++) at = put(at, kittens_five_nth(names, who, i));
        return at;
    }
    EACH_KIND(c, names) kinds |= (uint64_t)c << 8 * k++;
    for (uint32_t i = 0; i < n; i++) at = put(at, verb_word(V_FIVE, who) | ARG(0, bytes_at(kinds, five_of_few[i])));
    return at;
}

/* ---- a turn -------------------------------------------------------------------- */

static inline Move *put_seats(Move *at, uint64_t word, int arg, SeatSet seats)
{
    return seats >> FEW ? put_set(at, word, arg, seats, 0, MAX_SEATS) : put_set(at, word, arg, seats, 0, FEW);
}

static Move *put_lone(Move *at, uint64_t plain, uint64_t aimed, Lone l)
{
    enum { FIRST = __builtin_ctz(LONE_CARDS), END = 32 - __builtin_clz(LONE_CARDS) };
    at = put_set(at, plain, 0, l.plain, FIRST, END);
    at = put_seats(at, aimed | ARG(0, TARGETED), 1, l.targeted);
    return put_seats(at, aimed | ARG(0, FAVOR), 1, l.favor);
}

static Move *put_combo(Move *at, Combo c, SeatSet rich)
{
    int kind;
    EACH_KIND(kind, c.kinds)
        for (uint32_t names = c.names; names; names &= names - 1) {
            uint64_t word = c.word + c.kind_at * (uint64_t)kind + ARG(4, __builtin_ctz(names));
            at = put_seats(at, word, combo_target(&c), rich);
        }
    return at;
}

static Move *put_wild(Move *at, const State *s, Seat who, const Held *h)
{
    Combo c[WILD_COMBOS];
    wild_combos(s, who, h, c);
    uint32_t may = h->one & KIND_BIT(GODCAT) ? DIVINE_CARDS : 0;
    at = put_lone(at, verb_word(V_AS, who), verb_word(V_AS_AT, who), lone(s, h, may));
    for (int i = 0; i < WILD_COMBOS; i++) at = put_combo(at, c[i], h->rich);
    return at;
}

/* All but five different cards, which may be hundreds of moves. */
Move *kittens_turn_short(const State *s, Seat who, Move *at)
{
    const Held h = held(s, who);
    if (s->pile_n) at = put(at, verb_word(V_DRAW, who));
    at = put_lone(at, verb_word(V_PLAY, who), verb_word(V_PLAY_AT, who), lone(s, &h, h.one));
    at = put_combo(at, pairs(who, &h), h.rich);
    at = put_combo(at, trios(s, who, &h), h.rich);
    return h.one & WILD_CARDS ? put_wild(at, s, who, &h) : at;
}

Move *kittens_turn(const State *s, Seat who, Move *at)
{
    const Held h = held(s, who);
    return put_fives(kittens_turn_short(s, who, at), who, five_names(s, &h));
}

/* ---- decisions that follow ------------------------------------------------------- */

/* The order as it is first, then every other one. */
Move *kittens_list_orders(const State *s, Seat who, Move *at)
{
    uint64_t order = verb_word(V_ORDER, who);
    uint8_t now[DEEPEST_LOOK] = { 0 };
    Hand top = hand_of(0);
    int a, b;
    for (int i = 0; i < look_depth(s); i++) hand_add(&top, now[i] = pile_top(s, i));
    at = put(at, order | ARG(0, now[0]) | ARG(1, now[1]) | ARG(2, now[2]));
    EACH_KIND(a, hand_one(&top)) {
        Hand two = top;
        hand_remove(&two, a);
        for (uint32_t rest = hand_one(&two); rest; rest &= rest - 1) {
            Hand one = two;
            hand_remove(&one, b = __builtin_ctz(rest));
            int c = hand_one(&one) ? __builtin_ctz(hand_one(&one)) : NO_CARD;
            if (a != now[0] || b != now[1]) at = put(at, order | ARG(0, a) | ARG(1, b) | ARG(2, c));
        }
    }
    return at;
}

static Move *put_each(Move *at, uint64_t word, uint64_t set)
{
    for (; set; set &= set - 1) at = put(at, word | ARG(0, __builtin_ctzll(set)));
    return at;
}

Move *kittens_list(const State *s, Seat who, Move *at)
{
    if (s->phase == TURN) return kittens_turn(s, who, at);
    if (s->phase == ORDERING) return kittens_list_orders(s, who, at);
    const Either e = either(s, who);
    return put_each(put_each(at, verb_word(e.verb[0], who), e.first), verb_word(e.verb[1], who), e.second);
}

/* kittens_list() writes without checking for the end of its buffer. So where the caller's may be too small, the list
 * is made here and its beginning is copied. */
static __attribute__((noinline)) int list_some(const State *s, Seat who, Move *out, int cap)
{
    Move all[MAX_MOVES];
    int n = (int)(kittens_list(s, who, all) - all);
    memcpy(out, all, (size_t)(n < cap ? n : cap) * sizeof *out);
    return n;
}

int kittens_legal(const void *state, Seat who, Move *out, int cap)
{
    const State *s = state;
    if (who > SEAT_CLOCK || !(s->asked >> who & 1)) return 0;
    return cap < MAX_MOVES ? list_some(s, who, out, cap) : (int)(kittens_list(s, who, out) - out);
}

/* ---- judging one move --------------------------------------------------------------- */

static bool owns(const State *s, Seat p, int c) { return holds(s, p, c) && kittens_edition[s->edition].held >> c & 1; }

static bool may_target(const State *s, const Move *m, int target)
{
    return target != m->seat && is_alive(s, target);
}

static bool may_rob(const State *s, const Move *m, int target)
{
    return may_target(s, m, target) && s->hand_n[target];              /* */
}

/* `with` is laid down: the card itself, or the Godcat as that card. Armageddon needs both
 * cats on the mat (GVE-27). */
static bool may_play(const State *s, const Move *m, int with, bool aimed)
{
    int card = m->arg[0];
    uint32_t may = with == GODCAT ? DIVINE_CARDS : LONE_CARDS;
    if (s->phase != TURN || !owns(s, m->seat, with)) return false;
    if (card >= KINDS || !(may >> card & 1) || aimed != (AIMED_CARDS >> card & 1)) return false;
    return card != ARMAGEDDON || s->godcat == MAT;
}

static bool may_play_at(const State *s, const Move *m, int with)
{
    if (!may_play(s, m, with, true)) return false;
    return m->arg[0] == FAVOR ? may_rob(s, m, m->arg[1]) : may_target(s, m, m->arg[1]);
}

static bool owns_all(const State *s, Seat p, const uint8_t *card, int n)
{
    Hand h = s->hand[p];
    for (int i = 0; i < n; i++) {
        if (card[i] >= KINDS || !(hand_one(&h) & kittens_edition[s->edition].held & KIND_BIT(card[i]))) return false;
        hand_remove(&h, card[i]);
    }
    return true;
}

/* Cards of one name, Ferals and the Godcat standing in as they may. */
static bool one_name(const State *s, const uint8_t *card, int n)
{
    uint32_t all = 0;
    for (int i = 0; i < n; i++) all |= KIND_BIT(card[i]);
    uint32_t real = all & ~(KIND_BIT(FERAL) | KIND_BIT(GODCAT));
    if (real & (real - 1)) return false;
    if (all & KIND_BIT(FERAL) && real & ~(uint32_t)CATS) return false;
    if (all & KIND_BIT(GODCAT) && real & MORTAL_CARDS) return false;
    return s->combos || (n == 2 && !(real & ~(uint32_t)CATS));           /* */
}

static bool may_combine(const State *s, const Move *m, int n)
{
    return s->phase == TURN && may_rob(s, m, m->arg[n]) && owns_all(s, m->seat, m->arg, n) && one_name(s, m->arg, n);
}

static bool may_name(const State *s, int c) { return c < KINDS && kittens_edition[s->edition].held >> c & 1; }

static bool may_five(const State *s, const Move *m)
{
    uint32_t all = 0;
    if (s->phase != TURN || !kittens_edition[s->edition].five || !s->combos) return false;
    if (!owns_all(s, m->seat, m->arg, 5)) return false;
    for (int i = 0; i < 5; i++) all |= KIND_BIT(m->arg[i]);
    return __builtin_popcount(all) == 5;
}

/* Not a kitten: in a hand it would break the game. */
static bool may_take(const State *s, int c)
{
    return s->phase == TAKING && c && c < KINDS && discarded(s) >> c & 1;
}

/* The same cards, top first; exactly as many as were looked at. */
static bool may_order(const State *s, const uint8_t *want)
{
    Hand seen = hand_of(0), said = hand_of(0);
    if (s->phase != ORDERING) return false;
    for (int i = 0; i < DEEPEST_LOOK; i++) {
        if (want[i] >= KINDS || (want[i] != NO_CARD) != (i < look_depth(s))) return false;
        if (i < look_depth(s)) hand_add(&seen, pile_top(s, i)), hand_add(&said, want[i]);
    }
    return !memcmp(&seen, &said, sizeof seen);
}

static bool may_defuse(const State *s, const Move *m, int with)
{
    return s->phase == DEFUSING && holds(s, m->seat, with) && m->arg[0] <= s->pile_n;
}

static bool fits(const State *s, const Move *m)
{
    switch (m->verb) {
    case V_DEAL:          return s->phase == DEALING;
    case V_SHUFFLE:       return s->phase == SHUFFLING;
    case V_PICK:          return s->phase == PICKING;
    case V_DRAW:          return s->phase == TURN && s->pile_n;
    case V_PLAY:          return may_play(s, m, m->arg[0], false);
    case V_PLAY_AT:       return may_play_at(s, m, m->arg[0]);
    case V_AS:            return may_play(s, m, GODCAT, false);
    case V_AS_AT:         return may_play_at(s, m, GODCAT);
    case V_PAIR:          return may_combine(s, m, 2);
    case V_TRIO:          return may_combine(s, m, 3) && may_name(s, m->arg[4]);
    case V_FIVE:          return may_five(s, m);
    case V_PASS:          return s->phase == WINDOW;
    case V_NOPE:          return s->phase == WINDOW && holds(s, m->seat, NOPE);
    case V_GIVE:          return s->phase == GIVING && holds(s, m->seat, m->arg[0]);
    case V_STEAL_OTHER:
    case V_STEAL_GODCAT:  return s->phase == STEALING;
    case V_TAKE:          return may_take(s, m->arg[0]);
    case V_ORDER:         return may_order(s, m->arg);
    case V_KEEP:
    case V_TOP:           return s->phase == HECK_CHOICE;
    case V_SET_GODCAT:
    case V_SET_DEVILCAT:  return s->phase == SETTING && may_target(s, m, m->arg[0]);
    case V_STAY:
    case V_SWAP:          return s->phase == CHOOSING;
    case V_DEFUSE:        return may_defuse(s, m, DEFUSE);
    case V_DEFUSE_GODCAT: return may_defuse(s, m, GODCAT);
    }
    return false;
}

Err kittens_judge(const State *s, const Move *m)
{
    bool open = s->phase == WINDOW;
    Err e = move_gate(s->asked, m, open ? s->nopes + 1 : 0);
    if (e) return e;
    if ((m->verb == V_PASS || m->verb == V_NOPE) && !open) return E_NOT_ASKED;
    return fits(s, m) ? E_OK : E_ILLEGAL;
}
