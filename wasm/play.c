/* SPDX-License-Identifier: MIT
 *
 * play.c - one table in the browser: the WASM module's second half. The worker around it keeps
 * the people, the pace and the clocks; this keeps the game. Texts are UTF-8 with a final NUL and
 * overwritten by the next call; where an Err or a reason is answered, NULL means: done.
 *
 *   nl_list()                      {"games":[...],"bots":[...]}
 *   nl_start(header, seed)         deals: a log's first line, 64 hex digits
 *   nl_move(seat, text)            plays, and whatever chance owes then; 15 is the clock
 *   nl_hear(seat, text)            the same for what a person says now: words must be legible (core/legible.h)
 *   nl_name(text)                  may somebody be called that?
 *   nl_bot(seat, level, lo, hi)    a bot for that chair, from its view alone; 0: no such level
 *   nl_choose(seat, iterations)    the move it would make
 *   nl_step(seat)                  "n", "events" of the last change, "view", "asked", "offer", "window":
 *                                  as seen by a seat, 13 a spectator, 255 the whole truth
 *   nl_result()                    {"over":...,"winners":[...],"points":[...],"place":[...]}
 *   nl_journal()                   the log so far
 *   nl_open(header) nl_line(line)  a log, line by line; its shuffles are checked at the secret
 *   nl_meant(seat)                 [...]: what that seat's word, said in the last change, was for, as guesses' arguments
 *   nl_gloss(game, word, from, to) what a word means in another language; NULL: nobody knows
 *   nl_commit(secret) nl_seed(secret, lucks)
 *                                  fairness (core/fair.h); luck is hex or "-", one word a seat */
#include <string.h>

#include "../bots/bot.h"
#include "../core/fair.h"
#include "../core/hex.h"
#include "../core/hunch.h"
#include "../core/legible.h"
#include "../core/log.h"
#include "../protocol/json.h"
#include "../protocol/message.h"
#include "lore.h"

#define EXPORT(name) __attribute__((export_name(#name))) name

enum { OUT = 1 << 18, JOURNAL = 1 << 20, SHUFFLES = 4096 };

/* The page has one table, and the table one owner: its worker. */
static struct {
    Table     table;
    bool      open;                          /* a game has been set up */
    Player    bot[MAX_SEATS];
    Events    events;                        /* of the last change */
    uint64_t  told;                          /* events before those */
    char      word[MAX_WORD];
    Fair      promise;
    bool      committed;
    int       shuffles;
    uint64_t  number[SHUFFLES];
    uint8_t   entropy[SHUFFLES][ENTROPY];
    _Alignas(16) uint8_t view[MAX_STATE];
    OfferRoom offers;
    Text      log;
    char      journal[JOURNAL], out[OUT], reason[256];
} at;

const char *EXPORT(nl_list)(void);
const char *EXPORT(nl_start)(const char *header, const char *seed);
const char *EXPORT(nl_move)(int seat, const char *text);
const char *EXPORT(nl_hear)(int seat, const char *text);
const char *EXPORT(nl_name)(const char *text);
int         EXPORT(nl_bot)(int seat, const char *level, uint32_t lo, uint32_t hi);
const char *EXPORT(nl_choose)(int seat, uint32_t iterations);
const char *EXPORT(nl_step)(int seat);
const char *EXPORT(nl_result)(void);
const char *EXPORT(nl_journal)(void);
const char *EXPORT(nl_open)(const char *header);
const char *EXPORT(nl_line)(const char *line);
const char *EXPORT(nl_meant)(int seat);
const char *EXPORT(nl_gloss)(const char *game, const char *word, const char *from, const char *to);
const char *EXPORT(nl_commit)(const char *secret);
const char *EXPORT(nl_seed)(const char *secret, const char *lucks);

/* ---- what can be played --------------------------------------------------------- */

/* Clients word events from their arguments, so they are told the types. */
static void put_kinds(Text *t, const Game *g)
{
    text_add(t, ",\"events\":{");
    for (int i = 0; i < g->event_count; i++) {
        if (i) text_char(t, ',');
        json_string(t, g->events[i].name);
        text_char(t, ':');
        json_string(t, g->events[i].args ? g->events[i].args : "");
    }
    text_add(t, "}}");
}

