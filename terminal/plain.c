/* SPDX-License-Identifier: MIT
 * plain.c - the table line by line, for screen readers, scripts and pipes. It says what has happened and what is asked,
 * and no more: what can be done ("?") and how the table lies ("look") is told to whoever wants to know. */
#include <stdio.h>
#include <strings.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "../cli/texts.h"
#include "guest.h"
#include "lines.h"
#include "menu.h"
#include "sheet.h"

typedef struct {
    Desk *d;
    Move  list[MAX_MOVES];
    int   n;
    Menu  menu;
    char  own[SENTENCE];                 /* the viewer's cards, as they were told last */
    size_t rounds;                       /* how many ends of rounds have been told */
    uint64_t decision;                   /* at a table elsewhere: the question that was asked last */
} Plain;

/* ---- showing -------------------------------------------------------------------------- */

static void put_indented(const Desk *d, const char *text)
{
    char line[SENTENCE + 2];
    snprintf(line, sizeof line, "  %s", text);
    line_put(d, line);
}

static void show_cells(const Desk *d)
{
    Cell c;
    char mark[SENTENCE], line[SENTENCE * 2];
    for (int i = 0; sheet_cell(d, i, &c); i++) {
        Text t = text_into(mark, sizeof mark);
        if (!i) line_word(d, "grid", NULL, 0);
        sheet_mark(d, &c, &t);
        const char *key = c.key_sign ? c.key_sign->sign : "";
        const char *comma = *mark ? say_word(&d->voice, "comma") : "";
        snprintf(line, sizeof line, "  %2d  %s%s%s%s%s", i, c.word, *key ? " " : "", key, comma, mark);
        line_put(d, line);
    }
}

static void show_list(const Desk *d, const Fact *list)
{
    char line[SENTENCE];
    Text t = text_into(line, sizeof line);
    sheet_title(d, list, &t);
    if (list->child) line_put(d, line);
    for (const Fact *item = list->child; item; item = item->next) {
        t = text_into(line, sizeof line);
        sheet_item(d, list, item, &t);
        put_indented(d, line);
    }
}

static void show_players(const Desk *d)
{
    char line[SENTENCE];
    for (int side = 0; side < 2 && sheet_sides(d); side++) {
        Text t = text_into(line, sizeof line);
        sheet_side(d, side, &t);
        put_indented(d, line);
    }
    for (Seat p = 0; p < d->voice.seats && !sheet_sides(d); p++) {
        Text t = text_into(line, sizeof line);
        sheet_seat(d, p, &t);
        if (sheet_next(d) == p) {
            text_add(&t, say_word(&d->voice, "comma"));
            text_add(&t, say_word(&d->voice, "seat.next"));
        }
        put_indented(d, line);
    }
}

static void show_table(const Desk *d)
{
    char line[SENTENCE];
    const Fact *list;
    Text t = text_into(line, sizeof line);
    show_players(d);
    if (sheet_options(d, &t)) put_indented(d, line);
    for (int i = 0; ; i++) {
        t = text_into(line, sizeof line);
        if (!sheet_line(d, i, false, &t)) break;
        put_indented(d, line);
    }
    show_cells(d);
    for (int i = 0; (list = sheet_list(d, i)); i++) show_list(d, list);
    t = text_into(line, sizeof line);
    if (sheet_own(d, &t)) put_indented(d, line);
}

/* How a round ended: the rows, what they count, how everybody stands. */
static void show_round(Plain *p)
{
    char line[SENTENCE];
    Seat seat;
    p->rounds = p->d->ends;
    line_word(p->d, "round.over", NULL, 0);
    desk_look_back(p->d);
    for (int i = 0; sheet_standing(p->d, i, &seat); i++) {
        Text t = text_into(line, sizeof line);
        sheet_seat(p->d, seat, &t);
        sheet_gain(p->d, seat, &t);
        put_indented(p->d, line);
    }
    for (int i = 0; ; i++) {
        Text t = text_into(line, sizeof line);
        if (!sheet_round(p->d, i, &t)) break;
        put_indented(p->d, line);
    }
    desk_look(p->d, p->d->voice.viewer);
}

static void show_news(Plain *p)
{
    Desk *d = p->d;
    char line[SENTENCE], told[SENTENCE + 2];
    desk_look(d, d->voice.viewer);
    for (;;) {
        Text t = text_into(line, sizeof line);
        if (p->rounds < d->ends && d->told[d->voice.viewer] >= d->ended_at) show_round(p);
        if (!desk_tell(d, &t)) return;
        snprintf(told, sizeof told, "* %s", line);
        line_put(d, told);
    }
}

