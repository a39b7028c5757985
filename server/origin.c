/* SPDX-License-Identifier: MIT
 * origin.c - is a page that speaks to us one of ours? A browser says with each POST and each socket from which
 * page it comes (Origin) and whom it believes to speak to (Host). That the two agree is not enough: a stranger may
 * let a name of his own point to this machine (DNS rebinding), and his page then reaches a server that is meant for
 * one home only. So the name must be one that we know to be ours: the public URL, if there is one; this machine by
 * itself (localhost); its names and addresses, as found at the start; or the address the connection came in at. */
#include "origin.h"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <stdio.h>
#include <stdlib.h>
#include <strings.h>
#include <unistd.h>

enum { MAX_NAMES = 64, NAME_CAP = 80 };

struct Names {
    int  n;
    char at[MAX_NAMES][NAME_CAP];
};

/* The address as it stands in a URL: IPv6 in brackets. An IPv4 address that came in through an IPv6 socket is written
 * as IPv4. */
static bool write_address(const struct sockaddr *a, char out[NAME_CAP])
{
    char text[INET6_ADDRSTRLEN];
    const struct sockaddr_in *a4 = (const struct sockaddr_in *)(const void *)a;
    const struct sockaddr_in6 *a6 = (const struct sockaddr_in6 *)(const void *)a;
    int family = a->sa_family;
    const void *bytes = family == AF_INET6 ? a6->sin6_addr.s6_addr : (const void *)&a4->sin_addr;
    if (family == AF_INET6 && IN6_IS_ADDR_V4MAPPED(&a6->sin6_addr)) {
        family = AF_INET;
        bytes = a6->sin6_addr.s6_addr + 12;
    }
    if ((family != AF_INET && family != AF_INET6) || !inet_ntop(family, bytes, text, sizeof text)) return false;
    snprintf(out, NAME_CAP, family == AF_INET6 ? "[%s]" : "%s", text);
    return true;
}

static void add(Names *n, const char *name)
{
    if (*name && n->n < MAX_NAMES && strlen(name) < NAME_CAP) strcpy(n->at[n->n++], name);
}

static void add_addresses(Names *n)
{
    struct ifaddrs *all = NULL;
    char name[NAME_CAP];
    if (getifaddrs(&all)) return;
    for (const struct ifaddrs *i = all; i; i = i->ifa_next)
        if (i->ifa_addr && write_address(i->ifa_addr, name)) add(n, name);
    freeifaddrs(all);
}

/* "kitchen", "kitchen.local" (as phones find it), and "kitchen.example.org" if the machine is called so. */
Names *names_find(void)
{
    char name[NAME_CAP - 8] = "", local[NAME_CAP];
    Names *n = calloc(1, sizeof *n);
    if (!n) abort();
    add(n, "localhost");
    add(n, "127.0.0.1");
    add(n, "[::1]");
    if (!gethostname(name, sizeof name - 1)) {
        add(n, name);
        snprintf(local, sizeof local, "%.*s.local", (int)strcspn(name, "."), name);
        add(n, local);
    }
    add_addresses(n);
    return n;
}

void names_free(Names *n) { free(n); }

static bool is_name(const char *name, const char *host, size_t n)
{
    return strlen(name) == n && !strncasecmp(name, host, n);
}

/* The machine may have got another address since the start, but the connection always knows which one it came to. */
static bool came_in_at(const Conn *c, const char *host, size_t n)
{
    struct sockaddr_storage at;
    int size = sizeof at;
    char name[NAME_CAP];
    return !uv_tcp_getsockname(&c->tcp, (struct sockaddr *)&at, &size)
        && write_address((const struct sockaddr *)&at, name) && is_name(name, host, n);
}

/* Behind the name only a port may follow. */
bool origin_is_here(const Conn *c, const char *host)
{
    const char *end = *host == '[' ? strchr(host, ']') : NULL;
    size_t n = end ? (size_t)(end - host) + 1 : strcspn(host, ":");
    const char *port = host + n;
    if (*port && (*port != ':' || port[1 + strspn(port + 1, "0123456789")])) return false;
    for (int i = 0; i < c->server->names->n; i++)
        if (is_name(c->server->names->at[i], host, n)) return true;
    return came_in_at(c, host, n);
}

bool origin_is_ours(const Conn *c, const char *origin, const char *host)
{
    const char *page = strstr(origin, "://"), *public = c->server->settings.public_url;
    size_t n = strlen(origin);
    if (!n) return true;                 /* it is no browser, or a page that only reads */
    if (public && !strncasecmp(origin, public, n) && (!public[n] || !strcmp(public + n, "/"))) return true;
    return page && !strcasecmp(page + 3, host) && origin_is_here(c, host);
}
