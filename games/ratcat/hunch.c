/* SPDX-License-Identifier: MIT
 *
 * hunch.c - how to play Rat-a-Tat Cat: what every place is thought to hold, what a card would
 * do there, and when to knock. Everything is counted in points, as the seat can see them.
 * What the others' play gives away is in belief.c. */
#include "hunch.h"

static const Taste tastes[TASTE_COUNT] = {
#define TASTE(id, name, value, low, high) [id] = { name, value, low, high },
#include "tastes.def"
#undef TASTE
};

/* ---- what a seat makes of the table -------------------------------------------- */

typedef struct {
    const State *s;
    const float *taste;
    float left[KINDS];           /* cards of each kind not to be seen from this seat */
    float unseen, mean;          /* ... of all kinds; the mean of the numbers among them */
    float card[SEATS][ROW];      /* what each place is thought to be worth */
    float sum[SEATS], worst[SEATS];
    float dark[SEATS];           /* places of each row this seat has to guess */
    float goal[SEATS], blur[SEATS];    /* where the others will end, and how unsure that is */
    SeatSet others;
    Seat  who;
    bool  last;                  /* somebody has knocked: only this turn counts */
} Mind;

static inline bool knows(const State *s, Seat who, Seat p, int slot) { return s->player[p].seen[slot] >> who & 1; }

/* Seen cards of each kind, four bits a kind: there are at most nine of one. */
static inline uint64_t tick(int c) { return (uint64_t)(c != NO_CARD) << 4 * c; }

static uint64_t count_seen(const State *s, Seat who)
{
    uint64_t seen = (uint64_t)s->aside << 4 * DRAW2;
    Seat p;
    for (int i = DECK - s->discard_n; i < DECK; i++) seen += tick(s->card[i]);
    EACH_SEAT(p, s->in)
        for (int slot = 0; slot < ROW; slot++)
            if (knows(s, who, p, slot)) seen += tick(s->player[p].card[slot]);
    return s->phase == PLACING || who == s->turn ? seen + tick(s->hand) : seen;
}

static void count_cards(Mind *m)
{
    static const uint8_t copies[KINDS] = {
#define X3(c) 3
#define X4(c) 4
#define X9(c) 9
#define CARD(id, text, copies) [id] = copies(id),
#include "cards.def"
#undef CARD
    };
    uint64_t seen = count_seen(m->s, m->who);
    float points = 0, numbers = 0;
    for (int c = ZERO; c < KINDS; c++) {
        int left = copies[c] - (int)(seen >> 4 * c & 15);
        m->left[c] = left > 0 ? (float)left : 0;
    }
    for (int v = 0; v <= 9; v++) points += (float)v * m->left[ZERO + v], numbers += m->left[ZERO + v];
    m->unseen = numbers + m->left[PEEK] + m->left[SWAP] + m->left[DRAW2];
    m->mean = numbers > 0 ? points / numbers : 5;
}

/* Turns everybody has had, by the cards that have left the pile. */
static float turns_gone(const State *s)
{
    int players = __builtin_popcount(s->in), drawn = DECK - 1 - ROW * players - s->pile_n;
    return drawn > 0 ? (float)drawn / (float)players : 0;
}

/* A card its owner has seen and left there is the lower the longer it lies; one that was
 * drawn and kept was chosen. A power card becomes some number in the end. */
static float guess(const Mind *m, Seat p, int slot, float kept)
{
    const Player *one = &m->s->player[p];
    if (knows(m->s, m->who, p, slot)) return is_number(one->card[slot]) ? (float)card_value(one->card[slot]) : m->mean;
    if (one->sure >> slot & 1) return m->taste[CHOSEN];
    return one->seen[slot] >> p & 1 ? kept : m->mean;
}

static void guess_row(Mind *m, Seat p, float kept)
{
    m->sum[p] = m->worst[p] = m->dark[p] = 0;
    for (int slot = 0; slot < ROW; slot++) {
        float v = m->card[p][slot] = guess(m, p, slot, kept);
        m->sum[p] += v;
        if (v > m->worst[p]) m->worst[p] = v;
        m->dark[p] += !knows(m->s, m->who, p, slot);
    }
}