const char *nl_list(void)
{
    Text t = text_into(at.out, sizeof at.out);
    text_add(&t, "{\"games\":[");
    for (int i = 0; game_at(i); i++) {
        if (i) text_char(&t, ',');
        message_game(&t, game_at(i));
        t.n--;                                           /* over the closing brace */
        put_kinds(&t, game_at(i));
    }
    text_add(&t, "],\"bots\":[");
    for (int i = 0; bot_at(i); i++) {
        if (i) text_char(&t, ',');
        json_string(&t, bot_at(i)->name);
    }
    text_add(&t, "]}");
    return at.out;
}

/* ---- playing ----------------------------------------------------------------------- */

static void write_line(const LogRecord *r)
{
    char line[MAX_LINE];
    if (r) log_write(at.table.game, r, line, sizeof line);
    else log_write_header(at.table.game, &at.table.options, line, sizeof line);
    text_add(&at.log, line);
    text_char(&at.log, '\n');
}

/* Bots hear what their seats are told, and see what their seats see. */
static void tell_bots(void)
{
    const Game *g = at.table.game;
    for (Seat p = 0; p < at.table.options.seats; p++) {
        if (!at.bot[p].bot) continue;
        g->observe(at.table.state, p, at.view);
        for (int i = 0; i < at.events.n; i++) {
            Event e;
            events_redact(g, &at.events.at[i], p, &e);
            player_hear(&at.bot[p], at.view, &e);
        }
    }
}

static void settle(void)
{
    Move m;
    while (table_waits_for_chance(&at.table) && at.table.game->legal(at.table.state, SEAT_CHANCE, &m, 1) == 1) {
        LogRecord r = { .kind = LOG_MOVE, .number = at.table.moves + 1, .move = m };
        dice_derive(at.table.secret, r.number, r.entropy);
        if (table_chance(&at.table, r.entropy, &at.events)) return;
        write_line(&r);
    }
}

static void begin_change(void)
{
    at.told += at.events.n;
    at.events.n = 0;
    at.word[0] = 0;
}

static const char *set_up(const char *header, const uint8_t seed[ENTROPY])
{
    const Game *g;
    Options o;
    Why w = { "" };
    at.open = false;
    if (!log_read_header(header, &g, &o, &w)) {
        text_cut(at.reason, sizeof at.reason, w.text);
        return at.reason;
    }
    if (table_start(&at.table, g, &o, seed)) return "bad_option";
    memset(at.bot, 0, sizeof at.bot);
    at.told = 0;
    at.events.n = 0;
    at.shuffles = 0;
    at.committed = false;
    at.promise = (Fair){ .seats = o.seats };
    at.log = text_into(at.journal, sizeof at.journal);
    write_line(NULL);
    at.open = true;
    return NULL;
}

const char *nl_start(const char *header, const char *seed)
{
    uint8_t bytes[ENTROPY];
    if (!hex_bytes(seed, bytes, ENTROPY)) return "bad_value";
    const char *wrong = set_up(header, bytes);
    if (!wrong) settle();
    return wrong;
}

typedef Err Reader(const Game *, int, Seat, const char *, Move *, char [MAX_WORD]);

static const char *play(Reader *reader, int seat, const char *text)
{
    LogRecord r = { .kind = LOG_MOVE, .number = at.table.moves + 1 };
    bool there = at.open && seat >= 0 && (seat < at.table.options.seats || seat == SEAT_CLOCK);
    if (!there || strlen(text) >= MAX_LINE) return "bad_move";
    Err e = reader(at.table.game, at.table.options.seats, (Seat)seat, text, &r.move, r.word);
    Events was = at.events;
    if (!e) {
        begin_change();
        e = table_move(&at.table, &r.move, r.word, &at.events);
        if (e) at.told -= was.n, at.events = was;
    }
    if (e) return err_name(e);
    memcpy(at.word, r.word, sizeof at.word);
    write_line(&r);
    settle();
    tell_bots();
    return NULL;
}

const char *nl_move(int seat, const char *text) { return play(move_parse, seat, text); }
const char *nl_hear(int seat, const char *text) { return play(move_hear, seat, text); }
const char *nl_name(const char *text) { return legible_name(text) ? NULL : "bad_name"; }

/* ---- bots -------------------------------------------------------------------------- */

