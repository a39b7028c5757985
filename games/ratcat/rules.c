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
        round_reveal(s, ev);
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

static bool deal(State *s, const Extra *x, Events *ev)
{
    if (s->phase != DEALING || !x || !x->dice) return false;
    round_deal(s, x->dice, ev);
    return true;
}

/* all but the top card in a turn, everything after the reveal. Then what was
 * interrupted goes on. */
static bool shuffle(State *s, const Extra *x, Events *ev)
{
    bool in_turn = s->phase == SHUFFLING;
    if ((!in_turn && s->phase != RESTOCKING) || !x || !x->dice) return false;
    round_restock(s, in_turn, x->dice, ev);
    if (in_turn) draw(s, ev);
    else round_settle(s, ev);
    return true;
}

/* ---- what a player does -------------------------------------------------------- */

static bool is_place(int n) { return n >= 1 && n <= ROW; }    /* as it is written: from 1 */

/* A look lasts until the looker's own next move, whatever that is. */
static void look_away(State *s) { s->player[s->turn].look = 0; }

static uint8_t let_go(State *s)
{
    uint8_t c = s->hand;
    look_away(s);
    s->hand = NO_CARD;
    return c;
}

static bool take_pile(State *s, Events *ev)                   /* RTC-8 */
{
    if (s->phase != TURN || !can_draw(s)) return false;
    look_away(s);
    draw(s, ev);
    return true;
}

static bool take_discard(State *s, Events *ev)                /* RTC-8, A-42 */
{
    if (s->phase != TURN || !can_take(s)) return false;
    look_away(s);
    s->phase = PLACING;
    s->hand = discard_pop(s);
    note(ev, EV_TOOK, s->turn, EVERYONE, s->hand, 0, 0);
    return true;
}

/* RTC-9, never with a power card. Everybody knows a card that lay on the discard pile,
 * or now lies face up. */
static bool replace(State *s, const Move *m, Events *ev)
{
    int slot = m->arg[0] - 1;
    if ((s->phase != PLACING && s->phase != HOLDING) || !is_number(s->hand) || !is_place(m->arg[0])) return false;
    SeatSet sees = s->phase == PLACING || face_up(s, slot) ? EVERYONE : SEAT_BIT(s->turn);
    Player *me = &s->player[s->turn];
    uint8_t out = me->card[slot];
    me->card[slot] = let_go(s);
    me->seen[slot] = sees;
    me->sure |= (uint8_t)(1 << slot);
    discard(s, out);
    note(ev, EV_REPLACED, s->turn, sees, slot + 1, out, me->card[slot]);
    finish_turn(s, ev);
    return true;
}

/* RTC-10, only what came from the pile. An english Draw 2 has another card to follow
 * (RTC-16). */
static bool throw_away(State *s, Events *ev)
{
    if (s->phase != HOLDING) return false;
    bool another = !s->hebrew && s->left;
    discard(s, let_go(s));
    note(ev, EV_DISCARDED, s->turn, EVERYONE, discard_at(s, 0), 0, 0);
    if (another) {
        s->left = 0;
        draw(s, ev);
    } else {
        finish_turn(s, ev);
    }
    return true;
}

