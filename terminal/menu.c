/* SPDX-License-Identifier: MIT
 * menu.c - moves put together in lines that can be opened. */
#include "menu.h"

#include <stdio.h>
#include <stdlib.h>

static const Game *game_of(const Menu *m) { return m->d->voice.game; }

/* How many of the verb's first arguments are cards in any order. */
static int loose(const Menu *m, int verb)
{
    char kind[MAX_ARGS];
    int n = 0, args = say_kinds(game_of(m), verb, kind);
    if (!(game_of(m)->verbs[verb].flags & VERB_SORTED)) return 0;
    while (n < args && kind[n] == 'C') n++;
    return n;
}

static int args_of(const Menu *m, int verb)
{
    char kind[MAX_ARGS];
    return say_kinds(game_of(m), verb, kind);
}

/* Takes one card out of the leading ones; false when it is not there. */
static bool take_out(uint8_t *card, int n, uint8_t which)
{
    for (int i = 0; i < n; i++)
        if (card[i] == which) return card[i] = 0, true;
    return false;
}

/* Does the move begin like this choice? `rest` are then its leading cards that are not yet chosen. */
static bool begins(const Menu *m, const Move *move, const Choice *c, uint8_t rest[MAX_ARGS])
{
    int lead = loose(m, c->move.verb);
    if (move->verb != c->move.verb) return false;
    memcpy(rest, move->arg, MAX_ARGS);
    for (int i = 0; i < c->args; i++) {
        if (i < lead ? !take_out(rest, lead, c->move.arg[i]) : move->arg[i] != c->move.arg[i]) return false;
    }
    return true;
}

static int count_moves(const Menu *m, Choice *c)
{
    uint8_t rest[MAX_ARGS];
    Move last = c->move;
    c->moves = 0;
    for (int i = 0; i < m->n; i++)
        if (begins(m, &m->list[i], c, rest)) last = m->list[i], c->moves++;
    if (c->moves == 1) c->move = last, c->args = args_of(m, last.verb);
    return c->moves;
}

/* Adds the choice with one argument more, unless it is there already. Returns the new length. */
static int add_child(const Choice *of, uint8_t value, Choice *out, int n)
{
    Choice c = *of;
    for (int i = 0; i < n; i++)
        if (out[i].move.arg[of->args] == value && out[i].args > of->args) return n;
    if (n == MENU_MOST) return n;
    c.move.arg[c.args++] = value;
    out[n] = c;
    return n + 1;
}

/* What the argument after those of `c` may be. */
static int values(const Menu *m, const Choice *c, Choice *out)
{
    int n = 0, lead = loose(m, c->move.verb);
    int from = c->args < lead ? 0 : c->args, to = c->args < lead ? lead : from + 1;
    uint8_t rest[MAX_ARGS];
    for (int i = 0; i < m->n; i++) {
        if (!begins(m, &m->list[i], c, rest)) continue;
        for (int k = from; k < to; k++)
            if (rest[k] || c->args >= lead) n = add_child(c, rest[k], out, n);
    }
    return n;
}

/* Arguments about which there is no choice are decided. */
static void decide_forced(const Menu *m, Choice *c)
{
    static Choice only[MENU_MOST];
    while (c->moves > 1 && c->args < args_of(m, c->move.verb) && values(m, c, only) == 1) {
        int moves = c->moves;
        *c = only[0];
        c->moves = moves;
    }
}

/* What can be chosen next: where there is no choice about an argument, the one after it. */
static int children(const Menu *m, const Choice *of, Choice *out)
{
    int n = 1;
    for (Choice c = *of; n == 1 && c.args < args_of(m, c.move.verb); c = out[0]) n = values(m, &c, out);
    for (int i = 0; i < n; i++) count_moves(m, &out[i]);
    return n;
}

/* ---- the first lines ---------------------------------------------------------------------- */

static bool on_grid(const Menu *m, int verb)
{
    const ShowRow *grid = show_shape(game_of(m), SHOW_GRID);
    return grid && grid->picks && grid->picks == verb;
}

