/* SPDX-License-Identifier: MIT
 *
 * seal.h - the cryptography of Web Push (seal.c): a message that only one browser can read (RFC 8291, with the content
 * coding of RFC 8188), and a token that tells a push service who sends it (RFC 8292). OpenSSL's libcrypto computes.
 *
 * Functions that can fail return false if the other side's key is no key. They have no state: any thread. */
#ifndef NINELIVES_SEAL_H
#define NINELIVES_SEAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../core/text.h"

enum {
    SEAL_SECRET = 32,                    /* bytes of a private key on the curve P-256, ... */
    SEAL_POINT  = 65,                    /* ... of a public one, ... */
    SEAL_AUTH   = 16,                    /* ... of the secret that a browser shares with us, ... */
    SEAL_SALT   = 16,                    /* ... and of what makes every message another one */
    SEAL_HEAD   = SEAL_SALT + 4 + 1 + SEAL_POINT,
    SEAL_TAIL   = 1 + 16,                /* the mark behind the text, and the tag */
    SEAL_RECORD = 4096                   /* a message is one record: what browsers must be able to take */
};

typedef struct { uint8_t secret[SEAL_SECRET], point[SEAL_POINT]; } SealKey;

/* Whom a message is for, as a browser's subscription names it. */
typedef struct { uint8_t point[SEAL_POINT], auth[SEAL_AUTH]; } SealReader;

bool seal_make(SealKey *key);                                    /* a new one */
bool seal_key(const uint8_t secret[SEAL_SECRET], SealKey *key);  /* the whole of a key whose private half is known */

/* Encrypts `n` bytes and `padding` empty ones, so that the length tells nothing. `once` and `salt` are drawn for this
 * message only. Writes SEAL_HEAD + n + padding + SEAL_TAIL bytes. */
bool seal_text(const SealReader *to, const SealKey *once, const uint8_t salt[SEAL_SALT], const void *text, size_t n,
               size_t padding, uint8_t *out);

/* The value of the header Authorization: for the push service at `origin`, good until `until` (seconds since 1970).
 * `contact`: whom its operators may write to, a URL; or NULL. */
bool seal_token(const SealKey *key, const char *origin, int64_t until, const char *contact, Text *out);

/* Base64 as it is used in URLs, without padding. */
void seal_letters(Text *t, const uint8_t *bytes, size_t n);
bool seal_bytes(const char *letters, uint8_t *out, size_t n);    /* exactly n bytes; false: these are not */

#endif
