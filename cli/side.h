/* SPDX-License-Identifier: MIT
 * side.h - a store that a command asks one thing after the other, and waits. */
#ifndef NINELIVES_SIDE_H
#define NINELIVES_SIDE_H

#include <semaphore.h>

#include "../store/store.h"

typedef struct {
    Store *store;
    sem_t  woken;
    bool   gone;                         /* others thought it dead: what it wrote since is not there */
} Side;

bool      side_open(Side *s, const char *where, const char *name, Why *w);       /* false: refused; close it anyway */
StoreJob *side_ask(Side *s, StoreJob *job);      /* the same job, carried out */
void      side_close(Side *s);

#endif
