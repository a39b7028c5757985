/* SPDX-License-Identifier: MIT
 *
 * clock.h - what happens at a table when nobody does anything (clock.c): clocks run out, bots play, the host is
 * replaced, the table goes to sleep. The loop's thread only. */
#ifndef NINELIVES_CLOCK_H
#define NINELIVES_CLOCK_H

#include "room.h"

void clock_set(Room *r);                         /* sets the alarm to the next time at which something is due */
void clock_soon(Room *r);                        /* sets it to now */
bool clock_due(Room *r);                         /* plays one thing that is due; false: nothing was */
int64_t clock_runs_out(const Room *r);           /* when a clock, the decision's or the game's own, plays; 0: never */
int64_t clock_lets(const Room *r, Seat p);       /* when a window is answered for a person who lets it happen; or 0 */
bool clock_quiet(const Room *r, Seat p);         /* ... and who need not even be asked */
bool clock_plays(const Room *r, Seat p);         /* does a bot decide for this seat now? */

#endif
