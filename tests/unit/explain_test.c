/* SPDX-License-Identifier: MIT
 * explain_test.c - what is said for and against a move, by what its player can know: every kind of move of the card
 * games has reasons, and they name what the move is about. */
#include "unit.h"

#include "../../bots/shelf.h"
#include "../../core/round.h"
#include "../../protocol/json.h"
#include "../../protocol/reviewed.h"

static struct {
    Round  round;
    Player player[MAX_SEATS];
    char   text[512];
} at;

static void hear(void *unused, Seat seat, const void *view, const Event *e)
{
    (void)unused;
    player_hear(&at.player[seat], view, e);
}

static const Audience listening = { .hear = hear };

/* A position as scenarios write it (NOTATION, "Positions"); `option` is "name=value" or NULL. */
static bool try_set_up(const char *game, int seats, const char *option, const char *start)
{
    char memory[1 << 14], name[16];
    Arena arena = { memory, sizeof memory, 0 };
    const Game *g = game_find(game);
    const uint8_t secret[ENTROPY] = { 42 };
    Options o;
    Why w = { "" };
    options_default(g, seats, &o);
    if (option) {
        snprintf(name, sizeof name, "%.*s", (int)strcspn(option, "="), option);
        assert_int_equal(options_set(g, &o, name, strchr(option, '=') + 1), E_OK);
    }
    at.round = (Round){ .audience = &listening, .listening = (SeatSet)(SEAT_BIT(seats) - 1) };
    assert_int_equal(round_start(&at.round, g, &o, secret), E_OK);
    for (Seat p = 0; p < seats; p++) player_start(&at.player[p], &bot_search, g, p, p + 1u);
    round_settle(&at.round);
    const Fact *facts = json_read(start, strlen(start), &arena, &w);
    assert_non_null(facts);
    return g->rig(at.round.table.state, facts, &w);
}

static void set_up(const char *game, int seats, const char *option, const char *start)
{
    assert_true(try_set_up(game, seats, option, start));
}

static Move read_move(Seat seat, const char *text)
{
    Move m;
    char word[MAX_WORD];
    const Table *t = &at.round.table;
    if (move_parse(t->game, t->options.seats, seat, text, &m, word)) fail_msg("%s is no move", text);
    return m;
}

static void play(Seat seat, const char *text)
{
    Move m = read_move(seat, text);
    Err e = round_play(&at.round, &m, "");
    if (e) fail_msg("%s: %s", text, err_name(e));
}

static void all_pass(void)
{
    while (round_is_window(&at.round)) play((Seat)__builtin_ctz(round_asked(&at.round)), "pass");
}

static int reasons_for(Seat seat, const char *text, const char *best, Reason out[MAX_REASONS])
{
    _Alignas(16) uint8_t view[MAX_STATE];
    const Game *g = at.round.table.game;
    g->observe(at.round.table.state, seat, view);
    Question q = { .view = view, .memory = at.player[seat].memory, .who = seat, .move = read_move(seat, text),
                   .best = read_move(seat, best) };
    return g->hunch->explain(&q, out, MAX_REASONS);
}

static void put_reason(Text *t, const Reason *r)
{
    const Game *g = at.round.table.game;
    const ReasonKind *kind = &g->hunch->reasons[r->kind];
    EventArg a;
    text_add(t, t->n ? "; " : "");
    text_add(t, kind->name);
    for (int i = 0; event_arg(kind, i, &a); i++) {
        if (a.type == 'C' && !r->arg[i]) continue;
        text_char(t, ' ');
        if (a.type == 'C') text_add(t, g->cards[r->arg[i]]);
        else text_number(t, r->arg[i]);
    }
}

/* All reasons for and against a move as one text, where another one is best. */
static const char *why_not(Seat seat, const char *text, const char *best)
{
    Reason list[MAX_REASONS];
    Text t = text_into(at.text, sizeof at.text);
    int n = reasons_for(seat, text, best, list);
    for (int i = 0; i < n; i++) put_reason(&t, &list[i]);
    return at.text;
}

