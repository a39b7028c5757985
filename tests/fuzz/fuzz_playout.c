/* SPDX-License-Identifier: MIT
 *
 * fuzz_playout.c - bytes as dice: they lay a table and then choose among the legal moves.
 * At every step some seat's view must be one that an imagined world gives as well; when the
 * bytes run out, such a world is played to its end, as searching bots do. */
#include "../../bots/random.h"
#include "fuzz.h"

static Move list[MAX_MOVES], seen[MAX_MOVES];

/* Browsers and bots ask their own view what is legal. */
static void need_same_offer(const Bench *b, Seat who, int n)
{
    need(b->game->legal(b->view, who, seen, MAX_MOVES) == n, "a view offers as many moves as the truth");
    need(!memcmp(seen, list, (size_t)n * sizeof *list), "a view offers the same moves as the truth");
}

/* Being asked tells the table that there is something to do; only a rigged world may forget it. */
static void need_worlds(Bench *b, Seat who)
{
    Seat p;
    need_same_view(b, who);
    EACH_SEAT(p, b->game->to_act(b->world))
        need(b->game->legal(b->world, p, seen, MAX_MOVES), "who is asked can do something in an imagined world");
}

static Seat one_of(Bytes *in, SeatSet asked)
{
    Seat p = 0;
    int skip = bytes_below(in, __builtin_popcount(asked));
    EACH_SEAT(p, asked)
        if (!skip--) break;
    return p;
}

static void step(Bench *b, Bytes *in, SeatSet asked)
{
    static const char *const words[] = { RANDOM_WORD, "a", "\xd7\x90", "\xe8\xb2\x93" };
    Seat who = one_of(in, asked), other = (Seat)(in->left % (b->options.seats + 1u));
    int n = b->game->legal(b->state, who, list, MAX_MOVES);
    need(n > 0 && n <= MAX_MOVES, "who is asked can do something");
    Move m = list[bytes_below(in, n)];
    b->game->observe(b->state, who, b->view);
    need_same_offer(b, who, n);
    bool open = m.arg[0] == ARG_OPEN;
    if (open) m.arg[0] = (uint8_t)bytes_below(in, 10);
    const char *word = open ? words[bytes_below(in, 4)] : "";
    need_round_trip(b, &m, word);
    need(!bench_play(b, &m, word) || open, "a listed move is played");
    bench_settle(b);
    need_worlds(b, other < b->options.seats ? other : SEAT_TABLE);
}

static void finish_imagined(Bench *b, Seat who)
{
    uint32_t moves = 0;
    Result r;
    need_worlds(b, who);
    random_playout(b->game, b->world, &b->dice, list, &moves);
    need(moves <= b->game->bound, "random play ends within its bound");
    need(!b->game->to_act(b->world), "random play goes on to the end");
    need_sound(b->game, b->world);
    b->game->score(b->world, &r);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Bytes in = { data, size };
    Bench b;
    if (!bench_from(&in, &b)) return 0;
    for (SeatSet asked; in.left && (asked = b.game->to_act(b.state)); ) step(&b, &in, asked);
    for (Seat p = 0; p < b.options.seats; p++) need_worlds(&b, p);
    finish_imagined(&b, (Seat)(size % b.options.seats));
    bench_free(&b);
    return 0;
}
