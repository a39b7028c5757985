/* SPDX-License-Identifier: MIT
 *
 * playout.c - random play to the end, as searches and simulations want it by the million:
 * count the moves, pick one, play it. What is counted is legal, so nothing is checked again,
 * and the word of all clues is looked up on the table once. What is written for speed alone
 * is here, not in the rules. */
#include "../../core/bits.h"
#include "duet.h"

enum { NUMBER = 1 };             /* beside the word, as bots/random.h says it */

typedef struct { uint32_t choices, moves; } Tally;

/* ---- the words ---------------------------------------------------------------- */

/* 25 of 200 cards, either face up (CND-4): words are drawn from all 400 faces, and a face of a card that lies there
 * already does not count. Six are drawn at a time, since one number of the dice is enough for them. Thirty are nearly
 * always enough, and to ask whether there is room for the last ones takes longer than to let them be written behind the
 * board, where State.text is empty before the first clue; then they are cleared. */
enum { LOTS = 30, TOO_MANY = LOTS - CELLS };
typedef struct { uint16_t *next; uint8_t lies[CARDS]; } Draw;
static_assert(offsetof(State, text) == offsetof(State, word) + CELLS * sizeof(uint16_t), "there is the empty text");
static_assert(sizeof ((State *)0)->text >= TOO_MANY * sizeof(uint16_t), "and it is long enough");

static inline void draw_word(Draw *draw, uint32_t concept)
{
    uint8_t *lies = &draw->lies[concept / 2], fresh = !*lies;
    *draw->next = (uint16_t)concept;
    draw->next += fresh;
    *lies = 1;
}

static inline void draw_three(Draw *draw, Three lot)
{
    draw_word(draw, lot.first);
    draw_word(draw, lot.second);
    draw_word(draw, lot.third);
}

void duet_deal_words(State *s, Dice *d)
{
    uint16_t *first = (uint16_t *)s + offsetof(State, word) / sizeof *first;
    Draw draw = { .next = first };
    for (int i = 0; i < LOTS || draw.next < first + CELLS; i += 6) {
        uint64_t bits = dice_word(d);
        draw_three(&draw, dice_three(d, (uint32_t)bits, CONCEPTS, CONCEPTS, CONCEPTS));
        draw_three(&draw, dice_three(d, (uint32_t)(bits >> 32), CONCEPTS, CONCEPTS, CONCEPTS));
    }
    memset(s->text, 0, TOO_MANY * sizeof *first);
}

/* ---- any move -------------------------------------------------------------- */

/* The lowest seat that is asked; that of a side has its number. */
static inline Seat lowest(unsigned sides) { return sides & 1 ? 0 : 1; }

static Seat who_acts(const State *s)
{
    switch ((Phase)s->phase) {
    case DEALING:  return SEAT_CHANCE;
    case CLUING:   return lowest(givers(s));
    case GUESSING: return !s->side;
    case RULING:   return s->side;
    case HOPE:     return lowest(finders(s));
    case OVER:     break;
    }
    return SEAT_NONE;
}

static Move any_move(const State *s, Dice *d, Tally *t)
{
    Seat who = who_acts(s);
    uint32_t n = duet_count(s, who);
    t->choices += n > 1;
    return duet_nth(s, who, n > 1 ? dice_below(d, n) : 0);
}

/* ---- guess after guess ------------------------------------------------------- */

/* A side that guesses: what is open to it, and the key that decides. */
typedef struct { Cells open, green, black; } Guesser;

static inline Guesser guesser(const State *s, int side)
{
    return (Guesser){ open_to(s, side), s->green[!side], s->black[!side] };
}

static inline bool would_finish(const Guesser *g, Cells found) { return !(g->open & g->green & ~found); }

static inline void swap_if(Cells mask, Cells *a, Cells *b)
{
    Cells differ = (*a ^ *b) & mask;
    *a ^= differ;
    *b ^= differ;
}

/* A word found is covered. One missed is marked and paid for, and the other side says its clue;
 * past the last clue there is nothing. */
static inline void find_or_miss(State *s, int side, Cells cell, Cells found, const Clue say[2])
{
    uint8_t miss = !found;
    Clue *clue = &s->clue[s->clue_n];
    s->agents |= found;
    s->found_by[side] |= found;
    s->arrow[side] |= cell ^ found;
    s->bystander = (uint8_t)(s->bystander - miss);
    s->guessed = !miss;
    s->objected &= !miss;
    s->side = (uint8_t)(!side ^ miss);
    *clue = say[miss];
    clue->side = s->side & miss;
    s->clue_n = (uint8_t)(s->clue_n + miss);
}

/* Guesses for as long as words are found or missed and nothing else comes of it; the first move
 * of which more comes is left to the rules. A third of the words is found, and no processor
 * foresees which: so both happen, by masks, and what the next guess needs stays in registers. */
static inline Move guess_on(State *s, Dice *d, const Clue say[2], Tally *t)
{
    Guesser one = guesser(s, !s->side), other = guesser(s, s->side);
    Seat who = !s->side;
    uint32_t may_end = s->guessed, besides = may_end | !s->objected;
    for (;; besides = 1) {
        uint32_t cells = (uint32_t)__builtin_popcount(one.open), n = cells + besides;
        uint32_t i = dice_pick(d, n), at = i - may_end;
        t->choices += n > 1;
        if (at >= cells) return (Move){ .verb = i < may_end ? V_STOP : V_OBJECT, .seat = who };
        Cells cell = nth_bit(one.open, at), found = cell & one.green, turn = found ? 0 : ALL_CELLS;
        if (cell & one.black || would_finish(&one, found) || would_finish(&other, found)
            || s->bystander < 2 || s->clue_n == CLUES)
            return (Move){ .verb = V_GUESS, .seat = who, .arg = { (uint8_t)__builtin_ctz(cell) } };
        find_or_miss(s, who, cell, found, say);
        t->moves += 1u + !found;
        may_end = !!found;
        who ^= !found;
        one.open &= ~cell;
        other.open &= ~found;
        swap_if(turn, &one.open, &other.open);
        swap_if(turn, &one.green, &other.green);
        swap_if(turn, &one.black, &other.black);
    }
}

/* ---- the contract -------------------------------------------------------------- */

/* Sides take turns, both have words left, and nothing stands in the way of the next clue. */
static inline bool is_usual(const State *s, Cells clash)
{
    return s->phase == GUESSING && !s->flexible && !s->finished && !clash;
}

__attribute__((flatten)) uint32_t duet_playout(void *state, const Extra *x, Move *list, uint32_t *moves)
{
    State *s = state;
    Tally t = { 0, 0 };
    Clue say[2] = { 0 };                                   /* nothing, or the word */
    (void)list;
    duet_clue(&say[1], x->word, NUMBER);
    if (s->phase == DEALING) {
        duet_quietly(s, &(Move){ .verb = V_DEAL, .seat = SEAT_CHANCE }, x, NULL);
        t.moves++;
    }
    Cells clash = duet_clue_clash(s, x->word);
    for (; s->phase != OVER; t.moves++) {
        const Move m = is_usual(s, clash) ? guess_on(s, x->dice, say, &t) : any_move(s, x->dice, &t);
        if (m.verb == V_CLUE && clash & ~covered(s)) break;
        duet_quietly(s, &m, x, &say[1]);
        if (m.verb == V_DEAL) clash = duet_clue_clash(s, x->word);       /* the game has begun anew */
    }
    *moves += t.moves;
    return t.choices;
}
