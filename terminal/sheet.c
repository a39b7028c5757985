/* SPDX-License-Identifier: MIT
 * sheet.c - facts as lines of words. */
#include "sheet.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

#include "../cli/cli.h"
#include "../cli/texts.h"

static const char LEFT_TO_RIGHT[] = "\342\200\216";    /* a mark that keeps a sign before its number */

static const Fact *get(const Desk *d, ShowShape shape) { return scene_shape(d->voice.scene, d->voice.game, shape); }

/* ---- cards -------------------------------------------------------------------------- */

static const char *card_in(const Fact *f) { return f && f->kind == FACT_TEXT ? f->text : NULL; }
static bool same(const Fact *a, const Fact *b) { return card_in(a) && card_in(b) && !strcmp(a->text, b->text); }

/* "Defuse, Skip x2"; cards that cannot be named are left out. Returns how many were named. */
static int add_cards(const Desk *d, const Fact *list, Text *out)
{
    int named = 0;
    for (const Fact *f = list->child, *next; f; f = next) {
        int alike = 1;
        for (next = f->next; same(f, next); next = next->next) alike++;
        if (f->kind != FACT_TEXT) continue;
        if (named) text_add(out, say_word(&d->voice, "and"));
        text_add(out, say_card(&d->voice, f->text));
        if (alike > 1) text_add(out, " \303\227"), text_number(out, alike);
        named += alike;
    }
    return named;
}

/* "[3] [?] [?] [7]" */
static void add_row(const Desk *d, const Fact *row, Text *out)
{
    for (const Fact *f = row->child; f; f = f->next) {
        if (f != row->child) text_char(out, ' ');
        text_char(out, '[');
        text_add(out, f->kind == FACT_TEXT ? say_card(&d->voice, f->text) : "?");
        text_char(out, ']');
    }
}

/* ---- players ------------------------------------------------------------------------ */

/* A list with an entry for each seat: "12 points", "out". */
static void add_seat_fact(const Desk *d, const Fact *list, Seat seat, Text *out)
{
    const Fact *f = list->kind == FACT_LIST && list->number == d->voice.seats ? fact_at(list, seat) : NULL;
    char key[48];
    if (!f || !show_beside(d->voice.game, list->key)) return;
    if (f->kind == FACT_BOOL) snprintf(key, sizeof key, "seat.%s.%d", list->key, f->number);
    else snprintf(key, sizeof key, "seat.%s", list->key);
    const char *text = words_find(d->voice.game, d->voice.lang, key);
    if (!text || !*text) return;
    Phrase p = { .n = 0 };
    phrase_number(&p, "n", f->number);
    if (out->n) text_add(out, say_word(&d->voice, "comma"));
    say_filled(&d->voice, out, text, &p);
}

void sheet_facts(const Desk *d, Seat seat, Text *out)
{
    for (const Fact *f = d->voice.scene->child; f; f = f->next) add_seat_fact(d, f, seat, out);
}

const Fact *sheet_hand(const Desk *d, Seat seat) { return fact_at(get(d, SHOW_HANDS), seat); }
const Fact *sheet_row(const Desk *d, Seat seat) { return fact_at(get(d, SHOW_ROWS), seat); }
bool sheet_has_cards(const Desk *d) { return get(d, SHOW_HANDS) || get(d, SHOW_ROWS); }

void sheet_seat(const Desk *d, Seat seat, Text *out)
{
    const Fact *hand = fact_at(get(d, SHOW_HANDS), seat), *row = fact_at(get(d, SHOW_ROWS), seat);
    text_add(out, d->voice.name[seat]);
    if (hand || row) text_add(out, say_word(&d->voice, "colon"));
    if (row) add_row(d, row, out);
    if (hand) say_line(&d->voice, out, "cards", NULL, hand->number);
    if (hand && seat != d->voice.viewer) {
        char cards[SENTENCE];
        Text t = text_into(cards, sizeof cards);
        if (add_cards(d, hand, &t)) say_line(&d->voice, out, "gloss", cards, 0);
    }
    sheet_facts(d, seat, out);
}