static const char *why_so(Seat seat, const char *text) { return why_not(seat, text, text); }

#define EXPECT(seat, move, reasons) assert_string_equal(why_so(seat, move), reasons)

/* ---- kittens: cards that go ----------------------------------------------------------- */

static void test_combos_spend_the_last(void **state)
{
    UNUSED;
    set_up("kittens", 2, NULL,
           "{\"turn\": 0, \"hands\": [[\"defuse\", \"defuse\", \"nope\", \"nope\", \"nope\", \"tabby\", \"tabby\", "
           "\"skip\", \"favor\", \"future\"], [\"tabby\", \"tuxedo\"]], \"pile\": [\"tabby\", \"kitten\", "
           "\"favor\"], \"discard\": [\"defuse\", \"tabby\"]}");
    EXPECT(0, "pair defuse defuse @1", "blind 1 2; last defuse; risk 1 3");
    EXPECT(0, "pair nope nope @1", "blind 1 2; risk 1 3");
    EXPECT(0, "pair tabby tabby @1", "blind 1 2; risk 1 3");
    EXPECT(0, "trio nope nope nope @1 skip", "unsure 1 skip; last nope; risk 1 3");
    EXPECT(0, "five defuse skip favor future tabby", "piled 2; last skip favor future; left 1; risk 1 3");
    EXPECT(0, "five skip favor future nope tabby", "piled 1; last skip favor future; risk 1 3");
}

static void test_last_defuse_in_a_five(void **state)
{
    UNUSED;
    set_up("kittens", 2, NULL,
           "{\"turn\": 0, \"hands\": [[\"defuse\", \"favor\", \"shuffle\", \"future\", \"calico\"], [\"tabby\"]], "
           "\"pile\": [\"tabby\", \"kitten\", \"favor\"]}");
    EXPECT(0, "five defuse favor shuffle future calico", "piled 1; last defuse favor shuffle future; risk 1 3");
}

static void test_godcat_goes(void **state)
{
    UNUSED;
    set_up("goodevil", 2, NULL,
           "{\"turn\": 0, \"godcat\": 0, \"hands\": [[\"defuse\", \"godcat\", \"tabby\"], [\"tabby\"]], \"pile\": "
           "[\"tabby\", \"kitten\", \"favor\"]}");
    EXPECT(0, "play godcat:attack", "escape; turns 1 2; last godcat; left 1; risk 1 3");
    EXPECT(0, "pair tabby godcat @1", "blind 1 1; last godcat; left 1; risk 1 3");
}

/* The front ends' form of a reason names only the cards there are. */
static void test_written_as_json(void **state)
{
    UNUSED;
    char text[1 << 12];
    Prospect p = { .reasons = 0 };
    test_last_defuse_in_a_five(state);
    p.move = read_move(0, "five defuse favor shuffle future calico");
    p.reasons = reasons_for(0, "five defuse favor shuffle future calico", "draw", p.reason);
    Text t = text_into(text, sizeof text);
    reviewed_prospect(&t, at.round.table.game, &p);
    assert_non_null(strstr(text, "{\"is\":\"last\",\"card\":\"defuse\",\"card2\":\"favor\",\"card3\":\"shuffle\","
                                 "\"card4\":\"future\"}"));
}

/* ---- kittens: where a kitten goes ------------------------------------------------------- */

static void test_buried_kitten(void **state)
{
    UNUSED;
    set_up("kittens", 3, NULL,
           "{\"turn\": 0, \"phase\": \"defuse\", \"hands\": [[\"defuse\"], [\"tabby\"], [\"tabby\"]], \"pile\": "
           "[\"tabby\", \"favor\", \"tabby\", \"skip\", \"kitten\"]}");
    EXPECT(0, "defuse 0", "hit 1");
    EXPECT(0, "defuse 1", "comes 2 1");
    EXPECT(0, "defuse 2", "back 2");
    EXPECT(0, "defuse 3", "comes 1 3");
}

