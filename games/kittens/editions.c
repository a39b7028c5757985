/* SPDX-License-Identifier: MIT
 *
 * editions.c - the tables of the three editions, and the contract's constant structs. */
#include "hunch.h"
#include "small.h"

/* The kinds of an edition's hands, numbered. */
#define MARK(held, id) (uint16_t)((held) & KIND_BIT(id) ? 1u << __builtin_popcount((held) & (KIND_BIT(id) - 1)) : 0)
static_assert(__builtin_popcount(KITTENS_HELD) <= 16 && __builtin_popcount(GOODEVIL_HELD) <= 16
              && __builtin_popcount(PARTY_HELD) <= 16, "half a word is enough for a set of them");

const Edition kittens_edition[EDITIONS] = {
    [KITTENS] = {
        .most_seats = 5, .spare_defuses = 2, .five = true, .per_card = true,
        .held = KITTENS_HELD, .lone = LONE_CARDS & KITTENS_HELD,
#define CARD(id, text, base, gve, paw, plain, traits, effect, taste) .mark[id] = MARK(KITTENS_HELD, id),
#include "cards.def"
#undef CARD
    },
    [GOODEVIL] = {
        .most_seats = 5, .spare_defuses = 2, .spares_dealt = true, .mat = true,
        .held = GOODEVIL_HELD, .lone = LONE_CARDS & GOODEVIL_HELD,
#define CARD(id, text, base, gve, paw, plain, traits, effect, taste) .mark[id] = MARK(GOODEVIL_HELD, id),
#include "cards.def"
#undef CARD
    },
    [PARTY] = {
        .most_seats = 10, .spare_defuses = 10, .spares_dealt = true, .paw_prints = true,
        .held = PARTY_HELD, .lone = LONE_CARDS & PARTY_HELD,
#define CARD(id, text, base, gve, paw, plain, traits, effect, taste) .mark[id] = MARK(PARTY_HELD, id),
#include "cards.def"
#undef CARD
    },
};

const uint8_t kittens_copies[KINDS][EDITIONS + 1] = {
#define CARD(id, text, base, gve, paw, plain, traits, effect, taste) [id] = { base, gve, paw, plain },
#include "cards.def"
#undef CARD
};

/* ---- there is room for what the tables say --------------------------------- */

/* All cards of a deck but its kittens. */
enum {
#define CARD(id, text, base, gve, paw, plain, traits, effect, taste) + (id == KITTEN ? 0 : (base))
    KITTENS_DECK = 0
#include "cards.def"
#undef CARD
    ,
#define CARD(id, text, base, gve, paw, plain, traits, effect, taste) + (id == KITTEN ? 0 : (gve))
    GOODEVIL_DECK = 0
#include "cards.def"
#undef CARD
    ,
#define CARD(id, text, base, gve, paw, plain, traits, effect, taste) + (id == KITTEN ? 0 : (paw))
    PAW_DECK = 0
#include "cards.def"
#undef CARD
    ,
#define CARD(id, text, base, gve, paw, plain, traits, effect, taste) + (id == KITTEN ? 0 : (plain))
    PLAIN_DECK = 0
#include "cards.def"
#undef CARD
};
/* There is a kitten fewer than players, and everybody is dealt DEALT cards and a Defuse. */
#define FITS(deck, least, most) ((deck) + (most) - 1 <= DECK && (deck) - (DEALT + 1) * (least) + (least) - 1 <= PILE)
static_assert(PAW_DECK + PLAIN_DECK + MAX_SEATS - 1 == DECK, "DECK is the largest box");
static_assert(FITS(KITTENS_DECK, 2, 5) && FITS(GOODEVIL_DECK, 2, 5), "cards.def has more cards than there is room for");
static_assert(FITS(PAW_DECK, 2, 3) && FITS(PLAIN_DECK, 4, 7) && FITS(PAW_DECK + PLAIN_DECK, 8, 10),
              "cards.def has more cards than there is room for");

/* ---- the contract ------------------------------------------------------------ */

static Err setup(State *s, const Options *o, EditionId e)
{
    uint8_t first = o->value[OPT_FIRST];
    if (o->seats < 2 || o->seats > kittens_edition[e].most_seats) return E_SEATS;
    if (first >= o->seats && first < kittens_edition[e].most_seats) return E_OPTION;
    *s = (State){ .edition = (uint8_t)e, .seats = o->seats, .owed = 1, .godcat = MAT };
    s->combos = !o->value[OPT_COMBOS];
    s->per_card = kittens_edition[e].per_card != (o->value[OPT_STACKING] == 1);
    s->fast = o->value[OPT_FAST];
    s->turn = first < kittens_edition[e].most_seats ? first : SEAT_NONE;     /* EKB-9; NONE: the deal draws lots */
    s->alive = (SeatSet)(SEAT_BIT(o->seats) - 1);
    s->asked = SEAT_BIT(SEAT_CHANCE);
    return E_OK;
}

