/* SPDX-License-Identifier: MIT
 *
 * play.c - one table in the browser: the WASM module's second half. The worker around it keeps
 * the people, the pace and the clocks; this keeps the game. Texts are UTF-8 with a final NUL and
 * overwritten by the next call; where an Err or a reason is answered, NULL means: done.
 *
 *   nl_list()                      {"games":[...],"bots":[...],"clocks":{...},"paces":{...}}
 *   nl_start(header, seed)         lays out: a log's first line, 64 hex digits; then bots sit down
 *   nl_deal()                      chance plays what it owes
 *   nl_move(seat, text)            plays, and whatever chance owes then; 15 is the clock
 *   nl_silent(seat, lot)           plays the polite move of a seat that said nothing
 *   nl_minutes() nl_time_up()      the game's own clock: 0, or when it may speak; it speaks
 *   nl_hear(seat, text)            the same for what a person says now: words must be legible (core/legible.h)
 *   nl_name(text)                  may somebody be called that?
 *   nl_bot(seat, level, lo, hi)    a bot for that chair, from its view alone; 0: no such level
 *   nl_choose(seat, iterations)    the move it would make
 *   nl_step(seat)                  "n", "events" of the last change, "view", "asked", "offer", "window", "decision":
 *                                  as seen by a seat, 13 a spectator, 255 the whole truth
 *   nl_result()                    {"over":...,"winners":[...],"points":[...],"place":[...]}
 *   nl_progress()                  [...]: what a team has won so far, in a game of several rounds
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
#include "../core/round.h"
#include "../protocol/json.h"
#include "../protocol/message.h"
#include "../protocol/wishes.h"
#include "lore.h"

#define EXPORT(name) __attribute__((export_name(#name))) name

enum { OUT = 1 << 18, JOURNAL = 1 << 20, SHUFFLES = 4096 };

/* The page has one table, and the table one owner: its worker. */
static struct {
    Round     round;
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
void        EXPORT(nl_deal)(void);
const char *EXPORT(nl_move)(int seat, const char *text);
const char *EXPORT(nl_silent)(int seat, uint32_t lot);
int         EXPORT(nl_minutes)(void);
const char *EXPORT(nl_time_up)(void);
const char *EXPORT(nl_hear)(int seat, const char *text);
const char *EXPORT(nl_name)(const char *text);
int         EXPORT(nl_bot)(int seat, const char *level, uint32_t lo, uint32_t hi);
const char *EXPORT(nl_choose)(int seat, uint32_t iterations);
const char *EXPORT(nl_step)(int seat);
const char *EXPORT(nl_result)(void);
const char *EXPORT(nl_progress)(void);
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

static void put_pair(Scribe *to, const char *key, const char *a, int32_t x, const char *b, int32_t y)
{
    tell_object(to, key);
    tell_number(to, a, x);
    tell_number(to, b, y);
    to->close(to);
}

/* The same clocks and paces as a server's. */
static void put_times(Text *t)
{
    Json j = json_write(t);
    j.any[0] = true;                                     /* goes on inside the object that is open */
    tell_object(&j.to, "clocks");
    for (const Clock *c = clocks; c->name; c++) put_pair(&j.to, c->name, "turn", c->turn, "window", c->window);
    j.to.close(&j.to);
    tell_object(&j.to, "paces");
    for (const Pace *p = paces; p->name; p++) put_pair(&j.to, p->name, "low", p->low, "high", p->high);
    j.to.close(&j.to);
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
    text_char(&t, ']');
    put_times(&t);
    text_char(&t, '}');
    return at.out;
}

/* ---- playing ----------------------------------------------------------------------- */

static void write_line(const LogRecord *r)
{
    char line[MAX_LINE];
    if (r) log_write(at.round.table.game, r, line, sizeof line);
    else log_write_header(at.round.table.game, &at.round.table.options, line, sizeof line);
    text_add(&at.log, line);
    text_char(&at.log, '\n');
}

static void begin_change(void)
{
    at.told += at.events.n;
    at.events.n = 0;
    at.word[0] = 0;
}

/* A change begins with somebody's move; what chance plays after it belongs to it. */
static void record(void *unused, const LogRecord *r)
{
    (void)unused;
    if (r->move.seat != SEAT_CHANCE) begin_change();
    write_line(r);
}

static void happened(void *unused, const Events *ev, const char *word)
{
    (void)unused;
    if (*word) text_cut(at.word, sizeof at.word, word);
    for (int i = 0; i < ev->n && at.events.n < MAX_EVENTS; i++) at.events.at[at.events.n++] = ev->at[i];
}

static void hear(void *unused, Seat seat, const void *view, const Event *e)
{
    (void)unused;
    player_hear(&at.bot[seat], view, e);
}

static const Audience audience = { record, happened, hear };

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
    at.round = (Round){ .audience = &audience };
    if (round_start(&at.round, g, &o, seed)) return "bad_option";
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
    return hex_bytes(seed, bytes, ENTROPY) ? set_up(header, bytes) : "bad_value";
}

