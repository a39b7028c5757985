/* SPDX-License-Identifier: MIT
 * advise.c - advice: moves are tried out as the searching bot tries them, or judged by a game that is about words, and
 * what was found is put into numbers that people can use. */
#include "advise.h"

#include <math.h>
#include <string.h>

static const double SURE = 1.96;         /* standard errors on each side of a 95 % interval */

/* ---- making it -------------------------------------------------------------------- */

void adviser_start(Adviser *a, const Player *p, const void *view, Budget budget, const Move *played, const char *word)
{
    const Hunch *h = p->game->hunch;
    const Speech *s = h ? h->speech : NULL;
    a->player = *p;
    memcpy(a->view, view, p->game->state_size);
    a->asks = played != NULL;
    a->played = played ? *played : (Move){ 0 };
    memcpy(a->word, word ? word : "", word ? strlen(word) + 1 : 1);
    trial_start(&a->trial, &a->player, a->view, budget, false);
    trial_ask(&a->trial, played);
    a->verdicts = -1;
    if (s && s->judge)
        a->verdicts = s->judge(a->player.lore, a->view, p->seat, played, a->word, a->verdict, MOST_TRIES);
}

bool adviser_step(Adviser *a) { return a->verdicts < 0 && trial_step(&a->trial); }

/* ---- from rollouts ------------------------------------------------------------------- */

static float temper(const Adviser *a, double mean)
{
    const Hunch *h = a->player.game->hunch;
    double within = mean < 0 ? 0 : mean > 1 ? 1 : mean;
    return h && h->temper ? h->temper(a->view, (float)within) : (float)within;
}

/* What ends the game for the seat in every world that fits its view is certain, and needs no correction. */
static bool is_certain(const Try *t) { return t->worlds > 0 && t->decided == t->worlds; }

static float chance_of(const Adviser *a, const Try *t, double mean)
{
    return is_certain(t) ? (float)mean : temper(a, mean);
}

static double error_of(double sum, double sum_sq, int n)
{
    double mean = sum / n, variance = sum_sq / n - mean * mean;
    return sqrt(variance > 0 ? variance / n : 0);
}

static double mean_of(const Try *t) { return t->worlds > 0 ? t->sum / t->worlds : 0.5; }

/* The move that was played in all worlds, with which the others are compared: the one asked about, or the favourite. */
static const Try *anchor_of(const Trial *t)
{
    for (int i = 0; i < t->all; i++)
        if (t->at[i].id == t->asked) return &t->at[i];
    return &t->at[0];
}

/* The mean of a move that was dropped early is that of a few worlds, which may have been good ones or bad ones for any
 * move. So it is taken from how far the move led the anchor there, and from the anchor's mean in all worlds. */
static double compared_mean(const Trial *t, const Try *one)
{
    const Try *anchor = anchor_of(t);
    const Pair *p = &t->pair[one->id][anchor->id];
    if (one == anchor || p->worlds < 1 || is_certain(one)) return mean_of(one);
    return fmin(1, fmax(0, mean_of(anchor) + p->lead / p->worlds));
}

/* A move that was never tried may be worth anything. The few worlds of a short trial may all have gone the same way:
 * one more of the other kind is added, so that a handful of them is not certainty; and no chance is surer than the
 * correction that makes it one. */
static void put_chance(const Adviser *a, const Try *t, Prospect *p)
{
    static const double rough = 0.004;
    int n = t->worlds;
    double mean = compared_mean(&a->trial, t);
    p->tried = (uint32_t)n;
    p->mean = (float)mean;
    p->chance = chance_of(a, t, mean);
    p->high = 1;
    if (!n) return;
    double error = error_of(t->sum, t->sum_sq, n), few = 0.5 / (n + 1);
    double spread = SURE * sqrt(error * error + few * few + rough * rough);
    p->low = is_certain(t) ? p->chance : temper(a, mean - spread);
    p->high = is_certain(t) ? p->chance : temper(a, mean + spread);
    p->tally = (float)(t->tally / n);
}

/* By how much one move leads another: beyond doubt, as the searching bot counts, and at least (95 %). */
typedef struct { double clear, least; } Lead;

static Lead lead_over(const Trial *t, const Try *a, const Try *b)
{
    const Pair *p = &t->pair[a->id][b->id];
    if (p->worlds < 1 || a == b) return (Lead){ 0, 0 };
    double mean = p->lead / p->worlds - trial_caution(t, &a->move, &b->move);
    double error = error_of(p->lead, p->lead_sq, p->worlds);
    return (Lead){ mean - TRIAL_DOUBT * error, mean - SURE * error };
}

/* The best move: of all that lead the one asked about beyond doubt, the clearest, or else that one; if none was asked
 * about, what the searching bot would play. Moves that were dropped early do not count: of many moves that were tried
 * in a few worlds the luckiest would often lead. */
static const Try *best_try(const Trial *t)
{
    enum { PART = 3 };                       /* of the worlds in which the asked one was played */
    const Try *mine = anchor_of(t), *best = mine;
    double most = 0;
    if (t->asked < 0) return trial_best(t);
    for (int i = 0; i < t->all; i++) {
        double clear = lead_over(t, &t->at[i], mine).clear;
        if (clear > most && t->at[i].worlds * PART >= mine->worlds) most = clear, best = &t->at[i];
    }
    return best;
}

/* Moves that were tried longer were the better ones, so they come first; among equals the chance decides. */
static bool comes_before(const Prospect *a, const Prospect *b)
{
    return a->tried != b->tried ? a->tried > b->tried : a->chance > b->chance;
}

