/* SPDX-License-Identifier: MIT
 * prune.h - old rounds leave a store (prune.c). */
#ifndef NINELIVES_PRUNE_H
#define NINELIVES_PRUNE_H

/* Finished rounds of tables at which nothing has happened for so many days; first their logs are written to the folder
 * `logs`, unless it is NULL. An exit code. */
int store_prune(const char *where, long long days, const char *logs);

#endif
