/* SPDX-License-Identifier: MIT
 *
 * table.h - the whole server in a fuzzer's hands: the real loop, sockets, store and bots. Only
 * what makes a run differ from the next is the fuzzer's: the clocks stand still until it moves
 * them, lots come from a seed, and the two kinds of threads are waited for, so that an input
 * does the same every time. The linker puts some calls through here (--wrap, cmake/fuzz.cmake).
 *
 *   store_ask     may be held back: the table stays "being stored" over many turns
 *   uv_async_send from a bot's thread may be held back: the bot thinks for long
 *   clock_gettime, getentropy, writing, reading and syncing of the data file */
#ifndef NINELIVES_FUZZ_TABLE_H
#define NINELIVES_FUZZ_TABLE_H

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "../../server/clock.h"
#include "../../server/files.h"
#include "../../server/play.h"
#include "../../server/room.h"
#include "fuzz.h"

enum { LAST_TURNS = 600, BIG_FILE = 70000 };
typedef enum { DISK_FINE, DISK_NO_SYNC, DISK_NO_WRITE, DISK_FULL, DISK_NO_READ, DISKS } Disk;

/* What the store said is on disk: nobody may be shown anything else. */
typedef struct Stored Stored;
struct Stored { Stored *next; uint32_t table; char text[]; };

static struct {
    Server   *server;
    pthread_t fuzzer;                    /* the thread that turns the loop */
    int64_t   wall, steady;              /* milliseconds */
    uint64_t  lot;
    int       port;
    bool      alone;                     /* no proxy stands before it: connections are counted by address */
    bool      stopped;                   /* the server has ended its loop */
    Disk      disk;
    int       disk_for;                  /* so many more calls are refused; 0: all */
    bool      slow_disk, slow_bots;
    StoreJob *held, **held_end;        /* handed in by the server, kept from the store */
    Store    *store;
    Stored   *stored;
    void    (*wake)(void *);
    void     *who;
    uv_async_t *owed;                    /* a bot's thread has finished, and the loop does not know yet */
    pthread_mutex_t lock;
    pthread_cond_t  some;
    int       woken;                     /* guarded by the lock: threads that have finished what they were given */
    char      folder[64], data[80], where[100], web[80], file[100];
    char     *blank;                     /* a data file without tables */
    size_t    blank_n;
} world = { .lock = PTHREAD_MUTEX_INITIALIZER, .some = PTHREAD_COND_INITIALIZER };

/* ---- clocks and lots ------------------------------------------------------------------ */

int table_clock(clockid_t id, struct timespec *t);
int table_entropy(void *out, size_t n);

/* For the server's own files. A bot's thread sees time pass each time it looks, or it would think for ever. */
int table_clock(clockid_t id, struct timespec *t)
{
    static _Thread_local int64_t thinking;
    int64_t ms = id == CLOCK_REALTIME ? world.wall : world.steady;
    if (!pthread_equal(pthread_self(), world.fuzzer)) ms += thinking += 20;
    t->tv_sec = ms / 1000;
    t->tv_nsec = ms % 1000 * 1000000;
    return 0;
}

/* For libuv, which asks for intervals; the fuzzer's own library asks for the calendar, and needs the true one. */
int clock_gettime(clockid_t id, struct timespec *t)
{
    if (id == CLOCK_MONOTONIC || id == CLOCK_MONOTONIC_COARSE) return table_clock(id, t);
    return (int)syscall(SYS_clock_gettime, id, t);
}

int table_entropy(void *out, size_t n)
{
    uint8_t *p = out;
    for (size_t i = 0; i < n; i++) p[i] = (uint8_t)(dice_stir(world.lot += DICE_STEP) >> 24);
    return 0;
}

/* ---- the disk ---------------------------------------------------------------------------- */

static bool disk_refuses(Disk kind)
{
    if (world.disk != kind) return false;
    if (world.disk_for && !--world.disk_for) world.disk = DISK_FINE;
    return true;
}

static int refused(int error) { return errno = error, -1; }

int fsync(int fd) { return (void)fd, disk_refuses(DISK_NO_SYNC) ? refused(EIO) : 0; }
int fdatasync(int fd) { return fsync(fd); }

static ssize_t disk_write(int fd, const void *bytes, size_t n, off_t at)
{
    if (disk_refuses(DISK_NO_WRITE)) return refused(EIO);
    if (disk_refuses(DISK_FULL)) return refused(ENOSPC);
    return pwrite(fd, bytes, n, at);
}

static ssize_t disk_read(int fd, void *bytes, size_t n, off_t at)
{
    return disk_refuses(DISK_NO_READ) ? refused(EIO) : pread(fd, bytes, n, at);
}

