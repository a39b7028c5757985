/* SPDX-License-Identifier: MIT
 *
 * playout.c - random play to the end, as searches and simulations want it by the million:
 * draw one of the moves that offer.h describes, play it. What is offered is legal, so nothing is
 * checked again; chance has no choice, so it is not asked for one; and everybody who has nothing
 * to say in a Nope window lets it happen in one go. */
#include "offer.h"

static_assert((int)DEALING == V_DEAL && (int)SHUFFLING == V_SHUFFLE && (int)PICKING == V_PICK && PICKING < TURN,
              "while chance is asked, the phase is its move");

typedef struct { uint32_t choices, played; } Tally;

/* A move whose verb is known here costs no jump. */
#define DO(...) kittens_quietly(s, &(Move){ .seat = who, __VA_ARGS__ }, x)

static inline void do_word(State *s, int verb, uint64_t word, const Extra *x)
{
    Move m;
    put(&m, word);
    m.verb = (uint8_t)verb;
    kittens_quietly(s, &m, x);
}

static __attribute__((noinline, flatten)) void do_any(State *s, uint64_t word, const Extra *x)
{
    Move m;
    put(&m, word);
    kittens_quietly(s, &m, x);
}

/* ---- a turn -------------------------------------------------------------------- */

/* What only Ferals and the Godcat can do. Kept apart: most hands have neither. */
typedef struct { Lone lone; uint32_t n; SeatSet rich; Combo combo[WILD_COMBOS]; } Wild;

static __attribute__((noinline)) uint32_t find_wild(const State *s, Seat who, Wild *w)
{
    const Held h = held(s, who);
    w->rich = h.rich;
    w->lone = lone(s, &h, h.one & KIND_BIT(GODCAT) ? DIVINE_CARDS : 0);
    wild_combos(s, who, &h, w->combo);
    w->n = size(w->lone.plain) + size(w->lone.targeted) + size(w->lone.favor);
    for (int i = 0; i < WILD_COMBOS; i++) w->n += combo_size(&w->combo[i], size(h.rich));
    return w->n;
}

static __attribute__((noinline)) uint64_t nth_wild(Seat who, const Wild *w, uint32_t i)
{
    const Combo *c = w->combo;
    uint32_t plain = size(w->lone.plain), targeted = size(w->lone.targeted), favor = size(w->lone.favor);
    if (i < plain) return verb_word(V_AS, who) | ARG(0, nth_of(w->lone.plain, i));
    if ((i -= plain) < targeted)
        return verb_word(V_AS_AT, who) | ARG(0, TARGETED) | ARG(1, nth_of(w->lone.targeted, i));
    if ((i -= targeted) < favor) return verb_word(V_AS_AT, who) | ARG(0, FAVOR) | ARG(1, nth_of(w->lone.favor, i));
    for (i -= favor; i >= combo_size(c, size(w->rich)); c++) i -= combo_size(c, size(w->rich));
    return combo_nth(c, w->rich, i);
}

/* What the table allows from the first turn to the last. */
typedef struct { uint32_t held, lone, pairs, trios, five, names; } Terms;

static inline Terms terms(const State *s, const Edition *e)
{
    return (Terms){ .held = e->held, .lone = e->lone, .pairs = s->combos ? e->held : CATS,
                    .trios = s->combos ? e->held : 0, .five = s->combos && e->five ? e->held : 0,
                    .names = size(e->held) };
}

/* Row by row at `target`: a Favor, the pairs, and the trios with every name. */
static inline void rob(State *s, Seat who, uint8_t target, uint32_t row, uint32_t favor, uint32_t two, uint32_t three,
                       const Terms *t, const Extra *x)
{
    uint8_t c;
    if (row < favor) DO(.verb = V_PLAY_AT, .arg = { FAVOR, target });
    else if ((row -= favor) < size(two)) c = (uint8_t)nth_of(two, row), DO(.verb = V_PAIR, .arg = { c, c, target });
    else {
        c = (uint8_t)nth_of(three, (row -= size(two)) / t->names);
        DO(.verb = V_TRIO, .arg = { c, c, c, target, (uint8_t)nth_of(t->held, row % t->names) });
    }
}

/* The compiler forgets what it has read of the state. It would carry all that along to save a
 * few loads, and leave no register for the numbers that everything waits for. */
#define READ_AFRESH() __asm__ volatile("" ::: "memory")

/* With no card to draw, which happens on rigged tables only. False if nothing can be done. */
static __attribute__((noinline, cold)) bool take_turn_listed(State *s, Seat who, const Extra *x, Tally *tally)
{
    Move all[MAX_MOVES];
    uint32_t n = (uint32_t)(kittens_turn(s, who, all) - all);
    tally->choices += n > 1;
    if (n) kittens_quietly(s, all + dice_pick(x->dice, n), x);
    return n;
}

