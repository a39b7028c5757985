#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""verdict_test.py - every kind of broken promise is noticed, and a clean run is not accused. The runs are made up."""
import os
import sys
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from crowd import Journal, Viewer                                                # noqa: E402
from verdict import (Ack, Claim, Harm, Refused, Stored, Verdict, check_claims, check_moves, move_lines,  # noqa: E402
                     recoveries, round_key, table_number)

T = "mirotuka"


def ack(ident, seat, move, n, first, at=None, table=T):
    return Ack(table, 1, seat, ident, move, n, first, first, first + 0.5 if at is None else at)


ACKS = [ack("a", 0, "draw", 20, 1), ack("b", 1, "pass", 21, 2), ack("c", 0, "draw", 23, 3)]
LOG = [Stored(1, "c", "", "1 c deal 00"), Stored(2, "p", "a", "2 0 draw"), Stored(3, "p", "b", "3 1 pass"),
       Stored(4, "p", "c", "4 0 draw"), Stored(5, "t", "", "5 1 pass")]


def counts(acks=ACKS, log=LOG, refused=(), claims=()):
    verdict = Verdict()
    check_moves(verdict, list(acks), list(refused), {(T, 1): list(log)})
    check_claims(verdict, list(claims))
    return dict(verdict.counts)


class Moves(unittest.TestCase):
    def test_clean(self):
        self.assertEqual(counts(), {})

    def test_lost(self):
        self.assertEqual(counts(log=LOG[:3]), {"lost": 1})
        other = [m if m.ask != "b" else m._replace(line="3 1 nope") for m in LOG]
        self.assertEqual(counts(log=other), {"lost": 1}, "another move stands in its place")
        self.assertEqual(counts(log=[m._replace(ask="") for m in LOG]), {"lost": 3})
        self.assertEqual(counts(acks=[a._replace(round=2) for a in ACKS]), {"lost": 3}, "a round that is not there")

    def test_doubled(self):
        self.assertEqual(counts(log=[*LOG, Stored(6, "p", "b", "6 1 pass")])["doubled"], 1)
        self.assertEqual(counts(log=[*LOG, Stored(6, "p", "b", "6 0 pass")]), {}, "an id belongs to its seat")

    def test_gap(self):
        self.assertEqual(counts(log=[m._replace(number=m.number + (m.number > 4)) for m in LOG]), {"gaps": 1})

    def test_disordered_by_number(self):
        acks = [ACKS[0], ACKS[1]._replace(n=23, first=1, at=9), ACKS[2]._replace(n=21, first=1, at=9)]
        self.assertEqual(counts(acks=acks), {"disordered": 1})

    def test_disordered_in_time(self):
        late = [ACKS[0]._replace(first=5, sent=5, at=6), *ACKS[1:]]
        self.assertEqual(counts(acks=late), {"disordered": 1}, "sent after others were acknowledged, logged before them")
        again = [ACKS[0]._replace(first=1, sent=5, at=6), *ACKS[1:]]
        self.assertEqual(counts(acks=again), {}, "it was sent before, and then again")

    def test_denied(self):
        self.assertEqual(counts(acks=ACKS[:2], refused=[Refused(T, 1, 0, "c", "stale")]), {"denied": 1})
        self.assertEqual(counts(acks=ACKS[:2], refused=[Refused(T, 1, 0, "c", "wrong_round")]), {})
        self.assertEqual(counts(refused=[Refused(T, 1, 0, "d", "stale")]), {})


class Claims(unittest.TestCase):
    GOOD = [Claim(T, 1, "n1", 10.0), Claim(T, 2, "n2", 20.0), Claim(T, 3, "n1", 30.0)]

    def test_clean(self):
        self.assertEqual(counts(claims=self.GOOD), {})

    def test_split(self):
        self.assertEqual(counts(claims=[*self.GOOD, Claim(T, 2, "n3", 21.0)]), {"split": 1})
        self.assertEqual(counts(claims=[self.GOOD[0], self.GOOD[2]]), {"split": 1}, "a change of hands is missing")
        self.assertEqual(counts(claims=[self.GOOD[0], Claim(T, 2, "n2", 9.0)]), {"split": 1})


