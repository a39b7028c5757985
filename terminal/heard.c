/* SPDX-License-Identifier: MIT
 * heard.c - what a table says. The server may be anybody's, so nothing of it is believed before it was looked at:
 * json.c reads the bytes, and here every value is checked for its kind and bounds, and every text for being legible. */
#include <stdio.h>
#include <stdlib.h>

#include "../cli/cli.h"
#include "../core/legible.h"
#include "../protocol/json.h"
#include "guest.h"

enum { PAST_MOST = 2000 };               /* events of a round that are asked for and kept */

/* False: the message makes no sense. */
typedef bool Hear(Guest *g, const Fact *m);

static bool number(const Fact *m, const char *key, int low, int high, int *out)
{
    Why w;
    return fact_given(m, key) && fact_number(m, key, low, high, out, &w);
}

/* A text that fits and can be shown; "" where there is none. */
static bool take_text(const Fact *m, const char *key, char *out, size_t cap)
{
    const char *text = fact_text(m, key);
    out[0] = 0;
    if (!text) return true;
    size_t n = strlen(text);
    if (n >= cap || (n && !legible_points(text, n))) return false;
    memcpy(out, text, n + 1);
    return true;
}

static int row_of(const char *const *list, const char *name)
{
    for (int i = 0; name && list[i]; i++)
        if (!strcmp(list[i], name)) return i;
    return -1;
}

/* ---- the table ------------------------------------------------------------------------------------------ */

static bool take_chair(const Fact *f, Chair *c)
{
    const char *name = fact_text(f, "name"), *playing = fact_text(f, "playing");
    Why w;
    if (f->kind != FACT_OBJECT || !take_text(f, "bot", c->bot, sizeof c->bot)) return false;
    c->name[0] = 0;
    if (name) snprintf(c->name, sizeof c->name, "%s", legible_name(name) ? name : "?");
    c->here = false;
    c->by_bot = playing && !strcmp(playing, "bot");
    return fact_bool(f, "here", &c->here, &w);
}

static bool take_chairs(const Fact *m, Seen *s)
{
    const Fact *seats = fact_get(m, "seats");
    if (!seats || seats->kind != FACT_LIST) return false;
    if (seats->number < s->game->min_seats || seats->number > s->game->max_seats) return false;
    options_default(s->game, seats->number, &s->options);
    Chair *c = s->chair;
    for (const Fact *f = seats->child; f; f = f->next)
        if (!take_chair(f, c++)) return false;
    return true;
}

/* An option that this program does not know is one of a later version; the server plays by it. */
static void take_options(const Fact *m, Seen *s)
{
    const Fact *options = fact_get(m, "options");
    for (const Fact *f = options && options->kind == FACT_OBJECT ? options->child : NULL; f; f = f->next)
        if (f->kind == FACT_TEXT) options_set(s->game, &s->options, f->key, f->text);
}

static void take_you(const Fact *m, Seen *s)
{
    const Fact *you = fact_given(m, "you");
    int me = SEAT_TABLE, host = SEAT_NONE;
    if (you && you->kind == FACT_OBJECT) number(you, "seat", 0, s->options.seats - 1, &me);
    number(m, "host", 0, s->options.seats - 1, &host);
    s->me = (Seat)me;
    s->host = (Seat)host;
}

/* Who won the last round. Places go by points, winners first. */
static void take_result(const Fact *m, Seen *s)
{
    const Fact *rounds = fact_get(m, "rounds"), *last = NULL;
    int of = 0;
    for (const Fact *f = rounds && rounds->kind == FACT_LIST ? rounds->child : NULL; f; f = f->next)
        if (f->kind == FACT_OBJECT) last = f;
    if (!last || !number(last, "round", 1, INT32_MAX, &of)) return;
    const Fact *winners = fact_get(last, "winners"), *points = fact_get(last, "points");
    Result *r = &s->result;
    *r = (Result){ .winners = 0 };
    s->result_of = (uint32_t)of;
    for (const Fact *f = winners && winners->kind == FACT_LIST ? winners->child : NULL; f; f = f->next)
        if (f->kind == FACT_NUMBER && f->number >= 0 && f->number < MAX_SEATS) r->winners |= SEAT_BIT(f->number);
    for (int i = 0; i < s->options.seats; i++) {
        const Fact *f = points && points->kind == FACT_LIST ? fact_at(points, i) : NULL;
        if (f && f->kind == FACT_NUMBER) r->points[i] = (int16_t)(f->number % 10000);
    }
    for (int i = 0; i < s->options.seats; i++) {
        r->place[i] = 1;
        for (int k = 0; k < s->options.seats; k++) {
            int lead = (r->winners >> k & 1) - (r->winners >> i & 1);
            if (lead ? lead > 0 : r->points[k] > r->points[i]) r->place[i]++;
        }
    }
}

