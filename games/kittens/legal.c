/* SPDX-License-Identifier: MIT
 *
 * legal.c - what may be done: the list of all moves of a seat, and the judgement of one.
 * The two must agree, and the laws see to it.
 * Written for speed: see core/list.h. */
#include "../../core/list.h"
#include "kittens.h"

#define EACH_KIND(c, set) for (uint32_t set_ = (set); set_ && ((c) = __builtin_ctz(set_), true); set_ &= set_ - 1)

/* ---- targets -------------------------------------------------------------- */

/* The lowest kind of a set, or NO_KIND: to be counted or masked, not to be branched on. */
enum { NO_KIND = 32 };
static inline uint64_t first_kind(uint32_t kinds) { return (uint64_t)__builtin_ctzll(kinds | (uint64_t)1 << NO_KIND); }
static inline uint64_t no_kind(uint64_t kind) { return kind >> 5; }

/* The same move at each target: of five seats, at four at most. */
static inline Move *put_each(Move *at, uint64_t word, int arg, SeatSet targets, bool large)
{
    return large ? put_set(at, word, arg, targets, 0, MAX_SEATS) : put_few(at, word, arg, targets);
}

/* ... of which the list keeps all, or none if `drop` is 1. */
static inline Move *put_unless(Move *at, uint64_t drop, uint64_t word, int arg, SeatSet targets, bool large)
{
    put_each(at, word, arg, targets, large);
    return at + ((uint64_t)__builtin_popcount(targets) & (drop - 1));
}

/* ---- combos ------------------------------------------------------------------ */

static inline uint64_t two_of(Seat who, uint64_t a, uint64_t b) { return verb_word(V_PAIR, who) | ARG(0, a) | ARG(1, b); }

static Move *put_trios(Move *at, uint64_t trio, SeatSet targets, uint32_t names)
{
    int name;
    EACH_KIND(name, names) at = put_each(at, trio | ARG(4, name), 3, targets, true);
    return at;
}

static inline uint64_t three_of(Seat who, int a, int b, int c)
{
    return verb_word(V_TRIO, who) | ARG(0, a) | ARG(1, b) | ARG(2, c);
}

/* Pairs with a Feral or the Godcat in them. */
static Move *wild_pairs(const State *s, Seat who, uint32_t one, SeatSet targets, Move *at)
{
    uint32_t names = s->combos ? ~KIND_BIT(GODCAT) : CATS;
    int c;
    if (one & KIND_BIT(FERAL))
        EACH_KIND(c, one & CATS & ~KIND_BIT(FERAL)) at = put_each(at, two_of(who, (uint64_t)c, FERAL), 2, targets, true);
    if (one & KIND_BIT(GODCAT))
        EACH_KIND(c, one & names & ~(uint32_t)MORTAL_CARDS)
            at = put_each(at, two_of(who, (uint64_t)c, GODCAT), 2, targets, true);
    return at;
}

static Move *wild_trios(const State *s, Seat who, uint32_t one, uint32_t two, SeatSet targets, Move *at)
{
    uint32_t names = edition[s->edition].held, feral = KIND_BIT(FERAL), tame = CATS & ~feral;
    int c;
    if (one & feral) EACH_KIND(c, two & tame) at = put_trios(at, three_of(who, c, c, FERAL), targets, names);
    if (two & feral) EACH_KIND(c, one & tame) at = put_trios(at, three_of(who, c, FERAL, FERAL), targets, names);
    if (!(one & KIND_BIT(GODCAT))) return at;
    EACH_KIND(c, two & ~(uint32_t)MORTAL_CARDS) at = put_trios(at, three_of(who, c, c, GODCAT), targets, names);
    if (one & feral) EACH_KIND(c, one & tame) at = put_trios(at, three_of(who, c, FERAL, GODCAT), targets, names);
    return at;
}

/* Five different names: every choice of five from the kinds held, those of the first five
 * kinds before those with the sixth, and so on. Up to eight kinds are bytes of one word, and
 * a choice is a shuffle of them: where each byte of the move comes from. */
