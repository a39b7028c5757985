/* SPDX-License-Identifier: MIT
 *
 * legal.c - what may be done: the list of all moves of a seat, and the judgement of one.
 * The two must agree, and the laws see to it.
 *
 * Written for speed, since every playout of a search lists moves at every decision. Each
 * branch that nobody can predict (is this card in the hand? how many targets are there?)
 * costs as much as writing a dozen moves. So a move is built as one word, and too many are written:
 * the end of the list advances over those that count, and the next ones overwrite the rest. */
#include "kittens.h"

#define EACH_KIND(c, set) for (uint32_t set_ = (set); set_ && ((c) = __builtin_ctz(set_), true); set_ &= set_ - 1)

/* ---- moves as words -------------------------------------------------------- */

#define ARG(i, value) ((uint64_t)(value) << (24 + 8 * (i)))

static inline uint64_t verb_word(int verb, Seat who) { return (uint64_t)verb | (uint64_t)who << 8; }

static inline Move *put(Move *at, uint64_t word)
{
    memcpy(at, &word, sizeof *at);
    return at + 1;
}

/* The lowest kind of a set, or NO_KIND: to be counted or masked, not to be branched on. */
enum { NO_KIND = 32 };
static inline uint64_t first_kind(uint32_t kinds) { return (uint64_t)__builtin_ctzll(kinds | (uint64_t)1 << NO_KIND); }
static inline uint64_t no_kind(uint64_t kind) { return kind >> 5; }

/* One move for each kind in the set, `stride` of them between two branches. */
static inline Move *put_kinds(Move *at, uint64_t word, uint32_t kinds, int stride)
{
    do {
        for (int i = 0; i < stride; i++, kinds &= kinds - 1) {
            uint64_t c = first_kind(kinds);
            put(at, word | ARG(0, c));
            at += no_kind(c) ^ 1;
        }
    } while (kinds);
    return at;
}

/* The seats at which a move can be aimed, listed in advance for each half of the table. */
enum { HALF = 5 };
typedef struct { uint64_t seat[HALF], n; } Half;

#define REST(set) ((set) & ((set) - 1))
#define FIRST(set) ((set) ? (uint64_t)__builtin_ctz(set) : 0)
#define SEATS(set) { { FIRST(set), FIRST(REST(set)), FIRST(REST(REST(set))), FIRST(REST(REST(REST(set)))),   \
                       FIRST(REST(REST(REST(REST(set))))) }, (uint64_t)__builtin_popcount(set) }
#define SEATS4(set) SEATS(set), SEATS((set) + 1), SEATS((set) + 2), SEATS((set) + 3)
#define SEATS16(set) SEATS4(set), SEATS4((set) + 4), SEATS4((set) + 8), SEATS4((set) + 12)
static const Half half[1 << HALF] = { SEATS16(0u), SEATS16(16u) };
static_assert(MAX_SEATS <= 2 * HALF, "two halves make a table");

typedef struct { const Half *low, *high; } Aims;

static inline Aims aim(SeatSet targets)
{
    return (Aims){ &half[targets & ((1 << HALF) - 1)], &half[targets >> HALF] };
}

static inline void put_half(Move *at, uint64_t word, int arg, const Half *h)
{
    for (int i = 0; i < HALF; i++) put(at + i, word + ARG(arg, h->seat[i]));
}

/* The same move at each target. */
static inline Move *put_each(Move *at, uint64_t word, int arg, Aims a)
{
    put_half(at, word, arg, a.low);
    if (a.high == half) return at + a.low->n;        /* nobody sits there */
    put_half(at + a.low->n, word + ARG(arg, HALF), arg, a.high);
    return at + a.low->n + a.high->n;
}

/* ... of which the list keeps all, or none if `drop` is 1. */
static inline Move *put_unless(Move *at, uint64_t drop, uint64_t word, int arg, Aims a)
{
    put_each(at, word, arg, a);
    return at + ((a.low->n + a.high->n) & (drop - 1));
}

/* ---- combos ------------------------------------------------------------------ */

static inline uint64_t two_of(Seat who, uint64_t a, uint64_t b) { return verb_word(V_PAIR, who) | ARG(0, a) | ARG(1, b); }

static Move *put_trios(Move *at, uint64_t trio, Aims a, uint32_t names)
{
    int name;
    EACH_KIND(name, names) at = put_each(at, trio | ARG(4, name), 3, a);
    return at;
}

static inline uint64_t three_of(Seat who, int a, int b, int c)
{
    return verb_word(V_TRIO, who) | ARG(0, a) | ARG(1, b) | ARG(2, c);
}

/* Pairs with a Feral or the Godcat in them. */
static Move *wild_pairs(const State *s, Seat who, uint32_t one, Aims targets, Move *at)
{
    uint32_t names = s->combos ? ~KIND_BIT(GODCAT) : CATS;
    int c;
    if (one & KIND_BIT(FERAL))
        EACH_KIND(c, one & CATS & ~KIND_BIT(FERAL)) at = put_each(at, two_of(who, (uint64_t)c, FERAL), 2, targets);
    if (one & KIND_BIT(GODCAT))
        EACH_KIND(c, one & names & ~(uint32_t)MORTAL_CARDS)
            at = put_each(at, two_of(who, (uint64_t)c, GODCAT), 2, targets);
    return at;
}

static Move *wild_trios(const State *s, Seat who, uint32_t one, uint32_t two, Aims targets, Move *at)
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

