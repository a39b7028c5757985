# SPDX-License-Identifier: MIT
"""timing.py - does the time at which a bot answers in a Nope window say whether it holds a Nope? And the answer that the
server gives for a person who lets things happen?

Our player sits at every table, passes at once and notes when each bot's answer is seen. When a round is over its log is
played again, which tells who held a Nope when; and then the answers of those who could have said nope and passed are
compared with those of the others, window by window."""
import re
import select
import time

from player import Player, Wrong, get, make
from trial import positions

SEATS, TABLES = 5, 12
ENOUGH = 500                # answers of each kind
LOW, HIGH = 0.45, 0.55
FIRST = 1500                # answers to gather at first
BATCHES = 6                 # how often more is gathered before a verdict that is not clear
PATIENCE = 1200             # seconds until there must be enough: a busy machine is slow, not wrong
OPENS = ("nope",)
LET_TABLES = 40             # their windows take seconds


class Seer(Player):
    """Host of a table of bots: passes, draws, and writes down when the others answered."""

    def __init__(self, port, code, token):
        self.opened, self.windows, self.level = None, {}, None
        super().__init__(port, code, token)

    def moment(self, m):
        now = time.monotonic()
        super().moment(m)
        seen = self.windows.setdefault(m["round"], [])        # per window: [(seat, seconds)], in the order of passes
        for event in m.get("events", []):
            if event["e"] == "passed" and seen:
                seen[-1].append((event["seat"], now - self.opened, self.level))
            elif event["e"] == "noped":
                seen.append([])
                self.opened = now
            elif m["view"]["phase"] in OPENS and not passes(event):
                seen.append([])
                self.opened = now

    def play(self):
        """Answers what our own seat is asked, without a thought."""
        if not self.asked() or self.now["n"] == self.answered:
            return
        self.answered = self.now["n"]
        offer = self.now["offer"]
        first = lambda verb: next((o for o in offer if o.startswith(verb)), None)
        row = first("pass") or first("draw") or offer[0]
        self.ids += 1
        self.say({"t": "move", "id": f"s{self.ids}", "round": self.round, "at": self.now["n"],
                  "move": " ".join(w.split("|")[0] for w in row.split(" "))})

    answered = -1


def passes(event):
    return event["e"] in ("passed", "noped")


class Guest(Player):
    """A person who lets things happen: says nothing in windows, and opens one when it is their turn and they can. In a
    hurry they pass themselves."""
    hurry, answered = False, -1

    def play(self):
        if not self.asked() or self.now["n"] == self.answered:
            return
        if self.now["view"]["phase"] in OPENS and not self.hurry:
            return
        self.answered = self.now["n"]
        offer = self.now["offer"]
        row = next((o for o in offer if not self.hurry and o.startswith(("play", "pair"))), None)
        row = row or next((o for o in offer if o.startswith(("pass", "draw"))), offer[0])
        self.ids += 1
        self.say({"t": "move", "id": f"g{self.ids}", "round": self.round, "at": self.now["n"],
                  "move": " ".join(w.split("|")[0] for w in row.split(" "))})


def drive(seers, going, seconds):
    """Hears all of them at once, as it comes, until there is no reason to go on."""
    deadline = time.monotonic() + seconds
    while going() and time.monotonic() < deadline:
        by_socket = {p.socket.sock: p for p in seers}
        ready, _, _ = select.select(list(by_socket), [], [], 0.1)
        for sock in ready:
            p = by_socket[sock]
            if p.hear(0.0):
                while p.socket.whole():
                    p.hear(0.0)
            p.answers.clear()
        for p in seers:
            p.play()


def begin(p, level):
    """The next round, bots of this level on all other chairs."""
    p.level = level
    for seat in range(1, SEATS):
        p.say({"t": "bot", "seat": seat, "level": level})
    p.until(lambda: all(c["bot"] == level for c in p.table["seats"][1:]), f"{level} bots")
    p.start()


def answers_of(p):
    return sum(level == p.level for w in p.windows.get(p.round, []) for _, _, level in w)


def stay(players):
    """Everybody pings: while logs are played again nobody says anything, and the server sends silent ones away."""
    for p in players:
        while p.hear(0.0):
            pass
        p.say({"t": "ping"})


