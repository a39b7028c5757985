/* SPDX-License-Identifier: MIT
 * save.c - a table put aside: its log (core/log.h), and beside it a small file that says who
 * sat where. Both lie in the user's data folder, readable by nobody else. The tokens of seats at
 * servers' tables lie in the state folder, a file each. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../cli/cli.h"
#include "guest.h"

enum { PATH = 512 };

/* A folder of the user's, by the variable that names it or where it usually is. */
static bool folder_of(const char *variable, const char *usual, char out[PATH], bool make)
{
    const char *data = getenv(variable), *home = getenv("HOME");
    int n = data && *data ? snprintf(out, PATH, "%s/ninelives", data)
                          : snprintf(out, PATH, "%s/%s/ninelives", home ? home : "", usual);
    if (n >= PATH) return false;
    for (char *at = out + 1; make && (at = strchr(at, '/')); at++) {
        *at = 0;
        mkdir(out, 0700);
        *at = '/';
    }
    return !make || !mkdir(out, 0700) || errno == EEXIST;
}

static bool folder(char out[PATH], bool make) { return folder_of("XDG_DATA_HOME", ".local/share", out, make); }

static bool path_of(char out[PATH + 64], const char *game, const char *ending, bool make)
{
    char where[PATH];
    if (!folder(where, make)) return false;
    snprintf(out, PATH + 64, "%s/%s.%s", where, game, ending);
    return true;
}

static FILE *open_private(const char *path, const char *mode)
{
    mode_t old = umask(077);
    FILE *f = fopen(path, mode);
    umask(old);
    return f;
}

static bool write_file(const char *path, const char *text, size_t n)
{
    FILE *f = open_private(path, "wb");
    if (!f) return false;
    bool ok = fwrite(text, 1, n, f) == n;
    return !fclose(f) && ok;
}

/* "secret HEX", then a line a seat: "person - Dana", "bot sharp Misty". */
static size_t write_seats(const Desk *d, char *out, size_t cap)
{
    size_t n = (size_t)snprintf(out, cap, "secret ");
    for (int i = 0; i < ENTROPY; i++) n += (size_t)snprintf(out + n, cap - n, "%02x", d->round.table.secret[i]);
    n += (size_t)snprintf(out + n, cap - n, "\n");
    for (Seat s = 0; s < d->voice.seats; s++)
        n += (size_t)snprintf(out + n, cap - n, "%s %s %s\n", d->people >> s & 1 ? "person" : "bot", d->bot[s]->name,
                              d->voice.name[s]);
    return n;
}

bool desk_save(const Desk *d)
{
    char log[PATH + 64], seats[PATH + 64], text[2048];
    size_t n = write_seats(d, text, sizeof text);
    const char *id = d->round.table.game->id;
    return path_of(log, id, "log", true) && path_of(seats, id, "seats", true)
        && write_file(log, d->log, d->log_n) && write_file(seats, text, n);
}

void desk_forget(const Desk *d)
{
    char path[PATH + 64];
    if (path_of(path, d->round.table.game->id, "log", false)) unlink(path);
    if (path_of(path, d->round.table.game->id, "seats", false)) unlink(path);
}

/* ---- what remains of a game ------------------------------------------------------------- */

bool desk_last(const Game *g, Round *last, Box *box)
{
    char path[PATH + 64], line[LOG_LINE];
    static const uint8_t unknown[ENTROPY];
    const Game *played = NULL;
    Options o;
    LogRecord r;
    Why w;
    size_t n;
    if (!path_of(path, g->id, "last", false) || access(path, R_OK)) return false;
    char *text = file_read(path, &n);
    const char *rest = text;
    bool ok = text && log_next(&rest, line, NULL) && log_read_header(line, &played, &o, &w) && played == g
           && !round_start(last, g, &o, unknown);
    last->table.box = box;
    while (ok && log_next(&rest, line, NULL))
        ok = log_read(g, o.seats, line, &r, &w) && round_replay(last, &r, &w);
    free(text);
    return ok && round_over(last);
}

/* The record has a line a game, "won" or "lost" and the header of its log; and for what a team has won over its rounds
 * "progress", the game and the name of it, once each. */
static bool record_path(char path[PATH + 64], bool make) { return path_of(path, "games", "record", make); }

static bool has_line(const char *lines, const char *name)
{
    size_t n = strlen(name);
    for (const char *at = lines; (at = strstr(at, name)); at += n)
        if ((at == lines || at[-1] == '\n') && at[n] == '\n') return true;
    return false;
}

