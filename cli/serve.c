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

/* A file in the data folder: `data`, or the usual one. */
static const char *usual_store(const char *data, char *out, size_t cap)
{
    const char *home = getenv("XDG_DATA_HOME"), *user = getenv("HOME");
    if (data && *data) snprintf(out, cap, "sqlite:%s", data);
    else if (home && *home) snprintf(out, cap, "sqlite:%s/ninelives", home);
    else snprintf(out, cap, "sqlite:%s/.local/share/ninelives", user && *user ? user : ".");
    return out;
}

static const char node_letters[] = "abcdefghijklmnopqrstuvwxyz0123456789-";

static bool good_node(const char *name)
{
    size_t n = strlen(name);
    return n && n < MAX_NODE && n == strspn(name, node_letters);
}

/* The machine's name and the port: two servers on one machine have different ports. */
static const char *usual_node(const char *listen, char out[MAX_NODE])
{
    char host[64] = "";
    const char *port = strrchr(listen, ':');
    gethostname(host, sizeof host - 1);
    int n = snprintf(out, MAX_NODE, "%.20s-%.8s", host, port ? port + 1 : "");
    for (int i = 0; i < n; i++) out[i] = out[i] >= 'A' && out[i] <= 'Z' ? (char)(out[i] | 0x20) : out[i];
    for (int i = 0; i < n; i++)
        if (!strchr(node_letters, out[i])) out[i] = '-';
    return out;
}

int cmd_serve(int argc, char **argv)
{
    static const char help[] =
        "usage: ninelives serve [flags]\n\n"
        "Opens tables: friends play in their browsers, with a link and no sign-up.\n\n"
        "  --listen ADDRESS:PORT   where to listen (0.0.0.0:9119; also NINELIVES_LISTEN); port 0 takes a free one\n"
        "  --data FOLDER           where tables are kept (~/.local/share/ninelives; also NINELIVES_DATA)\n"
        "  --store WHERE           the same as sqlite:FOLDER, or a database that several servers share:\n"
        "                          postgresql://... (docs/RUNNING.md; also NINELIVES_STORE)\n"
        "  --node NAME             what this server is called among those that share a database: 1 to 32 of a-z 0-9 -\n"
        "                          (the machine's name and the port; also NINELIVES_NODE)\n"
        "  --lease SECONDS         others take its tables over when it was silent for so long (5)\n"
        "  --web FOLDER            the web client's files (found beside the program)\n"
        "  --public-url URL        the address people use, when a proxy stands in front (also NINELIVES_PUBLIC_URL)\n"
        "  --behind-proxy          believe the proxy's X-Forwarded-For\n"
        "  --connections N         at most so many at once (20000)\n"
        "  --per-address N         of these from one address (200)\n"
        "  --tables-per-hour N     new tables from one address (120)\n"
        "  --rate N                messages a second from one connection (20, three seconds' worth at once)\n"
        "  --bot-threads N         threads in which bots think (1)\n"
        "  --open-metrics          give the numbers of /metrics to other machines, too\n"
        "  --no-push               send no notices to people who are away (docs/RUNNING.md)\n"
        "  --push-local            send them to push services at private addresses, too, and without TLS\n"
        "  --accept-loss           start although the data file has lost moves, and go on without them\n\n"
        "SIGTERM or Ctrl-C drains: clients are told to come back, everything is on disk already.\n"
        "Exit codes: 0 stopped as asked, 1 the disk refused, 2 cannot start (the reason is printed).\n";
    char web[1024], store[1100], node[MAX_NODE];
    const char *data = getenv("NINELIVES_DATA");
    Settings s = { .listen = getenv("NINELIVES_LISTEN"), .store = getenv("NINELIVES_STORE"),
                   .node = getenv("NINELIVES_NODE"), .lease = 5,
                   .public_url = getenv("NINELIVES_PUBLIC_URL"),
                   .per_address = 200, .tables_per_hour = 120, .connections = 20000, .rate = 20, .workers = 1 };
    bool no_push = false;
    const Flag flag[] = {
        { .name = "--listen", .text = &s.listen },
        { .name = "--data", .text = &data },
        { .name = "--store", .text = &s.store }, { .name = "--node", .text = &s.node },
        { .name = "--lease", .number = &s.lease, .low = 1, .high = 3600 },
        { .name = "--web", .text = &s.web },
        { .name = "--public-url", .text = &s.public_url }, { .name = "--behind-proxy", .on = &s.behind_proxy },
        { .name = "--connections", .number = &s.connections, .low = 1, .high = 1000000 },
        { .name = "--per-address", .number = &s.per_address, .low = 1, .high = 1000000 },
        { .name = "--tables-per-hour", .number = &s.tables_per_hour, .low = 1, .high = 1000000000 },
        { .name = "--rate", .number = &s.rate, .low = 1, .high = 1000000 },
        { .name = "--bot-threads", .number = &s.workers, .low = 1, .high = 64 },
        { .name = "--no-push", .on = &no_push }, { .name = "--push-local", .on = &s.push_local },
        { .name = "--accept-loss", .on = &s.accept_loss }, { .name = "--open-metrics", .on = &s.metrics },
    };
    int n = flags_read(argc, argv, flag, sizeof flag / sizeof flag[0], help);
    if (n <= 0) return n ? EXIT_USAGE : EXIT_FINE;
    if (n != 1) return complain("serve takes flags only; see ninelives serve --help");
    if (!s.listen || !*s.listen) s.listen = "0.0.0.0:9119";
    if (!s.store || !*s.store) s.store = usual_store(data, store, sizeof store);
    if (!s.node || !*s.node) s.node = usual_node(s.listen, node);
    if (!good_node(s.node)) return complain("--node wants 1 to 32 of a-z, 0-9 and -, not \"%s\"", s.node);
    s.push = !no_push;
    if (!s.web) s.web = find_web(web, sizeof web);
    return server_run(&s);
}
