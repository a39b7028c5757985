/* SPDX-License-Identifier: MIT
 *
 * hunch.c - rules of thumb for the Exploding Kittens family. A move is weighed by what it
 * costs and brings, in lives: the cards it spends, the kitten one may meet, the one the next
 * player may meet. All of it reads only what the seat can see, also in an imagined world. */
#include "hunch.h"

enum {
    LOOK  = 4,                   /* places from the top that are thought about one by one */
    SHIFT = 2                    /* lives added to make weights of scores: nothing is worse */
};

/* Cards that end a turn without the draw from the top, weighed by end_by(), and cards that do not, by aside_by(). */
enum {
    ENDS  = KIND_BIT(ATTACK) | KIND_BIT(TARGETED) | KIND_BIT(SKIP) | KIND_BIT(BOTTOM) | KIND_BIT(HECK)
          | KIND_BIT(ARMAGEDDON),
    ASIDE = KIND_BIT(SHUFFLE) | KIND_BIT(FUTURE) | KIND_BIT(REVEAL) | KIND_BIT(ALTER)
};
static_assert((ENDS | ASIDE | KIND_BIT(FAVOR)) == LONE_CARDS,
              "what can be played alone is weighed by end_by() or aside_by(), and by harm() if another plays it");

/* What a seat makes of the table. */
typedef struct {
    const State *s;
    const float *t;
    Seat     me, next;
    int      living;
    bool     duel;               /* two are left */
    const uint8_t *worth;        /* which taste says what a card is worth */
    uint32_t hand;               /* kinds held */
    float    base;               /* a card not seen is a kitten, this likely */
    float    d[LOOK];            /* ... those on top */
    float    bottom;
    bool     blind;              /* I have seen none of them */
    float    lives;              /* kittens I can survive */
    float    loss;               /* what each of them costs */
    float    share;              /* what it is worth to me if another loses something */
    float    keen;               /* how dear ways out are now */
    float    bare;               /* how much a kitten hurts the next player */
} Mind;

/* ---- what cards are worth ---------------------------------------------------- */

#define IN_A_DUEL(taste) ((taste) == T_ATTACK ? T_DUEL_ATTACK : (taste) == T_SKIP ? T_DUEL_SKIP : (taste))
static const uint8_t worth_of[2][KINDS] = {
#define CARD(id, text, base, gve, paw, plain, traits, effect, taste) [0][id] = taste, [1][id] = IN_A_DUEL(taste),
#include "cards.def"
#undef CARD
};

static inline float value(const Mind *m, int c) { return m->t[m->worth[c]]; }

/* One more, or one fewer, of a kind of which n are held. */
static inline float nth_value(const Mind *m, int c, int n)
{
    float v = value(m, c);
    return n ? v * m->t[T_SPARE] : v;
}

/* What this seat would miss if the card left its hand. */
static float miss(const Mind *m, int c)
{
    int n = hand_count(&m->s->hand[m->me], c);
    return nth_value(m, c, n - 1) + (n > 1 ? m->t[T_PAIRED] : 0);
}

/* What a card more is worth to me. */
static float want(const Mind *m, int c)
{
    return nth_value(m, c, hand_count(&m->s->hand[m->me], c));
}

/* ---- what is known of others --------------------------------------------------- */

/* Kinds this seat is sure another holds: marks are numbered as the kinds of the edition are. */
static inline uint32_t sure(const State *s, Seat p, Seat me)
{
    uint32_t kinds = 0, held = kittens_edition[s->edition].held;
    for (uint32_t marks = s->sure[p][me]; marks; marks >>= 1, held &= held - 1)
        if (marks & 1) kinds |= held & -held;
    return kinds;
}

static inline int strangers(const State *s, Seat p, Seat me)
{
    return s->hand_n[p] - __builtin_popcount(s->sure[p][me]);
}

/* How much a kitten hurts this player: a life, or a Defuse if there is one. */
static float hurt(const Mind *m, Seat p)
{
    const State *s = m->s;
    if (s->sure[p][m->me] & (mark_of(s, DEFUSE) | mark_of(s, GODCAT))) return m->t[T_HURT];
    float has = m->t[T_LURK] * (float)strangers(s, p, m->me);
    return has < 1 ? 1 - has * (1 - m->t[T_HURT]) : m->t[T_HURT];
}