bool record_read(const Game *g, Record *r)
{
    char path[PATH + 64], name[64], of[32], *line;
    size_t n;
    *r = (Record){ .played = 0 };
    Text progress = text_into(r->progress, sizeof r->progress);
    if (!record_path(path, false) || access(path, R_OK)) return false;
    char *text = file_read(path, &n), *rest = text;
    while (text && (line = strtok_r(rest, "\n", &rest))) {
        bool won = sscanf(line, "won ninelives 1 %31s", of) == 1;
        if (sscanf(line, "progress %31s %63s", of, name) == 2 && !strcmp(of, g->id)) {
            if (!has_line(r->progress, name)) text_add(&progress, name), text_char(&progress, '\n');
        } else if ((won || sscanf(line, "lost ninelives 1 %31s", of) == 1) && !strcmp(of, g->id)) {
            r->played++;
            r->won += won;
        }
    }
    free(text);
    return r->played || progress.n;
}

static void write_progress(FILE *f, const Desk *d, const Record *before)
{
    static Scene scene;
    const Game *g = d->round.table.game;
    const Fact *won = g->progress ? fact_get(scene_look(&scene, &d->round.table, SEAT_TABLE), g->progress) : NULL;
    for (const Fact *name = won && won->kind == FACT_LIST ? won->child : NULL; name; name = name->next)
        if (name->kind == FACT_TEXT && !has_line(before->progress, name->text))
            fprintf(f, "progress %s %s\n", g->id, name->text);
}

static void add_to_record(const Desk *d)
{
    char path[PATH + 64];
    Result result;
    Record before;
    record_read(d->round.table.game, &before);
    FILE *f = record_path(path, true) ? open_private(path, "ab") : NULL;
    if (!f) return;
    d->round.table.game->score(d->round.table.state, &result);
    fprintf(f, "%s %.*s\n", result.winners & d->people ? "won" : "lost", (int)strcspn(d->log, "\n"), d->log);
    write_progress(f, d, &before);
    fclose(f);
}

void desk_keep(const Desk *d)
{
    char last[PATH + 64];
    if (!d->people || d->guest) return;
    if (path_of(last, d->round.table.game->id, "last", true)) write_file(last, d->log, d->log_n);
    add_to_record(d);
}

/* ---- going on -------------------------------------------------------------------------- */

static bool read_seats(Desk *d, char *text, uint8_t secret[ENTROPY])
{
    char *line = strtok_r(text, "\n", &text), kind[8], bot[16];
    if (!line || strncmp(line, "secret ", 7) || !hex_read(line + 7, secret, ENTROPY)) return false;
    for (Seat s = 0; s < MAX_SEATS && (line = strtok_r(NULL, "\n", &text)); s++) {
        int at = 0;
        if (sscanf(line, "%7s %15s %n", kind, bot, &at) != 2 || !(d->bot[s] = bot_find(bot))) return false;
        if (!strcmp(kind, "person")) d->people |= SEAT_BIT(s);
        snprintf(d->voice.name[s], NAME_BYTES, "%s", line + at);
    }
    return true;
}

/* The game whose table was put aside last. */
static const char *latest(void)
{
    const char *best = NULL;
    time_t when = 0;
    char path[PATH + 64];
    struct stat st;
    for (int i = 0; game_at(i); i++) {
        if (!path_of(path, game_at(i)->id, "log", false) || stat(path, &st) || (best && st.st_mtime < when)) continue;
        best = game_at(i)->id;
        when = st.st_mtime;
    }
    return best;
}

bool desk_load(Desk *d, const char *game, Why *w)
{
    char log[PATH + 64], seats[PATH + 64];
    uint8_t secret[ENTROPY];
    struct stat st;
    size_t n;
    if (!game) game = latest();
    if (!game || !path_of(log, game, "log", false) || !path_of(seats, game, "seats", false) || stat(log, &st))
        return why(w, "there is no saved game");
    char *moves = file_read(log, &n), *who = file_read(seats, &n);
    bool ok = moves && who && (read_seats(d, who, secret) || why(w, "%s cannot be understood", seats))
           && desk_resume(d, moves, secret, w);
    free(moves);
    free(who);
    return ok;
}

/* ---- seats at servers' tables ------------------------------------------------------------ */

/* Host, port and code have been checked: letters, digits, and a few signs that may be in a name. */
static bool token_path(const Address *to, char out[PATH + 512], bool make)
{
    char where[PATH];
    if (!folder_of("XDG_STATE_HOME", ".local/state", where, make)) return false;
    snprintf(out, PATH + 512, "%s/%s_%s_%s.seat", where, to->host, to->port, to->code);
    return true;
}

bool token_load(const Address *to, char token[TOKEN_TEXT])
{
    char path[PATH + 512];
    token[0] = 0;
    FILE *f = token_path(to, path, false) ? fopen(path, "r") : NULL;
    if (!f) return false;
    bool ok = fgets(token, TOKEN_TEXT, f);
    fclose(f);
    token[strcspn(token, "\n")] = 0;
    if (!ok || strspn(token, "0123456789abcdef") != strlen(token)) token[0] = 0;
    return *token;
}

bool token_save(const Address *to, const char *token)
{
    char path[PATH + 512];
    return token_path(to, path, true) && write_file(path, token, strlen(token));
}

void token_forget(const Address *to)
{
    char path[PATH + 512];
    if (token_path(to, path, false)) unlink(path);
}
