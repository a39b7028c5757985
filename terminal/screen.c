/* SPDX-License-Identifier: MIT
 * screen.c - the table drawn with ncurses: players and piles, what happened, the moves. */
#ifndef _XOPEN_SOURCE
#define _XOPEN_SOURCE 700                        /* wide characters */
#endif
#ifndef NCURSES_WIDECHAR
#define NCURSES_WIDECHAR 1
#endif
#include <curses.h>
#include <stdlib.h>

#include "../cli/cli.h"
#include "../cli/texts.h"
#include "../core/utf8.h"
#include "canvas.h"
#include "lay.h"
#include "sheet.h"

enum { LEAST_LINES = 16, LEAST_COLUMNS = 50, WIDE = 80, MARKER = 2 };
static const double WINDOW_SECONDS = 8, PAUSE_SECONDS = 0.8, MOMENT = 1;

typedef struct {
    Desk    *d;
    Move     list[MAX_MOVES];
    int      n, pick;
    char     input[MAX_LINE], note[SENTENCE];
    size_t   input_n;
    uint64_t at;                         /* the move count that all this belongs to */
    uint64_t decision;                   /* what was typed is an answer to this question, and to no later one */
    bool     dropped;                    /* somebody was typing an answer when the question changed ... */
    double   typed;                      /* ... and goes on until nothing has been typed for a moment */
    double   bot_due, closes;            /* closes 0: no countdown */
    bool     left;
} Screen;

/* ---- the table ------------------------------------------------------------------------------ */

static void draw_bar(const Screen *s)
{
    char line[SENTENCE];
    Text t = text_into(line, sizeof line);
    text_char(&t, ' ');
    text_add(&t, say_title(&s->d->voice));
    text_add(&t, "    ");
    text_add(&t, say_word(&s->d->voice, "help.bar"));
    canvas_put(s->d, 0, 0, COLS, line, INK_BAR);
}

static int draw_players(const Screen *s, int y, int width)
{
    char line[SENTENCE];
    const char *marker = language[s->d->voice.lang].rtl && s->d->bidi ? ">" : "\342\226\272";
    SeatSet asked = round_asked(&s->d->round);
    for (Seat p = 0; p < s->d->voice.seats; p++) {
        Text t = text_into(line, sizeof line);
        bool now = asked >> p & 1;
        Ink ink = p == s->d->voice.viewer ? INK_BOLD : INK_PLAIN;
        sheet_seat(s->d, p, &t);
        canvas_put(s->d, y, 1, MARKER, now ? marker : "", INK_WARN);
        y = canvas_wrap(s->d, y, LINES, 1 + MARKER, width - 1 - MARKER, line, ink);
    }
    return y;
}

static int draw_facts(const Screen *s, int y, int width)
{
    char line[SENTENCE];
    for (int i = 0; ; i++) {
        Text t = text_into(line, sizeof line);
        if (!sheet_line(s->d, i, &t)) return y;
        y = canvas_wrap(s->d, y, LINES, 1, width - 1, line, INK_PLAIN);
    }
}

static const char *sign_for(const Screen *s, const ShowSign *sign, const char *none)
{
    if (!sign) return none;
    return s->d->voice.viewer & 1 && sign->odd ? sign->odd : sign->sign;
}

/* The sign of the key, the sign of the mark (or a blank, so that words stay in their column), and the word. A mark's
 * tone, if it has one, is used in place of the key's. */
static void draw_cell(const Screen *s, int y, int x, int width, const Cell *c)
{
    static const Ink ink[] = { [TONE_NONE] = INK_PLAIN, [TONE_GOOD] = INK_GREEN, [TONE_BAD] = INK_RED,
                               [TONE_DULL] = INK_TAN, [TONE_DONE] = INK_DIM };
    char line[SENTENCE];
    Text t = text_into(line, sizeof line);
    ShowTone of_key = c->key_sign ? c->key_sign->tone : TONE_NONE;
    ShowTone of_mark = c->mark_sign ? c->mark_sign->tone : TONE_NONE;
    text_add(&t, sign_for(s, c->key_sign, ""));
    text_add(&t, sign_for(s, c->mark_sign, " "));
    text_add(&t, c->word);
    canvas_put(s->d, y, x, width - 1, line, ink[of_mark ? of_mark : of_key]);
}

