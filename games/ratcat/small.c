/* SPDX-License-Identifier: MIT
 *
 * small.c - moves as small actions and views as features (core/small.h). */
#include "../../core/small.h"
#include "ratcat.h"

/* X(id, how many, first number, name, what it means) */
#define ACTION_ROWS(X)                                                                               \
    X(A_TAKE_PILE, 1, 0, "take pile", "draw a card")                                                 \
    X(A_TAKE_DISCARD, 1, 0, "take discard", "take the top of the discard pile")                      \
    X(A_DISCARD, 1, 0, "discard", "discard the card in hand")                                        \
    X(A_DRAW2, 1, 0, "draw2", "use a Draw 2")                                                        \
    X(A_END, 1, 0, "end", "end the turn")                                                            \
    X(A_KNOCK, 1, 0, "knock", "end the turn with a knock")                                           \
    X(A_REPLACE, ROW, 1, "replace", "put the card in hand in this place of your row")                \
    X(A_PEEK, ROW, 1, "peek", "use a Peek: look at this place of your row")                          \
    X(A_SWAP, ROW, 1, "swap", "use a Swap: give away this place; then `with`, then `theirs`")        \
    X(A_WITH, SEATS - 1, 1, "with", "the player so many seats after you")                            \
    X(A_THEIRS, ROW, 1, "theirs", "the place in that player's row")

enum {
#define X(id, n, low, name, what) id, id##_LAST = id + (n) - 1,
    ACTION_ROWS(X)
#undef X
    SMALL_ACTIONS
};
static_assert((int)SMALL_ACTIONS <= (int)SMALL_MOST, "there is room for them in a set");

enum { CARDS = KINDS - ZERO, PLACES = SEATS * ROW, CLIPPED = 255 };

/* X(field, how many, first card or NO_CARD, largest value, what it means). Seats count from the observer; places go
 * through your own row, then the next seat's and so on. */
#define FEATURE_ROWS(X)                                                                                             \
    X(phase, 4, NO_CARD, 1, "what is asked: take a card, place the one from the discard pile, use the one from the " \
      "pile, end the turn; one of them is 1")                                                                       \
    X(mine, ROW, NO_CARD, 1, "a Swap that is not whole yet: your place")                                            \
    X(with, SEATS, NO_CARD, 1, "the player it is with, if chosen already")                                          \
    X(hand, CARDS, ZERO, 1, "the card in hand, as far as you see it")                                               \
    X(row, PLACES, NO_CARD, KINDS - 1, "the card you know there: 1 + its number, 11 Peek, 12 Swap, 13 Draw 2; "     \
      "0: unknown")                                                                                                 \
    X(seen, PLACES * SEATS, NO_CARD, 1, "of each place, which seats know the card")                                 \
    X(sure, PLACES, NO_CARD, 1, "everybody knows that a number lies there")                                         \
    X(total, SEATS, NO_CARD, CLIPPED, "points so far, 255 at most")                                                 \
    X(behind, SEATS, NO_CARD, CLIPPED, "points more than the best player who is in, 255 at most")                   \
    X(in, SEATS, NO_CARD, 1, "who is in the game")                                                                  \
    X(turn, SEATS, NO_CARD, 1, "whose turn it is")                                                                  \
    X(dealer, SEATS, NO_CARD, 1, "who dealt")                                                                       \
    X(knocked, SEATS, NO_CARD, 1, "who has knocked")                                                                \
    X(round, 1, NO_CARD, LAST_ROUND, "the number of this round")                                                    \
    X(rounds, 1, NO_CARD, 20, "the last one's number; 0: it does not end by rounds")                                \
    X(left, 1, NO_CARD, CLIPPED, "what a Draw 2 still promises")                                                    \
    X(aside, 1, NO_CARD, 3, "Draw 2 cards laid aside")                                                              \
    X(pile, 1, NO_CARD, DECK, "cards in the draw pile")                                                             \
    X(discard, DECK, NO_CARD, KINDS - 1, "the discard pile from the top, numbered as in `row`; 0: no more")         \
    X(discarded, CARDS, ZERO, DECK, "how many of each card lie there")                                              \
    X(hundred, 1, NO_CARD, 1, "option: whoever has 100 points is out")                                              \
    X(hebrew, 1, NO_CARD, 1, "option: a Draw 2 gives turns")                                                        \
    X(look, 1, NO_CARD, 1, "option: both look at swapped cards")                                                    \
    X(young, 1, NO_CARD, 1, "option: outer cards lie face up")                                                      \
    X(seats, 1, NO_CARD, SEATS, "players at the table")

