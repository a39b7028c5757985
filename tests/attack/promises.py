# SPDX-License-Identifier: MIT
"""promises.py - what PROTOCOL.md promises and strangers try: names, bursts, counts, origins, sleep."""
import json
import time

from player import Player, Wrong, get, seated
from wire import Gone, Line, Socket, request, say

# Nothing to be seen of any of these: fillers, joiners, separators, variation selectors, tags, blanks.
INVISIBLE = [0x3164, 0x115f, 0x1160, 0xffa0, 0x2060, 0x2061, 0x2064, 0x00ad, 0x2800, 0x200b, 0x200c, 0x200d, 0x034f,
             0x180e, 0x180b, 0x17b4, 0x17b5, 0xfe00, 0xfe0f, 0xe0001, 0xe0020, 0xe0100, 0xfeff, 0x2028, 0x2029,
             0x00a0, 0x3000, 0x2003, 0x202f, 0x205f, 0x1680, 0xfff9, 0x1d173]
# These turn the text around them, also outside of the place it was meant for.
DIRECTIONS = [0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069, 0x200e, 0x200f, 0x061c]
CONTROLS = [0x00, 0x07, 0x0a, 0x1b, 0x7f, 0x85, 0x9b]


# ---- text -----------------------------------------------------------------------------------------------------------

def text(t):
    """Names that cannot be seen and text that turns the line around are refused or stripped."""
    with t.server() as s:
        for _ in t.rounds(short=1):
            clues(t, s)
            names(t, s)
            other_ways(t, s)


def name_of(t, s, name):
    """What others see of somebody who wants this name; None when it is refused."""
    with Line(s.port) as line:
        status, _, body = line.ask("POST", "/api/tables", {"game": "kittens", "name": name})
    t.count("names")
    if status != 201:
        t.check(json.loads(body).get("code") in ("bad_name", "bad_json"),
                f"a name is refused with {status} {body[:80]}")
        return None
    seen = get(s.port, f"/api/tables/{json.loads(body)['code']}")[2]
    return json.loads(seen)["seats"][0]["name"]


def names(t, s):
    for p in INVISIBLE + DIRECTIONS + CONTROLS:
        c = chr(p)
        seen = name_of(t, s, c * t.rng.randrange(1, 5))
        t.check(seen is None, f"a name of nothing but U+{p:04X} is shown: {seen!r}")
    for p in DIRECTIONS + CONTROLS:
        seen = name_of(t, s, f"Da{chr(p)}na")
        t.check(seen is None or chr(p) not in seen, f"U+{p:04X} in a name is shown")
    mixed = "".join(chr(t.rng.choice(INVISIBLE)) for _ in range(8))
    t.check(name_of(t, s, mixed) is None, f"a name of invisible characters is shown: {mixed!r}")
    for good in ("Dana", "דנה", "李小龍", "Noël", "José 2", "Zoë-Anne", "😀"):
        t.check(name_of(t, s, good) == good, f"{good} may not be called so")


def other_ways(t, s):
    """By sitting down and by taking another name the rule is the same."""
    p = seated(s.port, seats=3, name="Dana")
    guest = Player(s.port, p.code).welcome()
    for c in [chr(c) for c in t.rng.sample(INVISIBLE + DIRECTIONS, 12)]:
        for who, message in ((p, {"t": "name", "name": c * 3}), (guest, {"t": "sit", "name": c * 3})):
            t.count("names")
            who.heard.clear()
            who.say(message)
            told = lambda: [m for m in who.heard if m["t"] in ("err", "seated")]
            who.until(lambda: told() or who.table["seats"][0]["name"] != "Dana", "an answer to a name")
            if not t.check(told() and told()[0].get("code") == "bad_name",
                           f"{message['t']} with a name of U+{ord(c):04X} is not refused"):
                return
    for x in (p, guest):
        x.end()


def clues(t, s):
    """Clues are seen by everybody too. The host gives them until one is taken."""
    host = seated(s.port, game="duet", seats=2)
    watcher = Player(s.port, host.code).welcome()
    other = Player(s.port, host.code).welcome()
    other.sit("Noa", 1)
    host.start()
    other.until(lambda: other.round == host.round, "the round")
    for p in t.rng.sample(DIRECTIONS + [0x200b, 0x2060, 0x00ad, 0x3164], 8):
        giver = host if host.asked() and any(o.startswith("clue") for o in host.now["offer"]) else other
        giver.move(f"clue ri{chr(p)}ver 1")
        t.count("clues")
    watcher.say({"t": "ping"})
    watcher.until(lambda: any(m["t"] == "pong" for m in watcher.heard), "a pong")
    said = json.dumps(watcher.heard[-60:] + [get_table(s, host.code)], ensure_ascii=False)
    for p in DIRECTIONS + [0x200b, 0x2060, 0x00ad, 0x3164]:
        t.check(chr(p) not in said, f"U+{p:04X} in a clue is shown to others")
    for x in (host, watcher, other):
        x.end()


