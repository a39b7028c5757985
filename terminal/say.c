/* SPDX-License-Identifier: MIT
 * say.c - holes and how they are filled. */
#include "say.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct { const char *at; size_t n; } Piece;
enum { UNDECIDED = -1 };                         /* the number of a hole whose argument is yet to be chosen */

Hole *phrase_text(Phrase *p, const char *key, const char *text)
{
    static Hole spare;
    Hole *h = p->n < HOLES ? &p->hole[p->n++] : &spare;
    *h = (Hole){ .nothing = !text || !*text };
    snprintf(h->key, sizeof h->key, "%s", key);
    text_cut(h->text, sizeof h->text, text ? text : "");
    return h;
}

Hole *phrase_number(Phrase *p, const char *key, int number)
{
    char digits[16];
    snprintf(digits, sizeof digits, "%d", number);
    Hole *h = phrase_text(p, key, digits);
    h->number = number;
    h->nothing = !number;
    return h;
}

static const Hole *find_hole(const Phrase *p, Piece key)
{
    for (int i = 0; i < p->n; i++)
        if (strlen(p->hole[i].key) == key.n && !memcmp(p->hole[i].key, key.at, key.n)) return &p->hole[i];
    return NULL;
}

/* ---- filling ------------------------------------------------------------------- */

static void fill(const Voice *v, Text *out, Piece body, const Phrase *p);

static void say_cell(const Voice *v, Text *out, int cell)
{
    const Fact *f = fact_at(scene_shape(v->scene, v->game, SHOW_GRID), cell);
    if (f && f->kind == FACT_TEXT) text_add(out, f->text);
    else text_number(out, cell);
}

/* {key} {key:when hidden} {key+} {#key} {&key} {@key} */
static void fill_hole(const Voice *v, Text *out, Piece hole, const Phrase *p)
{
    const char *colon = memchr(hole.at, ':', hole.n);
    Piece key = { hole.at, colon ? (size_t)(colon - hole.at) : hole.n };
    char mark = key.n > 1 && strchr("#&@", key.at[0]) ? key.at[0] : 0;
    if (mark) key.at++, key.n--;
    bool next = key.n > 1 && key.at[key.n - 1] == '+';
    key.n -= next;
    const Hole *h = find_hole(p, key);
    bool missing = !h || h->hidden || (colon && h->nothing);
    if (missing && colon) fill(v, out, (Piece){ colon + 1, hole.n - (size_t)(colon + 1 - hole.at) }, p);
    else if (missing) text_char(out, '?');
    else if (mark && h->number == UNDECIDED) text_add(out, h->text);
    else if (mark == '#') say_cell(v, out, h->number);
    else if (mark == '&') say_side(v, out, h->number);
    else if (mark == '@') say_seat(v, out, (Seat)h->number, "object.you");
    else if (next) text_number(out, h->number + 1);
    else text_add(out, h->text);
}

/* Whether what stands under this mark is said. */
static bool chosen(char mark, const Hole *h)
{
    bool readable = h && !h->hidden;
    if (mark == '~') return readable;
    if (mark == '+') return readable && h->number != 1;
    return (readable && !h->nothing) != (mark == '!');
}

/* <key:...> <!key:...> <~key:...> <+key:...> */
static void fill_choice(const Voice *v, Text *out, Piece choice, const Phrase *p)
{
    const char *colon = memchr(choice.at, ':', choice.n);
    if (!colon) return;
    char mark = memchr("!~+", choice.at[0], 3) ? choice.at[0] : 0;
    const char *from = choice.at + (mark != 0);
    if (!chosen(mark, find_hole(p, (Piece){ from, (size_t)(colon - from) }))) return;
    fill(v, out, (Piece){ colon + 1, choice.n - (size_t)(colon + 1 - choice.at) }, p);
}

static void fill_person(Text *out, Piece both, bool mine)
{
    const char *bar = memchr(both.at, '|', both.n);
    if (!bar) return;
    if (mine) text_bytes(out, bar + 1, both.n - (size_t)(bar + 1 - both.at));
    else text_bytes(out, both.at, (size_t)(bar - both.at));
}

static bool begins(Piece p, const char *text) { return p.n >= strlen(text) && !memcmp(p.at, text, strlen(text)); }

