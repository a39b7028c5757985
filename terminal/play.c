/* SPDX-License-Identifier: MIT
 * play.c - the command: who sits down at which table, and how it is shown. */
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../cli/cli.h"
#include "../cli/texts.h"
#include "../core/sha256.h"
#include "desk.h"
#include "lines.h"
#include "review.h"

typedef struct {
    const char *names, *bots, *bot, *seed, *lang, *speed, *bidi, *log, *words, *background, *join, *name;
    long long   players, seat, people;
    bool        plain, watch, resume, no_colour, no_clock, check;
} Wish;

/* ---- who sits where ---------------------------------------------------------------------- */

/* The i-th of a list with commas; the last one stands for all that follow if `last`. */
static bool nth(const char *list, int i, bool last, char *out, size_t cap)
{
    for (; list && *list; i--) {
        size_t n = strcspn(list, ",");
        bool end = !list[n];
        if (!i || (end && last)) return snprintf(out, cap, "%.*s", (int)n, list), true;
        list += n + !end;
    }
    return false;
}

/* An empty name in the list stands for the usual one. */
static bool names_fit(const char *list)
{
    char name[NAME_BYTES];
    for (int i = 0; nth(list, i, false, name, sizeof name); i++)
        if (*name && !legible_name(name)) return false;
    return true;
}

/* People from the chosen seat on; bots everywhere else. */
static void seat_people(Desk *d, const Wish *w, int seats)
{
    for (int i = 0; i < w->people && !w->watch; i++) d->people |= SEAT_BIT(((int)w->seat + i) % seats);
    d->voice.viewer = w->watch ? SEAT_TABLE : (Seat)w->seat;
}

static void name_seat(Desk *d, const Wish *w, Seat seat, int *person, int *bot)
{
    char *name = d->voice.name[seat];
    bool human = d->people >> seat & 1;
    if (nth(w->names, human ? *person : (int)w->people * !w->watch + *bot, false, name, NAME_BYTES) && *name) {
        *(human ? person : bot) += 1;
        return;
    }
    Text t = text_into(name, NAME_BYTES);
    if (!human) nth(say_word(&d->voice, "name.bots"), (*bot)++, true, name, NAME_BYTES);
    else if (w->people > 1) say_line(&d->voice, &t, "name.people", NULL, ++*person);
    else say_line(&d->voice, &t, "name.person", NULL, 0), ++*person;
}

static int sit_down(Desk *d, const Wish *w, int seats)
{
    int person = 0, bots = 0, named = 0;
    char level[24];
    if (!names_fit(w->names)) return complain("a name has 1 to %d characters, and they can be seen", LEGIBLE_NAME);
    seat_people(d, w, seats);
    for (Seat s = 0; s < seats; s++) {
        bool human = d->people >> s & 1;
        if (human || !nth(w->bots ? w->bots : w->bot, bots, true, level, sizeof level))
            snprintf(level, sizeof level, "sharp");
        if (!(d->bot[s] = bot_find(level))) return complain("there is no bot \"%s\"", level);
        bots += !human;
    }
    for (Seat s = 0; s < seats; s++) name_seat(d, w, s, &person, &named);
    return EXIT_FINE;
}

/* ---- choosing ------------------------------------------------------------------------------- */

static bool read_answer(char *out, size_t cap)
{
    fputs("> ", stdout);
    fflush(stdout);
    if (!fgets(out, (int)cap, stdin)) return false;
    out[strcspn(out, "\r\n")] = 0;
    return true;
}

static const Game *choose_game(Desk *d)
{
    char line[SENTENCE], seats[64];
    const Game *g;
    Voice *v = &d->voice;
    line_word(d, "menu.game", NULL, 0);
    for (int i = 0; (v->game = game_at(i)); i++) {
        snprintf(seats, sizeof seats, "%s, %d-%d", v->game->id, v->game->min_seats, v->game->max_seats);
        Text t = text_into(line, sizeof line);
        text_add(&t, "  "), text_number(&t, i + 1), text_add(&t, "  "), text_add(&t, say_title(v));
        say_line(v, &t, "gloss", seats, 0);
        line_put(d, line);
    }
    while (read_answer(line, sizeof line)) {
        int k = atoi(line);
        if (k >= 1 && (g = game_at(k - 1))) return g;
        if ((g = game_find(line))) return g;
        line_word(d, "menu.wrong", NULL, 0);
    }
    return NULL;
}

static void ask_text(const Desk *d, const char *key, const char *choices, char *out, size_t cap)
{
    line_word(d, key, choices, 0);
    if (!read_answer(out, cap)) out[0] = 0;
}

