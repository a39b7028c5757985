/* SPDX-License-Identifier: MIT
 * ratcat.c - the tables of Rat-a-Tat Cat, and the contract's constant struct. */
#include "ratcat.h"

#define X3(c) c, c, c,
#define X4(c) X3(c) c,
#define X9(c) X4(c) X4(c) c,
const uint8_t ratcat_deck[DECK] = {
#define CARD(id, text, copies) copies(id)
#include "cards.def"
#undef CARD
};

#define CARD(id, text, copies) + (int)sizeof((uint8_t[]){ copies(id) })
static_assert(0
#include "cards.def"
              == DECK, "the box holds as many cards as cards.def says");
#undef CARD
static_assert(NINE == ZERO + 9 && PEEK == NINE + 1 && WORST_ROW == ROW * 9, "the numbers come first, in their order");

const char *const ratcat_cards[KINDS] = {
#define CARD(id, text, copies) [id] = text,
#include "cards.def"
#undef CARD
};

static const Verb verbs[VERBS] = {
    [V_DEAL]         = { "deal", VERB_CHANCE | VERB_DEAL },
    [V_SHUFFLE]      = { "shuffle", VERB_CHANCE },
    [V_UP]           = { "up", VERB_CLOCK },
    [V_TAKE_PILE]    = { "take pile", 0 },
    [V_TAKE_DISCARD] = { "take discard", 0 },
    [V_REPLACE]      = { "replace 1-4", 0 },
    [V_DISCARD]      = { "discard", 0 },
    [V_PEEK]         = { "peek 1-4", 0 },
    [V_SWAP]         = { "swap 1-4 @S 1-4", 0 },
    [V_DRAW2]        = { "draw2", 0 },
    [V_END]          = { "end", 0 },
    [V_KNOCK]        = { "knock", 0 },
};

static const EventKind events[EVENTS] = {
    [EV_DEALT]     = { "dealt", "round:N pile:N" },             /* by the dealer */
    [EV_RETURNED]  = { "returned", "~card:C" },                  /* a power card, turned up too early */
    [EV_TURNED]    = { "turned", "card:C" },                    /* the first card of the discard pile */
    [EV_LOOKED]    = { "looked", "slot:N card:C!" },
    [EV_STARTED]   = { "started", NULL },
    [EV_DREW]      = { "drew", "card:C!" },
    [EV_TOOK]      = { "took", "card:C" },
    [EV_REPLACED]  = { "replaced", "slot:N out:C in:C!" },
    [EV_DISCARDED] = { "discarded", "card:C" },
    [EV_PEEKED]    = { "peeked", "slot:N card:C!" },
    [EV_SWAPPED]   = { "swapped", "slot:N with:@ theirs:N" },
    [EV_DRAW2]     = { "draw2", NULL },
    [EV_KNOCKED]   = { "knocked", NULL },
    [EV_SHUFFLED]  = { "shuffled", "pile:N" },
    [EV_REVEALED]  = { "revealed", "slot:N card:C" },
    [EV_CLEARED]   = { "cleared", "slot:N card:C" },            /* a power card after the reveal ... */
    [EV_FILLED]    = { "filled", "slot:N card:C" },             /* ... and what took its place */
    [EV_SCORED]    = { "scored", "points:N total:N" },
    [EV_OUT]       = { "out", NULL },
    [EV_UP]        = { "up", NULL },
    [EV_WON]       = { "won", NULL },
};

/* How long people look at what happened, in tenths of a second. */
static const uint8_t beats[EVENTS] = {
    [EV_DEALT] = 8, [EV_DREW] = 3, [EV_TOOK] = 5, [EV_REPLACED] = 6, [EV_DISCARDED] = 5, [EV_PEEKED] = 6,
    [EV_SWAPPED] = 12, [EV_DRAW2] = 8, [EV_KNOCKED] = 18, [EV_SHUFFLED] = 8, [EV_REVEALED] = 2, [EV_CLEARED] = 4,
    [EV_FILLED] = 4, [EV_UP] = 12, [EV_WON] = 10
};

static const char *const endings[] = { "rounds", "time", "hundred", NULL };
static const char *const languages[] = { "english", "hebrew", NULL };
static const char *const on_off[] = { "on", "off", NULL }, *const off_on[] = { "off", "on", NULL };

/* Who deals first (RTC-4): the last seat, a seat, or how one is found. */
static const char *const dealers[] = { "last", "@0", "@1", "@2", "@3", "@4", "@5", "lot", "next", "loser", NULL };

static const OptionRow options[OPTIONS] = {
    [OPT_END]     = { .name = "end", .words = endings, .usual = BY_ROUNDS },
    [OPT_ROUNDS]  = { .name = "rounds", .low = 1, .high = 20, .usual = 4 },
    [OPT_MINUTES] = { .name = "minutes", .low = 1, .high = 240, .usual = 20, .role = ROLE_MINUTES },
    [OPT_DRAW2]   = { .name = "draw2", .words = languages },
    [OPT_LOOK]    = { .name = "look", .words = on_off },
    [OPT_YOUNG]   = { .name = "young", .words = off_on },
    [OPT_AID]     = { .name = "aid", .words = off_on },
    [OPT_DEALER]  = { .name = "dealer", .words = dealers, .later = true, .role = ROLE_DEALER },
};

/* The dealer before the first one, because deal() moves on by one. SEAT_NONE: the lot finds the first. */
static Seat dealer_before(const Options *o)
{
    int dealer = o->value[OPT_DEALER];
    if (!dealer) return (Seat)(o->seats - 2);                /* the last seat deals, so that seat 0 begins */
    return dealer <= SEATS ? (Seat)((dealer - 1 + o->seats - 1) % o->seats) : SEAT_NONE;
}

static Err setup(void *state, const Options *o)
{
    static const State empty = { .knocked = SEAT_NONE };
    State *s = state;
    if (o->seats < 2 || o->seats > SEATS) return E_SEATS;
    if (o->value[OPT_DEALER] > o->seats && o->value[OPT_DEALER] <= SEATS) return E_OPTION;
    *s = empty;
    s->seats = o->seats;
    s->in = (SeatSet)(SEAT_BIT(o->seats) - 1);
    s->dealer = dealer_before(o);
    s->ending = o->value[OPT_END];
    s->rounds = o->value[OPT_ROUNDS];
    s->hebrew = o->value[OPT_DRAW2];
    s->look = !o->value[OPT_LOOK];
    s->young = o->value[OPT_YOUNG];
    s->aid = o->value[OPT_AID];
    return E_OK;
}

static const Game ratcat = {
    .id = "ratcat", .rules = 1, .state_size = sizeof(State), .min_seats = 2, .max_seats = SEATS, .bound = 20000,
    .verbs = verbs, .verb_count = VERBS, .cards = ratcat_cards, .card_count = KINDS,
    .events = events, .event_count = EVENTS, .beats = beats, .options = options, .option_count = OPTIONS,
    .setup = setup, .to_act = ratcat_to_act, .legal = ratcat_legal, .apply = ratcat_apply,
    .observe = ratcat_observe, .imagine = ratcat_imagine, .tell = ratcat_tell, .rig = ratcat_rig,
    .audit = ratcat_audit, .score = ratcat_score, .playout = ratcat_playout,
    .layout = ratcat_layout, .hunch = &ratcat_hunch, .small = &ratcat_small,
};

extern GameList ratcat_games;
GameList ratcat_games = { &ratcat, NULL };
