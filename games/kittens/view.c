/* SPDX-License-Identifier: MIT
 * view.c - who may see what: views, imagined worlds, facts, positions and the audit. */
#include "kittens.h"

/* ---- observe -------------------------------------------------------------- */

/* An allow-list: start from nothing and copy what this seat may see, so that a field
 * added tomorrow is hidden until somebody decides otherwise. */
void kittens_observe(const void *state, Seat who, void *view)
{
    const State *s = state;
    SeatSet me = SEAT_BIT(who);
    State v = {
        .alive = s->alive, .asked = s->asked, .stocked = s->stocked, .edition = s->edition, .seats = s->seats,
        .phase = s->phase,
        .rigged = s->rigged, .combos = s->combos, .per_card = s->per_card, .fast = s->fast,
        .pile_n = s->pile_n, .discard_n = s->discard_n, .turn = s->turn, .owed = s->owed,
        .attacked = s->attacked, .attacks = s->attacks, .godcat = s->godcat,
        .action = s->action, .by = s->by, .target = s->target, .named = s->named, .nopes = s->nopes,
        .devil = s->by == who ? s->devil : 0,
    };
    memcpy(v.hand_n, s->hand_n, sizeof v.hand_n);
    memcpy(v.place, s->place, sizeof v.place);
    memcpy(v.card + DECK - s->discard_n, s->card + DECK - s->discard_n, s->discard_n);
    if (who < s->seats) {
        v.hand[who] = s->hand[who];
        v.nopers = s->nopers & me;
        for (Seat p = 0; p < s->seats; p++) v.sure[p][who] = s->sure[p][who];
    }
    for (int i = 0; i < s->pile_n; i++)
        if (s->pile_seen[i] & me) {
            v.card[i] = s->card[i];
            v.pile_seen[i] = me;
        }
    memcpy(view, &v, sizeof v);
}

/* ---- imagine -------------------------------------------------------------- */

typedef struct { uint8_t card[DECK + MAX_SEATS]; int n; } Pool;

/* Every card that `who` has not located, kittens aside. */
static Pool unseen(const State *s, Seat who)
{
    uint8_t count[KINDS] = { 0 };
    int left[KINDS];
    Pool pool = { .n = 0 };
    kittens_deck_counts(s, count);
    for (int c = 0; c < KINDS; c++) left[c] = count[c];
    for (int i = 0; i < s->discard_n; i++) left[discard_at(s, i)]--;
    for (int i = 0; i < s->pile_n; i++) left[s->card[i]]--;
    for (Seat p = 0; p < s->seats; p++) {
        Hand h = p == who ? s->hand[p] : hand_of(sure_of(s, p, who));
        for (int c = 1; c < KINDS; c++) left[c] -= hand_count(&h, c);
    }
    for (int c = KITTEN + 1; c < GODCAT; c++)
        while (left[c]-- > 0) pool.card[pool.n++] = (uint8_t)c;
    return pool;
}

static int nth_kind(uint32_t set, uint32_t n)
{
    while (n--) set &= set - 1;
    return __builtin_ctz(set);
}

/* A rigged table need not hold a whole deck: then anything may lie there, as long as the
 * hand has room for its kind. */
static int pool_draw(Pool *pool, const State *s, const Hand *h, Dice *d)
{
    if (pool->n) return pool->card[--pool->n];
    uint32_t may = kittens_edition[s->edition].held & ~KIND_BIT(GODCAT);
    for (int c = 1; c < KINDS; c++)
        if (hand_count(h, c) == HAND_MOST) may &= ~KIND_BIT(c);
    return nth_kind(may, dice_below(d, (uint32_t)__builtin_popcount(may)));
}

static void pool_drop(Pool *pool, int c)
{
    uint8_t *at = memchr(pool->card, c, (size_t)pool->n);
    if (at) *at = pool->card[--pool->n];
}

/* Whoever is asked where the kitten goes has something to defuse it with. */
static bool must_hold_defuse(const State *s, Seat p)
{
    return s->phase == DEFUSING && s->turn == p && s->godcat != p && !holds(s, p, DEFUSE);
}

