/* SPDX-License-Identifier: MIT
 *
 * belief.c - what the others' play gives away: who leaves a 3 lying, or draws one and throws
 * it away, knows of nothing much higher in the own row. Imagined worlds are bent to agree. */
#include "hunch.h"

/* ---- hearing -------------------------------------------------------------------- */

static void lower(uint8_t *most, int value)
{
    if (!*most || value + 1 < *most) *most = (uint8_t)(value + 1);
}

/* No card that this player knows is much higher than that. */
static void sign(Memory *m, Sign kind, Seat p, int value)
{
    for (int slot = 0; slot < ROW; slot++)
        if (m->knew[p] >> slot & 1) lower(&m->most[kind][p][slot], value);
}

static void forget_place(Memory *m, Seat p, int slot)
{
    for (int kind = 0; kind < SIGNS; kind++) m->most[kind][p][slot] = 0;
}

/* A turn begins. Whoever had the turn before ended it without a knock, unless somebody has knocked already. */
static void hear_started(Memory *m, const State *v, Seat p)
{
    if (m->turn && m->turn - 1 != v->knocked) m->held[m->turn - 1] = v->knocked == SEAT_NONE;
    m->turn = (uint8_t)(p + 1);
    m->fresh = 1;
    m->again = 0;
}

/* The first card of a turn was drawn from the pile, although the open card could have been taken: so this player
 * knows of no card much higher than the open one. */
static void hear_drew(Memory *m, const State *v, Seat p)
{
    if (m->fresh && can_take(v)) sign(m, LEFT, p, card_value(discard_at(v, 0)));
    m->fresh = 0;
}

static void hear_discarded(Memory *m, Seat p, int c)
{
    if (is_number(c) && !m->again) sign(m, THROWN, p, card_value(c));
    m->again = 0;
}

/* A card was replaced. If its owner knew it, it was the highest one known; if not, it counts as a middling one. The
 * new card is lower than that. */
static void hear_replaced(Memory *m, Seat p, int slot, int out)
{
    enum { MIDDLE = 5 };
    bool knew = m->knew[p] >> slot & 1;
    int value = knew && is_number(out) ? card_value(out) : MIDDLE;
    sign(m, THROWN, p, value);
    forget_place(m, p, slot);
    m->held[p] = 0;
    lower(&m->most[THROWN][p][slot], value > 0 ? value - 1 : 0);
}

/* Two cards change places, and what is believed of them goes along. */
static void hear_swapped(Memory *m, Seat p, int slot, Seat with, int theirs)
{
    for (int kind = 0; kind < SIGNS; kind++) {
        uint8_t *a = &m->most[kind][p][slot], *b = &m->most[kind][with][theirs], was = *a;
        *a = *b;
        *b = was;
    }
    m->held[p] = m->held[with] = 0;
}

static void note_known(Memory *m, const State *v)
{
    for (Seat p = 0; p < v->seats; p++) {
        m->knew[p] = 0;
        for (int slot = 0; slot < ROW; slot++) m->knew[p] |= (uint8_t)((v->player[p].seen[slot] >> p & 1) << slot);
    }
}

void ratcat_hear(void *memory, Seat who, const void *view, const Event *e)
{
    Memory *m = memory;
    const State *v = view;
    Seat p = e->seat;
    (void)who;
    if (e->kind == EV_DEALT) memset(m, 0, sizeof *m);
    if (p < v->seats) {
        if (e->kind == EV_STARTED) hear_started(m, v, p);
        if (e->kind == EV_DREW) hear_drew(m, v, p);
        if (e->kind == EV_DRAW2) m->again = 1;
        if (e->kind == EV_DISCARDED) hear_discarded(m, p, e->arg[0]);
        if (e->kind == EV_REPLACED) hear_replaced(m, p, e->arg[0] - 1, e->arg[1]);
        if (e->kind == EV_SWAPPED) hear_swapped(m, p, e->arg[0] - 1, (Seat)e->arg[1], e->arg[2] - 1);
    }
    note_known(m, v);
}

/* ---- believing -------------------------------------------------------------------- */

/* The most this card is thought to be worth; 9 and more: anything. */
static float ceiling(const Memory *m, const float *taste, Seat p, int slot)
{
    float most = 9;
    if (m->most[LEFT][p][slot]) {
        float left = taste[LEFT_BASE] + taste[LEFT_SLOPE] * (float)(m->most[LEFT][p][slot] - 1);
        if (left < most) most = left;
    }
    if (m->most[THROWN][p][slot]) {
        float thrown = taste[THROWN_EDGE] + (float)(m->most[THROWN][p][slot] - 1);
        if (thrown < most) most = thrown;
    }
    return most;
}