typedef struct {
#define X(field, n, card, most, what) uint8_t field[n];
    FEATURE_ROWS(X)
#undef X
} Features;

/* ---- actions ---------------------------------------------------------------------- */

enum { ALL_PLACES = (1 << ROW) - 1 };

/* What may be swapped: for younger players only the inner cards. */
static uint32_t swappable(const State *s) { return s->young ? ALL_PLACES & ~OUTER : ALL_PLACES; }

static void may_use(const State *s, uint64_t *set)
{
    small_put(set, A_DISCARD, s->phase == HOLDING);
    if (is_number(s->hand)) small_put(set, A_REPLACE, ALL_PLACES);
    else if (s->hand == PEEK) small_put(set, A_PEEK, ALL_PLACES);
    else if (s->hand == SWAP) small_put(set, A_SWAP, swappable(s));
    else small_put(set, A_DRAW2, 1);
}

static void may_leave(const State *s, uint64_t *set)
{
    small_put(set, A_END, 1);
    small_put(set, A_KNOCK, s->knocked == SEAT_NONE);
}

static void may_begin(const State *s, uint64_t *set)
{
    switch ((Phase)s->phase) {
    case TURN:
        small_put(set, A_TAKE_PILE, can_draw(s));
        small_put(set, A_TAKE_DISCARD, can_take(s));
        if (is_stuck(s)) may_leave(s, set);
        break;
    case PLACING: case HOLDING: may_use(s, set); break;
    case ENDING:                may_leave(s, set); break;
    case DEALING: case SHUFFLING: case RESTOCKING: case OVER: break;
    }
}

static void may(const void *state, const Chosen *so_far, uint64_t *set)
{
    const State *s = state;
    Seat who = so_far->move.seat;
    if (!so_far->n) may_begin(s, set);
    else if (so_far->n == 1) small_put(set, A_WITH, small_seats(s->in, who, s->seats) >> 1);
    else small_put(set, A_THEIRS, swappable(s));
}

static uint8_t verb_of(int action)
{
    static const uint8_t plain[] = {
        [A_TAKE_PILE] = V_TAKE_PILE, [A_TAKE_DISCARD] = V_TAKE_DISCARD, [A_DISCARD] = V_DISCARD, [A_DRAW2] = V_DRAW2,
        [A_END] = V_END, [A_KNOCK] = V_KNOCK, [A_REPLACE] = V_REPLACE,
    };
    return action < A_REPLACE ? plain[action] : action < A_PEEK ? V_REPLACE : action < A_SWAP ? V_PEEK : V_SWAP;
}

static bool say(const void *state, Chosen *so_far, int action, const char **word)
{
    const State *s = state;
    Move *m = &so_far->move;
    (void)word;
    if (so_far->n == 1) {
        m->arg[1] = (uint8_t)((m->seat + 1 + action - A_WITH) % s->seats);
    } else if (so_far->n == 2) {
        m->arg[2] = (uint8_t)(1 + action - A_THEIRS);
    } else {
        m->verb = verb_of(action);
        if (action >= A_REPLACE) m->arg[0] = (uint8_t)(1 + (action - A_REPLACE) % ROW);
    }
    return m->verb != V_SWAP || so_far->n == 2;
}
static_assert(A_PEEK == A_REPLACE + ROW && A_SWAP == A_PEEK + ROW, "places are counted on from A_REPLACE");

