/* SPDX-License-Identifier: MIT
 * room_test.c - codes of tables, what becomes of a new table whose code is taken and of one that everybody has left, of
 * a round that does not end, and what a notice tells others. A whole server runs here, turned by the test itself. */
#include "unit.h"

#include <dirent.h>
#include <stdlib.h>
#include <unistd.h>

#include "server/clock.h"
#include "server/conn.h"
#include "server/keep.h"
#include "server/notice.h"
#include "server/play.h"
#include "server/room.h"
#include "server/wake.h"

static char folder[] = "/tmp/ninelives-room-XXXXXX";
static Server *server;

static int open_server(void **state)
{
    UNUSED;
    static char store[sizeof folder + 8];
    if (!mkdtemp(folder)) return -1;
    snprintf(store, sizeof store, "sqlite:%s", folder);
    server = server_open(&(Settings){ .listen = "127.0.0.1:0", .store = store, .connections = 10, .workers = 1,
                                       .push = true, .push_local = true });
    return server ? 0 : -1;
}

static int shut_server(void **state)
{
    UNUSED;
    char path[512];
    server_shut(server);
    DIR *d = opendir(folder);
    for (struct dirent *e; d && (e = readdir(d));) {
        snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
        unlink(path);
    }
    if (d) closedir(d);
    return rmdir(folder);
}

static void a_code_is_a_number_and_back(void **state)
{
    UNUSED;
    static const struct { uint32_t id; const char *code; } row[] = {
        { 0, "babababa" }, { 40959999u, "zuzuzuzu" }, { 40960000u, "bababababa" }, { 3317759999u, "zuzuzuzuzu" }
    };
    char code[CODE];
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
        code_write(row[i].id, code);
        assert_string_equal(code, row[i].code);
        assert_true(code_read(code) == row[i].id);
    }
    for (uint32_t id = 1; id < 3317759999u - 12345678; id += 12345678) {
        code_write(id, code);
        assert_true(code_read(code) == id);
    }
    assert_true(code_read("BaBaBAbu") == code_read("bababaBU"));
    static const char *const none[] = {
        "", "bababab", "babababab", "babababababa", "abababab", "bababacy", "babab ba",
    };
    for (size_t i = 0; i < sizeof none / sizeof none[0]; i++) assert_true(code_read(none[i]) == UINT32_MAX);
}

static Room *new_table(void)
{
    Options o;
    const Game *g = game_find("kittens");
    options_default(g, 2, &o);
    return room_make(server, g, &o);
}

static void turn_until_stored(const Room *r)
{
    while (r->storing) uv_run(&server->loop, UV_RUN_ONCE);
}

/* What the store keeps of a table says whether hints are allowed; what was kept before there were any says nothing. */
static void an_older_table_has_no_hints(void **state)
{
    UNUSED;
    static const char fact[] = "\"hints\":1,";
    Why w;
    Room *r = new_table(), *again = new_table(), *older = new_table();
    r->hints = older->hints = true;
    char *text = keep_write(r), *at = strstr(text, fact);
    assert_non_null(at);
    assert_true(keep_read(again, text, &w) && again->hints);
    memmove(at, at + strlen(fact), strlen(at + strlen(fact)) + 1);
    assert_true(keep_read(older, text, &w) && !older->hints);
    free(text);
}

/* The second table is given the first one's code, as it can happen where there are millions. */
static void a_taken_code_is_drawn_again(void **state)
{
    UNUSED;
    Room *first = new_table();
    room_run(first);
    turn_until_stored(first);
    Room *second = new_table();
    uint32_t drawn = second->id;
    second->draft->table = first->id;
    room_run(second);
    turn_until_stored(second);
    assert_true(second->id != drawn && second->id != first->id);
    assert_int_equal(second->draws, 1);
    assert_ptr_equal(room_loaded(server, second->id), second);
    assert_null(room_loaded(server, drawn));
    uint32_t id = second->id;
    room_free(second);
    Room *again = room_wake(server, id);
    assert_true(again->waking);
    while (again->waking) uv_run(&server->loop, UV_RUN_ONCE);
    assert_false(again->damaged);                        /* it is stored under its new code */
}

/* What is said to a table that is being woken waits, and is not lost. */
static void a_table_is_woken_once(void **state)
{
    UNUSED;
    Room *r = new_table();
    room_run(r);
    turn_until_stored(r);
    uint32_t id = r->id;
    room_sleep(r);
    assert_null(room_loaded(server, id));
    Room *one = room_wake(server, id), *two = room_wake(server, id);
    assert_ptr_equal(one, two);
    assert_true(room_busy(one));
    while (one->waking) uv_run(&server->loop, UV_RUN_ONCE);
    assert_false(room_busy(one));
    assert_ptr_equal(one->game, game_find("kittens"));
}

