/* SPDX-License-Identifier: MIT
 * reach_test.c - which addresses and URLs this server may be sent to by strangers. */
#include "unit.h"

#include <arpa/inet.h>
#include <netinet/in.h>

#include "../../server/reach.h"

static bool open_to_all(const char *text)
{
    struct sockaddr_in four = { .sin_family = AF_INET };
    struct sockaddr_in6 six = { .sin6_family = AF_INET6 };
    if (inet_pton(AF_INET, text, &four.sin_addr) == 1) return reach_public((struct sockaddr *)&four);
    assert_int_equal(inet_pton(AF_INET6, text, &six.sin6_addr), 1);
    return reach_public((struct sockaddr *)&six);
}

static void private_addresses_are_closed(void **state)
{
    UNUSED;
    static const char *const closed[] = {
        "0.0.0.0", "0.1.2.3", "10.0.0.1", "10.255.255.255", "100.64.0.1", "100.127.255.255", "127.0.0.1", "127.255.0.1",
        "169.254.169.254", "172.16.0.1", "172.31.255.255", "192.0.0.8", "192.0.2.1", "192.168.0.1", "198.18.0.1",
        "198.19.255.255", "198.51.100.1", "203.0.113.9", "224.0.0.1", "239.1.1.1", "240.0.0.1", "255.255.255.255",
        "::", "::1", "::127.0.0.1", "::ffff:127.0.0.1", "::ffff:8.8.8.8", "64:ff9b::a00:1", "fc00::1", "fd12:3456::1",
        "fe80::1", "fec0::1", "ff02::1", "2001:db8::1", "2001::1", "2002:7f00:1::", "3fff::1", "4000::1",
    };
    static const char *const open[] = {
        "1.1.1.1", "8.8.8.8", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.1.1.1", "128.0.0.1",
        "169.253.1.1", "172.15.255.255", "172.32.0.0", "192.167.1.1", "192.169.0.1", "198.17.255.255", "198.20.0.0",
        "223.255.255.255", "2606:4700:4700::1111", "2a00:1450:4001::1", "2001:4860:4860::8888", "2003::1",
    };
    for (size_t i = 0; i < sizeof closed / sizeof closed[0]; i++)
        if (open_to_all(closed[i])) fail_msg("%s is open", closed[i]);
    for (size_t i = 0; i < sizeof open / sizeof open[0]; i++)
        if (!open_to_all(open[i])) fail_msg("%s is closed", open[i]);
    assert_false(reach_public(&(struct sockaddr){ .sa_family = AF_UNIX }));
}

static void urls_have_an_origin(void **state)
{
    UNUSED;
    static const struct { const char *url; bool local; const char *origin; } row[] = {
        { "https://push.example.net/a/b?c=d", false, "https://push.example.net" },
        { "https://push.example.net:443/", false, "https://push.example.net" },
        { "https://push.example.net:8443/x", false, "https://push.example.net:8443" },
        { "https://[2606:4700::1]:8443/x", false, "https://[2606:4700::1]:8443" },
        { "http://127.0.0.1:99/x", true, "http://127.0.0.1:99" },
        { "http://127.0.0.1:99/x", false, NULL },
        { "ftp://push.example.net/x", true, NULL },
        { "file:///etc/hosts", true, NULL },
        { "https://me@push.example.net/", true, NULL },
        { "https://me:you@push.example.net/", true, NULL },
        { "https://push.example.net/#x", true, NULL },
        { "https://push.example.net/\"", true, NULL },
        { "https://push.example.net/\n", true, NULL },
        { "https://push.example.net/\xc3\xa4", true, NULL },
        { "push.example.net", true, NULL },
        { "", true, NULL },
    };
    char origin[MAX_ORIGIN];
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
        bool ok = reach_url(row[i].url, row[i].local, origin);
        if (ok != (row[i].origin != NULL)) fail_msg("%s", row[i].url);
        if (ok) assert_string_equal(origin, row[i].origin);
    }
    char url[MAX_ENDPOINT + 1] = "https://push.example.net/";
    memset(url + strlen(url), 'x', sizeof url - 1 - strlen(url));
    assert_false(reach_url(url, false, origin));
    url[MAX_ENDPOINT - 1] = 0;
    assert_true(reach_url(url, false, origin));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(private_addresses_are_closed),
        cmocka_unit_test(urls_have_an_origin),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