/* The seat comes as a whole word, or it would be widened again wherever it is used. */
static inline bool take_turn(State *s, uint32_t seat, const Terms *t, const Extra *x, Tally *tally)
{
    const Seat who = (Seat)seat;
    if (__builtin_expect(!s->pile_n, 0)) return take_turn_listed(s, who, x, tally);
    const Hand h = s->hand[who];
    const SeatSet rich = others(s->stocked, who);
    uint32_t one = hand_one(&h) & t->held, two = hand_two(&h) & t->pairs, three = hand_three(&h) & t->trios;
    uint32_t may = one & t->lone & ~((uint32_t)(s->godcat != MAT) << ARMAGEDDON), kinds = may & ~(uint32_t)AIMED_CARDS;
    uint32_t plain = size(kinds), targeted = (may >> TARGETED & 1) * size(others(s->alive, who));
    uint32_t favor = may >> FAVOR & 1, twos = size(two), robbing = size(rich) * (favor + twos + size(three) * t->names);
    Wild w;
    uint32_t wild = one & WILD_CARDS ? find_wild(s, who, &w) : 0;
    uint32_t n = 1 + plain + targeted + robbing + wild + kittens_five_size(one & t->five), i = dice_pick(x->dice, n);
    tally->choices += n > 1;
    READ_AFRESH();
    if (!i) DO(.verb = V_DRAW);
    else if (--i < plain) DO(.verb = V_PLAY, .arg = { (uint8_t)nth_of(kinds, i) });
    else if ((i -= plain) < targeted)
        DO(.verb = V_PLAY_AT, .arg = { TARGETED, (uint8_t)nth_of(others(s->alive, who), i) });
    else if ((i -= targeted) < robbing)
        rob(s, who, (uint8_t)nth_of(rich, i % size(rich)), i / size(rich), favor, two, three, t, x);
    else if ((i -= robbing) < wild) do_any(s, nth_wild(who, &w, i), x);
    else do_word(s, V_FIVE, kittens_five_nth(one & t->five, who, i - wild), x);
    return true;
}

/* ---- decisions that follow ------------------------------------------------------- */

static __attribute__((noinline)) uint32_t put_in_order(State *s, Seat who, const Extra *x)
{
    Move all[MOST_ORDERS];
    uint32_t n = (uint32_t)(kittens_list_orders(s, who, all) - all);
    kittens_quietly(s, all + dice_pick(x->dice, n), x);
    return n;
}

/* Returns how many moves there were to choose from. The second verb comes right after the first: to add is faster
 * than to choose. */
static_assert(V_NOPE == V_PASS + 1 && V_STEAL_GODCAT == V_STEAL_OTHER + 1 && V_TOP == V_KEEP + 1
              && V_SWAP == V_STAY + 1 && V_SET_DEVILCAT == V_SET_GODCAT + 1 && V_DEFUSE_GODCAT == V_DEFUSE + 1,
              "the verbs of Either are neighbours");
static inline uint32_t decide(State *s, const Extra *x)
{
    const Seat who = (Seat)__builtin_ctz(s->asked);
    if (s->phase == ORDERING) return put_in_order(s, who, x);
    const Either e = either(s, who);
    uint32_t first = (uint32_t)__builtin_popcountll(e.first), n = first + (uint32_t)__builtin_popcountll(e.second);
    uint32_t i = dice_pick(x->dice, n);
    bool next = i >= first;
    if (!n) return 0;
    do_any(s, verb_word(e.verb[0] + next, who) | ARG(0, nth_of64(next ? e.second : e.first, next ? i - first : i)), x);
    return n;
}

static inline void answer(State *s, const Extra *x, Tally *tally)
{
    const SeatSet passing = silent(s);
    tally->played += size(passing);
    s->asked &= (SeatSet)~passing;
    if (!s->asked) {
        kittens_close_quietly(s);
        return;
    }
    const Seat who = (Seat)__builtin_ctz(s->asked);
    if (dice_pick(x->dice, 2)) DO(.verb = V_NOPE);
    else DO(.verb = V_PASS);
    tally->choices++;
    tally->played++;
}

/* ---- a game ------------------------------------------------------------------------ */

static inline __attribute__((always_inline)) Tally play_out(State *s, const Extra *x, const Edition *e)
{
    const Terms t = terms(s, e);
    Tally tally = { 0, 0 };
    while (s->asked) {
        for (uint32_t seat = s->turn; s->phase == TURN; seat = s->turn) {
            if (!take_turn(s, seat, &t, x, &tally)) return tally;
            tally.played++;
        }
        if (s->phase < TURN) {
            kittens_quietly(s, &(Move){ .verb = s->phase, .seat = SEAT_CHANCE }, x);
            tally.played++;
        } else if (s->phase == WINDOW) {
            answer(s, x, &tally);
        } else if (s->asked) {
            uint32_t n = decide(s, x);
            if (!n) break;
            tally.choices += n > 1;
            tally.played++;
        }
    }
    return tally;
}

/* Once for each edition: what it allows is then a constant. */
#define PLAYS(name, id)                                                            \
    static __attribute__((noinline, flatten)) Tally name(State *s, const Extra *x) \
    {                                                                              \
        return play_out(s, x, &kittens_edition[id]);                               \
    }
PLAYS(play_kittens, KITTENS)
PLAYS(play_goodevil, GOODEVIL)
PLAYS(play_party, PARTY)

uint32_t kittens_playout(void *state, const Extra *x, Move *list, uint32_t *moves)
{
    static Tally (*const play[EDITIONS])(State *, const Extra *) = {
        [KITTENS] = play_kittens, [GOODEVIL] = play_goodevil, [PARTY] = play_party,
    };
    State *s = state;
    const Tally tally = play[s->edition](s, x);
    (void)list;
    *moves += tally.played;
    return tally.choices;
}
