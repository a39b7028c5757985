# SPDX-License-Identifier: MIT
"""trial.py - one class of attacks being tried: its dice, its time, its counts, and what went wrong. And how a game is
held against its log."""
import contextlib
import hashlib
import json
import random
import re
import subprocess
import tempfile
import time

from player import Bystander, Wrong, get
from server import Server

ENOUGH = 6      # faults after which a class is not tried on
MOST = 40       # faults kept of one class
LOGS = 12       # of one table that are held against what was acknowledged


class Trial:
    def __init__(self, program, name, seed, seconds=None):
        self.program, self.name, self.seconds = program, name, seconds
        self.rng = random.Random(f"{name} {seed}")
        self.counts, self.faults = {}, []
        self.ends = None

    # ---- what is counted and what is wrong ----

    def count(self, what, n=1):
        self.counts[what] = self.counts.get(what, 0) + n

    def fault(self, what):
        what = " ".join(what.split())
        what = what if len(what) < 600 else what[:300] + " ... " + what[-280:]
        if len(self.faults) < MOST and what not in self.faults:
            self.faults.append(what)

    def check(self, ok, what):
        self.count("checks")
        if not ok:
            self.fault(what)
        return ok

    def rounds(self, short, most=30):
        """Counts 0, 1, 2 ...: `short` times (for at most so many seconds) in the short run, for as long as was asked
        for in the long one. Ends early once enough has gone wrong."""
        n, start = 0, time.monotonic()
        while len(self.faults) < ENOUGH:
            passed = time.monotonic() - start
            if n >= short and (self.seconds is None or passed >= self.seconds):
                return
            if passed >= max(self.seconds or 0, most) and n:
                return
            yield n
            n += 1

    # ---- a server to attack ----

    @contextlib.contextmanager
    def server(self, *flags, beside=True, codes=(0,), **more):
        """A server and, unless told otherwise, a table that is played beside the attack. At the end both must be
        well."""
        server, bystander = Server(self.program, *flags, **more), None
        try:
            server.start()
            if beside:
                bystander = Bystander(server, random.Random(self.rng.random()))
                bystander.goes_on()
        except Exception as e:
            server.clean()
            raise Wrong(self.explain(server, e)) from None
        try:
            yield server
            self.settle(server, bystander)
            server.end(codes)
        except Exception as e:
            self.fault(self.explain(server, e))
        finally:
            if bystander:
                bystander.over.set()
            server.clean()

    def settle(self, server, bystander):
        """The server answers, the table beside goes on, and its rounds are in the logs as they were acknowledged."""
        server.alive()
        if not bystander:
            return
        bystander.goes_on()
        bystander.stop()
        self.count("moves beside", bystander.moves())
        for number, moves in sorted(bystander.acked.items())[-LOGS:]:
            status, _, body = get(server.port, f"/api/tables/{bystander.code}/rounds/{number}")
            if status == 200:
                self.compare(body.decode(), 0, moves, bystander.unsure.get(number))

    def compare(self, log, seat, moves, unsure=None):
        """The log verifies, and holds exactly what this seat was told was played; the answer to its last move may be
        lost."""
        self.count("logs")
        done = replay(self.program, log)
        if not done.get("ok"):
            raise Wrong(f"a log does not hold: {done}")
        played = [m.group(1) for m in re.finditer(rf"^\d+ {seat} (.*)$", log, re.M)]
        if played != moves and played != [*moves, unsure]:
            raise Wrong(f"acknowledged {len(moves)} moves, the log has {len(played)}: "
                        f"{next(((a, b) for a, b in zip(moves, played) if a != b), 'one is longer')}")

    def explain(self, server, e):
        what = f"{type(e).__name__}: {e}" if not isinstance(e, Wrong) else str(e)
        if server.process and server.process.poll() is None:
            return what if isinstance(e, Wrong) else f"{what} [{self.still_well(server)}]"
        code = server.process.returncode if server.process else None
        return f"{what} [ended with {code}: {server.tail()}]"

    def still_well(self, server):
        """A line that got no answer may be the sign of a server that gives none any more."""
        try:
            server.alive(5)
        except Wrong as e:
            return str(e)
        return "the server answers"


# ---- games against their logs ----------------------------------------------------------------------------------

def replay(program, log):
    done = subprocess.run([program, "replay", "-", "--json"], input=log, capture_output=True, text=True, timeout=60)
    try:
        return json.loads(done.stdout)
    except ValueError:
        return {"ok": False, "said": done.stderr[-300:]}


def seed_of(log):
    """What a finished round was shuffled with: PROTOCOL.md, "Fair shuffles"."""
    head = dict(word.split("=") for word in log.split("\n", 1)[0].split() if "=" in word)
    secret = re.search(r"^secret (\w+)$", log, re.M).group(1)
    luck = dict(re.findall(r"^luck (\d+) (\w+)$", log, re.M))
    mixed = b"ninelives fair 1" + bytes.fromhex(secret)
    for seat in range(int(head["players"])):
        mixed += b"\1" + bytes.fromhex(luck[str(seat)]) if str(seat) in luck else b"\0"
    return hashlib.sha256(mixed).hexdigest()


def positions(program, log, moves):
    """The whole state, nothing hidden, after each of the given numbers of a finished round's moves."""
    words = log.split("\n", 1)[0].split()
    head = dict(word.split("=") for word in words if "=" in word)
    players = int(head.pop("players"))
    head.pop("rules")
    lines = [(int(n), f"{who} {text}") for n, who, text in re.findall(r"^(\d+) (\S+) (.*)$", log, re.M) if who != "c"]
    specs = [{"name": str(n), "game": words[2], "players": players, "options": head, "seed": seed_of(log),
              "moves": [text for number, text in lines if number <= n]} for n in moves]
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(specs, file)
        file.flush()
        done = subprocess.run([program, "scenario", file.name], capture_output=True, text=True)
    results = [json.loads(line) for line in done.stdout.splitlines()]
    if len(results) != len(specs) or not all(r["ok"] for r in results):
        raise Wrong(f"a log cannot be played again: {done.stderr[:200]} {[r for r in results if not r['ok']][:1]}")
    return [r["state"] for r in results]
