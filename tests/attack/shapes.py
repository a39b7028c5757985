# SPDX-License-Identifier: MIT
"""shapes.py - requests, frames and messages of every shape, most of them wrong."""
import json
import re
import socket
import time

import mutate
from player import Player, make, seated
from wire import CLOSE, Gone, Line, Socket, frame, request, say

STATUSES = {100, 101, 200, 201, 304, 400, 403, 404, 405, 413, 414, 426, 429, 503}
# From 3000 on they may be our own, said back; 0: it hung up without a code.
CODES = {0, 1000, 1001, 1002, 1003, 1005, 1007, 1009, 1011, 1013, *range(3000, 5000)}


def whole(t, line, data):
    """Sends it all, says that no more comes, and gives what came back until the other side hung up."""
    try:
        line.send(data)
        line.sock.shutdown(socket.SHUT_WR)
    except (Gone, OSError):
        pass
    t.check(line.drain(15), "a line on which no more comes is not closed")
    return line.data


def http(t):
    """Requests from a grammar of mistakes: each is answered with a status that is ours, or the line is closed."""
    with t.server() as s:
        code = make(s.port)["code"]
        for i in t.rounds(short=1500, most=12):
            with Line(s.port) as line:
                data = b"".join(mutate.http(t.rng, code) for _ in range(t.rng.choice([1, 1, 2, 4])))
                got = whole(t, line, data)
            t.count("requests")
            for status in re.findall(rb"^HTTP/1\.1 (\d+) ", got, re.M):
                t.count("answers")
                t.check(int(status) in STATUSES, f"an answer with status {status}")
            if i % 200 == 0:
                s.alive()
        pipelined(t, s)


def pipelined(t, s):
    """Many requests in one breath are answered in order; byte by byte is as good as at once."""
    with Line(s.port) as line:
        line.send(request("GET", "/healthz") * 20 + request("GET", "/nowhere.x") + request("GET", "/healthz"))
        statuses = [line.answer()[0] for _ in range(22)]
        t.check(statuses == [200] * 20 + [404, 200], f"pipelined requests get {statuses}")
    with Line(s.port) as line:
        for byte in request("POST", "/api/tables", {"game": "kittens"}):
            line.send(bytes([byte]))
        t.check(line.answer()[0] == 201, "a request byte by byte is not answered")


def frame_shapes(t):
    """Frames from a grammar of mistakes; and the codes that PROTOCOL.md promises for the clear ones."""
    with t.server() as s:
        code = make(s.port)["code"]
        by_the_book(t, s)
        for i in t.rounds(short=1200, most=12):
            try:
                with Socket(s.port) as line:
                    whole(t, line, mutate.frames(t.rng, code))
                    line.sock = Still()
                    t.count("lines")
                    t.check(line.close_code(0) in CODES, f"a close with code {line.closed}")
            except Gone:
                t.count("turned away")
            if i % 200 == 0:
                s.alive()


class Still:
    """What is left to read of a line that has ended."""

    def settimeout(self, _):
        pass

    def recv(self, _):
        return b""

    def close(self):
        pass


def by_the_book(t, s):
    rows = [
        ("an unmasked frame", frame(b"{}", masked=False), {1002}),
        ("a reserved bit", frame(b"{}", rsv=4), {1002}),
        ("a reserved opcode", frame(b"", 3), {1002}),
        ("binary", frame(b"{}", 2), {1003}),
        ("text that is not UTF-8", frame(b'"\xff"'), {1007}),
        ("a surrogate in UTF-8", frame(b'"\xed\xa0\x80"'), {1007}),
        ("16 kB and a byte", frame(b"x" * 16385), {1009}),
        ("16 kB and a byte in two pieces", frame(b"x" * 10000, 1, False) + frame(b"x" * 6385, 0), {1009}),
        ("a length that nobody has", frame(b"", length=(64, 2**63)), {1002, 1009}),
        ("a ping in pieces", frame(b"x", 9, False), {1002}),
        ("a ping of 126 bytes", frame(b"x" * 126, 9), {1002}),
        ("the middle without a beginning", frame(b"x", 0), {1002}),
        ("a beginning within a message", frame(b"x", 1, False) + frame(b"x", 1), {1002}),
        ("a close with half a code", frame(b"\3", CLOSE), {1002, 1005}),
        ("a close with code 1005", frame((1005).to_bytes(2, "big"), CLOSE), {1002}),
        ("a close", frame((1000).to_bytes(2, "big"), CLOSE), {1000}),
        ("a move before hello", say({"t": "start"}), {4001}),
        ("a hello without a table", say({"t": "hello", "v": 1}), {4001}),
        ("a hello of version 2", say({"t": "hello", "v": 2, "table": "mirotuka"}), {4001}),
        ("a hello to no table", say({"t": "hello", "v": 1, "table": "nowhere"}), {4003}),
    ]
    for what, data, want in rows:
        with Socket(s.port) as line:
            line.send(data)
            got = line.close_code()
            t.count("by the book")
            t.check(got in want, f"{what} is closed with {got}, not {sorted(want)}")
    with Socket(s.port) as line:
        line.send(frame(b"abc", 9))
        t.check(line.frame(time.monotonic() + 20) == (10, b"abc"), "a ping is not answered with its pong")


