/* SPDX-License-Identifier: MIT
 * sha256.h - SHA-256 (FIPS 180-4): commitments to a secret, and tokens that are kept hashed. */
#ifndef NINELIVES_SHA256_H
#define NINELIVES_SHA256_H

#include <stddef.h>
#include <stdint.h>

enum { SHA256 = 32, SHA256_BLOCK = 64 };

typedef struct {
    uint32_t h[8];
    uint64_t bytes;
    uint8_t  block[SHA256_BLOCK];
} Sha256;

void sha256_start(Sha256 *s);
void sha256_add(Sha256 *s, const void *bytes, size_t n);
void sha256_end(Sha256 *s, uint8_t out[SHA256]);
void sha256(const void *bytes, size_t n, uint8_t out[SHA256]);

#endif
