/* SPDX-License-Identifier: MIT
 * replay.c - plays a game again from its log and checks it: every move is legal and has its
 * number, every mark agrees, every shuffle follows from the revealed secret. */
#include <stdlib.h>
#include <string.h>

#include "../bots/shelf.h"
#include "../core/hunch.h"
#include "../core/language.h"
#include "../core/proof.h"
#include "../core/round.h"
#include "../protocol/json.h"
#include "cli.h"
#include "texts.h"

typedef struct { const char *lang, *names; long long seat; bool json, meant, show, review; } Wanted;

typedef struct {
    Box      box;
    Round    round;
    Proof    proof;
    uint64_t moves, marks;
    bool     meant;
} Replay;

/* "I meant ...": prints a clue and the words it was for, worked out from its giver's key and the lore. */
static void explain(const Replay *r, const LogRecord *rec)
{
    _Alignas(16) uint8_t view[MAX_STATE];
    const Game *g = r->round.table.game;
    uint8_t at[MAX_BOARD];
    if (!r->meant || rec->kind != LOG_MOVE || !rec->word[0] || !g->hunch || !g->hunch->speech) return;
    g->observe(r->round.table.state, rec->move.seat, view);
    int n = g->hunch->speech->meant(&shelf, view, rec->move.seat, at, MAX_BOARD);
    printf("  seat %u said %s %u", rec->move.seat, rec->word, rec->move.arg[0]);
    for (int i = 0; i < n; i++) printf("%s%s", i ? ", " : " and meant ", g->hunch->speech->word(view, at[i]));
    puts("");
}

static bool replay_line(Replay *r, const char *line, Why *w)
{
    LogRecord rec;
    if (!log_read(r->round.table.game, r->round.table.options.seats, line, &rec, w)) return false;
    if (!round_replay(&r->round, &rec, w)) return false;
    explain(r, &rec);
    r->moves += rec.kind == LOG_MOVE;
    r->marks += rec.kind == LOG_MARK;
    return proof_take(&r->proof, &rec, w);
}

static void report(const char *path, const Replay *r, bool json)
{
    const Game *g = r->round.table.game;
    Result result;
    g->score(r->round.table.state, &result);
    bool over = round_over(&r->round);
    if (json) {
        printf("{\"ok\":true,\"game\":\"%s\",\"players\":%u,\"moves\":%llu,\"marks\":%llu,\"shuffles\":%u,",
               g->id, r->round.table.options.seats, (unsigned long long)r->moves, (unsigned long long)r->marks,
               r->proof.shuffles);
        printf("\"fair\":%s,\"committed\":%s,\"over\":%s,\"mark\":\"%016llx\",\"winners\":[",
               r->proof.revealed ? "true" : "null", r->proof.committed ? "true" : "false", over ? "true" : "false",
               (unsigned long long)game_mark(g, r->round.table.state));
        const char *comma = "";
        for (Seat p = 0; p < r->round.table.options.seats; p++)
            if (result.winners >> p & 1) printf("%s%u", comma, p), comma = ",";
        puts("]}");
        return;
    }
    printf("%s: %s, %u players, %llu moves, %s\n", path, g->id, r->round.table.options.seats,
           (unsigned long long)r->moves, over ? "finished" : "not finished");
    printf("  every move is legal; %llu marks agree; %u shuffles %s\n", (unsigned long long)r->marks,
           r->proof.shuffles, !r->proof.revealed ? "(the secret is not revealed)"
           : r->proof.committed ? "come from everybody's luck and a secret that fits its commitment"
           : "come from the revealed secret");
    if (!over) return;
    fputs("  won by", stdout);
    for (Seat p = 0; p < r->round.table.options.seats; p++)
        if (result.winners >> p & 1) printf(" seat %u", p);
    puts(result.winners ? "" : " nobody");
}

static int refuse(const char *path, int line, const Why *w, bool json)
{
    char quoted[6 * sizeof w->text + 3];
    Text t = text_into(quoted, sizeof quoted);
    json_string(&t, w->text);
    if (json) printf("{\"ok\":false,\"line\":%d,\"why\":%s}\n", line, quoted);
    else printf("%s: line %d: %s\n", path, line, w->text);
    return EXIT_NOT_SO;
}