enum { MANY = 8, VERB_AT = MANY };
#define FROM(a, b, c, d, e) { VERB_AT, VERB_AT + 1, VERB_AT + 2, { a, b, c, d, e } }
static const Move five_from[] = {
    FROM(0,1,2,3,4), FROM(0,1,2,3,5), FROM(0,1,2,4,5), FROM(0,1,3,4,5), FROM(0,2,3,4,5), FROM(1,2,3,4,5),
    FROM(0,1,2,3,6), FROM(0,1,2,4,6), FROM(0,1,3,4,6), FROM(0,2,3,4,6), FROM(1,2,3,4,6), FROM(0,1,2,5,6),
    FROM(0,1,3,5,6), FROM(0,2,3,5,6), FROM(1,2,3,5,6), FROM(0,1,4,5,6), FROM(0,2,4,5,6), FROM(1,2,4,5,6),
    FROM(0,3,4,5,6), FROM(1,3,4,5,6), FROM(2,3,4,5,6), FROM(0,1,2,3,7), FROM(0,1,2,4,7), FROM(0,1,3,4,7),
    FROM(0,2,3,4,7), FROM(1,2,3,4,7), FROM(0,1,2,5,7), FROM(0,1,3,5,7), FROM(0,2,3,5,7), FROM(1,2,3,5,7),
    FROM(0,1,4,5,7), FROM(0,2,4,5,7), FROM(1,2,4,5,7), FROM(0,3,4,5,7), FROM(1,3,4,5,7), FROM(2,3,4,5,7),
    FROM(0,1,2,6,7), FROM(0,1,3,6,7), FROM(0,2,3,6,7), FROM(1,2,3,6,7), FROM(0,1,4,6,7), FROM(0,2,4,6,7),
    FROM(1,2,4,6,7), FROM(0,3,4,6,7), FROM(1,3,4,6,7), FROM(2,3,4,6,7), FROM(0,1,5,6,7), FROM(0,2,5,6,7),
    FROM(1,2,5,6,7), FROM(0,3,5,6,7), FROM(1,3,5,6,7), FROM(2,3,5,6,7), FROM(0,4,5,6,7), FROM(1,4,5,6,7),
    FROM(2,4,5,6,7), FROM(3,4,5,6,7),
};
static const uint8_t choices_of_five[MANY + 1] = { [5] = 1, [6] = 6, [7] = 21, [8] = 56 };

typedef uint8_t Bytes __attribute__((vector_size(16)));

static inline Bytes shuffle(Bytes from, Bytes at)
{
#ifndef __clang__
    return __builtin_shuffle(from, at);
#else
    Bytes to;
    for (int i = 0; i < 16; i++) to[i] = from[at[i]];
    return to;
#endif
}

static Move *fives_of_many(uint32_t one, uint64_t word, Move *at)
{
    uint8_t kind[KINDS];
    int n = 0, c;
    EACH_KIND(c, one) kind[n++] = (uint8_t)c;
    for (int v = 0; v < n - 4; v++)
        for (int w = v + 1; w < n - 3; w++)
            for (int x = w + 1; x < n - 2; x++)
                for (int y = x + 1; y < n - 1; y++)
                    for (int z = y + 1; z < n; z++)
                        at = put(at, word | ARG(0, kind[v]) | ARG(1, kind[w]) | ARG(2, kind[x]) | ARG(3, kind[y])
                                          | ARG(4, kind[z]));
    return at;
}

static __attribute__((noinline)) Move *fives(uint32_t one, Seat who, Move *at)
{
    uint64_t from[2] = { 0, verb_word(V_FIVE, who) };
    uint32_t left = one, n = 0;
    for (int i = 0; i < MANY; i++, left &= left - 1) {
        uint64_t c = first_kind(left);
        from[0] |= c << 8 * i;
        n += !no_kind(c);
    }
    if (left) return fives_of_many(one, from[1], at);
    Bytes bytes, two;
    memcpy(&bytes, from, sizeof bytes);
    for (int i = 0; i < choices_of_five[n]; i += 8)
        for (int k = i; k < i + 8; k += 2) {
            memcpy(&two, &five_from[k], sizeof two);
            two = shuffle(bytes, two);
            memcpy(at + k, &two, sizeof two);
        }
    return at + choices_of_five[n];
}

