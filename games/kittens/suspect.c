/* SPDX-License-Identifier: MIT
 *
 * suspect.c - what the only opponent left may hold: suspected hands, each with its odds. A hand
 * with which a sharp player would have done something else than was seen has poor odds; and hands
 * that explain little make room for copies of those that explain much. */
#include "hunch.h"

/* How likely somebody does what sharp would not: people are not sharp all the time, and what
 * they know of the pile is guessed. */
static const float ODD = 0.1f;

static bool is_duel(const State *v, Seat me)
{
    return v->phase != DEALING && v->phase != OVER && v->alive >> me & 1 && __builtin_popcount(v->alive) == 2;
}

static Seat rival_of(const State *v, Seat me) { return (Seat)__builtin_ctz(others(v->alive, me)); }

/* ---- a hand in a world --------------------------------------------------------------- */

/* A hand being made up from cards that this seat cannot locate. */
typedef struct { Hand hand; int missing; uint8_t left[KINDS]; } Draft;

static Draft draft_of(const State *w, Seat me, Seat p)
{
    Draft f = { .missing = w->hand_n[p] };
    for (int c = 1; c < KINDS; c++) f.left[c] = (uint8_t)hand_count(&w->hand[p], c);
    for (int i = 0; i < w->pile_n; i++)
        if (!(w->pile_seen[i] >> me & 1)) f.left[w->card[i]]++;
    f.left[KITTEN] = 0;
    return f;
}

static void draft_card(Draft *f, int c)
{
    if (!f->missing || !f->left[c]) return;
    f->left[c]--;
    f->missing--;
    hand_add(&f->hand, c);
}

static void draft_any(Draft *f, Dice *d)
{
    uint32_t n = 0;
    int c = 0;
    for (int k = 1; k < KINDS; k++) n += f->left[k];
    for (uint32_t i = dice_below(d, n); i >= f->left[c]; c++) i -= f->left[c];
    draft_card(f, c);
}

static void draft_some(Draft *f, Hand want, Dice *d)
{
    for (int n = hand_size(&want); n && f->missing; n--) {
        int c = hand_nth(&want, (int)dice_below(d, (uint32_t)n));
        hand_remove(&want, c);
        draft_card(f, c);
    }
}

/* The hand nearest to the suspected one that this world allows: first the cards that this seat knows to be there,
 * then cards of the suspected hand, then any others that it cannot locate. */
static Hand fitting(const State *w, Seat me, Seat p, Hand want, Dice *d)
{
    Draft f = draft_of(w, me, p);
    uint32_t sure = sure_of(w, p, me);
    if (w->phase == DEFUSING && w->turn == p && holds(w, p, DEFUSE)) sure |= KIND_BIT(DEFUSE);
    for (uint32_t k = sure; k; k &= k - 1) draft_card(&f, __builtin_ctz(k));
    hand_take(&want, sure & hand_one(&want));
    draft_some(&f, want, d);
    while (f.missing) draft_any(&f, d);
    return f.hand;
}

static int find_hidden(const State *w, Seat me, int c)
{
    int i = w->pile_n - 1;
    while (i > 0 && (w->card[i] != c || w->pile_seen[i] >> me & 1)) i--;
    return i;
}

/* Make this hand equal to `want`: swap each missing card with a card of the pile that this seat has not seen, so
 * that the world still holds the same deck. */
static void hand_in(State *w, Seat me, Seat p, Hand want)
{
    Hand *h = &w->hand[p];
    for (int c = 1, spare = 1; c < KINDS; c++)
        while (hand_count(&want, c) > hand_count(h, c)) {
            while (hand_count(h, spare) <= hand_count(&want, spare)) spare++;
            w->card[find_hidden(w, me, c)] = (uint8_t)spare;
            hand_remove(h, spare);
            hand_add(h, c);
        }
    recount(w, p, 0);
}

/* ---- what was done ---------------------------------------------------------------------- */

/* The decision that an event tells of, V_DEAL for none; the first of its arguments that is a card which left the
 * hand, and how many there are. */
static const struct { uint8_t verb, card, cards; } told[EVENTS] = {
    [EV_DREW] = { V_DRAW, 0, 0 },    [EV_KITTEN] = { V_DRAW, 0, 0 },  [EV_PASSED] = { V_PASS, 0, 0 },
    [EV_NOPED] = { V_NOPE, 0, 0 },   [EV_PLAYED] = { V_PLAY, 0, 1 },  [EV_PAIRED] = { V_PAIR, 0, 2 },
    [EV_TRIO] = { V_TRIO, 0, 3 },    [EV_FIVE] = { V_FIVE, 0, 5 },    [EV_GAVE] = { V_GIVE, 1, 1 },
    [EV_DEFUSED] = { V_DEAL, 0, 1 },
};

static bool alike(const Event *e, const Move *would)
{
    int verb = would->verb == V_PLAY_AT ? V_PLAY : would->verb;
    return verb == told[e->kind].verb && (!told[e->kind].cards || would->arg[0] == e->arg[told[e->kind].card]);
}

/* ---- suspects ----------------------------------------------------------------------------- */

static State imagined(const Suspects *s, Seat me, Dice *d)
{
    State w = s->before;
    kittens_imagine(&w, me, d);
    return w;
}

