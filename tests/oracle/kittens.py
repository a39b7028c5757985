# SPDX-License-Identifier: MIT
"""The Exploding Kittens family as RULES 1 to 3 say."""
import itertools
import re

from table import Chance, Table

CATS = "tabby tuxedo calico ginger siamese".split()
# As combos are written: a Feral stands after the cat that it completes.
CARDS = ("kitten defuse attack targeted skip favor shuffle future reveal alter bottom heck armageddon nope".split()
         + CATS + ["feral", "godcat", "devilcat"])
AIMED = ["favor", "targeted"]
BOX = {
    "kittens": "defuse attack skip favor shuffle future nope".split() + CATS,
    "goodevil": "defuse attack targeted favor shuffle reveal heck armageddon nope feral".split() + CATS[:4],
    "party": "defuse attack targeted skip favor shuffle future alter bottom nope feral".split() + CATS,
}
COMBO_SIZE = {"pair": 2, "trio": 3, "five": 5}
CARD, SEAT = f"(?:{'|'.join(CARDS)})", r"@\d"
MOVES = re.compile("|".join([
    "draw|keep|top|stay|swap", r"(?:nope|pass)(?: #(?:0|[1-9]\d?))?",
    rf"play (?:godcat:)?(?:(?:favor|targeted) {SEAT}|(?!favor|targeted){CARD})",
    rf"pair {CARD} {CARD} {SEAT}", rf"trio {CARD} {CARD} {CARD} {SEAT} {CARD}", rf"five{f' {CARD}' * 5}",
    f"(?:give|take) {CARD}", f"order(?: {CARD}){{1,3}}", "steal (?:godcat|other)", f"set (?:godcat|devilcat) {SEAT}",
    r"defuse (?:godcat )?(?:0|[1-9]\d?)"]))


def written(cards):
    return " ".join(sorted(cards, key=CARDS.index))


def canonical(text):
    """A combo with its cards in order, an answer without its depth."""
    verb, *rest = text.split(" ")
    size = COMBO_SIZE.get(verb)
    if verb in ("nope", "pass"):
        return verb
    return " ".join([verb, written(rest[:size]), *rest[size:]]) if size else text


def is_cat(card):
    return card in CATS or card == "feral"


def is_combo(cards):
    """A pair or three of a kind: one name, which a Feral has beside a cat and the Godcat beside most."""
    named = {card for card in cards if card not in ("feral", "godcat")}
    if len(named) > 1 or cards.count("godcat") > 1:
        return False
    if "feral" in cards and not all(map(is_cat, named)):
        return False
    return not ("godcat" in cards and named & {"nope", "armageddon"})


