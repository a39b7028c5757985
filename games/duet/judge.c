/* SPDX-License-Identifier: MIT
 *
 * judge.c - how good a move and a table are. Rollouts say nothing about words, so this goes by what turns usually
 * bring: a game is a number of turns, each of which finds so many words; and a move is judged by what it changes of
 * that. */
#include "mind.h"

#include <math.h>

/* ---- what turns bring ------------------------------------------------------------------ */

enum { WORDS = 15, SIDE_WORDS = 9, MOST_FOUND = 4, EVER = 16 };

/* How often a turn finds 0 to 4 words, by how many the side that gives the clue has left, from 1 to 9. Counted in games
 * of easy, sharp and search (docs/ADVICE.md). */
static const float finds[SIDE_WORDS + 1][MOST_FOUND + 1] = {
    [1] = { .05f, .95f }, { .03f, .76f, .21f }, { .01f, .48f, .50f, .01f }, { 0, .24f, .74f, .02f },
    { 0, .13f, .84f, .03f }, { 0, .08f, .88f, .04f }, { 0, .03f, .89f, .08f }, { 0, .01f, .77f, .21f, .01f },
    { 0, .01f, .71f, .25f, .03f },
};
#define LAST_WORD 0.21f          /* how often the last hope finds its first word; a second one hardly ever follows */
#define SECOND    0.2f
#define MORE      0.9f           /* of the words that are left of a clue in the middle of a turn, so many are found */

/* Words that are still to be found: those of the side that gives the next clue, and those of the other side alone. */
typedef struct { float first, second; } Rest;

static float hope(int need) { return need <= 0 ? 1 : LAST_WORD * powf(SECOND, (float)(need - 1)); }

/* The chance to find all of them: worked out from the last turn backwards, for all numbers of words at once. The sides
 * take turns; one that has no words left gives no more clues. */
typedef struct { float at[SIDE_WORDS + 1][SIDE_WORDS + 1]; } Table;

static float after_turn(const Table *next, int first, int second)
{
    float sum = 0;
    for (int k = 0; k <= MOST_FOUND; k++) {
        int left = first > k ? first - k : 0;
        sum += finds[first][k] * (second ? next->at[second][left] : next->at[left][0]);
    }
    return sum;
}

static float win_in(int first, int second, int turns)
{
    Table now, next;
    if (turns < 0) return first + second ? 0 : 1;
    for (int a = 0; a <= SIDE_WORDS; a++)
        for (int b = 0; b <= SIDE_WORDS; b++) now.at[a][b] = hope(a + b);
    for (int t = 0; t < turns && t < EVER; t++) {
        next = now;
        for (int b = 0; b <= SIDE_WORDS; b++)
            for (int a = 1; a <= SIDE_WORDS; a++) now.at[a][b] = after_turn(&next, a, b);
        for (int b = 1; b <= SIDE_WORDS; b++) now.at[0][b] = now.at[b][0];
    }
    return now.at[first][second];
}

/* What turns bring is counted as if they knew nothing of each other. Games that look good end better than that says,
 * and games that look lost are saved more often: how much was fitted to how games ended, like the rollouts of other
 * games (docs/ADVICE.md). What is certain stays certain. */
static const Temper good = { .slope = 1.15f, .shift = 0 }, bad = { .slope = 0.7f, .shift = -0.1f };

static float as_it_comes(float chance)
{
    return chance > 0 && chance < 1 ? fmaxf(temper_mean(good, chance), temper_mean(bad, chance)) : chance;
}

static float within(float words) { return fminf(SIDE_WORDS, fmaxf(0, words)); }

/* The same for numbers of words that are only expected. */
static float win(Rest r, int turns)
{
    float first = within(r.first), second = within(r.second), sum = 0;
    int a = (int)first, b = (int)second;
    float x = first - (float)a, y = second - (float)b;
    sum += (1 - x) * (1 - y) * win_in(a, b, turns);
    if (x > 0) sum += x * (1 - y) * win_in(a + 1, b, turns);
    if (y > 0) sum += (1 - x) * y * win_in(a, b + 1, turns);
    if (x > 0 && y > 0) sum += x * y * win_in(a + 1, b + 1, turns);
    return as_it_comes(sum);
}

/* How much of a next clue's promise is kept, against what is usual: fitted, like the two above. */
#define KEPT 0.75f

static float usual(float words)
{
    int of = (int)(within(words) + 0.5f);
    float sum = 0;
    for (int k = 1; k <= MOST_FOUND; k++) sum += (float)k * finds[of][k];
    return sum;
}

/* The same if the side that is next knows its clue already, and how many words that should bring. */
static float win_saying(Rest r, int turns, float promise)
{
    if (promise <= 0 || turns < 1 || r.first <= 0) return win(r, turns);
    float words = usual(r.first) + KEPT * (promise - usual(r.first));
    return win((Rest){ r.second, r.first - words }, turns - 1);
}

static int needed(const State *s) { return WORDS - __builtin_popcount(s->agents); }

