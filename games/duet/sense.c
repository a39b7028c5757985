/* SPDX-License-Identifier: MIT
 * sense.c - from words to numbers: a board laid out in lore, a clue beside it, and how they fit. */
#include "sense.h"
#include "typed.h"

#include <math.h>

/* Tuned on clues and guesses of people by tools/words-bench: global weights, no single words. */
#define DIRECT    0.6f           /* the word itself; the rest: what comes to mind for it */
#define LISTED    0.5f           /* standing first in the word's list */
#define FADING    (1.0f / 80)    /* ... and what each place further down takes off */
#define BACKWARDS 0.8f           /* the word standing in the clue's list */
#define NOISE     0.06f          /* by how much people's sense of a fit differs from ours */
#define SUITS     1.0f           /* how much a mistyped clue is taken for the word that fits the board */
enum { NEAREST = 3, SAMPLE = 64 };

/* ---- the board ------------------------------------------------------------------ */

/* Nearest associations, in the board's own language. */
static float comes_to_mind(const Book *b, const int8_t *vector, int list)
{
    int best[NEAREST] = { -STEPS * STEPS, -STEPS * STEPS, -STEPS * STEPS }, n = 0;
    for (uint32_t i = b->start[list]; i < b->start[list + 1]; i++, n++) {
        int d = dot(vector, b->vector[b->item[i]]);
        if (d <= best[2]) continue;
        best[2] = d;
        if (best[2] > best[1]) d = best[1], best[1] = best[2], best[2] = d;
        if (best[1] > best[0]) d = best[0], best[0] = best[1], best[1] = d;
    }
    return n < NEAREST ? 0 : (float)(best[0] + best[1] + best[2]) * NEARNESS / NEAREST;
}

static float lies_near(const int8_t *vector, const Thing *t) { return (float)dot(vector, t->vector) * NEARNESS; }

static bool has_list(const Book *b, int list) { return list != NOWHERE && b->start[list] < b->start[list + 1]; }

/* How well just any clue fits this word. It is taken off later: otherwise words with many associations would always
 * win against words with few. */
static void find_usual(const Book *home, Lang lang, Thing *t)
{
    int n = home->said < SAMPLE ? home->said : SAMPLE;
    for (int i = 0; i < n; i++) {
        const int8_t *vector = home->vector[home->entry[i * (home->said / n)].word];
        t->usual_direct += lies_near(vector, t) / (float)n;
        if (has_list(home, t->list[lang])) t->usual_near += comes_to_mind(home, vector, t->list[lang]) / (float)n;
    }
}

static bool lies_somewhere(const int8_t vector[DIMS])
{
    for (int i = 0; i < DIMS; i++)
        if (vector[i]) return true;
    return false;
}

/* One way after another to make sense of a text by one book; a word of the book or NOWHERE, and where it lies. */
typedef int Way(const Scene *s, const Book *b, const char *text, int8_t vector[DIMS]);

static int as_it_stands(const Scene *s, const Book *b, const char *text, int8_t vector[DIMS])
{
    (void)s;
    return duet_book_grasp(b, text, vector);
}

/* As the board's language makes sense of it, else as another does. Which; LANGS: none. */
static int grasp(const Scene *s, Way *way, const char *text, int8_t vector[DIMS], int *word)
{
    for (int i = -1; i < LANGS; i++) {
        int lang = i < 0 ? (int)s->lang : i;
        if (!duet_library_has(s->library, lang)) continue;
        *word = way(s, &s->library->book[lang], text, vector);
        if (*word != NOWHERE || lies_somewhere(vector)) return lang;
    }
    return LANGS;
}

static void add_thing(Scene *s, const char *text, int concept)
{
    Thing *t = &s->thing[s->n++];
    const Book *home = &s->library->book[s->lang];
    int word;
    *t = (Thing){ .text = text };
    for (int lang = 0; lang < LANGS; lang++) {
        const Book *b = &s->library->book[lang];
        bool there = duet_library_has(s->library, lang);
        t->list[lang] = !there ? NOWHERE : concept != SPELLED ? concept : duet_book_list(b, duet_book_mark(text));
        t->word[lang] = there ? duet_book_find(b, text) : NOWHERE;
    }
    grasp(s, as_it_stands, text, t->vector, &word);
    t->known = lies_somewhere(t->vector);
    find_usual(home, s->lang, t);
}

static bool start(Scene *s, const Library *l, int lang)
{
    memset(s, 0, offsetof(Scene, thing));
    s->library = l;
    s->lang = (Lang)lang;
    return lang < LANGS && duet_library_has(l, lang);
}

int duet_lang_named(const char *name)
{
    static const char *const names[LANGS] = {
#define WORDS_IN(id, code) [id] = code,
#include "words_table.inc"
#undef WORDS_IN
    };
    for (int i = 0; i < LANGS; i++)
        if (!strcmp(names[i], name)) return i;
    return LANGS;
}

bool duet_scene_of_words(Scene *s, const Library *l, const Board *b)
{
    if (!start(s, l, duet_lang_named(b->lang)) || b->n > MAX_BOARD) return false;
    for (int i = 0; i < b->n; i++) add_thing(s, b->word[i], SPELLED);
    s->visible = b->n == MAX_BOARD ? ~(Cells)0 : (1u << b->n) - 1;
    return true;
}

