/* SPDX-License-Identifier: MIT
 * map.c - a game's map in lines: what has been won, what is open, and where the roads lead. */
#include <stdio.h>

#include "sheet.h"

static const char FROM_LEFT[] = " \342\206\222 ", FROM_RIGHT[] = " \342\206\220 ";     /* an arrow to what follows */

static const ShowMap *map_of(const Desk *d)
{
    const ShowRow *row = show_shape(d->voice.game, SHOW_MAP);
    return row ? row->map : NULL;
}

static int place_named(const ShowMap *map, const char *name, size_t n)
{
    for (int i = 0; i < map->places; i++)
        if (strlen(map->place[i].name) == n && !memcmp(map->place[i].name, name, n)) return i;
    return -1;
}

/* Won in this game, or in one before it. */
static uint64_t places_won(const Desk *d, const ShowMap *map)
{
    Record r;
    uint64_t won = 0;
    const Fact *fact = scene_shape(d->voice.scene, d->voice.game, SHOW_MAP);
    for (const Fact *f = fact ? fact->child : NULL; f; f = f->next) {
        int i = f->kind == FACT_TEXT ? place_named(map, f->text, strlen(f->text)) : -1;
        if (i >= 0) won |= UINT64_C(1) << i;
    }
    if (d->guest || !record_read(d->voice.game, &r)) r.progress[0] = 0;
    for (const char *at = r.progress; *at; at += strcspn(at, "\n") + (at[strcspn(at, "\n")] == '\n')) {
        int i = place_named(map, at, strcspn(at, "\n"));
        if (i >= 0) won |= UINT64_C(1) << i;
    }
    return won;
}

static uint64_t places_open(const ShowMap *map, uint64_t won)
{
    uint64_t open = 1;
    for (int i = 0; i < map->roads; i++) {
        if (won >> map->road[i].from & 1) open |= UINT64_C(1) << map->road[i].to;
        if (won >> map->road[i].to & 1) open |= UINT64_C(1) << map->road[i].from;
    }
    return open;
}

static void add_roads(const Desk *d, const ShowMap *map, int place, Text *out)
{
    bool first = true;
    for (int i = 0; i < map->roads; i++) {
        const ShowRoad *r = &map->road[i];
        if (r->from != place && r->to != place) continue;
        text_add(out, !first ? say_word(&d->voice, "and") : language[d->voice.lang].rtl ? FROM_RIGHT : FROM_LEFT);
        text_add(out, say_card(&d->voice, map->place[r->from == place ? r->to : r->from].name));
        first = false;
    }
}

/* Is it what is being played here? Then an option has its name. */
static bool place_here(const Desk *d, const char *name)
{
    const Game *g = d->voice.game;
    char value[32];
    for (int i = 0; i < g->option_count; i++) {
        options_value(g, &d->round.table.options, i, value, sizeof value);
        if (!strcmp(value, name)) return true;
    }
    return false;
}

/* "✓ Prague: tokens 9, mistakes 9 → Berlin, Tel Aviv". A check mark: won; a circle: open; a dot: not yet. */
bool sheet_map(const Desk *d, Text *out)
{
    const ShowMap *map = map_of(d);
    if (!map) return false;
    uint64_t won = places_won(d, map), open = places_open(map, won);
    text_add(out, say_word(&d->voice, "map"));
    for (int i = 0; i < map->places; i++) {
        Phrase p = { .n = 0 };
        phrase_text(&p, "t", say_card(&d->voice, map->place[i].name));
        phrase_number(&p, "a", map->place[i].a);
        phrase_number(&p, "b", map->place[i].b);
        text_add(out, won >> i & 1 ? "\n\342\234\223 " : open >> i & 1 ? "\n\342\227\213 " : "\n\302\267 ");
        say(&d->voice, out, "map.place", &p);
        add_roads(d, map, i, out);
        if (place_here(d, map->place[i].name)) say_line(&d->voice, out, "gloss", say_word(&d->voice, "map.here"), 0);
    }
    return true;
}