/* ---- the pile ------------------------------------------------------------------- */

static int kittens_in_pile(const State *s)
{
    int n = s->seats - 1 - (s->phase == DEFUSING), dead = s->seats - __builtin_popcount(s->alive);
    if (!dead || !kittens_edition[s->edition].mat) return n - dead;
    for (int i = 0; i < s->discard_n; i++) n -= discard_at(s, i) == KITTEN;   /* the Devilcat kills too */
    return n;
}

/* How many places of the pile this seat knows, and how many of them hold kittens. It usually knows none, so that is
 * tested first, for all places at once. */
static int seen_places(const State *s, Seat me, int *kittens)
{
    SeatSet any = 0;
    int n = 0;
    *kittens = 0;
    for (int i = 0; i < PILE; i++) any |= s->pile_seen[i];
    if (!(any >> me & 1)) return 0;
    for (int i = 0; i < s->pile_n; i++)
        if (s->pile_seen[i] >> me & 1) n++, *kittens += s->card[i] == KITTEN;
    return n;
}

/* How likely the top card is a kitten that was put back lately: there is a Defuse near the top of the discard pile
 * and no Shuffle above it, and people like to bury for the next player. With two left, the one who buried it knows
 * where it lies, and every turn ended without a draw since hands it to the other player. */
static float rumour(const Mind *m)
{
    enum { HEARD = 6 };
    const State *s = m->s;
    float odds = m->t[T_FRESH];
    int skips = 0;
    if (m->duel && s->turn != m->me) return 0;
    for (int i = 0; i < HEARD && i < s->discard_n; i++, odds *= m->t[T_FADE]) {
        int c = discard_at(s, i);
        if (c == DEFUSE) return m->duel && skips & 1 ? 0 : odds;
        if (c == SHUFFLE) return 0;
        skips += ENDS >> c & 1;
    }
    return 0;
}

int kittens_hidden(const State *s, Seat me, int *holes)
{
    int found, seen = seen_places(s, me, &found);
    *holes = s->pile_n - seen;
    return kittens_in_pile(s) - found;
}

static void read_pile(Mind *m)
{
    const State *s = m->s;
    int found, seen = seen_places(s, m->me, &found);
    int hidden = kittens_in_pile(s) - found, holes = s->pile_n - seen;
    m->base = hidden > 0 && holes > 0 ? (float)hidden / (float)holes : 0;
    for (int i = 0; i < LOOK; i++) {
        int at = s->pile_n - 1 - i;
        m->d[i] = at < 0 ? 0 : s->pile_seen[at] >> m->me & 1 ? s->card[at] == KITTEN : m->base;
    }
    m->blind = !seen;
    m->bottom = s->pile_n && s->pile_seen[0] >> m->me & 1 ? s->card[0] == KITTEN : m->base;
    if (!found && m->base > 0 && m->d[0] == m->base) m->d[0] += (1 - m->base) * rumour(m);
}

static inline float danger(const Mind *m, int depth) { return depth < LOOK ? m->d[depth] : m->base; }

/* How many kittens so many draws will meet. */
static float threat(const Mind *m, int from, int draws)
{
    float sum = 0;
    int to = from + draws < m->s->pile_n ? from + draws : m->s->pile_n;
    for (int i = from; i < to && i < LOOK; i++) sum += m->d[i];
    if (to > LOOK) sum += m->base * (float)(to - (from > LOOK ? from : LOOK));
    return sum;
}

/* What meeting so many kittens costs me: Defuses as long as they last, then my life. */
static float toll(const Mind *m, float kittens)
{
    float saved = kittens < m->lives ? kittens : m->lives, cost = saved * m->loss + kittens - saved;
    return cost < 1 ? cost : 1;
}

/* ... and another, of whose Defuses I know at most one. */
static float havoc(const Mind *m, Seat p, float kittens)
{
    float first = p == m->next ? m->bare : hurt(m, p);
    if (kittens <= 1) return kittens * first;
    float more = first + (kittens - 1) * (1 - first);
    return more < 1 ? more : 1;
}

