#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""languages.py - the languages of core/languages.def, for tools that import this and for shells: run, it prints their
codes, with --rtl only of those that are read from right to left."""
import re
import sys
from collections import namedtuple
from pathlib import Path

sys.dont_write_bytecode = True
LIST = Path(__file__).resolve().parent.parent / "core/languages.def"
Language = namedtuple("Language", "code name english direction locale tags plurals letter last_letter")


def read(path=LIST):
    """Every row of the list."""
    for row in re.findall(r"^LANGUAGE\((.*)\)$", path.read_text(encoding="utf-8"), re.M):
        cells = [text or other for text, other in re.findall(r'"([^"]*)"|(\w+)', row)]
        if len(cells) != len(Language._fields):
            sys.exit(f"{path}: {len(cells)} columns, not {len(Language._fields)}: {row}")
        yield Language(*cells[:-2], int(cells[-2], 0), int(cells[-1], 0))


LANGUAGES = {language.code: language for language in read()}


def columns(path):
    """The codes in the first line of a table, "# id<tab>en<tab>...": what language each column is in."""
    first, *codes = Path(path).read_text(encoding="utf-8").split("\n", 1)[0].split("\t")
    strange = [code for code in codes if code not in LANGUAGES]
    if first != "# id" or not codes or strange or len(set(codes)) != len(codes):
        sys.exit(f"{path}:1: not \"# id\" and codes of core/languages.def, each once, separated by tabs {strange or ''}".rstrip())
    return codes


if __name__ == "__main__":
    print("\n".join(l.code for l in LANGUAGES.values() if "--rtl" not in sys.argv or l.direction == "RTL"))
