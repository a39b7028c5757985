# SPDX-License-Identifier: MIT
"""Codenames: Duet as RULES 5 says."""
import re
import unicodedata

from pathlib import Path

from table import Chance, Table

WORDS = ("provisions butterfly spaceship autumn cow show cottage signature white tool lounge goat path adventure energy "
         "kick wizard quarter squid joy soul parent ice-cream מלך straße").split()
KEYS = ["gggggggggxxx.............", "gggx.....gx.gggggx......."]
MISSIONS = {"prague": (9, 9), "tel_aviv": (9, 5), "cape_town": (10, 1), "dubai": (7, 5), "sydney": (9, 1), "singapore": (6, 6),
            "tokyo": (8, 1), "berlin": (11, 2), "paris": (11, 0), "vatican": (8, 0), "bogota": (8, 3)}
BOX = [line.split("\t")[1] for line in
       (Path(__file__).resolve().parents[2] / "games/duet/words/words.tsv").read_text(encoding="utf-8").splitlines()
       if line and not line.startswith("#")]
OWN = [f"own{n}" for n in range(40)]
FINALS = str.maketrans("ךםןףץ", "כמנפצ")
CLUES = ["milk", "7", "Rome", "sh", "cows", "קפה", "貓"]
REFUSED = ["COW", "c-o-w", "ｃｏｗ", "ców", "Icecream", "מלכ", "מֶלֶך", "STRASSE", "two_words", "now_three_words", "_", "-"]


def folded(word):
    word = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", word).casefold())
    return "".join(c for c in word if unicodedata.category(c)[0] != "M" and c not in "-\u2010\u05be_").translate(FINALS)


class Duet(Table):
    def __init__(self, players, options, start):
        self.players = players
        self.gaps = {"on": 99, "places": 1}.get(options.get("names"), 0)  # CND-30i, A-66
        self.flexible, self.anew = options.get("order") == "flexible", options.get("anew") == "on"
        self.mission = options.get("mission")
        mission = options.get("mission")
        self.tokens, mistakes = MISSIONS[mission] if mission else (int(options.get("tokens", 9)),) * 2
        self.scored = self.tokens == 9 and mission in (None, "prague")
        self.words, self.keys, self.marks = start["words"], start["keys"], list(start.get("marks", [""] * 25))
        self.bank = dict(start.get("bank", {"bystander": mistakes, "green": self.tokens - mistakes}))
        on_words = sum(len(mark) for mark in self.marks if mark != "g")
        self.taken = max(0, self.tokens - self.left() - on_words)
        self.side, self.phase, self.clue, self.winner, self.score = start.get("side"), "clue", None, None, None
        self.givers, self.objected, self.right = [], False, 0
        self.unpaid = False  # lost for want of a token: the rules do not say where the tokens lie then

    def state(self):
        told = {"phase": self.phase, "words": self.words, "keys": self.keys, "clue": self.clue, "winner": self.winner,
                "score": self.score, "found": self.marks.count("g"), "verdict": self.verdict()}
        if not self.unpaid:
            told.update(marks=self.marks, bank=self.bank, taken=self.taken)
        if self.phase in ("guess", "ruling", "hope") or self.phase == "clue" and not self.flexible:
            told["side"] = self.side
        return told

    def verdict(self):
        """CND-42."""
        if self.phase != "over":
            return None
        if not self.winner:
            late = {9: "late10", 10: "late11"}.get(self.tokens, "late") if not self.mission else "late"
            return "assassin" if "x" in self.marks else late
        if self.score is None:
            return "mission" if self.mission else "easy"
        return next(name for least, name in ((11, "map"), (9, "excellent"), (6, "good"), (-99, "won")) if self.score >= least)

    # -- what may be said

    def left(self):
        return self.bank["bystander"] + self.bank["green"]

    def hidden(self, side):
        """How many greens of this side's key are not yet covered."""
        return sum(colour == "g" and mark != "g" for colour, mark in zip(self.keys[side], self.marks))

    def sides(self):
        """Which sides have something to say."""
        if self.phase == "hope":
            return [side for side in (0, 1) if self.hidden(1 - side)]
        if self.phase != "clue":
            return [self.side if self.phase == "ruling" else 1 - self.side]
        if not self.flexible:
            return [0, 1] if self.side is None else [self.side]
        able = [side for side in (0, 1) if self.hidden(side)]
        tired = self.givers[-1:] if self.givers[-1:] == self.givers[-2:-1] else []
        return [side for side in able if side not in tired] if len(able) == 2 else able

    def asked(self):
        return [] if self.phase == "over" else [p for p in range(self.players) if p % 2 in self.sides()]

    def understands(self, text):
        return bool(re.fullmatch(r"clue [^ ]+ [0-9]|guess (\d|1\d|2[0-4])|stop|object|concede|insist|anew", text))

    def allows(self, seat, text):
        if self.phase != "clue" or not text.startswith("clue "):
            return text in self.legal(seat)
        word = text.split(" ")[1]
        visible = {folded(w) for w, mark in zip(self.words, self.marks) if mark not in ("g", "01")}
        return folded(word) not in visible | {""} and word.count("_") <= self.gaps

    def legal(self, seat):
        if seat not in self.asked():
            return []
        if self.phase == "clue":
            return ["clue WORD N"]
        if self.phase == "ruling":
            return ["concede", "insist"] + ["anew"] * self.anew
        side = str(seat % 2)
        guesses = [f"guess {cell}" for cell, mark in enumerate(self.marks) if mark != "g" and side not in mark]
        if self.phase == "guess":
            guesses += ["stop"] if self.right else ["object"] * (not self.objected)
        return guesses

    # -- what happens

    def apply(self, seat, text):
        verb, *rest = text.split(" ")
        if verb == "clue":
            self.side, self.clue, self.phase = seat % 2, " ".join(rest), "guess"
            self.givers.append(self.side)
            self.objected, self.right = False, 0
        elif verb == "object":
            self.objected, self.phase = True, "ruling"
        elif verb in ("concede", "insist"):
            if verb == "concede":
                self.pay()
            self.phase = "guess"
        elif verb == "anew":
            raise Chance
        elif verb == "stop":
            self.stop()
        else:
            self.guess(seat % 2, int(rest[0]))

    def pay(self):
        self.bank["green" if self.bank["green"] else "bystander"] -= 1

    def over(self, won):
        self.phase, self.clue, self.winner = "over", None, won

    def stop(self):
        if not self.left():
            return self.over(False)
        self.pay()
        self.taken += 1
        return self.end_turn()

    def end_turn(self):
        self.clue = None
        if not self.left():
            self.phase, self.side = "hope", None
            return
        self.phase = "clue"
        self.side = 1 - self.side if self.hidden(1 - self.side) else self.side

    def guess(self, guesser, cell):
        colour = self.keys[1 - guesser][cell]
        if colour == "x":
            self.marks[cell] = "x"
            self.over(False)
        elif colour == "g":
            self.marks[cell] = "g"
            self.right += 1
            self.agent(1 - guesser)
        else:
            self.bystander(guesser, cell)

    def agent(self, giver):
        hope = self.phase == "hope"
        if not self.hidden(0) and not self.hidden(1):
            if not hope and self.left():
                self.pay()
                self.taken += 1
            self.over(True)
            self.score = 3 * self.left() + self.taken - hope if self.scored else None
        elif not hope and not self.hidden(giver):
            self.stop()

    def bystander(self, guesser, cell):
        if self.phase == "hope" or not self.bank["bystander"] and self.bank["green"] < 2:
            self.unpaid = True
            return self.over(False)
        if self.bank["bystander"]:
            self.bank["bystander"] -= 1
        else:
            self.bank["green"] -= 2
        self.marks[cell] = "".join(sorted(self.marks[cell] + str(guesser)))
        return self.end_turn()