static void take_disk(void)
{
    static const struct { const char *name; sqlite3_syscall_ptr call; } row[] = {
        { "pwrite", (sqlite3_syscall_ptr)disk_write }, { "pwrite64", (sqlite3_syscall_ptr)disk_write },
        { "pread", (sqlite3_syscall_ptr)disk_read }, { "pread64", (sqlite3_syscall_ptr)disk_read }
    };
    sqlite3_initialize();
    sqlite3_vfs *vfs = sqlite3_vfs_find(NULL);
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) vfs->xSetSystemCall(vfs, row[i].name, row[i].call);
}

/* ---- threads -------------------------------------------------------------------------------- */

static void thread_finished(void)
{
    pthread_mutex_lock(&world.lock);
    world.woken++;
    pthread_cond_signal(&world.some);
    pthread_mutex_unlock(&world.lock);
}

static void wait_for_thread(void)
{
    pthread_mutex_lock(&world.lock);
    while (!world.woken) pthread_cond_wait(&world.some, &world.lock);
    world.woken--;
    pthread_mutex_unlock(&world.lock);
}

static void store_woke(void *unused)
{
    (void)unused;
    world.wake(world.who);
    thread_finished();
}

Store *__real_store_open(const StoreWish *wish, Why *why);
Store *__wrap_store_open(const StoreWish *wish, Why *why);
void __real_store_ask(Store *s, StoreJob *w);
void __wrap_store_ask(Store *s, StoreJob *w);
StoreJob *__real_store_done(Store *s);
StoreJob *__wrap_store_done(Store *s);
void __real_store_close(Store *s);
void __wrap_store_close(Store *s);
void __real_thinker_ask(Room *r, SeatSet bots);
void __wrap_thinker_ask(Room *r, SeatSet bots);
int  __real_uv_async_send(uv_async_t *a);
int  __wrap_uv_async_send(uv_async_t *a);
int  __wrap_uv_signal_start(uv_signal_t *s, uv_signal_cb hear, int number);
void __real_uv_stop(uv_loop_t *loop);
/* Signals come from the fuzzer's program alone; true ones are meant for the fuzzer. */
int __wrap_uv_signal_start(uv_signal_t *s, uv_signal_cb hear, int number)
{
    (void)number;
    s->signal_cb = hear;
    return 0;
}

void __wrap_uv_stop(uv_loop_t *loop);

Store *__wrap_store_open(const StoreWish *wish, Why *why)
{
    StoreWish ours = *wish;
    world.wake = wish->wake;
    world.who = wish->who;
    ours.wake = store_woke;
    world.held = NULL;
    world.held_end = &world.held;
    return world.store = __real_store_open(&ours, why);
}

static void write_now(StoreJob *w)
{
    __real_store_ask(world.store, w);
    wait_for_thread();
}

/* Hands in the oldest `n` of what was held back. */
static void let_write(int n)
{
    while (world.held && n--) {
        StoreJob *w = world.held;
        if (!(world.held = w->next)) world.held_end = &world.held;
        write_now(w);
    }
}

void __wrap_store_ask(Store *s, StoreJob *w)
{
    need(s == world.store, "there is one store");
    if (!world.slow_disk && !world.held) {
        write_now(w);
        return;
    }
    w->next = NULL;
    *world.held_end = w;
    world.held_end = &w->next;
}

static void note_stored(uint32_t table, const char *text)
{
    Stored *one = malloc(sizeof *one + strlen(text) + 1);
    one->table = table;
    memcpy(one->text, text, strlen(text) + 1);
    one->next = world.stored;
    world.stored = one;
}

StoreJob *__wrap_store_done(Store *s)
{
    StoreJob *all = __real_store_done(s);
    for (StoreJob *w = all; w; w = w->next)
        if (w->kind == STORE_WRITE && !w->outcome && w->text) note_stored(w->table, w->text);
    return all;
}

/* What is stored while the server stops is handed back to nobody: only the file knows of it, until the next name is
 * stored over it. */
static void note_file(void)
{
    sqlite3 *db;
    sqlite3_stmt *q;
    Disk disk = world.disk;
    world.disk = DISK_FINE;
    if (sqlite3_open_v2(world.file, &db, SQLITE_OPEN_READWRITE, NULL) == SQLITE_OK
        && sqlite3_prepare_v2(db, "SELECT id, text FROM tables", -1, &q, NULL) == SQLITE_OK) {
        while (sqlite3_step(q) == SQLITE_ROW)
            note_stored((uint32_t)sqlite3_column_int64(q, 0), (const char *)sqlite3_column_text(q, 1));
        sqlite3_finalize(q);
    }
    sqlite3_close(db);
    world.disk = disk;
}

void __wrap_store_close(Store *s)
{
    let_write(-1);
    world.store = NULL;
    __real_store_close(s);
    note_file();
}