static int draw_grid(const Screen *s, int y, int width)
{
    Cell c;
    int columns = sheet_columns(s->d), i = 0;
    if (!columns) return y;
    int cell = (width - 1) / columns;
    y = canvas_wrap(s->d, y, LINES, 1, width - 1, say_word(&s->d->voice, "grid"), INK_DIM);
    if (show_shape(s->d->voice.game, SHOW_MARKS))
        y = canvas_wrap(s->d, y, LINES, 1, width - 1, say_word(&s->d->voice, "grid.marks"), INK_DIM);
    for (; sheet_cell(s->d, i, &c); i++) draw_cell(s, y + i / columns, 1 + i % columns * cell, cell, &c);
    return y + (i + columns - 1) / columns;
}

static int draw_own(const Screen *s, int y, int width)
{
    char line[SENTENCE];
    Text t = text_into(line, sizeof line);
    if (!sheet_own(s->d, &t)) return y;
    return canvas_wrap(s->d, y, LINES, 1, width - 1, line, INK_BOLD);
}

static int lines_of(const char *text, int width)
{
    int lines = 0;
    for (; *text; lines++) {
        text += lay_fit(text, width, 1);
        while (*text == ' ') text++;
    }
    return lines;
}

/* The latest sentences, as many as there is room for, the newest last. */
static void draw_log(const Screen *s, int top, int bottom, int x, int width)
{
    char line[SENTENCE];
    int room = bottom - top, used;
    size_t first = s->d->happened_n;
    for (; first > 0; first--, room -= used) {
        Text t = text_into(line, sizeof line);
        used = desk_sentence(s->d, first - 1, &t) ? lines_of(line, width) : 0;
        if (used > room) break;
    }
    for (size_t i = first; i < s->d->happened_n; i++) {
        Text t = text_into(line, sizeof line);
        if (!desk_sentence(s->d, i, &t)) continue;
        top = canvas_wrap(s->d, top, bottom, x, width, line, i + 6 > s->d->happened_n ? INK_PLAIN : INK_DIM);
    }
}

static void draw_rules(const Screen *s, int top, int x)
{
    for (int y = 1; x && y < top - 2; y++) canvas_put(s->d, y, x, 1, "\342\224\202", INK_DIM);
    for (int i = 0; i < COLS; i++) canvas_put(s->d, top - 2, i, 1, "\342\224\200", INK_DIM);
}

/* ---- the moves --------------------------------------------------------------------------------- */

static void move_text(const Screen *s, int i, char *out, size_t cap)
{
    Text t = text_into(out, cap);
    if (i < 9) text_char(&t, ' ');
    text_number(&t, i + 1);
    text_add(&t, "  ");
    say_move(&s->d->voice, &t, &s->list[i]);
}

/* As many columns as the longest move allows; the page that holds the chosen one. */
static void draw_moves(const Screen *s, int top, int rows)
{
    char line[SENTENCE];
    int widest = 12;
    for (int i = 0; i < s->n && i < 60; i++) {
        move_text(s, i, line, sizeof line);
        int w = lay_columns(line, strlen(line)) + 2;
        if (w > widest) widest = w;
    }
    int across = (COLS - 2) / widest > 0 ? (COLS - 2) / widest : 1, width = (COLS - 2) / across, page = across * rows;
    int first = page > 0 ? s->pick / page * page : 0;
    for (int i = first; i < s->n && i < first + page; i++) {
        move_text(s, i, line, sizeof line);
        canvas_put(s->d, top + (i - first) % rows, 1 + (i - first) / rows * width, width - 1, line,
                   i == s->pick ? INK_PICK : INK_PLAIN);
    }
}

static void draw_prompt(const Screen *s, int y)
{
    char line[SENTENCE];
    Text t = text_into(line, sizeof line);
    sheet_waiting(s->d, &t);
    if (s->closes > 0) {
        double left = s->closes - wall_seconds();
        int seconds = left > 0 ? (int)left + 1 : 0;
        text_add(&t, "  ");
        say_line(&s->d->voice, &t, "window", NULL, seconds);
        text_add(&t, " ");
        for (int i = 0; i < seconds; i++) text_add(&t, "\342\226\240");
    }
    canvas_put(s->d, y, 1, COLS - 2, line, s->closes > 0 ? INK_WARN : INK_BOLD);
}