static void test_buried_with_turns_left(void **state)
{
    UNUSED;
    set_up("kittens", 3, NULL,
           "{\"turn\": 0, \"phase\": \"defuse\", \"owed\": 2, \"attacked\": true, \"alive\": [true, false, true], "
           "\"hands\": [[\"defuse\"], [], [\"tabby\"]], \"pile\": [\"tabby\", \"favor\", \"skip\"]}");
    EXPECT(0, "defuse 0", "back 0");
    EXPECT(0, "defuse 1", "comes 2 1");
    EXPECT(0, "defuse 2", "back 2");
}

/* The player gave that Defuse away, and so knows where it is. */
static void test_buried_before_a_defuse(void **state)
{
    UNUSED;
    set_up("kittens", 2, NULL,
           "{\"turn\": 1, \"hands\": [[\"defuse\", \"defuse\", \"tabby\"], [\"favor\", \"tabby\"]], \"pile\": "
           "[\"tabby\", \"kitten\", \"skip\"]}");
    play(1, "play favor @0");
    all_pass();
    play(0, "give defuse");
    play(1, "draw");
    play(0, "draw");
    EXPECT(0, "defuse 0", "hit 1; saved 1");
    EXPECT(0, "defuse 1", "back 1");
}

static void test_two_ways_to_defuse(void **state)
{
    UNUSED;
    set_up("goodevil", 2, NULL,
           "{\"turn\": 0, \"phase\": \"defuse\", \"godcat\": 0, \"hands\": [[\"defuse\", \"godcat\"], [\"tabby\"]], "
           "\"pile\": [\"tabby\", \"favor\"]}");
    EXPECT(0, "defuse 0", "hit 1; last defuse; left 1");
    EXPECT(0, "defuse godcat 1", "back 1; last godcat; left 1");
}

static void test_ordered_cards(void **state)
{
    UNUSED;
    set_up("party", 3, NULL,
           "{\"turn\": 0, \"hands\": [[\"alter\"], [\"tabby\"], [\"tabby\"]], \"pile\": [\"kitten\", \"nope\", "
           "\"skip\", \"tabby\"]}");
    play(0, "play alter");
    all_pass();
    EXPECT(0, "order kitten nope skip", "next kitten");
    EXPECT(0, "order nope kitten skip", "next nope; comes 1 1");
    EXPECT(0, "order skip nope kitten", "next skip; comes 2 2");
}

/* ---- kittens: cards that change hands ------------------------------------------------------ */

static void test_taken_cards(void **state)
{
    UNUSED;
    set_up("kittens", 2, NULL,
           "{\"turn\": 0, \"hands\": [[\"attack\", \"favor\", \"shuffle\", \"future\", \"calico\", \"tabby\", "
           "\"skip\"], [\"tabby\"]], \"pile\": [\"tabby\", \"kitten\"], \"discard\": [\"defuse\", \"nope\", "
           "\"tabby\", \"ginger\", \"skip\"]}");
    play(0, "five attack favor shuffle future calico");
    all_pass();
    EXPECT(0, "take defuse", "cure; risk 1 2; bare");
    EXPECT(0, "take nope", "veto; risk 1 2; bare");
    EXPECT(0, "take skip", "exit; match 1; risk 1 2; bare");
    EXPECT(0, "take tabby", "match 1; risk 1 2; bare");
    EXPECT(0, "take ginger", "plain; risk 1 2; bare");
}

static void ask_for_a_favor(const char *game, const char *cards)
{
    char start[512];
    snprintf(start, sizeof start, "{\"turn\": 0, \"hands\": [[\"favor\", \"tabby\"], [%s]],"
             " \"pile\": [\"tabby\", \"kitten\"]%s}", cards, strstr(cards, "godcat") ? ", \"godcat\": 1" : "");
    set_up(game, 2, NULL, start);
    play(0,
           "play favor @1");
    all_pass();
}

