/* SPDX-License-Identifier: MIT
 *
 * duet.c - what is in the box: verbs, events, options and missions, and the contract's
 * constant struct. */
#include "duet.h"

#include "mind.h"

/* ---- the mission map ------------------------------------------------------- */

const Mission duet_mission[CITIES] = {
#define CITY(id, text, tokens, mistakes) [id] = { text, tokens, mistakes },
#include "missions.def"
#undef CITY
};

/* Where a road is known from. Play does not care; whoever draws the map may. */
enum { PRINTED, INFERRED };
static const struct { uint8_t from, to, source; } road[] = {
#define ROAD(from, to, source) { from, to, source },
#include "missions.def"
#undef ROAD
};

/* Prague, all that were won, and what lies next to them (CND-35). */
uint32_t duet_missions_open(uint32_t done)
{
    uint32_t open = done | 1u << PRAGUE;
    for (size_t i = 0; i < sizeof road / sizeof *road; i++) {
        if (done >> road[i].from & 1) open |= 1u << road[i].to;
        if (done >> road[i].to & 1) open |= 1u << road[i].from;
    }
    return open;
}

/* ---- setting up -------------------------------------------------------------- */

static const char *const token_words[] = { "9", "10", "11", NULL };
static const char *const order_words[] = { "alternate", "flexible", NULL };
static const char *const off_on[] = { "off", "on", NULL }, *const name_words[] = { "off", "on", "places", NULL };
static const char *const own_words[] = { "mixed", "only", NULL };
static const char *const mission_words[] = {
    "none",
#define CITY(id, text, tokens, mistakes) text,
#include "missions.def"
#undef CITY
    NULL
};

static const char *const lang_words[] = {
#define WORDS_IN(id, code) code,
#include "words_table.inc"
#undef WORDS_IN
    NULL
};

static const OptionRow options[OPTS] = {
    [OPT_TOKENS]  = { .name = "tokens", .words = token_words },
    [OPT_MISSION] = { .name = "mission", .words = mission_words },
    [OPT_ORDER]   = { .name = "order", .words = order_words },
    [OPT_NAMES]   = { .name = "names", .words = name_words, .offer = 2 },
    [OPT_LANG]    = { .name = "lang", .words = lang_words, .role = ROLE_LANG },
    [OPT_ANEW]    = { .name = "anew", .words = off_on, .later = true, .offer = 1 },
    [OPT_OWN]     = { .name = "own", .words = own_words, .later = true },
};
static const uint8_t option_most[OPTS] = {
    [OPT_TOKENS] = 2, [OPT_MISSION] = CITIES, [OPT_ORDER] = 1, [OPT_NAMES] = 2, [OPT_LANG] = LANGS - 1,
    [OPT_ANEW] = 1, [OPT_OWN] = 1,
};

/* Tokens that forgive a mistake lie bystander side up, the others green (CND-5, CND-36). */
void duet_fill_bank(State *s)
{
    s->bystander = s->mission == NO_MISSION ? s->tokens : duet_mission[s->mission - 1].mistakes;
    s->green_up = (uint8_t)(s->tokens - s->bystander);
}

static uint8_t terms_of(const Options *o)
{
    static const uint8_t names[] = { 0, NAMES, PLACE_NAMES };
    return (uint8_t)(names[o->value[OPT_NAMES]] | (o->value[OPT_OWN] ? OWN_ONLY : 0)
                     | (o->value[OPT_ANEW] ? MOST_ANEW * ONE_ANEW : 0));
}

static Err setup(void *state, const Options *o)
{
    State *s = state;
    if (o->seats < 2 || o->seats > 8) return E_SEATS;
    for (int i = 0; i < OPTS; i++)
        if (o->value[i] > option_most[i]) return E_OPTION;
    memset(s, 0, sizeof *s);
    s->seats = o->seats;
    s->mission = o->value[OPT_MISSION];
    s->flexible = o->value[OPT_ORDER];
    s->terms = terms_of(o);
    s->lang = o->value[OPT_LANG];
    s->side = NO_SIDE;
    const Mission *city = s->mission == NO_MISSION ? NULL : &duet_mission[s->mission - 1];
    s->tokens = city ? city->tokens : (uint8_t)(9 + o->value[OPT_TOKENS]);
    duet_fill_bank(s);
    return E_OK;
}