bool duet_scene_of_table(Scene *s, const Library *l, const State *table)
{
    if (!start(s, l, table->lang)) return false;
    for (int i = 0; i < CELLS; i++) add_thing(s, duet_word_text(table, i), table->word[i]);
    s->visible = ALL_CELLS & ~covered(table);
    return true;
}

/* ---- the clue ---------------------------------------------------------------------- */

static int whole(const Scene *s, const Book *b, const char *text, int8_t vector[DIMS])
{
    (void)s;
    return duet_book_whole(b, text, vector);
}

/* How well the board's nearest word would fit it. */
static float suits(const Scene *s, const Book *b, int word)
{
    float best = 0;
    int i;
    EACH_CELL(i, s->visible) {
        const Thing *t = &s->thing[i];
        if (t->known) best = fmaxf(best, lies_near(b->vector[word], t) - t->usual_direct);
    }
    return best;
}

/* Of the words that may have been meant the least strange, and one that has to do with the board. */
static int mistyped(const Scene *s, const Book *b, const char *text, int8_t vector[DIMS])
{
    Slip slip[SLIPS];
    int n = duet_typed_slips(b, text, slip), best = NOWHERE;
    float least = 0;
    for (int i = 0; i < n; i++) {
        float strange = slip[i].strange - SUITS * suits(s, b, slip[i].word);
        if (best == NOWHERE || strange < least) least = strange, best = slip[i].word;
    }
    if (best != NOWHERE) memcpy(vector, b->vector[best], DIMS);
    return best;
}

/* A clue as it was typed is taken for a word or a form of one if any book has it; else what stands around the word is
 * left out, then a slip is looked for, and at last the word is taken to pieces. */
Notion duet_notion_of(const Scene *s, const char *clue)
{
    Notion n = { .word = NOWHERE, .list = NOWHERE };
    static Way *const further[] = { whole, mistyped, as_it_stands };
    char bare[TYPED];
    duet_typed_bare(clue, bare);
    int lang = grasp(s, whole, clue, n.vector, &n.word);
    for (size_t i = 0; *bare && lang == LANGS && i < sizeof further / sizeof *further; i++)
        lang = grasp(s, further[i], bare, n.vector, &n.word);
    n.known = lies_somewhere(n.vector);
    n.lang = lang != LANGS ? (Lang)lang : s->lang;
    const Book *b = &s->library->book[n.lang];
    n.list = duet_book_list(b, duet_book_mark(clue));
    if (n.list == NOWHERE && n.word != NOWHERE) n.list = duet_book_list(b, b->mark[n.word]);
    return n;
}

/* What standing in a list is worth; 0: it does not. */
static float listed(const Book *b, int list, int word)
{
    if (list == NOWHERE || word == NOWHERE) return 0;
    for (uint32_t i = b->start[list]; i < b->start[list + 1]; i++)
        if (b->item[i] == (uint32_t)word) return fmaxf(0, 1 - FADING * (float)(i - b->start[list]));
    return 0;
}

Feel duet_scene_feel(const Scene *s, const Notion *clue, int thing)
{
    const Thing *t = &s->thing[thing];
    const Book *b = &s->library->book[clue->lang], *home = &s->library->book[s->lang];
    Feel f = { 0 };
    if (clue->known && t->known) f.direct = lies_near(clue->vector, t) - t->usual_direct;
    f.near = f.direct;
    if (clue->known && has_list(home, t->list[s->lang]))
        f.near = comes_to_mind(home, clue->vector, t->list[s->lang]) - t->usual_near;
    f.listed = fmaxf(listed(b, t->list[clue->lang], clue->word),
                     BACKWARDS * listed(b, clue->list, t->word[clue->lang]));
    return f;
}

float duet_feel_fit(Feel f) { return DIRECT * f.direct + (1 - DIRECT) * f.near + LISTED * f.listed; }

void duet_scene_fits(const Scene *s, const Notion *clue, float fit[MAX_BOARD])
{
    for (int i = 0; i < s->n; i++) fit[i] = duet_feel_fit(duet_scene_feel(s, clue, i));
}

Cells duet_scene_kind(const Scene *s, const Notion *clue)
{
    const Book *b = &s->library->book[clue->lang];
    int kind = clue->word == NOWHERE ? NOWHERE : duet_book_kind(b, b->mark[clue->word]);
    Cells members = 0;
    for (int i = 0; kind != NOWHERE && i < s->n; i++)
        members |= (Cells)(listed(b, kind, s->thing[i].word[clue->lang]) > 0) << i;
    return members;
}

/* ---- whom a clue is for ---------------------------------------------------------------- */

static float share(float fit, float level, float odds) { return 1 / (1 + expf((level - fit) / NOISE) / odds); }

static float odds_of(const float *before, int i)
{
    if (!before) return 1;
    return fmaxf(before[i], 0.001f) / fmaxf(1 - before[i], 0.001f);
}

/* Finds the level of fit at which the expected number of things above it is the number of the clue. */
void duet_scene_members(const float *fit, const float *before, Cells among, float number, float out[MAX_BOARD])
{
    float low = -3, high = 3;
    int i;
    number = fminf(number, 0.95f * (float)__builtin_popcount(among));
    for (int round = 0; round < 24; round++) {
        float level = (low + high) / 2, sum = 0;
        EACH_CELL(i, among) sum += share(fit[i], level, odds_of(before, i));
        if (sum > number) low = level;
        else high = level;
    }
    EACH_CELL(i, among) out[i] = share(fit[i], high, odds_of(before, i));
}
