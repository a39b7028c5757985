/* SPDX-License-Identifier: MIT
 *
 * duet.h - the table of Codenames: Duet: 25 words, a key with two sides, the time bank,
 * and the clues given so far. Sets of cells are bits of one word. */
#ifndef NINELIVES_DUET_H
#define NINELIVES_DUET_H

#include <string.h>

#include "../../core/game.h"
#include "../../core/show.h"

enum {
    CELLS      = 25,             /* row by row */
    CARDS      = 200,            /* word cards in the box, two faces each */
    CONCEPTS   = 400,            /* 2k and 2k + 1 are the faces of card k */
    SPELLED    = 0xffff,         /* a word that is in no box: see State.text */
    WORD_BYTES = 32,             /* of such a word, final NUL included */
    TOKENS     = 11,             /* time tokens in the box (CND-2) */
    CLUES      = 12              /* every clue costs a token, so there are fewer */
};

typedef uint32_t Cells;          /* bit i is cell i */
#define CELL_BIT(c) (1u << (c))
#define ALL_CELLS   (CELL_BIT(CELLS) - 1)

/* Colours of the key, named like cards. */
enum { NO_COLOUR = UNKNOWN, GREEN, BLACK, TAN, COLOURS };

/* The languages that the box has words in, as many as words/words.tsv has columns; English is the first. They may be
 * fewer than people can play in: then whoever reads another plays with the words of these. */
typedef enum {
#define WORDS_IN(id, code) id,
#include "words_table.inc"
#undef WORDS_IN
    LANGS
} Lang;

typedef enum {
#define CITY(id, text, tokens, mistakes) id,
#include "missions.def"
#undef CITY
    CITIES
} City;
typedef struct { const char *name; uint8_t tokens, mistakes; } Mission;
extern const Mission duet_mission[CITIES];
enum { NO_MISSION = 0 };         /* State.mission: 1 + the city */

enum { OPT_TOKENS, OPT_MISSION, OPT_ORDER, OPT_NAMES, OPT_LANG, OPT_ANEW, OPT_OWN, OPTS };

enum { V_DEAL, V_CLUE, V_GUESS, V_STOP, V_OBJECT, V_CONCEDE, V_INSIST, V_ANEW, VERBS };

typedef enum { DEALING, CLUING, GUESSING, RULING, HOPE, OVER } Phase;

/* What the table has agreed on, and what has come of it, as bits of State.terms. */
enum {
    NAMES     = 1,               /* a clue may be several words (CND-30i) ... */
    PLACE_NAMES = 2,              /* ... or two */
    OWN_ONLY  = 4,               /* own words first (CND-41) */
    OWN_WORDS = 8,               /* some of them lie here */
    ONE_ANEW  = 16,              /* so often the game may begin anew, two bits */
    MOST_ANEW = 3
};

enum { NO_SIDE = 2 };            /* before the first clue, and in the last hope */
enum { BOTH_SIDES = 3 };         /* as bits */

typedef struct { char word[MAX_WORD]; uint8_t number, side; } Clue;

#pragma GCC diagnostic push
#pragma GCC diagnostic error "-Wpadded"   /* states are compared and hashed as bytes */
typedef struct {
    Cells    green[2], black[2]; /* each side's key, the rest is tan; nothing in another's view */
    Cells    agents;             /* covered words */
    /* By whose guess, and so what everybody knows of the other side's key. */
    Cells    found_by[2];        /* green there; a rigged agent is nobody's */
    Cells    arrow[2];           /* tan there: a token points at the guesser */
    Cells    struck[2];          /* black there, and the game was lost */
    uint32_t done;               /* cities won, one bit each */
    uint16_t word[CELLS];        /* concepts, or SPELLED */
    char     text[CELLS][WORD_BYTES];
    Clue     clue[CLUES];        /* all of the game: old ones may still be used (CND-23) */
    uint8_t  clue_n;
    uint8_t  guessed;            /* a word found this turn */
    uint8_t  seats, phase, rigged;
    uint8_t  mission, tokens, flexible, terms, lang;
    uint8_t  side;               /* whose clue it is, or NO_SIDE */
    uint8_t  bystander, green_up;/* the time bank, by the side that is up */
    uint8_t  taken;              /* tokens players took after correct guesses */
    uint8_t  finished;           /* bit k: all words of side k's key are found, and it said so */
    uint8_t  hoped;              /* the last hope has come */
    uint8_t  objected, won;      /* an objection made this turn; DEALING: to the words that lie here, so others come */
} State;
#pragma GCC diagnostic pop
static_assert(sizeof(State) <= 1600, "words of a rigged table and all clues included");

enum {
    EV_DEALT, EV_WORD, EV_KEY, EV_CLUE, EV_WARNED, EV_GUESSED, EV_MARKED, EV_TOOK, EV_FINED, EV_UNPAID, EV_STOPPED,
    EV_OBJECTED, EV_CONCEDED, EV_INSISTED, EV_COMPLETE, EV_TURN, EV_HOPE, EV_WON, EV_SCORED, EV_LOST, EV_ANEW,
    EVENTS
};

