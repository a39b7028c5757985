/* SPDX-License-Identifier: MIT
 *
 * view.c - who may see what: views, imagined keys, facts, the result and the audit. The
 * only secret of this game is the other side's key, and it stays one for ever (RULES 0.4). */
#include "duet.h"

#include "../../core/text.h"

/* ---- observe -------------------------------------------------------------- */

/* An allow-list: what is not copied is hidden. */
void duet_observe(const void *state, Seat who, void *view)
{
    const State *s = state;
    State v = {
        .agents = s->agents, .done = s->done, .clue_n = s->clue_n, .seats = s->seats, .phase = s->phase,
        .rigged = s->rigged, .mission = s->mission, .tokens = s->tokens, .flexible = s->flexible, .terms = s->terms,
        .lang = s->lang, .side = s->side, .bystander = s->bystander, .green_up = s->green_up, .taken = s->taken,
        .finished = s->finished, .guessed = s->guessed, .objected = s->objected, .hoped = s->hoped, .won = s->won,
    };
    memcpy(v.found_by, s->found_by, sizeof v.found_by);
    memcpy(v.arrow, s->arrow, sizeof v.arrow);
    memcpy(v.struck, s->struck, sizeof v.struck);
    memcpy(v.word, s->word, sizeof v.word);
    memcpy(v.text, s->text, sizeof v.text);
    memcpy(v.clue, s->clue, sizeof v.clue);
    if (who < s->seats) {
        v.green[side_of(who)] = s->green[side_of(who)];
        v.black[side_of(who)] = s->black[side_of(who)];
    }
    memcpy(view, &v, sizeof v);
}

/* ---- imagine -------------------------------------------------------------- */

/* What everybody knows of one side's key: colours, and where greens may still be. */
typedef struct { Cells green, black, tan, may_be_green; } Seen;

static Seen seen_of(const State *s, int side)
{
    Cells nobodys = s->agents & ~(s->found_by[0] | s->found_by[1]);
    Seen k = { .green = s->found_by[!side] | (nobodys & ~s->green[!side]), .black = s->struck[!side] };
    k.tan = s->arrow[!side] & ~(k.green | k.black);
    k.may_be_green = ALL_CELLS & ~(k.green | k.black | k.tan);
    if (is_finished(s, side)) k.may_be_green &= ~open_to(s, !side);
    return k;
}

/* The cells that have one colour on the other key, and what is missing there. */
typedef struct { Cells may_be_green, hidden; int green, black; } Lot;
enum { LOTS = 3 };

static void lots_of(const State *s, int side, const Seen *k, Lot lot[LOTS])
{
    static const uint8_t greens[LOTS] = { 3, 1, 5 }, blacks[LOTS] = { 1, 1, 1 };      /* CND-8 */
    Cells other[LOTS] = { s->green[!side], s->black[!side], ALL_CELLS & ~(s->green[!side] | s->black[!side]) };
    for (int i = 0; i < LOTS; i++)
        lot[i] = (Lot){
            .may_be_green = other[i] & k->may_be_green,
            .hidden = other[i] & ~(k->green | k->black | k->tan),
            .green = greens[i] - __builtin_popcount(other[i] & k->green),
            .black = blacks[i] - __builtin_popcount(other[i] & k->black),
        };
}

/* n over k, 0 when there is no way. */
static uint32_t choices(int n, int k)
{
    uint32_t ways = 1;
    if (k < 0 || k > n) return 0;
    for (int i = 1; i <= k; i++) ways = ways * (uint32_t)(n - k + i) / (uint32_t)i;
    return ways;
}

static uint32_t arrangements(const Lot lot[LOTS], Cells may_be_green)
{
    uint32_t ways = 1;
    for (int i = 0; i < LOTS; i++)
        ways *= choices(__builtin_popcount(lot[i].may_be_green & may_be_green), lot[i].green)
              * choices(__builtin_popcount(lot[i].hidden) - lot[i].green, lot[i].black);
    return ways;
}

/* In how many ways this side's key may fit the other one, at most 31 135 104. Unless it
 * has said otherwise, there is a word left to find on it. */
static uint32_t keys_possible(const State *s, int side)
{
    Seen k = seen_of(s, side);
    Lot lot[LOTS];
    lots_of(s, side, &k, lot);
    uint32_t none_left = is_finished(s, side) ? 0 : arrangements(lot, ~open_to(s, !side));
    return arrangements(lot, ALL_CELLS) - none_left;
}

