/* SPDX-License-Identifier: MIT
 *
 * play.c - one table for JavaScript. The program around it keeps the people, the pace and the clocks; this keeps the
 * game. Texts are UTF-8 with a final NUL and overwritten by the next call; where an Err or a reason is answered, NULL
 * means: done.
 *
 *   nl_start(head, secret, lucks)
 *                                  lays out: a log's first line and those with words; and what the deal comes from
 *                                  (core/fair.h): the secret's 64 hex digits, and a word for each seat, its luck or
 *                                  "-". Who begins, and which words are left out, may follow from the round that is
 *                                  over. Then bots sit down. NULL for the lucks: nothing is promised, and the deal
 *                                  comes from the secret alone
 *   nl_deal()                      chance plays what it owes
 *   nl_to_act()                    a bit for every seat that may act now; 14 is chance, 15 the clock; 0: it is over
 *   nl_legal(seat)                 [...]: the moves of a seat, written out; an open place is WORD or N
 *   nl_state_mark()                64 bits for all bytes of the table: equal marks, equal tables (core/game.h)
 *   nl_move(seat, text)            plays, and whatever chance owes then; 15 is the clock
 *   nl_silent(seat, lot)           plays the polite move of a seat that said nothing
 *   nl_minutes() nl_time_up()      the game's own clock: 0, or when it may speak; it speaks
 *   nl_hear(seat, text)            the same for what a person says now: words must be legible (core/legible.h)
 *   nl_bot(seat, level, lo, hi)    a bot for that chair, from its view alone; 0: no such level
 *   nl_choose(seat, iterations)    the move it would make
 *   nl_advise(seat, iterations)    begins advice for a seat that is asked, from its view alone (advice.c goes on)
 *   nl_branch(seat, secret)        what would have been: the table becomes a world that this seat, which is asked,
 *                                  cannot tell from the real one. It follows from the secret, and so does its chance
 *                                  from now on; the journal holds what is played from here. Then bots sit down
 *   nl_imagine(seat, secret)       the same for any seat, 13 a spectator, from its view alone: what it believes about
 *                                  what it does not see changes nothing
 *   nl_step(seat)                  "n", "events" of the last change, "view", "asked", "offer", "window", "decision":
 *                                  as seen by a seat, 13 a spectator, 255 the whole truth
 *   nl_result()                    {"over":...,"winners":[...],"points":[...],"place":[...]}
 *   nl_progress()                  [...]: what a team has won so far, in a game of several rounds
 *   nl_journal()                   the log so far
 *   nl_reveal()                    the same; once it is over with its end: how it ended, and the secret
 *   nl_open(header) nl_line(line)  a log, line by line; its shuffles are checked at the secret
 *   nl_go_on(log)                  after that: chance goes on from the log's secret, or from the log's own text
 *   nl_proof()                     what came of that: 0 there was no secret, 1 all came from it, 2 something did not
 *   nl_meant(seat)                 [...]: what that seat's word of the last change was for, as guesses' arguments */
#include <string.h>

#include "../bots/bot.h"
#include "../core/hex.h"
#include "../core/hunch.h"
#include "../core/proof.h"
#include "../core/round.h"
#include "../core/sha256.h"
#include "../protocol/json.h"
#include "../protocol/message.h"
#include "advice.h"
#include "lore.h"

#define EXPORT(name) __attribute__((export_name(#name))) name

enum { OUT = 1 << 18, JOURNAL = 1 << 20 };

/* An instance of the module has one table (js/src/engine.ts). */
static struct {
    Round     round;
    bool      open;                          /* a game has been set up */
    bool      branched;                      /* it is a world that somebody imagined ... */
    Round     origin;                        /* ... which began like this, where the journal begins ... */
    Player    knows;                         /* ... and what that seat knew then */
    Player    bot[MAX_SEATS];
    Events    events;                        /* of the last change */
    uint64_t  told;                          /* events before those */
    char      word[MAX_WORD];
    uint8_t   secret[ENTROPY];               /* to be told in the end; with the players' luck it makes the deal */
    bool      ends_open;                     /* the journal still lacks how it ended, and the secret */
    Proof     proof;                         /* of a log that is read */
    bool      unfair;                        /* ... which does not keep what it promised */
    Box       box;                           /* words that the table brings along */
    _Alignas(16) uint8_t view[MAX_STATE];
    OfferRoom offers;
    Text      log;
    char      journal[JOURNAL], out[OUT], reason[256];
} at;

