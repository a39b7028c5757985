/* SPDX-License-Identifier: MIT
 *
 * rules.c - the rules of Codenames: Duet. Read from the bottom: apply() hands a move to
 * its function; every turn goes through end_turn(), every game through win() or lose(). */
#include "duet.h"

#include "../../core/utf8.h"

/* ---- the deal ------------------------------------------------------------- */

/* 25 of 200 cards, either face up (CND-4). */
static void deal_words(State *s, Dice *d)
{
    uint8_t card[CARDS];
    for (int i = 0; i < CARDS; i++) card[i] = (uint8_t)i;
    dice_deal(d, card, CARDS, CELLS);
    uint64_t faces = dice_word(d);
    for (int i = 0; i < CELLS; i++) s->word[i] = (uint16_t)(2 * card[CARDS - 1 - i] + (faces >> i & 1));
}

/* Every cell that is not tan on both sides, side 0 and side 1: the table of CND-8. */
static const uint8_t key_card[][2] = {
    { GREEN, GREEN }, { GREEN, GREEN }, { GREEN, GREEN }, { GREEN, BLACK },
    { GREEN, TAN }, { GREEN, TAN }, { GREEN, TAN }, { GREEN, TAN }, { GREEN, TAN },
    { BLACK, GREEN }, { BLACK, BLACK }, { BLACK, TAN },
    { TAN, GREEN }, { TAN, GREEN }, { TAN, GREEN }, { TAN, GREEN }, { TAN, GREEN }, { TAN, BLACK },
};
enum { COLOURED = sizeof key_card / sizeof *key_card };

/* All arrangements, not a hundred printed ones; so the card's two ways up are among them. */
static void deal_key(State *s, Dice *d)
{
    uint8_t cell[CELLS];
    for (int i = 0; i < CELLS; i++) cell[i] = (uint8_t)i;
    dice_deal(d, cell, CELLS, COLOURED);
    for (int i = 0; i < COLOURED; i++) {
        Cells bit = CELL_BIT(cell[CELLS - 1 - i]);
        for (int side = 0; side < 2; side++) {
            s->green[side] |= key_card[i][side] == GREEN ? bit : 0;
            s->black[side] |= key_card[i][side] == BLACK ? bit : 0;
        }
    }
}

static void announce_deal(const State *s, Events *ev)
{
    note(ev, EV_DEALT, SEAT_NONE, EVERYONE, s->bystander, s->green_up, 0);
    for (int i = 0; i < CELLS; i++) note(ev, EV_WORD, SEAT_NONE, EVERYONE, i, s->word[i], 0);
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < CELLS; i++)
            note(ev, EV_KEY, SEAT_NONE, side_seats(s, side), side, i, colour_at(s, side, i));
    note(ev, EV_TURN, SEAT_NONE, EVERYONE, NO_SIDE, 0, 0);
}

static bool deal(State *s, Dice *d, Events *ev)
{
    deal_words(s, d);
    deal_key(s, d);
    s->phase = CLUING;
    if (ev) announce_deal(s, ev);
    return true;
}

/* ---- ends ------------------------------------------------------------------- */

static void lose(State *s, Events *ev)
{
    s->phase = OVER;
    note(ev, EV_LOST, SEAT_NONE, EVERYONE, 0, 0, 0);
}

/* A city that is won is marked on the map (CND-35). */
static void mark_city(State *s)
{
    if (s->mission != NO_MISSION) s->done |= 1u << (s->mission - 1);
    else if (is_standard(s)) s->done |= 1u << PRAGUE;
}

static void win(State *s, Events *ev)
{
    s->phase = OVER;
    s->won = 1;
    mark_city(s);
    note(ev, EV_WON, SEAT_NONE, EVERYONE, 0, 0, 0);
    if (is_standard(s)) note(ev, EV_SCORED, SEAT_NONE, EVERYONE, points(s), 0, 0);
}

/* CND-28: no more clues. */
static void last_hope(State *s, Events *ev)
{
    s->phase = HOPE;
    s->side = NO_SIDE;
    s->hoped = 1;
    note(ev, EV_HOPE, SEAT_NONE, EVERYONE, 0, 0, 0);
}

/* A side without words left gives no more clues (CND-24, A-58). */
static void next_turn(State *s, Events *ev)
{
    s->phase = CLUING;
    s->side = is_finished(s, !s->side) ? s->side : !s->side;
    note(ev, EV_TURN, SEAT_NONE, EVERYONE, s->side, 0, 0);
}

/* What cannot be paid loses, with no last hope (CND-39e). */
static void end_turn(State *s, bool paid, Events *ev)
{
    if (!paid) {
        note(ev, EV_UNPAID, SEAT_NONE, EVERYONE, 0, 0, 0);
        lose(s, ev);
    } else if (!bank(s)) {
        last_hope(s, ev);
    } else {
        next_turn(s, ev);
    }
}

/* ---- tokens ------------------------------------------------------------------ */