# ---- messages ------------------------------------------------------------------------------------------------------

def real_messages(p):
    return [{"t": "sit", "name": "Noa", "seat": 1}, {"t": "stand"}, {"t": "stand", "seat": 0},
            {"t": "name", "name": "N"},
            {"t": "swap", "seats": [0, 2]}, {"t": "bot", "seat": 2, "level": "random"},
            {"t": "bot", "seat": 1, "level": None},
            {"t": "set", "clock": "quick", "options": {"combos": "off"}}, {"t": "set", "seats": 3, "game": "kittens"},
            {"t": "set", "game": "duet", "seats": 2}, {"t": "set", "own": ["zebra", "zoo keeper"]},
            {"t": "set", "game": "ratcat", "options": {"rounds": 2}},
            {"t": "host", "seat": 0},
            {"t": "luck", "value": "9f" * 32}, {"t": "start"}, {"t": "pause", "on": True}, {"t": "pause", "on": False},
            {"t": "say", "phrase": "hello"}, {"t": "handover"}, {"t": "set", "hints": True}, {"t": "hint"}, {"t": "past"}, {"t": "ping"},
            {"t": "hello", "v": 1, "table": p.code, "token": p.token},
            {"t": "hello", "v": 1, "table": p.code, "have": {"round": 1, "n": 5}},
            *({"t": "move", "id": f"x{i}", "round": max(1, p.round), "move": m, "at": p.n} for i, m in enumerate(
                ["draw", "pass", "nope", "play skip", "pair tabby tabby @1", "clue dog 1", "guess 3", "replace 0",
                 "knock"]))]


def messages(t):
    """Real messages of all kinds with fields changed, removed, of other types, huge: heard, refused or ignored."""
    with t.server() as s:
        for _ in t.rounds(short=12, most=12):
            host = seated(s.port, "random", seats=3, clock=t.rng.choice(["off", "quick"]))
            us = [host, Player(s.port, host.code).welcome()]
            for _ in range(60):
                which = 0 if t.rng.random() < 0.8 else 1
                try:
                    one_message(t, us[which])
                except Gone:                 # broken text sends one away; one comes back
                    t.count("sent away")
                    us[which] = Player(s.port, host.code, us[which].token).welcome()
            for p in us:
                check_table(t, p.table)
                p.end()
            s.alive()


def one_message(t, p):
    """Said, and the table still answers what comes behind it."""
    p.heard.clear()
    p.say(mutate.message(t.rng, real_messages(p)))
    p.say({"t": "ping"})
    t.count("messages")
    p.until(lambda: any(m["t"] == "pong" for m in p.heard), "a pong")
    t.count("refused", sum(m["t"] == "err" for m in p.heard))


def check_table(t, table):
    """Whatever was said, a table is a table."""
    t.check(2 <= len(table["seats"]) <= 10 and 0 <= table["host"] < len(table["seats"]) and 0 <= table["watching"] < 100
            and table["phase"] in ("lobby", "playing", "paused", "over"),
            f"the table has become {json.dumps(table)[:200]}")
    for chair in table["seats"]:
        t.check(not (chair["name"] and chair["bot"]), f"a chair with two on it: {chair}")


http.__name__ = "http_shapes"
ATTACKS = [http, frame_shapes, messages]