static void think(Mind *m, const State *s, Seat me, const float *t)
{
    const Hand *h = &s->hand[me];
    m->s = s;
    m->t = t;
    m->me = me;
    m->next = next_alive(s, s->turn);
    m->hand = hand_one(h);
    m->living = __builtin_popcount(s->alive);
    m->duel = m->living == 2;
    m->worth = worth_of[m->duel];
    m->bare = hurt(m, m->next);
    read_pile(m);
    int lives = hand_count(h, DEFUSE) + (s->godcat == me);
    m->lives = (float)lives;
    m->loss = lives > 1 ? t[T_LOSS] * t[T_SPARE] : t[T_LOSS];
    m->share = m->living > 2 ? t[T_SPITE] / (float)(m->living - 1) : 1;
    int more = __builtin_popcount(m->hand & ENDS) + __builtin_popcount(hand_two(h) & ENDS) - 1;
    m->keen = (1 + t[T_LATE] * m->base) * (float)s->pile_n
            / ((float)s->pile_n + t[T_CROWD] * (float)(more * m->living));
}

/* ---- ways to end a turn ------------------------------------------------------------ */

/* What follows this turn, if I have met `met` kittens in it and the pile goes on at `from`: my other owed turns,
 * then the next player's first draw. */
static float ahead(const Mind *m, int from, float met)
{
    int turns = m->s->owed - 1;
    if (turns) met += threat(m, from, turns);
    return m->share * havoc(m, m->next, danger(m, from + turns)) - toll(m, met);
}

static float by_draw(const Mind *m)
{
    const State *s = m->s;
    bool seen = s->pile_n && s->pile_seen[s->pile_n - 1] >> m->me & 1;
    float gain = seen && m->d[0] < 1 ? value(m, pile_top(s, 0)) : m->t[T_CARD];
    return (1 - m->d[0]) * gain + ahead(m, 1, m->d[0]);
}

static int attack_turns(const State *s)
{
    return s->per_card ? 2 * (s->attacks + 1) : (s->attacked ? s->owed : 0) + 2;
}

/* The victim has to draw the top card, as after a Skip; only part of the further draws (T_PRESS) will come true. */
static float by_attack(const Mind *m, Seat victim)
{
    float all = threat(m, 0, attack_turns(m->s)), first = m->d[0];
    return m->share * havoc(m, victim, first + m->t[T_PRESS] * (all - first));
}

static float by_targeted(const Mind *m)
{
    float best = 0;
    Seat p;
    EACH_SEAT(p, others(m->s->alive, m->me)) {
        float f = by_attack(m, p);
        if (f > best) best = f;
    }
    return best;
}

static float by_bottom(const Mind *m)
{
    return (1 - m->bottom) * m->t[T_CARD] + ahead(m, 0, m->bottom);
}

/* Look at the bottom: a kitten goes on top for the next, or for myself if I owe more. */
static float by_heck(const Mind *m)
{
    float kitten = m->s->owed > 1 ? -toll(m, 1) : m->share * m->bare;
    return (1 - m->bottom) * (m->t[T_CARD] + ahead(m, 0, 0)) + m->bottom * kitten;
}

static float by_armageddon_at(const Mind *m, Seat p)
{
    float godcat = m->t[T_GODCAT], worst = toll(m, 1) + m->share * godcat, best = godcat + m->share * hurt(m, p);
    return (best - worst) / 2 + ahead(m, 0, 0);
}

static float by_armageddon(const Mind *m)
{
    float best = -1;
    Seat p;
    EACH_SEAT(p, others(m->s->alive, m->me)) {
        float f = by_armageddon_at(m, p);
        if (f > best) best = f;
    }
    return best;
}

/* What an ending card brings, its own worth aside. */
static float end_by(const Mind *m, int c)
{
    switch (c) {
    case ATTACK:     return by_attack(m, m->next);
    case TARGETED:   return by_targeted(m);
    case SKIP:       return ahead(m, 0, 0);
    case BOTTOM:     return by_bottom(m);
    case HECK:       return by_heck(m);
    case ARMAGEDDON: return by_armageddon(m);
    }
    return 0;
}

static inline float price(const Mind *m, int c)
{
    float v = value(m, c);
    return ENDS >> c & 1 ? v * m->keen : v;
}