static void test_given_cards(void **state)
{
    UNUSED;
    ask_for_a_favor("party", "\"defuse\", \"tabby\", \"tabby\", \"feral\", \"skip\", \"skip\", \"ginger\"");
    EXPECT(1, "give defuse", "cure; last defuse");
    EXPECT(1, "give tabby", "match 2");
    EXPECT(1, "give ginger", "match 1");
    EXPECT(1, "give feral", "match 3");
    EXPECT(1, "give skip", "exit; match 1");
    ask_for_a_favor("party", "\"defuse\", \"defuse\", \"skip\"");
    EXPECT(1, "give defuse", "cure; left 1");
    ask_for_a_favor("party", "\"tabby\", \"nope\"");
    EXPECT(1, "give tabby", "plain");
    EXPECT(1, "give nope", "veto; last nope");
}

/* Every card that a hand may hold is worth something, and a new one has a row for it, too. */
static void test_every_card_has_a_use(void **state)
{
    UNUSED;
    static const char *const games[] = { "kittens", "goodevil", "party" };
    int seen = 0;
    for (int i = 0; i < 3; i++)
        for (int c = 1; c < game_find(games[i])->card_count; c++) {
            const char *card = game_find(games[i])->cards[c];
            char cards[64], move[32];
            bool godcat = !strcmp(card, "godcat");
            if (!strcmp(card, "kitten") || !strcmp(card, "devilcat") || (godcat && i != 1)) continue;
            snprintf(cards, sizeof cards, "\"%s\", \"%s\"", card, strcmp(card, "nope") ? "nope" : "skip");
            snprintf(move, sizeof move, "give %s", card);
            ask_for_a_favor(games[i], cards);
            if (!*why_so(1, move)) fail_msg("%s: nothing is said of %s", games[i], move);
            seen++;
        }
    assert_true(seen > 50);
}

/* ---- kittens: the Nope window ----------------------------------------------------------------- */

static void test_windows(void **state)
{
    UNUSED;
    set_up("kittens", 3, NULL,
           "{\"turn\": 0, \"hands\": [[\"skip\", \"attack\", \"nope\", \"ginger\", \"ginger\", \"tabby\", "
           "\"tabby\", \"tabby\"], [\"nope\", \"defuse\", \"skip\"], [\"nope\", \"nope\", \"tabby\"]], \"pile\": "
           "[\"tabby\", \"kitten\", \"skip\"]}");
    play(0, "pair ginger ginger @1");
    EXPECT(1, "nope", "stops 0; aimed; last nope; defuses 1");
    EXPECT(1, "pass", "aimed; defuses 1");
    EXPECT(2, "nope", "stops 0; against 1");
    play(2, "nope");
    EXPECT(0, "nope", "revives 0; aimed; last nope");
    EXPECT(1, "pass", "against 0; defuses 1");
    all_pass();
    play(0, "trio tabby tabby tabby @1 defuse");
    EXPECT(1, "pass", "aimed; asked defuse 1");
    EXPECT(2, "pass", "against 1; unsure 1 defuse");
    play(2, "nope");
    all_pass();
    play(0, "play attack");
    EXPECT(1, "pass", "aimed; turns 1 2");
    EXPECT(2, "pass", "against 1; turns 1 2");
    play(1, "nope");
    all_pass();
    play(0, "play skip");
    EXPECT(1, "pass", "nobody");
}

/* Whoever knows what lies on top is told again while others shuffle. */
static void test_window_over_a_known_pile(void **state)
{
    UNUSED;
    set_up("kittens", 2, NULL,
           "{\"turn\": 0, \"hands\": [[\"future\", \"skip\"], [\"shuffle\", \"tabby\"]], \"pile\": [\"kitten\", "
           "\"tabby\", \"skip\", \"favor\"]}");
    play(0, "play future");
    all_pass();
    EXPECT(0, "play skip", "escape; hit 1; on_top kitten");
    play(0, "play skip");
    all_pass();
    EXPECT(1, "play shuffle", "mixes 0; risk 1 4");
    play(1, "play shuffle");
    EXPECT(0, "pass", "nobody; mixes 3; on_top kitten");
}

