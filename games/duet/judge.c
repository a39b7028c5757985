/* SPDX-License-Identifier: MIT
 *
 * judge.c - how good a move and a table are. Rollouts say nothing about words, so this goes by what turns usually
 * bring: a game is a number of turns, each of which finds so many words; and a move is judged by what it changes of
 * that. */
#include "mind.h"

#include <math.h>

/* ---- what turns bring ------------------------------------------------------------------ */

enum { WORDS = 15, MOST_FOUND = 4, EVER = 16 };

/* How often a turn finds 0 to 4 words, by how many are left: 1 to 3, 4 to 6 and so on. Counted in games of all levels
 * and languages (docs/ADVICE.md). */
static const float finds[][MOST_FOUND + 1] = {
    { .036f, .856f, .105f, .003f, 0 }, { .004f, .478f, .503f, .015f, 0 }, { .002f, .156f, .799f, .043f, 0 },
    { .001f, .063f, .785f, .135f, .016f }, { .001f, .002f, .687f, .268f, .042f },
};
#define LAST_WORD 0.24f          /* how often the last hope finds its first word; a second one hardly ever follows */
#define SECOND    0.2f
#define MORE      0.6f           /* of the words that are left of a clue in the middle of a turn, so many are found */

static float hope(int need) { return need <= 0 ? 1 : LAST_WORD * powf(SECOND, (float)(need - 1)); }

/* The chance to find so many words in so many turns. */
static float win_in(int need, int turns)
{
    float now[WORDS + 1], next[WORDS + 1];
    if (need <= 0) return 1;
    if (turns < 0) return 0;
    if (turns > EVER) turns = EVER;
    for (int n = 0; n <= WORDS; n++) now[n] = hope(n);
    for (int t = 0; t < turns; t++) {
        next[0] = 1;
        for (int n = 1; n <= WORDS; n++) {
            next[n] = 0;
            for (int k = 0; k <= MOST_FOUND; k++) next[n] += finds[(n - 1) / 3][k] * now[n > k ? n - k : 0];
        }
        memcpy(now, next, sizeof now);
    }
    return now[need < WORDS ? need : WORDS];
}

/* The same for a number of words that is only expected. */
static float win(float need, int turns)
{
    if (need <= 0) return 1;
    int low = (int)need;
    float part = need - (float)low;
    return (1 - part) * win_in(low, turns) + part * win_in(low + 1, turns);
}

static float needed(const State *s) { return (float)(WORDS - __builtin_popcount(s->agents)); }

/* In the middle of a turn, if so many words of its clue are left. */
static float win_on(const State *s, float need, float left) { return win(need - MORE * fmaxf(0, left), bank(s) - 1); }

/* A mistake costs a token, two if none forgives it; who cannot pay has lost (CND-39). */
static float win_missed(const State *s)
{
    int cost = s->bystander ? 1 : 2;
    return bank(s) < cost ? 0 : win(needed(s), bank(s) - cost);
}

/* ---- clues ---------------------------------------------------------------------------------- */

/* Somebody who reads clues otherwise than we do finds fewer words, or more: half a word, about. */
#define ABOUT 0.5f

/* A warning (CND-31) brings what old clues have left: about a word. */
static const Outcome warning = { 1, 0 };

static void judge_clue(const State *s, const Task *t, Verdict *v)
{
    Outcome o = v->move.arg[0] ? duet_clue_outcome(t, v->word, v->move.arg[0]) : warning;
    float need = needed(s), alive = 1 - o.danger, few = need - o.words + ABOUT / 2, many = few - ABOUT;
    v->words = o.words;
    v->danger = o.danger;
    v->chance = alive * win(need - o.words, bank(s) - 1);
    v->give = 0.02f + alive * (win(many, bank(s) - 1) - win(few, bank(s) - 1));
}

/* What partners of different nerve would say. */
static int judge_clues(const Scene *scene, const State *s, Seat who, Verdict *out, int cap)
{
    static const float nerve[] = { 0, 0.5f, 1 };
    int n = 0;
    for (size_t i = 0; i < sizeof nerve / sizeof *nerve && n < cap; i++) {
        Said said;
        Task t = duet_task_of(scene, s, who, nerve[i]);
        if (!duet_find_clue(&t, &said) || !duet_clue_allowed(s, said.word)) continue;
        bool known = false;
        for (int k = 0; k < n; k++) known |= !strcmp(out[k].word, said.word) && out[k].move.arg[0] == said.number;
        if (known) continue;
        Verdict *v = &out[n++];
        *v = (Verdict){ .move = { .verb = V_CLUE, .seat = who, .arg = { said.number } } };
        memcpy(v->word, said.word, MAX_WORD);
        judge_clue(s, &t, v);
    }
    return n;
}

/* ---- guesses ------------------------------------------------------------------------------------ */

#define UNSURE 0.05f             /* how far off the chance of a guess may be */

typedef struct { const State *s; Outlook o; float left; } Reading;

