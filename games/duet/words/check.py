"""Check words.tsv, the word list next to this file.

Problems (exit status 1): not 400 rows; a row without an id and a word for each
language that the first line names; a bad or repeated id; a word repeated within a language once case,
accents, hyphens, spaces and Hebrew final letters are ignored; a letter from
the wrong script; a word over 30 bytes; a Chinese word made only of characters
of another; a Chinese character in more than three words.
Warnings only: a word in Latin letters inside another (4 letters or more).
"""
import re
import sys
import unicodedata
from itertools import permutations
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "tools"))
import languages

HERE = Path(__file__).resolve().parent
FINALS = str.maketrans("ךםןףץ", "כמנפצ", "- \u05be")
COLUMNS = languages.columns(HERE / "words.tsv")
# Where a language uses fewer letters than its alphabet has in Unicode.
PATTERNS = {
    "id": r"[a-z]+(_[a-z]+)*",
    "en": r"[a-z]+([ -][a-z]+)*",
    "he": r"[א-ת][א-ת']*([ -][א-ת']+)*",
    "zh-Hant": r"[\u4e00-\u9fff]+",
    "it": r"[a-zàèéìòù]+([ '-][a-zàèéìòù]+)*",
}

def fold(word):
    """Reduce a word to the form in which two words count as the same."""
    letters = unicodedata.normalize("NFKD", word).casefold()
    letters = "".join(c for c in letters if not unicodedata.combining(c))
    return letters.translate(FINALS)

def letters(column):
    """Any letter of a language, as a pattern."""
    first, last = languages.LANGUAGES[column][-2:]
    return f"(?:(?![\\W\\d_])[{chr(max(first, 0x41))}-{chr(last)}])"

def pattern(column):
    return PATTERNS.get(column) or "{0}+([ '-]{0}+)*".format(letters(column))

def has_characters(column):
    """Whether it is written in characters, each of which means something."""
    return languages.LANGUAGES[column].letter >= 0x2e80

def read_rows(path):
    lines = path.read_bytes().decode("utf-8").removesuffix("\n").split("\n")
    return [line.split("\t") for line in lines if not line.startswith("#")]

def check_row(row):
    if len(row) != 1 + len(COLUMNS):
        yield f"{len(row)} columns: {row}"
        return
    for column, word in zip(["id", *COLUMNS], row):
        if not re.fullmatch(pattern(column), word):
            yield f"{column}: bad form {word!r} in {row[0]}"
        if len(word.encode()) > 30:
            yield f"{column}: too long {word!r}"

def check_repeats(column, words):
    folded = [fold(word) for word in words]
    for word in sorted({w for w in folded if folded.count(w) > 1}):
        yield f"{column}: repeated {word!r}"

def check_characters(column, words):
    for a, b in permutations(words, 2):
        if set(a) <= set(b):
            yield f"{column}: {a} uses only characters of {b}"
    for char in sorted(set("".join(words))):
        users = [word for word in words if char in word]
        if len(users) > 3:
            yield f"{column}: {char} in {len(users)} words: {' '.join(users)}"

def warn_contained(column, words):
    for a, b in permutations(map(fold, words), 2):
        if len(a) >= 4 and a in b and a != b:
            print(f"warning: {column}: {a!r} inside {b!r}")

def main():
    rows = read_rows(HERE / "words.tsv")
    problems = [] if len(rows) == 400 else ["expected 400 rows"]
    problems += [p for row in rows for p in check_row(row)]
    columns = dict(zip(["id", *COLUMNS], zip(*[r for r in rows if len(r) == 1 + len(COLUMNS)])))
    for column, words in columns.items():
        problems += check_repeats(column, words)
        if column != "id" and has_characters(column):
            problems += check_characters(column, words)
    for column in COLUMNS:
        if languages.LANGUAGES[column].letter == languages.LANGUAGES["en"].letter:
            warn_contained(column, columns.get(column, []))
    print("".join(f"problem: {p}\n" for p in problems), end="")
    print(f"words: {len(rows)} rows, {len(problems)} problems")
    return 1 if problems else 0

if __name__ == "__main__":
    sys.exit(main())
