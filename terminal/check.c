/* SPDX-License-Identifier: MIT
 * check.c - is there a word for everything? Goes through the tables of every game, and plays
 * it a little to see which facts and phases it comes to. */
#include <stdio.h>
#include <string.h>

#include "../cli/lay.h"
#include "../protocol/wishes.h"
#include "sheet.h"

enum { GAMES = 4, MOVES = 4000, SHORT = 76 };

typedef struct { const Game *game; int missing; char known[64][48]; int known_n; uint64_t told; } Check;

/* One complaint a key. gen-text has already seen that all languages have the same keys. */
static void want(Check *c, const char *prefix, const char *name)
{
    char key[48];
    snprintf(key, sizeof key, "%s%s", prefix, name);
    if (words_find(c->game, 0, key)) return;
    for (int i = 0; i < c->known_n; i++)
        if (!strcmp(c->known[i], key)) return;
    if (c->known_n < 64) memcpy(c->known[c->known_n++], key, sizeof key);
    printf("%s: no word for \"%s\"\n", c->game->id, key);
    c->missing++;
}

static void want_tables(Check *c)
{
    const Game *g = c->game;
    for (int i = 0; i < g->event_count; i++) want(c, "ev.", g->events[i].name);
    for (int i = 0; i < g->verb_count; i++)
        if (!(g->verbs[i].flags & (VERB_CHANCE | VERB_CLOCK))) want(c, "mv.", g->verbs[i].form);
    for (int i = 1; i < g->card_count; i++) want(c, "card.", g->cards[i]);
    for (int i = 0; g->hunch && i < g->hunch->reason_count; i++) want(c, "why.", g->hunch->reasons[i].name);
    for (int i = 0; i < g->option_count; i++) {
        want(c, "opt.", g->options[i].name);
        for (int k = 0; g->options[i].words && g->options[i].words[k]; k++) want(c, "val.", g->options[i].words[k]);
    }
}

/* The texts that the shapes of a layout need. */
static void want_layout(Check *c)
{
    for (const ShowRow *row = c->game->layout; row->fact; row++) {
        if (row->shape == SHOW_GRID) want(c, "grid", "");
        if (row->shape == SHOW_MARKS) want(c, "grid.marks", "");
        for (const ShowSign *s = row->signs; row->shape == SHOW_MARKS && s->is; s++) want(c, "mark.", s->is);
        if (row->shape == SHOW_MAP) want(c, "map", ""), want(c, "map.place", "");
        if (row->shape == SHOW_LIST) want(c, "list.", row->fact), want(c, "item.", row->fact);
    }
}

static void want_facts(Check *c, const Fact *scene, int seats)
{
    for (const Fact *f = scene->child; f; f = f->next) {
        char key[48];
        const ShowRow *row = show_fact(c->game, f->key);
        if (row) c->told |= UINT64_C(1) << (row - c->game->layout);
        if (!show_beside(c->game, f->key)) continue;
        if (f->kind != FACT_LIST) { want(c, "fact.", f->key); continue; }
        const Fact *first = f->child;
        if (f->number != seats || !first) continue;
        snprintf(key, sizeof key, first->kind == FACT_BOOL ? "%s.1" : "%s", f->key);
        want(c, "seat.", key);
    }
}

static void play_once(Check *c, uint8_t seed, int seats)
{
    static Round r;
    static Scene scene;
    static Player player;
    Options o;
    uint8_t secret[ENTROPY] = { seed };
    options_default(c->game, seats, &o);
    if (round_start(&r, c->game, &o, secret)) return;
    round_settle(&r);
    SeatSet asked;
    for (int i = 0; i < MOVES; i++) {
        Move m;
        char word[MAX_WORD] = "";
        if (!(asked = round_asked(&r))) return;
        Seat seat = (Seat)__builtin_ctz(asked);
        const Fact *facts = scene_look(&scene, &r.table, seat);
        want(c, "ph.", scene_shape(facts, c->game, SHOW_PHASE)->text);
        want_facts(c, facts, seats);
        if (!i) player_start(&player, &bot_random, c->game, seat, seed);
        player.seat = seat;
        bot_random.choose(&player, r.table.state, (Budget){ 0 }, &m, word);
        if (round_play(&r, &m, word)) return;
    }
}

/* A row of the layout whose fact was never told is most likely misspelt. */
static void want_told(Check *c)
{
    for (int i = 0; c->game->layout[i].fact; i++) {
        if (c->told >> i & 1) continue;
        printf("%s: its layout has \"%s\", and it tells no such fact\n", c->game->id, c->game->layout[i].fact);
        c->missing++;
    }
}

/* What any table may say, whatever is played there. */
static int want_common(void)
{
    Check c = { .game = game_at(0) };
    for (Err e = E_BAD_MOVE; e < ERR_COUNT; e++) want(&c, "err.", err_name(e));
    for (int i = 0; bot_at(i); i++) want(&c, "bot.", bot_at(i)->name);
    for (int i = 0; phrases[i]; i++) want(&c, "phrase.", phrases[i]);
    for (int i = 0; clocks[i].name; i++) want(&c, "clock.", clocks[i].name);
    return c.missing;
}

/* Lines that cannot be wrapped: they fit into the narrowest screen that is usual, in every language. */
static int want_short(void)
{
    static const char *const line[] = { "help.page", "end.page", "end.watched", "round.key", "join.end", "join.phrases",
        "help.keys", "hint.wait", "hint.step", "hint.grid", "hint.open", "hint.typed", "hint.over", "join.wait" };
    int wrong = 0;
    for (int lang = 0; lang < LANGUAGES; lang++)
        for (size_t i = 0; i < sizeof line / sizeof *line; i++) {
            const char *text = words_find(game_at(0), lang, line[i]);
            if (!text || lay_columns(text, strlen(text)) <= SHORT) continue;
            printf("%s: \"%s\" is longer than %d columns\n", language[lang].code, line[i], SHORT);
            wrong++;
        }
    return wrong;
}

int words_check(void)
{
    int missing = 0;
    for (int i = 0; game_at(i); i++) {
        static Check c;
        c = (Check){ .game = game_at(i) };
        want(&c, "game.", c.game->id);
        want_tables(&c);
        want_layout(&c);
        for (int k = 0; k < GAMES; k++) play_once(&c, (uint8_t)(k + 1), c.game->min_seats + k % 2);
        want_told(&c);
        missing += c.missing;
    }
    missing += want_common() + want_short();
    printf("words: %d missing\n", missing);
    return missing;
}