def get_table(s, code):
    return json.loads(get(s.port, f"/api/tables/{code}")[2])


# ---- bursts, counts, sleep, origins ---------------------------------------------------------------------------------

def burst(t):
    """Ten and sixty messages at once, while the table is being stored, are all heard."""
    with t.server("--tables-per-hour", "100000", "--per-address", "500", many=False, shim=True, beside=False) as s:
        for i in t.rounds(short=3):
            s.control()
            burst_of(t, s, (10, 60, 30)[i % 3])


def burst_of(t, s, n):
    """One changes the table, and while that is being stored the other says a lot at once."""
    one = seated(s.port)
    other = Player(s.port, one.code).welcome()
    other.sit("Noa")
    time.sleep(0.3)                          # what was said so far has grown back
    other.heard.clear()
    s.control(slow=400)
    one.say({"t": "name", "name": "Dana"})
    time.sleep(0.1)
    other.socket.send(b"".join(say({"t": "name", "name": f"N{k}"}) for k in range(n)))
    s.control(slow=20)
    last = lambda: other.table["seats"][1]["name"] == f"N{n - 1}"
    other.until(lambda: last() or any(m["t"] == "err" for m in other.heard), "all of it to be heard", 60)
    t.count("messages", n)
    refused = [m["code"] for m in other.heard if m["t"] == "err"]
    t.check(not refused, f"of {n} messages at once while storing some are told {refused[:1]}")
    other.end()
    one.end()


def watching(t):
    """`watching` is how many watch, never less than none, whoever comes, sits, stands and goes."""
    with t.server() as s:
        for _ in t.rounds(short=4, most=12):
            p = seated(s.port, seats=4)
            crowd = storm(t, s, p)
            for x in crowd:
                x.end()
            quiet = Player(s.port, p.code).welcome()
            count = lambda: [m["watching"] for m in quiet.heard if m["t"] == "table"]
            try:
                quiet.until(lambda: quiet.table["watching"] == 1, "one watcher", 10)
            except Wrong:
                t.fault(f"one watches, and the table says {quiet.table['watching']}")
            t.check(all(0 <= n <= 60 for n in count()), f"watching: {[n for n in count() if not 0 <= n <= 60][:3]}")
            quiet.end()


SAYS = {"sit": [{"t": "sit", "name": "Noa"}], "stand": [{"t": "stand"}], "handover": [{"t": "handover"}],
        "hop": [{"t": "sit", "name": "Noa"}, {"t": "stand"}]}


def storm(t, s, host):
    """Second tabs, hand-overs, sitting and standing, in any order."""
    crowd, tokens, keys = [host], [host.token], []
    for _ in range(40):
        what = t.rng.choice(["watch", "tab", "sit", "stand", "handover", "hop", "key", "go", "both"])
        t.count("comings and goings")
        try:
            one_step(t, s, host.code, what, crowd, tokens, keys)
        except Gone:
            pass
        for p in list(crowd):
            try:
                while p.hear(0):
                    pass
            except (Gone, OSError):
                crowd.remove(p)
            for m in p.heard:
                if m["t"] == "handover":
                    keys.append(m["key"])
                if m["t"] == "table":
                    t.check(0 <= m["watching"] < 100, f"watching: {m['watching']} after {what}")
            if p.token and p.token not in tokens:
                tokens.append(p.token)
            p.heard.clear()
    return crowd


def one_step(t, s, code, what, crowd, tokens, keys):
    if what == "watch" or not crowd:
        crowd.append(Player(s.port, code))
    elif what in ("tab", "both"):
        for _ in range(1 if what == "tab" else 2):
            crowd.append(Player(s.port, code, t.rng.choice(tokens)))
    elif what == "key" and keys:
        crowd.append(Player(s.port, code, key=keys.pop()))
    elif what == "go":
        p = crowd.pop(t.rng.randrange(len(crowd)))
        p.socket.reset() if t.rng.random() < 0.5 else p.end()
    else:
        p = t.rng.choice(crowd)
        for m in SAYS.get(what, SAYS["sit"]):
            p.say(m)