static void choose_options(const Desk *d, Options *o)
{
    char line[64], *equals;
    for (;;) {
        line_options(d, o);
        ask_text(d, "menu.change", NULL, line, sizeof line);
        if (!*line) return;
        if ((equals = strchr(line, '='))) *equals++ = 0;
        if (!equals || options_set(d->voice.game, o, line, equals)) line_word(d, "menu.wrong", NULL, 0);
    }
}

/* Asks for what the command line did not say. Enter takes the default. */
static void choose_table(const Desk *d, Wish *w)
{
    static char name[NAME_BYTES], bots[64];
    char choices[64], line[64];
    const Game *g = d->voice.game;
    snprintf(choices, sizeof choices, "%d-%d", g->min_seats, g->max_seats);
    ask_text(d, "menu.players", choices, line, sizeof line);
    int n = atoi(line);
    if (n >= g->min_seats && n <= g->max_seats) w->players = n;
    for (;;) {
        ask_text(d, "menu.name", NULL, name, sizeof name);
        if (names_fit(name)) break;
        line_word(d, "menu.wrong", NULL, 0);
    }
    if (*name) w->names = name;
    Text t = text_into(choices, sizeof choices);
    for (int i = 0; bot_at(i); i++) text_add(&t, i ? ", " : ""), text_add(&t, bot_at(i)->name);
    ask_text(d, "menu.bots", choices, bots, sizeof bots);
    if (bot_find(bots)) w->bots = bots;
}

/* ---- dealing ---------------------------------------------------------------------------------- */

static bool secret_of(const char *seed, uint8_t secret[ENTROPY])
{
    if (seed) return hex_read(seed, secret, ENTROPY) || (complain("--seed needs up to 64 hexadecimal digits"), false);
    FILE *f = fopen("/dev/urandom", "rb");
    bool ok = f && fread(secret, 1, ENTROPY, f) == ENTROPY;
    if (f) fclose(f);
    return ok || (complain("no randomness to be had from the system"), false);
}

/* Tried before the game: to hear after it that there is no log would be late. */
static bool log_or_complain(const char *path)
{
    FILE *f = path ? fopen(path, "a") : NULL;
    if (f) fclose(f);
    return f || !path || (complain("cannot write %s", path), false);
}

/* Own words, one a line. */
static bool words_or_complain(const Game *g, const char *path, Box *box)
{
    static const char *const flaw[] = { [BOX_LONG] = "is longer than 31 bytes", [BOX_STRANGE] = "cannot be read",
                                        [BOX_TWICE] = "comes twice", [BOX_FULL] = "is one too many" };
    size_t n;
    char *text = path ? file_read(path, &n) : NULL, *rest = text, *line;
    bool ok = !path || (text && (g->boxed || (complain("%s has no words of its own", g->id), false)));
    for (int number = 1; ok && text && (line = strsep(&rest, "\n")); number++) {
        line[strcspn(line, "\r")] = 0;
        BoxFlaw f = *line ? box_add(box, line) : BOX_FINE;
        if (f) ok = (complain("%s:%d: \"%s\" %s", path, number, line, flaw[f]), false);
    }
    free(text);
    return ok;
}

/* The first game follows the last one that was kept, unless a seed says what is dealt. */
static void follow_kept(Desk *d, const Wish *w, const Game *g, Options *o)
{
    static Round last;
    static Box box;
    if (!w->seed && desk_last(g, &last, &box)) desk_follow(d, &last, o);
}

/* The log of the first game, and beside it those of the games after it: FILE, FILE.2, FILE.3. */
/* Another game: new cards, after the one that is over; after a seed the same ones every time. */
static bool deal_again(Desk *d, const Wish *w)
{
    uint8_t secret[ENTROPY];
    Options o = d->wished;
    static_assert(ENTROPY == (int)SHA256, "a hash is a secret");
    if (w->seed) sha256(d->round.table.secret, ENTROPY, secret);
    else if (!secret_of(NULL, secret)) return false;
    else desk_follow(d, &d->round, &o);
    return desk_again(d, &o, secret);
}

/* After the screen has been given back, the result stays where the terminal goes on. */
static DeskEnd play_once(Desk *d, bool plain)
{
    DeskEnd end = plain ? plain_play(d) : screen_play(d);
    if (end == DESK_LEFT) {
        if (d->people) line_word(d, desk_save(d) ? "saved" : "notsaved", NULL, 0);
        return end;
    }
    desk_forget(d);
    if (!plain) plain_result(d), plain_record(d);
    return end;
}

void desk_review(Desk *d)
{
    static Account a;
    int code = account_of(&a, d->log, -1, review_usual);
    if (code == EXIT_FINE || code == EXIT_INTERRUPTED) account_say(&a, &d->voice, d->log);
    account_free(&a);
}

static bool in_lines(const Wish *w)
{
    return w->plain || !isatty(STDOUT_FILENO) || !isatty(STDIN_FILENO) || !screen_possible();
}

