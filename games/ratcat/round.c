/* SPDX-License-Identifier: MIT
 * round.c - a round as a whole: dealt at its beginning, turned up and counted at its end. */
#include "ratcat.h"

/* ---- a round is dealt ------------------------------------------------------ */

/* RTC-5, RTC-7: four cards; everybody looks at their own two outer ones, which for younger
 * players lie open (RTC-25). */
static void deal_row(State *s, Seat p, Events *ev)
{
    SeatSet sees = s->young ? EVERYONE : SEAT_BIT(p);
    Player *me = &s->player[p];
    *me = (Player){ .total = me->total, .seen = { sees, 0, 0, sees }, .look = s->young ? 0 : OUTER };
    s->pile_n -= ROW;
    memcpy(me->card, s->card + s->pile_n, ROW);
    memset(s->card + s->pile_n, NO_CARD, ROW);
    s->lasted[p] = s->round;
    for (int slot = 0; slot < ROW; slot += ROW - 1)
        note(ev, s->young ? EV_REVEALED : EV_LOOKED, p, sees, slot + 1, me->card[slot], 0);
}

static void deal_rows(State *s, Events *ev)
{
    for (Seat p = 0; p < s->seats; p++) {
        if (is_in(s, p)) deal_row(s, p, ev);
        else s->player[p] = (Player){ .total = s->player[p].total };
    }
}

/* RTC-6: a power card goes back to a random place. The pile is shuffled, so it may change
 * places with any other card. */
static void turn_up(State *s, Dice *d, Events *ev)
{
    uint8_t *top = &s->card[s->pile_n - 1];
    while (is_power(*top)) {
        uint8_t *other = &s->card[dice_below(d, s->pile_n - 1u)], power = *top;
        note(ev, EV_RETURNED, s->dealer, EVERYONE, power, 0, 0);
        *top = *other;
        *other = power;
    }
    s->discard_n = 0;
    discard(s, pile_pop(s));
    note(ev, EV_TURNED, s->dealer, EVERYONE, discard_at(s, 0), 0, 0);
}

/* the deal goes round, and whoever sits after the dealer begins. The first dealer may be drawn by lot (RTC-4). */
void ratcat_deal(State *s, Dice *d, Events *ev)
{
    s->round++;
    s->dealer = s->dealer == SEAT_NONE ? (uint8_t)dice_below(d, s->seats) : next_in(s, s->dealer);
    s->turn = next_in(s, s->dealer);
    s->knocked = SEAT_NONE;
    s->rigged = 0;                                           /* a whole deck from here on */
    s->phase = TURN;
    memcpy(s->card, ratcat_deck, DECK);
    dice_shuffle(d, s->card, DECK);
    s->pile_n = DECK;
    note(ev, EV_DEALT, s->dealer, EVERYONE, s->round, DECK - ROW * __builtin_popcount(s->in) - 1, 0);
    deal_rows(s, ev);
    turn_up(s, d, ev);
    note(ev, EV_STARTED, s->turn, EVERYONE, 0, 0, 0);
}

/* The discard pile, but for the `kept` cards on its top, becomes the pile. */
void ratcat_restock(State *s, int kept, Dice *d, Events *ev)
{
    uint8_t top = discard_at(s, 0);
    size_t n = (size_t)(s->discard_n - kept);
    memmove(s->card, s->card + DECK - n, n);
    memset(s->card + n, NO_CARD, DECK - n);
    dice_shuffle(d, s->card, (int)n);
    s->pile_n = (uint8_t)n;
    s->discard_n = 0;
    if (kept) discard(s, top);
    note(ev, EV_SHUFFLED, SEAT_NONE, EVERYONE, s->pile_n, 0, 0);
}

/* ---- a round is counted ----------------------------------------------------- */

/* Ties are shared. When all who were left have reached 100 together, it is one of
 * them who wins: so the lowest total among those who played the last round. */
static void win(State *s, Events *ev)
{
    int lowest = UINT16_MAX;
    for (Seat p = 0; p < s->seats; p++)
        if (has_row(s, p) && s->player[p].total < lowest) lowest = s->player[p].total;
    s->phase = OVER;
    for (Seat p = 0; p < s->seats; p++) {
        if (!has_row(s, p) || s->player[p].total != lowest) continue;
        s->winners |= SEAT_BIT(p);
        note(ev, EV_WON, p, EVERYONE, 0, 0, 0);
    }
}