static void show_line(const Plain *p, int i)
{
    char line[SENTENCE], text[SENTENCE];
    Text t = text_into(text, sizeof text);
    menu_text(&p->menu, i, &t);
    int number = menu_number(&p->menu, i);
    if (number < 0) snprintf(line, sizeof line, "      %.900s", text);
    else snprintf(line, sizeof line, "  %2d  %.900s", number, text);
    line_put(p->d, line);
}

/* What can be done; inside a line that has been opened, what it is to be put together from. */
static void show_moves(const Plain *p)
{
    char line[SENTENCE];
    Text t = text_into(line, sizeof line);
    menu_heading(&p->menu, &t);
    if (t.n) line_put(p->d, line);
    else line_word(p->d, "titled", say_word(&p->d->voice, "moves"), 0);
    for (int i = 0; i < p->menu.count; i++) show_line(p, i);
    if (p->menu.deep > p->menu.root) line_word(p->d, "menu.back", NULL, 0);
}

/* ---- asking ------------------------------------------------------------------------------ */

static bool read_line(char *out, size_t cap)
{
    if (isatty(STDIN_FILENO)) tcflush(STDIN_FILENO, TCIFLUSH);   /* typed before it was asked for */
    fputs("> ", stdout);
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
    if (!*card) line_word(d, "help", NULL, 0);
    else if (sheet_help(d, card, &t)) line_put(d, text);
    else line_word(d, "help.none", NULL, 0);
}

static void show_rules(const Desk *d)
{
    const char *rules = help_find(d->voice.game->id, language[d->voice.lang].code);
    if (rules) help_print(stdout, rules, 78);
}

static void show_map(const Desk *d)
{
    char text[SENTENCE * 8];
    Text t = text_into(text, sizeof text);
    if (sheet_map(d, &t)) line_put(d, text);
    else line_word(d, "map.none", NULL, 0);
}

/* All that has happened so far, as far as it is known. */
static void show_log(const Desk *d)
{
    char line[SENTENCE];
    for (size_t i = 0; i < d->happened_n; i++) {
        Text t = text_into(line, sizeof line);
        if (desk_sentence(d, i, &t)) put_indented(d, line);
    }
}

/* True when the line was a question about the table and not a move. */
static bool answer(const Plain *p, const char *line)
{
    if (!strcmp(line, "?")) return show_moves(p), true;
    if (line[0] == '?') return show_help(p->d, line + 1), true;
    if (!strncmp(line, "help", 4)) return show_help(p->d, line + 4), true;
    if (!strcmp(line, "look")) return show_table(p->d), true;
    if (!strcmp(line, "log")) return show_log(p->d), true;
    if (!strcmp(line, "map")) return show_map(p->d), true;
    if (!strcmp(line, "rules")) return show_rules(p->d), true;
    return false;
}

/* Lines of the menu that what was typed may have meant. */
static void show_fitting(const Plain *p, const char *typed)
{
    line_word(p->d, "many", NULL, 0);
    for (int i = 0; i < p->menu.count; i++)
        if (menu_fits(&p->menu, typed, i)) show_line(p, i);
}

/* True when a move was made. */
static bool try_move(Plain *p, const char *typed)
{
    Move m;
    char word[MAX_WORD], key[32];
    int line = 0;
    switch (menu_read(&p->menu, typed, &m, word, &line)) {
    case READ_STEP:    return menu_step(&p->menu, line), show_moves(p), false;
    case READ_SEVERAL: return show_fitting(p, typed), false;
    case READ_NONE:    return line_word(p->d, "notmove", NULL, 0), false;
    case READ_MOVE:    break;
    }
    Err e = desk_move(p->d, &m, word);
    snprintf(key, sizeof key, "err.%s", err_name(e));
    if (e) line_word(p->d, key, NULL, 0);
    return !e;
}