/* Green side up first; a bystander is flipped if there is none (CND-39a, A-56). */
static bool draw_token(State *s)
{
    if (!bank(s)) return false;
    if (s->green_up) s->green_up--;
    else s->bystander--;
    return true;
}

/* The price of a turn of correct guesses: it lies before the guesser (CND-18, A-55). */
static bool take_token(State *s, Seat who, Events *ev)
{
    if (!draw_token(s)) return false;
    s->taken++;
    note(ev, EV_TOOK, who, EVERYONE, s->bystander, s->green_up, 0);
    return true;
}

/* A mistake costs a bystander token, or any two when there is none (CND-39b, c). */
static bool mark_bystander(State *s, int side, int cell, Seat who, Events *ev)
{
    int cost = s->bystander ? 1 : 2;
    if (bank(s) < cost) return false;
    if (cost == 1) s->bystander--;
    else s->green_up = (uint8_t)(s->green_up - cost);
    s->arrow[side] |= CELL_BIT(cell);
    note(ev, EV_MARKED, who, EVERYONE, cell, s->bystander, s->green_up);
    return true;
}

/* ---- clues -------------------------------------------------------------------- */

static void remember(State *s, const char *word, int number, int side)
{
    if (s->clue_n == CLUES) {                         /* only a rigged bank could come to this */
        memmove(s->clue, s->clue + 1, (CLUES - 1) * sizeof *s->clue);
        s->clue_n--;
    }
    Clue *c = &s->clue[s->clue_n++];
    *c = (Clue){ .number = (uint8_t)number, .side = (uint8_t)side };
    memcpy(c->word, word, strlen(word));
}

static bool give_clue(State *s, const Move *m, const char *word, Events *ev)
{
    if (s->phase != CLUING || !clue_allowed(s, word)) return false;
    s->side = (uint8_t)side_of(m->seat);
    s->phase = GUESSING;
    s->guessed = s->objected = 0;
    remember(s, word, m->arg[0], s->side);
    note(ev, EV_CLUE, m->seat, EVERYONE, 0, m->arg[0], 0);
    clue_warn(s, word, m->seat, ev);
    return true;
}

/* Before the first guess, and once a clue. */
static bool may_object(const State *s) { return s->phase == GUESSING && !s->guessed && !s->objected; }

static bool object(State *s, const Move *m, Events *ev)
{
    if (!may_object(s)) return false;
    s->phase = RULING;
    s->objected = 1;
    note(ev, EV_OBJECTED, m->seat, EVERYONE, 0, 0, 0);
    return true;
}

/* One token out of the game, and the guessing goes on (CND-32) even if that was the last
 * one. */
static bool concede(State *s, const Move *m, Events *ev)
{
    if (s->phase != RULING) return false;
    s->phase = GUESSING;
    note(ev, EV_CONCEDED, m->seat, EVERYONE, 0, 0, 0);
    if (draw_token(s)) note(ev, EV_FINED, m->seat, EVERYONE, s->bystander, s->green_up, 0);
    else end_turn(s, false, ev);
    return true;
}

static bool insist(State *s, const Move *m, Events *ev)
{
    if (s->phase != RULING) return false;
    s->phase = GUESSING;
    note(ev, EV_INSISTED, m->seat, EVERYONE, 0, 0, 0);
    return true;
}

/* ---- guesses ------------------------------------------------------------------- */

/* Each side says so when its last word is covered, whoever found it (CND-21, CND-24). */
static void announce_finished(State *s, Events *ev)
{
    for (int side = 0; side < 2; side++) {
        if (is_finished(s, side) || unfound(s, side)) continue;
        s->finished |= (uint8_t)(1u << side);
        note(ev, EV_COMPLETE, SEAT_NONE, EVERYONE, side, 0, 0);
    }
}

enum { BOTH_FINISHED = 3 };

static void hit(State *s, int cell, Seat who, Events *ev)
{
    s->agents |= CELL_BIT(cell);
    s->found_by[side_of(who)] |= CELL_BIT(cell);
    announce_finished(s, ev);
    if (s->finished == BOTH_FINISHED) {
        if (s->phase == GUESSING) take_token(s, who, ev);      /* if there is one left */
        win(s, ev);
        return;
    }
    if (s->phase != GUESSING) return;
    s->guessed = 1;
    if (is_finished(s, s->side)) end_turn(s, take_token(s, who, ev), ev);    /* */
}

static void miss(State *s, int cell, Seat who, Events *ev)
{
    if (s->phase == HOPE) lose(s, ev);
    else end_turn(s, mark_bystander(s, side_of(who), cell, who, ev), ev);
}

