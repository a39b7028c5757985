/* SPDX-License-Identifier: MIT
 * round_test.c - core/round.c: what is played for silent seats, what counts as a new decision, what listening seats
 * are told, and that a replayed log leads to the same bytes. */
#include "unit.h"

#include "core/round.h"
#include "core/show.h"
#include "protocol/json.h"

static Round round_, again;

static void begin(Round *r, const Game *g, int seats, int setting, uint8_t seed)
{
    const uint8_t secret[ENTROPY] = { seed, (uint8_t)setting };
    Options o;
    options_default(g, seats, &o);
    for (int i = 0; i < g->option_count; i++) {          /* one value of each option in turn */
        const OptionRow *row = &g->options[i];
        int n = 0;
        while (row->words && row->words[n]) n++;
        if (n) o.value[i] = (uint8_t)((row->usual + setting) % n);
    }
    options_fit(g, &o);
    assert_int_equal(round_start(r, g, &o, secret), E_OK);
    round_settle(r);
}

static void be_silent(Round *r, uint32_t lot)
{
    SeatSet asked = round_asked(r);
    if (asked) assert_int_equal(round_silent(r, (Seat)__builtin_ctz(asked), lot), E_OK);
    else assert_int_equal(round_time_up(r), E_OK);
}

/* ---- silence --------------------------------------------------------------------- */

/* Rounds in which every seat stays silent for 1000 decisions, or to the end: not every such round ends. */
static void nobody_says_anything_and_it_goes_on(void **state)
{
    const Game *g;
    int ended = 0;
    UNUSED;
    for (int i = 0; (g = game_at(i)); i++)
        for (int seats = g->min_seats; seats <= g->max_seats; seats++)
            for (int setting = 0; setting < 4; setting++) {
                memset(&round_, 0, sizeof round_);
                begin(&round_, g, seats, setting, (uint8_t)(10 + i));
                for (uint32_t n = 0; !round_over(&round_) && n < 1000; n++) be_silent(&round_, n * 7919);
                ended += round_over(&round_);
            }
    assert_true(ended > 50);
}

/* The board is full of words for silence ("hmm", "hmmm", ...); there must be one more that is not on it. */
static void silence_is_legal_on_every_board(void **state)
{
    static char memory[1 << 16], text[4096];
    const Game *g = game_find("duet");
    Arena a = { memory, sizeof memory, 0 };
    Text t = text_into(text, sizeof text);
    Why w = { "" };
    UNUSED;
    memset(&round_, 0, sizeof round_);
    begin(&round_, g, 2, 0, 1);
    text_add(&t, "{\"words\":[");
    for (int i = 0; i < 25; i++) {
        text_add(&t, i ? ",\"" : "\"");
        text_add(&t, g->silence);
        for (int k = 0; k < i; k++) text_char(&t, g->silence[strlen(g->silence) - 1]);
        text_char(&t, '"');
    }
    text_add(&t, "],\"keys\":[\"gggggggggxxx.............\",\"gggx.....gx.gggggx.......\"]}");
    if (!g->rig(round_.table.state, json_read(text, t.n, &a, &w), &w)) fail_msg("%s", w.text);
    be_silent(&round_, 0);
}

/* The card to be given for a Favor is drawn by lot: other lots, other cards. */
static void a_gift_is_drawn_by_lot(void **state)
{
    static char memory[1 << 16];
    static const char position[] = "{\"hands\":[[\"favor\"],[\"attack\",\"skip\",\"future\",\"shuffle\"]]}";
    const Game *g = game_find("kittens");
    Arena a = { memory, sizeof memory, 0 };
    Why w = { "" };
    uint64_t mark[4];
    Move m;
    char word[MAX_WORD];
    UNUSED;
    for (uint32_t lot = 0; lot < 4; lot++) {
        memset(&round_, 0, sizeof round_);
        begin(&round_, g, 2, 0, 1);
        a.used = 0;
        if (!g->rig(round_.table.state, json_read(position, strlen(position), &a, &w), &w)) fail_msg("%s", w.text);
        assert_int_equal(move_parse(g, 2, 0, "play favor @1", &m, word), E_OK);
        assert_int_equal(round_play(&round_, &m, NULL), E_OK);
        while (round_is_window(&round_)) be_silent(&round_, 0);
        be_silent(&round_, lot);
        mark[lot] = game_mark(g, round_.table.state);
    }
    assert_true(mark[0] != mark[1] && mark[1] != mark[2] && mark[2] != mark[3]);
}

/* ---- decisions -------------------------------------------------------------------- */

