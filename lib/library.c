/* SPDX-License-Identifier: MIT
 * library.c - the library itself: its version, why something failed, and the games it knows. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "../bots/shelf.h"
#include "../protocol/message.h"
#include "inside.h"

/* What the public header promises in numbers of its own. */
static_assert((int)NL_SECRET == (int)ENTROPY && (int)NL_MAX_SEATS == (int)MAX_SEATS, "sizes");
static_assert((int)NL_TABLE == (int)SEAT_TABLE && (int)NL_CHANCE == (int)SEAT_CHANCE, "seats");
static_assert((int)NL_CLOCK == (int)SEAT_CLOCK && (int)NL_TRUTH == (int)SEAT_NONE, "seats");
static_assert((int)NL_BAD_MOVE == (int)E_BAD_MOVE && (int)NL_ILLEGAL == (int)E_ILLEGAL, "statuses");
static_assert((int)NL_BAD_SEATS == (int)E_SEATS && (int)NL_BAD_OPTION == (int)E_OPTION, "statuses");
static_assert((int)NL_BAD_ARGUMENT == (int)ERR_COUNT, "our own statuses come after the rules'");

/* Before main: bots that sit down later know what words mean. */
__attribute__((constructor)) static void lend_lore(void) { bots_lend(&shelf); }

/* ---- failing ------------------------------------------------------------------------ */

static _Thread_local char last_failure[256];
static _Thread_local nl_status last_status;

nl_status lib_fail(nl_status status, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(last_failure, sizeof last_failure, format, args);
    va_end(args);
    return last_status = status;
}

bool lib_can_write(const char *out, size_t cap)
{
    return out || !cap || (lib_fail(NL_BAD_ARGUMENT, "there is no buffer to write to"), false);
}

const char *nl_why(void) { return last_failure; }
nl_status nl_failed(void) { return last_status; }

const char *nl_status_name(nl_status status)
{
    static const char *const own[] = { "bad_argument", "bad_log", "unfair", "no_secret", "no_memory" };
    int i = (int)status - NL_BAD_ARGUMENT;
    if ((int)status >= 0 && i < 0) return err_name((Err)status);
    return i >= 0 && i < (int)(sizeof own / sizeof own[0]) ? own[i] : "?";
}

const char *nl_version(void) { return NINELIVES_VERSION; }
int nl_abi(void) { return NINELIVES_ABI; }

/* ---- games -------------------------------------------------------------------------- */

const nl_game *nl_game_at(int i) { return i < 0 ? NULL : (const nl_game *)game_at(i); }

const nl_game *nl_game_find(const char *id)
{
    const Game *g = id ? game_find(id) : NULL;
    if (!g) lib_fail(NL_BAD_ARGUMENT, "there is no game \"%.40s\"", id ? id : "");
    return (const nl_game *)g;
}

const char *nl_game_name(const nl_game *game) { return game ? lib_game(game)->id : ""; }
int nl_game_rules(const nl_game *game) { return game ? lib_game(game)->rules : 0; }
int nl_game_min_seats(const nl_game *game) { return game ? lib_game(game)->min_seats : 0; }
int nl_game_max_seats(const nl_game *game) { return game ? lib_game(game)->max_seats : 0; }

/* Adds to an object: its rules' version, and the names and forms that moves are made of. */
static void put_vocabulary(Text *t, const Game *g)
{
    Json j = json_write(t);
    j.any[0] = true;                                     /* goes on inside the object that is open */
    tell_number(&j.to, "rules", g->rules);
    tell_list(&j.to, "cards");
    for (int i = 1; i < g->card_count; i++) tell_text(&j.to, NULL, g->cards[i]);
    j.to.close(&j.to);
    tell_list(&j.to, "moves");
    for (int i = 0; i < g->verb_count; i++) tell_text(&j.to, NULL, g->verbs[i].form);
    j.to.close(&j.to);
}

int nl_game_describe(const nl_game *game, char *out, size_t cap)
{
    if (!game) return lib_fail(NL_BAD_ARGUMENT, "there is no game to describe"), -1;
    if (!lib_can_write(out, cap)) return -1;
    Text t = text_into(out, cap);
    message_whole_game(&t, lib_game(game));
    t.n--;                                               /* over the closing brace */
    put_vocabulary(&t, lib_game(game));
    text_char(&t, '}');
    return (int)t.n;
}

/* ---- what a table begins with ----------------------------------------------------------- */

bool lib_options(const Game *g, const char *options, Options *o)
{
    char header[2 * MAX_LINE];
    const Game *same;
    Why w = { "" };
    int n = snprintf(header, sizeof header, "ninelives %d %s players=%d %s", LOG_VERSION, g->id, g->min_seats,
                     options ? options : "");
    if (n < 0 || (size_t)n >= sizeof header) return lib_fail(NL_BAD_OPTION, "the options are too long"), false;
    return log_read_header(header, &same, o, &w) || (lib_fail(NL_BAD_OPTION, "%s", w.text), false);
}

void lib_secret(uint64_t seed, uint8_t secret[ENTROPY])
{
    memset(secret, 0, ENTROPY);
    for (int i = 0; i < 8; i++) secret[i] = (uint8_t)(seed >> 8 * i);
}
