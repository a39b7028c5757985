/* SPDX-License-Identifier: MIT
 *
 * rules.c - what moves do in Codenames: Duet. legal.c has judged them before. Read from the
 * bottom; every turn goes through end_turn(), every game through win() or lose(). */
#include "../../core/bits.h"
#include "duet.h"

/* ---- the deal ------------------------------------------------------------- */

/* The next n cells drawn from those that are left. */
static inline Cells take(Cells *left, const uint8_t **lot, int n)
{
    Cells before = *left;
    while (n--) *left ^= nth_bit(*left, *(*lot)++);
    return before ^ *left;
}

/* The table of CND-8: so many cells are green on both sides, green and black, green and tan ... Any arrangement may
 * be drawn, not only those of a hundred printed cards, so turning a card round adds nothing. Cells that are
 * not green for side 0 are drawn by their number among the sixteen that are left: so this need not wait until the
 * green ones are known. */
static void deal_key(State *s, Dice *d)
{
    enum { GREENS = 9, COLOURED = 18 };
    uint8_t lots[COLOURED];
    const uint8_t *first = lots, *second = lots + GREENS;
    Cells left = ALL_CELLS, place = ALL_CELLS >> GREENS;
    dice_six(d, lots, CELLS);
    dice_six(d, lots + 6, CELLS - 6);
    dice_six(d, lots + 12, CELLS - 12);
    Cells gg = take(&left, &first, 3), gx = take(&left, &first, 1), gt = take(&left, &first, 5);
    Cells xg = take(&place, &second, 1), xx = take(&place, &second, 1), xt = take(&place, &second, 1);
    Cells tg = take(&place, &second, 5), tx = take(&place, &second, 1);
    s->green[0] = gg | gx | gt;
    s->black[0] = spread(xg | xx | xt, left);
    s->green[1] = gg | spread(xg | tg, left);
    s->black[1] = gx | spread(xx | tx, left);
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

static void deal(State *s, const Move *m, const Extra *x, Events *ev)
{
    (void)m;
    if (x->box || s->objected) duet_lay(s, x->box, x->dice);
    else duet_deal_words(s, x->dice);    /* playout.c: a playout spends much of its time there */
    deal_key(s, x->dice);
    s->phase = CLUING;
    if (ev) announce_deal(s, ev);
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

void duet_clue(Clue *c, const char *word, int number)
{
    *c = (Clue){ .number = (uint8_t)number };
    memcpy(c->word, word, strlen(word));
}

/* Clues past the last one are all zero. */
static inline void say(State *s, int side, const Clue *clue)
{
    if (s->clue_n == CLUES) {                         /* only a rigged bank could come to this */
        memmove(s->clue, s->clue + 1, (CLUES - 1) * sizeof *s->clue);
        s->clue_n--;
    }
    s->side = (uint8_t)side;
    s->phase = GUESSING;
    s->guessed = s->objected = 0;
    s->clue[s->clue_n] = *clue;
    s->clue[s->clue_n++].side = s->side;
}

static void give_clue(State *s, const Move *m, const Extra *x, Events *ev)
{
    Clue c;
    duet_clue(&c, x->word, m->arg[0]);
    say(s, side_of(m->seat), &c);
    note(ev, EV_CLUE, m->seat, EVERYONE, 0, m->arg[0], 0);
    duet_clue_warn(s, x->word, m->seat, ev);
}

static void object(State *s, const Move *m, const Extra *x, Events *ev)
{
    (void)x;
    s->phase = RULING;
    s->objected = 1;
    note(ev, EV_OBJECTED, m->seat, EVERYONE, 0, 0, 0);
}

/* One token out of the game, and the guessing goes on (CND-32) even if that was the last
 * one. */
static void concede(State *s, const Move *m, const Extra *x, Events *ev)
{
    (void)x;
    s->phase = GUESSING;
    note(ev, EV_CONCEDED, m->seat, EVERYONE, 0, 0, 0);
    if (draw_token(s)) note(ev, EV_FINED, m->seat, EVERYONE, s->bystander, s->green_up, 0);
    else end_turn(s, false, ev);
}

static void insist(State *s, const Move *m, const Extra *x, Events *ev)
{
    (void)x;
    s->phase = GUESSING;
    note(ev, EV_INSISTED, m->seat, EVERYONE, 0, 0, 0);
}

/* CND-32: so much was given away that other words and another key are dealt; the bank is full again. What was said is
 * forgotten. The words stay until the deal, which leaves them out. */
static void renew(State *s, const Move *m, const Extra *x, Events *ev)
{
    State fresh = { .done = s->done, .seats = s->seats, .phase = DEALING, .mission = s->mission, .tokens = s->tokens,
                    .flexible = s->flexible, .terms = s->terms - ONE_ANEW, .lang = s->lang, .side = NO_SIDE,
                    .objected = 1 };
    (void)x;
    memcpy(fresh.word, s->word, sizeof fresh.word);
    memcpy(fresh.text, s->text, sizeof fresh.text);
    duet_fill_bank(&fresh);
    *s = fresh;
    note(ev, EV_ANEW, m->seat, EVERYONE, 0, 0, 0);
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

static void hit(State *s, int cell, Seat who, Events *ev)
{
    s->agents |= CELL_BIT(cell);
    s->found_by[side_of(who)] |= CELL_BIT(cell);
    announce_finished(s, ev);
    if (s->finished == BOTH_SIDES) {
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
static void guess(State *s, const Move *m, const Extra *x, Events *ev)
{
    int side = side_of(m->seat), cell = m->arg[0], colour = colour_at(s, !side, cell);
    (void)x;
    note(ev, EV_GUESSED, m->seat, EVERYONE, cell, colour, 0);
    if (colour == GREEN) {
        hit(s, cell, m->seat, ev);
    } else if (colour == TAN) {
        miss(s, cell, m->seat, ev);
    } else {
        s->struck[side] |= CELL_BIT(cell);
        lose(s, ev);
    }
}

static void stop(State *s, const Move *m, const Extra *x, Events *ev)
{
    (void)x;
    note(ev, EV_STOPPED, m->seat, EVERYONE, 0, 0, 0);
    end_turn(s, take_token(s, m->seat, ev), ev);
}

/* ---- the contract ----------------------------------------------------------------- */

/* Every verb and what it does, without asking whether it may. */
#define VERB_ROWS(X)                                                                             \
    X(V_DEAL, deal) X(V_CLUE, give_clue) X(V_GUESS, guess) X(V_STOP, stop) X(V_OBJECT, object)   \
    X(V_CONCEDE, concede) X(V_INSIST, insist) X(V_ANEW, renew)

static void perform(State *s, const Move *m, const Extra *x, Events *ev)
{
    switch (m->verb) {
#define X(verb, does) case verb: does(s, m, x, ev); break;
    VERB_ROWS(X)
#undef X
    default: break;
    }
}

Err duet_apply(void *state, const Move *m, const Extra *x, Events *ev)
{
    State *s = state;
    if (!duet_fits_a_form(s, m, x)) return E_BAD_MOVE;
    Err e = move_gate(duet_to_act(s), m, 0);
    if (e) return e;
    if (!duet_judge(s, m, x)) return E_ILLEGAL;
    perform(s, m, x, ev);
    return E_OK;
}

/* For playouts, where nobody listens and all clues are the same. */
__attribute__((flatten)) void duet_quietly(State *s, const Move *m, const Extra *x, const Clue *clue)
{
    if (m->verb == V_GUESS) guess(s, m, x, NULL);
    else if (m->verb == V_CLUE) say(s, side_of(m->seat), clue);
    else perform(s, m, x, NULL);
}
