/* SPDX-License-Identifier: MIT
 * legal.c - every move a seat may make. What apply() accepts and this list must agree. */
#include "ratcat.h"

/* What follows from a card alone, the polite answer first: silence keeps the row as it is. */
#define EACH_PLACE(v) { v, .arg = { 1 } }, { v, .arg = { 2 } }, { v, .arg = { 3 } }, { v, .arg = { 4 } }
static const Move with_number[] = { { .verb = V_DISCARD }, EACH_PLACE(V_REPLACE) };
static const Move with_peek[] = { { .verb = V_DISCARD }, EACH_PLACE(V_PEEK) };
static const Move with_draw2[] = { { .verb = V_DISCARD }, { .verb = V_DRAW2 } };
static const Move at_end[] = { { .verb = V_END }, { .verb = V_KNOCK } };

/* Where offers go: counts on past the end, like snprintf. */
typedef struct { Move *out; int n, cap; Seat who; } Offers;

/* Written in place: a move put together elsewhere and copied costs more than all the rest. */
static inline void offer(Offers *o, uint8_t verb, int a, int b, int c)
{
    if (o->n < o->cap)
        o->out[o->n] = (Move){ verb, o->who, 0, { (uint8_t)a, (uint8_t)b, (uint8_t)c } };
    o->n++;
}

static inline void offer_verb(Offers *o, uint8_t verb) { offer(o, verb, 0, 0, 0); }

static inline void offer_list(Offers *o, const Move *list, int n)
{
    for (int i = 0; i < n; i++, o->n++) {
        if (o->n >= o->cap) continue;
        o->out[o->n] = list[i];
        o->out[o->n].seat = o->who;
    }
}

static void swaps(const State *s, Offers *o)
{
    uint8_t first = s->young ? 2 : 1, last = s->young ? ROW - 1 : ROW;         /* */
    Seat with;
    offer_verb(o, V_DISCARD);
    for (uint8_t place = first; place <= last; place++)
        EACH_SEAT(with, s->in & ~SEAT_BIT(o->who))
            for (uint8_t theirs = first; theirs <= last; theirs++)
                offer(o, V_SWAP, place, with, theirs);
}

static void turn(const State *s, Offers *o)
{
    if (can_draw(s)) offer_verb(o, V_TAKE_PILE);
    if (can_take(s)) offer_verb(o, V_TAKE_DISCARD);
    if (is_stuck(s)) offer_list(o, at_end, s->knocked == SEAT_NONE ? 2 : 1);
}

static void holding(const State *s, Offers *o)
{
    if (is_number(s->hand)) offer_list(o, with_number, 1 + ROW);
    else if (s->hand == PEEK) offer_list(o, with_peek, 1 + ROW);
    else if (s->hand == SWAP) swaps(s, o);
    else offer_list(o, with_draw2, 2);
}

int ratcat_legal(const void *state, Seat who, Move *out, int cap)
{
    const State *s = state;
    Offers o = { out, 0, cap, who };
    if (who == SEAT_CLOCK && clock_may_speak(s)) offer_verb(&o, V_UP);
    if (who > SEAT_CLOCK || !(asked(s) >> who & 1)) return o.n;
    switch ((Phase)s->phase) {
    case DEALING:                    offer_verb(&o, V_DEAL); break;
    case SHUFFLING: case RESTOCKING: offer_verb(&o, V_SHUFFLE); break;
    case TURN:                       turn(s, &o); break;
    case PLACING:                    offer_list(&o, with_number + 1, ROW); break;
    case HOLDING:                    holding(s, &o); break;
    case ENDING:                     offer_list(&o, at_end, 2); break;
    case OVER:                       break;
    }
    return o.n;
}
