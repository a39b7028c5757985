/* SPDX-License-Identifier: MIT
 * scenarios.c - "ninelives scenario --quiet FILE..." without the rest of the program: quicker to
 * build for tools that only check a game's rules. */
#include "../cli/cli.h"

int main(int argc, char **argv)
{
    char name[] = "scenario", quiet[] = "--quiet", *args[256] = { name, quiet };
    int n = 2;
    for (int i = 1; i < argc && n < 256; i++) args[n++] = argv[i];
    return cmd_scenario(n, args);
}
