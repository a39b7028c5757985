/* SPDX-License-Identifier: MIT
 * board.c - what lies on the table: players around it, piles, a grid of words, the viewer's own cards. Every part draws
 * from a line on and returns the line after it, so that frame.c can measure before it draws. */
#include <stdio.h>

#include "cards.h"
#include "../cli/lay.h"
#include "screen.h"
#include "sheet.h"

enum { MARKER = 2, SEAT_LEAST = 20, BACKS = 12, BOX_LEAST = 18, GAP = 3, FACTS = 24, MIDDLE = 34 };
static const char HERE[] = "\342\226\272", HERE_FROM_RIGHT[] = "\342\227\204", BACK[] = "\342\226\221";

void spot_add(Screen *s, int y, int x, int height, int width, int line)
{
    if (s->spots < SPOTS) s->spot[s->spots++] = (Spot){ y, x, height, width, line };
}

static bool is_asked(const Screen *s, Seat p) { return s->d->now.asked >> p & 1; }

const char *board_marker(const Screen *s) { return language[s->d->voice.lang].rtl ? HERE_FROM_RIGHT : HERE; }

/* ---- players ---------------------------------------------------------------------------------- */

static void add_next(const Screen *s, Seat p, Text *out)
{
    if (sheet_next(s->d) != p) return;
    text_add(out, " \302\267 ");
    text_add(out, say_word(&s->d->voice, "seat.next"));
}

/* "✂ Defuse ×2" */
static void add_known(const Screen *s, const Face *f, Text *out)
{
    const ShowSign *sign = cards_sign(s->d, f->card);
    if (sign) text_add(out, sign->sign), text_char(out, ' ');
    text_add(out, say_card(&s->d->voice, f->card));
    if (f->count > 1) text_add(out, " \303\227"), text_number(out, f->count);
}

static Ink name_ink(const Screen *s, Seat p)
{
    return sheet_turn(s->d) == p ? INK_GOLD : p == s->d->voice.viewer ? INK_BOLD : INK_PLAIN;
}

/* The players to draw, in the order of play, beginning after the viewer; the viewer's own cards lie below. */
static int seats_in_order(const Screen *s, Seat out[MAX_SEATS])
{
    Seat me = s->d->voice.viewer, seats = s->d->voice.seats;
    int n = 0;
    for (Seat i = 0; i < seats; i++) {
        Seat p = me < seats ? (Seat)((me + 1 + i) % seats) : i;
        if (p != me) out[n++] = p;
    }
    return n;
}

/* "░8 ✂ Defuse": how many cards, and those that are known. */
static void add_hand(const Screen *s, const Fact *hand, Text *out)
{
    Face face[MOST_FACES];
    int n = cards_of_hand(hand, face);
    text_add(out, " ");
    text_add(out, BACK);
    text_number(out, hand->number);
    for (int i = 0; i < n; i++) text_char(out, ' '), add_known(s, &face[i], out);
}

static void add_row(const Screen *s, const Fact *row, Text *out)
{
    Face face[MOST_FACES];
    int n = cards_of_row(row, face);
    for (int i = 0; i < n; i++) {
        const ShowSign *sign = cards_sign(s->d, face[i].card);
        text_char(out, ' ');
        text_add(out, sign ? sign->sign : face[i].card ? face[i].card : BACK);
    }
}

/* A player in one line: name, cards, and whatever else is said of them. */
static void line_of_seat(const Screen *s, Seat p, char *out, size_t cap)
{
    char facts[SENTENCE];
    Text t = text_into(out, cap), f = text_into(facts, sizeof facts);
    const Fact *hand = sheet_hand(s->d, p), *row = sheet_row(s->d, p);
    text_add(&t, s->d->voice.name[p]);
    if (row) add_row(s, row, &t);
    if (hand) add_hand(s, hand, &t);
    sheet_facts(s->d, p, &f);
    if (f.n) text_add(&t, " \302\267 "), text_add(&t, facts);
    add_next(s, p, &t);
}

