/* SPDX-License-Identifier: MIT
 * seal.c - the cryptography of Web Push: keys, messages that only one browser can read, tokens for push services. */
#include "seal.h"

#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/ecdsa.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/param_build.h>
#include <string.h>

enum { HASH = 32, SIGNATURE = 64, KEY = 16, NONCE = 12, TAG = 16 };

/* ---- base64 for URLs ------------------------------------------------------------------- */

static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

void seal_letters(Text *t, const uint8_t *bytes, size_t n)
{
    uint32_t bits = 0;
    int have = 0;
    for (size_t i = 0; i < n; i++) {
        bits = bits << 8 | bytes[i];
        for (have += 8; have >= 6; have -= 6) text_char(t, alphabet[bits >> (have - 6) & 63]);
    }
    if (have) text_char(t, alphabet[bits << (6 - have) & 63]);
}

bool seal_bytes(const char *letters, uint8_t *out, size_t n)
{
    uint32_t bits = 0;
    int have = 0;
    size_t got = 0;
    for (; *letters; letters++) {
        const char *at = strchr(alphabet, *letters);
        if (!at) return false;
        bits = bits << 6 | (uint32_t)(at - alphabet);
        have += 6;
        if (have < 8) continue;
        have -= 8;
        if (got == n) return false;
        out[got++] = (uint8_t)(bits >> have);
    }
    return got == n && have < 6 && !(bits & ((1u << have) - 1));
}

/* ---- keys --------------------------------------------------------------------------------- */

static EVP_PKEY *key_of(OSSL_PARAM_BLD *b, int part)
{
    EVP_PKEY *key = NULL;
    OSSL_PARAM *params = OSSL_PARAM_BLD_to_param(b);
    EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
    bool ok = params && ctx && EVP_PKEY_fromdata_init(ctx) > 0 && EVP_PKEY_fromdata(ctx, &key, part, params) > 0;
    EVP_PKEY_CTX_free(ctx);
    OSSL_PARAM_free(params);
    return ok ? key : NULL;
}

/* A public key; NULL: there is no such point on the curve. */
static EVP_PKEY *open_point(const uint8_t point[SEAL_POINT])
{
    OSSL_PARAM_BLD *b = OSSL_PARAM_BLD_new();
    EVP_PKEY *key = NULL;
    if (b && OSSL_PARAM_BLD_push_utf8_string(b, OSSL_PKEY_PARAM_GROUP_NAME, "prime256v1", 0)
        && OSSL_PARAM_BLD_push_octet_string(b, OSSL_PKEY_PARAM_PUB_KEY, point, SEAL_POINT))
        key = key_of(b, EVP_PKEY_PUBLIC_KEY);
    OSSL_PARAM_BLD_free(b);
    return key;
}

static EVP_PKEY *open_key(const SealKey *k)
{
    OSSL_PARAM_BLD *b = OSSL_PARAM_BLD_new();
    BIGNUM *secret = BN_bin2bn(k->secret, SEAL_SECRET, NULL);
    EVP_PKEY *key = NULL;
    if (b && secret && OSSL_PARAM_BLD_push_utf8_string(b, OSSL_PKEY_PARAM_GROUP_NAME, "prime256v1", 0)
        && OSSL_PARAM_BLD_push_octet_string(b, OSSL_PKEY_PARAM_PUB_KEY, k->point, SEAL_POINT)
        && OSSL_PARAM_BLD_push_BN(b, OSSL_PKEY_PARAM_PRIV_KEY, secret))
        key = key_of(b, EVP_PKEY_KEYPAIR);
    OSSL_PARAM_BLD_free(b);
    BN_clear_free(secret);
    return key;
}

bool seal_key(const uint8_t secret[SEAL_SECRET], SealKey *key)
{
    EC_GROUP *curve = EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1);
    EC_POINT *point = EC_POINT_new(curve);
    BIGNUM *n = BN_bin2bn(secret, SEAL_SECRET, NULL);
    point_conversion_form_t form = POINT_CONVERSION_UNCOMPRESSED;
    bool ok = curve && point && n && !BN_is_zero(n) && BN_cmp(n, EC_GROUP_get0_order(curve)) < 0
           && EC_POINT_mul(curve, point, n, NULL, NULL, NULL)
           && EC_POINT_point2oct(curve, point, form, key->point, SEAL_POINT, NULL) == SEAL_POINT;
    memcpy(key->secret, secret, SEAL_SECRET);
    BN_clear_free(n);
    EC_POINT_free(point);
    EC_GROUP_free(curve);
    return ok;
}