static void imagine_hand(State *s, Seat p, Seat who, Pool *pool, Dice *d)
{
    s->hand[p] = hand_of(sure_of(s, p, who));
    if (must_hold_defuse(s, p)) {
        hand_add(&s->hand[p], DEFUSE);
        pool_drop(pool, DEFUSE);
    }
    for (int n = s->hand_n[p] - hand_size(&s->hand[p]); n > 0; n--)
        hand_add(&s->hand[p], pool_draw(pool, s, &s->hand[p], d));
    s->nopers |= (SeatSet)((hand_one(&s->hand[p]) >> NOPE & 1) << p);
}

/* Kittens not seen anywhere else lie in the pile: hands never hold one. */
static int hidden_kittens(const State *s, int holes)
{
    int gone = s->phase == DEFUSING, seen = 0;
    for (int i = 0; i < s->discard_n; i++) gone += discard_at(s, i) == KITTEN;
    for (int i = 0; i < s->pile_n; i++) seen += s->card[i] == KITTEN;
    int n = s->seats - 1 - gone - seen;
    return n < 0 ? 0 : n < holes ? n : holes;
}

static void imagine_pile(State *s, Pool *pool, Dice *d)
{
    uint8_t fill[PILE];
    int holes = 0;
    for (int i = 0; i < s->pile_n; i++) holes += s->card[i] == UNKNOWN;
    int kittens = hidden_kittens(s, holes);
    for (int i = 0; i < holes; i++) fill[i] = (uint8_t)(i < kittens ? KITTEN : pool_draw(pool, s, &(Hand){ 0 }, d));
    dice_shuffle(d, fill, holes);
    for (int i = 0; i < s->pile_n; i++)
        if (s->card[i] == UNKNOWN) s->card[i] = fill[--holes];
}

void kittens_imagine(void *view, Seat who, Dice *d)
{
    State *s = view;
    if (s->phase == DEALING) return;
    Pool pool = unseen(s, who);
    dice_shuffle(d, pool.card, pool.n);
    if (s->turn != who) imagine_hand(s, s->turn, who, &pool, d);         /* while there is a Defuse left */
    for (Seat p = 0; p < s->seats; p++)
        if (p != who && p != s->turn) imagine_hand(s, p, who, &pool, d);
    imagine_pile(s, &pool, d);
    if (s->phase == CHOOSING && !s->devil) s->devil = (uint8_t)(DEVIL_AT_PLAYER + dice_below(d, 2));
}

/* ---- tell ------------------------------------------------------------------ */

static const char *const phase_name[] = {
    [DEALING] = "deal", [SHUFFLING] = "shuffle", [PICKING] = "pick", [TURN] = "turn", [WINDOW] = "nope",
    [GIVING] = "give", [STEALING] = "steal", [TAKING] = "take", [ORDERING] = "order", [HECK_CHOICE] = "heck",
    [SETTING] = "set", [CHOOSING] = "choice", [DEFUSING] = "defuse", [OVER] = "over",
};

static void tell_hand(const State *v, Seat p, Seat who, Scribe *to)
{
    Hand h = hand_one(&v->hand[p]) ? v->hand[p] : hand_of(sure_of(v, p, who));
    tell_list(to, NULL);
    int n = 0;
    for (int c = 1; c < KINDS; c++)
        for (int i = hand_count(&h, c); i > 0; i--, n++) tell_text(to, NULL, kittens_cards[c]);
    for (; n < v->hand_n[p]; n++) tell_none(to, NULL);
    to->close(to);
}

static void tell_piles(const State *v, Scribe *to)
{
    tell_list(to, "pile");
    for (int i = 0; i < v->pile_n; i++) tell_text(to, NULL, kittens_cards[pile_top(v, i)]);
    to->close(to);
    tell_list(to, "discard");
    for (int i = 0; i < v->discard_n; i++) tell_text(to, NULL, kittens_cards[discard_at(v, i)]);
    to->close(to);
}

static const char *action_name(int a)
{
    return a == PAIR ? "pair" : a == TRIO ? "trio" : a == FIVE ? "five" : kittens_cards[a];
}

static bool action_aimed(int a) { return a == PAIR || a == TRIO || (a < KINDS && AIMED_CARDS >> a & 1); }

