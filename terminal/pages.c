/* SPDX-License-Identifier: MIT
 * pages.c - what lies over the table for a while: help, rules, the log, the end of a round and of the game. */
#include "wide.h"

#include <stdio.h>
#include <stdlib.h>

#include "../cli/cli.h"
#include "../cli/texts.h"
#include "../protocol/wishes.h"
#include "cards.h"
#include "screen.h"
#include "sheet.h"

/* ---- text --------------------------------------------------------------------------------------- */

/* The time somebody has spent reading does not count, except at a table elsewhere, whose clock goes on. */
static void make_up(Screen *s, double from)
{
    double took = wall_seconds() - from;
    if (s->closes > 0 && !s->d->guest) s->closes += took;
    s->bot_due += took;
    s->d->started += took;
}

static void page(Screen *s, const char *text, bool last)
{
    double from = wall_seconds();
    canvas_page(s->d, text, say_word(&s->d->voice, "help.page"), last);
    make_up(s, from);
}

static void add_line(Text *out, const char *line) { text_add(out, line), text_char(out, '\n'); }

void page_help(Screen *s)
{
    char text[SENTENCE * 4];
    Text t = text_into(text, sizeof text);
    const Voice *v = &s->d->voice;
    bool cards = sheet_has_cards(s->d);
    add_line(&t, say_word(v, "help.screen"));
    if (cards) add_line(&t, say_word(v, "help.cards"));
    if (show_shape(v->game, SHOW_MAP)) add_line(&t, say_word(v, "help.map"));
    add_line(&t, say_word(v, s->d->guest ? "join.help" : "help.leave"));
    text_char(&t, '\n');
    say_line(v, &t, "help.marker", board_marker(s), 0), text_char(&t, '\n');
    if (cards) add_line(&t, say_word(v, "help.back"));
    page(s, text, false);
}

void page_rules(Screen *s)
{
    static char text[SENTENCE * 32];
    const char *rules = help_find(s->d->voice.game->id, language[s->d->voice.lang].code);
    Text t = text_into(text, sizeof text);
    if (!rules) return;
    help_unmark(rules, &t);
    page(s, text, false);
}

void page_cards(Screen *s, const char *card)
{
    static char text[SENTENCE * 16];
    Text all = text_into(text, sizeof text);
    for (int c = 1; c < s->d->voice.game->card_count; c++) {
        char one[SENTENCE * 4];
        Text t = text_into(one, sizeof one);
        if (*card || !sheet_help(s->d, s->d->voice.game->cards[c], &t) || one[0] != '-') continue;
        if (strstr(text, one)) continue;             /* one line may speak of several cards */
        text_add(&all, one);
        text_char(&all, '\n');
    }
    if (*card && !sheet_help(s->d, card, &all))
        snprintf(s->note, sizeof s->note, " %s", say_word(&s->d->voice, "help.none"));
    else if (all.n) page(s, text, false);
}

/* A phrase a line, each with the letter that says it. */
void page_phrases(Screen *s)
{
    char text[SENTENCE * 2], line[] = "say a";
    Text t = text_into(text, sizeof text);
    if (!s->d->guest) return;
    for (int i = 0; phrases[i]; i++) {
        text_char(&t, (char)('a' + i)), text_add(&t, "  ");
        text_add(&t, words_of(s->d->voice.game, s->d->voice.lang, "phrase.", phrases[i])), text_char(&t, '\n');
    }
    line[4] = (char)canvas_page(s->d, text, say_word(&s->d->voice, "join.phrases"), false);
    if (line[4] >= 'a') join_said(s->d, line);
}

void page_map(Screen *s)
{
    char text[SENTENCE * 8];
    Text t = text_into(text, sizeof text);
    if (sheet_map(s->d, &t)) page(s, text, false);
}

/* All that has happened, from its end. */
void page_log(Screen *s)
{
    size_t room = (s->d->happened_n + 1) * SENTENCE / 4;
    char *text = malloc(room), line[SENTENCE];
    if (!text) return;
    Text all = text_into(text, room);
    for (size_t i = 0; i < s->d->happened_n; i++) {
        Text t = text_into(line, sizeof line);
        if (desk_sentence(s->d, i, &t)) text_add(&all, line), text_char(&all, '\n');
    }
    page(s, text, true);
    free(text);
}

/* ---- the end of a round --------------------------------------------------------------------------- */

