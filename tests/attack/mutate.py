# SPDX-License-Identifier: MIT
"""mutate.py - things that are almost right: requests, frames, messages and moves, changed by dice with a seed."""
import json

from wire import frame, say, upgrade

TEXTS = ["", " ", "x", "\0", "\x1b[2J", "null", "-1", "9" * 40, "é", "😀" * 9, "\u202eabc", "a" * 300, "%s%n",
         "../../etc/passwd", "'; DROP TABLE tables;--", "mirotuka", "@1", "draw", "kittens", "search:999999999",
         "random", "0" * 64, "f" * 64]
NUMBERS = [0, 1, -1, 2, 9, 10, 255, 256, 65536, 2**31 - 1, 2**31, -2**31, 2**53, 2**63, 1e308, 0.5, -0.0]
KEYS = ("t v table token key have name seat seats level game options clock pace absent open own value on id round move at"
        " phrase n __proto__ 0").split()


def value(rng, depth=0):
    """Anything that JSON can say."""
    kind = rng.randrange(8 if depth < 3 else 5)
    if kind == 0:
        return rng.choice([None, True, False])
    if kind in (1, 2):
        return rng.choice(NUMBERS)
    if kind in (3, 4):
        return rng.choice(TEXTS)
    if kind == 5:
        return [value(rng, depth + 1) for _ in range(rng.randrange(5))]
    if kind == 6:
        return {rng.choice(KEYS): value(rng, depth + 1) for _ in range(rng.randrange(5))}
    deep = 0
    for _ in range(rng.choice([3, 30, 200])):
        deep = [deep] if rng.random() < 0.5 else {"a": deep}
    return deep


def message(rng, real):
    """A real message with fields changed, taken away, added, of another type, or not quite JSON any more. Bytes."""
    m = dict(rng.choice(real))
    for _ in range(rng.choice([0, 1, 1, 1, 2, 3])):
        key = rng.choice(list(m) or ["t"]) if rng.random() < 0.7 else rng.choice(KEYS)
        if rng.random() < 0.25:
            m.pop(key, None)
        elif rng.random() < 0.3 and isinstance(m.get(key), dict):
            m[key] = {**m[key], rng.choice(list(m[key]) or ["x"]): value(rng)}
        else:
            m[key] = value(rng)
    text = json.dumps(m, ensure_ascii=rng.random() < 0.5).encode("utf-8", "surrogatepass")
    return damage(rng, text) if rng.random() < 0.2 else text[:16384]


def damage(rng, data):
    """Some bytes flipped, cut out, doubled or put in."""
    data = bytearray(data)
    for _ in range(rng.randrange(1, 4)):
        at = rng.randrange(len(data) + 1)
        what = rng.randrange(5)
        if what == 0 and data:
            data[at % len(data)] ^= 1 << rng.randrange(8)
        elif what == 1:
            del data[at:at + rng.randrange(1, 9)]
        elif what == 2:
            data[at:at] = data[at:at + rng.randrange(1, 40)]
        elif what == 3:
            data[at:at] = bytes(rng.randrange(256) for _ in range(rng.randrange(1, 5)))
        else:
            data[at:at] = rng.choice([b"\xff", b"\0", b"\r\n", b"\\ud800", b'"', b"}{", b"\xc0\x80", b"\xed\xa0\x80"])
    return bytes(data[:16384])


# ---- requests ------------------------------------------------------------------------------------------------------

METHODS = ["GET", "GET", "POST", "POST", "HEAD", "PUT", "DELETE", "OPTIONS", "CONNECT", "TRACE", "PATCH", "get", "",
           "G E T", "PRI"]
ENDS = ["\r\n"] * 12 + ["\n", "\r", "\n\r", "\r\r\n", ""]
VERSIONS = ["HTTP/1.1"] * 8 + ["HTTP/1.0", "HTTP/2.0", "HTTP/0.9", "HTTP/1.", "http/1.1", "HTTP/11", ""]


def path(rng, code):
    table = f"/api/tables/{code}"
    return rng.choice(["/", "/healthz", "/readyz", "/metrics", "/api/games", "/api/tables", table, "/socket",
                       f"{table}/rounds/1", f"{table}/rounds/-1", f"{table}/rounds/99999999999", f"{table}/x",
                       f"/api/tables/{code.upper()}", "/api/tables/", "/api/tables//", f"/t/{code}", "/t/",
                       "/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/index.html", "/a" * 400, "/\0", "*", "",
                       "//", "/?x#y",
                       "http://127.0.0.1/healthz", "/healthz?" + "q" * rng.choice([10, 500, 9000]), "/\xff\xfe"])


