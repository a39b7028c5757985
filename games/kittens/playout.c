/* SPDX-License-Identifier: MIT
 *
 * playout.c - random play to the end, as searches and simulations want it by the million:
 * draw one of the moves that offer.h describes, play it. What is offered is legal, so nothing is
 * checked again; chance has no choice, so it is not asked for one; and everybody who has nothing
 * to say in a Nope window lets it happen in one go. */
#include "offer.h"

static_assert((int)DEALING == V_DEAL && (int)SHUFFLING == V_SHUFFLE && (int)PICKING == V_PICK && PICKING < TURN,
              "while chance is asked, the phase is its move");

/* Those asked before the first one with a Nope can only pass. */
static inline SeatSet silent(const State *s)
{
    uint32_t nopers = s->asked & s->nopers;
    return (SeatSet)(s->asked & ((nopers & -nopers) - 1));
}

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
    if ((i -= plain) < targeted) return verb_word(V_AS_AT, who) | ARG(0, TARGETED) | ARG(1, nth_of(w->lone.targeted, i));
    if ((i -= targeted) < favor) return verb_word(V_AS_AT, who) | ARG(0, FAVOR) | ARG(1, nth_of(w->lone.favor, i));
    for (i -= favor; i >= combo_size(c, size(w->rich)); c++) i -= combo_size(c, size(w->rich));
    return combo_nth(c, w->rich, i);
}

/* Returns how many moves there were to choose from. */
static inline uint32_t take_turn(State *s, const Extra *x)
{
    const Seat who = s->turn;
    const Held h = held(s, who);
    const Lone l = lone(s, &h, h.one);
    const Combo two = pairs(who, &h), three = trios(s, who, &h);
    Wild w;
    uint32_t names = five_names(s, &h);
    uint32_t draw = s->pile_n > 0, plain = size(l.plain), targeted = size(l.targeted), aimed = targeted + size(l.favor);
    uint32_t twos = combo_size(&two, size(h.rich)), threes = combo_size(&three, size(h.rich));
    uint32_t wild = h.one & WILD_CARDS ? find_wild(s, who, &w) : 0;
    uint32_t n = draw + plain + aimed + twos + threes + wild + five_size(names), i = dice_pick(x->dice, n);
    if (!n) return 0;                                /* only a rigged table comes to this */
    if (i < draw) DO(.verb = V_DRAW);
    else if ((i -= draw) < plain) DO(.verb = V_PLAY, .arg = { (uint8_t)nth_of(l.plain, i) });
    else if ((i -= plain) < aimed) {
        if (i < targeted) DO(.verb = V_PLAY_AT, .arg = { TARGETED, (uint8_t)nth_of(l.targeted, i) });
        else DO(.verb = V_PLAY_AT, .arg = { FAVOR, (uint8_t)nth_of(l.favor, i - targeted) });
    }
    else if ((i -= aimed) < twos) do_word(s, V_PAIR, combo_nth(&two, h.rich, i), x);
    else if ((i -= twos) < threes) do_word(s, V_TRIO, combo_nth(&three, h.rich, i), x);
    else if ((i -= threes) < wild) do_any(s, nth_wild(who, &w, i), x);
    else do_word(s, V_FIVE, five_nth(names, who, i - wild), x);
    return n;
}

/* ---- decisions that follow ------------------------------------------------------- */

static __attribute__((noinline)) uint32_t put_in_order(State *s, Seat who, const Extra *x)
{
    Move all[MOST_ORDERS];
    uint32_t n = (uint32_t)(list_orders(s, who, all) - all);
    kittens_quietly(s, all + dice_pick(x->dice, n), x);
    return n;
}

static inline uint32_t decide(State *s, const Extra *x)
{
    const Seat who = (Seat)__builtin_ctz(s->asked);
    if (s->phase == ORDERING) return put_in_order(s, who, x);
    const Either e = either(s, who);
    uint32_t first = (uint32_t)__builtin_popcountll(e.first), n = first + (uint32_t)__builtin_popcountll(e.second);
    uint32_t i = dice_pick(x->dice, n);
    bool next = i >= first;
    if (!n) return 0;
    do_any(s, verb_word(e.verb + next, who) | ARG(0, nth_of64(next ? e.second : e.first, next ? i - first : i)), x);
    return n;
}

__attribute__((flatten)) uint32_t kittens_playout(void *state, const Extra *x, Move *list, uint32_t *moves)
{
    State *s = state;
    uint32_t choices = 0, played = 0;
    (void)list;
    while (s->asked) {
        uint32_t n;
        if (s->phase < TURN) {
            kittens_quietly(s, &(Move){ .verb = s->phase, .seat = SEAT_CHANCE }, x);
            n = 1;
        } else if (s->phase == TURN) {
            n = take_turn(s, x);
        } else {
            if (s->phase == WINDOW) {
                SeatSet passing = silent(s);
                played += size(passing);
                s->asked &= (SeatSet)~passing;
                if (!s->asked) {
                    kittens_close_quietly(s);
                    continue;
                }
            }
            n = decide(s, x);
        }
        if (!n) break;
        choices += n > 1;
        played++;
    }
    *moves += played;
    return choices;
}
