/* SPDX-License-Identifier: MIT
 * review.c - the command: a review in words. Moves and events are said as at a table, so the log is played a second
 * time beside the account. */
#include "review.h"

#include <stdlib.h>

#include "../cli/cli.h"
#include "../cli/texts.h"
#include "lines.h"

/* ---- numbers ------------------------------------------------------------------------ */

static int percent(double x) { return (int)(100 * x + (x < 0 ? -0.5 : 0.5)); }

static void put_signed(Phrase *p, const char *key, double x)
{
    char text[16];
    snprintf(text, sizeof text, "%+d", percent(x));
    phrase_text(p, key, text);
}

static void put_tenths(Phrase *p, const char *key, double x)
{
    char text[24];
    Text t = text_into(text, sizeof text);
    text_fixed(&t, x, 1);
    phrase_text(p, key, text);
}

static void print_phrase(const Voice *v, const char *indent, const char *key, const Phrase *p)
{
    char line[SENTENCE * 2];
    Text t = text_into(line, sizeof line);
    text_add(&t, indent);
    if (say(v, &t, key, p)) voice_put(v, line);
}

/* ---- a decision ------------------------------------------------------------------------ */

static void say_option(const Voice *v, Text *t, const Move *m, const char *word)
{
    if (!*word) { say_move(v, t, m); return; }
    text_add(t, word);
    text_char(t, ' ');
    text_number(t, m->arg[0]);
}

static void put_who(const Voice *v, Phrase *p, Seat seat)
{
    char who[NAME_BYTES * 2];
    Text t = text_into(who, sizeof who);
    say_seat(v, &t, seat, "who.you");
    phrase_text(p, "who", who);
}

static void put_option(const Voice *v, Phrase *p, const Prospect *one)
{
    char text[SENTENCE];
    Text t = text_into(text, sizeof text);
    say_option(v, &t, &one->move, one->word);
    phrase_text(p, "t", text);
    phrase_number(p, "chance", percent((double)one->chance))->nothing = false;
    phrase_number(p, "low", percent((double)one->low))->nothing = false;
    phrase_number(p, "high", percent((double)one->high))->nothing = false;
}

/* What the game counts besides winning, if it has words for that. */
static void print_tally(const Voice *v, const Prospect *one)
{
    Phrase p = { .n = 0 };
    if (!words_find(v->game, v->lang, "review.tally")) return;
    put_tenths(&p, "n", (double)one->tally);
    phrase_number(&p, "danger", percent((double)one->danger));
    print_phrase(v, "        ", "review.tally", &p);
}

static void print_reasons(const Voice *v, const Prospect *one)
{
    for (int i = 0; i < one->reasons; i++) {
        char line[SENTENCE];
        Text t = text_into(line, sizeof line);
        text_add(&t, "        ");
        if (say_reason(v, &t, &one->reason[i])) voice_put(v, line);
    }
}

/* Reasons are given for what was doubtful, for every word that was said, and for what went wrong being right. */
static bool wants_reasons(const Step *s)
{
    static const double badly = -0.1;
    return s->mark >= MARK_DOUBTFUL || *s->word || s->split[s->move.seat].luck < badly;
}

static void print_decision(const Voice *v, const Step *s)
{
    static const char *const key[MARKS] = {
        "", "review.best", "review.fine", "review.doubtful", "review.blunder",
    };
    Phrase p = { .mine = s->move.seat == v->viewer };
    phrase_number(&p, "n", (int)s->number);
    put_who(v, &p, s->move.seat);
    put_option(v, &p, &s->played);
    phrase_text(&p, "mark", say_word(v, key[s->mark]));
    print_phrase(v, "", "review.decision", &p);
    if (wants_reasons(s)) print_tally(v, &s->played), print_reasons(v, &s->played);
    if (s->mark < MARK_DOUBTFUL && percent((double)s->cost) < 1) return;
    Phrase better = { .n = 0 };
    put_option(v, &better, &s->best);
    phrase_number(&better, "cost", percent((double)s->cost));
    print_phrase(v, "    ", "review.better", &better);
    print_tally(v, &s->best);
    print_reasons(v, &s->best);
}