void nl_deal(void)
{
    if (at.open) round_settle(&at.round);
}

static const char *code_of(Err e) { return e ? err_name(e) : NULL; }

static const char *play(Err (*read)(const Game *, int, Seat, const char *, Move *, char *), int seat, const char *text)
{
    Move m;
    char word[MAX_WORD] = "";
    int seats = at.round.table.options.seats;
    bool there = at.open && seat >= 0 && (seat < seats || seat == SEAT_CLOCK);
    if (!there || strlen(text) >= MAX_LINE) return "bad_move";
    Err e = read(at.round.table.game, seats, (Seat)seat, text, &m, word);
    return code_of(e ? e : round_play(&at.round, &m, word));
}

const char *nl_move(int seat, const char *text) { return play(move_parse, seat, text); }
const char *nl_hear(int seat, const char *text) { return play(move_hear, seat, text); }
const char *nl_silent(int seat, uint32_t lot)
{
    bool asked = at.open && seat >= 0 && seat < MAX_SEATS && round_asked(&at.round) >> seat & 1;
    return asked ? code_of(round_silent(&at.round, (Seat)seat, lot)) : "not_asked";
}

int nl_minutes(void) { return at.open ? round_minutes(&at.round) : 0; }
const char *nl_time_up(void) { return at.open ? code_of(round_time_up(&at.round)) : "not_asked"; }
const char *nl_name(const char *text) { return legible_name(text) ? NULL : "bad_name"; }

/* ---- bots -------------------------------------------------------------------------- */

static void catch_up_hear(void *player, Seat seat, const void *view, const Event *e)
{
    (void)seat;
    player_hear(player, view, e);
}

/* Whoever sits down in the middle of a round knows what that seat was told so far, from the journal. */
static void catch_up(Player *p)
{
    static const Audience listener = { .hear = catch_up_hear };
    static Round again;
    const Table *t = &at.round.table;
    char line[MAX_LINE * 2];
    LogRecord r;
    Why w;
    again = (Round){ .audience = &listener, .host = p, .listening = SEAT_BIT(p->seat) };
    if (!t->moves || round_start(&again, t->game, &t->options, t->secret)) return;
    for (const char *text = strchr(at.journal, '\n'); text && *++text; text = strchr(text, '\n')) {
        size_t n = strcspn(text, "\n");
        if (n >= sizeof line) return;
        memcpy(line, text, n);
        line[n] = 0;
        if (!log_read(t->game, t->options.seats, line, &r, &w) || !round_replay(&again, &r, &w)) return;
    }
}

int nl_bot(int seat, const char *level, uint32_t lo, uint32_t hi)
{
    const Bot *bot = bot_find(level);
    if (!at.open || !bot || seat < 0 || seat >= at.round.table.options.seats) return 0;
    player_start(&at.bot[seat], bot, at.round.table.game, (Seat)seat, (uint64_t)hi << 32 | lo);
    catch_up(&at.bot[seat]);
    at.round.listening |= SEAT_BIT(seat);
    return 1;
}