const char *EXPORT(nl_start)(const char *head, const char *secret, const char *lucks);
void        EXPORT(nl_deal)(void);
uint32_t    EXPORT(nl_to_act)(void);
const char *EXPORT(nl_legal)(int seat);
uint64_t    EXPORT(nl_state_mark)(void);
const char *EXPORT(nl_move)(int seat, const char *text);
const char *EXPORT(nl_silent)(int seat, uint32_t lot);
int         EXPORT(nl_minutes)(void);
const char *EXPORT(nl_time_up)(void);
const char *EXPORT(nl_hear)(int seat, const char *text);
int         EXPORT(nl_bot)(int seat, const char *level, uint32_t lo, uint32_t hi);
const char *EXPORT(nl_choose)(int seat, uint32_t iterations);
int         EXPORT(nl_advise)(int seat, uint32_t iterations);
const char *EXPORT(nl_branch)(int seat, const char *secret);
const char *EXPORT(nl_imagine)(int seat, const char *secret);
const char *EXPORT(nl_step)(int seat);
const char *EXPORT(nl_result)(void);
const char *EXPORT(nl_progress)(void);
const char *EXPORT(nl_journal)(void);
const char *EXPORT(nl_reveal)(void);
const char *EXPORT(nl_open)(const char *header);
const char *EXPORT(nl_line)(const char *line);
void        EXPORT(nl_go_on)(const char *log);
int         EXPORT(nl_proof)(void);
const char *EXPORT(nl_meant)(int seat);

/* ---- playing ----------------------------------------------------------------------- */

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
    log_line(&at.log, at.round.table.game, r);
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

static const char *refuse(const Why *w)
{
    text_cut(at.reason, sizeof at.reason, w->text);
    return at.reason;
}

static const char *set_up(const Game *g, const Options *o, const Fair *promise, const uint8_t seed[ENTROPY])
{
    at.open = at.branched = at.ends_open = at.unfair = false;
    at.round = (Round){ .audience = &audience };
    if (round_start(&at.round, g, o, seed)) return "bad_option";
    at.round.table.box = &at.box;
    memset(at.bot, 0, sizeof at.bot);
    at.told = 0;
    at.events.n = 0;
    memset(&at.proof, 0, sizeof at.proof);
    at.proof.promise.seats = o->seats;
    at.log = text_into(at.journal, sizeof at.journal);
    log_head(&at.log, g, o, promise, &at.box);
    at.open = true;
    return NULL;
}

/* A word for each seat: its luck, or "-". */
static void read_lucks(const char *text, Fair *f)
{
    char word[2 * ENTROPY + 1];
    for (Seat p = 0; p < f->seats && *text; p++) {
        size_t n = strcspn(text, " ");
        if (n < sizeof word) {
            memcpy(word, text, n);
            word[n] = 0;
            if (hex_bytes(word, f->luck[p], ENTROPY)) f->gave |= SEAT_BIT(p);
        }
        text += n + (text[n] == ' ');
    }
}

/* The lines after a header: own words, and those left out. The words of the round that is over are left out too. */
static bool read_box(const Game *g, int seats, const char *lines, Why *w)
{
    char line[MAX_LINE];
    LogRecord r;
    at.box.own_n = at.box.without_n = 0;
    if (at.open && round_over(&at.round)) round_leave_out(&at.round, g, &at.box);
    for (; *lines; lines += strcspn(lines, "\n"), lines += *lines == '\n') {
        text_cut(line, sizeof line, lines);
        line[strcspn(line, "\n")] = 0;
        if (!log_read(g, seats, line, &r, w)) return false;
        bool word = r.kind == LOG_OWN || r.kind == LOG_WITHOUT;
        if (!g->boxed || !word || !log_box(&at.box, &r)) return why(w, "bad_words");
    }
    return true;
}

/* The deal comes from the secret; with lucks, from what is promised of both (core/fair.h). */
static const char *deal_from(const Game *g, const Options *o, const char *lucks)
{
    Fair promise = { .seats = o->seats };
    uint8_t seed[ENTROPY];
    memcpy(seed, at.secret, ENTROPY);
    if (lucks) {
        read_lucks(lucks, &promise);
        fair_commit(at.secret, promise.commit);
        fair_seed(&promise, at.secret, seed);
    }
    const char *wrong = set_up(g, o, lucks ? &promise : NULL, seed);
    at.ends_open = !wrong;
    return wrong;
}

const char *nl_start(const char *head, const char *secret, const char *lucks)
{
    char header[MAX_LINE * 2];
    size_t n = strcspn(head, "\n");
    const Game *g;
    Options wished, o;
    Why w = { "" };
    if (!hex_bytes(secret, at.secret, ENTROPY) || n >= sizeof header) return "bad_value";
    memcpy(header, head, n);
    header[n] = 0;
    if (!log_read_header(header, &g, &wished, &w)) return refuse(&w);
    options_fit(g, &wished);
    if (!read_box(g, wished.seats, head + n + (head[n] == '\n'), &w)) return refuse(&w);
    round_follow(at.open ? &at.round : NULL, g, &wished, &o);
    return deal_from(g, &o, lucks);
}