bool seal_make(SealKey *key)
{
    EVP_PKEY *made = EVP_EC_gen("prime256v1");
    BIGNUM *n = NULL;
    uint8_t secret[SEAL_SECRET];
    bool ok = made && EVP_PKEY_get_bn_param(made, OSSL_PKEY_PARAM_PRIV_KEY, &n)
           && BN_bn2binpad(n, secret, SEAL_SECRET) == SEAL_SECRET && seal_key(secret, key);
    OPENSSL_cleanse(secret, sizeof secret);
    BN_clear_free(n);
    EVP_PKEY_free(made);
    return ok;
}

/* What two keys have in common: each side computes it from its own private and the other's public half. */
static bool agree(const SealKey *mine, const uint8_t theirs[SEAL_POINT], uint8_t out[HASH])
{
    EVP_PKEY *me = open_key(mine), *other = open_point(theirs);
    EVP_PKEY_CTX *ctx = me ? EVP_PKEY_CTX_new(me, NULL) : NULL;
    size_t n = HASH;
    bool ok = other && ctx && EVP_PKEY_derive_init(ctx) > 0 && EVP_PKEY_derive_set_peer(ctx, other) > 0
           && EVP_PKEY_derive(ctx, out, &n) > 0 && n == HASH;
    EVP_PKEY_CTX_free(ctx);
    EVP_PKEY_free(other);
    EVP_PKEY_free(me);
    return ok;
}

/* ---- a message for one reader ---------------------------------------------------------------- */

static bool hmac(const uint8_t *key, size_t key_n, const uint8_t *text, size_t n, uint8_t out[HASH])
{
    unsigned got = HASH;
    return HMAC(EVP_sha256(), key, (int)key_n, text, n, out, &got);
}

/* HKDF (RFC 5869) whose result is not longer than one hash: `info` is what the key is for. */
static bool derive(const uint8_t *salt, size_t salt_n, const uint8_t secret[HASH], const uint8_t *info, size_t n,
                   uint8_t *out, size_t out_n)
{
    uint8_t between[HASH], all[HASH], more[256];
    if (n + 1 > sizeof more) return false;
    memcpy(more, info, n);
    more[n] = 1;
    bool ok = hmac(salt, salt_n, secret, HASH, between) && hmac(between, HASH, more, n + 1, all);
    memcpy(out, all, out_n);
    return ok;
}

/* Both sides' public keys go into the key, so that a message cannot be passed off as one for somebody else. */
static bool shared_key(const SealReader *to, const SealKey *once, uint8_t out[HASH])
{
    static const char what[] = "WebPush: info";              /* its final NUL is part of it */
    uint8_t info[sizeof what + 2 * SEAL_POINT], common[HASH];
    memcpy(info, what, sizeof what);
    memcpy(info + sizeof what, to->point, SEAL_POINT);
    memcpy(info + sizeof what + SEAL_POINT, once->point, SEAL_POINT);
    return agree(once, to->point, common)
        && derive(to->auth, SEAL_AUTH, common, info, sizeof info, out, HASH);
}

static bool encrypt(const uint8_t key[KEY], const uint8_t nonce[NONCE], const void *text, size_t n, size_t padding,
                    uint8_t *out)
{
    static const uint8_t last = 2, nothing[SEAL_RECORD];     /* 2: no other record follows */
    EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new();
    int a = 0, b = 0, c = 0, d = 0;
    bool ok = ctx && EVP_EncryptInit_ex(ctx, EVP_aes_128_gcm(), NULL, key, nonce)
           && EVP_EncryptUpdate(ctx, out, &a, text, (int)n) && EVP_EncryptUpdate(ctx, out + n, &b, &last, 1)
           && EVP_EncryptUpdate(ctx, out + n + 1, &c, nothing, (int)padding)
           && EVP_EncryptFinal_ex(ctx, out + n + 1 + padding, &d)
           && EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_GET_TAG, TAG, out + n + 1 + padding);
    EVP_CIPHER_CTX_free(ctx);
    return ok;
}

