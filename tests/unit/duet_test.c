/* SPDX-License-Identifier: MIT
 * duet_test.c - what scenarios cannot check of Duet: the warnings beside a clue, and the
 * overlap of the keys that are dealt (CND-8). */
#include "unit.h"

#include "core/round.h"
#include "protocol/json.h"

static Round dealt;

static const char position[] =
    "{\"words\": [\"provisions\", \"butterfly\", \"spaceship\", \"autumn\", \"cow\", \"cables\", \"cottage\","
    "\"signature\", \"white\", \"tool\", \"lounge\", \"goat\", \"path\", \"adventure\", \"energy\", \"kick\","
    "\"wizard\", \"quarter\", \"squid\", \"joy\", \"soul\", \"parent\", \"science\", \"reader\", \"עז\"],"
    "\"keys\": [\"gggggggggxxx.............\", \"gggx.....gx.gggggx.......\"],"
    "\"marks\": [\"\",\"g\",\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"\","
    "\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"\"]}";

static void set_up(void)
{
    static char memory[1 << 16];
    static const uint8_t secret[ENTROPY] = { 1 };
    const Game *g = game_find("duet");
    Arena a = { memory, sizeof memory, 0 };
    Options o;
    Why w = { "" };
    options_default(g, 2, &o);
    assert_int_equal(round_start(&dealt, g, &o, secret), E_OK);
    round_settle(&dealt);
    if (!g->rig(dealt.table.state, json_read(position, strlen(position), &a, &w), &w)) fail_msg("%s", w.text);
}

/* The cells warned of, as a set; the clue itself must be accepted. */
static uint32_t warned(const char *clue)
{
    static Events ev;
    Move m;
    char word[MAX_WORD], text[MAX_LINE];
    uint32_t cells = 0;
    set_up();
    ev.n = 0;
    snprintf(text, sizeof text, "clue %s 1", clue);
    assert_int_equal(move_parse(dealt.table.game, 2, 0, text, &m, word), E_OK);
    assert_int_equal(table_move(&dealt.table, &m, word, &ev), E_OK);
    for (int i = 0; i < ev.n; i++)
        if (!strcmp(dealt.table.game->events[ev.at[i].kind].name, "warned")) cells |= 1u << ev.at[i].arg[0];
    return cells;
}

static void test_warnings(void **state)
{
    UNUSED;
    assert_int_equal(warned("milk"), 0);
    assert_int_equal(warned("cable"), 1u << 5);          /* the singular of a visible plural */
    assert_int_equal(warned("spaceships"), 1u << 2);
    assert_int_equal(warned("cowboy"), 1u << 4);          /* it contains a visible word */
    assert_int_equal(warned("space"), 1u << 2);           /* it is part of one */
    assert_int_equal(warned("WIZARDS"), 1u << 16);
    assert_int_equal(warned("butterflies"), 0);           /* "butterfly" is covered: allowed, no warning */
    assert_int_equal(warned("עזרה"), 1u << 24);           /* a false alarm; the clue is allowed */
}

static int colour_count(const char *a, const char *b, char mine, char theirs)
{
    int n = 0;
    for (int i = 0; i < 25; i++) n += a[i] == mine && b[i] == theirs;
    return n;
}

/* Reads the two keys out of the told state. */
static void read_keys(char key[2][26])
{
    static char text[1 << 16], memory[1 << 18];
    Text t = text_into(text, sizeof text);
    Json j = json_write(&t);
    Why w;
    tell_object(&j.to, NULL);
    dealt.table.game->tell(dealt.table.state, SEAT_NONE, &j.to);
    j.to.close(&j.to);
    Arena a = { memory, sizeof memory, 0 };
    const Fact *keys = fact_get(json_read(text, t.n, &a, &w), "keys");
    assert_non_null(keys);
    memcpy(key[0], keys->child->text, 26);
    memcpy(key[1], keys->child->next->text, 26);
}

static void test_dealt_keys(void **state)
{
    UNUSED;
    static const struct { char mine, theirs; int n; } want[] = {
        { 'g', 'g', 3 }, { 'g', 'x', 1 }, { 'g', '.', 5 }, { 'x', 'g', 1 }, { 'x', 'x', 1 }, { 'x', '.', 1 },
        { '.', 'g', 5 }, { '.', 'x', 1 }, { '.', '.', 7 },
    };
    const Game *g = game_find("duet");
    Options o;
    options_default(g, 2, &o);
    for (int seed = 0; seed < 500; seed++) {
        uint8_t secret[ENTROPY] = { (uint8_t)seed, (uint8_t)(seed >> 8) };
        char key[2][26];
        round_start(&dealt, g, &o, secret);
        round_settle(&dealt);
        read_keys(key);
        for (size_t i = 0; i < sizeof want / sizeof want[0]; i++)
            assert_int_equal(colour_count(key[0], key[1], want[i].mine, want[i].theirs), want[i].n);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_warnings), cmocka_unit_test(test_dealt_keys) };
    return cmocka_run_group_tests_name("duet", tests, NULL, NULL);
}