/* What is left for side `giver` and for the other, as far as side `me` can tell: it sees its own key. */
static Rest rest_of(const State *s, int me, int giver)
{
    float mine = fminf((float)__builtin_popcount(unfound(s, me)), (float)needed(s)), theirs = (float)needed(s) - mine;
    return giver == me ? (Rest){ mine, theirs } : (Rest){ theirs, mine };
}

/* The turn of the side that gave the clue ends, and so many of its words were found: the other side is next. */
static Rest turn_over(const State *s, int me, float found)
{
    Rest r = rest_of(s, me, s->side == NO_SIDE ? me : s->side);
    return (Rest){ r.second, r.first - found };
}

/* In the middle of a turn: so many words more have been found, and so many of its clue are left. */
static float win_on(const State *s, int me, float found, float left, float promise)
{
    return win_saying(turn_over(s, me, found + MORE * fmaxf(0, left)), bank(s) - 1, promise);
}

/* A mistake costs a token, two if none forgives it; who cannot pay has lost (CND-39). */
static float win_missed(const State *s, int me, float promise)
{
    int cost = s->bystander ? 1 : 2;
    return bank(s) < cost ? 0 : win_saying(turn_over(s, me, 0), bank(s) - cost, promise);
}

/* ---- clues ---------------------------------------------------------------------------------- */

/* Somebody who reads clues otherwise than we do finds fewer words, or more: half a word, about. */
#define ABOUT 0.5f

/* A clue for no word (CND-31) brings what old clues have left: about a word if it warns of black ones, and hardly any
 * if it warns of those that are to be found. */
static Outcome warning_of(const Task *t, const char *word)
{
    enum { MEANT = 2 };                      /* words, as whoever hears it takes it (listen.c) */
    float fit[MAX_BOARD], near[MAX_BOARD], black = 0, green = 0;
    Notion clue = duet_notion_of(t->scene, word);
    int cell;
    duet_scene_fits(t->scene, &clue, fit);
    duet_scene_members(fit, NULL, t->open, MEANT, near);
    EACH_CELL(cell, t->open & t->black) black += near[cell];
    EACH_CELL(cell, t->open & t->green) green += near[cell];
    return (Outcome){ fmaxf(0, 0.5f + 0.5f * fminf(1, black) - fminf(1, green)), 0 };
}

/* `me` gives it, or has given it; then the other side gives one, of which `promise` may be known. */
static void judge_clue(const State *s, int me, const Task *t, float promise, Verdict *v)
{
    Outcome o = v->move.arg[0] ? duet_clue_outcome(t, v->word, v->move.arg[0]) : warning_of(t, v->word);
    Rest r = rest_of(s, me, me);
    float alive = 1 - o.danger;
    Rest found = { r.second, r.first - o.words }, few = found, many = found;
    few.second += ABOUT / 2;
    many.second -= ABOUT / 2;
    v->words = o.words;
    v->danger = o.danger;
    v->chance = alive * win_saying(found, bank(s) - 1, promise);
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
        judge_clue(s, side_of(who), &t, 0, v);
    }
    return n;
}

/* A clue that somebody thought of. What people make of a word that no book has nobody can say: then it is not
 * judged. */
static bool judge_said(const Scene *scene, const State *s, Seat who, const char *word, Verdict *v)
{
    if (!duet_notion_of(scene, word).known) return false;
    Task t = duet_task_of(scene, s, who, 0.5f);
    memcpy(v->word, word, strlen(word) + 1);
    judge_clue(s, side_of(who), &t, 0, v);
    return true;
}

/* The clue that a side would give when the turn is over: how many words it should bring, and which. None: 0. */
typedef struct { float words; Cells of; } Promise;

/* `soon`: words that will be found before, and so are for no later clue. */
static Promise promise_of(const Scene *scene, const State *s, int side, Cells soon)
{
    Said said;
    Promise p = { 0, 0 };
    Task t = duet_task_of(scene, s, (Seat)side, 0.5f);
    t.green &= ~soon;
    t.open &= ~soon;
    if (!duet_find_clue(&t, &said)) return p;
    p.words = (said.number ? duet_clue_outcome(&t, said.word, said.number) : warning_of(&t, said.word)).words;
    for (int i = 0; i < said.number && i < said.targets; i++) p.of |= CELL_BIT(said.target[i]);
    return p;
}

/* The words among these that the open clue fits best: as many as are left of it. */
static Cells soon_found(const Scene *scene, const State *s, float left, Cells among)
{
    float fit[MAX_BOARD];
    Cells soon = 0;
    Notion clue = duet_notion_of(scene, s->clue[s->clue_n - 1].word);
    duet_scene_fits(scene, &clue, fit);
    for (int n = (int)(left + 0.5f); n > 0 && (among & ~soon); n--) {
        int best = NOWHERE, cell;
        EACH_CELL(cell, among & ~soon)
            if (best == NOWHERE || fit[cell] > fit[best]) best = cell;
        soon |= CELL_BIT(best);
    }
    return soon;
}

/* ---- guesses ------------------------------------------------------------------------------------ */

#define UNSURE 0.05f             /* how far off the chance of a guess may be */

/* What the guesser makes of it: words that are left of the clue, and what the own next clue would bring. */
typedef struct {
    const Scene *scene;
    const State *s;
    int      me;
    Outlook  o;
    float    left;
    Cells    soon;
    Promise  promise;
} Reading;

