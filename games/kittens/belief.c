/* SPDX-License-Identifier: MIT
 *
 * belief.c - what one remembers at the table and the rules do not keep: where a kitten was
 * buried and by whom, who has looked at what, what the others know of one's own hand, who let
 * a theft pass. Imagined worlds are bent to agree; what the seat sees of them stays. */
#include "hunch.h"

static SeatSet all_seats(const State *s) { return (SeatSet)(SEAT_BIT(s->seats) - 1); }

/* ---- the pile ------------------------------------------------------------------ */

static void shuffled(Memory *m, int n)
{
    memset(m->seen, 0, sizeof m->seen);
    memset(m->wary, 0, sizeof m->wary);
    m->digger = 0;
    m->grave = NOWHERE;
    m->pile_n = (uint8_t)n;
}

static void pull(Memory *m, int at)
{
    size_t below = (size_t)(PILE - 1 - at);
    memmove(m->seen + at, m->seen + at + 1, below * sizeof *m->seen);
    memmove(m->wary + at, m->wary + at + 1, below);
    m->seen[PILE - 1] = 0;
    m->wary[PILE - 1] = 0;
    m->pile_n--;
    if (m->grave != NOWHERE && m->grave >= at) m->grave = m->grave > at ? (uint8_t)(m->grave - 1) : NOWHERE;
}

static void push(Memory *m, int at, SeatSet seen, int wary)
{
    size_t below = (size_t)(PILE - 1 - at);
    memmove(m->seen + at + 1, m->seen + at, below * sizeof *m->seen);
    memmove(m->wary + at + 1, m->wary + at, below);
    m->seen[at] = seen;
    m->wary[at] = (uint8_t)wary;
    m->pile_n++;
    if (m->grave != NOWHERE && m->grave >= at) m->grave++;
}

/* Somebody has drawn a card, from whichever end: takes it out of the remembered pile. Returns who else knew it. */
static SeatSet taken(Memory *m)
{
    int at = m->low ? m->pile_n - 1 : 0;
    if (!m->pile_n) return 0;
    SeatSet seen = m->seen[at];
    m->low = 0;
    pull(m, at);
    return seen;
}

/* The depth at which the next player starts to draw, once this one has finished. */
static int next_draw(const State *v, Seat p) { return v->turn == p && v->phase != OVER ? v->owed : 0; }

/* A kitten was put back. If I did it, I know where. If another did, it may lie anywhere, and every card that
 * somebody had seen may lie one deeper now, so only the digger still knows places. */
static void buried(Memory *m, const State *v, Seat p, Seat me, int depth)
{
    if (m->pile_n >= PILE) return;
    for (int i = 0; i < m->pile_n; i++) m->seen[i] &= SEAT_BIT(p);
    push(m, p == me ? depth : m->pile_n, 0, 0);
    if (p == me) return;
    m->digger = SEAT_BIT(p);
    m->grave = (uint8_t)next_draw(v, p);
}

/* Somebody who knows the top card ended the turn without drawing it: it is more likely to be a kitten. */
static void fled(Memory *m, Seat p)
{
    if (m->pile_n && m->seen[0] >> p & 1 && m->wary[0] < 3) m->wary[0]++;
}

static void altered(Memory *m, const State *v, Seat p, int depth)
{
    m->seen[depth] = SEAT_BIT(p);
    m->wary[depth] = depth == next_draw(v, p);
}

static void topped(Memory *m, SeatSet seen)
{
    if (!m->pile_n) return;
    pull(m, m->pile_n - 1);
    push(m, 0, seen, 1);
}

/* ---- who just drew ------------------------------------------------------------------- */

static Moment moment_of(const State *v, Seat me)
{
    return (Moment){ v->owed, v->attacked, v->attacks, v->discard_n, v->hand_n[me] };
}

/* Remember who drew, and the table as it was before. A player who draws without having seen the card probably had
 * nothing better to do, which says something about the hand (see doubt_drawer). */
static void drew(Memory *m, Seat p, Seat me, int c, SeatSet seen)
{
    m->drawer = p == me || seen >> p & 1 ? 0 : (uint8_t)(p + 1);
    m->drawn = c > NO_CARD ? (uint8_t)c : NO_CARD;
    m->then = m->now;
    m->gone_n = 0;
}