void nl_deal(void)
{
    if (at.open) round_settle(&at.round);
}

static bool is_asked(int seat)
{
    return at.open && seat >= 0 && seat < MAX_SEATS && round_asked(&at.round) >> seat & 1;
}

/* A seat of this table, or a spectator's. */
static bool is_viewer(int seat)
{
    return at.open && (seat == SEAT_TABLE || (seat >= 0 && seat < at.round.table.options.seats));
}

uint32_t nl_to_act(void)
{
    return at.open ? round_to_act(&at.round) : 0;
}

const char *nl_legal(int seat)
{
    const Game *g = at.round.table.game;
    char line[MAX_LINE];
    Text t = text_into(at.out, sizeof at.out);
    Json j = json_write(&t);
    int n = 0;
    if (is_asked(seat)) {
        g->observe(at.round.table.state, (Seat)seat, at.view);
        n = g->legal(at.view, (Seat)seat, at.offers.list, MAX_MOVES);
    }
    tell_list(&j.to, NULL);
    for (int i = 0; i < n && i < MAX_MOVES; i++) {
        move_format(g, &at.offers.list[i], NULL, line, sizeof line);
        tell_text(&j.to, NULL, line);
    }
    j.to.close(&j.to);
    return t.n < sizeof at.out ? at.out : NULL;
}

uint64_t nl_state_mark(void) { return at.open ? game_mark(at.round.table.game, at.round.table.state) : 0; }

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
    return is_asked(seat) ? code_of(round_silent(&at.round, (Seat)seat, lot)) : "not_asked";
}

int nl_minutes(void) { return at.open ? round_minutes(&at.round) : 0; }
const char *nl_time_up(void) { return at.open ? code_of(round_time_up(&at.round)) : "not_asked"; }

/* ---- bots -------------------------------------------------------------------------- */

static void catch_up_hear(void *player, Seat seat, const void *view, const Event *e)
{
    (void)seat;
    player_hear(player, view, e);
}

/* Where the journal begins: before the deal, or where a world was imagined. Of what came before that, only the seat
 * that imagined it knows anything: what the others saw then need not be true there. */
static bool begin_again(Round *again, Player *p)
{
    const Table *t = &at.round.table;
    if (!at.branched) return t->moves && !round_start(again, t->game, &t->options, t->secret);
    again->table = at.origin.table;
    again->still = at.origin.still;
    if (p->seat == at.knows.seat) memcpy(p->memory, at.knows.memory, sizeof p->memory);
    return true;
}

/* Whoever sits down in the middle of a round knows what that seat was told so far, from the journal. */
static void catch_up(Player *p)
{
    static const Audience listener = { .hear = catch_up_hear };
    static Round again;
    static Box box;
    const Table *t = &at.round.table;
    char line[MAX_LINE * 2];
    LogRecord r;
    Why w;
    again = (Round){ .audience = &listener, .host = p, .listening = SEAT_BIT(p->seat) };
    if (!begin_again(&again, p)) return;
    box.own_n = box.without_n = 0;
    again.table.box = &box;
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
    if (!is_asked(seat) || !at.bot[seat].bot) return NULL;
    at.round.table.game->observe(at.round.table.state, (Seat)seat, at.view);
    at.bot[seat].bot->choose(&at.bot[seat], at.view, (Budget){ .iterations = iterations ? iterations : 1 }, &m, word);
    move_format(at.round.table.game, &m, word, at.out, sizeof at.out);
    return at.out;
}

/* ---- advice, and other worlds ------------------------------------------------------- */

/* A seat without a bot is advised by one that has been told what the seat was told. */
int nl_advise(int seat, uint32_t iterations)
{
    static Player fresh;
    if (!is_asked(seat)) return 0;
    player_start(&fresh, &bot_search, at.round.table.game, (Seat)seat, 1);
    catch_up(&fresh);
    at.round.table.game->observe(at.round.table.state, (Seat)seat, at.view);
    advice_begin(&fresh, at.view, iterations);
    return 1;
}

/* Looks with the eyes of a seat and fills what it does not see. */
static void imagine(Seat seat, Dice *d)
{
    const Table *t = &at.round.table;
    uint8_t entropy[ENTROPY];
    dice_derive(at.secret, 0, entropy);
    dice_secure(d, entropy);
    t->game->observe(t->state, seat, at.view);
    t->game->imagine(at.view, seat, d);
}

/* The table becomes the world that was imagined. */
static void move_there(void)
{
    Table *t = &at.round.table;
    memcpy(t->state, at.view, t->game->state_size);
    memcpy(t->secret, at.secret, ENTROPY);
    begin_change();
    at.origin = at.round;
    at.branched = at.ends_open = true;
    at.log = text_into(at.journal, sizeof at.journal);
    log_head(&at.log, t->game, &t->options, NULL, NULL);
}