/* How wide the columns are if there are `rows` lines in each: as wide as its longest line. Returns all together. */
static int seat_columns(const Screen *s, const Seat *seat, int n, int rows, int column[MAX_SEATS])
{
    char line[SENTENCE];
    int all = 0;
    memset(column, 0, MAX_SEATS * sizeof *column);
    for (int i = 0; i < n; i++) {
        line_of_seat(s, seat[i], line, sizeof line);
        int w = lay_columns(line, strlen(line)) + MARKER + 1;
        if (w > column[i / rows]) column[i / rows] = w;
    }
    for (int i = 0; i * rows < n; i++) all += column[i] = column[i] < SEAT_LEAST ? SEAT_LEAST : column[i];
    return all;
}

/* In as few lines as they fit into side by side; one below the other, a line too long is wrapped. */
static int draw_seat_lines(Screen *s, int y, int width)
{
    Seat seat[MAX_SEATS];
    char line[SENTENCE];
    int n = seats_in_order(s, seat), across = n, rows = 1, column[MAX_SEATS], top = y, x = 1;
    int all = seat_columns(s, seat, n, rows, column);
    for (; all > width - 1 && across > 1; all = seat_columns(s, seat, n, rows, column)) {
        across--;
        rows = (n + across - 1) / across;
    }
    across = (n + rows - 1) / rows;
    int more = all < width - 1 ? (width - 1 - all) / across : 0;
    if (across == 1) column[0] = width - 1, more = 0;
    for (int i = 0; i < n; i++) {
        if (i && i % rows == 0) x += column[i / rows - 1] + more, top = y;
        line_of_seat(s, seat[i], line, sizeof line);
        canvas_put(s->d, top, x, MARKER, is_asked(s, seat[i]) ? board_marker(s) : "", INK_WARN);
        int room = column[i / rows] + more - MARKER - 1;
        top = canvas_wrap(s->d, top, LINES_MOST, x + MARKER, room, line, name_ink(s, seat[i]));
    }
    return across > 1 ? y + rows : top;
}

/* Two sides, a line each. */
static int draw_sides(Screen *s, int y, int width)
{
    Seat me = s->d->voice.viewer;
    for (int i = 0; i < 2; i++) {
        char line[SENTENCE];
        Text t = text_into(line, sizeof line);
        int side = me < s->d->voice.seats ? (me & 1) ^ i : i;
        bool asked = false;
        for (Seat p = (Seat)side; p < s->d->voice.seats; p = (Seat)(p + 2)) asked |= is_asked(s, p);
        sheet_side(s->d, side, &t);
        canvas_put(s->d, y, 1, MARKER, asked ? board_marker(s) : "", INK_WARN);
        y = canvas_wrap(s->d, y, LINES_MOST, 1 + MARKER, width - 2 - MARKER, line, i ? INK_PLAIN : INK_BOLD);
    }
    return y;
}

/* ---- players in boxes ------------------------------------------------------------------------------ */

/* "░░░░░ 5" */
static void add_backs(const Fact *hand, Text *out)
{
    for (int i = 0; i < hand->number && i < BACKS; i++) text_add(out, BACK);
    if (hand->number) text_char(out, ' ');
    text_number(out, hand->number);
}

/* The cards of a hand that are known, as many in a line as fit; none is broken. Returns the line after them. */
static int draw_known(const Screen *s, const Fact *hand, int y, int x, int width)
{
    Face face[MOST_FACES];
    int n = cards_of_hand(hand, face), at = 0;
    for (int i = 0; i < n; i++) {
        char card[SENTENCE];
        Text t = text_into(card, sizeof card);
        add_known(s, &face[i], &t);
        int wide = lay_columns(card, strlen(card));
        if (at && at + wide > width) y++, at = 0;
        canvas_put(s->d, y, x + at, width - at, card, INK_PLAIN);
        at += wide + 2;
    }
    return y + (n > 0);
}