/* The promise for the shuffles to come; before the first round it stands under `fair`. */
static void take_promise(const Fact *m, Seen *s)
{
    const Fact *fair = fact_given(m, "fair");
    const char *next = fact_text(m, "next");
    if (!next && s->phase == LOBBY && fair && fair->kind == FACT_OBJECT) next = fact_text(fair, "commit");
    snprintf(s->next, sizeof s->next, "%s", next ? next : "");
}

/* What others at the table would see: somebody comes, goes, is away or back. */
static void remark_changes(Guest *g, const Seen *before)
{
    const Seen *now = &g->seen;
    for (Seat p = 0; p < now->options.seats; p++) {
        const Chair *was = &before->chair[p], *is = &now->chair[p];
        bool person = *is->name, same = person && !strcmp(was->name, is->name);
        if (p == now->me || (!person && !*was->name)) continue;
        if (person && !*was->name) desk_remark(g->d, "join.sits", p, "");
        else if (!person) desk_remark(g->d, "join.leaves", SEAT_NONE, was->name);
        else if (same && was->here != is->here) desk_remark(g->d, is->here ? "join.here" : "join.away", p, "");
        else if (same && !was->by_bot && is->by_bot) desk_remark(g->d, "join.bot", p, "");
    }
    if (before->me < MAX_SEATS && now->me == SEAT_TABLE) {
        desk_remark(g->d, "join.stood", SEAT_NONE, "");
        g->name[0] = 0;
    }
    if (before->phase == PLAYING && now->phase == PAUSED) desk_remark(g->d, "join.paused", SEAT_NONE, "");
    if (before->phase == PAUSED && now->phase == PLAYING) desk_remark(g->d, "join.goes_on", SEAT_NONE, "");
}

/* People by their names; a bot is called by the usual name of its chair, and a free chair by its number. */
static void name_chairs(Guest *g)
{
    Voice *v = &g->d->voice;
    const char *bots = say_word(v, "name.bots");
    for (Seat p = 0; p < g->seen.options.seats; p++) {
        const Chair *c = &g->seen.chair[p];
        Text t = text_into(v->name[p], NAME_BYTES);
        size_t n = strcspn(bots, ",");
        if (*c->name) text_add(&t, c->name);
        else if (*c->bot) text_bytes(&t, bots, n);
        else say_line(v, &t, "name.people", NULL, p + 1);
        bots += n + (bots[n] == ',');
    }
}

static void sit_as_seen(Guest *g)
{
    Desk *d = g->d;
    const Seen *s = &g->seen;
    d->voice.game = d->round.table.game = s->game;
    d->round.table.options = s->options;
    d->voice.seats = s->options.seats;
    d->voice.viewer = s->me;
    d->people = s->me < MAX_SEATS ? SEAT_BIT(s->me) : 0;
    name_chairs(g);
    d->now.over = s->phase == LOBBY || (s->phase == OVER && g->round == s->round && !d->now.asked);
    d->now.step++;
}

/* Another game is played here from now on, or with other chairs: nothing that was told before fits it. */
static void forget_game(Guest *g)
{
    g->round = 0;
    g->offers = 0;
    g->d->now.asked = 0;
    desk_clear(g->d);
    scene_read(&g->scene, g->seen.game, g->seen.options.seats, &(Fact){ .kind = FACT_OBJECT });
}

static bool hear_table(Guest *g, const Fact *m)
{
    Seen before = g->seen, s = { .known = true };
    const char *game = fact_text(m, "game");
    int phase = row_of(phases, fact_text(m, "phase")), round = 0;
    if (!game || phase < 0 || !number(m, "round", 0, INT32_MAX, &round)) return false;
    if (!(s.game = game_find(game))) return guest_refuse(g, "join.no_game"), true;
    s.phase = (Phase)phase;
    s.round = (uint32_t)round;
    if (!take_chairs(m, &s) || !take_text(m, "clock", s.clock, sizeof s.clock)) return false;
    take_options(m, &s);
    take_you(m, &s);
    take_result(m, &s);
    take_promise(m, &s);
    number(m, "watching", 0, INT32_MAX, &s.watching);
    g->seen = s;
    if (s.phase == PLAYING) g->starting = false;
    if (before.game != s.game || before.options.seats != s.options.seats) forget_game(g);
    sit_as_seen(g);
    if (before.known && before.game == s.game && before.options.seats == s.options.seats) remark_changes(g, &before);
    guest_mix(g);
    return true;
}

