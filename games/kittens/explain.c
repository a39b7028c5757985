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
    [R_COMES]   = { "comes", "seat:@ n:N" },     /* ... or comes to this one, if all draw; so many cards before it */
    [R_BACK]    = { "back", "n:N" },             /* ... or back to whoever decides */
    [R_SAVED]   = { "saved", "seat:@" },         /* that player is known to hold a Defuse */
    [R_NEXT]    = { "next", "card:C" },          /* what the player will draw next */
    [R_UNDER]   = { "under", "card:C" },         /* the player has seen the bottom card */
    [R_LOW]     = { "low", NULL },               /* the card comes from the bottom */
    [R_LAST]    = { "last", "card:C card2:C card3:C card4:C card5:C" },     /* the last of these kinds in hand go */
    [R_LEFT]    = { "left", "n:N" },             /* a way to defuse goes, so many stay */
    [R_HOLDS]   = { "holds", "seat:@ card:C" },  /* known to hold what is asked for */
    [R_UNSURE]  = { "unsure", "seat:@ card:C" }, /* ... or not */
    [R_ASKED]   = { "asked", "card:C n:N" },     /* what is asked for, and how many of it are in hand */
    [R_BLIND]   = { "blind", "seat:@ n:N" },     /* a card by chance, out of so many */
    [R_CHOICE]  = { "choice", "seat:@ n:N" },    /* a card that its owner chooses, out of so many */
    [R_TURNS]   = { "turns", "seat:@ n:N" },
    [R_PILED]   = { "piled", "n:N" },            /* Defuses in the discard pile */
    [R_LOOK]    = { "look", "n:N known:N" },     /* so many cards will be seen; so many of them are known already */
    [R_MIXES]   = { "mixes", "n:N" },            /* so many known cards of the pile are mixed in again */
    [R_DEVIL]   = { "devil", "seat:@" },         /* before whom the Devilcat lies */
    [R_AIMED]   = { "aimed", NULL },             /* what lies on the table is aimed at this player */
    [R_AGAINST] = { "against", "seat:@" },       /* ... or at that one */
    [R_NOBODY]  = { "nobody", NULL },            /* ... or at nobody */
    [R_STOPS]   = { "stops", "seat:@" },         /* what this player has laid down does not happen */
    [R_REVIVES] = { "revives", "seat:@" },       /* ... does happen after all */
    /* What a card is good for that is taken or given. */
    [R_CURE]    = { "cure", NULL },
    [R_EXIT]    = { "exit", NULL },
    [R_VETO]    = { "veto", NULL },
    [R_PRY]     = { "pry", NULL },
    [R_GRAB]    = { "grab", NULL },
    [R_MIX]     = { "mix", NULL },
    [R_DUEL]    = { "duel", NULL },
    [R_PLAIN]   = { "plain", NULL },
    [R_MATCH]   = { "match", "n:N" },            /* others in hand that it makes a combo with */
};

/* A row for every card that a hand may hold; 0: nothing is said of it. */
static const uint8_t use_of[KINDS] = {
    [DEFUSE] = R_CURE, [GODCAT] = R_CURE, [NOPE] = R_VETO, [FAVOR] = R_GRAB, [SHUFFLE] = R_MIX, [ARMAGEDDON] = R_DUEL,
    [SKIP] = R_EXIT, [ATTACK] = R_EXIT, [TARGETED] = R_EXIT, [BOTTOM] = R_EXIT, [HECK] = R_EXIT,
    [FUTURE] = R_PRY, [REVEAL] = R_PRY, [ALTER] = R_PRY,
    [TABBY] = R_PLAIN, [TUXEDO] = R_PLAIN, [CALICO] = R_PLAIN, [GINGER] = R_PLAIN, [SIAMESE] = R_PLAIN,
    [FERAL] = R_PLAIN,
};

typedef struct { const Question *q; const State *s; Reason *out; int n, cap; } Brief;

static void put(Brief *b, const Reason *r)
{
    if (b->n < b->cap) b->out[b->n++] = *r;
}

static void add(Brief *b, int kind, int first, int second)
{
    put(b, &(Reason){ .kind = (uint8_t)kind, .arg = { (int16_t)first, (int16_t)second } });
}

static const Hand *own_hand(const Brief *b) { return &b->s->hand[b->q->who]; }
static bool known_to_hold(const Brief *b, Seat p, int card) { return sure_of(b->s, p, b->q->who) >> card & 1; }

