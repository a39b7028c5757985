/* SPDX-License-Identifier: MIT
 *
 * reach.h - where this server may be sent by strangers (reach.c). The address of a push service comes from somebody's
 * browser, or from somebody who only says so: without care it could be used to talk to machines that only this server
 * can reach. No state: any thread. */
#ifndef NINELIVES_REACH_H
#define NINELIVES_REACH_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/socket.h>

enum { MAX_ENDPOINT = 1024, MAX_ORIGIN = 300 };

/* Is this a URL that messages may be sent to: https, no user, no fragment? `local`: http will do, too. Its origin is
 * written as tokens name it. Its host may still turn out to be out of bounds: */
bool reach_url(const char *url, bool local, char origin[MAX_ORIGIN]);
/* Is this an address that anybody on the internet could connect to? Asked of the address that is really used, after the
 * name was looked up. */
bool reach_public(const struct sockaddr *to);

#endif
