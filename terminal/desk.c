/* SPDX-License-Identifier: MIT
 * desk.c - playing at a table in the terminal, one move after the other. */
#include "desk.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "../cli/cli.h"

enum { HAPPENED_MOST = 1 << 16, PAST_TOLD = 8 };         /* a server may tell as much as it likes */

static bool grow(void **at, size_t *room, size_t want, size_t each)
{
    if (want <= *room) return true;
    size_t more = want * 2 + 64;
    void *p = realloc(*at, more * each);
    if (!p) return false;
    *at = p;
    *room = more;
    return true;
}

/* Adds lines to the log, however long it gets. */
static void log_add(Desk *d, const char *lines)
{
    size_t n = strlen(lines);
    if (!grow((void **)&d->log, &d->log_room, d->log_n + n + 1, 1)) return;
    memcpy(d->log + d->log_n, lines, n + 1);
    d->log_n += n;
}

/* ---- what happened ------------------------------------------------------------ */

static void record(void *desk, const LogRecord *r)
{
    Desk *d = desk;
    char line[MAX_LINE * 2];
    Text t = text_into(line, sizeof line);
    log_line(&t, d->round.table.game, r);
    log_add(d, line);
    if (r->move.seat < MAX_SEATS) d->since[r->move.seat] = d->happened_n;
}

void desk_round_over(Desk *d)
{
    d->ends++;
    d->ended_at = d->happened_n;
}

/* When chance is about to deal again, a round is over: the table is kept as it lies, for people to look at. */
static void keep_end(Desk *d)
{
    const Table *t = &d->round.table;
    const ShowRounds *rounds = show_rounds(t->game);
    Move m;
    if (!rounds || !table_waits_for_chance(t) || t->game->legal(t->state, SEAT_CHANCE, &m, 1) != 1) return;
    if (!(t->game->verbs[m.verb].flags & VERB_DEAL)) return;
    const Fact *counts = fact_get(scene_look(&d->ended, t, SEAT_TABLE), rounds->counts);
    for (Seat p = 0; p < d->voice.seats; p++) {
        const Fact *now = fact_at(counts, p);
        d->gain[p] = now ? now->number - d->count[p] : 0;
        d->count[p] = now ? now->number : 0;
    }
    desk_round_over(d);
}

size_t desk_make_room(Desk *d, size_t more)
{
    if (d->guest && d->happened_n + more > HAPPENED_MOST) desk_clear(d);
    return d->happened_n;
}

static Happening *add_happening(Desk *d, const Event *e, uint64_t move, const char *word)
{
    static Happening spare;
    desk_make_room(d, 1);
    bool room = grow((void **)&d->happened, &d->happened_room, d->happened_n + 1, sizeof *d->happened);
    Happening *h = room ? &d->happened[d->happened_n++] : &spare;
    *h = (Happening){ .event = *e, .move = move };
    text_cut(h->word, sizeof h->word, word);
    return h;
}

void desk_happened(Desk *d, const Event *e, uint64_t move, const char *word) { add_happening(d, e, move, word); }

/* An index into the old order becomes one into the new. */
static size_t moved_to(const Desk *d, size_t i, size_t from, uint64_t upto)
{
    size_t to = d->happened_n - from;
    for (size_t k = 0; k < i; k++) to += d->happened[k].remark || d->happened[k].move > upto;
    return to;
}

static size_t last_of(const Desk *d, Seat seat, size_t from)
{
    size_t last = from;
    for (size_t i = from; i < d->happened_n; i++)
        if (d->happened[i].event.seat == seat) last = i;
    return last - from;
}

