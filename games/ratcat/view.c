/* SPDX-License-Identifier: MIT
 *
 * view.c - who may see what: views, imagined worlds, facts, the audit and the result.
 *
 * Knowing and being shown are two things here. A view holds every card its seat has
 * seen, for bots and for imagine(); tell() shows only what lies open or is being looked at. */
#include "ratcat.h"

/* ---- observe -------------------------------------------------------------- */

/* Which places somebody has seen is public: everybody watched. The cards are not. */
static Player observe_player(const Player *p, SeatSet me)
{
    Player v = { .total = p->total, .look = p->look, .sure = p->sure };
    for (int slot = 0; slot < ROW; slot++) {
        v.seen[slot] = p->seen[slot];
        if (p->seen[slot] & me) v.card[slot] = p->card[slot];
    }
    return v;
}

/* The card in hand lay open on the discard pile, or only its drawer sees it. */
static bool hand_seen(const State *s, Seat who) { return s->phase == PLACING || who == s->turn; }

/* An allow-list: start from nothing and copy what this seat may see, so that a field
 * added tomorrow is hidden until somebody decides otherwise. */
void ratcat_observe(const void *state, Seat who, void *view)
{
    const State *s = state;
    State v = {
        .in = s->in, .winners = s->winners, .seats = s->seats, .phase = s->phase, .rigged = s->rigged,
        .ending = s->ending, .rounds = s->rounds, .hebrew = s->hebrew, .look = s->look, .young = s->young,
        .aid = s->aid, .pile_n = s->pile_n, .discard_n = s->discard_n, .turn = s->turn, .dealer = s->dealer,
        .round = s->round, .knocked = s->knocked, .left = s->left, .aside = s->aside, .up = s->up,
        .hand = hand_seen(s, who) ? s->hand : UNKNOWN,
    };
    memcpy(v.lasted, s->lasted, sizeof v.lasted);
    memcpy(v.card + DECK - s->discard_n, s->card + DECK - s->discard_n, s->discard_n);
    for (Seat p = 0; p < s->seats; p++) v.player[p] = observe_player(&s->player[p], eyes(s, who));
    memcpy(view, &v, sizeof v);
}

/* ---- imagine -------------------------------------------------------------- */

/* The cards that are nowhere to be seen, numbers first. */
typedef struct { uint8_t card[DECK + SEATS * ROW + 1]; int numbers, n; } Pool;

static void pool_add(Pool *pool, int c) { pool->card[pool->n++] = (uint8_t)c; }

/* A rigged table need not hold a whole deck: then any number may lie there. */
static void pool_fill(Pool *pool, int n, Dice *d)
{
    while (pool->n < n) pool_add(pool, ZERO + (int)dice_below(d, NINE));
}

/* How often each kind is still to be found, after all that this view shows. */
static void unseen(const State *s, int left[KINDS])
{
    for (int i = 0; i < DECK; i++) left[ratcat_deck[i]]++;
    for (int i = 0; i < DECK; i++) left[s->card[i]]--;
    for (Seat p = 0; p < s->seats; p++)
        for (int slot = 0; slot < ROW; slot++) left[s->player[p].card[slot]]--;
    left[s->hand]--;
    left[DRAW2] -= s->aside;
}

/* Enough for `sure` places that hold a number and for `holes` places in all. */
static Pool pool_make(const State *s, int sure, int holes, Dice *d)
{
    Pool pool = { .n = 0 };
    int left[KINDS] = { 0 };
    unseen(s, left);
    for (int c = ZERO; c < KINDS; c++) {
        if (c == PEEK) {
            pool_fill(&pool, sure, d);
            pool.numbers = pool.n;
        }
        while (left[c]-- > 0) pool_add(&pool, c);
    }
    pool_fill(&pool, holes, d);
    return pool;
}

/* Places in rows whose card this view lacks; those that hold a number for sure come first. */
static int find_holes(State *s, Seat who, bool sure, uint8_t **hole)
{
    int n = 0;
    for (Seat p = 0; p < s->seats; p++) {
        Player *one = &s->player[p];
        if (!has_row(s, p)) continue;
        for (int slot = 0; slot < ROW; slot++)
            if (!(one->seen[slot] & eyes(s, who)) && (one->sure >> slot & 1) == sure) hole[n++] = &one->card[slot];
    }
    return n;
}

/* First numbers for the places that need one, then the rest for all others: every world this
 * seat holds for possible is equally likely. */
