# SPDX-License-Identifier: MIT
"""resets.py - connections that are reset at every stage, askers that wait for a table, and the end while bots think."""
import signal
import time

from player import Player, Wrong, make, seated
from server import Server
from wire import Gone, Line, frame, request, say, upgrade

EXPECT = [("Expect", "100-continue")]
WISH = {"game": "kittens"}


def reset(t):
    """A write that fails closes the connection, and nobody may touch it after that."""
    with t.server(shim=True) as s:
        table = make(s.port)
        for i in t.rounds(short=24):
            expect_and_reset(t, s, table, i)
            storm(t, s, table)
            if i % 4 == 0:
                dead_listeners(t, s, slow=i % 8 == 0)
            s.alive()
        unread(t, s)


def expect_and_reset(t, s, table, i):
    """The server sleeps while request and reset arrive, so that it reads the one and cannot write any more."""
    unknown = "xxxxxxxx" if i < 50 else table["code"]       # guesses are rationed
    paths = [("POST", "/api/tables", WISH), ("GET", "/healthz", None), ("GET", f"/api/tables/{table['code']}", None),
             ("GET", f"/api/tables/{unknown}", None), ("GET", "/", None), ("GET", "/metrics", None)]
    lines = [Line(s.port) for _ in range(10)]
    for line in lines:
        line.ask("GET", "/healthz")
    s.signal(signal.SIGSTOP)
    try:
        for k, line in enumerate(lines):
            method, path, body = paths[(i + k) % len(paths)]
            line.send(request(method, path, body, EXPECT) * t.rng.choice([1, 1, 3]))
            line.reset()
            t.count("resets")
    finally:
        s.signal(signal.SIGCONT)


def stages(t, table):
    """What was said before the line went dead: parts of everything that can be said."""
    hello = say({"t": "hello", "v": 1, "table": table["code"]})
    mine = say({"t": "hello", "v": 1, "table": table["code"], "token": table["token"]})
    rename = say({"t": "name", "name": f"N{t.rng.randrange(99)}"})
    post = request("POST", "/api/tables", WISH)
    whole = [
        request("GET", "/healthz"), post, request("POST", "/api/tables", WISH, EXPECT), upgrade() + hello,
        upgrade() + mine + rename, upgrade() + mine + rename * 3 + say({"t": "start"}), post + upgrade() + mine,
        request("GET", f"/api/tables/{table['code']}") + upgrade() + mine + rename, upgrade() + frame(b"", 8),
        upgrade() + hello + frame(b"x" * 300, fin=False),
    ]
    data = t.rng.choice(whole)
    return data if t.rng.random() < 0.5 else data[:t.rng.randrange(len(data))]


def storm(t, s, table):
    """Many lines at once, each cut at another place; some wait for an answer first, some do not."""
    for _ in range(20):
        line = Line(s.port)
        try:
            line.send(stages(t, table))
            if t.rng.random() < 0.3:
                line.more(time.monotonic() + 0.01)
        except Gone:
            pass
        line.reset()
        t.count("resets")


def unread(t, s):
    """Large answers that nobody reads, then a reset."""
    for _ in range(20):
        line = Line(s.port, receive=2048)
        try:
            line.send(request("GET", "/api/games") * 40)
            line.more(time.monotonic() + 0.05)
        except Gone:
            pass
        line.reset()
        t.count("unread answers")
    s.alive()