def opening(rng, game):
    """CND-4, CND-7, CND-11: 25 different words, nine green and three black a side, and either side may begin. CND-29,
    CND-41: none of the words left out; own words among them, and if they are to come first, as many as there are."""
    players, options = rng.randint(2, 8), options_of(rng)
    own = rng.sample(OWN, rng.choice([0, 0, 3, 25, 40]))
    without = rng.sample(BOX, rng.choice([0, 25]))
    first = bool(own) and rng.random() < 0.5
    if first:
        options["own"] = "only"
    least = min(25, len(own)) if first else 0

    def holds(state, asked):
        words, mine = set(state["words"]), set(own)
        return (len(words) == 25 and words <= mine | set(BOX) and not words & set(without) and len(words & mine) >= least
                and all(k.count("g") == 9 and k.count("x") == 3 for k in state["keys"])
                and asked == list(range(players)) and state["side"] is None)

    return {"players": players, "options": options, "own": own, "without": without}, holds


def options_of(rng):
    options = rng.choice([{}, {"mission": rng.choice(sorted(MISSIONS))}, {"tokens": rng.choice(["9", "10", "11"])}])
    for name, value in (("order", "flexible"), ("names", "on"), ("names", "places"), ("anew", "on")):
        if rng.random() < 0.3:
            options = {**options, name: value}
    return options


def marks_of(rng, keys):
    """Some agents found, some bystanders met, as it might have come about."""
    found, marks = rng.random(), []
    for mine, theirs in zip(*keys):
        met = ("0" if theirs == "." and rng.random() < 0.1 else "") + ("1" if mine == "." and rng.random() < 0.1 else "")
        marks.append("g" if "g" in mine + theirs and rng.random() < found else met)
    return marks


def position(rng, game):
    players, options = rng.choice([2, 2, 2, 3, 4, 8]), options_of(rng)
    order = rng.sample(range(25), 25)
    start = {"words": WORDS, "keys": ["".join(key[cell] for cell in order) for key in KEYS]}
    table = Duet(players, options, start)
    if rng.random() < 0.3:
        return options, start, table
    start["marks"] = marks_of(rng, start["keys"])
    left = rng.choice([1, 1, 2, 3, table.tokens])
    green = min(table.bank["green"], rng.randint(0, left))
    start["bank"] = {"bystander": left - green, "green": green}
    later = Duet(players, options, start)
    giving = [side for side in (0, 1) if later.hidden(side)]
    if not giving:  # nothing left to find
        return position(rng, game)
    if not later.flexible:
        start["side"] = rng.choice(giving)
    return options, start, Duet(players, options, start)


def choose(rng, table, seat):
    """Mostly right guesses, since wrong ones soon end a game."""
    if table.phase == "clue":
        covered = [word for word, mark in zip(table.words, table.marks) if mark in ("g", "01")]
        return f"clue {rng.choice(CLUES + covered)} {rng.randint(0, 9)}"
    legal = table.legal(seat)
    wanted = "g" if rng.random() < 0.8 else "."
    good = [move for move in legal if move.startswith("guess") and table.keys[1 - seat % 2][int(move.split(" ")[1])] == wanted]
    return rng.choice(good if good and rng.random() < 0.8 else legal)


def babble(rng, table):
    return rng.choice([
        f"guess {rng.randint(0, 26)}", "stop", "object", "concede", "insist", "anew", f"clue {rng.choice(WORDS)} 2",
        f"clue {rng.choice(REFUSED)} 1", "clue x 10", "clue x", "clue", "guess", "guess 1 2", "stop 1", "Stop", "clue two words 2"])
