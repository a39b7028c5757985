/* SPDX-License-Identifier: MIT
 * scenario.c - runs positions and moves written as text (NOTATION, "Scenarios"). A pair
 * of scenarios is a test of hiding: some seats must not be able to tell them apart. */
#include <stdlib.h>
#include <string.h>

#include "../core/round.h"
#include "../core/text.h"
#include "../protocol/json.h"
#include "cli.h"
#include "match.h"

enum { PRINTED = 1 << 20 };              /* bytes in one printed result */

typedef struct {
    const Fact *spec;
    Round       round;
    Box         box;
    int         error_at;                /* index of the move that went wrong, or -1 */
    Err         error;
    char        error_move[96];
    Mismatch    mismatch;
} Run;

/* ---- setting up ------------------------------------------------------------- */

static bool read_options(const Game *g, const Fact *list, Options *o, Why *w)
{
    for (const Fact *f = list ? list->child : NULL; f; f = f->next) {
        char number[16];
        snprintf(number, sizeof number, "%d", f->number);
        const char *value = f->kind == FACT_TEXT ? f->text : f->kind == FACT_NUMBER ? number : "";
        if (!f->key || options_set(g, o, f->key, value))
            return why(w, "%s has no option %.40s=%.40s", g->id, f->key ? f->key : "?", value);
    }
    return true;
}

static bool read_head(Run *r, const Game **g, Options *o, uint8_t secret[ENTROPY], Why *w)
{
    const Fact *game = fact_get(r->spec, "game"), *seed = fact_given(r->spec, "seed");
    if (!game || game->kind != FACT_TEXT) return why(w, "\"game\" must name a game");
    if (!(*g = game_find(game->text))) return why(w, "there is no game \"%.40s\"", game->text);
    int players = -1;
    if (!fact_number(r->spec, "players", (*g)->min_seats, (*g)->max_seats, &players, w)) return false;
    if (players < 0) return why(w, "\"players\" is missing");
    options_default(*g, players, o);
    if (!read_options(*g, fact_given(r->spec, "options"), o, w)) return false;
    if (seed && (seed->kind != FACT_TEXT || !hex_read(seed->text, secret, ENTROPY)))
        return why(w, "\"seed\" must be up to 64 hexadecimal digits");
    return true;
}

/* The words that the table brings along, and those that are left out. */
static bool read_box(const Fact *list, const char *name, LogKind kind, Run *r, Why *w)
{
    if (list && list->kind != FACT_LIST) return why(w, "\"%s\" must be a list of words", name);
    for (const Fact *f = list ? list->child : NULL; f; f = f->next) {
        LogRecord word = { .kind = kind };
        if (f->kind == FACT_TEXT && strlen(f->text) < sizeof word.word) memcpy(word.word, f->text, strlen(f->text));
        if (!log_play(&r->round.table, &word, NULL, w)) return false;
    }
    return true;
}

static bool start(Run *r, Why *w)
{
    const Game *g = NULL;
    Options o;
    uint8_t secret[ENTROPY] = { 0 };
    if (!read_head(r, &g, &o, secret, w)) return false;
    if (round_start(&r->round, g, &o, secret)) return why(w, "%s cannot be set up so", g->id);
    r->round.table.box = &r->box;
    if (!read_box(fact_given(r->spec, "own"), "own", LOG_OWN, r, w)
        || !read_box(fact_given(r->spec, "without"), "without", LOG_WITHOUT, r, w)) return false;
    round_settle(&r->round);
    r->mismatch.game = g;
    const Fact *position = fact_given(r->spec, "start");
    if (position && position->kind != FACT_OBJECT) return why(w, "\"start\" must be an object");
    return !position || g->rig(r->round.table.state, position, w);
}

/* ---- playing ------------------------------------------------------------------ */

/* Reads the fact "phase", which every game tells: a "*" line stops when the phase changes. */
typedef struct { Scribe to; char phase[16]; } PhaseReader;

static void read_phase(Scribe *to, FactKind kind, const char *key, int number, const char *text)
{
    PhaseReader *r = (PhaseReader *)to;
    (void)number;
    if (kind == FACT_TEXT && key && !strcmp(key, "phase")) snprintf(r->phase, sizeof r->phase, "%s", text);
}

static void ignore_close(Scribe *to) { (void)to; }

static PhaseReader phase_of(const Table *t)
{
    PhaseReader r = { { read_phase, ignore_close }, "" };
    t->game->tell(t->state, SEAT_NONE, &r.to);
    return r;
}

static Err say(Round *r, Seat seat, const char *text)
{
    Move m;
    char word[MAX_WORD];
    Err e = move_parse(r->table.game, r->table.options.seats, seat, text, &m, word);
    return e ? e : round_play(r, &m, word);
}

