/* SPDX-License-Identifier: MIT
 * handshake.c - SHA-1 and base 64, which RFC 6455 wants for the opening of a WebSocket. No secret depends on them. */
#include "handshake.h"

#include <stdint.h>
#include <string.h>

enum { BLOCK = 64, HASH = 20 };

static uint32_t rotl(uint32_t x, int k) { return x << k | x >> (32 - k); }

static uint32_t choose(int i, uint32_t b, uint32_t c, uint32_t d)
{
    static const uint32_t k[4] = { 0x5a827999, 0x6ed9eba1, 0x8f1bbcdc, 0xca62c1d6 };
    uint32_t f = i < 20 ? (b & c) | (~b & d) : i >= 40 && i < 60 ? (b & c) | (b & d) | (c & d) : b ^ c ^ d;
    return f + k[i / 20];
}

static void mix(uint32_t h[5], const uint8_t *block)
{
    uint32_t w[80], s[5];
    for (int i = 0; i < 16; i++)
        w[i] = (uint32_t)block[4 * i] << 24 | (uint32_t)block[4 * i + 1] << 16
             | (uint32_t)block[4 * i + 2] << 8 | block[4 * i + 3];
    for (int i = 16; i < 80; i++) w[i] = rotl(w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16], 1);
    memcpy(s, h, sizeof s);
    for (int i = 0; i < 80; i++) {
        uint32_t next = rotl(s[0], 5) + choose(i, s[1], s[2], s[3]) + s[4] + w[i];
        s[4] = s[3];
        s[3] = s[2];
        s[2] = rotl(s[1], 30);
        s[1] = s[0];
        s[0] = next;
    }
    for (int i = 0; i < 5; i++) h[i] += s[i];
}

static void sha1(const char *text, uint8_t out[HASH])
{
    uint32_t h[5] = { 0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0 };
    uint8_t block[BLOCK];
    size_t n = strlen(text), at = 0;
    for (; n - at >= BLOCK; at += BLOCK) mix(h, (const uint8_t *)text + at);
    memset(block, 0, sizeof block);
    memcpy(block, text + at, n - at);
    block[n - at] = 0x80;
    if (n - at > BLOCK - 9) {
        mix(h, block);
        memset(block, 0, sizeof block);
    }
    for (int i = 0; i < 8; i++) block[BLOCK - 1 - i] = (uint8_t)((uint64_t)n * 8 >> 8 * i);
    mix(h, block);
    for (int i = 0; i < HASH; i++) out[i] = (uint8_t)(h[i / 4] >> (24 - 8 * (i % 4)));
}

void handshake_accept(const char *key, char out[ACCEPT])
{
    static const char digit[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    char text[128] = "";
    uint8_t hash[HASH + 1] = { 0 };
    strncat(text, key, 64);
    strcat(text, "258EAFA5-E914-47DA-95CA-C5AB0DC85B11");
    sha1(text, hash);
    for (int i = 0; i < 7; i++) {
        uint32_t three = (uint32_t)hash[3 * i] << 16 | (uint32_t)hash[3 * i + 1] << 8 | hash[3 * i + 2];
        for (int k = 0; k < 4; k++) out[4 * i + k] = digit[three >> (18 - 6 * k) & 63];
    }
    out[ACCEPT - 2] = '=';
    out[ACCEPT - 1] = 0;
}
