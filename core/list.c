/* SPDX-License-Identifier: MIT
 * list.c - the members of small sets. */
#include "list.h"

#define REST(set) ((set) & ((set) - 1))
#define FIRST(set) ((set) ? (uint64_t)__builtin_ctz(set) : 0)
#define MEMBERS(set) { FIRST(set), FIRST(REST(set)), FIRST(REST(REST(set))), FIRST(REST(REST(REST(set)))) }
#define MEMBERS4(set) MEMBERS(set), MEMBERS((set) + 1), MEMBERS((set) + 2), MEMBERS((set) + 3)
#define MEMBERS16(set) MEMBERS4(set), MEMBERS4((set) + 4), MEMBERS4((set) + 8), MEMBERS4((set) + 12)
const Four list_members[1 << FEW] = { MEMBERS16(0u), MEMBERS16(16u) };
