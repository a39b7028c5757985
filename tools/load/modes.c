/* SPDX-License-Identifier: MIT
 * modes.c - what can be measured: tables that play, connections that idle, tables that sleep. */
#include "load.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../../cli/cli.h"

/* ---- samples ---------------------------------------------------------------------- */

void samples_add(Samples *s, uint64_t us)
{
    if (s->n == s->cap) {
        s->cap = s->cap ? 2 * s->cap : 1 << 16;
        s->at = realloc(s->at, s->cap * sizeof *s->at);
        if (!s->at) abort();
    }
    s->at[s->n++] = us > UINT32_MAX ? UINT32_MAX : (uint32_t)us;
}

static int ascending(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

void samples_sort(Samples *s)
{
    if (s->n) qsort(s->at, s->n, sizeof *s->at, ascending);
}

double samples_at(const Samples *s, double part)
{
    if (!s->n) return 0;
    size_t i = (size_t)(part * (double)(s->n - 1) + 0.5);
    return (double)s->at[i] / 1000;
}

static void print_samples(const char *name, const Samples *s, bool json)
{
    const char *form = json ? ",\"%s_ms\":{\"p50\":%.2f,\"p90\":%.2f,\"p99\":%.2f,\"max\":%.2f}"
                            : "%-22s p50 %.2f ms, p90 %.2f, p99 %.2f, max %.2f\n";
    printf(form, name, samples_at(s, .5), samples_at(s, .9), samples_at(s, .99), samples_at(s, 1));
}

int report_faults(const Load *l, FILE *out)
{
    uint64_t all = 0;
    if (l->wish->json) fprintf(out, ",\"faults\":{");
    for (int i = 0; i < FAULT_COUNT; i++) {
        all += l->fault[i];
        if (l->wish->json) fprintf(out, "%s\"%s\":%llu", i ? "," : "", fault_names[i], (unsigned long long)l->fault[i]);
        else if (l->fault[i]) fprintf(out, "FAULT %llu times: %s\n", (unsigned long long)l->fault[i], fault_says[i]);
    }
    if (l->wish->json) fprintf(out, "}}\n");
    else fprintf(out, "%s\n", all ? "NOT as it must be" : "no faults");
    return all ? EXIT_NOT_SO : EXIT_FINE;
}

/* ---- playing ----------------------------------------------------------------------- */

static bool all_playing(Load *l, int seconds)
{
    for (uint64_t until = now_us() + (uint64_t)seconds * 1000000; now_us() < until; load_tick(l, 5)) {
        progress("tables playing", load_playing(l), l->rooms);
        if (load_playing(l) == l->rooms) return progress_end(), true;
    }
    progress_end();
    return complain("only %u of %u tables play after %d s", load_playing(l), l->rooms, seconds), false;
}

static double play_for(Load *l, double seconds)
{
    uint64_t begin = now_us(), until = begin + (uint64_t)(seconds * 1e6);
    while (now_us() < until) {
        load_tick(l, 2);
        if (l->measuring) progress("seconds", (now_us() - begin) / 1000000, (uint64_t)seconds);
    }
    progress_end();
    return (double)(now_us() - begin) / 1e6;
}

int run_load(Load *l, Server *s)
{
    const Wish *w = l->wish;
    long before = s->pid ? server_memory(s->pid) : 0;
    double sync = s->pid ? disk_sync_ms(s) : 0;
    if (!load_open(l) || !all_playing(l, SEATED)) return EXIT_NOT_SO;
    Stalled *stalled = stalled_open(l);
    play_for(l, 1);
    l->measuring = true;
    uint64_t frames = l->wire.frames, bytes = l->wire.bytes, rounds = l->rounds;
    double cpu = s->pid ? server_cpu(s->pid) : 0, took = play_for(l, (double)w->seconds);
    cpu = s->pid ? server_cpu(s->pid) - cpu : 0;
    long after = s->pid ? server_memory(s->pid) : 0;
    frames = l->wire.frames - frames, bytes = l->wire.bytes - bytes, rounds = l->rounds - rounds;
    samples_sort(&l->ack);
    samples_sort(&l->all);
    double moves = (double)l->moves, per = moves > 0 ? cpu / moves * 1e6 : 0;
    double kb = l->rooms ? (double)(after - before) / l->rooms : 0;
    if (w->json)
        printf("{\"mode\":\"load\",\"game\":\"%s\",\"tables\":%u,\"seats\":%lld,\"watchers\":%lld,\"seconds\":%.2f,"
               "\"moves\":%llu,\"moves_per_s\":%.0f,\"frames_per_s\":%.0f,\"mb_per_s\":%.2f,\"rounds\":%llu,"
               "\"refused\":%llu,\"too_fast\":%llu,\"server_us_per_move\":%.1f,\"server_cpu\":%.3f,"
               "\"server_kb_per_playing_table\":%.1f,\"disk_sync_ms\":%.2f",
               w->game, l->rooms, w->seats, w->watchers, took, (unsigned long long)l->moves, moves / took,
               (double)frames / took, (double)bytes / took / 1e6, (unsigned long long)rounds,
               (unsigned long long)l->refusals, (unsigned long long)l->too_fast, per, cpu / took, kb, sync);
    else
        printf("%u tables of %s, %lld seats, %lld watching, %.1f s\n"
               "%.0f moves/s, %.0f frames/s, %.2f MB/s; %llu rounds, %llu refused, %llu too fast\n"
               "server: %.1f us of CPU a move, %.0f %% of a core, %.1f kB a playing table with its connections\n"
               "one sync of the disk, alone: %.2f ms\n",
               l->rooms, w->game, w->seats, w->watchers, took, moves / took, (double)frames / took,
               (double)bytes / took / 1e6, (unsigned long long)rounds, (unsigned long long)l->refusals,
               (unsigned long long)l->too_fast, per, 100 * cpu / took, kb, sync);
    print_samples(w->json ? "last_recipient" : "move to last recipient", &l->all, w->json);
    print_samples(w->json ? "ack" : "move to ack", &l->ack, w->json);
    /* The server sends stalled connections away when too much is waiting for them: play until there is enough. */
    uint64_t until = now_us() + 300000000, enough = l->rooms * (uint64_t)w->seats * 1500000;
    while (w->stalled && l->wire.bytes < enough && now_us() < until) load_tick(l, 5);
    unsigned away = stalled_sent_away(l, stalled);
    if (w->stalled)
        printf(w->json ? ",\"stalled\":%lld,\"sent_away\":%u" : "%lld who did not read, %u of them sent away\n",
               w->stalled, away);
    if (away < w->stalled) load_fault(l, FAULT_BUFFERED, NULL, "%u of %lld were sent away", away, w->stalled);
    return report_faults(l, stdout);
}

/* ---- idling -------------------------------------------------------------------------- */

typedef struct { Conn conn; const char *table; bool welcomed; } Idler;

static struct { Wire *wire; unsigned open, welcome, gone; } idle;

static void idle_open(Conn *c)
{
    char text[96];
    snprintf(text, sizeof text, "{\"t\":\"hello\",\"v\":1,\"table\":\"%s\"}", ((Idler *)c)->table);
    conn_say(idle.wire, c, text);
    idle.open++;
}

static void idle_text(Conn *c, const char *text, size_t n)
{
    Idler *i = (Idler *)c;
    if (i->welcomed || !scan_is(scan_get((Slice){ text, n }, "t"), "welcome")) return;
    i->welcomed = true;
    idle.welcome++;
}

static void idle_gone(Conn *c)
{
    if (!idle.gone++) complain("an idle connection was closed with %u", c->code);
}

/* Every connection sends a ping once in 40 s, as clients do, evenly spread over that time. */
static double idle_for(Load *l, Idler *all, double seconds)
{
    long long n = l->wish->idle, next = 0;
    uint64_t begin = now_us();
    for (double t = 0; t < seconds; t = (double)(now_us() - begin) / 1e6) {
        for (long long due = (long long)(t / 40 * (double)n); next < due; next++)
            conn_say(&l->wire, &all[next % n].conn, "{\"t\":\"ping\"}");
        progress("seconds idle", (uint64_t)t, (uint64_t)seconds);
        wire_poll(&l->wire, 10);
    }
    progress_end();
    return (double)(now_us() - begin) / 1e6;
}

static bool idle_connect(Load *l, Idler *all)
{
    uint64_t until = now_us() + (uint64_t)SEATED * 1000000;
    for (long long i = 0; i < l->wish->idle; ) {
        if (i - idle.open < 200) {                       /* no more at once than the server's backlog holds */
            all[i].table = l->room[i % l->rooms].code;
            if (!conn_open(&l->wire, &all[i].conn, (unsigned)i % 500 + 1000, all[i].table, ""))
                return complain("cannot connect number %lld", i), false;
            i++;
        } else {
            wire_poll(&l->wire, 5);
        }
        progress("connections", idle.welcome, (uint64_t)l->wish->idle);
        if (now_us() > until) return complain("only %u connections after %d s", idle.open, SEATED), false;
    }
    while (idle.welcome < l->wish->idle && now_us() < until && !idle.gone) wire_poll(&l->wire, 20);
    progress_end();
    if (idle.welcome == l->wish->idle) return true;
    return complain("only %u of %lld were welcomed", idle.welcome, l->wish->idle), false;
}

int run_idle(Load *l, Server *s)
{
    const Wish *w = l->wish;
    if (!s->pid) return complain("--idle measures a server of its own: give --server");
    if (!load_open(l) || !all_playing(l, SEATED)) return EXIT_NOT_SO;
    l->winding_down = true;
    for (uint64_t until = now_us() + (uint64_t)SEATED * 1000000; load_playing(l) && now_us() < until; ) load_tick(l, 5);
    play_for(l, 1);
    long before = server_memory(s->pid);
    Idler *all = calloc((size_t)w->idle, sizeof *all);
    idle.wire = &l->wire;
    l->wire.open = idle_open, l->wire.text = idle_text, l->wire.gone = idle_gone;
    for (unsigned i = 0; i < l->rooms; i++) room_desert(l, &l->room[i]);
    if (!all || !idle_connect(l, all)) return EXIT_NOT_SO;
    idle_for(l, all, 2);
    long after = server_memory(s->pid);
    double cpu = server_cpu(s->pid), took = idle_for(l, all, (double)w->seconds);
    cpu = server_cpu(s->pid) - cpu;
    double kb = (double)(after - before) / (double)w->idle;
    printf(w->json ? "{\"mode\":\"idle\",\"connections\":%lld,\"tables\":%u,\"seconds\":%.1f,"
                     "\"kb_per_connection\":%.2f,\"server_cpu\":%.5f,\"closed\":%u}\n"
                   : "%lld idle connections at %u tables, %.1f s with their pings\n%.2f kB of the server a connection\n"
                     "%.5f of a core\n%u closed\n", w->idle, l->rooms, took, kb, cpu / took, idle.gone);
    for (long long i = 0; i < w->idle; i++) conn_drop(&l->wire, &all[i].conn);
    free(all);
    return idle.gone ? EXIT_NOT_SO : EXIT_FINE;
}

/* ---- sleeping ---------------------------------------------------------------------------- */

/* Tables are made and left a few at a time, so that the server reuses the memory of connections and only that of
 * tables grows. */
static bool leave_rooms(Load *l, unsigned from, unsigned all)
{
    enum { AT_ONCE = 20 };
    for (; from < all; from += AT_ONCE) {
        uint64_t until = now_us() + (uint64_t)SEATED * 1000000;
        l->rooms = from + AT_ONCE < all ? from + AT_ONCE : all;
        for (unsigned i = from; i < l->rooms; i++)
            if (!room_open(l, i)) return false;
        while (load_playing(l) < l->rooms && now_us() < until) load_tick(l, 5);
        for (unsigned i = from; i < l->rooms; i++) room_desert(l, &l->room[i]);
        progress("tables", l->rooms, all);
        if (load_playing(l) < l->rooms) return complain("only %u of %u tables play", load_playing(l), l->rooms), false;
    }
    progress_end();
    return true;
}

/* The memory of tables in the middle of a round that everybody has left: just after they left, and
 * after a restart, which wakes only tables whose clock runs. */
int run_memory(Load *l, Server *s)
{
    const Wish *w = l->wish;
    enum { FIRST = 20 };                         /* not counted: the first tables make the server grow once */
    if (!s->pid || w->tables <= FIRST)
        return complain("--memory measures a server of its own, with more than %d tables", FIRST);
    l->winding_down = true;
    if (!leave_rooms(l, 0, FIRST)) return EXIT_NOT_SO;
    long before = server_memory(s->pid);
    if (!leave_rooms(l, FIRST, (unsigned)w->tables)) return EXIT_NOT_SO;
    double left = (double)(server_memory(s->pid) - before) / (double)(w->tables - FIRST);
    server_kill(s, SIGTERM);
    if (!server_start(s, w) || !server_ready(s, &l->wire, READY)) return complain("the server does not come back");
    double asleep = (double)(server_memory(s->pid) - l->bare) / (double)w->tables;
    printf(w->json ? "{\"mode\":\"memory\",\"tables\":%u,\"clock\":\"%s\",\"kb_per_table_just_left\":%.2f,"
                     "\"kb_per_sleeping_table\":%.2f}\n"
                   : "%u tables in the middle of a round, clock %s: %.2f kB each when just left, %.2f kB asleep\n",
           l->rooms, w->clock, left, asleep);
    return EXIT_FINE;
}