/* ---- features ------------------------------------------------------------------------ */

static uint8_t clipped(int n) { return (uint8_t)(n < CLIPPED ? n : CLIPPED); }

static void look_at_row(const State *v, Seat who, int i, Features *f)
{
    Seat p = (Seat)((who + i) % v->seats);
    const Player *one = &v->player[p];
    for (int slot = 0; slot < ROW; slot++) {
        int place = i * ROW + slot;
        if (one->seen[slot] & eyes(v, who)) f->row[place] = one->card[slot];
        f->sure[place] = one->sure >> slot & 1;
        uint32_t seen = small_seats(one->seen[slot], who, v->seats);
        for (int k = 0; k < v->seats; k++) f->seen[place * SEATS + k] = seen >> k & 1;
    }
}

static void look_at_scores(const State *v, Seat who, Features *f)
{
    int best = UINT16_MAX;
    Seat p;
    EACH_SEAT(p, v->in)
        if (v->player[p].total < best) best = v->player[p].total;
    for (int i = 0; i < v->seats; i++) {
        int total = v->player[(who + i) % v->seats].total;
        f->total[i] = clipped(total);
        f->behind[i] = clipped(total > best ? total - best : 0);
    }
}

static void look_at_seats(const State *v, Seat who, Features *f)
{
    uint32_t in = small_seats(v->in, who, v->seats);
    for (int i = 0; i < v->seats; i++) {
        f->in[i] = in >> i & 1;
        look_at_row(v, who, i, f);
    }
    f->turn[small_seat(v->turn, who, v->seats)] = 1;
    if (v->dealer < v->seats) f->dealer[small_seat(v->dealer, who, v->seats)] = 1;
    if (v->knocked != SEAT_NONE) f->knocked[small_seat(v->knocked, who, v->seats)] = 1;
}

static void look_at_piles(const State *v, Features *f)
{
    f->pile[0] = v->pile_n;
    for (int i = 0; i < v->discard_n; i++) {
        f->discard[i] = discard_at(v, i);
        f->discarded[discard_at(v, i) - ZERO]++;
    }
    if (v->hand) f->hand[v->hand - ZERO] = 1;
}

static void look_at_choice(const Chosen *so_far, const State *v, Features *f)
{
    const Move *m = &so_far->move;
    if (so_far->n) f->mine[m->arg[0] - 1] = 1;
    if (so_far->n > 1) f->with[small_seat(m->arg[1], m->seat, v->seats)] = 1;
}

static void look(const void *view, const Chosen *so_far, uint8_t *out)
{
    const State *v = view;
    Seat who = so_far->move.seat;
    Features *f = memset(out, 0, sizeof *f);
    if (v->phase >= TURN && v->phase < OVER) f->phase[v->phase - TURN] = 1;
    look_at_choice(so_far, v, f);
    look_at_seats(v, who, f);
    look_at_scores(v, who, f);
    look_at_piles(v, f);
    f->round[0] = v->round;
    f->rounds[0] = v->ending == BY_ROUNDS ? v->rounds : 0;
    f->left[0] = v->left;
    f->aside[0] = v->aside;
    f->hundred[0] = v->ending == BY_LIMIT;
    f->hebrew[0] = v->hebrew;
    f->look[0] = v->look;
    f->young[0] = v->young;
    f->seats[0] = v->seats;
}

/* ---- the contract ----------------------------------------------------------------------- */

static const ActionRow action_rows[] = {
#define X(id, n, low, name, what) { name, n, NO_CARD, low, what },
    ACTION_ROWS(X)
#undef X
    { .name = NULL },
};

static const FeatureRow feature_rows[] = {
#define X(field, n, card, most, what) { #field, n, card, most, what },
    FEATURE_ROWS(X)
#undef X
    { .name = NULL },
};

const Small ratcat_small = {
    .action = action_rows, .feature = feature_rows, .actions = SMALL_ACTIONS, .features = sizeof(Features),
    .may = may, .say = say, .look = look,
};
