/* SPDX-License-Identifier: MIT
 * stalled.c - connections that read nothing: a phone without a network, or an attack. */
#include "load.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

struct Stalled { long long n; int fd[]; };

Stalled *stalled_open(Load *l)
{
    char hello[96];
    Stalled *s = malloc(sizeof *s + (size_t)l->wish->stalled * sizeof s->fd[0]);
    if (!s) abort();
    for (s->n = 0; s->n < l->wish->stalled; s->n++) {
        const char *code = l->room[(unsigned)s->n % l->rooms].code;
        snprintf(hello, sizeof hello, "{\"t\":\"hello\",\"v\":1,\"table\":\"%s\"}", code);
        s->fd[s->n] = stall_open(&l->wire, 60000, code, hello);
    }
    return s;
}

/* Reads what is left on the connection. True if the server has closed it; *told: with its reason, which is lost if the
 * connection broke first. */
static bool was_sent_away(int fd, bool *told)
{
    static const char close_frame[] = { (char)0x88, 2, (char)(4004 >> 8), (char)(4004 & 255) };
    char part[1 << 16], last[4] = "";
    struct timeval patience = { .tv_sec = 60 };
    ssize_t n;
    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    while ((n = recv(fd, part, sizeof part, 0)) > 0) {
        size_t keep = (size_t)n < sizeof last ? (size_t)n : sizeof last;
        memmove(last, last + keep, sizeof last - keep);
        memcpy(last + sizeof last - keep, part + (size_t)n - keep, keep);
    }
    *told = !memcmp(last, close_frame, sizeof last);
    return *told || !n || errno == ECONNRESET;
}

unsigned stalled_sent_away(Load *l, Stalled *s)
{
    unsigned away = 0, untold = 0;
    (void)l;
    for (long long i = 0; i < s->n; i++) {
        bool told = false;
        if (s->fd[i] < 0) continue;
        away += was_sent_away(s->fd[i], &told);
        untold += !told;
        close(s->fd[i]);
    }
    if (untold) fprintf(stderr, "load: %u were not told why\n", untold);
    free(s);
    return away;
}