bool seal_text(const SealReader *to, const SealKey *once, const uint8_t salt[SEAL_SALT], const void *text, size_t n,
               size_t padding, uint8_t *out)
{
    static const char for_key[] = "Content-Encoding: aes128gcm", for_nonce[] = "Content-Encoding: nonce";
    uint8_t shared[HASH], key[KEY], nonce[NONCE];
    if (n + padding + SEAL_TAIL > SEAL_RECORD) return false;
    bool ok = shared_key(to, once, shared)
           && derive(salt, SEAL_SALT, shared, (const uint8_t *)for_key, sizeof for_key, key, KEY)
           && derive(salt, SEAL_SALT, shared, (const uint8_t *)for_nonce, sizeof for_nonce, nonce, NONCE);
    memcpy(out, salt, SEAL_SALT);
    memcpy(out + SEAL_SALT, (const uint8_t[]){ 0, 0, SEAL_RECORD >> 8, 0, SEAL_POINT }, 5);
    memcpy(out + SEAL_SALT + 5, once->point, SEAL_POINT);
    return ok && encrypt(key, nonce, text, n, padding, out + SEAL_HEAD);
}

/* ---- a token for the push service ----------------------------------------------------------------- */

/* OpenSSL writes the two numbers of a signature in a form of its own; tokens want them side by side. */
static bool side_by_side(const uint8_t *der, size_t n, uint8_t out[SIGNATURE])
{
    ECDSA_SIG *s = d2i_ECDSA_SIG(NULL, &der, (long)n);
    bool ok = s && BN_bn2binpad(ECDSA_SIG_get0_r(s), out, SIGNATURE / 2) > 0
           && BN_bn2binpad(ECDSA_SIG_get0_s(s), out + SIGNATURE / 2, SIGNATURE / 2) > 0;
    ECDSA_SIG_free(s);
    return ok;
}

static bool sign(const SealKey *k, const char *text, size_t n, uint8_t out[SIGNATURE])
{
    EVP_PKEY *key = open_key(k);
    EVP_MD_CTX *ctx = EVP_MD_CTX_new();
    uint8_t der[2 * SIGNATURE];
    size_t der_n = sizeof der;
    bool ok = key && ctx && EVP_DigestSignInit(ctx, NULL, EVP_sha256(), NULL, key) > 0
           && EVP_DigestSign(ctx, der, &der_n, (const uint8_t *)text, n) > 0 && side_by_side(der, der_n, out);
    EVP_MD_CTX_free(ctx);
    EVP_PKEY_free(key);
    return ok;
}

static void put_part(Text *t, const char *json) { seal_letters(t, (const uint8_t *)json, strlen(json)); }

bool seal_token(const SealKey *key, const char *origin, int64_t until, const char *contact, Text *out)
{
    char claims[1024];
    uint8_t signature[SIGNATURE];
    Text t = text_into(claims, sizeof claims);
    text_add(&t, "{\"aud\":\"");
    text_add(&t, origin);
    text_add(&t, "\",\"exp\":");
    text_long(&t, (uint64_t)until);
    if (contact) text_add(&t, ",\"sub\":\""), text_add(&t, contact), text_char(&t, '"');
    text_char(&t, '}');
    if (t.n >= t.cap) return false;
    text_add(out, "vapid t=");
    size_t from = out->n;
    put_part(out, "{\"typ\":\"JWT\",\"alg\":\"ES256\"}");
    text_char(out, '.');
    put_part(out, claims);
    if (out->n >= out->cap || !sign(key, out->at + from, out->n - from, signature)) return false;
    text_char(out, '.');
    seal_letters(out, signature, SIGNATURE);
    text_add(out, ", k=");
    seal_letters(out, key->point, SEAL_POINT);
    return out->n < out->cap;
}
