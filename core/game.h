/* SPDX-License-Identifier: MIT
 *
 * game.h - the contract between one game's rules and everything around them.
 *
 * A game is a pure function of (state, move). It never prints, allocates, reads a
 * clock, draws a random number or asks anyone a question. Randomness arrives as a
 * move of SEAT_CHANCE, time as a move of SEAT_CLOCK or as the default move that
 * somebody plays for a silent seat. So a list of moves is the whole game, and every
 * front end, bot and test drives the same few functions. */
#ifndef NINELIVES_GAME_H
#define NINELIVES_GAME_H

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "box.h"
#include "dice.h"
#include "fact.h"

enum {
    MAX_SEATS   = 10,
    MAX_ARGS    = 5,
    MAX_MOVES   = 8192,  /* concrete moves one seat may be offered */
    MAX_EVENTS  = 160,   /* things one move may make happen */
    MAX_STATE   = 4096,  /* so that a search can keep states inline */
    MAX_OPTIONS = 8,
    MAX_WORD    = 48,    /* bytes in a typed word, final NUL included */
    MAX_LINE    = 256    /* bytes in a move written as text, entropy included */
};

typedef uint8_t  Seat;
typedef uint16_t SeatSet;        /* bit i is seat i */
enum {
    SEAT_TABLE  = 13,            /* a spectator, who sees what the whole table sees */
    SEAT_CHANCE = 14,            /* shuffles and draws lots */
    SEAT_CLOCK  = 15,            /* says that time is up */
    SEAT_NONE   = 255
};
enum { EVERYONE = 0xffff };      /* an audience: all seats and the table */
#define SEAT_BIT(s) ((SeatSet)(1u << (s)))
static_assert(MAX_SEATS < (int)SEAT_TABLE, "the special seats need bits of their own");

enum { UNKNOWN = 0 };            /* a card the viewer cannot name; real cards start at 1 */

/* ---- moves ------------------------------------------------------------- */

/* Small and flat. The word of a clue and the entropy of a shuffle do not fit in: they are passed beside it (Extra). */
typedef struct {
    uint8_t verb;                /* index into Game.verbs */
    Seat    seat;
    uint8_t window;              /* 1 + the depth it answers; 0: whatever is open */
    uint8_t arg[MAX_ARGS];       /* typed by the verb's form */
} Move;
static_assert(sizeof(Move) == 8, "a move is one machine word");

enum { ARG_OPEN = 255 };         /* an offered number that the player fills in */

typedef struct {
    const char *word;            /* verbs with a W: valid UTF-8, not empty */
    Dice       *dice;            /* moves of chance */
    const Box  *box;             /* moves of chance: words that the table brings along, or NULL */
} Extra;

enum {
    VERB_WINDOW = 1,             /* answers a reaction window: may name its depth with #D */
    VERB_SECRET = 2,             /* others learn that it was played, not its arguments */
    VERB_SORTED = 4,             /* its leading cards may be written in any order */
    VERB_CHANCE = 8,             /* played by SEAT_CHANCE with entropy beside it */
    VERB_CLOCK  = 16,            /* played by SEAT_CLOCK */
    VERB_LOT    = 32,            /* for a silent seat it is drawn by lot among those offered */
    VERB_DEAL   = 64             /* chance deals a new round: who thinks ahead stops there, the rest is luck */
};

/* A verb's form is its text. Tokens, one space apart:
 *   word      itself            C     any card           @S   a seat at the table
 *   P         a card that       A     a card that        N    a number
 *             needs no target         needs a target     0-9  a number in that range
 *   x:P x:A   the same behind a literal "x:"             W    one open word (Extra)
 * A token followed by ? may be left out, and then so may all that follow it. */
typedef struct {
    const char *form;
    uint8_t     flags;
} Verb;

/* ---- results ----------------------------------------------------------- */

/* Checked in this order by every apply(). */
#define ERRS(X)                  \
    X(E_OK,        "ok")         \
    X(E_BAD_MOVE,  "bad_move")   \
    X(E_OVER,      "over")       \
    X(E_STALE,     "stale")      \
    X(E_NOT_ASKED, "not_asked")  \
    X(E_ILLEGAL,   "illegal")    \
    X(E_SEATS,     "bad_seats")  \
    X(E_OPTION,    "bad_option")
#define X(id, name) id,
typedef enum { ERRS(X) ERR_COUNT } Err;
#undef X
const char *err_name(Err e);

/* Something that happened. Arguments whose key ends in '!' are read only by `sees`;
 * everybody else gets the same event with blanks, so numbers never betray a secret. */
