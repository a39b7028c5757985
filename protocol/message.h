/* SPDX-License-Identifier: MIT
 *
 * message.h - what a viewer is told of a game, as JSON (PROTOCOL.md). Everything about a game
 * that leaves for a client is written here, and from two things only: the viewer's own view
 * and events, which are redacted for it here. So nothing else can get out. */
#ifndef NINELIVES_MESSAGE_H
#define NINELIVES_MESSAGE_H

#include "../core/game.h"
#include "../core/text.h"
#include "json.h"

enum { OFFER_TOKENS = 10, OFFER_TEXT = 1 << 19 };

/* The caller's memory for listing moves: large, used by one message at a time. */
typedef struct { uint32_t at, n; } OfferToken;
typedef struct { int tokens; OfferToken token[OFFER_TOKENS]; } OfferRow;
typedef struct {
    Move     list[MAX_MOVES];
    OfferRow row[MAX_MOVES];
    size_t   used;
    char     text[OFFER_TEXT];
} OfferRoom;

/* {"n":58,"e":"drew","seat":0,"card":null}: as this viewer may know it; SEAT_NONE: the whole truth. */
void message_event(Text *out, const Game *g, uint64_t n, const Event *e, Seat who, const char *word);
/* "view":{...},"asked":[...],"offer":[...]: what this viewer sees, who is asked, what the viewer may play. */
void message_moment(Text *out, const Game *g, const void *view, Seat who, OfferRoom *room);
/* "view":"...","notes":"...": the view itself and what a bot on that chair has noted down, for an engine to read. */
void message_known(Text *out, const Game *g, const void *view, const void *notes);
/* "options":{...} */
void message_options(Text *out, const Game *g, const Options *o);
/* {"id":"kittens","seats":[2,5],"options":[...]} */
void message_game(Text *out, const Game *g);
/* The same and more: "events" and "reasons" with the types of their arguments, from which clients word them, and
 * "beats", how long people look at an event. */
void message_whole_game(Text *out, const Game *g);

/* What a team has won so far in a game of several rounds: a list of names, or NULL. `text` and `a` are working
 * memory, which the list points into. */
const Fact *message_progress(const Game *g, const void *state, char *text, size_t cap, Arena *a);

/* "key":number for what may not fit an int. */
void message_long(Text *out, const char *key, uint64_t v);
void message_key(Text *out, const char *key);            /* "key": */

#endif
