/* SPDX-License-Identifier: MIT
 * copy.h - all tables of one store into another that is empty, whatever their kinds. */
#ifndef NINELIVES_COPY_H
#define NINELIVES_COPY_H

int store_copy(const char *from, const char *to);        /* an exit code */

#endif