static void gather(Suspects *s, Seat me, Seat p, Dice *d)
{
    for (int i = 0; i < SUSPECTS; i++) {
        s->hand[i] = imagined(s, me, d).hand[p];
        s->odds[i] = 1;
    }
    s->gathered = 1;
}

static float sum_of(const Suspects *s)
{
    float sum = 0;
    for (int i = 0; i < SUSPECTS; i++) sum += s->odds[i];
    return sum;
}

/* Replaces the suspects by copies of themselves, each as often as its odds say. All odds are 1 afterwards. */
static void gather_again(Suspects *s, Dice *d)
{
    Hand hand[SUSPECTS];
    float at = dice_part(d), upto = s->odds[0];
    for (int i = 0, k = 0; i < SUSPECTS; i++, at++) {
        while (upto < at && k < SUSPECTS - 1) upto += s->odds[++k];
        hand[i] = s->hand[k];
    }
    memcpy(s->hand, hand, sizeof hand);
    for (int i = 0; i < SUSPECTS; i++) s->odds[i] = 1;
}

/* Scales the odds so that their mean is 1. When a few hands have most of them, the others are replaced by copies of
 * these. */
static void even_out(Suspects *s, Dice *d)
{
    float mean = sum_of(s) / SUSPECTS, squares = 0;
    for (int i = 0; i < SUSPECTS; i++) {
        s->odds[i] /= mean;
        squares += s->odds[i] * s->odds[i];
    }
    if (squares > 2 * SUSPECTS) gather_again(s, d);
}

static void judge(Memory *m, Seat me, Seat p, const Event *e, const float *t, Dice *d)
{
    Suspects *s = &m->suspects;
    for (int i = 0; i < SUSPECTS; i++) {
        State w = imagined(s, me, d);
        s->hand[i] = fitting(&w, me, p, s->hand[i], d);
        hand_in(&w, me, p, s->hand[i]);
        kittens_lend(&w, me, m, t, d);
        Move would = kittens_pick(&w, p, t, d);
        if (!alike(e, &would)) s->odds[i] *= ODD;
    }
    even_out(s, d);
}

/* ---- cards that come and go ---------------------------------------------------------------- */

static void came(Suspects *s, int c)
{
    for (int i = 0; i < SUSPECTS; i++)
        if (hand_count(&s->hand[i], c) < HAND_MOST) hand_add(&s->hand[i], c);
}

static void went(Suspects *s, int c)
{
    for (int i = 0; i < SUSPECTS; i++) hand_take(&s->hand[i], hand_one(&s->hand[i]) & KIND_BIT(c));
}

/* I took this card at random: a hand is the likelier the more of its kind it has. */
static void happened_on(Suspects *s, int c)
{
    for (int i = 0; i < SUSPECTS; i++) s->odds[i] *= (float)hand_count(&s->hand[i], c) + ODD;
    went(s, c);
}

/* I asked for it by name: he had one, or he had none. How many more he has says nothing. */
static void answered(Suspects *s, int c, bool had)
{
    for (int i = 0; i < SUSPECTS; i++)
        if ((hand_count(&s->hand[i], c) > 0) != had) s->odds[i] *= ODD;
    if (had) went(s, c);
}

static void account(Memory *m, Seat me, Seat p, const Event *e)
{
    Suspects *s = &m->suspects;
    bool his = e->seat == p, mine = e->seat == me;
    for (int i = 0; his && i < told[e->kind].cards; i++) went(s, e->arg[told[e->kind].card + i]);
    if (his && e->kind == EV_NOPED) went(s, NOPE);
    if (his && e->kind == EV_TOOK) came(s, e->arg[0]);
    if (mine && e->kind == EV_GAVE) came(s, e->arg[1]);
    if (his && e->kind == EV_STOLE) came(s, e->arg[1]);
    if (mine && e->kind == EV_MISSED) answered(s, e->arg[1], false);
    if (mine && e->kind == EV_STOLE && m->action == TRIO) answered(s, e->arg[1], true);
    else if (mine && e->kind == EV_STOLE) happened_on(s, e->arg[1]);
}

/* ---- the contract ------------------------------------------------------------------------------ */

void kittens_ponder(void *memory, Seat me, const void *view, const Event *e, const float *taste, Dice *d)
{
    Memory *m = memory;
    Suspects *s = &m->suspects;
    if (e->kind == EV_DEALT) s->gathered = 0;
    if (is_duel(&s->before, me)) {
        Seat p = rival_of(&s->before, me);
        if (!s->gathered) gather(s, me, p, d);
        if (e->seat == p && told[e->kind].verb && s->before.asked >> p & 1) judge(m, me, p, e, taste, d);
        account(m, me, p, e);
    }
    memcpy(&s->before, view, sizeof s->before);
}

bool kittens_suspect(State *world, Seat me, const Suspects *s, Dice *d)
{
    int i = 0;
    if (!s->gathered || !is_duel(world, me)) return false;
    Seat p = rival_of(world, me);
    for (float at = sum_of(s) * dice_part(d) - s->odds[0]; at >= 0 && i < SUSPECTS - 1;) at -= s->odds[++i];
    hand_in(world, me, p, fitting(world, me, p, s->hand[i], d));
    return true;
}
