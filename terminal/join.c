/* SPDX-License-Identifier: MIT
 * join.c - a table that a server keeps: sitting down there, what is said and decided between rounds, and playing the
 * rounds with the same screen or lines as a table that is kept here. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <strings.h>
#include <unistd.h>

#include "../cli/cli.h"
#include "../cli/texts.h"
#include "guest.h"
#include "lines.h"
#include "sheet.h"

static const double FETCH_SECONDS = 10;

/* ---- the table as a host ------------------------------------------------------------------------------- */

static const Fact *look_there(Desk *d) { return d->guest->scene.fact; }

/* While a move has not been answered, there is nothing to choose. */
static int moves_there(const Desk *d, Move *list)
{
    const Guest *g = d->guest;
    if (*g->sent.id) return 0;
    memcpy(list, g->offer, (size_t)g->offers * sizeof *list);
    return g->offers;
}

/* The table answers later, with an event or with a remark. */
static Err play_there(Desk *d, const Move *m, const char *word)
{
    guest_move(d->guest, m, word);
    d->now.step++;
    return E_OK;
}

static void score_there(const Desk *d, Result *r) { *r = d->guest->seen.result; }

static const Host there = { look_there, moves_there, play_there, score_there };

void desk_attend(const Desk *d)
{
    if (d->guest) guest_turn(d->guest);
}

/* ---- phrases ------------------------------------------------------------------------------------------------ */

static void list_phrases(const Desk *d)
{
    char line[SENTENCE];
    for (int i = 0; phrases[i]; i++) {
        const char *said = words_of(d->voice.game, d->voice.lang, "phrase.", phrases[i]);
        snprintf(line, sizeof line, "  %c  %s", 'a' + i, said);
        line_put(d, line);
    }
}

/* By its letter, its name on the wire, or as it reads here. */
static int phrase_named(const Desk *d, const char *name)
{
    for (int i = 0; phrases[i]; i++) {
        const char *said = words_of(d->voice.game, d->voice.lang, "phrase.", phrases[i]);
        if ((name[0] == 'a' + i && !name[1]) || !strcasecmp(name, phrases[i]) || !strcasecmp(name, said)) return i;
    }
    return -1;
}

bool join_said(const Desk *d, const char *line)
{
    if (strncmp(line, "say", 3) || (line[3] && line[3] != ' ')) return false;
    int i = line[3] ? phrase_named(d, line + 4) : -1;
    if (!line[3]) list_phrases(d);
    else if (i < 0) desk_remark(d->guest->d, "err.bad_phrase", SEAT_NONE, "");
    else if (!guest_phrase(d->guest, phrases[i])) desk_remark(d->guest->d, "join.no_line", SEAT_NONE, "");
    return true;
}

/* ---- the log of a game that is over ------------------------------------------------------------------------- */

/* The server may be anybody's: only lines that can be read are taken. */
static bool legible_lines(const char *text)
{
    for (; *text; text += *text == '\n') {
        size_t n = strcspn(text, "\n");
        if (n && !legible_points(text, n)) return false;
        text += n;
    }
    return true;
}

/* The log of the last game becomes the desk's; false: the server does not give it. */
static bool fetch_log(Desk *d)
{
    const Guest *g = d->guest;
    char path[96];
    snprintf(path, sizeof path, "/api/tables/%s/rounds/%u", g->to.code, (unsigned)g->seen.result_of);
    char *log = g->seen.result_of ? wire_fetch(&g->to, path, FETCH_SECONDS) : NULL;
    if (!log || !legible_lines(log)) return free(log), false;
    free(d->log);
    d->log = log;
    d->log_n = strlen(log);
    d->log_room = d->log_n + 1;
    return true;
}

static void review_last(Desk *d)
{
    if (fetch_log(d)) desk_review(d);
    else line_word(d, "join.no_log", NULL, 0);
}

/* ---- between rounds ----------------------------------------------------------------------------------------- */

/* "  2  Noa, host, away"; "  3  Misty, bot: sharp"; "  4  free chair" */
static void show_chair(const Desk *d, Seat p)
{
    char line[SENTENCE], level[32];
    const Seen *s = &d->guest->seen;
    const Chair *c = &s->chair[p];
    const char *comma = say_word(&d->voice, "comma");
    Text t = text_into(line, sizeof line);
    text_add(&t, "  "), text_number(&t, p + 1), text_add(&t, "  ");
    text_add(&t, *c->name || *c->bot ? d->voice.name[p] : say_word(&d->voice, "join.free"));
    snprintf(level, sizeof level, "bot.%s", c->bot);
    if (*c->bot && !*c->name) text_add(&t, comma), say_line(&d->voice, &t, "join.level", say_word(&d->voice, level), 0);
    if (p == s->me) text_add(&t, comma), text_add(&t, say_word(&d->voice, "join.me"));
    if (p == s->host && *c->name) text_add(&t, comma), text_add(&t, say_word(&d->voice, "join.host"));
    if (*c->name && !c->here) text_add(&t, comma), text_add(&t, say_word(&d->voice, "join.not_here"));
    line_put(d, line);
}

