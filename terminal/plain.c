/* SPDX-License-Identifier: MIT
 * plain.c - the table line by line, for screen readers, scripts and pipes. */
#include <stdio.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "../cli/texts.h"
#include "sheet.h"

enum { SHOWN = 40 };

/* ---- showing -------------------------------------------------------------------------- */

static void put_word(const Desk *d, const char *key, const char *t, int n)
{
    char line[SENTENCE];
    Text out = text_into(line, sizeof line);
    say_line(&d->voice, &out, key, t, n);
    puts(line);
}

static void show_cells(const Desk *d)
{
    Cell c;
    char mark[SENTENCE];
    for (int i = 0; sheet_cell(d, i, &c); i++) {
        Text t = text_into(mark, sizeof mark);
        if (!i) put_word(d, "grid", NULL, 0);
        sheet_mark(d, &c, &t);
        const char *key = c.key_sign ? c.key_sign->sign : "";
        printf("  %2d  %s%s%s%s%s\n", i, c.word, *key ? " " : "", key, *mark ? say_word(&d->voice, "comma") : "", mark);
    }
}

static void show_list(const Desk *d, const Fact *list)
{
    char line[SENTENCE];
    Text t = text_into(line, sizeof line);
    sheet_title(d, list, &t);
    if (list->child) puts(line);
    for (const Fact *item = list->child; item; item = item->next) {
        t = text_into(line, sizeof line);
        sheet_item(d, list, item, &t);
        printf("  %s\n", line);
    }
}

static void show_table(const Desk *d)
{
    char line[SENTENCE];
    for (Seat p = 0; p < d->voice.seats; p++) {
        Text t = text_into(line, sizeof line);
        sheet_seat(d, p, &t);
        printf("  %s\n", line);
    }
    for (int i = 0; ; i++) {
        Text t = text_into(line, sizeof line);
        if (!sheet_line(d, i, &t)) break;
        printf("  %s\n", line);
    }
    show_cells(d);
    const Fact *list;
    for (int i = 0; (list = sheet_list(d, i)); i++) show_list(d, list);
    Text t = text_into(line, sizeof line);
    if (sheet_own(d, &t)) printf("  %s\n", line);
}

static void show_moves(const Desk *d, const Move *list, int n)
{
    char line[SENTENCE];
    Text t = text_into(line, sizeof line);
    sheet_waiting(d, &t);
    puts(line);
    put_word(d, "titled", say_word(&d->voice, "moves"), 0);
    for (int i = 0; i < n && i < SHOWN; i++) {
        t = text_into(line, sizeof line);
        say_move(&d->voice, &t, &list[i]);
        printf("  %2d  %s\n", i + 1, line);
    }
    if (n > SHOWN) put_word(d, "moves.more", NULL, n - SHOWN);
}

static void show_news(Desk *d)
{
    char line[SENTENCE];
    desk_look(d, d->voice.viewer);
    for (;;) {
        Text t = text_into(line, sizeof line);
        if (!desk_tell(d, &t)) return;
        printf("* %s\n", line);
    }
}

/* Those of the moves that what was typed may have meant. */
static void show_fitting(const Desk *d, const char *typed, const Move *list, int n)
{
    char line[SENTENCE];
    int shown = 0;
    for (int i = 0; i < n && shown < SHOWN; i++) {
        if (!desk_fits(d, typed, &list[i])) continue;
        Text t = text_into(line, sizeof line);
        say_move(&d->voice, &t, &list[i]);
        printf("  %2d  %s\n", i + 1, line);
        shown++;
    }
}

/* ---- asking ------------------------------------------------------------------------------ */

static bool read_line(const Desk *d, char *out, size_t cap)
{
    if (isatty(STDIN_FILENO)) tcflush(STDIN_FILENO, TCIFLUSH);   /* typed before it was asked for */
    printf("%s ", language[d->voice.lang].rtl ? ">" : say_word(&d->voice, "prompt"));
    fflush(stdout);
    if (!fgets(out, (int)cap, stdin)) return false;
    out[strcspn(out, "\r\n")] = 0;
    return true;
}