/* While the seats asked only become fewer it is the same decision; the next question is a new one. */
static void a_window_is_one_decision(void **state)
{
    const Game *g = game_find("kittens");
    int windows = 0;
    UNUSED;
    memset(&round_, 0, sizeof round_);
    begin(&round_, g, 4, 0, 3);
    for (uint32_t n = 0; !round_over(&round_) && n < 500; n++) {
        Move list[MAX_MOVES];
        SeatSet before = round_asked(&round_);
        Seat p = (Seat)__builtin_ctz(before);
        uint64_t decision = round_.decision;
        int many = g->legal(round_.table.state, p, list, MAX_MOVES);
        bool window = round_is_window(&round_);
        Err e = window ? round_silent(&round_, p, n) : round_play(&round_, &list[(n * 31) % (uint32_t)many], NULL);
        assert_int_equal(e, E_OK);
        bool fewer = round_asked(&round_) && !(round_asked(&round_) & ~(before & ~SEAT_BIT(p)));
        assert_true(fewer == (round_.decision == decision));
        windows += window && fewer;
    }
    assert_true(windows > 10);
}

/* ---- hearing and playing again ------------------------------------------------------- */

static char log_text[1 << 20];
static Text log_to;
static uint64_t happened_n, heard_n;

static void record(void *host, const LogRecord *r)
{
    char line[MAX_LINE * 2];
    log_write(((Round *)host)->table.game, r, line, sizeof line);
    text_add(&log_to, line);
    text_char(&log_to, '\n');
}

static void happened(void *host, const Events *ev, const char *word)
{
    (void)host, (void)word;
    happened_n += ev->n;
}

/* Seat 1 listens: it is told its own cards, and blanks of others'. */
static void hear(void *host, Seat seat, const void *view, const Event *e)
{
    const Game *g = ((Round *)host)->table.game;
    EventArg a;
    (void)view;
    assert_int_equal(seat, 1);
    heard_n++;
    if (strcmp(g->events[e->kind].name, "drew")) return;
    for (int i = 0; event_arg(&g->events[e->kind], i, &a); i++)
        if (a.secret) assert_true((e->arg[i] == BLANK) == (e->seat != 1));
}

static void everything_is_told_and_can_be_played_again(void **state)
{
    static const Audience audience = { record, happened, hear };
    UNUSED;
    const Game *g;
    for (int i = 0; (g = game_at(i)); i++) {
        log_to = text_into(log_text, sizeof log_text);
        memset(&round_, 0, sizeof round_);
        round_ = (Round){ .audience = &audience, .host = &round_, .listening = SEAT_BIT(1) };
        begin(&round_, g, g->max_seats, 0, 9);
        for (uint32_t n = 0; !round_over(&round_) && n < 300; n++) be_silent(&round_, n);
        assert_true(log_to.n < sizeof log_text);
        memset(&again, 0, sizeof again);
        assert_int_equal(round_start(&again, g, &round_.table.options, round_.table.secret), E_OK);
        char *rest = log_text, *line;
        while ((line = strtok_r(rest, "\n", &rest))) {
            LogRecord r;
            Why w = { "" };
            if (!log_read(g, g->max_seats, line, &r, &w) || !round_replay(&again, &r, &w))
                fail_msg("%s: %s", line, w.text);
        }
        assert_memory_equal(again.table.state, round_.table.state, g->state_size);
        assert_int_equal(again.table.moves, round_.table.moves);
        assert_int_equal(again.decision, round_.decision);
    }
    assert_true(happened_n && happened_n == heard_n);
}

/* ---- one round after another -------------------------------------------------------------- */

static void play_any_move(Round *r, uint32_t lot)
{
    static Move list[MAX_MOVES];
    Seat p = (Seat)__builtin_ctz(round_asked(r));
    int n = r->table.game->legal(r->table.state, p, list, MAX_MOVES);
    assert_int_equal(round_play(r, &list[lot * 7919 % (uint32_t)n], NULL), E_OK);
}

static void play_to_the_end(Round *r, const Game *g, const Options *o, uint8_t seed)
{
    const uint8_t secret[ENTROPY] = { seed };
    memset(r, 0, sizeof *r);
    assert_int_equal(round_start(r, g, o, secret), E_OK);
    round_settle(r);
    for (uint32_t n = 0; !round_over(r) && n < 20000; n++) play_any_move(r, n);
    assert_true(round_over(r));
}