static void show_chairs(const Desk *d)
{
    char line[SENTENCE], clock[32];
    const Seen *s = &d->guest->seen;
    Phrase p = { .n = 0 };
    Text t = text_into(line, sizeof line);
    phrase_text(&p, "t", say_title(&d->voice));
    phrase_text(&p, "code", d->guest->to.code);
    say(&d->voice, &t, "join.table", &p);
    line_put(d, line);
    for (Seat seat = 0; seat < s->options.seats; seat++) show_chair(d, seat);
    t = text_into(line, sizeof line);
    if (sheet_options(d, &t)) line_put(d, line);
    snprintf(clock, sizeof clock, "clock.%s", s->clock);
    if (*s->clock) line_word(d, "join.clock", say_word(&d->voice, clock), 0);
    if (s->watching) line_word(d, "join.watchers", NULL, s->watching);
}

/* What this guest can do now. */
static void show_ways(const Desk *d)
{
    const Seen *s = &d->guest->seen;
    if (s->me == SEAT_TABLE) line_word(d, "join.watching", NULL, 0);
    else if (s->me == s->host) line_word(d, "join.hosting", NULL, 0);
    else line_word(d, "join.waiting", s->host < MAX_SEATS ? d->voice.name[s->host] : "", 0);
}

static bool fill_chairs(const Desk *d, const char *level)
{
    Guest *g = d->guest;
    while (*level == ' ') level++;
    if (*level && !bot_find(level)) return false;
    for (Seat p = 0; p < g->seen.options.seats; p++) {
        const Chair *c = &g->seen.chair[p];
        if (!*c->name && (!*c->bot || *level)) guest_bot(g, p, *level ? level : "sharp");
    }
    return true;
}

static bool set_option(const Desk *d, const char *line)
{
    char name[64];
    const char *equals = strchr(line, '=');
    Options o = d->guest->seen.options;
    if (!equals || equals - line >= (int)sizeof name) return false;
    snprintf(name, sizeof name, "%.*s", (int)(equals - line), line);
    return !options_set(d->voice.game, &o, name, equals + 1) && guest_option(d->guest, name, equals + 1);
}

static void show_rules(const Desk *d)
{
    const char *rules = help_find(d->voice.game->id, language[d->voice.lang].code);
    if (rules) help_print(stdout, rules, 78);
}

/* False: the person leaves. */
static bool heed(Desk *d, const char *line)
{
    Guest *g = d->guest;
    if (!strcmp(line, "quit") || !strcmp(line, "q")) return false;
    if (!strcmp(line, "stand")) return guest_stand(g), token_forget(&g->to), g->token[0] = g->name[0] = 0, true;
    if (!strcmp(line, "start")) g->starting = guest_start(g);
    else if (!strcmp(line, "look") || !*line) show_chairs(d);
    else if (!strcmp(line, "options")) line_options(d, &g->seen.options);
    else if (!strcmp(line, "rules")) show_rules(d);
    else if (!strcmp(line, "review")) review_last(d);
    else if (join_said(d, line)) return true;
    else if (!strncmp(line, "bots", 4) && fill_chairs(d, line + 4)) return true;
    else if (!strcmp(line, "?") || !strcmp(line, "help")) show_ways(d);
    else if (!set_option(d, line)) line_word(d, "menu.wrong", NULL, 0);
    return true;
}

static void show_news(Desk *d)
{
    char line[SENTENCE], told[SENTENCE + 2];
    for (Text t = text_into(line, sizeof line); desk_tell(d, &t); t = text_into(line, sizeof line)) {
        snprintf(told, sizeof told, "* %s", line);
        line_put(d, told);
    }
}

static bool in_round(const Desk *d)
{
    const Seen *s = &d->guest->seen;
    return s->known && (s->phase == PLAYING || s->phase == PAUSED) && d->guest->round == s->round && !d->now.over;
}

static bool other_table(const Seen *a, const Seen *b)
{
    bool other = a->game != b->game || a->me != b->me || a->host != b->host
              || memcmp(&a->options, &b->options, sizeof a->options);
    for (Seat p = 0; p < MAX_SEATS; p++) other |= strcmp(a->chair[p].bot, b->chair[p].bot) != 0;
    return other;
}

