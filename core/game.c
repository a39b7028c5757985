/* SPDX-License-Identifier: MIT
 * game.c - what is the same for every game: finding it, its options, its events. */
#include "game.h"
#include "language.h"
#include "show.h"
#include "text.h"

const char *err_name(Err e)
{
#define X(id, name) [id] = name,
    static const char *const names[] = { ERRS(X) };
#undef X
    return e < ERR_COUNT ? names[e] : "?";
}

const Game *game_at(int i)
{
    for (const Game *const *const *list = game_lists; *list; list++)
        for (const Game *const *g = *list; *g; g++)
            if (!i--) return *g;
    return NULL;
}

const Game *game_find(const char *id)
{
    const Game *g;
    for (int i = 0; (g = game_at(i)); i++)
        if (!strcmp(g->id, id)) return g;
    return NULL;
}

uint64_t game_mark(const Game *g, const void *state)
{
    const uint8_t *at = state;
    uint64_t mark = 0xcbf29ce484222325;                    /* FNV-1a */
    for (size_t i = 0; i < g->state_size; i++) mark = (mark ^ at[i]) * 0x100000001b3;
    return mark;
}

/* ---- options ------------------------------------------------------------ */

void options_default(const Game *g, int seats, Options *o)
{
    *o = (Options){ .seats = (uint8_t)seats };
    for (int i = 0; i < g->option_count; i++) o->value[i] = g->options[i].usual;
}

void options_offer(const Game *g, int seats, Options *o)
{
    options_default(g, seats, o);
    for (int i = 0; i < g->option_count; i++)
        if (g->options[i].offer) o->value[i] = g->options[i].offer;
}

static bool read_value(const OptionRow *row, const char *value, uint8_t *out)
{
    if (row->words) {
        for (uint8_t i = 0; row->words[i]; i++)
            if (!strcmp(row->words[i], value)) return *out = i, true;
        return false;
    }
    int v = 0;
    if (!*value || strlen(value) > 3) return false;
    for (; *value; value++) {
        if (*value < '0' || *value > '9') return false;
        v = v * 10 + (*value - '0');
    }
    return v >= row->low && v <= row->high ? *out = (uint8_t)v, true : false;
}

Err options_set(const Game *g, Options *o, const char *name, const char *value)
{
    for (int i = 0; i < g->option_count; i++)
        if (!strcmp(g->options[i].name, name))
            return read_value(&g->options[i], value, &o->value[i]) ? E_OK : E_OPTION;
    return E_OPTION;
}

int options_value(const Game *g, const Options *o, int i, char *out, size_t cap)
{
    Text t = text_into(out, cap);
    if (g->options[i].words) text_add(&t, g->options[i].words[o->value[i]]);
    else text_number(&t, o->value[i]);
    return (int)t.n;
}

int options_role(const Game *g, Role role)
{
    for (int i = 0; i < g->option_count; i++)
        if (g->options[i].role == role) return i;
    return -1;
}

void options_fit(const Game *g, Options *o)
{
    for (int i = 0; i < g->option_count; i++) {
        const OptionRow *row = &g->options[i];
        if (row->role != ROLE_FIRST && row->role != ROLE_DEALER) continue;
        const char *word = row->words[o->value[i]];
        if (word[0] == '@' && word[1] - '0' >= o->seats) o->value[i] = row->usual;
    }
}

/* ---- what a host relies on --------------------------------------------------- */

static bool some_verb(const Game *g, int flags, char token)
{
    for (int i = 0; i < g->verb_count; i++) {
        const char *at = strchr(g->verbs[i].form, token);
        if (g->verbs[i].flags & flags) return true;
        if (token && at && at > g->verbs[i].form && at[-1] == ' ') return true;
    }
    return false;
}

static bool only_chance_deals(const Game *g)
{
    for (int i = 0; i < g->verb_count; i++)
        if (g->verbs[i].flags & VERB_DEAL && !(g->verbs[i].flags & VERB_CHANCE)) return false;
    return true;
}

static bool twice(const Game *g, Role role)
{
    int n = 0;
    for (int i = 0; i < g->option_count; i++) n += g->options[i].role == role;
    return n > 1;
}

static bool all_languages(const char *const *words)
{
    while (*words && language_named(*words) >= 0) words++;
    return !*words;
}

static bool has_word(const char *const *words, const char *want)
{
    while (*words && strcmp(*words, want)) words++;
    return *words;
}

/* An option with this role, if there is one, has a word for every seat and for the ways of finding one. */
static bool names_seats(const Game *g, Role role)
{
    int i = options_role(g, role);
    const char *const *words = i < 0 ? NULL : g->options[i].words;
    char seat[] = "@0";
    if (i < 0) return true;
    for (int p = 0; words && p < g->max_seats; p++, seat[1]++)
        if (!has_word(words, seat)) return false;
    return words && has_word(words, "lot") && has_word(words, "next") && has_word(words, "loser");
}

const char *game_flaw(const Game *g)
{
    int minutes = options_role(g, ROLE_MINUTES), lang = options_role(g, ROLE_LANG);
    if (show_flaw(g)) return show_flaw(g);
    for (Role role = ROLE_MINUTES; role <= ROLE_DEALER; role++)
        if (twice(g, role)) return "two options have the same role";
    if (!names_seats(g, ROLE_FIRST) || !names_seats(g, ROLE_DEALER)) return "who begins is a seat or lot, next, loser";
    if (minutes >= 0 && g->options[minutes].words) return "minutes are a number";
    if (lang >= 0 && !g->options[lang].words) return "languages are words";
    if (lang >= 0 && !all_languages(g->options[lang].words)) return "it has a language that is not in languages.def";
    if ((minutes >= 0) != some_verb(g, VERB_CLOCK, 0)) return "a clock needs a verb and an option, or neither";
    if (!only_chance_deals(g)) return "only chance deals";
    if (some_verb(g, VERB_CHANCE, 0) && !some_verb(g, VERB_DEAL, 0))
        return "it has verbs of chance, and none of them deals";
    if (some_verb(g, 0, 'W') && (!g->silence || !*g->silence))
        return "a verb wants a word, but there is no word for silence";
    return g->state_size > MAX_STATE ? "its state is too large" : NULL;
}

/* ---- events ------------------------------------------------------------- */

bool event_arg(const EventKind *k, int i, EventArg *out)
{
    const char *p = event_passing(k) ? k->args + 1 : k->args;
    for (; p && i; i--) p = (p = strchr(p, ' ')) ? p + 1 : NULL;
    const char *colon = p ? strchr(p, ':') : NULL;
    if (!colon) return false;
    size_t n = (size_t)(colon - p);
    assert(n < sizeof out->key);
    memcpy(out->key, p, n);
    out->key[n] = 0;
    out->type = colon[1];
    out->secret = colon[2] == '!';
    return true;
}

int events_beat(const Game *g, const Events *ev)
{
    enum { LONGEST = 6000 };
    int ms = 0;
    for (int i = 0; g->beats && i < ev->n; i++) ms += 100 * g->beats[ev->at[i].kind];
    return ms < LONGEST ? ms : LONGEST;
}

void events_redact(const Game *g, const Event *e, Seat who, Event *out)
{
    *out = *e;
    out->sees = 0;
    if (e->sees >> who & 1) return;
    EventArg a;
    for (int i = 0; event_arg(&g->events[e->kind], i, &a); i++)
        if (a.secret) out->arg[i] = BLANK;
}