static void draw_input(const Screen *s)
{
    char line[SENTENCE];
    Text t = text_into(line, sizeof line);
    text_add(&t, "> ");
    text_add(&t, s->input);
    text_add(&t, *s->note ? s->note : s->input_n || !s->n ? "" : say_word(&s->d->voice, "help.keys"));
    canvas_put(s->d, LINES - 1, 1, COLS - 2, line, *s->note ? INK_WARN : s->input_n ? INK_BOLD : INK_DIM);
}

static void draw(const Screen *s)
{
    erase();
    if (LINES < LEAST_LINES || COLS < LEAST_COLUMNS) {
        canvas_put(s->d, 0, 0, COLS, say_word(&s->d->voice, "small"), INK_BOLD);
        refresh();
        return;
    }
    bool beside = COLS >= WIDE;
    int width = !beside ? COLS : sheet_columns(s->d) ? COLS * 7 / 10 : COLS * 3 / 5;
    draw_bar(s);
    int y = draw_players(s, 2, width) + 1;
    y = draw_facts(s, y, width) + 1;
    y = draw_grid(s, y, width) + 1;
    y = draw_own(s, y, width) + 1;
    int rows = LINES - 4 - y;
    if (rows > 10) rows = 10;
    if (rows < 3) rows = 3;
    int top = LINES - 2 - rows;
    for (int i = top - 1; i < LINES; i++) canvas_put(s->d, i, 0, COLS, "", INK_PLAIN);
    draw_rules(s, top, beside ? width : 0);
    if (beside) draw_log(s, 2, top - 2, width + 2, COLS - width - 3);
    else draw_log(s, y, top - 2, 1, COLS - 2);
    draw_prompt(s, top - 1);
    draw_moves(s, top, rows);
    draw_input(s);
    refresh();
}

/* ---- the keys ---------------------------------------------------------------------------------- */

static void clear_input(Screen *s)
{
    s->input[s->input_n = 0] = 0;
    s->note[0] = 0;
    s->dropped = false;
}

/* The list follows what is typed: a number, or part of a move. */
static void follow_input(Screen *s)
{
    char *end;
    long k = strtol(s->input, &end, 10);
    if (!s->input_n) return;
    if (!*end && k >= 1 && k <= s->n) { s->pick = (int)k - 1; return; }
    for (int i = s->n - 1; i >= 0; i--)
        if (desk_fits(s->d, s->input, &s->list[i])) s->pick = i;
}

/* Text to read over the table. Meanwhile no clock runs out and no bot moves. */
static void page(Screen *s, const char *text)
{
    double from = wall_seconds();
    canvas_page(s->d, text);
    double took = wall_seconds() - from;
    if (s->closes > 0) s->closes += took;
    s->bot_due += took;
    s->d->started += took;
}

static void show_rules(Screen *s)
{
    static char text[SENTENCE * 32];
    const char *rules = help_find(s->d->voice.game->id, language[s->d->voice.lang].code);
    Text t = text_into(text, sizeof text);
    if (!rules) return;
    help_unmark(rules, &t);
    page(s, text);
}

/* What every card of the game does, or one of them. */
static void show_cards(Screen *s, const char *card)
{
    static char text[SENTENCE * 16];
    Text all = text_into(text, sizeof text);
    for (int c = 1; c < s->d->voice.game->card_count; c++) {
        char one[SENTENCE * 4];
        Text t = text_into(one, sizeof one);
        if (*card || !sheet_help(s->d, s->d->voice.game->cards[c], &t) || one[0] != '-') continue;
        if (strstr(text, one)) continue;             /* several cards share a line */
        text_add(&all, one);
        text_char(&all, '\n');
    }
    if (*card && !sheet_help(s->d, card, &all))
        snprintf(s->note, sizeof s->note, " %s", say_word(&s->d->voice, "help.none"));
    else if (all.n) page(s, text);
}

static void play_move(Screen *s, const Move *m, const char *word)
{
    Err e = desk_move(s->d, m, word);
    char key[32];
    clear_input(s);
    if (!e) return;
    snprintf(key, sizeof key, "err.%s", err_name(e));
    snprintf(s->note, sizeof s->note, " %s", say_word(&s->d->voice, key));
}

static const char *const commands[] = { "q", "quit", "rules", "look", "help" };

/* Could this become a command? */
static bool begins_command(const char *input)
{
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (!strncmp(commands[i], input, strlen(input))) return true;
    return !strncmp(input, "help ", 5);
}