/* n cells of a set, every choice equally likely. */
static Cells pick(Dice *d, Cells from, int n)
{
    Cells picked = 0;
    for (int left = __builtin_popcount(from); n > 0 && left > 0; left--, from &= from - 1)
        if ((int)dice_below(d, (uint32_t)left) < n) {
            picked |= from & (0u - from);
            n--;
        }
    return picked;
}

/* Far more than chance needs: a key that leaves a word to find is one in nine at worst. */
enum { TRIES = 1000, CANDIDATES = 32 };

static bool words_left_as_told(const State *s, int side) { return is_finished(s, side) == !unfound(s, side); }

/* Draw green and black cells until this side has words left exactly if it has not said
 * otherwise. Rejecting keeps all remaining keys equally likely. */
static bool imagine_beside(State *s, int side, Dice *d)
{
    Seen k = seen_of(s, side);
    Lot lot[LOTS];
    lots_of(s, side, &k, lot);
    if (!keys_possible(s, side)) return false;
    for (int i = 0; i < TRIES; i++) {
        s->green[side] = k.green;
        s->black[side] = k.black;
        for (int j = 0; j < LOTS; j++) {
            Cells green = pick(d, lot[j].may_be_green, lot[j].green);
            s->green[side] |= green;
            s->black[side] |= pick(d, lot[j].hidden & ~green, lot[j].black);
        }
        if (words_left_as_told(s, side)) return true;
    }
    return false;
}

/* A rigged key need not be one of the box: anything that shows the same will do. */
static void imagine_loosely(State *s, int side, Dice *d)
{
    Seen k = seen_of(s, side);
    s->green[side] = k.green;
    s->black[side] = k.black;
    if (!is_finished(s, side)) s->green[side] |= pick(d, k.may_be_green & open_to(s, !side), 1);
}

/* A first key for a spectator: nine green, three black, whatever the other may be. */
static void propose(State *s, int side, Dice *d)
{
    Seen k = seen_of(s, side);
    Cells hidden = ALL_CELLS & ~(k.green | k.black | k.tan);
    Cells green = pick(d, k.may_be_green, 9 - __builtin_popcount(k.green));
    s->green[side] = k.green | green;
    s->black[side] = k.black | pick(d, hidden & ~green, 3 - __builtin_popcount(k.black));
}

/* Each candidate counts as often as there are keys that fit it, so that every pair is
 * about equally likely. */
static bool imagine_first(State *s, Dice *d)
{
    Cells green = 0, black = 0;
    uint32_t total = 0;
    for (int i = 0, found = 0; i < TRIES && found < CANDIDATES; i++) {
        s->green[1] = ALL_CELLS;                         /* an agent nobody found asks nothing of side 0 */
        propose(s, 0, d);
        s->green[1] = 0;
        uint32_t ways = words_left_as_told(s, 0) ? keys_possible(s, 1) : 0;
        if (!ways) continue;
        found++;
        total += ways;
        if (dice_below(d, total) < ways) green = s->green[0], black = s->black[0];
    }
    s->green[0] = green;
    s->black[0] = black;
    return total;
}

void duet_imagine(void *view, Seat who, Dice *d)
{
    State *s = view;
    int hidden = who < s->seats ? !side_of(who) : 1;
    if (s->phase == DEALING) return;
    if (who >= s->seats && !imagine_first(s, d)) imagine_loosely(s, 0, d);
    if (!imagine_beside(s, hidden, d)) imagine_loosely(s, hidden, d);
}

/* ---- tell ------------------------------------------------------------------ */

const char *const duet_phases[] = {
    [DEALING] = "deal", [CLUING] = "clue", [GUESSING] = "guess", [RULING] = "ruling", [HOPE] = "hope", [OVER] = "over",
};

static void tell_side(const char *key, int side, Scribe *to)
{
    if (side == NO_SIDE) tell_none(to, key);
    else tell_number(to, key, side);
}

static void tell_key(const State *v, int side, Scribe *to)
{
    char key[CELLS + 1] = { 0 };
    for (int i = 0; i < CELLS; i++) key[i] = duet_cards[colour_at(v, side, i)][0];
    tell_text(to, NULL, key);
}

/* A key without green and black cells would look like one that is not known. So it is told by who is looking, not by
 * what is there. */
static void tell_keys(const State *v, Seat who, Scribe *to)
{
    tell_list(to, "keys");
    for (int side = 0; side < 2; side++)
        if (v->phase != DEALING && (who == SEAT_NONE || (who < v->seats && side_of(who) == side)))
            tell_key(v, side, to);
        else tell_none(to, NULL);
    to->close(to);
}

