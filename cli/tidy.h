/* SPDX-License-Identifier: MIT
 * tidy.h - what a store holds of old rounds is packed or thrown away (tidy.c). */
#ifndef NINELIVES_TIDY_H
#define NINELIVES_TIDY_H

typedef enum { TIDY_PACK, TIDY_PRUNE, TIDIES } Tidy;
extern const char *const tidy_name[TIDIES];

/* Finished rounds of tables at which nothing has happened for so many days. Before they are thrown away their logs are
 * written to the folder `logs`, unless it is NULL. An exit code. */
int store_tidy(const char *where, Tidy how, long long days, const char *logs);

#endif
