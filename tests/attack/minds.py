# SPDX-License-Identifier: MIT
"""minds.py - a bot thinks in a thread of its own while people end the round, change places and begin another game. What
it has found is for the player who was asked, and for nobody else."""
from player import Player, make, pick, seated, word
from wire import say

PARTNERS = (2, 3)


def duet(t, s):
    """Two people of ours and two bots that search. One gives a clue, the other guesses an assassin: the round is over."""
    made = make(s.port, game="duet", seats=4, pace="instant", clock="off")
    giver = Player(s.port, made["code"], made["token"]).welcome()
    finder = Player(s.port, made["code"]).welcome()
    finder.sit("Finder", 1)
    for seat in PARTNERS:
        giver.say({"t": "bot", "seat": seat, "level": "search"})
    giver.until(lambda: all(c["name"] or c["bot"] for c in giver.table["seats"]), "bots")
    giver.start()
    finder.until(lambda: finder.round == giver.round and finder.now, "the round")
    key = next(k for k in giver.now["view"]["keys"] if k)
    if giver.move(f"clue {word(t.rng)} 1")["t"] != "ack":
        return giver, finder, False          # a bot was quicker
    finder.until(lambda: any("guess" in row for row in finder.now["offer"]), "a guess")
    if finder.move(f"guess {key.index('x')}")["t"] != "ack":
        return giver, finder, False
    giver.until(lambda: giver.table["phase"] == "over", "the end")
    return giver, finder, True


def another_game(giver):
    """In one breath, while the bots still think about the round before: the bots sit on other chairs, of another game."""
    giver.socket.send(b"".join(say(m) for m in (
        {"t": "swap", "seats": [1, 2]}, {"t": "stand", "seat": 2}, {"t": "bot", "seat": 2, "level": "search"},
        {"t": "set", "game": "kittens"}, {"t": "start"})))
    giver.until(lambda: giver.table["game"] == "kittens" and giver.table["phase"] == "playing", "the other game")


def minds(t):
    with t.server(many=True) as s:
        busy = [seated(s.port, "search", seats=5, game="kittens") for _ in range(3)]
        for p in busy:                       # bots that keep the worker busy
            p.start()
            p.say({"t": "stand"})
        for _ in t.rounds(short=6):
            giver, finder, over = duet(t, s)
            if over:
                another_game(giver)
                t.count("games changed")
                for _ in range(20):
                    giver.hear(0.1)
                    if giver.asked():
                        giver.move(pick(t.rng, giver.now["offer"]))
            giver.end()
            finder.end()
        t.check(t.counts.get("games changed"), "no round of Duet could be ended while bots thought")


ATTACKS = [minds]
