/* SPDX-License-Identifier: MIT
 * What several nodes do to each other. */
#include "store_any.h"

int main(void) { return 0; }