/* A card has left the hand of whoever drew last. If I know which, it is noted, so that the draw can be rewound; if
 * not, nothing more can be concluded from that draw. */
static void missed(Memory *m, Seat from, int c)
{
    if (m->drawer != from + 1) return;
    if (c <= NO_CARD || m->gone_n == sizeof m->gone) m->drawer = 0;
    else m->gone[m->gone_n++] = (uint8_t)c;
}

/* ---- hands ---------------------------------------------------------------------- */

static void all_sure(Memory *m, int c)
{
    for (int p = 0; p < MAX_SEATS; p++) m->sure[p] |= KIND_BIT(c);
}

static void none_sure(Memory *m, int c)
{
    for (int p = 0; p < MAX_SEATS; p++) m->sure[p] &= ~KIND_BIT(c);
}

static void sure_too(Memory *m, SeatSet who, int c)
{
    Seat p;
    EACH_SEAT(p, who & (SEAT_BIT(MAX_SEATS) - 1)) m->sure[p] |= KIND_BIT(c);
}

/* A card of mine went to another; the rest no longer know what I have, but for the Godcat. */
static void lost_secretly(Memory *m, Seat to, int c)
{
    for (int p = 0; p < MAX_SEATS; p++) m->sure[p] &= p == to ? ~KIND_BIT(c) : KIND_BIT(GODCAT);
}

/* From one hand to another, in secret unless it was named or is the Godcat. */
static void handed(Memory *m, Seat me, Seat from, Seat to, int c)
{
    bool open = m->action == TRIO || c == GODCAT;
    m->fed |= SEAT_BIT(to);
    missed(m, from, c);
    if (m->drawer == to + 1) m->drawer = 0;
    if (c <= NO_CARD) return;                            /* none of my business */
    if (to == me && open) all_sure(m, c);
    else if (to == me) sure_too(m, SEAT_BIT(from), c);
    if (from == me && open) none_sure(m, c);
    else if (from == me) lost_secretly(m, to, c);
}

static void gained(Memory *m, Seat p, Seat me, int c, SeatSet seen)
{
    m->fed |= SEAT_BIT(p);
    if (p == me && c > NO_CARD) sure_too(m, seen, c);
}

/* ---- the table -------------------------------------------------------------------- */

static void laid_down(Memory *m, Seat p, Seat me, int action, const int16_t *card, int n, int target)
{
    m->action = (uint8_t)action;
    m->target = (uint8_t)target;
    m->nopes = 0;
    if (m->drawer == p + 1) m->drawer = 0;               /* in turn again */
    for (int i = 0; p == me && i < n; i++) none_sure(m, card[i]);
}

/* One who lets himself be robbed or attacked probably has no Nope. */
static void passed(Memory *m, const State *v, Seat p)
{
    bool robbed = m->action == FAVOR || m->action == PAIR || m->action == TRIO || m->action == TARGETED;
    Seat victim = robbed ? m->target : m->action == ATTACK ? next_alive(v, v->by) : SEAT_NONE;
    if (p != victim || m->nopes & 1) return;
    if (m->fed >> p & 1) m->quiet[p] = 0;
    m->fed &= (SeatSet)~SEAT_BIT(p);
    if (m->quiet[p] < 9) m->quiet[p]++;
}

static void noped(Memory *m, Seat p, Seat me, int depth)
{
    m->nopes = (uint8_t)depth;
    m->quiet[p] = 0;
    missed(m, p, NOPE);
    if (p == me) none_sure(m, NOPE);
}

static void dealt(Memory *m, int n)
{
    memset(m, 0, sizeof *m);
    shuffled(m, n);
    all_sure(m, DEFUSE);
}

