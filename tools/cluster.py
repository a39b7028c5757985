# SPDX-License-Identifier: MIT
"""cluster.py - a whole cluster on this machine, on loopback and free ports, in one folder: three etcd, three PostgreSQL
under Patroni, HAProxy and the nodes; and what can go wrong with them. The command is tools/cluster; tests import this.

Everything that was started is in the folder's cluster.json, with its command line and process id: that is how it is
ended, and how what has died is started again. cluster.env has the addresses for shell scripts."""
import json
import os
import pwd
import random
import resource
import secrets
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from types import SimpleNamespace

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "deploy"))
import configure                                              # noqa: E402  the templates are those of deploy/

HOST = "127.0.0.1"
os.environ["PATH"] += ":/usr/sbin"                            # HAProxy is there, and not everybody looks there
# Linux gives outgoing connections ports from 32768 on: one from there could be taken while its owner is dead.
FIRST_PORT, LAST_PORT = 10000, 32000
NEEDED = {"etcd": "etcd-server", "patroni": "patroni", "haproxy": "haproxy", "setpriv": "util-linux", "psql": "postgresql-client"}
WIRE = """\
global
    nbthread 1
defaults
    mode tcp
    option redispatch 1
    retries 2
    timeout connect 5s
    timeout client 1h
    timeout server 1h
"""


class Failure(Exception):
    """What went wrong, in words for the person at the terminal."""


# ---- the machine we are on -----------------------------------------------------------------------------------------

def free_ports(count):
    """Each is free now. Begins anywhere, so that clusters started at the same time do not choose the same."""
    first = random.randrange(FIRST_PORT, LAST_PORT)
    found = []
    for i in range(LAST_PORT - FIRST_PORT):
        port = FIRST_PORT + (first + i) % (LAST_PORT - FIRST_PORT)
        with socket.socket() as s:
            s.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                s.bind((HOST, port))
            except OSError:
                continue
        found.append(port)
        if len(found) == count:
            return found
    raise Failure("no port is free")


def postgres_bin():
    """The folder of the newest PostgreSQL."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"), key=lambda p: int(p.parts[-3]))
    if not found:
        raise Failure("PostgreSQL is missing: tools/install cluster, or apt install postgresql")
    return found[-1].parent


def check_programs(names):
    for name in names:
        if not shutil.which(name):
            raise Failure(f"{name} is missing: tools/install cluster, or apt install {NEEDED[name]}")


def as_database_user():
    """PostgreSQL refuses to run as root. Words to put before a command; none if we are somebody else anyway."""
    if os.getuid():
        return []
    try:
        pwd.getpwnam("postgres")
    except KeyError:
        raise Failure("PostgreSQL does not run as root, and there is no user `postgres`: apt install postgresql") from None
    return ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]


def folder_for(name):
    """build/NAME; below /tmp if the database's user cannot enter the checkout, as when it is in root's home."""
    reached = subprocess.run([*as_database_user(), "test", "-x", ROOT]).returncode == 0
    return ROOT / "build" / name if reached else Path("/tmp") / f"ninelives-{name}"


def born(pid):
    """When a process started, in the kernel's ticks; None if there is none. Together with its id that names it for good."""
    try:
        state, *rest = Path(f"/proc/{pid}/stat").read_text().rsplit(") ", 1)[1].split()
    except (OSError, IndexError):
        return None
    return None if state in "ZX" else int(rest[18])


def tree(pid):
    """The process and all below it, parents first. Any of them may end meanwhile."""
    children = []
    try:
        for task in os.listdir(f"/proc/{pid}/task"):
            children += Path(f"/proc/{pid}/task/{task}/children").read_text().split()
    except OSError:
        pass
    return [pid] + [p for child in children for p in tree(int(child))]


def send(pids, sig):
    for pid in pids:
        try:
            os.kill(pid, sig)
        except ProcessLookupError:
            pass


def kill(pids):
    """Kills them, and waits until they are gone: a moment later they would still seem alive."""
    there = {pid: born(pid) for pid in pids}
    send(pids, signal.SIGKILL)
    while any(start is not None and born(pid) == start for pid, start in there.items()):
        time.sleep(0.01)


def freeze(pid):
    """Stops a process and all below it. Parents first and twice over: none of them can have a child in the meantime."""
    for _ in range(2):
        send(tree(pid), signal.SIGSTOP)


