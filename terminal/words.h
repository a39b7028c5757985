/* SPDX-License-Identifier: MIT
 *
 * words.h - the catalogues: what is said at a table, by key, in every language. The engine
 * knows none of this. tools/gen-text makes the rows and explains the marks in them. */
#ifndef NINELIVES_WORDS_H
#define NINELIVES_WORDS_H

#include "../core/game.h"
#include "../core/language.h"

typedef struct { const char *scope, *key, *text[LANGUAGES]; } WordRow;
typedef struct { const char *game, *scope; } WordScope;
extern const WordRow   word_rows[];      /* ended by a NULL scope; "" is every table's */
extern const WordScope word_scopes[];    /* ended by a NULL game */

/* The text of a key: the game's, if it has one, or every table's; NULL when there is none.
 * An empty text means that nothing is to be said. */
const char *words_find(const Game *g, int lang, const char *key);
/* The same for "prefix" followed by "name". */
const char *words_of(const Game *g, int lang, const char *prefix, const char *name);
/* Plays each game a little and prints every key that a table would miss; returns how many. */
int words_check(void);

#endif
