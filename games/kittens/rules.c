/* SPDX-License-Identifier: MIT
 *
 * rules.c - the rules of Exploding Kittens, Good vs Evil and the Party Pack: what happens
 * when a move is made. Whether it may be made is judged in legal.c, before anything here
 * runs. One file for the three editions; what differs is in the tables. Read from the
 * bottom: every verb has a function, and close_window() lets an action happen once
 * nobody stops it. */
#include "kittens.h"

/* ---- the deck ------------------------------------------------------------ */

static int printed(const State *s, int kind)
{
    const uint8_t *row = kittens_copies[kind];
    if (!kittens_edition[s->edition].paw_prints) return row[s->edition];
    int paw = row[PARTY], plain = row[PARTY + 1];
    return s->seats <= 3 ? paw : s->seats <= 7 ? plain : paw + plain;      /* PP-4 */
}

static int spare_defuses(const State *s)
{
    int spare = printed(s, DEFUSE) - s->seats, most = kittens_edition[s->edition].spare_defuses;
    return spare < most ? spare : most;
}

void kittens_deck_counts(const State *s, uint8_t count[KINDS])
{
    for (int c = 1; c < KINDS; c++) count[c] = (uint8_t)printed(s, c);
    count[KITTEN] = (uint8_t)(s->seats - 1);                               /* EKB-6, GVE-8, PP-7 */
    count[DEFUSE] = (uint8_t)(s->seats + spare_defuses(s));                /* EKB-7, GVE-6, PP-5 */
}

/* Adds `count` cards to the n that lie there. Always writes sixteen, since a known number is one instruction: the
 * next kind is written over what is too many, and at the end deal() clears the rest. */
enum { AT_ONCE = 16 };
static int pile_add(State *s, int n, int kind, int count)
{
    memset(s->card + n, kind, AT_ONCE);
    return n + count;
}

#define CARD(id, text, base, gve, paw, plain, traits, effect, taste) \
    static_assert((base) <= AT_ONCE && (gve) <= AT_ONCE && (paw) + (plain) <= AT_ONCE, \
                  "there are more of " text " than are written");
#include "cards.def"
#undef CARD
#define CARD(id, text, base, gve, paw, plain, traits, effect, taste) \
    + (id == KITTEN || id == DEFUSE ? 0 : (paw) + (plain))
static_assert(0
#include "cards.def"
              + AT_ONCE <= DECK, "sixteen can be written after all that are dealt before spare Defuses");
#undef CARD

/* A hand is told sorted by kind: the order in which the cards were dealt would tell something about the shuffle. */
static int deal_hand(State *s, Seat p, int n, Events *ev)
{
    Hand h = hand_of_seven(s->card + (n -= DEALT));
    for (int i = 0; ev && i < DEALT; i++) note(ev, EV_GOT, p, SEAT_BIT(p), hand_nth(&h, i), 0, 0);
    hand_add(&h, DEFUSE);
    note(ev, EV_GOT, p, EVERYONE, DEFUSE, 0, 0);
    s->hand[p] = h;
    recount(s, p, -(DEALT + 1));
    learn(s, p, DEFUSE, EVERYONE);
    return n;
}

/* EKB-3 to 9, GVE-4 to 10, PP-3 to 8. */
static void deal(State *s, const Move *m, const Extra *x, Events *ev)
{
    (void)m;
    Dice *d = x->dice;
    int n = 0, spare = spare_defuses(s);
    bool dealt = kittens_edition[s->edition].spares_dealt;
    const uint32_t apart = KIND_BIT(DEFUSE) | KIND_BIT(GODCAT);
    for (uint32_t kinds = kittens_edition[s->edition].held & ~apart; kinds; kinds &= kinds - 1) {
        int c = __builtin_ctz(kinds);
        n = pile_add(s, n, c, printed(s, c));
    }
    if (dealt) n = pile_add(s, n, DEFUSE, spare);
    int gone = s->fast ? (n - DEALT * s->seats + 1) / 3 : 0;               /* a third, rounded */
    dice_deal(d, s->card, n, DEALT * s->seats + gone);
    for (Seat p = 0; p < s->seats; p++) n = deal_hand(s, p, n, ev);
    n -= gone;
    if (!dealt) n = pile_add(s, n, DEFUSE, spare);
    n = pile_add(s, n, KITTEN, s->seats - 1);
    dice_shuffle(d, s->card, n);
    memset(s->card + n, NO_CARD, (size_t)(DECK - n));
    s->pile_n = (uint8_t)n;
    if (s->turn == SEAT_NONE) s->turn = (uint8_t)dice_below(d, s->seats);
    ask(s, TURN, SEAT_BIT(s->turn));
    note(ev, EV_DEALT, SEAT_NONE, EVERYONE, n, 0, 0);
    note(ev, EV_STARTED, s->turn, EVERYONE, s->owed, 0, 0);
}

