/* SPDX-License-Identifier: MIT
 *
 * fuzz_move.c - lines of text as moves at a dealt table. After the bytes that lay the table,
 * a line is what somebody says ("0 draw"), or "." and a byte: the asked seat's n-th legal
 * move, so that the fuzzer finds its way into a game. */
#include "../../bots/random.h"
#include "fuzz.h"

static Move list[MAX_MOVES];

static bool offered(const Move *offer, const Move *m)
{
    if (offer->verb != m->verb || offer->seat != m->seat) return false;
    for (int i = 0; i < MAX_ARGS; i++)
        if (offer->arg[i] != m->arg[i] && offer->arg[i] != ARG_OPEN) return false;
    return true;
}

static bool listed(const Bench *b, const Move *m)
{
    int n = b->game->legal(b->state, m->seat, list, MAX_MOVES);
    need(n <= MAX_MOVES, "all legal moves fit their list");
    for (int i = 0; i < n; i++)
        if (offered(&list[i], m)) return true;
    return false;
}

static void say(Bench *b, const char *line)
{
    Seat seat;
    Move m;
    char word[MAX_WORD];
    const char *text = move_seat(line, &seat);
    if (!text || move_parse(b->game, b->options.seats, seat, text, &m, word)) return;
    need_round_trip(b, &m, word);
    bool legal = listed(b, &m);
    Err e = bench_play(b, &m, word);
    need(legal || e, "what is not listed is refused");
    need(!legal || !e || m.window || *word, "what is listed is played");
    bench_settle(b);
}

static void play_nth(Bench *b, Bytes *in)
{
    SeatSet asked = b->game->to_act(b->state);
    if (!asked) return;
    int n = b->game->legal(b->state, (Seat)__builtin_ctz(asked), list, MAX_MOVES);
    need(n > 0 && n <= MAX_MOVES, "who is asked can do something");
    Move m = list[bytes_below(in, n)];
    if (m.arg[0] == ARG_OPEN) m.arg[0] = RANDOM_NUMBER;
    need(!bench_play(b, &m, RANDOM_WORD), "a listed move is played");
    bench_settle(b);
}

static void read_line(Bytes *in, char line[MAX_LINE])
{
    size_t n = 0;
    for (char c; in->left && (c = (char)bytes_next(in)) != '\n'; )
        if (n < MAX_LINE - 1) line[n++] = c;
    line[n] = 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Bytes in = { data, size };
    Bench b;
    char line[MAX_LINE];
    if (!bench_from(&in, &b)) return 0;
    while (in.left) {
        if (*in.at == '.') {
            bytes_next(&in);
            play_nth(&b, &in);
            continue;
        }
        read_line(&in, line);
        say(&b, line);
    }
    bench_free(&b);
    return 0;
}
