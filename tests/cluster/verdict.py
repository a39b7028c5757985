# SPDX-License-Identifier: MIT
"""verdict.py - was a promise broken? Holds what players were told (acknowledged and refused moves) against the logs, and
who ran which table when against the rule that only one node does. Only facts come in and counts go out, so that
verdict_test.py can show that every kind of broken promise is noticed."""
import bisect
import collections
import re

# When a move was sent for the first time, for the last time, and acknowledged: monotonic seconds.
Ack = collections.namedtuple("Ack", "table round seat id move n first sent at")
Refused = collections.namedtuple("Refused", "table round seat id code")
Stored = collections.namedtuple("Stored", "number by ask line")                     # a move of a log, as the store has it
Claim = collections.namedtuple("Claim", "table epoch node at")                      # at: seconds since 1970
# A fault: when it began and when all of it was done (monotonic), and when it began (since 1970).
Harm = collections.namedtuple("Harm", "kind victim began done wall")

CONSONANTS, VOWELS = "bdfghjklmnprstvz", "aeiou"
SHORT_CODES = 80 ** 4                        # codes of four syllables; those of five are numbered behind them
ROUND_BITS = 24                              # the store's key of a round is its table's number and its own


def table_number(code):
    number = 0
    for consonant, vowel in zip(code[::2], code[1::2]):
        number = number * 80 + CONSONANTS.index(consonant) * 5 + VOWELS.index(vowel)
    return number if len(code) == 8 else number + SHORT_CODES


def round_key(code, number):
    return (table_number(code) << ROUND_BITS) + number


class Verdict:
    """Counts of broken promises by name, and the first few of each in words."""
    NAMES = {
        "lost": "an acknowledged move is not in the log",
        "doubled": "a move is in the log twice",
        "gaps": "a log leaves out a number",
        "disordered": "the log has moves in another order than they were acknowledged in",
        "denied": "a move was refused, and is in the log",
        "split": "two nodes ran a table at once, or one number of an event has two contents",
        "stale": "somebody was shown less than had been told before",
        "unsound": "a log cannot be replayed, or is not what the store holds",
        "stuck": "a table did not play on",
        "broken": "a client or a server did what it must not",
    }

    def __init__(self):
        self.counts = collections.Counter()
        self.told = []

    def fault(self, name, what):
        assert name in self.NAMES, name
        self.counts[name] += 1
        if self.counts[name] <= 5:
            self.told.append(f"{name}: {what}")

    def bad(self):
        return sum(self.counts.values())


# ---- moves against logs ------------------------------------------------------------------------------------------

def check_moves(verdict, acks, refused, logs):
    """`logs`: for each table and round its stored moves, in the order of their numbers."""
    by_round = collections.defaultdict(list)
    for ack in acks:
        by_round[ack.table, ack.round].append(ack)
    for where, moves in logs.items():
        check_log(verdict, where, moves)
    for where, told in by_round.items():
        check_round(verdict, where, told, {(seat_of(m.line), m.ask): m for m in logs.get(where, []) if m.ask})
    for r in refused:
        played = any(m.ask == r.id and seat_of(m.line) == r.seat for m in logs.get((r.table, r.round), []))
        if played and r.code != "wrong_round":           # the answer to a move of a round that has ended meanwhile
            verdict.fault("denied", f"{r}")


def seat_of(line):
    """Who made a move, of a line of a log: "12 0 play skip"; None: chance."""
    seat = line.split(" ", 2)[1]
    return int(seat) if seat.isdigit() else None


def check_log(verdict, where, moves):
    numbers = [m.number for m in moves]
    if numbers != list(range(1, len(moves) + 1)):
        verdict.fault("gaps", f"{where}: {len(moves)} moves, the last is {numbers[-1]}")
    asks = collections.Counter((seat_of(m.line), m.ask) for m in moves if m.ask)
    for who, times in asks.items():
        if times > 1:
            verdict.fault("doubled", f"{where}: {who} {times} times")


def check_round(verdict, where, told, stored):
    """All acknowledged moves are there, and in this order: by the number of their last event; and a move that was sent
    after another was acknowledged comes after it."""
    found = []
    for ack in told:
        m = stored.get((ack.seat, ack.id))
        if m is None or m.line.split(" ", 2)[2] != ack.move:
            verdict.fault("lost", f"{ack}, the log has {m}")
        else:
            found.append((ack, m.number))
    found.sort(key=lambda f: f[0].n)
    for (a, first), (b, second) in zip(found, found[1:]):
        if first >= second or a.n == b.n:
            verdict.fault("disordered", f"{where}: {a} is number {first}, {b} is {second}")
    done, answered, latest = 0, sorted(found, key=lambda f: f[0].at), 0
    for ack, number in sorted(found, key=lambda f: f[0].first):
        while done < len(answered) and answered[done][0].at < ack.first:
            latest = max(latest, answered[done][1])
            done += 1
        if number <= latest:
            verdict.fault("disordered", f"{where}: {ack} is number {number}, {latest} was acknowledged before it was sent")


# ---- who ran what ------------------------------------------------------------------------------------------------

def check_claims(verdict, claims):
    """Each time a table changes hands its epoch grows by one, and one epoch has one node."""
    by_table = collections.defaultdict(list)
    for c in claims:
        by_table[c.table].append(c)
    for table, rows in by_table.items():
        rows.sort(key=lambda c: (c.epoch, c.at))
        if [c.epoch for c in rows] != list(range(rows[0].epoch, rows[0].epoch + len(rows))):
            verdict.fault("split", f"{table}: epochs {[(c.epoch, c.node) for c in rows]}")
        if any(a.at > b.at for a, b in zip(rows, rows[1:])):
            verdict.fault("split", f"{table}: claimed out of order: {rows}")


def owner(claims, table, wall):
    """Who had the table then; None: nobody yet."""
    rows = [c for c in claims if c.table == table and c.at <= wall]
    return max(rows, key=lambda c: c.epoch).node if rows else None


# ---- how long it took ----------------------------------------------------------------------------------------------

def first_answer(acks, since):
    """When the first of these moves was acknowledged that was sent since then. `acks` are in the order of sending, so
    the search ends where moves were sent later than that."""
    best = None
    for ack in acks[bisect.bisect_left(acks, since, key=lambda a: a.sent):]:
        if best is not None and ack.sent > best:
            break
        best = ack.at if best is None else min(best, ack.at)
    return best


def recoveries(harms, acks, claims, tables):
    """For each kind of fault the seconds from its beginning until a table that it hit acknowledged a move again, in
    order; None for a table that never did. Only moves count that were sent when all of the fault was done: what was
    answered before says nothing about it. A fault of a node hits the tables that it ran, one of the database all (then
    `victim` is None)."""
    by_table = collections.defaultdict(list)
    for ack in sorted(acks, key=lambda a: a.sent):
        by_table[ack.table].append(ack)
    out = collections.defaultdict(list)
    for harm in harms:
        for table in tables:
            if harm.victim is not None and claims and owner(claims, table, harm.wall) != harm.victim:
                continue
            back = first_answer(by_table[table], harm.done)
            out[harm.kind].append(None if back is None else back - harm.began)
    return {kind: sorted(times, key=lambda t: float("inf") if t is None else t) for kind, times in out.items()}


# ---- texts of logs ---------------------------------------------------------------------------------------------------

def move_lines(text):
    """The moves of a log as text: the lines that begin with a number."""
    return re.findall(r"^\d+ \S+ .*$", text, re.M)
