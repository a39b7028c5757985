/* SPDX-License-Identifier: MIT
 *
 * small.c - moves as small actions and views as features (core/small.h). A clue is one of the box's 400 words in the
 * table's language, said by two digits of base 20. */
#include "../../core/small.h"

#include "../../core/fold.h"
#include "duet.h"

enum { DIGIT = 20, CLUE_NUMBERS = 10 };
static_assert(DIGIT * DIGIT == CONCEPTS, "two digits for every word");

/* X(id, how many, name, what it means) */
#define ACTION_ROWS(X)                                                                          \
    X(A_GUESS, CELLS, "guess", "this word, row by row")                                         \
    X(A_STOP, 1, "stop", "no more guesses")                                                     \
    X(A_OBJECT, 1, "object", "object to the clue")                                              \
    X(A_CONCEDE, 1, "concede", "the objection is right")                                        \
    X(A_INSIST, 1, "insist", "it is wrong")                                                     \
    X(A_ANEW, 1, "anew", "it is right, and the game begins anew")                               \
    X(A_CLUE, CLUE_NUMBERS, "clue", "a clue for so many words; then `block`, then `word`")      \
    X(A_BLOCK, DIGIT, "block", "the clue is one of the twenty words from 20 times this number") \
    X(A_WORD, DIGIT, "word", "it is this one of them")

enum {
#define X(id, n, name, what) id, id##_LAST = id + (n) - 1,
    ACTION_ROWS(X)
#undef X
    SMALL_ACTIONS
};
static_assert((int)SMALL_ACTIONS <= (int)SMALL_MOST, "there is room for them in a set");

/* X(field, how many, largest value, what it means). "Ours" is what belongs to the observer's side. */
#define FEATURE_ROWS(X)                                                                                              \
    X(phase, HOPE - CLUING + 1, 1, "what is asked: clue, guess, ruling on an objection, last hope; one of them is 1") \
    X(number, 1, CLUE_NUMBERS, "a clue that is not whole yet: 1 + its number")                                       \
    X(block, 1, DIGIT, "1 + its block of words, if chosen already")                                                  \
    X(green, CELLS, 1, "green on our key")                                                                           \
    X(black, CELLS, 1, "black on our key")                                                                           \
    X(agents, CELLS, 1, "words that are covered")                                                                    \
    X(found, CELLS, 1, "... that we found, so they are green on the other key")                                      \
    X(missed, CELLS, 1, "tan on the other key, as our guess has shown")                                              \
    X(marked, CELLS, 1, "tan on our key, as their guess has shown")                                                  \
    X(open, CELLS, 1, "words that we may still guess")                                                               \
    X(word_block, CELLS, DIGIT - 1, "each cell's word: its number divided by 20")                                    \
    X(word, CELLS, DIGIT - 1, "... and the rest")                                                                    \
    X(clue_by, CLUES, 2, "clues, the latest first: 1 ours, 2 theirs, 0 none")                                        \
    X(clue_number, CLUES, CLUE_NUMBERS - 1, "their numbers")                                                         \
    X(clue_block, CLUES, DIGIT, "1 + their blocks; 0: not one of the box's words")                                   \
    X(clue_word, CLUES, DIGIT, "1 + the word's number in its block")                                                 \
    X(giver, 2, 1, "whose clue it is: ours, theirs")                                                                 \
    X(bystander, 1, TOKENS, "tokens that forgive a mistake")                                                         \
    X(tokens, 1, TOKENS, "other tokens")                                                                             \
    X(taken, 1, TOKENS, "tokens taken after correct guesses")                                                        \
    X(guessed, 1, 1, "a word was found this turn")                                                                   \
    X(objected, 1, 1, "there was an objection this turn")                                                            \
    X(finished, 2, 1, "all words of our key are found; of theirs")                                                   \
    X(anew, 1, MOST_ANEW, "how often the game may still begin anew")                                                 \
    X(flexible, 1, 1, "option: anybody may give the next clue")                                                      \
    X(names, 2, 1, "option: clues of several words; of two")                                                         \
    X(mission, 1, CITIES, "option: 1 + the city; 0: none")                                                           \
    X(lang, 1, LANGS - 1, "option: the language")                                                                    \
    X(seats, 1, MAX_SEATS, "players at the table")

typedef struct {
#define X(field, n, most, what) uint8_t field[n];
    FEATURE_ROWS(X)
#undef X
} Features;

/* ---- actions ---------------------------------------------------------------------- */

static bool may_say(const State *s, int concept)
{
    const char *word = duet_concept_word(concept, (Lang)s->lang);
    return !strchr(word, ' ') && strlen(word) < MAX_WORD && duet_clue_allowed(s, word);
}

static bool may_open(const State *s, int block)
{
    for (int i = 0; i < DIGIT; i++)
        if (may_say(s, block * DIGIT + i)) return true;
    return false;
}

static void may_clue(const State *s, const Chosen *so_far, uint64_t *set)
{
    if (!so_far->n) small_put(set, A_CLUE, (1 << CLUE_NUMBERS) - 1);
    for (int i = 0; so_far->n == 1 && i < DIGIT; i++) small_put(set, A_BLOCK + i, may_open(s, i));
    for (int i = 0; so_far->n == 2 && i < DIGIT; i++)
        small_put(set, A_WORD + i, may_say(s, so_far->move.arg[1] * DIGIT + i));
}