static int widest_known(const Screen *s, const Fact *hand)
{
    Face face[MOST_FACES];
    int n = hand ? cards_of_hand(hand, face) : 0, widest = 0;
    for (int i = 0; i < n; i++) {
        char card[SENTENCE];
        Text t = text_into(card, sizeof card);
        add_known(s, &face[i], &t);
        if (lay_columns(card, strlen(card)) > widest) widest = lay_columns(card, strlen(card));
    }
    return widest;
}

/* What is in a box; returns the line after it. */
static int draw_inside(Screen *s, Seat p, int y, int x, int width)
{
    char backs[SENTENCE], facts[SENTENCE];
    const Fact *hand = sheet_hand(s->d, p), *row = sheet_row(s->d, p);
    Text t = text_into(facts, sizeof facts), b = text_into(backs, sizeof backs);
    Face face[MOST_FACES];
    if (row) y = cards_draw_signs(s->d, y, x, face, cards_of_row(row, face));
    if (hand) {
        add_backs(hand, &b);
        canvas_put(s->d, y, x, width, backs, INK_DIM);
        y = draw_known(s, hand, y + 1, x, width);
    }
    sheet_facts(s->d, p, &t);
    return canvas_wrap(s->d, y, LINES_MOST, x, width, facts, INK_PLAIN);
}

static void box_title(const Screen *s, Seat p, char *out, size_t cap)
{
    Text t = text_into(out, cap);
    text_char(&t, ' ');
    if (is_asked(s, p)) text_add(&t, board_marker(s)), text_char(&t, ' ');
    text_add(&t, s->d->voice.name[p]);
    add_next(s, p, &t);
    text_char(&t, ' ');
}

static void draw_box(Screen *s, Seat p, int y, int x, int height, int width)
{
    char title[SENTENCE];
    Ink ink = is_asked(s, p) ? INK_WARN : name_ink(s, p) == INK_PLAIN ? INK_DIM : name_ink(s, p);
    box_title(s, p, title, sizeof title);
    canvas_box(s->d, y, x, height, width, "", ink);
    int used = lay_columns(title, strlen(title));
    canvas_put(s->d, y, x + 2, used < width - 4 ? used : width - 4, title, ink == INK_DIM ? INK_PLAIN : ink);
    draw_inside(s, p, y + 1, x + 2, width - 4);
}

/* All boxes are equal: as wide as the longest title or card, as high as the fullest. */
typedef struct { int height, width; } BoxSize;

static BoxSize size_of_boxes(Screen *s, const Seat *seat, int n)
{
    char title[SENTENCE];
    BoxSize size = { 3, BOX_LEAST };
    for (int i = 0; i < n; i++) {
        const Fact *row = sheet_row(s->d, seat[i]);
        box_title(s, seat[i], title, sizeof title);
        int w = lay_columns(title, strlen(title)) + 4, cards = row ? row->number * 4 + 3 : BACKS + 7;
        int known = widest_known(s, sheet_hand(s->d, seat[i])) + 4;
        if (w > size.width) size.width = w;
        if (cards > size.width) size.width = cards;
        if (known > size.width) size.width = known;
    }
    for (int i = 0; i < n; i++) {
        int h = draw_inside(s, seat[i], 0, 0, size.width - 4) + 2;
        if (h > size.height) size.height = h;
    }
    return size;
}

static BoxSize measure_boxes(Screen *s, const Seat *seat, int n)
{
    bool was = canvas_measure(true);
    BoxSize size = size_of_boxes(s, seat, n);
    canvas_measure(was);
    return size;
}

