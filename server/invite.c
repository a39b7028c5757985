/* SPDX-License-Identifier: MIT
 * invite.c - prints the address of the server and, on a terminal, a QR code of it for phones. */
#include "invite.h"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <qrencode.h>
#include <stdio.h>
#include <unistd.h>

/* The address a phone in the same house would use; the loopback when there is no other. */
static void home_address(char *out, size_t cap)
{
    struct ifaddrs *all = NULL;
    snprintf(out, cap, "127.0.0.1");
    if (getifaddrs(&all)) return;
    for (const struct ifaddrs *i = all; i; i = i->ifa_next) {
        bool up = i->ifa_flags & IFF_UP && !(i->ifa_flags & IFF_LOOPBACK);
        if (!up || !i->ifa_addr || i->ifa_addr->sa_family != AF_INET) continue;
        inet_ntop(AF_INET, &((struct sockaddr_in *)(void *)i->ifa_addr)->sin_addr, out, (socklen_t)cap);
        break;
    }
    freeifaddrs(all);
}

/* The URL to give to others. */
static void where(Server *s, char *out, size_t cap)
{
    struct sockaddr_storage at;
    char host[INET6_ADDRSTRLEN] = "";
    int n = sizeof at;
    if (s->settings.public_url) {
        snprintf(out, cap, "%s", s->settings.public_url);
        return;
    }
    uv_tcp_getsockname(&s->listener, (struct sockaddr *)&at, &n);
    bool six = at.ss_family == AF_INET6;
    const struct sockaddr_in6 *a6 = (const struct sockaddr_in6 *)(const void *)&at;
    const struct sockaddr_in *a4 = (const struct sockaddr_in *)(const void *)&at;
    bool any = six ? IN6_IS_ADDR_UNSPECIFIED(&a6->sin6_addr) : !a4->sin_addr.s_addr;
    if (any) home_address(host, sizeof host);
    else inet_ntop(at.ss_family, six ? (const void *)&a6->sin6_addr : &a4->sin_addr, host, sizeof host);
    int port = ntohs(six ? a6->sin6_port : a4->sin_port);
    snprintf(out, cap, six && !any ? "http://[%s]:%d/" : "http://%s:%d/", host, port);
}

/* Two rows of the code in one line of text: upper and lower half blocks, dark on light. */
static void print_code(const char *text)
{
    enum { MARGIN = 2 };
    static const char *const block[4] = { "\u2588", "\u2584", "\u2580", " " };
    QRcode *q = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_L);
    if (!q) return;
    for (int y = -MARGIN; y < q->width + MARGIN; y += 2) {
        fputs("  ", stdout);
        for (int x = -MARGIN; x < q->width + MARGIN; x++) {
            int dark = 0;
            for (int half = 0; half < 2; half++) {
                int row = y + half;
                bool inside = x >= 0 && row >= 0 && x < q->width && row < q->width;
                if (inside && q->data[row * q->width + x] & 1) dark |= 1 << (1 - half);
            }
            fputs(block[dark == 2 ? 1 : dark == 1 ? 2 : dark], stdout);
        }
        putchar('\n');
    }
    QRcode_free(q);
}

void invite_print(Server *s)
{
    char url[256];
    where(s, url, sizeof url);
    printf("Ninelives is open at %s\n", url);
    if (isatty(STDOUT_FILENO)) {
        print_code(url);
        puts("Point a phone at the code, or open the address. Ctrl-C closes; nothing is lost.");
    }
    fflush(stdout);
}
