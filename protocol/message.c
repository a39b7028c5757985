/* SPDX-License-Identifier: MIT
 * message.c - a game's views, events and offers as JSON. */
#include "message.h"

#include "../core/hex.h"
#include "../core/hunch.h"

void message_key(Text *out, const char *key)
{
    json_string(out, key);
    text_char(out, ':');
}

void message_long(Text *out, const char *key, uint64_t v)
{
    message_key(out, key);
    text_long(out, v);
}

/* ---- events ------------------------------------------------------------------ */

static void put_arg(Text *out, const Game *g, char type, int v, const char *word)
{
    bool none = v == BLANK || (type == 'C' && v == UNKNOWN) || (type == '@' && v == SEAT_NONE);
    if (none) text_add(out, "null");
    else if (type == 'C') json_string(out, g->cards[v]);
    else if (type == 'W') json_string(out, word ? word : "");
    else text_number(out, v);
}

void message_event(Text *out, const Game *g, uint64_t n, const Event *e, Seat who, const char *word)
{
    EventArg a;
    Event seen = *e;
    if (who != SEAT_NONE) events_redact(g, e, who, &seen);
    text_char(out, '{');
    message_long(out, "n", n);
    text_add(out, ",\"e\":");
    json_string(out, g->events[seen.kind].name);
    if (seen.seat != SEAT_NONE) {
        text_add(out, ",\"seat\":");
        text_number(out, seen.seat);
    }
    for (int i = 0; event_arg(&g->events[seen.kind], i, &a); i++) {
        text_char(out, ',');
        message_key(out, a.key);
        put_arg(out, g, a.type, seen.arg[i], word);
    }
    text_char(out, '}');
}

/* ---- offers ------------------------------------------------------------------- */

static const char *token_text(const OfferRoom *r, OfferToken t) { return r->text + t.at; }

static bool same_token(const OfferRoom *r, OfferToken a, OfferToken b)
{
    return a.n == b.n && (a.at == b.at || !memcmp(token_text(r, a), token_text(r, b), a.n));
}

/* One move as its words. */
static bool write_row(OfferRoom *r, const Game *g, const Move *m, OfferRow *row)
{
    size_t room = sizeof r->text - r->used;
    char *text = r->text + r->used;
    int n = move_format(g, m, NULL, text, room);
    if (n < 0 || (size_t)n >= room) return false;
    row->tokens = 0;
    for (int from = 0, to; from < n && row->tokens < OFFER_TOKENS; from = to + 1) {
        for (to = from; to < n && text[to] != ' '; to++) continue;
        row->token[row->tokens++] = (OfferToken){ (uint32_t)(r->used + (size_t)from), (uint32_t)(to - from) };
    }
    r->used += (size_t)n + 1;
    return true;
}

static bool alike_but(const OfferRoom *r, const OfferRow *a, const OfferRow *b, int at)
{
    if (a->tokens != b->tokens) return false;
    for (int i = 0; i < a->tokens; i++)
        if (i != at && !same_token(r, a->token[i], b->token[i])) return false;
    return true;
}

/* Writes the words at place `at` of rows first..last-1 as one: "@1|@3". */
static bool join(OfferRoom *r, int first, int last, int at)
{
    Text t = text_into(r->text + r->used, sizeof r->text - r->used);
    for (int i = first; i < last; i++) {
        if (i > first) text_char(&t, '|');
        text_bytes(&t, token_text(r, r->row[i].token[at]), r->row[i].token[at].n);
    }
    if (t.n >= t.cap) return false;
    r->row[first].token[at] = (OfferToken){ (uint32_t)r->used, (uint32_t)t.n };
    r->used += t.n + 1;
    return true;
}

/* Merges neighbouring rows that differ only in the word at place `at`. Rows of different verbs are
 * never merged. Returns how many rows are left. */
static int fold_rows(OfferRoom *r, int n, int at)
{
    int kept = 0;
    for (int i = 0, j; i < n; i = j) {
        for (j = i + 1; j < n && at < r->row[i].tokens && alike_but(r, &r->row[i], &r->row[j], at); j++) continue;
        if (j > i + 1 && !join(r, i, j, at)) j = i + 1;
        r->row[kept++] = r->row[i];
    }
    return kept;
}

static int list_offers(OfferRoom *r, const Game *g, const void *view, Seat who)
{
    int n = who < MAX_SEATS ? g->legal(view, who, r->list, MAX_MOVES) : 0, rows = 0;
    r->used = 0;
    if (n > MAX_MOVES) n = MAX_MOVES;
    while (rows < n && write_row(r, g, &r->list[rows], &r->row[rows])) rows++;
    for (int at = OFFER_TOKENS - 1; at > 0 && rows > 1; at--) rows = fold_rows(r, rows, at);
    return rows;
}

static void put_offer(Text *out, OfferRoom *r, const Game *g, const void *view, Seat who)
{
    int rows = list_offers(r, g, view, who);
    text_add(out, "\"offer\":[");
    for (int i = 0; i < rows; i++) {
        text_add(out, i ? ",\"" : "\"");
        for (int k = 0; k < r->row[i].tokens; k++) {
            if (k) text_char(out, ' ');
            text_bytes(out, token_text(r, r->row[i].token[k]), r->row[i].token[k].n);
        }
        text_char(out, '"');
    }
    text_char(out, ']');
}

