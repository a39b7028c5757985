# SPDX-License-Identifier: MIT
"""Rat-a-Tat Cat as RULES 4 says."""
import re

from table import Chance, Table

POWERS = ("peek", "swap", "draw2")
DECK = [str(n) for n in range(9)] * 4 + ["9"] * 9 + list(POWERS) * 3
ALL_SLOTS, INNER_SLOTS = (1, 2, 3, 4), (2, 3)


class Ratcat(Table):
    def __init__(self, players, options, start):
        self.players, self.options = players, options
        self.hebrew, self.young = options.get("draw2") == "hebrew", options.get("young") == "on"
        self.rows, self.pile, self.discard = [list(r) for r in start["rows"]], list(start["pile"]), list(start["discard"])
        self.out, self.scores = list(start.get("out", [False] * players)), list(start["scores"])
        self.dealer, self.round = start.get("dealer", players - 1), start.get("round", 1)
        self.turn, self.knocked, self.winner = start["turn"], start.get("knocked"), None
        self.phase, self.card = "turn", None
        self.second = False  # english: another card comes if this one is discarded
        self.left = self.aside = 0  # hebrew: extra turns, and Draw 2 cards laid aside for them

    def state(self):
        told = {"phase": self.phase, "rows": self.rows, "pile": self.pile, "discard": self.discard, "out": self.out,
                "knocked": self.knocked, "scores": self.scores, "round": self.round, "dealer": self.dealer, "winner": self.winner}
        if self.phase != "over":
            told["turn"] = self.turn
        if self.phase in ("place", "card"):
            told["card"] = self.card
        return told

    # -- what may be said

    def asked(self):
        return [] if self.phase == "over" else [self.turn]

    def understands(self, text):
        swap = re.fullmatch(r"swap [1-4] @(\d) [1-4]", text)
        plain = re.fullmatch(r"take (pile|discard)|(replace|peek) [1-4]|discard|draw2|knock|end", text)
        return bool(plain or swap and int(swap[1]) < self.players)

    def legal(self, seat):
        if seat not in self.asked():
            return []
        if self.phase == "turn":
            return ["take pile"] + ["take discard"] * (self.discard[0] not in POWERS)
        if self.phase == "end":
            return ["knock", "end"]
        replace = [f"replace {slot}" for slot in ALL_SLOTS]
        return replace if self.phase == "place" else ["discard"] + self.uses(seat).get(self.card, replace)

    def uses(self, seat):
        slots = INNER_SLOTS if self.young else ALL_SLOTS
        others = [p for p in range(self.players) if p != seat and not self.out[p]]
        swaps = [f"swap {mine} @{p} {theirs}" for mine in slots for p in others for theirs in slots]
        return {"peek": [f"peek {slot}" for slot in ALL_SLOTS], "swap": swaps, "draw2": ["draw2"]}

    # -- what happens

    def draw(self, keep_top=True):
        if not self.pile:
            kept = 1 if keep_top else 0
            self.pile, self.discard = self.discard[kept:], self.discard[:kept]
            if len(set(self.pile)) != 1 or self.pile[0] in POWERS:
                raise Chance
        return self.pile.pop(0)

    def apply(self, seat, text):
        verb, *rest = text.split(" ")
        row = self.rows[seat]
        if text == "take pile":
            self.card, self.phase = self.draw(), "card"
        elif text == "take discard":
            self.card, self.phase = self.discard.pop(0), "place"
        elif verb == "replace":
            slot = int(rest[0]) - 1
            self.discard.insert(0, row[slot])
            row[slot] = self.card
            self.card_done(used=True)
        elif verb in ("discard", "peek", "swap"):
            self.discard.insert(0, self.card)
            if verb == "swap":
                mine, other, theirs = int(rest[0]) - 1, self.rows[int(rest[1][1:])], int(rest[2]) - 1
                row[mine], other[theirs] = other[theirs], row[mine]
            self.card_done(used=verb != "discard")
        elif verb == "draw2" and self.hebrew:
            self.left += 1 if self.left else 2  # within an extra turn that turn is used up
            self.aside += 1
            self.phase = "turn"
        elif verb == "draw2":
            self.discard.insert(0, "draw2")
            self.second, self.card = True, self.draw()
        else:
            self.knocked = seat if verb == "knock" else None
            self.next_turn()

    def card_done(self, used):
        again, self.second = self.second and not used, False
        if again:
            self.card, self.phase = self.draw(), "card"
            return
        self.left = max(0, self.left - 1)
        if self.left:
            self.phase = "turn"
            return
        self.discard[:0] = ["draw2"] * self.aside
        self.aside = 0
        if self.knocked is None:
            self.phase = "end"
        else:
            self.next_turn()

    def after(self, seat):
        seat = (seat + 1) % self.players
        return self.after(seat) if self.out[seat] else seat

    def next_turn(self):
        self.phase, self.turn = "turn", self.after(self.turn)
        if self.turn == self.knocked:
            self.reveal()

    def reveal(self):
        there = [p for p in range(self.players) if not self.out[p]]
        seat = self.knocked
        for _ in there:
            seat = self.after(seat)
            for slot, card in enumerate(self.rows[seat]):
                while card in POWERS:
                    self.discard.insert(0, card)
                    card = self.draw(keep_top=False)
                self.rows[seat][slot] = card
        for p in there:
            self.scores[p] += sum(map(int, self.rows[p]))
        self.finish(there)

    def finish(self, there):
        if self.options["end"] == "hundred":
            self.out = [score >= 100 if p in there else True for p, score in enumerate(self.scores)]
            below = [p for p in there if not self.out[p]]
            if len(below) > 1:
                raise Chance  # the next round is dealt
            there = below or there
        elif self.options["end"] == "time" or self.round < int(self.options.get("rounds", 4)):
            raise Chance
        best = min(self.scores[p] for p in there)
        self.winner, self.phase = [p for p in there if self.scores[p] == best], "over"