/* ---- the pile ------------------------------------------------------------------------ */

static bool seen_at(const State *s, Seat me, int place) { return place >= 0 && s->pile_seen[place] >> me & 1; }
static bool top_seen(const State *s, Seat me) { return seen_at(s, me, s->pile_n - 1); }
static bool kitten_seen(const State *s, Seat me) { return top_seen(s, me) && pile_top(s, 0) == KITTEN; }

/* How many of so many cards from the top the player knows. */
static int known_among(const Brief *b, int cards)
{
    int n = 0;
    for (int i = 0; i < cards; i++) n += seen_at(b->s, b->q->who, b->s->pile_n - 1 - i);
    return n;
}

static void about_top(Brief *b)
{
    if (top_seen(b->s, b->q->who)) add(b, R_ON_TOP, pile_top(b->s, 0), 0);
}

static void about_pile(Brief *b)
{
    int holes, kittens = kittens_hidden(b->s, b->q->who, &holes);
    if (top_seen(b->s, b->q->who)) about_top(b);
    else if (kittens > 0 && holes > 0) add(b, R_RISK, kittens, holes);
}

static void about_bottom(Brief *b)
{
    add(b, R_LOW, 0, 0);
    if (b->s->pile_n && seen_at(b->s, b->q->who, 0)) add(b, R_UNDER, b->s->card[0], 0);
}

/* Who gets the card at this depth if everybody only draws, and whoever decides first draws so many. */
static Seat drawer_of(const Brief *b, int depth, int mine)
{
    Seat p = b->q->who;
    for (int i = mine; i <= depth; i++) p = next_alive(b->s, p);
    return p;
}

/* The player who finds a kitten at this depth. */
static void about_finder(Brief *b, Seat p, int depth)
{
    if (p == b->q->who) add(b, R_BACK, depth, 0);
    else if (depth) add(b, R_COMES, p, depth);
    else add(b, R_HIT, p, 0);
    if (p != b->q->who && known_to_hold(b, p, DEFUSE)) add(b, R_SAVED, p, 0);
}

static void about_kitten(Brief *b, int depth, int mine) { about_finder(b, drawer_of(b, depth, mine), depth); }

/* ---- the hand ------------------------------------------------------------------------ */

static int lives(const Brief *b) { return hand_count(own_hand(b), DEFUSE) + hand_count(own_hand(b), GODCAT); }

static void about_lives(Brief *b)
{
    if (lives(b)) add(b, R_DEFUSES, lives(b), 0);
    else add(b, R_BARE, 0, 0);
}

static int count_of(const uint8_t *card, int n, int kind)
{
    int k = 0;
    for (int i = 0; i < n; i++) k += card[i] == kind;
    return k;
}

/* These cards go: which kinds are then no longer in hand, Defuses first, and how many ways to defuse stay. Cats are not
 * missed. */
static void about_spent(Brief *b, const uint8_t *card, int n)
{
    Reason last = { .kind = R_LAST };
    int gone = 0, cures = 0;
    for (int c = KITTEN + 1; c < KINDS; c++) {
        int k = count_of(card, n, c);
        if (use_of[c] == R_CURE) cures += k;
        if (k && k == hand_count(own_hand(b), c) && use_of[c] != R_PLAIN) last.arg[gone++] = (int16_t)c;
    }
    if (gone) put(b, &last);
    if (cures && cures < lives(b)) add(b, R_LEFT, lives(b) - cures, 0);
}

/* ---- a turn --------------------------------------------------------------------------- */

/* What an attack of the player in turn leads to (RULES, table 0.3). */
static void about_turns(Brief *b, Seat victim)
{
    const State *s = b->s;
    int owed = s->per_card ? 2 * (s->attacks + 1) : (s->attacked ? s->owed : 0) + 2;
    add(b, R_TURNS, victim, owed);
}

static void about_escape(Brief *b, int card, Seat target)
{
    const State *s = b->s;
    bool again = card == SKIP && s->owed > 1;                /* another turn of one's own follows */
    Seat next = again ? s->turn : card == TARGETED ? target : next_alive(s, s->turn);
    add(b, R_ESCAPE, 0, 0);
    if (kitten_seen(s, b->q->who)) about_finder(b, next, 0);
    if (card != SKIP) about_turns(b, next);
}

