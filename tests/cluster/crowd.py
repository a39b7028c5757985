# SPDX-License-Identifier: MIT
"""crowd.py - scripted people at tables behind one address, who play on whatever dies. They remember what they were told,
and notice at once when they are shown something else, or less, than before."""
import hashlib
import json
import os
import random
import sys
import threading
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "attack"))
from player import Player, Wrong, get, make, pick                                # noqa: E402
from verdict import Ack, Refused                                                 # noqa: E402
from wire import Gone                                                            # noqa: E402

LISTEN, SILENCE = 2.0, 5.0                   # seconds without a word until it is asked, and until it is given up
ANSWER = 30.0                                # until what must come counts as lost, although something is heard


def digest(value):
    return hashlib.blake2b(json.dumps(value, sort_keys=True).encode(), digest_size=8).digest()


class Journal:
    """What everybody was told. `viewer` is a seat, or None for all who watch: they are shown the same."""

    def __init__(self, verdict):
        self.verdict, self.lock, self.over = verdict, threading.Lock(), threading.Event()
        self.acks, self.refused = [], []
        self.sent = {}                       # table: when the latest acknowledged move was sent
        self.told = {}                       # table: the latest round and event that a player has an ack for
        self.content = {}                    # (table, viewer): {round: {event's number: its content}}, the latest two
        self.reads, self.returns, self.elsewhere = 0, 0, 0

    def ack(self, ack):
        with self.lock:
            self.acks.append(ack)
            self.sent[ack.table] = max(self.sent.get(ack.table, 0.0), ack.sent)
            self.told[ack.table] = max(self.told.get(ack.table, (0, 0)), (ack.round, ack.n))

    def refuse(self, refused):
        with self.lock:
            self.refused.append(refused)

    def frame(self, table, viewer, m):
        """A view or step. The same number must always have the same content."""
        shown = {e["n"]: digest(e) for e in m.get("events", [])}
        shown[-m["n"]] = digest({key: m[key] for key in ("view", "asked", "offer")})     # negative: how things stand then
        with self.lock:
            rounds = self.content.setdefault((table, viewer), {})
            known = rounds.setdefault(m["round"], {})
            for n, what in shown.items():
                if known.setdefault(n, what) != what:
                    self.verdict.fault("split", f"{table}, round {m['round']}, viewer {viewer}: two contents of {n}")
            if len(rounds) > 2:
                del rounds[min(rounds)]

    def count(self, name):
        with self.lock:
            setattr(self, name, getattr(self, name) + 1)

    def stale(self, what):
        with self.lock:
            self.verdict.fault("stale", what)


class Viewer(Player):
    """A connection that gives a silent server up."""
    PATIENCE = SILENCE

    def __init__(self, port, journal, code, token=None, node=None, viewer=None):
        self.journal, self.viewer, self.heard_at, self.pinged = journal, viewer, time.monotonic(), False
        super().__init__(port, code, token, node=node)

    def follow(self, node):
        self.journal.count("elsewhere")
        super().follow(node)

    def note(self, m):
        self.heard_at, self.pinged = time.monotonic(), False
        before = (self.round, self.n)
        super().note(m)
        if m["t"] in ("view", "step"):
            self.journal.frame(self.code, self.viewer, m)
            if (self.round, self.n) < before:
                self.journal.stale(f"{self.code}, viewer {self.viewer}: {(self.round, self.n)} after {before}")

    def listen(self):
        """Hears something, or nothing for a short while."""
        quiet = time.monotonic() - self.heard_at
        if quiet > SILENCE or self.journal.over.is_set():
            raise Gone("silence, or the end")
        if quiet > LISTEN and not self.pinged:
            self.pinged = True
            self.say({"t": "ping"})
        self.hear(0.25)

    def until(self, ready, what, seconds=ANSWER):
        deadline = time.monotonic() + seconds
        while not ready():
            if time.monotonic() > deadline:
                raise Gone(f"waited in vain for {what}")
            self.listen()
        return True

    def arrive(self):
        """Until the table is known, and the game if a round has begun."""
        self.welcome()
        if self.table["round"]:
            self.until(lambda: self.now is not None, "a view")
        return self


class Restless(threading.Thread):
    """Somebody who comes back whenever the connection is lost."""

    def __init__(self, crowd, seed):
        super().__init__(daemon=True)
        self.crowd, self.rng = crowd, random.Random(seed)

    def run(self):
        while not self.crowd.over.is_set():
            try:
                self.once()
            except (Gone, OSError):
                self.crowd.journal.count("returns")
                self.crowd.over.wait(0.1 + 0.2 * self.rng.random())
            except Exception as e:  # whatever it is, the verdict tells it
                self.crowd.broken(f"{type(e).__name__}: {e}")
                self.crowd.over.wait(1)