/* ---- turns and sides ------------------------------------------------------------------- */

Seat sheet_turn(const Desk *d)
{
    const Fact *turn = get(d, SHOW_TURN);
    bool known = turn && turn->number >= 0 && turn->number < d->voice.seats && !d->now.over;
    return known ? (Seat)turn->number : SEAT_NONE;
}

static bool plays_on(const Desk *d, Seat p)
{
    const Fact *in = fact_at(get(d, SHOW_IN), p), *out = fact_at(get(d, SHOW_OUT), p);
    return (!in || in->number) && (!out || !out->number);
}

Seat sheet_next(const Desk *d)
{
    Seat turn = sheet_turn(d), seats = d->voice.seats;
    for (Seat i = 1; turn != SEAT_NONE && i < seats; i++)
        if (plays_on(d, (Seat)((turn + i) % seats))) return (Seat)((turn + i) % seats);
    return SEAT_NONE;
}

bool sheet_sides(const Desk *d) { return show_shape(d->voice.game, SHOW_KEYS); }

void sheet_side(const Desk *d, int side, Text *out)
{
    char names[SENTENCE];
    Text t = text_into(names, sizeof names);
    Seat me = d->voice.viewer;
    for (Seat s = (Seat)side; s < d->voice.seats; s = (Seat)(s + 2)) {
        if (t.n) text_add(&t, say_word(&d->voice, "and"));
        text_add(&t, d->voice.name[s]);
    }
    const char *key = me >= d->voice.seats ? "side.any" : (me & 1) == side ? "side.mine" : "side.theirs";
    say_line(&d->voice, out, key, names, side + 1);
}

bool sheet_own(const Desk *d, Text *out)
{
    Seat me = d->voice.viewer;
    const Fact *hand = fact_at(get(d, SHOW_HANDS), me), *row = fact_at(get(d, SHOW_ROWS), me);
    if (me >= d->voice.seats || (!hand && !row)) return false;
    text_add(out, say_word(&d->voice, hand ? "hand" : "row"));
    text_add(out, say_word(&d->voice, "colon"));
    if (row) add_row(d, row, out);
    else if (!add_cards(d, hand, out)) text_add(out, say_word(&d->voice, "hand.empty"));
    return true;
}

void sheet_waiting(const Desk *d, Text *out)
{
    char names[SENTENCE];
    SeatSet asked = d->now.asked;
    const Fact *phase = get(d, SHOW_PHASE);
    Text t = text_into(names, sizeof names);
    Seat seat;
    if (d->voice.viewer < d->voice.seats && asked >> d->voice.viewer & 1) {
        const char *prompt = words_of(d->voice.game, d->voice.lang, "ph.", phase && phase->text ? phase->text : "");
        text_add(out, prompt ? prompt : "");
        return;
    }
    EACH_SEAT(seat, asked) {
        if (t.n) text_add(&t, say_word(&d->voice, "and"));
        text_add(&t, d->voice.name[seat]);
    }
    say_line(&d->voice, out, asked ? "waiting" : "over", names, 0);
}

int sheet_clock(const Desk *d, double closes, Text *out)
{
    double left = closes - wall_seconds();
    int seconds = left > 0 ? (int)left + 1 : 0;
    bool long_time = seconds > 5 * 60;
    say_line(&d->voice, out, long_time ? "window.minutes" : "window", NULL, long_time ? seconds / 60 : seconds);
    return seconds;
}

/* ---- piles and facts ------------------------------------------------------------------- */

/* What is known of the pile from the top; false: nothing. */
static bool add_known(const Desk *d, const Fact *pile, Text *out)
{
    char known[SENTENCE];
    Text t = text_into(known, sizeof known);
    for (const Fact *f = pile->child; f && f->kind == FACT_TEXT; f = f->next) {
        if (t.n) text_add(&t, say_word(&d->voice, "and"));
        text_add(&t, say_card(&d->voice, f->text));
    }
    if (t.n) say_line(&d->voice, out, "pile.known", known, 0);
    return t.n;
}