/* The other side's key decides, never one's own (CND-14). */
static bool guess(State *s, const Move *m, Events *ev)
{
    int side = side_of(m->seat), cell = m->arg[0];
    if ((s->phase != GUESSING && s->phase != HOPE) || !(open_to(s, side) >> cell & 1)) return false;
    int c = colour_at(s, !side, cell);
    note(ev, EV_GUESSED, m->seat, EVERYONE, cell, c, 0);
    if (c == GREEN) {
        hit(s, cell, m->seat, ev);
    } else if (c == TAN) {
        miss(s, cell, m->seat, ev);
    } else {
        s->struck[side] |= CELL_BIT(cell);
        lose(s, ev);
    }
    return true;
}

static bool may_stop(const State *s) { return s->phase == GUESSING && s->guessed; }

static bool stop(State *s, const Move *m, Events *ev)
{
    if (!may_stop(s)) return false;
    note(ev, EV_STOPPED, m->seat, EVERYONE, 0, 0, 0);
    end_turn(s, take_token(s, m->seat, ev), ev);
    return true;
}

/* ---- the contract ----------------------------------------------------------------- */

/* Sides that may give the next clue. In flexible order both, but nobody three times in a
 * row (CND-33) unless the other has none to give. */
static unsigned givers(const State *s)
{
    unsigned left = BOTH_FINISHED & ~(unsigned)s->finished;
    if (s->side == NO_SIDE) return left;
    if (!s->flexible) return 1u << s->side;
    const Clue *last = s->clue + s->clue_n - 1;
    if (left != BOTH_FINISHED || s->clue_n < 2 || last[0].side != last[-1].side) return left;
    return left & ~(1u << last->side);
}

static SeatSet seats_of(const State *s, unsigned sides)
{
    return (SeatSet)((sides & 1 ? side_seats(s, 0) : 0) | (sides & 2 ? side_seats(s, 1) : 0));
}

SeatSet duet_to_act(const void *state)
{
    const State *s = state;
    switch ((Phase)s->phase) {
    case DEALING:  return SEAT_BIT(SEAT_CHANCE);
    case CLUING:   return seats_of(s, givers(s));
    case GUESSING: return side_seats(s, !s->side);
    case RULING:   return side_seats(s, s->side);
    case HOPE:     return seats_of(s, (is_finished(s, 1) ? 0 : 1u) | (is_finished(s, 0) ? 0 : 2u));
    case OVER:     break;
    }
    return 0;
}

int duet_legal(const void *state, Seat who, Move *out, int cap)
{
    const State *s = state;
    int n = 0, cell;
    if (who > SEAT_CLOCK || !(duet_to_act(s) >> who & 1)) return 0;
    switch ((Phase)s->phase) {
    case DEALING:  OFFER(.verb = V_DEAL); break;
    case CLUING:   OFFER(.verb = V_CLUE, .arg = { ARG_OPEN }); break;
    case GUESSING: if (may_stop(s)) OFFER(.verb = V_STOP);
                   EACH_CELL(cell, open_to(s, side_of(who))) OFFER(.verb = V_GUESS, .arg = { (uint8_t)cell });
                   if (may_object(s)) OFFER(.verb = V_OBJECT);
                   break;
    case RULING:   OFFER(.verb = V_CONCEDE); OFFER(.verb = V_INSIST); break;
    case HOPE:     EACH_CELL(cell, open_to(s, side_of(who))) OFFER(.verb = V_GUESS, .arg = { (uint8_t)cell });
                   break;
    case OVER:     break;
    }
    return n;
}

/* A word that fits a clue's hole: one piece of text, not too long. */
static bool is_word(const char *word)
{
    size_t n = word ? strlen(word) : 0;
    return n && n < MAX_WORD && utf8_ok(word, n) && !memchr(word, ' ', n);
}

/* What no row of the verb table describes, however it came here. */
static bool fits_a_form(const State *s, const Move *m, const Extra *x)
{
    if (m->seat >= s->seats && m->seat < SEAT_TABLE) return false;
    switch (m->verb) {
    case V_DEAL:  return m->seat == SEAT_CHANCE && x && x->dice;
    case V_CLUE:  return m->arg[0] <= 9 && x && is_word(x->word);
    case V_GUESS: return m->arg[0] < CELLS;
    default:      return m->verb < VERBS;
    }
}

static bool carry_out(State *s, const Move *m, const Extra *x, Events *ev)
{
    switch (m->verb) {
    case V_DEAL:    return s->phase == DEALING && deal(s, x->dice, ev);
    case V_CLUE:    return give_clue(s, m, x->word, ev);
    case V_GUESS:   return guess(s, m, ev);
    case V_STOP:    return stop(s, m, ev);
    case V_OBJECT:  return object(s, m, ev);
    case V_CONCEDE: return concede(s, m, ev);
    case V_INSIST:  return insist(s, m, ev);
    }
    return false;
}

Err duet_apply(void *state, const Move *m, const Extra *x, Events *ev)
{
    State *s = state;
    if (!fits_a_form(s, m, x)) return E_BAD_MOVE;
    Err e = move_gate(duet_to_act(s), m, 0);
    return e ? e : carry_out(s, m, x, ev) ? E_OK : E_ILLEGAL;
}
