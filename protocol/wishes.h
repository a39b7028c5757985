/* SPDX-License-Identifier: MIT
 * wishes.h - the names on the wire of clocks, paces, phrases and phases, shared by server and browser. */
#ifndef NINELIVES_WISHES_H
#define NINELIVES_WISHES_H

#include <stdint.h>

/* Milliseconds; 0: none. Somebody who lets things happen seems to think in a window for `let_low` to `let_high`. */
typedef struct { const char *name; int32_t turn, window, let_low, let_high; } Clock;
/* How long bots seem to think, and how much of a beat (Game.beats) everybody waits before it goes on, in percent. */
typedef struct { const char *name; int32_t low, high, beats; } Pace;

extern const Clock clocks[];             /* each list is ended by a NULL name */
extern const Pace paces[];
extern const char *const phrases[];
typedef enum { ABSENT_BOT, ABSENT_WAIT } Absent;
extern const char *const absents[];
/* What a person lets happen without being asked: nothing; what they have no choice about; what does not harm them. */
typedef enum { LET_NOTHING, LET_CHOICELESS, LET_OTHERS } Let;
extern const char *const lets[];
typedef enum { LOBBY, PLAYING, PAUSED, OVER } Phase;
extern const char *const phases[];

/* The names of a list, from row 0 on; NULL past the last one. */
typedef const char *WishName(int row);
const char *wish_clock(int row);
const char *wish_pace(int row);
const char *wish_absent(int row);
const char *wish_phrase(int row);
const char *wish_let(int row);

#endif
