/* SPDX-License-Identifier: MIT
 *
 * knock_model.c - two players, all eight cards of the rows open, every card drawn from a whole
 * fresh deck. What is left of the game is a race: improve the row, or knock before the other
 * does. It has 715 x 715 rows and 11 discard tops, few enough to compute exactly.
 *
 * What the model leaves out: cards nobody has seen, and that a card seen is not drawn again.
 * Swap, Draw 2 (the english one) and Peek are in it; with all cards open a Peek does nothing. */
#include "knock.h"

#include <stdlib.h>

#include "../games/ratcat/ratcat.h"

enum { VALUES = 10, TOPS = VALUES + 1, NO_TOP = VALUES, ROWS = 715, PAIRS = ROWS * ROWS };

struct Model {
    uint16_t id[VALUES][VALUES][VALUES][VALUES];
    uint8_t  row[ROWS][ROW], sum[ROWS];
    uint16_t with[ROWS][ROW][VALUES];    /* the row after a card went there */
    float    chance[KINDS];              /* to be drawn */
    int      sweeps;
    float   *turn, *last;                /* the chance to win of whoever begins a turn; the last one */
};

typedef struct {
    const Model *m;
    bool final;                  /* after this turn rows are counted */
    int  mine, theirs;
} Spot;

static size_t at(int mine, int theirs, int top) { return ((size_t)mine * ROWS + (size_t)theirs) * TOPS + (size_t)top; }

/* ---- a turn --------------------------------------------------------------------- */

static float larger(float a, float b) { return a > b ? a : b; }

static float counted(const Model *m, int mine, int theirs)
{
    int lead = m->sum[theirs] - m->sum[mine];
    return lead > 0 ? 1.0f : lead ? 0.0f : 0.5f;
}

/* The chance to win after the card was placed: count the rows if the turn was the last, else the better of knocking
 * and letting the other go on. */
static float after(const Spot *s, int mine, int theirs, int top)
{
    if (s->final) return counted(s->m, mine, theirs);
    size_t i = at(theirs, mine, top);
    return larger(1 - s->m->last[i], 1 - s->m->turn[i]);
}

static float place(const Spot *s, int value)
{
    float best = 0;
    for (int slot = 0; slot < ROW; slot++)
        best = larger(best, after(s, s->m->with[s->mine][slot][value], s->theirs, s->m->row[s->mine][slot]));
    return best;
}

static float exchange(const Spot *s)
{
    const Model *m = s->m;
    float best = after(s, s->mine, s->theirs, NO_TOP);
    for (int a = 0; a < ROW; a++)
        for (int b = 0; b < ROW; b++)
            best = larger(best, after(s, m->with[s->mine][a][m->row[s->theirs][b]],
                                      m->with[s->theirs][b][m->row[s->mine][a]], NO_TOP));
    return best;
}

/* A drawn card. With a Draw 2: use the first card, or throw it away for a second. A Draw 2 drawn by a
 * Draw 2 starts again; counting a few such repeats is exact enough. */
static float draw(const Spot *s)
{
    enum { NESTED = 4 };
    const float *chance = s->m->chance;
    float placed[VALUES], swapped = exchange(s), still = after(s, s->mine, s->theirs, NO_TOP);
    float one = chance[PEEK] * still + chance[SWAP] * swapped, two = still;
    for (int v = 0; v < VALUES; v++) {
        placed[v] = place(s, v);
        one += chance[ZERO + v] * larger(placed[v], after(s, s->mine, s->theirs, v));
    }
    for (int i = 0; i < NESTED; i++) {
        float second = one + chance[DRAW2] * larger(still, two);
        float first = chance[PEEK] * larger(still, second) + chance[SWAP] * larger(swapped, second);
        for (int v = 0; v < VALUES; v++) first += chance[ZERO + v] * larger(placed[v], second);
        two = first + chance[DRAW2] * larger(two, second);
    }
    return one + chance[DRAW2] * larger(still, two);
}

/* All tops of one pair of rows: the draw is the same for each. Returns the largest change. */
static float fill(const Spot *s, float *out)
{
    float drawn = draw(s), most = 0;
    for (int top = 0; top < TOPS; top++) {
        float *to = &out[at(s->mine, s->theirs, top)], was = *to;
        *to = top == NO_TOP ? drawn : larger(drawn, place(s, top));
        most = larger(most, *to > was ? *to - was : was - *to);
    }
    return most;
}

static float sweep(const Model *m, bool final, float *out)
{
    float most = 0;
    for (int mine = 0; mine < ROWS; mine++)
        for (int theirs = 0; theirs < ROWS; theirs++)
            most = larger(most, fill(&(Spot){ m, final, mine, theirs }, out));
    return most;
}

/* ---- the tables -------------------------------------------------------------------- */

