/* SPDX-License-Identifier: MIT
 *
 * explain.c - why a move is good or bad, as facts that its player can know; and what a review of the whole table
 * needs: dealing anew what nobody has seen, points, and chances that come true as often as they say. */
#include "hunch.h"

const ReasonKind ratcat_reasons[REASONS] = {
    [R_FORGOT] = { "forgot", "slot:N card:C" },      /* the player had seen that card, and gives it away for worse */
    [R_SEEN]   = { "seen", "slot:N card:C" },        /* a look at a card that the player has seen */
    [R_OUT]    = { "out", "slot:N card:C" },         /* a card the player has seen goes */
    [R_IN]     = { "in", "card:C" },                 /* ... or comes into the row */
    [R_AWAY]   = { "away", "card:C" },               /* the card in hand is not used */
    [R_DARK]   = { "dark", "slot:N" },               /* the player has never seen what lies there */
    [R_KEPT]   = { "kept", "seat:@ slot:N" },        /* its owner knows what comes from there */
    [R_OPEN]   = { "open", "card:C" },               /* what lies on top of the discard pile */
    [R_EARLY]  = { "early", "n:N" },                 /* a knock with this chance in 100 to be lowest */
    [R_LATE]   = { "late", "n:N" },                  /* no knock, with this chance */
    [R_LOWEST] = { "lowest", "n:N" },
    [R_ROW]    = { "row", "points:N dark:N" },       /* the own row; places not seen */
    [R_THEIRS] = { "theirs", "seat:@ points:N" },    /* the lowest of the others, about so many points */
};

typedef struct { const Question *q; const State *s; Reason *out; int n, cap; } Brief;

static void add(Brief *b, int kind, int first, int second)
{
    if (b->n < b->cap) b->out[b->n++] = (Reason){ .kind = (uint8_t)kind, .arg = { (int16_t)first, (int16_t)second } };
}

static int whole(float x) { return (int)(x + 0.5f); }

/* ---- a card goes ----------------------------------------------------------------------- */

static const Player *own(const Brief *b) { return &b->s->player[b->q->who]; }
static bool has_seen(const Brief *b, const Player *p, int slot) { return p->seen[slot] >> b->q->who & 1; }

/* Does this card of the player's row lie open to them? */
static bool is_shown(const Brief *b, int slot)
{
    return own(b)->look >> slot & 1 || b->s->aid || face_up(b->s, slot);
}

/* What comes in, as far as the player knows: the card in hand, or the other's in a swap; NO_CARD: no idea. */
static int incoming(const Brief *b)
{
    const Move *m = &b->q->move;
    if (m->verb == V_REPLACE) return b->s->hand;
    const Player *other = &b->s->player[m->arg[1]];
    return has_seen(b, other, m->arg[2] - 1) ? other->card[m->arg[2] - 1] : NO_CARD;
}

/* Is this what should be played? */
static bool is_best(const Question *q)
{
    return q->move.verb == q->best.verb && !memcmp(q->move.arg, q->best.arg, sizeof q->move.arg);
}

/* Whoever puts a 7 where they have seen a 2 has forgotten the 2, unless it lay open, or nothing better could be done.
 * An unseen card counts as a middling one. */
static void about_card(Brief *b)
{
    enum { MIDDLE = 5 };
    int slot = b->q->move.arg[0] - 1, card = own(b)->card[slot], in = incoming(b);
    if (!has_seen(b, own(b), slot)) { add(b, R_DARK, slot + 1, 0); return; }
    bool worse = is_number(card) && card_value(card) < (is_number(in) ? card_value(in) : MIDDLE);
    add(b, worse && !is_shown(b, slot) && !is_best(b->q) ? R_FORGOT : R_OUT, slot + 1, card);
}

/* Everybody has watched who has looked where. */
static void about_incoming(Brief *b)
{
    const Move *m = &b->q->move;
    int in = incoming(b);
    if (in) add(b, R_IN, in, 0);
    else if (b->s->player[m->arg[1]].seen[m->arg[2] - 1] >> m->arg[1] & 1) add(b, R_KEPT, m->arg[1], m->arg[2]);
}