/* ---- a moment of the game -------------------------------------------------------------------------------- */

/* One move of the offer. A number that is open is told as "N". What cannot be read is a move of a later version. */
static void take_move(Guest *g, char *line)
{
    Move m;
    char word[MAX_WORD];
    size_t n = strlen(line);
    bool open = n > 2 && !strcmp(line + n - 2, " N");
    if (open) line[n - 1] = '1';
    if (g->offers == MAX_MOVES) return;
    if (move_parse(g->seen.game, g->seen.options.seats, g->seen.me, line, &m, word)) return;
    if (open) m.arg[0] = ARG_OPEN;
    g->offer[g->offers++] = m;
}

/* "play favor @1|@2" stands for two moves: every choice of a word is tried with every choice of the words after it.
 * `tries` bounds what a hostile offer can cost. */
static void expand(Guest *g, const char *row, char line[MAX_LINE], size_t n, int *tries)
{
    size_t token = strcspn(row, " ");
    const char *rest = row + token + (row[token] == ' ');
    for (const char *at = row; at <= row + token; ) {
        size_t len = strcspn(at, " |");
        if (!len || n + len + 2 > MAX_LINE || --*tries < 0) return;
        memcpy(line + n, at, len);
        line[n + len] = ' ';
        line[n + len + (*rest != 0)] = 0;
        if (*rest) expand(g, rest, line, n + len + 1, tries);
        else line[n + len] = 0, take_move(g, line);
        at += len + 1;
    }
}

static bool take_offer(Guest *g, const Fact *offer)
{
    char line[MAX_LINE];
    int tries = 4 * MAX_MOVES;
    g->offers = 0;
    if (!offer || offer->kind != FACT_LIST) return false;
    for (const Fact *f = offer->child; f; f = f->next) {
        if (f->kind != FACT_TEXT) return false;
        expand(g, f->text, line, 0, &tries);
    }
    return true;
}

static bool take_asked(Guest *g, const Fact *asked)
{
    SeatSet set = 0;
    if (!asked || asked->kind != FACT_LIST) return false;
    for (const Fact *f = asked->child; f; f = f->next) {
        if (f->kind != FACT_NUMBER || f->number < 0 || f->number >= g->seen.options.seats) return false;
        set |= SEAT_BIT(f->number);
    }
    g->d->now.asked = set;
    return true;
}

static void take_clock(Guest *g, const Fact *m)
{
    const Fact *clock = fact_given(m, "clock");
    int left = 0;
    bool runs = clock && clock->kind == FACT_OBJECT && number(clock, "left", 0, INT32_MAX, &left);
    g->d->closes = runs ? wall_seconds() + left / 1000.0 : 0;
}

/* ---- events ------------------------------------------------------------------------------------------------ */

static int card_named(const Game *g, const char *name)
{
    for (int c = 1; c < g->card_count; c++)
        if (!strcmp(g->cards[c], name)) return c;
    return UNKNOWN;
}

static bool take_arg(const Game *g, const Fact *f, const EventArg *a, int16_t *out, char word[MAX_WORD])
{
    bool none = !f || f->kind == FACT_NONE;
    *out = none && a->secret ? BLANK : none && a->type == '@' ? SEAT_NONE : 0;
    if (none) return true;
    if (a->type == 'W') return f->kind == FACT_TEXT && strlen(f->text) < MAX_WORD
                            && legible_points(f->text, strlen(f->text)) && strcpy(word, f->text);
    if (a->type == 'C') return f->kind == FACT_TEXT && (*out = (int16_t)card_named(g, f->text), true);
    if (f->kind != FACT_NUMBER || f->number <= INT16_MIN || f->number > INT16_MAX) return false;
    *out = (int16_t)f->number;
    return true;
}

/* ---- the end of a round ------------------------------------------------------------------------------------ */

static void open_card(Ending *end, const Game *game, const Event *e)
{
    int slot = e->arg[0] - 1, card = e->arg[1];
    if (e->seat < MAX_SEATS && slot >= 0 && slot < ROW_MOST && card > 0 && card < game->card_count)
        end->card[e->seat][slot] = (uint8_t)card;
}

