/* SPDX-License-Identifier: MIT
 * move.c - moves as text, both ways, from the verbs' forms. No game writes a parser. */
#include "game.h"
#include "legible.h"
#include "text.h"
#include "utf8.h"

enum { MAX_TOKENS = 8 };

typedef struct { const char *at; size_t n; } Word;

/* Splits at single spaces. -1: too many words, or a space too many somewhere. */
static int split(const char *text, Word word[MAX_TOKENS])
{
    int n = 0;
    for (const char *p = text; ; p++) {
        size_t len = strcspn(p, " ");
        if (!len || n == MAX_TOKENS) return -1;
        word[n++] = (Word){ p, len };
        p += len;
        if (!*p) return n;
    }
}

static bool word_is(Word w, const char *s) { return strlen(s) == w.n && !memcmp(w.at, s, w.n); }

/* Decimal digits without leading zeros; far too many of them are just a large number. */
static bool read_number(Word w, int *out)
{
    int v = 0;
    if (!w.n || (w.n > 1 && w.at[0] == '0')) return false;
    for (size_t i = 0; i < w.n; i++) {
        if (w.at[i] < '0' || w.at[i] > '9') return false;
        if (v < 1000) v = v * 10 + (w.at[i] - '0');
    }
    *out = v;
    return true;
}

static bool read_range(Word w, Word range, int *out)
{
    const char *dash = memchr(range.at, '-', range.n);
    int low, high;
    return read_number(w, out)
        && read_number((Word){ range.at, (size_t)(dash - range.at) }, &low)
        && read_number((Word){ dash + 1, range.n - (size_t)(dash - range.at) - 1 }, &high)
        && low <= *out && *out <= high;
}

static bool read_card(const Game *g, Word w, char which, int *out)
{
    for (int c = 1; c < g->card_count; c++) {
        if (!word_is(w, g->cards[c])) continue;
        *out = c;
        return which == 'C' || (which == 'A') == (g->aimed >> c & 1);
    }
    return false;
}

static bool read_seat(Word w, int seats, int *out)
{
    return w.n > 1 && w.at[0] == '@' && read_number((Word){ w.at + 1, w.n - 1 }, out) && *out < seats;
}

static bool read_open(Word w, char out[MAX_WORD])
{
    if (w.n >= MAX_WORD || !utf8_ok(w.at, w.n)) return false;
    memcpy(out, w.at, w.n);
    out[w.n] = 0;
    return true;
}

/* A placeholder is one capital or a range; anything else is itself. "x:P" has both. */
static Word placeholder(Word token)
{
    const char *colon = memchr(token.at, ':', token.n);
    if (colon) return (Word){ colon + 1, token.n - (size_t)(colon + 1 - token.at) };
    bool capital = token.n == 1 && token.at[0] >= 'A' && token.at[0] <= 'Z';
    bool range = token.at[0] >= '0' && token.at[0] <= '9';
    return capital || range || word_is(token, "@S") ? token : (Word){ 0 };
}

/* One word against one token. Sets *takes when the token fills an argument. */
static bool match_token(const Game *g, int seats, Word w, Word token, bool *takes, int *arg, char word[MAX_WORD])
{
    Word hole = placeholder(token);
    size_t fixed = token.n - hole.n;
    *takes = hole.n && hole.at[0] != 'W';
    if (w.n < fixed || memcmp(w.at, token.at, fixed)) return false;
    w = (Word){ w.at + fixed, w.n - fixed };
    if (!hole.n) return !w.n;
    switch (hole.at[0]) {
    case 'C': case 'P': case 'A': return read_card(g, w, hole.at[0], arg);
    case '@': return read_seat(w, seats, arg);
    case 'W': return read_open(w, word);
    case 'N': if (!read_number(w, arg)) return false;
              if (*arg >= ARG_OPEN) *arg = ARG_OPEN - 1;     /* larger than anything on a table */
              return true;
    default:  return read_range(w, hole, arg);
    }
}

static bool optional(Word *token)
{
    if (token->at[token->n - 1] != '?') return false;
    token->n--;
    return true;
}

static bool match_form(const Game *g, int seats, const char *form, const Word *word, int words, Move *m,
                       char open[MAX_WORD])
{
    Word token[MAX_TOKENS];
    int tokens = split(form, token), args = 0;
    if (words > tokens) return false;
    for (int i = 0; i < tokens; i++) {
        bool may_end = optional(&token[i]), takes;
        int arg = 0;
        if (i >= words) return may_end;
        if (!match_token(g, seats, word[i], token[i], &takes, &arg, open)) return false;
        if (takes) m->arg[args++] = (uint8_t)arg;
    }
    return true;
}

