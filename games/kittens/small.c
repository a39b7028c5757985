/* SPDX-License-Identifier: MIT
 *
 * small.c - moves as small actions and views as features (core/small.h). The sets of offer.h say what is possible,
 * so no list of moves is written. */
#include "small.h"

#include "offer.h"

/* ---- what may be chosen first --------------------------------------------------- */

/* Combos with wild cards: the first action of each of offer.h's groups, and the card that it stands for. */
static const struct { uint16_t first; uint8_t card; } wild_row[WILD_COMBOS] = {
    { A_PAIR_FERAL, TABBY }, { A_PAIR_GODCAT, DEFUSE }, { A_TRIO_FERAL, TABBY }, { A_TRIO_FERALS, TABBY },
    { A_TRIO_GODCAT, DEFUSE }, { A_TRIO_BOTH, TABBY },
};

/* The kinds that can be laid down by themselves, now that there is somebody to aim them at. */
static inline uint32_t lone_kinds(Lone l)
{
    return (l.plain | (uint32_t)(l.targeted != 0) << TARGETED | (uint32_t)(l.favor != 0) << FAVOR) >> ATTACK;
}

static __attribute__((noinline)) void may_wild(const State *s, Seat who, const Held *h, uint64_t *may)
{
    Combo c[WILD_COMBOS];
    wild_combos(s, who, h, c);
    small_put(may, A_AS, lone_kinds(lone(s, h, h->one & KIND_BIT(GODCAT) ? DIVINE_CARDS : 0)));
    for (int i = 0; h->rich && i < WILD_COMBOS; i++)
        if (c[i].names) small_put(may, wild_row[i].first, c[i].kinds >> wild_row[i].card);
}

static inline void may_turn(const State *s, Seat who, uint64_t *may)
{
    const Held h = held(s, who);
    uint32_t rob = h.rich ? UINT32_MAX : 0;
    small_put(may, A_DRAW, s->pile_n != 0);
    small_put(may, A_PLAY, lone_kinds(lone(s, &h, h.one)));
    small_put(may, A_PAIR, (h.two & rob) >> DEFUSE);
    small_put(may, A_TRIO, (h.three & rob) >> DEFUSE);
    small_put(may, A_FIVE, kittens_five_size(five_names(s, &h)) != 0);
    if (h.one & WILD_CARDS) may_wild(s, who, &h, may);
}

/* The orders by places, 0 being the top. */
static const uint8_t order_of[ORDERS][DEEPEST_LOOK] = {
    { 0, 1, 2 }, { 0, 2, 1 }, { 1, 0, 2 }, { 1, 2, 0 }, { 2, 0, 1 }, { 2, 1, 0 },
};

static uint64_t ordered(const State *s, int order)
{
    uint64_t word = 0;
    for (int i = 0; i < look_depth(s); i++) word |= ARG(i, pile_top(s, order_of[order][i]));
    return word;
}

/* Two cards are ordered by those orders that leave the third where it is. */
static bool order_fits(const State *s, int order)
{
    return look_depth(s) == DEEPEST_LOOK || order_of[order][DEEPEST_LOOK - 1] == DEEPEST_LOOK - 1;
}

/* Of orders that make the same of equal cards only the first. */
static void may_order(const State *s, uint64_t *may)
{
    for (int i = 0; i < ORDERS; i++) {
        bool first = order_fits(s, i);
        for (int k = 0; first && k < i; k++) first = !order_fits(s, k) || ordered(s, k) != ordered(s, i);
        small_put(may, A_ORDER + i, first);
    }
}

static void may_follow(const State *s, Seat who, uint64_t *may)
{
    switch ((Phase)s->phase) {
    case WINDOW:      small_put(may, A_PASS, 1), small_put(may, A_NOPE, holds(s, who, NOPE)); break;
    case GIVING:      small_put(may, A_GIVE, hand_one(&s->hand[who]) >> DEFUSE); break;
    case STEALING:    small_put(may, A_STEAL_OTHER, 1), small_put(may, A_STEAL_GODCAT, 1); break;
    case TAKING:      small_put(may, A_TAKE, discarded(s) >> DEFUSE); break;
    case ORDERING:    may_order(s, may); break;
    case HECK_CHOICE: small_put(may, A_KEEP, 1), small_put(may, A_TOP, 1); break;
    case SETTING:     small_put(may, A_SET_GODCAT, 1), small_put(may, A_SET_DEVILCAT, 1); break;
    case CHOOSING:    small_put(may, A_STAY, 1), small_put(may, A_SWAP, 1); break;
    case DEFUSING:
        small_put(may, A_DEFUSE, holds(s, who, DEFUSE));
        small_put(may, A_DEFUSE_GODCAT, holds(s, who, GODCAT));
        break;
    case DEALING: case SHUFFLING: case PICKING: case TURN: case OVER: break;
    }
}

