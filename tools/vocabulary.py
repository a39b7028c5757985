# SPDX-License-Identifier: MIT
"""What the games call their own, read from their sources: ids, verbs, events, cards, facts, options, phases.

Only a game's folder may know these words. Everybody else learns from the contract (core/game.h) what a game has."""
import glob
import os
import re

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

# Words of the games that the rest of the program has a meaning of its own for: what the protocol, the log, the
# command line or a language call something; `own` words are in core/box.h. `phase`, `turn` and `winner` are facts that every game tells.
COMMON = set("""card choice complete dealer first hand key lang left look lost minutes object out over own phase place play points
                round rounds set side started stopped swap taken turn winner won word""".split())

NAMES = {
    "a card":    r'^CARD\(\w+, *"([^"]+)"',
    "a fact":    r'\btell_\w+\(\w+, "([^"]+)"',
    "an option": r'\{ \.name = "([^"]+)"',
    "a phase":   r'\[[A-Z_]+\] = "([^"]+)"',
}


def folders():
    """(name, all its C sources) of every game."""
    for folder in sorted(glob.glob(os.path.join(ROOT, "games", "[a-z]*"))):
        files = [f for kind in ("*.[ch]", "cards.def") for f in sorted(glob.glob(os.path.join(folder, kind)))]
        yield os.path.basename(folder), "\n".join(open(f, encoding="utf-8").read() for f in files)


def rows(text, kind):
    """The first string of each row of the table that is declared as `kind NAME[...] = { ... };`."""
    found = re.search(r"\bconst %s \w+\[\w*\] = \{\n(.*?)\n\};" % kind, text, re.S)
    if not found:
        raise SystemExit("vocabulary: a game without a table of %s" % kind)
    return re.findall(r'= \{ "([^"]+)"', found.group(1))


def ids():
    return sorted({name for folder, text in folders() for name in [folder] + re.findall(r'\.id = "([a-z]+)"', text)})


def words():
    """What is peculiar to games: word -> what it is."""
    found = {}
    for _, text in folders():
        found.update({name: "an event" for name in rows(text, "EventKind")})
        found.update({form.split(" ")[0]: "a verb" for form in rows(text, "Verb")})
        for what, pattern in NAMES.items():
            found.update({name: what for name in re.findall(pattern, text, re.M)})
    return {word: what for word, what in found.items() if word not in COMMON and len(word) > 1}
