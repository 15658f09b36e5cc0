#!/usr/bin/env python3
"""What people notice when a host of many desks dies.

Usage: host_loss.py [BIN] [--desks N] [--acts N] [--players N] [--roll] [--folder DIR] [--etcds N]

BIN holds mlf-server (build/release/bin). Three servers share one etcd. Each runs N desks (--desks), at which one person
plays against robots and has made --acts acts before it left. Then --players people play at desks of their own, at every
server, and one server gets kill -9. With --roll each server gets SIGTERM instead, and is started again, one by one.

Shown are the times until half of its desks, and all of them, run at other servers; the longest wait for the answer to an act
of people at other desks; the longest turn of a server; leases that were lost; desks that moved twice. Everything shares the
cores of the machine.
"""
import argparse
import json
import multiprocessing
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "../tests/cluster"), os.path.join(HERE, "../tests/clients")]

from cluster import Cluster  # noqa: E402
from server_bench import LIMITS, row  # noqa: E402
from wires import JsonClient  # noqa: E402

VARIANT = "erren"
MAKERS = 4
PATIENCE = 120  # seconds until all desks must run again
OPTIONS = [*LIMITS, "--cluster-quota-mb", "8192", "--log-level", "info"]


class Table:
    """A desk, as its only person knows it."""

    def __init__(self, client):
        self.client = client
        seats = getattr(Table, "seats", None)
        made = client.ask({"t": "create", "variant": VARIANT, "robots": (seats or 2) - 1, "time": "none"})
        if made["t"] != "ok":
            raise OSError(f"no desk: {made}")
        self.desk = made["desk"]["id"]
        client.ask({"t": "ready", "desk": self.desk, "ready": True})
        self.match = self.question = None
        self.acts = 0

    def act(self):
        """Answers the next question; how long the answer took."""
        while self.question is None:
            push = self.client.push()
            if push.get("desk") != self.desk and not (push["t"] == "desk" and push.get("id") == self.desk):
                continue
            if push["t"] == "begin":
                self.match = push["match"]
            if push["t"] == "desk" and push["state"] == "waiting":
                self.client.ask({"t": "ready", "desk": self.desk, "ready": True})
            if push.get("defaults"):
                self.question = push["defaults"][0]
        act = dict(self.question, t="act", desk=self.desk, match=self.match, id=f"{self.desk}-{self.acts}-{time.monotonic_ns()}")
        act.pop("seat", None)
        self.question = None
        self.acts += 1
        begun = time.monotonic()
        answer = self.client.ask(act)
        waited = time.monotonic() - begun
        if answer.get("defaults"):  # after a pass in the own turn no push follows
            self.question = answer["defaults"][0]
        return waited, answer


def make(port, count, acts):
    """So many desks; each user sits at fifty of them, as clients read all that is sent to them."""
    for first in range(0, count, 50):
        client = JsonClient(port, seconds=60)
        client.ask({"t": "login", "name": "maker"})
        for _ in range(min(50, count - first)):
            table = Table(client)
            for _ in range(acts):
                table.act()
            client.pushes.clear()
        client.close()


def make_all(ports, count, acts):
    each = count // MAKERS
    makers = [multiprocessing.Process(target=make, args=(ports[i % len(ports)], each + (count % MAKERS if i == 0 else 0), acts))
              for i in range(MAKERS)]
    for maker in makers:
        maker.start()
    for maker in makers:
        maker.join()
        if maker.exitcode != 0:
            raise SystemExit("the desks cannot be made")


class Player:
    """Plays at one desk without a pause of more than 50 ms, and notes when each act was sent and answered."""

    def __init__(self, port, server):
        self.port, self.server = port, server
        self.waits = []  # (sent, answered)
        self.stop, self.fault, self.desk = False, None, None
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    def run(self):
        try:
            client = JsonClient(self.port, seconds=60)
            client.ask({"t": "login", "name": "player"})
            table = Table(client)
            self.desk = table.desk
            while not self.stop:
                took, answer = table.act()
                now = time.monotonic()
                self.waits.append((now - took, now))
                if answer["t"] != "ok" and answer.get("code") != "busy":
                    table.question = None
                time.sleep(0.05)
        except (OSError, EOFError) as fault:
            self.fault = fault

    def longest(self, since):
        """Of acts that were under way since then, the one that has no answer yet included."""
        return max([answered - sent for sent, answered in self.waits if answered >= since] or [time.monotonic() - since])