class Kittens(Table):
    bags = ("hands", "discard")

    def __init__(self, game, players, options, start):
        self.game, self.players = game, players
        self.box = BOX[game]
        self.combos = options.get("combos") != "off"
        self.per_card = options.get("stacking", "percard" if game == "kittens" else "remaining") == "percard"
        self.hands, self.pile, self.discard = [list(h) for h in start["hands"]], list(start["pile"]), list(start["discard"])
        self.alive, self.turn, self.winner = list(start["alive"]), start["turn"], None
        self.owed, self.attacked, self.attacks = start.get("owed", 1), "attacks" in start, start.get("attacks", 0)
        self.phase = "turn"
        self.action = self.target = self.named = self.top = None  # what is played, on whom, for what; who laid the top card
        self.depth, self.passed, self.godcat_there = 0, set(), False

    def state(self):
        told = {"phase": self.phase, "hands": self.hands, "pile": self.pile, "discard": self.discard, "alive": self.alive,
                "winner": self.winner}
        if self.game == "goodevil":
            told["godcat"] = next((p for p in range(self.players) if "godcat" in self.hands[p]), "mat")
        if self.phase != "over":
            told.update(turn=self.turn, owed=self.owed, attacked=self.attacked, attacks=self.attacks)
        return told

    # -- what may be said

    def living(self):
        return [p for p in range(self.players) if self.alive[p]]

    def asked(self):
        if self.phase == "over":
            return []
        if self.phase == "nope":
            return [p for p in self.living() if p != self.top and p not in self.passed]
        return [self.target if self.phase in ("give", "choice") else self.turn]

    def understands(self, text):
        return bool(MOVES.fullmatch(text)) and all(int(seat) < self.players for seat in re.findall(r"@(\d)", text))

    def is_stale(self, text):
        depth = re.search(r"#(\d+)", text)
        return bool(depth) and (self.phase != "nope" or int(depth[1]) != self.depth)

    def is_late(self, text):
        return text in ("nope", "pass") and self.phase != "nope"

    def allows(self, seat, text):
        return canonical(text) in self.legal(seat)

    def legal(self, seat):
        if seat not in self.asked():
            return []
        hand, places = self.hands[seat], range(len(self.pile) + 1)
        if self.phase == "turn":
            return ["draw"] * bool(self.pile) + self.plays(hand) + self.combinations(hand)
        return {
            "nope": lambda: ["pass"] + ["nope"] * ("nope" in hand),
            "give": lambda: [f"give {card}" for card in set(hand)],
            "steal": lambda: ["steal godcat", "steal other"],
            "take": lambda: [f"take {card}" for card in set(self.discard) - {"kitten"}],
            "order": lambda: ["order " + " ".join(cards) for cards in set(itertools.permutations(self.pile[:3]))],
            "heck": lambda: ["keep", "top"],
            "set": lambda: [f"set {card} @{p}" for card in ("godcat", "devilcat") for p in self.others()],
            "choice": lambda: ["stay", "swap"],
            "defuse": lambda: [f"defuse {n}" for n in places if "defuse" in hand]
            + [f"defuse godcat {n}" for n in places if "godcat" in hand],
        }[self.phase]()

    def others(self):
        return [p for p in self.living() if p != self.turn]

    def with_cards(self):
        return [p for p in self.others() if self.hands[p]]

    def works_alone(self, card):
        return card not in AIMED and hasattr(self, f"then_{card}")

    def plays(self, hand):
        mat = not any("godcat" in h for h in self.hands)
        as_itself = [(card, card) for card in set(hand) if card != "armageddon" or mat]
        as_other = [(f"godcat:{card}", card) for card in self.box if card != "armageddon" and "godcat" in hand]
        aims = {"favor": self.with_cards(), "targeted": self.others()}
        return ([f"play {name}" for name, card in as_itself + as_other if self.works_alone(card)]
                + [f"play {name} @{p}" for name, card in as_itself + as_other if card in AIMED for p in aims[card]])

    def combinations(self, hand):
        def sets(size):
            return {written(cards) for cards in itertools.combinations(hand, size) if is_combo(cards)}

        pairs = sets(2) if self.combos else {cards for cards in sets(2) if any(map(is_cat, cards.split()))}
        legal = [f"pair {cards} @{p}" for cards in pairs for p in self.with_cards()]
        if self.combos:
            named = self.box + ["godcat"] * (self.game == "goodevil")
            legal += [f"trio {cards} @{p} {card}" for cards in sets(3) for p in self.with_cards() for card in named]
        if self.combos and self.game == "kittens":
            legal += [f"five {written(cards)}" for cards in itertools.combinations(sorted(set(hand)), 5)]
        return legal

    # -- cards and turns

    def spend(self, seat, card):
        self.hands[seat].remove(card)
        if card != "godcat":  # it lies on the mat
            self.discard.append(card)

    def hand_over(self, card, giver):
        self.hands[giver].remove(card)
        self.hands[self.turn].append(card)

    def after(self, seat):
        seat = (seat + 1) % self.players
        return seat if self.alive[seat] else self.after(seat)

    def end_turn(self, all_of_them=False):
        self.phase = "turn"
        self.owed -= 1
        if all_of_them or not self.owed:
            self.turn, self.owed, self.attacked, self.attacks = self.after(self.turn), 1, False, 0

    def explode(self, seat):
        self.discard += [card for card in self.hands[seat] if card != "godcat"]
        self.hands[seat], self.alive[seat] = [], False
        if len(self.living()) == 1:
            self.phase, self.winner = "over", self.living()[0]
        else:
            self.end_turn(all_of_them=seat == self.turn)

    def draw(self, card):
        means = [m for m in ("defuse", "godcat") if m in self.hands[self.turn]]
        if card != "kitten":
            self.hands[self.turn].append(card)
            self.end_turn()
        elif not means:
            self.discard.append("kitten")
            self.explode(self.turn)
        elif len(means) == 1 and not self.pile:
            self.defuse(means[0], 0)
        else:
            self.phase = "defuse"

    def defuse(self, means, place):
        self.spend(self.turn, means)
        self.pile.insert(place, "kitten")
        self.end_turn()

    def steal_any(self, cards):
        self.phase = "turn"
        if len(set(cards)) > 1:
            raise Chance
        self.hand_over(cards[0], self.target)

    # -- what happens

    def apply(self, seat, text):
        verb, *rest = text.split(" ")
        if verb in COMBO_SIZE or verb == "play":
            self.lay(seat, verb, rest)
        else:
            getattr(self, f"do_{verb}")(seat, *rest)

    def lay(self, seat, verb, rest):
        size = COMBO_SIZE.get(verb, 1)
        cards = [card.split(":")[0] for card in rest[:size]]
        for card in cards:
            self.spend(seat, card)
        self.action = rest[0].split(":")[-1] if verb == "play" else verb
        self.target = int(rest[size][1:]) if rest[size:] else None
        self.named = rest[-1]
        self.phase, self.top, self.depth, self.passed = "nope", seat, 0, set()

    def do_nope(self, seat, depth=None):
        self.spend(seat, "nope")
        self.top, self.depth, self.passed = seat, self.depth + 1, set()

    def do_pass(self, seat, depth=None):
        self.passed.add(seat)
        if not self.asked():
            self.phase = "turn"
            if self.depth % 2 == 0:
                getattr(self, f"then_{self.action}")()

    def do_draw(self, seat):
        self.draw(self.pile.pop(0))

    def do_give(self, seat, card):
        self.phase = "turn"
        self.hand_over(card, seat)

    def do_take(self, seat, card):
        self.phase = "turn"
        self.discard.remove(card)
        self.hands[seat].append(card)

    def do_steal(self, seat, which):
        if which == "godcat":
            self.do_give(self.target, "godcat")
        else:
            self.steal_any([card for card in self.hands[self.target] if card != "godcat"])

    def do_order(self, seat, *cards):
        self.phase = "turn"
        self.pile[:len(cards)] = cards

    def do_keep(self, seat):
        self.draw(self.pile.pop())

    def do_top(self, seat):
        self.pile.insert(0, self.pile.pop())
        self.end_turn()

    def do_set(self, seat, card, at):
        self.target, self.godcat_there, self.phase = int(at[1:]), card == "godcat", "choice"

    def do_stay(self, seat):
        blessed, cursed = (self.target, self.turn) if self.godcat_there else (self.turn, self.target)
        self.hands[blessed].append("godcat")
        if "defuse" in self.hands[cursed]:
            self.spend(cursed, "defuse")
            self.end_turn()
        else:
            self.explode(cursed)

    def do_swap(self, seat):
        self.godcat_there = not self.godcat_there
        self.do_stay(seat)

    def do_defuse(self, seat, *how):
        self.defuse("godcat" if "godcat" in how else "defuse", int(how[-1]))

    # -- what an action does once it is let happen

    def then_attack(self):
        victim = self.after(self.turn) if self.target is None else self.target
        unfinished = self.owed if self.attacked else 0
        self.attacks += 1
        self.turn, self.owed, self.attacked = victim, 2 * self.attacks if self.per_card else unfinished + 2, True

    then_targeted = then_attack

    def then_skip(self):
        self.end_turn()

    def then_shuffle(self):
        if len(set(self.pile)) > 1:
            raise Chance

    def then_future(self):
        pass

    then_reveal = then_future

    def then_alter(self):
        if len(self.pile) > 1:
            self.phase = "order"

    def then_bottom(self):
        self.draw(self.pile.pop())

    def then_heck(self):
        self.phase = "heck"

    def then_armageddon(self):
        self.phase = "set"

    def then_favor(self):
        hand = self.hands[self.target]
        if len(hand) > 1:
            self.phase = "give"
        elif hand:
            self.hand_over(hand[0], self.target)

    def then_pair(self):
        hand = self.hands[self.target]
        if "godcat" in hand and len(hand) > 1:
            self.phase = "steal"
        elif hand:
            self.steal_any(hand)

    def then_trio(self):
        if self.named in self.hands[self.target]:
            self.hand_over(self.named, self.target)

    def then_five(self):
        self.phase = "take"