/* ---- kittens: cards that are played ----------------------------------------------------------- */

static void test_played_cards(void **state)
{
    UNUSED;
    set_up("party", 3, NULL,
           "{\"turn\": 0, \"owed\": 2, \"attacks\": 1, \"hands\": [[\"future\", \"attack\", \"targeted\", "
           "\"favor\", \"bottom\", \"skip\"], [\"tabby\"], [\"tabby\", \"skip\"]], \"pile\": [\"kitten\", "
           "\"tabby\", \"skip\", \"favor\"]}");
    EXPECT(0, "play future", "look 3 0; risk 2 4");
    EXPECT(0, "play attack", "escape; turns 1 4; risk 2 4");
    EXPECT(0, "play targeted @2", "escape; turns 2 4; risk 2 4");
    EXPECT(0, "play favor @2", "choice 2 2; bare; risk 2 4");
    EXPECT(0, "play bottom", "low; risk 2 4");
    play(0, "play future");
    all_pass();
    EXPECT(0, "play skip", "escape; back 0; on_top kitten");
    EXPECT(0, "play targeted @2", "escape; hit 2; turns 2 4; on_top kitten");
}

/* ---- good and evil ---------------------------------------------------------------------------- */

static void test_two_cats(void **state)
{
    UNUSED;
    set_up("goodevil", 3, NULL,
           "{\"turn\": 0, \"godcat\": \"mat\", \"hands\": [[\"armageddon\", \"defuse\"], [\"tabby\"], [\"tabby\"]], "
           "\"pile\": [\"tabby\", \"kitten\", \"favor\"]}");
    EXPECT(0, "play armageddon", "duel; defuses 1; risk 2 3");
    play(0, "play armageddon");
    all_pass();
    EXPECT(0, "set godcat @1", "devil 0; defuses 1");
    EXPECT(0, "set devilcat @2", "devil 2");
    play(0, "set devilcat @2");
    EXPECT(2, "swap", "bare");
}

static void test_stolen_godcat(void **state)
{
    UNUSED;
    set_up("goodevil", 2, NULL,
           "{\"turn\": 0, \"godcat\": 1, \"hands\": [[\"tabby\", \"tabby\"], [\"godcat\", \"skip\", \"nope\"]], "
           "\"pile\": [\"tabby\", \"kitten\", \"favor\"]}");
    play(0, "pair tabby tabby @1");
    all_pass();
    EXPECT(0, "steal godcat", "cure; bare");
    EXPECT(0, "steal other", "blind 1 2; bare");
}

static void test_bottom_card(void **state)
{
    UNUSED;
    set_up("goodevil", 2, NULL,
           "{\"turn\": 0, \"hands\": [[\"heck\", \"tabby\"], [\"tabby\"]], \"pile\": [\"tabby\", \"kitten\"]}");
    play(0, "play heck");
    all_pass();
    EXPECT(0, "keep", "under kitten; bare");
    EXPECT(0, "top", "escape; under kitten; hit 1");
    set_up("goodevil", 2, NULL,
           "{\"turn\": 0, \"hands\": [[\"heck\", \"tabby\"], [\"tabby\"]], \"pile\": [\"kitten\", \"nope\"]}");
    play(0, "play heck");
    all_pass();
    EXPECT(0, "keep", "under nope; veto");
    EXPECT(0, "top", "escape; under nope");
}

/* ---- rat-a-tat cat ------------------------------------------------------------------------------ */

/* Both have looked at their outer cards when seat 0 has a 1 in hand. */
static void deal_rows(const char *option)
{
    static const char *const before[] = { "take pile", "discard", "end" };
    set_up("ratcat", 2, option,
           "{\"turn\": 0, \"rows\": [[\"0\", \"1\", \"2\", \"9\"], [\"3\", \"4\", \"5\", \"3\"]], \"pile\": [\"9\", "
           "\"9\", \"1\", \"peek\", \"swap\", \"7\", \"2\"], \"discard\": [\"7\"], \"round\": 4}");
    for (int i = 0; i < 6; i++) play((Seat)(i / 3), before[i % 3]);
}

