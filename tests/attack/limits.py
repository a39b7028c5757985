# SPDX-License-Identifier: MIT
"""limits.py - memory and descriptors: what fragments, crowds and slow readers cost, and what happens at the limit."""
import time

from player import Wrong, make
from wire import Gone, Line, Socket, frame, request

MB = 1 << 20
NOISE = 8 * MB              # a server's memory moves by itself
ASAN = {"ASAN_OPTIONS": "verify_asan_link_order=0:quarantine_size_mb=1"}      # freed memory is not kept for long


# ---- fragments ------------------------------------------------------------------------------------------------------

def fragments(t):
    """A message in many small pieces costs what it holds, not a multiple of what was sent."""
    with t.server(environment=ASAN) as s:
        modest(t, s)
        for i in t.rounds(short=3):
            size = (1, 0, 2)[i % 3]
            pieces(t, s, size, 16000 // max(1, size), 60)


def modest(t, s):
    """A message in a few pieces is heard."""
    table = make(s.port)
    for n in (1, 2, 7, 30):
        text = ('{"t":"hello","v":1,"table":"%s"}' % table["code"]).encode()
        cut = [text[i * len(text) // n:(i + 1) * len(text) // n] for i in range(n)]
        with Socket(s.port) as line:
            for i, piece in enumerate(cut):
                line.send(frame(piece, 1 if i == 0 else 0, fin=i == n - 1))
            m = line.message()
            t.check(m is not None and m["t"] == "welcome", f"a hello in {n} pieces gets {m}")


def pieces(t, s, size, n, lines):
    """Messages that never end, on many lines at once; memory is looked at while all of it is held."""
    before, sent, held = s.resident(), 0, []
    first, more = frame(b"{" * size, 1, False, b"\0\0\0\0"), frame(b" " * size, 0, False, b"\0\0\0\0") * 500
    for _ in range(lines):
        line = Socket(s.port)
        held.append(line)
        try:
            line.send(first)
            for _ in range(n // 500):
                line.send(more)
                sent += len(more)
        except Gone:
            pass                             # it was sent away, as it may be
    settle(held)
    s.alive()
    grown = s.resident() - before
    t.count("bytes sent", sent)
    t.check(grown <= sent + NOISE, f"{sent / MB:.0f} MB in pieces of {size} bytes hold {grown / MB:.0f} MB of memory")
    for line in held:
        line.close()


def settle(held):
    """Everything that was sent has been read by the server once it answers a ping behind it, or has hung up."""
    deadline = time.monotonic() + 20
    for line in held:
        try:
            line.send(frame(b"", 9))
            while line.closed is None:
                got = line.frame(deadline)
                if got is None or got[0] == 10:
                    break
        except Gone:
            pass


# ---- descriptors ---------------------------------------------------------------------------------------------------

def descriptors(t):
    """A process with few descriptors: too many visitors are turned away, those who are in play on."""
    with t.server(prefix=["prlimit", "--nofile=96:96"]) as s:
        for _ in t.rounds(short=2, most=20):
            crowd = []
            for _ in range(200):
                try:
                    crowd.append(Line(s.port, timeout=1))
                    t.count("lines")
                except OSError:
                    break
            for line in crowd:
                try:
                    line.send(request("GET", "/healthz"))
                except Gone:
                    pass
            for line in crowd:
                line.close()
            eventually_alive(t, s)


def eventually_alive(t, s):
    deadline = time.monotonic() + 20
    while True:
        try:
            s.alive(5)
            return
        except Wrong:
            if time.monotonic() > deadline or s.process.poll() is not None:
                raise
            time.sleep(0.1)


# ---- memory --------------------------------------------------------------------------------------------------------

def memory(t):
    """Slow readers, large bodies, half requests, idle crowds: memory stays within what was promised, and comes back."""
    with t.server(environment=ASAN) as s:
        table = make(s.port)
        for i in t.rounds(short=3):
            before = s.resident()
            lines = (slow_readers, half_requests, crowd_at_table)[i % 3](t, s, table)
            s.alive()
            grown = s.resident() - before
            # 256 kB may wait for each slow reader; half a request is 16 kB of body and 8 of headers
            t.check(grown <= len(lines) * 600 * 1024 + NOISE, f"{len(lines)} lines hold {grown / MB:.0f} MB")
            for line in lines:
                line.reset()


def slow_readers(t, s, table):
    """They ask on and on and read nothing."""
    lines = [Line(s.port, receive=2048) for _ in range(40)]
    for line in lines:
        line.sock.settimeout(0.2)
        try:
            line.sock.sendall(request("GET", "/api/games") * 400)
        except OSError:
            pass
        t.count("slow readers")
    return lines


def half_requests(t, s, table):
    lines = [Line(s.port) for _ in range(150)]
    for i, line in enumerate(lines):
        try:
            line.send(b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 16000\r\n\r\n" + b" " * 15000 if i % 2
                      else b"GET / HTTP/1.1\r\nHost: x\r\nX: " + b"y" * 7000)
        except Gone:
            pass
        t.count("half requests")
    return lines


def crowd_at_table(t, s, table):
    lines = [Socket(s.port) for _ in range(150)]
    for line in lines:
        line.say({"t": "hello", "v": 1, "table": table["code"]})
        t.count("watchers")
    return lines


def sanitized(program):
    with open(program, "rb") as f:
        return b"__asan_init" in f.read()


def memory_limit(t):
    """With 400 MB of addresses the same crowds do no harm. (Not under a sanitizer, which needs terabytes of them.)"""
    if sanitized(t.program):
        t.count("skipped under a sanitizer")
        return
    with t.server(prefix=["prlimit", f"--as={400 * MB}"]) as s:
        table = make(s.port)
        for i in t.rounds(short=6):
            lines = (slow_readers, half_requests, crowd_at_table)[i % 3](t, s, table)
            s.alive()
            pieces(t, s, 1, 16000, 60)
            for line in lines:
                line.reset()


ATTACKS = [memory_limit, fragments, descriptors, memory]
