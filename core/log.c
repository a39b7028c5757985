/* SPDX-License-Identifier: MIT
 * log.c - the log codec: records to lines and back, and playing them again. */
#include "log.h"

#include <string.h>

#include "hex.h"

static const char HEX[] = "0123456789abcdef";

/* ---- writing --------------------------------------------------------------- */

static void put_mark(Text *t, uint64_t mark)
{
    for (int shift = 60; shift >= 0; shift -= 4) text_char(t, HEX[mark >> shift & 15]);
}

int log_write_header(const Game *g, const Options *o, char *out, size_t cap)
{
    Text t = text_into(out, cap);
    text_add(&t, "ninelives ");
    text_number(&t, LOG_VERSION);
    text_char(&t, ' ');
    text_add(&t, g->id);
    text_add(&t, " rules=");
    text_number(&t, g->rules);
    text_add(&t, " players=");
    text_number(&t, o->seats);
    for (int i = 0; i < g->option_count; i++) {
        char value[32];
        if (g->options[i].later && o->value[i] == g->options[i].usual) continue;
        options_value(g, o, i, value, sizeof value);
        text_char(&t, ' ');
        text_add(&t, g->options[i].name);
        text_char(&t, '=');
        text_add(&t, value);
    }
    return (int)t.n;
}

static void put_seat(Text *t, Seat seat)
{
    text_char(t, seat == SEAT_CHANCE ? 'c' : seat == SEAT_CLOCK ? 't' : (char)('0' + seat));
}

int log_write(const Game *g, const LogRecord *r, char *out, size_t cap)
{
    char text[MAX_LINE];
    Text t = text_into(out, cap);
    switch (r->kind) {
    case LOG_MOVE:
        text_long(&t, r->number);
        text_char(&t, ' ');
        put_seat(&t, r->move.seat);
        text_char(&t, ' ');
        move_format(g, &r->move, r->word, text, sizeof text);
        text_add(&t, text);
        if (r->move.seat != SEAT_CHANCE) break;
        text_char(&t, ' ');
        text_hex(&t, r->entropy, ENTROPY);
        break;
    case LOG_MARK:
        text_add(&t, "mark ");
        text_long(&t, r->number);
        text_char(&t, ' ');
        put_mark(&t, r->mark);
        break;
    case LOG_COMMIT: case LOG_SECRET:
        text_add(&t, r->kind == LOG_COMMIT ? "commit " : "secret ");
        text_hex(&t, r->entropy, ENTROPY);
        break;
    case LOG_OWN: case LOG_WITHOUT:
        text_add(&t, r->kind == LOG_OWN ? "own " : "without ");
        text_add(&t, r->word);
        break;
    case LOG_LUCK:
        text_add(&t, "luck ");
        put_seat(&t, r->move.seat);
        text_char(&t, ' ');
        text_hex(&t, r->entropy, ENTROPY);
        break;
    }
    return (int)t.n;
}

void log_line(Text *t, const Game *g, const LogRecord *r)
{
    char line[MAX_LINE * 2];
    log_write(g, r, line, sizeof line);
    text_add(t, line);
    text_char(t, '\n');
}

static LogRecord entropy_of(LogKind kind, Seat seat, const uint8_t entropy[ENTROPY])
{
    LogRecord r = { .kind = kind, .move.seat = seat };
    memcpy(r.entropy, entropy, ENTROPY);
    return r;
}

static void put_promise(Text *t, const Game *g, const Fair *promise)
{
    LogRecord r = entropy_of(LOG_COMMIT, SEAT_NONE, promise->commit);
    log_line(t, g, &r);
    for (Seat p = 0; p < promise->seats; p++) {
        r = entropy_of(LOG_LUCK, p, promise->luck[p]);
        if (promise->gave >> p & 1) log_line(t, g, &r);
    }
}

static void put_words(Text *t, const Game *g, LogKind kind, const char list[][BOX_WORD], int n)
{
    LogRecord r = { .kind = kind };
    for (int i = 0; i < n; i++) {
        text_cut(r.word, sizeof r.word, list[i]);
        log_line(t, g, &r);
    }
}

void log_head(Text *t, const Game *g, const Options *o, const Fair *promise, const Box *box)
{
    char line[MAX_LINE * 2];
    log_write_header(g, o, line, sizeof line);
    text_add(t, line);
    text_char(t, '\n');
    if (promise) put_promise(t, g, promise);
    if (!box) return;
    put_words(t, g, LOG_OWN, box->own, box->own_n);
    put_words(t, g, LOG_WITHOUT, box->without, box->without_n);
}

