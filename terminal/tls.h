/* SPDX-License-Identifier: MIT
 *
 * tls.h - an encrypted stream over a socket that does not wait. The certificate must be good and for this host. */
#ifndef NINELIVES_TLS_H
#define NINELIVES_TLS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

typedef struct Tls Tls;
enum { TLS_LATER = -1, TLS_LOST = -2 };  /* nothing can be read or written now; never again */

Tls    *tls_open(int fd, const char *host);      /* NULL: it cannot be set up */
/* TLS_LATER, TLS_LOST, or 0 once both sides have agreed. */
int     tls_greet(Tls *t);
bool    tls_distrusted(const Tls *t);    /* greeting failed because of the certificate */
/* How many bytes, or TLS_LATER or TLS_LOST. */
ssize_t tls_read(Tls *t, void *to, size_t n);
ssize_t tls_write(Tls *t, const void *from, size_t n);
bool    tls_wants_write(const Tls *t);   /* what it waits for is that the socket can be written to */
void    tls_close(Tls *t);

#endif
