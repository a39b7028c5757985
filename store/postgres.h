/* SPDX-License-Identifier: MIT
 * postgres.h - the schema in a PostgreSQL database: made, upgraded and looked over by the program itself. */
#ifndef NINELIVES_POSTGRES_H
#define NINELIVES_POSTGRES_H

#include "link.h"
#include "store.h"

enum { POSTGRES_FORMAT = 1, SECRET_SIZE = 65 };

extern const char postgres_sql[];        /* postgres.sql, put into the program by the build */

/* May this program use the database? `secret` is the one that its nodes share. */
bool postgres_format(Link *l, char secret[SECRET_SIZE], Why *w);
bool postgres_prepare(const char *where, StoreTask task, Why *w);
bool postgres_nodes(const char *where, void (*hear)(void *who, const StoreNode *n), void *who, Why *w);

#endif