int nl_bot(int seat, const char *level, uint32_t lo, uint32_t hi)
{
    const Bot *bot = bot_find(level);
    if (!at.open || !bot || seat < 0 || seat >= at.table.options.seats) return 0;
    player_start(&at.bot[seat], bot, at.table.game, (Seat)seat, (uint64_t)hi << 32 | lo);
    return 1;
}

const char *nl_choose(int seat, uint32_t iterations)
{
    Move m;
    char word[MAX_WORD] = "";
    bool asked = at.open && seat >= 0 && seat < MAX_SEATS && table_asked(&at.table) >> seat & 1;
    if (!asked || !at.bot[seat].bot) return NULL;
    at.table.game->observe(at.table.state, (Seat)seat, at.view);
    at.bot[seat].bot->choose(&at.bot[seat], at.view, (Budget){ .iterations = iterations ? iterations : 1 }, &m, word);
    move_format(at.table.game, &m, word, at.out, sizeof at.out);
    return at.out;
}

/* ---- telling ----------------------------------------------------------------------- */

static void put_events(Text *t, Seat who)
{
    text_add(t, "\"events\":[");
    for (int i = 0; i < at.events.n; i++) {
        Event e = at.events.at[i];
        if (who != SEAT_NONE) events_redact(at.table.game, &at.events.at[i], who, &e);
        if (i) text_char(t, ',');
        message_event(t, at.table.game, at.told + 1 + (uint64_t)i, &e, at.word);
    }
    text_add(t, "],");
}

/* Is everybody asked whether something may happen? That is no secret: it is the phase. */
static bool is_window(void)
{
    const Game *g = at.table.game;
    SeatSet asked = table_asked(&at.table) & (SEAT_BIT(MAX_SEATS) - 1);
    Move m;
    return asked && g->legal(at.table.state, (Seat)__builtin_ctz(asked), &m, 1) > 0 && g->verbs[m.verb].flags & VERB_WINDOW;
}

const char *nl_step(int seat)
{
    Text t = text_into(at.out, sizeof at.out);
    bool all = seat == SEAT_NONE;
    if (!at.open || (!all && seat != SEAT_TABLE && (seat < 0 || seat >= at.table.options.seats))) return NULL;
    Seat who = (Seat)seat;
    const uint8_t *view = at.table.state;
    if (!all) at.table.game->observe(at.table.state, who, at.view), view = at.view;
    text_char(&t, '{');
    message_long(&t, "n", at.told + at.events.n);
    text_char(&t, ',');
    put_events(&t, who);
    message_moment(&t, at.table.game, view, who, &at.offers);
    text_add(&t, is_window() ? ",\"window\":true}" : ",\"window\":false}");
    return t.n < sizeof at.out ? at.out : NULL;
}

static void put_numbers(Scribe *to, const char *key, const Result *r, bool points)
{
    tell_list(to, key);
    for (Seat p = 0; p < at.table.options.seats; p++) tell_number(to, NULL, points ? r->points[p] : r->place[p]);
    to->close(to);
}

const char *nl_result(void)
{
    Text t = text_into(at.out, sizeof at.out);
    Json j = json_write(&t);
    Result r = { 0 };
    Seat p;
    if (!at.open) return NULL;
    at.table.game->score(at.table.state, &r);
    tell_object(&j.to, NULL);
    tell_bool(&j.to, "over", !at.table.game->to_act(at.table.state));
    tell_list(&j.to, "winners");
    EACH_SEAT(p, r.winners) tell_number(&j.to, NULL, p);
    j.to.close(&j.to);
    put_numbers(&j.to, "points", &r, true);
    put_numbers(&j.to, "place", &r, false);
    tell_number(&j.to, "moves", (int)at.table.moves);
    j.to.close(&j.to);
    return at.out;
}

const char *nl_journal(void) { return at.log.n < sizeof at.journal ? at.journal : NULL; }

/* ---- replays and fairness ------------------------------------------------------------ */

const char *nl_open(const char *header)
{
    static const uint8_t none[ENTROPY];
    return set_up(header, none);
}