static void add_pile(const Desk *d, const Fact *pile, Text *out)
{
    char known[SENTENCE];
    Text t = text_into(known, sizeof known);
    say_line(&d->voice, out, "pile", NULL, pile->number);
    if (add_known(d, pile, &t)) text_add(out, say_word(&d->voice, "period")), text_add(out, known);
}

static void add_discard(const Desk *d, const Fact *pile, Text *out)
{
    const char *top = card_in(pile->child);
    say_line(&d->voice, out, "discard", top ? say_card(&d->voice, top) : NULL, pile->number);
}

const Fact *sheet_pile(const Desk *d, bool discard, Text *caption)
{
    const Fact *pile = get(d, discard ? SHOW_DISCARD : SHOW_PILE);
    if (pile) say_line(&d->voice, caption, discard ? "discard" : "pile", NULL, pile->number);
    return pile;
}

static void put_value(const Desk *d, Phrase *p, const char *key, const Fact *f)
{
    if (f->kind == FACT_TEXT) phrase_text(p, key, say_card(&d->voice, f->text));
    else if (f->kind == FACT_NUMBER || f->kind == FACT_BOOL) phrase_number(p, key, f->number);
}

static void put_members(const Desk *d, Phrase *p, const Fact *f)
{
    for (const Fact *c = f->kind == FACT_OBJECT ? f->child : NULL; c; c = c->next) put_value(d, p, c->key, c);
}

/* A fact that is no list, by its text "fact.NAME"; `out` is empty before. False when there is nothing to say: no text,
 * no value, or 0. */
static bool add_fact(const Desk *d, const Fact *f, Text *out)
{
    const char *text = words_of(d->voice.game, d->voice.lang, "fact.", f->key);
    Phrase p = { .n = 0 };
    char seat[NAME_BYTES * 2];
    Text t = text_into(seat, sizeof seat);
    if (!text || !*text || f->kind == FACT_NONE || f->kind == FACT_LIST) return false;
    bool of_seat = strstr(text, "{@}");
    if (!f->number && !of_seat && (f->kind == FACT_NUMBER || f->kind == FACT_BOOL)) return false;
    if (f->kind == FACT_NUMBER) say_seat(&d->voice, &t, (Seat)f->number, "who.you");
    put_value(d, &p, "n", f);
    put_value(d, &p, "t", f);
    phrase_text(&p, "@", f->kind == FACT_TEXT ? say_card(&d->voice, f->text) : seat);
    put_members(d, &p, f);
    say_filled(&d->voice, out, text, &p);
    return out->n;
}

static bool add_line(const Desk *d, const Fact *f, bool drawn, Text *out)
{
    const ShowRow *row = show_fact(d->voice.game, f->key);
    if (!row) return add_fact(d, f, out);
    if (row->shape == SHOW_PILE && drawn) return add_known(d, f, out);
    if (row->shape == SHOW_PILE) return add_pile(d, f, out), true;
    if (row->shape == SHOW_DISCARD && !drawn) return add_discard(d, f, out), true;
    return false;
}

bool sheet_line(const Desk *d, int i, bool drawn, Text *out)
{
    for (const Fact *f = d->voice.scene->child; f; f = f->next) {
        Text t = { out->at, out->cap, 0 };
        if (add_line(d, f, drawn, &t) && i-- == 0) return *out = t, true;
    }
    return false;
}

/* Those that neither the rules nor new tables have; not that the words are in the language one reads. */
bool sheet_options(const Desk *d, Text *out)
{
    const Game *g = d->voice.game;
    Options usual, offered;
    char value[32];
    options_default(g, d->voice.seats, &usual);
    options_offer(g, d->voice.seats, &offered);
    for (int i = 0; i < g->option_count; i++) {
        uint8_t here = d->round.table.options.value[i];
        if (here == usual.value[i] || here == offered.value[i]) continue;
        options_value(g, &d->round.table.options, i, value, sizeof value);
        if (g->options[i].role == ROLE_LANG && !strcmp(value, language[d->voice.lang].code)) continue;
        const char *said = words_of(g, d->voice.lang, "val.", value);
        Phrase p = { .n = 0 };
        phrase_text(&p, "t", words_of(g, d->voice.lang, "opt.", g->options[i].name));
        phrase_text(&p, "value", said ? said : value);
        if (out->n) text_add(out, "   ");
        say(&d->voice, out, "option", &p);
    }
    return out->n;
}