/* Side by side, centred, in as many rows as they need. */
static int draw_boxes(Screen *s, const Seat *seat, int n, int y, int x, int width, BoxSize size)
{
    int across = (width + 1) / (size.width + 1) > 0 ? (width + 1) / (size.width + 1) : 1;
    int rows = (n + across - 1) / across;
    if (rows) across = (n + rows - 1) / rows;
    for (int i = 0; i < n; i++) {
        int row = i / across, here = row == rows - 1 ? n - row * across : across;
        int left = x + (width - here * (size.width + 1) + 1) / 2 + i % across * (size.width + 1);
        draw_box(s, seat[i], y + row * size.height, left, size.height, size.width);
    }
    return y + rows * size.height;
}

/* ---- the middle ---------------------------------------------------------------------------------- */

static int draw_facts(Screen *s, int y, int x, int width, bool drawn)
{
    char line[SENTENCE];
    for (int i = 0; ; i++) {
        Text t = text_into(line, sizeof line);
        if (!sheet_line(s->d, i, drawn, &t)) return y;
        y = canvas_wrap(s->d, y, LINES_MOST, x, width, line, INK_PLAIN);
    }
}

static int draw_facts_in_a_row(Screen *s, int y, int x, int width)
{
    char all[SENTENCE * 2], line[SENTENCE];
    Text t = text_into(all, sizeof all);
    sheet_options(s->d, &t);
    for (int i = 0; ; i++) {
        Text one = text_into(line, sizeof line);
        if (!sheet_line(s->d, i, false, &one)) break;
        if (t.n) text_add(&t, " \302\267 ");
        text_add(&t, line);
    }
    return canvas_wrap(s->d, y, LINES_MOST, x, width, all, INK_PLAIN);
}

/* A pile and its caption; returns how many columns they take. */
static int pile_columns(Screen *s, int height, bool discard, Face *face, char *caption, size_t cap)
{
    Text t = text_into(caption, cap);
    const Fact *pile = sheet_pile(s->d, discard, &t);
    if (!pile) return 0;
    const char *top = discard && pile->child && pile->child->kind == FACT_TEXT ? pile->child->text : NULL;
    *face = (Face){ top, pile->number > 0, 0 };
    int card = cards_width(s->d, face, 1, height), words = lay_columns(caption, strlen(caption));
    return words > card ? words : card;
}

static void draw_pile(Screen *s, int y, int x, int height, bool discard)
{
    char caption[SENTENCE];
    Face face;
    int column = pile_columns(s, height, discard, &face, caption, sizeof caption);
    if (!column) return;
    int card = cards_width(s->d, &face, 1, height);
    cards_draw(s->d, y, x + (column - card) / 2, card, &face, 1, height);
    canvas_centre(s->d, y + height, x, column, caption, INK_PLAIN);
}

/* The piles, and all that is said of the table: beside them, or below when there is little room. */
static int draw_piles(Screen *s, int y, int x, int width, int height)
{
    char caption[SENTENCE];
    Face face;
    int pile = pile_columns(s, height, false, &face, caption, sizeof caption);
    int discard = pile_columns(s, height, true, &face, caption, sizeof caption), both = pile + discard + 2 * GAP;
    if (!(pile + discard)) return draw_facts(s, y, x, width, false);
    bool below = width - both < FACTS;
    int all = below ? both - GAP : both + FACTS, left = all < width && height > 3 ? x + (width - all) / 2 : x;
    draw_pile(s, y, left, height, false);
    draw_pile(s, y, left + pile + GAP, height, true);
    if (below) return draw_facts(s, y + height + 1, left, x + width - left, true);
    int low = draw_facts(s, y + (height > 3), left + both, x + width - left - both, true);
    return low > y + height + 1 ? low : y + height + 1;
}

/* ---- the grid -------------------------------------------------------------------------------------- */

static const char *sign_for(const Screen *s, const ShowSign *sign, const char *none)
{
    if (!sign) return none;
    return s->d->voice.viewer & 1 && sign->odd ? sign->odd : sign->sign;
}

/* The sign of the key, the sign of the mark (or a blank, so that words stay in their column), and the word. A mark's
 * tone, if it has one, is used in place of the key's. */
