# SPDX-License-Identifier: MIT
"""A book of lore: the bytes that games/duet/book.c reads. All numbers are little-endian.

    header   16 numbers of 32 bits: magic, version, tongue, then how many words, texts, texts that
             may be said, heads, lists, items, bytes of text, and lists that are kinds; the rest is zero
    hash     of each word, ascending
    text     (word, where its text begins, how common it is) - those that may be said first, by word
    head     (hash, list): which list belongs to a board's word; forms of it have the same list
    start    where each list begins among the items; the first 400 are the concepts', the last are the
             kinds': all words that one of its heads names
    item     words, nearest first
    vector   128 numbers of 8 bits a word
    text     word NUL gloss NUL: its English words, a star before those it is the everyday word for"""
import struct

import numpy as np

MAGIC, VERSION, STEPS = 0x304C4C4E, 1, 400         # "NLL0"; a vector's length in steps
HEADER = 16
WORD = 4 + 128                                     # bytes of a word without letters: its hash and vector


def numbers(rows):
    return np.array(rows, "<u4").tobytes()


class Book:
    def __init__(self, tongue, number, words, vectors, ranks, fold_hash):
        self.number, self.fold_hash = number, fold_hash
        self.place, hashes = {}, {}
        for i, word in enumerate(words):
            hashes.setdefault(self.mark(word), i)      # of two words with the same hash the first is kept
        self.mark_order = sorted(hashes)
        keep = [hashes[m] for m in self.mark_order]
        index = {m: i for i, m in enumerate(self.mark_order)}
        self.place = {word: index[self.mark(word)] for word in words}
        self.vector = np.clip(np.rint(vectors[keep] * STEPS), -127, 127).astype(np.int8)
        self.rank = {word: rank for word, rank in zip(words, ranks)}
        self.texts(tongue)
        self.lists(tongue)

    def mark(self, word):
        return self.fold_hash(word) >> 32

    def texts(self, tongue):
        """Words whose text is needed: those that may be said, and those that have a gloss to show."""
        said = sorted({self.place[w]: w for w in tongue.said}.items())
        heard = sorted({self.place[w]: w for w in tongue.heard if tongue.heard[w]}.items())
        self.said, self.blob, self.text = len(said), b"", []
        senses = tongue.said | tongue.heard
        for at, word in said + heard:
            self.text.append((at, len(self.blob), self.rank[word]))
            starred, shown = tongue.everyday.get(word, ({}, word))
            gloss = ", ".join(("*" if sense in starred else "") + sense.replace("-", " ") for sense in senses[word])
            self.blob += shown.encode() + b"\0" + gloss.encode() + b"\0"
        self.blob += b"\0" * (-len(self.blob) % 4)

    def lists(self, tongue):
        self.item, self.start, heads = [], [0], set()
        kinds = [([w for w in names if w in self.place], members) for names, members in tongue.kinds]
        self.kinds = len(kinds)
        for forms, words in list(zip(tongue.forms, tongue.list)) + [([w], l) for w, l in tongue.more.items()] + kinds:
            heads.update((self.mark(form), len(self.start) - 1) for form in forms)
            self.item += [self.place[w] for w in words]
            self.start.append(len(self.item))
        self.head = sorted(heads)

    def bytes(self):
        counts = [MAGIC, VERSION, self.number, len(self.mark_order), len(self.text), self.said, len(self.head),
                  len(self.start) - 1, len(self.item), len(self.blob), self.kinds]
        return b"".join([numbers(counts + [0] * (HEADER - len(counts))), numbers(self.mark_order), numbers(self.text), numbers(self.head),
                         numbers(self.start), numbers(self.item), self.vector.tobytes(), self.blob])


def read(data):
    """(marks, vectors, everything else) of a book, for comparing two."""
    counts = struct.unpack("<16I", data[:64])
    n = counts[3]
    vectors = len(data) - counts[9] - 128 * n
    marks = data[64:64 + 4 * n]
    return marks, np.frombuffer(data[vectors:vectors + 128 * n], np.int8).reshape(n, 128), data[64 + 4 * n:vectors] + data[vectors + 128 * n:]