/* The best way to end the turn; what every card that could would bring goes to `by`. */
static inline float best_end_by(const Mind *m, float draw, float by[KINDS])
{
    float best = draw;
    uint32_t ends = m->hand & ENDS & kittens_edition[m->s->edition].lone;
    if (m->s->godcat != MAT) ends &= ~KIND_BIT(ARMAGEDDON);
    for (; ends; ends &= ends - 1) {
        int c = __builtin_ctz(ends);
        float f = end_by(m, c) - price(m, c);
        by[c] = f;
        if (f > best) best = f;
    }
    return best;
}

static float best_end(const Mind *m)
{
    float by[KINDS];
    return best_end_by(m, by_draw(m), by);
}

/* ---- looking and shuffling ------------------------------------------------------------ */

static float best_end_if(const Mind *m, float top, float rest)
{
    Mind other = *m;
    other.d[0] = top;
    for (int i = 1; i < LOOK; i++) other.d[i] = rest;
    return best_end(&other);
}

static float by_shuffle(const Mind *m, float end)
{
    const State *s = m->s;
    if (m->blind && m->d[0] == m->base) return 0;        /* as good as shuffled */
    float even = s->pile_n ? (float)kittens_in_pile(s) / (float)s->pile_n : 0;
    Mind other = *m;
    other.base = other.bottom = even;
    for (int i = 0; i < LOOK; i++) other.d[i] = even;
    return best_end(&other) - end;
}

static bool top_seen(const Mind *m)
{
    return m->s->pile_n && m->s->pile_seen[m->s->pile_n - 1] >> m->me & 1;
}

/* A look at the top card is worth as much as the turn can end better for it. That is at most two lives (mine, and
 * another's lost instead) times the chance of a kitten: if not even that pays for the card, the rest is not worked
 * out. */
static float by_look(const Mind *m, float end, float cost)
{
    float risk = m->d[0];
    if (top_seen(m) || risk <= 0) return 0;
    if (m->blind && 2 * risk * m->t[T_PEEK] < cost) return 0;
    float safe = best_end_if(m, 0, m->base), bad = best_end_if(m, 1, m->base);
    if (m->hand & KIND_BIT(SHUFFLE)) {
        float out = best_end_if(m, m->base, m->base) - value(m, SHUFFLE);
        if (out > bad) bad = out;
    }
    return (1 - risk) * safe + risk * bad - end;
}

static float by_alter(const Mind *m, float end)
{
    float any = threat(m, 0, DEEPEST_LOOK);
    if (any <= 0) return 0;
    return best_end_if(m, 0, m->base) - end + m->t[T_BEND] * m->share * havoc(m, m->next, any < 1 ? any : 1);
}

/* What a card that does not end the turn brings, its own worth aside. May return 0 for anything that is less than
 * `cost`. */
static float aside_by(const Mind *m, int c, float end, float cost)
{
    switch (c) {
    case SHUFFLE: return by_shuffle(m, end);
    case FUTURE:
    case REVEAL:  return m->t[T_PEEK] * by_look(m, end, cost);
    case ALTER:   return by_alter(m, end);
    }
    return 0;
}

/* ---- taking from others ------------------------------------------------------------------ */

enum { TROUBLE = -10 };          /* hundredths of a life: below this, cards are for surviving */

static inline bool in_trouble(float end) { return end < TROUBLE / 100.0f; }

/* With this card in hand, how much better the turn could end. */
static float rescue(const Mind *m, int c, float end)
{
    Mind with = *m;
    if (c == SHUFFLE) return by_shuffle(m, end);
    if (c == DEFUSE) with.lives++;
    with.hand |= KIND_BIT(c);
    return best_end(&with) - end;
}

/* What a card is worth to me just now. */
static float boon(const Mind *m, int c, float end)
{
    float usual = want(m, c);
    if (!in_trouble(end) || !((ENDS | KIND_BIT(DEFUSE) | KIND_BIT(SHUFFLE)) >> c & 1)) return usual;
    float now = rescue(m, c, end);
    return now > usual ? now : usual;
}

/* What a random card of that hand is worth to me, and its loss to its owner: known cards by their kind, the others
 * by the average. */