/* Without lore the key alone says what a word may be. */
static void read_clues(const Scene *scene, const State *s, Seat who, Reading *r)
{
    float left[CLUES] = { 0 };
    Chances c;
    *r = (Reading){ .scene = scene, .s = s, .me = side_of(who) };
    if (scene) {
        duet_outlook_of(scene, s, who, &r->o);
        duet_clues_left(scene, s, side_of(who), left);
        if (!s->clue_n || s->phase != GUESSING) return;
        r->left = left[s->clue_n - 1];
        r->soon = soon_found(scene, s, r->left, open_to(s, r->me));
        r->promise = promise_of(scene, s, r->me, r->soon);
        return;
    }
    duet_chances_of(s, who, &c);
    for (int i = 0; i < CELLS; i++) r->o.green[i] = c.green[i], r->o.black[i] = c.black[i];
}

/* What the own next clue would bring if this word were found now. */
static float promise_without(const Reading *r, int cell)
{
    if (!(r->promise.of & CELL_BIT(cell))) return r->promise.words;
    return promise_of(r->scene, r->s, r->me, r->soon | CELL_BIT(cell)).words;
}

static void judge_guess(const Reading *r, Verdict *v)
{
    const State *s = r->s;
    int cell = v->move.arg[0];
    float green = r->o.green[cell], black = r->o.black[cell];
    v->words = green;
    v->danger = s->phase == HOPE ? 1 - green : black;
    if (s->phase == HOPE) v->chance = green * hope(needed(s) - 1);
    else v->chance = green * win_on(s, r->me, 1, r->left - 1, promise_without(r, cell))
                     + (1 - green - black) * win_missed(s, r->me, r->promise.words);
    v->give = UNSURE;
}

static void judge_stop(const Reading *r, Verdict *v)
{
    v->chance = win_saying(turn_over(r->s, r->me, 0), bank(r->s) - 1, r->promise.words);
    v->give = UNSURE;
}

/* Whether a clue was allowed is for people to say, and no matter of chances: an objection and the answer to it are not
 * judged. */
static bool judge_other(const Reading *r, Verdict *v)
{
    if (v->move.verb == V_GUESS) judge_guess(r, v);
    else if (v->move.verb == V_STOP) judge_stop(r, v);
    else return false;
    return true;
}

static int judge_others(const Reading *r, Seat who, Verdict *out, int cap)
{
    Move list[CELLS + 8];
    int all = duet_legal(r->s, who, list, CELLS + 8), n = 0;
    for (int i = 0; i < all && i < CELLS + 8; i++) {
        Verdict v = { .move = list[i] };
        if (!judge_other(r, &v)) continue;
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
    return n + (clue ? judge_said(&scene, s, who, word, &out[n]) : judge_other(&r, &out[n]));
}

/* The clue on the table is judged by what its giver can see, and by what the other side could say next. */
static float chance_after_clue(const Scene *scene, const State *s, float promise)
{
    const Clue *c = &s->clue[s->clue_n - 1];
    Task t = duet_task_of(scene, s, c->side, 0.5f);
    Verdict v = { .move = { .verb = V_CLUE, .arg = { c->number } } };
    memcpy(v.word, c->word, MAX_WORD);
    judge_clue(s, c->side, &t, promise, &v);
    return v.chance;
}

/* A clue was given, and is being guessed by. One that no book has is taken for a usual one. */
static float in_turn(const Scene *scene, const State *s)
{
    float left[CLUES];
    const Clue *c = &s->clue[s->clue_n - 1];
    duet_clues_left(scene, s, !s->side, left);
    Cells meant = unfound(s, s->side) & open_to(s, !s->side), soon = soon_found(scene, s, left[s->clue_n - 1], meant);
    float promise = promise_of(scene, s, !s->side, soon).words;
    if (s->guessed) return win_on(s, s->side, 0, left[s->clue_n - 1], promise);
    if (duet_notion_of(scene, c->word).known) return chance_after_clue(scene, s, promise);
    return win(rest_of(s, s->side, s->side), bank(s));
}

/* Both keys are seen: what the side that is next would say is known. */
float duet_chance(const Lore *lore, const void *state, Seat who)
{
    const State *s = state;
    Library library;
    Scene scene;
    int giver = s->side == NO_SIDE ? 0 : s->side;
    (void)who;
    switch ((Phase)s->phase) {
    case OVER:     return s->won;
    case HOPE:     return hope(needed(s));
    case DEALING:  return win((Rest){ SIDE_WORDS, WORDS - SIDE_WORDS }, bank(s));
    case CLUING:
    case GUESSING:
    case RULING:   break;
    }
    Rest rest = rest_of(s, giver, giver);
    bool lent = lore && duet_library_open(&library, lore) && duet_scene_of_table(&scene, &library, s);
    if (!lent || (s->phase != CLUING && !s->clue_n)) return win(rest, bank(s));
    if (s->phase == CLUING) return win_saying(rest, bank(s), promise_of(&scene, s, giver, 0).words);
    return in_turn(&scene, s);
}
