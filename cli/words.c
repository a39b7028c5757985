/* SPDX-License-Identifier: MIT
 *
 * words.c - what the bots make of words, without a game: guesses and clues for boards given as
 * JSON lines, glosses, and games between partners that use different lore. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../bots/bot.h"
#include "../bots/shelf.h"
#include "../core/round.h"
#include "../core/utf8.h"
#include "../protocol/json.h"
#include "cli.h"

/* The game in which words are said. */
static const Game *speaking(void)
{
    for (int i = 0; game_at(i); i++)
        if (game_at(i)->hunch && game_at(i)->hunch->speech) return game_at(i);
    return NULL;
}

typedef struct {
    const Game   *game;
    const Speech *speech;
    const char   *lang, *lore, *level;
    Lore          own;                   /* of --lore */
    const Lore   *lore_used;             /* that of --lore, or else the program's */
    bool          time;
    double        slowest;
} Wish;

static float nerve_of(const char *level)
{
    return !strcmp(level, "easy") ? NERVE_EASY : !strcmp(level, "search") ? NERVE_SEARCH : NERVE_SHARP;
}

/* ---- reading a line ---------------------------------------------------------------- */

enum { LINE = 1 << 16 };

typedef struct { Board board; const Fact *id; uint32_t green, black; const char *clue; int number; } Row;

static bool good_word(const Fact *f)
{
    return f && f->kind == FACT_TEXT && *f->text && strlen(f->text) < MAX_WORD && utf8_ok(f->text, strlen(f->text));
}

/* Adds the words under `key` to the board, and says which they are. */
static bool add_words(const Fact *row, const char *key, Board *b, uint32_t *which, Why *w)
{
    const Fact *list = fact_get(row, key);
    if (!list) return true;
    if (list->kind != FACT_LIST) return why(w, "\"%s\" is no list", key);
    for (const Fact *f = list->child; f; f = f->next) {
        if (!good_word(f)) return why(w, "\"%s\" holds something that is no word of up to %d bytes", key, MAX_WORD - 1);
        if (b->n == MAX_BOARD) return why(w, "more than %d words", MAX_BOARD);
        if (which) *which |= 1u << b->n;
        b->word[b->n++] = f->text;
    }
    return true;
}

static bool read_row(const char *line, size_t n, Arena *a, const char *lang, Row *r, Why *w)
{
    const Fact *row = json_read(line, n, a, w), *clue;
    *r = (Row){ .board.lang = lang, .number = 1 };
    if (!row) return false;
    if (row->kind != FACT_OBJECT) return why(w, "a line is an object");
    r->id = fact_get(row, "id");
    if ((clue = fact_get(row, "clue"))) {
        if (!good_word(clue)) return why(w, "\"clue\" is no word of up to %d bytes", MAX_WORD - 1);
        r->clue = clue->text;
    }
    return fact_number(row, "number", 0, 25, &r->number, w) && add_words(row, "board", &r->board, NULL, w)
        && add_words(row, "green", &r->board, &r->green, w) && add_words(row, "black", &r->board, &r->black, w)
        && add_words(row, "tan", &r->board, NULL, w);
}

/* ---- answering it -------------------------------------------------------------------- */

static void print_words(Scribe *to, const char *key, const Board *b, const uint8_t *which, int n)
{
    tell_list(to, key);
    for (int i = 0; i < n; i++) tell_text(to, NULL, b->word[which[i]]);
    to->close(to);
}

static bool guess_row(const Wish *w, const Row *r, Scribe *to, Why *why_not)
{
    uint8_t order[MAX_BOARD];
    if (!r->clue || !r->board.n) return why(why_not, "a line needs \"board\" and \"clue\"");
    int stop = w->speech->guess(w->lore_used, &r->board, r->clue, r->number, order);
    if (stop < 0) return why(why_not, "there is no lore for \"%s\"", w->lang);
    print_words(to, "ranked", &r->board, order, r->board.n);
    tell_number(to, "stop", stop);
    return true;
}