/* ---- turns ---------------------------------------------------------------- */

static void start_turn(State *s, Seat p, int owed, int attacks, Events *ev)
{
    s->turn = p;
    s->owed = (uint8_t)owed;
    s->attacks = (uint8_t)attacks;
    s->attacked = attacks > 0;
    ask(s, TURN, SEAT_BIT(p));
    note(ev, EV_STARTED, p, EVERYONE, owed, 0, 0);
}

/* One owed turn is over, never more. */
static void end_turn(State *s, Events *ev)
{
    if (s->owed > 1) start_turn(s, s->turn, s->owed - 1, s->attacks, ev);
    else start_turn(s, next_alive(s, s->turn), 1, 0, ev);
}

static void win(State *s, Events *ev)
{
    Seat p = (Seat)__builtin_ctz(s->alive);
    ask(s, OVER, 0);
    s->place[p] = 1;
    note(ev, EV_WON, p, EVERYONE, 0, 0, 0);
}

/* Out: the whole hand to the discard pile (EKB-16). */
static void explode(State *s, Seat p, Events *ev)
{
    s->place[p] = (uint8_t)__builtin_popcount(s->alive);
    s->alive &= (SeatSet)~SEAT_BIT(p);
    note(ev, EV_EXPLODED, p, EVERYONE, 0, 0, 0);
    for (int i = 0; ev && i < s->hand_n[p]; i++) note(ev, EV_LOST, p, EVERYONE, hand_nth(&s->hand[p], i), 0, 0);
    spend_hand(s, p);
    if (!(s->alive & (s->alive - 1))) win(s, ev);
}

/* ---- kittens --------------------------------------------------------------- */

/* The kitten goes back where its finder likes. Nobody else knows where, so what they had
 * seen of the pile may lie one deeper now. */
static void bury(State *s, int depth, Events *ev)
{
    Seat p = s->turn;
    pile_forget(s, SEAT_BIT(p));
    pile_put(s, s->pile_n - depth, KITTEN, SEAT_BIT(p));
    note(ev, EV_BURIED, p, SEAT_BIT(p), depth, 0, 0);
    end_turn(s, ev);
}

static void use_defuse(State *s, Seat p, int with, Events *ev)
{
    spend(s, p, with);
    note(ev, EV_DEFUSED, p, EVERYONE, with, 0, 0);
}

/* Defusing is forced, the means and the place are chosen; with one of each there is
 * nothing to ask. */
static void meet_kitten(State *s, Events *ev)
{
    Seat p = s->turn;
    bool defuse = holds(s, p, DEFUSE), godcat = holds(s, p, GODCAT);
    note(ev, EV_KITTEN, p, EVERYONE, 0, 0, 0);
    if (!defuse && !godcat) {
        discard(s, KITTEN);
        explode(s, p, ev);
        if (s->phase != OVER) start_turn(s, next_alive(s, p), 1, 0, ev);   /* owed turns vanish */
    } else if (defuse != godcat && !s->pile_n) {
        use_defuse(s, p, defuse ? DEFUSE : GODCAT, ev);
        bury(s, 0, ev);
    } else {
        ask(s, DEFUSING, SEAT_BIT(p));
    }
}

static void draw_from(State *s, int at, int event, Events *ev)
{
    SeatSet seen;
    Seat p = s->turn;
    int c = pile_take(s, at, &seen);
    if (c == KITTEN) {
        meet_kitten(s, ev);
        return;
    }
    gain(s, p, c, seen);
    note(ev, event, p, (SeatSet)(seen | SEAT_BIT(p)), c, 0, 0);
    end_turn(s, ev);
}

static void defuse(State *s, const Move *m, int with, Events *ev)
{
    use_defuse(s, m->seat, with, ev);
    bury(s, m->arg[0], ev);
}