def headers(rng):
    rows = [("Host", "127.0.0.1")] if rng.random() < 0.9 else []
    pool = [("Host", "x"), ("Origin", "http://127.0.0.1"), ("Origin", "http://x"), ("Connection", "close"),
            ("Connection", "keep-alive"),
            ("Connection", "Upgrade"), ("Upgrade", "websocket"), ("Upgrade", "h2c"), ("Sec-WebSocket-Version", "13"),
            ("Sec-WebSocket-Key", "AAAAAAAAAAAAAAAAAAAAAA=="), ("Sec-WebSocket-Protocol", "ninelives.v1"),
            ("Expect", "100-continue"),
            ("Expect", "x"), ("Accept-Encoding", "gzip, br;q=0"), ("If-None-Match", "*"),
            ("If-None-Match", '"' + "x" * 300 + '"'),
            ("X-Forwarded-For", "1.2.3.4"), ("X-Forwarded-For", "::1, zz"), ("X" * rng.choice([1, 40, 5000]), "y"),
            ("X", "y" * rng.choice([1, 255, 256, 5000, 9000])), ("Accept-Language", "he,it;q=0.5"), ("", "x"),
            ("A B", "c"),
            ("X", "\x01\x7f"), ("Transfer-Encoding", "chunked"), ("Transfer-Encoding", "gzip"), ("Content-Length", "5"),
            ("Content-Length", "-1"), ("Content-Length", "99999999999999999999"), ("Content-Length", "0x10"),
            ("Trailer", "Origin")]
    return rows + [rng.choice(pool) for _ in range(rng.randrange(5))]


def body(rng):
    data = rng.choice([b"", b"{}", b'{"game":"kittens"}', b'{"game":"duet","seats":8}', b"[]", b"null", b"x" * 100,
                       b"[" * rng.choice([10, 3000]), b" " * rng.choice([16383, 16384, 20000])])
    return damage(rng, data) if data and rng.random() < 0.2 else data


def chunks(rng, data):
    out = b""
    while data:
        n = rng.randrange(1, len(data) + 1)
        odd = ["", "-1", "ffffffffffffffff", "0", "g", "5 ;x", f"{n + 3:x}"]
        size = f"{n:x}" if rng.random() < 0.95 else rng.choice(odd)
        out += size.encode() + rng.choice([b"\r\n"] * 9 + [b"\n", b";ext=1\r\n"]) + data[:n] + b"\r\n"
        data = data[n:]
    return out + rng.choice([b"0\r\n\r\n"] * 6 + [b"0\r\nX: y\r\nOrigin: http://x\r\n\r\n", b"0\r\n", b""])


def http(rng, code):
    """One request, more or less."""
    end = rng.choice(ENDS)
    rows, data = headers(rng), b""
    method = rng.choice(METHODS)
    if method == "POST" or rng.random() < 0.1:
        data = body(rng)
        if rng.random() < 0.3:
            rows.append(("Transfer-Encoding", "chunked"))
            data = chunks(rng, data)
        elif rng.random() < 0.95:
            rows.append(("Content-Length", str(len(data) + rng.choice([0] * 12 + [1, -1]))))
    rng.shuffle(rows)
    lines = [f"{method} {path(rng, code)} {rng.choice(VERSIONS)}"]
    lines += [f"{k}{rng.choice([': '] * 9 + [':', ' : '])}{v}" for k, v in rows]
    head = (end.join(lines) + end + end).encode("latin-1", "replace")
    return damage(rng, head) + data if rng.random() < 0.1 else head + data


# ---- frames --------------------------------------------------------------------------------------------------------

def frames(rng, code):
    """What might be a few frames, after a handshake and mostly after a hello."""
    out = [say({"t": "hello", "v": 1, "table": code})] if rng.random() < 0.7 else []
    for _ in range(rng.randrange(1, 8)):
        size = rng.choice([0, 1, 5, 125, 126, 127, 300, 16383, 16384, 16385, 70000 if rng.random() < 0.1 else 64])
        payload = rng.choice([b'{"t":"ping"}', b"x" * size, bytes(rng.randrange(256) for _ in range(min(size, 60))),
                              b"\xc3", b"\xff", b"\xed\xa0\x80", b""])
        opcode = rng.choice([1, 1, 1, 0, 2, 8, 9, 10, 3, 7, 11, 15])
        if opcode == 8 and rng.random() < 0.8:
            said = rng.choice([0, 999, 1000, 1001, 1004, 1005, 1006, 1015, 1016, 3000, 4999, 5000, 65535])
            payload = said.to_bytes(2, "big") + payload[:60]
        odd = [(7, 125), (16, 5), (16, 65535), (64, 5), (64, 2**31), (64, 2**63), (64, 2**64 - 1)]
        length = rng.choice([None] * 12 + odd)
        out.append(frame(payload, opcode, rng.random() < 0.8, rng.choice([None, b"\0\0\0\0", b"\xff\xff\xff\xff"]),
                         rng.choice([0] * 12 + [1, 2, 4, 7]), rng.random() < 0.95, length))
    data = b"".join(out)
    return damage_bytes(rng, data) if rng.random() < 0.15 else data


def damage_bytes(rng, data):
    data = bytearray(data)
    for _ in range(rng.randrange(1, 5)):
        if data:
            data[rng.randrange(len(data))] = rng.randrange(256)
    return bytes(data[:rng.randrange(len(data) + 1)]) if rng.random() < 0.3 else bytes(data)


def opened(rng, code):
    return upgrade() + frames(rng, code)
