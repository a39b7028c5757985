# SPDX-License-Identifier: MIT
"""visitors.py - who is who: guessed codes and tokens, and visitors behind a proxy."""
import json
import os
import re
import shutil
import socket
import subprocess
import tempfile
import time

from player import Player, Wrong, get, seated
from server import HERE, LEASH, free_port
from wire import Gone, Line, Socket, request

MOST = 3000         # guesses after which there is no ration
ROOT = os.path.dirname(os.path.dirname(HERE))


# ---- guessing -------------------------------------------------------------------------------------------------------

def guess(rng):
    return "".join(rng.choice("bdfghjklmnprstvz") + rng.choice("aeiou") for _ in range(4))


def hello(port, code, **more):
    """The first word of the table to a hello: a welcome, or the code of the refusal."""
    with Socket(port) as s:
        s.say({"t": "hello", "v": 1, "table": code, **more})
        m = s.message()
        return "closed" if m is None else m["code"] if m["t"] == "err" else m["t"]


def guessing(t):
    """Codes are rationed whatever token comes with them; only a token that fits is exempt."""
    ways = [lambda: {"token": "%032x" % t.rng.getrandbits(128)}, lambda: {}, lambda: {"token": "x"},
            lambda: {"token": ""},
            lambda: {"key": "%032x" % t.rng.getrandbits(128)}, lambda: {"token": "a" * 4000},
            lambda: {"token": "%032x" % t.rng.getrandbits(128), "key": "x"}]
    for i in t.rounds(short=2):
        with t.server() as s:
            host = seated(s.port)
            t.check(hello(s.port, host.code, token="0" * 32) == "bad_token", "a wrong token is not told so")
            n, said = 0, ""
            way = ways[i % len(ways)]
            while n < MOST and said != "too_many":
                said = hello(s.port, guess(t.rng), **way())
                n += 1
            t.count("guesses", n)
            if t.check(said == "too_many", f"{n} codes were guessed with {list(way())} without an end"):
                spent(t, s, host, ways)
            host.end()


def without_guesses(t, s, wanted, ask):
    """What `ask` gives when there are no guesses left. One grows back every six seconds, perhaps just before it is asked:
    another answer than the wanted one counts only when it comes again and again."""
    for _ in range(5):
        while get(s.port, f"/api/tables/{guess(t.rng)}")[0] != 429:
            pass
        answer = ask()
        if answer == wanted:
            break
    return answer


def spent(t, s, host, ways):
    """The ration is spent: tables that exist and those that do not look alike, and the seat's own token still opens."""
    for way in ways:
        for code in (host.code, guess(t.rng)):
            said = without_guesses(t, s, "too_many", lambda: hello(s.port, code, **way()))
            t.check(said == "too_many", f"with no guesses left, a hello with {list(way())} gets {said}")
    status = without_guesses(t, s, 429, lambda: get(s.port, f"/api/tables/{host.code}")[0])
    t.check(status == 429, f"with no guesses left, GET of a table gets {status}")
    back = Player(s.port, host.code, host.token).welcome()
    t.check(back.seat == 0, "the seat's own token does not open its seat")
    back.end()


# What a browser says when a page of another site shows a picture that is none, or names what its visitor may want next.
PICTURE = [("Sec-Fetch-Site", "cross-site"), ("Sec-Fetch-Mode", "no-cors"), ("Sec-Fetch-Dest", "image")]
AHEAD = [("Sec-Fetch-Site", "none"), ("Sec-Fetch-Mode", "navigate"), ("Sec-Fetch-Dest", "document"),
         ("Sec-Purpose", "prefetch;prerender")]


def cross_site(t):
    """A page of another site uses up nothing of its visitors'."""
    with t.server("--rate", "100000", many=False) as s:
        p = seated(s.port)
        for _ in t.rounds(short=1):
            with Line(s.port) as line:
                for i in range(1400):
                    path, way = f"/t/{guess(t.rng)}" if i % 2 else f"/api/tables/{guess(t.rng)}", AHEAD if i < 700 else PICTURE
                    status = line.ask("GET", path, None, way)[0]
                    t.count("asked for by other sites")     # of a table's page it gets one that fits any, if there are pages
                    t.check(status in ((200, 404) if i % 2 else (403,)), f"another site: {path} gets {status} by {way}")
                t.check(line.ask("GET", f"/api/tables/{p.code}")[0] == 200, "the visitor's own question is refused")
        p.end()