def ask(url, method="GET", body=None, timeout=1.0):
    """The answer's status and JSON (or None); status 0 if nobody answered."""
    data = json.dumps(body).encode() if body else None
    request = urllib.request.Request(url, data, {"Content-Type": "application/json"}, method=method)
    try:
        with urllib.request.urlopen(request, timeout=timeout) as answer:
            status, text = answer.status, answer.read()
    except urllib.error.HTTPError as error:
        status, text = error.code, error.read()
    except OSError:
        return 0, None
    try:
        return status, json.loads(text)
    except ValueError:
        return status, None


def in_words(role):
    """What Patroni says of itself, for people."""
    if not role:
        return "no answer"
    if role["role"] in ("master", "primary"):
        return "primary"
    return "synchronous standby" if role.get("sync_standby") else "standby"


# ---- the cluster ---------------------------------------------------------------------------------------------------

class Cluster:
    """`state` is what cluster.json holds. `machines` and `nodes` are its rows as objects, for the templates."""

    def __init__(self, folder=None, say=print):
        self.folder = Path(folder or folder_for("cluster")).resolve()
        self.say = say
        self.state = {"processes": {}}
        self.began = time.monotonic()
        if self.file.exists():
            self.state = json.loads(self.file.read_text())

    @property
    def file(self):
        return self.folder / "cluster.json"

    @property
    def machines(self):
        return [SimpleNamespace(**m) for m in self.state.get("machines", [])]

    @property
    def nodes(self):
        return [SimpleNamespace(**n) for n in self.state.get("nodes", [])]

    def machine(self, name):
        return next(m for m in self.machines if m.name == name)

    def save(self):
        new = self.file.with_suffix(".new")
        new.write_text(json.dumps(self.state, indent=1) + "\n")
        new.chmod(0o600)
        new.replace(self.file)

    def lap(self, what):
        self.say(f"{time.monotonic() - self.began:6.1f} s  {what}")

    # ---- processes

    def add(self, name, argv, env=None, user=None):
        """Remembers how a process is started, and starts it."""
        self.state["processes"][name] = {"argv": [str(a) for a in (user or []) + argv], "env": env or {},
                                         "log": str(self.folder / f"{name}.log")}
        self.start(name)

    def start(self, name):
        p = self.state["processes"][name]
        with open(p["log"], "ab") as log:
            child = subprocess.Popen(p["argv"], env={**os.environ, "HOME": str(self.folder), **p["env"]}, cwd=self.folder,
                                     stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True)
        p["pid"], p["born"] = child.pid, born(child.pid)
        self.save()

    def alive(self, name):
        p = self.state["processes"][name]
        return p["born"] is not None and born(p["pid"]) == p["born"]

    def pids(self, name):
        return tree(self.state["processes"][name]["pid"]) if self.alive(name) else []

    def database_pids(self, machine):
        """PostgreSQL outlives its Patroni: its own file says which process it is."""
        try:
            pid = int((Path(machine.database_data) / "postmaster.pid").read_text().split()[0])
            at_home = os.readlink(f"/proc/{pid}/cwd") == machine.database_data
        except (OSError, ValueError, IndexError):
            return []
        return tree(pid) if at_home else []

    def wait_for(self, what, holds, *names, seconds=60):
        """Until it holds. The processes named must live meanwhile."""
        end = time.monotonic() + seconds
        while not holds():
            dead = [n for n in names if not self.alive(n)]
            if dead or time.monotonic() > end:
                why = f"{dead[0]} has ended" if dead else f"not within {seconds} s"
                raise Failure(f"{what}: {why}{self.last_words(dead or names)}")
            time.sleep(0.1)

    def last_words(self, names):
        logs = [Path(self.state["processes"][n]["log"]) for n in names]
        return "".join(f"\n--- {log}\n" + "\n".join(log.read_text(errors="replace").splitlines()[-5:]) for log in logs)

    # ---- up

    def up(self, postgres=3, nodes=0, program=None, wires=False, lease=5, more=(), astray=False, beside=None):
        """`wires`: every connection into a database machine and to its etcd goes through a process that can be stopped, so that
        the machine can be isolated. `more`: further flags for the nodes. `astray`: the balancer brings people to any node,
        whatever their table is. `beside`: the folder of another cluster whose PostgreSQL is used, with a database of its own."""
        if any(self.alive(name) for name in self.state["processes"]):
            raise Failure(f"it is up already: tools/cluster down --folder {self.folder}")
        check_programs(["haproxy", "psql"] + ["etcd", "patroni"] * (postgres == 3))
        program = find_program(program) if nodes else None
        host = beside and self.host_of(beside)
        self.make_folder()
        self.describe(0 if host else postgres, nodes, wires, host)
        try:
            if not host:
                (self.start_three if postgres == 3 else self.start_one)(wires)
            self.start_balancer(astray)
            self.start_nodes(program, lease, more)
        except BaseException:                        # an impatient Ctrl-C, too
            self.down()
            raise
        self.lap(f"up: {self.state['people']}" if nodes else f"up: {self.state['store']}")

    def make_folder(self):
        if self.folder.exists() and any(self.folder.iterdir()) and not self.file.exists():
            raise Failure(f"{self.folder} has something else in it")
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir(parents=True)
        user = as_database_user()
        if user:
            shutil.chown(self.folder, "postgres", "postgres")
        if subprocess.run([*user, "test", "-w", self.folder]).returncode:
            raise Failure(f"the user `postgres` cannot reach {self.folder}: choose another with --folder")

    def host_of(self, folder):
        """The state of the cluster in that folder, which has one PostgreSQL."""
        other = Cluster(folder, self.say)
        if "postgres" not in other.state["processes"] or not other.alive("postgres"):
            raise Failure(f"there is no single PostgreSQL in {other.folder}: tools/cluster up --postgres 1 --folder {other.folder}")
        return other.state

    def describe(self, postgres, nodes, wires, host=None):
        ports = iter(free_ports(24 + nodes))
        machines = [self.describe_machine(f"m{i}", ports, wires) for i in (1, 2, 3)] if postgres == 3 else []
        for m in machines:
            m.etcd_hosts = f'"{HOST}:{m.etcd_wire}"' if wires else configure.etcd_hosts(machines)
        passwords = host["passwords"] if host else configure.make_passwords()
        primary, people, single = next(ports), next(ports), host["single_port"] if host else next(ports)
        database = f"ninelives_{secrets.token_hex(8)}" if host else "ninelives"
        user = f"postgresql://ninelives:{passwords['ninelives']}@"
        hosts = ",".join(m.database_reached for m in machines) or f"{HOST}:{single}"
        self.state = {
            "folder": str(self.folder), "processes": {}, "passwords": passwords,
            "machines": [vars(m) for m in machines],
            "nodes": [{"name": f"n{i + 1}", "address": HOST, "port": next(ports), "id": i + 1} for i in range(nodes)],
            "primary_port": primary, "people_port": people, "single_port": single, "database": database,
            "wires": wires,
            "people": f"http://{HOST}:{people}",
            "store": f"{user}{HOST}:{primary if machines else single}/{database}",
            "store_hosts": f"{user}{hosts}/{database}?target_session_attrs=read-write&connect_timeout=2",
        }
        self.save()
        (self.folder / "cluster.env").write_text("".join(f"{name}={shlex.quote(str(value))}\n" for name, value in {
            "CLUSTER_FOLDER": self.folder, "CLUSTER_PEOPLE": self.state["people"], "NINELIVES_STORE": self.state["store"],
            "CLUSTER_STORE_HOSTS": self.state["store_hosts"],
            "CLUSTER_NODES": " ".join(f"{n['name']}={HOST}:{n['port']}" for n in self.state["nodes"])}.items()))
        (self.folder / "cluster.env").chmod(0o600)

    def describe_machine(self, name, ports, wires):
        etcd, peer, patroni, database = (next(ports) for _ in range(4))
        etcd_wire, patroni_wire, database_wire = (next(ports) for _ in range(3)) if wires else (etcd, patroni, database)
        return SimpleNamespace(
            name=name, address=HOST, etcd=etcd, peer=peer, etcd_data=str(self.folder / f"{name}-etcd-data"), etcd_wire=etcd_wire,
            etcd_listen=f"http://{HOST}:{etcd}", etcd_proxies=str(wires).lower(), patroni=patroni, patroni_port=patroni_wire,
            patroni_reached=f"{HOST}:{patroni_wire}", database=database, database_listen=f"{HOST}:{database}",
            database_reached=f"{HOST}:{database_wire}", database_data=str(self.folder / f"{name}-database"),
            pgpass=str(self.folder / f"{name}-pgpass"))

    def words(self):
        most_files = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        connections = 20000 if most_files == resource.RLIM_INFINITY else min(20000, most_files // 2 - 100)
        s = self.state
        return dict(
            machines=self.machines, nodes=self.nodes, passwords=SimpleNamespace(**s["passwords"]), public_url=s["people"],
            peers=",".join(f"{m.name}=http://{m.address}:{m.peer}" for m in self.machines),
            bin=postgres_bin(), sockets="''", shared_buffers="256MB", watchdog='"off"',
            connections=connections, account="", admin="",
            primary=f"{HOST}:{s['primary_port']}", primary_port=s["primary_port"], people=f"{HOST}:{s['people_port']}")

    def put(self, name, text):
        file = self.folder / name
        file.write_text(text)
        if not os.getuid():
            shutil.chown(file, "postgres", "postgres")
        file.chmod(0o600)
        return file

    def start_three(self, wires):
        user = as_database_user()
        for m in self.machines:
            settings = configure.fill("etcd", me=m, **self.words())
            env = dict(line.split("=", 1) for line in settings.splitlines() if not line.startswith("#"))
            self.add(f"{m.name}-etcd", ["etcd"], env, user)
            if wires:
                self.add(f"{m.name}-wire", ["haproxy", "-db", "-f", self.put(f"{m.name}-wire.cfg", self.wire(m))], user=user)
        self.wait_for("etcd has no leader", lambda: all(self.etcd_healthy(m) for m in self.machines), *self.state["processes"])
        self.lap("etcd: three members")
        first = True
        for m in self.machines:
            file = self.put(f"{m.name}-patroni.yml", configure.fill("patroni.yml", me=m, **self.words()))
            self.add(f"{m.name}-patroni", ["/usr/bin/python3", shutil.which("patroni"), file], user=user)
            if first:
                self.wait_for("no primary", lambda: self.primary(), f"{m.name}-patroni")
                self.lap(f"{m.name}: a new database, primary")
            first = False
        self.wait_for("no synchronous standby", self.healthy, *self.state["processes"], seconds=120)
        self.lap("two standbys, one of them synchronous")

    def wire(self, m):
        """What passes in and out of a machine: its PostgreSQL, its Patroni, and its way to the three etcd."""
        links = {"database": (m.database_reached, [m.database]), "patroni": (m.patroni_reached, [m.patroni]),
                 "etcd": (f"{HOST}:{m.etcd_wire}", [x.etcd for x in self.machines])}
        lines = [WIRE]
        for name, (bind, ports) in links.items():
            lines.append(f"listen {name}\n    bind {bind}\n")
            lines += [f"    server to{port} {HOST}:{port} check inter 1s\n" for port in ports]
        return "".join(lines)

    def etcd_healthy(self, m):
        return (ask(f"http://{m.address}:{m.etcd}/health")[1] or {}).get("health") == "true"

    def start_one(self, _wires):
        user, data, port = as_database_user(), self.folder / "database", self.state["single_port"]
        password = self.put("password", self.state["passwords"]["postgres"] + "\n")
        made = subprocess.run([*user, postgres_bin() / "initdb", "-D", data, "-U", "postgres", "-E", "UTF8", "--locale=C.UTF-8",
                               "-A", "scram-sha-256", f"--pwfile={password}"],
                              capture_output=True, text=True, cwd=self.folder)
        password.unlink()
        if made.returncode:
            raise Failure(f"initdb: {made.stderr}")
        settings = {"listen_addresses": HOST, "port": port, "unix_socket_directories": "", "shared_buffers": "256MB",
                    "max_connections": 200, "max_wal_size": "4GB", "wal_compression": "lz4"}
        flags = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
        self.add("postgres", [postgres_bin() / "postgres", "-D", data, *flags], user=user)
        self.wait_for("PostgreSQL does not answer", lambda: not self.psql("SELECT 1", port).returncode, "postgres")
        self.sql(f"CREATE ROLE ninelives LOGIN CREATEDB PASSWORD '{self.state['passwords']['ninelives']}'", port)
        self.lap("PostgreSQL: one server")

    def start_balancer(self, astray):
        text = configure.fill("haproxy.cfg", **self.words())
        if astray:
            text = text.replace("balance hash var(txn.table)", "balance random")
        file = self.put("haproxy.cfg", text)
        self.add("haproxy", ["haproxy", "-db", "-f", file], user=as_database_user())
        port = self.state["primary_port"] if self.machines else self.state["single_port"]
        # It takes every server for a primary until it has asked, and goes round: so three in a row must be the primary.
        ask_role = "SELECT pg_is_in_recovery()"
        self.wait_for("no way to the primary", lambda: all(self.psql(ask_role, port).stdout == "f\n" for _ in range(3)), "haproxy")
        self.sql(f"CREATE DATABASE {self.state['database']} OWNER ninelives", port)
        self.lap(f"HAProxy; database `{self.state['database']}`")

    def psql(self, sql, port):
        env = {**os.environ, "PGPASSWORD": self.state["passwords"]["postgres"], "PGCONNECT_TIMEOUT": "2"}
        return subprocess.run(["psql", "-XAtq", "-h", HOST, "-p", str(port), "-U", "postgres", "-d", "postgres", "-c", sql],
                              env=env, capture_output=True, text=True)

    def sql(self, sql, port):
        done = self.psql(sql, port)
        if done.returncode:
            raise Failure(f"{sql.split()[0]} {sql.split()[1]}: {done.stderr.strip()}")
        return done.stdout.strip()

    def start_nodes(self, program, lease, more):
        if not self.nodes:
            return
        env = {"NINELIVES_STORE": self.state["store"]}
        made = subprocess.run([program, "store", "init", "--store", self.state["store"]], capture_output=True, text=True)
        if made.returncode:
            raise Failure(f"{program} store init: {made.stderr.strip()}")
        for n in self.nodes:
            self.add(n.name, [program, "serve", "--listen", f"{HOST}:{n.port}", "--node", n.name, "--lease", lease,
                              "--behind-proxy", "--public-url", self.state["people"], *more], env)
        self.wait_for("a node is not ready", lambda: all(self.ready(n) for n in self.nodes), *(n.name for n in self.nodes))
        self.wait_for("the balancer sees no node", lambda: ask(self.state["people"] + "/api/games")[0] == 200, "haproxy")
        self.lap(f"{len(self.nodes)} nodes")

    def ready(self, node):
        return ask(f"http://{node.address}:{node.port}/readyz")[0] == 200

    # ---- down

    def down(self):
        """Ends everything at once; the data is of no further use. Half of it may have died or never been started."""
        kill([pid for name in self.state["processes"] for pid in self.pids(name)]
             + [pid for m in self.machines for pid in self.database_pids(m)])
        self.state["processes"] = {}
        if self.file.exists():
            self.save()

    # ---- who is what

    def role(self, machine):
        return ask(f"http://{HOST}:{machine.patroni}/patroni")[1] or {}

    def primary(self):
        """The machine whose PostgreSQL is the primary and holds the leader's key, or None."""
        return next((m for m in self.machines if ask(f"http://{HOST}:{m.patroni}/primary", "OPTIONS")[0] == 200), None)

    def standby(self):
        """The machine with the synchronous standby, or None."""
        return next((m for m in self.machines if self.role(m).get("sync_standby")), None)

    def healthy(self):
        """One primary, one synchronous standby, and every PostgreSQL runs and follows it."""
        roles = [self.role(m) for m in self.machines]
        primary = self.primary()
        lines = {r.get("timeline") for r in roles}
        return bool(primary) and any(r.get("sync_standby") for r in roles) \
            and all(r.get("state") in ("running", "streaming") for r in roles) and len(lines) == 1

    def status(self):
        """Prints what is up. False if anything is not as it should be."""
        if not self.state["processes"]:
            self.say(f"nothing is up in {self.folder}")
            return False
        for m in self.machines:
            role = self.role(m)
            self.say(f"{m.name:10} {in_words(role):20} {role.get('state', ''):10} "
                     f"etcd {'healthy' if self.etcd_healthy(m) else 'not healthy'}")
        for n in self.nodes:
            self.say(f"{n.name:10} {'ready' if self.ready(n) else 'not ready':20} {n.address}:{n.port}")
        for name in self.state["processes"]:
            if not self.alive(name):
                self.say(f"{name:10} has ended; its log is {self.state['processes'][name]['log']}")
        self.say(f"{'people':10} {self.state['people']}\n{'store':10} {self.state['store']}")
        return all(self.alive(name) for name in self.state["processes"]) and (not self.machines or self.healthy())

    # ---- what can go wrong; each says which machine it was done to

    def victim(self, found, what):
        if not found:
            raise Failure(f"there is no {what} now")
        return found

    def kill_primary(self):
        """PostgreSQL is killed; its Patroni lives."""
        m = self.victim(self.primary(), "primary")
        kill(self.database_pids(m))
        return m

    def kill_patroni(self):
        """The primary's Patroni is killed; PostgreSQL goes on alone."""
        m = self.victim(self.primary(), "primary")
        kill(self.pids(f"{m.name}-patroni")[:1])
        return m

    def kill_machine(self, m=None):
        """All of the primary's machine at once: PostgreSQL, Patroni and etcd."""
        m = m or self.victim(self.primary(), "primary")
        kill(self.pids(f"{m.name}-patroni") + self.database_pids(m) + self.pids(f"{m.name}-etcd"))
        return m

    def kill_standby(self):
        """The synchronous standby: PostgreSQL and Patroni."""
        m = self.victim(self.standby(), "synchronous standby")
        kill(self.pids(f"{m.name}-patroni") + self.database_pids(m))
        return m

    def pause_primary(self):
        """PostgreSQL and Patroni stand still as they are; mend() lets them go on."""
        m = self.victim(self.primary(), "primary")
        for pid in self.pids(f"{m.name}-patroni")[:1] + self.database_pids(m)[:1]:
            freeze(pid)
        return m

    def isolate_primary(self):
        """Nothing passes between the primary's machine and the others, and nobody is told; mend() joins them again."""
        if not self.state["wires"]:
            raise Failure("only a cluster that was brought up with wires can be cut: tools/cluster up --wires")
        m = self.victim(self.primary(), "primary")
        freeze(self.state["processes"][f"{m.name}-wire"]["pid"])
        return m

    def switchover(self):
        """The synchronous standby takes over, as planned."""
        m = self.victim(self.primary(), "primary")
        status, _ = ask(f"http://{HOST}:{m.patroni}/switchover", "POST", {"leader": m.name}, timeout=60)
        if status != 200:
            raise Failure(f"the switchover was refused: {status}")
        return m

    def wake(self):
        """Whatever stands still goes on."""
        for name in self.state["processes"]:
            send(self.pids(name), signal.SIGCONT)
        for m in self.machines:
            send(self.database_pids(m), signal.SIGCONT)

    def mend(self, seconds=120):
        """Wakes what stands still, starts what has died, and waits until the database is whole. A standby that cannot
        find its way back is made anew, as an operator would."""
        self.wake()
        for name in self.state["processes"]:
            if not self.alive(name):
                self.start(name)
        end, patience = time.monotonic() + seconds, time.monotonic() + seconds / 4
        while self.machines and not self.healthy():
            if time.monotonic() > end:
                raise Failure(f"the database is not whole after {seconds} s: tools/cluster status --folder {self.folder}")
            if time.monotonic() > patience and self.primary():
                patience += seconds / 4
                self.make_anew()
            time.sleep(0.2)

    def make_anew(self):
        for m in self.machines:
            if self.role(m).get("state") not in ("running", "streaming"):
                self.say(f"{m.name}: the standby is made anew")
                ask(f"http://{HOST}:{m.patroni}/reinitialize", "POST", {"force": True}, timeout=5)


def find_program(program):
    """The one named, or the newest that was built."""
    built = [ROOT / f"build/{kind}/ninelives" for kind in ("release", "dev")]
    found = Path(program) if program else next((p for p in built if p.exists()), built[0])
    if not found.exists():
        raise Failure(f"{found} is not there: tools/build release ninelives, or name one with --program")
    return str(found.resolve())


FAULTS = {name: getattr(Cluster, name.replace("-", "_")) for name in (
    "kill-primary", "kill-patroni", "kill-machine", "kill-standby", "pause-primary", "isolate-primary", "switchover")}