/* ---- the end ------------------------------------------------------------------------------ */

static void print_line(const Voice *v, Seat seat, const Line *line, bool whole)
{
    Phrase p = { .mine = seat == v->viewer };
    put_who(v, &p, seat);
    phrase_number(&p, "n", line->decisions);
    phrase_number(&p, "share", percent(line->possible > 0 ? line->played / line->possible : 1));
    phrase_number(&p, "doubtful", line->marks[MARK_DOUBTFUL])->nothing = false;
    phrase_number(&p, "blunders", line->marks[MARK_BLUNDER])->nothing = false;
    print_phrase(v, "", "review.line", &p);
    if (!whole) return;
    Phrase sums = { .n = 0 };
    phrase_number(&sums, "from", percent(line->first))->nothing = false;
    phrase_number(&sums, "to", percent(line->last))->nothing = false;
    put_signed(&sums, "luck", line->split.luck);
    put_signed(&sums, "own", line->split.own);
    put_signed(&sums, "others", line->split.others);
    print_phrase(v, "    ", "review.sums", &sums);
}

/* ---- a moment ------------------------------------------------------------------------------ */

/* What stands between two sentences. Not every language ends one with a full stop, and after a Chinese one there is no
 * space. */
static const char *joint(const Text *t)
{
    bool ascii = t->n && t->n < t->cap && (unsigned char)t->at[t->n - 1] < 0x80;
    return !t->n ? "" : !say_ended(t) ? "; " : ascii ? " " : "";
}

static void add_event(const Voice *v, Text *t, const Event *e, const char *word)
{
    size_t before = t->n;
    text_add(t, joint(t));
    if (say_event(v, t, e, word) || before >= t->cap) return;
    t->n = before, t->at[before] = 0;
}

static bool has_sentence(const Voice *v, const Event *e, const char *word)
{
    char text[SENTENCE];
    Text t = text_into(text, sizeof text);
    return say_event(v, &t, e, word);
}

/* Of a move that made much happen a few events are told that people would look at: the first, those of the player whose
 * chances it moved, and others; if there are none, whatever happened. `who` SEAT_NONE: it moved everybody's. */
static void choose_events(const Voice *v, const Events *ev, const char *word, Seat who, bool told[MAX_EVENTS])
{
    enum { FIRST, OWN, OTHERS, ANY, TURNS, ENOUGH = 3 };
    int n = 0;
    for (int turn = FIRST; turn < TURNS; turn++)
        for (int i = 0; i < ev->n && n < ENOUGH; i++) {
            const Event *e = &ev->at[i];
            bool looked_at = !v->game->beats || v->game->beats[e->kind];
            bool wanted = turn == OWN ? e->seat == who : turn == OTHERS || !n;
            if (wanted && looked_at == (turn != ANY) && !told[i] && has_sentence(v, e, word)) told[i] = true, n++;
        }
}

/* The fewest points of the others, when a round has just been counted; NULL: none has. */
static const Event *fewest(const Events *ev, const ShowRounds *rounds, Seat who)
{
    const Event *best = NULL;
    for (int i = 0; rounds && i < ev->n; i++) {
        const Event *e = &ev->at[i];
        if (e->kind == rounds->counted && e->seat != who && (!best || e->arg[0] < best->arg[0])) best = e;
    }
    return best;
}

static bool ends_round(const ShowRounds *rounds, int kind)
{
    return kind == rounds->opened || kind == rounds->filled || kind == rounds->counted;
}

/* At the end of a round cards are turned up one by one. Told is what was done before that, that the round is over, the
 * points of the one it mattered to and of the best of the others, and what followed from them. */
