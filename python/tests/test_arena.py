"""Arenas and intervals."""
import unittest

import numpy as np

import ninelives as nl
from ninelives.arena import wins


class Intervals(unittest.TestCase):
    def test_wilson(self):
        # The textbook's: 81 of 263 is 0.2553 to 0.3662.
        low, high = nl.wilson(81, 263)
        self.assertAlmostEqual(low, 0.2553, 4)
        self.assertAlmostEqual(high, 0.3662, 4)
        self.assertEqual(nl.wilson(0, 10)[0], 0)
        self.assertEqual(nl.wilson(10, 10)[1], 1)

    def test_what_a_reward_is_of_a_win(self):
        rewards = np.array([[1, -0.5, -0.5], [0.5, 0.5, -1], [0, 0, 0], [1, 1, 1], [-1, -1, -1]])
        np.testing.assert_allclose(wins(rewards), [[1, 0, 0], [0.5, 0.5, 0], [1 / 3] * 3, [1, 1, 1], [0, 0, 0]])


class Arenas(unittest.TestCase):
    def test_random_play_is_worth_its_seats(self):
        score = nl.arena("kittens", nl.Random(1), nl.Random(2), 3000, "players=3")
        self.assertEqual(score.games, 3000)
        self.assertLess(abs(score.rate - 1 / 3), 0.05)
        self.assertLess(score.low, score.rate)
        self.assertLess(score.rate, score.high)
        self.assertIn("3000 games", str(score))

    def test_a_bot_beats_random_play(self):
        score = nl.arena("kittens", "easy", nl.Random(2), 200, iterations=20)
        self.assertGreater(score.low, 0.5)

    def test_the_same_seeds_the_same_score(self):
        one, two = (nl.arena("ratcat", nl.Random(1), nl.Random(2), 40, "players=2 rounds=1", seed=5) for _ in range(2))
        self.assertEqual(one, two)


if __name__ == "__main__":
    unittest.main()
