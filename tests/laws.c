/* SPDX-License-Identifier: MIT
 *
 * laws.c - what must hold for every game, checked by random play over every player count
 * and option. Every game that the build finds is checked.
 *
 *     laws GAME [GAMES] [SEED]      laws --moves N GAME      (only audits, for long runs) */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../bots/random.h"
#include "../core/log.h"
#include "../core/table.h"
#include "../core/text.h"
#include "../protocol/json.h"

typedef struct { _Alignas(16) uint8_t at[MAX_STATE]; } Bytes;

static struct {
    const Game *game;
    Table       table;
    Dice        dice;
    uint64_t    seed, games, steps, checks, told;
    char       *log;                     /* the game so far, as lines */
    size_t      log_n, log_cap;
} law;

static Move list[MAX_MOVES], seen[MAX_MOVES];

/* ---- breaking ------------------------------------------------------------------ */

static void broken(const char *name, const char *detail)
{
    printf("BROKEN %s: %s", law.game->id, name);
    if (detail) printf(" (%s)", detail);
    printf("\n  players %u, seed %llu, game %llu, move %llu\n", law.table.options.seats, (unsigned long long)law.seed,
           (unsigned long long)law.games, (unsigned long long)law.table.moves);
    if (law.log) printf("%.*s", (int)law.log_n, law.log);
    exit(1);
}

static void must(bool holds, const char *name)
{
    law.checks++;
    if (!holds) broken(name, NULL);
}

static void must_pass_audit(const void *state, const char *name)
{
    const char *bad = law.game->audit(state);
    law.checks++;
    if (bad) broken(name, bad);
}

static bool same(const void *a, const void *b) { return !memcmp(a, b, law.game->state_size); }
static uint32_t any(uint32_t n) { return dice_below(&law.dice, n); }

/* ---- views ----------------------------------------------------------------------- */

static Seat viewer(int i) { return i < law.table.options.seats ? (Seat)i : SEAT_TABLE; }

/* Listens for the one fact that all front ends go by. */
typedef struct { Scribe to; int depth; bool phase; } PhaseScribe;

static void hear_phase(Scribe *to, FactKind kind, const char *key, int number, const char *text)
{
    PhaseScribe *s = (PhaseScribe *)to;
    (void)number;
    if (!s->depth && kind == FACT_TEXT && key && !strcmp(key, "phase") && text) s->phase = true;
    if (kind == FACT_LIST || kind == FACT_OBJECT) s->depth++;
}

static void close_fact(Scribe *to) { ((PhaseScribe *)to)->depth--; }

static bool tells_phase(const void *view, Seat who)
{
    PhaseScribe s = { .to = { hear_phase, close_fact } };
    law.game->tell(view, who, &s.to);
    return s.phase && !s.depth;
}

static void check_view(const void *state, Seat who)
{
    Bytes view, again, world;
    law.game->observe(state, who, view.at);
    law.game->observe(view.at, who, again.at);
    must(same(view.at, again.at), "observing twice shows no more and no less");
    must(tells_phase(view.at, who), "whoever looks is told the phase");
    world = view;
    law.game->imagine(world.at, who, &law.dice);
    must_pass_audit(world.at, "an imagined world is a possible one");
    law.game->observe(world.at, who, again.at);
    must(same(view.at, again.at), "an imagined world looks the same from where it was imagined");
    int n = law.game->legal(state, who, list, MAX_MOVES), m = law.game->legal(view.at, who, seen, MAX_MOVES);
    must(n <= MAX_MOVES, "no more moves than there is room for");
    must(n == m && !memcmp(list, seen, (size_t)n * sizeof *list), "a player can see what it may do");
    must(!law.game->against || law.game->against(state) == law.game->against(view.at), "everybody sees whom it harms");
    m = law.game->legal(state, who, seen, n / 2);
    must(n == m && !memcmp(list, seen, (size_t)(n / 2) * sizeof *list),
         "a short list is the beginning of the long one");
}

/* ---- moves as text ----------------------------------------------------------------- */

static const char *const words[] = { "association", "Cat", "קפה", "貓", "città", "x" };

