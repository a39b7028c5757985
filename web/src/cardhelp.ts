// SPDX-License-Identifier: MIT
// cardhelp.ts - finds a card in the rules help.

/** A name without what stands in brackets: the number of copies, or a card's second name. */
const bare = (name: string): string => name.replace(/\s*[(（].*$/, "").trim().toLowerCase();

/** What the rules say of one card: the bullet that begins with its name. */
export function cardHelp(text: string, name: string): string | null {
  for (const line of text.split("\n")) {
    if (!line.startsWith("- ")) continue;
    const body = line.slice(2), colon = body.search(/[:：]/);
    if (colon >= 0 && bare(body.slice(0, colon)) === bare(name)) return body.slice(colon + 1).trim();
  }
  return null;
}

/** ... and of a card that is only listed among its kind: the first bullet of cards, "Cats (20): ...", that names it. */
export function kindHelp(text: string, name: string): string | null {
  const names = (about: string): boolean => (/^\d+$/.test(name) ? about.split(/\D+/).includes(name) : about.includes(name.toLowerCase()));
  const found = text.split("\n").find((l) => /^- [^:：]*[(（]/.test(l) && names(l.slice(l.search(/[:：]/)).toLowerCase()));
  return found ? found.slice(2) : null;
}
