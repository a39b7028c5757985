#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Fills in the templates for a cluster: which machines there are, and how many nodes each of them runs.

    deploy/configure.py deploy/machines.conf OUT     OUT/MACHINE/etc/... for every machine, to be copied to its /etc

Passwords are made on the first run and kept in OUT/passwords.json. tools/cluster fills in the same templates
for a cluster on one machine."""
import json
import re
import secrets
import sys
from pathlib import Path
from types import SimpleNamespace

TEMPLATES = Path(__file__).resolve().parent / "templates"
WORD = re.compile(r"<<([\w.]+)>>")
FIRST_PORT = 9121
ROLES = ("postgres", "replicator", "rewinder", "ninelives")


def look_up(path, words):
    """`me.name` is the attribute `name` of the word `me`."""
    found = words
    for part in path.split("."):
        found = found[part] if isinstance(found, dict) else getattr(found, part)
    return str(found)


def fill(template, **words):
    """The template's text. A line that speaks of `machine` or `node` is repeated for each of `machines` or `nodes`."""
    lines = []
    for line in (TEMPLATES / template).read_text().splitlines():
        row = next((r for r in ("machine", "node") if f"<<{r}." in line), None)
        for each in words[row + "s"] if row else [None]:
            filled = WORD.sub(lambda m: look_up(m.group(1), {**words, row: each}), line)
            lines += [filled] if filled.strip() or not line.strip() else []
    return "\n".join(lines) + "\n"


def make_passwords():
    return {role: secrets.token_hex(16) for role in ROLES}


# ---- three machines of their own -----------------------------------------------------------------------------------

def read_machines(file):
    """Settings `name = value`, and for every machine a line: name, address, number of nodes."""
    settings, machines, nodes = {}, [], []
    for line in Path(file).read_text().splitlines():
        line = line.split("#")[0].strip()
        if "=" in line:
            name, value = line.split("=", 1)
            settings[name.strip()] = value.strip()
        elif line:
            name, address, count = line.split()
            machines.append(describe(name, address))
            nodes += [SimpleNamespace(name=f"{name}-{i + 1}", machine=name, address=address, port=FIRST_PORT + i,
                                      id=100 * len(machines) + i) for i in range(int(count))]
    for machine in machines:
        machine.etcd_hosts = etcd_hosts(machines)
    return settings, machines, nodes


def describe(name, address):
    return SimpleNamespace(
        name=name, address=address, etcd=2379, peer=2380, etcd_data="/var/lib/etcd/ninelives",
        etcd_listen=f"http://{address}:2379,http://127.0.0.1:2379", etcd_proxies="false",
        patroni=8008, patroni_port=8008, patroni_reached=f"{address}:8008",
        database_listen=f"{address},127.0.0.1:5432", database_reached=f"{address}:5432",
        database_data="/var/lib/postgresql/ninelives", pgpass="/var/lib/postgresql/.pgpass-patroni")


def etcd_hosts(machines):
    return ", ".join(f'"{m.address}:{m.etcd}"' for m in machines)


def words_for(settings, machines, nodes, passwords):
    certificate = settings.get("certificate")
    return dict(
        machines=machines, nodes=nodes, passwords=passwords, public_url=settings["public_url"],
        peers=",".join(f"{m.name}=http://{m.address}:{m.peer}" for m in machines),
        bin="/usr/lib/postgresql/15/bin", sockets="/var/run/postgresql", shared_buffers=settings["shared_buffers"],
        watchdog="automatic", connections=50000, account="user haproxy",
        admin="stats socket /run/haproxy/admin.sock mode 660 level admin",
        primary="127.0.0.1:5000", primary_port=5000,
        people=f"*:443 ssl crt {certificate} alpn http/1.1" if certificate else "*:80")


def write(path, text, mode=0o644):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(mode)


def write_machine(etc, me, words):
    write(etc / "default/etcd", fill("etcd", me=me, **words))
    write(etc / "patroni/config.yml", fill("patroni.yml", me=me, **words), 0o640)
    write(etc / "haproxy/haproxy.cfg", fill("haproxy.cfg", me=me, **words))
    write(etc / "nginx/conf.d/ninelives.conf", fill("nginx.conf", **{**words, "people": "80"}))
    write(etc / "default/ninelives-cluster", fill("ninelives.default", me=me, **words), 0o640)
    for node in (n for n in words["nodes"] if n.machine == me.name):
        write(etc / f"default/ninelives-{node.name}", fill("node.default", **{**words, "nodes": [node]}))


def main(machines_file, out):
    out = Path(out)
    kept = out / "passwords.json"
    if not kept.exists():
        write(kept, json.dumps(make_passwords(), indent=1) + "\n", 0o600)
    settings, machines, nodes = read_machines(machines_file)
    words = words_for(settings, machines, nodes, json.loads(kept.read_text()))
    for me in machines:
        write_machine(out / me.name / "etc", me, words)
        print(f"{out / me.name}: {', '.join(n.name for n in nodes if n.machine == me.name)}")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
