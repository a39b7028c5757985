/* SPDX-License-Identifier: MIT
 * wide.h - ncurses with wide characters. It comes before every other include, because those settle what the system's
 * headers offer. */
#ifndef NINELIVES_WIDE_H
#define NINELIVES_WIDE_H

#ifndef _XOPEN_SOURCE
#define _XOPEN_SOURCE 700
#endif
#ifndef NCURSES_WIDECHAR
#define NCURSES_WIDECHAR 1
#endif
#include <curses.h>

#endif