static float by_theft(const Mind *m, Seat p, float end)
{
    if (m->s->godcat == p) return m->t[T_GODCAT] * (1 + m->share);
    uint32_t kinds = sure(m->s, p, m->me);
    int n = m->s->hand_n[p];
    float each = m->t[T_CARD] * (1 + m->share) + (in_trouble(end) ? -end * m->t[T_LUCK] : 0);
    float sum = each * (float)strangers(m->s, p, m->me);
    for (; kinds; kinds &= kinds - 1) {
        int c = __builtin_ctz(kinds);
        sum += boon(m, c, end) + m->share * value(m, c);
    }
    return n ? m->t[m->duel ? T_DUEL_STEAL : T_STEAL] * sum / (float)n : 0;
}

/* The giver chooses the card that is missed least, so a Favor brings more from a small hand. */
static float by_favor(const Mind *m, Seat p, float end)
{
    int n = m->s->hand_n[p];
    return n > 1 ? m->t[T_BEG] * (1 + m->share) * (1 + 1 / (float)n) : by_theft(m, p, end);
}

static float by_demand(const Mind *m, Seat p, int c, float worth)
{
    float chance = 1;
    if (!(m->s->sure[p][m->me] & mark_of(m->s, c))) {
        float each = c == DEFUSE ? m->t[T_LURK] : (float)kittens_copies[c][m->s->edition] / 56;
        chance = each * (float)strangers(m->s, p, m->me);
        if (chance > 1) chance = 1;
    }
    return m->t[T_DEMAND] * chance * (worth + m->share * value(m, c));
}

/* A first Defuse is what one rummages for. */
static float find(const Mind *m, int c, float end)
{
    float usual = boon(m, c, end);
    if (c != DEFUSE || m->hand & (KIND_BIT(DEFUSE) | KIND_BIT(GODCAT))) return usual;
    return usual > m->t[T_RUMMAGE] ? usual : m->t[T_RUMMAGE];
}

static float by_rummage(const Mind *m, float end)
{
    uint32_t there = 0;
    float best = 0;
    for (int i = 0; i < m->s->discard_n; i++) there |= KIND_BIT(discard_at(m->s, i));
    for (there &= ~KIND_BIT(KITTEN); there; there &= there - 1) {
        float f = find(m, __builtin_ctz(there), end);
        if (f > best) best = f;
    }
    return best;
}

/* ---- a turn --------------------------------------------------------------------------------- */

/* What is worked out once for all moves of a turn; the second half only if some move needs it. */
typedef struct {
    float end;                   /* the best way to end this turn */
    float draw, by[KINDS];       /* ... by drawing; by each card that ends it */
    float thrift;                /* how much cards matter: not at all to the dead */
    bool  robs, asks, finds;
    float theft[MAX_SEATS], favor[MAX_SEATS];
    float boon[KINDS];
    float find;
} Plan;

static void plan_turn(const Mind *m, Plan *p)
{
    p->draw = by_draw(m);
    p->end = best_end_by(m, p->draw, p->by);
    p->thrift = p->end < 0 ? p->end > -1 ? 1 + p->end : 0 : 1;
    p->robs = p->asks = p->finds = false;
}

static void plan_robbery(const Mind *m, Plan *p)
{
    Seat who;
    p->robs = true;
    EACH_SEAT(who, others(m->s->stocked, m->me)) {
        p->theft[who] = by_theft(m, who, p->end);
        p->favor[who] = by_favor(m, who, p->end);
    }
}

static void plan_demand(const Mind *m, Plan *p)
{
    p->asks = true;
    for (uint32_t kinds = kittens_edition[m->s->edition].held; kinds; kinds &= kinds - 1) {
        int c = __builtin_ctz(kinds);
        p->boon[c] = boon(m, c, p->end);
    }
}

/* There may be hundreds of ways to lay five different cards. None is looked at if the best card in the discard pile
 * is worth less than five of the cheapest cards; and the discard pile is not looked at if not even a Defuse in it
 * would be worth more. */
static void plan_five(const Mind *m, Plan *p)
{
    float least = 5 * p->thrift * m->t[T_CAT];
    p->finds = true;
    p->find = 0;
    if (!in_trouble(p->end) && least > m->t[T_RUMMAGE] && least > m->t[T_DEFUSE]) return;
    p->find = by_rummage(m, p->end);
    if (p->find < least) p->find = 0;
}

static float cost_of(const Mind *m, const uint8_t *card, int n)
{
    float sum = 0;
    for (int i = 0; i < n; i++) sum += value(m, card[i]);
    return sum;
}