/* ---- what cards do, once the window has closed ------------------------------ */

static void attack(State *s, Events *ev)
{
    Seat victim = s->action == TARGETED ? s->target : next_alive(s, s->turn);
    int chain = s->attacks + 1;
    int owed = s->per_card ? 2 * chain : (s->attacked ? s->owed : 0) + 2;  /* table 0.3 */
    note(ev, EV_ATTACKED, s->by, EVERYONE, victim, owed, 0);
    start_turn(s, victim, owed, chain, ev);
}

static void skip(State *s, Events *ev)
{
    note(ev, EV_SKIPPED, s->by, EVERYONE, 0, 0, 0);
    end_turn(s, ev);
}

static void hand_over(State *s, Seat from, Seat to, int c, int event, Events *ev)
{
    SeatSet sees = c == GODCAT ? EVERYONE : (SeatSet)(SEAT_BIT(from) | SEAT_BIT(to));
    lose(s, from, c);
    gain(s, to, c, 0);
    if (c == GODCAT) {                               /* its back gives it away */
        unlearn(s, from, mark_of(s, c));
        learn(s, to, c, EVERYONE);
    } else {
        unlearn_secretly(s, from, to, c);
        s->sure[to][from] |= mark_of(s, c);
    }
    note(ev, event, event == EV_GAVE ? from : to, sees, event == EV_GAVE ? to : from, c, 0);
}

static void favor(State *s, Events *ev)
{
    int n = s->hand_n[s->target];
    if (n > 1) ask(s, GIVING, SEAT_BIT(s->target));
    else if (n) hand_over(s, s->target, s->by, hand_nth(&s->hand[s->target], 0), EV_GAVE, ev);
}

static void shuffle(State *s, Events *ev)
{
    (void)ev;
    ask(s, SHUFFLING, SEAT_BIT(SEAT_CHANCE));
}

static void look(State *s, SeatSet who, int event, Events *ev)
{
    for (int i = 0; i < look_depth(s); i++) {
        s->pile_seen[s->pile_n - 1 - i] |= who;
        note(ev, event, s->by, who, pile_top(s, i), i, 0);
    }
}

static void see_the_future(State *s, Events *ev) { look(s, SEAT_BIT(s->by), EV_SAW, ev); }
static void reveal_the_future(State *s, Events *ev) { look(s, EVERYONE, EV_REVEALED, ev); }

static void alter_the_future(State *s, Events *ev)
{
    look(s, SEAT_BIT(s->by), EV_SAW, ev);
    if (look_depth(s) > 1) ask(s, ORDERING, SEAT_BIT(s->by));      /* asked even if the cards are equal */
}

static void draw_from_the_bottom(State *s, Events *ev)
{
    if (s->pile_n) draw_from(s, 0, EV_BOTTOM, ev);
    else end_turn(s, ev);
}

static void raise_heck(State *s, Events *ev)
{
    if (!s->pile_n) {
        end_turn(s, ev);
        return;
    }
    s->pile_seen[0] |= SEAT_BIT(s->by);
    note(ev, EV_SAW, s->by, SEAT_BIT(s->by), s->card[0], s->pile_n - 1, 0);
    ask(s, HECK_CHOICE, SEAT_BIT(s->by));
}

static void armageddon(State *s, Events *ev)
{
    (void)ev;
    ask(s, SETTING, SEAT_BIT(s->by));
}

/* A random card; but the Godcat's back is known, so the thief chooses it or not. */
static void steal(State *s, Events *ev)
{
    int n = s->hand_n[s->target];
    if (!n) return;
    if (s->godcat != s->target) ask(s, PICKING, SEAT_BIT(SEAT_CHANCE));
    else if (n > 1) ask(s, STEALING, SEAT_BIT(s->by));
    else hand_over(s, s->target, s->by, GODCAT, EV_STOLE, ev);
}

static void demand(State *s, Events *ev)
{
    if (!holds(s, s->target, s->named)) {
        note(ev, EV_MISSED, s->by, EVERYONE, s->target, s->named, 0);
        return;
    }
    lose_openly(s, s->target, s->named);
    gain(s, s->by, s->named, EVERYONE);
    note(ev, EV_STOLE, s->by, EVERYONE, s->target, s->named, 0);
}

