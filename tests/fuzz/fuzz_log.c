/* SPDX-License-Identifier: MIT
 *
 * fuzz_log.c - any bytes as a log: a header line, then records. What is read must survive
 * being written and read; what is played must leave a sound table, and what is refused must
 * leave it alone. */
#include "../../core/log.h"
#include "fuzz.h"

/* Lines as long as they come: readers must cope with any length. */
static char *next_line(char **rest)
{
    char *line = *rest, *end = line ? strchr(line, '\n') : NULL;
    *rest = end ? end + 1 : NULL;
    if (end) *end = 0;
    return line;
}

static void need_header(const Game *g, const Options *o)
{
    char line[MAX_LINE];
    const Game *again;
    Options back;
    Why w;
    need(log_write_header(g, o, line, sizeof line) < MAX_LINE, "a header fits a line");
    need(log_read_header(line, &again, &back, &w) && again == g, "a written header can be read");
    need(!memcmp(&back, o, sizeof back), "a header survives being written and read");
}

static void need_record(const Game *g, int seats, const LogRecord *r)
{
    char line[MAX_LINE];
    LogRecord back;
    Why w;
    need(log_write(g, r, line, sizeof line) < MAX_LINE, "a record fits a line");
    need(log_read(g, seats, line, &back, &w), "a written record can be read");
    need(back.kind == r->kind && back.number == r->number && back.mark == r->mark, "numbers survive");
    need(!memcmp(&back.move, &r->move, sizeof back.move) && !strcmp(back.word, r->word), "a move survives");
    need(!memcmp(back.entropy, r->entropy, ENTROPY), "entropy survives");
}

static void play(Table *t, const LogRecord *r)
{
    static Table before;
    Why w = { "" };
    before = *t;
    if (log_play(t, r, NULL, &w)) {
        need(t->moves == before.moves + (r->kind == LOG_MOVE), "only moves are counted");
        need_sound(t->game, t->state);
    } else {
        need(w.text[0], "a refusal says why");
        bool same = t->moves == before.moves && !memcmp(t->state, before.state, MAX_STATE);
        need(same, "a refused record changes nothing");
    }
}

static void read_log(char *text)
{
    static Table t;
    static const uint8_t secret[ENTROPY];
    const Game *g;
    Options o;
    LogRecord r;
    Why w = { "" };
    char *rest = text, *line = next_line(&rest);
    if (!log_read_header(line, &g, &o, &w)) {
        need(w.text[0], "a refusal says why");
        return;
    }
    need_header(g, &o);
    if (table_start(&t, g, &o, secret)) return;
    while ((line = next_line(&rest))) {
        w.text[0] = 0;
        if (log_read(g, o.seats, line, &r, &w)) {
            need_record(g, o.seats, &r);
            play(&t, &r);
        } else {
            need(w.text[0], "a refusal says why");
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    memcpy(text, data, size);
    text[size] = 0;
    read_log(text);
    free(text);
    return 0;
}
