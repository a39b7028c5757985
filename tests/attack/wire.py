# SPDX-License-Identifier: MIT
"""wire.py - bytes to and from the server: HTTP and WebSocket frames made by hand, so that they can be made wrongly."""
import base64
import hashlib
import json
import os
import socket
import struct
import time

TEXT, BINARY, CLOSE, PING, PONG, MORE = 1, 2, 8, 9, 10, 0
GUID = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"


class Gone(Exception):
    """The other side hung up, or did not answer in time."""


class Line:
    """One TCP connection."""

    def __init__(self, port, host="127.0.0.1", timeout=20, receive=None):
        self.sock = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        if receive:
            self.sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive)
        self.sock.settimeout(timeout)
        self.sock.connect((host, port))
        self.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.data = b""
        self.timeout = timeout

    def send(self, data):
        try:
            self.sock.sendall(data)
        except OSError as e:
            raise Gone(f"sending: {e}") from None

    def more(self, deadline):
        """Reads once; False when nothing came until the deadline. Gone: it hung up."""
        left = deadline - time.monotonic()
        self.sock.settimeout(max(left, 0.0005))
        try:
            data = self.sock.recv(65536)
        except (TimeoutError, BlockingIOError):
            return False
        except OSError as e:
            raise Gone(f"reading: {e}") from None
        if not data:
            raise Gone("it hung up")
        self.data += data
        return True

    def take(self, n, deadline):
        while len(self.data) < n:
            if not self.more(deadline):
                raise Gone("no answer in time")
        out, self.data = self.data[:n], self.data[n:]
        return out

    def drain(self, seconds=5):
        """Everything until the other side hangs up, or the time is over."""
        deadline = time.monotonic() + seconds
        try:
            while self.more(deadline):
                pass
        except Gone:
            return True
        return False

    def reset(self):
        """Hangs up with a reset instead of a good-bye."""
        try:
            self.sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            self.sock.close()
        except OSError:
            pass

    def close(self):
        try:
            self.sock.close()
        except OSError:
            pass

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    # ---- HTTP ----

    def answer(self, seconds=20, head=False):
        """One answer: status, headers, body. An interim 100 is skipped."""
        deadline = time.monotonic() + seconds
        while b"\r\n\r\n" not in self.data:
            if not self.more(deadline):
                raise Gone("no answer in time")
        top, self.data = self.data.split(b"\r\n\r\n", 1)
        lines = top.decode("latin-1").split("\r\n")
        status = int(lines[0].split(" ")[1])
        if status == 100:
            return self.answer(seconds, head)
        headers = {k.strip().lower(): v.strip() for k, _, v in (line.partition(":") for line in lines[1:])}
        size = 0 if head or status in (101, 304) else int(headers.get("content-length", 0))
        return status, headers, self.take(size, deadline)

    def ask(self, method, path, body=None, headers=(), seconds=20):
        self.send(request(method, path, body, headers))
        return self.answer(seconds, method == "HEAD")


def request(method, path, body=None, headers=()):
    lines = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1"] if not any(k.lower() == "host" for k, _ in headers) \
        else [f"{method} {path} HTTP/1.1"]
    lines += [f"{k}: {v}" for k, v in headers]
    data = body if isinstance(body, bytes) else b"" if body is None else json.dumps(body).encode()
    if body is not None:
        lines.append(f"Content-Length: {len(data)}")
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + data


# ---- WebSocket ---------------------------------------------------------------------------------------------

def upgrade(headers=(), key=b"0123456789abcdef", path="/socket"):
    return request("GET", path, None, [
        ("Upgrade", "websocket"), ("Connection", "Upgrade"), ("Sec-WebSocket-Version", "13"),
        ("Sec-WebSocket-Key", base64.b64encode(key).decode()), ("Sec-WebSocket-Protocol", "ninelives.v1"), *headers])


def frame(payload=b"", opcode=TEXT, fin=True, mask=None, rsv=0, masked=True, length=None):
    """One frame. `length` overrides the announced length, (bits, value)."""
    if isinstance(payload, str):
        payload = payload.encode()
    n = len(payload)
    out = bytes([(0x80 if fin else 0) | rsv << 4 | opcode])
    bit = 0x80 if masked else 0
    bits, n = length or (7 if n < 126 else 16 if n < 65536 else 64, n)
    out += bytes([bit | n & 127]) if bits == 7 else struct.pack(">BH", bit | 126, n & 0xffff) if bits == 16 \
        else struct.pack(">BQ", bit | 127, n)
    if not masked:
        return out + payload
    mask = os.urandom(4) if mask is None else mask
    whole = (mask * (len(payload) // 4 + 1))[:len(payload)]
    return out + mask + (int.from_bytes(payload, "big") ^ int.from_bytes(whole, "big")).to_bytes(len(payload), "big")


def say(message):
    return frame(message if isinstance(message, (str, bytes)) else json.dumps(message))


class Socket(Line):
    """A line that has become a WebSocket."""

    def __init__(self, port, headers=(), path="/socket", **more):
        super().__init__(port, **more)
        self.send(upgrade(headers, path=path))
        self.shake_hands()

    def shake_hands(self):
        self.status, headers, _ = self.answer(self.timeout)
        self.closed = None                   # the close code, once there is one
        accept = base64.b64encode(hashlib.sha1(base64.b64encode(b"0123456789abcdef") + GUID).digest()).decode()
        if self.status == 101 and headers.get("sec-websocket-accept") != accept:
            raise Gone("a wrong handshake")

    def frame(self, deadline):
        """Opcode and payload of the next frame, or None if none came in time."""
        while True:
            size = self.whole()
            if size:
                break
            if not self.more(deadline):
                return None
        head, n = size
        opcode, payload = self.data[0] & 15, self.data[head:head + n]
        self.data = self.data[head + n:]
        if opcode == CLOSE:
            self.closed = int.from_bytes(payload[:2], "big") if len(payload) >= 2 else 1005
        return opcode, payload

    def whole(self):
        """Where the payload of the first frame begins and how long it is, once all of it is here."""
        d = self.data
        if len(d) < 2:
            return None
        n, head = d[1] & 127, 2
        if n > 125:
            head = 4 if n == 126 else 10
            if len(d) < head:
                return None
            n = int.from_bytes(d[2:head], "big")
        return (head, n) if len(d) >= head + n else None

    def message(self, seconds=20):
        """The next message, parsed; None when it closes instead. Gone when nothing comes."""
        deadline = time.monotonic() + seconds
        while True:
            got = self.frame(deadline)
            if got is None:
                raise Gone("nothing was said in time")
            if got[0] == TEXT:
                return json.loads(got[1])
            if got[0] == CLOSE:
                return None

    def say(self, message):
        self.send(say(message))

    def close_code(self, seconds=10):
        """How it ends: the close code, 0 when it hung up without one, None when it stays open."""
        deadline = time.monotonic() + seconds
        try:
            while self.closed is None:
                if self.frame(deadline) is None:
                    return None
        except Gone:
            return self.closed or 0
        return self.closed
