/* SPDX-License-Identifier: MIT
 *
 * show.h - what a game's facts look like on a table. Each row of a game's layout says of one fact what it
 * is: hands, a pile, a grid of words. A front end that draws any game (the terminal) goes by these rows and
 * never by the names of facts.
 *
 * A fact without a row is told in words from the game's catalogue: "fact.NAME" is a line of its own, and
 * "seat.NAME" stands beside each player when the fact is a list with one entry a seat. */
#ifndef NINELIVES_SHOW_H
#define NINELIVES_SHOW_H

#include "game.h"

enum { MAX_LAYOUT = 64 };         /* rows of one game */

typedef enum {
    SHOW_NOTHING,        /* not shown: it is seen in another fact, or of no use to a player */
    SHOW_PHASE,          /* a text: what is being decided; "ph.TEXT" puts it as a question */
    SHOW_TURN,           /* the seat whose turn it is; turns go round by seats, past those who do not play on */
    SHOW_IN,             /* for each seat whether it still plays, told beside it as if there were no row ... */
    SHOW_OUT,            /* ... or the other way round; without either all do */
    SHOW_HANDS,          /* for each seat the cards it holds */
    SHOW_ROWS,           /* for each seat cards in places, face down. Remembering them is the game: an old
                            event is told to the player who saw a card then as to everybody else */
    SHOW_PILE,           /* cards face down, the top one first */
    SHOW_DISCARD,        /* cards face up, the top one first */
    SHOW_MAP,            /* names of places that have been won; the row's map has all there are, "map" is its title */
    SHOW_GRID,           /* texts in lines of `columns`, under the title "grid" */
    SHOW_KEYS,           /* for each side a text with one letter a cell of the grid; only one's own can be read */
    SHOW_MARKS,          /* for each cell of the grid what has become of it, or an empty text; "mark.TEXT" says it */
    SHOW_LIST,           /* objects, one line each: "item.NAME" with their facts, under the title "list.NAME" */
    SHOW_VERDICT         /* a text, once it is over: how it went; "text.TEXT" says it under the result */
} ShowShape;

/* Good, bad, dull and done say how things stand; the others only tell one kind of card from another. */
typedef enum {
    TONE_NONE, TONE_GOOD, TONE_BAD, TONE_DULL, TONE_DONE, TONE_WARM, TONE_GOLD, TONE_COOL, TONE_ODD, TONES
} ShowTone;

/* How a letter of a key, a mark or a card is drawn in one column. */
typedef struct {
    const char *is;              /* the letter, the mark, or the card's id */
    const char *sign;
    const char *odd;             /* the sign for seats with odd numbers, the other side; NULL: the same */
    ShowTone    tone;
} ShowSign;

/* Places with two numbers each ("map.place" says what they are), and roads between them. All play begins at the first
 * place, and a place that has been won opens those next to it. */
typedef struct { const char *name; uint8_t a, b; } ShowPlace;
typedef struct { uint8_t from, to; } ShowRoad;
typedef struct { const ShowPlace *place; const ShowRoad *road; int places, roads; } ShowMap;

/* How a round ends, where several of them make a game: cards in rows are turned up and counted, and the next is dealt.
 * Each is the number of an event; those before it have the arguments that stand here. */
typedef struct {
    const char        *counts;   /* the fact with everybody's points so far, a number a seat; the fewest are best */
    const char *const *facts;    /* what else holds at the end, ended by NULL */
    uint8_t            opened;   /* "slot:N card:C": the owner's card in that place, counted from 1, lies open ... */
    uint8_t            filled;   /* ... or, the same, is replaced by this one */
    uint8_t            counted;  /* "points:N total:N": what the row counts, and all rows so far */
    uint8_t            dealt;    /* the next round begins */
} ShowRounds;

struct ShowRow {
    const char     *fact;
    ShowShape       shape;
    uint8_t         columns;     /* of a grid */
    uint8_t         picks;       /* of a grid: the verb whose number is a cell; 0: none */
    const ShowSign *signs;       /* of keys, marks, hands and rows, ended by one without `is` */
    const ShowMap  *map;         /* of a map */
    const ShowRounds *rounds;    /* of rows, if there are several rounds */
};

/* The row of this shape, or of this fact; NULL when the game has none. */
const ShowRow *show_shape(const Game *g, ShowShape shape);
const ShowRow *show_fact(const Game *g, const char *fact);
bool show_beside(const Game *g, const char *fact);       /* is a fact with an entry for each seat told beside it? */
const ShowRounds *show_rounds(const Game *g);    /* NULL: one round is the game */
/* The sign that this shape has for the first `n` bytes of a text; NULL when there is none. */
const ShowSign *show_sign(const Game *g, ShowShape shape, const char *is, size_t n);
/* Says what is wrong with a game's layout, or NULL. */
const char *show_flaw(const Game *g);

#endif