static void show_help(const Desk *d, const char *card)
{
    char text[SENTENCE * 4];
    Text t = text_into(text, sizeof text);
    while (*card == ' ') card++;
    if (!*card) put_word(d, "help", NULL, 0);
    else if (sheet_help(d, card, &t)) puts(text);
    else put_word(d, "help.none", NULL, 0);
}

/* True when the line was a question about the table and not a move. */
static bool answer(Desk *d, const char *line, const Move *list, int n)
{
    if (!strncmp(line, "help", 4)) return show_help(d, line + 4), true;
    if (line[0] == '?') return show_help(d, line + 1), true;
    if (!strcmp(line, "look")) return show_table(d), show_moves(d, list, n), true;
    if (strcmp(line, "rules")) return false;
    const char *rules = help_find(d->voice.game->id, language[d->voice.lang].code);
    if (rules) help_print(stdout, rules, 78);
    return true;
}

/* False: the person leaves. */
static bool ask(Desk *d, const Move *list, int n)
{
    char line[MAX_LINE], word[MAX_WORD], key[32];
    Move m;
    while (read_line(d, line, sizeof line)) {
        if (!strcmp(line, "quit") || !strcmp(line, "q")) return false;
        if (answer(d, line, list, n)) continue;
        Reading read = desk_read(d, line, list, n, &m, word);
        if (read) put_word(d, read == READ_SEVERAL ? "many" : "notmove", NULL, 0);
        if (read == READ_SEVERAL) show_fitting(d, line, list, n);
        if (read) continue;
        Err e = desk_move(d, &m, word);
        if (!e) return true;
        snprintf(key, sizeof key, "err.%s", err_name(e));
        put_word(d, key, NULL, 0);
    }
    return false;
}

/* Passes the keyboard to another person: empty lines push what the last one saw off the screen. */
static bool hand_over(Desk *d, Seat to)
{
    char line[MAX_LINE];
    if (d->voice.viewer == to) return true;
    d->voice.viewer = to;
    for (int i = 0; i < 60; i++) putchar('\n');
    put_word(d, "pass.to", d->voice.name[to], 0);
    return fgets(line, sizeof line, stdin);
}

static bool person_moves(Desk *d, Seat seat)
{
    static Move list[MAX_MOVES];
    if (!hand_over(d, seat)) return false;
    show_news(d);
    show_table(d);
    int n = desk_moves(d, list);
    show_moves(d, list, n);
    return ask(d, list, n);
}

static void show_meant(const Desk *d)
{
    char line[SENTENCE];
    bool first = true;
    for (size_t i = 0; i < d->happened_n; i++) {
        Text t = text_into(line, sizeof line);
        if (!desk_meant(d, i, &t)) continue;
        if (first) put_word(d, "meant.title", NULL, 0);
        first = false;
        printf("  %s\n", line);
    }
}

static void show_result(const Desk *d)
{
    char line[SENTENCE];
    put_word(d, "over", NULL, 0);
    for (int i = 0; ; i++) {
        Text t = text_into(line, sizeof line);
        if (!sheet_result(d, i, &t)) return;
        printf("  %s\n", line);
    }
}

DeskEnd plain_play(Desk *d)
{
    SeatSet asked;
    put_word(d, "sat", say_title(&d->voice), d->voice.seats);
    while ((asked = round_asked(&d->round))) {
        SeatSet people = asked & d->people;
        /* Whoever is at the keyboard answers first, so that it changes hands less often. */
        Seat next = (Seat)__builtin_ctz(people ? people : asked);
        if (d->voice.viewer < MAX_SEATS && people >> d->voice.viewer & 1) next = d->voice.viewer;
        if (people && !person_moves(d, next)) return DESK_LEFT;
        if (!people) desk_bot(d, next);
        show_news(d);
    }
    show_result(d);
    show_meant(d);
    return DESK_OVER;
}