static void replace(Menu *m, int line, const Choice *by, int n)
{
    if (m->count - 1 + n > MENU_MOST) return;
    memmove(m->at + line + n, m->at + line + 1, (size_t)(m->count - line - 1) * sizeof *m->at);
    memcpy(m->at + line, by, (size_t)n * sizeof *by);
    m->count += n - 1;
}

/* All moves that begin so, one line each. */
static int unfold(const Menu *m, const Choice *c, Choice *out)
{
    uint8_t rest[MAX_ARGS];
    int n = 0;
    for (int i = 0; i < m->n && n < MENU_MOST; i++)
        if (begins(m, &m->list[i], c, rest)) out[n++] = (Choice){ m->list[i], args_of(m, c->move.verb), 1 };
    return n;
}

/* The folded line with the fewest moves; -1: none. */
static int least_folded(const Menu *m, int most)
{
    int best = -1;
    for (int i = 0; i < m->count; i++)
        if (m->at[i].moves > 1 && m->at[i].moves <= most && (best < 0 || m->at[i].moves < m->at[best].moves)) best = i;
    return best;
}

/* Unfolds as many lines as fit: first verbs with few moves, those of a grid always; then, where the next argument alone
 * makes a few lines, these. Cards in any order are never named by their first one. */
static void unfold_lines(Menu *m)
{
    static Choice into[MENU_MOST];
    int line, shown = 0;
    for (int i = 0; i < m->count; i++)
        if (on_grid(m, m->at[i].move.verb)) replace(m, i, into, unfold(m, &m->at[i], into));
    for (int i = 0; i < m->count; i++) shown += menu_cell(m, i) < 0;
    while ((line = least_folded(m, MENU_LINES - shown < MENU_FEW ? MENU_LINES - shown + 1 : MENU_FEW)) >= 0) {
        shown += m->at[line].moves - 1;
        replace(m, line, into, unfold(m, &m->at[line], into));
    }
    for (int i = 0; i < m->count; i++) {
        if (m->at[i].moves == 1 || m->at[i].args < loose(m, m->at[i].move.verb)) continue;
        int n = children(m, &m->at[i], into);
        if (n > MENU_FEW || shown + n - 1 > MENU_LINES) continue;
        shown += n - 1;
        replace(m, i, into, n);
        i += n - 1;
    }
}

/* One line a verb, in the order of the moves. */
static void open_first(Menu *m)
{
    m->count = 0;
    for (int i = 0; i < m->n && m->count < MENU_MOST; i++) {
        bool known = false;
        for (int k = 0; k < m->count; k++) known |= m->at[k].move.verb == m->list[i].verb;
        if (known) continue;
        Choice *c = &m->at[m->count++];
        *c = (Choice){ .move = { .verb = m->list[i].verb, .seat = m->list[i].seat } };
        if (count_moves(m, c) > 1) decide_forced(m, c);
    }
    unfold_lines(m);
}

/* ---- opening and closing --------------------------------------------------------------------- */

static void open_last(Menu *m)
{
    if (m->deep) m->count = children(m, &m->path[m->deep - 1], m->at);
    else open_first(m);
}

void menu_open(Menu *m, const Desk *d, const Move *list, int n)
{
    m->d = d;
    m->list = list;
    m->n = n;
    m->deep = 0;
    open_last(m);
    if (m->count == 1) menu_step(m, 0);
    m->root = m->deep;
}

void menu_step(Menu *m, int line)
{
    if (m->deep > MAX_ARGS || m->at[line].moves < 2) return;
    m->path[m->deep++] = m->at[line];
    open_last(m);
}

bool menu_back(Menu *m)
{
    if (m->deep == m->root) return false;
    m->deep--;
    open_last(m);
    return true;
}

/* ---- words ------------------------------------------------------------------------------------ */

/* The argument that the open line asks for: the one in which its lines differ. */
static int asked_arg(const Menu *m)
{
    int i = m->path[m->deep - 1].args;
    while (i < MAX_ARGS - 1 && m->count > 1 && m->at[0].move.arg[i] == m->at[1].move.arg[i]) i++;
    return i;
}