/* The table is shown when it is first seen, and when it has become another. Who comes and goes is told in a line. */
static void show_changes(Desk *d, Seen *shown)
{
    const Seen *s = &d->guest->seen;
    bool other = other_table(shown, s);
    bool sits_soon = s->me == SEAT_TABLE && *d->guest->name;
    if (s->known && other && s->phase != PLAYING && !sits_soon) {
        show_chairs(d);
        if (shown->me != s->me || shown->host != s->host || !shown->known) show_ways(d);
        line_prompt();
    }
    *shown = *s;
}

/* Lines from a pipe come as fast as they are read: those after a start are meant for the game. */
static bool may_read(const Desk *d)
{
    const Guest *g = d->guest;
    bool between = g->seen.phase == LOBBY || g->seen.phase == OVER;
    return g->seen.known && !line_ended() && (isatty(STDIN_FILENO) || (between && !g->starting));
}

/* Until a round is being played: true. False: left, or sent away. */
static bool wait_for_round(Desk *d)
{
    Seen shown = { .known = false };
    char line[MAX_LINE];
    line_drop();
    while (!in_round(d) && !d->now.gone) {
        show_news(d);
        show_changes(d, &shown);
        fflush(stdout);
        bool reads = may_read(d);
        if (reads && line_typed(line, sizeof line)) {
            if (!heed(d, line)) return false;
            continue;
        }
        if (reads && line_ended() && d->guest->seen.me < MAX_SEATS) return false;
        guest_wait(d->guest, reads && !line_ended(), 1000);
    }
    if (d->now.gone) show_news(d);
    return !d->now.gone;
}

/* ---- the whole visit ------------------------------------------------------------------------------------------ */

/* A name, from the command line or asked for. */
static bool choose_name(const Desk *d, const char *name, char out[NAME_BYTES])
{
    char line[MAX_LINE] = "";
    if (name) snprintf(line, sizeof line, "%s", name);
    while (!legible_name(line)) {
        if (*line) line_word(d, "err.bad_name", NULL, 0);
        if (name || line_ended()) return false;
        line_word(d, "menu.name", NULL, 0);
        line_prompt();
        fflush(stdout);
        while (!line_typed(line, sizeof line) && !line_ended())
            poll(&(struct pollfd){ .fd = STDIN_FILENO, .events = POLLIN }, 1, 1000);
    }
    text_cut(out, NAME_BYTES, line);
    return true;
}

/* As in voice_put(): a terminal that does not put the text in order gets it in order. */
static void say_refusal(const Desk *d, const char *key)
{
    char ordered[SENTENCE];
    const char *text = say_word(&d->voice, key);
    bool turn = language[d->voice.lang].rtl && d->voice.bidi == BIDI_OURS && isatty(STDERR_FILENO);
    if (turn) lay_visual(text, ordered, sizeof ordered);
    complain("%s", turn ? ordered : text);
}

/* False: a log could not be written. */
static bool visit(Desk *d, const char *log, bool plain)
{
    bool logged = true;
    for (int game = 1; wait_for_round(d); game++) {
        DeskEnd end = plain ? plain_follow(d) : screen_play(d);
        if (end == DESK_LEFT) break;
        if (!plain) plain_result(d);
        logged &= !log || (fetch_log(d) && desk_log(d, log, game));
        if (end == DESK_REVIEW) review_last(d);
    }
    return logged;
}

void join_sit(Desk *d, Guest *g)
{
    d->host = &there;
    d->guest = g;
    d->voice.viewer = g->seen.me = SEAT_TABLE;
    d->now.over = true;
    g->d = d;
}

int join_table(Desk *d, const char *link, const char *name, const char *log, bool watch, bool plain)
{
    static Guest g;
    join_sit(d, &g);
    if (!address_read(link, &g.to)) return say_refusal(d, "join.no_link"), EXIT_USAGE;
    if (!watch) token_load(&g.to, g.token);
    if (!watch && (name || !*g.token) && !choose_name(d, name, g.name)) return EXIT_USAGE;
    signal(SIGPIPE, SIG_IGN);
    guest_open(&g);
    bool logged = visit(d, log, plain);
    if (!logged) complain("cannot write %s", log);
    if (g.refused) say_refusal(d, g.refused);
    else if (g.seen.me < MAX_SEATS) line_word(d, "join.kept", NULL, 0);
    guest_leave(&g);
    desk_free(d);
    return g.refused || !logged ? EXIT_NOT_SO : EXIT_FINE;
}