/* False: the person leaves. */
static bool ask(Plain *p)
{
    char line[MAX_LINE];
    while (read_line(line, sizeof line)) {
        if (!strcmp(line, "quit") || !strcmp(line, "q")) return false;
        if (!*line) menu_back(&p->menu);
        else if (!answer(p, line) && try_move(p, line)) return true;
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
    line_word(d, "pass.to", d->voice.name[to], 0);
    return fgets(line, sizeof line, stdin);
}

/* The viewer's own cards, when they are no longer those told last; then the question. */
static void show_question(Plain *p)
{
    char line[SENTENCE];
    Text t = text_into(line, sizeof line);
    if (sheet_own(p->d, &t) && strcmp(line, p->own)) line_put(p->d, line);
    snprintf(p->own, sizeof p->own, "%s", line);
    t = text_into(line, sizeof line);
    sheet_waiting(p->d, &t);
    if (p->menu.deep) text_char(&t, ' '), menu_heading(&p->menu, &t);
    if (p->d->closes > 0) text_char(&t, ' '), sheet_clock(p->d, p->d->closes, &t);
    line_put(p->d, line);
}

static bool person_moves(Plain *p, Seat seat)
{
    if (p->d->voice.viewer != seat) p->own[0] = 0;
    if (!hand_over(p->d, seat)) return false;
    show_news(p);
    p->n = desk_moves(p->d, p->list);
    menu_open(&p->menu, p->d, p->list, p->n);
    show_question(p);
    return ask(p);
}

/* ---- at a table elsewhere ---------------------------------------------------------------------- */

/* Asks what is new to be decided; what was asked before may have been decided by the clock. */
static void ask_news(Plain *p)
{
    const Desk *d = p->d;
    if (p->decision == d->now.decision && p->n == desk_moves(d, p->list)) return;
    p->decision = d->now.decision;
    p->n = desk_moves(d, p->list);
    menu_open(&p->menu, d, p->list, p->n);
    if (!p->n) return;
    show_question(p);
    line_drop();
    line_prompt();
}

/* False: the person leaves. */
static bool heed(Plain *p, const char *line)
{
    if (!strcmp(line, "quit") || !strcmp(line, "q")) return false;
    if (!*line) menu_back(&p->menu);
    else if (answer(p, line) || join_said(p->d, line)) return true;
    else if (!p->n) line_word(p->d, "err.not_asked", NULL, 0);
    else if (try_move(p, line)) p->n = 0;
    return true;
}

/* Lines from a pipe wait until the player is asked; people may ask or say something at any time. */
DeskEnd plain_follow(Desk *d)
{
    static Plain p;
    char line[MAX_LINE];
    p = (Plain){ .d = d, .decision = UINT64_MAX };
    line_word(d, "sat", say_title(&d->voice), d->voice.seats);
    while (!d->now.over && !d->now.gone) {
        show_news(&p);
        ask_news(&p);
        fflush(stdout);
        bool listens = p.n || isatty(STDIN_FILENO) || !d->people;
        if (listens && line_typed(line, sizeof line)) {
            if (!heed(&p, line)) return DESK_LEFT;
            if (p.n) line_prompt();
            continue;
        }
        if (p.n && line_ended()) return DESK_LEFT;
        guest_wait(d->guest, listens && !line_ended(), 1000);
    }
    show_news(&p);
    if (d->now.over) plain_result(d);
    return d->now.over ? DESK_OVER : DESK_LEFT;
}

/* ---- the course of the game ------------------------------------------------------------------ */

DeskEnd plain_again(const Desk *d)
{
    char line[MAX_LINE];
    if (!d->people) return DESK_OVER;
    line_word(d, "again", NULL, 0);
    if (!read_line(line, sizeof line)) return DESK_OVER;
    return !strcasecmp(line, "r") ? DESK_AGAIN : !strcasecmp(line, "v") ? DESK_REVIEW : DESK_OVER;
}

DeskEnd plain_play(Desk *d)
{
    static Plain p;
    SeatSet asked;
    p = (Plain){ .d = d, .rounds = d->ends };
    line_word(d, "sat", say_title(&d->voice), d->voice.seats);
    while ((asked = d->now.asked)) {
        SeatSet people = asked & d->people;
        /* Whoever is at the keyboard answers first, so that it changes hands less often. */
        Seat next = (Seat)__builtin_ctz(people ? people : asked);
        if (d->voice.viewer < MAX_SEATS && people >> d->voice.viewer & 1) next = d->voice.viewer;
        if (people && !person_moves(&p, next)) return DESK_LEFT;
        if (!people) desk_bot(d, next);
        show_news(&p);
    }
    plain_result(d);
    desk_keep(d);
    plain_record(d);
    return plain_again(d);
}

void plain_result(const Desk *d)
{
    static char text[SENTENCE * 16];
    Text t = text_into(text, sizeof text);
    desk_result(d, &t);
    line_put(d, text);
}

void plain_record(const Desk *d)
{
    char text[SENTENCE * 3];
    Text t = text_into(text, sizeof text);
    sheet_record(d, &t);
    line_put(d, text);
}