static bool is_last_round(const State *s)                    /* RTC-24 */
{
    switch ((Ending)s->ending) {
    case BY_ROUNDS: return s->round >= s->rounds;
    case BY_TIME:   return s->up || s->round >= LAST_ROUND;  /* the round is finished */
    case BY_LIMIT:  break;
    }
    return !(s->in & (s->in - 1));                           /* one left, or none */
}

static void drop_out(State *s, Events *ev)
{
    Seat p;
    EACH_SEAT(p, s->in) {
        if (s->player[p].total < LIMIT) continue;
        s->in &= (SeatSet)~SEAT_BIT(p);
        note(ev, EV_OUT, p, EVERYONE, 0, 0, 0);
    }
}

static void score_round(State *s, Events *ev)                /* RTC-23 */
{
    Seat p;
    EACH_SEAT(p, s->in) {
        Player *me = &s->player[p];
        int points = 0;
        for (int slot = 0; slot < ROW; slot++) points += card_value(me->card[slot]);
        me->total = (uint16_t)(me->total + points);
        note(ev, EV_SCORED, p, EVERYONE, points, me->total, 0);
    }
    if (s->ending == BY_LIMIT) drop_out(s, ev);
    s->phase = DEALING;
    if (is_last_round(s)) win(s, ev);
}

/* At most 24 of the 45 numbers lie in rows; only a rigged table can run out of them,
 * and there a power card stays where it is and counts nothing. */
static bool number_to_come(const State *s)
{
    if (!s->rigged) return true;
    for (int i = 0; i < DECK; i++)
        if (is_number(s->card[i])) return true;
    return false;
}

/* RTC-22: discard a power card, draw, and again until it is a number. False: the pile has to
 * be made anew first, and the place is empty meanwhile. */
static bool make_number(State *s, Seat p, int slot, Events *ev)
{
    uint8_t *at = &s->player[p].card[slot];
    while (!is_number(*at)) {
        if (*at) {
            if (!number_to_come(s)) return true;
            note(ev, EV_CLEARED, p, EVERYONE, slot + 1, *at, 0);
            discard(s, *at);
            *at = NO_CARD;
        }
        if (!s->pile_n) return false;
        *at = pile_pop(s);
        note(ev, EV_FILLED, p, EVERYONE, slot + 1, *at, 0);
    }
    return true;
}

/* The places in rows that hold no number, as bits ROW * seat + slot. All are looked at without a branch: the
 * processor could not predict which cards are numbers. */
static uint32_t places_to_fill(const State *s)
{
    uint32_t set = 0;
    Seat p;
    EACH_SEAT(p, s->in)
        for (int slot = 0; slot < ROW; slot++)
            set |= (uint32_t)!is_number(s->player[p].card[slot]) << (ROW * p + slot);
    return set;
}

/* from the player after the knocker, who comes last; each row from the left. Going
 * through it once more after a shuffle finds only what is left to do. */
void ratcat_settle(State *s, Events *ev)
{
    enum { PLACES = ROW * SEATS };
    uint32_t first = ROW * (s->knocked + 1u), set = places_to_fill(s);
    uint64_t in_turn = (set | (uint64_t)set << PLACES) >> first & ((1 << PLACES) - 1);
    for (; in_turn; in_turn &= in_turn - 1) {
        uint32_t place = (first + (uint32_t)__builtin_ctzll(in_turn)) % PLACES;
        if (make_number(s, (Seat)(place / ROW), place % ROW, ev)) continue;
        s->phase = RESTOCKING;
        return;
    }
    score_round(s, ev);
}

void ratcat_reveal(State *s, Events *ev)                      /* RTC-21 */
{
    Seat p;
    EACH_SEAT(p, s->in) {
        Player *me = &s->player[p];
        me->look = me->sure = 0;
        for (int slot = 0; slot < ROW; slot++) {
            me->seen[slot] = EVERYONE;
            note(ev, EV_REVEALED, p, EVERYONE, slot + 1, me->card[slot], 0);
        }
    }
    ratcat_settle(s, ev);
}