static bool clue_row(const Wish *w, const Row *r, Scribe *to, Why *why_not)
{
    Said said;
    if (!r->green) return why(why_not, "a line needs \"green\"");
    if (!w->speech->clue(w->lore_used, &r->board, r->green, r->black, nerve_of(w->level), &said))
        return why(why_not, "no clue for \"%s\"", w->lang);
    tell_text(to, "clue", said.word);
    tell_number(to, "number", said.number);
    print_words(to, "targets", &r->board, said.target, said.targets);
    return true;
}

typedef bool Answer(const Wish *w, const Row *r, Scribe *to, Why *why_not);

static bool answer_line(Wish *w, Answer *answer, const char *line, size_t n, char *memory, size_t cap, Why *why_not)
{
    static char out[LINE];
    Arena a = { memory, cap, 0 };
    Text text = text_into(out, sizeof out);
    Json json = json_write(&text);
    Row r;
    if (!read_row(line, n, &a, w->lang, &r, why_not)) return false;
    double from = cpu_seconds();
    tell_object(&json.to, NULL);
    if (r.id) json_fact(&json.to, "id", r.id);
    else tell_text(&json.to, "id", "");
    if (!answer(w, &r, &json.to, why_not)) return false;
    json.to.close(&json.to);
    if (cpu_seconds() - from > w->slowest) w->slowest = cpu_seconds() - from;
    puts(out);
    return true;
}

static int answer_all(Wish *w, Answer *answer)
{
    static char line[LINE];
    size_t cap = json_needs(LINE);
    char *memory = malloc(cap);
    Why why_not = { "" };
    int number = 0, code = EXIT_FINE;
    if (!memory) return complain("out of memory");
    while (fgets(line, sizeof line, stdin)) {
        size_t n = strcspn(line, "\n");
        number++;
        if (!n) continue;
        if (answer_line(w, answer, line, n, memory, cap, &why_not)) continue;
        complain("line %d: %s", number, why_not.text);
        code = EXIT_USAGE;
        break;
    }
    free(memory);
    if (w->time) fprintf(stderr, "slowest: %.1f ms\n", 1e3 * w->slowest);
    return code;
}

/* ---- glosses ---------------------------------------------------------------------------- */

static int gloss(const Wish *w, int n, char **word)
{
    char out[4 * MAX_WORD];
    if (n != 2) return complain("say ninelives words gloss --lang he WORD en");
    if (!w->speech->gloss(w->lore_used, word[0], w->lang, word[1], out, sizeof out)) return EXIT_NOT_SO;
    return puts(out), EXIT_FINE;
}

/* ---- partners with different lore ------------------------------------------------------------ */

/* Clues are given with the lore inside the program, guesses are made with that of --lore. */
static bool play_one(Wish *w, const Options *o, uint64_t seed, Round *r)
{
    _Alignas(16) uint8_t view[MAX_STATE];
    uint8_t secret[ENTROPY] = { 0 };
    Move list[MAX_BOARD + 2], m;
    char word[MAX_WORD];
    for (int i = 0; i < 8; i++) secret[i] = (uint8_t)(seed >> 8 * i);
    if (round_start(r, w->game, o, secret)) return false;
    round_settle(r);
    for (SeatSet asked; (asked = round_asked(r)); ) {
        Seat who = (Seat)__builtin_ctz(asked);
        w->game->observe(r->table.state, who, view);
        bool giving = w->game->legal(view, who, list, MAX_BOARD + 2) == 1 && list[0].arg[0] == ARG_OPEN;
        double from = cpu_seconds();
        if (!w->speech->choose(giving ? &shelf : w->lore_used, view, who, nerve_of(w->level), &m, word)) return false;
        w->slowest = fmax(w->slowest, cpu_seconds() - from);
        if (round_play(r, &m, word)) return false;
    }
    return true;
}