/* ---- the contract -------------------------------------------------------------- */

const char *const duet_cards[COLOURS] = { [GREEN] = "g", [BLACK] = "x", [TAN] = "." };

static const Verb verbs[VERBS] = {
    [V_DEAL]    = { "deal", VERB_CHANCE | VERB_DEAL },
    [V_CLUE]    = { "clue W 0-9", 0 },
    [V_GUESS]   = { "guess 0-24", 0 },
    [V_STOP]    = { "stop", 0 },
    [V_OBJECT]  = { "object", 0 },
    [V_CONCEDE] = { "concede", 0 },
    [V_INSIST]  = { "insist", 0 },
    [V_ANEW]    = { "anew", 0 },
};

/* bystander and green: what is in the bank afterwards. side 2: either. */
static const EventKind events[EVENTS] = {
    [EV_DEALT]    = { "dealt", "bystander:N green:N" },
    [EV_WORD]     = { "word", "cell:N concept:N" },
    [EV_KEY]      = { "key", "side:N cell:N colour:C!" },
    [EV_CLUE]     = { "clue", "word:W number:N" },
    [EV_WARNED]   = { "warned", "cell:N" },
    [EV_GUESSED]  = { "guessed", "cell:N colour:C" },
    [EV_MARKED]   = { "marked", "cell:N bystander:N green:N" },
    [EV_TOOK]     = { "took", "bystander:N green:N" },
    [EV_FINED]    = { "fined", "bystander:N green:N" },
    [EV_UNPAID]   = { "unpaid", NULL },
    [EV_STOPPED]  = { "stopped", NULL },
    [EV_OBJECTED] = { "objected", NULL },
    [EV_CONCEDED] = { "conceded", NULL },
    [EV_INSISTED] = { "insisted", NULL },
    [EV_COMPLETE] = { "complete", "side:N" },
    [EV_TURN]     = { "turn", "side:N" },
    [EV_HOPE]     = { "hope", NULL },
    [EV_WON]      = { "won", NULL },
    [EV_SCORED]   = { "scored", "points:N" },
    [EV_LOST]     = { "lost", NULL },
    [EV_ANEW]     = { "anew", NULL },
};

/* How long people look at what happened, in tenths of a second. */
static const uint8_t beats[EVENTS] = {
    [EV_CLUE] = 12, [EV_GUESSED] = 18, [EV_MARKED] = 5, [EV_TOOK] = 5, [EV_FINED] = 6, [EV_OBJECTED] = 8,
    [EV_COMPLETE] = 14, [EV_HOPE] = 16, [EV_WON] = 14, [EV_LOST] = 20, [EV_ANEW] = 8
};

static const Game duet = {
    .id = "duet", .rules = 1, .state_size = sizeof(State), .min_seats = 2, .max_seats = 8, .bound = 512,
    .verbs = verbs, .verb_count = VERBS, .cards = duet_cards, .card_count = COLOURS,
    .events = events, .event_count = EVENTS, .beats = beats, .options = options, .option_count = OPTS,
    .boxed = true, .setup = setup, .to_act = duet_to_act, .legal = duet_legal, .apply = duet_apply,
    .observe = duet_observe, .imagine = duet_imagine, .tell = duet_tell, .rig = duet_rig,
    .audit = duet_audit, .score = duet_score, .playout = duet_playout,
    .progress = "done", .silence = "hmm", .layout = duet_layout, .hunch = &duet_hunch,
    .small = &duet_small,
};

extern GameList duet_games;
GameList duet_games = { &duet, NULL };