static void make_up(Mind *m, const State *s, Seat who, const float *taste)
{
    Seat p;
    m->s = s;
    m->taste = taste;
    m->who = who;
    m->others = s->in & (SeatSet)~SEAT_BIT(who);
    m->last = s->knocked != SEAT_NONE;
    count_cards(m);
    float kept = m->mean - taste[KEPT] * turns_gone(s);
    if (kept < taste[KEPT_LEAST]) kept = taste[KEPT_LEAST];
    EACH_SEAT(p, s->in) guess_row(m, p, kept);
}

/* ---- how a round may end --------------------------------------------------------- */

/* Some draws are worth more than the points they save at once. */
static float with_powers(const Mind *m, float sum)
{
    if (m->unseen <= 0) return 0;
    sum += m->left[DRAW2] * m->taste[DOUBLE] * sum / m->unseen;
    if (!m->last) sum += m->left[PEEK] * m->taste[PEEKING] + m->left[SWAP] * m->taste[SWAPPING];
    return sum / m->unseen;
}

/* The points a draw from the pile is likely to save where the worst card is this. */
static float draw_gain(const Mind *m, float worst)
{
    float sum = 0;
    for (int v = 0; v <= 9; v++) sum += worst > (float)v ? m->left[ZERO + v] * (worst - (float)v) : 0;
    return with_powers(m, sum);
}

/* Between -1 and 1, much as tanh has it. */
static float squash(float x)
{
    if (x > 3) return 1;
    if (x < -3) return -1;
    return x * (27 + x * x) / (27 + 9 * x * x);
}

/* The players who have one more turn before the rows are turned up, if this seat ends its turn with a knock, or
 * somebody has knocked already. */
static SeatSet still_moving(const State *s, Seat who)
{
    SeatSet set = 0;
    for (Seat p = next_in(s, who); p != who && p != s->knocked; p = next_in(s, p)) set |= SEAT_BIT(p);
    return set;
}

static void look_ahead(Mind *m)
{
    SeatSet moving = still_moving(m->s, m->who);
    Seat p;
    EACH_SEAT(p, m->others) {
        bool moves = moving >> p & 1;
        m->goal[p] = m->sum[p] - (moves ? m->taste[LAST_TURN] * draw_gain(m, m->worst[p]) : 0);
        m->blur[p] = m->taste[FOG] * m->dark[p] + (moves ? m->taste[HAZE] : 0.5f);
    }
}

/* The chance to be lowest with a row of `mine` points and `dark` places to guess, if the row of `hit` gets `more`
 * points worse. */
static float chance(const Mind *m, float mine, float dark, Seat hit, float more)
{
    float all = 1;
    Seat p;
    EACH_SEAT(p, m->others) {
        float lead = m->goal[p] + (p == hit ? more : 0) - mine;
        all *= 0.5f + 0.5f * squash(lead / (m->blur[p] + m->taste[FOG] * dark));
    }
    return all;
}

/* How good it is to have such a row: in points as long as the round goes on, and then by the
 * chance to be lowest. */
static float value(const Mind *m, float mine, float dark, Seat hit, float more)
{
    if (!m->last) return m->taste[HIT] * more - mine;
    return 10 * (chance(m, mine, dark, hit, more) - m->taste[PRIDE] * mine);
}

/* ---- what a card is good for ------------------------------------------------------- */

static bool is_dark(const Mind *m, int slot) { return !knows(m->s, m->who, m->who, slot); }

static float as_it_is(const Mind *m) { return value(m, m->sum[m->who], m->dark[m->who], SEAT_NONE, 0); }

/* With a card of this value in that place. To know what one has is worth something while
 * there are turns to come. */
static float placed(const Mind *m, int slot, float v)
{
    float dark = m->dark[m->who] - is_dark(m, slot);
    float known = m->last || !is_dark(m, slot) ? 0 : m->taste[CURIOUS];
    return known + value(m, m->sum[m->who] - m->card[m->who][slot] + v, dark, SEAT_NONE, 0) - m->taste[KEEP_EDGE];
}

static float placed_best(const Mind *m, float v)
{
    float best = placed(m, 0, v);
    for (int slot = 1; slot < ROW; slot++) {
        float one = placed(m, slot, v);
        if (one > best) best = one;
    }
    return best;
}

/* With one more card from the pile. While the round goes on all is counted in points, and
 * one look at the row is enough. */