static int show(Desk *d, const Wish *w)
{
    bool plain = in_lines(w);
    bool logged = true, again = true;
    if (!plain) all_colours_wanted();
    for (int game = 1; again; game++) {
        DeskEnd end = play_once(d, plain);
        logged &= !w->log || desk_log(d, w->log, game);
        for (; end == DESK_REVIEW; end = plain_again(d)) desk_review(d);
        again = end == DESK_AGAIN && deal_again(d, w);
    }
    desk_free(d);
    return logged ? EXIT_FINE : (complain("cannot write %s", w->log), EXIT_NOT_SO);
}

/* At a server's table the game, its cards and who sits where are not ours to say. */
static int join(Desk *d, const Wish *w, int n)
{
    const struct { const char *flag; bool given; } useless[] = {
        { "GAME", n > 1 }, { "--players", w->players }, { "--seat", w->seat >= 0 }, { "--people", w->people },
        { "--names", w->names }, { "--bots", w->bots }, { "--seed", w->seed }, { "--no-clock", w->no_clock },
        { "--words", w->words }, { "--resume", w->resume },
    };
    for (size_t i = 0; i < sizeof useless / sizeof *useless; i++)
        if (useless[i].given) return complain("with --join there is no %s: the table decides that", useless[i].flag);
    if (w->watch && w->name) return complain("who only watches needs no --name");
    bool plain = in_lines(w);
    if (!plain) all_colours_wanted();
    return join_table(d, w->join, w->name, w->log, w->watch, plain);
}

static int go_on(Desk *d, const Wish *w, const char *game)
{
    Why y = { "" };
    if (game && !game_or_complain(game)) return EXIT_USAGE;
    if (!desk_load(d, game, &y)) return complain("%s", y.text), EXIT_NOT_SO;
    for (Seat s = 0; s <= SEAT_TABLE; s++) d->told[s] = d->happened_n > 8 ? d->happened_n - 8 : 0;
    d->voice.viewer = d->people ? (Seat)__builtin_ctz(d->people) : SEAT_TABLE;
    line_word(d, "resumed", NULL, 0);
    return show(d, w);
}

static int deal(Desk *d, Wish *w, char **argv, int n)
{
    uint8_t secret[ENTROPY];
    Options o;
    const Game *g = n > 1 ? game_or_complain(argv[1]) : choose_game(d);
    if (!(d->voice.game = g)) return EXIT_USAGE;
    if (n <= 1) choose_table(d, w);
    if (!w->players) w->players = g->min_seats < 3 && g->max_seats >= 3 && !w->watch && g->hunch ? 3 : g->min_seats;
    if (w->players < g->min_seats || w->players > g->max_seats)
        return complain("%s is for %d to %d players", g->id, g->min_seats, g->max_seats);
    if (w->seat >= w->players) return complain("--seat must be below %lld", w->players);
    if (w->people > w->players) return complain("--people must be at most %lld", w->players);
    /* The same seed must give the same game as anywhere else, so then the rules' own defaults count. */
    if (w->seed) options_default(g, (int)w->players, &o);
    else options_offer(g, (int)w->players, &o);
    int lang = options_role(g, ROLE_LANG);
    if (lang >= 0) options_set(g, &o, g->options[lang].name, language[d->voice.lang].code);
    if (!options_or_complain(g, argv + 2, n > 2 ? n - 2 : 0, &o)) return EXIT_USAGE;
    if (n <= 1) choose_options(d, &o);
    if (!words_or_complain(g, w->words, &d->box)) return EXIT_USAGE;
    d->wished = o;
    follow_kept(d, w, g, &o);
    if (sit_down(d, w, (int)w->players) || !secret_of(w->seed, secret)) return EXIT_USAGE;
    if (!desk_start(d, g, &o, secret)) return complain("%s cannot be set up so", g->id);
    return show(d, w);
}

/* What the flags say of the terminal; false after a complaint. */
static bool know_terminal(Desk *d, const Wish *w)
{
    bool dark = !strcmp(w->background, "dark"), ours = !strcmp(w->bidi, "app"), theirs = !strcmp(w->bidi, "terminal");
    if (!ours && !theirs && strcmp(w->bidi, "auto")) return complain("--bidi is auto, app or terminal"), false;
    d->voice.bidi = ours ? BIDI_OURS : theirs ? BIDI_TERMINAL : bidi_of_terminal();
    if (!dark && strcmp(w->background, "light") && strcmp(w->background, "auto"))
        return complain("--background is auto, dark or light"), false;
    d->dark = dark || (!strcmp(w->background, "auto") && dark_background());
    d->no_colour = w->no_colour || no_colour_wanted();
    return true;
}