static bool command(Screen *s)
{
    if (!strcmp(s->input, "q") || !strcmp(s->input, "quit")) s->left = true;
    else if (!strcmp(s->input, "rules")) show_rules(s);
    else if (!strcmp(s->input, "look")) clear_input(s);
    else if (!strncmp(s->input, "help", 4)) show_cards(s, s->input + 4 + (s->input[4] == ' '));
    else return false;
    s->input[s->input_n = 0] = 0;
    return true;
}

/* "Several moves fit; be more exact. Draw a card; Play Attack": as many as there is room for. */
static void say_several(Screen *s)
{
    Text t = text_into(s->note, sizeof s->note);
    text_char(&t, ' ');
    text_add(&t, say_word(&s->d->voice, "many"));
    const char *before = " ";
    for (int i = 0; i < s->n && t.n < (size_t)COLS; i++) {
        if (!desk_fits(s->d, s->input, &s->list[i])) continue;
        text_add(&t, before);
        say_move(&s->d->voice, &t, &s->list[i]);
        before = "; ";
    }
}

/* Plays what was typed; if nothing was, the move that is lit. */
static void enter(Screen *s)
{
    Move m;
    char word[MAX_WORD] = "";
    Reading read;
    if (command(s) || !s->n) return;
    if (s->dropped) {                                /* this Enter ends what was typed, and is no answer */
        s->dropped = false;
        return;
    }
    if (s->input_n) read = desk_read(s->d, s->input, s->list, s->n, &m, word);
    else m = s->list[s->pick], read = m.arg[0] == ARG_OPEN ? READ_NONE : READ_MOVE;
    if (read == READ_MOVE) play_move(s, &m, word);
    else if (read == READ_SEVERAL) say_several(s);
    else snprintf(s->note, sizeof s->note, " %s", say_word(&s->d->voice, "notmove"));
}

static void type(Screen *s, wint_t c)
{
    char bytes[4];
    if (c < 32 || c == 127) return;
    bool same_answer = s->dropped && wall_seconds() - s->typed < MOMENT;
    s->typed = wall_seconds();
    if (same_answer) return;
    s->note[0] = 0;
    s->dropped = false;
    size_t n = (size_t)utf8_put((uint32_t)c, bytes);
    if (s->input_n + n >= MAX_LINE) return;
    memcpy(s->input + s->input_n, bytes, n);
    s->input[s->input_n + n] = 0;
    /* While nothing is asked, only commands are heard: a move typed now would answer a question not yet seen. */
    if (s->n || begins_command(s->input)) s->input_n += n;
    s->input[s->input_n] = 0;
    follow_input(s);
}

static void rub_out(Screen *s)
{
    s->note[0] = 0;
    while (s->input_n && (s->input[--s->input_n] & 0xc0) == 0x80) continue;
    s->input[s->input_n] = 0;
    follow_input(s);
}

/* Whoever goes through the list has given up what was typed. */
static void step_pick(Screen *s, int by)
{
    clear_input(s);
    s->pick += by;
    if (s->pick >= s->n) s->pick = s->n - 1;
    if (s->pick < 0) s->pick = 0;
}

static void special_key(Screen *s, wint_t key)
{
    switch (key) {
    case KEY_UP: case KEY_LEFT:    step_pick(s, -1); break;
    case KEY_DOWN: case KEY_RIGHT: step_pick(s, 1); break;
    case KEY_PPAGE:                step_pick(s, -10); break;
    case KEY_NPAGE:                step_pick(s, 10); break;
    case KEY_BACKSPACE:            rub_out(s); break;
    case KEY_ENTER:                enter(s); break;
    case KEY_F(1):                 page(s, say_word(&s->d->voice, "help")); break;
    case KEY_F(2):                 show_rules(s); break;
    case KEY_F(3):                 show_cards(s, ""); break;
    default:                       break;
    }
}

static void take_key(Screen *s)
{
    wint_t c;
    int kind = get_wch(&c);
    if (kind == ERR) return;
    if (kind == KEY_CODE_YES) special_key(s, c);
    else if (c == '\n' || c == '\r') enter(s);
    else if (c == 127 || c == 8) rub_out(s);
    else if (c == 27) clear_input(s);
    else if (c == 3 || c == 4) s->left = true;
    else if (c == '?' && !s->input_n) page(s, say_word(&s->d->voice, "help"));
    else type(s, c);
}