def opening(rng, game):
    """RTC-4, A-45, A-65: the last seat deals or the one that is named, and the seat after it begins."""
    players = rng.randint(2, 6)
    named = rng.choice([None, *range(players)])
    dealer = players - 1 if named is None else named
    options = {} if named is None else {"dealer": f"@{named}"}
    return {"players": players, "options": options}, lambda state, asked: (
        state["dealer"] == dealer and state["turn"] == (dealer + 1) % players and asked == [state["turn"]])


def position(rng, game):
    players = rng.choice([2, 2, 3, 4, 6])
    options = {"end": rng.choice(["rounds", "rounds", "hundred", "time"])}
    for name, value in (("draw2", "hebrew"), ("young", "on"), ("look", "off"), ("aid", "on"), ("rounds", "1")):
        if rng.random() < 0.4:
            options[name] = value
    out = [options["end"] == "hundred" and p > 1 and rng.random() < 0.4 for p in range(players)]
    there = [p for p in range(players) if not out[p]]
    deck = DECK + rng.choice([[], ["draw2"] * 12 + ["swap"] * 5])
    rng.shuffle(deck)
    rows = [[] if out[p] else [deck.pop() for _ in range(4)] for p in range(players)]
    discard = [deck.pop(), deck.pop()] + rng.choice([[], ["5"] * 4])
    pile = [deck.pop() for _ in range(rng.choice([0, 1, 2, 5, 12, 25]))]
    scores = [rng.choice([100, 120]) if out[p] else rng.choice([0, 50, 85, 95, 99]) for p in range(players)]
    turn = rng.choice(there)
    start = {"turn": turn, "rows": rows, "pile": pile, "discard": discard, "scores": scores, "out": out, "dealer": rng.choice(there)}
    if rng.random() < 0.3:
        start["knocked"] = rng.choice([p for p in there if p != turn])
    return options, start, Ratcat(players, options, start)


def choose(rng, table, seat):
    """Chooses a verb first, so that the many Swaps do not crowd out the rest; knocks are rare."""
    legal = table.legal(seat)
    verb = rng.choice(sorted({move.split(" ")[0] for move in legal}))
    if verb == "knock" and rng.random() < 0.6:
        verb = "end"
    return rng.choice([move for move in legal if move.split(" ")[0] == verb])


def babble(rng, table):
    slot, seat = rng.randint(0, 5), rng.randint(0, table.players)
    return rng.choice(["take pile", "take discard", f"replace {slot}", "discard", f"peek {slot}", f"swap {slot} @{seat} 2", "draw2",
                       "knock", "end", "end 1", "take", "TAKE PILE", "replace", "take card", "swap 1 @1", "peek 1 2", "draw 2"])
