/* SPDX-License-Identifier: MIT
 * bout.c - playing a line-up deal by deal: every bot hears what its seat is told and chooses
 * from what its seat sees, and its choices are timed. */
#include "bout.h"

#include <stdlib.h>
#include <string.h>

#include "../bots/search.h"
#include "../core/round.h"
#include "cli.h"

/* ---- entrants ------------------------------------------------------------------ */

/* "20ms", "1s", "500us" are time, a bare number counts iterations. */
static bool read_budget(const char *text, Budget *b)
{
    static const struct { const char *name; uint32_t us; } unit[] = { { "us", 1 }, { "ms", 1000 }, { "s", 1000000 } };
    char *end;
    unsigned long n = strtoul(text, &end, 10);
    if (end == text || *text == '-' || !n || n > 1000000000) return false;
    if (!*end) return b->iterations = (uint32_t)n, true;
    for (size_t i = 0; i < sizeof unit / sizeof unit[0]; i++)
        if (!strcmp(end, unit[i].name) && n <= UINT32_MAX / unit[i].us)
            return b->microseconds = (uint32_t)n * unit[i].us, true;
    return false;
}

static const Bot *bot_or_complain(const char *name)
{
    char list[128] = "";
    const Bot *b = strcmp(name, bot_light.name) ? bot_find(name) : &bot_light;
    if (b) return b;
    for (int i = 0; bot_at(i); i++) {
        strncat(list, i ? ", " : "", sizeof list - strlen(list) - 1);
        strncat(list, bot_at(i)->name, sizeof list - strlen(list) - 1);
    }
    complain("there is no bot \"%s\"; there are %s", name, list);
    return NULL;
}

bool entrant_read(const char *text, Entrant *e)
{
    char copy[sizeof e->name], *rest = copy, *part;
    *e = (Entrant){ .budget.own = true };
    if (strlen(text) >= sizeof copy) return complain("\"%s\" is too long for a bot", text), false;
    memcpy(e->name, text, strlen(text) + 1);
    memcpy(copy, text, strlen(text) + 1);
    if (!(part = strtok_r(rest, ":", &rest))) return complain("a bot has no name"), false;
    if (!(e->bot = bot_or_complain(part))) return false;
    while ((part = strtok_r(rest, ":", &rest)))
        if (!read_budget(part, &e->budget))
            return complain("\"%s\" is no budget; say 20ms, 1s or a number of iterations", part), false;
    return true;
}

static Tally *tally_of(Bout *b, const Entrant *e)
{
    for (int i = 0; i < b->kinds; i++)
        if (!strcmp(b->tally[i].who->name, e->name)) return &b->tally[i];
    b->tally[b->kinds] = (Tally){ .who = e };
    return &b->tally[b->kinds++];
}

/* ---- the log -------------------------------------------------------------------- */

/* Only the first game is written down. */
static void log_record(Bout *b, const LogRecord *r)
{
    char line[MAX_LINE * 2];
    if (!b->log) return;
    log_write(b->game, r, line, sizeof line);
    fprintf(b->log, "%s\n", line);
}

static void log_start(Bout *b)
{
    char head[MAX_LINE * 2];
    Text t = text_into(head, sizeof head);
    log_head(&t, b->game, &b->options, NULL, NULL);
    if (b->log) fputs(head, b->log);
}

static void log_end(Bout *b, const Table *table)
{
    char tail[MAX_LINE * 2];
    Text t = text_into(tail, sizeof tail);
    if (!b->log) return;
    log_tail(&t, table, table->secret);
    fputs(tail, b->log);
    fclose(b->log);
    b->log = NULL;
}

/* ---- one game --------------------------------------------------------------------- */

/* A round and who sits where. */
typedef struct {
    Bout   *bout;
    Round   round;
    Player  player[MAX_SEATS];
    const Entrant *entrant[MAX_SEATS];
} Sitting;

static void record(void *sitting, const LogRecord *r) { log_record(((Sitting *)sitting)->bout, r); }

static void hear(void *sitting, Seat seat, const void *view, const Event *e)
{
    player_hear(&((Sitting *)sitting)->player[seat], view, e);
}

static const Audience audience = { .record = record, .hear = hear };

/* Counts one decision and its time. Called only where there was more than one move. */
static void count_time(Tally *t, double took)
{
    enum { GRACE = 20000 };
    Budget b = t->who->budget;
    uint32_t limit = b.microseconds ? b.microseconds : b.iterations ? 0 : USUAL_MICROSECONDS;
    t->decisions++;
    t->seconds += took;
    if (took > t->slowest) t->slowest = took;
    t->late += limit && took * 1e6 > limit + GRACE;
}

