/* SPDX-License-Identifier: MIT
 * plot.c - win rates as a picture: a bar for each bot of each line-up, its 95 % interval,
 * and a line where chance would be. Plain SVG that any browser shows. */
#include <stdio.h>

#include "arena.h"
#include "cli.h"

enum { LEFT = 250, WIDE = 420, RIGHT = 90, ROW = 22, GAP = 14, HEAD = 44, FOOT = 34 };

static double at(double rate) { return LEFT + WIDE * rate; }

static int height(const Tournament *a)
{
    int y = HEAD + FOOT;
    for (int i = 0; i < a->fixtures; i++) y += ROW * a->fixture[i].bout.kinds + GAP;
    return y;
}

static void draw_frame(FILE *out, const Tournament *a)
{
    int high = height(a), bottom = high - FOOT;
    fprintf(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" font-family=\"sans-serif\" "
                 "font-size=\"12\">\n<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n",
            LEFT + WIDE + RIGHT, high);
    fprintf(out, "<text x=\"12\" y=\"24\" font-size=\"15\">"
                 "%s, %d players: wins of one seat in %llu games, seed %llu</text>\n",
            a->game->id, a->options.seats, (unsigned long long)a->games, (unsigned long long)a->seed);
    for (int percent = 0; percent <= 100; percent += 25) {
        double x = at(percent / 100.0);
        fprintf(out, "<path d=\"M%.1f %dV%d\" stroke=\"#ddd\"/>\n", x, HEAD - 6, bottom);
        fprintf(out, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\" fill=\"#555\">%d %%</text>\n",
                x, bottom + 18, percent);
    }
}

static void draw_chance(FILE *out, const Tournament *a)
{
    double x = at(1.0 / a->options.seats);
    fprintf(out, "<path d=\"M%.1f %dV%d\" stroke=\"#b00\" stroke-dasharray=\"4 3\"/>\n", x, HEAD - 6, height(a) - FOOT);
    fprintf(out, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\" fill=\"#b00\">chance</text>\n",
            x, height(a) - FOOT + 31);
}

static void draw_bar(FILE *out, const Tally *t, int y)
{
    double rate = mean_of(&t->won);
    Range won = rate_95(&t->won);
    int middle = y + ROW / 2;
    fprintf(out, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%d x %s</text>\n",
            LEFT - 8, middle + 4, t->seats, t->who->name);
    fprintf(out, "<rect x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\" fill=\"#7aa6c2\"/>\n",
            LEFT, y + 3, WIDE * rate, ROW - 6);
    fprintf(out, "<path d=\"M%.1f %dH%.1fM%.1f %dv8M%.1f %dv8\" stroke=\"#123\" fill=\"none\"/>\n", at(won.low), middle,
            at(won.high), at(won.low), middle - 4, at(won.high), middle - 4);
    fprintf(out, "<text x=\"%.1f\" y=\"%d\">%.1f %%</text>\n", at(won.high) + 6, middle + 4, 100 * rate);
}

bool plot_write(const Tournament *a, const char *path)
{
    FILE *out = fopen(path, "w");
    int y = HEAD;
    if (!out) return complain("cannot write %s", path), false;
    draw_frame(out, a);
    for (int i = 0; i < a->fixtures; i++, y += GAP) {
        const Bout *b = &a->fixture[i].bout;
        for (int k = 0; k < b->kinds; k++, y += ROW) draw_bar(out, &b->tally[k], y);
    }
    if (!arena_shares(a)) draw_chance(out, a);
    fputs("</svg>\n", out);
    bool bad = ferror(out);
    bad |= fclose(out) != 0;
    return bad ? complain("cannot write %s", path), false : true;
}