static void check_text(const Move *m, const char *word)
{
    char text[MAX_LINE], json[2 * MAX_LINE], memory[4096], back[MAX_WORD];
    Move again;
    Why w;
    move_format(law.game, m, word, text, sizeof text);
    must(!move_parse(law.game, law.table.options.seats, m->seat, text, &again, back), "what is written can be read");
    must(!memcmp(m, &again, sizeof again), "text round-trips");
    Text out = text_into(json, sizeof json);
    json_string(&out, text);
    Arena arena = { memory, sizeof memory, 0 };
    const Fact *f = json_read(json, out.n, &arena, &w);
    must(f && f->kind == FACT_TEXT && !strcmp(f->text, text), "JSON round-trips");
}

/* A random word of the kind that the token stands for. */
static void junk_token(Text *t, const char *token, size_t n)
{
    int low, high;
    const char *colon = memchr(token, ':', n);
    if (colon) {
        text_bytes(t, token, (size_t)(colon + 1 - token));
        junk_token(t, colon + 1, n - (size_t)(colon + 1 - token));
    } else if (n == 1 && strchr("CPA", *token)) {
        text_add(t, law.game->cards[1 + any(law.game->card_count - 1u)]);
    } else if (n == 2 && token[0] == '@') {
        text_char(t, '@');
        text_number(t, (int)any(law.table.options.seats));
    } else if (n == 1 && *token == 'N') {
        text_number(t, (int)any(70));
    } else if (n == 1 && *token == 'W') {
        text_add(t, words[any(sizeof words / sizeof words[0])]);
    } else if (sscanf(token, "%d-%d", &low, &high) == 2) {
        text_number(t, low + (int)any((uint32_t)(high - low + 1)));
    } else {
        text_bytes(t, token, n);
    }
}

static bool junk_move(Move *m, char word[MAX_WORD])
{
    char text[MAX_LINE];
    const Verb *v = &law.game->verbs[any(law.game->verb_count)];
    Text t = text_into(text, sizeof text);
    for (const char *p = v->form; *p; ) {
        size_t n = strcspn(p, " "), named = p[n - 1] == '?' ? n - 1 : n;
        if (named < n && !any(3)) break;
        if (p != v->form) text_char(&t, ' ');
        junk_token(&t, p, named);
        p += n + (p[n] == ' ');
    }
    return !move_parse(law.game, law.table.options.seats, (Seat)any(law.table.options.seats), text, m, word);
}

static bool listed(const Move *m)
{
    int n = law.game->legal(law.table.state, m->seat, list, MAX_MOVES);
    for (int i = 0; i < n; i++) {
        Move known = list[i];
        if (known.arg[0] == ARG_OPEN) known.arg[0] = m->arg[0];
        if (!memcmp(&known, m, sizeof known)) return true;
    }
    return false;
}

/* Is the move, written as text and read again, one of those offered? */
static bool can_be_said(const Move *m)
{
    char text[MAX_LINE], word[MAX_WORD];
    Move again;
    if (m->verb >= law.game->verb_count) return false;
    move_format(law.game, m, "x", text, sizeof text);
    if (move_parse(law.game, law.table.options.seats, m->seat, text, &again, word)) return false;
    again.window = 0;
    return listed(&again);
}

/* A random move of the right form: accepted if it is listed, refused if not, and a refusal changes no
 * byte. A listed move may still be refused because of its open word. */
static void check_junk(const void *state)
{
    Bytes copy;
    Move m;
    char word[MAX_WORD];
    if (!junk_move(&m, word)) return;
    memcpy(copy.at, state, law.game->state_size);
    Err e = law.game->apply(copy.at, &m, &(Extra){ .word = word }, NULL);
    if (e) must(same(copy.at, state), "a refused move changes nothing");
    else must_pass_audit(copy.at, "an accepted move leads to a possible world");
    must(e || listed(&m), "what is not offered is not accepted");
    must(!e || word[0] || !listed(&m), "what is offered is accepted");
    Move late = m;
    late.window = 250;
    e = law.game->apply(copy.at, &late, &(Extra){ .word = word }, NULL);
    must(e == E_STALE || e == E_OVER, "an answer to a window that is not open is stale");
    for (size_t i = 0; i < sizeof m; i++) ((uint8_t *)&m)[i] = (uint8_t)any(256);
    memcpy(copy.at, state, law.game->state_size);
    if (m.seat == SEAT_CHANCE) return;
    if (law.game->apply(copy.at, &m, &(Extra){ .word = "x" }, NULL))
        must(same(copy.at, state), "noise changes nothing");
    else must(can_be_said(&m), "what is accepted can be said, and was offered");
}

