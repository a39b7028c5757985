/* SPDX-License-Identifier: MIT
 *
 * speak.c - giving clues. Every word we may say is looked at quickly, the promising ones
 * closely: how many of its words would a partner find whose sense of a fit is not quite ours,
 * and how likely would he come upon a black one. */
#include "mind.h"

#include <math.h>

#include "../../core/fold.h"
#include "../../core/text.h"
#include "../../core/utf8.h"

enum { POOL = 64, MOST_TARGETS = 9 };
#define HINT    0.1f             /* what a list says to somebody who goes by meaning */
#define RARE    0.03f            /* what each doubling of a word's rank beyond COMMON takes off */
#define COMMON  4000.0f
#define LITERAL 0.15f            /* partners who go by what words mean, not by what comes to mind */
#define SURE    0.95f            /* never more than that of either */
#define STRAY   0.02f            /* guesses that no clue explains */
#define NO_CLUE -1000.0f

/* ---- what may not be said (CND-30) ------------------------------------------------------ */

enum { FOLDED = MAX_WORD * FOLD_GROWTH, CHINESE_LEAD = 0xe3 };

/* In Chinese no character of a visible word. */
static bool share_character(const char *a, const char *b)
{
    uint32_t x, y;
    if ((uint8_t)*a < CHINESE_LEAD) return false;
    for (size_t n = strlen(a), i = 0, took; i < n && (took = (size_t)utf8_next(a + i, n - i, &x)); i += took)
        for (size_t m = strlen(b), k = 0, read; k < m && (read = (size_t)utf8_next(b + k, m - k, &y)); k += read)
            if (x == y) return true;
    return false;
}

static bool says_too_much(const Scene *s, const char *word)
{
    char clue[FOLDED], visible[FOLDED];
    uint32_t mark = duet_book_mark(word);
    const Book *home = &s->library->book[s->lang];
    int i;
    fold_word(word, clue, sizeof clue);
    if (!*clue || strpbrk(word, " _-'")) return true;
    EACH_CELL(i, s->visible) {
        const Thing *t = &s->thing[i];
        fold_word(t->text, visible, sizeof visible);
        if (duet_clue_alike(clue, visible) || share_character(clue, visible)) return true;
        if (t->list[s->lang] != NOWHERE && duet_book_same(home, mark, t->list[s->lang])) return true;
    }
    return false;
}

static bool said_before(const Task *t, const char *word)
{
    for (int i = 0; i < t->given_n; i++)
        if (fold_hash(t->given[i].word) == fold_hash(word)) return true;
    return false;
}

/* ---- two ways to think ---------------------------------------------------------------------- */

/* Some go by what words mean, some by all that comes to mind; and each one's sense of a fit
 * differs from ours. The ordinary reader is fitted to the guesses of people (docs/DUET.md): to
 * them, standing in one of our lists means nothing by itself. */
enum { MEANING, MIND, ORDINARY, WAYS };
static const float spread[WAYS] = { [MEANING] = 0.05f, [MIND] = 0.07f, [ORDINARY] = 0.09f };
#define PLAINLY 0.45f            /* of an ordinary reader: what words mean, against what comes to mind */

typedef struct { float fit[WAYS][MAX_BOARD]; } Thought;

static void think(const Scene *s, const Notion *clue, Cells of, Thought *t)
{
    int i;
    EACH_CELL(i, of) {
        Feel f = duet_scene_feel(s, clue, i);
        t->fit[MEANING][i] = f.direct + HINT * f.listed;
        t->fit[MIND][i] = duet_feel_fit(f);
        t->fit[ORDINARY][i] = PLAINLY * f.direct + (1 - PLAINLY) * f.near;
    }
}

/* How likely this is what he guesses first. */
static float likely(const Scene *s, const Thought *t, int way, int guess)
{
    float all = 0;
    for (int i = 0; i < s->n; i++) all += expf((t->fit[way][i] - t->fit[way][guess]) / spread[way]);
    return 1 / all;
}