def opening(rng, game):
    """EKB-9, GVE-9, PP-8, A-65: seat 0 begins, or the seat that is named."""
    players = rng.randint(2, 10 if game == "party" else 5)
    first = rng.choice([None, *range(players)])
    options = {} if first is None else {"first": f"@{first}"}
    begins = first or 0
    return {"players": players, "options": options}, lambda state, asked: (
        state["turn"] == begins and asked == [begins] and state["owed"] == 1 and not state["attacked"])


def position(rng, game):
    """A few kinds of cards in most hands, so that combos and Nopes are common; few cards in the pile."""
    players = rng.choice([2, 3, 5, 7, 10] if game == "party" else [2, 2, 3, 3, 4, 5])
    options = {}
    if rng.random() < 0.2:
        options["combos"] = "off"
    if rng.random() < 0.3:
        options["stacking"] = rng.choice(["percard", "remaining"])
    alive = [p < 2 or rng.random() < 0.8 for p in range(players)]
    rng.shuffle(alive)
    living = [p for p in range(players) if alive[p]]
    common = rng.sample(BOX[game], rng.randint(2, 6)) + ["nope", "defuse" if game == "kittens" else "feral"]

    def some(n):
        return [rng.choice(common if rng.random() < 0.8 else BOX[game]) for _ in range(n)]

    hands = [some(rng.choice([0, 1, 1, 2, 3, 5, 7])) if alive[p] else [] for p in range(players)]
    pile = ["kitten"] * (len(living) - 1 + rng.choice([0, 0, 1])) + some(rng.choice([0, 0, 1, 2, 4]))
    rng.shuffle(pile)
    start = {"turn": rng.choice(living), "hands": hands, "pile": pile, "alive": alive,
             "discard": some(rng.choice([0, 2])) + ["kitten"] * rng.choice([0, 1])}
    if rng.random() < 0.5:
        attacks = rng.randint(1, 3)
        start.update(attacked=True, attacks=attacks, owed=rng.randint(1, 2 * attacks))
    if game == "goodevil" and rng.random() < 0.6:
        start["godcat"] = rng.choice(living)
        hands[start["godcat"]].append("godcat")
    return options, start, Kittens(game, players, options, start)