static float weigh_lone(const Mind *m, const Plan *p, int c, int with)
{
    if (ENDS >> c & 1) return with == GODCAT ? end_by(m, c) - m->t[T_GODCAT] : p->by[c];
    float cost = with == GODCAT ? m->t[T_GODCAT] : price(m, c);
    return p->end + aside_by(m, c, p->end, cost * p->thrift) - cost * p->thrift;
}

static float weigh_aimed(const Mind *m, Plan *p, int c, Seat at, int with)
{
    float cost = with == GODCAT ? m->t[T_GODCAT] : price(m, c);
    if (c == TARGETED) return by_attack(m, at) - cost;
    if (!p->robs) plan_robbery(m, p);
    return p->end + p->favor[at] - cost * p->thrift;
}

static float weigh_combo(const Mind *m, Plan *p, const Move *move)
{
    if (move->verb == V_PAIR) {
        if (!p->robs) plan_robbery(m, p);
        return p->end + p->theft[move->arg[2]] - p->thrift * cost_of(m, move->arg, 2);
    }
    if (move->verb == V_TRIO) {
        if (!p->asks) plan_demand(m, p);
        return p->end + by_demand(m, move->arg[3], move->arg[4], p->boon[move->arg[4]])
             - p->thrift * cost_of(m, move->arg, 3);
    }
    if (!p->finds) plan_five(m, p);
    return p->find > 0 ? p->end + p->find - p->thrift * cost_of(m, move->arg, 5) : -SHIFT;
}

static float weigh_turn(const Mind *m, Plan *p, const Move *move)
{
    switch (move->verb) {
    case V_DRAW:    return p->draw;
    case V_PLAY:    return weigh_lone(m, p, move->arg[0], move->arg[0]);
    case V_AS:      return weigh_lone(m, p, move->arg[0], GODCAT);
    case V_PLAY_AT: return weigh_aimed(m, p, move->arg[0], move->arg[1], move->arg[0]);
    case V_AS_AT:   return weigh_aimed(m, p, move->arg[0], move->arg[1], GODCAT);
    }
    return weigh_combo(m, p, move);
}

/* ---- Nope -------------------------------------------------------------------------------------- */

static float cheapest(const Mind *m)
{
    float least = 1;
    for (uint32_t held = m->hand; held; held &= held - 1) {
        float f = miss(m, __builtin_ctz(held));
        if (f < least) least = f;
    }
    return least;
}

static float average(const Mind *m)
{
    const State *s = m->s;
    float sum = 0;
    for (uint32_t held = m->hand; held; held &= held - 1) {
        int c = __builtin_ctz(held);
        sum += miss(m, c) * (float)hand_count(&s->hand[m->me], c);
    }
    return s->hand_n[m->me] ? sum / (float)s->hand_n[m->me] : 0;
}

/* What I lose by an action aimed at me, without what its player gains. */
static float robbed(const Mind *m)
{
    const State *s = m->s;
    if (s->action == FAVOR) return cheapest(m);
    if (s->action == TRIO) return m->hand >> s->named & 1 ? miss(m, s->named) : 0;
    return s->godcat == m->me ? m->t[T_GODCAT] : average(m);
}

static float harm_of_attack(const Mind *m)
{
    const State *s = m->s;
    Seat victim = s->action == TARGETED ? s->target : next_alive(s, s->turn);
    float kittens = threat(m, 0, attack_turns(s));
    if (victim == m->me) return m->t[T_GUARD] * toll(m, kittens);
    return -m->t[T_MEDDLE] * m->share * havoc(m, victim, kittens);
}

/* What I lose if another ends the turn without drawing: a kitten on top does not hit that player, and may hit me if
 * I come next. */
static float harm_of_escape(const Mind *m)
{
    const State *s = m->s;
    float worse = m->t[T_CORNER] * m->share * havoc(m, s->turn, m->d[0]);
    if (s->action != ATTACK && s->action != TARGETED && m->next == m->me && s->owed == 1)
        worse += m->t[T_GUARD] * (toll(m, m->d[0]) - toll(m, m->d[1]));
    return worse;
}

static float harm_of_robbery(const Mind *m)
{
    const State *s = m->s;
    if (s->target == m->me) return m->t[T_GUARD] * (1 + m->share) * robbed(m);
    float worth = s->action == TRIO ? value(m, s->named) : m->t[T_CARD];
    return m->t[T_MEDDLE] * m->share * worth;
}