/* What the seat has noted down bends the world towards what it believes. */
const char *nl_branch(int seat, const char *secret)
{
    Player *p = &at.knows;
    Dice d;
    if (!is_asked(seat)) return "not_asked";
    if (!hex_bytes(secret, at.secret, ENTROPY)) return "bad_value";
    const Hunch *h = at.round.table.game->hunch;
    player_start(p, &bot_search, at.round.table.game, (Seat)seat, 1);
    catch_up(p);
    imagine((Seat)seat, &d);
    if (h && h->believe) h->believe(at.view, p->seat, p->memory, p->taste, &d);
    move_there();
    return NULL;
}

const char *nl_imagine(int seat, const char *secret)
{
    Dice d;
    if (!is_viewer(seat)) return "bad_argument";
    if (!hex_bytes(secret, at.secret, ENTROPY)) return "bad_value";
    at.knows.seat = SEAT_NONE;                           /* nobody here knows anything of what came before */
    imagine((Seat)seat, &d);
    move_there();
    return NULL;
}

/* ---- telling ----------------------------------------------------------------------- */

static void put_events(Text *t, Seat who)
{
    text_add(t, "\"events\":[");
    for (int i = 0; i < at.events.n; i++) {
        if (i) text_char(t, ',');
        message_event(t, at.round.table.game, at.told + 1 + (uint64_t)i, &at.events.at[i], who, at.word);
    }
    text_add(t, "],");
}

const char *nl_step(int seat)
{
    Text t = text_into(at.out, sizeof at.out);
    bool all = seat == SEAT_NONE;
    if (!at.open || (!all && !is_viewer(seat))) return NULL;
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
    const Table *table = &at.round.table;
    const Fact *won = at.open ? message_progress(table->game, table->state, text, sizeof text, &a) : NULL;
    Text t = text_into(at.out, sizeof at.out);
    Json j = json_write(&t);
    tell_list(&j.to, NULL);
    for (const Fact *f = won ? won->child : NULL; f; f = f->next)
        if (f->kind == FACT_TEXT) tell_text(&j.to, NULL, f->text);
    j.to.close(&j.to);
    return at.out;
}

const char *nl_journal(void) { return at.log.n < sizeof at.journal ? at.journal : NULL; }

const char *nl_reveal(void)
{
    if (at.ends_open && round_over(&at.round)) {
        log_tail(&at.log, &at.round.table, at.secret);
        at.ends_open = false;
    }
    return nl_journal();
}

/* ---- replays and fairness ------------------------------------------------------------ */

const char *nl_open(const char *header)
{
    static const uint8_t none[ENTROPY];
    const Game *g;
    Options o;
    Why w = { "" };
    at.box.own_n = at.box.without_n = 0;
    return log_read_header(header, &g, &o, &w) ? set_up(g, &o, NULL, none) : refuse(&w);
}

const char *nl_line(const char *line)
{
    LogRecord r;
    Why w = { "" };
    if (!at.open) return "nothing is open";
    begin_change();                                      /* in a replay what chance plays is a step of its own */
    if (!log_read(at.round.table.game, at.round.table.options.seats, line, &r, &w)
        || !round_replay(&at.round, &r, &w)) return refuse(&w);
    if (r.kind != LOG_MOVE) log_line(&at.log, at.round.table.game, &r);      /* moves: record() */
    if (r.kind == LOG_SECRET) memcpy(at.secret, r.entropy, ENTROPY);
    if (proof_take(&at.proof, &r, &w)) return NULL;
    at.unfair = true;
    return refuse(&w);
}

void nl_go_on(const char *log)
{
    uint8_t *seed = at.round.table.secret;
    if (!at.proof.revealed) sha256(log, strlen(log), seed);
    else if (at.proof.committed) fair_seed(&at.proof.promise, at.secret, seed);
    else memcpy(seed, at.secret, ENTROPY);
}

int nl_proof(void) { return at.unfair ? 2 : at.proof.revealed; }

const char *nl_meant(int seat)
{
    const Game *g = at.round.table.game;
    uint8_t target[MAX_BOARD];
    bool there = at.open && seat >= 0 && seat < at.round.table.options.seats;
    if (!there || !at.word[0] || !g->hunch || !g->hunch->speech) return NULL;
    g->observe(at.round.table.state, (Seat)seat, at.view);
    int n = g->hunch->speech->meant(&fetched, at.view, (Seat)seat, target, MAX_BOARD);
    Text t = text_into(at.out, sizeof at.out);
    Json j = json_write(&t);
    tell_list(&j.to, NULL);
    for (int i = 0; i < n; i++) tell_number(&j.to, NULL, target[i]);
    j.to.close(&j.to);
    return at.out;
}