class Recovery(unittest.TestCase):
    def test_only_what_was_sent_afterwards_by_tables_of_the_victim(self):
        claims = [Claim(T, 1, "n1", 0.0), Claim("babababa", 1, "n2", 0.0)]
        acks = [ack("a", 0, "draw", 1, 99.9, 100.1), ack("b", 0, "draw", 2, 101, 104), ack("x", 0, "draw", 1, 100.5, table="babababa")]
        harms = [Harm("kill-node", "n1", 100.0, 100.0, 5.0), Harm("switchover", None, 100.0, 100.0, 5.0)]
        self.assertEqual(recoveries(harms, acks, claims, [T, "babababa"]), {"kill-node": [4.0], "switchover": [1.0, 4.0]})

    def test_never(self):
        self.assertEqual(recoveries([Harm("kill-node", None, 100.0, 100.0, 5.0)], ACKS, [], [T]), {"kill-node": [None]})

    def test_what_a_node_still_answered_while_it_went(self):
        acks = [ack("a", 0, "draw", 1, 100.1, 100.2), ack("b", 0, "draw", 2, 103, 104)]
        self.assertEqual(recoveries([Harm("drain-node", None, 100.0, 101.0, 5.0)], acks, [], [T]), {"drain-node": [4.0]})

    def test_who_had_it_then(self):
        claims = [Claim(T, 1, "n1", 0.0), Claim(T, 2, "n2", 10.0)]
        acks = [ack("a", 0, "draw", 1, 101, 102)]
        self.assertEqual(recoveries([Harm("kill-node", "n1", 100.0, 100.0, 11.0)], acks, claims, [T]), {})
        self.assertEqual(recoveries([Harm("kill-node", "n2", 100.0, 100.0, 11.0)], acks, claims, [T]), {"kill-node": [2.0]})


class Frames(unittest.TestCase):
    """What a viewer notices at once."""

    def setUp(self):
        self.verdict = Verdict()
        self.journal = Journal(self.verdict)
        self.viewer = Viewer.__new__(Viewer)
        self.viewer.__dict__.update(journal=self.journal, viewer=0, code=T, token=None, round=0, n=0, heard=[], table=None)

    def hear(self, n, event=None, view="x", number=1):
        events = {"t": "step", "events": [event]} if event else {"t": "view"}
        self.viewer.note({**events, "round": number, "n": n, "view": {"a": view}, "asked": [], "offer": []})

    def test_clean(self):
        self.hear(3)
        self.hear(4, {"n": 4, "e": "drew"}, "y")
        self.hear(4, view="y")
        self.hear(1, view="z", number=2)
        self.assertEqual(self.verdict.counts, {})

    def test_back(self):
        self.hear(3)
        self.hear(2)
        self.assertEqual(self.verdict.counts, {"stale": 1})

    def test_two_histories(self):
        self.hear(3)
        self.hear(4, {"n": 4, "e": "drew"})
        self.viewer.n = 3
        self.hear(4, {"n": 4, "e": "skipped"})
        self.hear(4, view="another")
        self.assertEqual(self.verdict.counts, {"split": 2})


class Keys(unittest.TestCase):
    def test_numbers_of_codes(self):
        self.assertEqual(table_number("babababa"), 0)
        self.assertEqual(table_number("bababade"), 6)
        self.assertEqual(table_number("zuzuzuzu"), 80 ** 4 - 1)
        self.assertEqual(table_number("bababababa"), 80 ** 4, "five syllables are numbered behind four")
        self.assertEqual(round_key("bababade", 3), (6 << 24) + 3)

    def test_lines_of_a_log(self):
        self.assertEqual(move_lines("ninelives log 1\nluck 0 77\n1 c deal 00\nmark 1 00\n2 0 draw\nsecret 12\n"),
                         ["1 c deal 00", "2 0 draw"])


if __name__ == "__main__":
    result = unittest.main(exit=False, verbosity=0).result
    bad = len(result.failures) + len(result.errors)
    print(f"{result.testsRun - bad} passed, {bad} failed")
    sys.exit(1 if bad else 0)
