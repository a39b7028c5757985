"""Games, tables and views."""
import unittest

import ninelives as nl


def first_move(view, moves):
    """The first one; where it is a clue, a word that is on no table."""
    return moves[0].replace("WORD N", "xylophone 1")


def hidden(fact):
    """How many blanks a told position has."""
    if isinstance(fact, dict):
        return sum(map(hidden, fact.values()))
    if isinstance(fact, list):
        return sum(map(hidden, fact))
    return fact is None


class Games(unittest.TestCase):
    def test_there_are_games_and_levels(self):
        self.assertIn(nl.Game("kittens"), nl.games())
        self.assertGreaterEqual(len(nl.games()), 5)
        self.assertEqual(nl.levels()[0], "random")
        self.assertRegex(nl.__version__, r"^\d+\.\d+\.\d+$")

    def test_every_game_describes_itself(self):
        for game in nl.games():
            self.assertIn("options", game.describe())
            self.assertLessEqual(2, game.min_seats)
            self.assertLessEqual(game.min_seats, game.max_seats)
            self.assertLessEqual(1, game.rules)

    def test_a_game_that_is_not_there(self):
        with self.assertRaisesRegex(nl.BadArgument, "no game .chess."):
            nl.Game("chess")


class Tables(unittest.TestCase):
    def dealt(self, options="players=3", seed=7):
        table = nl.Table("kittens", options, seed=seed)
        table.settle()
        return table

    def test_chance_is_asked_first(self):
        table = nl.Table("kittens", seed=1)
        self.assertEqual(table.to_act(), [nl.CHANCE])
        table.settle()
        self.assertEqual(table.to_act(), [0])
        self.assertEqual(table.moves, 1)

    def test_the_same_seed_deals_the_same(self):
        self.assertEqual(self.dealt().mark(), self.dealt().mark())
        self.assertNotEqual(self.dealt().mark(), self.dealt(seed=8).mark())

    def test_entropy_decides_a_shuffle(self):
        marks = set()
        for entropy in (bytes(32), bytes(32), bytes(range(32))):
            table = nl.Table("kittens", seed=1)
            table.apply(nl.CHANCE, entropy=entropy)
            marks.add(table.mark())
        self.assertEqual(len(marks), 2)

    def test_a_copy_goes_its_own_way(self):
        table = self.dealt()
        copy = table.copy()
        before = table.mark()
        copy.play(0, "draw")
        self.assertEqual(table.mark(), before)
        self.assertNotEqual(copy.mark(), before)

    def test_every_legal_move_can_be_played(self):
        table = self.dealt()
        self.assertIn("draw", table.legal(0))
        self.assertEqual(table.legal(1), [])
        for move in table.legal(0):
            table.copy().play(0, move)

    def test_a_refused_move_changes_nothing_and_says_why(self):
        table = self.dealt()
        before = table.mark()
        for move, seat, kind in (("give nope", 0, nl.IllegalMove), ("draw", 1, nl.NotAsked), ("fly", 0, nl.BadMove)):
            with self.assertRaises(kind) as caught:
                table.play(seat, move)
            self.assertTrue(str(caught.exception))
            self.assertIsInstance(caught.exception, nl.MoveRefused)
        self.assertEqual(table.mark(), before)

    def test_wrong_arguments(self):
        for wrong in (lambda: nl.Table("kittens", "players=99"), lambda: nl.Table("kittens", "colour=red"),
                      lambda: nl.Table("kittens", seed=1, secret=bytes(32)), lambda: nl.Table("kittens", secret=b"short"),
                      lambda: self.dealt().observe(9), lambda: self.dealt().tell(77),
                      lambda: nl.Table("kittens").bot(0, "genius"), lambda: self.dealt().choose(0)):
            with self.assertRaises(nl.BadArgument) as caught:
                wrong()
            self.assertTrue(str(caught.exception))

    def test_views_hide_and_the_truth_does_not(self):
        table = self.dealt()
        truth, view = table.tell(), table.observe(1).tell()
        self.assertEqual(view, table.tell(1))
        self.assertEqual(hidden(truth["hands"]), 0)
        self.assertEqual(hidden(view["hands"][1]), 0)
        self.assertGreater(hidden(view["hands"][0]), 0)
        self.assertEqual(sorted(view["hands"][1]), sorted(truth["hands"][1]))

    def test_an_imagined_table_looks_the_same(self):
        table = self.dealt()
        view = table.observe(2)
        worlds = [view.imagine(seed) for seed in range(8)]
        self.assertTrue(all(world.tell(2) == view.tell() for world in worlds))
        self.assertGreater(len({world.mark() for world in worlds}), 1)

    def test_events_are_told_to_seats(self):
        table = self.dealt()
        mine, truth = table.events(0), table.events()
        self.assertEqual([event["e"] for event in mine], [event["e"] for event in truth])
        self.assertEqual(hidden(truth), 0)
        self.assertGreater(hidden(mine), 0)
        self.assertEqual([e for e in mine if e.get("seat") == 0], [e for e in truth if e.get("seat") == 0])

    def test_the_score_at_the_end(self):
        table = nl.play("kittens", ["random"] * 4, seed=5)
        self.assertTrue(table.over)
        self.assertEqual(table.to_act(), [])
        self.assertEqual([seat for seat, place in enumerate(table.places()) if place == 1], table.winners())
        self.assertEqual(len(table.points()), 4)
        with self.assertRaises(nl.GameOver):
            table.play(0, "draw")


class Players(unittest.TestCase):
    def test_bots_and_functions_play_every_game(self):
        for game in nl.games():
            table = nl.play(game, ["random"] + [first_move] * (game.min_seats - 1), seed=2)
            self.assertTrue(table.over, game)

    def test_players_are_given_their_own_view(self):
        seen = []

        def look(view, moves):
            seen.append((view.seat, hidden(view.tell()["hands"])))
            return moves[0]
        nl.play("kittens", ["random", look], seed=4)
        self.assertEqual({seat for seat, _ in seen}, {1})
        self.assertGreater(seen[0][1], 0)

    def test_the_same_seed_plays_the_same_game(self):
        one, two = (nl.play("kittens", ["easy", "random"], seed=9, iterations=30) for _ in range(2))
        self.assertEqual(one.log(), two.log())

    def test_advice_names_legal_moves(self):
        table = nl.Table("kittens", seed=3)
        table.bot(0, "easy", 1)
        table.settle()
        self.assertIn(table.choose(0, 30), table.legal(0))
        self.assertIn("draw", str(table.advise(0, 30)))


if __name__ == "__main__":
    unittest.main()