bool say_ended(const Text *t)
{
    static const char *const stop[] = { ".", "!", "?", "。", "！", "？" };
    for (size_t i = 0; i < sizeof stop / sizeof *stop; i++) {
        size_t n = strlen(stop[i]);
        if (t->n >= n && t->n < t->cap && !memcmp(t->at + t->n - n, stop[i], n)) return true;
    }
    return false;
}

/* The full stop at the front, in bytes; 0: there is none. */
static size_t full_stop(Piece p) { return begins(p, ".") ? 1 : begins(p, "。") ? strlen("。") : 0; }

/* What fills a hole may end as a sentence does ("Nope!"): then no full stop follows it. */
static void fill(const Voice *v, Text *out, Piece body, const Phrase *p)
{
    static const char opens[] = "{[<", closes[] = "}]>";
    bool filled = false;
    for (size_t i = 0; i < body.n; i++) {
        const char *kind = memchr(opens, body.at[i], 3);
        const char *end = kind ? memchr(body.at + i, closes[kind - opens], body.n - i) : NULL;
        size_t stop = filled && say_ended(out) ? full_stop((Piece){ body.at + i, body.n - i }) : 0;
        filled = end != NULL;
        if (stop) { i += stop - 1; continue; }
        if (!end) { text_char(out, body.at[i]); continue; }
        Piece in = { body.at + i + 1, (size_t)(end - body.at) - i - 1 };
        if (*kind == '{') fill_hole(v, out, in, p);
        else if (*kind == '<') fill_choice(v, out, in, p);
        else fill_person(out, in, p->mine);
        i = (size_t)(end - body.at);
    }
}

void say_filled(const Voice *v, Text *out, const char *text, const Phrase *p)
{
    fill(v, out, (Piece){ text, strlen(text) }, p);
}

bool say(const Voice *v, Text *out, const char *key, const Phrase *p)
{
    const char *text = words_find(v->game, v->lang, key);
    if (text && !*text) return false;
    say_filled(v, out, text ? text : key, p);
    return true;
}

void say_line(const Voice *v, Text *out, const char *key, const char *t, int n)
{
    Phrase p = { .n = 0 };
    phrase_text(&p, "t", t);
    phrase_number(&p, "n", n);
    say(v, out, key, &p);
}

const char *say_word(const Voice *v, const char *key)
{
    const char *text = words_find(v->game, v->lang, key);
    return text ? text : key;
}

/* ---- names ---------------------------------------------------------------------- */

const char *say_card(const Voice *v, const char *card)
{
    static const char *const prefix[] = { "card.", "text.", "val." };
    for (size_t i = 0; i < sizeof prefix / sizeof *prefix; i++) {
        const char *name = words_of(v->game, v->lang, prefix[i], card);
        if (name) return name;
    }
    return card;
}

void say_seat(const Voice *v, Text *out, Seat seat, const char *you)
{
    Phrase p = { .n = 0 };
    if (seat >= v->seats) { text_add(out, say_word(v, "table")); return; }
    if (seat != v->viewer) { text_add(out, v->name[seat]); return; }
    phrase_text(&p, "name", v->name[seat]);
    say(v, out, you, &p);
}

/* A side: even seats are side 0, odd seats side 1, and any other number means everybody. One by their name; several
 * are "your side" to whoever sits there. */
void say_side(const Voice *v, Text *out, int side)
{
    bool first = true;
    if (v->seats > 2 && side < 2 && v->viewer < v->seats) {
        text_add(out, say_word(v, (v->viewer & 1) == side ? "side.of.mine" : "side.of.theirs"));
        return;
    }
    if (v->seats > 2 && side >= 2) {
        text_add(out, say_word(v, "side.of.both"));
        return;
    }
    for (Seat p = 0; p < v->seats; p++) {
        if (side < 2 && (p & 1) != side) continue;
        if (!first) text_add(out, say_word(v, side < 2 ? "and" : "or"));
        say_seat(v, out, p, "object.you");
        first = false;
    }
}

/* ---- events and moves -------------------------------------------------------------- */

static void put_seat(const Voice *v, Phrase *p, const char *key, int seat)
{
    char name[NAME_BYTES * 2];
    Text t = text_into(name, sizeof name);
    if (seat != SEAT_NONE) say_seat(v, &t, (Seat)seat, "object.you");
    Hole *h = phrase_text(p, key, name);
    h->number = seat;
    h->nothing = seat == SEAT_NONE;
}

