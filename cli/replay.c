/* SPDX-License-Identifier: MIT
 * replay.c - plays a game again from its log and checks it: every move is legal and has its
 * number, every mark agrees, every shuffle follows from the revealed secret. */
#include <stdlib.h>
#include <string.h>

#include "../bots/shelf.h"
#include "../core/hunch.h"
#include "../core/proof.h"
#include "../core/round.h"
#include "../protocol/json.h"
#include "cli.h"

typedef struct {
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

static int replay(const char *path, bool json, bool meant)
{
    size_t n;
    char *text = file_read(path, &n), *rest = text, *line;
    if (!text) return EXIT_USAGE;
    if (strlen(text) != n) return free(text), complain("%s is no log: it holds a zero byte", path);
    static Replay r;
    r.meant = meant && !json;
    const Game *g = NULL;
    Options o = { .seats = 0 };
    Why w = { "the file is empty" };
    int number = 0, code = EXIT_FINE;
    uint8_t secret[ENTROPY] = { 0 };
    while (!code && (line = strtok_r(rest, "\n", &rest))) {
        number++;
        bool ok = g ? replay_line(&r, line, &w) : log_read_header(line, &g, &o, &w);
        if (ok && number == 1 && round_start(&r.round, g, &o, secret)) ok = why(&w, "%s cannot be set up so", g->id);
        if (number == 1) r.proof.promise.seats = o.seats;
        if (!ok) code = refuse(path, number, &w, json);
    }
    if (!code && !g) code = refuse(path, 0, &w, json);
    if (!code) report(path, &r, json);
    free(text);
    return code;
}

int cmd_replay(int argc, char **argv)
{
    static const char help[] =
        "usage: ninelives replay FILE [--json] [--meant] [--review]\n\n"
        "Plays a game again from its log and verifies it: numbers without gaps, legal moves, marks,\n"
        "and, when the secret is revealed, every shuffle.\n"
        "--meant also says what every clue was for, in games that have clues; --review goes on with\n"
        "\"ninelives review\".\n\n"
        "How a log is written: docs/NOTATION.md, \"Logs\" (in the package: /usr/share/doc/ninelives).\n\n"
        "Exit codes: 0 it holds, 1 it does not (the line and the reason are printed), 2 unreadable.\n";
    bool json = false, meant = false, review = false;
    const Flag flag[] = {
        { .name = "--json", .on = &json }, { .name = "--meant", .on = &meant }, { .name = "--review", .on = &review },
    };
    int n = flags_read(argc, argv, flag, sizeof flag / sizeof flag[0], help);
    if (n <= 0) return n ? EXIT_USAGE : EXIT_FINE;
    if (n != 2) return complain("replay needs exactly one FILE");
    int code = replay(argv[1], json, meant);
    char *again[] = { "review", argv[1], json ? "--json" : NULL };
    return code || !review ? code : cmd_review(2 + json, again);
}
