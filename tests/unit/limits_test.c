/* SPDX-License-Identifier: MIT
 * limits_test.c - what one household may ask for, and the networks around it. */
#include "unit.h"

#include <stdlib.h>

#include "server/conn.h"
#include "server/limits.h"

static Server *server;

static int open_server(void **state)
{
    UNUSED;
    server = calloc(1, sizeof *server);
    server->settings = (Settings){ .tables_per_hour = 120, .per_address = 10, .rate = 20 };
    server->hash_key = 12345;
    return uv_loop_init(&server->loop);
}

static int shut_server(void **state)
{
    UNUSED;
    limits_free(server);
    uv_loop_close(&server->loop);
    free(server);
    return 0;
}

/* ---- whose ration it is ------------------------------------------------------------------------ */

typedef struct { uint8_t ip[16]; } Ip;

static Ip four(uint8_t last) { return (Ip){ { [10] = 0xff, [11] = 0xff, 192, 0, 2, last } }; }
/* Network `net` of 64 bits in network `site` of 48 bits. */
static Ip six(uint8_t site, uint16_t net)
{
    return (Ip){ { 0x20, 1, 0xd, 0xb8, 0, site, (uint8_t)(net >> 8), (uint8_t)net, [15] = 1 } };
}

static bool guess(Conn *c)
{
    if (!limits_may_guess(server, c->address)) return false;
    limits_guessed(c->address);
    return true;
}
static bool table(Conn *c) { return limits_table(server, c->address); }
static bool start(Conn *c) { return limits_round(server, c->address); }
static bool retell(Conn *c) { return limits_retell(c, 0); }
static bool retell_long(Conn *c) { return limits_retell(c, 45000); }

/* So many of these the address may ask for at once, each on a connection of its own. */
static int asked_at_once(Ip from, bool (*ask)(Conn *))
{
    enum { MOST = 1000000 };
    int n = 0;
    for (bool granted = true; granted && n < MOST; n += granted) {
        Conn c = { .server = server, .address = limits_enter(server, from.ip, false) };
        granted = ask(&c);
        limits_leave(server, c.address);
    }
    return n;
}

/* Whoever comes again for each of them gets no more than who asks on. */
static void a_household_shares_its_rations(void **state)
{
    UNUSED;
    assert_int_equal(asked_at_once(four(1), retell), 10 * BURST);
    assert_int_equal(asked_at_once(four(1), retell), 0);
    assert_int_equal(asked_at_once(four(1), limits_doubt), 20 * BURST);
    assert_int_equal(asked_at_once(four(1), guess), 600);
    assert_int_equal(asked_at_once(four(1), table), 120);
    assert_int_equal(asked_at_once(four(1), start), 600);
    assert_int_equal(asked_at_once(four(2), guess), 600);        /* the neighbours are somebody else */
}

static void a_long_round_is_told_less_often(void **state)
{
    UNUSED;
    assert_int_equal(asked_at_once(four(3), retell_long), 3);
}

static bool short_log(Conn *c) { return limits_log(c) && (limits_log_read(c, 2000), true); }
static bool long_log(Conn *c) { return limits_log(c) && (limits_log_read(c, 2000000), true); }

/* Logs are paid for by their length: short ones by the hundred, of long ones only a few. */
static void logs_are_paid_for_by_their_length(void **state)
{
    UNUSED;
    int n = asked_at_once(four(4), short_log);
    assert_true(n > 400 && n < 600);
    assert_int_equal(asked_at_once(four(5), long_log), 3);
    assert_int_equal(asked_at_once(four(6), limits_log), 10 * BURST);        /* at once, before any of them is read */
}

static bool huge_log(Conn *c) { return limits_log(c) && (limits_log_read(c, 20000000), true); }

/* Hanging up does not help. */
static void a_debt_is_remembered(void **state)
{
    UNUSED;
    assert_int_equal(asked_at_once(four(7), huge_log), 1);
    server->loop.time += 1000 * BURST + 200;
    limits_sweep(server);
    assert_int_equal(asked_at_once(four(7), huge_log), 0);
    server->loop.time += 10000;
    assert_int_equal(asked_at_once(four(7), huge_log), 1);
}

