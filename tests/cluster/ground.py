# SPDX-License-Identifier: MIT
"""ground.py - what the crowd plays on and the nemesis breaks: a cluster (tools/cluster.py), or one server alone with its
SQLite file, which can be killed, paused and drained like a node. Both answer to the same names:

    port, lease                          where people connect; seconds after which a silent node's tables are free
    nodes()                              the names of the nodes
    kill(n), pause(n), wake(n), drain(n), start(n)
    primary()                            the name of the primary database's machine, or None
    hurt(fault)                          a fault of the database, by its name in tools/cluster
    mend()                               all lives again, and the database is whole
    rows(sql)                            what the database has; all columns are text
    claims()                             rows of (table's number, epoch, node's name, seconds since 1970)
    end()                                everything is ended"""
import csv
import io
import os
import signal
import sqlite3
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(ROOT, "tests", "attack"))
from server import MANY, Server                                                  # noqa: E402


class Alone:
    """One server, and no database to break."""
    lease = 2

    def __init__(self, program):
        self.server = Server(program).start()
        self.port = self.server.port

    def nodes(self):
        return ["alone"]

    def kill(self, _):
        self.server.kill()

    def pause(self, _):
        self.server.signal(signal.SIGSTOP)

    def wake(self, _):
        self.server.signal(signal.SIGCONT)

    def drain(self, _):
        self.server.end()

    def start(self, _):
        self.server.start()

    def primary(self):
        return None

    def mend(self):
        if self.server.process.poll() is not None:
            self.server.start()

    def rows(self, sql):
        db = sqlite3.connect(os.path.join(self.server.data, "ninelives.db"))
        try:
            return [[str(value) for value in row] for row in db.execute(sql)]
        finally:
            db.close()

    def claims(self):
        return []

    def end(self):
        self.server.clean()


class Many:
    """Nodes behind a load balancer, on three PostgreSQL."""

    def __init__(self, program, folder, nodes, lease, wires):
        sys.path.insert(0, os.path.join(ROOT, "tools"))
        from cluster import FAULTS, Cluster
        self.faults, self.lease = FAULTS, lease
        self.cluster = Cluster(folder, lambda line: print(line, flush=True))
        self.cluster.up(nodes=nodes, program=program, wires=wires, lease=lease, more=MANY)
        self.port = self.cluster.state["people_port"]

    def nodes(self):
        return [n.name for n in self.cluster.nodes]

    def signal(self, node, number):
        for pid in self.cluster.pids(node)[:1]:
            os.kill(pid, number)

    def wait_until_dead(self, node):
        self.cluster.wait_for(f"{node} lives on", lambda: not self.cluster.alive(node))

    def kill(self, node):
        self.signal(node, signal.SIGKILL)
        self.wait_until_dead(node)

    def pause(self, node):
        self.signal(node, signal.SIGSTOP)

    def wake(self, node):
        self.signal(node, signal.SIGCONT)

    def drain(self, node):
        self.signal(node, signal.SIGTERM)
        self.wait_until_dead(node)

    def start(self, node):
        self.cluster.start(node)

    def primary(self):
        machine = self.cluster.primary()
        return machine and machine.name

    def hurt(self, fault):
        return self.faults[fault](self.cluster).name

    def mend(self):
        self.cluster.mend()

    def rows(self, sql):
        """Asked again while the database finds its feet."""
        command = ["psql", "-X", "--csv", "-t", "-c", sql, self.cluster.state["store"]]
        for _ in range(30):
            done = subprocess.run(command, capture_output=True, text=True)
            if done.returncode == 0:
                return list(csv.reader(io.StringIO(done.stdout)))
            time.sleep(1)
        raise RuntimeError(f"the database does not answer: {done.stderr}")

    def claims(self):
        return self.rows("select c.\"table\", c.epoch, n.name, extract(epoch from c.at) from ninelives.claims c"
                         " left join ninelives.nodes n on n.id = c.node")

    def end(self):
        self.cluster.down()
