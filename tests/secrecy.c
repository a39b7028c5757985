/* SPDX-License-Identifier: MIT
 *
 * secrecy.c - no byte sent to a client depends on what is hidden from it. A game is played; for
 * every viewer, everything it cannot see is dealt anew and the same moves are played in that other
 * world. As long as the viewer is told the same events there, it must be sent the same bytes: of the
 * view, and of what is sent for a hint. When a rule shows it something that differs, a new world is
 * imagined from there.
 *
 *     secrecy GAME [GAMES] [SEED] */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../bots/bot.h"
#include "../core/round.h"
#include "../core/text.h"
#include "../protocol/message.h"

enum { MAX_FRAME = 1 << 20, VIEWERS = MAX_SEATS + 1 };

typedef struct { char at[MAX_FRAME]; size_t n; } Frame;

static struct {
    const Game *game;
    Round       truth, world[VIEWERS];
    Player      noted[VIEWERS], noted_there[VIEWERS];    /* what a bot on each chair notes down */
    bool        parted[VIEWERS];         /* this world has been told something else, or cannot follow */
    uint64_t    frames, worlds, moves;
    Dice        dice;
    OfferRoom   offers;
    Frame       told, told_there, moment, moment_there;
} test;

static Move list[MAX_MOVES];

/* What a move made happen, chance's answer to it included; the caller empties it. And the players who hear of it. */
typedef struct { Events ev; Player *players; } Ears;

static void gather(void *ears, const Events *ev, const char *word)
{
    Events *all = &((Ears *)ears)->ev;
    (void)word;
    for (int i = 0; i < ev->n && all->n < MAX_EVENTS; i++) all->at[all->n++] = ev->at[i];
}
static void note_down(void *ears, Seat seat, const void *view, const Event *e)
{
    player_hear(&((Ears *)ears)->players[seat], view, e);
}
static const Audience gathering = { .happened = gather, .hear = note_down };

static Seat viewer(int i) { return i < test.truth.table.options.seats ? (Seat)i : SEAT_TABLE; }

static void broken(Seat who, const char *what, const Frame *a, const Frame *b)
{
    printf("BROKEN %s, %u seats, move %llu: %s of viewer %u depends on what is hidden\n  here  %s\n  there %s\n",
           test.game->id, test.truth.table.options.seats, (unsigned long long)test.truth.table.moves, what, who, a->at,
           b->at);
    exit(1);
}

static bool same(const Frame *a, const Frame *b) { return a->n == b->n && !memcmp(a->at, b->at, a->n); }

static void write_moment(const Table *t, Seat who, Frame *f)
{
    static _Alignas(16) uint8_t view[MAX_STATE];
    Text out = text_into(f->at, sizeof f->at);
    test.game->observe(t->state, who, view);
    message_moment(&out, test.game, view, who, &test.offers);
    f->n = out.n;
    if (f->n >= MAX_FRAME) broken(who, "the size", f, f);
}

static void write_events(const Events *ev, Seat who, const char *word, Frame *f)
{
    Text out = text_into(f->at, sizeof f->at);
    for (int i = 0; i < ev->n; i++) message_event(&out, test.game, (uint64_t)i + 1, &ev->at[i], who, word);
    f->n = out.n;
}

static void write_hint(const Table *t, const Player *p, Frame *f)
{
    static _Alignas(16) uint8_t view[MAX_STATE];
    Text out = text_into(f->at, sizeof f->at);
    test.game->observe(t->state, p->seat, view);
    message_known(&out, test.game, view, p->memory);
    f->n = out.n;
}

/* A spectator has no chair and gets no hints. */
static void compare_hints(int i)
{
    if (viewer(i) == SEAT_TABLE) return;
    write_hint(&test.truth.table, &test.noted[i], &test.moment);
    write_hint(&test.world[i].table, &test.noted_there[i], &test.moment_there);
    if (!same(&test.moment, &test.moment_there)) broken(viewer(i), "the hint", &test.moment, &test.moment_there);
}

static void imagine_world(int i)
{
    Seat who = viewer(i);
    Table *w = &test.world[i].table;
    test.world[i] = test.truth;
    test.world[i].listening = who == SEAT_TABLE ? 0 : SEAT_BIT(who);
    test.game->observe(test.truth.table.state, who, w->state);
    test.game->imagine(w->state, who, &test.dice);
    test.parted[i] = false;
    test.worlds++;
    write_moment(&test.truth.table, who, &test.moment);
    write_moment(w, who, &test.moment_there);
    if (!same(&test.moment, &test.moment_there)) broken(who, "the view", &test.moment, &test.moment_there);
    test.noted_there[i] = test.noted[i];
    compare_hints(i);
}