static bool too_high(int c, float most) { return is_number(c) ? (float)card_value(c) > most : most < 5; }

/* The card changes places with one of the pile that could lie here. */
static void exchange(State *s, uint8_t *at, bool number, float most, Dice *d)
{
    enum { TRIES = 8 };
    for (int i = 0; i < TRIES; i++) {
        uint8_t *other = &s->card[dice_below(d, s->pile_n)], c = *other;
        if (too_high(c, most) || (number && !is_number(c))) continue;
        *other = *at;
        *at = c;
        return;
    }
}

/* Cards that this seat cannot see and their owner would not have kept go back to the pile;
 * `anew`: all that it cannot see. */
static void bend_row(State *s, Seat who, Seat p, const Memory *m, const float *taste, bool anew, Dice *d)
{
    Player *one = &s->player[p];
    for (int slot = 0; slot < ROW; slot++) {
        float most = ceiling(m, taste, p, slot);
        if (one->seen[slot] >> who & 1 || !(anew || too_high(one->card[slot], most))) continue;
        exchange(s, &one->card[slot], one->sure >> slot & 1, most, d);
    }
}

/* Does this row agree with what its owner did? Whoever knocked thought to be lowest, and whoever did not knock did
 * not think so. */
static bool likely(const State *s, Seat p, const Memory *m, const float *taste)
{
    if (s->knocked == p) return ratcat_urge(s, p, taste) > -taste[DOUBT];
    return !m->held[p] || ratcat_urge(s, p, taste) < taste[DOUBT];
}

/* Cards change places only between the pile and places this seat cannot see. */
void ratcat_believe(void *world, Seat who, const void *memory, const float *taste, Dice *d)
{
    enum { TRIES = 6 };
    State *s = world;
    const Memory *m = memory;
    Seat p;
    if (!s->pile_n) return;
    EACH_SEAT(p, s->in & ~SEAT_BIT(who)) {
        if (dice_below(d, 1024) >= (uint32_t)(taste[TRUST] * 1024)) continue;
        bend_row(s, who, p, m, taste, false, d);
        for (int i = 0; i < TRIES && !likely(s, p, m, taste); i++) bend_row(s, who, p, m, taste, true, d);
    }
}

/* ---- worth -------------------------------------------------------------------------- */

/* Points a seat would end the round with, if it ended now. */
static float row_points(const State *s, Seat p)
{
    float sum = 0;
    for (int slot = 0; slot < ROW; slot++) {
        int c = s->player[p].card[slot];
        sum += is_number(c) ? (float)card_value(c) : 5;
    }
    return sum;
}

/* Are the rows of this round already part of the totals? They lie there until the next deal. */
static bool is_counted(const State *s) { return s->phase == DEALING || s->phase == OVER; }

/* Rounds that may follow this one: known, or about as many as the fuller hand can take. */
static float rounds_to_come(const State *s)
{
    int highest = 0;
    if (s->ending == BY_ROUNDS) return (float)(s->rounds - s->round);
    for (Seat p = 0; p < s->seats; p++)
        if (is_in(s, p) && s->player[p].total > highest) highest = s->player[p].total;
    return s->ending == BY_TIME ? (s->up ? 0 : 2) : (float)(LIMIT - highest) / 20;
}

/* How likely a total is to end below another, if so many rounds of a dozen points are to
 * come. A rollout need not be played further than the end of its round: there (chance is
 * asked to deal) the totals say it all, and before it rows count as they lie. */
static float ahead(float lead, float rounds)
{
    float x = lead / (2 + 6 * rounds);
    if (x > 3) return 1;
    if (x < -3) return 0;
    return 0.5f + 0.5f * x * (27 + x * x) / (27 + 9 * x * x);
}

float ratcat_worth(const void *world, Seat who)
{
    const State *s = world;
    float total[SEATS], all = 1, rounds = rounds_to_come(s);
    if (s->phase == OVER) return s->winners >> who & 1 ? 1.0f / (float)__builtin_popcount(s->winners) : 0;
    if (!is_in(s, who)) return 0;
    for (Seat p = 0; p < s->seats; p++)
        total[p] = (float)s->player[p].total + (is_counted(s) ? 0 : row_points(s, p));
    for (Seat p = 0; p < s->seats; p++)
        if (p != who && is_in(s, p)) all *= ahead(total[p] - total[who], rounds);
    return all;
}