static Err setup_kittens(void *s, const Options *o) { return setup(s, o, KITTENS); }
static Err setup_goodevil(void *s, const Options *o) { return setup(s, o, GOODEVIL); }
static Err setup_party(void *s, const Options *o) { return setup(s, o, PARTY); }

static void score(const void *state, Result *r)
{
    const State *s = state;
    *r = (Result){ 0 };
    for (Seat p = 0; p < s->seats; p++) {
        r->place[p] = s->place[p];
        r->points[p] = s->place[p] ? (int16_t)(s->seats - s->place[p]) : 0;
        if (s->place[p] == 1) r->winners |= SEAT_BIT(p);
    }
}

const char *const kittens_cards[KINDS] = {
#define CARD(id, text, base, gve, paw, plain, traits, effect, taste) [id] = text,
#include "cards.def"
#undef CARD
};

static const Verb verbs[VERBS] = {
    [V_DEAL]          = { "deal", VERB_CHANCE | VERB_DEAL },
    [V_SHUFFLE]       = { "shuffle", VERB_CHANCE },
    [V_PICK]          = { "pick", VERB_CHANCE },
    [V_DRAW]          = { "draw", 0 },
    [V_PLAY]          = { "play P", 0 },
    [V_PLAY_AT]       = { "play A @S", 0 },
    [V_AS]            = { "play godcat:P", 0 },
    [V_AS_AT]         = { "play godcat:A @S", 0 },
    [V_PAIR]          = { "pair C C @S", VERB_SORTED },
    [V_TRIO]          = { "trio C C C @S C", VERB_SORTED },
    [V_FIVE]          = { "five C C C C C", VERB_SORTED },
    [V_PASS]          = { "pass", VERB_WINDOW },
    [V_NOPE]          = { "nope", VERB_WINDOW },
    [V_GIVE]          = { "give C", VERB_SECRET | VERB_LOT },
    [V_STEAL_OTHER]   = { "steal other", 0 },
    [V_STEAL_GODCAT]  = { "steal godcat", 0 },
    [V_TAKE]          = { "take C", 0 },
    [V_ORDER]         = { "order C C? C?", VERB_SECRET },
    [V_KEEP]          = { "keep", 0 },
    [V_TOP]           = { "top", 0 },
    [V_SET_GODCAT]    = { "set godcat @S", VERB_SECRET },
    [V_SET_DEVILCAT]  = { "set devilcat @S", VERB_SECRET },
    [V_STAY]          = { "stay", 0 },
    [V_SWAP]          = { "swap", 0 },
    [V_DEFUSE]        = { "defuse N", VERB_SECRET },
    [V_DEFUSE_GODCAT] = { "defuse godcat N", VERB_SECRET },
};

static const EventKind events[EVENTS] = {
    [EV_DEALT]    = { "dealt", "pile:N" },
    [EV_GOT]      = { "got", "card:C!" },
    [EV_STARTED]  = { "started", "owed:N" },
    [EV_DREW]     = { "drew", "card:C!" },
    [EV_PLAYED]   = { "played", "card:C target:@" },
    [EV_INVOKED]  = { "invoked", "as:C target:@" },
    [EV_PAIRED]   = { "paired", "card1:C card2:C target:@" },
    [EV_TRIO]     = { "trio", "card1:C card2:C card3:C target:@ named:C" },
    [EV_FIVE]     = { "five", "card1:C card2:C card3:C card4:C card5:C" },
    [EV_NOPED]    = { "noped", "depth:N" },
    [EV_PASSED]   = { "passed", NULL },
    [EV_STOPPED]  = { "stopped", NULL },
    [EV_HAPPENED] = { "happened", NULL },
    [EV_ATTACKED] = { "attacked", "target:@ owed:N" },
    [EV_SKIPPED]  = { "skipped", NULL },
    [EV_SHUFFLED] = { "shuffled", "pile:N" },
    [EV_SAW]      = { "saw", "card:C! depth:N" },
    [EV_REVEALED] = { "revealed", "card:C depth:N" },
    [EV_ALTERED]  = { "altered", "card:C! depth:N" },
    [EV_GAVE]     = { "gave", "to:@ card:C!" },
    [EV_STOLE]    = { "stole", "from:@ card:C!" },
    [EV_SPARED]   = { "spared", "target:@" },
    [EV_TOOK]     = { "took", "card:C" },
    [EV_MISSED]   = { "missed", "target:@ named:C" },
    [EV_BOTTOM]   = { "bottom", "card:C!" },
    [EV_TOPPED]   = { "topped", "card:C!" },
    [EV_LAID]     = { "laid", "target:@ card:C!" },
    [EV_CHOSE]    = { "chose", "swap:N" },
    [EV_GODCAT]   = { "godcat", NULL },
    [EV_DEVILCAT] = { "devilcat", NULL },
    [EV_KITTEN]   = { "kitten", NULL },
    [EV_DEFUSED]  = { "defused", "with:C" },
    [EV_BURIED]   = { "buried", "depth:N!" },
    [EV_EXPLODED] = { "exploded", NULL },
    [EV_LOST]     = { "lost", "card:C" },
    [EV_WON]      = { "won", NULL },
};