/* ---- words in a grid ------------------------------------------------------------------- */

int sheet_columns(const Desk *d)
{
    const ShowRow *grid = show_shape(d->voice.game, SHOW_GRID);
    const Fact *words = get(d, SHOW_GRID);
    return words && words->number ? grid->columns : 0;
}

/* The letter of this cell in the key that the viewer may read. */
static const ShowSign *key_sign(const Desk *d, int cell)
{
    const Fact *keys = get(d, SHOW_KEYS);
    for (const Fact *f = keys ? keys->child : NULL; f; f = f->next)
        if (f->kind == FACT_TEXT && cell < (int)strlen(f->text))
            return show_sign(d->voice.game, SHOW_KEYS, f->text + cell, 1);
    return NULL;
}

bool sheet_cell(const Desk *d, int cell, Cell *out)
{
    const Fact *word = fact_at(get(d, SHOW_GRID), cell), *f = fact_at(get(d, SHOW_MARKS), cell);
    const char *mark = f && f->kind == FACT_TEXT ? f->text : "";
    if (!word || word->kind != FACT_TEXT) return false;
    *out = (Cell){ word->text, mark, key_sign(d, cell), show_sign(d->voice.game, SHOW_MARKS, mark, strlen(mark)) };
    return true;
}

/* A mark that is a number is a side: in its text {&s} stands for the names of that side. */
void sheet_mark(const Desk *d, const Cell *c, Text *out)
{
    Phrase p = { .n = 0 };
    char key[16];
    if (!*c->mark) return;
    phrase_number(&p, "s", atoi(c->mark));
    snprintf(key, sizeof key, "mark.%s", c->mark);
    say(&d->voice, out, key, &p);
}

/* ---- lists ------------------------------------------------------------------------------ */

const Fact *sheet_list(const Desk *d, int i)
{
    for (const ShowRow *row = d->voice.game->layout; row->fact; row++)
        if (row->shape == SHOW_LIST && i-- == 0) return fact_get(d->voice.scene, row->fact);
    return NULL;
}

static void say_of(const Desk *d, const char *prefix, const Fact *list, const Phrase *p, Text *out)
{
    char key[48];
    snprintf(key, sizeof key, "%s.%s", prefix, list->key);
    say(&d->voice, out, key, p);
}

void sheet_title(const Desk *d, const Fact *list, Text *out) { say_of(d, "list", list, &(Phrase){ .n = 0 }, out); }

void sheet_item(const Desk *d, const Fact *list, const Fact *item, Text *out)
{
    Phrase p = { .n = 0 };
    put_members(d, &p, item);
    say_of(d, "item", list, &p, out);
}

/* ---- the end, and help --------------------------------------------------------------- */

/* Facts that are shown beside a player as a number. */
static bool is_count(const Desk *d, const Fact *list, Seat seat)
{
    const Fact *f = list->kind == FACT_LIST && list->number == d->voice.seats ? fact_at(list, seat) : NULL;
    return f && f->kind == FACT_NUMBER && !show_fact(d->voice.game, list->key);
}

/* Where all have the same place, they have won or lost together. */
static bool together(const Desk *d, const Result *r)
{
    for (Seat s = 1; s < d->voice.seats; s++)
        if (r->place[s] != r->place[0]) return false;
    return r->place[0];
}

