/* SPDX-License-Identifier: MIT
 *
 * shim.c - preloaded into the server by tests/attack: a disk that refuses, is full or is slow, and clocks that are set,
 * as a line of numbers in the file named by ATTACK_CONTROL says: fail full slow wall steady.
 *
 *   fail    errno of every sync of a data file           slow    milliseconds that a sync takes (then it may fail)
 *   full    errno of every write to one                  wall    milliseconds that the wall clock is ahead
 *   steady  milliseconds that the monotonic clock is ahead
 *
 * The file is read again at most every ten milliseconds. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

enum { FAIL, FULL, SLOW, WALL, STEADY, NUMBERS };
static _Atomic long long number[NUMBERS];
static _Atomic long long looked = -1;
static const char *control;

__attribute__((constructor)) static void begin(void) { control = getenv("ATTACK_CONTROL"); }

/* Straight from the kernel: what the program asks for goes through the functions below. */
static void real_time(clockid_t clock, struct timespec *t) { syscall(SYS_clock_gettime, clock, t); }

/* Called from anywhere, also while a sanitizer starts: nothing here may allocate or be intercepted. */
static void read_numbers(const char *path)
{
    char line[128] = "", *at = line;
    int fd = (int)syscall(SYS_openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return;
    long n = syscall(SYS_read, fd, line, sizeof line - 1);
    syscall(SYS_close, fd);
    if (n <= 0 || line[n - 1] != '\n') return;
    for (int i = 0; i < NUMBERS; i++) {
        bool below = (at += *at == ' ', *at == '-');
        long long v = 0;
        for (at += below; *at >= '0' && *at <= '9'; at++) v = v * 10 + (*at - '0');
        number[i] = below ? -v : v;
    }
}

static void look(void)
{
    struct timespec now;
    real_time(CLOCK_MONOTONIC, &now);
    long long ms = now.tv_sec * 1000LL + now.tv_nsec / 1000000, last = looked;
    if (!control || (last >= 0 && ms < last + 10) || !atomic_compare_exchange_strong(&looked, &last, ms)) return;
    int saved = errno;
    read_numbers(control);
    errno = saved;
}

/* ---- clocks --------------------------------------------------------------------------------- */

int clock_gettime(clockid_t clock, struct timespec *t)
{
    int e = (int)syscall(SYS_clock_gettime, clock, t);
    bool wall = clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE;
    bool steady = clock == CLOCK_MONOTONIC || clock == CLOCK_MONOTONIC_COARSE || clock == CLOCK_BOOTTIME;
    if (e || !(wall || steady)) return e;
    look();
    long long ns = t->tv_sec * 1000000000LL + t->tv_nsec + number[wall ? WALL : STEADY] * 1000000;
    t->tv_sec = ns / 1000000000;
    t->tv_nsec = ns % 1000000000;
    return 0;
}

int gettimeofday(struct timeval *restrict t, void *restrict zone)
{
    struct timespec now;
    (void)zone;
    clock_gettime(CLOCK_REALTIME, &now);
    t->tv_sec = now.tv_sec;
    t->tv_usec = now.tv_nsec / 1000;
    return 0;
}

time_t time(time_t *out)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (out) *out = now.tv_sec;
    return now.tv_sec;
}

/* ---- disks ---------------------------------------------------------------------------------- */

/* Only SQLite's files: the database and the log beside it. */
static bool is_data(int fd)
{
    char link[64], path[1024];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t n = readlink(link, path, sizeof path - 1);
    if (n <= 0) return false;
    path[n] = 0;
    return strstr(path, "ninelives.db");
}

static int sync_as(int fd, long call)
{
    look();
    if (!is_data(fd)) return (int)syscall(call, fd);
    struct timespec rest = { number[SLOW] / 1000, number[SLOW] % 1000 * 1000000 };
    if (number[SLOW]) syscall(SYS_nanosleep, &rest, NULL);
    look();
    if (number[FAIL]) {
        errno = (int)number[FAIL];
        return -1;
    }
    return (int)syscall(call, fd);
}

int fsync(int fd) { return sync_as(fd, SYS_fsync); }
int fdatasync(int fd) { return sync_as(fd, SYS_fdatasync); }

static bool refuses(int fd)
{
    look();
    if (!number[FULL] || !is_data(fd)) return false;
    errno = (int)number[FULL];
    return true;
}

ssize_t pwrite(int fd, const void *bytes, size_t n, off_t at)
{
    return refuses(fd) ? -1 : syscall(SYS_pwrite64, fd, bytes, n, at);
}

ssize_t pwrite64(int fd, const void *bytes, size_t n, off64_t at)
{
    return refuses(fd) ? -1 : syscall(SYS_pwrite64, fd, bytes, n, at);
}

ssize_t write(int fd, const void *bytes, size_t n)
{
    return refuses(fd) ? -1 : syscall(SYS_write, fd, bytes, n);
}
