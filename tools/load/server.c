/* SPDX-License-Identifier: MIT
 * server.c - the server under load: started on a core and data of its own, measured through /proc,
 * and stopped at the end. */
#include "load.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static bool is_free(int port)
{
    struct sockaddr_in a = { .sin_family = AF_INET, .sin_port = htons((uint16_t)port),
                             .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    bool free = fd >= 0 && !bind(fd, (struct sockaddr *)&a, sizeof a);
    close(fd);
    return free;
}

/* Below 32768, where Linux begins to give ports to outgoing connections: those of our own players
 * could otherwise take the server's port while it is killed and started again. */
static int free_port(void)
{
    enum { FIRST = 10000, COUNT = 22000, EACH = 16 };
    for (int i = 0; i < COUNT; i++) {
        int port = FIRST + (int)(((long)getpid() * EACH + i) % COUNT);
        if (is_free(port)) return port;
    }
    return 0;
}

bool server_place(Server *s)
{
    const char *folder = getenv("TMPDIR");
    snprintf(s->data, sizeof s->data, "%s/ninelives-load-XXXXXX", folder && strlen(folder) < 30 ? folder : "/tmp");
    if (!mkdtemp(s->data)) return false;
    snprintf(s->log, sizeof s->log, "%s/log", s->data);
    return (s->port = free_port()) > 0;
}

enum { MOST_ARGS = 32 };

static void become(const Server *s, const Wish *wish)
{
    char core[16], listen_at[32], data[80], extra[512], *rest = extra, *argv[MOST_ARGS + 1];
    int n = 0, log = open(s->log, O_WRONLY | O_CREAT | O_APPEND, 0600);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    dup2(log, 1);
    dup2(log, 2);
    snprintf(core, sizeof core, "%lld", wish->core);
    snprintf(listen_at, sizeof listen_at, "127.0.0.1:%d", s->port);
    snprintf(data, sizeof data, "%s/data", s->data);
    snprintf(extra, sizeof extra, "%s", wish->arguments ? wish->arguments : "");
    char path[512], *const start[] = { "taskset", "-c", core, path, "serve", "--listen", listen_at, "--data", data,
        "--rate", "1000000", "--per-address", "100000", "--connections", "100000" };     /* no limit gets in the way */
    snprintf(path, sizeof path, "%s", wish->server);
    for (size_t i = wish->core < 0 ? 3 : 0; i < sizeof start / sizeof start[0]; i++) argv[n++] = start[i];
    while (n < MOST_ARGS && (argv[n] = strtok_r(rest, " ", &rest))) n++;
    argv[n] = NULL;
    execvp(argv[0], argv);
    fprintf(stderr, "load: cannot start %s: %s\n", argv[0], strerror(errno));
    _exit(127);
}

bool server_start(Server *s, const Wish *wish)
{
    fflush(NULL);
    s->pid = fork();
    if (!s->pid) become(s, wish);
    return s->pid > 0;
}

static void rest_ms(long ms) { nanosleep(&(struct timespec){ ms / 1000, ms % 1000 * 1000000 }, NULL); }

bool server_ready(const Server *s, const Wire *w, int ms)
{
    for (uint64_t until = now_us() + (uint64_t)ms * 1000; now_us() < until; rest_ms(10)) {
        Heap body = { 0 };
        int status = http_ask(w, "GET", "/readyz", NULL, 0, &body);
        heap_free(&body);
        if (status == 200) return true;
        if (s->pid && waitpid(s->pid, NULL, WNOHANG) == s->pid) break;
    }
    return false;
}

/* Returns the exit status; -1 if a signal ended it. */
int server_kill(Server *s, int how)
{
    int status = 0;
    if (s->pid <= 0) return 0;
    kill(s->pid, how);
    for (int i = 0; i < 6000 && how != SIGKILL; i++, rest_ms(10))
        if (waitpid(s->pid, &status, WNOHANG) == s->pid) {
            s->pid = 0;
            return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
        }
    kill(s->pid, SIGKILL);
    waitpid(s->pid, NULL, 0);
    s->pid = 0;
    return -1;
}

void server_remove(Server *s, bool keep)
{
    if (!s->data[0]) return;
    if (keep) { fprintf(stderr, "load: the data stays in %s\n", s->data); return; }
    char command[128];
    snprintf(command, sizeof command, "rm -rf '%s'", s->data);
    if (system(command)) fprintf(stderr, "load: cannot remove %s\n", s->data);
}

/* ---- what it uses ----------------------------------------------------------------- */

static size_t read_proc(pid_t pid, const char *name, char *out, size_t cap)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/%s", (int)pid, name);
    FILE *f = fopen(path, "r");
    size_t n = f ? fread(out, 1, cap - 1, f) : 0;
    out[n] = 0;
    if (f) fclose(f);
    return n;
}

double server_cpu(pid_t pid)
{
    char text[1024];
    unsigned long user = 0, kernel = 0;
    read_proc(pid, "stat", text, sizeof text);
    char *after = strrchr(text, ')');
    if (!after || sscanf(after, ") %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &user, &kernel) != 2) return 0;
    return (double)(user + kernel) / (double)sysconf(_SC_CLK_TCK);
}

long server_memory(pid_t pid)
{
    char text[4096];
    long kb = 0;
    read_proc(pid, "status", text, sizeof text);
    char *at = strstr(text, "VmRSS:");
    if (at) sscanf(at, "VmRSS: %ld", &kb);
    return kb;
}

/* How long one sync of this disk takes now, the median of some: no durable commit can be faster. */
double disk_sync_ms(const Server *s)
{
    enum { TIMES = 41 };
    char path[80], page[4096] = "";
    Samples took = { 0 };
    snprintf(path, sizeof path, "%s/sync", s->data);
    int fd = open(path, O_WRONLY | O_CREAT, 0600);
    for (int i = 0; i < TIMES && fd >= 0; i++) {
        uint64_t begin = now_us();
        if (pwrite(fd, page, sizeof page, i * (off_t)sizeof page) < 0 || fdatasync(fd)) break;
        samples_add(&took, now_us() - begin);
    }
    if (fd >= 0) close(fd);
    samples_sort(&took);
    double ms = samples_at(&took, .5);
    free(took.at);
    return ms;
}
