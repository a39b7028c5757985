/* SPDX-License-Identifier: MIT
 * play.c - a table in the terminal: one person, bots in the other chairs, plain lines that
 * a screen reader or a script can follow. */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../bots/bot.h"
#include "../cli/cli.h"
#include "../cli/texts.h"
#include "../core/table.h"
#include "../core/text.h"

typedef struct {
    Table      table;
    Seat       me;
    Player     bot[MAX_SEATS];           /* for every seat but mine */
    const char *lang;
} Play;

/* ---- what is seen --------------------------------------------------------------- */

/* Facts as indented lines: "hands: [defuse skip] [? ? ?]". */
typedef struct { Scribe to; int depth, lists; } Lines;

static void put_fact(Scribe *to, FactKind kind, const char *key, int number, const char *text)
{
    Lines *l = (Lines *)to;
    if (key && !l->lists) printf("%s  %s:", l->depth ? "\n" : "", key);
    if (key && l->lists) printf(" %s", key);
    l->depth = 1;
    switch (kind) {
    case FACT_NONE:     printf(" %s", l->lists ? "?" : "-"); break;
    case FACT_BOOL:     printf(" %s", number ? "yes" : "no"); break;
    case FACT_NUMBER:   printf(" %d", number); break;
    case FACT_FRACTION:
    case FACT_TEXT:     printf(" %s", *text ? text : "\"\""); break;
    case FACT_LIST: case FACT_OBJECT:
        fputs(" [", stdout);
        l->lists++;
        break;
    }
}

static void close_list(Scribe *to)
{
    fputs(" ]", stdout);
    ((Lines *)to)->lists--;
}

static void show_view(const Play *p)
{
    _Alignas(16) uint8_t view[MAX_STATE];
    Lines l = { { put_fact, close_list }, 0, 0 };
    p->table.game->observe(p->table.state, p->me, view);
    p->table.game->tell(view, p->me, &l.to);
    putchar('\n');
}

static void show_arg(const Play *p, const EventArg *a, int value, const char *word)
{
    if (value == BLANK) printf(" %s ?", a->key);
    else if (a->type == 'C') printf(" %s", value ? p->table.game->cards[value] : "-");
    else if (a->type == '@' && value != SEAT_NONE) printf(" %s %s%d", a->key, value == p->me ? "you, seat " : "seat ", value);
    else if (a->type == 'N') printf(" %s %d", a->key, value);
    else if (a->type == 'W') printf(" %s", word);
}

static void show_events(const Play *p, const Events *ev, const char *word)
{
    const Game *g = p->table.game;
    for (int i = 0; i < ev->n; i++) {
        Event e;
        EventArg a;
        events_redact(g, &ev->at[i], p->me, &e);
        if (e.seat == p->me) printf("  you: ");
        else if (e.seat < MAX_SEATS) printf("  seat %d: ", e.seat);
        else printf("  table: ");
        fputs(g->events[e.kind].name, stdout);
        for (int k = 0; event_arg(&g->events[e.kind], k, &a); k++) show_arg(p, &a, e.arg[k], word);
        putchar('\n');
    }
}

/* ---- what is said ---------------------------------------------------------------- */

enum { SHOWN = 40 };

static void show_moves(const Play *p, const Move *list, int n)
{
    char text[MAX_LINE];
    puts("Your moves:");
    for (int i = 0; i < n && i < SHOWN; i++) {
        move_format(p->table.game, &list[i], NULL, text, sizeof text);
        printf("  %2d  %s\n", i + 1, text);
    }
    if (n > SHOWN) printf("  ... and %d more; type one, e.g. as those above\n", n - SHOWN);
}

static bool read_line(char *out, size_t cap)
{
    printf("> ");
    fflush(stdout);
    if (!fgets(out, (int)cap, stdin)) return false;
    out[strcspn(out, "\r\n")] = 0;
    return true;
}

