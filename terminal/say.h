/* SPDX-License-Identifier: MIT
 *
 * say.h - sentences. Fills the holes of a catalogue's text with names, cards and numbers, as
 * one viewer is to read it. */
#ifndef NINELIVES_SAY_H
#define NINELIVES_SAY_H

#include "../cli/lay.h"
#include "../core/hunch.h"
#include "../core/text.h"
#include "scene.h"
#include "../core/legible.h"
#include "words.h"

enum { NAME_BYTES = 4 * LEGIBLE_NAME + 1, SENTENCE = 1024, HOLES = 10 };

/* What a sentence depends on: the game, what the viewer sees, their language, and everybody's names. */
typedef struct {
    const Game *game;
    const Fact *scene;                   /* as the viewer sees it; for words that lie on the table */
    int         lang;
    Bidi        bidi;                    /* who puts lines in order that are read from the right */
    Seat        viewer;                  /* SEAT_TABLE: a spectator */
    uint8_t     seats;
    char        name[MAX_SEATS][NAME_BYTES];
} Voice;

typedef struct {
    char key[16], text[NAME_BYTES * 4];
    int  number;
    bool hidden, nothing;                /* the viewer may not read it; it is empty or 0 */
} Hole;

typedef struct { Hole hole[HOLES]; int n; bool mine; } Phrase;

Hole *phrase_text(Phrase *p, const char *key, const char *text);
Hole *phrase_number(Phrase *p, const char *key, int number);
/* Adds the text of `key` to `out`; false when there is nothing to say. */
bool say(const Voice *v, Text *out, const char *key, const Phrase *p);
bool say_ended(const Text *t);                              /* does it end as a sentence does? */
void say_filled(const Voice *v, Text *out, const char *text, const Phrase *p);
/* One hole or none: "t" a text, "n" a number. */
void say_line(const Voice *v, Text *out, const char *key, const char *t, int n);
const char *say_word(const Voice *v, const char *key);      /* as it stands; the key itself if unknown */

const char *say_title(const Voice *v);                      /* of the game */
const char *say_card(const Voice *v, const char *card);     /* its name, or what lies there of that name */
void say_seat(const Voice *v, Text *out, Seat seat, const char *you);   /* "who.you", "object.you" */
void say_side(const Voice *v, Text *out, int side);
bool say_event(const Voice *v, Text *out, const Event *e, const char *word);     /* redacted */
void say_move(const Voice *v, Text *out, const Move *m);
/* The same when only the first `known` arguments are decided: "Play Favor against ...". */
void say_begun(const Voice *v, Text *out, const Move *m, int known);
/* One argument of a move by itself: a card's name, a player's, a number. */
void say_arg(const Voice *v, Text *out, const Move *m, int i);
/* What the verb's arguments are: C a card, @ a seat, N a number. Returns how many there are. */
int  say_kinds(const Game *g, int verb, char kind[MAX_ARGS]);
bool say_reason(const Voice *v, Text *out, const Reason *r);            /* of the game's hunch */

#endif