/* How long people look at what happened, in tenths of a second. */
static const uint8_t beats[EVENTS] = {
    [EV_DEALT] = 6, [EV_DREW] = 4, [EV_PLAYED] = 9, [EV_INVOKED] = 12, [EV_PAIRED] = 10, [EV_TRIO] = 12,
    [EV_FIVE] = 12, [EV_NOPED] = 12, [EV_ATTACKED] = 8, [EV_SKIPPED] = 6, [EV_SHUFFLED] = 8, [EV_SAW] = 2,
    [EV_REVEALED] = 5, [EV_GAVE] = 10, [EV_STOLE] = 12, [EV_TOOK] = 8, [EV_MISSED] = 9, [EV_BOTTOM] = 6,
    [EV_TOPPED] = 6, [EV_LAID] = 6, [EV_GODCAT] = 14, [EV_DEVILCAT] = 14, [EV_KITTEN] = 18, [EV_DEFUSED] = 10,
    [EV_BURIED] = 6, [EV_EXPLODED] = 26, [EV_WON] = 10
};

static const char *const on_off[] = { "on", "off", NULL }, *const off_on[] = { "off", "on", NULL };
static const char *const per_card_first[] = { "percard", "remaining", NULL };
static const char *const remaining_first[] = { "remaining", "percard", NULL };
/* Who begins (EKB-9, GVE-9, PP-8): a seat, as many as the edition has, or how one is found. */
static const char *const one_of_five[] = { "@0", "@1", "@2", "@3", "@4", "lot", "next", "loser", NULL };
static const char *const one_of_ten[] = { "@0", "@1", "@2", "@3", "@4", "@5", "@6", "@7", "@8", "@9", "lot", "next",
                                          "loser", NULL };
#define FIRST(seats) { .name = "first", .words = seats, .later = true, .role = ROLE_FIRST }

#define SHARED                                                                                                     \
    .state_size = sizeof(State), .min_seats = 2, .bound = 5000, .aimed = AIMED_CARDS, .bags = "hands discard",     \
    .verbs = verbs, .verb_count = VERBS, .cards = kittens_cards, .card_count = KINDS,                              \
    .events = events, .event_count = EVENTS, .beats = beats, .to_act = kittens_to_act, .legal = kittens_legal,     \
    .apply = kittens_apply, .observe = kittens_observe, .imagine = kittens_imagine, .tell = kittens_tell,          \
    .rig = kittens_rig, .audit = kittens_audit, .score = score, .playout = kittens_playout,                        \
    .against = kittens_against, .layout = kittens_layout, .small = &kittens_small

static const Game kittens = {
    .id = "kittens", .rules = 1, .max_seats = 5, .setup = setup_kittens, .hunch = &kittens_hunch[KITTENS], SHARED,
    .options = (const OptionRow[]){ { .name = "combos", .words = on_off },
                                    { .name = "stacking", .words = per_card_first }, FIRST(one_of_five) },
    .option_count = 3,
};
static const Game goodevil = {
    .id = "goodevil", .rules = 1, .max_seats = 5, .setup = setup_goodevil, .hunch = &kittens_hunch[GOODEVIL], SHARED,
    .options = (const OptionRow[]){ { .name = "combos", .words = on_off },
                                    { .name = "stacking", .words = remaining_first }, FIRST(one_of_five),
                                    { .name = "fast", .words = off_on } },
    .option_count = 4,
};
static const Game party = {
    .id = "party", .rules = 1, .max_seats = 10, .setup = setup_party, .hunch = &kittens_hunch[PARTY], SHARED,
    .options = (const OptionRow[]){ { .name = "combos", .words = on_off },
                                    { .name = "stacking", .words = remaining_first }, FIRST(one_of_ten) },
    .option_count = 3,
};

extern GameList kittens_games;
GameList kittens_games = { &kittens, &goodevil, &party, NULL };
