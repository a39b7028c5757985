/* SPDX-License-Identifier: MIT
 * jobs.h - what the store has answered goes to whoever asked (jobs.c). The loop's thread only. */
#ifndef NINELIVES_JOBS_H
#define NINELIVES_JOBS_H

#include "server.h"

void jobs_hear(Server *s);                       /* all that is done by now */

#endif
