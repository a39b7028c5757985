/* SPDX-License-Identifier: MIT
 * notation_test.c - docs/NOTATION.md says what the program says: games, cards, verbs, options, facts, errors. A table
 * to be checked follows a line <!-- what: games -->; a new game brings its tables in games/GAME/NOTATION.md. */
#include "unit.h"

#include <glob.h>
#include <stdlib.h>

#include "core/round.h"
#include "core/text.h"

enum { PAGES = 1 << 18, CELL = 1024 };
static char pages[PAGES];

/* ---- reading ------------------------------------------------------------------ */

static size_t read_page(const char *path, size_t n)
{
    FILE *f = fopen(path, "rb");
    if (!f) fail_msg("cannot read %s", path);
    n += fread(pages + n, 1, PAGES - 1 - n, f);
    fclose(f);
    assert_true(n < PAGES - 1);
    return n;
}

static int read_pages(void **state)
{
    UNUSED;
    glob_t own;
    size_t n = read_page(NL_NOTATION, 0);
    if (!glob(NL_GAMES "/[a-z]*/NOTATION.md", 0, NULL, &own)) {
        for (size_t i = 0; i < own.gl_pathc; i++) n = read_page(own.gl_pathv[i], n);
        globfree(&own);
    }
    return 0;
}

static bool names(const char *list, const char *end, const char *id)
{
    size_t n = strlen(id);
    for (const char *p = list; (p = strstr(p, id)) && p < end; p += n)
        if (p[-1] == ' ' && p[n] == ' ') return true;
    return false;
}

/* The line after "<!-- what: ... id ... -->"; without an id, after "<!-- what -->". */
static const char *find_table(const char *what, const char *id)
{
    char mark[64];
    snprintf(mark, sizeof mark, id ? "<!-- %s:" : "<!-- %s -->", what);
    for (const char *p = pages; (p = strstr(p, mark)); p++) {
        const char *end = strchr(p, '\n');
        if (end && (!id || names(p + strlen(mark), end, id))) return end + 1;
    }
    fail_msg("NOTATION.md has no <!-- %s: %s -->", what, id ? id : "");
    return NULL;
}

/* The text between the first bars of a line, or between the next ones. */
static const char *read_cell(const char *p, char out[CELL])
{
    const char *end = strstr(p, " |");
    assert_non_null(end);
    assert_true(end - p - 2 < CELL && end > p + 1);
    snprintf(out, CELL, "%.*s", (int)(end - p - 2), p + 2);
    return end + 1;
}

/* Row i of the table that begins here: its first two cells. False past the last. */
static bool read_row(const char *table, int i, char first[CELL], char second[CELL])
{
    for (i += 2; i >= 0; i--) {
        if (*table != '|') return false;
        if (i) table = strchr(table, '\n') + 1;
    }
    read_cell(read_cell(table, first), second);
    return true;
}

/* What the program says of row i; false past the last. */
typedef bool Says(const Game *g, int i, char first[CELL], char second[CELL]);

static void expect_table(const char *what, const Game *g, bool both, Says *says)
{
    const char *table = find_table(what, g ? g->id : NULL);
    char row[2][CELL], want[2][CELL];
    for (int i = 0; ; i++) {
        bool there = read_row(table, i, row[0], row[1]), wanted = says(g, i, want[0], want[1]);
        if (!there && !wanted) return;
        if (!there) fail_msg("%s of %s: %s is missing", what, g ? g->id : "all", want[0]);
        if (!wanted) fail_msg("%s of %s: there is no %s", what, g ? g->id : "all", row[0]);
        assert_string_equal(row[0], want[0]);
        if (both) assert_string_equal(row[1], want[1]);
    }
}

static void expect_of_each_game(const char *what, Says *says)
{
    const Game *g;
    for (int i = 0; (g = game_at(i)); i++) expect_table(what, g, true, says);
}

/* ---- what the program says ------------------------------------------------------- */

static void code(char out[CELL], const char *text) { snprintf(out, CELL, "`%s`", text); }

static const char *played_by(int flags)
{
    if (flags & VERB_CHANCE) return "`c`";
    if (flags & VERB_CLOCK) return "`t`";
    if (flags & VERB_WINDOW) return "seat, `#D`";
    if (flags & VERB_SECRET) return "seat, secret";
    return flags & VERB_SORTED ? "seat, any order" : "seat";
}

static bool verb_row(const Game *g, int i, char form[CELL], char by[CELL])
{
    if (i >= g->verb_count) return false;
    code(form, g->verbs[i].form);
    snprintf(by, CELL, "%s", played_by(g->verbs[i].flags));
    return true;
}