void log_tail(Text *t, const Table *table, const uint8_t secret[ENTROPY])
{
    LogRecord r = entropy_of(LOG_SECRET, SEAT_NONE, secret);
    log_line(t, table->game, &(LogRecord){ .kind = LOG_MARK, .number = table->moves,
                                           .mark = game_mark(table->game, table->state) });
    log_line(t, table->game, &r);
}

/* ---- reading --------------------------------------------------------------- */

bool log_next(const char **text, char line[LOG_LINE], int *number)
{
    while (**text) {
        const char *at = *text;
        size_t n = strcspn(at, "\n");
        *text += n + (at[n] == '\n');
        if (number) ++*number;
        if (n && at[n - 1] == '\r') n--;
        if (!n) continue;
        if (n > LOG_LINE - 1) n = LOG_LINE - 1;
        memcpy(line, at, n);
        line[n] = 0;
        return true;
    }
    return false;
}

static bool too_long(const char *line) { return strlen(line) >= LOG_LINE - 1; }

static bool get_number(const char **p, uint64_t *out)
{
    const char *from = *p;
    for (*out = 0; **p >= '0' && **p <= '9'; (*p)++) {
        if (*p - from > 17) return false;
        *out = *out * 10 + (uint64_t)(**p - '0');
    }
    return *p > from && (*from != '0' || *p == from + 1);
}

static bool get_nibbles(const char **p, int n, uint64_t *out)
{
    for (*out = 0; n > 0; n--, (*p)++) {
        const char *d = **p ? strchr(HEX, **p) : NULL;
        if (!d) return false;
        *out = *out << 4 | (uint64_t)(d - HEX);
    }
    return true;
}

static bool skip(const char **p, const char *word)
{
    size_t n = strlen(word);
    if (strncmp(*p, word, n)) return false;
    *p += n;
    return true;
}

static bool read_setting(const Game *g, Options *o, const char *word, Why *w)
{
    char name[32];
    const char *equals = strchr(word, '=');
    size_t n = equals ? (size_t)(equals - word) : sizeof name;
    if (n >= sizeof name) return why(w, "\"%.40s\" is not NAME=VALUE", word);
    memcpy(name, word, n);
    name[n] = 0;
    const char *value = equals + 1;
    uint64_t v;
    if (!strcmp(name, "rules"))
        return (get_number(&value, &v) && v == g->rules)
            || why(w, "these are other rules of %s than ours (%d)", g->id, g->rules);
    if (!strcmp(name, "players")) {
        if (!get_number(&value, &v) || *value || v < g->min_seats || v > g->max_seats)
            return why(w, "%s is for %d to %d players", g->id, g->min_seats, g->max_seats);
        o->seats = (uint8_t)v;
        return true;
    }
    return !options_set(g, o, name, value) || why(w, "%s has no option \"%.60s\"", g->id, word);
}

bool log_read_header(const char *line, const Game **g, Options *o, Why *w)
{
    char word[64];
    const char *p = line;
    *g = NULL;
    if (too_long(line)) return why(w, "the line is too long");
    if (!skip(&p, "ninelives ")) return why(w, "a log begins with \"ninelives\"");
    if (!skip(&p, "1 ")) return why(w, "only version %d of the log can be read", LOG_VERSION);
    while (*p) {
        size_t n = strcspn(p, " ");
        if (!n || n >= sizeof word) return why(w, "the header has a word that is empty or too long");
        memcpy(word, p, n);
        word[n] = 0;
        p += n + (p[n] == ' ');
        if (*g) {
            if (!read_setting(*g, o, word, w)) return false;
            continue;
        }
        if (!(*g = game_find(word))) return why(w, "there is no game \"%.40s\"", word);
        options_default(*g, 0, o);
    }
    if (!*g) return why(w, "the header names no game");
    return o->seats ? true : why(w, "the header does not say how many players");
}

