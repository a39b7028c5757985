/* SPDX-License-Identifier: MIT
 * serve.c - the command that opens the tables. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../server/server.h"
#include "cli.h"

/* Where the web client lies: beside an installed program, or in the build that made it. */
static const char *find_web(char *out, size_t cap)
{
    static const char *const places[] = { "../share/ninelives/web", "../web", "web" };
    char self[900];
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    if (n <= 0) return NULL;
    self[n] = 0;
    *strrchr(self, '/') = 0;
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        snprintf(out, cap, "%s/%s/index.html", self, places[i]);
        if (access(out, R_OK)) continue;
        snprintf(out, cap, "%s/%s", self, places[i]);
        return out;
    }
    return NULL;
}

static const char *usual_data(char *out, size_t cap)
{
    const char *home = getenv("XDG_DATA_HOME"), *user = getenv("HOME");
    if (home && *home) snprintf(out, cap, "%s/ninelives", home);
    else snprintf(out, cap, "%s/.local/share/ninelives", user && *user ? user : ".");
    return out;
}

int cmd_serve(int argc, char **argv)
{
    static const char help[] =
        "usage: ninelives serve [flags]\n\n"
        "Opens tables: friends play in their browsers, with a link and no sign-up.\n\n"
        "  --listen ADDRESS:PORT   where to listen (0.0.0.0:9119; also NINELIVES_LISTEN); port 0 takes a free one\n"
        "  --data FOLDER           where tables are kept (~/.local/share/ninelives; also NINELIVES_DATA)\n"
        "  --web FOLDER            the web client's files (found beside the program)\n"
        "  --public-url URL        the address people use, when a proxy stands in front (also NINELIVES_PUBLIC_URL)\n"
        "  --behind-proxy          believe the proxy's X-Forwarded-For\n"
        "  --connections N         at most so many at once (20000)\n"
        "  --per-address N         of these from one address (200)\n"
        "  --tables-per-hour N     new tables from one address (120)\n"
        "  --rate N                messages a second from one connection (20, three seconds' worth at once)\n"
        "  --bot-threads N         threads in which bots think (1)\n"
        "  --accept-loss           start although the data file has lost moves, and go on without them\n\n"
        "SIGTERM or Ctrl-C drains: clients are told to come back, everything is on disk already.\n"
        "Exit codes: 0 stopped as asked, 1 the disk refused, 2 cannot start (the reason is printed).\n";
    char web[1024], data[1024];
    Settings s = { .listen = getenv("NINELIVES_LISTEN"), .data = getenv("NINELIVES_DATA"),
                   .public_url = getenv("NINELIVES_PUBLIC_URL"),
                   .per_address = 200, .tables_per_hour = 120, .connections = 20000, .rate = 20, .workers = 1 };
    const Flag flag[] = {
        { .name = "--listen", .text = &s.listen },
        { .name = "--data", .text = &s.data },
        { .name = "--web", .text = &s.web },
        { .name = "--public-url", .text = &s.public_url }, { .name = "--behind-proxy", .on = &s.behind_proxy },
        { .name = "--connections", .number = &s.connections, .low = 1, .high = 1000000 },
        { .name = "--per-address", .number = &s.per_address, .low = 1, .high = 1000000 },
        { .name = "--tables-per-hour", .number = &s.tables_per_hour, .low = 1, .high = 1000000000 },
        { .name = "--rate", .number = &s.rate, .low = 1, .high = 1000000 },
        { .name = "--bot-threads", .number = &s.workers, .low = 1, .high = 64 },
        { .name = "--accept-loss", .on = &s.accept_loss },
    };
    int n = flags_read(argc, argv, flag, sizeof flag / sizeof flag[0], help);
    if (n <= 0) return n ? EXIT_USAGE : EXIT_FINE;
    if (n != 1) return complain("serve takes flags only; see ninelives serve --help");
    if (!s.listen || !*s.listen) s.listen = "0.0.0.0:9119";
    if (!s.data || !*s.data) s.data = usual_data(data, sizeof data);
    if (!s.web) s.web = find_web(web, sizeof web);
    return server_run(&s);
}