static void say_round(const Voice *v, const Events *ev, const ShowRounds *rounds, Seat who, Text *t)
{
    const Event *best = fewest(ev, rounds, who);
    int i = 0;
    for (; i < ev->n && !ends_round(rounds, ev->at[i].kind); i++)
        if (!t->n) add_event(v, t, &ev->at[i], "");
    text_add(t, joint(t));
    text_add(t, say_word(v, "review.round"));
    for (bool counted = false; i < ev->n; i++) {
        const Event *e = &ev->at[i];
        bool points = e->kind == rounds->counted;
        counted |= points;
        if (points ? e == best || e->seat == who : counted) add_event(v, t, e, "");
    }
}

/* What happened in a moment, as told to everybody once the game is over. */
static void say_happened(const Voice *v, const Events *ev, const char *word, Seat who, Text *t)
{
    const ShowRounds *rounds = show_rounds(v->game);
    bool told[MAX_EVENTS] = { false };
    if (fewest(ev, rounds, who)) { say_round(v, ev, rounds, who, t); return; }
    choose_events(v, ev, word, who, told);
    for (int i = 0; i < ev->n; i++)
        if (told[i]) add_event(v, t, &ev->at[i], word);
}

static void print_moment(const Voice *v, const Review *r, const Step *s)
{
    bool together = v->game->hunch && v->game->hunch->together;
    Seat who = step_mover(s, r->round.table.options.seats);
    char text[SENTENCE];
    Text t = text_into(text, sizeof text);
    Phrase p = { .mine = who == v->viewer };
    say_happened(v, &r->events, s->word, together ? SEAT_NONE : who, &t);
    if (!say_ended(&t)) text_char(&t, '.');
    phrase_number(&p, "n", (int)s->number);
    phrase_text(&p, "t", t.n < sizeof text ? text : "");
    if (together) phrase_text(&p, "who", say_word(v, "review.together"));
    else put_who(v, &p, who);
    phrase_number(&p, "from", percent(s->before[who]))->nothing = false;
    phrase_number(&p, "to", percent(s->after[who]))->nothing = false;
    print_phrase(v, "  ", "review.moment", &p);
}

/* ---- going through it ----------------------------------------------------------------------- */

static const Step *step_at(const Account *a, uint64_t number)
{
    return number && number <= a->steps ? &a->step[number - 1] : NULL;
}

static bool is_moment(const Account *a, uint64_t number)
{
    for (int i = 0; i < a->moments.n; i++)
        if (a->moments.at[i].number == number) return true;
    return false;
}

/* A window is mostly passed, and rightly so: that is not worth a line. */
static bool worth_a_line(const Voice *v, const Step *s)
{
    return s->mark > MARK_BEST || (s->mark && !(v->game->verbs[s->move.verb].flags & VERB_WINDOW));
}

/* Plays the log once more; `moments`: tells these instead of the decisions. */
static void tell_through(const Account *a, Voice *v, const char *log, bool moments)
{
    static Review again;
    static Scene scene;
    const Table *t = &again.round.table;
    LogRecord rec;
    Step unused;
    Why w;
    char line[LOG_LINE];
    const Table *played = &a->review.round.table;
    if (!review_start(&again, played->game, &played->options, 0, false, review_usual)) return;
    log_next(&log, line, NULL);                              /* the header */
    while (t->moves < a->steps && log_next(&log, line, NULL)) {
        if (!log_read(t->game, t->options.seats, line, &rec, &w)) return;
        const Step *s = rec.kind == LOG_MOVE ? step_at(a, rec.number) : NULL;
        v->scene = scene_look(&scene, t, v->viewer < t->options.seats ? v->viewer : SEAT_TABLE);
        if (!moments && s && worth_a_line(v, s)) print_decision(v, s);
        if (!review_take(&again, &rec, &unused, &w)) return;
        if (moments && s && is_moment(a, rec.number)) print_moment(v, &again, s);
    }
}