static float drawn(const Mind *m)
{
    float stay = as_it_is(m), sum = 0;
    if (!m->last) return stay + draw_gain(m, placed_best(m, 0) - stay);
    for (int v = 0; v <= 9; v++) {
        float gain = placed_best(m, (float)v) - stay;
        sum += gain > 0 ? m->left[ZERO + v] * gain : 0;
    }
    return stay + with_powers(m, sum);
}

/* What the next player gains by finding this card on the discard pile. */
static float fed(const Mind *m, float v)
{
    Seat next = next_in(m->s, m->who);
    if (next == m->s->knocked) return 0;
    float more = m->worst[next] - v - draw_gain(m, m->worst[next]);
    return more > 0 ? m->taste[FEED] * more : 0;
}

/* ---- the moves ------------------------------------------------------------------------ */

static float weigh_swap(const Mind *m, const Move *move)
{
    Seat with = move->arg[1];
    int slot = move->arg[0] - 1, theirs = move->arg[2] - 1;
    float less = m->card[m->who][slot] - m->card[with][theirs];
    float dark = m->dark[m->who] - is_dark(m, slot) + (!m->s->look && !knows(m->s, m->who, with, theirs));
    return value(m, m->sum[m->who] - less, dark, with, less) - m->taste[SWAP_EDGE];
}

static float weigh_peek(const Mind *m, const Move *move)
{
    return as_it_is(m) + (is_dark(m, move->arg[0] - 1) && !m->last ? m->taste[PEEKING] : 0);
}

/* An English Draw 2 has another card to follow, which is lost by using this one (RTC-16). */
static float weigh_discard(const Mind *m)
{
    if (m->s->left && !m->s->hebrew) return drawn(m);
    return as_it_is(m) - (is_number(m->s->hand) ? fed(m, (float)card_value(m->s->hand)) : 0);
}

static float weigh_replace(const Mind *m, const Move *move)
{
    int slot = move->arg[0] - 1;
    return placed(m, slot, (float)card_value(m->s->hand)) - fed(m, m->card[m->who][slot]);
}

static float weigh_take(const Mind *m)
{
    return placed_best(m, (float)card_value(discard_at(m->s, 0))) - m->taste[TAKE_EDGE];
}

/* Nobody with any sense throws low cards away, or takes high ones that lie open. Among those
 * who do, there is time to improve a row before one knocks. */
static int folly(const Mind *m)
{
    enum { ENOUGH = 3 };
    const State *s = m->s;
    int n = 0;
    Seat p;
    for (int i = DECK - s->discard_n; i < DECK; i++) n += s->card[i] <= TWO;
    EACH_SEAT(p, m->others)
        for (int slot = 0; slot < ROW; slot++) {
            const Player *one = &s->player[p];
            n += one->sure >> slot & 1 && one->seen[slot] == EVERYONE && one->card[slot] >= SIX;
        }
    return n < ENOUGH ? n : ENOUGH;
}

/* The chance to be lowest that it takes to knock. Towards the end of the pile less and less is
 * enough: were all to wait for one another, the round would never end. */
static float weigh_end(const Mind *m)
{
    const State *s = m->s;
    float gain = draw_gain(m, m->worst[m->who]), crowd = (float)(__builtin_popcount(m->others) - 1);
    float sure = m->taste[KNOCK_AT] + m->taste[KNOCK_GAIN] * gain + m->taste[KNOCK_FOOLS] * (float)folly(m);
    if (s->ending == BY_LIMIT && (float)s->player[m->who].total + m->sum[m->who] >= LIMIT) sure += m->taste[BRINK];
    sure /= 1 + m->taste[KNOCK_CROWD] * crowd;
    return s->pile_n < m->taste[PATIENCE] ? sure * s->pile_n / m->taste[PATIENCE] : sure;
}

static float weigh_one(const Mind *m, const Move *move)
{
    switch (move->verb) {
    case V_TAKE_PILE:    return drawn(m);
    case V_TAKE_DISCARD: return weigh_take(m);
    case V_REPLACE:      return weigh_replace(m, move);
    case V_DISCARD:      return weigh_discard(m);
    case V_PEEK:         return weigh_peek(m, move);
    case V_SWAP:         return weigh_swap(m, move);
    case V_DRAW2:        return drawn(m) + 1;             /* never worse than to throw it away */
    case V_END:          return weigh_end(m);
    case V_KNOCK:        return chance(m, m->sum[m->who], m->dark[m->who], SEAT_NONE, 0);
    }
    return 0;
}