/* "Cleo, 31 points, won" */
static void add_place(const Desk *d, const Result *r, Seat seat, Text *out)
{
    char counts[SENTENCE];
    Text t = text_into(counts, sizeof counts);
    for (const Fact *list = d->voice.scene->child; list; list = list->next)
        if (is_count(d, list, seat)) add_seat_fact(d, list, seat, &t);
    text_add(out, d->voice.name[seat]);
    if (t.n) text_add(out, say_word(&d->voice, "comma")), text_add(out, counts);
    if (!(r->winners >> seat & 1)) return;
    text_add(out, say_word(&d->voice, "comma"));
    text_add(out, say_word(&d->voice, "result.won"));
}

bool sheet_result(const Desk *d, int i, Text *out)
{
    Result r;
    char line[SENTENCE];
    d->host->score(d, &r);
    bool all = together(d, &r);
    const char *how = r.winners ? "result.all.won" : "result.all.lost";
    if (all && i-- == 0) return text_add(out, say_word(&d->voice, how)), true;
    for (int place = 1; place <= MAX_SEATS && !all; place++)
        for (Seat s = 0; s < d->voice.seats; s++) {
            if (r.place[s] != place || i-- > 0) continue;
            Text t = text_into(line, sizeof line);
            add_place(d, &r, s, &t);
            say_line(&d->voice, out, "result", line, place);
            return true;
        }
    const char *verdict = card_in(get(d, SHOW_VERDICT));
    if (!i && verdict) text_add(out, say_card(&d->voice, verdict));
    return !i && verdict;
}

bool sheet_standing(const Desk *d, int i, Seat *seat)
{
    const Fact *counts = fact_get(d->voice.scene, show_rounds(d->voice.game)->counts);
    SeatSet left = (SeatSet)(SEAT_BIT(d->voice.seats) - 1);
    for (; left; i--) {
        Seat best = (Seat)__builtin_ctz(left), s;
        EACH_SEAT(s, left) {
            const Fact *a = fact_at(counts, s), *b = fact_at(counts, best);
            if (a && b && a->number < b->number) best = s;
        }
        if (!i) return *seat = best, true;
        left &= (SeatSet)~SEAT_BIT(best);
    }
    return false;
}

void sheet_gain(const Desk *d, Seat seat, Text *out)
{
    char gain[32];
    snprintf(gain, sizeof gain, "%s%+d", language[d->voice.lang].rtl ? LEFT_TO_RIGHT : "", d->gain[seat]);
    say_line(&d->voice, out, "gloss", gain, 0);
}

bool sheet_round(const Desk *d, int i, Text *out)
{
    for (const char *const *name = show_rounds(d->voice.game)->facts; *name; name++) {
        const Fact *f = fact_get(d->voice.scene, *name);
        Text t = { out->at, out->cap, 0 };
        if (f && add_fact(d, f, &t) && i-- == 0) return *out = t, true;
    }
    return false;
}

/* ---- the end ------------------------------------------------------------------------------ */

static void add_meant(const Desk *d, Text *out)
{
    char line[SENTENCE];
    bool first = true;
    for (size_t i = 0; i < d->happened_n; i++) {
        Text t = text_into(line, sizeof line);
        if (!desk_meant(d, i, &t)) continue;
        if (first) text_char(out, '\n'), text_add(out, say_word(&d->voice, "meant.title")), text_char(out, '\n');
        first = false;
        text_add(out, "  "), text_add(out, line), text_char(out, '\n');
    }
}

static void add_progress(const Desk *d, char *names, Text *out)
{
    char won[SENTENCE * 2];
    Text t = text_into(won, sizeof won);
    int n = 0;
    for (char *line = names, *rest; *line; line = rest, n++) {
        rest = line + strcspn(line, "\n");
        if (*rest) *rest++ = 0;
        if (n) text_add(&t, say_word(&d->voice, "and"));
        text_add(&t, say_card(&d->voice, line));
    }
    if (n) say_line(&d->voice, out, "progress", won, n), text_char(out, '\n');
}