static bool play_seat(Sitting *s, Seat seat)
{
    _Alignas(16) uint8_t view[MAX_STATE];
    Bout *b = s->bout;
    const Entrant *e = s->entrant[seat];
    Move m;
    char word[MAX_WORD] = "";
    b->game->observe(s->round.table.state, seat, view);
    double from = cpu_seconds();
    bool choice = e->bot->choose(&s->player[seat], view, e->budget, &m, word) > 1;
    if (choice) count_time(tally_of(b, e), cpu_seconds() - from);
    b->choices += choice;
    return !round_play(&s->round, &m, word) || (complain("%s made an illegal move in %s", e->name, b->game->id), false);
}

static void count_result(Sitting *s)
{
    Result r;
    Bout *b = s->bout;
    b->game->score(s->round.table.state, &r);
    b->shared += __builtin_popcount(r.winners) > 1;
    for (Seat p = 0; p < b->options.seats; p++) {
        Tally *t = tally_of(b, s->entrant[p]);
        mean_add(&t->won, r.winners >> p & 1);
        mean_add(&t->place, r.place[p]);
        mean_add(&t->points, r.points[p]);
    }
    b->moves += s->round.table.moves;
    b->played++;
}

static bool play_on(Sitting *s)
{
    const Game *g = s->bout->game;
    log_start(s->bout);
    for (round_settle(&s->round); !round_over(&s->round);) {
        if (!play_seat(s, (Seat)__builtin_ctz(round_asked(&s->round)))) return false;
        if (s->round.table.moves > g->bound) return complain("a game of %s does not end", g->id), false;
    }
    log_end(s->bout, &s->round.table);
    count_result(s);
    return true;
}

/* ---- deals -------------------------------------------------------------------------- */

/* The line-up of a deal: mixed, so that nobody always sits before the same bot, and then
 * moved round the table by `turn` chairs. */
static void seat_all(Sitting *s, const uint8_t secret[ENTROPY], int turn)
{
    Bout *b = s->bout;
    uint8_t order[MAX_SEATS];
    uint64_t seed[MAX_SEATS];
    int seats = b->options.seats;
    bots_line_up(secret, seats, order, seed);
    for (int i = 0; i < seats; i++) {
        Seat p = (Seat)((i + turn) % seats);
        s->entrant[p] = &b->line_up[order[i]];
        player_start(&s->player[p], s->entrant[p]->bot, b->game, p, seed[i]);
    }
}

static void deal_secret(const Bout *b, uint64_t deal, uint8_t secret[ENTROPY])
{
    memset(secret, 0, ENTROPY);
    for (int i = 0; i < 8; i++) secret[i] = (uint8_t)(b->seed >> 8 * i), secret[8 + i] = (uint8_t)(deal >> 8 * i);
    if (b->first && !deal) memcpy(secret, b->first, ENTROPY);
}

/* A deal has gone round the table, or as far as there was time. */
static void close_deal(Bout *b)
{
    for (int i = 0; i < b->kinds; i++) {
        if (b->tally[i].won.deal_n <= 0) continue;
        mean_close(&b->tally[i].won);
        mean_close(&b->tally[i].place);
        mean_close(&b->tally[i].points);
    }
}

static bool play_game(Bout *b, uint64_t number)
{
    static Sitting s;
    uint8_t secret[ENTROPY];
    uint64_t deal = number / b->options.seats;
    int turn = (int)(number % b->options.seats);
    deal_secret(b, deal, secret);
    s.bout = b;
    s.round.audience = &audience;
    s.round.host = &s;
    s.round.listening = bots_listen(b->game) ? (SeatSet)(SEAT_BIT(b->options.seats) - 1) : 0;
    seat_all(&s, secret, turn);
    round_start(&s.round, b->game, &b->options, secret);
    if (!play_on(&s)) return false;
    if (turn + 1 == b->options.seats) close_deal(b);
    return true;
}

bool bout_play(Bout *b, uint64_t done, uint64_t all)
{
    double from = wall_seconds();
    for (int i = 0; i < b->options.seats; i++) tally_of(b, &b->line_up[i])->seats++;
    for (uint64_t i = 0; i < b->games && !interrupted(); i++) {
        if (!play_game(b, i)) return false;
        progress("arena", done + i + 1, all);
    }
    close_deal(b);
    b->seconds = wall_seconds() - from;
    return true;
}