/* Among cards in any order, a line that has become a whole move lists them in the order of the rules. */
static void add_chosen(const Menu *m, int line, Text *out)
{
    const Choice *c = &m->at[line], *open = &m->path[m->deep - 1];
    uint8_t rest[MAX_ARGS];
    int lead = loose(m, c->move.verb);
    if (open->args >= lead || c->moves > 1) { say_arg(&m->d->voice, out, &c->move, asked_arg(m)); return; }
    begins(m, &c->move, open, rest);
    bool first = true;
    for (int i = 0; i < lead; i++) {
        Move one = c->move;
        if (!rest[i]) continue;
        if (!first) text_add(out, say_word(&m->d->voice, "and"));
        one.arg[0] = rest[i];
        say_arg(&m->d->voice, out, &one, 0);
        first = false;
    }
}

void menu_text(const Menu *m, int line, Text *out)
{
    const Choice *c = &m->at[line];
    if (m->deep) add_chosen(m, line, out);
    else say_begun(&m->d->voice, out, &c->move, c->args);
}

void menu_heading(const Menu *m, Text *out)
{
    if (m->deep) say_begun(&m->d->voice, out, &m->path[m->deep - 1].move, m->path[m->deep - 1].args);
}

static bool asks_number(const Menu *m)
{
    char kind[MAX_ARGS];
    if (!m->deep || !m->count) return false;
    int args = say_kinds(game_of(m), m->at[0].move.verb, kind), i = asked_arg(m);
    return i < args && kind[i] == 'N';
}

int menu_number(const Menu *m, int line)
{
    int number = 0;
    if (menu_cell(m, line) >= 0) return -1;
    if (asks_number(m)) return m->at[line].move.arg[asked_arg(m)];
    for (int i = 0; i <= line; i++) number += menu_cell(m, i) < 0;
    return number;
}

int menu_cell(const Menu *m, int line)
{
    return line >= 0 && line < m->count && on_grid(m, m->at[line].move.verb) ? m->at[line].move.arg[0] : -1;
}

int menu_of_cell(const Menu *m, int cell)
{
    for (int i = 0; i < m->count; i++)
        if (menu_cell(m, i) == cell) return i;
    return -1;
}

/* ---- what was typed ------------------------------------------------------------------------------ */

static int by_number(const Menu *m, const char *typed)
{
    char *end;
    long k = strtol(typed, &end, 10);
    if (!*typed || *end) return -1;
    for (int i = 0; i < m->count; i++)
        if (k >= 0 && menu_number(m, i) == k) return i;
    return -1;
}

bool menu_fits(const Menu *m, const char *typed, int line)
{
    char text[SENTENCE];
    Text t = text_into(text, sizeof text);
    const Choice *c = &m->at[line];
    if (c->move.arg[0] == ARG_OPEN) return false;
    if (!m->deep && c->moves == 1) return desk_fits(m->d, typed, &c->move);
    menu_text(m, line, &t);
    return desk_alike(typed, text);
}

/* The one line that fits; -1 for none, -2 for several. */
static int by_text(const Menu *m, const char *typed)
{
    int found = -1;
    for (int i = 0; i < m->count; i++) {
        if (!menu_fits(m, typed, i)) continue;
        if (found >= 0) return -2;
        found = i;
    }
    return found;
}

static Reading take_line(const Menu *m, int at, Move *move, int *line)
{
    *line = at;
    *move = m->at[at].move;
    if (move->arg[0] == ARG_OPEN && m->at[at].args) return READ_NONE;
    return m->at[at].moves > 1 ? READ_STEP : READ_MOVE;
}

Reading menu_read(const Menu *m, const char *typed, Move *move, char word[MAX_WORD], int *line)
{
    int at = by_number(m, typed);
    word[0] = 0;
    if (!*typed) return READ_NONE;
    if (at >= 0) return take_line(m, at, move, line);
    int fits = by_text(m, typed);
    if (m->deep && fits >= 0) return take_line(m, fits, move, line);
    Fit whole = desk_read(m->d, typed, m->list, m->n, move, word);
    if (whole == FIT_WHOLE) return READ_MOVE;
    if (fits >= 0) return take_line(m, fits, move, line);
    return whole == FIT_PART || fits == -2 ? READ_SEVERAL : READ_NONE;
}