static int replay(const char *path, const char *text, bool json, bool meant)
{
    char line[LOG_LINE];
    static Replay r;
    r.meant = meant && !json;
    const Game *g = NULL;
    Options o = { .seats = 0 };
    Why w = { "the file is empty" };
    int number = 0, code = EXIT_FINE;
    uint8_t secret[ENTROPY] = { 0 };
    while (!code && log_next(&text, line, &number)) {
        bool first = !g, ok = g ? replay_line(&r, line, &w) : log_read_header(line, &g, &o, &w);
        if (ok && first && round_start(&r.round, g, &o, secret)) ok = why(&w, "%s cannot be set up so", g->id);
        if (first) r.round.table.box = &r.box;
        if (first) r.proof.promise.seats = o.seats;
        if (!ok) code = refuse(path, number, &w, json);
    }
    if (!code && !g) code = refuse(path, 0, &w, json);
    if (!code) report(path, &r, json);
    return code;
}

/* Verifies the log and then tells the game from it. */
static int verify_and_show(const char *path, const Wanted *wanted)
{
    size_t n;
    Why w = { "" };
    char *text = file_read(path, &n);
    if (!text) return EXIT_USAGE;
    int code = strlen(text) != n ? complain("%s is no log: it holds a zero byte", path)
                                 : replay(path, text, wanted->json, wanted->meant);
    if (!code && wanted->show
        && !transcript_show(text, language_named(wanted->lang), (Seat)wanted->seat, wanted->names, &w))
        code = complain("%s", w.text);
    free(text);
    return code;
}

static int go_on_to_review(char *path, const Wanted *w)
{
    char seat[16], lang[16], *words[8] = { "review", path, "--lang", lang };
    int n = 4;
    snprintf(lang, sizeof lang, "%s", w->lang);
    snprintf(seat, sizeof seat, "%lld", w->seat);
    if (w->seat < SEAT_TABLE) words[n++] = "--seat", words[n++] = seat;
    if (w->json) words[n++] = "--json";
    return cmd_review(n, words);
}

int cmd_replay(int argc, char **argv)
{
    static const char help[] =
        "usage: ninelives replay FILE [--json] [--meant] [--show] [--names A,B] [--review] [--seat S] [--lang L]\n\n"
        "Plays a game again from its log and verifies it: numbers without gaps, legal moves, marks,\n"
        "and, when the secret is revealed, every shuffle.\n\n"
        "  --json         the same as JSON\n"
        "  --meant        also says what every clue was for, in games that have clues\n"
        "  --show         then tells the game in sentences, move by move\n"
        "  --names A,B    ... with these names, by chair\n"
        "  --review       then goes on with \"ninelives review\"\n"
        "  --seat S       of the player in this chair, from 0: what they saw, or what they decided (everybody)\n"
        "  --lang L       in this language: {languages} (the environment's)\n\n"
        "How a log is written: docs/NOTATION.md, \"Logs\" (in the package: /usr/share/doc/ninelives).\n\n"
        "Exit codes: 0 it holds, 1 it does not (the line and the reason are printed), 2 unreadable.\n";
    Wanted w = { .lang = lang_default(), .seat = SEAT_TABLE };
    const Flag flag[] = {
        { .name = "--json", .on = &w.json }, { .name = "--meant", .on = &w.meant }, { .name = "--show", .on = &w.show },
        { .name = "--review", .on = &w.review }, { .name = "--names", .text = &w.names },
        { .name = "--seat", .number = &w.seat, .low = 0, .high = MAX_SEATS - 1 }, { .name = "--lang", .text = &w.lang },
    };
    int n = flags_read(argc, argv, flag, sizeof flag / sizeof *flag, help);
    if (n <= 0) return n ? EXIT_USAGE : EXIT_FINE;
    if (n != 2) return complain("replay needs exactly one FILE");
    if (w.json && w.show) return complain("--json and --show are two ways to print a game");
    if (w.review && !strcmp(argv[1], "-")) return complain("--review reads the log a second time: it needs a file");
    if (language_named(w.lang) < 0)
        return complain("there is no language \"%s\"; there are %s", w.lang, language_list());
    int code = verify_and_show(argv[1], &w);
    return code || !w.review ? code : go_on_to_review(argv[1], &w);
}