static void rummage(State *s, Events *ev)
{
    (void)ev;
    ask(s, TAKING, SEAT_BIT(s->by));
}

static void (*const effect[ACTIONS])(State *, Events *) = {
#define CARD(id, text, base, gve, paw, plain, traits, happens, taste) [id] = happens,
#include "cards.def"
#undef CARD
    [PAIR] = steal, [TRIO] = demand, [FIVE] = rummage,
};

/* ---- the Nope window ---------------------------------------------------------- */

/* Everyone alive is asked, cards or no cards: skipping the seats that hold no Nope would
 * tell the table who does. Only the player of the top card is not. */
static void open_window(State *s, Seat just_played)
{
    ask(s, WINDOW, others(s->alive, just_played));
}

static void announce(State *s, const Move *m, int action, int target, int named)
{
    s->action = (uint8_t)action;
    s->by = m->seat;
    s->target = (uint8_t)target;
    s->named = (uint8_t)named;
    s->nopes = 0;
    open_window(s, m->seat);
}

static void close_window(State *s, Events *ev)
{
    bool stopped = s->nopes & 1;
    ask(s, TURN, SEAT_BIT(s->turn));
    note(ev, stopped ? EV_STOPPED : EV_HAPPENED, s->by, EVERYONE, 0, 0, 0);
    if (!stopped) effect[s->action](s, ev);
}

/* What is announced harms whom it is aimed at, and an attack the next player; a Nope harms whoever is stopped. */
SeatSet kittens_against(const void *state)
{
    const State *s = state;
    if (s->phase != WINDOW) return 0;
    if (s->nopes & 1) return SEAT_BIT(s->by);
    if (s->action == ATTACK) return SEAT_BIT(next_alive(s, s->turn));
    return s->target < MAX_SEATS ? SEAT_BIT(s->target) : 0;
}

static void pass(State *s, const Move *m, const Extra *x, Events *ev)
{
    (void)x;
    s->asked &= (SeatSet)~SEAT_BIT(m->seat);
    note(ev, EV_PASSED, m->seat, EVERYONE, 0, 0, 0);
    if (!s->asked) close_window(s, ev);
}

static void nope(State *s, const Move *m, const Extra *x, Events *ev)
{
    (void)x;
    spend(s, m->seat, NOPE);
    s->nopes++;
    note(ev, EV_NOPED, m->seat, EVERYONE, s->nopes, 0, 0);
    open_window(s, m->seat);
}

/* ---- playing cards -------------------------------------------------------------- */

/* `with` is laid down: the card itself, or the Godcat as that card. */
static void lay_down(State *s, const Move *m, int with, int target, Events *ev)
{
    spend(s, m->seat, with);
    note(ev, with == GODCAT ? EV_INVOKED : EV_PLAYED, m->seat, EVERYONE, m->arg[0], target, 0);
    announce(s, m, m->arg[0], target, NO_CARD);
}

static void note_combo(Events *ev, int event, const Move *m, int args)
{
    if (!ev || ev->n == MAX_EVENTS) return;
    Event *e = &ev->at[ev->n++];
    *e = (Event){ .kind = (uint8_t)event, .seat = m->seat, .sees = EVERYONE };
    for (int i = 0; i < args; i++) e->arg[i] = m->arg[i];
}

static void pair(State *s, const Move *m, const Extra *x, Events *ev)
{
    (void)x;
    spend_all(s, m->seat, m->arg, 2);
    note_combo(ev, EV_PAIRED, m, 3);
    announce(s, m, PAIR, m->arg[2], NO_CARD);
}

static void trio(State *s, const Move *m, const Extra *x, Events *ev)
{
    (void)x;
    spend_all(s, m->seat, m->arg, 3);
    note_combo(ev, EV_TRIO, m, 5);
    announce(s, m, TRIO, m->arg[3], m->arg[4]);
}

static void five(State *s, const Move *m, const Extra *x, Events *ev)
{
    (void)x;
    uint32_t kinds = 0;
    uint16_t marks = 0;
    for (int i = 0; i < 5; i++) {
        kinds |= KIND_BIT(m->arg[i]);
        marks |= mark_of(s, m->arg[i]);
        discard(s, m->arg[i]);
    }
    hand_take(&s->hand[m->seat], kinds);
    recount(s, m->seat, 5);
    unlearn(s, m->seat, marks);
    note_combo(ev, EV_FIVE, m, 5);
    announce(s, m, FIVE, SEAT_NONE, NO_CARD);
}