/* ---- what completes it ------------------------------------------------------------ */

/* Of each verb that takes more than one action: how many, which argument is the target, how many cards come before it,
 * and its place in the feature `begun`. */
static const struct { uint8_t actions, target, cards, begun; } part[VERBS] = {
    [V_PLAY_AT] = { 2, 1, 1, 0 }, [V_AS_AT] = { 2, 1, 1, 1 }, [V_PAIR] = { 2, 2, 2, 2 }, [V_TRIO] = { 3, 3, 3, 3 },
    [V_FIVE] = { 3, 0, 0, 4 }, [V_SET_GODCAT] = { 2, 0, 0, 5 }, [V_SET_DEVILCAT] = { 2, 0, 0, 6 },
    [V_DEFUSE] = { 2, 0, 0, 7 }, [V_DEFUSE_GODCAT] = { 2, 0, 0, BEGUN - 1 },
};

static SeatSet targets(const State *s, const Move *m)
{
    bool rob = m->verb == V_PAIR || m->verb == V_TRIO || (part[m->verb].target == 1 && m->arg[0] == FAVOR);
    return others(rob ? s->stocked : s->alive, m->seat);
}

/* Five different cards are the i-th of all sets of five kinds that the hand has, written in two digits. Sets are
 * ordered as numbers whose bits are the kinds. */
static uint32_t fives(const State *s, Seat who)
{
    const Held h = held(s, who);
    return five_names(s, &h);
}

static uint64_t below(uint32_t n) { return n >= 64 ? UINT64_MAX : ((uint64_t)1 << n) - 1; }

static void may_five(const State *s, const Chosen *so_far, uint64_t *may)
{
    uint32_t n = kittens_five_size(fives(s, so_far->move.seat)), from = so_far->move.arg[0] * (uint32_t)DIGIT;
    if (so_far->n == 1) small_put(may, A_NUMBER, below((n + DIGIT - 1) / DIGIT));
    else small_put(may, A_NUMBER, below(n - from < DIGIT ? n - from : DIGIT));
}

static void may_complete(const State *s, const Chosen *so_far, uint64_t *may)
{
    const Move *m = &so_far->move;
    if (m->verb == V_FIVE) may_five(s, so_far, may);
    else if (so_far->n == 2) small_put(may, A_NAME, kittens_edition[s->edition].held >> DEFUSE);
    else if (m->verb >= V_DEFUSE) small_put(may, A_NUMBER, below(s->pile_n + 1u));
    else small_put(may, A_AT, small_seats(targets(s, m), m->seat, s->seats) >> 1);
}

static void may(const void *state, const Chosen *so_far, uint64_t *set)
{
    const State *s = state;
    if (so_far->n) may_complete(s, so_far, set);
    else if (s->phase == TURN) may_turn(s, so_far->move.seat, set);
    else may_follow(s, so_far->move.seat, set);
}

/* ---- from actions to a move --------------------------------------------------------- */

enum {
#define X(id, n, card, low, name, what) ROW_##id,
    ACTION_ROWS(X)
#undef X
    ROWS
};

/* The row of every action. */
#define TIMES_1(x)  x,
#define TIMES_5(x)  x, x, x, x, x,
#define TIMES_6(x)  TIMES_5(x) x,
#define TIMES_9(x)  TIMES_5(x) x, x, x, x,
#define TIMES_11(x) TIMES_5(x) TIMES_6(x)
#define TIMES_20(x) TIMES_9(x) TIMES_11(x)
#define TIMES_61(x) TIMES_20(x) TIMES_20(x) TIMES_20(x) x,
static const uint8_t row_of[] = {
#define X(id, n, card, low, name, what) TIMES_##n(ROW_##id)
    ACTION_ROWS(X)
#undef X
};
static_assert(sizeof row_of == SMALL_ACTIONS, "every action has a row");

static const uint16_t row_begins[ROWS] = {
#define X(id, n, card, low, name, what) id,
    ACTION_ROWS(X)
#undef X
};

/* What the actions of a row begin: a verb, its wild cards, and which arguments are the row's card. The rows that are
 * missing only complete a move. */