def handover(t):
    """A key that moves a seat to another device is good for as long as was said, also when everybody has left."""
    with t.server(shim=True, beside=False) as s:
        now = 0
        for _ in t.rounds(short=1):
            p = seated(s.port, seats=3)
            key = p.ask({"t": "handover"}, ("handover",))
            p.end()
            for _ in range(10, key["seconds"] - 10, 10):
                now += 10
                s.control(steady=now * 1000)
            time.sleep(1.5)                  # the server has looked whether the table may sleep
            t.count("keys")
            try:
                back = Player(s.port, p.code, key=key["key"]).welcome()
                t.check(back.seat == 0, f"the key opens seat {back.seat}")
                back.end()
            except (Gone, Wrong) as e:
                t.fault(f"a key that is good for {key['seconds']} s: {e}")


def sleep(t):
    """Tables with a slow clock that nobody looks at leave memory after a minute. Clocks are set ahead for it."""
    with t.server(shim=True, beside=False) as s:
        before = s.metric("tables")
        for clock in ("slow", "slow", "slow", "off", "slow"):
            p = seated(s.port, "random", seats=3, clock=clock)
            p.start()
            p.until(p.asked, "my turn")
            p.end()
            t.count("tables left")
        fall_asleep(t, s, before)


def fall_asleep(t, s, most):
    """Sets the clocks ahead, minute by minute, until no more tables than `most` are in memory."""
    ahead = 0
    deadline = time.monotonic() + 30
    while s.metric("tables") > most and time.monotonic() < deadline:
        ahead += 70000
        s.control(wall=ahead, steady=ahead)
        time.sleep(0.3)
    left = s.metric("tables")
    t.check(left <= most, f"{left:.0f} tables stay in memory {ahead // 1000} s after all have gone")


def preview(t):
    """A link that is looked at (a chat program's preview, the API) finds a sleeping table, and wakes nothing."""
    with t.server(shim=True, beside=False) as s:
        p = seated(s.port)
        p.end()
        fall_asleep(t, s, 0)
        for path in (f"/api/tables/{p.code}", f"/t/{p.code}"):
            status, _, body = get(s.port, path)
            t.count("links looked at")
            found = path.startswith("/t/") or (status == 200 and p.code.encode() in body)      # pages need the web client
            t.check(found, f"GET {path} does not find a sleeping table")
            t.check(s.metric("tables") == 0 and s.metric("wakes_total") == 0, f"GET {path} wakes a table")


def origins(t):
    """A page of another site may not speak for its visitor, whatever Host it came by; a POST that asks for an
    upgrade is answered."""
    with t.server() as s:
        evil = f"evil.example:{s.port}"
        rows = [(evil, f"http://{evil}", False), ("evil.example", "http://evil.example", False),
                ("evil.example", "https://evil.example", False), ("evil.example", "http://127.0.0.1", False),
                (f"127.0.0.1:{s.port}", f"http://127.0.0.1:{s.port}", True),
                (f"localhost:{s.port}", f"http://localhost:{s.port}", True),
                (f"127.0.0.1:{s.port}", "http://evil.example", False), (f"127.0.0.1:{s.port}", "null", False)]
        for _ in t.rounds(short=1):
            for host, origin, ours in rows:
                headers = [("Host", host), ("Origin", origin)]
                with Line(s.port) as line:
                    status = line.ask("POST", "/api/tables", {"game": "kittens"}, headers)[0]
                t.count("origins")
                t.check(status == (201 if ours else 403), f"POST with Host {host} and Origin {origin} gets {status}")
                status = Socket(s.port, headers).status
                t.check(status == (101 if ours else 403),
                        f"a socket with Host {host} and Origin {origin} gets {status}")
            post_upgrades(t, s)


def post_upgrades(t, s):
    for body in ({"game": "kittens"}, {"game": "none"}, None):
        with Line(s.port) as line:
            line.send(request("POST", "/api/tables", body, [("Connection", "Upgrade"), ("Upgrade", "websocket")]))
            t.count("upgrades by POST")
            try:
                status = line.answer(5)[0]
                t.check(status in (201, 400, 405, 426), f"a POST with Upgrade gets {status}")
            except Gone as e:
                t.fault(f"a POST with Upgrade and {body} gets no answer: {e}")


ATTACKS = [text, burst, watching, handover, sleep, preview, origins]