/* What lies on the table and may still be stopped, or is being carried out. */
static void tell_action(const State *v, Scribe *to)
{
    if (v->phase == TURN || v->phase == DEFUSING || v->phase == OVER || v->phase == DEALING) {
        tell_none(to, "action");
        return;
    }
    tell_object(to, "action");
    tell_text(to, "card", action_name(v->action));
    tell_number(to, "by", v->by);
    if (action_aimed(v->action) || v->phase == CHOOSING) tell_number(to, "target", v->target);
    if (v->action == TRIO) tell_text(to, "named", kittens_cards[v->named]);
    tell_number(to, "nopes", v->nopes);
    if (v->devil) tell_number(to, "devilcat", v->devil == DEVIL_AT_TARGET ? v->target : v->by);
    to->close(to);
}

static void tell_godcat(const State *v, Scribe *to)
{
    if (!kittens_edition[v->edition].mat) tell_none(to, "godcat");
    else if (v->godcat == MAT) tell_text(to, "godcat", "mat");
    else tell_number(to, "godcat", v->godcat);
}

void kittens_tell(const void *view, Seat who, Scribe *to)
{
    const State *v = view;
    tell_text(to, "phase", phase_name[v->phase]);
    tell_number(to, "turn", v->turn);
    tell_number(to, "owed", v->owed);
    tell_bool(to, "attacked", v->attacked);
    tell_number(to, "attacks", v->attacks);
    tell_list(to, "hands");
    for (Seat p = 0; p < v->seats; p++) tell_hand(v, p, who, to);
    to->close(to);
    tell_piles(v, to);
    tell_list(to, "alive");
    for (Seat p = 0; p < v->seats; p++) tell_bool(to, NULL, v->alive >> p & 1);
    to->close(to);
    tell_godcat(v, to);
    if (v->phase == OVER) tell_number(to, "winner", __builtin_ctz(v->alive));
    else tell_none(to, "winner");
    tell_action(v, to);
}

/* ---- rig -------------------------------------------------------------------- */

static int find_card(const char *text)
{
    for (int c = 1; text && c < KINDS; c++)
        if (!strcmp(kittens_cards[c], text)) return c;
    return NO_CARD;
}

static bool read_cards(const Fact *list, const char *what, int most, uint8_t *out, int *n, Why *w)
{
    *n = 0;
    if (!list) return true;
    if (list->kind != FACT_LIST) return why(w, "\"%s\" must be a list of cards", what);
    for (const Fact *f = list->child; f; f = f->next) {
        int c = f->kind == FACT_TEXT ? find_card(f->text) : NO_CARD;
        if (!c) return why(w, "\"%s\" holds something that is no card", what);
        if (*n == most) return why(w, "\"%s\" holds more than %d cards", what, most);
        out[(*n)++] = (uint8_t)c;
    }
    return true;
}

static bool rig_hand(State *s, Seat p, const Fact *list, Why *w)
{
    uint8_t card[DECK];
    int n;
    if (!read_cards(list, "hands", DECK, card, &n, w)) return false;
    for (int i = 0; i < n; i++) {
        bool mat = kittens_edition[s->edition].mat;
        if (card[i] == KITTEN || card[i] == DEVILCAT || (card[i] == GODCAT && !mat))
            return why(w, "no hand holds a %s", kittens_cards[card[i]]);
        if (hand_count(&s->hand[p], card[i]) == HAND_MOST)
            return why(w, "more than %d cards of a kind in one hand", HAND_MOST);
        if (card[i] == GODCAT && s->godcat != MAT) return why(w, "there is one Godcat only");
        gain(s, p, card[i], card[i] == GODCAT ? EVERYONE : 0);
    }
    return true;
}

static bool rig_hands(State *s, const Fact *hands, Why *w)
{
    if (!hands) return true;
    if (hands->kind != FACT_LIST || hands->number != s->seats) return why(w, "\"hands\" must list %d hands", s->seats);
    Seat p = 0;
    for (const Fact *f = hands->child; f; f = f->next)
        if (!rig_hand(s, p++, f, w)) return false;
    return true;
}

/* Both piles are written top first. */
static bool rig_piles(State *s, const Fact *start, Why *w)
{
    uint8_t card[DECK];
    int n;
    if (!read_cards(fact_given(start, "pile"), "pile", PILE, card, &n, w)) return false;
    for (int i = 0; i < n; i++) s->card[n - 1 - i] = card[i];
    s->pile_n = (uint8_t)n;
    if (!read_cards(fact_given(start, "discard"), "discard", DECK - n, card, &n, w)) return false;
    memcpy(s->card + DECK - n, card, (size_t)n);
    s->discard_n = (uint8_t)n;
    bool cats = memchr(s->card, GODCAT, DECK) || memchr(s->card, DEVILCAT, DECK);
    return cats ? why(w, "the Godcat and the Devilcat are never in a pile") : true;
}

