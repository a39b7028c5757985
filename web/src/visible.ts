// SPDX-License-Identifier: MIT
// visible.ts - what somebody types into a field that others will read.

/**
 * Without what came along unseen. Text copied from elsewhere often carries marks of direction or of no width: its writer
 * does not see them, and the table would refuse it for them (core/legible.h). The joiner and the tags are left, as emoji
 * are made with them.
 */
export const visible = (text: string): string => text.replace(/\p{Cf}/gu, (c) => (c === "\u200d" || (c.codePointAt(0) ?? 0) > 0xe0000 ? c : ""));
