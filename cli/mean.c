/* SPDX-License-Identifier: MIT
 * mean.c - means, and the intervals in which the truth lies. */
#include "mean.h"

#include <math.h>

void mean_add(Mean *m, double x)
{
    m->deal_x += x;
    m->deal_n += 1;
}

void mean_close(Mean *m)
{
    m->x += m->deal_x;
    m->n += m->deal_n;
    m->xx += m->deal_x * m->deal_x;
    m->xn += m->deal_x * m->deal_n;
    m->nn += m->deal_n * m->deal_n;
    m->deals++;
    m->deal_x = m->deal_n = 0;
}

double mean_of(const Mean *m) { return m->n > 0 ? m->x / m->n : 0; }

double mean_95(const Mean *m)
{
    double r = mean_of(m), squares = m->xx - 2 * r * m->xn + r * r * m->nn;
    if (m->deals < 2 || squares <= 0) return 0;
    return 1.96 * sqrt(squares * m->deals / (m->deals - 1)) / m->n;
}

/* Games of one deal are not independent: Wilson's interval for as many independent ones as are as sure as these. */
Range rate_95(const Mean *m)
{
    const double z = 1.96;
    double p = mean_of(m), error = mean_95(m) / z, n = m->deals;
    if (error > 0) n = fmin(m->n, p * (1 - p) / (error * error));
    if (n <= 0) return (Range){ 0, 1 };
    double wide = 1 + z * z / n, middle = (p + z * z / (2 * n)) / wide;
    double half = z * sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / wide;
    return (Range){ fmax(0, middle - half), fmin(1, middle + half) };
}