static bool read_move(const Game *g, int seats, const char *p, LogRecord *r, Why *w)
{
    char text[MAX_LINE];
    Seat seat;
    r->kind = LOG_MOVE;
    if (!get_number(&p, &r->number) || *p++ != ' ') return why(w, "a line begins with its number");
    if (!(p = move_seat(p, &seat))) return why(w, "after the number comes a seat");
    size_t n = strlen(p), hex = 2 * ENTROPY;
    if (n >= sizeof text) return why(w, "the line is too long");
    memcpy(text, p, n + 1);
    if (seat == SEAT_CHANCE) {
        if (n < hex + 2 || text[n - hex - 1] != ' ' || !hex_bytes(text + n - hex, r->entropy, ENTROPY))
            return why(w, "a move of chance ends in %zu hexadecimal digits", hex);
        text[n - hex - 1] = 0;
    }
    return !move_parse(g, seats, seat, text, &r->move, r->word) || why(w, "\"%.60s\" is no move of %s", text, g->id);
}

static bool read_word(const char *p, LogRecord *r, Why *w)
{
    if (strlen(p) >= BOX_WORD) return why(w, "a word has at most %d bytes", BOX_WORD - 1);
    text_cut(r->word, sizeof r->word, p);
    return true;
}

static bool read_luck(int seats, const char *p, LogRecord *r)
{
    p = move_seat(p, &r->move.seat);
    return p && r->move.seat < seats && hex_bytes(p, r->entropy, ENTROPY);
}

bool log_read(const Game *g, int seats, const char *line, LogRecord *r, Why *w)
{
    const char *p = line;
    *r = (LogRecord){ .kind = LOG_MARK };
    if (too_long(line)) return why(w, "the line is too long");
    if (skip(&p, "mark "))
        return (get_number(&p, &r->number) && *p++ == ' ' && get_nibbles(&p, 16, &r->mark) && !*p)
            || why(w, "a mark is a number and 16 hexadecimal digits");
    r->kind = LOG_COMMIT;
    if (skip(&p, "commit "))
        return hex_bytes(p, r->entropy, ENTROPY) || why(w, "a commitment is 64 hexadecimal digits");
    r->kind = LOG_LUCK;
    if (skip(&p, "luck ")) return read_luck(seats, p, r) || why(w, "luck is a seat and 64 hexadecimal digits");
    r->kind = LOG_OWN;
    if (skip(&p, "own ")) return read_word(p, r, w);
    r->kind = LOG_WITHOUT;
    if (skip(&p, "without ")) return read_word(p, r, w);
    r->kind = LOG_SECRET;
    if (skip(&p, "secret ")) return hex_bytes(p, r->entropy, ENTROPY) || why(w, "a secret is 64 hexadecimal digits");
    return read_move(g, seats, p, r, w);
}

/* ---- playing --------------------------------------------------------------- */

static bool play_move(Table *t, const LogRecord *r, Events *ev, Why *w)
{
    bool chance = r->move.seat == SEAT_CHANCE;
    Move owed;
    if (r->number != t->moves + 1)
        return why(w, "move %llu follows move %llu", (unsigned long long)r->number, (unsigned long long)t->moves);
    if (chance && (t->game->legal(t->state, SEAT_CHANCE, &owed, 1) != 1 || owed.verb != r->move.verb))
        return why(w, "chance is not asked for that");
    Err e = chance ? table_chance(t, r->entropy, ev) : table_move(t, &r->move, r->word, ev);
    return !e || why(w, "the move is refused: %s", err_name(e));
}

bool log_box(Box *box, const LogRecord *r)
{
    return r->kind == LOG_OWN ? box_add(box, r->word) == BOX_FINE : box_leave_out(box, r->word);
}

static bool play_word(Table *t, const LogRecord *r, Why *w)
{
    if (t->moves) return why(w, "words stand before the first move");
    if (!t->game->boxed || !t->box) return why(w, "%s takes no words along", t->game->id);
    return log_box(t->box, r) || why(w, "\"%.40s\" is no word, or comes twice", r->word);
}

bool log_play(Table *t, const LogRecord *r, Events *ev, Why *w)
{
    switch (r->kind) {
    case LOG_MOVE: return play_move(t, r, ev, w);
    case LOG_MARK:
        if (r->number != t->moves) return why(w, "the mark stands at the wrong place");
        return r->mark == game_mark(t->game, t->state) || why(w, "the game comes to another state than it did");
    case LOG_COMMIT: case LOG_LUCK:
        return !t->moves || why(w, "what makes the deal fair stands before the first move");
    case LOG_OWN: case LOG_WITHOUT: return play_word(t, r, w);
    case LOG_SECRET: return true;
    }
    return false;
}