def choose(rng, table, seat):
    """Chooses a verb first, so that the many trios do not crowd out the rest; plays rather than draws."""
    legal = sorted(table.legal(seat))
    verbs = sorted({move.split(" ")[0] for move in legal})
    if len(verbs) > 1 and rng.random() < 0.6 and "draw" in verbs:
        verbs.remove("draw")
    verb = rng.choice(verbs) if verbs else "draw"
    words = rng.choice([move for move in legal if move.split(" ")[0] == verb] or ["draw"]).split(" ")
    cards = words[1:1 + COMBO_SIZE.get(verb, 0)]
    rng.shuffle(cards)  # any order is accepted
    depth = [f"#{table.depth}"] if verb in ("nope", "pass") and rng.random() < 0.3 else []
    return " ".join([verb, *cards, *words[1 + len(cards):], *depth])


def babble(rng, table):
    """Mostly cards that are held: a move refused for another reason says little about what it plays."""
    hand = table.hands[table.turn] or CARDS
    seat = f"@{rng.randint(0, table.players)}"

    def cards(n):
        return " ".join(rng.sample(hand, n) if len(hand) >= n and rng.random() < 0.7 else rng.choices(CARDS, k=n))

    if table.phase == "turn" and table.with_cards() and rng.random() < 0.4:  # combos that are not valid
        target = f"@{rng.choice(table.with_cards())}"
        return rng.choice([f"pair {cards(2)} {target}", f"trio {cards(3)} {target} {cards(1)}"])

    text = rng.choice([
        "draw", "keep", "top", "stay", "swap", "shout", "nope", "pass", f"nope #{rng.randint(0, 3)}", f"pass #{rng.randint(0, 3)}",
        f"play {cards(1)}", f"play {cards(1)}", f"play godcat:{cards(1)}", f"play favor {seat}", f"play targeted {seat}",
        f"play godcat:favor {seat}", f"pair {cards(2)} {seat}", f"pair {cards(2)} {seat}", f"trio {cards(3)} {seat} {cards(1)}",
        f"five {cards(5)}", f"give {cards(1)}", f"take {cards(1)}", f"order {cards(rng.randint(1, 4))}", "steal godcat", "steal other",
        f"set godcat {seat}", f"set devilcat {seat}", f"defuse {rng.randint(0, 6)}", f"defuse godcat {rng.randint(0, 6)}"])
    spoiled = [text + " @0", text + " tabby", text.upper(), text.rsplit(" ", 1)[0], text + " ", " " + text]
    return rng.choice(spoiled) if rng.random() < 0.1 else text