/* A number from the list or a move as text. False: the person leaves. */
static bool ask(Play *p, Move *m, char word[MAX_WORD])
{
    static Move list[MAX_MOVES];
    char line[MAX_LINE];
    int n = p->table.game->legal(p->table.state, p->me, list, MAX_MOVES);
    show_view(p);
    show_moves(p, list, n);
    while (read_line(line, sizeof line)) {
        char *end;
        long k = strtol(line, &end, 10);
        if (!strcmp(line, "quit") || !strcmp(line, "q")) return false;
        if (!strcmp(line, "?") || !strcmp(line, "help")) {
            puts("Type the number of a move, or the move itself; \"rules\" for the rules, \"look\" to look again, \"quit\" to leave.");
        } else if (!strcmp(line, "rules")) {
            const char *text = help_find(p->table.game->id, p->lang);
            if (text) help_print(text, 78);
        } else if (!strcmp(line, "look")) {
            show_view(p);
            show_moves(p, list, n);
        } else if (!*end && *line && k >= 1 && k <= n && list[k - 1].arg[0] != ARG_OPEN) {
            word[0] = 0;
            return *m = list[k - 1], true;
        } else if (!move_parse(p->table.game, p->table.options.seats, p->me, line, m, word)) {
            return true;
        } else {
            puts("That is not a move here; \"?\" helps.");
        }
    }
    return false;
}

/* Every bot hears what its seat is told. */
static void tell_bots(Play *p, const Events *ev)
{
    _Alignas(16) uint8_t view[MAX_STATE];
    for (Seat s = 0; s < p->table.options.seats; s++) {
        if (s == p->me) continue;
        p->table.game->observe(p->table.state, s, view);
        for (int i = 0; i < ev->n; i++) {
            Event e;
            events_redact(p->table.game, &ev->at[i], s, &e);
            player_hear(&p->bot[s], view, &e);
        }
    }
}

static bool my_move(Play *p)
{
    Move m;
    char word[MAX_WORD];
    Events ev = { .n = 0 };
    for (;;) {
        if (!ask(p, &m, word)) return false;
        Err e = table_move(&p->table, &m, word, &ev);
        if (!e) break;
        printf("Refused: %s\n", err_name(e));
    }
    table_settle(&p->table, &ev);
    tell_bots(p, &ev);
    show_events(p, &ev, word);
    return true;
}

static void bot_move(Play *p, Seat seat)
{
    _Alignas(16) uint8_t view[MAX_STATE];
    Move m;
    char word[MAX_WORD];
    Events ev = { .n = 0 };
    p->table.game->observe(p->table.state, seat, view);
    p->bot[seat].bot->choose(&p->bot[seat], view, (Budget){ .microseconds = 20000 }, &m, word);
    table_move(&p->table, &m, word, &ev);
    table_settle(&p->table, &ev);
    tell_bots(p, &ev);
    show_events(p, &ev, word);
}

/* Bots answer first: a person should not wait for their own window to close. */
static bool play_on(Play *p)
{
    SeatSet asked;
    while ((asked = table_asked(&p->table))) {
        SeatSet rest = asked & (SeatSet)~SEAT_BIT(p->me);
        if (asked >> p->me & 1) {
            if (!my_move(p)) return false;
        } else if (rest) {
            bot_move(p, (Seat)__builtin_ctz(rest));
        }
    }
    return true;
}

static void show_result(const Play *p)
{
    Result r;
    p->table.game->score(p->table.state, &r);
    puts("The game is over.");
    for (Seat s = 0; s < p->table.options.seats; s++)
        printf("  seat %d%s: place %d, %d points%s\n", s, s == p->me ? " (you)" : "", r.place[s], r.points[s],
               r.winners >> s & 1 ? ", won" : "");
}

/* ---- the command ------------------------------------------------------------------ */

