/* SPDX-License-Identifier: MIT
 * message_test.c - what viewers are told: offers stand for exactly the legal moves. */
#include "unit.h"

#include <stdlib.h>

#include "../../bots/random.h"
#include "../../core/round.h"
#include "../../protocol/json.h"
#include "../../protocol/message.h"

static OfferRoom room;
static Move list[MAX_MOVES];
static char out[1 << 20], facts[1 << 22];

enum { OFFER_LINE = 4096 };

/* Every choice of every barred token, written into `text`. */
static int expand(const char *offer, char text[][MAX_LINE], int n)
{
    char one[OFFER_LINE];
    const char *bar = strchr(offer, '|'), *from = bar;
    if (!bar) return strcpy(text[n], offer), n + 1;
    while (from > offer && from[-1] != ' ') from--;
    size_t width = strcspn(from, " ");
    for (const char *p = from; p <= from + width; p += strcspn(p, "| ") + 1) {
        Text t = text_into(one, sizeof one);
        text_bytes(&t, offer, (size_t)(from - offer));
        text_bytes(&t, p, strcspn(p, "| "));
        text_add(&t, from + width);
        assert_true(t.n < sizeof one);
        n = expand(one, text, n);
    }
    return n;
}

static int by_text(const void *a, const void *b) { return strcmp(a, b); }

static void check_offer(const Game *g, const void *view, Seat who)
{
    static char said[MAX_MOVES][MAX_LINE], meant[MAX_MOVES][MAX_LINE];
    Text t = text_into(out, sizeof out);
    Arena a = { facts, sizeof facts, 0 };
    Why w;
    text_char(&t, '{');
    message_moment(&t, g, view, who, &room);
    text_char(&t, '}');
    const Fact *message = json_read(out, t.n, &a, &w);
    assert_non_null(message);
    int n = 0, legal = g->legal(view, who, list, MAX_MOVES);
    for (const Fact *f = fact_get(message, "offer")->child; f; f = f->next) n = expand(f->text, said, n);
    assert_int_equal(n, legal);
    for (int i = 0; i < n; i++) move_format(g, &list[i], NULL, meant[i], MAX_LINE);
    qsort(said, (size_t)n, MAX_LINE, by_text);
    qsort(meant, (size_t)n, MAX_LINE, by_text);
    for (int i = 0; i < n; i++) assert_string_equal(said[i], meant[i]);
}

static void play_and_check(const Game *g, int seats, Dice *d)
{
    static Round r;
    _Alignas(16) uint8_t view[MAX_STATE];
    Options o;
    Move m;
    options_default(g, seats, &o);
    assert_int_equal(round_start(&r, g, &o, (uint8_t[ENTROPY]){ (uint8_t)dice_below(d, 256) }), E_OK);
    for (round_settle(&r); round_asked(&r);) {
        Seat p = (Seat)__builtin_ctz(round_asked(&r));
        g->observe(r.table.state, p, view);
        check_offer(g, view, p);
        m = list[dice_below(d, (uint32_t)g->legal(view, p, list, MAX_MOVES))];
        if (m.arg[0] == ARG_OPEN) m.arg[0] = RANDOM_NUMBER;
        assert_int_equal(round_play(&r, &m, RANDOM_WORD), E_OK);
    }
}

static void offers_are_the_legal_moves(void **unused)
{
    (void)unused;
    Dice d;
    dice_fast(&d, 9);
    for (int i = 0; game_at(i); i++)
        for (int k = 0; k < 4; k++) play_and_check(game_at(i), game_at(i)->min_seats + k % 2, &d);
}

static void a_secret_argument_is_null(void **unused)
{
    (void)unused;
    const Game *g = game_find("kittens");
    Event e = { .seat = 1, .sees = SEAT_BIT(1), .arg = { 2 } };
    while (strcmp(g->events[e.kind].name, "drew")) e.kind++;
    Text t = text_into(out, sizeof out);
    message_event(&t, g, 7, &e, 0, NULL);
    message_event(&t, g, 7, &e, SEAT_TABLE, NULL);
    assert_string_equal(out, "{\"n\":7,\"e\":\"drew\",\"seat\":1,\"card\":null}"
                             "{\"n\":7,\"e\":\"drew\",\"seat\":1,\"card\":null}");
    t = text_into(out, sizeof out);
    message_event(&t, g, 7, &e, 1, NULL);
    assert_null(strstr(out, "null"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(offers_are_the_legal_moves),
        cmocka_unit_test(a_secret_argument_is_null),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
