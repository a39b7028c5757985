# SPDX-License-Identifier: MIT
"""The vectors of words: one space of 128 dimensions for all languages, related words close together.

English comes first: GloVe (words that stand in the same sentences) joined with MiniLM (words of
similar meaning), then each word moved towards its neighbours in WordNet and in our lists. A word of
another language gets its vector from the English words of its gloss."""
import re
from collections import defaultdict

import numpy as np

from sources import GLOSS

DIMS = 128
ENGLISH = 50500          # words, our own included
WIDE = 192               # dimensions until the words have been moved towards their neighbours
LONGEST = 14             # bytes of a word known from emoji alone
COMMON = 150             # so many of the most frequent words are ignored in glosses
SURE = 25000             # beyond this rank a word must be in WordNet to count as one


def unit(x):
    length = np.linalg.norm(x, axis=1, keepdims=True)
    length[length == 0] = 1
    return x / length


def centred(x, drop):
    """Removes the mean and the strongest directions, which tell how common a word is and not what it means."""
    there = np.linalg.norm(x, axis=1) > 0
    x = np.where(there[:, None], x - x[there].mean(0), 0)
    strongest = np.linalg.eigh(x.T @ x)[1][:, ::-1][:, :drop]
    return unit(x - x @ strongest @ strongest.T)


def turned(x, dims):
    """Projects onto the principal directions, each with a sign that does not depend on the library."""
    basis = np.linalg.eigh(x.T @ x)[1][:, ::-1][:, :dims]
    basis = basis * np.sign(basis[np.abs(basis).argmax(0), np.arange(dims)])
    return unit(x @ basis)


def pulled(x, place, edges, strength, rounds=5):
    """Every word moves towards the weighted mean of its neighbours (retrofitting)."""
    weight = {}
    for a, b, w in edges:
        i, j = place.get(a), place.get(b)
        if i is None or j is None or i == j:
            continue
        for pair in ((i, j), (j, i)):
            weight[pair] = max(weight.get(pair, 0), w)
    pairs = np.array(sorted(weight))
    w = np.array([weight[tuple(p)] for p in pairs])
    start = np.flatnonzero(np.r_[True, pairs[1:, 0] != pairs[:-1, 0]])
    node, near = pairs[start, 0], pairs[:, 1]
    w /= np.repeat(np.add.reduceat(w, start), np.diff(np.r_[start, len(w)]))
    own = (np.linalg.norm(x[node], axis=1, keepdims=True) > 0).astype(float)
    y = x.copy()
    for _ in range(rounds):
        mean = np.add.reduceat(y[near] * w[:, None], start, axis=0)
        y[node] = (x[node] * own + strength * mean) / (own + strength)
    return unit(y)


def vocabulary(tongue, also, frequent, rank, known):
    """Our own words, those in glosses of other languages, then the most frequent ones."""
    words = dict.fromkeys(tongue.own())
    words.update(dict.fromkeys(word for word in also if word in rank))
    for i, word in enumerate(frequent):
        if len(words) >= ENGLISH:
            break
        if re.fullmatch("[a-z]{2,}", word) and (i < SURE or word in known):
            words[word] = None
    return list(words)


def in_glove(words, glove):
    x = np.zeros((len(words), 100))
    for i, word in enumerate(words):
        parts = [glove[p][:100] for p in ([word] if word in glove else word.replace("-", " ").split()) if p in glove]
        if parts:
            x[i] = np.mean(parts, axis=0)
    return x


def padded(x):
    return np.hstack([x, np.zeros((len(x), DIMS - x.shape[1]))])


def anywhere(n):
    """Random vectors, the same each time, for lore without meanings."""
    return unit(np.random.RandomState(1).standard_normal((n, DIMS)))