void sheet_record(const Desk *d, Text *out)
{
    Record r;
    Phrase p = { .n = 0 };
    if (!d->people || d->guest || !record_read(d->voice.game, &r)) return;
    phrase_text(&p, "t", say_title(&d->voice));
    phrase_number(&p, "won", r.won);
    phrase_number(&p, "lost", r.played - r.won);
    text_char(out, '\n');
    say(&d->voice, out, "record", &p);
    text_char(out, '\n');
    add_progress(d, r.progress, out);
}

void desk_result(const Desk *d, Text *out)
{
    char line[SENTENCE];
    text_add(out, say_word(&d->voice, "over"));
    text_char(out, '\n');
    for (int i = 0; ; i++) {
        Text t = text_into(line, sizeof line);
        if (!sheet_result(d, i, &t)) break;
        text_add(out, "  "), text_add(out, line), text_char(out, '\n');
    }
    add_meant(d, out);
}

static bool alike(const char *a, const char *b)
{
    while (*a && tolower((unsigned char)*a) == tolower((unsigned char)*b)) a++, b++;
    return !*a && !*b;
}

/* The card somebody means, by its name in their language or in the notation. */
static const char *find_card(const Desk *d, const char *asked)
{
    for (int c = 1; c < d->voice.game->card_count; c++) {
        const char *name = say_card(&d->voice, d->voice.game->cards[c]);
        if (alike(name, asked) || alike(d->voice.game->cards[c], asked)) return name;
    }
    return NULL;
}

/* ---- a card in the rules: the same search as web/src/cardhelp.ts ------------------------ */

/* The first of these signs, in ASCII or as Chinese writes them; NULL: there is none before the end of the line. */
static const char *find_sign(const char *line, const char *ascii, const char *wide)
{
    size_t len = strcspn(line, "\n");
    const char *a = strstr(line, ascii), *b = strstr(line, wide), *first = a && (!b || a < b) ? a : b;
    return first && first < line + len ? first : NULL;
}
static const char *find_colon(const char *line) { return find_sign(line, ":", "\357\274\232"); }
static const char *find_bracket(const char *line) { return find_sign(line, "(", "\357\274\210"); }

/* How much of a name stands before its bracket, which has a number of copies or another name. */
static size_t bare(const char *name, size_t n)
{
    const char *bracket = find_bracket(name);
    if (bracket && bracket < name + n) n = (size_t)(bracket - name);
    while (n && name[n - 1] == ' ') n--;
    return n;
}

/* "- Attack (4): ..." is about an Attack. */
static bool is_about(const char *line, const char *name)
{
    const char *colon = find_colon(line);
    size_t n = colon ? bare(line + 2, (size_t)(colon - line) - 2) : 0, want = bare(name, strlen(name));
    if (!n || n != want) return false;
    while (n && tolower((unsigned char)line[1 + n]) == tolower((unsigned char)name[n - 1])) n--;
    return !n;
}

/* "- Cats (20): Tabby, ..." is about a Tabby too; of a number the whole number must be there. */
static bool is_among(const char *line, const char *name)
{
    const char *colon = find_colon(line), *bracket = find_bracket(line), *end = line + strcspn(line, "\n");
    if (!colon || !bracket || bracket > colon) return false;
    for (const char *hit = strstr(colon, name); hit && hit < end; hit = strstr(hit + 1, name)) {
        bool longer = isdigit((unsigned char)hit[-1]) || isdigit((unsigned char)hit[strlen(name)]);
        if (!isdigit((unsigned char)*name) || !longer) return true;
    }
    return false;
}

static bool add_bullet(const char *rules, const char *name, bool (*fits)(const char *, const char *), Text *out)
{
    for (const char *line = rules; *line; ) {
        size_t len = strcspn(line, "\n");
        if (!strncmp(line, "- ", 2) && fits(line, name)) return text_bytes(out, line, len), true;
        line += len + (line[len] == '\n');
    }
    return false;
}

bool sheet_help(const Desk *d, const char *card, Text *out)
{
    const char *name = find_card(d, card), *rules = help_find(d->voice.game->id, language[d->voice.lang].code);
    return name && rules && (add_bullet(rules, name, is_about, out) || add_bullet(rules, name, is_among, out));
}
