/* SPDX-License-Identifier: MIT
 * keys.c - what is pressed, typed and clicked. */
#include "wide.h"

#include <stdio.h>
#include <stdlib.h>

#include "../cli/cli.h"
#include "../core/utf8.h"
#include "screen.h"
#include "sheet.h"

static const double MOMENT = 1;
static const char *const commands[] = { "q", "quit", "rules", "look", "log", "map", "help", "say" };

void keys_clear(Screen *s)
{
    s->input[s->input_n = 0] = 0;
    s->note[0] = 0;
    s->dropped = false;
}

static void note_word(Screen *s, const char *key)
{
    snprintf(s->note, sizeof s->note, " %s", say_word(&s->d->voice, key));
}

/* ---- commands ------------------------------------------------------------------------------------ */

bool keys_command_begun(const Screen *s)
{
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (!strncmp(commands[i], s->input, strlen(s->input))) return true;
    return !strncmp(s->input, "help ", 5) || !strncmp(s->input, "say ", 4);
}

static bool command(Screen *s)
{
    if (!strcmp(s->input, "q") || !strcmp(s->input, "quit")) s->left = true;
    else if (!strcmp(s->input, "rules")) page_rules(s);
    else if (!strcmp(s->input, "log")) page_log(s);
    else if (!strcmp(s->input, "map")) page_map(s);
    else if (!strcmp(s->input, "look")) keys_clear(s);
    else if (!strcmp(s->input, "say")) page_phrases(s);
    else if (!strncmp(s->input, "say ", 4)) join_said(s->d, s->input);
    else if (!strncmp(s->input, "help", 4)) page_cards(s, s->input + 4 + (s->input[4] == ' '));
    else return false;
    s->input[s->input_n = 0] = 0;
    return true;
}

/* ---- answers ------------------------------------------------------------------------------------- */

/* The list follows what is typed: a number, or part of a line. */
static void follow_input(Screen *s)
{
    char *end;
    long k = strtol(s->input, &end, 10);
    if (!s->input_n || !s->n) return;
    for (int i = s->menu.count - 1; i >= 0; i--)
        if (*end ? menu_fits(&s->menu, s->input, i) : k >= 0 && menu_number(&s->menu, i) == k)
            s->pick = i;
}

void screen_move(Screen *s, const Move *m, const char *word)
{
    Err e = desk_move(s->d, m, word);
    char key[32];
    keys_clear(s);
    if (!e) return;
    snprintf(key, sizeof key, "err.%s", err_name(e));
    note_word(s, key);
}

/* "Several moves fit; be more exact. Draw a card; Play Attack": as many as there is room for. */
static void say_several(Screen *s)
{
    Text t = text_into(s->note, sizeof s->note);
    text_char(&t, ' ');
    text_add(&t, say_word(&s->d->voice, "many"));
    const char *before = " ";
    for (int i = 0; i < s->menu.count && t.n < (size_t)COLS; i++) {
        if (!menu_fits(&s->menu, s->input, i)) continue;
        text_add(&t, before);
        menu_text(&s->menu, i, &t);
        before = "; ";
    }
}

static void open_line(Screen *s, int line)
{
    keys_clear(s);
    menu_step(&s->menu, line);
    s->pick = 0;
}

/* Plays or opens a line of the menu. */
static void choose(Screen *s, int line)
{
    Choice c = s->menu.at[line];
    if (c.moves > 1) open_line(s, line);
    else if (c.move.arg[0] == ARG_OPEN) note_word(s, "notmove");
    else screen_move(s, &c.move, "");
}