void kittens_hear(void *memory, Seat me, const void *view, const Event *e)
{
    static const int16_t nope_less[1] = { GODCAT };
    Memory *m = memory;
    const State *v = view;
    const int16_t *a = e->arg;
    Seat p = e->seat;
    switch (e->kind) {
    case EV_DEALT:    dealt(m, a[0]); break;
    case EV_SHUFFLED: shuffled(m, a[0]); break;
    case EV_STARTED:  m->low = 0; break;
    case EV_PLAYED:   laid_down(m, p, me, a[0], a, 1, a[1]); break;
    case EV_INVOKED:  laid_down(m, p, me, a[0], nope_less, 1, a[1]); break;
    case EV_PAIRED:   laid_down(m, p, me, PAIR, a, 2, a[2]); break;
    case EV_TRIO:     laid_down(m, p, me, TRIO, a, 3, a[3]); break;
    case EV_FIVE:     laid_down(m, p, me, FIVE, a, 5, SEAT_NONE); break;
    case EV_NOPED:    noped(m, p, me, a[0]); break;
    case EV_PASSED:   passed(m, v, p); break;
    case EV_HAPPENED: m->low = m->action == BOTTOM || m->action == HECK; break;
    case EV_DREW:     drew(m, p, me, a[0], m->seen[0]); gained(m, p, me, a[0], taken(m)); break;
    case EV_BOTTOM:   gained(m, p, me, a[0], taken(m)); break;
    case EV_KITTEN:   m->drawer = 0; taken(m); break;
    case EV_BURIED:   buried(m, v, p, me, a[0]); break;
    case EV_DEFUSED:  if (p == me) none_sure(m, a[0]); break;
    case EV_SKIPPED:
    case EV_ATTACKED: fled(m, p); break;
    case EV_SAW:      m->seen[a[1]] |= SEAT_BIT(p); break;
    case EV_REVEALED: m->seen[a[1]] = EVERYONE; break;
    case EV_ALTERED:  altered(m, v, p, a[1]); break;
    case EV_TOPPED:   topped(m, SEAT_BIT(p)); break;
    case EV_GAVE:     handed(m, me, p, (Seat)a[0], a[1]); break;
    case EV_STOLE:    handed(m, me, (Seat)a[0], p, a[1]); break;
    case EV_TOOK:     gained(m, p, me, a[0], EVERYONE); break;
    case EV_GODCAT:   gained(m, p, me, GODCAT, EVERYONE); break;
    }
    m->now = moment_of(v, me);
}

/* ---- believing: the pile ------------------------------------------------------------- */

typedef struct {
    State  *s;
    Dice   *d;
    float   odds[PILE];          /* by place: how likely a kitten; 0 where this seat has looked */
    uint64_t kitten;             /* places that shall hold one */
} Dig;

/* Choose a place for a kitten, each as likely as its odds say. It cannot be chosen again. */
static void choose_place(Dig *g)
{
    float sum = 0;
    int last = -1;
    for (int i = 0; i < g->s->pile_n; i++) sum += g->odds[i];
    sum *= dice_part(g->d);
    for (int i = 0; i < g->s->pile_n && (sum >= 0 || last < 0); i++)
        if (g->odds[i] > 0) last = i, sum -= g->odds[i];
    if (last < 0) return;
    g->kitten |= (uint64_t)1 << last;
    g->odds[last] = 0;
}

/* Swap the hidden kittens of this world into the places chosen for them. */
static void move_kittens(Dig *g, uint64_t hidden)
{
    State *s = g->s;
    uint64_t now = 0;
    for (int i = 0; i < s->pile_n; i++)
        if (hidden >> i & 1 && s->card[i] == KITTEN) now |= (uint64_t)1 << i;
    for (uint64_t from = now & ~g->kitten, to = g->kitten & ~now; from && to; from &= from - 1, to &= to - 1) {
        int a = __builtin_ctzll(from), b = __builtin_ctzll(to);
        s->card[a] = s->card[b];
        s->card[b] = KITTEN;
    }
}

/* Put the hidden kittens of this world where they are likely to lie. The one that was buried last comes first: with
 * probability T_GRAVE where it hits the next player, else anywhere. Then the others. */