static void about_peek(Brief *b)
{
    int slot = b->q->move.arg[0] - 1;
    if (has_seen(b, own(b), slot)) add(b, R_SEEN, slot + 1, own(b)->card[slot]);
    else add(b, R_DARK, slot + 1, 0);
}

/* ---- the knock -------------------------------------------------------------------------- */

static void about_knock(Brief *b, const Reckoning *r)
{
    uint8_t mine = b->q->move.verb, best = b->q->best.verb;
    int percent = whole(100 * r->lowest);
    if (mine == V_KNOCK && best == V_END) add(b, R_EARLY, percent, 0);
    else if (mine == V_END && best == V_KNOCK) add(b, R_LATE, percent, 0);
    else add(b, R_LOWEST, percent, 0);
}

static void about_rows(Brief *b, const Reckoning *r)
{
    Seat p, lowest = SEAT_NONE;
    add(b, R_ROW, whole(r->sum[b->q->who]), r->dark[b->q->who]);
    EACH_SEAT(p, b->s->in)
        if (p != b->q->who && (lowest == SEAT_NONE || r->sum[p] < r->sum[lowest])) lowest = p;
    if (lowest != SEAT_NONE) add(b, R_THEIRS, lowest, whole(r->sum[lowest]));
}

static void about_move(Brief *b)
{
    switch (b->q->move.verb) {
    case V_REPLACE: case V_SWAP: about_card(b); about_incoming(b); break;
    case V_PEEK:                 about_peek(b); break;
    case V_DISCARD:              add(b, R_AWAY, b->s->hand, 0); break;
    case V_TAKE_DISCARD:         add(b, R_OPEN, discard_at(b->s, 0), 0); break;
    default:                     break;
    }
}

int ratcat_explain(const Question *q, Reason *out, int cap)
{
    Brief b = { .q = q, .s = q->view, .out = out, .cap = cap };
    Reckoning r;
    if (q->who >= b.s->seats || !is_in(b.s, q->who)) return 0;
    ratcat_reckon(b.s, q->who, &r);
    about_move(&b);
    if (b.s->phase == ENDING) about_knock(&b, &r);
    about_rows(&b, &r);
    return b.n;
}

/* ---- for reviews ---------------------------------------------------------------------------- */

/* Nobody knows the pile, nor places of rows that nobody has looked at. */
void ratcat_redeal(void *state, Dice *d)
{
    State *s = state;
    uint8_t *at[DECK + SEATS * ROW], card[DECK + SEATS * ROW];
    int n = 0;
    Seat p;
    if (s->phase == DEALING || s->phase == OVER) return;
    for (int i = 0; i < s->pile_n; i++) at[n++] = &s->card[i];
    EACH_SEAT(p, s->in)
        for (int slot = 0; slot < ROW; slot++)
            if (has_row(s, p) && !s->player[p].seen[slot] && !(s->player[p].sure >> slot & 1))
                at[n++] = &s->player[p].card[slot];
    for (int i = 0; i < n; i++) card[i] = *at[i];
    dice_shuffle(d, card, n);
    for (int i = 0; i < n; i++) *at[i] = card[i];
}

/* Points of the own row, as it lies in the end: a power card counts as the number that replaces it. */
float ratcat_tally(const void *world, Seat who)
{
    enum { MIDDLE = 5 };
    const State *s = world;
    int sum = 0;
    for (int slot = 0; slot < ROW && who < SEATS; slot++) {
        int c = s->player[who].card[slot];
        sum += is_number(c) ? card_value(c) : MIDDLE;
    }
    return (float)sum;
}

/* By how many are still in, from two on. */
float ratcat_temper(const void *view, float mean)
{
    static const Temper fitted[SEATS + 1] = {
        [2] = { .90f, 0 }, { .75f, .08f }, { .75f, .08f }, { .70f, .20f }, { .80f, .45f },
    };
    const State *s = view;
    int in = __builtin_popcount(s->in);
    return in < 2 ? mean : temper_mean(fitted[in], mean);
}
