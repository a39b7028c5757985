# SPDX-License-Identifier: MIT
"""storage.py - disks that refuse, data that is whole and data that is not, folders that go away, and kill -9."""
import errno
import json
import os
import random
import shutil
import signal
import subprocess
import time

from player import Bystander, Player, Wrong, get, seated
from server import Server
from wire import Gone, Line, request, say, upgrade

WELL = (0, 1)       # how a server may end whose disk has refused
NOBODY = 65534


# ---- what is refused ------------------------------------------------------------------------------------------------

def refusing_disk(t):
    """What the disk does not take is told to nobody, by HTTP either."""
    with t.server(shim=True, codes=WELL) as s:
        for i in t.rounds(short=3):
            s.control()
            host = seated(s.port, seats=3, name="Dana")
            fault = {"fail": errno.EIO} if i % 2 == 0 else {"full": errno.ENOSPC}
            s.control(slow=300, **fault)
            ask_for_refused(t, s, host, f"Refused{i}", eager=i > 0)
            make_refused(t, s, fault)
            s.control()
            after(t, s, host, f"Refused{i}")


def ask_for_refused(t, s, host, name, eager):
    """A change that will be refused, and askers with more in the same breath; an eager one wants to sit down, too."""
    path = f"/api/tables/{host.code}"
    host.say({"t": "name", "name": name})
    time.sleep(0.05)
    lines = [Line(s.port) for _ in range(2 if eager else 1)]
    lines[0].send(request("GET", path) * 3)
    if eager:
        lines[1].send(request("GET", path) + upgrade() + say({"t": "hello", "v": 1, "table": host.code})
                      + say({"t": "sit", "name": "Noa"}))
    for _ in range(3):
        status, _, body = lines[0].answer()
        t.count("asked")
        t.check(status == 503 or (status == 200 and name not in body.decode()),
                f"a name that the disk refused is shown: {status} {body[:160]}")
    lines[-1].drain(1)
    t.check(name.encode() not in lines[-1].data, "a name that the disk refused is told on the socket")
    for line in lines:
        line.close()
    code = host.socket.close_code()
    t.check(code == 1011, f"whoever said what was refused is closed with {code}, not 1011")
    s.alive()


def make_refused(t, s, fault):
    """A table that the disk refuses is a 503, and is not there afterwards."""
    with Line(s.port) as line:
        s.control(**fault)
        status, _, body = line.ask("POST", "/api/tables", {"game": "kittens"})
        t.count("tables refused")
        t.check(status == 503, f"a table that cannot be stored is answered {status} {body[:80]}")
        code = json.loads(body).get("code", "")
        if status == 201:
            t.check(get(s.port, f"/api/tables/{code}")[0] == 404, "a table that was not stored is there")


def after(t, s, host, name):
    """The disk takes it again: the old name is there, and a new one can be given."""
    back = Player(s.port, host.code, host.token).welcome()
    t.check(name not in json.dumps(back.table), "the refused name is there after all")
    back.say({"t": "name", "name": "Again"})
    back.until(lambda: back.table["seats"][0]["name"] == "Again", "a name after the disk is well again")
    back.end()


def refused_then_killed(t):
    """A change was refused: it did not happen. It is not there either if the program is killed at once."""
    for i in t.rounds(short=4):
        s = Server(t.program, shim=True)
        try:
            s.start()
            p = seated(s.port, "random", seats=3, name="Old")
            s.control(**({"fail": errno.EIO} if i % 2 == 0 else {"fail": errno.EIO, "slow": 20}))
            p.say({"t": "name", "name": "Refused"})
            code = p.socket.close_code()
            s.kill()
            s.control()
            t.count("refused and killed")
            t.check(code == 1011, f"whoever said what was refused is closed with {code}, not 1011")
            s.start()
            name = json.loads(get(s.port, f"/api/tables/{p.code}")[2])["seats"][0]["name"]
            t.check(name == "Old", f"after a kill -9 the refused name is there: {name}")
            s.end()
        except (Wrong, Gone, OSError) as e:
            t.fault(t.explain(s, e))
        finally:
            s.clean()