def dead_listeners(t, s, slow):
    """Half of those around a table are dead lines when it is told something; some were just about to speak."""
    host = seated(s.port, seats=4)
    others = [Player(s.port, host.code).welcome() for _ in range(8)]
    for i, p in enumerate(others[:3]):
        p.sit(f"P{i}")
    askers = [Line(s.port) for _ in range(4)]
    if slow:
        s.control(slow=30)
    s.signal(signal.SIGSTOP)
    try:
        host.socket.send(say({"t": "say", "phrase": "hello"}) + say({"t": "name", "name": "Dana"}))
        for line in askers:
            line.send(request("GET", f"/api/tables/{host.code}") * 3)
        for p in t.rng.sample(others, 5):
            message = t.rng.choice([{"t": "sit", "name": "Late"}, {"t": "stand"}, {"t": "ping"}, {"t": "handover"}])
            p.socket.send(say(message))
            p.socket.reset()
            t.count("resets")
        for line in askers[:2]:
            line.reset()
    finally:
        s.signal(signal.SIGCONT)
    host.until(lambda: host.table["seats"][0]["name"] == "Dana", "my own name")
    if slow:
        s.control()
    for x in [host, *others]:
        x.end()
    for line in askers[2:]:
        line.reset()


# ---- askers ------------------------------------------------------------------------------------------------------

def askers(t):
    """One asks for a table that is being stored, another has a change in the same breath."""
    with t.server(shim=True) as s:
        for i in t.rounds(short=4):
            s.control()
            host = seated(s.port, seats=3)
            s.control(slow=250)
            try:
                ask_while_storing(t, s, host, i)
            finally:
                s.control()
            host.end()


def ask_while_storing(t, s, host, i):
    path = f"/api/tables/{host.code}"
    host.say({"t": "name", "name": f"Dana{i}"})
    time.sleep(0.05)
    plain = [Line(s.port) for _ in range(2)]
    for line in plain:
        line.send(request("GET", path))
    time.sleep(0.05)
    eager = Line(s.port)
    eager.send(request("GET", path) + upgrade() + say({"t": "hello", "v": 1, "table": host.code})
               + say({"t": "sit", "name": f"Noa{i}"}))
    late = Line(s.port)
    late.send(request("GET", path) * 3)
    s.alive(10)
    for line in (*plain, late):
        status, _, body = line.answer(10)
        t.count("asked")
        t.check(status in (200, 503), f"an asker is answered {status}")
        line.close()
    t.check(eager.answer(10)[0] == 200 and eager.answer(10)[0] == 101, "the eager one is not answered in order")
    host.until(lambda: any(c["name"] == f"Noa{i}" for c in host.table["seats"]), "the one who sat down", 20)
    eager.close()


# ---- shutdown ----------------------------------------------------------------------------------------------------

def shutdown(t):
    """SIGTERM at a random moment while bots think at many tables."""
    for i in t.rounds(short=6):
        s = Server(t.program, "--bot-threads", str(t.rng.choice([1, 1, 2, 4])), shim=True)
        held = []                            # lines stay open as long as somebody has them
        try:
            s.start()
            tables = thinking_tables(t, s, t.rng.randrange(4, 12))
            if i % 2:
                s.control(slow=t.rng.choice([50, 300]))
                held = half_done(s, tables[0])
            time.sleep(t.rng.random() * 0.4)
            if t.rng.random() < 0.5:
                for p in tables:
                    p.end()
            s.end(seconds=20)
            t.count("ends")
            t.count("half done", len(held))
        except (Wrong, Gone, OSError) as e:
            t.fault(t.explain(s, e))
        finally:
            s.clean()


def half_done(s, p):
    """Requests and messages that are waiting for the disk, or for their own end, when the end comes."""
    lines = []
    for data in (request("POST", "/api/tables", WISH), request("GET", f"/api/tables/{p.code}") * 2,
                 request("GET", "/api/games")[:20],
                 upgrade() + say({"t": "hello", "v": 1, "table": p.code}) + say({"t": "sit", "name": "Noa"}), upgrade(),
                 b""):
        lines.append(Line(s.port))
        lines[-1].send(data)
    return lines


def thinking_tables(t, s, n):
    """Tables at which only bots play: the host deals and stands up."""
    tables = []
    for _ in range(n):
        p = seated(s.port, t.rng.choice(["search", "sharp"]), seats=t.rng.randrange(3, 6))
        p.start()
        p.say({"t": "stand"})
        tables.append(p)
        t.count("tables")
    return tables


ATTACKS = [reset, askers, shutdown]