void desk_past(Desk *d, size_t from, uint64_t upto)
{
    size_t past = d->happened_n - from, all = moved_to(d, from, from, upto), n = past;
    Happening *h = calloc(all + 1, sizeof *h);
    if (!h) { d->happened_n = from; return; }
    memcpy(h, d->happened + from, past * sizeof *h);
    for (size_t i = 0; i < from; i++)
        if (d->happened[i].remark || d->happened[i].move > upto) h[n++] = d->happened[i];
    for (Seat p = 0; p <= SEAT_TABLE; p++) {
        size_t news = past > PAST_TOLD ? past - PAST_TOLD : 0;
        d->told[p] = d->told[p] ? moved_to(d, d->told[p], from, upto) : news;
    }
    for (Seat p = 0; p < MAX_SEATS; p++)
        d->since[p] = d->since[p] ? moved_to(d, d->since[p], from, upto) : last_of(d, p, from);
    d->ended_at = moved_to(d, d->ended_at < from ? d->ended_at : from, from, upto);
    memcpy(d->happened, h, all * sizeof *h);
    d->happened_n = all;
    free(h);
}

void desk_remark(Desk *d, const char *remark, Seat seat, const char *word)
{
    add_happening(d, &(Event){ .seat = seat }, d->now.step, word)->remark = remark;
    d->now.step++;
}

/* Keeps the events: plain.c and screen.c tell them later, to each viewer what they may know. */
static void happened(void *desk, const Events *ev, const char *word)
{
    Desk *d = desk;
    for (int i = 0; i < ev->n; i++) desk_mean(d, add_happening(d, &ev->at[i], d->round.table.moves, word));
    keep_end(d);
}

static void hear(void *desk, Seat seat, const void *view, const Event *e)
{
    player_hear(&((Desk *)desk)->player[seat], view, e);
}

/* Ends the round when its minutes are over, if the rules let the clock move now. */
static void mind_the_clock(Desk *d)
{
    int minutes = round_minutes(&d->round);
    if (minutes && wall_seconds() - d->started >= 60 * minutes) round_time_up(&d->round);
}

/* ---- the table that is kept here ------------------------------------------------ */

static void stand(Desk *d)
{
    const Round *r = &d->round;
    d->now = (Now){ .asked = round_asked(r), .over = !round_asked(r), .window = round_is_window(r),
                    .step = r->table.moves, .decision = r->decision };
}

static Err play_here(Desk *d, const Move *m, const char *word)
{
    Err e = round_play(&d->round, m, word);
    if (!e) mind_the_clock(d);
    stand(d);
    return e;
}

static int moves_here(const Desk *d, Move *list)
{
    return d->round.table.game->legal(d->round.table.state, d->voice.viewer, list, MAX_MOVES);
}

static const Fact *look_here(Desk *d) { return scene_look(&d->scene, &d->round.table, d->voice.viewer); }
static void score_here(const Desk *d, Result *r) { d->round.table.game->score(d->round.table.state, r); }

static const Host here = { look_here, moves_here, play_here, score_here };

Err desk_move(Desk *d, const Move *m, const char *word) { return d->host->play(d, m, word); }

void desk_bot(Desk *d, Seat seat)
{
    _Alignas(16) uint8_t view[MAX_STATE];
    Move m;
    char word[MAX_WORD] = "";
    d->round.table.game->observe(d->round.table.state, seat, view);
    d->bot[seat]->choose(&d->player[seat], view, d->budget, &m, word);
    desk_move(d, &m, word);
}

/* ---- starting -------------------------------------------------------------------- */

static bool sit(Desk *d, const Game *g, const Options *o, const uint8_t secret[ENTROPY])
{
    static const Audience audience = { record, happened, hear };
    static char head[LOG_HEAD + LOG_BOX];
    Text t = text_into(head, sizeof head);
    uint8_t order[MAX_SEATS];
    uint64_t seed[MAX_SEATS];
    if (round_start(&d->round, g, o, secret)) return false;
    d->host = &here;
    d->round.table.box = &d->box;
    d->round.audience = &audience;
    d->round.host = d;
    d->round.listening = (SeatSet)(SEAT_BIT(o->seats) - 1);
    bots_line_up(secret, o->seats, order, seed);
    for (Seat p = 0; p < o->seats; p++) player_start(&d->player[p], d->bot[p], g, p, seed[p]);
    d->voice.game = g;
    d->voice.seats = o->seats;
    d->started = wall_seconds();
    log_head(&t, g, o, NULL, &d->box);
    log_add(d, head);
    return true;
}

