/* SPDX-License-Identifier: MIT
 * folder.h - the data folder of one server. */
#ifndef NINELIVES_FOLDER_H
#define NINELIVES_FOLDER_H

#include "../core/fact.h"

enum { FOLDER_NAME = 1024 };

/* Makes the folder if it must and locks it: one server has it at a time. The lock lasts until the descriptor is closed.
 * -1: `why` says what is wrong. */
int folder_lock(const char *folder, Why *w);

#endif