typedef struct {
    uint8_t kind;                /* index into Game.events */
    Seat    seat;                /* whose doing, or SEAT_NONE */
    SeatSet sees;
    int16_t arg[6];
} Event;
enum { BLANK = INT16_MIN };      /* an argument this viewer may not read */

/* Types after the colon: C card, @ seat, N number, W the move's open word. */
typedef struct {
    const char *name;
    const char *args;            /* "from:@ card:C!"; with "~" in front: the whole table sees it when it
                                    happens, and no view shows it afterwards */
} EventKind;

typedef struct {
    uint16_t n;
    Event    at[MAX_EVENTS];
} Events;

typedef struct {
    SeatSet winners;             /* empty until the game is over */
    int16_t points[MAX_SEATS];   /* higher is better */
    uint8_t place[MAX_SEATS];    /* 1 is first; equal places are shared; 0: still playing */
} Result;

/* ---- options ----------------------------------------------------------- */

/* Options that a host must understand, because it runs the clock and knows which language its players read. */
typedef enum {
    ROLE_NONE,
    ROLE_MINUTES,                /* after so many minutes the clock may end the round (a verb of VERB_CLOCK) */
    ROLE_LANG,                   /* the language of the words on the table: codes of languages.def, some or all */
    ROLE_FIRST,                  /* who begins: "@0" and so on, "lot", "next" or "loser" (round_follow) ... */
    ROLE_DEALER                  /* ... or who deals, the seat before the one that begins */
} Role;

/* Either a list of words, the default first, or a range of numbers. */
typedef struct {
    const char *name;
    const char *const *words;    /* NULL-terminated; NULL: numbers */
    uint8_t     low, high, usual;
    uint8_t     offer;           /* what a new table begins with, where hosts offer something else; 0: the usual */
    bool        later;           /* came after the first logs: these say it only where it is not the usual */
    Role        role;
} OptionRow;

typedef struct {
    uint8_t seats;
    uint8_t value[MAX_OPTIONS];  /* index of the word, or the number */
} Options;

/* ---- the game ---------------------------------------------------------- */

typedef struct Hunch Hunch;      /* hunch.h: for bots */
typedef struct ShowRow ShowRow;  /* show.h: for front ends */
typedef struct Small Small;      /* small.h: for programs that learn to play */
typedef struct Game Game;
struct Game {
    const char *id;              /* wire name and translation prefix */
    uint16_t    rules;           /* bump when an old log would play out differently */
    uint16_t    state_size;
    uint8_t     min_seats, max_seats;
    uint8_t     verb_count, card_count, event_count, option_count;
    uint32_t    aimed;           /* cards that need a target: the A of a verb's form */
    uint32_t    bound;           /* random play is over within this many moves */
    const char *bags;            /* facts whose lists have no order, e.g. "hands" */
    const char *progress;        /* the fact that lists what a team has won over its rounds; NULL: none */
    bool        boxed;           /* it lays out words, and a table may bring some along (box.h) */
    const char *silence;         /* the word said for a silent seat where one is wanted; its last letter may repeat */
    const Verb        *verbs;
    const char *const *cards;    /* [0] is never named */
    const EventKind   *events;
    const uint8_t     *beats;    /* tenths of a second that people look at each event before the next; NULL: none */
    const OptionRow   *options;
    const ShowRow     *layout;   /* what its facts look like on a table; ended by a row without a fact */

    /* Lay out the table. No randomness: what is unknown waits for chance. */
    Err     (*setup)(void *state, const Options *o);
    /* Who may act now. Several: a window. SEAT_CHANCE: waiting for entropy. None: over. */
    SeatSet (*to_act)(const void *state);
    /* Write up to `cap` moves; return how many there are (like snprintf). The first is
     * the polite default for a seat that stays silent. */
    int     (*legal)(const void *state, Seat who, Move *out, int cap);
    /* Play it. On error the state is untouched. `ev` may be NULL. */
    Err     (*apply)(void *state, const Move *m, const Extra *x, Events *ev);
    /* What `who` knows: a state of the same type with holes. */
    void    (*observe)(const void *state, Seat who, void *view);
    /* Fill the holes: one world that `who` cannot tell from the truth. */
    void    (*imagine)(void *view, Seat who, Dice *d);
    /* Report as facts what `who` is shown of a view; SEAT_NONE: the whole truth. Every game tells a text `phase`, by
     * which front ends say what is asked; and where seats take turns, the number `turn`. */
    void    (*tell)(const void *view, Seat who, Scribe *to);
    /* The inverse, for tests and lessons: make a dealt state this position. On failure
     * `why` says which fact is wrong. */
    bool    (*rig)(void *state, const Fact *start, Why *why);
    /* Name the invariant this state breaks, or NULL. */
    const char *(*audit)(const void *state);
    void    (*score)(const void *state, Result *r);
    /* Optional: in a window, whom it harms if nobody says anything. Everybody at the table can see that, so a view
     * gives the same answer as the state. */
    SeatSet (*against)(const void *state);
    /* Optional: a faster random_playout() (bots/random.h) for this game, which skips the checks that
     * a listed move always passes. A law compares the two byte for byte. */
    uint32_t (*playout)(void *state, const Extra *x, Move *list, uint32_t *moves);
    const Hunch *hunch;          /* NULL: bots know nothing of this game and play at random */
    const Small *small;          /* NULL: moves are numbered by their place in the list, views have no features */
};

