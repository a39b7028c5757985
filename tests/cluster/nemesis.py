#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Kills, pauses and drains nodes and databases while people play, and then holds everything that anybody was told against
the logs: every acknowledged move is there once and in order, nobody was shown less than before, and no table was run by
two nodes at once.

    tests/cluster/nemesis.py [--seconds 120] [--seed N] [--faults LIST] [--nodes 3] [--program FILE] [--load FILE]
    tests/cluster/nemesis.py --alone [...]       one server with SQLite instead of a cluster

LIST has names out of the table below, or `nodes`, `database`, `all`, `none`. With --load (build/release/load) a second
crowd plays beside, whose frames are held against replayed logs event by event. It prints counts, and for every kind of
fault how long the tables that it hit had to wait."""
import argparse
import collections
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, HERE)
from crowd import Crowd                                                          # noqa: E402
from ground import Alone, Many                                                   # noqa: E402
from player import get                                                           # noqa: E402
from trial import replay                                                         # noqa: E402
from verdict import (ROUND_BITS, Claim, Harm, Stored, Verdict, check_claims, check_moves, move_lines,    # noqa: E402
                     recoveries, round_key, table_number)

PATIENCE = 90.0         # seconds until a table that does not play on counts as stuck
LOGS = 200              # so many finished rounds, at most, are also asked for by HTTP and replayed


# ---- what goes wrong -----------------------------------------------------------------------------------------------

# A fault does its harm and returns the node or machine that it hit, when that was done, and what mends it after how many
# seconds. `weight`: how often it comes, compared with the others. A database's fault hits all tables.
Fault = collections.namedtuple("Fault", "name do weight hits")
Wound = collections.namedtuple("Wound", "victim done lasts heal")


def kill_node(ground, rng):
    """Sometimes it is back before anybody has missed it, sometimes after others have its tables."""
    node = rng.choice(ground.nodes())
    ground.kill(node)
    return Wound(node, time.monotonic(), rng.uniform(0, 2) * ground.lease, lambda: ground.start(node))


def pause_node(ground, rng):
    """It wakes up and may believe that it still has its tables."""
    node = rng.choice(ground.nodes())
    ground.pause(node)
    return Wound(node, time.monotonic(), rng.uniform(0.5, 2.5) * ground.lease, lambda: ground.wake(node))


def drain_node(ground, rng):
    node = rng.choice(ground.nodes())
    ground.drain(node)
    return Wound(node, time.monotonic(), 0, lambda: ground.start(node))


def of_database(name, lasts):
    """A fault of tools/cluster; `lasts`: seconds until it is mended, counted from when another machine has taken over."""
    def do(ground, rng):
        before = ground.primary()
        victim, done = ground.hurt(name), time.monotonic()
        if victim == before:
            wait_for(lambda: ground.primary() not in (None, before), 60)
        return Wound(victim, done, rng.uniform(0, lasts), ground.mend)
    return do


FAULTS = [
    Fault("kill-node", kill_node, 6, "nodes"),
    Fault("pause-node", pause_node, 3, "nodes"),
    Fault("drain-node", drain_node, 3, "nodes"),
    Fault("kill-primary", of_database("kill-primary", 3), 1, "database"),
    Fault("pause-primary", of_database("pause-primary", 10), 1, "database"),
    Fault("isolate-primary", of_database("isolate-primary", 10), 1, "database"),
    Fault("kill-standby", of_database("kill-standby", 3), 1, "database"),
    Fault("switchover", of_database("switchover", 0), 1, "database"),
]


def wait_for(holds, seconds):
    deadline = time.monotonic() + seconds
    while not holds() and time.monotonic() < deadline:
        time.sleep(0.1)


def chosen(names):
    """The faults of a list of names and groups."""
    groups = {"all": FAULTS, "none": [], **{g: [f for f in FAULTS if f.hits == g] for g in ("nodes", "database")},
              **{f.name: [f] for f in FAULTS}}
    wrong = [n for n in names.split(",") if n not in groups]
    if wrong:
        raise SystemExit(f"nemesis.py: no fault is called {wrong[0]}; there are {', '.join(groups)}")
    return list({f.name: f for n in names.split(",") for f in groups[n]}.values())


# ---- the run ---------------------------------------------------------------------------------------------------------

class Nemesis:
    """Strikes, mends, waits until all tables play on, and strikes again."""

    def __init__(self, ground, crowd, faults, rng):
        self.ground, self.crowd, self.faults, self.rng = ground, crowd, faults, rng
        self.harms, self.failovers = [], 0

    def strike(self):
        fault = self.rng.choices(self.faults, [f.weight for f in self.faults])[0]
        primary = self.ground.primary()
        began, wall = time.monotonic(), time.time()
        wound = fault.do(self.ground, self.rng)
        time.sleep(wound.lasts)
        wound.heal()
        self.failovers += fault.hits == "database" and self.ground.primary() != primary
        self.harms.append(Harm(fault.name, wound.victim if fault.hits == "nodes" else None, began, wound.done, wall))
        silent = self.crowd.wait_for_all(wound.done, PATIENCE)
        for code in silent:
            self.crowd.verdict.fault("stuck", f"{code}: {fault.name} of {wound.victim} {PATIENCE:.0f} s ago")
        print(f"{fault.name:16} {wound.victim:8} all tables play after {time.monotonic() - began:5.1f} s", flush=True)

    def run(self, seconds):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            time.sleep(self.rng.uniform(0.5, 2))
            if self.faults and time.monotonic() < end:
                self.strike()


class Beside:
    """tools/load plays beside the crowd and checks every frame that it hears."""

    def __init__(self, program, port, seconds, seed):
        self.journal = tempfile.NamedTemporaryFile(prefix="ninelives-journal-")
        self.tables = 6
        self.process = subprocess.Popen(
            [program, "--url", f"127.0.0.1:{port}", "--tables", str(self.tables), "--seats", "3", "--watchers", "1",
             "--think", "40", "--seconds", str(int(seconds) + 5), "--seed", str(seed % 2 ** 31), "--survive", "--json",
             "--journal", self.journal.name], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        wait_for(self.playing, 120)

    def playing(self):
        with open(self.journal.name) as lines:
            acks = {line.split('"table":"')[1][:10] for line in lines if line.startswith('{"is":"ack"')}
        return len(acks) >= self.tables or self.process.poll() is not None

    def finish(self, verdict):
        out, err = self.process.communicate(timeout=1200)
        if self.process.returncode:
            verdict.fault("broken", f"load: {out[-300:]} {err[-600:]}")
        print("beside:", out.strip(), flush=True)


# ---- afterwards --------------------------------------------------------------------------------------------------------

def read_logs(ground, codes, schema):
    """All moves that the store has of these tables: {(code, round): moves}."""
    of_number = {table_number(code): code for code in codes}
    where = " or ".join(f"round between {round_key(c, 0)} and {round_key(c, (1 << ROUND_BITS) - 1)}" for c in codes)
    logs = collections.defaultdict(list)
    for key, number, by, ask, line in ground.rows(f"select round, number, by, ask, line from {schema}moves where {where}"
                                                  " order by round, number"):
        code = of_number[int(key) >> ROUND_BITS]
        logs[code, int(key) & (1 << ROUND_BITS) - 1].append(Stored(int(number), by, ask, line))
    return logs


def check_exports(verdict, ground, logs, program, rng):
    """Finished rounds as HTTP gives them hold what the store holds, and can be replayed."""
    finished = [where for where in logs if (where[0], where[1] + 1) in logs]
    checked = rng.sample(finished, min(LOGS, len(finished)))
    for code, number in checked:
        status, _, body = get(ground.port, f"/api/tables/{code}/rounds/{number}")
        if status != 200 or move_lines(body.decode()) != [m.line for m in logs[code, number]]:
            verdict.fault("unsound", f"{code}, round {number}: status {status}, another log than the store's")
        elif not replay(program, body.decode()).get("ok"):
            verdict.fault("unsound", f"{code}, round {number} cannot be replayed")
    return len(checked)


def judge(o, ground, crowd, nemesis, rng):
    verdict, journal = crowd.verdict, crowd.journal
    logs = read_logs(ground, crowd.codes, "" if o.alone else "ninelives.")
    of_number = {table_number(code): code for code in crowd.codes}
    claims = [Claim(of_number[int(t)], int(e), node, float(at)) for t, e, node, at in ground.claims() if int(t) in of_number]
    check_moves(verdict, journal.acks, journal.refused, logs)
    check_claims(verdict, claims)
    exports = check_exports(verdict, ground, logs, o.program, rng)
    moves = sum(len(m) for m in logs.values())
    kinds = collections.Counter(h.kind for h in nemesis.harms)
    deaths = sum(n for kind, n in kinds.items() if kind.endswith("-node"))
    print(f"seed {o.seed}: {', '.join(f'{n} {kind}' for kind, n in kinds.items()) or 'no faults'}")
    print(f"{moves} moves in {len(logs)} rounds, {exports} of them replayed; {journal.reads} reads, "
          f"{len(journal.refused)} refused, {journal.elsewhere} times elsewhere, {journal.returns} times come back, "
          f"{len(claims)} claims")
    print(f"deaths {deaths}, failovers {nemesis.failovers}, acks {len(journal.acks)}, "
          + ", ".join(f"{name} {verdict.counts[name]}" for name in Verdict.NAMES))
    print_recoveries(verdict, recoveries(nemesis.harms, journal.acks, claims, crowd.codes))


def print_recoveries(verdict, times):
    for kind, seconds in times.items():
        known = [s for s in seconds if s is not None]
        if known:
            print(f"recovery {kind}: median {statistics.median(known):.1f} s, worst {known[-1]:.1f} s, {len(known)} tables")
        for _ in seconds[len(known):]:
            verdict.fault("stuck", f"a table did not acknowledge anything after {kind}")


def keep_journal(path, crowd, nemesis):
    """What happened as JSON lines, for whoever looks for the reason."""
    with open(path, "w") as out:
        for is_a, rows in (("ack", crowd.journal.acks), ("refused", crowd.journal.refused), ("fault", nemesis.harms)):
            for row in rows:
                out.write(json.dumps({"is": is_a, **row._asdict()}) + "\n")


def options():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--seconds", type=float, default=120)
    p.add_argument("--seed", type=int, default=random.randrange(1 << 31))
    p.add_argument("--faults", default=None, help="names or groups, with commas (all; with --alone: nodes)")
    p.add_argument("--alone", action="store_true", help="one server with SQLite")
    p.add_argument("--nodes", type=int, default=3)
    p.add_argument("--lease", type=int, default=5, help="seconds after which a silent node's tables are taken over (5)")
    p.add_argument("--tables", type=int, default=12)
    p.add_argument("--watchers", type=int, default=2, help="who come anew to one table after the other (2)")
    p.add_argument("--think", type=float, default=0.05, help="seconds between two moves of a player, on average (0.05)")
    p.add_argument("--program", type=os.path.abspath, default=os.path.join(ROOT, "build/release/ninelives"))
    p.add_argument("--load", help="the load generator, to play beside")
    p.add_argument("--folder", default=os.path.join(ROOT, "build/nemesis"), help="of the cluster")
    p.add_argument("--journal", help="a file for everything that was told")
    return p.parse_args()


def main():
    o = options()
    faults, rng, verdict = chosen(o.faults or ("nodes" if o.alone else "all")), random.Random(o.seed), Verdict()
    wires = any(f.name == "isolate-primary" for f in faults)
    ground = Alone(o.program) if o.alone else Many(o.program, o.folder, o.nodes, o.lease, wires)
    try:
        crowd = Crowd(ground.port, verdict, o.tables, o.watchers, o.think, o.seed)
        nemesis = Nemesis(ground, crowd, faults, rng)
        crowd.start()
        for code in crowd.wait_for_all(0.001, PATIENCE):
            verdict.fault("stuck", f"{code} does not begin")
        beside = o.load and Beside(o.load, ground.port, o.seconds, o.seed)
        nemesis.run(o.seconds)
        ground.mend()
        if beside:
            beside.finish(verdict)
        crowd.stop()
        if o.journal:
            keep_journal(o.journal, crowd, nemesis)
        judge(o, ground, crowd, nemesis, rng)
    finally:
        ground.end()
    for line in verdict.told:
        print("FAULT", line)
    well = not verdict.bad() and len(crowd.journal.acks) > 0
    print(f"{int(well)} passed, {int(not well)} failed")
    return 0 if well else 1


if __name__ == "__main__":
    sys.exit(main())
