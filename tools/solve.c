/* SPDX-License-Identifier: MIT
 *
 * solve.c - solves a game given as a tree: an equilibrium by CFR+ (regret matching with regrets
 * that never fall below zero, later sweeps weighing more), the value of two policies against each
 * other, and the best answer to one. */
#include <stdlib.h>
#include <string.h>

#include "tree.h"

bool policy_new(const Tree *t, Policy *p)
{
    p->often = calloc(t->moves ? t->moves : 1, sizeof *p->often);
    return p->often;
}

void policy_free(Policy *p)
{
    free(p->often);
    p->often = NULL;
}

static float worth_to(const Node *v, Seat who) { return who ? 1 - v->worth : v->worth; }

/* ---- two ways to play ------------------------------------------------------------- */

typedef struct { const Tree *t; const Policy *by[2]; } Match;

static double value_at(const Match *m, uint32_t at)
{
    const Node *v = &m->t->node[at];
    double sum = 0;
    if (v->who == SEAT_NONE) return v->worth;
    const float *often = v->who < 2 ? m->by[v->who]->often + m->t->set[v->set].first : NULL;
    for (uint32_t i = 0; i < v->n; i++) {
        double part = often ? often[i] : m->t->node[v->first + i].share;
        if (part > 0) sum += part * value_at(m, v->first + i);
    }
    return sum;
}

double policy_value(const Tree *t, const Policy *zero, const Policy *one)
{
    return value_at(&(Match){ t, { zero, one } }, 0);
}

/* ---- the best answer ----------------------------------------------------------------- */

/* The answering player chooses one move in each of its information sets: the best over all nodes of
 * the set, each weighed by how likely chance and the other's policy make it. */
typedef struct {
    const Tree   *t;
    const Policy *against;
    Seat          who;
    float        *reach, *worth; /* by node; worth < 0: not yet known */
    uint32_t     *choice;        /* by set; NOT_YET */
} Answer;

static void reach_all(const Answer *a, uint32_t at, float reach)
{
    const Node *v = &a->t->node[at];
    const float *often = v->who < 2 && v->who != a->who ? a->against->often + a->t->set[v->set].first : NULL;
    a->reach[at] = reach;
    for (uint32_t i = 0; i < v->n; i++)
        reach_all(a, v->first + i, reach * (often ? often[i] : a->t->node[v->first + i].share));
}

static float answer_at(Answer *a, uint32_t at);

static uint32_t choose(Answer *a, uint32_t set)
{
    const InfoSet *s = &a->t->set[set];
    double best = -1;
    if (a->choice[set] != NOT_YET) return a->choice[set];
    for (uint32_t i = 0; i < s->n; i++) {
        double sum = 0;
        for (uint32_t at = s->head; at != NOT_YET; at = a->t->node[at].next)
            if (a->reach[at] > 0) sum += (double)a->reach[at] * (double)answer_at(a, a->t->node[at].first + i);
        if (sum > best) best = sum, a->choice[set] = i;
    }
    return a->choice[set];
}

static float answer_at(Answer *a, uint32_t at)
{
    const Node *v = &a->t->node[at];
    float sum = 0;
    if (a->worth[at] >= 0) return a->worth[at];
    if (v->who == SEAT_NONE) return a->worth[at] = worth_to(v, a->who);
    if (v->who == a->who) return a->worth[at] = answer_at(a, v->first + choose(a, v->set));
    const float *often = v->who < 2 ? a->against->often + a->t->set[v->set].first : NULL;
    for (uint32_t i = 0; i < v->n; i++) {
        float part = often ? often[i] : a->t->node[v->first + i].share;
        if (part > 0) sum += part * answer_at(a, v->first + i);
    }
    return a->worth[at] = sum;
}

double policy_best(const Tree *t, Seat who, const Policy *against)
{
    Answer a = { .t = t, .against = against, .who = who };
    double best = -1;
    a.reach = malloc(t->nodes * sizeof *a.reach);
    a.worth = malloc(t->nodes * sizeof *a.worth);
    a.choice = malloc((t->sets ? t->sets : 1) * sizeof *a.choice);
    if (a.reach && a.worth && a.choice) {
        for (uint32_t i = 0; i < t->nodes; i++) a.worth[i] = -1;
        memset(a.choice, 0xff, t->sets * sizeof *a.choice);
        reach_all(&a, 0, 1);
        best = (double)answer_at(&a, 0);
    }
    free(a.reach);
    free(a.worth);
    free(a.choice);
    return best;
}