/* Every folder under games/ exports one such list, ended by NULL; the build finds it. */
typedef const Game *const GameList[];
extern const Game *const *const game_lists[];
const Game *game_find(const char *id);
const Game *game_at(int i);                      /* NULL past the last */
/* Says what is wrong with a game's description, or NULL. Programs ask this of every game when they start. */
const char *game_flaw(const Game *g);

/* ---- helpers that are the same for every game --------------------------- */

int  move_format(const Game *g, const Move *m, const char *word, char *out, size_t cap);
/* Reads "play attack" as said by `seat`; a word lands in `word`. E_OK or E_BAD_MOVE. */
Err  move_parse(const Game *g, int seats, Seat seat, const char *text, Move *m, char word[MAX_WORD]);
/* The same for what a person says now, at whatever table: its word must also be legible
 * (legible.h), else E_BAD_MOVE. Logs and scenarios are read by move_parse, so that a log written
 * under an older idea of "legible" still plays. */
Err  move_hear(const Game *g, int seats, Seat seat, const char *text, Move *m, char word[MAX_WORD]);
/* The seat in front of a line: "3 draw", "c deal", "t up". Returns the rest, or NULL. */
const char *move_seat(const char *line, Seat *seat);

void options_default(const Game *g, int seats, Options *o);      /* what rules, logs and scenarios go by */
void options_offer(const Game *g, int seats, Options *o);        /* what a host offers at a new table */
Err  options_set(const Game *g, Options *o, const char *name, const char *value);
int  options_value(const Game *g, const Options *o, int i, char *out, size_t cap);
int  options_role(const Game *g, Role role);     /* which option has it; -1: none */
/* An option that names a seat which is not at the table gets its usual value. */
void options_fit(const Game *g, Options *o);

/* How many milliseconds people want to look at all this: the sum of its beats, within reason. It depends only on what
 * kind of thing happened, which everybody is told, so waiting for it betrays nothing. */
int  events_beat(const Game *g, const Events *ev);
void events_redact(const Game *g, const Event *e, Seat who, Event *out);
/* The pieces of one event argument: its key, type letter, secrecy. False past the last. */
typedef struct { char key[16]; char type; bool secret; } EventArg;
bool event_arg(const EventKind *k, int i, EventArg *out);
static inline bool event_passing(const EventKind *k) { return k->args && k->args[0] == '~'; }

uint64_t game_mark(const Game *g, const void *state);   /* one number for all the bytes */

/* For apply(): the checks that come before a rule is looked at. */
static inline Err move_gate(SeatSet asked, const Move *m, uint8_t open_window)
{
    if (m->seat > SEAT_CLOCK) return E_BAD_MOVE;
    if (!asked) return E_OVER;
    if (m->window && m->window != open_window) return E_STALE;
    return asked >> m->seat & 1 ? E_OK : E_NOT_ASKED;
}

/* For apply(): write down what happened. */
static inline void note(Events *ev, int kind, Seat seat, SeatSet sees, int a, int b, int c)
{
    if (ev && ev->n < MAX_EVENTS)
        ev->at[ev->n++] = (Event){ (uint8_t)kind, seat, sees, { (int16_t)a, (int16_t)b, (int16_t)c } };
}

/* For legal(): offer a move, counting on past the end of the list. */
#define OFFER(...) do { if (n < cap) out[n] = (Move){ .seat = who, __VA_ARGS__ }; n++; } while (0)

/* Iterates over the members of a seat set, lowest first. */
#define EACH_SEAT(s, set)                                                                     \
    for (SeatSet left_ = (SeatSet)(set); left_ && ((s) = (Seat)__builtin_ctz(left_), true);   \
         left_ &= (SeatSet)(left_ - 1))

#endif