/* What he has guessed so far tells which way he thinks: each guess by the clue of mine that
 * explains it best. Counted twice, for a game has few guesses and the two ways are not all
 * there is. */
float duet_literal_partner(const Scene *s, const Clue *given, int given_n, int side, Cells guessed)
{
    float odds = LITERAL / (1 - LITERAL), best[WAYS][MAX_BOARD] = { 0 };
    int cell;
    for (int i = 0; i < given_n; i++) {
        Thought t;
        if (given[i].side != side || !given[i].number) continue;
        Notion clue = duet_notion_of(s, given[i].word);
        think(s, &clue, ALL_CELLS, &t);
        EACH_CELL(cell, guessed)
            for (int way = 0; way < ORDINARY; way++) best[way][cell] = fmaxf(best[way][cell], likely(s, &t, way, cell));
    }
    EACH_CELL(cell, guessed) {
        float says = (STRAY + best[MEANING][cell]) / (STRAY + best[MIND][cell]);
        odds *= says * says;
    }
    return fminf(SURE, fmaxf(1 - SURE, odds / (1 + odds)));
}

float duet_literal_people(void) { return LITERAL; }

/* ---- a closer look ------------------------------------------------------------------------ */

static Notion notion_at(const Scene *s, int entry)
{
    const Book *b = &s->library->book[s->lang];
    int word = (int)b->entry[entry].word;
    Notion n = { .known = true, .lang = s->lang, .word = word, .list = duet_book_list(b, b->mark[word]) };
    memcpy(n.vector, b->vector[word], DIMS);
    return n;
}

/* One partner's eyes: the green words, nearest first, and what each open word attracts of his
 * guesses. */
typedef struct { int n, target[MAX_BOARD]; float pull[MAX_BOARD], green, black, all; } Look;

static void look(const Task *t, const Thought *of, int way, Look *k)
{
    const float *fit = of->fit[way];
    int i;
    k->n = 0;
    k->green = k->black = k->all = 0;
    EACH_CELL(i, t->open) {
        k->pull[i] = expf(fit[i] / spread[way]);
        k->all += k->pull[i];
        if (t->black >> i & 1) k->black += k->pull[i];
    }
    EACH_CELL(i, t->green & t->open) {
        int at = k->n++;
        for (; at > 0 && fit[k->target[at - 1]] < fit[i]; at--) k->target[at] = k->target[at - 1];
        k->target[at] = i;
        k->green += k->pull[i];
    }
}

/* Adds, for each number, the words found if the partner makes so many guesses, less the price of mistakes. */
static void add_worth(const Task *t, const Look *k, float share, float worth[MOST_TARGETS])
{
    float alive = 1, sum = 0, green = k->green, all = k->all;
    for (int i = 0; i < k->n && i < t->most; i++) {
        float right = all > 0 ? green / all : 0, dead = all > 0 ? k->black / all : 0;
        sum += alive * (right - t->price_black * dead - t->price_tan * (1 - right - dead));
        worth[i] += share * sum;
        alive *= right;
        green = fmaxf(0, green - k->pull[k->target[i]]);
        all -= k->pull[k->target[i]];
    }
}

/* A word that names a kind is for every member of it on the board, or may not be said. */
static int least_number(const Task *t, const Notion *clue)
{
    Cells members = duet_scene_kind(t->scene, clue) & t->open;
    if (members & ~t->green) return MAX_BOARD;
    return members ? __builtin_popcount(members) : 1;
}

/* How many words an ordinary reader would find often enough, without a mistake. At least one, or nothing could be said
 * for words that have no company; and any number when there is no time to lose. */
static int most_seen(const Task *t, const Thought *thought)
{
    Look k;
    float alive = 1;
    int n = 0;
    look(t, thought, ORDINARY, &k);
    for (float green = k.green, all = k.all; n < k.n && n < t->most && all > 0; n++) {
        alive *= green / all;
        if (n && alive < t->seen) break;
        green = fmaxf(0, green - k.pull[k.target[n]]);
        all -= k.pull[k.target[n]];
    }
    return n;
}

/* What a clue is worth, and with which number it is worth most. Partners think in two ways, so this is the mean of
 * both, as likely as each is for this partner. */
