/* SPDX-License-Identifier: MIT
 * explain.c - why a clue or a guess is good or bad, as facts that its player can know. */
#include "mind.h"

#include <math.h>

const ReasonKind duet_reasons[REASONS] = {
    [R_FOR]    = { "for", "cell:N" },            /* a word the clue fits, and it is the player's own green */
    [R_WARNS]  = { "warns", "cell:N" },          /* a black word that a zero clue keeps the partner from */
    [R_FINDS]  = { "finds", "cell:N" },          /* what an ordinary partner would guess: right, */
    [R_STRAYS] = { "strays", "cell:N" },         /* ... a bystander, */
    [R_LURES]  = { "lures", "cell:N" },          /* ... or an assassin */
    [R_FITS]   = { "fits", "cell:N place:N clue:W" },    /* its place among the open words, by how well they fit */
    [R_KEY]    = { "key", "n:N" },               /* by the own key alone it is right so many times in 100 */
    [R_DANGER] = { "danger", "n:N" },            /* ... and deadly so many times, clues counted in */
    [R_WRONG]  = { "wrong", "cell:N" },          /* by the own key it cannot be right */
    [R_LEFT]   = { "left", "n:N" },              /* words of the clue that are still to be found */
};

typedef struct { const Question *q; const State *s; const Scene *scene; Reason *out; int n, cap; } Brief;

static void add(Brief *b, int kind, int first, int second)
{
    if (b->n < b->cap) b->out[b->n++] = (Reason){ .kind = (uint8_t)kind, .arg = { (int16_t)first, (int16_t)second } };
}

static int percent(float x) { return (int)(100 * x + 0.5f); }

/* The open words, the one that fits the clue best first; returns how many. */
static int rank(const Scene *scene, const char *clue, Cells open, int order[CELLS])
{
    float fit[MAX_BOARD];
    Notion notion = duet_notion_of(scene, clue);
    int n = 0, cell;
    duet_scene_fits(scene, &notion, fit);
    EACH_CELL(cell, open) {
        int k = n++;
        for (; k > 0 && fit[order[k - 1]] < fit[cell]; k--) order[k] = order[k - 1];
        order[k] = cell;
    }
    return n;
}

/* ---- clues ------------------------------------------------------------------------------ */

/* What an ordinary partner would guess, up to the first mistake. A black word has been named before. */
static void about_partner(Brief *b, int number)
{
    const State *s = b->s;
    int order[CELLS], me = side_of(b->q->who), n = rank(b->scene, b->q->word, open_to(s, !me), order);
    for (int i = 0; i < n && i < number; i++) {
        int colour = colour_at(s, me, order[i]);
        if (colour != BLACK) add(b, colour == GREEN ? R_FINDS : R_STRAYS, order[i], 0);
        if (colour != GREEN) return;
    }
}

/* A black word among those that the clue fits best, or right behind them, although the partner might not get there. A
 * clue for no word keeps him from what it fits. */
static void about_black(Brief *b, int number)
{
    const State *s = b->s;
    int order[CELLS], me = side_of(b->q->who), n = rank(b->scene, b->q->word, open_to(s, !me), order);
    for (int i = 0; i < n && i <= number; i++)
        if (colour_at(s, me, order[i]) == BLACK) {
            add(b, number ? R_LURES : R_WARNS, order[i], 0);
            return;
        }
}

/* A word that no book knows says nothing that could be reasoned about. */
static void about_clue(Brief *b)
{
    enum { MOST_MEANT = 4 };
    uint8_t target[MAX_BOARD];
    int number = b->q->move.arg[0];
    if (!duet_notion_of(b->scene, b->q->word).known) return;
    int n = duet_clue_targets(b->scene, b->q->word, unfound(b->s, side_of(b->q->who)), number, target);
    about_black(b, number);
    for (int i = 0; i < n && i < MOST_MEANT; i++) add(b, R_FOR, target[i], 0);
    about_partner(b, number);
}

/* ---- guesses ------------------------------------------------------------------------------- */

/* The partner's clue that the word fits best. */
static void about_fit(Brief *b, int cell)
{
    const State *s = b->s;
    const Clue *clue = NULL;
    int order[CELLS], me = side_of(b->q->who), best = CELLS;
    for (int i = 0; i < s->clue_n; i++) {
        if (s->clue[i].side == me) continue;
        int n = rank(b->scene, s->clue[i].word, open_to(s, me), order);
        for (int k = 0; k < n && k < best; k++)
            if (order[k] == cell) best = k, clue = &s->clue[i];
    }
    if (!clue || b->n == b->cap) return;
    add(b, R_FITS, cell, best + 1);
    memcpy(b->out[b->n - 1].word, clue->word, sizeof clue->word);
}

static void about_guess(Brief *b)
{
    enum { WORTH_SAYING = 3 };
    int cell = b->q->move.arg[0];
    Chances c;
    Outlook o;
    duet_chances_of(b->s, b->q->who, &c);
    if (c.green[cell] <= 0) add(b, R_WRONG, cell, 0);
    if (b->scene) about_fit(b, cell);
    add(b, R_KEY, percent(c.green[cell]), 0);
    float black = c.black[cell];
    if (b->scene) duet_outlook_of(b->scene, b->s, b->q->who, &o), black = o.black[cell];
    if (percent(black) >= WORTH_SAYING) add(b, R_DANGER, percent(black), 0);
}

static void about_stop(Brief *b)
{
    float left[CLUES];
    if (!b->scene || !b->s->clue_n) return;
    duet_clues_left(b->scene, b->s, side_of(b->q->who), left);
    add(b, R_LEFT, (int)fmaxf(0, left[b->s->clue_n - 1]), 0);
}

int duet_explain(const Question *q, Reason *out, int cap)
{
    Library library;
    Scene scene;
    Brief b = { .q = q, .s = q->view, .out = out, .cap = cap };
    if (q->lore && duet_library_open(&library, q->lore) && duet_scene_of_table(&scene, &library, b.s)) b.scene = &scene;
    if (q->move.verb == V_CLUE && b.scene && *q->word) about_clue(&b);
    if (q->move.verb == V_GUESS) about_guess(&b);
    if (q->move.verb == V_STOP) about_stop(&b);
    return b.n;
}