/* A fact of this scene, to be changed. */
static Fact *own(Scene *s, const Fact *f) { return &s->fact[f - s->fact]; }

static void put_row(Scene *s, const Fact *row, const Game *game, const uint8_t card[ROW_MOST])
{
    int slot = 0;
    for (const Fact *f = row ? row->child : NULL; f && slot < ROW_MOST; f = f->next, slot++)
        if (card[slot]) own(s, f)->kind = FACT_TEXT, own(s, f)->text = game->cards[card[slot]];
}

/* The table shows the next round as soon as the last one is over. How that one lay follows from the last view of it and
 * what was told since then. */
static void keep_ending(Guest *g, const ShowRounds *rounds)
{
    Scene *s = &g->d->ended;
    const Game *game = g->seen.game;
    if (!scene_read(s, game, g->seen.options.seats, g->scene.fact)) return;
    for (Seat p = 0; p < g->seen.options.seats; p++) {
        const Fact *count = fact_at(fact_get(s->fact, rounds->counts), p);
        put_row(s, fact_at(scene_shape(s->fact, game, SHOW_ROWS), p), game, g->ending.card[p]);
        bool told = g->ending.counted >> p & 1;
        if (told && count && count->kind == FACT_NUMBER) own(s, count)->number = g->ending.count[p];
    }
    memcpy(g->d->gain, g->ending.gain, sizeof g->d->gain);
    desk_round_over(g->d);
}

static void mind_ending(Guest *g, const Event *e)
{
    const ShowRounds *rounds = show_rounds(g->seen.game);
    if (!rounds) return;
    if (e->kind == rounds->opened || e->kind == rounds->filled) open_card(&g->ending, g->seen.game, e);
    if (e->kind == rounds->counted && e->seat < MAX_SEATS) {
        g->ending.gain[e->seat] = e->arg[0];
        g->ending.count[e->seat] = e->arg[1];
        g->ending.counted |= SEAT_BIT(e->seat);
    }
    if (e->kind == rounds->dealt && g->ending.counted) keep_ending(g, rounds);
}

/* ---- what happened ------------------------------------------------------------------------------------------ */

/* As this viewer was told it: nobody else is told anything here. An event that is not known is of a later version. */
static bool take_event(Guest *g, const Fact *f, uint64_t n, bool now, SeatSet *acted)
{
    const Game *game = g->seen.game;
    const char *name = fact_text(f, "e");
    int kind = 0, seat = SEAT_NONE;
    char word[MAX_WORD] = "";
    EventArg a;
    while (name && kind < game->event_count && strcmp(game->events[kind].name, name)) kind++;
    if (!name || (fact_given(f, "seat") && !number(f, "seat", 0, SEAT_NONE, &seat))) return false;
    if (kind == game->event_count) return true;
    Event e = { .kind = (uint8_t)kind, .seat = (Seat)seat, .sees = SEAT_BIT(g->seen.me) };
    for (int i = 0; i < 6 && event_arg(&game->events[kind], i, &a); i++)
        if (!take_arg(game, fact_get(f, a.key), &a, &e.arg[i], word)) return false;
    if (seat < MAX_SEATS) *acted |= SEAT_BIT(seat);
    if (now) mind_ending(g, &e);
    desk_happened(g->d, &e, n, word);
    return true;
}

/* A gap in the numbers means that something was lost: then all of it is asked for again. */
static bool take_events(Guest *g, const Fact *events, SeatSet *acted)
{
    if (!events || events->kind != FACT_LIST) return false;
    size_t before = g->d->happened_n;
    g->ending = (Ending){ .counted = 0 };
    for (const Fact *f = events->child; f; f = f->next) {
        int n = 0;
        if (f->kind != FACT_OBJECT || !number(f, "n", 1, INT32_MAX, &n)) return false;
        if ((uint64_t)n <= g->n) continue;
        if ((uint64_t)n != g->n + 1) {
            g->round = 0;
            guest_drop(g);
            return true;
        }
        g->n = (uint64_t)n;
        if (!take_event(g, f, g->n, true, acted)) return false;
    }
    if (g->seen.me < MAX_SEATS && *acted >> g->seen.me & 1) g->d->since[g->seen.me] = before;
    return true;
}

