/* SPDX-License-Identifier: MIT
 * files.h - the web client's files, in memory (files.c). They never change, so any thread may look. */
#ifndef NINELIVES_FILES_H
#define NINELIVES_FILES_H

#include "server.h"

#define ORIGIN_HOLE "%ORIGIN%"           /* stands in a page where the server's own address is to be put */

typedef struct {
    const char *type, *encoding, *etag, *cache;  /* for the headers of that name; NULL: none */
    const char *bytes;
    size_t n;
    bool   lasting;                      /* the bytes live as long as the server */
    bool   page;                         /* it has an ORIGIN_HOLE */
} File;

Files *files_load(const char *folder);           /* NULL or "": there are none */
void   files_free(Files *f);
/* The file at this path. A path without a dot is a place inside the client and gets the named page in the reader's
 * language. `accepts` and `langs`: the request's Accept-Encoding and Accept-Language. */
bool   files_find(const Files *f, const char *path, const char *page, const char *accepts, const char *langs,
                  File *out);

#endif