static void follows(const Round *last, const Game *g, Options *o, const char *how, const char *who)
{
    Options next;
    char value[32];
    int i = options_role(g, ROLE_FIRST);
    if (i < 0) i = options_role(g, ROLE_DEALER);
    assert_int_equal(options_set(g, o, g->options[i].name, how), E_OK);
    round_follow(last, g, o, &next);
    options_value(g, &next, i, value, sizeof value);
    assert_string_equal(value, who);
}

/* the next one begins, or whoever was the first to explode. */
static void the_next_or_the_loser_begins(void **state)
{
    const Game *g = game_find("kittens");
    Options o;
    Result result;
    UNUSED;
    options_default(g, 3, &o);
    options_set(g, &o, "first", "@2");
    play_to_the_end(&round_, g, &o, 5);
    round_.table.game->score(round_.table.state, &result);
    Seat out = 0;
    while (result.place[out] != 3) out++;
    assert_int_equal(round_.began, 2);
    follows(&round_, g, &o, "next", "@0");
    follows(&round_, g, &o, "loser", (char[]){ '@', (char)('0' + out), 0 });
    follows(&round_, g, &o, "lot", "lot");
    follows(NULL, g, &o, "next", "next");
    Options four = o;
    four.seats = 4;
    follows(&round_, g, &four, "next", "next");
}

/* RTC-4: the deal goes on to the seat that began, or to the highest total; the usual dealer is not in the header. */
static void the_deal_goes_on(void **state)
{
    const Game *g = game_find("ratcat");
    Options o;
    Result result;
    char header[MAX_LINE];
    UNUSED;
    options_default(g, 3, &o);
    o.value[1] = 1;                                      /* one round */
    log_write_header(g, &o, header, sizeof header);
    assert_null(strstr(header, "dealer"));
    options_set(g, &o, "dealer", "@0");
    play_to_the_end(&round_, g, &o, 7);
    round_.table.game->score(round_.table.state, &result);
    Seat last = 0;
    for (Seat p = 1; p < 3; p++)
        if (result.place[p] > result.place[last]) last = p;
    follows(&round_, g, &o, "next", "@1");
    follows(&round_, g, &o, "loser", (char[]){ '@', (char)('0' + last), 0 });
}

static void a_seat_must_be_at_the_table(void **state)
{
    const Game *g = game_find("party");
    const uint8_t secret[ENTROPY] = { 1 };
    Options o;
    UNUSED;
    options_default(g, 4, &o);
    assert_int_equal(options_set(g, &o, "first", "@4"), E_OK);
    assert_int_equal(round_start(&round_, g, &o, secret), E_OPTION);
    options_fit(g, &o);
    assert_int_equal(round_start(&round_, g, &o, secret), E_OK);
    round_settle(&round_);
    assert_int_equal(round_asked(&round_), SEAT_BIT(0));
}

/* ---- what hosts rely on ------------------------------------------------------------------ */

static void games_say_what_hosts_must_know(void **state)
{
    const Game *g;
    UNUSED;
    for (int i = 0; (g = game_at(i)); i++)
        if (game_flaw(g)) fail_msg("%s: %s", g->id, game_flaw(g));
    Game broken = *game_find("duet");
    broken.silence = NULL;
    assert_non_null(game_flaw(&broken));
    broken = *game_find("ratcat");
    broken.option_count = 0;
    assert_non_null(game_flaw(&broken));
    const Verb nobody_deals[] = { { "draw", VERB_CHANCE } };
    const Verb players_deal[] = { { "draw", VERB_CHANCE | VERB_DEAL }, { "deal", VERB_DEAL } };
    const ShowRow layout[] = { { .fact = "phase", .shape = SHOW_PHASE }, { .fact = NULL } };
    broken = (Game){ .verbs = nobody_deals, .verb_count = 1, .layout = layout };
    assert_string_equal(game_flaw(&broken), "it has verbs of chance, and none of them deals");
    broken = (Game){ .verbs = players_deal, .verb_count = 2, .layout = layout };
    assert_string_equal(game_flaw(&broken), "only chance deals");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nobody_says_anything_and_it_goes_on), cmocka_unit_test(silence_is_legal_on_every_board),
        cmocka_unit_test(a_gift_is_drawn_by_lot), cmocka_unit_test(a_window_is_one_decision),
        cmocka_unit_test(everything_is_told_and_can_be_played_again),
        cmocka_unit_test(the_next_or_the_loser_begins), cmocka_unit_test(the_deal_goes_on),
        cmocka_unit_test(a_seat_must_be_at_the_table), cmocka_unit_test(games_say_what_hosts_must_know),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