void ratcat_imagine(void *view, Seat who, Dice *d)
{
    State *s = view;
    uint8_t *hole[SEATS * ROW + 1 + DECK];
    int sure = find_holes(s, who, true, hole);
    int n = sure + find_holes(s, who, false, hole + sure);
    if (s->phase == HOLDING && !hand_seen(s, who)) hole[n++] = &s->hand;
    for (int i = 0; i < s->pile_n; i++) hole[n++] = &s->card[i];
    for (int i = 0; i < n; i++) *hole[i] = UNKNOWN;
    Pool pool = pool_make(s, sure, n, d);
    dice_shuffle(d, pool.card, pool.numbers);
    dice_shuffle(d, pool.card + sure, pool.n - sure);
    for (int i = 0; i < n; i++) *hole[i] = pool.card[i];
}

/* ---- tell ------------------------------------------------------------------ */

const char *const ratcat_phase[] = {
    [DEALING] = "deal", [SHUFFLING] = "shuffle", [RESTOCKING] = "shuffle", [TURN] = "turn", [PLACING] = "place",
    [HOLDING] = "card", [ENDING] = "end", [OVER] = "over",
};

/* After the reveal all rows lie open. */
static bool rows_open(const State *v) { return v->phase == OVER || v->phase == DEALING || v->phase == RESTOCKING; }

static bool is_shown(const State *v, Seat who, Seat p, int slot)
{
    const Player *one = &v->player[p];
    if (who == SEAT_NONE || rows_open(v) || face_up(v, slot)) return true;
    if (who == p && one->look >> slot & 1) return true;
    return v->aid && one->seen[slot] & eyes(v, who);
}

static void tell_card(Scribe *to, const char *key, int c, bool shown)
{
    tell_text(to, key, shown ? ratcat_cards[c] : NULL);
}

static void tell_rows(const State *v, Seat who, Scribe *to)
{
    tell_list(to, "rows");
    for (Seat p = 0; p < v->seats; p++) {
        tell_list(to, NULL);
        for (int slot = 0; slot < ROW && has_row(v, p); slot++)
            tell_card(to, NULL, v->player[p].card[slot], is_shown(v, who, p, slot));
        to->close(to);
    }
    to->close(to);
}

static void tell_piles(const State *v, Seat who, Scribe *to)
{
    tell_list(to, "pile");
    for (int i = 0; i < v->pile_n; i++) tell_card(to, NULL, pile_top(v, i), who == SEAT_NONE);
    to->close(to);
    tell_list(to, "discard");
    for (int i = 0; i < v->discard_n; i++) tell_card(to, NULL, discard_at(v, i), true);
    to->close(to);
}

static void tell_seat(Scribe *to, const char *key, Seat p)
{
    if (p == SEAT_NONE) tell_none(to, key);
    else tell_number(to, key, p);
}

static void tell_winner(const State *v, Scribe *to)
{
    Seat p;
    if (v->phase != OVER) {
        tell_none(to, "winner");
        return;
    }
    tell_list(to, "winner");
    EACH_SEAT(p, v->winners) tell_number(to, NULL, p);
    to->close(to);
}

void ratcat_tell(const void *view, Seat who, Scribe *to)
{
    const State *v = view;
    tell_text(to, "phase", ratcat_phase[v->phase]);
    tell_number(to, "turn", v->turn);
    if (v->phase == PLACING || v->phase == HOLDING)
        tell_card(to, "card", v->hand, who == SEAT_NONE || hand_seen(v, who));
    tell_rows(v, who, to);
    tell_piles(v, who, to);
    tell_seat(to, "knocked", v->knocked);
    tell_list(to, "scores");
    for (Seat p = 0; p < v->seats; p++) tell_number(to, NULL, v->player[p].total);
    to->close(to);
    tell_number(to, "round", v->round);
    tell_number(to, "dealer", v->dealer);
    tell_list(to, "out");
    for (Seat p = 0; p < v->seats; p++) tell_bool(to, NULL, !is_in(v, p));
    to->close(to);
    tell_winner(v, to);
    tell_number(to, "left", v->left);
    tell_number(to, "aside", v->aside);
    tell_bool(to, "up", v->up);
}

/* ---- audit ------------------------------------------------------------------- */

static const char *audit_row(const State *s, Seat p)
{
    const Player *one = &s->player[p];
    SeatSet seats = (SeatSet)(SEAT_BIT(s->seats) - 1);
    for (int slot = 0; slot < ROW; slot++) {
        int c = one->card[slot];
        SeatSet seen = one->seen[slot];
        if (c >= KINDS) return "a row holds cards";
        if (!has_row(s, p) && (c || seen)) return "who is not dealt in has no row";
        if (has_row(s, p) && !c && s->phase != RESTOCKING) return "a row has no gaps but while it is replaced";
        if (seen != EVERYONE && seen & ~seats) return "a card is known to some seats or to everyone";
        if (has_row(s, p) && face_up(s, slot) && seen != EVERYONE) return "everyone sees a card that lies face up";
        if (one->look >> slot & 1 && !(seen >> p & 1)) return "who looks at a card knows it";
        if (one->sure >> slot & 1 && !is_number(c)) return "what went through a hand is a number";
    }
    if (one->look >> ROW || one->sure >> ROW) return "a row has four places";
    return !has_row(s, p) && (one->look || one->sure) ? "nobody looks at an empty place" : NULL;
}