def gather(t, seers, level, wanted, seconds):
    """Rounds with bots of this level until so many answers were seen; then the rounds are played to their end by quick
    ones, whose answers do not count. Gives [(holds, seconds)] of each window."""
    out, count = [], 0
    deadline = time.monotonic() + seconds
    while count < wanted and time.monotonic() < deadline:
        for p in seers:
            begin(p, level)
        enough = lambda: count + sum(map(answers_of, seers)) >= wanted
        playing = lambda: sum(p.table["phase"] == "playing" for p in seers)
        drive(seers, lambda: playing() > len(seers) // 2 and not enough(), deadline - time.monotonic())
        for p in seers:
            p.level = None
            if p.table["phase"] == "playing":
                for seat in range(1, SEATS):
                    p.say({"t": "bot", "seat": seat, "level": "random"})
        drive(seers, playing, PATIENCE)
        if playing():
            raise Wrong(f"{playing()} rounds do not come to an end")
        for p in seers:
            stay(seers)
            windows = judged(t, p, level)
            out += windows
            count += sum(map(len, windows))
    return out


def gather_people(t, tables, wanted, seconds):
    """The same with people who let things happen: tables are a seer and the guests."""
    out, count, seers = [], 0, [seer for seer, _ in tables]
    people = seers + [g for _, guests in tables for g in guests]
    deadline = time.monotonic() + seconds
    while count < wanted and time.monotonic() < deadline:
        for p in people:
            p.hurry, p.level = False, "people"
        for p in seers:
            p.start()
        playing = lambda: sum(p.table["phase"] == "playing" for p in seers)
        enough = lambda: count + sum(map(answers_of, seers)) >= wanted
        drive(people, lambda: playing() > len(seers) // 2 and not enough(), deadline - time.monotonic())
        for p in people:
            p.hurry, p.level = True, None
        drive(people, playing, PATIENCE)
        for p in seers:
            stay(people)
            windows = judged(t, p, "people")
            out += windows
            count += sum(map(len, windows))
    return out


def judged(t, p, level):
    """The windows of the round that is over, with who held a Nope."""
    log = get(p.port, f"/api/tables/{p.code}/rounds/{p.round}")[2].decode()
    lines = re.findall(r"^(\d+) (\S+) (.*)$", log, re.M)
    passed = [int(n) for n, who, text in lines if text.split(" ")[0] == "pass"]
    windows, at = [], 0
    for w in p.windows[p.round]:
        ours = [(seat, seconds) for seat, seconds, by in w if by == level and seat]
        if len(ours) > 1:
            windows.append((passed[at] - 1, ours))            # the move before the first pass
        at += len(w)
    if at != len(passed):
        raise Wrong(f"{at} passes were seen, the log has {len(passed)}")
    return [[("nope" in state["hands"][seat], seconds, seat) for seat, seconds in w]
            for (_, w), state in zip(windows, positions(t.program, log, [n for n, _ in windows]))]


# ---- the verdict ---------------------------------------------------------------------------------------------------

def won(yes, no):
    """In how many pairs of a holder and another the holder's number is larger; ties count half."""
    ranked, sum_won, below, at = sorted([(s, True) for s in yes] + [(s, False) for s in no]), 0.0, 0, 0
    while at < len(ranked):
        end = at
        while end < len(ranked) and ranked[end][0] == ranked[at][0]:
            end += 1
        holders = sum(holds for _, holds in ranked[at:end])
        others = end - at - holders
        sum_won += holders * (below + others / 2)
        below += others
        at = end
    return sum_won


def area(rows):
    """The chance that a holder's number is larger than another's of the same kind; 0.5: nothing can be told. Rows are
    (kind, holds, number). Kinds keep apart what differs for reasons that everybody can see: a seat that is asked later
    answers later, and whoever holds a Nope holds it for many windows."""
    kinds_of, total, pairs = {}, 0.0, 0
    for kind, holds, number in rows:
        kinds_of.setdefault(kind, ([], []))[not holds].append(number)
    for yes, no in kinds_of.values():
        total += won(yes, no)
        pairs += len(yes) * len(no)
    return total / pairs if pairs else 0.5


def since_opened(windows):
    """Each answer's time after the window opened, less the window's mean: how busy the server was is everybody's."""
    rows = []
    for w in windows:
        mean, order = sum(s for _, s, _ in w) / max(1, len(w)), sorted(seat for _, _, seat in w)
        rows += [((order.index(seat), len(w)), holds, s - mean) for holds, s, seat in w]
    return area(rows)


def since_last(windows):
    """Each answer's time after the one before it in the window: what a worker that thinks in turn would betray."""
    rows = []
    for w in windows:
        rows += [((i, len(w)), a[0], round(a[1] - b[1], 4)) for i, (a, b) in enumerate(zip(w[1:], w))]
    return area(rows)


def in_all(windows):
    """All answers in one heap, as they were seen. Told, not judged: it moves with who happens to sit where."""
    return area([(0, holds, s) for w in windows for holds, s, _ in w])


WAYS = [("after the window opened", since_opened), ("after the answer before", since_last)]


def kinds(windows):
    yes = sum(holds for w in windows for holds, _, _ in w)
    return yes, sum(map(len, windows)) - yes


def verdict(windows):
    """True: nothing can be told. False: clearly something can. None: too close to say."""
    aucs = [way(windows) for _, way in WAYS]
    if all(LOW <= auc <= HIGH for auc in aucs):
        return True
    return False if any(not LOW - 0.1 < auc < HIGH + 0.1 for auc in aucs) else None


def judge(t, seers, level, gather=gather, least=30):
    windows, wanted, seconds = [], 10**9 if t.seconds else FIRST, max(t.seconds or 0, least)
    unclear, deadline, yes, no = 0, time.monotonic() + PATIENCE, 0, 0
    while unclear < BATCHES and (min(yes, no) >= ENOUGH or time.monotonic() < deadline):
        windows += gather(t, seers, level, wanted, seconds)
        yes, no = kinds(windows)
        if min(yes, no) >= ENOUGH:
            if verdict(windows) is not None:
                break
            unclear += 1
    t.count(f"{level}: holders", yes)
    t.count("others", no)
    t.check(min(yes, no) >= ENOUGH, f"too few answers of {level} for a verdict: {yes} holders, {no} others")
    t.counts[f"AUC {in_all(windows):.3f} in one heap"] = ""
    for name, way in WAYS:
        auc = way(windows)
        t.counts[f"AUC {auc:.3f} {name}"] = ""
        t.check(LOW <= auc <= HIGH, f"when {level} answer tells who holds a Nope: AUC {auc:.3f} {name}")


def timing(t, level="search", pace="instant"):
    """When a bot answers does not tell whether it holds a Nope, at pace instant and with busy workers."""
    with t.server(beside=False) as s:
        seers = []
        for _ in range(TABLES):
            made = make(s.port, seats=SEATS, pace=pace, clock="off")
            seers.append(Seer(s.port, made["code"], made["token"]).welcome())
        judge(t, seers, level)
        for p in seers:
            p.end()


def timing_sharp(t):
    """The same again, for bots that go by rules of thumb."""
    timing(t, "sharp")


def timing_brisk(t):
    """The same again, at a pace at which bots seem to think. Only in the long run."""
    if t.seconds:
        timing(t, "search", "brisk")
    else:
        t.count("only in the long run")


def timing_let(t, what="choiceless"):
    """When the server answers for people who let things happen does not tell who of them holds a Nope, although these were
    asked."""
    with t.server(beside=False) as s:
        tables = []
        for _ in range(LET_TABLES):
            made = make(s.port, seats=SEATS, clock="quick", absent="wait")
            seer = Seer(s.port, made["code"], made["token"]).welcome()
            guests = [Guest(s.port, made["code"]).welcome() for _ in range(1, SEATS)]
            for i, g in enumerate(guests):
                g.sit(f"Guest {i}")
                g.say({"t": "let", "what": what})
                g.until(lambda g=g: g.table["you"]["let"] == what, "the wish to be heard")
            seer.until(lambda seer=seer: all(c["name"] for c in seer.table["seats"]), "a full table")
            tables.append((seer, guests))
        by_people = lambda t, tables, _, wanted, seconds: gather_people(t, tables, wanted, seconds)
        judge(t, tables, "people", by_people, 150)
        for seer, guests in tables:
            for p in (seer, *guests):
                p.end()


ATTACKS = [timing_let, timing, timing_sharp, timing_brisk]