class Claims:
    """Desks that got a node while it was watched."""

    def __init__(self, cluster):
        self.taken = []
        self.process = subprocess.Popen(
            ["etcdctl", "--endpoints", cluster.endpoints, "watch", "--prefix", "mlf/claims/"],
            env={**os.environ, "ETCDCTL_API": "3"}, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.thread = threading.Thread(target=self.read, daemon=True)
        self.thread.start()

    def read(self):
        put = False
        for line in self.process.stdout:
            if put and line.startswith("mlf/claims/"):
                self.taken.append(line.strip())
            put = line.strip() == "PUT"

    def end(self):
        self.process.kill()
        self.thread.join(5)
        return len(self.taken) - len(set(self.taken))


def counts(server):
    with urllib.request.urlopen(f"http://127.0.0.1:{server.ports['http']}/metrics", timeout=60) as answer:
        text = answer.read().decode()
    return {name: float(value) for name, value in re.findall(r"(?m)^(mlf_\w+) (\S+)$", text)}


def desks(servers):
    return sum(counts(server)["mlf_desks"] for server in servers)


def until_all(servers, wanted, lost, begun):
    """(seconds to half of the lost ones, seconds to all)"""
    half = None
    while True:
        there, now = desks(servers), time.monotonic() - begun
        if half is None and there >= wanted - lost / 2:
            half = now
        if there >= wanted:
            return half, now
        if now > PATIENCE:
            row("desks that are still missing", f"{wanted - there:.0f}")
            return half or now, now
        time.sleep(0.1)


def fences(folder, names):
    """Leases that were given up, as the logs of these servers say."""
    found = 0
    for name in names:
        for path, _, files in os.walk(os.path.join(folder, name, "log")):
            for file in files:
                with open(os.path.join(path, file), encoding="utf-8", errors="replace") as log:
                    found += sum("gives up its desks" in line for line in log)
    return found


def lose(cluster, players, roll, folder):
    names = sorted(cluster.servers)
    total = desks(cluster.servers.values())
    for name in names if roll else names[:1]:
        survivors = [server for other, server in cluster.servers.items() if other != name]
        holders = {player: (cluster.etcdctl("get", "--print-value-only", f"mlf/claims/{player.desk}") or "").strip() for player in players}
        others = [player for player in players if player.server != name and holders[player] != name and player.fault is None]
        lost = counts(cluster.servers[name])["mlf_desks"]
        before = fences(folder, [other for other in names if other != name])
        claims = Claims(cluster)
        time.sleep(1)
        begun = time.monotonic()
        if roll:
            fault = cluster.servers.pop(name).terminate()
            if fault:
                row("the end of " + name, fault)
        else:
            cluster.kill(name)
        half, every = until_all(survivors, total, lost, begun)
        time.sleep(2)
        longest = max((player.longest(begun) for player in others), default=0)
        row(f"{name}: {'SIGTERM' if roll else 'kill -9'}", f"{lost:.0f} desks", f"{total:.0f} in all")
        row("half of them run again after", f"{half:.1f} s")
        row("all of them", f"{every:.1f} s")
        row("longest wait for an answer at other desks", f"{longest * 1000:.0f} ms", f"{len(others)} people")
        turns = [counts(server).get("mlf_longest_turn_ms") for server in survivors]
        if None not in turns:
            row("longest turn of a server", f"{max(turns):.0f} ms")
        row("leases lost", fences(folder, [other for other in names if other != name]) - before)
        row("desks that moved twice", claims.end())
        if roll:
            cluster.start(name)
            time.sleep(2)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("bin", nargs="?", default="build/release/bin")
    parser.add_argument("--desks", type=int, default=1000)
    parser.add_argument("--acts", type=int, default=3)
    parser.add_argument("--players", type=int, default=12)
    parser.add_argument("--roll", action="store_true")
    parser.add_argument("--folder", default="build")
    parser.add_argument("--etcds", type=int, default=1)
    args = parser.parse_args()
    base = tempfile.mkdtemp(prefix="host-loss-", dir=args.folder)
    cluster = None
    try:
        print("| what | figure | |\n| --- | --- | --- |")
        cluster = Cluster(f"{args.bin}/mlf-server", base, *OPTIONS, etcds=args.etcds, servers=3,
                          etcd_options=("--quota-backend-bytes", str(8 << 30)))
        servers = sorted(cluster.servers.items())
        ports = [server.ports["http"] for _, server in servers]
        described = json.load(urllib.request.urlopen(f"http://127.0.0.1:{ports[0]}/api/v1/variants/{VARIANT}"))
        Table.seats = described["seats"]
        begun = time.monotonic()
        make_all(ports, 3 * args.desks, args.acts)
        row("desks made", f"{3 * args.desks / (time.monotonic() - begun):.0f} a second",
            ", ".join(f"{name}: {counts(server)['mlf_desks']:.0f}" for name, server in servers))
        players = [Player(server.ports["http"], name) for _ in range(max(1, args.players // 3)) for name, server in servers]
        time.sleep(3)
        row("load of the machine", f"{os.getloadavg()[0]:.1f}", f"{os.cpu_count()} cores")
        lose(cluster, players, args.roll, base)
        for player in players:
            player.stop = True
        faults = [player for player in players if player.fault and player.server in cluster.servers and not args.roll]
        if faults:
            row("people whose connection broke at other servers", len(faults))
    finally:
        if cluster:
            cluster.end()
        shutil.rmtree(base, ignore_errors=True)


if __name__ == "__main__":
    main()