class Person(Restless):
    """Plays on a seat, round after round. A move without an answer is sent again with the same id."""

    def __init__(self, crowd, code, seat, token, node):
        super().__init__(crowd, f"{crowd.seed} {code} {seat}")
        self.code, self.seat, self.token, self.node = code, seat, token, node
        self.moves, self.pending, self.last = 0, None, (0, 0)

    def once(self):
        before = max(self.last, self.crowd.journal.told.get(self.code, (0, 0)))
        p, self.node = self.crowd.view(self.code, self.token, self.node, self.seat), None
        try:
            p.arrive()
            if (p.round, p.n) < before:
                self.crowd.journal.stale(f"{self.code}, seat {self.seat} comes back: {(p.round, p.n)} after {before}")
            while not self.crowd.over.is_set():
                self.act(p)
        finally:
            self.last = max(self.last, (p.round, p.n))
            p.end()

    def act(self, p):
        if self.pending:
            self.settle(p)
        elif p.table["phase"] in ("lobby", "over") and self.seat == 0:
            p.start()
        elif p.asked():
            self.moves += 1
            self.pending = (f"{self.code}-{self.seat}-{self.moves}", p.round, pick(self.rng, p.now["offer"]), p.now["n"],
                            time.monotonic())
            self.settle(p)
            self.crowd.over.wait(self.crowd.think * 2 * self.rng.random())
        else:
            p.listen()

    def settle(self, p):
        ident, number, text, at, first = self.pending
        p.answers.pop(ident, None)
        sent = time.monotonic()
        p.say({"t": "move", "id": ident, "round": number, "move": text, "at": at})
        p.until(lambda: ident in p.answers, f"an answer to {text}")
        answer, self.pending = p.answers[ident], None
        if answer["t"] == "ack":
            self.crowd.journal.ack(Ack(self.code, number, self.seat, ident, text, answer["n"], first, sent, time.monotonic()))
            p.until(lambda: p.round > number or p.n >= answer["n"], "what I did")
        else:
            self.crowd.journal.refuse(Refused(self.code, number, self.seat, ident, answer["code"]))
            at = p.n
            if p.asked() and answer["code"] not in ("too_fast", "paused"):       # the offer was old: wait for another
                p.until(lambda: p.n > at or p.round > number or not p.asked(), "news")


class Watcher(Restless):
    """Comes anew to one table after the other, and must be shown at least what had been acknowledged before."""

    def once(self):
        code = self.rng.choice(self.crowd.codes)
        before = self.crowd.journal.told.get(code, (0, 0))
        p = self.crowd.view(code)
        try:
            p.arrive()
            if (p.round, p.n) < before:
                self.crowd.journal.stale(f"{code}: a watcher sees {(p.round, p.n)} after {before} was acknowledged")
        finally:
            p.end()
        before = self.crowd.journal.told.get(code, (0, 0))
        status, _, body = get(self.crowd.port, f"/api/tables/{code}", seconds=SILENCE)
        if status == 200 and json.loads(body)["round"] < before[0]:
            self.crowd.journal.stale(f"{code}: GET shows round {json.loads(body)['round']} after {before} was acknowledged")
        if status == 404:
            self.crowd.journal.stale(f"{code}: GET says that there is no such table")
        self.crowd.journal.count("reads")
        self.crowd.over.wait(0.1 * self.rng.random())


class Crowd:
    """Tables of two, and some who watch. Every third table has a clock, so that it must not be left alone."""

    def __init__(self, port, verdict, tables, watchers, think, seed):
        self.port, self.verdict, self.think, self.seed = port, verdict, think, seed
        self.journal, self.codes, self.people = Journal(verdict), [], []
        self.over = self.journal.over
        for i in range(tables):
            self.seat_two("quick" if i % 3 == 0 else "off")
        self.people += [Watcher(self, f"{seed} watcher {i}") for i in range(watchers)]

    def seat_two(self, clock):
        made = make(self.port, seats=2, clock=clock, pace="instant", absent="wait", name="Dana")
        code = made["code"]
        guest = Player(self.port, code).welcome()
        token = guest.sit("Noa", 1)["token"]
        guest.end()
        self.codes.append(code)
        self.people += [Person(self, code, 0, made["token"], made.get("node")), Person(self, code, 1, token, None)]

    def view(self, code, token=None, node=None, seat=None):
        return Viewer(self.port, self.journal, code, token, node, seat)

    def broken(self, what):
        with self.journal.lock:
            self.verdict.fault("broken", what)

    def start(self):
        for p in self.people:
            p.start()

    def silent_since(self, when):
        """The tables that have acknowledged nothing that was sent since then."""
        with self.journal.lock:
            return {c for c in self.codes if self.journal.sent.get(c, 0.0) < when}

    def wait_for_all(self, when, seconds):
        """Until every table has acknowledged a move that was sent after `when`; those that have not."""
        deadline = time.monotonic() + seconds
        while (silent := self.silent_since(when)) and time.monotonic() < deadline:
            time.sleep(0.05)
        return silent

    def stop(self):
        self.over.set()
        for p in self.people:
            p.join(60)
            if p.is_alive():
                self.broken("somebody does not come to an end")