static inline bool five_or_more(uint32_t kinds)
{
    for (int i = 0; i < 4; i++) kinds &= kinds - 1;
    return kinds;
}

/* ---- a turn -------------------------------------------------------------------- */

/* Cards laid down by themselves, or the Godcat as one of them. */
static_assert(ARMAGEDDON == ATTACK + 2 * FEW, "those that are not aimed are two small sets and one more");

static inline Move *lone(const State *s, Seat who, uint32_t may, int verb, SeatSet rich, bool large, Move *at)
{
    uint64_t word = verb_word(verb, who), aimed = verb_word(verb + 1, who);
    uint32_t here = edition[s->edition].lone, plain;
    may &= here;
    plain = may & ~(uint32_t)AIMED_CARDS;
    at = put_few(at, word + ARG(0, ATTACK), 0, plain >> ATTACK & ALL_FEW);
    at = put_few(at, word + ARG(0, ATTACK + FEW), 0, plain >> (ATTACK + FEW) & ALL_FEW);
    if (here & KIND_BIT(ARMAGEDDON)) {
        put(at, word | ARG(0, ARMAGEDDON));
        at += may >> ARMAGEDDON & (s->godcat == MAT);
    }
    if (here & KIND_BIT(TARGETED))
        at = put_unless(at, ~may >> TARGETED & 1, aimed | ARG(0, TARGETED), 1, others(s->alive, who), large);
    return put_unless(at, ~may >> FAVOR & 1, aimed | ARG(0, FAVOR), 1, rich, large);
}

/* What a hand may hold, at least once, twice, three times. */
typedef struct { uint32_t one, two, three; } Held;

static inline Held held(const State *s, Seat who)
{
    const Hand h = s->hand[who];
    uint32_t kinds = edition[s->edition].held;
    return (Held){ hand_one(&h) & kinds, hand_two(&h) & (s->combos ? kinds : CATS), hand_three(&h) & kinds };
}

/* What few hands can do: a second pair, three of a kind, Ferals and the Godcat. Kept apart,
 * so that the others need not even prepare for it. */
static __attribute__((noinline)) Move *uncommon(const State *s, Seat who, Move *at)
{
    Held h = held(s, who);
    SeatSet rich = others(s->stocked, who);
    int c;
    EACH_KIND(c, h.two & (h.two - 1)) at = put_each(at, two_of(who, (uint64_t)c, (uint64_t)c), 2, rich, true);
    if (s->combos) EACH_KIND(c, h.three) at = put_trios(at, three_of(who, c, c, c), rich, edition[s->edition].held);
    if (!(h.one & WILD_CARDS)) return at;
    if (h.one & KIND_BIT(GODCAT)) at = lone(s, who, DIVINE_CARDS, V_AS, rich, true, at);
    at = wild_pairs(s, who, h.one, rich, at);
    return s->combos ? wild_trios(s, who, h.one, h.two, rich, at) : at;
}

static inline Move *turn(const State *s, Seat who, bool large, bool all, Move *at)
{
    Held h = held(s, who);
    SeatSet rich = others(s->stocked, who);
    uint64_t pair = first_kind(h.two);
    put(at, verb_word(V_DRAW, who));
    at += s->pile_n > 0;
    at = lone(s, who, h.one, V_PLAY, rich, large, at);
    at = put_unless(at, no_kind(pair), two_of(who, pair, pair), 2, rich, large);
    if ((h.two & (h.two - 1)) | h.three | (h.one & WILD_CARDS)) at = uncommon(s, who, at);
    return all && s->combos && edition[s->edition].five && five_or_more(h.one) ? fives(h.one, who, at) : at;
}

Move *kittens_turn(const State *s, Seat who, Move *at)
{
    return s->seats > FEW ? turn(s, who, true, true, at) : turn(s, who, false, true, at);
}

/* All but five different cards, which may be hundreds of moves. */
Move *kittens_turn_short(const State *s, Seat who, Move *at)
{
    return s->seats > FEW ? turn(s, who, true, false, at) : turn(s, who, false, false, at);
}

/* ---- decisions that follow ------------------------------------------------------- */

/* The order as it is first, then every other one. */
static Move *orders(const State *s, Seat who, Move *at)
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