const char *nl_choose(int seat, uint32_t iterations)
{
    Move m;
    char word[MAX_WORD] = "";
    bool asked = at.open && seat >= 0 && seat < MAX_SEATS && round_asked(&at.round) >> seat & 1;
    if (!asked || !at.bot[seat].bot) return NULL;
    at.round.table.game->observe(at.round.table.state, (Seat)seat, at.view);
    at.bot[seat].bot->choose(&at.bot[seat], at.view, (Budget){ .iterations = iterations ? iterations : 1 }, &m, word);
    move_format(at.round.table.game, &m, word, at.out, sizeof at.out);
    return at.out;
}

/* ---- telling ----------------------------------------------------------------------- */

static void put_events(Text *t, Seat who)
{
    text_add(t, "\"events\":[");
    for (int i = 0; i < at.events.n; i++) {
        Event e = at.events.at[i];
        if (who != SEAT_NONE) events_redact(at.round.table.game, &at.events.at[i], who, &e);
        if (i) text_char(t, ',');
        message_event(t, at.round.table.game, at.told + 1 + (uint64_t)i, &e, at.word);
    }
    text_add(t, "],");
}

const char *nl_step(int seat)
{
    Text t = text_into(at.out, sizeof at.out);
    bool all = seat == SEAT_NONE;
    if (!at.open || (!all && seat != SEAT_TABLE && (seat < 0 || seat >= at.round.table.options.seats))) return NULL;
    Seat who = (Seat)seat;
    const uint8_t *view = at.round.table.state;
    if (!all) at.round.table.game->observe(at.round.table.state, who, at.view), view = at.view;
    text_char(&t, '{');
    message_long(&t, "n", at.told + at.events.n);
    text_char(&t, ',');
    put_events(&t, who);
    message_moment(&t, at.round.table.game, view, who, &at.offers);
    text_add(&t, round_is_window(&at.round) ? ",\"window\":true," : ",\"window\":false,");
    message_long(&t, "decision", at.round.decision);
    text_char(&t, '}');
    return t.n < sizeof at.out ? at.out : NULL;
}

static void put_numbers(Scribe *to, const char *key, const Result *r, bool points)
{
    tell_list(to, key);
    for (Seat p = 0; p < at.round.table.options.seats; p++) tell_number(to, NULL, points ? r->points[p] : r->place[p]);
    to->close(to);
}

const char *nl_result(void)
{
    Text t = text_into(at.out, sizeof at.out);
    Json j = json_write(&t);
    Result r = { 0 };
    Seat p;
    if (!at.open) return NULL;
    at.round.table.game->score(at.round.table.state, &r);
    tell_object(&j.to, NULL);
    tell_bool(&j.to, "over", round_over(&at.round));
    tell_list(&j.to, "winners");
    EACH_SEAT(p, r.winners) tell_number(&j.to, NULL, p);
    j.to.close(&j.to);
    put_numbers(&j.to, "points", &r, true);
    put_numbers(&j.to, "place", &r, false);
    tell_number(&j.to, "moves", (int)at.round.table.moves);
    j.to.close(&j.to);
    return at.out;
}

const char *nl_progress(void)
{
    static char text[OUT / 4], facts[OUT];
    Arena a = { facts, sizeof facts, 0 };
    const Fact *won = at.open ? message_progress(at.round.table.game, at.round.table.state, text, sizeof text, &a) : NULL;
    Text t = text_into(at.out, sizeof at.out);
    Json j = json_write(&t);
    tell_list(&j.to, NULL);
    for (const Fact *f = won ? won->child : NULL; f; f = f->next)
        if (f->kind == FACT_TEXT) tell_text(&j.to, NULL, f->text);
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
    begin_change();                                      /* in a replay what chance plays is a step of its own */
    bool fine = log_read(at.round.table.game, at.round.table.options.seats, line, &r, &w) && round_replay(&at.round, &r, &w)
             && take_record(&r, &w);
    if (!fine) {
        text_cut(at.reason, sizeof at.reason, w.text);
        return at.reason;
    }
    if (r.kind != LOG_MOVE) write_line(&r);
    return NULL;
}

const char *nl_meant(int seat)
{
    const Game *g = at.round.table.game;
    uint8_t target[MAX_BOARD];
    if (!at.open || !at.word[0] || !g->hunch || !g->hunch->speech || seat < 0 || seat >= at.round.table.options.seats) return NULL;
    g->observe(at.round.table.state, (Seat)seat, at.view);
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
