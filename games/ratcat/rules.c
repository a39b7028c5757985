/* SPDX-License-Identifier: MIT
 *
 * rules.c - the rules of Rat-a-Tat Cat within a round: turns go round until somebody has
 * knocked and everybody else has had one more. */
#include "ratcat.h"

/* ---- turns -------------------------------------------------------------------- */

static void pass_on(State *s, Events *ev)
{
    Seat next = next_in(s, s->turn);
    if (next == s->knocked) {
        ratcat_reveal(s, ev);
        return;
    }
    s->turn = next;
    s->phase = TURN;
    note(ev, EV_STARTED, next, EVERYONE, 0, 0, 0);
}

/* Nothing is left to promise, so a Draw 2 of the hebrew kind is discarded now. */
static void end_draw2(State *s, Events *ev)
{
    s->left = 0;
    for (; s->aside; s->aside--) {
        discard(s, DRAW2);
        note(ev, EV_DISCARDED, s->turn, EVERYONE, DRAW2, 0, 0);
    }
}

/* The card is dealt with. A hebrew Draw 2 leads to one more turn without a knock between;
 * of an english one the rest is forfeit (RTC-16, RTC-17). Nobody knocks twice. */
static void finish_turn(State *s, Events *ev)
{
    s->phase = TURN;
    if (s->hebrew && s->left > 1) {
        s->left--;
        return;
    }
    end_draw2(s, ev);
    s->phase = ENDING;
    if (s->knocked != SEAT_NONE) pass_on(s, ev);
}

static void draw(State *s, Events *ev)
{
    if (!can_draw(s)) {
        finish_turn(s, ev);
        return;
    }
    s->phase = s->pile_n ? HOLDING : SHUFFLING;
    if (s->phase == SHUFFLING) return;                       /* A-44, and then here again */
    s->hand = pile_pop(s);
    note(ev, EV_DREW, s->turn, SEAT_BIT(s->turn), s->hand, 0, 0);
}

/* ---- what chance does ------------------------------------------------------------ */

/* all but the top card in a turn, everything after the reveal. Then what was
 * interrupted goes on. */
static void shuffle(State *s, Dice *d, Events *ev)
{
    bool in_turn = s->phase == SHUFFLING;
    ratcat_restock(s, in_turn, d, ev);
    if (in_turn) draw(s, ev);
    else ratcat_settle(s, ev);
}

/* ---- what a player does -------------------------------------------------------- */

/* A look lasts until the looker's own next move, whatever that is. */
static void look_away(State *s) { s->player[s->turn].look = 0; }

static uint8_t let_go(State *s)
{
    uint8_t c = s->hand;
    look_away(s);
    s->hand = NO_CARD;
    return c;
}

static void take_pile(State *s, Events *ev)                   /* RTC-8 */
{
    look_away(s);
    draw(s, ev);
}

static void take_discard(State *s, Events *ev)                /* RTC-8 */
{
    look_away(s);
    s->phase = PLACING;
    s->hand = discard_pop(s);
    note(ev, EV_TOOK, s->turn, EVERYONE, s->hand, 0, 0);
}

/* RTC-9. Everybody knows a card that lay on the discard pile, or now lies face up. */
static void replace(State *s, int slot, Events *ev)
{
    SeatSet sees = s->phase == PLACING || face_up(s, slot) ? EVERYONE : SEAT_BIT(s->turn);
    Player *me = &s->player[s->turn];
    uint8_t out = me->card[slot];
    me->card[slot] = let_go(s);
    me->seen[slot] = sees;
    me->sure |= (uint8_t)(1 << slot);
    discard(s, out);
    note(ev, EV_REPLACED, s->turn, sees, slot + 1, out, me->card[slot]);
    finish_turn(s, ev);
}

/* RTC-10. An english Draw 2 has another card to follow (RTC-16). */
static void throw_away(State *s, Events *ev)
{
    bool another = !s->hebrew && s->left;
    discard(s, let_go(s));
    note(ev, EV_DISCARDED, s->turn, EVERYONE, discard_at(s, 0), 0, 0);
    if (another) {
        s->left = 0;
        draw(s, ev);
    } else {
        finish_turn(s, ev);
    }
}

static void peek(State *s, int slot, Events *ev)              /* RTC-13 */
{
    Player *me = &s->player[s->turn];
    discard(s, let_go(s));
    me->seen[slot] |= SEAT_BIT(s->turn);
    me->look = (uint8_t)(1 << slot);
    note(ev, EV_PEEKED, s->turn, SEAT_BIT(s->turn), slot + 1, me->card[slot], 0);
    finish_turn(s, ev);
}

/* A card changes owner, and what is known of it goes along. Whoever was still looking at it
 * looks at it no longer. */
static void receive(State *s, Seat p, int slot, const Player *from, int their_slot)
{
    Player *me = &s->player[p];
    uint8_t bit = (uint8_t)(1 << slot);
    me->card[slot] = from->card[their_slot];
    me->seen[slot] = from->seen[their_slot];
    me->look &= (uint8_t)~bit;
    me->sure = (uint8_t)((me->sure & ~bit) | (from->sure >> their_slot & 1) << slot);
}

/* Each sees the card received, nobody else anything but the places (A-53, RTC-15). */
static void look_at_received(State *s, Seat p, int slot, Events *ev)
{
    Player *me = &s->player[p];
    if (!s->look) return;
    me->seen[slot] |= SEAT_BIT(p);
    me->look |= (uint8_t)(1 << slot);
    note(ev, EV_LOOKED, p, SEAT_BIT(p), slot + 1, me->card[slot], 0);
}