static bool option_row(const Game *g, int i, char name[CELL], char values[CELL])
{
    if (i >= g->option_count) return false;
    const OptionRow *o = &g->options[i];
    code(name, o->name);
    if (!o->words) snprintf(values, CELL, "%d of %d–%d", o->usual, o->low, o->high);
    Text t = text_into(values, o->words ? CELL : 0);
    for (int w = 0; o->words && o->words[w]; w++) {
        text_add(&t, w ? " `" : "`");
        text_add(&t, o->words[w]);
        text_add(&t, "`");
    }
    return true;
}

static bool error_row(const Game *g, int i, char name[CELL], char rest[CELL])
{
    (void)g, (void)rest;
    if (E_BAD_MOVE + i > E_ILLEGAL) return false;
    code(name, err_name((Err)(E_BAD_MOVE + i)));
    return true;
}

/* ---- facts: what is told in the course of a game ----------------------------------- */

typedef struct { Scribe to; int depth, n; char key[32][24]; } Keys;

static void hear(Scribe *to, FactKind kind, const char *key, int number, const char *text)
{
    Keys *k = (Keys *)to;
    (void)number, (void)text;
    bool known = !key || k->depth;
    for (int i = 0; i < k->n; i++) known |= key && !strcmp(k->key[i], key);
    if (!known) snprintf(k->key[k->n++], sizeof k->key[0], "%s", key);
    if (kind == FACT_LIST || kind == FACT_OBJECT) k->depth++;
}

static void leave(Scribe *to) { ((Keys *)to)->depth--; }

/* Some moves of the first seat that is asked, until one would need a word. */
static void hear_game(const Game *g, Keys *k)
{
    static Round r;
    static Move list[MAX_MOVES];
    const uint8_t secret[ENTROPY] = { 1 };
    Options o;
    options_default(g, g->min_seats, &o);
    assert_int_equal(round_start(&r, g, &o, secret), E_OK);
    round_settle(&r);
    for (int i = 0; i < 200; i++) {
        g->tell(r.table.state, SEAT_NONE, &k->to);
        if (!round_asked(&r)) return;
        int n = g->legal(r.table.state, (Seat)__builtin_ctz(round_asked(&r)), list, MAX_MOVES);
        if (!n || strchr(g->verbs[list[0].verb].form, 'W')) return;
        assert_int_equal(round_play(&r, &list[i % n], NULL), E_OK);
    }
}

/* Facts may be told in any order. A degree sign in the page marks those that a scenario's start cannot set. */
static void facts_are_told(void **state)
{
    const Game *g;
    UNUSED;
    for (int i = 0; (g = game_at(i)); i++) {
        const char *table = find_table("facts", g->id);
        char row[CELL], rest[CELL], want[CELL];
        Keys k = { .to = { hear, leave } };
        hear_game(g, &k);
        for (int r = 0; read_row(table, r, row, rest); r++) {
            int at = 0;
            *(strrchr(row, '`') + 1) = 0;
            for (; at < k.n && (code(want, k.key[at]), strcmp(want, row)); at++) {}
            if (at == k.n) fail_msg("facts of %s: nobody tells %s", g->id, row);
            memmove(k.key[at], k.key[--k.n], sizeof k.key[0]);
        }
        if (k.n) fail_msg("facts of %s: `%s` is missing", g->id, k.key[0]);
    }
}

/* ---- the tests ----------------------------------------------------------------------- */

/* In any order, because a new game's row is on a page of its own. */
static void games_and_their_players(void **state)
{
    const Game *g;
    char row[CELL];
    UNUSED;
    for (int i = 0; (g = game_at(i)); i++) {
        snprintf(row, sizeof row, "\n| `%s` | %d–%d |", g->id, g->min_seats, g->max_seats);
        if (!strstr(pages, row)) fail_msg("NOTATION.md has no row%s", row);
    }
}

static void cards_in_their_order(void **state)
{
    const Game *g;
    UNUSED;
    for (int i = 0; (g = game_at(i)); i++) {
        const char *line = find_table("cards", g->id);
        char want[CELL], got[CELL];
        Text t = text_into(want, sizeof want);
        for (int c = 1; c < g->card_count; c++) {
            text_add(&t, c > 1 ? " " : "`");
            text_add(&t, g->cards[c]);
        }
        text_add(&t, "`");
        snprintf(got, sizeof got, "%.*s", (int)strcspn(line, "\n"), line);
        assert_string_equal(got, want);
    }
}

static void verbs_and_who_plays_them(void **state) { UNUSED; expect_of_each_game("verbs", verb_row); }
static void options_and_their_values(void **state) { UNUSED; expect_of_each_game("options", option_row); }
static void errors_in_their_order(void **state) { UNUSED; expect_table("errors", NULL, false, error_row); }

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_and_their_players), cmocka_unit_test(cards_in_their_order),
        cmocka_unit_test(verbs_and_who_plays_them), cmocka_unit_test(options_and_their_values),
        cmocka_unit_test(facts_are_told), cmocka_unit_test(errors_in_their_order),
    };
    return cmocka_run_group_tests(tests, read_pages, NULL);
}