/* ---- decisions that follow -------------------------------------------------------- */

static void give(State *s, const Move *m, const Extra *x, Events *ev)
{
    (void)x;
    ask(s, TURN, SEAT_BIT(s->turn));
    hand_over(s, m->seat, s->by, m->arg[0], EV_GAVE, ev);
}

static void steal_godcat(State *s, const Move *m, const Extra *x, Events *ev)
{
    (void)m, (void)x;
    ask(s, TURN, SEAT_BIT(s->turn));
    hand_over(s, s->target, s->by, GODCAT, EV_STOLE, ev);
}

static void steal_other(State *s, const Move *m, const Extra *x, Events *ev)
{
    (void)m, (void)x;
    note(ev, EV_SPARED, s->by, EVERYONE, s->target, 0, 0);
    ask(s, PICKING, SEAT_BIT(SEAT_CHANCE));
}

/* Chance draws a card for the thief. If the Godcat is in that hand, the thief has chosen to leave it there. */
static void pick(State *s, const Move *m, const Extra *x, Events *ev)
{
    (void)m;
    Hand h = s->hand[s->target];
    int n = s->hand_n[s->target];
    if (s->godcat == s->target) hand_remove(&h, GODCAT), n--;
    ask(s, TURN, SEAT_BIT(s->turn));
    hand_over(s, s->target, s->by, hand_any(&h, dice_below(x->dice, (uint32_t)n)), EV_STOLE, ev);
}

static void reshuffle(State *s, const Move *m, const Extra *x, Events *ev)
{
    (void)m;
    dice_shuffle(x->dice, s->card, s->pile_n);
    pile_forget(s, 0);
    ask(s, TURN, SEAT_BIT(s->turn));
    note(ev, EV_SHUFFLED, s->by, EVERYONE, s->pile_n, 0, 0);
}

static void take(State *s, const Move *m, const Extra *x, Events *ev)
{
    (void)x;
    uint8_t *top = s->card + DECK - s->discard_n, *at = memchr(top, m->arg[0], s->discard_n);
    memmove(top + 1, top, (size_t)(at - top));
    *top = NO_CARD;
    s->discard_n--;
    gain(s, m->seat, m->arg[0], EVERYONE);
    note(ev, EV_TOOK, m->seat, EVERYONE, m->arg[0], 0, 0);
    ask(s, TURN, SEAT_BIT(s->turn));
}

static void order(State *s, const Move *m, const Extra *x, Events *ev)
{
    (void)x;
    for (int i = 0; i < look_depth(s); i++) {
        s->card[s->pile_n - 1 - i] = m->arg[i];
        s->pile_seen[s->pile_n - 1 - i] = SEAT_BIT(m->seat);
        note(ev, EV_ALTERED, m->seat, SEAT_BIT(m->seat), m->arg[i], i, 0);
    }
    ask(s, TURN, SEAT_BIT(s->turn));
}

static void keep(State *s, const Move *m, const Extra *x, Events *ev)
{
    (void)m, (void)x;
    draw_from(s, 0, EV_BOTTOM, ev);
}

static void put_on_top(State *s, const Move *m, const Extra *x, Events *ev)
{
    (void)m, (void)x;
    SeatSet seen;
    int c = pile_take(s, 0, &seen);
    pile_put(s, s->pile_n, c, seen);
    note(ev, EV_TOPPED, s->by, seen, c, 0, 0);
    end_turn(s, ev);
}

static void set_cats(State *s, const Move *m, int devil, Events *ev)
{
    s->target = m->arg[0];
    s->devil = (uint8_t)devil;
    ask(s, CHOOSING, SEAT_BIT(s->target));
    note(ev, EV_LAID, m->seat, SEAT_BIT(m->seat), s->target, devil == DEVIL_AT_TARGET ? DEVILCAT : GODCAT, 0);
}

/* GVE-29 to 33: both are turned up; the Godcat goes into a hand, the Devilcat is defused or
 * kills, and nothing enters the pile. */
