/* SPDX-License-Identifier: MIT
 *
 * tree.c - growing a game tree from the contract. */
#include "tree.h"

#include <stdlib.h>
#include <string.h>

/* ---- memory ------------------------------------------------------------------- */

enum { BUCKETS_A_SET = 2 };

bool tree_new(Tree *t, const Game *g, Throws *throws, uint32_t most_nodes, uint32_t most_sets)
{
    *t = (Tree){ .game = g, .throws = throws, .most_nodes = most_nodes, .most_sets = most_sets };
    t->node = malloc(most_nodes * sizeof *t->node);
    t->set = malloc(most_sets * sizeof *t->set);
    t->bucket = malloc((size_t)most_sets * BUCKETS_A_SET * sizeof *t->bucket);
    if (t->node && t->set && t->bucket) return true;
    tree_free(t);
    return false;
}

void tree_free(Tree *t)
{
    free(t->node);
    free(t->set);
    free(t->bucket);
    *t = (Tree){ 0 };
}

/* ---- what chance may do ---------------------------------------------------------- */

/* Dice that will show the given numbers: secure dice with a block of words made for that. They use
 * the last word first. */
static Dice loaded(const int *sides, const int *shows, int n)
{
    Dice d = { .secure = true, .left = DICE_WORDS };
    for (int k = 0; k < n; k++) {
        uint64_t side = UINT64_MAX / (uint64_t)sides[k];
        d.word[DICE_WORDS - 1 - k] = (uint64_t)shows[k] * side + side / 2;
    }
    return d;
}

static bool next_throw(const int *sides, int *shows, int n)
{
    for (int k = 0; k < n; k++) {
        if (++shows[k] < sides[k]) return true;
        shows[k] = 0;
    }
    return false;
}

static Move chance_move(const Tree *t, const void *state)
{
    Move m = { 0 };
    t->game->legal(state, SEAT_CHANCE, &m, 1);
    return m;
}

int outcomes_of(const Tree *t, const void *state, Outcome *out)
{
    static _Alignas(16) uint8_t after[MOST_OUTCOMES + 1][MAX_STATE];
    const size_t size = t->game->state_size;
    int sides[DICE_WORDS] = { 0 }, shows[DICE_WORDS] = { 0 }, n = 0, all = 0, throws = t->throws(state, sides);
    Move m = chance_move(t, state);
    do {
        Dice d = loaded(sides, shows, throws), used = d;
        int k = 0;
        memcpy(after[n], state, size);
        if (t->game->apply(after[n], &m, &(Extra){ .dice = &used }, NULL)) return 0;
        assert((int)(DICE_WORDS - used.left) == throws);
        while (k < n && memcmp(after[k], after[n], size)) k++;
        if (k == n) out[n++] = (Outcome){ .dice = d };
        out[k].share++;
        all++;
    } while (n < MOST_OUTCOMES && next_throw(sides, shows, throws));
    for (int k = 0; k < n; k++) out[k].share /= all;
    return n;
}

/* ---- what seats have heard --------------------------------------------------------- */

static uint64_t stir(uint64_t heard, uint64_t more)
{
    heard = (heard ^ more) * 0x9e3779b97f4a7c15u;
    return heard ^ heard >> 29;
}

static uint64_t hear_event(uint64_t heard, const Event *e)
{
    uint64_t args[2] = { 0 };
    memcpy(args, e->arg, sizeof e->arg);
    return stir(stir(stir(heard, (uint64_t)e->kind << 8 | e->seat), args[0]), args[1]);
}

typedef struct { uint64_t by[2]; } Heard;

static void hear_all(const Game *g, const Events *ev, Heard *h)
{
    Event e;
    for (int i = 0; i < ev->n; i++)
        for (Seat p = 0; p < 2; p++) {
            events_redact(g, &ev->at[i], p, &e);
            h->by[p] = hear_event(h->by[p], &e);
        }
}

static uint64_t see(const Game *g, const void *state, Seat p)
{
    _Alignas(16) uint8_t view[MAX_STATE] = { 0 };
    uint64_t heard = p;
    g->observe(state, p, view);
    for (size_t i = 0; i < g->state_size; i += sizeof heard) {
        uint64_t word = 0;
        memcpy(&word, view + i, g->state_size - i < sizeof word ? g->state_size - i : sizeof word);
        heard = stir(heard, word);
    }
    return heard;
}

/* ---- growing --------------------------------------------------------------------- */