static bool check_secret(const uint8_t secret[ENTROPY], Why *w)
{
    uint8_t seed[ENTROPY], derived[ENTROPY];
    memcpy(seed, secret, ENTROPY);
    if (at.committed && !fair_fits(&at.promise, secret)) return why(w, "the secret does not fit the commitment");
    if (at.committed) fair_seed(&at.promise, secret, seed);
    for (int i = 0; i < at.shuffles; i++) {
        dice_derive(seed, at.number[i], derived);
        if (memcmp(derived, at.entropy[i], ENTROPY)) return why(w, "a shuffle does not come from the secret");
    }
    return true;
}

static bool note_chance(const LogRecord *r, Why *w)
{
    if (at.shuffles == SHUFFLES) return why(w, "too many shuffles");
    at.number[at.shuffles] = r->number;
    memcpy(at.entropy[at.shuffles++], r->entropy, ENTROPY);
    return true;
}

static bool take_record(const LogRecord *r, Why *w)
{
    switch (r->kind) {
    case LOG_MOVE: return r->move.seat != SEAT_CHANCE || note_chance(r, w);
    case LOG_MARK: return true;
    case LOG_COMMIT:
        at.committed = true;
        memcpy(at.promise.commit, r->entropy, ENTROPY);
        return true;
    case LOG_LUCK:
        at.promise.gave |= SEAT_BIT(r->move.seat);
        memcpy(at.promise.luck[r->move.seat], r->entropy, ENTROPY);
        return true;
    case LOG_SECRET: return check_secret(r->entropy, w);
    }
    return false;
}

const char *nl_line(const char *line)
{
    LogRecord r;
    Why w = { "" };
    if (!at.open) return "nothing is open";
    begin_change();
    bool fine = log_read(at.table.game, at.table.options.seats, line, &r, &w) && log_play(&at.table, &r, &at.events, &w) && take_record(&r, &w);
    if (!fine) {
        text_cut(at.reason, sizeof at.reason, w.text);
        return at.reason;
    }
    memcpy(at.word, r.word, sizeof at.word);
    write_line(&r);
    tell_bots();
    return NULL;
}

const char *nl_meant(int seat)
{
    const Game *g = at.table.game;
    uint8_t target[MAX_BOARD];
    if (!at.open || !at.word[0] || !g->hunch || !g->hunch->speech || seat < 0 || seat >= at.table.options.seats) return NULL;
    g->observe(at.table.state, (Seat)seat, at.view);
    int n = g->hunch->speech->meant(&fetched, at.view, (Seat)seat, target, MAX_BOARD);
    Text t = text_into(at.out, sizeof at.out);
    Json j = json_write(&t);
    tell_list(&j.to, NULL);
    for (int i = 0; i < n; i++) tell_number(&j.to, NULL, target[i]);
    j.to.close(&j.to);
    return at.out;
}

const char *nl_gloss(const char *game, const char *word, const char *from, const char *to)
{
    const Game *g = game_find(game);
    if (!g || !g->hunch || !g->hunch->speech || strlen(word) >= MAX_WORD) return NULL;
    return g->hunch->speech->gloss(&fetched, word, from, to, at.out, sizeof at.out) ? at.out : NULL;
}

static const char *as_hex(const uint8_t bytes[ENTROPY])
{
    Text t = text_into(at.out, sizeof at.out);
    text_hex(&t, bytes, ENTROPY);
    return at.out;
}

const char *nl_commit(const char *secret)
{
    uint8_t bytes[ENTROPY], commit[SHA256];
    if (!hex_bytes(secret, bytes, ENTROPY)) return NULL;
    fair_commit(bytes, commit);
    return as_hex(commit);
}

const char *nl_seed(const char *secret, const char *lucks)
{
    Fair f = { .seats = 0 };
    uint8_t bytes[ENTROPY], seed[ENTROPY];
    char word[2 * ENTROPY + 1];
    if (!hex_bytes(secret, bytes, ENTROPY)) return NULL;
    while (*lucks && f.seats < MAX_SEATS) {
        size_t n = strcspn(lucks, " ");
        if (!n || n >= sizeof word) return NULL;
        memcpy(word, lucks, n);
        word[n] = 0;
        if (hex_bytes(word, f.luck[f.seats], ENTROPY)) f.gave |= SEAT_BIT(f.seats);
        f.seats++;
        lucks += n + (lucks[n] == ' ');
    }
    fair_seed(&f, bytes, seed);
    return as_hex(seed);
}
