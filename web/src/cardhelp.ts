// SPDX-License-Identifier: MIT
// cardhelp.ts - finds a card in the rules help.

/** A name without what stands in brackets: the number of copies, or a card's second name. */
export const bare = (name: string): string => name.replace(/\s*[(（].*$/, "").trim().toLowerCase();

/** What a bullet is about: the name before its colon, if there is one. */
export function headOf(body: string): string | null {
  const colon = body.search(/[:：]/);
  return colon < 0 ? null : bare(body.slice(0, colon));
}

/** What the rules say of one card: the bullet that begins with its name. */
export function cardHelp(text: string, name: string): string | null {
  for (const line of text.split("\n")) {
    if (!line.startsWith("- ")) continue;
    const body = line.slice(2);
    if (headOf(body) === bare(name)) return body.slice(body.search(/[:：]/) + 1).trim();
  }
  return null;
}

/** What the rules say of a card without a bullet of its own: the first bullet, such as "Cats (20): ...", that names it. */
export function kindHelp(text: string, name: string): string | null {
  const names = (about: string): boolean => (/^\d+$/.test(name) ? about.split(/\D+/).includes(name) : about.includes(name.toLowerCase()));
  const found = text.split("\n").find((l) => /^- [^:：]*[(（]/.test(l) && names(l.slice(l.search(/[:：]/)).toLowerCase()));
  return found ? found.slice(2) : null;
}