static void weigh(const void *view, Seat who, const float *taste, const Move *list, int n, float *weight)
{
    enum { ABOVE_ALL = 64 };                                  /* no row is so bad */
    const State *s = view;
    Mind m;
    memset(weight, 0, (size_t)n * sizeof *weight);
    if (who >= s->seats || !is_in(s, who)) return;
    make_up(&m, s, who, taste);
    if (m.last || s->phase == ENDING) look_ahead(&m);
    for (int i = 0; i < n; i++) {
        float w = ABOVE_ALL + weigh_one(&m, &list[i]);
        weight[i] = w > 0 ? w : 0;
    }
}

float ratcat_urge(const State *s, Seat who, const float *taste)
{
    State then = *s;
    Mind m;
    then.turn = who;
    then.knocked = SEAT_NONE;
    then.phase = ENDING;
    then.hand = NO_CARD;
    make_up(&m, &then, who, taste);
    look_ahead(&m);
    return chance(&m, m.sum[who], m.dark[who], SEAT_NONE, 0) - weigh_end(&m);
}

void ratcat_reckon(const State *s, Seat who, Reckoning *r)
{
    float taste[TASTE_COUNT];
    Mind m;
    for (int i = 0; i < TASTE_COUNT; i++) taste[i] = tastes[i].value;
    make_up(&m, s, who, taste);
    look_ahead(&m);
    r->lowest = chance(&m, m.sum[who], m.dark[who], SEAT_NONE, 0);
    for (Seat p = 0; p < SEATS; p++) {
        r->sum[p] = is_in(s, p) ? m.sum[p] : 0;
        r->dark[p] = is_in(s, p) ? (int)m.dark[p] : 0;
    }
}

/* ---- an easy player's mistakes ----------------------------------------------------------- */

/* One card in so many that it has seen, and is not being shown now, is forgotten; and when
 * things look good, it cannot wait. */
enum { FORGETS = 4, HASTY = 4 };

static bool forget(State *s, Seat who, Dice *d)
{
    Player *me = &s->player[who];
    bool any = false;
    for (int slot = 0; slot < ROW; slot++) {
        bool sure = me->look >> slot & 1 || me->seen[slot] == EVERYONE || !knows(s, who, who, slot);
        if (dice_below(d, FORGETS) || sure) continue;
        me->seen[slot] &= (SeatSet)~SEAT_BIT(who);
        any = true;
    }
    return any;
}

static int slip(const void *view, Seat who, const void *memory, const Move *list, int n, Dice *d)
{
    State s;
    float taste[TASTE_COUNT], weight[MOST_MOVES];
    int best = 0;
    (void)memory;
    memcpy(&s, view, sizeof s);
    for (int i = 0; i < TASTE_COUNT; i++) taste[i] = tastes[i].value;
    bool hasty = s.phase == ENDING && !dice_below(d, HASTY);
    if (!forget(&s, who, d) && !hasty) return -1;
    if (hasty) taste[KNOCK_AT] /= 2;
    if (n > MOST_MOVES) n = MOST_MOVES;
    weigh(&s, who, taste, list, n, weight);
    for (int i = 1; i < n; i++)
        if (weight[i] > weight[best]) best = i;
    return best;
}

/* Rollouts go on as sharp would, so to wait looks worse than it is and a knock better: the more
 * so, the more there are who may yet get lower. */
static float caution(const void *view, const Move *a, const Move *b)
{
    const State *s = view;
    bool whether_to_knock = (a->verb == V_KNOCK) != (b->verb == V_KNOCK);
    return whether_to_knock && __builtin_popcount(s->in) > 2 ? 0.03f : 0;
}

const Hunch ratcat_hunch = {
    .tastes = tastes, .taste_count = TASTE_COUNT, .memory_size = sizeof(Memory),
    .weigh = weigh, .hear = ratcat_hear, .believe = ratcat_believe, .worth = ratcat_worth, .caution = caution,
    .slip = slip, .reasons = ratcat_reasons, .reason_count = REASONS, .explain = ratcat_explain,
    .redeal = ratcat_redeal, .temper = ratcat_temper, .tally = ratcat_tally,
};