static bool rig_alive(State *s, const Fact *alive, Why *w)
{
    if (!alive) return true;
    if (alive->kind != FACT_LIST || alive->number != s->seats)
        return why(w, "\"alive\" must list %d answers", s->seats);
    Seat p = 0;
    for (const Fact *f = alive->child; f; f = f->next, p++) {
        if (f->kind != FACT_BOOL) return why(w, "\"alive\" must hold true or false only");
        if (!f->number) s->alive &= (SeatSet)~SEAT_BIT(p);
    }
    for (p = 0; p < s->seats; p++)
        if (!(s->alive >> p & 1)) {
            if (s->hand_n[p]) return why(w, "seat %d is out but holds cards", p);
            s->place[p] = (uint8_t)(__builtin_popcount(s->alive) + 1);
        }
    return s->alive ? true : why(w, "somebody must be alive");
}

static bool rig_godcat(State *s, const Fact *godcat, Why *w)
{
    if (!godcat) return true;
    bool mat = godcat->kind == FACT_TEXT && !strcmp(godcat->text, "mat");
    int holder = mat ? MAT : godcat->kind == FACT_NUMBER ? godcat->number : -1;
    return holder == s->godcat || why(w, "\"godcat\" must be \"mat\" or the seat whose hand lists it");
}

static bool rig_turn(State *s, const Fact *start, Why *w)
{
    int turn = __builtin_ctz(s->alive), owed = 1, attacks = 0;
    if (!fact_number(start, "turn", 0, s->seats - 1, &turn, w) || !fact_number(start, "owed", 1, 200, &owed, w)
        || !fact_number(start, "attacks", 0, 100, &attacks, w)) return false;
    bool attacked = attacks > 0;
    if (!fact_bool(start, "attacked", &attacked, w)) return false;
    bool one = !(s->alive & (s->alive - 1));                  /* it is over: then a turn means nothing */
    if (!one && !(s->alive >> turn & 1)) return why(w, "\"turn\" must be a seat that is alive");
    s->turn = (uint8_t)turn;
    s->owed = (uint8_t)owed;
    s->attacked = attacked;
    s->attacks = (uint8_t)(!attacked ? 0 : attacks ? attacks : (owed + 1) / 2);      /* as many as it takes */
    return true;
}

static bool rig_phase(State *s, const Fact *phase, Why *w)
{
    const char *name = phase && phase->kind == FACT_TEXT ? phase->text : phase ? "" : "turn";
    bool one = !(s->alive & (s->alive - 1));
    ask(s, one ? OVER : TURN, one ? 0 : SEAT_BIT(s->turn));
    if (one) s->place[__builtin_ctz(s->alive)] = 1;
    if (!strcmp(name, phase_name[s->phase])) return true;
    if (!strcmp(name, "turn") && one) return true;
    if (strcmp(name, "defuse") || one) return why(w, "\"phase\" of a start must be \"turn\" or \"defuse\"");
    if (!holds(s, s->turn, DEFUSE) && !holds(s, s->turn, GODCAT)) return why(w, "\"defuse\" needs a Defuse in hand");
    ask(s, DEFUSING, SEAT_BIT(s->turn));
    return true;
}

bool kittens_rig(void *state, const Fact *start, Why *w)
{
    const State *was = state;
    State s = {
        .edition = was->edition, .seats = was->seats, .combos = was->combos, .per_card = was->per_card,
        .fast = was->fast, .alive = (SeatSet)(SEAT_BIT(was->seats) - 1), .godcat = MAT, .rigged = 1,
    };
    if (!rig_hands(&s, fact_given(start, "hands"), w) || !rig_piles(&s, start, w)
        || !rig_alive(&s, fact_given(start, "alive"), w) || !rig_godcat(&s, fact_given(start, "godcat"), w)
        || !rig_turn(&s, start, w) || !rig_phase(&s, fact_given(start, "phase"), w)) return false;
    int loose = s.phase == DEFUSING, cards = s.pile_n + s.discard_n + loose;
    for (Seat p = 0; p < s.seats; p++) cards += s.hand_n[p];
    if (cards > DECK || s.pile_n + loose > PILE)
        return why(w, "a table holds at most %d cards, %d of them in the pile", DECK, PILE);
    memcpy(state, &s, sizeof s);
    return true;
}