bool desk_start(Desk *d, const Game *g, const Options *o, const uint8_t secret[ENTROPY])
{
    if (!sit(d, g, o, secret)) return false;
    round_settle(&d->round);
    stand(d);
    return true;
}

void desk_follow(Desk *d, const Round *last, Options *o)
{
    round_follow(last, last->table.game, &d->wished, o);
    d->box.without_n = 0;
    round_leave_out(last, last->table.game, &d->box);
}

void desk_clear(Desk *d)
{
    d->happened_n = d->log_n = d->ends = 0;
    memset(d->told, 0, sizeof d->told);
    memset(d->since, 0, sizeof d->since);
    memset(d->count, 0, sizeof d->count);
}

bool desk_again(Desk *d, const Options *o, const uint8_t secret[ENTROPY])
{
    desk_clear(d);
    return desk_start(d, d->round.table.game, o, secret);
}

bool desk_replay(Desk *d, const char *log, const uint8_t secret[ENTROPY], Why *w)
{
    char line[LOG_LINE];
    const Game *g;
    Options o;
    if (!log_next(&log, line, NULL) || !log_read_header(line, &g, &o, w)) return false;
    if (!sit(d, g, &o, secret)) return why(w, "%s cannot be set up so", g->id);
    d->wished = o;
    while (log_next(&log, line, NULL)) {
        LogRecord r;
        if (!log_read(g, o.seats, line, &r, w) || !round_replay(&d->round, &r, w)) return false;
        if (r.kind == LOG_OWN || r.kind == LOG_WITHOUT) log_add(d, line), log_add(d, "\n");
    }
    stand(d);
    return true;
}

bool desk_resume(Desk *d, const char *log, const uint8_t secret[ENTROPY], Why *w)
{
    if (!desk_replay(d, log, secret, w)) return false;
    round_settle(&d->round);
    stand(d);
    return true;
}

bool desk_log(const Desk *d, const char *path, int game)
{
    char tail[MAX_LINE * 2] = "", name[4096];
    Text t = text_into(tail, sizeof tail), n = text_into(name, sizeof name);
    text_add(&n, path);
    if (game > 1) text_char(&n, '.'), text_number(&n, game);
    FILE *f = n.n < sizeof name ? fopen(name, "w") : NULL;
    if (!f) return false;
    if (!d->guest && round_over(&d->round)) log_tail(&t, &d->round.table, d->round.table.secret);
    bool ok = fwrite(d->log, 1, d->log_n, f) == d->log_n && fputs(tail, f) >= 0;
    return !fclose(f) && ok;
}

void desk_free(Desk *d)
{
    free(d->happened);
    free(d->log);
    d->happened = NULL;
    d->log = NULL;
}

/* ---- looking and telling -------------------------------------------------------- */

const Fact *desk_look(Desk *d, Seat viewer)
{
    d->voice.viewer = viewer;
    return d->voice.scene = d->host->look(d);
}

const Fact *desk_look_back(Desk *d)
{
    return d->voice.scene = d->ended.fact;
}

/* Whose eyes event i is told for. Where cards lie in rows face down, remembering them is the game: what a player
 * saw before their own last move is told as to a spectator, or the list of events would remember it for them. */
static Seat eyes(const Desk *d, size_t i)
{
    Seat me = d->voice.viewer;
    bool memory = show_shape(d->voice.game, SHOW_ROWS);
    return memory && me < MAX_SEATS && i < d->since[me] ? SEAT_TABLE : me;
}

static bool say_remark(const Desk *d, const Happening *h, Text *out)
{
    Phrase p = { .mine = h->event.seat == d->voice.viewer };
    char who[NAME_BYTES * 2];
    Text t = text_into(who, sizeof who);
    if (h->event.seat != SEAT_NONE) say_seat(&d->voice, &t, h->event.seat, "who.you");
    phrase_text(&p, "who", who);
    phrase_text(&p, "t", h->word);
    return say(&d->voice, out, h->remark, &p);
}