/* ---- what a seat is told ------------------------------------------------------------ */

static void redacted(const Events *ev, Seat who, Events *out)
{
    memset(out, 0, sizeof *out);
    out->n = ev->n;
    for (int i = 0; i < ev->n; i++) events_redact(law.game, &ev->at[i], who, &out->at[i]);
}

/* Are these events the same, apart from those that no view shows afterwards ("~", see EventKind)? */
static bool same_lasting(const Events *a, const Events *b)
{
    int i = 0, k = 0;
    for (;; i++, k++) {
        while (i < a->n && event_passing(&law.game->events[a->at[i].kind])) i++;
        while (k < b->n && event_passing(&law.game->events[b->at[k].kind])) k++;
        if (i == a->n || k == b->n) return i == a->n && k == b->n;
        if (memcmp(&a->at[i], &b->at[k], sizeof a->at[i])) return false;
    }
}

static void print_told(const Events *ev, Seat who)
{
    printf("seat %d is told:", who);
    for (int i = 0; i < ev->n; i++) {
        printf(" %s(%d:", law.game->events[ev->at[i].kind].name, ev->at[i].seat);
        for (int k = 0; k < 3; k++) printf(" %d", ev->at[i].arg[k]);
        putchar(')');
    }
    putchar('\n');
}

typedef struct { Move move; const char *word; Dice dice; } Play;

static Err replay_on(Bytes *s, const Play *p, Events *ev)
{
    Dice d = p->dice;
    ev->n = 0;
    return law.game->apply(s->at, &p->move, &(Extra){ .word = p->word, .dice = &d }, ev);
}

/* The same step with what others cannot see changed: other dice, or another of the seat's secret moves. */
static Play disguise(const Play *p, const void *state)
{
    Play other = *p;
    if (p->move.seat == SEAT_CHANCE) dice_fast(&other.dice, any(UINT32_MAX));
    if (!(law.game->verbs[p->move.verb].flags & VERB_SECRET)) return other;
    int n = law.game->legal(state, p->move.seat, list, MAX_MOVES);
    Move m = list[any((uint32_t)n)];
    if (law.game->verbs[m.verb].flags & VERB_SECRET) other.move = m;
    return other;
}

/* Run the step again in another world this seat cannot tell from the truth: other hidden
 * cards, other dice, other secret arguments. If it is told the same, it must see the same; and
 * if it sees the same, it must have been told the same, or an event has told too much. */
static void check_told(const void *state, const Play *p, Seat who)
{
    static Events here, there, told_here, told_there;
    Bytes truth, other, view[2];
    memcpy(truth.at, state, law.game->state_size);
    Play played = disguise(p, state);
    bool dice = p->move.seat == SEAT_CHANCE;
    if (dice && any(2)) other = truth;
    else {
        law.game->observe(state, who, other.at);
        law.game->imagine(other.at, who, &law.dice);
    }
    if (replay_on(&other, &played, &there)) return;          /* that world refuses the move */
    if (replay_on(&truth, p, &here)) return;
    must(here.n < MAX_EVENTS, "no event is lost for want of room");
    redacted(&here, who, &told_here);
    redacted(&there, who, &told_there);
    bool same_told = !memcmp(&told_here, &told_there, sizeof told_here);
    law.game->observe(truth.at, who, view[0].at);
    law.game->observe(other.at, who, view[1].at);
    bool same_seen = same(view[0].at, view[1].at);
    law.told += same_told;
    must(!same_told || same_seen, "whatever a seat learns, an event told it");
    bool own_choice = who == p->move.seat && memcmp(&played.move, &p->move, sizeof p->move);
    if (same_seen && !own_choice && !same_lasting(&told_here, &told_there)) {
        print_told(&told_here, who);
        print_told(&told_there, who);
        broken("whatever a seat is told, it may know", NULL);
    }
    law.checks++;
}

/* ---- one step ------------------------------------------------------------------------ */

static void log_add(const char *line)
{
    size_t n = strlen(line);
    if (law.log_n + n + 2 > law.log_cap) {
        law.log_cap = 2 * law.log_cap + n + 4096;
        law.log = realloc(law.log, law.log_cap);
    }
    memcpy(law.log + law.log_n, line, n);
    law.log_n += n;
    law.log[law.log_n++] = '\n';
    law.log[law.log_n] = 0;
}

