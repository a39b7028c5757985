/* SPDX-License-Identifier: MIT
 * metrics.h - numbers for Prometheus, and a word to the service manager (metrics.c). The loop's thread only. */
#ifndef NINELIVES_METRICS_H
#define NINELIVES_METRICS_H

#include "server.h"

void metrics_write(Server *s, Text *t);
void notify_open(Server *s);
void notify_say(Server *s, const char *what);    /* in systemd's words, such as READY=1; nothing where there is none */

#endif
