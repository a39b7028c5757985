/* SPDX-License-Identifier: MIT
 * rig.c - positions from facts that somebody wrote (NOTATION, "Duet"). Nothing here is
 * trusted: each fact is refused with a reason or fits. */
#include "duet.h"

#include "../../core/utf8.h"

/* The first of a list of `n` texts; NULL when it is absent, or after saying what is wrong. */
static const Fact *text_list(const Fact *start, const char *key, int n, bool *absent, Why *w)
{
    const Fact *list = fact_get(start, key);
    if ((*absent = !list)) return NULL;
    bool fits = list->kind == FACT_LIST && list->number == n;
    for (const Fact *f = fits ? list->child : NULL; f; f = f->next) fits &= f->kind == FACT_TEXT;
    if (fits) return list->child;
    why(w, "\"%s\" must be a list of %d texts", key, n);
    return NULL;
}

static bool rig_words(State *s, const Fact *start, Why *w)
{
    bool absent;
    const Fact *f = text_list(start, "words", CELLS, &absent, w);
    for (int i = 0; f; f = f->next, i++) {
        size_t n = strlen(f->text);
        if (!n || n >= WORD_BYTES || !utf8_ok(f->text, n))
            return why(w, "word %d must have 1 to %d bytes", i, WORD_BYTES - 1);
        s->word[i] = SPELLED;
        memset(s->text[i], 0, WORD_BYTES);
        memcpy(s->text[i], f->text, n);
    }
    return absent || s->word[0] == SPELLED;
}

static bool rig_key(State *s, int side, const char *key, Why *w)
{
    if (strlen(key) != CELLS || strspn(key, "gx.") != CELLS)
        return why(w, "key %d must be %d of the letters g, x and .", side, CELLS);
    s->green[side] = s->black[side] = 0;
    for (int i = 0; i < CELLS; i++) {
        s->green[side] |= key[i] == 'g' ? CELL_BIT(i) : 0;
        s->black[side] |= key[i] == 'x' ? CELL_BIT(i) : 0;
    }
    return true;
}

static bool rig_keys(State *s, const Fact *start, Why *w)
{
    bool absent;
    const Fact *f = text_list(start, "keys", 2, &absent, w);
    return absent || (f && rig_key(s, 0, f->text, w) && rig_key(s, 1, f->next->text, w));
}

/* Who found an agent is not said, and does not follow from the keys if both are green. */
static bool rig_mark(State *s, int cell, const char *mark, Why *w)
{
    static const char *const marks[] = { "", "0", "1", "01", "g", "x" };
    unsigned i = 0;
    while (i < sizeof marks / sizeof *marks && strcmp(marks[i], mark)) i++;
    switch (i) {
    case 0: case 1: case 2: case 3:
        s->arrow[0] |= i & 1 ? CELL_BIT(cell) : 0;
        s->arrow[1] |= i & 2 ? CELL_BIT(cell) : 0;
        return true;
    case 4: s->agents |= CELL_BIT(cell); return true;
    case 5: s->struck[s->black[0] >> cell & 1] |= CELL_BIT(cell); return true;
    default: return why(w, "mark %d must be empty, g, 0, 1, 01 or x", cell);
    }
}

static bool rig_marks(State *s, const Fact *start, Why *w)
{
    bool absent;
    const Fact *f = text_list(start, "marks", CELLS, &absent, w);
    int found = -1;
    if (!absent && !f) return false;
    for (int i = 0; f; f = f->next, i++)
        if (!rig_mark(s, i, f->text, w)) return false;
    for (int side = 0; side < 2; side++)
        if (!unfound(s, side)) s->finished |= (uint8_t)(1u << side);
    if (!fact_number(start, "found", 0, CELLS, &found, w)) return false;
    return found < 0 || found == __builtin_popcount(s->agents)
        || why(w, "\"found\" must be the number of words marked g");
}

static bool rig_bank(State *s, const Fact *start, Why *w)
{
    const Fact *b = fact_get(start, "bank");
    int bystander = s->bystander, green = s->green_up;
    if (b && b->kind != FACT_OBJECT) return why(w, "\"bank\" must be an object");
    if (!fact_number(b, "bystander", 0, TOKENS, &bystander, w)) return false;
    if (!fact_number(b, "green", 0, TOKENS, &green, w)) return false;
    if (bystander + green > TOKENS) return why(w, "there are %d tokens in all", TOKENS);
    s->bystander = (uint8_t)bystander;
    s->green_up = (uint8_t)green;
    return true;
}

/* What is neither in the bank nor on a word was taken, unless it is said. */
static bool rig_taken(State *s, const Fact *start, Why *w)
{
    int on_words = __builtin_popcount(s->arrow[0] & ~s->agents) + __builtin_popcount(s->arrow[1] & ~s->agents);
    int taken = s->tokens - bank(s) - on_words;
    if (taken < 0) taken = 0;
    if (!fact_number(start, "taken", 0, TOKENS, &taken, w)) return false;
    s->taken = (uint8_t)taken;
    return true;
}

