# SPDX-License-Identifier: MIT
"""clocks.py - the wall clock is set back and forward while people play, while the server is away, and while a table
sleeps."""
import time

from player import Player, Wrong, seated
from server import Server
from wire import Gone

HOUR = 3600 * 1000


def clocks(t):
    """Tables that wait for a bot go on, and no clock shows more than it has."""
    for i in t.rounds(short=2, most=60):
        with t.server(shim=True) as s:
            for hours in ((-1, 1), (24, -24))[i % 2]:
                s.control()
                one_setting(t, s, hours * HOUR, t.rng.choice(["brisk", "human"]))
                s.control()
                people(t, s, hours * HOUR)
        asleep(t, (-1, 1)[i % 2] * HOUR)
        while_away(t, (-1, 1)[i % 2] * HOUR)


def people(t, s, shift):
    """Who has time to think keeps it; a key for another device stays good; who is away is stood in for."""
    why = f"the clock was set by {shift // HOUR} h"
    p = seated(s.port, seats=2, clock="quick")
    other = Player(s.port, p.code).welcome()
    other.sit("Noa")
    p.start()
    other.until(lambda: other.round == p.round, "the round")
    key = p.ask({"t": "handover"}, ("handover",))["key"]
    asked, n = p.now["asked"], p.n
    s.control(wall=shift)
    t.count("clocks set")
    time.sleep(0.5)
    fresh = Player(s.port, p.code).welcome()
    fresh.until(lambda: fresh.now is not None, "a view")
    clock = fresh.now["clock"]
    t.check(fresh.n == n and fresh.now["asked"] == asked, f"somebody's time was up because {why}")
    t.check(clock and 5000 < clock["left"] <= clock["of"], f"a person's clock shows {clock} after {why}")
    device = Player(s.port, p.code, key=key).welcome()
    t.check(device.seat == 0, f"a key of this minute is void after {why}")
    other.end()
    device.until(lambda: not device.table["seats"][1]["here"], "the other one to be away")
    s.control(wall=shift, steady=22000)      # away for longer than a bot waits before it stands in
    device.say({"t": "ping"})
    try:
        bot_plays = lambda: device.table["seats"][1]["playing"] == "bot" or device.table["phase"] == "over"
        device.until(bot_plays, "a bot", 15)
    except Wrong:
        t.fault(f"no bot stands in for somebody who is away after {why}")
    for x in (p, fresh, device):
        x.end()


def asleep(t, shift):
    """A table that nobody looks at sleeps on disk while its clock runs for days. The clock goes by the time that has
    passed, whatever the calendar said meanwhile."""
    away = 2 * HOUR
    with t.server(shim=True, beside=False) as s:
        p = seated(s.port, seats=2, clock="slow", absent="wait")
        other = Player(s.port, p.code).welcome()
        other.sit("Noa")
        p.start()
        left = p.now["clock"]["left"]
        for x in (p, other):
            x.end()
        s.control(steady=away)
        deadline = time.monotonic() + 60
        while s.metric("tables") and time.monotonic() < deadline:
            time.sleep(0.1)
        t.check(not s.metric("tables"), "a table that was left alone stays in memory")
        s.control(wall=shift, steady=away)
        t.count("clocks set")
        back = Player(s.port, p.code, p.token).welcome()
        back.until(lambda: back.now is not None, "a view")
        lost = left - back.now["clock"]["left"]
        t.check(away - 1000 <= lost <= away + HOUR / 2, f"a table was away for {away // 1000} s and its clock lost "
                f"{lost / 1000:.0f} s, with the calendar set by {shift // HOUR} h")
        back.end()


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
