/* SPDX-License-Identifier: MIT
 * tls.c - OpenSSL. */
#include "tls.h"

#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <stdlib.h>

struct Tls {
    SSL_CTX *context;
    SSL     *ssl;
    bool     wants_write;
};

/* An address in numbers is looked for in the certificate as such, a name as a name. */
static bool expect_host(SSL *ssl, const char *host)
{
    X509_VERIFY_PARAM *check = SSL_get0_param(ssl);
    if (X509_VERIFY_PARAM_set1_ip_asc(check, host)) return true;
    return SSL_set1_host(ssl, host) && SSL_set_tlsext_host_name(ssl, host);
}

Tls *tls_open(int fd, const char *host)
{
    Tls *t = calloc(1, sizeof *t);
    if (!t) abort();
    t->context = SSL_CTX_new(TLS_client_method());
    bool ok = t->context && SSL_CTX_set_min_proto_version(t->context, TLS1_2_VERSION)
           && SSL_CTX_set_default_verify_paths(t->context) && (t->ssl = SSL_new(t->context));
    if (ok) {
        SSL_CTX_set_verify(t->context, SSL_VERIFY_PEER, NULL);
        SSL_set_verify(t->ssl, SSL_VERIFY_PEER, NULL);
        SSL_set_mode(t->ssl, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
        ok = expect_host(t->ssl, host) && SSL_set_fd(t->ssl, fd);
    }
    if (!ok) return tls_close(t), NULL;
    return t;
}

static int outcome(Tls *t, int result)
{
    int error = SSL_get_error(t->ssl, result);
    t->wants_write = error == SSL_ERROR_WANT_WRITE;
    return error == SSL_ERROR_WANT_READ || error == SSL_ERROR_WANT_WRITE ? TLS_LATER : TLS_LOST;
}

int tls_greet(Tls *t)
{
    ERR_clear_error();
    int result = SSL_connect(t->ssl);
    return result == 1 ? 0 : outcome(t, result);
}

bool tls_distrusted(const Tls *t) { return SSL_get_verify_result(t->ssl) != X509_V_OK; }

ssize_t tls_read(Tls *t, void *to, size_t n)
{
    size_t got = 0;
    ERR_clear_error();
    int result = SSL_read_ex(t->ssl, to, n, &got);
    return result == 1 ? (ssize_t)got : outcome(t, result);
}

ssize_t tls_write(Tls *t, const void *from, size_t n)
{
    size_t put = 0;
    ERR_clear_error();
    int result = SSL_write_ex(t->ssl, from, n, &put);
    return result == 1 ? (ssize_t)put : outcome(t, result);
}

bool tls_wants_write(const Tls *t) { return t->wants_write; }

void tls_close(Tls *t)
{
    if (t->ssl) SSL_free(t->ssl);
    if (t->context) SSL_CTX_free(t->context);
    free(t);
}