static bool peek(State *s, const Move *m, Events *ev)         /* RTC-13 */
{
    Player *me = &s->player[s->turn];
    int slot = m->arg[0] - 1;
    if (s->phase != HOLDING || s->hand != PEEK || !is_place(m->arg[0])) return false;
    discard(s, let_go(s));
    me->seen[slot] |= SEAT_BIT(s->turn);
    me->look = (uint8_t)(1 << slot);
    note(ev, EV_PEEKED, s->turn, SEAT_BIT(s->turn), slot + 1, me->card[slot], 0);
    finish_turn(s, ev);
    return true;
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

/* Face-up cards stay where they are (RTC-25, A-52); the knocker's may be had. */
static bool may_swap(const State *s, int with, int place, int theirs)
{
    if (s->phase != HOLDING || s->hand != SWAP || !is_place(place) || !is_place(theirs)) return false;
    if (face_up(s, place - 1) || face_up(s, theirs - 1)) return false;
    return is_in(s, with) && with != s->turn;
}

static bool swap(State *s, const Move *m, Events *ev)         /* RTC-14 */
{
    if (!may_swap(s, m->arg[1], m->arg[0], m->arg[2])) return false;
    int slot = m->arg[0] - 1, theirs = m->arg[2] - 1;
    Seat with = m->arg[1];
    Player mine = s->player[s->turn];
    discard(s, let_go(s));
    note(ev, EV_SWAPPED, s->turn, EVERYONE, slot + 1, with, theirs + 1);
    receive(s, s->turn, slot, &s->player[with], theirs);
    receive(s, with, theirs, &mine, slot);
    look_at_received(s, s->turn, slot, ev);
    look_at_received(s, with, theirs, ev);
    finish_turn(s, ev);
    return true;
}

/* English: discarded at once, and two draws take the place of whatever was promised.
 * Hebrew: laid aside, and two turns come on top of it, less the one just used up. */
static bool draw_two(State *s, Events *ev)
{
    if (s->phase != HOLDING || s->hand != DRAW2) return false;
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
    return true;
}

/* RTC-11, RTC-20: with a knock or without, and only one of them a round. */
static bool leave_turn(State *s, bool knock, Events *ev)
{
    if (s->phase != ENDING && !is_stuck(s)) return false;
    if (knock && s->knocked != SEAT_NONE) return false;
    look_away(s);
    end_draw2(s, ev);
    if (knock) {
        s->knocked = s->turn;
        note(ev, EV_KNOCKED, s->turn, EVERYONE, 0, 0, 0);
    }
    pass_on(s, ev);
    return true;
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

static bool carry_out(State *s, const Move *m, const Extra *x, Events *ev)
{
    switch (m->verb) {
    case V_DEAL:         return deal(s, x, ev);
    case V_SHUFFLE:      return shuffle(s, x, ev);
    case V_TAKE_PILE:    return take_pile(s, ev);
    case V_TAKE_DISCARD: return take_discard(s, ev);
    case V_REPLACE:      return replace(s, m, ev);
    case V_DISCARD:      return throw_away(s, ev);
    case V_PEEK:         return peek(s, m, ev);
    case V_SWAP:         return swap(s, m, ev);
    case V_DRAW2:        return draw_two(s, ev);
    case V_END:          return leave_turn(s, false, ev);
    case V_KNOCK:        return leave_turn(s, true, ev);
    }
    return false;
}

Err ratcat_apply(void *state, const Move *m, const Extra *x, Events *ev)
{
    State *s = state;
    if (m->seat == SEAT_CLOCK) return time_is_up(s, m, ev);
    Err e = move_gate(asked(s), m, 0);
    if (e) return e;
    return carry_out(s, m, x, ev) ? E_OK : E_ILLEGAL;
}

/* ---- random play ------------------------------------------------------------------ */

/* What listing the moves, picking one and applying it comes to, as searches want it by the
 * million: the pick is carried out without all of them being written down first. Their order
 * is that of legal.c, and the laws hold the two to the same bytes. */

static uint32_t places_to_swap(const State *s) { return s->young ? ROW - 2 : ROW; }
static uint32_t others_in(const State *s) { return (uint32_t)__builtin_popcount(s->in) - 1; }

static bool swap_pick(State *s, uint32_t pick)
{
    uint32_t first = s->young ? 2 : 1, places = places_to_swap(s), others = others_in(s);
    SeatSet set = (SeatSet)(s->in & ~SEAT_BIT(s->turn));
    for (uint32_t i = pick / places % others; i; i--) set &= (SeatSet)(set - 1);
    Move m = { .arg = { (uint8_t)(first + pick / places / others), (uint8_t)__builtin_ctz(set),
                        (uint8_t)(first + pick % places) } };
    return swap(s, &m, NULL);
}

static uint32_t hand_choices(const State *s)
{
    if (s->hand == SWAP) return 1 + places_to_swap(s) * others_in(s) * places_to_swap(s);
    return s->hand == DRAW2 ? 2 : 1 + ROW;
}

static bool hand_pick(State *s, uint32_t pick)
{
    if (!pick) return throw_away(s, NULL);
    if (s->hand == SWAP) return swap_pick(s, pick - 1);
    if (s->hand == DRAW2) return draw_two(s, NULL);
    Move m = { .arg = { (uint8_t)pick } };
    return s->hand == PEEK ? peek(s, &m, NULL) : replace(s, &m, NULL);
}

static uint32_t count_choices(const State *s)
{
    switch ((Phase)s->phase) {
    case DEALING: case SHUFFLING: case RESTOCKING: return 1;
    case TURN:    return is_stuck(s) ? 1 + (s->knocked == SEAT_NONE) : (uint32_t)can_draw(s) + can_take(s);
    case PLACING: return ROW;
    case HOLDING: return hand_choices(s);
    case ENDING:  return 2;
    case OVER:    break;
    }
    return 0;
}

static bool play_pick(State *s, uint32_t pick, const Extra *x)
{
    switch ((Phase)s->phase) {
    case DEALING: return deal(s, x, NULL);
    case SHUFFLING: case RESTOCKING: return shuffle(s, x, NULL);
    case TURN:    if (is_stuck(s)) return leave_turn(s, pick, NULL);
                  return !pick && can_draw(s) ? take_pile(s, NULL) : take_discard(s, NULL);
    case PLACING: return replace(s, &(Move){ .arg = { (uint8_t)(pick + 1) } }, NULL);
    case HOLDING: return hand_pick(s, pick);
    case ENDING:  return leave_turn(s, pick, NULL);
    case OVER:    break;
    }
    return false;
}

uint32_t ratcat_playout(void *state, const Extra *x, Move *list, uint32_t *moves)
{
    State *s = state;
    uint32_t choices = 0, n;
    (void)list;
    for (; (n = count_choices(s)); ++*moves) {
        choices += n > 1;
        if (!play_pick(s, n > 1 ? dice_below(x->dice, n) : 0, x)) break;
    }
    return choices;
}