static const struct { uint8_t verb, card; uint64_t wild, at; } row[ROWS] = {
    [ROW_A_DRAW] = { .verb = V_DRAW }, [ROW_A_PASS] = { .verb = V_PASS }, [ROW_A_NOPE] = { .verb = V_NOPE },
    [ROW_A_PLAY] = { .verb = V_PLAY, .card = ATTACK, .at = ONCE },
    [ROW_A_PAIR] = { .verb = V_PAIR, .card = DEFUSE, .at = TWICE },
    [ROW_A_TRIO] = { .verb = V_TRIO, .card = DEFUSE, .at = THRICE }, [ROW_A_FIVE] = { .verb = V_FIVE },
    [ROW_A_GIVE] = { .verb = V_GIVE, .card = DEFUSE, .at = ONCE },
    [ROW_A_TAKE] = { .verb = V_TAKE, .card = DEFUSE, .at = ONCE }, [ROW_A_DEFUSE] = { .verb = V_DEFUSE },
    [ROW_A_DEFUSE_GODCAT] = { .verb = V_DEFUSE_GODCAT }, [ROW_A_ORDER] = { .verb = V_ORDER },
    [ROW_A_AS] = { .verb = V_AS, .card = ATTACK, .at = ONCE },
    [ROW_A_PAIR_FERAL] = { .verb = V_PAIR, .card = TABBY, .wild = ARG(1, FERAL), .at = ONCE },
    [ROW_A_PAIR_GODCAT] = { .verb = V_PAIR, .card = DEFUSE, .wild = ARG(1, GODCAT), .at = ONCE },
    [ROW_A_TRIO_FERAL] = { .verb = V_TRIO, .card = TABBY, .wild = ARG(2, FERAL), .at = TWICE },
    [ROW_A_TRIO_FERALS] = { .verb = V_TRIO, .card = TABBY, .wild = ARG(1, FERAL) | ARG(2, FERAL), .at = ONCE },
    [ROW_A_TRIO_GODCAT] = { .verb = V_TRIO, .card = DEFUSE, .wild = ARG(2, GODCAT), .at = TWICE },
    [ROW_A_TRIO_BOTH] = { .verb = V_TRIO, .card = TABBY, .wild = ARG(1, FERAL) | ARG(2, GODCAT), .at = ONCE },
    [ROW_A_STEAL_OTHER] = { .verb = V_STEAL_OTHER }, [ROW_A_STEAL_GODCAT] = { .verb = V_STEAL_GODCAT },
    [ROW_A_KEEP] = { .verb = V_KEEP }, [ROW_A_TOP] = { .verb = V_TOP }, [ROW_A_SET_GODCAT] = { .verb = V_SET_GODCAT },
    [ROW_A_SET_DEVILCAT] = { .verb = V_SET_DEVILCAT }, [ROW_A_STAY] = { .verb = V_STAY },
    [ROW_A_SWAP] = { .verb = V_SWAP },
};
static_assert(V_PLAY_AT == V_PLAY + 1 && V_AS_AT == V_AS + 1, "the verb with a target comes after the one without");

static uint64_t begin(const State *s, Seat who, int action)
{
    int r = row_of[action], card = row[r].card + action - row_begins[r];
    if (r == ROW_A_ORDER) return verb_word(V_ORDER, who) | ordered(s, action - A_ORDER);
    uint32_t aimed = (r == ROW_A_PLAY || r == ROW_A_AS ? AIMED_CARDS : 0) >> card & 1;
    return (verb_word(row[r].verb, who) + aimed) | row[r].wild | row[r].at * (uint64_t)card;
}

static void complete(const State *s, Chosen *so_far, int action)
{
    Move *m = &so_far->move;
    if (m->verb == V_FIVE && so_far->n == 2) {
        uint32_t i = m->arg[0] * (uint32_t)DIGIT + (uint32_t)(action - A_NUMBER);
        put(m, kittens_five_nth(fives(s, m->seat), m->seat, i));
    } else if (so_far->n == 2) {
        m->arg[4] = (uint8_t)(DEFUSE + action - A_NAME);
    } else if (action >= A_NUMBER) {
        m->arg[0] = (uint8_t)(action - A_NUMBER);
    } else {
        m->arg[part[m->verb].target] = (uint8_t)((m->seat + 1 + action - A_AT) % s->seats);
    }
}

static bool say(const void *state, Chosen *so_far, int action, const char **word)
{
    (void)word;
    if (so_far->n) complete(state, so_far, action);
    else put(&so_far->move, begin(state, so_far->move.seat, action));
    return so_far->n + 1 >= part[so_far->move.verb].actions;
}

