/* SPDX-License-Identifier: MIT
 *
 * scene.h - the facts that one viewer is told, as a tree to look things up in. */
#ifndef NINELIVES_SCENE_H
#define NINELIVES_SCENE_H

#include "../core/show.h"
#include "../core/table.h"

enum { SCENE_FACTS = 1024, SCENE_TEXT = 16384, SCENE_DEEP = 4 };

typedef struct {
    Scribe to;
    Fact   fact[SCENE_FACTS];            /* the first is the whole */
    char   text[SCENE_TEXT];
    int    n;
    size_t used;
    bool   foreign;                      /* keys are not the game's own and have to be kept, too */
    int    deep, open[SCENE_DEEP + 1], last[SCENE_DEEP + 1];
} Scene;

/* What `who` sees of this table (SEAT_TABLE: a spectator). Facts point into the scene. */
const Fact *scene_look(Scene *s, const Table *t, Seat who);
/* The same from a tree that a server sent, which may be anything. False: no viewer of this game is told such facts. */
bool scene_read(Scene *s, const Game *g, int seats, const Fact *view);
/* The fact that has this shape in the game's layout, or NULL. */
const Fact *scene_shape(const Fact *scene, const Game *g, ShowShape shape);
/* Of a list, counted from 0; NULL past its end, and of NULL. */
const Fact *fact_at(const Fact *list, int i);
/* The text under this key, or NULL. */
const char *fact_text(const Fact *object, const char *key);

#endif