/* A card is taken from somebody: one that they are known to hold, or one that is lacking. */
static void about_target(Brief *b, Seat p, int card)
{
    if (p < b->s->seats && known_to_hold(b, p, card)) add(b, R_HOLDS, p, card);
    if (!lives(b)) about_lives(b);
}

static void about_favor(Brief *b, Seat p)
{
    add(b, R_CHOICE, p, b->s->hand_n[p]);
    about_target(b, p, DEFUSE);
}

static void about_look(Brief *b)
{
    int n = look_depth(b->s);
    add(b, R_LOOK, n, known_among(b, n));
}

static void about_play(Brief *b, int card, Seat target)
{
    switch (card) {
    case SKIP: case ATTACK: case TARGETED: about_escape(b, card, target); break;
    case FAVOR:                            about_favor(b, target); break;
    case FUTURE: case REVEAL: case ALTER:  about_look(b); break;
    case SHUFFLE:                          add(b, R_MIXES, known_among(b, b->s->pile_n), 0); break;
    case BOTTOM: case HECK:                about_bottom(b); break;
    case ARMAGEDDON:                       add(b, R_DUEL, 0, 0); about_lives(b); break;
    default:                               break;
    }
}

/* Whoever has seen the top card, or can do nothing about a kitten, first hears what is drawn; others, that they can. */
static void about_draw(Brief *b)
{
    bool safe = lives(b) && !top_seen(b->s, b->q->who);
    if (safe) about_lives(b);
    about_pile(b);
    if (!safe) about_lives(b);
}

static void about_pair(Brief *b, const Move *m)
{
    about_target(b, m->arg[2], DEFUSE);
    add(b, R_BLIND, m->arg[2], b->s->hand_n[m->arg[2]]);
    about_spent(b, m->arg, 2);
}

static void about_trio(Brief *b, const Move *m)
{
    Seat p = m->arg[3];
    about_target(b, p, m->arg[4]);
    if (!known_to_hold(b, p, m->arg[4])) add(b, R_UNSURE, p, m->arg[4]);
    about_spent(b, m->arg, 3);
}

/* The five lie in the discard pile themselves when a card is taken from there. */
static void about_five(Brief *b, const Move *m)
{
    int there = count_of(m->arg, 5, DEFUSE);
    for (int i = 0; i < b->s->discard_n; i++) there += discard_at(b->s, i) == DEFUSE;
    add(b, R_PILED, there, 0);
    about_spent(b, m->arg, 5);
}

/* What is special about the move comes first: a hint gives no more than that. */
static void about_turn(Brief *b)
{
    static const uint8_t godcat[] = { GODCAT };
    const Move *m = &b->q->move;
    switch (m->verb) {
    case V_DRAW:                   about_draw(b); return;
    case V_PLAY: case V_AS:        about_play(b, m->arg[0], SEAT_NONE); break;
    case V_PLAY_AT: case V_AS_AT:  about_play(b, m->arg[0], m->arg[1]); break;
    case V_PAIR:                   about_pair(b, m); break;
    case V_TRIO:                   about_trio(b, m); break;
    case V_FIVE:                   about_five(b, m); break;
    default:                       break;
    }
    if (m->verb == V_AS || m->verb == V_AS_AT) about_spent(b, godcat, 1);
    about_pile(b);
}

/* ---- the Nope window -------------------------------------------------------------------- */

/* Whom it harms if it stays as it is. */
static void about_victim(Brief *b)
{
    SeatSet against = kittens_against(b->s);
    if (against >> b->q->who & 1) add(b, R_AIMED, 0, 0);
    else if (against) add(b, R_AGAINST, __builtin_ctz(against), 0);
    else add(b, R_NOBODY, 0, 0);
}

/* What three of a kind ask for, as far as the player knows. */
static void about_demand(Brief *b)
{
    const State *s = b->s;
    if (s->target == b->q->who) add(b, R_ASKED, s->named, hand_count(own_hand(b), s->named));
    else add(b, known_to_hold(b, s->target, s->named) ? R_HOLDS : R_UNSURE, s->target, s->named);
}

/* What is on the table, if it happens. */
static void about_action(Brief *b)
{
    const State *s = b->s;
    switch (s->action) {
    case ATTACK:                           about_turns(b, next_alive(s, s->turn)); break;
    case TARGETED:                         about_turns(b, s->target); break;
    case TRIO:                             about_demand(b); break;
    case PAIR: case FAVOR:                 if (s->target == b->q->who) about_lives(b); break;
    case SHUFFLE:                          add(b, R_MIXES, known_among(b, s->pile_n), 0); break;
    default:                               break;
    }
    about_top(b);
}

