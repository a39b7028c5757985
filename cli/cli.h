/* SPDX-License-Identifier: MIT
 *
 * cli.h - what the commands of the program share: exit codes, arguments, files. */
#ifndef NINELIVES_CLI_H
#define NINELIVES_CLI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "../core/game.h"

enum { EXIT_FINE = 0, EXIT_NOT_SO = 1, EXIT_USAGE = 2, EXIT_INTERRUPTED = 130 };

typedef struct {
    const char *name, *args, *says;              /* for the list of commands */
    int (*run)(int argc, char **argv);           /* argv[0] is the command's name */
} Command;

int cmd_scenario(int argc, char **argv);
int cmd_replay(int argc, char **argv);
int cmd_bench(int argc, char **argv);
int cmd_arena(int argc, char **argv);
int cmd_rules(int argc, char **argv);
int cmd_play(int argc, char **argv);
int cmd_words(int argc, char **argv);
int cmd_review(int argc, char **argv);
int cmd_serve(int argc, char **argv);
int cmd_store(int argc, char **argv);
int cmd_nodes(int argc, char **argv);

/* Complains on standard error with the program's name in front; returns EXIT_USAGE. */
int complain(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* ---- arguments ------------------------------------------------------------ */

/* A command's flags. Exactly one of the targets is set: a switch, a number or a text. */
typedef struct {
    const char  *name;                           /* "--games" */
    bool        *on;
    long long   *number;
    long long    low, high;
    const char **text;
} Flag;

/* Reads flags from argv and moves what is left to the front. Returns how many are left
 * (argv[0] included), or -1 after a complaint. `--help` prints `help`,
 * with all languages in the place of "{languages}", and returns 0. */
int flags_read(int argc, char **argv, const Flag *flag, int flags, const char *help);

/* The game called `id`, or NULL after a complaint that lists those there are. */
const Game *game_or_complain(const char *id);
/* "name=value" words into options. */
bool options_or_complain(const Game *g, char **words, int n, Options *o);

/* terminal/transcript.c: prints a game from its log as sentences in a language, as `viewer` was told it; names with
 * commas between them, or NULL. On failure `w` says why. */
bool transcript_show(const char *log, int lang, Seat viewer, const char *names, Why *w);

/* ---- the rest -------------------------------------------------------------- */

/* A whole file; NULL after a complaint. "-" is standard input. The caller frees it. */
char *file_read(const char *path, size_t *n);
bool  hex_read(const char *hex, uint8_t *out, size_t n);         /* up to 2n digits; the rest is zero */
double cpu_seconds(void);
double wall_seconds(void);
/* A line that rewrites itself on a terminal, at most a few times a second. */
void  progress(const char *what, uint64_t done, uint64_t all);
void  progress_end(void);
/* From now on Ctrl-C asks a long command to end with what it has; a second one ends it at once. */
void  interrupts_catch(void);
bool  interrupted(void);

#endif
