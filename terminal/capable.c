/* SPDX-License-Identifier: MIT
 * capable.c - what the terminal can do, and how it shows right-to-left text. A file of its own: <term.h> turns short
 * words such as "lines" into macros, so it comes after everything else. */
#include "desk.h"

#include <stdio.h>
#include <stdlib.h>

#include <curses.h>
#include <term.h>
#include <unistd.h>

/* A terminal that is not known, or cannot be told where to write, would refuse or print rubbish. */
bool screen_possible(void)
{
    int found;
    return setupterm(NULL, STDOUT_FILENO, &found) == OK && cursor_address;
}

static bool says(const char *name, const char *begins)
{
    const char *value = getenv(name);
    return value && *value && !strncmp(value, begins, strlen(begins));
}

/* ---- right to left -------------------------------------------------------------------------- */

/* ECMA-48's BDSM: explicit, and implicit again. */
void bidi_silence(bool on)
{
    fputs(on ? "\033[8l" : "\033[8h", stdout);
    fflush(stdout);
}

/* ---- colours --------------------------------------------------------------------------------- */

bool no_colour_wanted(void) { return says("NO_COLOR", ""); }

/* COLORFGBG is "15;0" or "15;default;0": the last number is the background, and 7 and 9 to 15 are light. A console
 * without windows is black. */
bool dark_background(void)
{
    const char *value = getenv("COLORFGBG"), *last = value ? strrchr(value, ';') : NULL;
    if (says("TERM", "linux")) return true;
    if (!last || last[1] < '0' || last[1] > '9') return false;
    int colour = atoi(last + 1);
    return colour < 7 || colour == 8;
}

/* "xterm-256color" speaks of 256 colours even where COLORTERM says that there are millions. The same terminal is then
 * "xterm-direct", if the system knows it. */
void all_colours_wanted(void)
{
    char name[64];
    int found;
    const char *term = getenv("TERM");
    if (!term || (!says("COLORTERM", "truecolor") && !says("COLORTERM", "24bit"))) return;
    snprintf(name, sizeof name, "%.*s-direct", (int)strcspn(term, "-"), term);
    if (setupterm(name, STDOUT_FILENO, &found) == OK && cursor_address) setenv("TERM", name, 1);
    else setupterm(NULL, STDOUT_FILENO, &found);
}
