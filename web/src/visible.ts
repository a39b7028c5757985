// SPDX-License-Identifier: MIT
// visible.ts - what somebody types into a field that others will read.

/**
 * Removes invisible characters. Text copied from elsewhere often contains marks of direction or of no width; its writer does
 * not see them, and the table would refuse the text (core/legible.h). The joiner and tags stay, because emoji need them.
 */
export const visible = (text: string): string =>
  text.replace(/\p{Cf}/gu, (c) => (c === "\u200d" || (c.codePointAt(0) ?? 0) > 0xe0000 ? c : ""));