/* What had happened before this guest came. What was told since then comes after it. */
static bool hear_past(Guest *g, const Fact *m)
{
    const Fact *events = fact_get(m, "events");
    int round = 0, n = 0, left = PAST_MOST;
    SeatSet acted = 0;
    size_t from = desk_make_room(g->d, PAST_MOST);
    if (!number(m, "round", 1, INT32_MAX, &round) || !events || events->kind != FACT_LIST) return false;
    if ((uint32_t)round != g->round) return true;
    for (const Fact *f = events->child; f && left > 0; f = f->next, left--) {
        if (f->kind != FACT_OBJECT || !number(f, "n", 1, INT32_MAX, &n)) return false;
        if ((uint64_t)n <= g->came && !take_event(g, f, (uint64_t)n, false, &acted)) return false;
    }
    desk_past(g->d, from, g->came);
    g->d->now.step++;
    return true;
}

static void begin_round(Guest *g, uint32_t round)
{
    if (g->round == round) return;
    desk_clear(g->d);
    g->round = round;
    g->n = 0;
}

static bool hear_moment(Guest *g, const Fact *m, bool step)
{
    Desk *d = g->d;
    static Move before[MAX_MOVES];
    int round = 0, n = 0, had = g->offers;
    bool late = !step;                   /* a view does not say what led to it */
    SeatSet asked = d->now.asked, acted = step ? 0 : EVERYONE;
    const Fact *view = fact_given(m, "view");
    if (!number(m, "round", 1, INT32_MAX, &round) || !number(m, "n", 0, INT32_MAX, &n) || !view) return false;
    if (!g->seen.known || (uint32_t)round != g->seen.round) return true;
    late &= n && (g->round != (uint32_t)round || g->n != (uint64_t)n);
    begin_round(g, (uint32_t)round);
    memcpy(before, g->offer, (size_t)had * sizeof *before);
    if (step && !take_events(g, fact_get(m, "events"), &acted)) return false;
    if (g->ended) return true;
    g->n = (uint64_t)n;
    if (!scene_read(&g->scene, g->seen.game, g->seen.options.seats, view)) return false;
    if (!take_asked(g, fact_get(m, "asked")) || !take_offer(g, fact_get(m, "offer"))) return false;
    take_clock(g, m);
    /* As in core/round.c: a window that only loses seats stays the same question. */
    bool other = had != g->offers || memcmp(before, g->offer, (size_t)had * sizeof *before);
    if (other || d->now.asked & ~(asked & ~acted)) d->now.decision++;
    d->now.over = g->seen.phase == OVER && !d->now.asked;
    d->now.step++;
    if (late) guest_past(g);
    return true;
}

static bool hear_view(Guest *g, const Fact *m) { return hear_moment(g, m, false); }
static bool hear_step(Guest *g, const Fact *m) { return hear_moment(g, m, true); }

/* ---- answers ------------------------------------------------------------------------------------------------- */

static bool hear_welcome(Guest *g, const Fact *m)
{
    int v = 0, heartbeat = 0, seat = SEAT_TABLE;
    if (!number(m, "v", 0, INT32_MAX, &v)) return false;
    if (v != 1) return guest_refuse(g, "join.version"), true;
    number(m, "heartbeat", 1, 3600, &heartbeat);
    number(m, "seat", 0, MAX_SEATS - 1, &seat);
    guest_welcomed(g, heartbeat);
    if (seat == SEAT_TABLE && *g->name) guest_sit(g);
    return true;
}

static bool hear_seated(Guest *g, const Fact *m)
{
    const char *token = fact_text(m, "token");
    size_t n = token ? strlen(token) : 0;
    if (!n || n >= TOKEN_TEXT || n != strspn(token, "0123456789abcdef")) return false;
    memcpy(g->token, token, n + 1);
    if (!token_save(&g->to, token)) desk_remark(g->d, "join.not_kept", SEAT_NONE, "");
    return true;
}

static bool hear_ack(Guest *g, const Fact *m)
{
    const char *id = fact_text(m, "id");
    int n = 0;
    if (!id || !number(m, "n", 0, INT32_MAX, &n)) return false;
    if (strcmp(id, g->sent.id)) return true;
    g->sent.id[0] = 0;
    if ((uint64_t)n > g->n) g->offers = 0;       /* what the move has changed is yet to be told */
    g->d->now.step++;
    return true;
}