static void put_asked(Text *out, SeatSet asked)
{
    Seat p;
    const char *comma = "";
    text_add(out, "\"asked\":[");
    EACH_SEAT(p, asked & (SEAT_BIT(MAX_SEATS) - 1)) {
        text_add(out, comma);
        text_number(out, p);
        comma = ",";
    }
    text_char(out, ']');
}

void message_moment(Text *out, const Game *g, const void *view, Seat who, OfferRoom *room)
{
    Json j = json_write(out);
    SeatSet asked = g->to_act(view);
    tell_object(&j.to, "view");
    g->tell(view, who, &j.to);
    j.to.close(&j.to);
    text_char(out, ',');
    put_asked(out, asked);
    text_char(out, ',');
    put_offer(out, room, g, view, who);
}

/* ---- what can be played ----------------------------------------------------------- */

static void put_bytes(Text *out, const char *key, const void *bytes, size_t n)
{
    message_key(out, key);
    text_char(out, '"');
    text_hex(out, bytes, n);
    text_char(out, '"');
}

void message_known(Text *out, const Game *g, const void *view, const void *notes)
{
    put_bytes(out, "view", view, g->state_size);
    text_char(out, ',');
    put_bytes(out, "notes", notes, g->hunch ? g->hunch->memory_size : 0);
}

void message_options(Text *out, const Game *g, const Options *o)
{
    char value[32];
    text_add(out, "\"options\":{");
    for (int i = 0; i < g->option_count; i++) {
        if (i) text_char(out, ',');
        options_value(g, o, i, value, sizeof value);
        message_key(out, g->options[i].name);
        json_string(out, value);
    }
    text_char(out, '}');
}

static void put_option(Scribe *to, const OptionRow *row)
{
    static const char *const role[] = { [ROLE_NONE] = NULL, [ROLE_MINUTES] = "minutes", [ROLE_LANG] = "lang",
                                        [ROLE_FIRST] = "first", [ROLE_DEALER] = "dealer" };
    tell_object(to, NULL);
    tell_text(to, "name", row->name);
    if (role[row->role]) tell_text(to, "role", role[row->role]);
    if (row->words) {
        tell_list(to, "values");
        for (int i = 0; row->words[i]; i++) tell_text(to, NULL, row->words[i]);
        to->close(to);
        tell_text(to, "usual", row->words[row->usual]);
        if (row->offer) tell_text(to, "offer", row->words[row->offer]);
    } else {
        tell_list(to, "range");
        tell_number(to, NULL, row->low);
        tell_number(to, NULL, row->high);
        to->close(to);
        tell_number(to, "usual", row->usual);
    }
    to->close(to);
}

static bool has_windows(const Game *g)
{
    for (int i = 0; i < g->verb_count; i++)
        if (g->verbs[i].flags & VERB_WINDOW) return true;
    return false;
}

void message_game(Text *out, const Game *g)
{
    Json j = json_write(out);
    tell_object(&j.to, NULL);
    tell_text(&j.to, "id", g->id);
    tell_list(&j.to, "seats");
    tell_number(&j.to, NULL, g->min_seats);
    tell_number(&j.to, NULL, g->max_seats);
    j.to.close(&j.to);
    if (g->boxed) tell_bool(&j.to, "boxed", true);
    if (has_windows(g)) tell_bool(&j.to, "windows", true);
    tell_list(&j.to, "options");
    for (int i = 0; i < g->option_count; i++) put_option(&j.to, &g->options[i]);
    j.to.close(&j.to);
    j.to.close(&j.to);
}

static void put_kinds(Text *out, const char *key, const EventKind *kind, int n)
{
    text_char(out, ',');
    message_key(out, key);
    text_char(out, '{');
    for (int i = 0; i < n; i++) {
        if (i) text_char(out, ',');
        message_key(out, kind[i].name);
        json_string(out, kind[i].args ? kind[i].args : "");
    }
    text_char(out, '}');
}

static void put_beats(Text *out, const Game *g)
{
    text_add(out, ",\"beats\":{");
    for (int i = 0, n = 0; g->beats && i < g->event_count; i++) {
        if (!g->beats[i]) continue;
        if (n++) text_char(out, ',');
        message_key(out, g->events[i].name);
        text_number(out, 100 * g->beats[i]);
    }
    text_char(out, '}');
}

void message_whole_game(Text *out, const Game *g)
{
    const Hunch *h = g->hunch;
    message_game(out, g);
    out->n--;                                            /* over the closing brace */
    put_kinds(out, "events", g->events, g->event_count);
    put_kinds(out, "reasons", h ? h->reasons : NULL, h ? h->reason_count : 0);
    put_beats(out, g);
    text_char(out, '}');
}

const Fact *message_progress(const Game *g, const void *state, char *text, size_t cap, Arena *a)
{
    _Alignas(16) uint8_t view[MAX_STATE];
    Text t = text_into(text, cap);
    Json j = json_write(&t);
    Why w;
    if (!g->progress) return NULL;
    g->observe(state, SEAT_TABLE, view);
    tell_object(&j.to, NULL);
    g->tell(view, SEAT_TABLE, &j.to);
    j.to.close(&j.to);
    const Fact *won = t.n < cap ? fact_get(json_read(text, t.n, a, &w), g->progress) : NULL;
    return won && won->kind == FACT_LIST ? won : NULL;
}
