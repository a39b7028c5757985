/* SPDX-License-Identifier: MIT
 *
 * rules.c - the rules of Exploding Kittens, Good vs Evil and the Party Pack. One file for
 * the three editions; what differs is in the tables. Read from the bottom: apply() hands
 * a move to its function, resolve() lets an action happen once nobody stops it. */
#include "kittens.h"

/* ---- the deck ------------------------------------------------------------ */

static int printed(const State *s, int kind)
{
    const uint8_t *row = card_copies[kind];
    if (!edition[s->edition].paw_prints) return row[s->edition];
    int paw = row[PARTY], plain = row[PARTY + 1];
    return s->seats <= 3 ? paw : s->seats <= 7 ? plain : paw + plain;      /* PP-4 */
}

static int spare_defuses(const State *s)
{
    int spare = printed(s, DEFUSE) - s->seats, most = edition[s->edition].spare_defuses;
    return spare < most ? spare : most;
}

void deck_counts(const State *s, uint8_t count[KINDS])
{
    for (int c = 1; c < KINDS; c++) count[c] = (uint8_t)printed(s, c);
    count[KITTEN] = (uint8_t)(s->seats - 1);                               /* EKB-6, GVE-8, PP-7 */
    count[DEFUSE] = (uint8_t)(s->seats + spare_defuses(s));                /* EKB-7, GVE-6, PP-5 */
}

static int pile_add(State *s, int n, int kind, int count)
{
    memset(s->card + n, kind, (size_t)count);
    return n + count;
}

static int deal_hand(State *s, Seat p, int n, Events *ev)
{
    gain(s, p, DEFUSE, EVERYONE);
    note(ev, EV_GOT, p, EVERYONE, DEFUSE, 0, 0);
    for (int i = 0; i < DEALT; i++) {
        int c = s->card[--n];
        gain(s, p, c, 0);
        note(ev, EV_GOT, p, SEAT_BIT(p), c, 0, 0);
        s->card[n] = NO_CARD;
    }
    return n;
}

/* EKB-3 to 8, GVE-4 to 10, PP-3 to 8. */
static bool deal(State *s, Dice *d, Events *ev)
{
    int n = 0, spare = spare_defuses(s);
    bool dealt = edition[s->edition].spares_dealt;
    for (int c = ATTACK; c < KINDS; c++) n = pile_add(s, n, c, printed(s, c));
    if (dealt) n = pile_add(s, n, DEFUSE, spare);
    int gone = s->fast ? (n - DEALT * s->seats + 1) / 3 : 0;               /* a third, rounded */
    dice_deal(d, s->card, n, DEALT * s->seats + gone);
    for (Seat p = 0; p < s->seats; p++) n = deal_hand(s, p, n, ev);
    memset(s->card + n - gone, NO_CARD, (size_t)gone);
    n -= gone;
    if (!dealt) n = pile_add(s, n, DEFUSE, spare);
    n = pile_add(s, n, KITTEN, s->seats - 1);
    dice_shuffle(d, s->card, n);
    s->pile_n = (uint8_t)n;
    s->phase = TURN;
    note(ev, EV_DEALT, SEAT_NONE, EVERYONE, n, 0, 0);
    note(ev, EV_STARTED, s->turn, EVERYONE, s->owed, 0, 0);
    return true;
}

/* ---- turns ---------------------------------------------------------------- */

static void start_turn(State *s, Seat p, int owed, int attacks, Events *ev)
{
    s->turn = p;
    s->owed = (uint8_t)owed;
    s->attacks = (uint8_t)attacks;
    s->attacked = attacks > 0;
    s->phase = TURN;
    note(ev, EV_STARTED, p, EVERYONE, owed, 0, 0);
}

/* One owed turn is over, never more. */
static void end_turn(State *s, Events *ev)
{
    if (s->phase == OVER) return;
    if (s->owed > 1) start_turn(s, s->turn, s->owed - 1, s->attacks, ev);
    else start_turn(s, next_alive(s, s->turn), 1, 0, ev);
}

static void win(State *s, Events *ev)
{
    Seat p = (Seat)__builtin_ctz(s->alive);
    s->phase = OVER;
    s->place[p] = 1;
    note(ev, EV_WON, p, EVERYONE, 0, 0, 0);
}