static void play(void *state, const Move *m) { kittens_quietly(state, m, NULL); }

static SeatSet hush(void *state, uint64_t *moves)
{
    State *s = state;
    while (s->phase == WINDOW) {
        const SeatSet passing = silent(s);
        *moves += size(passing);
        s->asked &= (SeatSet)~passing;
        if (s->asked) break;
        kittens_close_quietly(s);
    }
    return s->asked;
}

/* ---- features ------------------------------------------------------------------------- */

/* Ones at the members of a set. */
static inline void mark_set(uint8_t *at, uint32_t set)
{
    for (; set; set &= set - 1) at[__builtin_ctz(set)] = 1;
}

static void look_at_choice(const State *v, const Chosen *so_far, Features *f)
{
    const Move *m = &so_far->move;
    if (!so_far->n) return;
    f->begun[part[m->verb].begun] = 1;
    for (int i = 0; i < part[m->verb].cards; i++) f->chosen[m->arg[i] - DEFUSE]++;
    if (so_far->n < 2) return;
    if (m->verb == V_FIVE) f->digit[0] = (uint8_t)(1 + m->arg[0]);
    else f->aim[small_seat(m->arg[part[m->verb].target], m->seat, v->seats)] = 1;
}

static void look_at_hands(const State *v, Seat who, Features *f)
{
    uint32_t kinds = hand_one(&v->hand[who]);
    for (; kinds; kinds &= kinds - 1) {
        int c = __builtin_ctz(kinds);
        f->hand[c - DEFUSE] = (uint8_t)hand_count(&v->hand[who], c);
    }
    for (int i = 0; i < v->seats; i++) {
        Seat p = (Seat)((who + i) % v->seats);
        f->cards[i] = v->hand_n[p];
        if (i && v->sure[p][who]) mark_set(f->sure + (i - 1) * HELD_KINDS, sure_of(v, p, who) >> DEFUSE);
    }
    mark_set(f->alive, small_seats(v->alive, who, v->seats));
    mark_set(f->asked, small_seats(v->asked, who, v->seats));
    if (v->godcat != MAT) f->godcat[small_seat(v->godcat, who, v->seats)] = 1;
    else f->mat[0] = kittens_edition[v->edition].mat;
}

static void look_at_piles(const State *v, Features *f)
{
    f->pile[0] = v->pile_n;
    for (int i = 0; i < v->pile_n; i++) f->known[i] = pile_top(v, i);
    for (int i = 0; i < v->discard_n; i++) f->discard[discard_at(v, i) - KITTEN]++;
}

/* What lies on the table and may still be stopped, or is being carried out. */
static void look_at_action(const State *v, Seat who, Features *f)
{
    if (v->phase == TURN || v->phase == DEFUSING || v->phase == OVER) return;
    if (v->action < KINDS) f->action[v->action - ATTACK] = 1;
    else f->combo[v->action - PAIR] = 1;
    f->by[small_seat(v->by, who, v->seats)] = 1;
    if (v->target < v->seats) f->target[small_seat(v->target, who, v->seats)] = 1;
    if (v->named) f->named[v->named - DEFUSE] = 1;
    if (v->devil) f->devil[v->devil - DEVIL_AT_PLAYER] = 1;
    f->nopes[0] = v->nopes;
}

static void look(const void *view, const Chosen *so_far, uint8_t *out)
{
    const State *v = view;
    const Seat who = so_far->move.seat;
    Features *f = memset(out, 0, sizeof *f);
    if (v->phase >= TURN && v->phase < OVER) f->phase[v->phase - TURN] = 1;
    f->turn[small_seat(v->turn, who, v->seats)] = 1;
    f->owed[0] = v->owed;
    f->attacks[0] = v->attacks;
    f->seats[0] = v->seats;
    f->combos[0] = v->combos;
    f->percard[0] = v->per_card;
    f->fast[0] = v->fast;
    look_at_choice(v, so_far, f);
    look_at_hands(v, who, f);
    look_at_piles(v, f);
    look_at_action(v, who, f);
}

/* ---- the contract ------------------------------------------------------------------------ */

static const ActionRow action_rows[] = {
#define X(id, n, card, low, name, what) { name, n, card, low, what },
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

const Small kittens_small = {
    .action = action_rows, .feature = feature_rows, .actions = SMALL_ACTIONS, .features = sizeof(Features),
    .may = may, .say = say, .look = look, .play = play, .hush = hush,
};