static Move *put_depths(Move *at, uint64_t word, uint64_t deepest)
{
    enum { STRIDE = 8 };
    for (uint64_t from = 0; from <= deepest; from += STRIDE)
        for (uint64_t i = from; i < from + STRIDE; i++) put(at + i, word | ARG(0, i));
    return at + deepest + 1;
}

static Move *defuses(const State *s, Seat who, Move *at)
{
    if (holds(s, who, DEFUSE)) at = put_depths(at, verb_word(V_DEFUSE, who), s->pile_n);
    return holds(s, who, GODCAT) ? put_depths(at, verb_word(V_DEFUSE_GODCAT, who), s->pile_n) : at;
}

static uint32_t discarded(const State *s)
{
    uint32_t there = 0;
    for (int i = 0; i < s->discard_n; i++) there |= KIND_BIT(discard_at(s, i));
    return there & ~KIND_BIT(KITTEN);
}

static Move *put_both(Move *at, int a, int b, Seat who) { return put(put(at, verb_word(a, who)), verb_word(b, who)); }

#define LISTS(name, moves) static Move *name(const State *s, Seat who, Move *at) { (void)s; return moves; }
LISTS(dealing, put(at, verb_word(V_DEAL, who)))
LISTS(shuffling, put(at, verb_word(V_SHUFFLE, who)))
LISTS(picking, put(at, verb_word(V_PICK, who)))
LISTS(window, put_both(at, V_PASS, V_NOPE, who) - !holds(s, who, NOPE))
LISTS(giving, put_set(at, verb_word(V_GIVE, who), 0, hand_one(&s->hand[who]), 1, KINDS))
LISTS(stealing, put_both(at, V_STEAL_OTHER, V_STEAL_GODCAT, who))
LISTS(taking, put_set(at, verb_word(V_TAKE, who), 0, discarded(s), 1, KINDS))
LISTS(hecking, put_both(at, V_KEEP, V_TOP, who))
LISTS(choosing, put_both(at, V_STAY, V_SWAP, who))

static Move *setting(const State *s, Seat who, Move *at)
{
    SeatSet living = others(s->alive, who);
    at = put_each(at, verb_word(V_SET_GODCAT, who), 0, living, true);
    return put_each(at, verb_word(V_SET_DEVILCAT, who), 0, living, true);
}

Lister *const kittens_lister[] = {
    [DEALING] = dealing, [SHUFFLING] = shuffling, [PICKING] = picking, [TURN] = kittens_turn, [WINDOW] = window,
    [GIVING] = giving, [STEALING] = stealing, [TAKING] = taking, [ORDERING] = orders, [HECK_CHOICE] = hecking,
    [SETTING] = setting, [CHOOSING] = choosing, [DEFUSING] = defuses,
};

/* The list does not look at its end; a small buffer gets its beginning. */
static __attribute__((noinline)) int list_some(const State *s, Seat who, Move *out, int cap)
{
    Move all[MAX_MOVES];
    int n = (int)(kittens_lister[s->phase](s, who, all) - all);
    memcpy(out, all, (size_t)(n < cap ? n : cap) * sizeof *out);
    return n;
}

int kittens_legal(const void *state, Seat who, Move *out, int cap)
{
    const State *s = state;
    if (who > SEAT_CLOCK || !(s->asked >> who & 1)) return 0;
    return cap < MAX_MOVES ? list_some(s, who, out, cap) : (int)(kittens_lister[s->phase](s, who, out) - out);
}

/* ---- judging one move --------------------------------------------------------------- */

static bool owns(const State *s, Seat p, int c) { return holds(s, p, c) && edition[s->edition].held >> c & 1; }

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
        if (card[i] >= KINDS || !(hand_one(&h) & edition[s->edition].held & KIND_BIT(card[i]))) return false;
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

static bool may_name(const State *s, int c) { return c < KINDS && edition[s->edition].held >> c & 1; }

static bool may_five(const State *s, const Move *m)
{
    uint32_t all = 0;
    if (s->phase != TURN || !edition[s->edition].five || !s->combos || !owns_all(s, m->seat, m->arg, 5)) return false;
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
