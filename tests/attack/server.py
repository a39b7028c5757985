# SPDX-License-Identifier: MIT
"""server.py - the real program on a free port and an empty folder, started, watched and ended."""
import os
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import time

from player import Wrong, get
from wire import Gone

HERE = os.path.dirname(os.path.abspath(__file__))
REPORT = re.compile(r"(SUMMARY: \w+Sanitizer|ERROR: \w+Sanitizer|runtime error:)[^\n]*")
LEASH = ["setpriv", "--pdeathsig", "KILL"]     # what we start does not outlive us
MANY = ["--tables-per-hour", "1000000", "--per-address", "2000", "--rate", "2000"]


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def compile_shim(folder):
    """The preloaded library that lets disks fail and clocks be set, made anew in a folder of ours."""
    out = os.path.join(folder, "shim.so")
    if not os.path.exists(out):
        subprocess.run([os.environ.get("CC", "cc"), "-O1", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC",
                        "-o", out, os.path.join(HERE, "shim.c"), "-ldl"], check=True)
    return out


class Server:
    """`shim` preloads shim.c; then `control` writes what shall go wrong."""

    def __init__(self, program, *flags, shim=False, many=True, environment=None, prefix=(), folder=None):
        self.program, self.flags, self.prefix = program, [*(MANY if many else []), *flags], list(prefix)
        self.folder = folder or tempfile.mkdtemp(prefix="ninelives-attack-")
        self.data = os.path.join(self.folder, "data")
        self.output_path = os.path.join(self.folder, "output")
        self.port, self.process, self.started = free_port(), None, 0
        self.environment = dict(os.environ)
        self.environment["ASAN_OPTIONS"] = "verify_asan_link_order=0:handle_abort=1"
        self.environment.update(environment or {})
        if shim:
            self.control_path = os.path.join(self.folder, "control")
            self.environment.update(LD_PRELOAD=compile_shim(self.folder), ATTACK_CONTROL=self.control_path)
            self.control()

    def control(self, **what):
        """Sets all of: fail (errno of syncs), full (errno of writes), slow (ms a sync takes), wall and steady
        (ms that the clocks are ahead). What is not named goes back to 0."""
        row = " ".join(str(what.get(k, 0)) for k in ("fail", "full", "slow", "wall", "steady"))
        with open(self.control_path + ".new", "w") as f:
            f.write(row + "\n")
        os.chmod(self.control_path + ".new", 0o644)
        os.rename(self.control_path + ".new", self.control_path)
        time.sleep(0.05)                     # the shim looks every 10 ms

    def output(self):
        try:
            with open(self.output_path, errors="replace") as f:
                return f.read()
        except FileNotFoundError:
            return ""

    def launch(self):
        """Starts the program without waiting for it."""
        with open(self.output_path, "a") as out:
            self.process = subprocess.Popen(
                [*LEASH, *self.prefix, self.program, "serve", "--listen", f"127.0.0.1:{self.port}", "--data", self.data,
                 *self.flags],
                stdin=subprocess.DEVNULL, stdout=out, stderr=out, env=self.environment, cwd=self.folder)
        self.started += 1
        return self

    def start(self):
        self.launch()
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            if self.process.poll() is not None:
                raise Wrong(f"the server ended with {self.process.returncode} instead of starting: {self.tail()}")
            try:
                if get(self.port, "/healthz")[0] == 200:
                    return self
            except (Gone, OSError):
                time.sleep(0.02)
        raise Wrong(f"the server does not get ready: {self.tail()}")

    def tail(self):
        return self.report() or self.output()[-400:]

    def report(self):
        """What a sanitizer has said, the summary if there is one."""
        found = [m.group(0) for m in REPORT.finditer(self.output())]
        return next((f for f in found if f.startswith("SUMMARY")), found[0] if found else None)

    def alive(self, seconds=20):
        """It answers, and soon: a loop that never ends does not."""
        if self.process.poll() is not None:
            raise Wrong(f"the server has ended with {self.process.returncode}: {self.tail()}")
        try:
            if get(self.port, "/healthz", seconds=seconds)[0] != 200:
                raise Wrong("/healthz does not say 200")
        except (Gone, OSError) as e:
            raise Wrong(f"/healthz is not answered within {seconds} s ({e}): {self.tail()}") from None

    def metric(self, name):
        body = get(self.port, "/metrics")[2].decode()
        return float(re.search(rf"^ninelives_{name} (\S+)$", body, re.M).group(1))

    def resident(self):
        """Bytes of memory, as the kernel counts them."""
        with open(f"/proc/{self.process.pid}/statm") as f:
            return int(f.read().split()[1]) * os.sysconf("SC_PAGESIZE")

    def signal(self, number):
        self.process.send_signal(number)

    def kill(self):
        """kill -9, as if the power failed for this process only."""
        if self.process and self.process.poll() is None:
            self.process.kill()
        if self.process:
            self.process.wait()

    def end(self, codes=(0,), seconds=30):
        """SIGTERM: ends in time, with the code that is promised, without a sanitizer's report."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        try:
            code = self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            self.kill()
            raise Wrong(f"SIGTERM does not end it within {seconds} s") from None
        if self.report():
            raise Wrong(f"a sanitizer says: {self.report()}")
        if code not in codes:
            raise Wrong(f"it ends with {code}: {self.tail()}")

    def clean(self):
        self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)