void account_say(const Account *a, Voice *v, const char *log)
{
    const Review *r = &a->review;
    Seat p;
    Phrase none = { .n = 0 };
    voice_put(v, say_title(v));
    puts("");
    tell_through(a, v, log, false);
    puts("");
    EACH_SEAT(p, r->seats) print_line(v, p, &r->line[p], r->whole);
    if (a->stopped) print_phrase(v, "", "review.stopped", &none);
    if (!a->moments.n) return;
    puts("");
    print_phrase(v, "", "review.moments", &none);
    tell_through(a, v, log, true);
}

/* ---- the command -------------------------------------------------------------------------------- */

static void name_all(Voice *v)
{
    for (Seat p = 0; p < v->seats; p++) {
        Text t = text_into(v->name[p], NAME_BYTES);
        say_line(v, &t, "name.people", NULL, p + 1);
    }
}

static int review(const char *path, int seat, const char *lang, bool json, const char *plot, Effort effort)
{
    static Account a;
    size_t n;
    Voice v = { .lang = language_named(lang), .bidi = bidi_of_terminal() };
    v.viewer = seat < 0 ? SEAT_TABLE : (Seat)seat;
    if (v.lang < 0) return complain("there is no language \"%s\"; there are %s", lang, language_list());
    char *log = file_read(path, &n);
    if (!log) return EXIT_USAGE;
    if (strlen(log) != n) return free(log), complain("%s is no log: it holds a zero byte", path);
    int code = account_of(&a, log, seat, effort);
    if (code == EXIT_FINE || code == EXIT_INTERRUPTED) {
        v.game = a.review.round.table.game;
        v.seats = a.review.round.table.options.seats;
        name_all(&v);
        if (json) account_json(&a);
        else account_say(&a, &v, log);
        if (plot && !account_plot(&a, &v, plot)) code = EXIT_USAGE;
    }
    account_free(&a);
    free(log);
    return code;
}

int cmd_review(int argc, char **argv)
{
    static const char help[] =
        "usage: ninelives review FILE [--seat S] [--lang L] [--json] [--plot FILE]\n\n"
        "Goes through a game from its log: for every decision the chance to win with what was played and with\n"
        "the best, what that cost by what the player could know, and why; for every player how much was luck\n"
        "and how much was play; and the moments that decided the game. Passes that were right are left out.\n"
        "Ctrl-C gives what was done so far.\n\n"
        "  --seat S        only this seat's decisions; a game that is not over can only be reviewed so\n"
        "  --lang L        {languages} (the environment's)\n"
        "  --json          one JSON object, with chance, interval and reasons of what was played and of the best\n"
        "  --plot FILE     writes everybody's chances over the game as a chart (SVG)\n"
        "  --tries N       rollouts for a decision (1200)\n"
        "  --rollouts N    rollouts for everybody's chances after a move (400)\n"
        "  --seed S        the same seed gives the same review (1)\n\n"
        "docs/ADVICE.md says how good these chances are.\n\n"
        "Exit codes: 0 done, 1 it cannot be reviewed, 2 wrong usage, 130 when Ctrl-C ended it early.\n";
    long long seat = -1, tries = review_usual.tries, rollouts = review_usual.rollouts, seed = 1;
    const char *lang = lang_default(), *plot = NULL;
    bool json = false;
    const Flag flag[] = {
        { .name = "--seat", .number = &seat, .low = 0, .high = MAX_SEATS - 1 },
        { .name = "--tries", .number = &tries, .low = 1, .high = 1000000 },
        { .name = "--rollouts", .number = &rollouts, .low = 1, .high = 1000000 },
        { .name = "--seed", .number = &seed, .low = 0, .high = INT64_MAX },
        { .name = "--lang", .text = &lang }, { .name = "--plot", .text = &plot }, { .name = "--json", .on = &json },
    };
    int n = flags_read(argc, argv, flag, sizeof flag / sizeof flag[0], help);
    if (n <= 0) return n ? EXIT_USAGE : EXIT_FINE;
    if (n != 2) return complain("review needs exactly one FILE");
    Effort effort = { .tries = (uint32_t)tries, .rollouts = (uint32_t)rollouts, .seed = (uint64_t)seed };
    return review(argv[1], (int)seat, lang, json, plot, effort);
}