/* How much worse off I am if what another does happens. */
static float harm(const Mind *m)
{
    switch (m->s->action) {
    case ATTACK: case TARGETED:         return harm_of_attack(m) + harm_of_escape(m);
    case SKIP: case BOTTOM: case HECK:  return harm_of_escape(m);
    case SHUFFLE:                       return m->t[T_CORNER] * m->share * (m->d[0] - m->base) * hurt(m, m->s->turn);
    case FAVOR: case PAIR: case TRIO:   return harm_of_robbery(m);
    case FIVE:                          return m->t[T_MEDDLE] * m->share * by_rummage(m, 0);
    case FUTURE: case REVEAL:           return m->t[T_PRY] * m->share * m->base;
    case ALTER:                         return m->t[T_PRY] * (m->share + (m->next == m->me)) * m->base;
    case ARMAGEDDON:                    return m->t[T_MEDDLE] * m->share * toll(m, 1) + harm_of_escape(m);
    }
    return 0;
}

/* My own action was stopped: what I wanted it for. */
static float hope(const Mind *m)
{
    const State *s = m->s;
    float end = best_end(m);
    switch (s->action) {
    case TARGETED:                      return by_attack(m, s->target) - end;
    case FAVOR:                         return by_favor(m, s->target, end);
    case PAIR:                          return by_theft(m, s->target, end);
    case TRIO:                          return by_demand(m, s->target, s->named, boon(m, s->named, end));
    case FIVE:                          return by_rummage(m, end);
    }
    return ENDS >> s->action & 1 ? end_by(m, s->action) - end : aside_by(m, s->action, end, 0);
}

static float weigh_nope(const Mind *m)
{
    const State *s = m->s;
    float stop = s->by == m->me ? -hope(m) : harm(m);
    return (s->nopes & 1 ? -stop : stop) - nth_value(m, NOPE, hand_count(&s->hand[m->me], NOPE) - 1);
}

/* ---- decisions that follow ----------------------------------------------------------------------- */

/* A number from 0 to 1 made of what only this seat sees. Others cannot foresee it, and the same view always gives
 * the same one, so that a decision stays the same when it is thought about twice. */
static float coin(const Mind *m)
{
    const State *s = m->s;
    const Hand *h = &s->hand[m->me];
    uint32_t x = (uint32_t)h->low ^ (uint32_t)(h->low >> 32) * 0x9e3779b1u
               ^ (uint32_t)(s->pile_n << 8 | s->discard_n) * 0x85ebca6bu;
    x = (x ^ x >> 15) * 0x2c1b3c6du;
    return (float)((x ^ x >> 12) >> 8) / (float)(1 << 24);
}

/* Where to put the kitten back: where the next player draws first, or at a depth that will not be mine if everybody
 * just draws. */
static float weigh_defuse(const Mind *m, const Move *move)
{
    const State *s = m->s;
    int over = move->arg[0] - (s->owed - 1);
    float cheap = move->verb == V_DEFUSE ? m->t[T_GODCAT] - m->t[T_DEFUSE] : m->t[T_DEFUSE] - m->t[T_GODCAT];
    float bare = m->bare, often = m->t[m->duel ? T_DUEL_TOP_SAFE : T_TOP_SAFE];
    if (bare > m->t[T_HURT]) often += (m->t[T_TOP_BARE] - often) * (bare - m->t[T_HURT]) / (1 - m->t[T_HURT]);
    if (!(m->hand & (ENDS | KIND_BIT(SHUFFLE)))) often *= m->t[T_TOP_UNARMED];
    if (!s->hand_n[m->next]) often = 1;                  /* with nothing to answer it by */
    bool top = coin(m) < often;
    if (over == 0) return (top ? 0.5f : 0) + cheap;
    if (over < 0 || over % m->living == m->living - 1) return cheap - 0.25f;
    return ((float)move->arg[0] <= m->t[T_DEPTH] * (float)s->pile_n ? 0.25f : 0) + cheap;
}

static float weigh_order(const Mind *m, const Move *move)
{
    Mind then = *m;
    for (int i = 0; i < look_depth(m->s); i++) then.d[i] = move->arg[i] == KITTEN;
    float first = move->arg[0] == KITTEN ? 0 : value(m, move->arg[0]) / 4;
    return best_end(&then) + first;
}