/* "1. Misty: 13 points (+13)", or the whole line where the cards are not drawn. */
static void standing(const Screen *s, int place, Seat p, bool cards, Text *out)
{
    char line[SENTENCE], facts[SENTENCE];
    Text t = text_into(line, sizeof line), f = text_into(facts, sizeof facts);
    sheet_facts(s->d, p, &f);
    if (!cards) sheet_seat(s->d, p, &t);
    else text_add(&t, s->d->voice.name[p]), text_add(&t, say_word(&s->d->voice, "colon")), text_add(&t, facts);
    sheet_gain(s->d, p, &t);
    say_line(&s->d->voice, out, "result", line, place);
}

static void draw_standing(const Screen *s, int place, Seat p, int y, int height)
{
    char line[SENTENCE];
    Text t = text_into(line, sizeof line);
    Face face[MOST_FACES];
    const Fact *row = height > 1 ? sheet_row(s->d, p) : NULL;
    int x = 2, n = row ? cards_of_row(row, face) : 0;
    if (n && height == 3) cards_draw_signs(s->d, y, x, face, n), x += 4 * n + 2;
    if (n && height > 3) {
        int wide = (cards_width(s->d, face, n, height) + 1) * n;
        cards_draw(s->d, y, x, wide, face, n, height);
        x += wide + 2;
    }
    standing(s, place, p, n > 0, &t);
    canvas_put(s->d, y + height / 2, x, COLS - x - 1, line, p == s->d->voice.viewer ? INK_BOLD : INK_PLAIN);
}

/* Whatever else is said of the round, below the rows. */
static void draw_remarks(const Screen *s, int y)
{
    char line[SENTENCE];
    for (int i = 0; ; i++) {
        Text t = text_into(line, sizeof line);
        if (!sheet_round(s->d, i, &t)) return;
        y = canvas_wrap(s->d, y, LINES - 1, 2, COLS - 4, line, INK_DIM);
    }
}

static void draw_round(const Screen *s)
{
    char line[SENTENCE];
    Text t = text_into(line, sizeof line);
    Seat p;
    int seats = s->d->voice.seats, height = seats * 5 + 6 <= LINES ? 5 : seats * 3 + 6 <= LINES ? 3 : 1;
    text_char(&t, ' ');
    text_add(&t, say_word(&s->d->voice, "round.over"));
    erase();
    canvas_put(s->d, 0, 0, COLS, line, INK_BAR);
    for (int i = 0; sheet_standing(s->d, i, &p); i++) draw_standing(s, i + 1, p, 2 + i * height, height);
    draw_remarks(s, 3 + seats * height);
    canvas_put(s->d, LINES - 1, 0, COLS, say_word(&s->d->voice, "round.key"), INK_BAR);
    refresh();
}

/* While bots play among themselves it goes on by itself after a few seconds. */
static bool waited(const Screen *s, double from)
{
    double most = s->d->speed > 0 ? 6 / s->d->speed : 0;
    return !s->d->people && wall_seconds() - from > most;
}

void page_round(Screen *s)
{
    double from = wall_seconds();
    bool seen = s->rounds_shown >= s->d->ends;
    s->rounds_shown = s->d->ends;
    if (seen) return;
    for (int key = ERR; key == ERR || key == KEY_RESIZE; key = getch()) {
        desk_attend(s->d);
        if (waited(s, from) || !s->d->ends) break;               /* at a table elsewhere another game may begin */
        desk_look_back(s->d);
        draw_round(s);
    }
    make_up(s, from);
    desk_look(s->d, s->d->voice.viewer);
}

/* ---- the end of the game ----------------------------------------------------------------------------- */

/* The last cards stay until a key is pressed; while bots play among themselves, for a moment. */
static void show_last(Screen *s)
{
    double from = wall_seconds();
    s->n = 0;
    s->closes = 0;
    s->beat = s->d->happened_n;
    keys_clear(s);
    snprintf(s->note, sizeof s->note, " %s", say_word(&s->d->voice, "hint.over"));
    desk_look(s->d, s->d->voice.viewer);
    int key;
    do desk_attend(s->d), frame_draw(s), key = getch();
    while ((key == ERR || key == KEY_RESIZE) && (s->d->people || wall_seconds() - from < 2));
    s->note[0] = 0;
}

void page_end(Screen *s)
{
    static char text[SENTENCE * 16];
    Text t = text_into(text, sizeof text);
    show_last(s);
    desk_keep(s->d);
    desk_result(s->d, &t);
    sheet_record(s->d, &t);
    const char *hint = s->d->guest ? "join.end" : s->d->people ? "end.page" : "end.watched";
    int key = canvas_page(s->d, text, say_word(&s->d->voice, hint), false);
    if (!s->d->people && !s->d->guest) return;
    if ((key == 'r' || key == 'R') && !s->d->guest) s->end = DESK_AGAIN;
    if (key == 'v' || key == 'V') s->end = DESK_REVIEW;
}
