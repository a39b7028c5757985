# SPDX-License-Identifier: MIT
"""clocks.py - the wall clock is set back and forward while people play, and while the server is away."""

from player import Player, Wrong, seated
from server import Server
from wire import Gone

HOUR = 3600 * 1000


def clocks(t):
    """Point 10: tables that wait for a bot go on, and no clock shows more than it has."""
    with t.server(shim=True) as s:
        for i in t.rounds(short=4):
            back_or_forward = (-1, 1, -24, 24)[i % 4] * HOUR
            s.control()
            one_setting(t, s, back_or_forward, t.rng.choice(["brisk", "human"]))
            s.control()
    for i in t.rounds(short=2):
        while_away(t, (-1, 1)[i % 2] * HOUR)


def one_setting(t, s, shift, pace):
    p = seated(s.port, "sharp", seats=3, clock="quick")
    p.say({"t": "set", "pace": pace})
    p.start()
    p.say({"t": "stand"})                    # now only bots play, and each decision has a clock
    p.until(lambda: p.seat is None or p.table["you"]["seat"] is None, "to stand")
    before = p.now["n"]
    p.until(lambda: p.now["n"] > before or p.table["phase"] == "over", "a bot's move before the clock is set")
    s.control(wall=shift)
    t.count("clocks set")
    goes_on(t, p, f"the clock was set by {shift // HOUR} h")
    p.end()


def goes_on(t, p, why):
    """Three more steps come soon, and every clock on the way shows at most what it has."""
    for _ in range(3):
        if p.table["phase"] == "over":
            return
        n = p.now["n"]
        try:
            p.until(lambda: p.now["n"] > n or p.table["phase"] == "over", "a bot's move", 12)
        except Wrong:
            t.fault(f"a table that waits for a bot stands still for 12 s after {why}")
            return
        t.count("steps")
        clock = p.now["clock"]
        t.check(clock is None or 0 <= clock["left"] <= clock["of"], f"a clock shows {clock} after {why}")


def while_away(t, shift):
    """Stopped, the clock is set, started again: people find a clock that makes sense, and bots play."""
    s = Server(t.program, shim=True)
    try:
        s.start()
        p = seated(s.port, "sharp", seats=3, clock="quick")
        p.start()
        p.until(p.asked, "my turn")
        s.end()
        s.control(wall=shift)
        s.start()
        t.count("starts")
        why = f"the clock was set by {shift // HOUR} h while the server was away"
        back = Player(s.port, p.code, p.token).welcome()
        back.until(lambda: back.now is not None, "a view")
        clock = back.now["clock"]
        t.check(clock is None or 0 <= clock["left"] <= clock["of"], f"a clock shows {clock} after {why}")
        back.say({"t": "stand"})
        goes_on(t, back, why)
        back.end()
        s.end()
    except (Wrong, Gone, OSError) as e:
        t.fault(t.explain(s, e))
    finally:
        s.clean()


ATTACKS = [clocks]