/* Five different names: every choice of five from the kinds held. Up to eight kinds are
 * bytes of one word, and a choice is what is left after dropping some of them. */
static inline uint64_t drop(uint64_t kinds, int i)
{
    uint64_t below = ((uint64_t)1 << 8 * i) - 1;
    return (kinds & below) | (kinds >> 8 & ~below);
}

/* Six kinds, of which one not before `from` is left out, the last one first: to leave out
 * the one before it instead is to exchange a byte. */
static inline Move *keep_five_of_six(uint64_t kinds, int from, uint64_t word, Move *at)
{
    uint64_t exchange = (kinds ^ kinds >> 8) << 24;
    put(at, word |= kinds << 24);
    for (int i = 4; i >= 0; i--) put(at + 5 - i, word ^= exchange & (uint64_t)0xff << (24 + 8 * i));
    return at + 6 - from;
}

static Move *keep_five(uint64_t kinds, int n, int from, uint64_t word, Move *at)
{
    if (n == 6) return keep_five_of_six(kinds, from, word, at);
    for (int i = from; i < 6; i++) at = keep_five(drop(kinds, i), n - 1, i, word, at);
    return at;
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
    uint64_t word = verb_word(V_FIVE, who), kinds = 0;
    uint32_t left = one;
    int n = 0;
    for (; n < 5; n++, left &= left - 1) kinds |= (uint64_t)__builtin_ctz(left) << 8 * n;
    if (!left) return put(at, word | kinds << 24);
    for (; left && n < 8; n++, left &= left - 1) kinds |= (uint64_t)__builtin_ctz(left) << 8 * n;
    return left ? fives_of_many(one, word, at) : keep_five(kinds, n, 0, word, at);
}

static inline bool five_or_more(uint32_t kinds)
{
    for (int i = 0; i < 4; i++) kinds &= kinds - 1;
    return kinds;
}

/* ---- a turn -------------------------------------------------------------------- */

/* Cards laid down by themselves, or the Godcat as one of them. */
static inline Move *lone(const State *s, Seat who, uint32_t may, int verb, Aims rich, Move *at)
{
    uint64_t aimed = verb_word(verb + 1, who);
    uint32_t here = edition[s->edition].lone;
    may &= here;
    if (s->godcat != MAT) may &= ~KIND_BIT(ARMAGEDDON);
    at = put_kinds(at, verb_word(verb, who), may & ~(uint32_t)AIMED_CARDS, 2);
    if (here & KIND_BIT(TARGETED))
        at = put_unless(at, ~may >> TARGETED & 1, aimed | ARG(0, TARGETED), 1, aim(others(s->alive, who)));
    return put_unless(at, ~may >> FAVOR & 1, aimed | ARG(0, FAVOR), 1, rich);
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
    Aims rich = aim(others(s->stocked, who));
    int c;
    EACH_KIND(c, h.two & (h.two - 1)) at = put_each(at, two_of(who, (uint64_t)c, (uint64_t)c), 2, rich);
    if (s->combos) EACH_KIND(c, h.three) at = put_trios(at, three_of(who, c, c, c), rich, edition[s->edition].held);
    if (!(h.one & WILD_CARDS)) return at;
    if (h.one & KIND_BIT(GODCAT)) at = lone(s, who, DIVINE_CARDS, V_AS, rich, at);
    at = wild_pairs(s, who, h.one, rich, at);
    return s->combos ? wild_trios(s, who, h.one, h.two, rich, at) : at;
}

Move *kittens_turn(const State *s, Seat who, Move *at)
{
    Held h = held(s, who);
    Aims rich = aim(others(s->stocked, who));
    uint64_t pair = first_kind(h.two);
    bool five = s->combos && edition[s->edition].five && five_or_more(h.one);
    put(at, verb_word(V_DRAW, who));
    at += s->pile_n > 0;
    at = lone(s, who, h.one, V_PLAY, rich, at);
    at = put_unless(at, no_kind(pair), two_of(who, pair, pair), 2, rich);
    if ((h.two & (h.two - 1)) | h.three | (h.one & WILD_CARDS)) at = uncommon(s, who, at);
    return five ? fives(h.one, who, at) : at;
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

static Move *defuses(const State *s, Seat who, Move *at)
{
    for (int with = 0; with < 2; with++) {
        if (!holds(s, who, with ? GODCAT : DEFUSE)) continue;
        for (int depth = 0; depth <= s->pile_n; depth++)
            at = put(at, verb_word(with ? V_DEFUSE_GODCAT : V_DEFUSE, who) | ARG(0, depth));
    }
    return at;
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
LISTS(giving, put_kinds(at, verb_word(V_GIVE, who), hand_one(&s->hand[who]), 4))
LISTS(stealing, put_both(at, V_STEAL_OTHER, V_STEAL_GODCAT, who))
LISTS(taking, put_kinds(at, verb_word(V_TAKE, who), discarded(s), 4))
LISTS(hecking, put_both(at, V_KEEP, V_TOP, who))
LISTS(choosing, put_both(at, V_STAY, V_SWAP, who))

static Move *setting(const State *s, Seat who, Move *at)
{
    Aims living = aim(others(s->alive, who));
    at = put_each(at, verb_word(V_SET_GODCAT, who), 0, living);
    return put_each(at, verb_word(V_SET_DEVILCAT, who), 0, living);
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