/* ---- the course of the game ---------------------------------------------------------------------- */

static double pause_of(const Desk *d, double seconds) { return d->speed > 0 ? seconds / d->speed : 0; }

/* Hides the table while two people at one keyboard change places. False: no more input. */
static bool seat_viewer(Screen *s, SeatSet people)
{
    Desk *d = s->d;
    char line[SENTENCE];
    Seat next = (Seat)__builtin_ctz(people);
    if (d->voice.viewer >= MAX_SEATS || people >> d->voice.viewer & 1) return true;
    d->voice.viewer = next;
    Text t = text_into(line, sizeof line);
    say_line(&d->voice, &t, "pass.to", d->voice.name[next], 0);
    return canvas_curtain(d, line);
}

/* A new question: what was being typed answered the last one, unless it is a command. */
static void drop_answer(Screen *s)
{
    bool typing = s->input_n && !begins_command(s->input);
    if (typing) clear_input(s);
    s->dropped = typing;
}

/* After a move: lists the viewer's moves, starts the countdown of a window, and sets when the next bot moves. */
static void begin_step(Screen *s)
{
    Desk *d = s->d;
    bool mine = d->voice.viewer < d->voice.seats && round_asked(&d->round) >> d->voice.viewer & 1;
    double now = wall_seconds();
    s->at = d->round.table.moves;
    s->n = desk_moves(d, s->list);
    s->pick = 0;
    if (s->decision != d->round.decision) drop_answer(s);
    s->decision = d->round.decision;
    s->bot_due = now + pause_of(d, PAUSE_SECONDS);
    if (!mine || !round_is_window(&d->round) || d->speed <= 0 || d->no_clock) s->closes = 0;
    else if (s->closes <= 0) s->closes = now + pause_of(d, WINDOW_SECONDS);
}

static void run_clocks(Screen *s, SeatSet bots)
{
    double now = wall_seconds();
    if (s->closes > 0 && now >= s->closes) {
        s->closes = 0;
        play_move(s, &s->list[0], "");
    } else if (bots && now >= s->bot_due) {
        desk_bot(s->d, (Seat)__builtin_ctz(bots));
    }
}

static void add_meant(const Screen *s, Text *out)
{
    char line[SENTENCE];
    bool first = true;
    for (size_t i = 0; i < s->d->happened_n; i++) {
        Text t = text_into(line, sizeof line);
        if (!desk_meant(s->d, i, &t)) continue;
        if (first) text_add(out, "\n\n"), text_add(out, say_word(&s->d->voice, "meant.title"));
        first = false;
        text_add(out, "\n"), text_add(out, line);
    }
}

static void show_end(Screen *s)
{
    static char text[SENTENCE * 16];
    Text t = text_into(text, sizeof text);
    text_add(&t, say_word(&s->d->voice, "over"));
    for (int i = 0; ; i++) {
        char line[SENTENCE];
        Text one = text_into(line, sizeof line);
        if (!sheet_result(s->d, i, &one)) break;
        text_add(&t, "\n"), text_add(&t, line);
    }
    s->n = 0;
    s->closes = 0;
    desk_look(s->d, s->d->voice.viewer);
    add_meant(s, &t);
    draw(s);
    for (int i = 0; i < 40 && getch() == ERR; i++) continue;     /* the last cards, for a moment */
    canvas_page(s->d, text);
}

DeskEnd screen_play(Desk *d)
{
    static Screen s;
    SeatSet asked;
    s = (Screen){ .d = d, .at = UINT64_MAX };
    canvas_open(d);
    while (!s.left && (asked = round_asked(&d->round))) {
        SeatSet people = asked & d->people;
        if (people && !seat_viewer(&s, people)) break;
        desk_look(d, d->voice.viewer);
        if (s.at != d->round.table.moves) begin_step(&s);
        draw(&s);
        take_key(&s);
        /* In a window bots answer while a person still thinks. A turn that one of several seats may take is left to
         * the person. */
        bool wait = people && !round_is_window(&d->round);
        if (!s.left && s.at == d->round.table.moves) run_clocks(&s, wait ? 0 : asked & (SeatSet)~people);
    }
    bool over = !round_asked(&d->round);
    if (over) show_end(&s);
    canvas_close();
    return over ? DESK_OVER : DESK_LEFT;
}
