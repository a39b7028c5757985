/* SPDX-License-Identifier: MIT
 * view.c - what one seat knows, and worlds that fit it. */
#include <stdlib.h>
#include <string.h>

#include "inside.h"

struct nl_view {
    const Game *game;
    Options     options;
    uint64_t    moves;               /* played when it was taken: imagined chance is numbered from there */
    Seat        seat;
    Box        *box;                 /* words that the table brought along, which everybody knows; or NULL */
    _Alignas(16) uint8_t bytes[MAX_STATE];           /* last: only state_size of it is allocated */
};

nl_view *nl_table_observe(const nl_table *table, int seat)
{
    if (!lib_looks(table, seat)) return NULL;
    if (seat == NL_TRUTH) return lib_fail(NL_BAD_ARGUMENT, "nobody sees everything"), NULL;
    const Table *t = &table->round.table;
    nl_view *v = calloc(1, offsetof(nl_view, bytes) + t->game->state_size);
    Box *box = v && t->box ? malloc(sizeof *box) : NULL;
    if (!v || (t->box && !box)) return free(v), lib_fail(NL_NO_MEMORY, "there is no memory for a view"), NULL;
    v->game = t->game;
    v->options = t->options;
    v->moves = t->moves;
    v->seat = (Seat)seat;
    v->box = box;
    if (box) *box = *t->box;
    t->game->observe(t->state, v->seat, v->bytes);
    return v;
}

void nl_view_free(nl_view *view)
{
    if (view) free(view->box);
    free(view);
}

int nl_view_tell(const nl_view *view, char *out, size_t cap)
{
    if (!view) return lib_fail(NL_BAD_ARGUMENT, "there is no view"), -1;
    return lib_tell(view->game, view->bytes, view->seat, out, cap);
}

uint64_t nl_view_mark(const nl_view *view) { return view ? game_mark(view->game, view->bytes) : 0; }

/* Fills the holes with dice from the seed. */
static void fill_in(const nl_view *v, const uint8_t secret[ENTROPY], void *world)
{
    uint8_t entropy[ENTROPY];
    Dice d;
    dice_derive(secret, 0, entropy);
    dice_secure(&d, entropy);
    memcpy(world, v->bytes, v->game->state_size);
    v->game->imagine(world, v->seat, &d);
}

nl_table *nl_view_imagine(const nl_view *view, uint64_t seed)
{
    uint8_t secret[ENTROPY];
    if (!view) return lib_fail(NL_BAD_ARGUMENT, "there is no view"), NULL;
    lib_secret(seed, secret);
    nl_table *t = lib_table(view->game, &view->options, secret);
    if (!t) return NULL;
    t->imagined = true;
    t->round.table.moves = view->moves;
    fill_in(view, secret, t->round.table.state);
    if (!view->box) return t;
    if (!(t->box = malloc(sizeof *t->box)))
        return nl_table_free(t), lib_fail(NL_NO_MEMORY, "there is no memory for a table"), NULL;
    *t->box = *view->box;
    t->round.table.box = t->box;
    return t;
}