bool desk_sentence(const Desk *d, size_t i, Text *out)
{
    Event e;
    if (d->happened[i].remark) return say_remark(d, &d->happened[i], out);
    events_redact(d->round.table.game, &d->happened[i].event, eyes(d, i), &e);
    if (!say_event(&d->voice, out, &e, d->happened[i].word)) return false;
    desk_gloss(d, &d->happened[i], out);
    return true;
}

bool desk_tell(Desk *d, Text *out)
{
    size_t *told = &d->told[d->voice.viewer];
    while (*told < d->happened_n)
        if (desk_sentence(d, (*told)++, out)) return true;
    return false;
}

/* ---- moves ------------------------------------------------------------------------ */

int desk_moves(const Desk *d, Move *list)
{
    if (d->voice.viewer >= d->voice.seats || !(d->now.asked >> d->voice.viewer & 1)) return 0;
    int n = d->host->moves(d, list);
    return n > MAX_MOVES ? MAX_MOVES : n;
}

/* Somebody may leave out the verb: "ocean 2" where the form is "clue W 0-9". */
static bool read_open(const Desk *d, const char *line, const Move *list, int n, Move *m, char word[MAX_WORD])
{
    char full[MAX_LINE];
    for (int i = 0; i < n; i++) {
        const char *form = d->round.table.game->verbs[list[i].verb].form;
        if (list[i].arg[0] != ARG_OPEN) continue;
        snprintf(full, sizeof full, "%.*s %s", (int)strcspn(form, " "), form, line);
        if (!move_hear(d->round.table.game, d->voice.seats, d->voice.viewer, full, m, word)) return true;
    }
    return false;
}

/* Small letters for capital ones: ASCII, and Latin letters with accents, which are two bytes in UTF-8. */
static void make_small(char *text)
{
    for (unsigned char *p = (unsigned char *)text; *p; p++) {
        bool accented = p != (unsigned char *)text && p[-1] == 0xc3 && *p >= 0x80 && *p <= 0x9e && *p != 0x97;
        if ((*p >= 'A' && *p <= 'Z') || accented) *p = (unsigned char)(*p + 32);
    }
}

bool desk_alike(const char *part, const char *text)
{
    char a[SENTENCE], b[SENTENCE];
    snprintf(a, sizeof a, "%s", text);
    snprintf(b, sizeof b, "%s", part);
    make_small(a);
    make_small(b);
    return strstr(a, b);
}

Fit desk_fits(const Desk *d, const char *line, const Move *m)
{
    char text[SENTENCE], plain[MAX_LINE];
    Text t = text_into(text, sizeof text);
    if (m->arg[0] == ARG_OPEN) return FIT_NOT;
    say_move(&d->voice, &t, m);
    move_format(d->round.table.game, m, NULL, plain, sizeof plain);
    bool part = desk_alike(line, text), noted = desk_alike(line, plain);
    if ((part && strlen(line) == strlen(text)) || (noted && strlen(line) == strlen(plain))) return FIT_WHOLE;
    return part || noted ? FIT_PART : FIT_NOT;
}

/* Part of a move's sentence or notation; a whole one beats all others. */
static Fit read_part(const Desk *d, const char *line, const Move *list, int n, Move *m)
{
    int fits = 0;
    for (int i = 0; i < n; i++) {
        Fit fit = desk_fits(d, line, &list[i]);
        if (!fit) continue;
        *m = list[i];
        if (fit == FIT_WHOLE) return FIT_WHOLE;
        fits++;
    }
    return fits == 1 ? FIT_WHOLE : fits ? FIT_PART : FIT_NOT;
}

Fit desk_read(const Desk *d, const char *line, const Move *list, int n, Move *m, char word[MAX_WORD])
{
    word[0] = 0;
    if (!*line) return FIT_NOT;
    if (!move_hear(d->round.table.game, d->voice.seats, d->voice.viewer, line, m, word)) return FIT_WHOLE;
    if (read_open(d, line, list, n, m, word)) return FIT_WHOLE;
    return read_part(d, line, list, n, m);
}