/* One after the other, in the same order every time. */
void __wrap_thinker_ask(Room *r, SeatSet bots)
{
    Seat p;
    EACH_SEAT(p, bots) {
        bool thinks = r->chair[p].thought;
        __real_thinker_ask(r, SEAT_BIT(p));
        if (!thinks && r->chair[p].thought) wait_for_thread();
    }
}

int __wrap_uv_async_send(uv_async_t *a)
{
    bool ours = pthread_equal(pthread_self(), world.fuzzer);
    if (ours || a != &((Server *)a->data)->thought) return __real_uv_async_send(a);
    if (world.slow_bots) world.owed = a;
    else __real_uv_async_send(a);
    thread_finished();
    return 0;
}

static void let_think(void)
{
    if (world.owed) __real_uv_async_send(world.owed);
    world.owed = NULL;
}

void __wrap_uv_stop(uv_loop_t *loop)
{
    world.stopped = true;
    __real_uv_stop(loop);
}

/* ---- what must be true between two turns ------------------------------------------------------- */

/* Whatever time will bring, something will wake the table for it: a thought, or its alarm, which does not come late. */
static void need_alive(const Server *s, const Room *r)
{
    Seat p;
    bool rings = uv_is_active((uv_handle_t *)r->alarm);
    int64_t in = rings ? (int64_t)uv_timer_get_due_in(r->alarm) : INT64_MAX, now = steady_ms(s);
    if (room_shut(r) || r->damaged || r->phase != PLAYING) return;
    need(!r->deadline || in == 0 || now + in <= r->deadline, "a clock that runs out is heard");
    need(!r->tell_by || in == 0 || now + in <= r->tell_by, "who was put off is told in the end");
    EACH_SEAT(p, play_asked(r))
        if (clock_plays(r, p)) {
            need(rings || r->chair[p].thought, "a bot that is asked thinks or has thought");
            need(!r->chair[p].ready || in == 0 || now + in <= r->chair[p].ready, "a bot that has thought plays");
        }
}

static void need_sound_room(const Server *s, const Room *r)
{
    uint32_t watching = 0, people = 0;
    for (const Conn *c = r->conns; c; c = c->next_here) {
        need(c->room == r && !c->closing && !c->closed, "who is at a table is there");
        if (c->seat < MAX_SEATS) need(r->chair[c->seat].conn == c, "who sits has the chair"), people++;
        else watching += c->known || c->greet;
    }
    need((uint32_t)room_people_here(r) == people, "a chair's connection is at the table");
    need(r->watching == watching, "those who watch are counted");
    for (const Conn *c = r->askers; c; c = c->next_here)
        need(c->waits_for == r && !c->closing && c->http, "who waits for a table is there");
    need(!r->askers || r->storing, "nobody waits for what is stored");
    bool rings = uv_is_active((uv_handle_t *)r->alarm);
    need(!r->waiting || room_shut(r) || r->damaged || rings, "what was said is heard in the end");
    need_alive(s, r);
    need(r->server == s && (!r->damaged || !r->conns), "nobody is at a damaged table");
}

static void need_sound_server(const Server *s)
{
    uint32_t conns = 0, rooms = 0;
    for (const Conn *c = s->oldest; c; c = c->newer, conns++) {
        need(!c->closing && !c->listed && !uv_is_closing((const uv_handle_t *)&c->tcp), "who is gone is not listed");
        need(c->newer ? c->newer->older == c : s->newest == c, "the list of connections is whole");
        need(!c->waits_for || c->waits_for->storing, "who waits is answered");
    }
    for (int i = 0; i < BUCKETS && rooms < s->rooms; i++)
        for (const Room *r = s->room[i]; r; r = r->next, rooms++) need_sound_room(s, r);
    need(conns == s->conns && rooms == s->rooms, "connections and tables are counted");
}

static void turn(void)
{
    if (world.stopped) return;
    uv_run(&world.server->loop, UV_RUN_NOWAIT);
    if (!world.server->after) need_sound_server(world.server);   /* else some are still to leave their lists */
}

/* ---- starting and ending -------------------------------------------------------------------------- */

static void clear_folder(const char *folder)
{
    char path[400];
    DIR *d = opendir(folder);
    for (struct dirent *e; d && (e = readdir(d));) {
        snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
        if (e->d_name[0] != '.') unlink(path);
    }
    if (d) closedir(d);
}

static void leave_nothing(void)
{
    clear_folder(world.data);
    clear_folder(world.web);
    rmdir(world.data);
    rmdir(world.web);
    rmdir(world.folder);
}

static char *take_file(const char *path, size_t *n)
{
    struct stat st;
    int fd = open(path, O_RDONLY);
    char *bytes = fd < 0 || fstat(fd, &st) ? NULL : malloc((size_t)st.st_size + 1);
    *n = bytes ? (size_t)st.st_size : 0;
    if (bytes) need(read(fd, bytes, *n) == (ssize_t)*n, "a file can be read");
    if (fd >= 0) close(fd);
    return bytes;
}