static void draw_cell(Screen *s, int y, int x, int height, int width, int cell, const Cell *c)
{
    char line[SENTENCE];
    Text t = text_into(line, sizeof line);
    int choice = menu_of_cell(&s->menu, cell);
    ShowTone of_key = c->key_sign ? c->key_sign->tone : TONE_NONE;
    ShowTone of_mark = c->mark_sign ? c->mark_sign->tone : TONE_NONE;
    Ink ink = s->n && choice >= 0 && choice == s->pick ? INK_PICK : (Ink)(of_mark ? of_mark : of_key);
    text_add(&t, sign_for(s, c->key_sign, ""));
    text_add(&t, sign_for(s, c->mark_sign, " "));
    text_add(&t, c->word);
    if (height > 1) canvas_box(s->d, y, x, height, width, "", ink == INK_PICK ? INK_BOLD : ink);
    int inside = height > 1 ? 1 : 0;
    canvas_put(s->d, y + height / 2, x + inside, width - 2 * inside, line, ink);
    if (s->n && choice >= 0) spot_add(s, y, x, height, width, choice);
}

static int widest_word(const Screen *s)
{
    Cell c;
    int widest = 0;
    for (int i = 0; sheet_cell(s->d, i, &c); i++) {
        int w = lay_columns(c.word, strlen(c.word));
        if (w > widest) widest = w;
    }
    return widest;
}

/* Two signs before the word, a blank after it. */
int board_columns(const Screen *s) { return 2 + sheet_columns(s->d) * (widest_word(s) + 3); }

static int draw_grid(Screen *s, int y, int width, int height)
{
    Cell c;
    int columns = sheet_columns(s->d), i = 0;
    if (!columns) return y;
    int cell = (width - 1) / columns;
    for (; sheet_cell(s->d, i, &c); i++)
        draw_cell(s, y + i / columns * height, 1 + i % columns * cell, height, cell - 1, i, &c);
    y += (i + columns - 1) / columns * height;
    if (sheet_cell(s->d, 0, &c) && c.key_sign)
        y = canvas_wrap(s->d, y, LINES_MOST, 1, width - 2, say_word(&s->d->voice, "grid"), INK_DIM);
    if (!show_shape(s->d->voice.game, SHOW_MARKS)) return y;
    return canvas_wrap(s->d, y, LINES_MOST, 1, width - 2, say_word(&s->d->voice, "grid.marks"), INK_DIM);
}

/* "Clues so far: you: ocean 2 · Misty: bird 3" */
static int draw_lists(Screen *s, int y, int width)
{
    const Fact *list;
    for (int i = 0; (list = sheet_list(s->d, i)); i++) {
        char line[SENTENCE * 2];
        Text t = text_into(line, sizeof line);
        if (!list->child) continue;
        sheet_title(s->d, list, &t);
        for (const Fact *item = list->child; item; item = item->next) {
            text_add(&t, item == list->child ? say_word(&s->d->voice, "colon") : " \302\267 ");
            sheet_item(s->d, list, item, &t);
        }
        y = canvas_wrap(s->d, y, LINES_MOST, 1, width - 2, line, INK_PLAIN);
    }
    return y;
}

/* ---- the viewer's own ------------------------------------------------------------------------------- */

static void own_title(const Screen *s, Text *out)
{
    char facts[SENTENCE];
    Text t = text_into(facts, sizeof facts);
    Seat me = s->d->voice.viewer;
    text_add(out, say_word(&s->d->voice, sheet_hand(s->d, me) ? "hand" : "row"));
    sheet_facts(s->d, me, &t);
    if (t.n) text_add(out, " \302\267 "), text_add(out, facts);
    add_next(s, me, out);
}