static float weigh_heck(const Mind *m, const Move *move)
{
    const State *s = m->s;
    bool kitten = s->card[0] == KITTEN;
    if (move->verb == V_KEEP) return (kitten ? 0 : value(m, s->card[0])) + ahead(m, 0, kitten);
    Mind then = *m;
    memmove(then.d + 1, m->d, (LOOK - 1) * sizeof *m->d);
    then.d[0] = kitten;
    return ahead(&then, 0, 0) - (kitten || s->owed > 1 ? 0 : m->share * value(m, s->card[0]));
}

static float weigh_after(const Mind *m, const Move *move)
{
    switch (move->verb) {
    case V_NOPE:          return weigh_nope(m);
    case V_GIVE:          return -miss(m, move->arg[0]);
    case V_STEAL_GODCAT:  return m->t[T_GODCAT];
    case V_STEAL_OTHER:   return m->t[T_CARD];
    case V_TAKE:          return find(m, move->arg[0], best_end(m));
    case V_ORDER:         return weigh_order(m, move);
    case V_KEEP:
    case V_TOP:           return weigh_heck(m, move);
    case V_SET_GODCAT:
    case V_SET_DEVILCAT:  return by_armageddon_at(m, move->arg[0]);
    case V_DEFUSE:
    case V_DEFUSE_GODCAT: return weigh_defuse(m, move);
    }
    return 0;                    /* pass; stay or swap, which must not be guessed */
}

/* ---- the contract ------------------------------------------------------------------------------------ */

static inline float positive(float f) { return f > -SHIFT ? f + SHIFT : 0; }

void kittens_weigh(const void *view, Seat who, const float *taste, const Move *list, int n, float *weight)
{
    Mind m;
    Plan p;
    think(&m, view, who, taste);
    if (m.s->phase != TURN) {
        for (int i = 0; i < n; i++) weight[i] = positive(weigh_after(&m, &list[i]));
        return;
    }
    plan_turn(&m, &p);
    for (int i = 0; i < n; i++) weight[i] = positive(weigh_turn(&m, &p, &list[i]));
}

/* The same choice, without a look at fives that are not worth it. */
Move kittens_pick(const void *view, Seat who, const float *taste, Dice *d)
{
    Move list[MAX_MOVES];
    float weight[MAX_MOVES];
    const State *s = view;
    Mind m;
    Plan p;
    bool turn = s->phase == TURN;
    list[0] = (Move){ 0 };                               /* a rigged table may offer none */
    int n = turn ? 0 : (int)(kittens_list(s, who, list) - list);
    if (!turn && n < 2) return list[0];
    think(&m, s, who, taste);
    if (turn) {
        plan_turn(&m, &p);
        plan_five(&m, &p);
        n = (int)((p.find > 0 ? kittens_turn : kittens_turn_short)(s, who, list) - list);
    }
    for (int i = 0; i < n; i++) weight[i] = positive(turn ? weigh_turn(&m, &p, &list[i]) : weigh_after(&m, &list[i]));
    return list[heaviest(weight, n, d)];
}

/* These tastes were tuned in duels. With more players they do no better than sharp's own, so they are not used
 * there. */
static const float *answer(const void *view)
{
    const State *s = view;
    return __builtin_popcount(s->alive) == 2 ? kittens_answer[s->edition] : NULL;
}

#define HUNCH(id)                                                                                                \
    [id] = {                                                                                                     \
        .tastes = kittens_tastes[id], .taste_count = TASTE_COUNT, .answer = answer,                              \
        .memory_size = sizeof(Memory), .hear = kittens_hear, .ponder = kittens_ponder, .believe = kittens_believe, \
        .weigh = kittens_weigh, .pick = kittens_pick, .worth = kittens_worth, .settled = kittens_settled,        \
        .slip = kittens_slip, .reasons = kittens_reasons, .reason_count = REASONS, .explain = kittens_explain,   \
        .redeal = kittens_redeal, .temper = kittens_temper                                                       \
    },
const Hunch kittens_hunch[EDITIONS] = { HUNCH(KITTENS) HUNCH(GOODEVIL) HUNCH(PARTY) };