static void put_in_order(Advice *out, const Prospect *p, int first)
{
    int k = out->n++;
    for (; k > first && comes_before(p, &out->at[k - 1]); k--) out->at[k] = out->at[k - 1];
    out->at[k] = *p;
}

/* Which prospect is the move that was asked about; -1: none was. */
static int played_at(const Adviser *a, const Advice *out)
{
    for (int i = 0; a->asks && i < out->n; i++) {
        const Prospect *p = &out->at[i];
        if (p->move.verb == a->played.verb && !memcmp(p->move.arg, a->played.arg, sizeof p->move.arg)
            && (!*p->word || !strcmp(p->word, a->word))) return i;
    }
    return -1;
}

static void put_cost(const Adviser *a, const Try *best, Advice *out)
{
    const Trial *t = &a->trial;
    const Try *mine = anchor_of(t);
    if (t->asked < 0 || best == mine) return;
    Lead lead = lead_over(t, best, mine);
    double base = mean_of(mine);
    float chance = chance_of(a, mine, base);
    out->cost = temper(a, base + lead.clear) - chance;
    out->cost_low = lead.least > 0 ? temper(a, base + lead.least) - chance : 0;
}

/* Where hardly anything can be won or lost any more, no move leads another, and none is the best just because of
 * that. */
static bool is_idle(const Trial *t, float chance)
{
    static const float hardly = 0.03f;
    const Try *mine = anchor_of(t);
    bool leads = false;
    for (int i = 0; i < t->all; i++) leads |= lead_over(t, mine, &t->at[i]).clear > 0;
    return !leads && t->moves > 1 && (chance < hardly || chance > 1 - hardly);
}

static void from_trial(const Adviser *a, Advice *out)
{
    const Trial *t = &a->trial;
    const Try *best = best_try(t);
    out->at[out->n++] = (Prospect){ .move = best->move };
    put_chance(a, best, &out->at[0]);
    for (int i = 0; i < t->all; i++) {
        Prospect p = { .move = t->at[i].move };
        if (&t->at[i] == best) continue;
        put_chance(a, &t->at[i], &p);
        put_in_order(out, &p, 1);
    }
    put_cost(a, best, out);
    out->idle = is_idle(t, out->at[0].chance);
}

/* ---- from verdicts ---------------------------------------------------------------------- */

/* Two moves are judged by the same eye. About half of what it may see wrongly it sees wrongly in both, so that half
 * does not count between them. */
static const float apart = 0.5f;

static void from_verdicts(const Adviser *a, Advice *out)
{
    for (int i = 0; i < a->verdicts; i++) {
        const Verdict *v = &a->verdict[i];
        Prospect p = { .move = v->move, .chance = v->chance, .mean = v->chance, .tally = v->words };
        p.danger = v->danger;
        memcpy(p.word, v->word, sizeof p.word);
        p.low = v->chance > v->give ? v->chance - v->give : 0;
        p.high = v->chance + v->give < 1 ? v->chance + v->give : 1;
        put_in_order(out, &p, 0);
    }
    int at = played_at(a, out);
    if (at < 0) return;
    const Prospect *mine = &out->at[at];
    out->cost = out->at[0].chance - mine->chance;
    out->cost_low = out->cost - apart * (mine->high - mine->chance);
    if (out->cost_low < 0) out->cost_low = 0;
}

/* ---- handing it over ----------------------------------------------------------------------- */

static void add_reasons(const Adviser *a, Advice *out)
{
    const Hunch *h = a->player.game->hunch;
    Question q = { .lore = a->player.lore, .view = a->view, .memory = a->player.memory, .who = a->player.seat,
                   .best = out->at[0].move, .best_word = out->at[0].word };
    for (int i = 0; h && h->explain && i < out->n; i++) {
        q.move = out->at[i].move;
        q.word = out->at[i].word;
        out->at[i].reasons = h->explain(&q, out->at[i].reason, MAX_REASONS);
    }
}

void adviser_end(const Adviser *a, Advice *out)
{
    *out = (Advice){ .moves = a->trial.moves, .played = -1 };
    if (a->verdicts >= 0) from_verdicts(a, out);
    else from_trial(a, out);
    out->played = played_at(a, out);
    if (out->n) add_reasons(a, out);
}

void advise(Adviser *a, const Player *p, const void *view, Budget budget, const Move *played, const char *word,
            Advice *out)
{
    adviser_start(a, p, view, budget, played, word);
    while (adviser_step(a)) continue;
    adviser_end(a, out);
}

/* ---- the truth ------------------------------------------------------------------------------- */

/* Chances of rivals add up to 1, however they were estimated. */
static void share_out(int seats, double out[MAX_SEATS])
{
    double all = 0;
    for (Seat p = 0; p < seats; p++) all += out[p];
    for (Seat p = 0; p < seats; p++) out[p] = all > 0 ? out[p] / all : 1.0 / seats;
}

void advise_truth(Trial *work, const Game *g, int seats, const void *state, uint32_t rollouts, uint64_t seed,
                  double out[MAX_SEATS])
{
    const Hunch *h = g->hunch;
    bool over = !g->to_act(state);
    float mean[MAX_SEATS] = { 0 };
    memset(out, 0, MAX_SEATS * sizeof *out);
    if (!h || !h->chance || over) trial_truth(work, g, seats, state, over ? 1 : rollouts, seed, mean);
    for (Seat p = 0; p < seats; p++)
        out[p] = h && h->chance && !over ? (double)h->chance(bots_lore(), state, p) : (double)mean[p];
    if (!(h && h->together) && !over) share_out(seats, out);
}