/* What a refusal means: the sentence for it, and whether it ends everything when it answers `hello` or `sit`. */
static const struct { const char *code, *key, *hello, *sit; } refusals[] = {
    { "bad_move", "err.bad_move", NULL, NULL },         { "over", "err.over", NULL, NULL },
    { "stale", "err.stale", NULL, NULL },               { "not_asked", "err.not_asked", NULL, NULL },
    { "illegal", "err.illegal", NULL, NULL },           { "paused", "err.paused", NULL, NULL },
    { "wrong_round", "err.stale", NULL, NULL },         { "bad_option", "err.bad_option", NULL, NULL },
    { "bad_value", "err.bad_value", NULL, NULL },       { "bad_seats", "err.bad_seats", NULL, NULL },
    { "not_seated", "err.not_seated", NULL, NULL },     { "not_host", "err.not_host", NULL, NULL },
    { "empty_seat", "err.empty_seat", NULL, NULL },     { "seat_taken", "err.seat_taken", NULL, "err.seat_taken" },
    { "too_fast", "err.too_fast", NULL, NULL },         { "bad_phrase", "err.bad_phrase", NULL, NULL },
    { "wrong_phase", "err.wrong_phase", NULL, "join.playing" },
    { "full", "join.full", NULL, "join.full" },         { "bad_name", "err.bad_name", NULL, "err.bad_name" },
    { "no_table", "err.no_table", "err.no_table", NULL },
    { "bad_table", "err.no_table", "err.no_table", NULL },
    { "damaged", "err.damaged", "err.damaged", NULL },  { "too_many", "join.too_many", "join.too_many", NULL },
    { "bad_message", "join.refused", "join.version", NULL },
};

static void refused(Guest *g, const char *code, const char *re)
{
    const char *key = "join.refused", *final = NULL;
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
        if (strcmp(refusals[i].code, code)) continue;
        key = refusals[i].key;
        final = !strcmp(re, "hello") ? refusals[i].hello : !strcmp(re, "sit") ? refusals[i].sit : NULL;
    }
    if (final) guest_refuse(g, final);
    else desk_remark(g->d, key, SEAT_NONE, "");
}

static bool hear_err(Guest *g, const Fact *m)
{
    const char *code = fact_text(m, "code"), *re = fact_text(m, "re"), *id = fact_text(m, "id");
    if (!code) return false;
    if (id && !strcmp(id, g->sent.id)) g->sent.id[0] = 0;
    if (re && !strcmp(re, "start")) g->starting = false;
    if (re && !strcmp(re, "past")) return true;  /* then there is only what was heard */
    if (strcmp(code, "bad_token")) return refused(g, code, re ? re : ""), true;
    g->token[0] = 0;                     /* the seat is somebody else's now; another may be free */
    token_forget(&g->to);
    if (!*g->name) guest_refuse(g, "join.seat_gone");
    return true;
}

static bool hear_said(Guest *g, const Fact *m)
{
    int seat = 0, row = row_of(phrases, fact_text(m, "phrase"));
    if (!number(m, "seat", 0, MAX_SEATS - 1, &seat)) return false;
    if (row < 0) return true;
    const Voice *v = &g->d->voice;
    desk_remark(g->d, "join.says", (Seat)seat, words_of(v->game, v->lang, "phrase.", phrases[row]));
    return true;
}

static bool hear_bye(Guest *g, const Fact *m)
{
    int after = 500;
    number(m, "after", 0, 30000, &after);
    g->wait = after / 1000.0;
    return true;
}

static bool hear_elsewhere(Guest *g, const Fact *m)
{
    const char *node = fact_text(m, "node");
    if (node) guest_sent_elsewhere(g, node);
    return node;
}

/* ---- one message ----------------------------------------------------------------------------------------------- */

static bool take_in(Guest *g, const Fact *m)
{
    static const struct { const char *t; Hear *hear; } message[] = {
        { "welcome", hear_welcome }, { "table", hear_table }, { "view", hear_view }, { "step", hear_step },
        { "past", hear_past }, { "seated", hear_seated }, { "ack", hear_ack }, { "err", hear_err },
        { "said", hear_said }, { "bye", hear_bye }, { "elsewhere", hear_elsewhere },
    };
    const char *t = m && m->kind == FACT_OBJECT ? fact_text(m, "t") : NULL;
    for (size_t i = 0; t && i < sizeof message / sizeof *message; i++)
        if (!strcmp(message[i].t, t)) return message[i].hear(g, m);
    return t;                            /* a message of a later version is none of ours */
}

void guest_hear(Guest *g, const char *text, size_t n)
{
    Arena a = { malloc(json_needs(n)), json_needs(n), 0 };
    Why w;
    if (!a.at) abort();
    if (!take_in(g, json_read(text, n, &a, &w))) guest_refuse(g, "join.not_understood");
    free(a.at);
}
