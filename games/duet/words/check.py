"""Check words.tsv, the word list next to this file.

Problems (exit status 1): not 400 rows; a row without five clean, non-empty
columns; a bad or repeated id; a word repeated within a language once case,
accents, hyphens, spaces and Hebrew final letters are ignored; a letter from
the wrong script; a word over 30 bytes; a Chinese word made only of characters
of another; a Chinese character in more than three words.
Warnings only: an English or Italian word inside another (4 letters or more).
"""
import re
import sys
import unicodedata
from itertools import permutations
from pathlib import Path

FINALS = str.maketrans("ךםןףץ", "כמנפצ", "- \u05be")
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

def read_rows(path):
    lines = path.read_bytes().decode("utf-8").removesuffix("\n").split("\n")
    return [line.split("\t") for line in lines if not line.startswith("#")]

def check_row(row):
    if len(row) != len(PATTERNS):
        yield f"{len(row)} columns: {row}"
        return
    for (column, pattern), word in zip(PATTERNS.items(), row):
        if not re.fullmatch(pattern, word):
            yield f"{column}: bad form {word!r} in {row[0]}"
        if len(word.encode()) > 30:
            yield f"{column}: too long {word!r}"

def check_repeats(column, words):
    folded = [fold(word) for word in words]
    for word in sorted({w for w in folded if folded.count(w) > 1}):
        yield f"{column}: repeated {word!r}"

def check_characters(words):
    for a, b in permutations(words, 2):
        if set(a) <= set(b):
            yield f"zh-Hant: {a} uses only characters of {b}"
    for char in sorted(set("".join(words))):
        users = [word for word in words if char in word]
        if len(users) > 3:
            yield f"zh-Hant: {char} in {len(users)} words: {' '.join(users)}"

def warn_contained(column, words):
    for a, b in permutations(map(fold, words), 2):
        if len(a) >= 4 and a in b and a != b:
            print(f"warning: {column}: {a!r} inside {b!r}")

def main():
    rows = read_rows(Path(__file__).with_name("words.tsv"))
    problems = [] if len(rows) == 400 else ["expected 400 rows"]
    problems += [p for row in rows for p in check_row(row)]
    columns = dict(zip(PATTERNS, zip(*[r for r in rows if len(r) == len(PATTERNS)])))
    for column, words in columns.items():
        problems += check_repeats(column, words)
    problems += check_characters(columns["zh-Hant"] if columns else [])
    for column in ("en", "it"):
        warn_contained(column, columns.get(column, []))
    print("".join(f"problem: {p}\n" for p in problems), end="")
    print(f"words: {len(rows)} rows, {len(problems)} problems")
    return 1 if problems else 0

if __name__ == "__main__":
    sys.exit(main())