/* Large cards stand in the middle, and their title above them. */
static int draw_own(Screen *s, int y, int width, int height)
{
    Seat me = s->d->voice.viewer;
    char line[SENTENCE];
    Text t = text_into(line, sizeof line);
    Face face[MOST_FACES];
    if (me >= s->d->voice.seats || (!sheet_hand(s->d, me) && !sheet_row(s->d, me))) return y;
    const Fact *hand = sheet_hand(s->d, me);
    int n = hand ? cards_of_hand(hand, face) : cards_of_row(sheet_row(s->d, me), face);
    if (height > 3 && n) {
        if (is_asked(s, me)) text_add(&t, board_marker(s)), text_char(&t, ' ');
        own_title(s, &t);
        canvas_centre(s->d, y, 1, width - 2, line, name_ink(s, me));
        return cards_draw(s->d, y + 1, 1, width - 2, face, n, height);
    }
    canvas_put(s->d, y, 1, MARKER, is_asked(s, me) ? board_marker(s) : "", INK_WARN);
    if (height < 3 || !n) {
        sheet_own(s->d, &t);
        return canvas_wrap(s->d, y, LINES_MOST, 1 + MARKER, width - 2 - MARKER, line, INK_BOLD);
    }
    own_title(s, &t);
    canvas_put(s->d, y, 1 + MARKER, width - 2 - MARKER, line, name_ink(s, me));
    return cards_draw(s->d, y + 1, 1, width - 2, face, n, height);
}

/* ---- the whole ---------------------------------------------------------------------------------------- */

static int draw_middle(Screen *s, const Style *style, int y, int x, int width)
{
    char line[SENTENCE];
    Text t = text_into(line, sizeof line);
    if (style->piles == 1) return draw_facts_in_a_row(s, y, x, width);
    if (sheet_options(s->d, &t)) y = canvas_wrap(s->d, y, LINES_MOST, x, width, line, INK_DIM);
    return draw_piles(s, y, x, width, style->piles);
}

/* How many sit on the left, at the top, on the right: the next in turn is the lowest on the left. */
static int seats_beside(int n) { return n < 3 ? 0 : n < 6 ? 1 : n < 9 ? 2 : 3; }

static int draw_around(Screen *s, const Style *style, int y, int width, BoxSize size)
{
    Seat seat[MAX_SEATS];
    int n = seats_in_order(s, seat), beside = seats_beside(n), low;
    y = draw_boxes(s, seat + beside, n - 2 * beside, y, 1, width - 2, size);
    for (int i = 0; i < beside; i++) {
        int top = y + (beside - 1 - i) * size.height;
        draw_box(s, seat[i], top, 1, size.height, size.width);
        draw_box(s, seat[n - 1 - i], top, width - 1 - size.width, size.height, size.width);
    }
    int x = beside ? size.width + 4 : 6, end = y + beside * size.height;
    low = draw_middle(s, style, y + 1, x, width - 2 * x) + 1;
    return low > end ? low : end;
}

/* Long names do not fit around a narrow table, nor into boxes at the narrowest. */
static int draw_seats_and_middle(Screen *s, const Style *style, int y, int width, int air)
{
    Seat seat[MAX_SEATS];
    int n = seats_in_order(s, seat);
    BoxSize size = measure_boxes(s, seat, n);
    bool boxes = style->seats != SEATS_LINES && size.width <= width - 2;
    if (sheet_sides(s->d)) y = draw_sides(s, y, width);
    else if (boxes && style->seats == SEATS_AROUND && 2 * size.width + MIDDLE <= width)
        return draw_around(s, style, y, width, size);
    else if (boxes) y = draw_boxes(s, seat, n, y, 1, width - 2, size);
    else y = draw_seat_lines(s, y, width);
    return draw_middle(s, style, y + air, 1, width - 2);
}

int board_draw(Screen *s, const Style *style, int y, int width, int air)
{
    y = draw_seats_and_middle(s, style, y, width, air) + air;
    if (sheet_columns(s->d)) y = draw_grid(s, y, width, style->cell) + air;
    y = draw_lists(s, y, width);
    return draw_own(s, y, width, style->cards);
}