/* ---- audit ------------------------------------------------------------------- */

static const char *audit_hands(const State *s, int total[KINDS])
{
    for (Seat p = 0; p < MAX_SEATS; p++) {
        int n = 0;
        for (int c = 0; c < KINDS; c++) {
            n += hand_count(&s->hand[p], c);
            total[c] += hand_count(&s->hand[p], c);
        }
        if (n != s->hand_n[p]) return "a hand's size is the number of its cards";
        if (n && !is_alive(s, p)) return "only the living hold cards";
        if ((n == 0) == (s->stocked >> p & 1)) return "who holds cards is on record";
        if (holds(s, p, NOPE) != (s->nopers >> p & 1)) return "who holds a Nope is on record";
        if (holds(s, p, KITTEN) || holds(s, p, DEVILCAT)) return "no hand holds a kitten or the Devilcat";
        if (holds(s, p, GODCAT) != (s->godcat == p)) return "the Godcat's holder is on record";
    }
    return NULL;
}

static const char *audit_piles(const State *s, int total[KINDS])
{
    for (int i = 0; i < DECK; i++) {
        bool lies = i < s->pile_n || i >= DECK - s->discard_n;
        if (lies != (s->card[i] != NO_CARD)) return "a place holds a card exactly when it is part of a pile";
        total[s->card[i]]++;
    }
    for (int i = s->pile_n; i < PILE; i++)
        if (s->pile_seen[i]) return "nobody has seen a card that is not there";
    return NULL;
}

static const char *audit_known(const State *s)
{
    for (Seat holder = 0; holder < MAX_SEATS; holder++)
        for (Seat p = 0; p < MAX_SEATS; p++) {
            if (!s->sure[holder][p]) continue;
            if (p == holder || p >= s->seats) return "what is known has a knower";
            if (sure_of(s, holder, p) & ~hand_one(&s->hand[holder]))
                return "nobody is sure of a card that is not there";
        }
    return NULL;
}

/* The pile cannot run out: it holds a kitten for all but one (EKB-15, A-25). */
static const char *audit_deck(const State *s, const int total[KINDS])
{
    uint8_t count[KINDS] = { 0 };
    int kittens = 0, missing = 0, living = __builtin_popcount(s->alive);
    kittens_deck_counts(s, count);
    for (int i = 0; i < s->pile_n; i++) kittens += s->card[i] == KITTEN;
    if (kittens + (s->phase == DEFUSING) < living - 1) return "there is a kitten for all but one";
    if (total[KITTEN] + (s->phase == DEFUSING) != count[KITTEN]) return "no kitten is made or lost";
    for (int c = KITTEN + 1; c < GODCAT; c++) {
        if (total[c] > count[c]) return "no card is made";
        missing += count[c] - total[c];
    }
    int removed = 0, dealt = 0;
    for (int c = KITTEN + 1; c < GODCAT; c++) dealt += count[c];
    if (s->fast) removed = (dealt - (DEALT + 1) * s->seats + 1) / 3;
    return missing == removed ? NULL : "no card is lost";
}

const char *kittens_audit(const void *state)
{
    const State *s = state;
    int total[KINDS] = { 0 };
    const char *bad;
    if (s->phase == DEALING) return NULL;
    if ((bad = audit_hands(s, total)) || (bad = audit_piles(s, total)) || (bad = audit_known(s))) return bad;
    if (s->phase == WINDOW && s->asked & ~s->alive) return "a window asks the living";
    if (!s->asked != (s->phase == OVER)) return "somebody is asked until it is over";
    if (s->phase != OVER && !is_alive(s, s->turn)) return "the turn is a living player's";
    if ((s->attacks > 0) != s->attacked || !s->owed) return "owed turns and attacks agree";
    if (total[DEVILCAT] || total[GODCAT] != (s->godcat != MAT)) return "the two cats lie on the mat or one in a hand";
    return s->rigged ? NULL : audit_deck(s, total);
}