def failing_disk(t):
    """Bursts of refused syncs and full disks under play: no acknowledged move is lost, nothing else is in a log."""
    with t.server(shim=True, codes=WELL) as s:
        for _ in t.rounds(short=12, most=10):
            s.control(**t.rng.choice([{"fail": errno.EIO}, {"full": errno.ENOSPC}, {"full": errno.EIO}, {"slow": 60},
                                      {"fail": errno.EIO, "slow": 20}]))
            t.count("bursts")
            time.sleep(t.rng.random() * 0.25)
            s.control()
            time.sleep(t.rng.random() * 0.4)


def stuck_disk(t):
    """A disk that does not answer any more keeps nobody waiting who wants the server to end."""
    for _ in t.rounds(short=1):
        s = Server(t.program, shim=True)
        try:
            s.start()
            p = seated(s.port)
            p.say({"t": "name", "name": "Stored"})
            p.until(lambda: p.table["seats"][0]["name"] == "Stored", "a name")
            s.control(slow=600000)
            p.say({"t": "name", "name": "Never stored"})
            p.ask({"t": "ping"}, ("pong",))  # what came before it is with the disk
            for _ in range(3):               # drain, stop draining, stop waiting for the disk
                s.signal(signal.SIGTERM)
                time.sleep(1)
            t.count("disks stuck")
            s.end((1,))
        except (Wrong, Gone, OSError) as e:
            t.fault(t.explain(s, e))
        finally:
            s.clean()


# ---- what is whole --------------------------------------------------------------------------------------------------

def sound_data(t):
    """Data that is whole is accepted after failed syncs and kill -9; a log that was cut is noticed."""
    for i in t.rounds(short=2):
        s = Server(t.program, shim=True)
        try:
            s.start()
            names = passing_errors(t, s)
            s.kill()
            s.control()
            s.start()
            t.count("starts")
            for player, name in names.items():
                body = get(s.port, f"/api/tables/{player.code}")[2]
                seen = json.loads(body)["seats"][0]["name"]
                t.check(seen == name, f"{name} was acknowledged and is gone: {body[:120]}")
            s.end(WELL)
        except (Wrong, Gone, OSError) as e:
            t.fault(t.explain(s, e))
        finally:
            s.clean()
    cut_log(t)


def rename_all(s, players, tag, slow):
    """All of them get another name at once; the first is being stored while the others wait to be stored together."""
    for i, p in enumerate(players):
        p.say({"t": "name", "name": f"{tag}{i}"})
        if not i:
            time.sleep(slow / 4000)


def passing_errors(t, s):
    """Commits that fail, each smaller than the one before, then one that does not: behind it in the log lie frames of
    the failed ones that end in a commit's mark, although they never counted."""
    slow, names = 200, {}
    players = [seated(s.port, seats=5, name=f"First{i}" + "x" * 12) for i in range(48)]
    for p in players:
        names[p] = p.table["seats"][0]["name"]
    for n in (48, 9, 4):
        s.control(slow=slow, fail=errno.EIO)
        rename_all(s, players[:n], f"Bad{n}-", slow)
        for p in players[:n]:
            p.socket.close_code()
            t.count("refused")
        s.control()
        for k, p in enumerate(players[:n]):
            players[k] = back = Player(s.port, p.code, p.token).welcome()
            t.check(back.table["seats"][0]["name"] == names[p], "a refused name is shown")
            names[back] = names.pop(p)
    p = players[0]
    p.say({"t": "name", "name": "Good"})
    p.until(lambda: p.table["seats"][0]["name"] == "Good", "a name that is stored")
    names[p] = "Good"
    return names