static void log_record(const LogRecord *r)
{
    char line[MAX_LINE];
    log_write(law.game, r, line, sizeof line);
    log_add(line);
}

static Seat pick_seat(SeatSet set)
{
    for (uint32_t skip = any((uint32_t)__builtin_popcount(set)); skip; skip--) set &= (SeatSet)(set - 1);
    return (Seat)__builtin_ctz(set);
}

/* A random move of a seat that is asked, or now and then of the clock. */
static Play choose(LogRecord *r)
{
    Seat who = pick_seat(law.game->to_act(law.table.state));
    if (!any(40) && law.game->legal(law.table.state, SEAT_CLOCK, list, MAX_MOVES)) who = SEAT_CLOCK;
    int n = law.game->legal(law.table.state, who, list, MAX_MOVES);
    must(n > 0, "somebody to act means something to do");
    *r = (LogRecord){ .kind = LOG_MOVE, .number = law.table.moves + 1, .move = list[any((uint32_t)n)] };
    bool open = r->move.arg[0] == ARG_OPEN;
    if (open) r->move.arg[0] = (uint8_t)any(4);
    if (open) strcpy(r->word, RANDOM_WORD);
    if (who == SEAT_CHANCE) dice_derive(law.table.secret, r->number, r->entropy);
    Play p = { .move = r->move, .word = r->word };
    dice_secure(&p.dice, r->entropy);
    return p;
}

static void step(void)
{
    static Events ev;
    Bytes before, again;
    LogRecord r;
    Table *t = &law.table;
    int seats = t->options.seats;
    must(t->moves < law.game->bound, "a game ends within its bound");
    must_pass_audit(t->state, "the real world is a possible one");
    for (int i = 0; i <= seats; i++)
        if (seats < 6 || !any(3)) check_view(t->state, viewer(i));
    for (int i = 0; i < 4; i++) check_junk(t->state);
    Play p = choose(&r);
    if (p.move.seat != SEAT_CHANCE) check_text(&p.move, p.word);
    memcpy(before.at, t->state, sizeof before.at);
    for (int i = 0; i <= seats; i++)
        for (int k = law.game->verbs[p.move.verb].flags & (VERB_CHANCE | VERB_SECRET) ? 4 : 1; k; k--)
            check_told(before.at, &p, viewer(i));
    ev.n = 0;
    Err e = p.move.seat == SEAT_CHANCE ? table_chance(t, r.entropy, &ev) : table_move(t, &p.move, p.word, &ev);
    must(!e, "what is offered is played");
    must(ev.n > 0, "something happened");
    again = before;
    must(!replay_on(&again, &p, &ev) && same(again.at, t->state), "same state, same move, same result");
    log_record(&r);
    law.steps++;
}

/* ---- whole games ----------------------------------------------------------------------- */

static void start(uint64_t number)
{
    const Game *g = law.game;
    Options o;
    uint8_t secret[ENTROPY] = { 0 };
    char line[MAX_LINE];
    options_default(g, g->min_seats + (int)(number % (uint64_t)(g->max_seats - g->min_seats + 1)), &o);
    for (int i = 0; i < g->option_count && number >= (uint64_t)(g->max_seats - g->min_seats + 1); i++) {
        int most = g->options[i].high, least = g->options[i].low;
        if (g->options[i].words) for (most = 0, least = 0; g->options[i].words[most + 1]; ) most++;
        o.value[i] = (uint8_t)(least + (int)any((uint32_t)(most - least + 1)));
    }
    options_fit(g, &o);
    for (int i = 0; i < ENTROPY; i++) secret[i] = (uint8_t)any(256);
    must(!table_start(&law.table, g, &o, secret), "set-up");
    law.log_n = 0;
    log_write_header(g, &o, line, sizeof line);
    log_add(line);
}

