/* SPDX-License-Identifier: MIT
 * check.c - compares the exported log of every round with what the players heard of it. The log is
 * replayed; every event and view that was sent must be the one that the message writer makes of
 * that viewer's own view. */
#include "load.h"

#include <stdlib.h>
#include <string.h>

#include "../../cli/cli.h"
#include "../../core/log.h"
#include "../../protocol/message.h"

/* A move of the log; the number of its last event, and of the last event of the chance moves after it. */
typedef struct { Move move; uint32_t n, settled; char word[MAX_WORD]; } Logged;

static struct {
    Load     *load;
    Room     *room;
    uint32_t  round, n;
    Table     table;
    Box       box;                       /* words that the table brought along */
    Logged   *move;
    size_t    moves, cap;
    OfferRoom offers;
    char      text[1 << 20];
} check;

static Stream *stream(const Chair *c) { return check.round < c->streams ? &c->stream[check.round] : NULL; }

static const Heard *heard(const Chair *c)
{
    const Stream *s = stream(c);
    return s && check.n <= s->n ? &s->at[check.n] : NULL;
}

static void unlogged(const Chair *c, const char *what)
{
    load_fault(check.load, FAULT_UNLOGGED, check.room, "seat %u, round %u: %s %u is not what the log makes it: %s",
               c->seat, check.round, what, check.n, check.text);
}

static void check_event(const Event *e, const char *word)
{
    for (int i = 0; i < check.room->chairs; i++) {
        const Chair *c = &check.room->chair[i];
        const Heard *h = heard(c);
        if (!h || !h->event) continue;
        Text t = text_into(check.text, sizeof check.text);
        message_event(&t, check.table.game, check.n, e, c->seat, word);
        check.load->checked++;
        if (scan_hash((Slice){ check.text, t.n }) != h->event) unlogged(c, "event");
    }
}

static void check_moment(void)
{
    static _Alignas(16) uint8_t view[MAX_STATE];
    for (int i = 0; i < check.room->chairs; i++) {
        const Chair *c = &check.room->chair[i];
        const Heard *h = heard(c);
        if (!h || !h->moment) continue;
        Text t = text_into(check.text, sizeof check.text);
        text_char(&t, '{');
        memset(view, 0, sizeof view);
        check.table.game->observe(check.table.state, c->seat, view);
        message_moment(&t, check.table.game, view, c->seat, &check.offers);
        text_char(&t, '}');
        Slice all = { check.text, t.n };
        check.load->checked++;
        if (moment_hash(scan_get(all, "view"), scan_get(all, "asked"), scan_get(all, "offer")) != h->moment)
            unlogged(c, "the view at");
    }
}

static void keep_move(const LogRecord *r)
{
    if (r->move.seat == SEAT_CHANCE) {
        if (check.moves) check.move[check.moves - 1].settled = check.n;
        return;
    }
    if (check.moves == check.cap) {
        check.cap = check.cap ? 2 * check.cap : 256;
        check.move = realloc(check.move, check.cap * sizeof *check.move);
    }
    Logged *m = &check.move[check.moves++];
    *m = (Logged){ .move = r->move, .n = check.n, .settled = check.n };
    memcpy(m->word, r->word, MAX_WORD);
}

static bool play_line(const char *line, Why *w)
{
    static Events ev;
    LogRecord r;
    ev.n = 0;
    if (!log_read(check.table.game, check.table.options.seats, line, &r, w)) return false;
    if (!log_play(&check.table, &r, &ev, w)) return false;
    if (r.kind != LOG_MOVE) return true;
    for (int i = 0; i < ev.n; i++) {
        check.n++;
        check_event(&ev.at[i], r.word);
    }
    keep_move(&r);
    if (!table_waits_for_chance(&check.table)) check_moment();
    return true;
}

static bool play_log(char *text, Why *w)
{
    static const uint8_t secret[ENTROPY];
    const Game *g;
    Options o;
    char *rest = text, *line = strtok_r(rest, "\n", &rest);
    if (!line || !log_read_header(line, &g, &o, w) || table_start(&check.table, g, &o, secret)) return false;
    check.box = (Box){ 0 };
    check.table.box = &check.box;
    while ((line = strtok_r(rest, "\n", &rest)))
        if (!play_line(line, w)) return false;
    return !g->to_act(check.table.state) || why(w, "the log ends before the game does");
}

static bool in_log(const Acked *a)
{
    Move m;
    char word[MAX_WORD] = "";
    if (move_parse(check.table.game, check.room->seats, a->seat, a->text, &m, word)) return false;
    for (size_t i = 0; i < check.moves; i++) {
        const Logged *k = &check.move[i];
        if (a->n < k->n || a->n > k->settled || k->move.seat != m.seat || k->move.verb != m.verb) continue;
        if (!memcmp(k->move.arg, m.arg, sizeof m.arg) && !strcmp(k->word, word)) return true;
    }
    return false;
}

static void check_acked(void)
{
    for (size_t i = 0; i < check.room->acks; i++) {
        const Acked *a = &check.room->acked[i];
        if (a->round != check.round) continue;
        check.load->checked++;
        if (!in_log(a))
            load_fault(check.load, FAULT_LOST, check.room, "round %u: \"%u %s\", acknowledged as %u",
                       a->round, a->seat, a->text, a->n);
    }
}

/* Nobody may have heard an event that is not in the log. */
static void check_ends(void)
{
    for (int i = 0; i < check.room->chairs; i++) {
        const Stream *s = stream(&check.room->chair[i]);
        if (s && s->n > check.n)
            load_fault(check.load, FAULT_UNLOGGED, check.room, "round %u: seat %u heard event %u, the log ends with %u",
                       check.round, check.room->chair[i].seat, s->n, check.n);
    }
}

/* Players who survive have patience with a server that does not answer. */
static int ask_log(const Room *r, uint32_t round, Heap *log)
{
    char path[96];
    snprintf(path, sizeof path, "/api/tables/%s/rounds/%u", r->code, round);
    uint64_t until = now_us() + (check.load->wish->survive ? 60000000 : 0);
    for (;;) {
        int status = http_ask(&check.load->wire, "GET", path, NULL, r->number + 1, log);
        if ((status && status < 500) || now_us() >= until) return status;
        log->n = 0;
        load_tick(check.load, 100);
    }
}

static void check_round(Room *r, uint32_t round)
{
    Heap log = { 0 };
    Why w = { "it is not there" };
    int status = ask_log(r, round, &log);
    check.room = r, check.round = round, check.n = 0, check.moves = 0;
    if (status != 200 || !log.at || !play_log(log.at, &w)) {
        load_fault(check.load, FAULT_LOST, r, "the log of round %u cannot be replayed (status %d): %s",
                   round, status, w.text);
    } else {
        check_acked();
        check_ends();
    }
    heap_free(&log);
}

void check_logs(Load *l)
{
    check.load = l;
    for (unsigned i = 0; i < l->rooms; i++) {
        progress("tables checked", i, l->rooms);
        for (uint32_t round = 1; round <= l->room[i].round; round++) check_round(&l->room[i], round);
    }
    progress_end();
    free(check.move);
    check.move = NULL, check.cap = 0;
}