/* ---- looking ------------------------------------------------------------ */

static inline int side_of(Seat p) { return p & 1; }

static inline SeatSet side_seats(const State *s, int side)
{
    return (SeatSet)((side ? 0xaaaa : 0x5555) & (SEAT_BIT(s->seats) - 1));
}

/* Look at arrows, do not count tokens. */
static inline Cells open_to(const State *s, int side)
{
    return ALL_CELLS & ~(s->agents | s->arrow[side]);
}

/* Under an agent, or closed to both sides (CND-22). */
static inline Cells covered(const State *s) { return s->agents | (s->arrow[0] & s->arrow[1]); }

static inline int bank(const State *s) { return s->bystander + s->green_up; }

static inline int colour_at(const State *s, int side, int cell)
{
    return s->green[side] >> cell & 1 ? GREEN : s->black[side] >> cell & 1 ? BLACK : TAN;
}

/* What side's key still asks the other one to find. */
static inline Cells unfound(const State *s, int side) { return s->green[side] & open_to(s, !side); }

static inline bool is_finished(const State *s, int side) { return s->finished >> side & 1; }

/* The standard mission of nine tokens is Prague, by name or not; only it is scored (CND-34). */
static inline bool is_standard(const State *s)
{
    return s->mission == NO_MISSION ? s->tokens == duet_mission[PRAGUE].tokens : s->mission == PRAGUE + 1;
}

static inline int points(const State *s) { return 3 * bank(s) + s->taken - s->hoped; }

#define EACH_CELL(c, set) for (Cells set_ = (set); set_ && ((c) = __builtin_ctz(set_), true); set_ &= set_ - 1)

/* Sides that may give the next clue. In flexible order both, but nobody three times in a
 * row (CND-33) unless the other has none to give. */
static inline unsigned givers(const State *s)
{
    unsigned left = BOTH_SIDES & ~(unsigned)s->finished;
    if (s->side == NO_SIDE) return left;
    if (!s->flexible) return 1u << s->side;
    const Clue *last = s->clue + s->clue_n - 1;
    if (left != BOTH_SIDES || s->clue_n < 2 || last[0].side != last[-1].side) return left;
    return left & ~(1u << last->side);
}

/* Sides with words to find: as long as the other one's key has any. */
static inline unsigned finders(const State *s) { return (is_finished(s, 1) ? 0 : 1u) | (is_finished(s, 0) ? 0 : 2u); }

/* A clue may be objected to before the first guess, and once. */
static inline bool may_object(const State *s) { return s->phase == GUESSING && !s->guessed && !s->objected; }
static inline bool may_renew(const State *s) { return s->phase == RULING && s->terms >= ONE_ANEW; }
static inline bool may_stop(const State *s) { return s->phase == GUESSING && s->guessed; }

/* ---- shared by the files of this folder --------------------------------- */

/* words.c */
const char *duet_word_text(const State *s, int cell);
const char *duet_concept_word(int concept, Lang lang);
enum { NO_CONCEPT = -1 };
int     duet_concept_said(uint64_t hash, Lang lang);   /* whose word this is: fold_hash() of it */
/* clue.c: what the table refuses by itself, and what it only points out. */
Cells   duet_clue_clash(const State *s, const char *word);
bool    duet_clue_allowed(const State *s, const char *word);
void    duet_clue_warn(const State *s, const char *word, Seat who, Events *ev);
bool    duet_clue_alike(const char *folded_clue, const char *folded_word);
/* legal.c: how many moves a seat that is asked has, the i-th of them, and the judgement of one. */
uint32_t duet_count(const State *s, Seat who);
Move    duet_nth(const State *s, Seat who, uint32_t i);
bool    duet_fits_a_form(const State *s, const Move *m, const Extra *x);
bool    duet_judge(const State *s, const Move *m, const Extra *x);
/* rules.c: what has been judged happens. */
void    duet_clue(Clue *c, const char *word, int number);
void    duet_quietly(State *s, const Move *m, const Extra *x, const Clue *clue);
/* duet.c */
extern const char *const duet_cards[COLOURS];
uint32_t duet_missions_open(uint32_t done);
/* The rest is the contract. */
SeatSet duet_to_act(const void *state);
Err     duet_apply(void *state, const Move *m, const Extra *x, Events *ev);
int     duet_legal(const void *state, Seat who, Move *out, int cap);
void     duet_deal_words(State *s, Dice *d);
void     duet_lay(State *s, const Box *box, Dice *d);    /* lay.c: the same where the table has a say */
void     duet_fill_bank(State *s);
uint32_t duet_playout(void *state, const Extra *x, Move *list, uint32_t *moves);
void    duet_observe(const void *state, Seat who, void *view);
void    duet_imagine(void *view, Seat who, Dice *d);
void    duet_tell(const void *view, Seat who, Scribe *to);
extern const ShowRow duet_layout[];
bool    duet_rig(void *state, const Fact *start, Why *w);
const char *duet_audit(const void *state);
void    duet_score(const void *state, Result *r);
extern const char *const duet_phases[];
extern const Small duet_small;

#endif
