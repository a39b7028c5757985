/* SPDX-License-Identifier: MIT
 *
 * listen.c - guessing. A word is green if one of the partner's clues was for it, or by chance;
 * what the key in one's own hand says of the other (CND-9) decides how good or deadly that
 * chance is. */
#include "mind.h"

#include <math.h>

/* ---- what one's own key says of the other --------------------------------------------- */

/* Of nine green words three are green over there and one is black, and so on (CND-8). What has
 * been seen of the other key is counted out. */
void duet_chances_of(const State *s, Seat who, Chances *c)
{
    static const uint8_t greens[] = { 3, 1, 5 }, blacks[] = { 1, 1, 1 };
    int me = side_of(who), cell;
    Cells own[] = { s->green[me], s->black[me], ALL_CELLS & ~(s->green[me] | s->black[me]) };
    memset(c, 0, sizeof *c);
    for (int i = 0; i < 3; i++) {
        Cells dark = own[i] & ~(s->found_by[me] | s->arrow[me]);
        int left = greens[i] - __builtin_popcount(own[i] & s->found_by[me]);
        float n = (float)__builtin_popcount(dark);
        EACH_CELL(cell, dark) {
            c->green[cell] = left > 0 && !is_finished(s, !me) ? fminf(1, (float)left / n) : 0;
            c->black[cell] = fminf(1 - c->green[cell], (float)blacks[i] / n);
        }
    }
}

/* ---- what the clues say ------------------------------------------------------------------ */

/* How many words of each of the partner's clues are still to be found: a word that was found
 * belongs to the clue it fits best. */
static void count_left(const State *s, int me, float fit[CLUES][MAX_BOARD], float left[CLUES])
{
    int cell;
    for (int i = 0; i < s->clue_n; i++) left[i] = s->clue[i].side == me ? 0 : s->clue[i].number;
    EACH_CELL(cell, s->found_by[me]) {
        int best = NOWHERE;
        for (int i = 0; i < s->clue_n; i++)
            if (left[i] > 0 && (best == NOWHERE || fit[i][cell] > fit[best][cell])) best = i;
        if (best != NOWHERE) left[best] -= 1;
    }
}

void duet_clues_left(const Scene *scene, const State *s, int me, float left[CLUES])
{
    float fit[CLUES][MAX_BOARD];
    for (int i = 0; i < s->clue_n; i++) {
        Notion clue = duet_notion_of(scene, s->clue[i].word);
        duet_scene_fits(scene, &clue, fit[i]);
    }
    count_left(s, me, fit, left);
}

/* A clue for zero words warns of the words that it fits (CND-31). */
static void warn_off(const float *fit, Cells open, Outlook *o)
{
    enum { MEANT = 2 };
    float near[MAX_BOARD];
    int cell;
    duet_scene_members(fit, NULL, open, MEANT, near);
    EACH_CELL(cell, open) {
        o->black[cell] = fminf(1, o->black[cell] * (1 + 3 * near[cell]));
        o->green[cell] *= 1 - near[cell];
    }
}

/* How much less an older clue counts: it was given for words that were open then, and some of those it fits now may
 * not be meant. */
#define OLD_CLUE 0.7f
#define BY_CHANCE 0.8f           /* a word no clue was for is green less often than the key alone says */

void duet_outlook_of(const Scene *scene, const State *s, Seat who, Outlook *o)
{
    float fit[CLUES][MAX_BOARD], left[CLUES], member[MAX_BOARD];
    int me = side_of(who), cell;
    Cells open = open_to(s, me);
    Chances c;
    duet_chances_of(s, who, &c);
    for (int i = 0; i < s->clue_n; i++) {
        Notion clue = duet_notion_of(scene, s->clue[i].word);
        duet_scene_fits(scene, &clue, fit[i]);
    }
    count_left(s, me, fit, left);
    for (int i = 0; i < CELLS; i++) o->meant[i] = 0;
    for (int i = 0; i < s->clue_n; i++) {
        if (left[i] <= 0) continue;
        bool old = i + 1 < s->clue_n || s->phase != GUESSING;
        duet_scene_members(fit[i], c.green, open, left[i], member);
        EACH_CELL(cell, open) o->meant[cell] = 1 - (1 - o->meant[cell]) * (1 - (old ? OLD_CLUE : 1) * member[cell]);
    }
    EACH_CELL(cell, open) {
        float meant = c.green[cell] > 0 ? o->meant[cell] : 0, rest = 1 - meant;
        o->green[cell] = meant + rest * BY_CHANCE * c.green[cell];
        o->black[cell] = rest * c.black[cell] / fmaxf(0.05f, 1 - BY_CHANCE * c.green[cell]);
        o->black[cell] = fminf(o->black[cell], 1 - o->green[cell]);
    }
    for (int i = 0; i < s->clue_n; i++)
        if (s->clue[i].side != me && !s->clue[i].number) warn_off(fit[i], open, o);
}

/* ---- what to do about it -------------------------------------------------------------------- */

/* What losing the game costs, in words found. The more words are left for each remaining turn, the less there is to
 * lose. */
static float price_of_black(const State *s, float nerve)
{
    float need = (float)(15 - __builtin_popcount(s->agents)), turns = (float)bank(s) + 1;
    return (7 - 4 * nerve) * fminf(1.2f, fmaxf(0.3f, 2.2f * turns / fmaxf(1, need)));
}

/* A mistake ends the turn, as stopping would: it costs more only where mistakes are scarce. */
static float price_of_tan(const State *s, float nerve)
{
    if (!s->bystander) return 1.5f;
    return (s->bystander < bank(s) ? 0.35f : 0.12f) * (1.5f - nerve);
}

/* The best word to guess, or NOWHERE: better stop. */
int duet_outlook_pick(const State *s, Seat who, float nerve, const Outlook *o)
{
    float black = price_of_black(s, nerve), tan = price_of_tan(s, nerve), most = -1000;
    int best = NOWHERE, cell;
    EACH_CELL(cell, open_to(s, side_of(who))) {
        float missed = 1 - o->green[cell] - o->black[cell];
        float worth = s->phase == HOPE ? o->green[cell] : o->green[cell] - black * o->black[cell] - tan * missed;
        if (worth > most) most = worth, best = cell;
    }
    return may_stop(s) && most < 0 ? NOWHERE : best;
}

/* ---- outside any table ------------------------------------------------------------------------ */

#define WORTH_A_GUESS 0.4f

int duet_rank_words(const Scene *s, const char *clue, int number, uint8_t order[MAX_BOARD])
{
    float fit[MAX_BOARD], member[MAX_BOARD];
    Notion notion = duet_notion_of(s, clue);
    int stop = 0;
    duet_scene_fits(s, &notion, fit);
    duet_scene_members(fit, NULL, s->visible, (float)(number > 0 ? number : 1), member);
    for (int i = 0; i < s->n; i++) {
        int k = i;
        for (; k > 0 && fit[order[k - 1]] < fit[i]; k--) order[k] = order[k - 1];
        order[k] = (uint8_t)i;
    }
    while (stop < s->n && stop < number && member[order[stop]] >= WORTH_A_GUESS) stop++;
    return stop ? stop : 1;
}
