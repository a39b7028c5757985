/* SPDX-License-Identifier: MIT
 * review.h - a review in words, for the command and for a table that has just been played. */
#ifndef NINELIVES_TERMINAL_REVIEW_H
#define NINELIVES_TERMINAL_REVIEW_H

#include "../bots/review.h"
#include "say.h"

/* A log reviewed from the first move to the last, or as far as there was time. */
typedef struct {
    Review  review;
    Step   *step;                        /* owned here */
    size_t  steps, room;
    Moments moments;
    bool    stopped;                     /* Ctrl-C: this is not all of it */
} Account;

/* Reviews a log's text. `seat` -1: everybody. Returns an exit code, after a complaint if it is not
 * EXIT_FINE; EXIT_INTERRUPTED leaves what was done. */
int  account_of(Account *a, const char *log, int seat, Effort effort);
void account_free(Account *a);

/* Every decision, a line for each player, and what decided the game. The voice has names, language and viewer. */
void account_say(const Account *a, Voice *v, const char *log);
void account_json(const Account *a);
bool account_plot(const Account *a, const Voice *v, const char *path);

#endif