static void choose(State *s, bool swap, Events *ev)
{
    bool at_target = (s->devil == DEVIL_AT_TARGET) != swap;
    Seat doomed = at_target ? s->target : s->by, blessed = at_target ? s->by : s->target, player = s->by;
    note(ev, EV_CHOSE, s->target, EVERYONE, swap, 0, 0);
    s->devil = 0;
    note(ev, EV_GODCAT, blessed, EVERYONE, 0, 0, 0);
    note(ev, EV_DEVILCAT, doomed, EVERYONE, 0, 0, 0);
    if (holds(s, doomed, DEFUSE)) use_defuse(s, doomed, DEFUSE, ev);
    else explode(s, doomed, ev);
    gain(s, blessed, GODCAT, EVERYONE);
    if (s->phase == OVER) return;
    if (is_alive(s, player)) end_turn(s, ev);
    else start_turn(s, next_alive(s, player), 1, 0, ev);
}

static void draw(State *s, const Move *m, const Extra *x, Events *ev)
{
    (void)m, (void)x;
    draw_from(s, s->pile_n - 1, EV_DREW, ev);
}

/* ---- the contract ------------------------------------------------------------------ */

#define PERFORMS(name, what)                                                      \
    static void name(State *s, const Move *m, const Extra *x, Events *ev)         \
    {                                                                             \
        (void)m, (void)x;                                                         \
        what;                                                                     \
    }
PERFORMS(play, lay_down(s, m, m->arg[0], SEAT_NONE, ev))
PERFORMS(play_at, lay_down(s, m, m->arg[0], m->arg[1], ev))
PERFORMS(play_godcat, lay_down(s, m, GODCAT, SEAT_NONE, ev))
PERFORMS(play_godcat_at, lay_down(s, m, GODCAT, m->arg[1], ev))
PERFORMS(set_godcat, set_cats(s, m, DEVIL_AT_PLAYER, ev))
PERFORMS(set_devilcat, set_cats(s, m, DEVIL_AT_TARGET, ev))
PERFORMS(stay, choose(s, false, ev))
PERFORMS(swap, choose(s, true, ev))
PERFORMS(defuse_plainly, defuse(s, m, DEFUSE, ev))
PERFORMS(defuse_by_godcat, defuse(s, m, GODCAT, ev))

/* Every verb and what it does, without asking whether it may. */
#define VERB_ROWS(X)                                                                                     \
    X(V_DEAL, deal) X(V_SHUFFLE, reshuffle) X(V_PICK, pick) X(V_DRAW, draw) X(V_PLAY, play)              \
    X(V_PLAY_AT, play_at) X(V_AS, play_godcat) X(V_AS_AT, play_godcat_at) X(V_PAIR, pair)                \
    X(V_TRIO, trio) X(V_FIVE, five) X(V_PASS, pass) X(V_NOPE, nope) X(V_GIVE, give)                      \
    X(V_STEAL_OTHER, steal_other) X(V_STEAL_GODCAT, steal_godcat) X(V_TAKE, take) X(V_ORDER, order)      \
    X(V_KEEP, keep) X(V_TOP, put_on_top) X(V_SET_GODCAT, set_godcat) X(V_SET_DEVILCAT, set_devilcat)     \
    X(V_STAY, stay) X(V_SWAP, swap) X(V_DEFUSE, defuse_plainly) X(V_DEFUSE_GODCAT, defuse_by_godcat)

#define X(verb, does) [verb] = does,
static void (*const perform[VERBS])(State *, const Move *, const Extra *, Events *) = { VERB_ROWS(X) };
#undef X

SeatSet kittens_to_act(const void *state) { return ((const State *)state)->asked; }

Err kittens_apply(void *state, const Move *m, const Extra *x, Events *ev)
{
    State *s = state;
    Err e = kittens_judge(s, m);
    if (!e) perform[m->verb](s, m, x, ev);
    return e;
}

/* ---- unheard ------------------------------------------------------------------------ */

/* All verbs once more for playouts, which want no events. Everything is inlined into one function, so that the
 * compiler can drop the code that writes them. */
__attribute__((flatten)) void kittens_quietly(State *s, const Move *m, const Extra *x)
{
    switch (m->verb) {
#define X(verb, does) case verb: does(s, m, x, NULL); break;
    VERB_ROWS(X)
#undef X
    default: __builtin_unreachable();
    }
}

__attribute__((flatten)) void kittens_close_quietly(State *s) { close_window(s, NULL); }
