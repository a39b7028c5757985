# SPDX-License-Identifier: MIT
"""player.py - somebody at a table, written from protocol/PROTOCOL.md: hears, remembers, plays what is offered."""
import itertools
import json
import threading
import time

from wire import Gone, Line, Socket


class Wrong(Exception):
    """The server did what it must not."""


IDS = itertools.count(1)
MOST_HOPS = 3                                # from node to node in search of a table


def word(rng):
    """Something that no board has and nobody has said."""
    return "zq" + "".join(rng.choice("bcdfghjklmnpqrstvwxyz") for _ in range(8))


def pick(rng, offer):
    """One move out of an offer: a row, one of the alternatives for each bar, something for what is open."""
    row = rng.choice(offer)
    return " ".join(word(rng) if token == "WORD" else "1" if token == "N" else rng.choice(token.split("|"))
                    for token in row.split(" "))


class Player:
    """One viewer: a seat, or somebody watching. Insists on event numbers without gaps."""
    PATIENCE = 20                            # seconds until a connection must be open

    def __init__(self, port, code, token=None, key=None, headers=(), node=None):
        self.port, self.code, self.token, self.headers = port, code, token, headers
        self.table, self.now, self.seat, self.round, self.n = None, None, None, 0, 0
        self.answers, self.heard, self.ids = {}, [], 0
        self.hello, self.hops = {"t": "hello", "v": 1, "table": code}, 0
        if token or key:
            self.hello["token" if token else "key"] = token or key
        self.connect(node)

    def connect(self, node):
        path = f"/socket?table={self.code}" + (f"&node={node}" if node else "")
        self.socket = Socket(self.port, self.headers, path, timeout=self.PATIENCE)
        if self.socket.status != 101:
            raise Gone(f"no socket: {self.socket.status}")
        self.say(self.hello)

    def follow(self, node):
        """Another node has the table: comes again with its name."""
        self.hops += 1
        self.socket.close()
        if self.hops >= MOST_HOPS:
            raise Gone(f"sent elsewhere {self.hops} times in a row")
        self.connect(node)

    def say(self, message):
        self.socket.say(message)

    def hear(self, seconds=0.0):
        """Hears what comes within the time, at least once; True when there was something."""
        if self.socket.closed is not None:
            raise Gone(f"closed with {self.socket.closed}")
        got = self.socket.frame(time.monotonic() + seconds)
        if got is None:
            return False
        if self.socket.closed is not None:
            raise Gone(f"closed with {self.socket.closed}")
        if got[0] == 1:
            self.note(json.loads(got[1]))
        return True

    def note(self, m):
        kind = m.get("t")
        self.heard.append(m)
        del self.heard[:-200]
        if m.get("token"):
            self.token = m["token"]
        if kind == "welcome":
            self.hops = 0
        if kind in ("welcome", "seated"):
            self.seat = m["seat"]
        elif kind == "elsewhere":
            self.follow(m["node"])
        elif kind == "table":
            self.table = m
        elif kind in ("ack", "err") and "id" in m:
            self.answers[m["id"]] = m
        elif kind in ("view", "step"):
            self.moment(m)

    def moment(self, m):
        if m["round"] != self.round:
            self.round, self.n = m["round"], 0
        for event in m.get("events", []):
            if event["n"] != self.n + 1:
                raise Wrong(f"event {event['n']} after {self.n}")
            self.n += 1
        self.n, self.now = m["n"], m

    def until(self, ready, what, seconds=30):
        deadline = time.monotonic() + seconds
        while not ready():
            left = deadline - time.monotonic()
            if left <= 0:
                raise Wrong(f"waited {seconds} s in vain for {what}; last heard {json.dumps(self.heard[-1:])[:300]}")
            self.hear(left)
        return True

    def welcome(self):
        self.until(lambda: self.table is not None, "a welcome")
        return self

    def ask(self, message, kinds, seconds=30):
        """Says it and gives the next message of one of these kinds."""
        self.heard.clear()
        self.say(message)
        self.until(lambda: any(m["t"] in kinds for m in self.heard), "/".join(kinds), seconds)
        return next(m for m in self.heard if m["t"] in kinds)

    def sit(self, name, seat=None):
        m = self.ask({"t": "sit", "name": name, **({} if seat is None else {"seat": seat})}, ("seated", "err"))
        if m["t"] == "err":
            raise Wrong(f"cannot sit: {m}")
        self.until(lambda: self.table["you"]["seat"] == m["seat"], "the table as seen from the seat")
        return m

    def asked(self):
        mine = self.now and self.table["phase"] == "playing" and self.seat in self.now["asked"]
        return bool(mine and self.now["offer"])

    def move(self, text, ident=None, at=None, seconds=30):
        """Plays; the ack or err."""
        if ident is None:
            ident = f"m{next(IDS)}"              # also new for whoever has the seat after us
        message = {"t": "move", "id": ident, "round": self.round, "move": text, **({} if at is None else {"at": at})}
        self.answers.pop(ident, None)
        self.say(message)
        self.until(lambda: ident in self.answers, f"an answer to {text}", seconds)
        return self.answers[ident]

    def start(self):
        before = self.table["round"]
        self.say({"t": "start"})
        self.until(lambda: self.table["round"] > before and self.round > before, "a round")

    def fill(self, level="random"):
        """Bots on every free chair."""
        for seat, chair in enumerate(self.table["seats"]):
            if not chair["name"] and not chair["bot"]:
                self.say({"t": "bot", "seat": seat, "level": level})
        self.until(lambda: all(c["name"] or c["bot"] for c in self.table["seats"]), "a full table")

    def end(self):
        self.socket.close()