/* "* pass": every seat that is asked now plays it, in order, until the phase changes. */
static Err say_all(Round *r, const char *text)
{
    const Table *t = &r->table;
    PhaseReader before = phase_of(t);
    SeatSet asked = table_asked(t);
    Err e = E_OK;
    for (Seat p = 0; p < t->options.seats && !e; p++) {
        if (!(asked & table_asked(t) & SEAT_BIT(p))) continue;
        if (strcmp(phase_of(t).phase, before.phase)) break;
        e = say(r, p, text);
    }
    return e;
}

static Err say_line(Round *r, const char *line)
{
    Seat seat;
    if (!strncmp(line, "* ", 2)) return say_all(r, line + 2);
    const char *text = move_seat(line, &seat);
    return !text || seat == SEAT_CHANCE ? E_BAD_MOVE : say(r, seat, text);
}

static Err err_find(const char *name)
{
    for (Err e = E_OK; e < ERR_COUNT; e++)
        if (!strcmp(err_name(e), name)) return e;
    return ERR_COUNT;
}

static bool play_moves(Run *r, Why *w)
{
    const Fact *moves = fact_given(r->spec, "moves");
    int i = 0;
    if (moves && moves->kind != FACT_LIST) return why(w, "\"moves\" must be a list");
    for (const Fact *f = moves ? moves->child : NULL; f; f = f->next, i++) {
        const Fact *move = f->kind == FACT_OBJECT ? fact_get(f, "move") : f, *code = fact_given(f, "error");
        if (!move || move->kind != FACT_TEXT) return why(w, "move %d must be a text", i);
        if (code && (code->kind != FACT_TEXT || err_find(code->text) == ERR_COUNT))
            return why(w, "move %d expects an error that does not exist", i);
        uint64_t before = game_mark(r->round.table.game, r->round.table.state);
        Err e = say_line(&r->round, move->text);
        bool kept = !code || before == game_mark(r->round.table.game, r->round.table.state);
        if (kept && e == (code ? err_find(code->text) : E_OK)) continue;
        r->error_at = i;
        r->error = e;
        text_cut(r->error_move, sizeof r->error_move, move->text);
        break;
    }
    return true;
}

/* ---- printing ------------------------------------------------------------------- */

static void tell_state(const Game *g, const void *state, Seat who, const char *key, Scribe *to)
{
    tell_object(to, key);
    g->tell(state, who, to);
    to->close(to);
}

static void tell_legal(const Table *t, Scribe *to)
{
    static Move list[MAX_MOVES];
    tell_list(to, "legal");
    for (Seat p = 0; p < t->options.seats; p++) {
        int n = t->game->legal(t->state, p, list, MAX_MOVES);
        tell_list(to, NULL);
        for (int i = 0; i < n && i < MAX_MOVES; i++) {
            char text[MAX_LINE];
            move_format(t->game, &list[i], NULL, text, sizeof text);
            tell_text(to, NULL, text);
        }
        to->close(to);
    }
    to->close(to);
}

static void tell_views(const Table *t, Scribe *to)
{
    _Alignas(16) uint8_t view[MAX_STATE];
    tell_list(to, "views");
    for (Seat p = 0; p <= t->options.seats; p++) {
        Seat who = p < t->options.seats ? p : SEAT_TABLE;
        t->game->observe(t->state, who, view);
        tell_state(t->game, view, who, NULL, to);
    }
    to->close(to);
}

static void tell_position(const Table *t, Scribe *to)
{
    tell_state(t->game, t->state, SEAT_NONE, "state", to);
    tell_list(to, "asked");
    Seat p;
    EACH_SEAT(p, table_asked(t)) tell_number(to, NULL, p);
    to->close(to);
    tell_legal(t, to);
    tell_views(t, to);
}

static bool holds(const Run *r) { return r->error_at < 0 && !r->mismatch.n; }

static void tell_verdict(const Run *r, Scribe *to)
{
    const Fact *name = fact_get(r->spec, "name");
    char shown[512];                                 /* a longer name is cut */
    text_cut(shown, sizeof shown, name && name->kind == FACT_TEXT ? name->text : "");
    tell_text(to, "name", shown);
    tell_bool(to, "ok", holds(r));
    if (r->error_at < 0) {
        tell_none(to, "error");
    } else {
        tell_object(to, "error");
        tell_number(to, "index", r->error_at);
        tell_text(to, "code", err_name(r->error));
        tell_text(to, "text", r->error_move);
        to->close(to);
    }
    tell_list(to, "mismatch");
    for (int i = 0; i < r->mismatch.n; i++) tell_text(to, NULL, r->mismatch.path[i]);
    to->close(to);
}