/* Rounds of Rat-a-Tat Cat go on until somebody knocks, which nobody does who is away. */
static void a_table_that_all_have_left_pauses(void **state)
{
    UNUSED;
    enum { MOST = 1000 };
    Options o;
    const Game *g = game_find("ratcat");
    options_default(g, 2, &o);
    Room *r = room_make(server, g, &o);
    for (Seat p = 0; p < 2; p++) r->chair[p].name = strdup("Dana");
    assert_int_equal(play_start(r), E_OK);
    int n = 0;
    for (; r->phase == PLAYING && n < MOST; n++) {
        r->deadline = 1;
        clock_due(r);
        room_run(r);
        turn_until_stored(r);
    }
    assert_int_equal(r->phase, PAUSED);
    assert_int_equal(n, 200);
}

/* So is a round that has got too long, whatever happens, and it cannot be gone on with. */
static void a_round_that_does_not_end_pauses(void **state)
{
    UNUSED;
    Options o;
    const Game *g = game_find("ratcat");
    options_default(g, 2, &o);
    Room *r = room_make(server, g, &o);
    for (Seat p = 0; p < 2; p++) r->chair[p].name = strdup("Dana");
    assert_int_equal(play_start(r), E_OK);
    r->play->table.moves = 49999;
    Seat p = (Seat)__builtin_ctz(play_asked(r));
    assert_false(play_too_long(r));
    assert_int_equal(play_silent(r, p), E_OK);
    assert_int_equal(r->phase, PAUSED);
    assert_true(play_too_long(r));
    room_free(r);
}

/* Wants to be told through a push service where nobody answers. */
static void wants_notices(Chair *c)
{
    static const char text[] = "{\"endpoint\":\"http://127.0.0.1:1/\",\"lang\":\"en\","
        "\"key\":\"BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4\","
        "\"auth\":\"BTBZMqHH6r4Tts7J_aSIgg\"}";
    Arena a = { server->facts, sizeof server->facts, 0 };
    Why w;
    notice_get(c, json_read(text, strlen(text), &a, &w), true);
    assert_non_null(c->notices);
}

/* A table of two at which somebody has just played a card, and the other may stop it. NULL: nobody could play. */
static Room *table_with_window(void)
{
    Move list[MAX_MOVES];
    Room *r = new_table();
    for (r->clock = 0; strcmp(clocks[r->clock].name, "off");) r->clock++;
    for (Seat p = 0; p < 2; p++) {
        r->chair[p].name = strdup("Dana");
        r->chair[p].let = LET_CHOICELESS;
        r->chair[p].left = steady_ms(server);
        wants_notices(&r->chair[p]);
    }
    assert_int_equal(play_start(r), E_OK);
    Seat turn = (Seat)__builtin_ctz(play_asked(r));
    int n = r->game->legal(r->play->table.state, turn, list, MAX_MOVES);
    for (int i = 0; i < n && !round_is_window(r->play); i++)
        if (!strcmp(r->game->verbs[list[i].verb].form, "play P")) play_move(r, &list[i], "", NULL, 'p');
    if (!round_is_window(r->play)) return room_free(r), NULL;
    room_run(r);
    turn_until_stored(r);
    return r;
}

/* While a table is being stored it answers nobody: others can time that. So what is stored must not tell whether
 * somebody was worth a notice, nor whether the notice arrived. */
static void a_notice_tells_nobody_else(void **state)
{
    UNUSED;
    bool seen[2] = { false, false };
    while (!server->push) uv_run(&server->loop, UV_RUN_ONCE);
    while (!seen[0] || !seen[1]) {
        Room *r = table_with_window();
        if (!r) continue;
        Seat asked = (Seat)__builtin_ctz(play_asked(r));
        bool choice = round_has_choice(r->play, asked);
        uint64_t failed = server->counts.notices_failed;
        seen[choice] = true;
        r->chair[asked].left = r->opened = steady_ms(server) - 11000;
        room_run(r);
        assert_true(r->storing);
        turn_until_stored(r);
        for (int i = 0; choice && server->counts.notices_failed == failed; i++) uv_run(&server->loop, UV_RUN_ONCE);
        assert_int_equal(server->counts.notices_failed, failed + choice);
        room_run(r);
        assert_false(r->storing);
        assert_int_equal(notice_at(r, asked) != 0, choice);      /* it is tried again, and that is not stored */
        room_free(r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_code_is_a_number_and_back),
        cmocka_unit_test(an_older_table_has_no_hints),
        cmocka_unit_test(a_taken_code_is_drawn_again),
        cmocka_unit_test(a_table_is_woken_once),
        cmocka_unit_test(a_table_that_all_have_left_pauses),
        cmocka_unit_test(a_round_that_does_not_end_pauses),
        cmocka_unit_test(a_notice_tells_nobody_else),
    };
    return cmocka_run_group_tests(tests, open_server, shut_server);
}