static void put_arg(const Voice *v, Phrase *p, const EventArg *a, int value, const char *word)
{
    if (value == BLANK) phrase_text(p, a->key, "")->hidden = true;
    else if (a->type == 'C') phrase_text(p, a->key, value ? say_card(v, v->game->cards[value]) : "");
    else if (a->type == '@') put_seat(v, p, a->key, value);
    else if (a->type == 'W') phrase_text(p, a->key, word);
    else phrase_number(p, a->key, value);
}

bool say_event(const Voice *v, Text *out, const Event *e, const char *word)
{
    const EventKind *kind = &v->game->events[e->kind];
    Phrase p = { .mine = e->seat == v->viewer };
    char who[NAME_BYTES * 2], key[64];
    EventArg a;
    Text t = text_into(who, sizeof who);
    say_seat(v, &t, e->seat, "who.you");
    phrase_text(&p, "who", who);
    for (int i = 0; event_arg(kind, i, &a); i++) put_arg(v, &p, &a, e->arg[i], word);
    snprintf(key, sizeof key, "ev.%s", kind->name);
    return say(v, out, key, &p);
}

bool say_reason(const Voice *v, Text *out, const Reason *r)
{
    const ReasonKind *kind = &v->game->hunch->reasons[r->kind];
    Phrase p = { .n = 0 };
    char key[64];
    EventArg a;
    for (int i = 0; event_arg(kind, i, &a); i++) put_arg(v, &p, &a, r->arg[i], r->word);
    snprintf(key, sizeof key, "why.%s", kind->name);
    return say(v, out, key, &p);
}

/* What a token of a verb's form stands for: C a card, @ a seat, N a number, 0 no argument. */
static char token_kind(const char *token, size_t n)
{
    const char *colon = memchr(token, ':', n);
    if (colon) n -= (size_t)(colon + 1 - token), token = colon + 1;
    if (n && token[n - 1] == '?') n--;
    if (n == 1 && strchr("CPA", *token)) return 'C';
    if (n == 2 && *token == '@') return '@';
    return (n == 1 && *token == 'N') || (*token >= '0' && *token <= '9') ? 'N' : 0;
}

static void put_move_arg(const Voice *v, Phrase *p, char kind, int i, int value)
{
    char key[4] = { (char)('1' + i), 0 };
    bool card = value && value < v->game->card_count;
    if (kind == 'C') phrase_text(p, key, card ? say_card(v, v->game->cards[value]) : "");
    else if (kind == '@') put_seat(v, p, key, value);
    else phrase_number(p, key, value);
}

int say_kinds(const Game *g, int verb, char kind[MAX_ARGS])
{
    int args = 0;
    for (const char *at = g->verbs[verb].form; *at; ) {
        size_t n = strcspn(at, " ");
        char k = token_kind(at, n);
        if (k && args < MAX_ARGS) kind[args++] = k;
        at += n + (at[n] == ' ');
    }
    return args;
}

void say_begun(const Voice *v, Text *out, const Move *m, int known)
{
    Phrase p = { .n = 0 };
    char key[64], kind[MAX_ARGS];
    int args = say_kinds(v->game, m->verb, kind);
    for (int i = 0; i < args; i++) {
        char hole[4] = { (char)('1' + i), 0 };
        if (i < known) put_move_arg(v, &p, kind[i], i, m->arg[i]);
        else phrase_text(&p, hole, "\342\200\246")->number = UNDECIDED;
    }
    snprintf(key, sizeof key, "mv.%s", v->game->verbs[m->verb].form);
    say(v, out, key, &p);
}

void say_move(const Voice *v, Text *out, const Move *m) { say_begun(v, out, m, MAX_ARGS); }

void say_arg(const Voice *v, Text *out, const Move *m, int i)
{
    Phrase p = { .n = 0 };
    char kind[MAX_ARGS];
    if (i >= say_kinds(v->game, m->verb, kind)) return;
    put_move_arg(v, &p, kind[i], i, m->arg[i]);
    text_add(out, p.hole[0].nothing && kind[i] != 'N' ? "\342\200\223" : p.hole[0].text);
}

const char *say_title(const Voice *v)
{
    const char *title = words_of(v->game, v->lang, "game.", v->game->id);
    return title ? title : v->game->id;
}
