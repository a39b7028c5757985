/* SPDX-License-Identifier: MIT
 *
 * reviewed.h - advice and reviews as JSON, for whoever shows them: the command line and the browser. Chances are parts
 * of 1. */
#ifndef NINELIVES_REVIEWED_H
#define NINELIVES_REVIEWED_H

#include "../bots/review.h"
#include "../core/text.h"

/* {"move":"play skip","chance":0.41,"low":...,"high":...,"tally":...,"danger":...,"tried":...,"why":[{"is":...}]} */
void reviewed_prospect(Text *out, const Game *g, const Prospect *p);
/* {"moves":12,"cost":...,"cost_low":...,"played":3,"options":[...]}: all that could have been done. */
void reviewed_advice(Text *out, const Game *g, const Advice *a);
/* {"n":57,"seat":1,"move":"draw","mark":"blunder","cost":...,"played":{...},"best":{...},"chances":[...],"luck":[...],
 * "own":[...],"others":[...]}. Of a game that is not `whole` there are no chances, and of a step that is no decision of
 * the seat under review only the first two. */
void reviewed_step(Text *out, const Game *g, int seats, const Step *s, bool whole);
/* {"seat":0,"decisions":22,"marks":{...},"share":0.93,"first":...,"last":...,"luck":...,"own":...,"others":...} */
void reviewed_line(Text *out, Seat seat, const Line *line, bool whole);

#endif
