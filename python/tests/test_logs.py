"""Logs: read, written, verified, replayed."""
import os
import tempfile
import unittest
import unittest.mock

import ninelives._call
import ninelives as nl


class Logs(unittest.TestCase):
    def setUp(self):
        self.table = nl.play("kittens", ["random"] * 3, seed=11)
        self.log = self.table.log()

    def test_a_log_is_read_again(self):
        again = nl.read_log(self.log)
        self.assertEqual(again.mark(), self.table.mark())
        self.assertEqual(again.log(), self.log)
        self.assertTrue(again.over)

    def test_a_text_of_any_length(self):
        with unittest.mock.patch.object(ninelives._call, "TEXT", 16):
            self.assertEqual(self.table.log(), self.log)

    def test_a_file(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "game.log")
            nl.save(self.table, path)
            self.assertEqual(nl.load(path).mark(), self.table.mark())

    def test_a_finished_game_proves_its_shuffles(self):
        nl.verify_log(self.log)
        lines = self.log.splitlines(True)
        with self.assertRaises(nl.NoSecret):
            nl.verify_log("".join(line for line in lines if not line.startswith("secret")))
        with self.assertRaises(nl.Unfair):
            nl.verify_log("".join("secret " + "5" * 64 + "\n" if line.startswith("secret") else line for line in lines))

    def test_a_log_that_does_not_play(self):
        with self.assertRaises(nl.BadLog) as caught:
            nl.read_log(self.log.replace("draw", "fly", 1))
        self.assertTrue(str(caught.exception))

    def test_replay_goes_through_every_move(self):
        steps, marks = 0, set()
        for step in nl.replay(self.log):
            steps += 1
            marks.add(step.table.mark())
            self.assertEqual(step.number, steps)
        self.assertEqual(steps, self.table.moves)
        self.assertEqual(len(marks), steps)
        self.assertEqual(step.table.mark(), self.table.mark())

    def test_replay_compares_marks(self):
        lines = self.log.splitlines(True)
        at = next((i for i, line in enumerate(lines) if line.startswith("mark")), None)
        number = sum(line[:1].isdigit() for line in lines[:at])
        bad = lines[:at] + [f"mark {number} {'0' * 16}\n"]
        with self.assertRaisesRegex(nl.BadLog, "mark after move"):
            for _ in nl.replay("".join(bad)):
                pass


if __name__ == "__main__":
    unittest.main()