static void name_rows(Model *m)
{
    int n = 0;
    for (int a = 0; a < VALUES; a++)
        for (int b = 0; b <= a; b++)
            for (int c = 0; c <= b; c++)
                for (int d = 0; d <= c; d++, n++) {
                    m->row[n][0] = (uint8_t)a, m->row[n][1] = (uint8_t)b,
                    m->row[n][2] = (uint8_t)c, m->row[n][3] = (uint8_t)d;
                    m->sum[n] = (uint8_t)(a + b + c + d);
                    m->id[a][b][c][d] = (uint16_t)n;
                }
}

static int row_id(const Model *m, const uint8_t card[ROW])
{
    uint8_t c[ROW];
    memcpy(c, card, ROW);
    for (int i = 1; i < ROW; i++)
        for (int k = i; k && c[k - 1] < c[k]; k--) {
            uint8_t was = c[k];
            c[k] = c[k - 1];
            c[k - 1] = was;
        }
    return m->id[c[0]][c[1]][c[2]][c[3]];
}

static void link_rows(Model *m)
{
    for (int r = 0; r < ROWS; r++)
        for (int slot = 0; slot < ROW; slot++)
            for (int v = 0; v < VALUES; v++) {
                uint8_t card[ROW];
                memcpy(card, m->row[r], ROW);
                card[slot] = (uint8_t)v;
                m->with[r][slot][v] = (uint16_t)row_id(m, card);
            }
}

/* Value iteration: first the last turn, after a knock; then the other turns, sweep by sweep, until a
 * sweep changes nothing by more than `precision`. */
Model *model_solve(double precision)
{
    enum { MOST_SWEEPS = 500 };
    Model *m = calloc(1, sizeof *m);
    if (!m) return NULL;
    m->turn = calloc((size_t)PAIRS * TOPS, sizeof *m->turn);
    m->last = calloc((size_t)PAIRS * TOPS, sizeof *m->last);
    if (!m->turn || !m->last) return model_free(m), NULL;
    name_rows(m);
    link_rows(m);
    for (int i = 0; i < DECK; i++) m->chance[ratcat_deck[i]] += 1.0f / DECK;
    sweep(m, true, m->last);
    /* At first a turn is sure to win: so it is better to knock than to give the other one. */
    for (size_t i = 0; i < (size_t)PAIRS * TOPS; i++) m->turn[i] = 1;
    while (m->sweeps < MOST_SWEEPS) {
        m->sweeps++;
        if ((double)sweep(m, false, m->turn) < precision) break;
    }
    return m;
}

void model_free(Model *m)
{
    if (!m) return;
    free(m->turn);
    free(m->last);
    free(m);
}

int model_sweeps(const Model *m) { return m->sweeps; }

double model_worth(const Model *m, const Moment *e, bool knock)
{
    size_t i = at(row_id(m, e->theirs), row_id(m, e->mine), e->top);
    return 1 - (double)(knock ? m->last[i] : m->turn[i]);
}

/* ---- positions of the real game ------------------------------------------------------ */

static bool read_row(const Player *p, uint8_t value[ROW])
{
    bool numbers = true;
    for (int slot = 0; slot < ROW; slot++) {
        numbers &= is_number(p->card[slot]);
        value[slot] = (uint8_t)card_value(p->card[slot]);
    }
    return numbers;
}

bool moment_read(const void *state, Moment *e)
{
    const State *s = state;
    if (s->phase != ENDING || s->seats != 2 || !s->discard_n) return false;
    e->top = can_take(s) ? (uint8_t)card_value(discard_at(s, 0)) : NO_TOP;
    return read_row(&s->player[s->turn], e->mine) && read_row(&s->player[1 - s->turn], e->theirs);
}

/* Takes the card out of the pile, which is a whole deck at first. */
static uint8_t pick_card(State *s, int c)
{
    uint8_t *found = memchr(s->card, c, s->pile_n);
    if (found) *found = s->card[--s->pile_n];
    return (uint8_t)c;
}

static void lay_row(State *s, Seat p, const uint8_t value[ROW])
{
    Player *one = &s->player[p];
    for (int slot = 0; slot < ROW; slot++) {
        one->card[slot] = pick_card(s, ZERO + value[slot]);
        one->seen[slot] = EVERYONE;
    }
    one->sure = (1 << ROW) - 1;
    s->lasted[p] = s->round;
}

void moment_lay(const Moment *e, const Game *g, Dice *d, void *state)
{
    State *s = state;
    Options o;
    options_default(g, 2, &o);
    o.value[OPT_ROUNDS] = 1;
    memset(s, 0, sizeof *s);
    g->setup(s, &o);
    s->round = 1;
    s->dealer = 1;
    s->phase = ENDING;
    s->pile_n = DECK;
    memcpy(s->card, ratcat_deck, DECK);
    lay_row(s, 0, e->mine);
    lay_row(s, 1, e->theirs);
    uint8_t top = pick_card(s, e->top == NO_TOP ? PEEK : ZERO + e->top);
    dice_shuffle(d, s->card, s->pile_n);
    memset(s->card + s->pile_n, NO_CARD, (size_t)(DECK - s->pile_n));
    discard(s, top);
}