static bool spoken_by(const Verb *v, Seat seat)
{
    if (v->flags & VERB_CHANCE) return seat == SEAT_CHANCE;
    if (v->flags & VERB_CLOCK) return seat == SEAT_CLOCK;
    return seat < MAX_SEATS;
}

static bool read_depth(Word w, Move *m)
{
    int depth;
    if (w.at[0] != '#' || !read_number((Word){ w.at + 1, w.n - 1 }, &depth)) return false;
    m->window = (uint8_t)(depth < 254 ? depth + 1 : 255);
    return true;
}

/* The cards that a form begins with, into canonical order. */
static void sort_cards(const Verb *v, Move *m)
{
    int n = 0;
    for (const char *p = strchr(v->form, ' '); p && p[1] == 'C'; p = strchr(p + 1, ' ')) n++;
    for (int i = 1; i < n; i++)
        for (int j = i; j > 0 && m->arg[j] < m->arg[j - 1]; j--) {
            uint8_t t = m->arg[j];
            m->arg[j] = m->arg[j - 1];
            m->arg[j - 1] = t;
        }
}

Err move_parse(const Game *g, int seats, Seat seat, const char *text, Move *m, char open[MAX_WORD])
{
    Word word[MAX_TOKENS];
    int words = split(text, word);
    if (words < 0 || (seat < MAX_SEATS && seat >= seats)) return E_BAD_MOVE;
    for (int v = 0; v < g->verb_count; v++) {
        const Verb *verb = &g->verbs[v];
        if (!spoken_by(verb, seat)) continue;
        *m = (Move){ .verb = (uint8_t)v, .seat = seat };
        open[0] = 0;
        bool depth = verb->flags & VERB_WINDOW && words > 1 && read_depth(word[words - 1], m);
        if (!match_form(g, seats, verb->form, word, words - depth, m, open)) continue;
        if (verb->flags & VERB_SORTED) sort_cards(verb, m);
        return E_OK;
    }
    return E_BAD_MOVE;
}

Err move_hear(const Game *g, int seats, Seat seat, const char *text, Move *m, char open[MAX_WORD])
{
    Err e = move_parse(g, seats, seat, text, m, open);
    if (e || !*open || legible_points(open, strlen(open))) return e;
    open[0] = 0;
    return E_BAD_MOVE;
}

const char *move_seat(const char *line, Seat *seat)
{
    if (line[0] >= '0' && line[0] <= '9') *seat = (Seat)(line[0] - '0');
    else if (line[0] == 'c') *seat = SEAT_CHANCE;
    else if (line[0] == 't') *seat = SEAT_CLOCK;
    else return NULL;
    return line[1] == ' ' ? line + 2 : NULL;
}

/* ---- writing ------------------------------------------------------------ */

static void write_hole(const Game *g, Text *t, char which, int arg, const char *word)
{
    switch (which) {
    case 'C': case 'P': case 'A': text_add(t, arg < g->card_count ? g->cards[arg] : "?"); break;
    case '@': text_char(t, '@'); text_number(t, arg); break;
    case 'W': text_add(t, word && *word ? word : "WORD"); break;
    default:
        if (arg == ARG_OPEN) text_char(t, 'N');
        else text_number(t, arg);
    }
}

int move_format(const Game *g, const Move *m, const char *word, char *out, size_t cap)
{
    const Verb *v = &g->verbs[m->verb];
    Word token[MAX_TOKENS];
    int tokens = split(v->form, token), args = 0;
    Text t = text_into(out, cap);
    for (int i = 0; i < tokens; i++) {
        if (optional(&token[i]) && m->arg[args] == UNKNOWN) break;
        Word hole = placeholder(token[i]);
        if (i) text_char(&t, ' ');
        text_bytes(&t, token[i].at, token[i].n - hole.n);
        if (hole.n) write_hole(g, &t, hole.at[0], hole.at[0] == 'W' ? 0 : m->arg[args], word);
        if (hole.n && hole.at[0] != 'W') args++;
    }
    if (m->window) {
        text_add(&t, " #");
        text_number(&t, m->window - 1);
    }
    return (int)t.n;
}