static void dig(State *s, Seat me, const Memory *m, const float *t, Dice *d)
{
    Dig g = { .s = s, .d = d };
    uint64_t hidden = 0;
    int kittens = 0, grave = s->pile_n - 1 - m->grave;
    for (int i = 0; i < s->pile_n; i++) {
        if (s->pile_seen[i] >> me & 1) continue;
        hidden |= (uint64_t)1 << i;
        kittens += s->card[i] == KITTEN;
        g.odds[i] = 1;
        for (int k = m->wary[s->pile_n - 1 - i]; k; k--) g.odds[i] *= t[T_WARY];
    }
    if (!kittens) return;
    bool open = m->digger && m->grave < s->pile_n && hidden >> grave & 1;
    if (open && dice_part(d) < t[T_GRAVE]) g.kitten = (uint64_t)1 << grave, g.odds[grave] = 0;
    else choose_place(&g);
    if (m->digger && g.kitten) s->pile_seen[__builtin_ctzll(g.kitten)] |= m->digger;
    while (--kittens) choose_place(&g);
    move_kittens(&g, hidden);
}

static void lend_eyes(State *s, Seat me, const Memory *m)
{
    SeatSet rest = others(all_seats(s), me);
    for (int i = 0; i < s->pile_n; i++) s->pile_seen[s->pile_n - 1 - i] |= m->seen[i] & rest;
}

/* ---- believing: hands ------------------------------------------------------------------- */

/* Swap this card of the hand with a random one of the pile that this seat has not seen. */
static void swap_out(State *s, Seat me, Seat p, int c, Dice *d)
{
    enum { TRIES = 8 };
    for (int i = 0; i < TRIES && s->pile_n; i++) {
        int at = (int)dice_below(d, s->pile_n), other = s->card[at];
        if (s->pile_seen[at] >> me & 1 || other == KITTEN || other == c) continue;
        if (hand_count(&s->hand[p], other) == HAND_MOST) continue;
        hand_remove(&s->hand[p], c);
        hand_add(&s->hand[p], other);
        recount(s, p, 0);
        s->card[at] = (uint8_t)c;
        return;
    }
}

static void doubt_nopes(State *s, Seat me, const Memory *m, const float *t, Dice *d)
{
    Seat p;
    EACH_SEAT(p, others(s->alive, me)) {
        if (!m->quiet[p] || m->fed >> p & 1 || sure_of(s, p, me) >> NOPE & 1 || !holds(s, p, NOPE)) continue;
        float believed = 1;
        for (int k = m->quiet[p]; k; k--) believed *= t[T_QUIET];
        if (dice_part(d) < believed) continue;
        for (int n = hand_count(&s->hand[p], NOPE); n; n--) swap_out(s, me, p, NOPE, d);
    }
}

/* The table as it was before that seat drew: the drawn card (any card of the hand, if I do not know which) lies on
 * the pile again, and what left the hand since is back. */
static bool rewind_draw(const State *w, Seat me, const Memory *m, State *then, Dice *d)
{
    Seat p = (Seat)(m->drawer - 1);
    *then = *w;
    if (!w->hand_n[p] || m->then.discard_n > w->discard_n || w->pile_n >= PILE) return false;
    int c = m->drawn ? m->drawn : hand_nth(&w->hand[p], (int)dice_below(d, w->hand_n[p]));
    if (!holds(w, p, c)) return false;
    hand_remove(&then->hand[p], c);
    for (int i = 0; i < m->gone_n; i++) hand_add(&then->hand[p], m->gone[i]);
    recount(then, p, 1 - m->gone_n);
    memset(then->card + DECK - w->discard_n, NO_CARD, (size_t)(w->discard_n - m->then.discard_n));
    then->discard_n = m->then.discard_n;
    then->card[then->pile_n++] = (uint8_t)c;
    then->hand_n[me] = m->then.mine;
    then->turn = p;
    then->owed = m->then.owed;
    then->attacked = m->then.attacked;
    then->attacks = m->then.attacks;
    ask(then, TURN, SEAT_BIT(p));
    return true;
}

