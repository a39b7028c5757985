/* SPDX-License-Identifier: MIT
 *
 * explain.c - why a move is good or bad, as facts that its player can know; and what a review of the whole table
 * needs: dealing anew what nobody has seen, and chances that come true as often as they say. */
#include "hunch.h"

const ReasonKind kittens_reasons[REASONS] = {
    [R_ON_TOP]  = { "on_top", "card:C" },        /* the player has seen the top card */
    [R_RISK]    = { "risk", "n:N of:N" },        /* so many kittens among so many cards not seen */
    [R_DEFUSES] = { "defuses", "n:N" },
    [R_BARE]    = { "bare", NULL },              /* no Defuse in hand */
    [R_ESCAPE]  = { "escape", NULL },            /* ends the turn without a draw from the top */
    [R_HIT]     = { "hit", "seat:@" },           /* a known kitten waits for this player */
    [R_SAVED]   = { "saved", "seat:@" },         /* ... who is known to hold a Defuse */
    [R_LAST]    = { "last", "card:C" },          /* the only one in hand goes */
    [R_AIMED]   = { "aimed", NULL },             /* what lies on the table is aimed at this player */
    [R_HOLDS]   = { "holds", "seat:@ card:C" },  /* known to hold what is asked for */
};

typedef struct { const Question *q; const State *s; Reason *out; int n, cap; } Brief;

static void add(Brief *b, int kind, int first, int second)
{
    if (b->n < b->cap) b->out[b->n++] = (Reason){ .kind = (uint8_t)kind, .arg = { (int16_t)first, (int16_t)second } };
}

static bool top_seen(const State *s, Seat me) { return s->pile_n && s->pile_seen[s->pile_n - 1] >> me & 1; }
static bool kitten_seen(const State *s, Seat me) { return top_seen(s, me) && pile_top(s, 0) == KITTEN; }

/* ---- a turn --------------------------------------------------------------------- */

static void about_pile(Brief *b)
{
    int holes, kittens = kittens_hidden(b->s, b->q->who, &holes);
    if (top_seen(b->s, b->q->who)) add(b, R_ON_TOP, pile_top(b->s, 0), 0);
    else if (kittens > 0 && holes > 0) add(b, R_RISK, kittens, holes);
}

static int lives(const Brief *b)
{
    return hand_count(&b->s->hand[b->q->who], DEFUSE) + (b->s->godcat == b->q->who);
}

static void about_lives(Brief *b)
{
    if (lives(b)) add(b, R_DEFUSES, lives(b), 0);
    else add(b, R_BARE, 0, 0);
}

static void about_next(Brief *b, Seat p)
{
    add(b, R_HIT, p, 0);
    if (sure_of(b->s, p, b->q->who) >> DEFUSE & 1) add(b, R_SAVED, p, 0);
}

static void about_escape(Brief *b, int card, Seat target)
{
    const State *s = b->s;
    if (card != SKIP && card != ATTACK && card != TARGETED) return;
    add(b, R_ESCAPE, 0, 0);
    bool mine = card == SKIP && s->owed > 1;                 /* another turn of one's own follows */
    if (kitten_seen(s, b->q->who) && !mine) about_next(b, card == TARGETED ? target : next_alive(s, s->turn));
}

/* A card is taken from somebody: one that they are known to hold, or one that is lacking. */
static void about_target(Brief *b, Seat p, int card)
{
    if (p < b->s->seats && sure_of(b->s, p, b->q->who) >> card & 1) add(b, R_HOLDS, p, card);
    if (!lives(b)) about_lives(b);
}

static void about_play(Brief *b, int card, Seat target)
{
    about_escape(b, card, target);
    if (card == FAVOR) about_target(b, target, DEFUSE);
}

/* Whoever has seen the top card, or can do nothing about a kitten, first hears what is drawn; others, that they can. */
static void about_draw(Brief *b)
{
    bool safe = lives(b) && !top_seen(b->s, b->q->who);
    if (safe) about_lives(b);
    about_pile(b);
    if (!safe) about_lives(b);
}

/* What is special about the move comes first: a hint gives no more than that. */
static void about_turn(Brief *b)
{
    const Move *m = &b->q->move;
    switch (m->verb) {
    case V_DRAW:                   about_draw(b); return;
    case V_PLAY: case V_AS:        about_play(b, m->arg[0], SEAT_NONE); break;
    case V_PLAY_AT: case V_AS_AT:  about_play(b, m->arg[0], m->arg[1]); break;
    case V_PAIR:                   about_target(b, m->arg[2], DEFUSE); break;
    case V_TRIO:                   about_target(b, m->arg[3], m->arg[4]); break;
    default:                       break;
    }
    about_pile(b);
}

/* ---- what follows ------------------------------------------------------------------ */

static void about_last(Brief *b, int card)
{
    if (hand_count(&b->s->hand[b->q->who], card) == 1) add(b, R_LAST, card, 0);
}

static void about_answer(Brief *b)
{
    const State *s = b->s;
    const Move *m = &b->q->move;
    if (m->verb == V_GIVE) about_last(b, m->arg[0]);
    if (m->verb == V_NOPE) about_last(b, NOPE);
    if ((m->verb == V_NOPE || m->verb == V_PASS) && s->target == b->q->who && s->by != b->q->who)
        add(b, R_AIMED, 0, 0);
    if ((m->verb == V_DEFUSE || m->verb == V_DEFUSE_GODCAT) && !m->arg[0] && s->owed < 2)
        about_next(b, next_alive(s, s->turn));
}

int kittens_explain(const Question *q, Reason *out, int cap)
{
    Brief b = { .q = q, .s = q->view, .out = out, .cap = cap };
    if (b.s->phase == TURN) about_turn(&b);
    else about_answer(&b);
    return b.n;
}

/* ---- for reviews ---------------------------------------------------------------------- */

/* Nobody knows the order of the places that nobody has seen. */
void kittens_redeal(void *state, Dice *d)
{
    State *s = state;
    uint8_t card[PILE], at[PILE];
    int n = 0;
    for (int i = 0; i < s->pile_n; i++)
        if (!s->pile_seen[i]) card[n] = s->card[i], at[n++] = (uint8_t)i;
    dice_shuffle(d, card, n);
    for (int i = 0; i < n; i++) s->card[at[i]] = card[i];
}

/* By how many are still alive, from two on; more than six are taken for six, and only the Party Pack has so many. */
float kittens_temper(const void *view, float mean)
{
    enum { MOST = 6 };
    static const Temper fitted[EDITIONS][MOST + 1] = {
        [KITTENS]  = { [2] = { .77f, -.28f }, { .75f, -.13f }, { .87f, .09f }, { .97f, .24f } },
        [GOODEVIL] = { [2] = { .86f, -.22f }, { .72f, -.26f }, { .72f, -.22f }, { .69f, -.35f } },
        [PARTY]    = { [2] = { .72f, -.23f }, { .74f, -.17f }, { .79f, -.19f }, { .83f, -.18f }, { .88f, .03f } },
    };
    const State *s = view;
    int alive = __builtin_popcount(s->alive);
    return alive < 2 ? mean : temper_mean(fitted[s->edition][alive < MOST ? alive : MOST], mean);
}
