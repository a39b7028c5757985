/* SPDX-License-Identifier: MIT
 *
 * fuzz_scenario.c - any bytes as a scenario file, through the command itself: standard input
 * and output lie in memory, and every line it prints must be JSON. */
#include "../../cli/cli.h"
#include "../../protocol/json.h"
#include "fuzz.h"

static void need_json(const char *line, size_t n)
{
    Why w;
    Arena a = { .at = malloc(json_needs(n)), .cap = json_needs(n) };
    need(json_read(line, n, &a, &w), "every line printed is JSON");
    free(a.at);
}

static int run(const uint8_t *data, size_t size, char **out, size_t *n)
{
    char *argv[] = { "scenario", "-", NULL };
    FILE *const in = stdin, *const to = stdout, *const err = stderr;
    FILE *const nowhere = fopen("/dev/null", "w");
    stdin = fmemopen((void *)(uintptr_t)data, size, "rb");
    stdout = open_memstream(out, n);
    stderr = nowhere;
    int code = cmd_scenario(2, argv);
    fclose(stdin);
    fclose(stdout);
    fclose(nowhere);
    stdin = in, stdout = to, stderr = err;
    return code;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *out = NULL;
    size_t n = 0;
    if (!size) return 0;                             /* fmemopen knows no empty file */
    int code = run(data, size, &out, &n);
    need(code >= EXIT_FINE && code <= EXIT_USAGE, "an exit code is 0, 1 or 2");
    for (char *p = out, *end; (end = memchr(p, '\n', n - (size_t)(p - out))); p = end + 1)
        need_json(p, (size_t)(end - p));
    free(out);
    return 0;
}
