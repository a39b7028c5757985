/* SPDX-License-Identifier: MIT
 *
 * hunch.c - the partner: what to do when asked, by what words mean (lore) or, where nobody has
 * lent any, by the key alone. Views hold all clues and guesses that count, so that nothing need
 * be remembered beside them. */
#include "mind.h"

#include <math.h>

/* ---- without words --------------------------------------------------------------------------- */

/* A guess is weighed by how likely the word is green on the other key, as far as one's own key and earlier guesses
 * tell. */
static void weigh(const void *view, Seat who, const float *taste, const Move *list, int n, float *weight)
{
    const State *s = view;
    Chances c;
    (void)taste;
    duet_chances_of(s, who, &c);
    for (int i = 0; i < n; i++) {
        int cell = list[i].arg[0];
        weight[i] = list[i].verb == V_STOP ? 1 : list[i].verb == V_INSIST ? 1 : 0;
        if (list[i].verb == V_GUESS) weight[i] = fmaxf(0, 1 + c.green[cell] - 4 * c.black[cell]);
    }
}

static float worth(const void *world, Seat who)
{
    const State *s = world;
    (void)who;
    if (s->phase == OVER) return s->won;
    return (float)__builtin_popcount(s->agents) / 30;
}

/* ---- giving --------------------------------------------------------------------------------------- */

/* How likely the partner, still guessing by my earlier clues, hits a black word. */
static float doubt_of(const Scene *scene, const State *s, int me)
{
    float fit[MAX_BOARD], member[MAX_BOARD], doubt = 0;
    Cells open = open_to(s, !me);
    int cell;
    for (int i = 0; i < s->clue_n; i++) {
        if (s->clue[i].side != me || !s->clue[i].number) continue;
        Notion clue = duet_notion_of(scene, s->clue[i].word);
        duet_scene_fits(scene, &clue, fit);
        float left = (float)s->clue[i].number;
        EACH_CELL(cell, s->found_by[!me]) if (fit[cell] > 0.25f) left -= 1;
        if (left <= 0) continue;
        duet_scene_members(fit, NULL, open, left, member);
        EACH_CELL(cell, open & s->black[me]) doubt = fmaxf(doubt, member[cell]);
    }
    return doubt;
}

/* Prices of mistakes, in words found. A tan word only ends the turn, which would have ended anyway; a black one
 * loses the game. */
#define PRICE_OF_TAN 0.3f
#define SEEN         0.2f        /* a number is given if an ordinary reader finds that many words this often */
#define CALM         1.7f        /* words to find for each turn left, at the beginning of a game */
#define LATE         2.5f        /* so many that anything must be tried */

/* Who has more to find in fewer turns must dare more. */
static float seen_enough(float hurry) { return SEEN * fmaxf(0, fminf(1, (LATE - hurry) / (LATE - CALM))); }

static float price_of_dying(float nerve) { return 10 - 6 * nerve; }

/* The fewer turns are left for what is to be found, the more a clue has to be for. */
Task duet_task_of(const Scene *scene, const State *s, Seat who, float nerve)
{
    int me = side_of(who);
    float need = (float)(15 - __builtin_popcount(s->agents)), turns = (float)bank(s), hurry = need / fmaxf(0.5f, turns);
    bool late = hurry > LATE;
    return (Task){
        .scene = scene, .green = unfound(s, me), .black = s->black[me], .open = open_to(s, !me),
        .price_black = price_of_dying(nerve) * (late ? 0.6f : 1), .price_tan = late ? 0 : PRICE_OF_TAN,
        .most = nerve < 0.25f && hurry < 2 ? 2 : 4, .seen = seen_enough(hurry), .given = s->clue, .given_n = s->clue_n,
        .doubt = doubt_of(scene, s, me),
        .literal = duet_literal_partner(scene, s->clue, s->clue_n, me, s->found_by[!me] | s->arrow[!me]),
    };
}

static bool give(const Scene *scene, const State *s, Seat who, float nerve, Move *m, char word[MAX_WORD])
{
    Said said;
    Task t = duet_task_of(scene, s, who, nerve);
    if (!duet_find_clue(&t, &said) || !duet_clue_allowed(s, said.word)) return false;
    memcpy(word, said.word, MAX_WORD);
    m->arg[0] = said.number;
    return true;
}

/* ---- the choice ------------------------------------------------------------------------------------ */

static bool choose(const Lore *lore, const void *view, Seat who, float nerve, Move *m, char word[MAX_WORD])
{
    const State *s = view;
    Library library;
    Scene scene;
    Outlook o;
    *m = (Move){ .seat = who };
    word[0] = 0;
    if (s->phase == RULING) return m->verb = V_INSIST, true;      /* it says nothing it may not say */
    if (!duet_library_open(&library, lore) || !duet_scene_of_table(&scene, &library, s)) return false;
    if (s->phase == CLUING) return m->verb = V_CLUE, give(&scene, s, who, nerve, m, word);
    if (s->phase != GUESSING && s->phase != HOPE) return false;
    duet_outlook_of(&scene, s, who, &o);
    int cell = duet_outlook_pick(s, who, nerve, &o);
    m->verb = cell == NOWHERE ? V_STOP : V_GUESS;
    m->arg[0] = cell == NOWHERE ? 0 : (uint8_t)cell;
    return true;
}

static int meant(const Lore *lore, const void *view, Seat who, uint8_t *out, int cap)
{
    const State *s = view;
    Library library;
    Scene scene;
    uint8_t target[MAX_BOARD];
    if (!s->clue_n || s->clue[s->clue_n - 1].side != side_of(who)) return 0;
    if (!duet_library_open(&library, lore) || !duet_scene_of_table(&scene, &library, s)) return 0;
    const Clue *c = &s->clue[s->clue_n - 1];
    int n = duet_clue_targets(&scene, c->word, unfound(s, side_of(who)), c->number, target);
    if (n > cap) n = cap;
    memcpy(out, target, (size_t)n);
    return n;
}

static const char *word_at(const void *view, int arg)
{
    return arg >= 0 && arg < CELLS ? duet_word_text(view, arg) : NULL;
}

/* ---- outside any table -------------------------------------------------------------------------------- */

static int guess_words(const Lore *lore, const Board *b, const char *clue, int number, uint8_t order[MAX_BOARD])
{
    Library library;
    Scene scene;
    if (!duet_library_open(&library, lore) || !duet_scene_of_words(&scene, &library, b)) return -1;
    return duet_rank_words(&scene, clue, number, order);
}

static bool clue_for(const Lore *lore, const Board *b, uint32_t green, uint32_t black, float nerve, Said *out)
{
    Library library;
    Scene scene;
    if (!duet_library_open(&library, lore) || !duet_scene_of_words(&scene, &library, b)) return false;
    Task t = { .scene = &scene, .green = green & scene.visible, .black = black & scene.visible, .open = scene.visible,
               .price_black = price_of_dying(nerve), .price_tan = PRICE_OF_TAN, .most = nerve < 0.25f ? 2 : 4,
               .seen = SEEN, .literal = duet_literal_people() };
    return duet_find_clue(&t, out);
}

const Speech duet_speech = {
    .choose = choose, .meant = meant, .word = word_at, .gloss = duet_gloss_word, .guess = guess_words, .clue = clue_for,
    .judge = duet_weigh_up,
};
const Hunch duet_hunch = {
    .weigh = weigh, .worth = worth, .speech = &duet_speech, .together = true, .chance = duet_chance,
    .reasons = duet_reasons, .reason_count = REASONS, .explain = duet_explain,
};