static const char *mark_at(const State *v, int cell)
{
    static const char *const arrows[] = { "", "0", "1", "01" };
    if (v->agents >> cell & 1) return "g";
    if ((v->struck[0] | v->struck[1]) >> cell & 1) return "x";
    return arrows[(v->arrow[0] >> cell & 1) | (v->arrow[1] >> cell & 1) << 1];
}

static void tell_cells(const State *v, Seat who, Scribe *to)
{
    tell_list(to, "words");
    for (int i = 0; i < CELLS && v->phase != DEALING; i++) tell_text(to, NULL, duet_word_text(v, i));
    to->close(to);
    tell_keys(v, who, to);
    tell_list(to, "marks");
    for (int i = 0; i < CELLS; i++) tell_text(to, NULL, mark_at(v, i));
    to->close(to);
}

static void tell_clue(const char *key, const Clue *c, Scribe *to)
{
    char line[MAX_WORD + 4];
    Text t = text_into(line, sizeof line);
    text_add(&t, c->word);
    text_char(&t, ' ');
    text_number(&t, c->number);
    tell_text(to, key, line);
}

/* The clue that counts now, and all of the game (CND-23). */
static void tell_clues(const State *v, Scribe *to)
{
    if (v->phase == GUESSING || v->phase == RULING) tell_clue("clue", &v->clue[v->clue_n - 1], to);
    else tell_none(to, "clue");
    tell_list(to, "clues");
    for (int i = 0; i < v->clue_n; i++) {
        tell_object(to, NULL);
        tell_number(to, "side", v->clue[i].side);
        tell_clue("clue", &v->clue[i], to);
        to->close(to);
    }
    to->close(to);
}

/* How it went and what to try next, as the book says after a mission (CND-42). */
static const char *verdict(const State *v)
{
    bool mission = v->mission != NO_MISSION && v->mission != PRAGUE + 1;
    if (v->phase != OVER) return NULL;
    if (!v->won && (v->struck[0] | v->struck[1])) return "assassin";
    if (!v->won) return v->mission != NO_MISSION || v->tokens == TOKENS ? "late" : v->tokens == 9 ? "late10" : "late11";
    if (mission) return "mission";
    if (!is_standard(v)) return "easy";
    return points(v) > 10 ? "map" : points(v) > 8 ? "excellent" : points(v) > 5 ? "good" : "won";
}

static void tell_result(const State *v, Scribe *to)
{
    if (v->phase == OVER) tell_bool(to, "winner", v->won);
    else tell_none(to, "winner");
    if (v->won && is_standard(v)) tell_number(to, "score", points(v));
    else tell_none(to, "score");
    tell_text(to, "verdict", verdict(v));
}

static void tell_cities(const char *key, uint32_t set, Scribe *to)
{
    tell_list(to, key);
    for (int c = 0; c < CITIES; c++)
        if (set >> c & 1) tell_text(to, NULL, duet_mission[c].name);
    to->close(to);
}

void duet_tell(const void *view, Seat who, Scribe *to)
{
    const State *v = view;
    tell_text(to, "phase", duet_phases[v->phase]);
    tell_side("side", v->side, to);
    tell_cells(v, who, to);
    tell_object(to, "bank");
    tell_number(to, "bystander", v->bystander);
    tell_number(to, "green", v->green_up);
    to->close(to);
    tell_clues(v, to);
    tell_number(to, "found", __builtin_popcount(v->agents));
    tell_number(to, "taken", v->taken);
    tell_list(to, "complete");                        /* sides that have said so (CND-24) */
    for (int side = 0; side < 2; side++)
        if (is_finished(v, side)) tell_number(to, NULL, side);
    to->close(to);
    tell_result(v, to);
    tell_cities("done", v->done, to);
    tell_cities("next", duet_missions_open(v->done), to);
}

/* ---- score ------------------------------------------------------------------ */

/* They win or lose together. Points for comparing play: any win beats any loss. */
void duet_score(const void *state, Result *r)
{
    const State *s = state;
    *r = (Result){ 0 };
    if (s->phase != OVER) return;
    int base = s->won ? 16 + (is_standard(s) ? points(s) : 0) : __builtin_popcount(s->agents);
    if (s->won) r->winners = (SeatSet)(SEAT_BIT(s->seats) - 1);
    for (Seat p = 0; p < s->seats; p++) {
        r->points[p] = (int16_t)base;
        r->place[p] = s->won ? 1 : 2;
    }
}