static float worth_of(const Task *t, const Notion *clue, int *number)
{
    float worth[MOST_TARGETS] = { 0 }, best = NO_CLUE;
    Thought thought;
    Look k;
    int least = least_number(t, clue);
    if (least > t->most) return NO_CLUE;
    think(t->scene, clue, t->open, &thought);
    int most = most_seen(t, &thought);
    look(t, &thought, MEANING, &k);
    add_worth(t, &k, t->literal, worth);
    look(t, &thought, MIND, &k);
    add_worth(t, &k, 1 - t->literal, worth);
    for (int i = least - 1; i < most; i++)
        if (worth[i] > best) best = worth[i], *number = i + 1;
    return best;
}

/* Adds what a partner who thinks this way makes of the clue: words found, and how likely a black one is hit. */
static void add_outcome(const Look *k, float share, int number, Outcome *o)
{
    float alive = 1, green = k->green, all = k->all;
    for (int i = 0; i < number && i < k->n && all > 0; i++) {
        float right = green / all;
        o->words += share * alive * right;
        o->danger += share * alive * (k->black / all);
        alive *= right;
        green = fmaxf(0, green - k->pull[k->target[i]]);
        all -= k->pull[k->target[i]];
    }
}

Outcome duet_clue_outcome(const Task *t, const char *clue, int number)
{
    Notion notion = duet_notion_of(t->scene, clue);
    Outcome o = { 0, 0 };
    Thought thought;
    Look k;
    think(t->scene, &notion, t->open, &thought);
    look(t, &thought, MEANING, &k);
    add_outcome(&k, t->literal, number, &o);
    look(t, &thought, MIND, &k);
    add_outcome(&k, 1 - t->literal, number, &o);
    return o;
}

static float rareness(uint32_t rank) { return (float)rank > COMMON ? RARE * log2f((float)rank / COMMON) : 0; }

typedef struct { float worth; int entry, number; } Best;

static void consider(const Task *t, int entry, Best *best)
{
    const Book *b = &t->scene->library->book[t->scene->lang];
    Notion clue = notion_at(t->scene, entry);
    int number = 0;
    float worth = worth_of(t, &clue, &number) - rareness(b->entry[entry].rank);
    const char *word = duet_book_text(b, entry);
    if (worth <= best->worth || said_before(t, word) || says_too_much(t->scene, word)) return;
    *best = (Best){ worth, entry, number };
}

/* ---- a quick look at everything -------------------------------------------------------------- */

/* A thing and what comes to mind for it, as one vector each. */
typedef struct { int n; int8_t at[MOST_TARGETS][2][DIMS]; } Marks;

static void middle_of(const Book *b, int list, int8_t out[DIMS])
{
    float sum[DIMS] = { 0 };
    for (uint32_t i = b->start[list]; i < b->start[list + 1]; i++)
        for (int k = 0; k < DIMS; k++) sum[k] += b->vector[b->item[i]][k];
    duet_book_between(sum, out);
}

static void mark_all(const Scene *s, Cells which, Marks *m)
{
    int i;
    m->n = 0;
    EACH_CELL(i, which) {
        if (m->n == MOST_TARGETS) break;
        int list = s->thing[i].list[s->lang];
        memcpy(m->at[m->n][0], s->thing[i].vector, DIMS);
        memcpy(m->at[m->n][1], s->thing[i].vector, DIMS);
        if (list != NOWHERE) middle_of(&s->library->book[s->lang], list, m->at[m->n][1]);
        m->n++;
    }
}

/* The first half of the dimensions says most of it. */
static int near_mark(const Marks *m, int i, const int8_t *vector)
{
    int sum = 0;
    for (int k = 0; k < DIMS / 2; k++) sum += vector[k] * (m->at[i][0][k] + m->at[i][1][k]);
    return sum;
}