/* ---- matching ---------------------------------------------------------------------- */

/* A printed result, and the same read back as facts. */
typedef struct { char *text; size_t n; Arena arena; const Fact *facts; } Printed;

static void printed_free(Printed *p)
{
    free(p->text);
    free(p->arena.at);
}

static bool print_position(const Table *t, Printed *p)
{
    Why w;
    *p = (Printed){ .text = malloc(PRINTED) };
    if (!p->text) return false;
    Text out = text_into(p->text, PRINTED);
    Json j = json_write(&out);
    tell_object(&j.to, NULL);
    tell_position(t, &j.to);
    j.to.close(&j.to);
    p->n = out.n;
    p->arena = (Arena){ .at = malloc(json_needs(out.n)), .cap = json_needs(out.n) };
    return out.n < PRINTED && p->arena.at && (p->facts = json_read(p->text, p->n, &p->arena, &w));
}

/* Combos may be written in any order: expected moves are compared as the game writes them. */
static void normalise_legal(const Run *r, const Fact *expect, char *pool, size_t cap)
{
    const Fact *legal = fact_get(expect, "legal");
    for (const Fact *seat = legal && legal->kind == FACT_LIST ? legal->child : NULL; seat; seat = seat->next)
        for (const Fact *f = seat->kind == FACT_LIST ? seat->child : NULL; f; f = f->next) {
            Move m;
            char word[MAX_WORD];
            if (f->kind != FACT_TEXT) continue;
            if (move_parse(r->round.table.game, r->round.table.options.seats, 0, f->text, &m, word)) continue;
            size_t n = (size_t)move_format(r->round.table.game, &m, word, pool, cap) + 1;
            if (n > cap) return;
            ((Fact *)(uintptr_t)f)->text = pool;            /* the tree is ours: we have just read it */
            pool += n;
            cap -= n;
        }
}

static bool run(Run *r, Printed *p, Why *w)
{
    static char pool[1 << 18];
    const Fact *expect = fact_given(r->spec, "expect");
    r->error_at = -1;
    if (r->spec->kind != FACT_OBJECT) return why(w, "it is no object");
    if (expect && expect->kind != FACT_OBJECT) return why(w, "\"expect\" must be an object");
    if (!start(r, w) || !play_moves(r, w)) return false;
    if (!print_position(&r->round.table, p)) return why(w, "its result is too large to print");
    normalise_legal(r, expect, pool, sizeof pool);
    match_expect(expect, p->facts, &r->mismatch);
    return true;
}

/* ---- one scenario, one pair, one file ------------------------------------------------ */

static void print_line(const Text *out)
{
    assert(out->n < out->cap);
    fwrite(out->at, 1, out->n, stdout);
    putchar('\n');
}

static int run_single(const Fact *spec, bool quiet, Why *w)
{
    static char line[PRINTED + 4096];
    Run *r = calloc(1, sizeof *r);
    Printed p = { 0 };
    int code = EXIT_USAGE;
    r->spec = spec;
    if (run(r, &p, w)) {
        code = holds(r) ? EXIT_FINE : EXIT_NOT_SO;
        Text out = text_into(line, sizeof line);
        Json j = json_write(&out);
        tell_object(&j.to, NULL);
        tell_verdict(r, &j.to);
        if (!quiet)
            for (const Fact *f = p.facts->child; f; f = f->next) json_fact(&j.to, f->key, f);
        j.to.close(&j.to);
        if (!quiet || code) print_line(&out);
    }
    printed_free(&p);
    free(r);
    return code;
}

static const Fact *nth(const Fact *list, int i)
{
    const Fact *f = list ? list->child : NULL;
    while (f && i-- > 0) f = f->next;
    return f;
}

/* Do both results look the same to this seat (-1: a spectator), by its view and its legal moves? */
static bool looks_same(const Printed *a, const Printed *b, int seat, int seats)
{
    static char text[2][PRINTED];
    for (int side = 0; side < 2; side++) {
        const Fact *from = side ? b->facts : a->facts;
        Text out = text_into(text[side], PRINTED);
        Json j = json_write(&out);
        const Fact *view = nth(fact_get(from, "views"), seat < 0 ? seats : seat);
        const Fact *legal = seat < 0 ? NULL : nth(fact_get(from, "legal"), seat);
        tell_list(&j.to, NULL);
        if (view) json_fact(&j.to, NULL, view);
        if (legal) json_fact(&j.to, NULL, legal);
        j.to.close(&j.to);
    }
    return !strcmp(text[0], text[1]);
}