static int cross(Wish *w, long long games, long long seed, int n, char **words)
{
    static Round round;
    Options o;
    long long won = 0;
    options_default(w->game, 2, &o);
    if (!options_or_complain(w->game, words, n, &o)) return EXIT_USAGE;
    for (long long i = 0; i < games; i++) {
        Result r;
        if (!play_one(w, &o, (uint64_t)(seed * 1000003 + i), &round))
            return complain("game %lld went wrong", i), EXIT_NOT_SO;
        w->game->score(round.table.state, &r);
        won += r.winners != 0;
        progress("words cross", (uint64_t)i + 1, (uint64_t)games);
    }
    progress_end();
    /* Wilson's interval */
    double N = (double)games, p = (double)won / N, z = 1.96, mid = (p + z * z / (2 * N)) / (1 + z * z / N);
    double half = z * sqrt(p * (1 - p) / N + z * z / (4 * N * N)) / (1 + z * z / N);
    printf("%lld games, %lld won: %.1f %% (95 %%: %.1f to %.1f), slowest move %.1f ms\n",
           games, won, 100 * p, 100 * (mid - half), 100 * (mid + half), 1e3 * w->slowest);
    return EXIT_FINE;
}

/* ---- the command ------------------------------------------------------------------------------ */

static bool load(Wish *w)
{
    size_t n;
    char *bytes;
    w->lore_used = &shelf;
    if (!w->lore) return true;
    if (!(bytes = file_read(w->lore, &n))) return false;
    w->own = (Lore){ 1, { { bytes, n } } };
    w->lore_used = &w->own;
    return true;
}

int cmd_words(int argc, char **argv)
{
    static const char help[] =
        "usage: ninelives words guess|clue [--lang en] [--level sharp] < LINES\n"
        "       ninelives words gloss --lang he WORD en\n"
        "       ninelives words cross --lore FILE [--games N] [OPTION=VALUE...]\n\n"
        "What bots make of words, without a game. Lines are JSON:\n\n"
        "  guess   reads {\"id\",\"board\":[...],\"clue\",\"number\"};"
        " prints {\"id\",\"ranked\":[best first],\"stop\":n},\n"
        "          where stop is how many of them it would guess\n"
        "  clue    reads {\"id\",\"green\":[...],\"black\":[...],\"tan\":[...]};"
        " prints {\"id\",\"clue\",\"number\",\"targets\"}\n"
        "  gloss   what WORD means in another language\n"
        "  cross   games in which clues are given with the usual lore and guessed with other lore\n\n"
        "  --lang L     of the words on the table (en)  --level B   easy (cautious), sharp, search (bold)\n"
        "  --lore FILE  other lore than that inside the program (tools/words makes some)\n"
        "  --games N    how many (200)                  --seed N    other deals\n"
        "  --time       say how long the slowest answer took, in CPU time\n\n"
        "Exit codes: 0 all is well, 1 not known, 2 wrong usage.\n";
    long long games = 200, seed = 1;
    Wish w = { .game = speaking(), .lang = "en", .level = "sharp" };
    const Flag flag[] = {
        { .name = "--lang", .text = &w.lang },
        { .name = "--level", .text = &w.level },
        { .name = "--lore", .text = &w.lore },
        { .name = "--games", .number = &games, .low = 1, .high = 1000000 },
        { .name = "--seed", .number = &seed, .low = 0, .high = 1000000000 },
        { .name = "--time", .on = &w.time },
    };
    int n = flags_read(argc, argv, flag, sizeof flag / sizeof flag[0], help);
    if (n <= 0) return n ? EXIT_USAGE : EXIT_FINE;
    if (n < 2) return complain("guess, clue, gloss or cross; see ninelives words --help");
    if (!w.game) return complain("no game here is about words");
    w.speech = w.game->hunch->speech;
    if (!load(&w)) return EXIT_USAGE;
    if (!strcmp(argv[1], "guess") && n == 2) return answer_all(&w, guess_row);
    if (!strcmp(argv[1], "clue") && n == 2) return answer_all(&w, clue_row);
    if (!strcmp(argv[1], "gloss")) return gloss(&w, n - 2, argv + 2);
    if (!strcmp(argv[1], "cross")) return cross(&w, games, seed, n - 2, argv + 2);
    return complain("\"%s\" is nothing to do with words; see ninelives words --help", argv[1]);
}
