# SPDX-License-Identifier: MIT
"""notices.py - the address of a push service comes from a stranger: it must not lead this server to machines that only it
can reach, and whoever answers there must not keep it busy."""
import socket
import threading
import time

from player import seated

# A browser's keys, from the example of RFC 8291: whoever takes these messages here cannot read them, and need not.
KEYS = {"key": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "auth": "BTBZMqHH6r4Tts7J_aSIgg", "lang": "it"}
HANG = 25           # seats whose push service hangs


class Service:
    """Listens, counts who comes, and answers each with `answer(socket)` in a thread."""

    def __init__(self, answer=None, host="127.0.0.1"):
        self.came, self.answer, self.over = 0, answer, threading.Event()
        self.listener = socket.create_server((host, 0), family=socket.AF_INET6 if ":" in host else socket.AF_INET)
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.listen, daemon=True).start()

    def listen(self):
        while True:
            try:
                line, _ = self.listener.accept()
            except OSError:
                return
            self.came += 1
            threading.Thread(target=self.serve, args=(line,), daemon=True).start()

    def serve(self, line):
        with line:
            try:
                line.recv(65536)
                if self.answer:
                    self.answer(self, line)
                else:
                    self.over.wait()
            except OSError:
                pass                         # it has hung up, as it may

    def close(self):
        self.over.set()
        self.listener.close()


def away(s, endpoint):
    """Somebody whose turn it is, who looks elsewhere and wants to be told through this endpoint."""
    p = seated(s.port, "random", seats=2, clock="off")
    p.start()
    p.until(p.asked, "my turn")
    said = p.ask({"t": "subscribe", "endpoint": endpoint, **KEYS}, ("notices", "err"))
    p.say({"t": "hidden", "on": True})
    return p, said


def own_address():
    """The address of this machine in its network, if it has one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as s:
        try:
            s.connect(("192.0.2.1", 9))
            return s.getsockname()[0]
        except OSError:
            return "127.0.0.2"


def private_addresses(t):
    """Whatever way an address is written, nothing on this machine or in its network is connected to."""
    for _ in t.rounds(short=1, most=60):
        services = [Service(host="0.0.0.0"), Service(host="::1")]
        port, six = services[0].port, services[1].port
        hosts = ["127.0.0.1", "localhost", "127.1", "2130706433", "0x7f.0.0.1", "0", "0.0.0.0", "127.8.9.10",
                 "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[64:ff9b::7f00:1]", own_address()]
        with t.server() as s:
            people = [away(s, f"https://{h}:{port}/x") for h in hosts]
            people += [away(s, f"https://{h}:{six}/x") for h in ("[::1]", "[0::0:1]", "localhost")]
            for (p, said), host in zip(people, [*hosts, "[::1]", "[0::0:1]", "localhost"]):
                if said["t"] == "notices":
                    p.until(lambda: any(m["t"] == "notices" and m["state"] != "on" for m in p.heard),
                            f"{host} to be given up", 60)
                t.count("addresses")
            t.check(s.metric("notices_sent_total") == 0, "a notice was sent to this machine")
            for p, _ in people:
                p.end()
        t.check(not any(x.came for x in services), "the server has connected to a private address")
        for x in services:
            x.close()


def endless(service, line):
    line.sendall(b"HTTP/1.1 500 No\r\n")
    while not service.over.is_set():
        line.sendall(b"X-More: " + b"x" * 4000 + b"\r\n")


def flood(service, line):
    line.sendall(b"HTTP/1.1 500 No\r\nContent-Length: 100000000000\r\n\r\n")
    while not service.over.is_set():
        line.sendall(b"x" * 65536)


def drip(service, line):
    line.sendall(b"HTTP/1.1 503 No\r\nContent-Length: 1000\r\n\r\n")
    while not service.over.wait(0.5):
        line.sendall(b"x")


def created(service, line):
    line.sendall(b"HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n")


def bad_services(t):
    """Push services that hang, never end or send the server elsewhere: others get their notices, and play goes on."""
    for _ in t.rounds(short=1, most=120):
        secret, good, hangs = Service(created), Service(created), Service()
        to_secret = (f"HTTP/1.1 307 There\r\nLocation: http://127.0.0.1:{secret.port}/x\r\n"
                     "Content-Length: 0\r\n\r\n").encode()
        bad = [Service(endless), Service(flood), Service(drip), Service(lambda _, line: line.sendall(to_secret)),
               Service(lambda _, line: None), Service(lambda _, line: line.sendall(b"\0" * 100))]
        with t.server("--push-local") as s:
            people = [away(s, f"http://127.0.0.1:{hangs.port}/x")[0] for _ in range(HANG)]
            people += [away(s, f"http://127.0.0.1:{x.port}/x")[0] for x in bad]
            lucky = away(s, f"http://127.0.0.1:{good.port}/x")[0]
            deadline = time.monotonic() + 60
            while not (good.came and all(x.came for x in bad)) and time.monotonic() < deadline:
                start = time.monotonic()
                s.alive()
                t.check(time.monotonic() - start < 10, "the loop waits for a push service")
                time.sleep(0.2)
            t.check(good.came == 1, f"a notice came {good.came} times where others hang")
            t.check(all(x.came for x in bad), "not every push service was tried")
            for p in people[HANG:]:
                p.until(lambda: any(m["t"] == "notices" and m["state"] != "on" for m in p.heard), "a failure to be told", 60)
            t.check(secret.came == 0, "a redirect was followed")
            t.count("services", len(bad) + 1)
            for p in [*people, lucky]:
                p.end()
        for x in [secret, good, hangs, *bad]:
            x.close()


ATTACKS = [private_addresses, bad_services]