/* ---- CFR+ ----------------------------------------------------------------------------- */

/* One number for each move of each set. */
typedef struct {
    const Tree *t;
    float *regret, *more;        /* regrets so far; those of this sweep */
    float *now, *sum;            /* the present policy; the sum of all, later ones weighing more */
    Seat   who;                  /* whose regrets this sweep computes */
    float  weight;
} Cfr;

static void match_regrets(const Cfr *c, const InfoSet *s)
{
    float all = 0;
    for (uint32_t i = s->first; i < s->first + s->n; i++) all += c->regret[i];
    for (uint32_t i = s->first; i < s->first + s->n; i++)
        c->now[i] = all > 0 ? c->regret[i] / all : 1 / (float)s->n;
}

/* What this node is worth to `who`; `mine` and `others` are how likely their own policy, and chance
 * with the other's policy, lead here. */
static float sweep_at(const Cfr *c, uint32_t at, float mine, float others)
{
    enum { MOST = 64 };
    const Node *v = &c->t->node[at];
    float worth[MOST], sum = 0;
    if (v->who == SEAT_NONE) return worth_to(v, c->who);
    if (others <= 0 && mine <= 0) return 0;  /* never reached: nothing to add */
    const InfoSet *s = v->who < 2 ? &c->t->set[v->set] : NULL;
    bool own = v->who == c->who;
    for (uint32_t i = 0; i < v->n; i++) {
        float part = s ? c->now[s->first + i] : c->t->node[v->first + i].share;
        float one = sweep_at(c, v->first + i, own ? mine * part : mine, own ? others : others * part);
        if (own) worth[i] = one;
        sum += part * one;
    }
    for (uint32_t i = 0; own && i < v->n; i++) {
        c->more[s->first + i] += others * (worth[i] - sum);
        c->sum[s->first + i] += c->weight * mine * c->now[s->first + i];
    }
    return sum;
}

static void sweep(Cfr *c, Seat who, int number)
{
    const Tree *t = c->t;
    c->who = who;
    c->weight = (float)number;
    for (uint32_t i = 0; i < t->sets; i++) match_regrets(c, &t->set[i]);
    memset(c->more, 0, t->moves * sizeof *c->more);
    sweep_at(c, 0, 1, 1);
    for (uint32_t i = 0; i < t->moves; i++) {
        float r = c->regret[i] + c->more[i];
        c->regret[i] = r > 0 ? r : 0;
    }
}

static void average(const Cfr *c, Policy *out)
{
    for (uint32_t k = 0; k < c->t->sets; k++) {
        const InfoSet *s = &c->t->set[k];
        float all = 0;
        for (uint32_t i = s->first; i < s->first + s->n; i++) all += c->sum[i];
        for (uint32_t i = s->first; i < s->first + s->n; i++)
            out->often[i] = all > 0 ? c->sum[i] / all : 1 / (float)s->n;
    }
}

static double gap_of(const Tree *t, const Policy *p)
{
    return (policy_best(t, 0, p) + policy_best(t, 1, p) - 1) / 2;
}

bool solve(const Tree *t, double gap, int sweeps, Policy *out, Solved *how)
{
    enum { LOOK = 25 };                      /* the gap is computed once in so many sweeps */
    size_t n = t->moves ? t->moves : 1;
    Cfr c = { .t = t };
    float *room = calloc(4 * n, sizeof *room);
    if (!room) return false;
    c.regret = room, c.more = room + n, c.now = room + 2 * n, c.sum = room + 3 * n;
    for (how->sweeps = 1, how->gap = 1; how->sweeps <= sweeps && how->gap > gap; how->sweeps++) {
        for (Seat who = 0; who < 2; who++) sweep(&c, who, how->sweeps);
        if (how->sweeps % LOOK && how->sweeps < sweeps) continue;
        average(&c, out);
        how->gap = gap_of(t, out);
    }
    free(room);
    return true;
}