static void match_pair(const Fact *spec, Run *const r[2], const Printed p[2], Mismatch *out)
{
    static const char *const keys[] = { "seats", "differ" };
    for (int want = 0; want < 2; want++) {
        const Fact *list = fact_get(spec, keys[want]);
        for (const Fact *f = list ? list->child : NULL; f; f = f->next)
            if (looks_same(&p[0], &p[1], f->number, r[0]->round.table.options.seats) == want && out->n < MISMATCHES)
                snprintf(out->path[out->n++], sizeof out->path[0], "%s.%d", keys[want], f->number);
    }
}

static int run_pair(const Fact *spec, bool quiet, Why *w)
{
    static char line[1 << 16];
    Run *r[2] = { calloc(1, sizeof(Run)), calloc(1, sizeof(Run)) };
    Printed p[2] = { { 0 }, { 0 } };
    Run verdict = { .spec = spec, .error_at = -1 };
    int code = EXIT_USAGE;
    r[0]->spec = fact_get(spec, "a");
    r[1]->spec = fact_get(spec, "b");
    if (run(r[0], &p[0], w) && run(r[1], &p[1], w)) {
        match_pair(spec, r, p, &verdict.mismatch);
        code = holds(&verdict) && holds(r[0]) && holds(r[1]) ? EXIT_FINE : EXIT_NOT_SO;
        Text out = text_into(line, sizeof line);
        Json j = json_write(&out);
        tell_object(&j.to, NULL);
        tell_verdict(&verdict, &j.to);
        for (int i = 0; i < 2; i++) {
            tell_object(&j.to, i ? "b" : "a");
            tell_verdict(r[i], &j.to);
            j.to.close(&j.to);
        }
        j.to.close(&j.to);
        if (!quiet || code) print_line(&out);
    }
    for (int i = 0; i < 2; i++) printed_free(&p[i]), free(r[i]);
    return code;
}

typedef struct { int passed, failed; } Tally;

static int run_one(const char *path, int index, const Fact *spec, bool quiet, Tally *tally)
{
    Why w = { "" };
    bool pair = fact_get(spec, "a") && fact_get(spec, "b");
    int code = pair ? run_pair(spec, quiet, &w) : run_single(spec, quiet, &w);
    if (code == EXIT_USAGE) {
        const Fact *name = fact_get(spec, "name");
        char shown[80];
        text_cut(shown, sizeof shown, name && name->kind == FACT_TEXT ? name->text : "");
        complain("%s: scenario %d (%s): %s", path, index, shown, w.text);
    }
    if (code) tally->failed++;
    else tally->passed++;
    return code;
}

static int run_file(const char *path, bool quiet, Tally *tally)
{
    size_t n;
    int code = EXIT_FINE, index = 0;
    char *text = file_read(path, &n);
    if (!text) return EXIT_USAGE;
    Arena arena = { .at = malloc(json_needs(n)), .cap = json_needs(n) };
    Why w = { "too large" };
    const Fact *root = arena.at ? json_read(text, n, &arena, &w) : NULL;
    if (!root || (root->kind != FACT_LIST && root->kind != FACT_OBJECT)) {
        code = complain("%s is not a scenario file: %s", path, root ? "it is neither an object nor a list" : w.text);
    } else {
        for (const Fact *f = root->kind == FACT_LIST ? root->child : root; f; f = f->next) {
            int one = run_one(path, index++, f, quiet, tally);
            code = one > code ? one : code;
        }
    }
    free(arena.at);
    free(text);
    return code;
}

int cmd_scenario(int argc, char **argv)
{
    static const char help[] =
        "usage: ninelives scenario [--quiet] FILE...\n\n"
        "Runs scenarios (an object or a list of them; a pair of scenarios {\"a\", \"b\", \"seats\",\n"
        "\"differ\"} tests hiding) and prints one JSON object a line for each.\n\n"
        "  --quiet   print only those that do not hold, and a closing count\n\n"
        "How they are written: docs/NOTATION.md; what is legal: docs/RULES.md. The package has both in\n"
        "/usr/share/doc/ninelives.\n\n"
        "Exit codes: 0 all hold, 1 one does not, 2 a file cannot be read or is no scenario.\n";
    bool quiet = false;
    const Flag flag[] = { { .name = "--quiet", .on = &quiet } };
    Tally tally = { 0, 0 };
    int code = EXIT_FINE, n = flags_read(argc, argv, flag, 1, help);
    if (n <= 0) return n ? EXIT_USAGE : EXIT_FINE;
    if (n == 1) return complain("scenario needs at least one FILE");
    for (int i = 1; i < n; i++) {
        int one = run_file(argv[i], quiet, &tally);
        code = one > code ? one : code;
    }
    if (quiet) printf("%d passed, %d failed\n", tally.passed, tally.failed);
    return code;
}