/* The card that a sharp player would have played instead of drawing; NO_CARD if it would have drawn. */
static int tempting(const State *then, const float *t)
{
    Move list[MAX_MOVES];
    float weight[MAX_MOVES];
    int n = kittens_legal(then, then->turn, list, MAX_MOVES), best = 0;
    kittens_weigh(then, then->turn, t, list, n, weight);
    for (int i = 1; i < n; i++)
        if (weight[i] > weight[best]) best = i;
    int verb = list[best].verb;
    return verb == V_DRAW || verb == V_AS || verb == V_AS_AT ? NO_CARD : list[best].arg[0];
}

/* Cards with which a sharp player would not have drawn are swapped out of the hand of whoever did draw. */
static void doubt_drawer(State *s, Seat me, const Memory *m, const float *t, Dice *d)
{
    enum { TRUST = 85, TRIES = 4 };                      /* % of worlds; cards put back */
    State then;
    Seat p = (Seat)(m->drawer - 1);
    if (!m->drawer || !is_alive(s, p) || dice_below(d, 100) >= TRUST) return;
    for (int i = 0; i < TRIES && rewind_draw(s, me, m, &then, d); i++) {
        int c = tempting(&then, t);
        if (!c || !holds(s, p, c) || (hand_count(&s->hand[p], c) == 1 && sure_of(s, p, me) >> c & 1)) return;
        swap_out(s, me, p, c, d);
    }
}

static void show_hand(State *s, Seat me, const Memory *m)
{
    SeatSet rest = others(s->alive, me);
    for (uint32_t held = hand_one(&s->hand[me]); held; held &= held - 1) {
        int c = __builtin_ctz(held);
        SeatSet by = 0;
        Seat p;
        EACH_SEAT(p, rest) by |= (SeatSet)((m->sure[p] >> c & 1) << p);
        learn(s, me, c, by == rest ? others(all_seats(s), me) : by);
    }
}

static void lend_pile(State *s, Seat me, const Memory *m, const float *t, Dice *d)
{
    if (m->pile_n != s->pile_n) return;                 /* sat down late: nothing to go by */
    lend_eyes(s, me, m);
    dig(s, me, m, t, d);
}

void kittens_lend(State *s, Seat me, const Memory *m, const float *t, Dice *d)
{
    show_hand(s, me, m);
    lend_pile(s, me, m, t, d);
}

void kittens_believe(void *world, Seat who, const void *memory, const float *taste, Dice *d)
{
    State *s = world;
    const Memory *m = memory;
    if (s->phase == DEALING || s->phase == OVER || who >= s->seats || !m->pile_n) return;
    show_hand(s, who, m);
    if (!kittens_suspect(s, who, &m->suspects, d)) {
        doubt_nopes(s, who, m, taste, d);
        doubt_drawer(s, who, m, taste, d);
    }
    lend_pile(s, who, m, taste, d);
}

/* ---- slips ---------------------------------------------------------------------- */

/* One of the moves with this verb, or -1. */
static int any_of(const Move *list, int n, int verb, Dice *d)
{
    int found = -1, ties = 0;
    for (int i = 0; i < n; i++)
        if (list[i].verb == verb && !dice_below(d, (uint32_t)++ties)) found = i;
    return found;
}

/* People forget to count, play cats as soon as they have two, are quick with a Nope, and give
 * or bury without thinking. One in so many decisions of each kind. */
int kittens_slip(const void *view, Seat who, const void *memory, const Move *list, int n, Dice *d)
{
    enum { COUNTS = 6, HASTE = 8, TEMPER = 5, MERCY = 3, SHRUG = 3 };
    const State *s = view;
    (void)memory;
    bool seen = s->pile_n && s->pile_seen[s->pile_n - 1] >> who & 1;
    switch (list[0].verb) {
    case V_DRAW:
        if (!seen && !dice_below(d, COUNTS)) return any_of(list, n, V_DRAW, d);
        return dice_below(d, HASTE) ? -1 : any_of(list, n, V_PAIR, d);
    case V_PASS:
        return s->by == who || dice_below(d, TEMPER) ? -1 : any_of(list, n, V_NOPE, d);
    case V_GIVE:
        return dice_below(d, MERCY) ? -1 : any_of(list, n, V_GIVE, d);
    case V_DEFUSE:
        return dice_below(d, SHRUG) ? -1 : any_of(list, n, V_DEFUSE, d);
    }
    return -1;
}
