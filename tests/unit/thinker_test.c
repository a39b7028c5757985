/* SPDX-License-Identifier: MIT
 * thinker_test.c - what bots ponder costs the server's loop nothing. A whole server runs here; a table of bots plays
 * a game that only notes in which thread it is asked to ponder: that must never be the thread that turns the loop. */
#include "unit.h"

#include <dirent.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

#include "server/play.h"
#include "server/thinker.h"

static pthread_t loop_thread;
static atomic_int by_workers, by_loop;

static void ponder(void *memory, Seat who, const void *view, const Event *e, const float *taste, Dice *d)
{
    (void)memory, (void)who, (void)view, (void)e, (void)taste, (void)d;
    if (pthread_equal(pthread_self(), loop_thread)) by_loop++;
    else by_workers++;
}

/* ---- a server, and a table of bots that ponder ---------------------------------------- */

static char folder[] = "/tmp/ninelives-thinker-XXXXXX";
static Server *server;
static Game game;
static Hunch hunch;

static int open_server(void **state)
{
    UNUSED;
    loop_thread = pthread_self();
    static char store[sizeof folder + 8];
    if (!mkdtemp(folder)) return -1;
    snprintf(store, sizeof store, "sqlite:%s", folder);
    server = server_open(&(Settings){ .listen = "127.0.0.1:0", .store = store, .connections = 10, .workers = 2 });
    game = *game_find("kittens");
    hunch = *game.hunch;
    hunch.ponder = ponder;
    hunch.hear = NULL;                   /* so that the same event may be told any number of times */
    game.hunch = &hunch;
    return server ? 0 : -1;
}

static int shut_server(void **state)
{
    UNUSED;
    server_shut(server);
    DIR *d = opendir(folder);
    char path[512];
    for (struct dirent *e; d && (e = readdir(d));) {
        snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
        unlink(path);
    }
    if (d) closedir(d);
    return rmdir(folder);
}

static Room *table_of_bots(void)
{
    Options o;
    options_default(&game, 3, &o);
    Room *r = room_make(server, &game, &o);
    assert_non_null(r);
    for (Seat p = 0; p < o.seats; p++) r->chair[p].bot = &bot_search;
    while (strcmp(paces[r->pace].name, "instant")) r->pace++;
    while (strcmp(clocks[r->clock].name, "off")) r->clock++;
    by_workers = by_loop = 0;
    assert_int_equal(play_start(r), E_OK);
    room_run(r);
    return r;
}

static void turn_until_pondered(const Room *r, int times)
{
    while (by_workers < times && !by_loop && r->phase == PLAYING) uv_run(&server->loop, UV_RUN_ONCE);
}

/* ---- the tests ------------------------------------------------------------------------- */

static void bots_ponder_what_happens_in_the_workers(void **state)
{
    UNUSED;
    turn_until_pondered(table_of_bots(), 40);
    assert_int_equal(by_loop, 0);
    assert_true(by_workers >= 10);       /* a round may be shorter than forty events, but not than its deal */
}

/* Somebody takes the chair of another and is told at once all that the seat has heard. */
static void latecomers_ponder_the_past_in_the_workers(void **state)
{
    UNUSED;
    Room *r = table_of_bots();
    while (r->storing) uv_run(&server->loop, UV_RUN_ONCE);
    for (Seat p = 0; p < r->options.seats; p++) thinker_listen(r, p);
    assert_int_equal(by_loop, 0);
    by_workers = 0;
    turn_until_pondered(r, 10);
    assert_int_equal(by_loop, 0);
    assert_true(by_workers >= 10);
}

/* A seat that is asked nothing for long, because it is out of the round, hears everything all the same. */
static void a_long_list_is_pondered_in_the_workers(void **state)
{
    enum { MANY = 5000 };
    _Alignas(16) uint8_t view[MAX_STATE];
    Event e = { .kind = 0 };
    UNUSED;
    Room *r = table_of_bots();
    Seat idle = 0;
    while (play_asked(r) >> idle & 1) idle++;
    game.observe(r->play->table.state, idle, view);
    for (int i = 0; i < MANY; i++) thinker_hear(r, idle, view, &e);
    assert_int_equal(by_loop, 0);
    turn_until_pondered(r, MANY);
    assert_int_equal(by_loop, 0);
    assert_true(by_workers >= MANY);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bots_ponder_what_happens_in_the_workers),
        cmocka_unit_test(latecomers_ponder_the_past_in_the_workers),
        cmocka_unit_test(a_long_list_is_pondered_in_the_workers),
    };
    return cmocka_run_group_tests(tests, open_server, shut_server);
}