/* The two green words it is nearest to. */
static int promise_of(const Marks *green, const int8_t *vector)
{
    int first = -2 * STEPS * STEPS, second = first;
    for (int i = 0; i < green->n; i++) {
        int d = near_mark(green, i, vector);
        if (d > first) second = first, first = d;
        else if (d > second) second = d;
    }
    return green->n > 1 ? first + second : 2 * first;
}

typedef struct { int n; struct { int promise, entry; } at[POOL]; } Pool;

static void pool_add(Pool *p, int promise, int entry)
{
    if (p->n == POOL && promise <= p->at[POOL - 1].promise) return;
    int k = p->n < POOL ? p->n++ : POOL - 1;
    for (; k > 0 && p->at[k - 1].promise < promise; k--) p->at[k] = p->at[k - 1];
    p->at[k].promise = promise;
    p->at[k].entry = entry;
}

static void pool_words(const Task *t, const Marks *green, Pool *p)
{
    const Book *b = &t->scene->library->book[t->scene->lang];
    for (int e = 0; e < b->said; e++) pool_add(p, promise_of(green, b->vector[b->entry[e].word]), e);
}

/* Whatever stands in the list of a word to be found promises more. */
static void pool_lists(const Task *t, const Marks *green, Pool *p)
{
    enum { LISTED_PROMISE = STEPS * STEPS / 2 };
    const Scene *s = t->scene;
    const Book *b = &s->library->book[s->lang];
    int i;
    EACH_CELL(i, t->green) {
        int list = s->thing[i].list[s->lang];
        for (uint32_t k = list == NOWHERE ? 0 : b->start[list]; list != NOWHERE && k < b->start[list + 1]; k++) {
            int entry = duet_book_entry(b, (int)b->item[k]);
            if (entry != NOWHERE) pool_add(p, promise_of(green, b->vector[b->item[k]]) + LISTED_PROMISE, entry);
        }
    }
}

static Best best_clue(const Task *t)
{
    Pool lists = { .n = 0 }, words = { .n = 0 };
    Best best = { NO_CLUE, NOWHERE, 0 };
    Marks green;
    mark_all(t->scene, t->green, &green);
    pool_lists(t, &green, &lists);
    pool_words(t, &green, &words);
    for (int i = 0; i < lists.n; i++) consider(t, lists.at[i].entry, &best);
    for (int i = 0; i < words.n; i++) consider(t, words.at[i].entry, &best);
    return best;
}

/* ---- none of these ------------------------------------------------------------------------------ */

/* A word for the black ones and nothing green (CND-31), once the partner may well take one of
 * them for mine and nothing better can be said. */
static bool warn(const Task *t, const Best *best, Said *out)
{
    Task turned = *t;
    if (t->doubt * t->price_black < fmaxf(0.3f, best->worth)) return false;
    turned.green = t->black & t->open;
    turned.black = t->green;
    turned.most = 1;
    Best warning = best_clue(&turned);
    if (warning.worth <= 0.5f) return false;
    *out = (Said){ .number = 0 };
    text_cut(out->word, sizeof out->word, duet_book_text(&t->scene->library->book[t->scene->lang], warning.entry));
    return true;
}

/* ---- the clue -------------------------------------------------------------------------------------- */

int duet_clue_targets(const Scene *s, const char *clue, Cells green, int number, uint8_t *out)
{
    Notion notion = duet_notion_of(s, clue);
    Task t = { .scene = s, .green = green, .open = green };
    Thought thought;
    Look k;
    think(s, &notion, green, &thought);
    look(&t, &thought, MIND, &k);
    if (number > k.n) number = k.n;
    for (int i = 0; i < number; i++) out[i] = (uint8_t)k.target[i];
    return number;
}

bool duet_find_clue(const Task *t, Said *out)
{
    if (!t->green) return false;
    Best best = best_clue(t);
    if (warn(t, &best, out)) return true;
    if (best.entry == NOWHERE) return false;
    *out = (Said){ .number = (uint8_t)best.number };
    text_cut(out->word, sizeof out->word, duet_book_text(&t->scene->library->book[t->scene->lang], best.entry));
    out->targets = (uint8_t)duet_clue_targets(t->scene, out->word, t->green, best.number, out->target);
    return true;
}
