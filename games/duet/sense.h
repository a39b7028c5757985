/* SPDX-License-Identifier: MIT
 *
 * sense.h - how well a clue fits a word. Half of it is how near the two lie, half how near the
 * clue lies to what comes to mind for the word; and a clue that stands in the word's own list
 * fits by that alone. */
#ifndef NINELIVES_DUET_SENSE_H
#define NINELIVES_DUET_SENSE_H

#include "book.h"

/* A word of the board. */
typedef struct {
    const char *text;
    int8_t  vector[DIMS];
    bool    known;
    int     list[LANGS], word[LANGS];    /* in each book, or NOWHERE */
    float   usual_direct, usual_near;    /* for just any clue */
} Thing;

typedef struct {
    const Library *library;
    Lang    lang;
    int     n;
    Cells   visible;                     /* what a clue may not be a form of */
    Thing   thing[MAX_BOARD];
} Scene;

/* A clue. */
typedef struct {
    int8_t  vector[DIMS];
    bool    known;
    Lang    lang;
    int     word, list;                  /* in that language's book */
} Notion;

/* False: we have no book of this language. */
int   duet_lang_named(const char *name);  /* LANGS: none of ours */
bool  duet_scene_of_words(Scene *s, const Library *l, const Board *b);
bool  duet_scene_of_table(Scene *s, const Library *l, const State *table);

Notion duet_notion_of(const Scene *s, const char *clue);
/* Three opinions, about 0 for a clue that has nothing to do with the word: how near the two lie,
 * how near the clue lies to what comes to mind for the word, whether it is in its list (or the
 * word in the clue's). */
typedef struct { float direct, near, listed; } Feel;
Feel  duet_scene_feel(const Scene *s, const Notion *clue, int thing);
/* All of them together. */
float duet_feel_fit(Feel f);
void  duet_scene_fits(const Scene *s, const Notion *clue, float fit[MAX_BOARD]);

/* The things that belong to the kind which this word names; none: it names no kind. */
Cells duet_scene_kind(const Scene *s, const Notion *clue);

/* How likely each of these things is one of the `number` that a clue is for, given how likely
 * they were before (NULL: all the same). */
void  duet_scene_members(const float *fit, const float *before, Cells among, float number, float out[MAX_BOARD]);

#endif
