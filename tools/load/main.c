/* SPDX-License-Identifier: MIT
 * main.c - load: many tables of scripted players against one server. */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "../../cli/cli.h"
#include "load.h"

static const char help[] =
    "usage: load [--server PATH/TO/ninelives | --port N] [mode] [options]\n\n"
    "Scripted players fill tables, play legal moves out of their offers, and measure.\n\n"
    "  --server PATH      start this program's server: a free port, an empty data directory,\n"
    "                     one core; stopped and removed at the end\n"
    "  --host IP --port N a server that runs already (127.0.0.1)\n"
    "  --url IP:PORT,...  several, or load balancers: connections go to them in turn\n"
    "  --node NAME=IP:PORT,...  where nodes are, if no load balancer finds them by name\n"
    "modes\n"
    "  (none)             moves a second, latency from a move to its last recipient, CPU\n"
    "  --idle N           N connections that only watch: memory of each, share of a core\n"
    "  --memory           tables left alone in the middle of a round: memory of each (--clock slow:\n"
    "                     without a clock the server puts them away)\n"
    "  --crash ROUNDS     kill -9 and restart under load, then check that every acknowledged\n"
    "                     move is in the log, numbers have no gap, nobody saw what is not\n"
    "                     logged, clocks go on, tables are playable within --patience\n"
    "  --secrecy ROUNDS   all games and options, bots on some chairs: every frame of every\n"
    "                     viewer must follow from the exported log and that viewer's own view\n"
    "  --survive          play while somebody else kills and pauses servers and databases, come\n"
    "                     back until heard, then check everything against the logs\n"
    "options\n"
    "  --tables N (200)  --seats K (4)  --watchers W (0)  --game ID (kittens)\n"
    "  --stalled N (0)    so many connections that never read: the server must close them\n"
    "  --options JSON     the game's options, {\"combos\":\"off\"}\n"
    "  --clock NAME (off) --think MS (0): how long a player waits before a move\n"
    "  --seconds S (10)   how long to measure\n"
    "  --patience S (2)   how late a table may be after a restart; give more on a busy machine\n"
    "  --core C (0)       the server's core; -1: any\n"
    "  --arguments TEXT   more arguments for the server\n"
    "  --seed N           another run\n"
    "  --journal FILE     what players were told, a JSON object a line: acknowledged moves and\n"
    "                     frames, \"at\" in microseconds of the monotonic clock\n"
    "  --keep             leave the data directory\n"
    "  --json             results as one object\n\n"
    "Exit codes: 0 all is well, 1 something happened that must not, 2 wrong usage.\n";

static Server server;
static Load load;

static void stop(int signal_number)
{
    if (server.pid > 0) kill(server.pid, SIGKILL);
    _exit(128 + signal_number);
}

static void raise_limit(void)
{
    struct rlimit r;
    if (getrlimit(RLIMIT_NOFILE, &r)) return;
    if (r.rlim_max < 65536) r.rlim_max = 65536;          /* allowed to root only */
    r.rlim_cur = r.rlim_max;
    if (!setrlimit(RLIMIT_NOFILE, &r)) return;
    getrlimit(RLIMIT_NOFILE, &r);
    r.rlim_cur = r.rlim_max;
    setrlimit(RLIMIT_NOFILE, &r);
}

static bool bring_up(const Wish *w)
{
    if (!w->server) return w->url || w->port || (complain("load needs --server, --port or --url"), false);
    if (!server_place(&server)) return complain("no place for data or no free port"), false;
    return server_start(&server, w);
}

static int run(const Wish *w, bool memory)
{
    char one[80];
    snprintf(one, sizeof one, "%s:%d", w->host, w->server ? server.port : (int)w->port);
    const char *servers = w->url && !w->server ? w->url : one;
    if (!load_make(&load, w, servers)) return complain("cannot speak to %s, or not write the journal", servers);
    if (!server_ready(&server, &load.wire, READY))
        return complain("the server does not get ready%s%s", server.log[0] ? "; see " : "", server.log);
    load.bare = server.pid ? server_memory(server.pid) : 0;
    if (w->crash) return run_crash(&load, &server);
    if (w->survive) return run_survive(&load, &server);
    if (w->secrecy) return run_secrecy(&load, &server);
    if (w->idle) return run_idle(&load, &server);
    return memory ? run_memory(&load, &server) : run_load(&load, &server);
}

int main(int argc, char **argv)
{
    static Wish w = { .game = "kittens", .clock = "off", .tables = 200, .seats = 4, .seconds = 10,
                      .host = "127.0.0.1", .seed = 1, .patience = 2 };
    bool memory = false;
    const Flag flag[] = {
        { .name = "--server", .text = &w.server },
        { .name = "--host", .text = &w.host },
        { .name = "--game", .text = &w.game },
        { .name = "--options", .text = &w.options },
        { .name = "--clock", .text = &w.clock },
        { .name = "--arguments", .text = &w.arguments },
        { .name = "--url", .text = &w.url },
        { .name = "--node", .text = &w.nodes },
        { .name = "--journal", .text = &w.journal },
        { .name = "--port", .number = &w.port, .low = 1, .high = 65535 },
        { .name = "--tables", .number = &w.tables, .low = 1, .high = 60000 },
        { .name = "--seats", .number = &w.seats, .low = 2, .high = MAX_SEATS },
        { .name = "--watchers", .number = &w.watchers, .high = MAX_CHAIRS - MAX_SEATS },
        { .name = "--stalled", .number = &w.stalled, .high = 1000 },
        { .name = "--seconds", .number = &w.seconds, .low = 1, .high = 86400 },
        { .name = "--think", .number = &w.think, .high = 60000 },
        { .name = "--idle", .number = &w.idle, .low = 1, .high = 60000 },
        { .name = "--crash", .number = &w.crash, .low = 1, .high = 100000 },
        { .name = "--secrecy", .number = &w.secrecy, .low = 1, .high = 1000000 },
        { .name = "--patience", .number = &w.patience, .low = 1, .high = 3600 },
        { .name = "--seed", .number = &w.seed, .low = 0, .high = INT64_MAX },
        { .name = "--core", .number = &w.core, .low = -1, .high = 1023 },
        { .name = "--memory", .on = &memory },
        { .name = "--survive", .on = &w.survive },
        { .name = "--json", .on = &w.json },
        { .name = "--keep", .on = &w.keep },
    };
    argv[0] = "load";
    int n = flags_read(argc, argv, flag, sizeof flag / sizeof flag[0], help);
    if (n <= 0) return n ? EXIT_USAGE : EXIT_FINE;
    if (n > 1) return complain("load does not know what to do with \"%s\"; see --help", argv[1]);
    signal(SIGPIPE, SIG_IGN);
    signal(SIGINT, stop);
    signal(SIGTERM, stop);
    raise_limit();
    if (memory && !strcmp(w.clock, "off")) w.clock = "slow";
    if ((w.secrecy || w.crash) && !w.watchers) w.watchers = 1;
    if (!bring_up(&w)) return EXIT_USAGE;
    int code = run(&w, memory);
    load_free(&load);
    int status = server_kill(&server, SIGTERM);
    if (status) code = complain("the server ended with %d; see %s", status, server.log);
    server_remove(&server, w.keep || code == EXIT_USAGE);
    return code;
}
