"""Batches: arrays over the library's memory, the same games whatever their number."""
import gc
import unittest

import numpy as np

import ninelives as nl


def run(batch, steps, seed=3):
    ends = 0
    for _ in range(steps):
        batch.step(batch.random(seed))
        ends += int(batch.done.sum())
    return ends


class Arrays(unittest.TestCase):
    def test_shapes_and_kinds(self):
        for game in nl.games():
            b = nl.Batch(game, 5)
            self.assertEqual((b.seat.shape, b.seat.dtype), ((5,), np.int8))
            self.assertEqual((b.mask.shape, b.mask.dtype), ((5, b.actions), np.bool_))
            self.assertEqual((b.observation.shape, b.observation.dtype), ((5, b.features), np.uint8))
            self.assertEqual((b.done.shape, b.done.dtype), ((5,), np.bool_))
            self.assertEqual((b.reward.shape, b.reward.dtype), ((5, b.seats), np.float32))
            self.assertTrue(b.mask.any(axis=1).all())

    def test_nothing_is_copied(self):
        b = nl.Batch("kittens", 16)
        mask, where = b.mask, b.mask.ctypes.data
        before = mask.copy()
        run(b, 20)
        self.assertEqual(b.mask.ctypes.data, where)
        self.assertFalse((mask == before).all())
        self.assertFalse(mask.flags.owndata)
        with self.assertRaises(ValueError):
            mask[0, 0] = True

    def test_actions_are_read_where_they_are(self):
        b = nl.Batch("kittens", 4)
        actions = np.empty(4, np.int32)
        self.assertIs(b.random(1, actions), actions)
        b.step(actions.astype(np.int64))               # converted
        for wrong in (np.empty(3, np.int32), np.empty(4, np.int64), np.empty(8, np.int32)[::2]):
            with self.assertRaises(nl.BadArgument):
                b.random(1, wrong)
        with self.assertRaises(nl.BadArgument):
            b.step(np.zeros(5, np.int32))

    def test_an_array_keeps_the_memory_alive(self):
        b = nl.Batch("kittens", 64)
        observation = b.observation
        kept = observation.copy()
        del b
        gc.collect()
        others = [nl.Batch("kittens", 64, seed=i) for i in range(1, 9)]
        self.assertTrue((observation == kept).all())
        del others

    def test_an_illegal_action_changes_no_table(self):
        b = nl.Batch("kittens", 8)
        before = b.marks()
        actions = b.random(1)
        actions[5] = int(np.flatnonzero(~b.mask[5])[0])
        with self.assertRaises(nl.IllegalMove) as caught:
            b.step(actions)
        self.assertTrue(str(caught.exception))
        self.assertTrue((b.marks() == before).all())

    def test_rewards_at_the_end_only(self):
        b = nl.Batch("kittens", 32, "players=3")
        ends = 0
        for _ in range(300):
            b.step(b.random(2))
            ends += int(b.done.sum())
            self.assertTrue((b.reward[~b.done] == 0).all())
            np.testing.assert_allclose(b.reward[b.done].sum(axis=1), 0, atol=1e-6)
            self.assertTrue((b.reward[b.done].max(axis=1) == 1).all())
        self.assertGreater(ends, 32)

    def test_it_describes_every_action_and_feature(self):
        for game in nl.games():
            b = nl.Batch(game, 1)
            self.assertEqual(len(set(b.action_names())), b.actions)
            self.assertEqual(len(set(b.feature_names())), b.features)
        self.assertIn("draw", nl.Batch("kittens", 1).action_names())


class SameGames(unittest.TestCase):
    def test_whatever_the_size_and_the_threads(self):
        one, many, threaded = nl.Batch("kittens", 1, seed=4), nl.Batch("kittens", 33, seed=4), \
            nl.Batch("kittens", 33, seed=4, threads=2)
        rng = np.random.default_rng(0)
        for _ in range(120):
            actions = nl.pick(many.mask, rng)
            many.step(actions)
            threaded.step(actions)
            one.step(actions[:1])
        self.assertTrue((many.marks() == threaded.marks()).all())
        self.assertEqual(one.mark(0), many.mark(0))
        self.assertTrue((many.observation == threaded.observation).all())
        self.assertTrue((many.observation[:1] == one.observation).all())

    def test_reset_deals_the_same_again(self):
        b = nl.Batch("ratcat", 9, seed=6)
        run(b, 50)
        first = b.marks()
        b.reset(6)
        run(b, 50)
        self.assertTrue((b.marks() == first).all())
        b.reset(7)
        run(b, 50)
        self.assertFalse((b.marks() == first).any())

    def test_observations_change_no_game(self):
        seeing, blind = nl.Batch("kittens", 9), nl.Batch("kittens", 9, observe=False)
        run(seeing, 80)
        run(blind, 80)
        self.assertTrue((seeing.marks() == blind.marks()).all())
        self.assertEqual(blind.observation.shape, (9, 0))

    def test_bots_are_not_asked(self):
        b = nl.Batch("kittens", 6, "players=3", bots={1: "easy", 2: "random"}, iterations=10)
        for _ in range(40):
            self.assertTrue((b.seat == 0).all())
            b.step(b.random(1))

    def test_forced_decisions_are_asked_for(self):
        free, forced = nl.Batch("kittens", 16), nl.Batch("kittens", 16, forced=True)
        self.assertTrue((free.mask.sum(axis=1) > 1).all())
        few = 0
        for _ in range(60):
            few += int((forced.mask.sum(axis=1) == 1).sum())
            forced.step(forced.random(1))
            free.step(free.random(1))
            self.assertTrue((free.mask.sum(axis=1) > 1).all())
        self.assertGreater(few, 0)


class Pick(unittest.TestCase):
    def test_every_possible_action_and_no_other(self):
        mask = np.array([[0, 1, 0, 1], [1, 0, 0, 0], [1, 1, 1, 1]], np.bool_)
        rng, count = np.random.default_rng(1), np.zeros((3, 4))
        for _ in range(4000):
            count[np.arange(3), nl.pick(mask, rng)] += 1
        self.assertTrue((count[~mask] == 0).all())
        np.testing.assert_allclose(count[mask] / 4000, [0.5, 0.5, 1, 0.25, 0.25, 0.25, 0.25], atol=0.05)


if __name__ == "__main__":
    unittest.main()