static void networks_around_have_a_few_rations(void **state)
{
    UNUSED;
    int of_56 = 0, of_48 = 0;
    for (uint16_t net = 0; net < 256; net++) of_56 += asked_at_once(six(1, net), guess);
    assert_int_equal(of_56, 4 * 600);
    for (uint16_t net = 256; net < 256 * 32; net += 128) of_48 += asked_at_once(six(1, net), guess);
    assert_int_equal(of_56 + of_48, 16 * 600);
    assert_int_equal(asked_at_once(six(2, 0), guess), 600);
    int retold = 0, doubted = 0;
    for (uint16_t net = 0; net < 256; net++) retold += asked_at_once(six(4, net), retell);
    for (uint16_t net = 0; net < 256; net++) doubted += asked_at_once(six(4, net), limits_doubt);
    assert_int_equal(retold, 4 * 10 * BURST);
    assert_int_equal(doubted, 4 * 20 * BURST);
}

static void connections_are_counted_around_too(void **state)
{
    UNUSED;
    enum { MOST = 1000 };
    Address *in[MOST];
    int n = 0;
    for (uint16_t net = 0; net < 16; net++)
        for (Address *a; n < MOST && (a = limits_enter(server, six(3, net).ip, true));) in[n++] = a;
    assert_int_equal(n, 4 * 10);
    while (n) limits_leave(server, in[--n]);
    assert_non_null(in[0] = limits_enter(server, six(3, 15).ip, true));
    limits_leave(server, in[0]);
}

static int listed(Address *a)
{
    int n = 0;
    while (n < 100 && limits_list(server, a)) n++;
    return n;
}

/* Nobody fills the list of open tables alone. */
static void few_tables_of_one_household_are_listed(void **state)
{
    UNUSED;
    Address *a = limits_enter(server, four(9).ip, true), *b = limits_enter(server, four(10).ip, true);
    for (int listing = 0; listing < 2; listing++) {
        server->listings++;
        assert_int_equal(listed(a), 3);
        assert_true(limits_list(server, b));
    }
    limits_leave(server, a);
    limits_leave(server, b);
}

/* ... nor with all the networks that he has. */
static void few_tables_of_many_networks_are_listed(void **state)
{
    UNUSED;
    enum { NETS = 256 };
    Address *in[NETS];
    int of_56 = 0;
    server->listings++;
    for (uint16_t net = 0; net < NETS; net++) of_56 += listed(in[net] = limits_enter(server, six(5, net).ip, false));
    assert_int_equal(of_56, 6);
    for (uint16_t net = 0; net < NETS; net++) limits_leave(server, in[net]);
}

/* What has nothing to grow back takes no memory; a household may be kept when what is around it is not. */
static void the_idle_are_forgotten(void **state)
{
    UNUSED;
    int kept = 0;
    Conn c = { .server = server, .address = limits_enter(server, six(7, 1).ip, true) };
    limits_leave(server, c.address);
    for (int i = 0; i < BUCKETS; i++) kept += server->address[i] != NULL;
    assert_int_equal(kept, 0);
    c.address = limits_enter(server, six(7, 1).ip, true);
    assert_true(limits_doubt(&c));                               /* a ration of the household alone */
    limits_leave(server, c.address);
    c.address = limits_enter(server, six(7, 1).ip, true);
    assert_true(guess(&c));
    limits_leave(server, c.address);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_idle_are_forgotten), cmocka_unit_test(a_household_shares_its_rations),
        cmocka_unit_test(a_long_round_is_told_less_often), cmocka_unit_test(logs_are_paid_for_by_their_length),
        cmocka_unit_test(a_debt_is_remembered),
        cmocka_unit_test(networks_around_have_a_few_rations),
        cmocka_unit_test(connections_are_counted_around_too), cmocka_unit_test(few_tables_of_one_household_are_listed),
        cmocka_unit_test(few_tables_of_many_networks_are_listed),
    };
    return cmocka_run_group_tests(tests, open_server, shut_server);
}
