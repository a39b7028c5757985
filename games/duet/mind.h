/* SPDX-License-Identifier: MIT
 * mind.h - what the partner's files share: listen.c guesses, speak.c gives, hunch.c decides,
 * judge.c and explain.c say how good a move is, and why. */
#ifndef NINELIVES_DUET_MIND_H
#define NINELIVES_DUET_MIND_H

#include "../../core/hunch.h"
#include "sense.h"

/* By the keys alone: how likely each word is green or black to this seat's guess. */
typedef struct { float green[CELLS], black[CELLS]; } Chances;
void duet_chances_of(const State *s, Seat who, Chances *c);

/* By keys and clues. */
typedef struct { float meant[MAX_BOARD], green[MAX_BOARD], black[MAX_BOARD]; } Outlook;
void duet_outlook_of(const Scene *scene, const State *s, Seat who, Outlook *o);
int  duet_outlook_pick(const State *s, Seat who, float nerve, const Outlook *o);
int  duet_rank_words(const Scene *s, const char *clue, int number, uint8_t order[MAX_BOARD]);

/* What a clue is to do. */
typedef struct {
    const Scene *scene;
    Cells  green, black, open;       /* to be found; deadly; all that may be guessed */
    float  price_black, price_tan;   /* in words found */
    int    most;                     /* words one clue may be for */
    float  seen;                     /* how often an ordinary reader must find all of them */
    const Clue *given;               /* clues of this game: not said again */
    int    given_n;
    float  literal;                  /* how likely the partner goes by what words mean alone */
    float  doubt;                    /* how likely the partner takes a black word for one of mine */
} Task;
bool duet_find_clue(const Task *t, Said *out);
/* How likely the partner goes by what words mean alone: judged by his guesses after this side's clues, and for
 * people in general. */
float duet_literal_partner(const Scene *s, const Clue *given, int given_n, int side, Cells guessed);
float duet_literal_people(void);
/* The green words a clue fits best. */
int  duet_clue_targets(const Scene *s, const char *clue, Cells green, int number, uint8_t *out);

/* How many words a clue is likely to bring, and how likely it leads to a black one. */
typedef struct { float words, danger; } Outcome;
Outcome duet_clue_outcome(const Task *t, const char *clue, int number);
/* What a clue of this seat has to do now (hunch.c). */
Task duet_task_of(const Scene *scene, const State *s, Seat who, float nerve);
/* How many words of each clue of the other side are still to be found, as far as `me` can tell (listen.c). */
void duet_clues_left(const Scene *scene, const State *s, int me, float left[CLUES]);

/* judge.c: how good moves and tables are. explain.c: why. */
int   duet_weigh_up(const Lore *lore, const void *view, Seat who, const Move *played, const char *word, Verdict *out,
                    int cap);
float duet_chance(const Lore *lore, const void *state, Seat who);
enum { R_FOR, R_WARNS, R_FINDS, R_STRAYS, R_LURES, R_FITS, R_KEY, R_DANGER, R_WRONG, R_LEFT, REASONS };
extern const ReasonKind duet_reasons[REASONS];
int   duet_explain(const Question *q, Reason *out, int cap);

bool duet_gloss_word(const Lore *lore, const char *word, const char *from, const char *to, char *out, size_t cap);

extern const Speech duet_speech;
extern const Hunch duet_hunch;

#endif
