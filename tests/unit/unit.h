/* SPDX-License-Identifier: MIT
 * unit.h - cmocka and the headers that must come before it. */
#ifndef NINELIVES_UNIT_H
#define NINELIVES_UNIT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define UNUSED (void)state

#endif