static const char *audit_rows(const State *s)
{
    static const Player nobody;
    for (Seat p = 0; p < SEATS; p++) {
        if (p < s->seats) {
            const char *broken = audit_row(s, p);
            if (broken) return broken;
        } else if (memcmp(&s->player[p], &nobody, sizeof nobody) || s->lasted[p]) {
            return "an empty chair has nothing";
        }
    }
    return NULL;
}

static const char *audit_cards(const State *s)
{
    int left[KINDS] = { 0 };
    if (s->pile_n + s->discard_n > DECK) return "the piles fit the deck";
    for (int i = 0; i < DECK; i++) {
        bool lies = i < s->pile_n || i >= DECK - s->discard_n;
        if (lies != (s->card[i] != NO_CARD)) return "a place holds a card exactly when it is part of a pile";
        if (s->card[i] >= KINDS) return "a pile holds cards";
    }
    if (s->hand >= KINDS || (s->hand != NO_CARD) != (s->phase == PLACING || s->phase == HOLDING))
        return "a card is in hand exactly when it is being dealt with";
    if (s->phase == PLACING && is_power(s->hand)) return "nobody takes a power card from the discard pile";
    if (s->rigged || !s->round) return NULL;
    unseen(s, left);
    for (int c = ZERO; c < KINDS; c++)
        if (left[c]) return "all 54 cards are somewhere";
    return NULL;
}

static const char *audit_turn(const State *s)
{
    if (s->in & ~(SEAT_BIT(s->seats) - 1)) return "only seats at the table are in";
    if (s->turn >= s->seats || (s->dealer >= s->seats && s->round)) return "turn and deal are at the table";
    if (s->phase != OVER && !(s->in & (s->in - 1))) return "two or more are in until it is over";
    if (ratcat_to_act(s) & ~(s->in | SEAT_BIT(SEAT_CHANCE))) return "who is asked is in";
    if (s->knocked != SEAT_NONE && (s->knocked >= s->seats || !has_row(s, s->knocked))) return "who knocked has a row";
    if (s->phase == ENDING && s->knocked != SEAT_NONE) return "nobody knocks twice";
    if ((s->phase == RESTOCKING || s->phase == SHUFFLING) && s->pile_n) return "a pile is made anew when it is empty";
    if (s->phase == RESTOCKING && !(s->discard_n && s->knocked != SEAT_NONE)) return "rows are filled after a knock";
    if (s->phase == SHUFFLING && s->discard_n < 2) return "the top of the discard pile stays";
    if (s->aside && !(s->hebrew && s->left)) return "a Draw 2 waits only for its turns";
    if (!s->hebrew && s->left > (s->phase == HOLDING || s->phase == SHUFFLING)) return "one more draw at most";
    if (s->up && s->ending != BY_TIME) return "no clock where none was asked for";
    return (s->phase == OVER) != (s->winners != 0) ? "somebody wins exactly when it is over" : NULL;
}

const char *ratcat_audit(const void *state)
{
    const State *s = state;
    const char *broken;
    if (s->seats < 2 || s->seats > SEATS || s->phase > OVER || s->ending > BY_LIMIT || s->unused)
        return "the table is one of ours";
    if ((broken = audit_turn(s)) || (broken = audit_rows(s))) return broken;
    return audit_cards(s);
}

/* ---- score -------------------------------------------------------------------- */

/* Points are bad. Every round that somebody who is out has missed counts as the worst row,
 * so whoever lasted longer is ahead, whatever the totals (RTC-24, A-50). */
static int16_t points(const State *s, Seat p)
{
    return (int16_t)-(s->player[p].total + WORST_ROW * (s->round - s->lasted[p]));
}

void ratcat_score(const void *state, Result *r)
{
    const State *s = state;
    *r = (Result){ .winners = s->winners };
    for (Seat p = 0; p < s->seats; p++) r->points[p] = points(s, p);
    if (s->phase != OVER) return;
    for (Seat p = 0; p < s->seats; p++) {
        int ahead = 0;
        for (Seat other = 0; other < s->seats; other++) ahead += r->points[other] > r->points[p];
        r->place[p] = (uint8_t)(ahead + 1);
    }
}