/* Plays what was typed; if nothing was, the line that is lit. */
static void enter(Screen *s)
{
    Move m;
    char word[MAX_WORD] = "";
    int line = 0;
    if (command(s) || !s->n) return;
    if (s->dropped) {                                /* this Enter ends what was typed, and is no answer */
        s->dropped = false;
        return;
    }
    if (!s->input_n) { choose(s, s->pick); return; }
    switch (menu_read(&s->menu, s->input, &m, word, &line)) {
    case READ_MOVE:    screen_move(s, &m, word); break;
    case READ_STEP:    open_line(s, line); break;
    case READ_SEVERAL: say_several(s); break;
    case READ_NONE:    note_word(s, "notmove"); break;
    }
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
    if (s->n || keys_command_begun(s)) s->input_n += n;
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

/* Gives up what was typed; then, what was being put together. */
static void give_up(Screen *s)
{
    bool typed = s->input_n || *s->note;
    keys_clear(s);
    if (!typed && menu_back(&s->menu)) s->pick = 0;
}

/* ---- the lit line --------------------------------------------------------------------------------- */

/* The next line off the grid in that direction; where there is none, the same. */
static int listed_from(const Screen *s, int line, int by)
{
    for (int i = line + by; i >= 0 && i < s->menu.count; i += by)
        if (menu_cell(&s->menu, i) < 0) return i;
    return line;
}

static int first_listed(const Screen *s)
{
    return s->menu.count && menu_cell(&s->menu, 0) < 0 ? 0 : listed_from(s, 0, 1);
}

/* The nearest cell in that direction that can be chosen; -1: none. */
static int cell_from(const Screen *s, int cell, int down, int right)
{
    int columns = sheet_columns(s->d), best = -1, nearest = 1000;
    for (int i = 0; i < s->menu.count; i++) {
        int to = menu_cell(&s->menu, i);
        if (to < 0 || to == cell) continue;
        int dy = to / columns - cell / columns, dx = to % columns - cell % columns;
        int ahead = down ? dy * down : dx * right, aside = abs(down ? dx : dy);
        if (ahead > 0 && ahead + 3 * aside < nearest) nearest = ahead + 3 * aside, best = i;
    }
    return best;
}

/* On the grid the arrows go from word to word, and from its lowest line to the other moves and back. */
static void step_on_grid(Screen *s, int down, int right)
{
    int cell = menu_cell(&s->menu, s->pick), to = cell_from(s, cell, down, right);
    if (to >= 0) s->pick = to;
    else if (down > 0 && menu_cell(&s->menu, first_listed(s)) < 0) s->pick = first_listed(s);
}

static void step_in_list(Screen *s, int by)
{
    int to = listed_from(s, s->pick, by);
    if (to == s->pick && by < 0)
        for (int i = 0; i < s->menu.count; i++)
            if (menu_cell(&s->menu, i) >= 0) to = i;             /* the last word of the grid */
    s->pick = to;
}

/* Whoever goes through the list has given up what was typed. */
static void step_pick(Screen *s, int down, int right)
{
    keys_clear(s);
    if (!s->n) return;
    if (language[s->d->voice.lang].rtl) right = -right;
    if (menu_cell(&s->menu, s->pick) >= 0) step_on_grid(s, down, right);
    else step_in_list(s, down ? down : right);
}

/* A click lights a line; on the lit line it is Enter. */
static void click(Screen *s)
{
    int y, x;
    if (!canvas_mouse(s->d, &y, &x) || !s->n) return;
    for (int i = 0; i < s->spots; i++) {
        const Spot *at = &s->spot[i];
        if (y < at->y || y >= at->y + at->height || x < at->x || x >= at->x + at->width) continue;
        bool lit = at->line == s->pick;
        keys_clear(s);
        s->pick = at->line;
        if (lit) choose(s, at->line);
        return;
    }
}

/* ---- keys ------------------------------------------------------------------------------------------ */

static void special_key(Screen *s, wint_t key)
{
    switch (key) {
    case KEY_UP:                   step_pick(s, -1, 0); break;
    case KEY_DOWN:                 step_pick(s, 1, 0); break;
    case KEY_LEFT:                 step_pick(s, 0, -1); break;
    case KEY_RIGHT:                step_pick(s, 0, 1); break;
    case KEY_PPAGE: case KEY_NPAGE: page_log(s); break;
    case KEY_BACKSPACE:            rub_out(s); break;
    case KEY_ENTER:                enter(s); break;
    case KEY_MOUSE:                click(s); break;
    case KEY_F(1):                 page_help(s); break;
    case KEY_F(2):                 page_rules(s); break;
    case KEY_F(3):                 page_cards(s, ""); break;
    case KEY_F(4):                 page_map(s); break;
    case KEY_F(5):                 page_phrases(s); break;
    default:                       break;
    }
}

void keys_take(Screen *s)
{
    wint_t c;
    int kind = get_wch(&c);
    if (kind == ERR) return;
    if (kind == KEY_CODE_YES) special_key(s, c);
    else if (c == '\n' || c == '\r') enter(s);
    else if (c == 127 || c == 8) rub_out(s);
    else if (c == 27) give_up(s);
    else if (c == 3 || c == 4) s->left = true;
    else if (c == '?' && !s->input_n) page_help(s);
    else type(s, c);
}