/* The information set of a player who has heard this; made if there is none. */
static uint32_t set_of(Tree *t, Seat who, uint64_t heard, int n)
{
    uint32_t buckets = t->most_sets * BUCKETS_A_SET, b = (uint32_t)(heard % buckets);
    for (; t->bucket[b] != NOT_YET; b = (b + 1) % buckets) {
        const InfoSet *s = &t->set[t->bucket[b]];
        if (s->heard == heard && s->who == who) return t->bucket[b];
    }
    if (t->sets == t->most_sets) return NOT_YET;
    t->set[t->sets] = (InfoSet){ .heard = heard, .first = t->moves, .head = NOT_YET, .n = (uint16_t)n, .who = who };
    t->moves += (uint32_t)n;
    return t->bucket[b] = t->sets++;
}

static bool join_set(Tree *t, Node *v, uint64_t heard)
{
    v->set = set_of(t, v->who, heard, v->n);
    if (v->set == NOT_YET) return false;
    InfoSet *s = &t->set[v->set];
    assert(s->n == v->n);                    /* all nodes of a set have the same moves */
    v->next = s->head;
    s->head = (uint32_t)(v - t->node);
    return true;
}

static bool make_room(Tree *t, Node *v, int n)
{
    if (t->nodes + (uint32_t)n > t->most_nodes) return false;
    v->first = t->nodes;
    v->n = (uint16_t)n;
    for (int i = 0; i < n; i++) t->node[t->nodes++] = (Node){ .share = 1 };
    return true;
}

static float won(const Game *g, const void *state)
{
    Result r;
    g->score(state, &r);
    return r.winners & 1 ? r.winners & 2 ? 0.5f : 1.0f : 0.0f;
}

static bool grow(Tree *t, uint32_t at, const void *state, const Heard *h);

static bool grow_child(Tree *t, uint32_t at, const void *state, const Heard *h, const Move *m, Dice *d)
{
    _Alignas(16) uint8_t after[MAX_STATE];
    Events ev = { .n = 0 };
    Heard now = *h;
    memcpy(after, state, t->game->state_size);
    Err e = t->game->apply(after, m, &(Extra){ .dice = d }, &ev);
    assert(!e);
    if (e) return false;
    hear_all(t->game, &ev, &now);
    return grow(t, at, after, &now);
}

static bool grow_chance(Tree *t, uint32_t at, const void *state, const Heard *h)
{
    Outcome out[MOST_OUTCOMES];
    Move m = chance_move(t, state);
    int n = outcomes_of(t, state, out);
    t->node[at].who = SEAT_CHANCE;
    if (!n || !make_room(t, &t->node[at], n)) return false;
    for (int i = 0; i < n; i++) {
        uint32_t child = t->node[at].first + (uint32_t)i;
        t->node[child].share = (float)out[i].share;
        if (!grow_child(t, child, state, h, &m, &out[i].dice)) return false;
    }
    return true;
}

static bool grow_choice(Tree *t, uint32_t at, const void *state, const Heard *h, Seat who)
{
    enum { CHOICES = 64 };                   /* of a small ending */
    Move list[CHOICES];
    int n = t->game->legal(state, who, list, CHOICES);
    Node *v = &t->node[at];
    v->who = who;
    if (n < 1 || n > CHOICES || !make_room(t, v, n) || !join_set(t, v, h->by[who])) return false;
    for (int i = 0; i < n; i++)
        if (!grow_child(t, v->first + (uint32_t)i, state, h, &list[i], NULL)) return false;
    return true;
}

static bool grow(Tree *t, uint32_t at, const void *state, const Heard *h)
{
    SeatSet asked = t->game->to_act(state);
    t->node[at].set = t->node[at].next = NOT_YET;
    if (asked >> SEAT_CHANCE & 1) return grow_chance(t, at, state, h);
    if (asked) return grow_choice(t, at, state, h, (Seat)__builtin_ctz(asked));
    t->node[at].who = SEAT_NONE;
    t->node[at].worth = won(t->game, state);
    return true;
}

bool tree_grow(Tree *t, const Start *start, int starts)
{
    t->nodes = 1;
    t->sets = t->moves = 0;
    t->node[0] = (Node){ .who = SEAT_CHANCE, .share = 1, .set = NOT_YET, .next = NOT_YET };
    memset(t->bucket, 0xff, (size_t)t->most_sets * BUCKETS_A_SET * sizeof *t->bucket);
    if (!make_room(t, &t->node[0], starts)) return false;
    for (int i = 0; i < starts; i++) {
        const Heard h = { { see(t->game, start[i].state, 0), see(t->game, start[i].state, 1) } };
        t->node[1 + i].share = (float)start[i].share;
        if (!grow(t, (uint32_t)(1 + i), start[i].state, &h)) return false;
    }
    return true;
}
