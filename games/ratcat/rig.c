/* SPDX-License-Identifier: MIT
 *
 * rig.c - a position from facts, for tests and lessons. The facts are anybody's: each is
 * looked at before it is believed, and a refusal says what would be right. */
#include "ratcat.h"

enum { MOST_SCORE = 9999, MOST_ROUND = 200 };    /* room for a game to go on from there */

static int find_card(const Fact *f)
{
    for (int c = ZERO; f->kind == FACT_TEXT && c < KINDS; c++)
        if (!strcmp(ratcat_cards[c], f->text)) return c;
    return NO_CARD;
}

static bool is_list(const Fact *f, const char *key, int n, const char *of, Why *w)
{
    return (f->kind == FACT_LIST && f->number == n) || why(w, "\"%s\" must list %d %s, one a seat", key, n, of);
}

/* At most `most` cards, in the order in which they are written. -1: refused. */
static int read_cards(const Fact *list, const char *key, int most, uint8_t *out, Why *w)
{
    int n = 0;
    if (list->kind != FACT_LIST) return why(w, "\"%s\" must be a list of cards", key), -1;
    for (const Fact *f = list->child; f; f = f->next) {
        int c = find_card(f);
        if (!c) return why(w, "\"%s\" must hold \"0\" to \"9\", \"peek\", \"swap\" and \"draw2\" only", key), -1;
        if (n == most) return why(w, "\"%s\" holds more than %d cards", key, most), -1;
        out[n++] = (uint8_t)c;
    }
    return n;
}

static bool rig_out(State *s, const Fact *out, Why *w)
{
    Seat p = 0;
    if (!out) return true;
    if (!is_list(out, "out", s->seats, "answers", w)) return false;
    for (const Fact *f = out->child; f; f = f->next, p++) {
        if (f->kind != FACT_BOOL) return why(w, "\"out\" must hold true or false only");
        if (f->number) s->in &= (SeatSet)~SEAT_BIT(p);
    }
    return s->in & (s->in - 1) ? true : why(w, "\"out\" must leave two seats or more in");
}

static bool rig_scores(State *s, const Fact *scores, Why *w)
{
    Seat p = 0;
    if (!scores) return true;
    if (!is_list(scores, "scores", s->seats, "totals", w)) return false;
    for (const Fact *f = scores->child; f; f = f->next, p++) {
        if (f->kind != FACT_NUMBER || f->number < 0 || f->number > MOST_SCORE)
            return why(w, "\"scores\" must hold numbers from 0 to %d", MOST_SCORE);
        s->player[p].total = (uint16_t)f->number;
    }
    return true;
}

static bool rig_row(State *s, Seat p, const Fact *row, Why *w)
{
    uint8_t card[ROW] = { 0 };
    int n = read_cards(row, "rows", ROW, card, w), want = is_in(s, p) ? ROW : 0;
    if (n < 0) return false;
    if (n != want) return why(w, "the row of seat %d, who is %s, must have %d cards", p, want ? "in" : "out", want);
    memcpy(s->player[p].card, card, ROW);
    return true;
}

/* Each seat knows its two outer cards and is still looking at them; or they lie open. */
static void rig_knowledge(State *s, Seat p)
{
    Player *one = &s->player[p];
    SeatSet sees = s->young ? EVERYONE : SEAT_BIT(p);
    if (!is_in(s, p)) {
        *one = (Player){ .total = one->total };
        s->lasted[p] = 0;
        return;
    }
    for (int slot = 0; slot < ROW; slot++) one->seen[slot] = OUTER >> slot & 1 ? sees : 0;
    one->look = s->young ? 0 : OUTER;
    one->sure = 0;
    s->lasted[p] = s->round;
}

static bool rig_rows(State *s, const Fact *rows, Why *w)
{
    Seat p = 0;
    if (rows && !is_list(rows, "rows", s->seats, "rows", w)) return false;
    for (const Fact *f = rows ? rows->child : NULL; f; f = f->next)
        if (!rig_row(s, p++, f, w)) return false;
    for (p = 0; p < s->seats; p++) rig_knowledge(s, p);
    return true;
}

/* Both are written top first, and are empty when not named. What is in hand or laid aside
 * will be discarded some day, and a power card after the reveal before another is drawn: so
 * there has to be room for that. */
