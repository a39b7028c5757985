"""Check what Duet's partner knows: the gloss, lexicon, clue and heard files here.

Problems (exit status 1, each with its file and line): rows that do not follow
words.tsv concept by concept; a gloss outside 6 to 14 words; fewer than 30 or
more than 40 associations, one twice, or one that is no legal clue for its own
word (a form of it, inside it or around it; in Chinese a shared character);
too few clue words, a word out of order, twice, both given and only heard, not
one plain lower-case word of its language, or without one to three English
words; an association that neither list explains in English; a kind of unknown
concepts or words; an everyday word that is in no list of its language or does
not have that English word among its own. A language without a lexicon has
words on the table and no partner.
"""
import re
import sys
import unicodedata

from check import COLUMNS, HERE, fold, has_characters, languages, letters, read_rows

COLUMN = {language: i for i, language in enumerate(COLUMNS, 1) if (HERE / f"lexicon.{language}.tsv").exists()}
# Where a language uses fewer letters than its alphabet has in Unicode.
LETTERS = {"en": "[a-z]", "he": "[א-ת']", "zh-Hant": "[\u4e00-\u9fff]", "it": "[a-zàèéìòù]"}
CLUES = {"en": (5000, 9000)}
FEW_CLUES = (3000, 9000)
GLOSS = r"[A-Za-z][a-z]*([ ;,'-]+[A-Za-z]+)*"
ENGLISH = r"[a-zé-]+(,[a-zé-]+){0,2}"
MAX_BYTES = 30

def rows_of(name):
    """Yield the place and the columns of each row that is not a comment."""
    text = (HERE / name).read_bytes().decode("utf-8")
    for number, line in enumerate(text.removesuffix("\n").split("\n"), 1):
        if not line.startswith("#"):
            yield f"{name}:{number}", line.split("\t")

def check_shape(name, rows, ids, columns):
    """One row for each concept, in the order of words.tsv."""
    if [row[0] for _, row in rows] != ids:
        yield f"{name}: not the {len(ids)} concepts of words.tsv in their order"
    for place, row in rows:
        if len(row) != columns:
            yield f"{place}: {len(row)} columns, not {columns}"

def check_word(place, word, language, joined=""):
    """One normalised word in the letters of its language."""
    letter = LETTERS.get(language) or letters(language)
    if not re.fullmatch(f"{letter}+({joined}{letter}+)*", word):
        yield f"{place}: {word!r} is no plain word"
    if unicodedata.normalize("NFC", word) != word:
        yield f"{place}: {word!r} is not in normal form"
    if len(word.encode()) > MAX_BYTES:
        yield f"{place}: {word!r} is too long"

def check_gloss(ids):
    rows = list(rows_of("gloss.tsv"))
    yield from check_shape("gloss.tsv", rows, ids, 2)
    for place, row in rows:
        if not 6 <= len(row[-1].split()) <= 14:
            yield f"{place}: {len(row[-1].split())} words, not 6 to 14"
        if not re.fullmatch(GLOSS, row[-1]):
            yield f"{place}: bad form {row[-1]!r}"

def gives_away(clue, word, language):
    """Whether the rules forbid the clue because of how the word is written."""
    if has_characters(language):
        return bool(set(clue) & set(word))
    clue, word = fold(clue), fold(word)
    return len(min(clue, word, key=len)) > 2 and (clue in word or word in clue)

def check_associations(place, row, word, language):
    forms, associations = row[1].split(","), row[2].split(",")
    folded = {fold(form) for form in forms}
    if not 30 <= len(associations) <= 40:
        yield f"{place}: {len(associations)} associations, not 30 to 40"
    if fold(word) not in folded:
        yield f"{place}: {word!r} is not among its own forms"
    for listed in forms, associations:
        for twice in sorted({w for w in listed if listed.count(w) > 1}):
            yield f"{place}: {twice!r} twice"
    for clue in associations:
        yield from check_word(place, clue, language, "-")
        if fold(clue) in folded or gives_away(clue, word, language):
            yield f"{place}: {clue!r} is no legal clue for {word!r}"

