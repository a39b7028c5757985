/* SPDX-License-Identifier: MIT
 *
 * fuzz_heard.c - any lines as messages of a server to the terminal that has joined it. Whatever is said, the table can
 * be told and drawn, and nothing that a terminal would obey is among it. */
#include "../../terminal/guest.h"
#include "../../terminal/screen.h"
#include "../../terminal/sheet.h"
#include "fuzz.h"

static Desk desk;
static Guest guest;
static Screen screen;

static void need_words(const Text *t)
{
    size_t n = t->n < t->cap ? t->n : t->cap - 1;
    for (size_t i = 0; i < n; i++) {
        unsigned char c = (unsigned char)t->at[i];
        need((c >= 32 && c != 127) || c == '\n', "what is shown holds no command of a terminal");
    }
}

#define TELL(...) do { t = text_into(line, sizeof line); __VA_ARGS__; need_words(&t); } while (0)

static void tell_table(Desk *d)
{
    static char line[SENTENCE * 16];
    Text t;
    Cell c;
    bool more = true;
    for (Seat p = 0; p < d->voice.seats; p++) TELL(sheet_seat(d, p, &t));
    TELL(sheet_own(d, &t));
    TELL(sheet_waiting(d, &t));
    TELL(sheet_options(d, &t));
    TELL(sheet_map(d, &t));
    TELL(desk_result(d, &t));
    for (int i = 0; more; i++) TELL(more = sheet_line(d, i, i & 1, &t));
    for (int i = 0; sheet_cell(d, i, &c); i++) TELL(sheet_mark(d, &c, &t));
    for (int i = 0; sheet_list(d, i); i++)
        for (const Fact *f = sheet_list(d, i)->child; f; f = f->next) TELL(sheet_item(d, sheet_list(d, i), f, &t));
    for (size_t i = 0; i < d->happened_n; i++) TELL(desk_sentence(d, i, &t));
}

static void tell_round(Desk *d)
{
    static char line[SENTENCE * 16];
    Text t;
    Seat p;
    bool more = true;
    if (!d->ends) return;
    desk_look_back(d);
    for (int i = 0; sheet_standing(d, i, &p); i++) TELL(sheet_seat(d, p, &t), sheet_gain(d, p, &t));
    for (int i = 0; more; i++) TELL(more = sheet_round(d, i, &t));
    desk_look(d, d->voice.viewer);
}

static void draw_table(Desk *d)
{
    static const Style style[] = { { SEATS_AROUND, 7, 7, 5 }, { SEATS_BOXES, 5, 5, 3 }, { SEATS_LINES, 1, 1, 1 } };
    static char line[SENTENCE];
    Text t;
    screen.d = d;
    screen.n = desk_moves(d, screen.list);
    menu_open(&screen.menu, d, screen.list, screen.n);
    for (int i = 0; i < screen.menu.count; i++) TELL(menu_text(&screen.menu, i, &t));
    canvas_measure(true);
    screen.spots = 0;
    for (int i = 0; i < 3; i++) board_draw(&screen, &style[i], 0, 80, 0);
    board_columns(&screen);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    setenv("XDG_STATE_HOME", "/dev/null", 1);            /* seats are not kept here */
    memset(&desk, 0, sizeof desk);
    memset(&guest, 0, sizeof guest);
    memset(&screen.menu, 0, sizeof screen.menu);
    if (!size) return 0;
    desk.voice.lang = data[0] % LANGUAGES;
    snprintf(guest.name, sizeof guest.name, "Ada");
    join_sit(&desk, &guest);
    for (size_t at = 1, n; at < size && !desk.now.gone && !guest.ended; at += n + 1) {
        const uint8_t *end = memchr(data + at, '\n', size - at);
        n = end ? (size_t)(end - data) - at : size - at;
        char *text = malloc(n);
        memcpy(text, data + at, n);
        guest_hear(&guest, text, n);
        free(text);
        if (!guest.seen.known || desk.now.gone) continue;
        desk_look(&desk, desk.voice.viewer);
        tell_table(&desk);
        tell_round(&desk);
        draw_table(&desk);
    }
    desk_free(&desk);
    return 0;
}