/* Without lore the key alone says what a word may be. */
static void read_clues(const Scene *scene, const State *s, Seat who, Reading *r)
{
    float left[CLUES] = { 0 };
    Chances c;
    r->s = s;
    r->left = 0;
    if (scene) {
        duet_outlook_of(scene, s, who, &r->o);
        duet_clues_left(scene, s, side_of(who), left);
        if (s->clue_n && s->phase == GUESSING) r->left = left[s->clue_n - 1];
        return;
    }
    duet_chances_of(s, who, &c);
    for (int i = 0; i < CELLS; i++) r->o.green[i] = c.green[i], r->o.black[i] = c.black[i];
}

static void judge_guess(const Reading *r, Verdict *v)
{
    const State *s = r->s;
    int cell = v->move.arg[0];
    float green = r->o.green[cell], black = r->o.black[cell], need = needed(s);
    v->words = green;
    v->danger = s->phase == HOPE ? 1 - green : black;
    v->give = UNSURE;
    if (s->phase == HOPE) v->chance = green * hope((int)need - 1);
    else v->chance = green * win_on(s, need - 1, r->left - 1) + (1 - green - black) * win_missed(s);
}

/* Anything but a clue. An objection and its answer change nothing that we could judge. */
static void judge_other(const Reading *r, Verdict *v)
{
    const State *s = r->s;
    if (v->move.verb == V_GUESS) judge_guess(r, v);
    else if (v->move.verb == V_STOP) v->chance = win(needed(s), bank(s) - 1);
    else v->chance = win_on(s, needed(s), r->left);
    if (v->move.verb == V_CONCEDE) v->chance = bank(s) ? win(needed(s), bank(s) - 2) : 0;
    v->give = UNSURE;
}

static int judge_others(const Reading *r, Seat who, Verdict *out, int cap)
{
    Move list[CELLS + 8];
    int all = duet_legal(r->s, who, list, CELLS + 8), n = 0;
    for (int i = 0; i < all && i < CELLS + 8; i++) {
        Verdict v = { .move = list[i] };
        judge_other(r, &v);
        int k = n < cap ? n++ : cap;
        for (; k > 0 && out[k - 1].chance < v.chance; k--)
            if (k < cap) out[k] = out[k - 1];
        if (k < cap) out[k] = v;
    }
    return n;
}

/* ---- the contract --------------------------------------------------------------------------------- */

static bool is_there(const Verdict *v, int n, const Move *m, const char *word)
{
    for (int i = 0; i < n; i++)
        if (v[i].move.verb == m->verb && v[i].move.arg[0] == m->arg[0] && !strcmp(v[i].word, word)) return true;
    return false;
}

int duet_weigh_up(const Lore *lore, const void *view, Seat who, const Move *played, const char *word, Verdict *out,
                  int cap)
{
    enum { SHOWN = 8 };
    const State *s = view;
    Library library;
    Scene scene;
    Reading r;
    bool clue = s->phase == CLUING;
    bool lent = lore && duet_library_open(&library, lore) && duet_scene_of_table(&scene, &library, s);
    if (cap > SHOWN + 1) cap = SHOWN + 1;
    if (clue && !lent) return 0;
    if (!clue) read_clues(lent ? &scene : NULL, s, who, &r);
    int n = clue ? judge_clues(&scene, s, who, out, cap - 1) : judge_others(&r, who, out, cap - 1);
    if (!played || is_there(out, n, played, clue ? word : "")) return n;
    out[n] = (Verdict){ .move = *played };
    if (clue) {
        Task t = duet_task_of(&scene, s, who, 0.5f);
        memcpy(out[n].word, word, strlen(word) + 1);
        judge_clue(s, &t, &out[n]);
    } else judge_other(&r, &out[n]);
    return n + 1;
}

/* The clue on the table is judged by what its giver can see. */
static float chance_after_clue(const Scene *scene, const State *s)
{
    const Clue *c = &s->clue[s->clue_n - 1];
    Task t = duet_task_of(scene, s, c->side, 0.5f);
    Verdict v = { .move = { .verb = V_CLUE, .arg = { c->number } } };
    memcpy(v.word, c->word, MAX_WORD);
    judge_clue(s, &t, &v);
    return v.chance;
}

float duet_chance(const Lore *lore, const void *state, Seat who)
{
    const State *s = state;
    Library library;
    Scene scene;
    (void)who;
    switch ((Phase)s->phase) {
    case OVER:     return s->won;
    case HOPE:     return hope((int)needed(s));
    case DEALING:
    case CLUING:   return win(needed(s), bank(s));
    case GUESSING:
    case RULING:   break;
    }
    bool lent = lore && s->clue_n && duet_library_open(&library, lore) && duet_scene_of_table(&scene, &library, s);
    if (!lent) return win(needed(s), bank(s));
    if (!s->guessed) return chance_after_clue(&scene, s);
    float left[CLUES];
    duet_clues_left(&scene, s, !s->side, left);
    return win_on(s, needed(s), left[s->clue_n - 1]);
}