def networks(t):
    """Whoever has many IPv6 networks does not have as many rations of guesses."""
    with t.server("--behind-proxy", "--rate", "100000", many=False) as s, Line(s.port) as line:
        for i in t.rounds(short=1):
            guessed = 0
            for net in range(6):
                head = [("X-Forwarded-For", f"2001:db8:{i:x}:{net:x}::1")]
                guessed += sum(line.ask("GET", f"/api/tables/{guess(t.rng)}", None, head)[0] == 404 for _ in range(620))
            t.count("guesses", guessed)
            t.check(2400 <= guessed < 2500, f"six networks of one /56 may guess {guessed} times")
            other = line.ask("GET", f"/api/tables/{guess(t.rng)}", None, [("X-Forwarded-For", f"2001:db8:{i + 4096:x}::1")])
            t.check(other[0] == 404, f"another network is told {other[0]}")


# ---- proxies --------------------------------------------------------------------------------------------------------

class From(Line):
    """A line from a loopback address of its own, as another visitor would have."""

    def __init__(self, port, address):
        self.sock = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        self.sock.bind((address, 0))
        self.sock.settimeout(20)
        self.sock.connect(("127.0.0.1", port))
        self.data, self.timeout = b"", 20


def block(begin):
    """The configuration that docs/RUNNING.md shows, beginning with these words."""
    with open(os.path.join(ROOT, "docs", "RUNNING.md")) as f:
        return re.search(r"```\n(" + re.escape(begin) + r".*?)```", f.read(), re.S).group(1)


def nginx(folder, port, server):
    text = block("map $http_upgrade").replace("127.0.0.1:9119", f"127.0.0.1:{server}")
    text = re.sub(r"^ *ssl_.*\n", "", text, flags=re.M).replace("listen 443 ssl http2;", f"listen 127.0.0.1:{port};")
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    paths = "".join(f"{kind}_temp_path {folder}/{kind};\n" for kind in kinds)
    with open(os.path.join(folder, "nginx.conf"), "w") as f:
        f.write(f"daemon off; master_process off; pid {folder}/pid; error_log {folder}/error.log;\n"
                f"events {{}}\nhttp {{ access_log off;\n{paths}{text}}}\n")
    return ["nginx", "-p", folder, "-c", os.path.join(folder, "nginx.conf"), "-e", os.path.join(folder, "error.log")]


def caddy(folder, port, server):
    text = block("tables.example.org {").replace("127.0.0.1:9119", f"127.0.0.1:{server}")
    text = text.replace("tables.example.org {", f"http://tables.example.org:{port} {{\n    bind 127.0.0.1", 1)
    with open(os.path.join(folder, "Caddyfile"), "w") as f:
        f.write("{\n    admin off\n    auto_https off\n}\n" + text)
    return ["caddy", "run", "--adapter", "caddyfile", "--config", os.path.join(folder, "Caddyfile")]


HOST = [("Host", "tables.example.org")]


def proxy(t):
    """Behind a proxy each visitor has a ration of their own, told from the headers of each request."""
    for _ in t.rounds(short=1):
        for make_command in (caddy, nginx, None):
            with t.server("--behind-proxy", "--public-url", "http://tables.example.org", "--rate", "2000",
                          "--per-address", "500", "--tables-per-hour", "3", many=False) as s:
                if make_command:
                    through(t, s, make_command)
                else:
                    past(t, s)
                    trailers(t, s)


def through(t, s, make_command):
    port, name = free_port(), make_command.__name__
    path = shutil.which(name, path=os.environ["PATH"] + ":/usr/sbin:/usr/local/sbin")
    if not path:
        raise Wrong(f"there is no {name}; tools/install test")
    command = [*LEASH, path, *make_command(s.folder, port, s.port)[1:]]
    with open(os.path.join(s.folder, name + ".out"), "w") as out:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out, stderr=out, cwd=s.folder,
                                   env={**os.environ, "HOME": s.folder, "XDG_DATA_HOME": s.folder,
                                        "XDG_CONFIG_HOME": s.folder})
    try:
        wait_for(process, port, os.path.join(s.folder, name + ".out"))
        two_visitors(t, port, name)
        sockets(t, port, name)
    finally:
        process.terminate()
        process.wait(10)


def wait_for(process, port, said):
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline and process.poll() is None:
        try:
            with Line(port) as line:
                line.ask("GET", "/healthz", None, HOST)
            return
        except (Gone, OSError):
            time.sleep(0.05)
    with open(said) as f:
        raise Wrong(f"the proxy does not start: {f.read()[-300:]}")


