/* SPDX-License-Identifier: MIT
 *
 * fuzz_message.c - lines as messages at one table. The first line is the wish for it; then each
 * line begins with who speaks (a, b, c), "+N" lets N seconds pass, "-a" sends a away and lets
 * it come back. CODE and TOKEN stand for the table's code and the speaker's token, OFFER for
 * some legal move of the speaker. */
#include "wire.h"

enum { LONGEST = 4096 };

static void put_offer(Text *t, const Room *r, Seat seat)
{
    static Move list[MAX_MOVES];
    char text[MAX_LINE];
    int n = r && r->play && seat < r->options.seats ? r->game->legal(r->play->table.state, seat, list, MAX_MOVES) : 0;
    if (!n) return;
    Move m = list[(unsigned)wire.lot % (unsigned)n];
    bool open = m.arg[0] == ARG_OPEN;
    if (open) m.arg[0] = 1;
    move_format(r->game, &m, open ? "zebu" : "", text, sizeof text);
    text_add(t, text);
}

/* The words that only this run knows are filled in. */
static size_t fill(const char *line, size_t n, int person, char *out)
{
    Text t = text_into(out, LONGEST);
    const Conn *c = wire.conn[person];
    for (size_t i = 0; i < n; i++) {
        size_t left = n - i;
        if (left >= 4 && !memcmp(line + i, "CODE", 4)) text_add(&t, wire.code), i += 3;
        else if (left >= 5 && !memcmp(line + i, "TOKEN", 5)) text_add(&t, wire.token[person]), i += 4;
        else if (left >= 5 && !memcmp(line + i, "OFFER", 5)) put_offer(&t, c->room, c->seat), i += 4;
        else text_char(&t, line[i]);
    }
    return t.n < LONGEST ? t.n : LONGEST - 1;
}

static void leave_and_return(int person)
{
    Conn *c = wire.conn[person];
    conn_close(c);
    end_turn();
    limits_leave(wire.server, c->address);
    socket_free(c);
    free(c->held);
    free(c->gift);
    free(c);
    wire_socket(person);
}

static void pass_time(const char *line, size_t n)
{
    char digits[12] = "";
    memcpy(digits, line, n < 11 ? n : 11);
    wire.now += strtol(digits, NULL, 10) % 1000000 * 1000;
    for (int i = 0; i < BUCKETS; i++)
        for (Room *r = wire.server->room[i], *next; r; r = next) {
            next = r->next;
            room_run(r);
        }
}

static void hear(const char *line, size_t n)
{
    char text[LONGEST];
    if (!n) return;
    int person = line[0] >= 'a' && line[0] < 'a' + PEOPLE ? line[0] - 'a' : -1;
    wire.now += 40;
    if (line[0] == '+') pass_time(line + 1, n - 1);
    if (line[0] == '-' && n > 1 && line[1] >= 'a' && line[1] < 'a' + PEOPLE) leave_and_return(line[1] - 'a');
    if (person < 0 || wire.conn[person]->closing || wire.conn[person]->closed || wire.conn[person]->ending) return;
    size_t filled = fill(line + 1, n - 1, person, text);
    char *exact = malloc(filled + 1);
    memcpy(exact, text, filled + 1);
    talk_hear(wire.conn[person], exact, filled);
    free(exact);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char wish[512];
    const char *p = (const char *)data, *end = p + size, *line = memchr(p, '\n', size);
    size_t n = line ? (size_t)(line - p) : size;
    if (n >= sizeof wish) return 0;
    memcpy(wish, p, n);
    wish[n] = 0;
    if (strlen(wish) != n) return 0;
    wire_begin();
    for (int i = 0; i < PEOPLE; i++) wire_socket(i);
    if (wire_table(wish))
        for (p = line ? line + 1 : end; p < end; p = line ? line + 1 : end) {
            line = memchr(p, '\n', (size_t)(end - p));
            hear(p, (size_t)((line ? line : end) - p));
            if (line && line[-1] != '\\') wire_settle();     /* a backslash: the next one comes while it is stored */
        }
    wire_end();
    return 0;
}
