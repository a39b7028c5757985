/* SPDX-License-Identifier: MIT
 * speech.c - about clues, in games in which words are said: what a clue in another language
 * means, and when the game is over, which words it was for. */
#include "../bots/shelf.h"
#include "../core/utf8.h"
#include "desk.h"

static const Speech *speech_of(const Desk *d)
{
    const Hunch *h = d->round.table.game->hunch;
    return h ? h->speech : NULL;
}

static bool says_word(const Desk *d, const Happening *h)
{
    EventArg a;
    const EventKind *kind = &d->round.table.game->events[h->event.kind];
    for (int i = 0; *h->word && event_arg(kind, i, &a); i++)
        if (a.type == 'W') return true;
    return false;
}

/* ---- what it was for ------------------------------------------------------------------------ */

void desk_mean(const Desk *d, Happening *h)
{
    _Alignas(16) uint8_t view[MAX_STATE];
    const Speech *s = speech_of(d);
    h->meant_n = 0;
    if (!s || !says_word(d, h)) return;
    d->round.table.game->observe(d->round.table.state, h->event.seat, view);
    h->meant_n = s->meant(&shelf, view, h->event.seat, h->meant, MAX_BOARD);
}

static void say_words(const Desk *d, const Happening *h, Text *out)
{
    char key[] = "{#cell}";
    for (int i = 0; i < h->meant_n; i++) {
        Phrase p = { .n = 0 };
        phrase_number(&p, "cell", h->meant[i]);
        if (i) text_add(out, say_word(&d->voice, "and"));
        say_filled(&d->voice, out, key, &p);
    }
}

bool desk_meant(const Desk *d, size_t i, Text *out)
{
    const Happening *h = &d->happened[i];
    Phrase p = { .mine = h->event.seat == d->voice.viewer };
    char who[NAME_BYTES * 2];
    if (!h->meant_n) return false;
    Text t = text_into(who, sizeof who);
    say_seat(&d->voice, &t, h->event.seat, "who.you");
    phrase_text(&p, "who", who);
    phrase_text(&p, "t", h->word);
    say(&d->voice, out, d->people >> h->event.seat & 1 ? "meant.maybe" : "meant", &p);
    say_words(d, h, out);
    return true;
}

/* ---- in another language ---------------------------------------------------------------------- */

static bool has_letter(int lang, uint32_t point)
{
    return point >= language[lang].letter && point <= language[lang].last_letter;
}

/* The languages a word may be in by its first letter; of those that share it, the table's first. */
static int languages_of(const char *word, int table, int out[LANGUAGES])
{
    uint32_t point = 0;
    int n = 0;
    utf8_next(word, strlen(word), &point);
    if (table >= 0 && has_letter(table, point)) out[n++] = table;
    for (int i = 0; i < LANGUAGES; i++)
        if (i != table && has_letter(i, point)) out[n++] = i;
    return n;
}

static int table_lang(const Desk *d)
{
    char name[32];
    const Game *g = d->round.table.game;
    int lang = options_role(g, ROLE_LANG);
    if (lang < 0) return -1;
    options_value(g, &d->round.table.options, lang, name, sizeof name);
    return language_named(name);
}

/* No gloss if the likeliest language of the word is the viewer's own. */
void desk_gloss(const Desk *d, const Happening *h, Text *out)
{
    char meaning[4 * MAX_WORD];
    int from[LANGUAGES], mine = d->voice.lang;
    const Speech *s = speech_of(d);
    if (!s || h->event.seat == d->voice.viewer || !says_word(d, h)) return;
    int n = languages_of(h->word, table_lang(d), from);
    for (int i = 0; i < n && from[0] != mine; i++) {
        const char *theirs = language[from[i]].code, *ours = language[mine].code;
        if (from[i] == mine || !s->gloss(&shelf, h->word, theirs, ours, meaning, sizeof meaning)) continue;
        say_line(&d->voice, out, "gloss", meaning, 0);
        return;
    }
}