static int play(Wish *w, char **argv, int n)
{
    static Desk d;
    char *end;
    if (!log_or_complain(w->log)) return EXIT_USAGE;
    if (w->check) return words_check() ? EXIT_NOT_SO : EXIT_FINE;
    if ((d.voice.lang = language_named(w->lang)) < 0)
        return complain("there is no language \"%s\"; there are %s", w->lang, language_list());
    d.speed = strtod(w->speed, &end);
    if (*end || d.speed < 0 || d.speed > 100) return complain("--speed needs a number from 0 to 100");
    if (!know_terminal(&d, w)) return EXIT_USAGE;
    d.no_clock = w->no_clock;
    /* The same seed must give the same game, so bots then get a number of iterations, not a time. */
    d.budget = w->seed ? (Budget){ .iterations = 1000 } : (Budget){ .microseconds = 50000 };
    if (w->join) return join(&d, w, n);
    if (w->name) return complain("--name goes with --join; here it is --names");
    if (w->seat < 0) w->seat = 0;
    if (!w->people) w->people = 1;
    return w->resume ? go_on(&d, w, n > 1 ? argv[1] : NULL) : deal(&d, w, argv, n);
}

int cmd_play(int argc, char **argv)
{
    static const char help[] =
        "usage: ninelives play [GAME] [--players N] [--names A,B,...] [--bots LEVEL,...] [OPTION=VALUE...]\n"
        "       ninelives play --join URL [--name NAME | --watch] [--log FILE]\n\n"
        "A table in the terminal; bots take the chairs that people leave. Without GAME it asks.\n"
        "With --join it sits down at a server's table, together with browsers and other terminals.\n\n"
        "  --join URL      the link that people send each other, such as https://example.org/t/mirotuka\n"
        "  --name NAME     your name there; it asks otherwise. The same command again takes the same seat again\n"
        "  --players N     how many sit down (3, or the fewest the game allows)\n"
        "  --seat S        your chair, from 0 (0)\n"
        "  --people N      so many people share the keyboard, from your chair on (1)\n"
        "  --names A,B     names, people's first\n"
        "  --bots A,B      random, easy, sharp, search; the last one named plays the rest (sharp)\n"
        "  --watch         bots only; with --join you look on\n"
        "  --speed X       1: bots take their time; 2: twice as fast; 0: no waiting (1)\n"
        "  --seed HEX      the same seed deals the same cards\n"
        "  --no-clock      a window stays open until you have answered\n"
        "  --words FILE    own words for a game of words, one a line; own=only takes no others if there are 25\n"
        "  --log FILE      writes the game down in the end, for \"ninelives replay\"\n"
        "  --resume        goes on with the table that was left last\n"
        "  --lang L        {languages} (the environment's)\n"
        "  --plain         line by line, for screen readers and scripts\n"
        "  --no-colour     as does NO_COLOR in the environment\n"
        "  --background=B  auto, dark or light: which colours can be read (auto, by COLORFGBG)\n"
        "  --bidi=HOW      who puts Hebrew in order: app, terminal, or auto: as this terminal is known to need (auto)\n"
        "  --check-text    looks for words that are missing, and plays nothing\n"
        "  OPTION=VALUE    options of the game, e.g. combos=off\n\n"
        "Leaving saves the table. What has been won and lost is kept as well, in $XDG_DATA_HOME/ninelives.\n"
        "After a game it can be reviewed, or another one played at once; its log is FILE.2, then FILE.3.\n";
    Wish w = { .bot = "sharp", .lang = lang_default(), .speed = "1", .seat = -1, .bidi = "auto", .background = "auto" };
    const Flag flag[] = {
        { .name = "--players", .number = &w.players, .low = 2, .high = MAX_SEATS },
        { .name = "--seat", .number = &w.seat, .low = 0, .high = MAX_SEATS - 1 },
        { .name = "--people", .number = &w.people, .low = 1, .high = MAX_SEATS },
        { .name = "--names", .text = &w.names }, { .name = "--bots", .text = &w.bots },
        { .name = "--bot", .text = &w.bot }, { .name = "--seed", .text = &w.seed },
        { .name = "--lang", .text = &w.lang }, { .name = "--speed", .text = &w.speed },
        { .name = "--bidi", .text = &w.bidi }, { .name = "--background", .text = &w.background },
        { .name = "--plain", .on = &w.plain },
        { .name = "--watch", .on = &w.watch }, { .name = "--resume", .on = &w.resume },
        { .name = "--no-colour", .on = &w.no_colour }, { .name = "--check-text", .on = &w.check },
        { .name = "--log", .text = &w.log }, { .name = "--words", .text = &w.words },
        { .name = "--no-clock", .on = &w.no_clock },
        { .name = "--join", .text = &w.join }, { .name = "--name", .text = &w.name },
    };
    int n = flags_read(argc, argv, flag, sizeof flag / sizeof flag[0], help);
    if (n <= 0) return n ? EXIT_USAGE : EXIT_FINE;
    return play(&w, argv, n);
}