def check_lexicon(language, concepts):
    name = f"lexicon.{language}.tsv"
    rows = list(rows_of(name))
    yield from check_shape(name, rows, [c[0] for c in concepts], 3)
    for (place, row), concept in zip(rows, concepts):
        if len(row) == 3:
            yield from check_associations(place, row, concept[COLUMN[language]], language)

def check_list(name, language, joined):
    """A list of words in order, glossed unless they are English."""
    before = ""
    for place, row in rows_of(name):
        yield from check_word(place, row[0], language, joined)
        if row[0] <= before:
            yield f"{place}: {row[0]!r} twice or out of order"
        before = row[0]
        if language == "en" and len(row) != 1:
            yield f"{place}: {len(row)} columns, not 1"
        if language != "en" and not (len(row) == 2 and re.fullmatch(ENGLISH, row[1])):
            yield f"{place}: {row[0]!r} needs one to three English words"

def words_in(name):
    return {row[0]: place for place, row in rows_of(name)}

def check_clues(language):
    name, least, most = f"clues.{language}.txt", *CLUES.get(language, FEW_CLUES)
    clues = words_in(name)
    if not least <= len(clues) <= most:
        yield f"{name}: {len(clues)} words, not {least} to {most}"
    yield from check_list(name, language, "")
    if language != "en":
        yield from check_heard(language, clues)

def check_heard(language, clues):
    name = f"heard.{language}.txt"
    yield from check_list(name, language, "-")
    heard = words_in(name)
    for word in sorted(set(clues) & set(heard)):
        yield f"{heard[word]}: {word!r} is also a clue at {clues[word]}"
    for place, row in rows_of(f"lexicon.{language}.tsv"):
        for word in row[-1].split(","):
            if word not in clues and word not in heard:
                yield f"{place}: {word!r} is in neither list"

def glossed(language):
    """Every word of a language's lists with its English words."""
    return {row[0]: row[1].split(",") for name in ("clues", "heard") for _, row in rows_of(f"{name}.{language}.txt")}

def cells_of(name, id_fits):
    """Yield place, language, id and cell of a table with a column for some languages; problems have no language."""
    codes = languages.columns(HERE / name)
    for place, row in rows_of(name):
        if len(row) != 1 + len(codes) or not id_fits(row[0]):
            yield f"{place}: {len(row)} columns, not {1 + len(codes)}, or a bad {row[0]!r}", None, None, None
        for language, cell in zip(codes, row[1:]):
            yield place, language, row[0], cell

def check_kinds(ids):
    """Every name is a word of its language, every member a concept."""
    known = {language: words_in("clues.en.txt") if language == "en" else glossed(language) for language in COLUMN}
    for place, language, _, names in cells_of("kinds.tsv", lambda members: set(members.split(",")) <= set(ids)):
        if not language:
            yield place
            continue
        for word in names.split(","):
            if word != "-" and word not in known[language]:
                yield f"{place}: {word!r} is in no list"

def check_everyday():
    """The everyday word for an English one: a word of its language that means it."""
    senses = {language: glossed(language) for language in COLUMN if language != "en"}
    for place, language, english, word in cells_of("everyday.tsv", lambda english: re.fullmatch("[a-z]+", english)):
        word = word and word.replace(" ", "-")
        if not language:
            yield place
        elif word != "-" and english not in senses[language].get(word, []):
            yield f"{place}: {word!r} is not listed as {english!r}"

def main():
    concepts = read_rows(HERE / "words.tsv")
    problems = list(check_gloss([c[0] for c in concepts]))
    problems += check_kinds([c[0] for c in concepts])
    problems += check_everyday()
    for language in COLUMN:
        problems += check_lexicon(language, concepts)
        problems += check_clues(language)
    print("".join(f"problem: {p}\n" for p in problems), end="")
    counts = ", ".join(f"{len(words_in(f'clues.{l}.txt'))} {l}" for l in COLUMN)
    print(f"lexicon: clue words {counts}; {len(problems)} problems")
    return 1 if problems else 0

if __name__ == "__main__":
    sys.exit(main())