static void about_window(Brief *b)
{
    static const uint8_t nope[] = { NOPE };
    bool nopes = b->q->move.verb == V_NOPE, stopped = b->s->nopes & 1;
    if (nopes) add(b, stopped ? R_REVIVES : R_STOPS, b->s->by, 0);
    about_victim(b);
    if (nopes) about_spent(b, nope, 1);
    about_action(b);
}

/* ---- what follows ------------------------------------------------------------------------ */

/* What in hand makes a combo with this card: a Feral goes with any cat. */
static int matches(const Brief *b, int card)
{
    const Hand *h = own_hand(b);
    int n = hand_count(h, card);
    if (!(CATS >> card & 1)) return b->s->combos ? n : 0;
    if (card != FERAL) return n + hand_count(h, FERAL);
    for (int c = 1; c < KINDS; c++) n += c != FERAL && CATS >> c & 1 ? hand_count(h, c) : 0;
    return n;
}

/* A card comes into the hand, or leaves it: what it is good for. Nobody wants a Defuse for a combo. */
static void about_worth(Brief *b, int card, bool comes)
{
    int others = matches(b, card), use = use_of[card];
    if (!comes && others) others--;
    if (use && (use != R_PLAIN || !others)) add(b, use, 0, 0);
    if (others && use != R_CURE) add(b, R_MATCH, others, 0);
    if (!comes) about_spent(b, &(uint8_t){ (uint8_t)card }, 1);
}

static void about_order(Brief *b, const uint8_t *card)
{
    add(b, R_NEXT, card[0], 0);
    for (int i = 1; i < look_depth(b->s); i++)
        if (card[i] == KITTEN) about_kitten(b, i, b->s->owed);
}

/* The bottom card, which the player has just been shown, is drawn. */
static void about_keep(Brief *b)
{
    int card = b->s->card[0];
    add(b, R_UNDER, card, 0);
    if (card == KITTEN) about_lives(b);
    else about_worth(b, card, true);
}

/* ... or goes to the top, and the turn is over. */
static void about_raise(Brief *b)
{
    const State *s = b->s;
    add(b, R_ESCAPE, 0, 0);
    add(b, R_UNDER, s->card[0], 0);
    if (s->card[0] == KITTEN) about_kitten(b, 0, s->owed - 1);
}

static void about_cats(Brief *b, Seat devil)
{
    add(b, R_DEVIL, devil, 0);
    if (devil == b->q->who) about_lives(b);
    else if (known_to_hold(b, devil, DEFUSE)) add(b, R_SAVED, devil, 0);
}

/* Which of two ways to defuse goes is only worth a word where there are both. */
static void about_defuse(Brief *b, int with)
{
    bool both = hand_count(own_hand(b), DEFUSE) && hand_count(own_hand(b), GODCAT);
    about_kitten(b, b->q->move.arg[0], b->s->owed - 1);
    if (both) about_spent(b, &(uint8_t){ (uint8_t)with }, 1);
}

static void about_theft(Brief *b, bool godcat)
{
    Seat p = b->s->target;
    if (godcat) add(b, R_CURE, 0, 0);
    else add(b, R_BLIND, p, b->s->hand_n[p] - 1);
    about_target(b, p, DEFUSE);
}

static void about_answer(Brief *b)
{
    const Move *m = &b->q->move;
    switch (m->verb) {
    case V_NOPE: case V_PASS: about_window(b); break;
    case V_GIVE:              about_worth(b, m->arg[0], false); break;
    case V_TAKE:              about_worth(b, m->arg[0], true); about_draw(b); break;
    case V_ORDER:             about_order(b, m->arg); break;
    case V_STEAL_OTHER:       about_theft(b, false); break;
    case V_STEAL_GODCAT:      about_theft(b, true); break;
    case V_KEEP:              about_keep(b); break;
    case V_TOP:               about_raise(b); break;
    case V_SET_GODCAT:        about_cats(b, b->q->who); break;
    case V_SET_DEVILCAT:      about_cats(b, m->arg[0]); break;
    case V_STAY: case V_SWAP: about_lives(b); break;
    case V_DEFUSE:            about_defuse(b, DEFUSE); break;
    case V_DEFUSE_GODCAT:     about_defuse(b, GODCAT); break;
    default:                  break;
    }
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
