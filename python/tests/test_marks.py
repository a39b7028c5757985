"""The same seed and the same actions give the same marks as in C, and the program replays what Python has played.

NINELIVES_MARKS is tests/marks.c, built; NINELIVES_PROGRAM the program. Who installed only the module has neither."""
import os
import subprocess
import tempfile
import unittest

import ninelives as nl

MARKS, PROGRAM = os.environ.get("NINELIVES_MARKS"), os.environ.get("NINELIVES_PROGRAM")
TABLES, STEPS, MOVES = 64, 300, 60      # as in marks.c


def played(game, seed):
    """What marks.c prints."""
    lines = []
    table = nl.Table(game, seed=seed)
    for seat in range(table.seats):
        table.bot(seat, nl.levels()[0], seed + seat)
    table.settle()
    for _ in range(MOVES):
        if table.over:
            break
        seat = table.to_act()[0]
        table.play(seat, table.choose(seat, 1))
        lines.append(f"table {table.mark():016x}")
    batch = nl.Batch(game, TABLES, seed=seed)
    for _ in range(STEPS):
        batch.step(batch.random(seed))
    return lines + [f"batch {mark:016x}" for mark in batch.marks()]


class Marks(unittest.TestCase):
    @unittest.skipUnless(MARKS, "no C program to compare with")
    def test_the_same_as_in_c(self):
        for game in nl.games():
            for seed in (1, 2 ** 40 + 5):
                out = subprocess.run([MARKS, game.name, str(seed)], capture_output=True, text=True, check=True).stdout
                self.assertGreater(len(out.splitlines()), TABLES)
                self.assertEqual(out.splitlines(), played(game, seed), game)

    @unittest.skipUnless(PROGRAM, "no program to replay with")
    def test_the_program_replays_what_python_played(self):
        for game in nl.games():
            table = nl.play(game, ["random"] * 2, seed=3)
            with tempfile.NamedTemporaryFile("w", suffix=".log") as file:
                file.write(table.log() + f"mark {table.moves} {table.mark():016x}\n")
                file.flush()
                done = subprocess.run([PROGRAM, "replay", file.name], capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stderr)


if __name__ == "__main__":
    unittest.main()