def cut_log(t):
    """The log cut in half after kill -9: acknowledged moves are missing, and that must be said, not played on with."""
    s = Server(t.program)
    try:
        s.start()
        p = seated(s.port, "random", seats=3)
        for i in range(12):
            p.say({"t": "name", "name": f"Name{i}"})
            p.until(lambda i=i: p.table["seats"][0]["name"] == f"Name{i}", "a name")
        s.kill()
        log = os.path.join(s.data, "ninelives.db-wal")
        size = os.path.getsize(log)
        page = 4096 + 24
        os.truncate(log, 32 + (size - 32) // page // 2 * page)
        s.launch()
        t.count("cut logs")
        try:
            code = s.process.wait(10)
        except subprocess.TimeoutExpired:
            code = None
        t.check(code == 2, f"a log cut from {size} bytes to half is not noticed: the server ends with {code}"
                " (None: it runs on)")
        t.check(s.output().strip() != "", "it says nothing about it")
    except (Wrong, Gone, OSError) as e:
        t.fault(t.explain(s, e))
    finally:
        s.clean()


# ---- what cannot be written -----------------------------------------------------------------------------------------

def unready(t):
    """A data file that cannot be written is refused at the start, a folder that goes away is noticed."""
    read_only(t)
    for _ in t.rounds(short=1):
        folder_removed(t)


def read_only(t):
    s = Server(t.program)
    try:
        s.start()
        seated(s.port).end()
        s.end()
        os.chmod(s.folder, 0o755)
        prefix = []
        if os.geteuid() == 0:                # root may write anything: be nobody, whose folder it is but not whose file
            prefix = ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"]
            shutil.copy(t.program, os.path.join(s.folder, "ninelives"))
            s.program = os.path.join(s.folder, "ninelives")
            for path in (s.data, os.path.join(s.data, "lock")):
                os.chown(path, NOBODY, NOBODY)
        for name in os.listdir(s.data):
            if name.startswith("ninelives.db"):
                os.chmod(os.path.join(s.data, name), 0o444)
        s.prefix = prefix
        s.launch()
        try:
            code = s.process.wait(10)
        except subprocess.TimeoutExpired:
            code = None
        t.count("starts")
        t.check(code == 2, f"a read-only data file is not refused at the start: the server ends with {code}"
                " (None: it runs on)")
    finally:
        s.clean()


def folder_removed(t):
    s = Server(t.program)
    try:
        s.start()
        p = seated(s.port, "random", seats=3)
        shutil.rmtree(s.data)
        t.count("folders removed")
        deadline, ready = time.monotonic() + 12, 200
        while ready == 200 and time.monotonic() < deadline:
            ready = get(s.port, "/readyz")[0]
            time.sleep(0.1)
        t.check(ready == 503, f"a removed data folder is not noticed: /readyz says {ready} after 12 s")
        try:
            p.say({"t": "name", "name": "Lost"})
            p.until(lambda: p.table["seats"][0]["name"] == "Lost", "a name", 3)
            t.fault("a change is acknowledged although the data folder is gone")
        except (Gone, Wrong):
            pass
        with Line(s.port) as line:
            status = line.ask("POST", "/api/tables", {"game": "kittens"})[0]
        t.check(status == 503, f"a table is made although the data folder is gone: {status}")
        s.end(WELL)
    except (Wrong, Gone, OSError) as e:
        t.fault(t.explain(s, e))
    finally:
        s.clean()


# ---- kill -9 -------------------------------------------------------------------------------------------------------

def kill(t):
    """kill -9 under play: it starts again, no acknowledged move is lost, the same id plays once."""
    s = Server(t.program)
    try:
        s.start()
        players = [Bystander(s, random.Random(t.rng.random()), pause=0.02) for _ in range(4)]
        for _ in t.rounds(short=6, most=20):
            for b in players:
                b.goes_on()
            time.sleep(t.rng.random() * 0.3)
            s.kill()
            s.start()
            t.count("kills")
        for b in players:
            t.settle(s, b)
        s.end()
    except (Wrong, Gone, OSError) as e:
        t.fault(t.explain(s, e))
    finally:
        s.clean()


ATTACKS = [refusing_disk, refused_then_killed, failing_disk, stuck_disk, sound_data, unready, kill]