/* Replaying the log leads to the same bytes. */
static void check_log(void)
{
    static Table t;
    const Game *g = NULL;
    Options o;
    LogRecord r;
    Why w;
    log_record(&(LogRecord){ .kind = LOG_MARK, .number = law.table.moves,
                             .mark = game_mark(law.game, law.table.state) });
    char *text = malloc(law.log_n + 1), *rest = text, *line;
    memcpy(text, law.log, law.log_n + 1);
    for (int n = 0; (line = strtok_r(rest, "\n", &rest)); n++) {
        bool ok = n ? log_read(g, o.seats, line, &r, &w) && log_play(&t, &r, NULL, &w)
                    : log_read_header(line, &g, &o, &w);
        if (!ok) broken("a log replays", w.text);
        if (!n) table_start(&t, g, &o, law.table.secret);
    }
    must(same(t.state, law.table.state), "a replayed log gives the same bytes");
    free(text);
}

/* The game's own playout must do exactly what random_playout() does without it. */
static void check_playout(const Options *o)
{
    if (!law.game->playout) return;
    Game plain = *law.game;
    Bytes a, b;
    Dice da, db;
    uint32_t moves_a = 0, moves_b = 0;
    plain.playout = NULL;
    dice_fast(&da, law.seed + law.games);
    db = da;
    memset(&a, 0, sizeof a);
    memset(&b, 0, sizeof b);
    law.game->setup(a.at, o);
    law.game->setup(b.at, o);
    uint32_t choices_a = random_playout(law.game, a.at, &da, list, &moves_a);
    uint32_t choices_b = random_playout(&plain, b.at, &db, list, &moves_b);
    must(choices_a == choices_b && moves_a == moves_b && same(a.at, b.at), "a playout is random play");
}

static void check_result(void)
{
    Result r;
    law.game->score(law.table.state, &r);
    SeatSet seats = (SeatSet)(SEAT_BIT(law.table.options.seats) - 1);
    must(!(r.winners & ~seats), "winners sit at the table");
    for (Seat p = 0; p < law.table.options.seats; p++) {
        must(r.place[p] >= 1 && r.place[p] <= law.table.options.seats, "everybody has a place in the end");
        if (r.winners >> p & 1) must(r.place[p] == 1, "winners are first");
    }
}

static void play(uint64_t number)
{
    start(number);
    while (law.game->to_act(law.table.state)) step();
    must_pass_audit(law.table.state, "the end is a possible world");
    for (int i = 0; i <= law.table.options.seats; i++) check_view(law.table.state, viewer(i));
    check_result();
    check_log();
    check_playout(&law.table.options);
    law.games++;
}

/* Many moves with only an audit after each: the long run that README.md describes. */
static void long_run(uint64_t moves)
{
    const Extra x = { .word = RANDOM_WORD, .dice = &law.dice };
    for (uint64_t number = 0; law.steps < moves; number++) {
        start(number);
        for (SeatSet asked; (asked = law.game->to_act(law.table.state)); law.steps++, law.table.moves++) {
            int n = law.game->legal(law.table.state, pick_seat(asked), list, MAX_MOVES);
            must(n > 0, "somebody to act means something to do");
            Move m = list[any((uint32_t)n)];
            if (m.arg[0] == ARG_OPEN) m.arg[0] = RANDOM_NUMBER;
            must(!law.game->apply(law.table.state, &m, &x, NULL), "what is offered is played");
            must_pass_audit(law.table.state, "the real world is a possible one");
            must(law.table.moves < law.game->bound, "a game ends within its bound");
        }
        law.games++;
    }
}

int main(int argc, char **argv)
{
    bool long_one = argc > 3 && !strcmp(argv[1], "--moves");
    const char *id = long_one ? argv[3] : argc > 1 ? argv[1] : "";
    law.game = game_find(id);
    if (!law.game) return fprintf(stderr, "usage: laws GAME [GAMES] [SEED] | laws --moves N GAME\n"), 2;
    law.seed = !long_one && argc > 3 ? strtoull(argv[3], NULL, 0) : 1;
    dice_fast(&law.dice, law.seed);
    if (long_one) long_run(strtoull(argv[2], NULL, 0));
    else for (uint64_t i = 0, n = argc > 2 ? strtoull(argv[2], NULL, 0) : 100; i < n; i++) play(i);
    printf("%s: %llu games, %llu moves, %llu checks hold (told-law tried %llu times); state %u bytes, move %zu bytes\n",
           law.game->id, (unsigned long long)law.games, (unsigned long long)law.steps, (unsigned long long)law.checks,
           (unsigned long long)law.told, law.game->state_size, sizeof(Move));
    free(law.log);
    return 0;
}
