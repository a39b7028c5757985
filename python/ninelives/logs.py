"""Games as text: read, written, proven fair, and played again move by move."""
from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Iterator, Union

from ninelives import errors
from ninelives._call import check
from ninelives._engine import lib
from ninelives.table import CHANCE, CLOCK, Table

Path = Union[str, "os.PathLike[str]"]
WHO = {"c": CHANCE, "t": CLOCK}         # the seats that a log writes as letters


@dataclass(frozen=True)
class Step:
    """One move of a log, and the table after it. The table is played on when the next step is asked for."""

    number: int
    seat: int
    move: str
    table: Table


def read_log(log: str) -> Table:
    """A table from a log, played as far as the log goes; its marks are checked."""
    return Table._of(lib.nl_log_read(log.encode()))


def verify_log(log: str) -> None:
    """Raises `Unfair` unless every shuffle comes from the secret that the log ends with, and `NoSecret` if it has none."""
    check(lib.nl_log_verify(log.encode()))


def load(path: Path) -> Table:
    """A table from a file with a log."""
    with open(path, encoding="utf-8") as file:
        return read_log(file.read())


def save(table: Table, path: Path) -> None:
    """Writes a table's log to a file."""
    with open(path, "w", encoding="utf-8") as file:
        file.write(table.log())


def replay(log: str) -> Iterator[Step]:
    """Plays a log again, a step for each move. Raises `BadLog` where a mark does not fit."""
    lines = log.splitlines()
    begin = next((i for i, line in enumerate(lines) if line[:1].isdigit()), len(lines))
    table = read_log("".join(line + "\n" for line in lines[:begin]))
    for line in lines[begin:]:
        first, _, rest = line.partition(" ")
        if first.isdigit():
            yield _apply(table, int(first), *rest.split(" ", 1))
        elif first == "mark":
            _compare(table, *rest.split())


def _apply(table: Table, number: int, who: str, move: str) -> Step:
    seat = WHO[who] if who in WHO else int(who)
    if seat == CHANCE:
        table.apply(seat, entropy=bytes.fromhex(move.split()[-1]))
    else:
        table.apply(seat, move)
    return Step(number, seat, move, table)


def _compare(table: Table, number: str, mark: str) -> None:
    if table.moves != int(number) or table.mark() != int(mark, 16):
        raise errors.BadLog(f"the mark after move {number} is {table.mark():016x}, the log says {mark}")