static void swap(State *s, int slot, Seat with, int theirs, Events *ev)      /* RTC-14 */
{
    Player mine = s->player[s->turn];
    discard(s, let_go(s));
    note(ev, EV_SWAPPED, s->turn, EVERYONE, slot + 1, with, theirs + 1);
    receive(s, s->turn, slot, &s->player[with], theirs);
    receive(s, with, theirs, &mine, slot);
    look_at_received(s, s->turn, slot, ev);
    look_at_received(s, with, theirs, ev);
    finish_turn(s, ev);
}

/* English: discarded at once, and two draws take the place of whatever was promised.
 * Hebrew: laid aside, and two turns come on top of it, less the one just used up. */
static void draw_two(State *s, Events *ev)
{
    let_go(s);
    note(ev, EV_DRAW2, s->turn, EVERYONE, 0, 0, 0);
    if (s->hebrew) {
        s->left = (uint8_t)((s->left ? s->left - 1 : 0) + 2);
        s->aside++;
        s->phase = TURN;
    } else {
        discard(s, DRAW2);
        s->left = 1;
        draw(s, ev);
    }
}

static void leave_turn(State *s, bool knock, Events *ev)      /* RTC-11, RTC-20 */
{
    look_away(s);
    end_draw2(s, ev);
    if (knock) {
        s->knocked = s->turn;
        note(ev, EV_KNOCKED, s->turn, EVERYONE, 0, 0, 0);
    }
    pass_on(s, ev);
}

/* ---- the contract --------------------------------------------------------------- */

SeatSet ratcat_to_act(const void *state) { return asked(state); }

/* Nobody waits for the clock, but while a game goes on it may speak once. */
static Err time_is_up(State *s, const Move *m, Events *ev)
{
    Err e = move_gate(clock_may_speak(s) ? SEAT_BIT(SEAT_CLOCK) : asked(s), m, 0);
    if (e) return e;
    if (m->verb != V_UP) return E_ILLEGAL;
    s->up = 1;
    note(ev, EV_UP, SEAT_NONE, EVERYONE, 0, 0, 0);
    return E_OK;
}

/* What follows is for moves that are listed or have been judged: nothing is looked at again. */

static void begin_turn(State *s, const Move *m, Events *ev)
{
    if (m->verb == V_TAKE_PILE) take_pile(s, ev);
    else if (m->verb == V_TAKE_DISCARD) take_discard(s, ev);
    else leave_turn(s, m->verb == V_KNOCK, ev);              /* stuck */
}

static void use_card(State *s, const Move *m, Events *ev)
{
    switch (m->verb) {
    case V_REPLACE: replace(s, m->arg[0] - 1, ev); break;
    case V_DISCARD: throw_away(s, ev); break;
    case V_PEEK:    peek(s, m->arg[0] - 1, ev); break;
    case V_SWAP:    swap(s, m->arg[0] - 1, m->arg[1], m->arg[2] - 1, ev); break;
    case V_DRAW2:   draw_two(s, ev); break;
    }
}

static void perform(State *s, const Move *m, const Extra *x, Events *ev)
{
    switch ((Phase)s->phase) {
    case DEALING:                    ratcat_deal(s, x->dice, ev); break;
    case SHUFFLING: case RESTOCKING: shuffle(s, x->dice, ev); break;
    case TURN:                       begin_turn(s, m, ev); break;
    case PLACING: case HOLDING:      use_card(s, m, ev); break;
    case ENDING:                     leave_turn(s, m->verb == V_KNOCK, ev); break;
    case OVER:                       break;
    }
}

Err ratcat_apply(void *state, const Move *m, const Extra *x, Events *ev)
{
    State *s = state;
    if (m->seat == SEAT_CLOCK) return time_is_up(s, m, ev);
    Err e = move_gate(asked(s), m, 0);
    if (e) return e;
    if (!ratcat_may(s, m, x)) return E_ILLEGAL;
    perform(s, m, x, ev);
    return E_OK;
}

/* ---- random play ------------------------------------------------------------------ */

/* Any of the moves; where there is only one, there is no choice. */
static inline const Move *pick(const Move *list, const Move *end, Dice *d, uint32_t *choices)
{
    uint32_t n = (uint32_t)(end - list);
    if (n < 2) return list;
    ++*choices;
    return list + dice_below(d, n);
}

/* Random play to the end, as searches and simulations want it by the million. What was listed is legal, so nothing
 * is checked again. Every phase has its own call of pick(): one branch shared by all phases would be predicted
 * badly. */
uint32_t ratcat_playout(void *state, const Extra *x, Move *list, uint32_t *moves)
{
    State *s = state;
    Dice *d = x->dice;
    uint32_t choices = 0, played = 0;
    const Move *m;
    for (; s->phase != OVER; played++)
        switch ((Phase)s->phase) {
        case DEALING:
            ratcat_deal(s, d, NULL);
            break;
        case SHUFFLING: case RESTOCKING:
            shuffle(s, d, NULL);
            break;
        case TURN:
            begin_turn(s, pick(list, ratcat_list_turn(s, list), d, &choices), NULL);
            break;
        case PLACING: case HOLDING:
            use_card(s, pick(list, ratcat_list_hand(s, list), d, &choices), NULL);
            break;
        case ENDING:
            m = pick(list, ratcat_list_end(s, list), d, &choices);
            leave_turn(s, m->verb == V_KNOCK, NULL);
            break;
        case OVER:
            break;
        }
    *moves += played;
    return choices;
}
