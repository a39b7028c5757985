/* SPDX-License-Identifier: MIT
 * crash.c - kills the server with kill -9 under load, again and again, and starts it again. The
 * players remember everything they were told: all of it must still be true afterwards. */
#include "load.h"

#include <signal.h>
#include <stdlib.h>

#include "../../cli/cli.h"

static void tick_for(Load *l, uint64_t us)
{
    for (uint64_t until = now_us() + us; now_us() < until; ) load_tick(l, 2);
}

/* Has everybody reconnected and heard of the game? In rooms that are not slow, was a move played too? */
static bool playable(const Load *l, const Room *r)
{
    for (int i = 0; i < r->chairs; i++)
        if (!r->chair[i].fresh) return false;
    return r->played || r->slow || r->over || !l->rooms;
}

static unsigned unplayable(const Load *l)
{
    unsigned n = 0;
    for (unsigned i = 0; i < l->rooms; i++) n += !playable(l, &l->room[i]);
    return n;
}

/* The server is killed at any moment; what it had sent before is still heard. */
static void kill_hard(Load *l, Server *s)
{
    l->killed_at = now_us();
    server_kill(s, SIGKILL);
    tick_for(l, 5000);
    for (unsigned i = 0; i < l->rooms; i++) {
        l->room[i].played = false;
        for (int k = 0; k < l->room[i].chairs; k++) l->room[i].chair[k].fresh = false;
    }
}

/* Returns the milliseconds until the last table was playable. */
static double come_back(Load *l, Server *s)
{
    uint64_t begin = now_us(), patience = (uint64_t)l->wish->patience * 1000000;
    server_start(s, l->wish);
    while (unplayable(l) && now_us() < begin + 5 * patience) load_tick(l, 2);
    uint64_t took = now_us() - begin;
    unsigned left = unplayable(l);
    for (unsigned i = 0; i < l->rooms && took > patience; i++)
        if (!left || !playable(l, &l->room[i])) {
            load_fault(l, FAULT_LATE, &l->room[i], "%u not yet playable after %.1f s", left, (double)took / 1e6);
            break;
        }
    return (double)took / 1000;
}

static bool wait_for_all(Load *l)
{
    for (uint64_t until = now_us() + (uint64_t)SEATED * 1000000; now_us() < until; load_tick(l, 5))
        if (load_playing(l) == l->rooms) return true;
    return complain("only %u of %u tables play", load_playing(l), l->rooms), false;
}

int run_crash(Load *l, Server *s)
{
    const Wish *w = l->wish;
    if (!s->pid) return complain("--crash kills a server of its own: give --server");
    l->keep_streams = true;
    if (!load_open(l) || !wait_for_all(l)) return EXIT_NOT_SO;
    double worst = 0, sum = 0;
    l->measuring = true;
    for (long long round = 0; round < w->crash; round++) {
        progress("crashes", (uint64_t)round, (uint64_t)w->crash);
        tick_for(l, 200000 + dice_below(&l->dice, 1300000));
        kill_hard(l, s);
        double ms = come_back(l, s);
        if (ms > worst) worst = ms;
        sum += ms;
    }
    progress_end();
    load_finish(l);
    check_logs(l);
    uint64_t moves = l->moves;
    printf(w->json ? "{\"mode\":\"crash\",\"game\":\"%s\",\"tables\":%u,\"seats\":%lld,\"crashes\":%lld,"
                     "\"acknowledged\":%llu,\"heard\":%llu,\"checked\":%llu,"
                     "\"rounds\":%llu,\"restart_ms\":%.0f,\"worst_restart_ms\":%.0f"
                   : "%s, %u tables of %lld: %lld times kill -9; %llu moves acknowledged, %llu views heard,"
                     " %llu of them and events found in the logs, %llu rounds\n"
                     "all tables playable again after %.0f ms (worst %.0f ms)\n",
           w->game, l->rooms, w->seats, w->crash, (unsigned long long)moves, (unsigned long long)l->steps,
           (unsigned long long)l->checked, (unsigned long long)l->rounds,
           sum / (double)w->crash, worst);
    return report_faults(l, stdout);
}

/* ---- survival ---------------------------------------------------------------------------- */

/* Somebody else kills and pauses what serves these players. They come back until they are heard, and at the end all
 * that they were told must be in the logs. */
int run_survive(Load *l, Server *s)
{
    const Wish *w = l->wish;
    (void)s;
    l->keep_streams = true;
    if (!load_open(l) || !wait_for_all(l)) return EXIT_NOT_SO;
    l->measuring = true;
    uint64_t begin = now_us();
    for (uint64_t all = (uint64_t)w->seconds, t = 0; t < all; t = (now_us() - begin) / 1000000) {
        progress("seconds", t, all);
        load_tick(l, 2);
    }
    progress_end();
    uint64_t moves = l->moves;
    load_finish(l);
    check_logs(l);
    samples_sort(&l->ack);
    printf(w->json ? "{\"mode\":\"survive\",\"tables\":%u,\"seconds\":%lld,\"moves\":%llu,\"elsewhere\":%llu,"
                     "\"returns\":%llu,\"heard\":%llu,\"checked\":%llu,\"rounds\":%llu,\"worst_ack_ms\":%.0f"
                   : "%u tables, %lld s: %llu moves acknowledged, %llu times sent elsewhere, %llu times come back;\n"
                     "%llu views heard, %llu of them, events and moves found in the logs, %llu rounds; slowest answer"
                     " %.0f ms\n",
           l->rooms, w->seconds, (unsigned long long)moves, (unsigned long long)l->elsewhere,
           (unsigned long long)l->returns, (unsigned long long)l->steps, (unsigned long long)l->checked,
           (unsigned long long)l->rounds, samples_at(&l->ack, 1));
    return report_faults(l, stdout);
}

/* ---- secrecy ---------------------------------------------------------------------------- */

/* Every frame of every viewer must be what the message writer makes of that viewer's own view
 * and redacted events, and hold nothing else (check.c). That the writer cannot know more is
 * shown by tests/secrecy.c. */
int run_secrecy(Load *l, Server *s)
{
    const Wish *w = l->wish;
    (void)s;
    l->keep_streams = true;
    if (!load_open(l) || !wait_for_all(l)) return EXIT_NOT_SO;
    for (uint64_t until = now_us() + 600000000; l->rounds < (uint64_t)w->secrecy && now_us() < until; load_tick(l, 5))
        progress("rounds", l->rounds, (uint64_t)w->secrecy);
    progress_end();
    load_finish(l);
    check_logs(l);
    printf(w->json ? "{\"mode\":\"secrecy\",\"tables\":%u,\"rounds\":%llu,\"heard\":%llu,\"checked\":%llu"
                   : "%u tables of all games, %llu rounds: %llu views heard,"
                     " %llu views, events and moves explained by the logs\n",
           l->rooms, (unsigned long long)l->rounds, (unsigned long long)l->steps, (unsigned long long)l->checked);
    return report_faults(l, stdout);
}
