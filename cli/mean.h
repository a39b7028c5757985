/* SPDX-License-Identifier: MIT
 *
 * mean.h - means over games of bots, and how sure they are (mean.c). */
#ifndef NINELIVES_MEAN_H
#define NINELIVES_MEAN_H

/* A mean over the seats played. Games of one deal resemble each other; only deals are independent.
 * So the interval counts each deal as one observation of x / n. */
typedef struct {
    double x, n, deal_x, deal_n;         /* all; of the deal being played */
    double xx, xn, nn, deals;
} Mean;

void   mean_add(Mean *m, double x);
void   mean_close(Mean *m);              /* the deal is over */
double mean_of(const Mean *m);
double mean_95(const Mean *m);           /* half the width of the interval */

/* Where the true rate lies, for a mean of wins. Wilson's interval: it never leaves 0 to 1, and a few games, all won,
 * are not certainty. */
typedef struct { double low, high; } Range;
Range rate_95(const Mean *m);

#endif