def english(tongue, also, packages, wordnet, only=None):
    """(words, vectors, rank of each by frequency) of the English book, or of a book from one model alone."""
    frequent, glove = packages.glove()
    rank = {word: i for i, word in enumerate(frequent)}
    known = {a for a, _, w in wordnet if w != GLOSS}
    words = vocabulary(tongue, also, frequent, rank, known)
    ranks = [rank.get(word, len(rank)) for word in words]
    if only == "lists":
        return words, np.zeros((len(words), DIMS)), ranks
    if only == "glove":
        return words, padded(centred(in_glove(words, glove), 3)), ranks
    if only == "minilm":
        return words, turned(centred(packages.minilm(words), 1), DIMS), ranks
    if only == "plain":
        return words, turned(np.hstack([centred(in_glove(words, glove), 3), 1.2 * centred(packages.minilm(words), 1)]), DIMS), ranks
    place = {word: i for i, word in enumerate(words)}
    dull = set(frequent[:COMMON])
    wordnet = [edge for edge in wordnet if edge[1] not in dull]
    if only == "wordnet":
        return words, centred(pulled(anywhere(len(words)), place, wordnet, 3.0, rounds=3), 1), ranks
    x = np.hstack([centred(in_glove(words, glove), 3), 1.2 * centred(packages.minilm(words), 1)])
    return words, turned(pulled(turned(x, WIDE), place, wordnet + tongue.edges(), 1.0), DIMS), ranks


def pivots(ours, theirs, most=3):
    """For each keyword of one language, the English ones that share its emoji best: [(word, weight)]."""
    sign, english_of = defaultdict(set), defaultdict(set)
    for emoji, keywords in ours.items():
        for word in keywords:
            sign[word].add(emoji)
    for emoji, keywords in theirs.items():
        for word in keywords:
            english_of[word].add(emoji)
    for word, emojis in sign.items():
        near = {e for emoji in emojis for e in theirs.get(emoji, [])}
        share = {e: 2 * len(emojis & english_of[e]) / (len(emojis) + len(english_of[e])) for e in near}
        best = sorted(share, key=lambda e: (-share[e], e))
        yield word, [(e, share[e]) for e in best if share[e] >= share[best[most - 1 if len(best) >= most else -1]]]


class Laid:
    """Vectors of another language's words, from the English words of their meanings."""

    def __init__(self, words, vectors):
        self.vectors, self.place, self.at, self.rank = vectors, {word: i for i, word in enumerate(words)}, {}, {}

    def known(self, meaning):
        return [p for p in ([meaning] if meaning in self.place else meaning.replace("-", " ").split()) if p in self.place]

    def lay(self, word, meanings):
        """Adds a word unless it has meanings already. It counts as common as its most common meaning."""
        parts = [(self.place[p], weight) for meaning, weight in meanings for p in self.known(meaning)]
        if parts and word not in self.at:
            self.at[word] = sum(self.vectors[i] * weight for i, weight in parts)


def foreign(tongue, english_words, english_vectors, english_ranks, emoji):
    """(words, vectors, rank) of another language's book. `emoji`: what pivots() gave, or nothing."""
    laid, senses = Laid(english_words, english_vectors), tongue.heard | tongue.said
    for english_word, word in zip(tongue.english, tongue.concept):
        laid.lay(word, [(english_word, 1.0)] + [(sense, 0.5) for sense in senses.get(word, [])])
    for word, meanings in senses.items():
        laid.lay(word, [(meaning, 1 / (1 + 0.5 * i)) for i, meaning in enumerate(meanings)])
    for english_word, forms in zip(tongue.english, tongue.forms):
        for form in forms:
            laid.lay(form, [(english_word, 1.0)])
    for word, best in emoji:
        if not re.search(r"\s", word) and len(word.encode()) <= LONGEST:
            laid.lay(word, [(meaning, share ** 2) for meaning, share in best])
    if tongue.has_characters:
        lay_characters(laid)
    signs = {word for word, _ in emoji}                # words from emoji come last: a book that is too large loses its end
    words = list(dict.fromkeys(tongue.own() + sorted(laid.at, key=lambda word: word in signs)))
    x = unit(np.array([laid.at.get(word, np.zeros(DIMS)) for word in words]))
    rank = [min([english_ranks[laid.place[p]] for sense in senses.get(word, []) for p in laid.known(sense)], default=10 ** 6) for word in words]
    return words, pulled(x, {word: i for i, word in enumerate(words)}, tongue.edges(), 1.0, rounds=3), rank


def lay_characters(laid):
    """A Chinese character gets the mean vector of the words it is in, so that unlisted words can be guessed."""
    amid = defaultdict(list)
    for word, vector in laid.at.items():
        for character in set(word) if len(word) > 1 else ():
            amid[character].append(vector)
    for character, vectors in amid.items():
        laid.at.setdefault(character, np.sum(vectors, axis=0))
