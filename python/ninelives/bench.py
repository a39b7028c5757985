"""How fast a batch is played from Python: ``python3 -m ninelives.bench [--game ID] [--tables N] [--seconds S]``.

A decision is one action where at least two were possible. Times are CPU time, the best of several repeats, beside the
yardstick that ``ninelives bench`` uses too: one step of a chain of operations that each need the one before. Times differ
between machines and moments, the ratio much less.
"""
from __future__ import annotations

import argparse
import time
from typing import Callable

import numpy as np

from ninelives._engine import lib
from ninelives.batch import Array, Batch, pick
from ninelives.table import games

REPEATS = 7
Choose = Callable[[Batch, int], Array]


def by_library() -> Choose:
    """Actions drawn by the library."""
    out: list[Array] = []

    def choose(batch: Batch, step: int) -> Array:
        if not out:
            out.append(np.empty(batch.tables, np.int32))
        return batch.random(1, out[0])
    return choose


def by_numpy() -> Choose:
    """Actions drawn from the masks by numpy."""
    rng = np.random.default_rng(1)
    return lambda batch, step: pick(batch.mask, rng)


def rate(batch: Batch, choose: Choose, seconds: float) -> float:
    """Decisions a second of CPU time: the best repeat."""
    best = 0.0
    for _ in range(REPEATS):
        begin, steps = time.process_time(), 0
        while (took := time.process_time() - begin) < seconds / REPEATS or not steps:
            batch.step(choose(batch, steps))
            steps += 1
        took = time.process_time() - begin
        best = max(best, steps * batch.tables / took)
    return best


def row(name: str, per_second: float, step: float) -> str:
    """One line of the report."""
    return f"  {name:<34} {per_second / 1e6:7.2f} M a second  {1e9 / per_second:7.0f} ns  {1 / per_second / step:7.1f} steps"


def report(game: str, options: str, tables: int, seconds: float) -> list[str]:
    """All lines about one game."""
    step = min(float(lib.nl_yardstick()) for _ in range(REPEATS))
    whole = Batch(game, tables, options)
    head = f"{game} {options}".strip() + f": {tables} tables, {whole.actions} actions, {whole.features} features"
    lines = [f"{head}; the yardstick's step: {step * 1e9:.2f} ns"]
    for observe in (True, False):
        batch = Batch(game, tables, options, observe=observe)
        what = "with observations" if observe else "without"
        for who, choose in (("library", by_library()), ("numpy", by_numpy())):
            lines.append(row(f"{what}, {who} draws", rate(batch, choose, seconds), step))
    return lines


def main() -> None:
    """Reads the command line and prints."""
    parser = argparse.ArgumentParser(prog="python3 -m ninelives.bench", description=__doc__)
    parser.add_argument("--game", choices=[game.name for game in games()], help="only this one")
    parser.add_argument("--options", default="", help='as in a log: "players=3"')
    parser.add_argument("--tables", type=int, default=4096)
    parser.add_argument("--seconds", type=float, default=1.0, help="of CPU time for each line")
    asked = parser.parse_args()
    for game in [asked.game] if asked.game else [game.name for game in games()]:
        print("\n".join(report(game, asked.options, asked.tables, asked.seconds)))


if __name__ == "__main__":
    main()