static bool begins(const char *text, const char *start) { return !strncmp(text, start, strlen(start)); }

static void test_cards_that_come_and_go(void **state)
{
    UNUSED;
    deal_rows(NULL);
    assert_true(begins(why_so(0, "take discard"), "open 9; row"));
    assert_true(begins(why_so(0, "take pile"), "row"));
    play(0, "take pile");
    assert_true(begins(why_not(0, "replace 1", "replace 4"), "forgot 1 0; in 1; row"));
    assert_true(begins(why_so(0, "replace 1"), "out 1 0; in 1; row"));
    assert_true(begins(why_not(0, "replace 2", "replace 4"), "dark 2; in 1; row"));
    assert_true(begins(why_so(0, "discard"), "away 1; row"));
}

/* What lies open cannot be forgotten: with the memory aid all that was seen, for younger players the outer cards. */
static void test_open_cards_are_not_forgotten(void **state)
{
    UNUSED;
    static const char *const open[] = { "aid=on", "young=on" };
    for (int i = 0; i < 2; i++) {
        deal_rows(open[i]);
        play(0, "take pile");
        assert_true(begins(why_not(0, "replace 1", "replace 4"), "out 1 0; in 1; row"));
    }
}

/* A card that all saw when it was taken lies face down now. */
static void test_taken_openly_and_forgotten(void **state)
{
    UNUSED;
    set_up("ratcat", 2, NULL,
           "{\"turn\": 0, \"rows\": [[\"8\", \"8\", \"8\", \"8\"], [\"3\", \"4\", \"5\", \"3\"]], \"pile\": [\"6\", "
           "\"5\", \"9\", \"7\"], \"discard\": [\"0\"], \"round\": 4}");
    play(0, "take discard");
    play(0, "replace 2");
    play(0, "end");
    play(1, "take pile");
    play(1, "discard");
    play(1, "end");
    play(0, "take pile");
    assert_true(begins(why_not(0, "replace 2", "discard"), "forgot 2 0; in 5; row"));
}

static void test_peeks_and_swaps(void **state)
{
    UNUSED;
    deal_rows(NULL);
    play(0, "take pile");
    play(0, "replace 4");
    play(0, "end");
    play(1, "take pile");
    assert_true(begins(why_so(1, "peek 1"), "seen 1 3; row"));
    assert_true(begins(why_so(1, "peek 2"), "dark 2; row"));
    play(1, "peek 2");
    play(1, "end");
    play(0, "take pile");
    assert_true(begins(why_not(0, "swap 1 @1 3", "discard"), "forgot 1 0; row"));
    assert_true(begins(why_not(0, "swap 2 @1 2", "discard"), "dark 2; kept 1 2; row"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_combos_spend_the_last), cmocka_unit_test(test_last_defuse_in_a_five),
        cmocka_unit_test(test_godcat_goes), cmocka_unit_test(test_written_as_json),
        cmocka_unit_test(test_buried_kitten), cmocka_unit_test(test_buried_with_turns_left),
        cmocka_unit_test(test_buried_before_a_defuse), cmocka_unit_test(test_two_ways_to_defuse),
        cmocka_unit_test(test_ordered_cards), cmocka_unit_test(test_taken_cards), cmocka_unit_test(test_given_cards),
        cmocka_unit_test(test_every_card_has_a_use), cmocka_unit_test(test_windows),
        cmocka_unit_test(test_window_over_a_known_pile), cmocka_unit_test(test_played_cards),
        cmocka_unit_test(test_two_cats), cmocka_unit_test(test_stolen_godcat), cmocka_unit_test(test_bottom_card),
        cmocka_unit_test(test_cards_that_come_and_go), cmocka_unit_test(test_open_cards_are_not_forgotten),
        cmocka_unit_test(test_taken_openly_and_forgotten), cmocka_unit_test(test_peeks_and_swaps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