def two_visitors(t, port, name):
    """One makes tables and guesses codes until none are left; the other, through the same proxy, is not held to it."""
    with From(port, "127.0.0.2") as one, From(port, "127.0.0.3") as other:
        for what, method, path, body, good in (("tables", "POST", "/api/tables", {"game": "kittens"}, 201),
                                               ("guesses", "GET", "/api/tables/xxxxxxxx", None, 404)):
            status, n = good, 0
            while status == good and n < MOST:
                status = one.ask(method, path, body, HOST)[0]
                n += 1
            t.count(f"{what} by {name}", n)
            t.check(status == 429, f"behind {name}, {n} {what} of one visitor end with {status}")
            got = other.ask(method, path, body, HOST)[0]
            t.check(got == good, f"behind {name}, the second visitor's {what} get {got} because of the first")


def sockets(t, port, name):
    """A table can be played through the proxy."""
    with From(port, "127.0.0.4") as line:
        made = json.loads(line.ask("POST", "/api/tables", {"game": "kittens"}, HOST)[2])
    if "token" not in made:
        t.fault(f"behind {name}, the third visitor gets no table: {made}")
        return
    p = Player(port, made["code"], made["token"], headers=[*HOST, ("Origin", "http://tables.example.org")]).welcome()
    p.fill()
    p.start()
    p.end()
    t.count("sockets")


def past(t, s):
    """Two visitors on one kept-alive connection of the proxy, by hand."""
    for turn in (0, 1):
        with Line(s.port) as line:
            for i in range(4):
                for who in (f"10.0.{turn}.1", f"2001:db8:0:{turn}::1"):
                    visitor = [("X-Forwarded-For", f"9.9.9.{i}, {who}")]
                    status = line.ask("POST", "/api/tables", {"game": "kittens"}, visitor)[0]
                    t.count("tables by hand")
                    t.check(status == (201 if i < 3 else 429),
                            f"table {i + 1} of {who} gets {status} on a shared connection")


def chunked(headers, body, trailers):
    data = json.dumps(body).encode()
    head = "".join(f"{k}: {v}\r\n" for k, v in headers)
    tail = "".join(f"{k}: {v}\r\n" for k, v in trailers)
    return (f"POST /api/tables HTTP/1.1\r\n{head}Transfer-Encoding: chunked\r\n\r\n{len(data):x}\r\n".encode() + data
            + f"\r\n0\r\n{tail}\r\n".encode())


def trailers(t, s):
    """What stands behind a chunked body says nothing about who asks."""
    wish, host, ours = {"game": "kittens"}, ("Host", "tables.example.org"), "http://tables.example.org"
    for i in range(4):
        with Line(s.port) as line:
            line.send(chunked([host, ("X-Forwarded-For", "10.0.0.7")], wish, [("X-Forwarded-For", f"10.1.0.{i}")]))
            status = line.answer()[0]
            t.count("trailers")
            t.check(status == (201 if i < 3 else 429), f"a trailer changes who asks: table {i + 1} gets {status}")
    cases = (("http://evil.example", ours, 403), (ours, "http://evil.example", 201))
    for i, (origin, trailer, want) in enumerate(cases):
        with Line(s.port) as line:
            headers = [host, ("Origin", origin), ("X-Forwarded-For", f"10.0.9.{i}")]
            line.send(chunked(headers, wish, [("Origin", trailer)]))
            status = line.answer()[0]
            t.check(status == want, f"Origin {origin} with a trailer {trailer} gets {status}")


def owing(t):
    """Whoever does not read the answers to what was asked for pays for these lines until all is read."""
    few = 5
    with tempfile.TemporaryDirectory(prefix="ninelives-attack-") as pages:
        for name, size in (("index.html", 100), ("large.bin", 8 << 20)):
            with open(os.path.join(pages, name), "wb") as f:
                f.write(b" " * size)
        with t.server("--behind-proxy", "--per-address", str(few), "--web", pages, beside=False, many=False) as s:
            for i in t.rounds(short=1):
                one, other = ([("X-Forwarded-For", f"10.0.{i % 250}.{who}")] for who in (1, 2))
                lines = [Line(s.port, receive=4096) for _ in range(few)]
                for line in lines:
                    line.send(request("GET", "/large.bin", None, one))
                    line.more(time.monotonic() + 10)         # it is being answered
                with Line(s.port) as more:
                    t.count("answers unread", few)
                    t.check(more.ask("GET", "/api/games", None, one)[0] == 429, "who reads nothing may ask on")
                    t.check(more.ask("GET", "/api/games", None, other)[0] == 200, "the next visitor may not ask")
                    lines[0].answer(60)
                    t.check(more.ask("GET", "/api/games", None, one)[0] == 200, "who has read it may not ask again")
                for line in lines:
                    line.close()


ATTACKS = [guessing, cross_site, networks, proxy, owing]
