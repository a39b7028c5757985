/* SPDX-License-Identifier: MIT
 * reach.c - which URLs and which addresses this server may be sent to by strangers. */
#include "reach.h"

#include <curl/curl.h>
#include <netinet/in.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef struct { uint8_t at[16]; int bits; } Net;

/* Networks of IPv4 that are not for everybody: this machine, this network, private ones, tests, groups, reserved. */
static const Net closed4[] = {
    { { 0 }, 8 }, { { 10 }, 8 }, { { 100, 64 }, 10 }, { { 127 }, 8 }, { { 169, 254 }, 16 }, { { 172, 16 }, 12 },
    { { 192, 0, 0 }, 24 }, { { 192, 0, 2 }, 24 }, { { 192, 88, 99 }, 24 }, { { 192, 168 }, 16 }, { { 198, 18 }, 15 },
    { { 198, 51, 100 }, 24 }, { { 203, 0, 113 }, 24 }, { { 224 }, 3 },
};
/* Of IPv6 only 2000::/3 is for everybody, without special assignments, examples and addresses that hold an IPv4
 * address. */
static const Net open6 = { { 0x20 }, 3 };
static const Net closed6[] = { { { 0x20, 0x01 }, 23 }, { { 0x20, 0x01, 0x0d, 0xb8 }, 32 }, { { 0x20, 0x02 }, 16 },
                               { { 0x3f, 0xff }, 20 } };

static bool within(const Net *net, const uint8_t *ip)
{
    int bytes = net->bits / 8, rest = net->bits % 8;
    return !memcmp(net->at, ip, (size_t)bytes) && (!rest || !((net->at[bytes] ^ ip[bytes]) >> (8 - rest)));
}

static bool within_any(const Net *net, size_t n, const uint8_t *ip)
{
    for (size_t i = 0; i < n; i++)
        if (within(&net[i], ip)) return true;
    return false;
}

bool reach_public(const struct sockaddr *to)
{
    uint8_t ip[16];
    if (to->sa_family == AF_INET) {
        memcpy(ip, &((const struct sockaddr_in *)to)->sin_addr, 4);
        return !within_any(closed4, sizeof closed4 / sizeof closed4[0], ip);
    }
    if (to->sa_family != AF_INET6) return false;
    memcpy(ip, &((const struct sockaddr_in6 *)to)->sin6_addr, 16);
    return within(&open6, ip) && !within_any(closed6, sizeof closed6 / sizeof closed6[0], ip);
}

/* ---- URLs ------------------------------------------------------------------------------- */

/* Only what can stand in a header and in JSON as it is. */
static bool plain(const char *url)
{
    size_t n = strlen(url);
    for (const char *p = url; *p; p++)
        if (*p <= ' ' || *p > '~' || *p == '"' || *p == '\\' || *p == '<' || *p == '>') return false;
    return n && n < MAX_ENDPOINT;
}

static bool has(CURLU *u, CURLUPart part)
{
    char *text = NULL;
    bool there = !curl_url_get(u, part, &text, 0);
    curl_free(text);
    return there;
}

static bool write_origin(CURLU *u, bool local, char origin[MAX_ORIGIN])
{
    char *scheme = NULL, *host = NULL, *port = NULL;
    bool ok = !curl_url_get(u, CURLUPART_SCHEME, &scheme, 0) && !curl_url_get(u, CURLUPART_HOST, &host, 0)
           && (!strcmp(scheme, "https") || (local && !strcmp(scheme, "http")));
    bool other = ok && !curl_url_get(u, CURLUPART_PORT, &port, CURLU_NO_DEFAULT_PORT);
    int n = !ok ? -1 : snprintf(origin, MAX_ORIGIN, "%s://%s%s%s", scheme, host, other ? ":" : "", other ? port : "");
    curl_free(scheme);
    curl_free(host);
    curl_free(port);
    return n > 0 && n < MAX_ORIGIN;
}

bool reach_url(const char *url, bool local, char origin[MAX_ORIGIN])
{
    if (!plain(url)) return false;
    CURLU *u = curl_url();
    bool ok = u && !curl_url_set(u, CURLUPART_URL, url, 0) && !has(u, CURLUPART_USER) && !has(u, CURLUPART_PASSWORD)
           && !has(u, CURLUPART_FRAGMENT) && write_origin(u, local, origin);
    curl_url_cleanup(u);
    return ok;
}