static bool rig_piles(State *s, const Fact *start, Why *w)
{
    uint8_t card[DECK];
    const Fact *pile = fact_given(start, "pile"), *discarded = fact_given(start, "discard");
    int room = DECK - 1 - (s->hand != NO_CARD) - s->aside;
    int n = pile ? read_cards(pile, "pile", room, card, w) : 0;
    memset(s->card, NO_CARD, DECK);
    for (int i = 0; i < n; i++) s->card[n - 1 - i] = card[i];
    int m = n >= 0 && discarded ? read_cards(discarded, "discard", room - n, card, w) : 0;
    if (n < 0 || m < 0) return false;
    memcpy(s->card + DECK - m, card, (size_t)m);
    s->pile_n = (uint8_t)n;
    s->discard_n = (uint8_t)m;
    return true;
}

static bool rig_numbers(State *s, const Fact *start, Why *w)
{
    int round = 1, dealer = s->seats - 1, turn = __builtin_ctz(s->in);
    bool up = false;
    if (!fact_number(start, "round", 1, MOST_ROUND, &round, w)
        || !fact_number(start, "dealer", 0, s->seats - 1, &dealer, w)
        || !fact_number(start, "turn", 0, s->seats - 1, &turn, w) || !fact_bool(start, "up", &up, w)) return false;
    if (!is_in(s, turn)) return why(w, "\"turn\" must be a seat that is in");
    if (up && s->ending != BY_TIME) return why(w, "\"up\" needs the option end=time");
    s->round = (uint8_t)round;
    s->dealer = (uint8_t)dealer;
    s->turn = (uint8_t)turn;
    s->up = up;
    return true;
}

static bool rig_knocked(State *s, const Fact *knocked, Why *w)
{
    s->knocked = SEAT_NONE;
    if (!knocked) return true;
    if (knocked->kind != FACT_NUMBER || knocked->number < 0 || !is_in(s, knocked->number))
        return why(w, "\"knocked\" must be null or a seat that is in");
    if (knocked->number == s->turn) return why(w, "\"knocked\" must be another seat than \"turn\"");
    s->knocked = (uint8_t)knocked->number;
    return true;
}

static bool rig_phase(State *s, const Fact *phase, Why *w)
{
    static const Phase may_start[] = { TURN, PLACING, HOLDING, ENDING };
    const char *name = !phase ? "turn" : phase->kind == FACT_TEXT ? phase->text : "";
    s->phase = OVER;
    for (int i = 0; i < 4; i++)
        if (!strcmp(name, ratcat_phase[may_start[i]])) s->phase = (uint8_t)may_start[i];
    if (s->phase == OVER) return why(w, "\"phase\" of a start must be \"turn\", \"place\", \"card\" or \"end\"");
    if (s->phase == ENDING && s->knocked != SEAT_NONE) return why(w, "\"phase\" is never \"end\" after a knock");
    return true;
}

static bool rig_hand(State *s, const Fact *card, Why *w)
{
    bool needs = s->phase == PLACING || s->phase == HOLDING;
    s->hand = card ? (uint8_t)find_card(card) : NO_CARD;
    if (needs && !s->hand) return why(w, "\"card\" must name the card in hand in phases \"place\" and \"card\"");
    if (card && !needs) return why(w, "\"card\" is in hand in phases \"place\" and \"card\" only");
    if (s->phase == PLACING && is_power(s->hand)) return why(w, "\"card\" must be a number in phase \"place\"");
    return true;
}

/* What a Draw 2 has promised: a draw in english, turns and the cards laid aside in hebrew. */
static bool rig_draw2(State *s, const Fact *start, Why *w)
{
    int left = 0, aside = 0, most = s->hebrew ? 100 : s->phase == HOLDING;
    if (!fact_number(start, "left", 0, most, &left, w)) return false;
    if (!fact_number(start, "aside", 0, left && s->hebrew ? 9 : 0, &aside, w)) return false;
    s->left = (uint8_t)left;
    s->aside = (uint8_t)aside;
    return s->left && s->phase == ENDING ? why(w, "\"left\" must be 0 in phase \"end\"") : true;
}

bool ratcat_rig(void *state, const Fact *start, Why *w)
{
    State s;
    memcpy(&s, state, sizeof s);
    s.rigged = 1;
    if (!start || start->kind != FACT_OBJECT) return why(w, "\"start\" must be an object");
    if (!rig_out(&s, fact_given(start, "out"), w) || !rig_scores(&s, fact_given(start, "scores"), w)
        || !rig_numbers(&s, start, w) || !rig_rows(&s, fact_given(start, "rows"), w)
        || !rig_knocked(&s, fact_given(start, "knocked"), w) || !rig_phase(&s, fact_given(start, "phase"), w)
        || !rig_hand(&s, fact_given(start, "card"), w) || !rig_draw2(&s, start, w) || !rig_piles(&s, start, w))
        return false;
    memcpy(state, &s, sizeof s);
    return true;
}