static void put_file(const char *path, const char *bytes, size_t n)
{
    int fd = open(path, O_CREAT | O_WRONLY | O_TRUNC, 0600);
    need(fd >= 0 && write(fd, bytes, n) == (ssize_t)n, "a file can be written");
    close(fd);
}

static bool open_server(void)
{
    const Settings settings = { .listen = "127.0.0.1:0", .store = world.where, .web = world.web, .per_address = 4,
                                .tables_per_hour = 40, .connections = 8, .rate = 20, .workers = 1,
                                .behind_proxy = !world.alone };
    struct sockaddr_in at;
    int n = sizeof at;
    world.stopped = false;
    world.server = server_open(&settings);
    if (!world.server) return false;
    need(!uv_tcp_getsockname(&world.server->listener, (struct sockaddr *)&at, &n), "a port is open");
    world.port = at.sin_port;
    return true;
}

static void shut_server(void)
{
    Server *s = world.server;
    world.owed = NULL;
    world.server = NULL;
    server_shut(s);
    world.slow_bots = world.slow_disk = false;
}

static void ask_to_stop(void) { world.server->term.signal_cb(&world.server->term, SIGTERM); }

/* As the service manager does it: a signal, and it is given time. */
static void stop_server(void)
{
    if (!world.server->draining) ask_to_stop();
    for (int i = 0; i < LAST_TURNS && !world.stopped; i++, world.steady += 20, world.wall += 20) turn();
    need(world.stopped, "a server that is told to stop stops");
    shut_server();
}

/* A server refuses to start on a disk that fails; on a sound one it starts. */
static void start_server(void)
{
    bool fine = world.disk == DISK_FINE;
    if (open_server()) return;
    need(!fine, "a server starts on what it wrote itself");
    world.disk = DISK_FINE;
    need(open_server(), "a server starts once the disk is mended");
}

/* What kill -9 leaves: the files as they are at this moment. */
static void kill_server(void)
{
    enum { FILES = 3 };
    static const char *const end[FILES] = { "", "-wal", "-count" };
    char path[FILES][120], *bytes[FILES];
    size_t n[FILES];
    for (int i = 0; i < FILES; i++) {
        snprintf(path[i], sizeof path[i], "%s%s", world.file, end[i]);
        bytes[i] = take_file(path[i], &n[i]);
    }
    stop_server();
    clear_folder(world.data);
    for (int i = 0; i < FILES; i++) {
        if (bytes[i]) put_file(path[i], bytes[i], n[i]);
        free(bytes[i]);
    }
    start_server();
}

static void make_web(void)
{
    static char big[BIG_FILE];
    char path[120];
    static const char page[] = "<title>Ninelives</title>" ORIGIN_HOLE "/t/";
    snprintf(path, sizeof path, "%s/index.html", world.web);
    put_file(path, page, sizeof page - 1);
    snprintf(path, sizeof path, "%s/invited.html", world.web);
    put_file(path, page, sizeof page - 1);
    memset(big, 'x', sizeof big);
    snprintf(path, sizeof path, "%s/big.js", world.web);
    put_file(path, big, sizeof big);
}

/* The server's log and its complaints would drown the fuzzer's own lines. */
static void make_world(void)
{
    stderr = fopen("/dev/null", "w");
    world.fuzzer = pthread_self();
    const char *place = getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp";
    snprintf(world.folder, sizeof world.folder, "%.40s/ninelives-fuzz-%d", place, (int)getpid());
    snprintf(world.data, sizeof world.data, "%s/data", world.folder);
    snprintf(world.where, sizeof world.where, "sqlite:%s", world.data);
    snprintf(world.web, sizeof world.web, "%s/web", world.folder);
    snprintf(world.file, sizeof world.file, "%s/ninelives.db", world.data);
    bool made = !mkdir(world.folder, 0700) && !mkdir(world.web, 0700) && !mkdir(world.data, 0700);
    need(stderr && made, "there is a place for files");
    atexit(leave_nothing);
    make_web();
    take_disk();
    need(open_server(), "a server starts");
    shut_server();
    world.blank = take_file(world.file, &world.blank_n);
}

static void begin_world(void)
{
    world.wall = 1700000000000;
    world.steady = 1000000000000;        /* far ahead of the machine: the idle store wakes when it is called */
    world.lot = 1;
    world.disk = DISK_FINE;
    if (!world.fuzzer) make_world();
    clear_folder(world.data);
    put_file(world.file, world.blank, world.blank_n);
    need(open_server(), "a server starts");
}

static void end_world(void)
{
    if (world.server) stop_server();
    for (Stored *s = world.stored, *next; s; s = next) {
        next = s->next;
        free(s);
    }
    world.stored = NULL;
}

#endif