def make(port, headers=(), **wish):
    """A new table: what POST /api/tables answers."""
    with Line(port) as line:
        status, _, body = line.ask("POST", "/api/tables", {"game": "kittens", **wish}, headers)
    answer = json.loads(body)
    if status != 201:
        raise Wrong(f"no table: {status} {answer}")
    return answer


def get(port, path, headers=(), seconds=20):
    with Line(port) as line:
        return line.ask("GET", path, None, headers, seconds)


def seated(port, level=None, **wish):
    """A new table with its host at it; with a level, bots sit on the other chairs."""
    made = make(port, pace="instant", **wish)
    p = Player(port, made["code"], made["token"], node=made.get("node")).welcome()
    if level:
        p.fill(level)
    return p


class Bystander(threading.Thread):
    """Plays round after round beside an attack, comes back whenever it is sent away, and remembers what was
    acknowledged. `verify` holds all of it against the logs of the rounds."""

    def __init__(self, server, rng, game="kittens", level="random", pause=0.02):
        super().__init__(daemon=True)
        self.server, self.rng, self.pause = server, rng, pause
        self.over = threading.Event()
        self.acked = {}                      # round: my moves in order
        self.unsure = {}                     # round: the last one, when the answer to it was lost
        self.last = (0, 0)                   # the round and event that were seen last
        self.count, self.error, self.pending = 0, None, None
        made = make(server.port, game=game, pace="instant", absent="wait", clock="off")
        self.code, self.token = made["code"], made["token"]
        self.player = None
        self.level = level
        self.start()

    def run(self):
        while not self.over.is_set():
            try:
                self.play()
            except (Gone, OSError):
                self.drop()
                self.over.wait(0.1)
            except Exception as e:  # whatever it is, the attack's verdict tells it
                self.error = f"{type(e).__name__}: {e}"
                return

    def drop(self):
        if self.player:
            self.last = max(self.last, (self.player.round, self.player.n))
            self.player.end()
        self.player = None

    def come_back(self):
        """What was seen before must still be there: nothing is shown that is not on disk."""
        p = self.player = Player(self.server.port, self.code, self.token).welcome()
        if p.table["round"]:
            p.until(lambda: p.now is not None, "a view")
        if (p.round, p.n) < self.last:
            raise Wrong(f"round {self.last[0]}, event {self.last[1]} was seen, and is gone: now {p.round}, {p.n}")

    def play(self):
        if not self.player:
            self.come_back()
        p = self.player
        if not all(c["name"] or c["bot"] for c in p.table["seats"]):
            p.fill(self.level)
        if p.table["phase"] in ("lobby", "over"):
            if self.pending:
                self.unsure[self.pending[1]] = self.pending[2]
            self.pending = None
            p.start()
        if self.pending:
            self.settle(p, *self.pending)
        while not self.over.is_set() and p.table["phase"] == "playing":
            if not p.asked():
                p.hear(0.2)
                continue
            n = p.now["n"]
            self.count += 1
            self.pending = (f"b{self.count}", p.round, pick(self.rng, p.now["offer"]), n)
            self.settle(p, *self.pending)
            if p.now["n"] == n and p.asked():
                p.until(lambda n=n: p.now["n"] > n or p.table["phase"] != "playing", "what I did")
            self.over.wait(self.pause)

    def settle(self, p, ident, number, text, at):
        """Sends the move, again if need be with the same id, and remembers it if it was acknowledged."""
        p.answers.pop(ident, None)
        p.say({"t": "move", "id": ident, "round": number, "move": text, "at": at})
        p.until(lambda: ident in p.answers, f"an answer to {text}", 60)
        self.pending = None
        if p.answers[ident]["t"] == "ack":
            self.acked.setdefault(number, []).append(text)

    def moves(self):
        return sum(len(m) for m in self.acked.values())

    def goes_on(self, seconds=30, more=3):
        """Waits until some further moves of its own have been acknowledged."""
        before, deadline = self.moves(), time.monotonic() + seconds
        while self.moves() < before + more:
            if self.error or time.monotonic() > deadline or not self.is_alive():
                raise Wrong(f"the table beside it does not go on: {self.error or f'nothing for {seconds} s'}")
            time.sleep(0.01)

    def stop(self):
        self.over.set()
        self.join(90)
        self.drop()
        if self.error:
            raise Wrong(f"the table beside it: {self.error}")
