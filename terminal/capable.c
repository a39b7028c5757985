/* SPDX-License-Identifier: MIT
 * capable.c - what the terminal can do. A file of its own: <term.h> turns short words such as "lines" into macros, so
 * it comes after everything else. */
#include "desk.h"

#include <curses.h>
#include <term.h>
#include <unistd.h>

/* A terminal that is not known, or cannot be told where to write, would refuse or print rubbish. */
bool screen_possible(void)
{
    int found;
    return setupterm(NULL, STDOUT_FILENO, &found) == OK && cursor_address;
}