static bool rig_done(State *s, const Fact *start, Why *w)
{
    const Fact *list = fact_get(start, "done");
    if (list && list->kind != FACT_LIST) return why(w, "\"done\" must be a list of cities");
    for (const Fact *f = list ? list->child : NULL; f; f = f->next) {
        int c = 0;
        while (c < CITIES && (f->kind != FACT_TEXT || strcmp(duet_mission[c].name, f->text))) c++;
        if (c == CITIES) return why(w, "\"done\" holds something that is no city");
        s->done |= 1u << c;
    }
    return true;
}

/* ---- where the turn stands ---------------------------------------------------- */

static bool rig_side(State *s, const Fact *start, Why *w)
{
    const Fact *f = fact_get(start, "side");
    int side = NO_SIDE;
    if (f && f->kind != FACT_NONE && !fact_number(start, "side", 0, 1, &side, w)) return false;
    s->side = (uint8_t)side;
    return true;
}

/* "WORD N", said by s->side. */
static bool rig_clue(State *s, const Fact *clue, Why *w)
{
    const char *text = clue->kind == FACT_TEXT ? clue->text : "";
    size_t n = strcspn(text, " ");
    const char *number = text + n;
    if (!n || n >= MAX_WORD || !utf8_ok(text, n) || number[0] != ' ' || number[1] < '0' || number[1] > '9' || number[2])
        return why(w, "\"clue\" must be a word and a number from 0 to 9");
    Clue *c = &s->clue[s->clue_n++];
    *c = (Clue){ .number = (uint8_t)(number[1] - '0'), .side = s->side };
    memcpy(c->word, text, n);
    return duet_clue_allowed(s, c->word) || why(w, "\"clue\" must not be a word on the table");
}

/* What the other facts make of a position that names no phase. */
static Phase natural_phase(const State *s, const Fact *start)
{
    const Fact *clue = fact_get(start, "clue"), *winner = fact_get(start, "winner");
    if (s->finished == BOTH_SIDES || s->struck[0] | s->struck[1] || (winner && winner->kind == FACT_BOOL)) return OVER;
    if (clue && clue->kind != FACT_NONE) return GUESSING;
    return bank(s) ? CLUING : HOPE;
}

static bool read_phase(const State *s, const Fact *start, Phase *phase, Why *w)
{
    const Fact *f = fact_get(start, "phase");
    *phase = natural_phase(s, start);
    if (!f) return true;
    for (Phase p = CLUING; p <= OVER; p++)
        if (f->kind == FACT_TEXT && !strcmp(duet_phases[p], f->text)) {
            if (*phase == OVER && p != OVER) return why(w, "this game is over");
            *phase = p;
            return true;
        }
    return why(w, "\"phase\" must be clue, guess, ruling, hope or over");
}

static bool rig_turn(State *s, const Fact *start, Why *w)
{
    const Fact *clue = fact_get(start, "clue");
    if (!clue || clue->kind == FACT_NONE) return why(w, "\"clue\" is missing: what is guessed from?");
    if (s->side == NO_SIDE) s->side = 0;
    if (is_finished(s, s->side)) return why(w, "side %d has no words left to give clues for", s->side);
    s->objected = s->phase == RULING;
    return rig_clue(s, clue, w);
}

static bool rig_phase(State *s, const Fact *start, Why *w)
{
    Phase phase;
    if (!read_phase(s, start, &phase, w)) return false;
    s->phase = (uint8_t)phase;
    switch (phase) {
    case DEALING:  break;
    case CLUING:   if (!bank(s)) return why(w, "with an empty bank the phase is hope");
                   if (s->side != NO_SIDE && is_finished(s, s->side)) s->side = !s->side;        /* */
                   break;
    case GUESSING: case RULING: return rig_turn(s, start, w);
    case HOPE:     if (fact_get(start, "bank") && bank(s)) return why(w, "\"hope\" needs an empty bank");
                   s->bystander = s->green_up = 0;
                   s->side = NO_SIDE;
                   s->hoped = 1;
                   break;
    case OVER:     s->won = s->finished == BOTH_SIDES && !(s->struck[0] | s->struck[1]); break;
    }
    return true;
}

static bool rig_winner(const State *s, const Fact *start, Why *w)
{
    const Fact *f = fact_get(start, "winner");
    bool won = s->won;
    if (!f || f->kind == FACT_NONE) return true;
    if (!fact_bool(start, "winner", &won, w)) return false;
    return won == s->won || why(w, "\"winner\" must be true exactly when all words are found");
}

bool duet_rig(void *state, const Fact *start, Why *w)
{
    State s;
    memcpy(&s, state, sizeof s);
    if (s.phase == DEALING) return why(w, "deal first");
    s.rigged = 1;
    if (!rig_words(&s, start, w) || !rig_keys(&s, start, w) || !rig_marks(&s, start, w) || !rig_bank(&s, start, w)
        || !rig_done(&s, start, w) || !rig_side(&s, start, w) || !rig_phase(&s, start, w) || !rig_taken(&s, start, w)
        || !rig_winner(&s, start, w)) return false;
    memcpy(state, &s, sizeof s);
    return true;
}