static void may(const void *state, const Chosen *so_far, uint64_t *set)
{
    const State *s = state;
    switch ((Phase)s->phase) {
    case CLUING:
        may_clue(s, so_far, set);
        break;
    case GUESSING: case HOPE:
        small_put(set, A_GUESS, open_to(s, side_of(so_far->move.seat)));
        small_put(set, A_STOP, may_stop(s));
        small_put(set, A_OBJECT, may_object(s));
        break;
    case RULING:
        small_put(set, A_CONCEDE, 1);
        small_put(set, A_INSIST, 1);
        small_put(set, A_ANEW, may_renew(s));
        break;
    case DEALING: case OVER: break;
    }
}

static bool say_clue(const State *s, Chosen *so_far, int action, const char **word)
{
    Move *m = &so_far->move;
    if (!so_far->n) m->verb = V_CLUE, m->arg[0] = (uint8_t)(action - A_CLUE);
    else if (so_far->n == 1) m->arg[1] = (uint8_t)(action - A_BLOCK);
    if (so_far->n < 2) return false;
    *word = duet_concept_word(m->arg[1] * DIGIT + action - A_WORD, (Lang)s->lang);
    m->arg[1] = 0;
    return true;
}

static bool say(const void *state, Chosen *so_far, int action, const char **word)
{
    static const uint8_t verb[] = { V_STOP, V_OBJECT, V_CONCEDE, V_INSIST, V_ANEW };
    Move *m = &so_far->move;
    if (action >= A_CLUE) return say_clue(state, so_far, action, word);
    m->verb = action < A_STOP ? V_GUESS : verb[action - A_STOP];
    if (m->verb == V_GUESS) m->arg[0] = (uint8_t)(action - A_GUESS);
    return true;
}

/* ---- features ------------------------------------------------------------------------ */

static void mark_cells(uint8_t at[CELLS], Cells set)
{
    for (int i = 0; i < CELLS; i++) at[i] = set >> i & 1;
}

static void look_at_board(const State *v, int side, Features *f)
{
    mark_cells(f->green, v->green[side]);
    mark_cells(f->black, v->black[side]);
    mark_cells(f->agents, v->agents);
    mark_cells(f->found, v->found_by[side]);
    mark_cells(f->missed, v->arrow[side]);
    mark_cells(f->marked, v->arrow[!side]);
    mark_cells(f->open, open_to(v, side));
    for (int i = 0; i < CELLS; i++) {
        if (v->word[i] == SPELLED) continue;
        f->word_block[i] = (uint8_t)(v->word[i] / DIGIT);
        f->word[i] = (uint8_t)(v->word[i] % DIGIT);
    }
}

static void look_at_clues(const State *v, int side, Features *f)
{
    for (int i = 0; i < v->clue_n; i++) {
        const Clue *c = &v->clue[v->clue_n - 1 - i];
        int concept = duet_concept_said(fold_hash(c->word), (Lang)v->lang);
        f->clue_by[i] = c->side == side ? 1 : 2;
        f->clue_number[i] = c->number;
        if (concept == NO_CONCEPT) continue;
        f->clue_block[i] = (uint8_t)(1 + concept / DIGIT);
        f->clue_word[i] = (uint8_t)(1 + concept % DIGIT);
    }
}

static void look_at_terms(const State *v, Features *f)
{
    f->bystander[0] = v->bystander;
    f->tokens[0] = v->green_up;
    f->taken[0] = v->taken;
    f->anew[0] = v->terms / ONE_ANEW;
    f->flexible[0] = v->flexible;
    f->names[0] = (v->terms & NAMES) != 0;
    f->names[1] = (v->terms & PLACE_NAMES) != 0;
    f->mission[0] = v->mission;
    f->lang[0] = v->lang;
    f->seats[0] = v->seats;
}

static void look(const void *view, const Chosen *so_far, uint8_t *out)
{
    const State *v = view;
    int side = side_of(so_far->move.seat);
    Features *f = memset(out, 0, sizeof *f);
    if (v->phase >= CLUING && v->phase < OVER) f->phase[v->phase - CLUING] = 1;
    if (so_far->n) f->number[0] = (uint8_t)(1 + so_far->move.arg[0]);
    if (so_far->n > 1) f->block[0] = (uint8_t)(1 + so_far->move.arg[1]);
    if (v->side != NO_SIDE) f->giver[v->side != side] = 1;
    f->guessed[0] = v->guessed;
    f->objected[0] = v->objected;
    f->finished[0] = is_finished(v, side);
    f->finished[1] = is_finished(v, !side);
    look_at_board(v, side, f);
    look_at_clues(v, side, f);
    look_at_terms(v, f);
}

/* ---- the contract ----------------------------------------------------------------------- */

static const ActionRow action_rows[] = {
#define X(id, n, name, what) { name, n, 0, 0, what },
    ACTION_ROWS(X)
#undef X
    { .name = NULL },
};

static const FeatureRow feature_rows[] = {
#define X(field, n, most, what) { #field, n, 0, most, what },
    FEATURE_ROWS(X)
#undef X
    { .name = NULL },
};

const Small duet_small = {
    .action = action_rows, .feature = feature_rows, .actions = SMALL_ACTIONS, .features = sizeof(Features),
    .team = true, .may = may, .say = say, .look = look,
};