/* Out: the whole hand to the discard pile (EKB-16). */
static void explode(State *s, Seat p, Events *ev)
{
    s->place[p] = (uint8_t)__builtin_popcount(s->alive);
    s->alive &= (SeatSet)~SEAT_BIT(p);
    note(ev, EV_EXPLODED, p, EVERYONE, 0, 0, 0);
    while (s->hand_n[p]) {
        int c = __builtin_ctz(hand_one(&s->hand[p]));
        spend(s, p, c);
        note(ev, EV_LOST, p, EVERYONE, c, 0, 0);
    }
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
        s->phase = DEFUSING;
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

static bool defuse(State *s, const Move *m, int with, Events *ev)
{
    if (s->phase != DEFUSING || !holds(s, m->seat, with) || m->arg[0] > s->pile_n) return false;
    use_defuse(s, m->seat, with, ev);
    bury(s, m->arg[0], ev);
    return true;
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
    SeatSet both = (SeatSet)(SEAT_BIT(from) | SEAT_BIT(to));
    SeatSet sees = c == GODCAT ? EVERYONE : both;
    lose(s, from, c, sees);
    doubt(s, from, (SeatSet)~sees);
    gain(s, to, c, sees);
    note(ev, event, event == EV_GAVE ? from : to, sees, event == EV_GAVE ? to : from, c, 0);
}

static void favor(State *s, Events *ev)
{
    int n = s->hand_n[s->target];
    if (n > 1) s->phase = GIVING;
    else if (n) hand_over(s, s->target, s->by, hand_nth(&s->hand[s->target], 0), EV_GAVE, ev);
}

static void shuffle(State *s, Events *ev)
{
    (void)ev;
    s->phase = SHUFFLING;
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
    if (look_depth(s) > 1) s->phase = ORDERING;      /* asked even if the cards are equal */
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
    s->phase = HECK_CHOICE;
}

static void armageddon(State *s, Events *ev)
{
    (void)ev;
    s->phase = SETTING;
}

/* A random card; but the Godcat's back is known, so the thief chooses it or not. */
static void steal(State *s, Events *ev)
{
    int n = s->hand_n[s->target];
    if (!n) return;
    if (s->godcat != s->target) s->phase = PICKING;
    else if (n > 1) s->phase = STEALING;
    else hand_over(s, s->target, s->by, GODCAT, EV_STOLE, ev);
}

static void demand(State *s, Events *ev)
{
    if (!holds(s, s->target, s->named)) {
        note(ev, EV_MISSED, s->by, EVERYONE, s->target, s->named, 0);
        return;
    }
    lose(s, s->target, s->named, EVERYONE);
    gain(s, s->by, s->named, EVERYONE);
    note(ev, EV_STOLE, s->by, EVERYONE, s->target, s->named, 0);
}

static void rummage(State *s, Events *ev)
{
    (void)ev;
    s->phase = TAKING;
}

static void (*const effect[ACTIONS])(State *, Events *) = {
#define CARD(id, text, base, gve, paw, plain, traits, happens) [id] = happens,
#include "cards.def"
#undef CARD
    [PAIR] = steal, [TRIO] = demand, [FIVE] = rummage,
};

/* ---- the Nope window ---------------------------------------------------------- */

/* Everyone alive is asked, cards or no cards: skipping the seats that hold no Nope would
 * tell the table who does. Only the player of the top card is not. */
static void open_window(State *s, Seat just_played)
{
    s->phase = WINDOW;
    s->asked = s->alive & (SeatSet)~SEAT_BIT(just_played);
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

static void resolve(State *s, Events *ev)
{
    bool stopped = s->nopes & 1;
    s->phase = TURN;
    note(ev, stopped ? EV_STOPPED : EV_HAPPENED, s->by, EVERYONE, 0, 0, 0);
    if (!stopped) effect[s->action](s, ev);
}

static bool pass(State *s, const Move *m, Events *ev)
{
    s->asked &= (SeatSet)~SEAT_BIT(m->seat);
    note(ev, EV_PASSED, m->seat, EVERYONE, 0, 0, 0);
    if (!s->asked) resolve(s, ev);
    return true;
}

static bool nope(State *s, const Move *m, Events *ev)
{
    if (!holds(s, m->seat, NOPE)) return false;
    spend(s, m->seat, NOPE);
    s->nopes++;
    note(ev, EV_NOPED, m->seat, EVERYONE, s->nopes, 0, 0);
    open_window(s, m->seat);
    return true;
}

/* ---- playing cards -------------------------------------------------------------- */

static bool may_target(const State *s, const Move *m, int target)
{
    return target != m->seat && is_alive(s, target);
}

static bool may_rob(const State *s, const Move *m, int target)
{
    return may_target(s, m, target) && s->hand_n[target];              /* */
}

static bool may_aim(const State *s, const Move *m, int card, int target)
{
    return card == FAVOR ? may_rob(s, m, target) : may_target(s, m, target);
}

/* `with` is laid down: the card itself, or the Godcat as that card. Armageddon needs both
 * cats on the mat (GVE-27). */
static bool may_play(const State *s, const Move *m, int with, bool aimed)
{
    int card = m->arg[0];
    uint32_t may = with == GODCAT ? DIVINE_CARDS : LONE_CARDS;
    if (s->phase != TURN || !holds(s, m->seat, with)) return false;
    if (card >= KINDS || !(may >> card & 1) || aimed != (AIMED_CARDS >> card & 1)) return false;
    return card != ARMAGEDDON || s->godcat == MAT;
}

static bool play(State *s, const Move *m, int with, Events *ev)
{
    if (!may_play(s, m, with, false)) return false;
    spend(s, m->seat, with);
    note(ev, with == GODCAT ? EV_INVOKED : EV_PLAYED, m->seat, EVERYONE, m->arg[0], SEAT_NONE, 0);
    announce(s, m, m->arg[0], 0, NO_CARD);
    return true;
}

static bool play_at(State *s, const Move *m, int with, Events *ev)
{
    int card = m->arg[0], target = m->arg[1];
    if (!may_play(s, m, with, true) || !may_aim(s, m, card, target)) return false;
    spend(s, m->seat, with);
    note(ev, with == GODCAT ? EV_INVOKED : EV_PLAYED, m->seat, EVERYONE, card, target, 0);
    announce(s, m, card, target, NO_CARD);
    return true;
}

bool combo_fits(const State *s, const uint8_t *card, int n)
{
    uint32_t all = 0;
    for (int i = 0; i < n; i++) all |= KIND_BIT(card[i]);
    uint32_t real = all & ~(KIND_BIT(FERAL) | KIND_BIT(GODCAT));
    if (real & (real - 1)) return false;                                 /* two names */
    if (all & KIND_BIT(FERAL) && real & ~(uint32_t)CATS) return false;
    if (all & KIND_BIT(GODCAT) && real & MORTAL_CARDS) return false;
    return s->combos || (n == 2 && !(real & ~(uint32_t)CATS));           /* */
}

static bool holds_all(const State *s, Seat p, const uint8_t *card, int n)
{
    Hand h = s->hand[p];
    for (int i = 0; i < n; i++) {
        if (card[i] >= KINDS || !(hand_one(&h) >> card[i] & 1)) return false;
        hand_remove(&h, card[i]);
    }
    return true;
}

static void spend_all(State *s, const Move *m, int n, int event, int b, int c, Events *ev)
{
    if (ev && ev->n < MAX_EVENTS) {
        Event *e = &ev->at[ev->n++];
        *e = (Event){ .kind = (uint8_t)event, .seat = m->seat, .sees = EVERYONE };
        for (int i = 0; i < n; i++) e->arg[i] = m->arg[i];
        if (n < 5) e->arg[n] = (int16_t)b, e->arg[n + 1] = (int16_t)c;
    }
    for (int i = 0; i < n; i++) spend(s, m->seat, m->arg[i]);
}

static bool pair(State *s, const Move *m, Events *ev)
{
    int target = m->arg[2];
    if (s->phase != TURN || !may_rob(s, m, target)) return false;
    if (!holds_all(s, m->seat, m->arg, 2) || !combo_fits(s, m->arg, 2)) return false;
    spend_all(s, m, 2, EV_PAIRED, target, 0, ev);
    announce(s, m, PAIR, target, NO_CARD);
    return true;
}

static bool trio(State *s, const Move *m, Events *ev)
{
    int target = m->arg[3], named = m->arg[4];
    if (s->phase != TURN || !may_rob(s, m, target)) return false;
    if (named >= KINDS || !(edition[s->edition].named & KIND_BIT(named))) return false;
    if (!holds_all(s, m->seat, m->arg, 3) || !combo_fits(s, m->arg, 3)) return false;
    spend_all(s, m, 3, EV_TRIO, target, named, ev);
    announce(s, m, TRIO, target, named);
    return true;
}

static bool five(State *s, const Move *m, Events *ev)
{
    uint32_t all = 0;
    if (s->phase != TURN || !edition[s->edition].five || !s->combos) return false;
    if (!holds_all(s, m->seat, m->arg, 5)) return false;
    for (int i = 0; i < 5; i++) all |= KIND_BIT(m->arg[i]);
    if (__builtin_popcount(all) != 5) return false;
    spend_all(s, m, 5, EV_FIVE, 0, 0, ev);
    announce(s, m, FIVE, 0, NO_CARD);
    return true;
}

/* ---- decisions that follow -------------------------------------------------------- */

static bool give(State *s, const Move *m, Events *ev)
{
    if (s->phase != GIVING || !holds(s, m->seat, m->arg[0])) return false;
    s->phase = TURN;
    hand_over(s, m->seat, s->by, m->arg[0], EV_GAVE, ev);
    return true;
}

static bool steal_godcat(State *s, Events *ev)
{
    if (s->phase != STEALING) return false;
    s->phase = TURN;
    hand_over(s, s->target, s->by, GODCAT, EV_STOLE, ev);
    return true;
}

static bool steal_other(State *s)
{
    if (s->phase != STEALING) return false;
    s->phase = PICKING;
    return true;
}

/* Chance draws for the thief; a Godcat in that hand was declined. */
static bool pick(State *s, Dice *d, Events *ev)
{
    Hand h = s->hand[s->target];
    int n = s->hand_n[s->target];
    if (s->godcat == s->target) hand_remove(&h, GODCAT), n--;
    s->phase = TURN;
    hand_over(s, s->target, s->by, hand_nth(&h, (int)dice_below(d, (uint32_t)n)), EV_STOLE, ev);
    return true;
}

static bool reshuffle(State *s, Dice *d, Events *ev)
{
    dice_shuffle(d, s->card, s->pile_n);
    pile_forget(s, 0);
    s->phase = TURN;
    note(ev, EV_SHUFFLED, s->by, EVERYONE, s->pile_n, 0, 0);
    return true;
}

/* Not a kitten: in a hand it would break the game. */
static bool take(State *s, const Move *m, Events *ev)
{
    uint8_t *top = s->card + DECK - s->discard_n;
    uint8_t *at = m->arg[0] == KITTEN ? NULL : memchr(top, m->arg[0], s->discard_n);
    if (s->phase != TAKING || !m->arg[0] || !at) return false;
    memmove(top + 1, top, (size_t)(at - top));
    *top = NO_CARD;
    s->discard_n--;
    gain(s, m->seat, m->arg[0], EVERYONE);
    note(ev, EV_TOOK, m->seat, EVERYONE, m->arg[0], 0, 0);
    s->phase = TURN;
    return true;
}

/* The same cards, top first; exactly as many as were looked at. */
static bool order_fits(const State *s, const uint8_t *want)
{
    Hand seen = { 0 }, said = { 0 };
    for (int i = 0; i < DEEPEST_LOOK; i++) {
        if (want[i] >= KINDS || (want[i] != NO_CARD) != (i < look_depth(s))) return false;
        if (i < look_depth(s)) hand_add(&seen, pile_top(s, i)), hand_add(&said, want[i]);
    }
    return !memcmp(&seen, &said, sizeof seen);
}

static bool order(State *s, const Move *m, Events *ev)
{
    if (s->phase != ORDERING || !order_fits(s, m->arg)) return false;
    for (int i = 0; i < look_depth(s); i++) {
        s->card[s->pile_n - 1 - i] = m->arg[i];
        s->pile_seen[s->pile_n - 1 - i] = SEAT_BIT(m->seat);
        note(ev, EV_ALTERED, m->seat, SEAT_BIT(m->seat), m->arg[i], i, 0);
    }
    s->phase = TURN;
    return true;
}

static bool keep(State *s, Events *ev)
{
    if (s->phase != HECK_CHOICE) return false;
    draw_from(s, 0, EV_BOTTOM, ev);
    return true;
}

static bool put_on_top(State *s, Events *ev)
{
    if (s->phase != HECK_CHOICE) return false;
    SeatSet seen;
    int c = pile_take(s, 0, &seen);
    pile_put(s, s->pile_n, c, seen);
    note(ev, EV_TOPPED, s->by, seen, c, 0, 0);
    end_turn(s, ev);
    return true;
}

static bool set_cats(State *s, const Move *m, int devil, Events *ev)
{
    if (s->phase != SETTING || !may_target(s, m, m->arg[0])) return false;
    s->target = m->arg[0];
    s->devil = (uint8_t)devil;
    s->phase = CHOOSING;
    note(ev, EV_LAID, m->seat, SEAT_BIT(m->seat), s->target, devil == DEVIL_AT_TARGET ? DEVILCAT : GODCAT, 0);
    return true;
}

/* GVE-29 to 33: both are turned up; the Godcat goes into a hand, the Devilcat is defused or
 * kills, and nothing enters the pile. */
static bool choose(State *s, bool swap, Events *ev)
{
    if (s->phase != CHOOSING) return false;
    bool at_target = (s->devil == DEVIL_AT_TARGET) != swap;
    Seat doomed = at_target ? s->target : s->by, blessed = at_target ? s->by : s->target, player = s->by;
    note(ev, EV_CHOSE, s->target, EVERYONE, swap, 0, 0);
    s->devil = 0;
    note(ev, EV_GODCAT, blessed, EVERYONE, 0, 0, 0);
    note(ev, EV_DEVILCAT, doomed, EVERYONE, 0, 0, 0);
    if (holds(s, doomed, DEFUSE)) use_defuse(s, doomed, DEFUSE, ev);
    else explode(s, doomed, ev);
    gain(s, blessed, GODCAT, EVERYONE);
    if (s->phase == OVER) return true;
    if (is_alive(s, player)) end_turn(s, ev);
    else start_turn(s, next_alive(s, player), 1, 0, ev);
    return true;
}

static bool draw(State *s, Events *ev)
{
    if (s->phase != TURN || !s->pile_n) return false;
    draw_from(s, s->pile_n - 1, EV_DREW, ev);
    return true;
}

/* ---- the contract ------------------------------------------------------------------ */

SeatSet kittens_to_act(const void *state)
{
    const State *s = state;
    switch ((Phase)s->phase) {
    case DEALING: case SHUFFLING: case PICKING:  return SEAT_BIT(SEAT_CHANCE);
    case WINDOW:                                 return s->asked;
    case GIVING: case CHOOSING:                  return SEAT_BIT(s->target);
    case TURN: case STEALING: case TAKING: case ORDERING:
    case HECK_CHOICE: case SETTING: case DEFUSING: return SEAT_BIT(s->turn);
    case OVER:                                   break;
    }
    return 0;
}

static bool carry_out(State *s, const Move *m, const Extra *x, Events *ev)
{
    switch (m->verb) {
    case V_DEAL:          return s->phase == DEALING && deal(s, x->dice, ev);
    case V_SHUFFLE:       return s->phase == SHUFFLING && reshuffle(s, x->dice, ev);
    case V_PICK:          return s->phase == PICKING && pick(s, x->dice, ev);
    case V_DRAW:          return draw(s, ev);
    case V_PLAY:          return play(s, m, m->arg[0], ev);
    case V_PLAY_AT:       return play_at(s, m, m->arg[0], ev);
    case V_AS:            return play(s, m, GODCAT, ev);
    case V_AS_AT:         return play_at(s, m, GODCAT, ev);
    case V_PAIR:          return pair(s, m, ev);
    case V_TRIO:          return trio(s, m, ev);
    case V_FIVE:          return five(s, m, ev);
    case V_PASS:          return pass(s, m, ev);
    case V_NOPE:          return nope(s, m, ev);
    case V_GIVE:          return give(s, m, ev);
    case V_STEAL_OTHER:   return steal_other(s);
    case V_STEAL_GODCAT:  return steal_godcat(s, ev);
    case V_TAKE:          return take(s, m, ev);
    case V_ORDER:         return order(s, m, ev);
    case V_KEEP:          return keep(s, ev);
    case V_TOP:           return put_on_top(s, ev);
    case V_SET_GODCAT:    return set_cats(s, m, DEVIL_AT_PLAYER, ev);
    case V_SET_DEVILCAT:  return set_cats(s, m, DEVIL_AT_TARGET, ev);
    case V_STAY:          return choose(s, false, ev);
    case V_SWAP:          return choose(s, true, ev);
    case V_DEFUSE:        return defuse(s, m, DEFUSE, ev);
    case V_DEFUSE_GODCAT: return defuse(s, m, GODCAT, ev);
    }
    return false;
}

Err kittens_apply(void *state, const Move *m, const Extra *x, Events *ev)
{
    State *s = state;
    bool reaction = m->verb == V_PASS || m->verb == V_NOPE;
    Err e = move_gate(kittens_to_act(s), m, s->phase == WINDOW ? s->nopes + 1 : 0);
    if (e) return e;
    if (reaction && s->phase != WINDOW) return E_NOT_ASKED;
    return carry_out(s, m, x, ev) ? E_OK : E_ILLEGAL;
}