/* The same move where it is possible, else one that differs in what others may not see. */
static bool follow(Round *w, const Move *m, const char *word)
{
    if (!round_play(w, m, word)) return true;
    if (!(test.game->verbs[m->verb].flags & VERB_SECRET)) return false;
    int n = test.game->legal(w->table.state, m->seat, list, MAX_MOVES), alike = 0;
    for (int i = 0; i < n; i++)
        if (list[i].verb == m->verb) list[alike++] = list[i];
    return alike && !round_play(w, &list[dice_below(&test.dice, (uint32_t)alike)], word);
}

static void compare(int i, const Move *m, const char *word, const Events *ev)
{
    static Ears there = { .players = test.noted_there };
    Seat who = viewer(i);
    there.ev.n = 0;
    if (test.parted[i]) return;
    test.world[i].host = &there;
    test.parted[i] = !follow(&test.world[i], m, word);
    if (test.parted[i]) return;
    write_events(ev, who, word, &test.told);
    write_events(&there.ev, who, word, &test.told_there);
    test.parted[i] = !same(&test.told, &test.told_there);
    if (test.parted[i]) return;
    test.frames++;
    write_moment(&test.truth.table, who, &test.moment);
    write_moment(&test.world[i].table, who, &test.moment_there);
    if (!same(&test.moment, &test.moment_there)) broken(who, "the view", &test.moment, &test.moment_there);
    compare_hints(i);
}

static Seat one_of(SeatSet asked)
{
    Seat p = 0;
    uint32_t skip = dice_below(&test.dice, (uint32_t)__builtin_popcount(asked));
    EACH_SEAT(p, asked)
        if (!skip--) break;
    return p;
}

/* A word that is new each time, so that no clue is refused. */
static const char *new_word(void)
{
    static char word[16];
    snprintf(word, sizeof word, "zq%c%c%c", 'a' + (int)dice_below(&test.dice, 26),
             'a' + (int)dice_below(&test.dice, 26), 'a' + (int)dice_below(&test.dice, 26));
    return word;
}

static void step(SeatSet asked)
{
    static Ears here = { .players = test.noted };
    Seat p = one_of(asked);
    int n = test.game->legal(test.truth.table.state, p, list, MAX_MOVES);
    Move m = list[dice_below(&test.dice, (uint32_t)n)];
    const char *word = m.arg[0] == ARG_OPEN ? new_word() : "";
    if (m.arg[0] == ARG_OPEN) m.arg[0] = 1;
    here.ev.n = 0;
    test.truth.host = &here;
    if (round_play(&test.truth, &m, word)) return;           /* a clue may be a word on the table */
    test.moves++;
    for (int i = 0; i <= test.truth.table.options.seats; i++) {
        compare(i, &m, word, &here.ev);
        if (test.parted[i]) imagine_world(i);
    }
}

static void any_options(Options *o)
{
    const Game *g = test.game;
    options_default(g, g->min_seats + (int)dice_below(&test.dice, g->max_seats - g->min_seats + 1u), o);
    for (int i = 0; i < g->option_count; i++) {
        const OptionRow *row = &g->options[i];
        uint32_t n = row->words ? 0 : row->high - row->low + 1u;
        while (row->words && row->words[n]) n++;
        if (dice_below(&test.dice, 3)) continue;
        o->value[i] = (uint8_t)((row->words ? 0 : row->low) + dice_below(&test.dice, n));
    }
}

static void play(void)
{
    Options o;
    uint8_t secret[ENTROPY];
    for (int i = 0; i < ENTROPY; i++) secret[i] = (uint8_t)dice_below(&test.dice, 256);
    do any_options(&o); while (round_start(&test.truth, test.game, &o, secret));
    test.truth.audience = NULL;                              /* nobody listens to the deal */
    round_settle(&test.truth);
    test.truth.audience = &gathering;
    test.truth.listening = (SeatSet)(SEAT_BIT(o.seats) - 1);
    for (Seat p = 0; p < o.seats; p++) player_start(&test.noted[p], &bot_sharp, test.game, p, 0);
    for (int i = 0; i <= o.seats; i++) imagine_world(i);
    for (SeatSet asked; (asked = round_asked(&test.truth)); ) step(asked);
}

int main(int argc, char **argv)
{
    test.game = argc > 1 ? game_find(argv[1]) : NULL;
    long games = argc > 2 ? strtol(argv[2], NULL, 10) : 10;
    if (!test.game || games < 1) return fprintf(stderr, "usage: secrecy GAME [GAMES] [SEED]\n"), 2;
    dice_fast(&test.dice, argc > 3 ? strtoull(argv[3], NULL, 10) : 1);
    for (long i = 0; i < games; i++) play();
    printf("%s: %ld games, %llu moves, %llu worlds imagined, %llu frames the same in both\n", test.game->id, games,
           (unsigned long long)test.moves, (unsigned long long)test.worlds, (unsigned long long)test.frames);
    return test.frames ? 0 : 1;
}