static const Game *choose_game(void)
{
    char line[64];
    const Game *g;
    puts("Which game?");
    for (int i = 0; (g = game_at(i)); i++) printf("  %d  %s (%d-%d players)\n", i + 1, g->id, g->min_seats, g->max_seats);
    while (read_line(line, sizeof line)) {
        int k = atoi(line);
        if (k >= 1 && (g = game_at(k - 1))) return g;
        if ((g = game_find(line))) return g;
        puts("A number or a name from the list, please.");
    }
    return NULL;
}

static void random_secret(uint8_t secret[ENTROPY])
{
    FILE *f = fopen("/dev/urandom", "rb");
    if (!f || fread(secret, 1, ENTROPY, f) != ENTROPY) {
        complain("no randomness to be had from the system");
        exit(EXIT_NOT_SO);
    }
    fclose(f);
}

static int sit_down(Play *p, const Game *g, const Options *o, const Bot *bot, const char *seed)
{
    uint8_t secret[ENTROPY];
    if (!seed) random_secret(secret);
    else if (!hex_read(seed, secret, ENTROPY)) return complain("--seed needs up to 64 hexadecimal digits");
    if (table_start(&p->table, g, o, secret)) return complain("%s cannot be set up so", g->id);
    uint64_t small;
    memcpy(&small, secret, sizeof small);
    for (Seat s = 0; s < o->seats; s++) player_start(&p->bot[s], bot, g, s, small + s);
    printf("%s, %d players; you are seat %d. \"?\" helps.\n", g->id, o->seats, p->me);
    Events ev = { .n = 0 };
    table_settle(&p->table, &ev);
    tell_bots(p, &ev);
    if (play_on(p)) show_result(p);
    return EXIT_FINE;
}

int cmd_play(int argc, char **argv)
{
    static const char help[] =
        "usage: ninelives play [GAME] [--players N] [--seat S] [--bot NAME] [--seed HEX] [--lang L] [OPTION=VALUE...]\n\n"
        "A table in the terminal; bots take the other chairs.\n\n"
        "  --players N     how many sit down (the fewest the game allows, at least 3 if it can be)\n"
        "  --seat S        your chair, from 0 (0)\n"
        "  --bot NAME      who plays the others: random, easy, sharp or search (sharp)\n"
        "  --seed HEX      the same seed deals the same cards\n"
        "  --lang L        language of the rules help: en, he, zh-Hant, it\n"
        "  OPTION=VALUE    options of the game, e.g. combos=off\n";
    static Play p;
    long long players = 0, seat = 0;
    const char *bot = "sharp", *seed = NULL;
    p.lang = lang_default();
    const Flag flag[] = {
        { .name = "--players", .number = &players, .low = 2, .high = MAX_SEATS },
        { .name = "--seat", .number = &seat, .low = 0, .high = MAX_SEATS - 1 },
        { .name = "--bot", .text = &bot }, { .name = "--seed", .text = &seed }, { .name = "--lang", .text = &p.lang },
    };
    int n = flags_read(argc, argv, flag, sizeof flag / sizeof flag[0], help);
    if (n <= 0) return n ? EXIT_USAGE : EXIT_FINE;
    const Game *g = n > 1 ? game_or_complain(argv[1]) : choose_game();
    if (!g) return EXIT_USAGE;
    if (!players) players = g->min_seats < 3 && g->max_seats >= 3 ? 3 : g->min_seats;
    if (players < g->min_seats || players > g->max_seats)
        return complain("%s is for %d to %d players", g->id, g->min_seats, g->max_seats);
    if (seat >= players) return complain("--seat must be below %lld", players);
    const Bot *level = bot_find(bot);
    if (!level) return complain("there is no bot \"%s\"; there are random, easy, sharp and search", bot);
    p.me = (Seat)seat;
    Options o;
    options_default(g, (int)players, &o);
    if (!options_or_complain(g, argv + 2, n > 2 ? n - 2 : 0, &o)) return EXIT_USAGE;
    return sit_down(&p, g, &o, level, seed);
}
