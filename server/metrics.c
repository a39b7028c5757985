/* SPDX-License-Identifier: MIT
 * metrics.c - numbers for Prometheus, and a word to the service manager. */
#include "metrics.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static void put(Text *t, const char *name, const char *kind, const char *help, double v)
{
    char line[512];
    snprintf(line, sizeof line, "# HELP ninelives_%s %s\n# TYPE ninelives_%s %s\nninelives_%s %.15g\n",
             name, help, name, kind, name, v);
    text_add(t, line);
}

static double memory(void)
{
    long pages = 0, resident = 0;
    FILE *f = fopen("/proc/self/statm", "r");
    if (f && fscanf(f, "%ld %ld", &pages, &resident) != 2) resident = 0;
    if (f) fclose(f);
    return (double)resident * (double)sysconf(_SC_PAGESIZE);
}

static double cpu(void)
{
    struct rusage u;
    getrusage(RUSAGE_SELF, &u);
    return (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) + (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec) / 1e6;
}

void metrics_write(Server *s, Text *t)
{
    const Counts *n = &s->counts;
    put(t, "connections", "gauge", "Connections open now.", s->conns);
    put(t, "tables", "gauge", "Tables in memory now.", s->rooms);
    put(t, "connections_total", "counter", "Connections ever accepted.", (double)n->connections);
    put(t, "tables_total", "counter", "Tables made.", (double)n->tables_made);
    put(t, "wakes_total", "counter", "Tables read back from disk.", (double)n->wakes);
    put(t, "messages_total", "counter", "Messages heard.", (double)n->messages);
    put(t, "frames_total", "counter", "Frames sent.", (double)n->frames_out);
    put(t, "writes_total", "counter", "Writes to the network; one takes all frames that are due.", (double)n->writes);
    put(t, "sent_bytes_total", "counter", "Bytes sent.", (double)n->bytes_out);
    put(t, "moves_total", "counter", "Moves played.", (double)n->moves);
    put(t, "refused_total", "counter", "Requests and messages refused.", (double)n->refused);
    put(t, "thoughts_total", "counter", "Decisions of bots.", (double)n->thoughts);
    put(t, "notices_sent_total", "counter", "Notices that a push service took.", (double)n->notices_sent);
    put(t, "notices_failed_total", "counter", "Notices that could not be sent.", (double)n->notices_failed);
    put(t, "notices_dropped_total", "counter", "Subscriptions dropped because nobody takes notices there.",
        (double)n->notices_dropped);
    StoreCounts store = store_counts(s->store);
    put(t, "commits_total", "counter", "Commits to the store.", (double)store.commits);
    put(t, "commit_seconds", "gauge", "How long the latest commit took.", (double)store.microseconds / 1e6);
    put(t, "claims_total", "counter", "Tables claimed.", (double)store.claims);
    put(t, "fenced_total", "counter", "Writes refused because another node has the table.", (double)store.fenced);
    put(t, "elsewhere_total", "counter", "Visitors sent to another node.", (double)n->elsewhere);
    put(t, "silent", "gauge", "1 while the lease may have run out.", !store_holds(s->store));
    put(t, "not_storing", "gauge", "1 while nothing can be stored.", store_failed(s->store));
    put(t, "cpu_seconds_total", "counter", "Processor time used.", cpu());
    put(t, "memory_bytes", "gauge", "Memory in use.", memory());
}

/* ---- the service manager (sd_notify's protocol: a datagram) ------------------------------------- */

void notify_open(Server *s)
{
    const char *path = getenv("NOTIFY_SOCKET");
    struct sockaddr_un to = { .sun_family = AF_UNIX };
    s->notify = -1;
    if (!path || strlen(path) >= sizeof to.sun_path) return;
    memcpy(to.sun_path, path, strlen(path));
    if (path[0] == '@') to.sun_path[0] = 0;
    s->notify = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    socklen_t n = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + strlen(path));
    if (s->notify >= 0 && connect(s->notify, (struct sockaddr *)&to, n)) close(s->notify), s->notify = -1;
}

void notify_say(Server *s, const char *what)
{
    if (s->notify > 0 && send(s->notify, what, strlen(what), MSG_NOSIGNAL) < 0) s->notify = -1;
}
