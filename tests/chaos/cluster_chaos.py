#!/usr/bin/env python3
"""A cluster in trouble under load, seen from the outside: three etcd, three servers, two gateways.

Usage: cluster_chaos.py <mlf-server> <variants, comma separated> <trouble>=<times> ...

    host       kill -9 of a server, and its start
    gateway    the same of a node that is only a gateway
    stop       SIGSTOP of a server for longer than its lease, and SIGCONT
    etcd       kill -9 of a member of etcd, every second time of the leader; it comes back with its data
    etcdstop   SIGSTOP of a member of etcd, and SIGCONT
    both       kill -9 of a server and of a member of etcd at the same time
    majority   kill -9 of two members of etcd: nothing may be acknowledged until they are back
    cut        a server, the leader of etcd, a gateway, another member: its link is cut and joined
    half       the same in one direction: what it sends is lost, or what is sent to it
    full       the disk of one member of etcd is filled and freed
    roll       the servers are ended by SIGTERM and started one after the other, every second time by
               kill -9. The variant erren has other rules in the new ones, every second time the old
               ones again: a desk goes only to a server that has its rules, while one lives.

Each node is in a network namespace of its own, as root or where the kernel lets everybody have them. Where
it does not, all are on loopback, and cut, half and full are left out.

People play at all nodes and remember every answer. The pause of a desk is the time from its trouble to the
next act there that is acknowledged. Afterwards all servers are started anew, and each act that was
acknowledged is sent again. It must be acknowledged as a duplicate with the same numbers and hash. It must be
in etcd once, and no act that was refused may be. No step may be missing, no desk lost, and every match must
go on. Ends with status 1 otherwise, and with 77 without etcd.
"""
import base64
import json
import os
import random
import re
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, "../clients"), os.path.join(HERE, "../cluster")]

from cluster import Cluster  # noqa: E402
from patience import PATIENCE, until  # noqa: E402
from people import Trial  # noqa: E402
from places import Loopback, Namespaces  # noqa: E402
from server import QUICK  # noqa: E402

PEOPLE = 12
THINK = 0.06  # seconds before an act
SECONDS = 8  # until a person takes a silent connection for dead
OPTIONS = [*QUICK, "--new-guests-per-minute", "10000", "--wrong-codes-per-minute", "10000"]
ETCD_OPTIONS = ["--snapshot-count", "500"]  # a full disk is noticed with the next snapshot at the latest
HOSTS, GATEWAYS, ETCDS = ["s0", "s1", "s2"], ["g0", "g1"], ["e0", "e1", "e2"]
DISK = 230  # MB of e2: etcd has two logs of 64 MB each from the start
TROUBLES = ("host", "gateway", "stop", "etcd", "etcdstop", "both", "majority", "cut", "half", "full", "roll")
NEED_NAMESPACES = ("cut", "half", "full")
EDITED = "erren"
INSIDE = "MLF_CHAOS_FOLDER"  # set: this process has network, mounts and processes of its own


class Pulse:
    """When this process itself did not run, because the machine had other things to do: no pause is measured then."""

    BEAT, LATE = 0.05, 0.4

    def __init__(self):
        self.stalls = []  # (from, to)
        threading.Thread(target=self.run, daemon=True).start()

    def run(self):
        last = time.monotonic()
        while True:
            time.sleep(self.BEAT)
            now = time.monotonic()
            if now - last > self.LATE:
                self.stalls.append((last, now))
            last = now

    def stalled(self, begin, end):
        return any(a < end and b > begin for a, b in self.stalls)


class Watcher:
    """All changes of nodes, claims and summaries, as etcd tells them."""

    PREFIXES = ("mlf/nodes/", "mlf/claims/", "mlf/tables/")

    def __init__(self, cluster):
        self.cluster = cluster
        self.changes = []  # (revision, key, value or None, when)
        self.process, self.ended, self.missed = None, False, False
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    def run(self):
        """All between the first and the last prefix, so that something happens all the time: etcd forgets what is a
        minute old. etcdctl ends where a member has no leader."""
        after = 0
        while not self.ended:
            self.process = subprocess.Popen(
                ["etcdctl", "--endpoints", self.cluster.endpoints, "watch", "-w", "json", "--rev", str(after + 1),
                 min(self.PREFIXES), max(self.PREFIXES) + "~"],
                env={**os.environ, "ETCDCTL_API": "3"}, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
            for line in self.process.stdout:
                if line.startswith("{"):
                    seen = json.loads(line)
                    self.missed |= seen.get("CompactRevision", 0) > 0
                    after = max([after, *(event["kv"]["mod_revision"] for event in seen.get("Events") or [])])
                    self.take(seen.get("Events") or [])
            self.process.wait()
            time.sleep(0.2)

    def take(self, events):
        for event in events:
            pair = event["kv"]
            key = base64.b64decode(pair["key"]).decode()
            if key.startswith(self.PREFIXES):
                value = None if event.get("type") else base64.b64decode(pair.get("value", "")).decode()
                self.changes.append((pair["mod_revision"], key, value, time.monotonic()))

    def end(self):
        self.ended = True
        self.process.kill()
        self.thread.join(5)

    def check(self):
        """(desks moved to a node, desks moved to other rules although a node with their rules lived)"""
        nodes, since, rules = {}, {}, {}
        taken, wrong = 0, [("the watch has missed changes",)] if self.missed else []
        # A desk is made with its summary and its claim at once.
        for _, key, value, when in sorted(self.changes, key=lambda c: (c[0], c[1].startswith("mlf/claims/"))):
            kind, name = key.split("/")[1:]
            if kind == "nodes":
                if value is None:
                    nodes.pop(name, None)
                else:
                    if name not in nodes:
                        since[name] = when
                    nodes[name] = json.loads(value)
            elif kind == "tables" and value is not None:
                summary = json.loads(value)
                rules[name] = (summary["desk"]["variant"], summary.get("base"))
            elif kind == "claims" and value is not None:
                taken += 1
                variant, base = rules.get(name, ("", None))
                # A node that has come just now may not be known to the others.
                same = [n for n, node in nodes.items() if "host" in node["roles"] and not node["draining"] and
                        node["fingerprints"].get(variant) == base and when - since[n] > 1.5]
                if same and value in nodes and nodes[value]["fingerprints"].get(variant) != base:
                    wrong.append((f"desk {name} of {variant} {base} went to {value}, although {same} have these rules",))
        return taken, wrong


class ClusterChaos(Trial):
    def __init__(self, program, variants, folder, places):
        super().__init__(variants, PEOPLE, THINK, "slow")
        self.program, self.folder, self.places = program, folder, places
        self.cluster = self.watcher = None
        self.away = set()  # nodes that a person should not choose
        self.pauses = {}  # what happened -> seconds, one a desk
        self.pulse, self.unmeasured = Pulse(), 0
        self.notes = []
        self.more = {name: [] for name in HOSTS + GATEWAYS}  # options of one node
        self.edition = 0

    def connect(self, person):
        names = [name for name in list(self.cluster.servers) if name not in self.away and name != person.at]
        if not names:
            raise OSError("there is no node")
        # Half of them at a gateway that runs no desks.
        gateways = [name for name in names if name in GATEWAYS]
        person.at = person.random.choice(gateways if gateways and person.number % 2 else names)
        server = self.cluster.servers.get(person.at)
        if server is None:
            raise OSError("it has just died")
        return person.client(server.ports[person.listener], seconds=SECONDS, host=server.host)

    # ---- what is where ----

    def holders(self):
        """The node of each desk."""
        lines = (self.cluster.etcdctl("get", "--prefix", "mlf/claims/") or "").split()
        return {key.rsplit("/", 1)[1]: node for key, node in zip(lines[::2], lines[1::2])}

    def leader(self):
        for _ in range(20):
            for name, endpoint in zip(ETCDS, self.cluster.endpoints.split(",")):
                status = self.cluster.etcdctl("endpoint", "status", "-w", "json", endpoints=endpoint)
                # Without a leader there is no such word.
                if status and (one := json.loads(status)[0]["Status"]).get("leader") == one["header"]["member_id"]:
                    return name
            time.sleep(0.5)
        self.errors.append(("etcd gets no leader",))
        return ETCDS[0]

    def member(self, i):
        """A member of etcd: every second time the leader."""
        leader = self.leader()
        return leader if i % 2 == 0 else random.choice([name for name in ETCDS if name != leader])

    # ---- troubles ----

    def trouble(self, what, victims, begin, end, hold):
        """`begin` for `hold` seconds, then `end`; the pauses of the desks that it concerns."""
        time.sleep(random.uniform(0.2, 0.8))
        nodes = {name for name in victims if name not in ETCDS}
        holders = self.holders()
        concerned = {p.desk for p in self.people if nodes <= set(GATEWAYS) or holders.get(p.desk) in nodes}
        # Whose own connection is silent finds out by its own timeout.
        silent = {p.number for p in self.people if what not in ("host", "gateway", "both") and p.at in nodes}
        self.away |= nodes
        begin()
        at = time.monotonic()
        time.sleep(hold)
        end()
        self.away -= nodes
        self.go_on()
        for desk in concerned:
            seen = [next((t for t in p.times if t > at), None) for p in self.people
                    if p.desk == desk and p.number not in silent]
            if seen and None not in seen:
                if self.pulse.stalled(at, min(seen)):
                    self.unmeasured += 1
                else:
                    self.pauses.setdefault(what, []).append(min(seen) - at)

    def start(self, name):
        self.cluster.start(name, *self.more[name])

    def kill_node(self, name):
        self.cluster.kill(name)

    def kill_etcd(self, name):
        self.cluster.etcds[name].kill()
        self.cluster.etcds[name].wait()

    def host(self, i):
        name = random.choice(HOSTS)
        # At once, or when others have its desks.
        self.trouble("host", [name], lambda: self.kill_node(name), lambda: self.start(name), (0, 4)[i % 2])

    def gateway(self, _):
        name = random.choice(GATEWAYS)
        self.trouble("gateway", [name], lambda: self.kill_node(name), lambda: self.start(name), 1)

    def stop_node(self, _):
        name = random.choice(HOSTS)
        process = self.cluster.servers[name].process
        self.trouble("stop", [name], lambda: process.send_signal(signal.SIGSTOP),
                     lambda: process.send_signal(signal.SIGCONT), random.uniform(2.5, 5))

    def etcd(self, i):
        name = self.member(i)
        self.trouble(f"etcd {'leader' if i % 2 == 0 else 'other'}", [name], lambda: self.kill_etcd(name),
                     lambda: self.cluster.start_etcd(name), random.uniform(0.5, 3))

    def etcd_stop(self, i):
        name = self.member(i)
        process = self.cluster.etcds[name]
        self.trouble(f"etcdstop {'leader' if i % 2 == 0 else 'other'}", [name], lambda: process.send_signal(signal.SIGSTOP),
                     lambda: process.send_signal(signal.SIGCONT), random.uniform(2, 4))

    def both(self, i):
        name, member = random.choice(HOSTS), self.member(i)

        def kill():
            self.kill_node(name)
            self.kill_etcd(member)

        def start():
            self.cluster.start_etcd(member)
            self.start(name)
        self.trouble("both", [name, member], kill, start, 4)

    def majority(self, _):
        two = random.sample(ETCDS, 2)
        for name in two:
            self.kill_etcd(name)
        time.sleep(0.5)  # what was durable before is on its way
        before = self.acknowledged
        time.sleep(4)
        if self.acknowledged != before:
            self.errors.append((f"{self.acknowledged - before} acts were acknowledged without a majority of etcd",))
        for name, server in self.cluster.servers.items():
            if server.get("/readyz")[0] != 503:
                self.errors.append((f"/readyz of {name} does not say that etcd has no majority",))
        self.trouble("majority", two, lambda: None, lambda: [self.cluster.start_etcd(name) for name in two], 0)

    def victim(self, i):
        name = [random.choice(HOSTS), self.member(0), random.choice(GATEWAYS), self.member(1)][i % 4]
        return name, ["server", "etcd leader", "gateway", "etcd other"][i % 4]

    def cut(self, i):
        name, kind = self.victim(i)
        self.trouble(f"cut {kind}", [name], lambda: self.places.cut(name), lambda: self.places.join(name),
                     random.uniform(3, 5))

    def half(self, i):
        name, kind = self.victim(i)
        lose, hear = [(self.places.mute, self.places.unmute), (self.places.deafen, self.places.undeafen)][i // 4 % 2]
        self.trouble(f"half {kind}", [name], lambda: lose(name), lambda: hear(name), random.uniform(3, 5))

    def fill(self, _):
        """The disk of e2; it ends when its next log, snapshot or page does not fit."""
        filler = os.path.join(self.folder, "e2", "filler")
        process = self.cluster.etcds["e2"]
        end = time.monotonic() + PATIENCE
        begun = time.monotonic()
        with open(filler, "wb", buffering=0) as file:
            while process.poll() is None and time.monotonic() < end:
                try:
                    while True:
                        file.write(bytes(1 << 16))
                except OSError:
                    time.sleep(0.2)
        if process.poll() is None:
            self.errors.append(("etcd has not noticed that its disk is full",))
        self.notes.append(f"e2 ended {time.monotonic() - begun:.0f} s after its disk was full")
        self.go_on()

        def free():
            os.remove(filler)
            self.kill_etcd("e2")
            self.cluster.start_etcd("e2")
        self.trouble("full", ["e2"], lambda: None, free, 1)
        if not until(self.healthy, "e2"):
            self.errors.append(("e2 does not come back",))

    def healthy(self, name):
        return bool(self.cluster.etcdctl("get", "mlf/meta", endpoints=self.cluster.endpoints.split(",")[ETCDS.index(name)]))

    def roll(self, i):
        self.edition += 1
        for name in HOSTS:
            self.more[name] = ["--variant-dir", os.path.join(self.folder, "variants")] if self.edition % 2 else []

            def end(name=name):
                server = self.cluster.servers.pop(name)
                if i % 2:
                    server.kill()
                elif wrong := server.terminate():
                    self.errors.append((f"{name}: {wrong}",))
            self.trouble(f"roll by {'kill -9' if i % 2 else 'SIGTERM'}", [name], end, lambda name=name: self.start(name), 1)
            time.sleep(2)  # it is known to all

    # ---- the whole ----

    def write_variant(self):
        """The rules of EDITED with another number of hands."""
        folder = os.path.join(self.folder, "variants", EDITED)
        shutil.copytree(os.path.join(HERE, "../../variants", EDITED), folder)
        file = os.path.join(folder, "variant.yaml")
        with open(file, encoding="utf-8") as old:
            text = old.read()
        edited = re.sub(r"(?m)^(  hands: \{type: int, default: )8", r"\g<1>7", text)
        assert edited != text
        with open(file, "w", encoding="utf-8") as new:
            new.write(edited)

    def play(self, troubles):
        if "full" in troubles:
            os.makedirs(os.path.join(self.folder, "e2"))
            subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={DISK}m,mode=700", "tmpfs", os.path.join(self.folder, "e2")],
                           check=True)
        self.write_variant()
        self.cluster = Cluster(self.program, self.folder, *OPTIONS, servers=0, places=self.places, etcd_options=ETCD_OPTIONS)
        self.watcher = Watcher(self.cluster)
        for name in HOSTS:
            self.start(name)
        for name in GATEWAYS:
            self.more[name] = ["--roles", "gateway"]
            self.start(name)
        self.begin()
        self.go_on()
        begun = time.monotonic()
        todo = {"host": self.host, "gateway": self.gateway, "stop": self.stop_node, "etcd": self.etcd,
                "etcdstop": self.etcd_stop, "both": self.both, "majority": self.majority, "cut": self.cut, "half": self.half,
                "full": self.fill, "roll": self.roll}
        # In turn, as far as each has some left: trouble of one kind follows trouble of another.
        most = max(troubles.values())
        order = sorted(((i + 0.5) * most / times, name, i) for name, times in troubles.items() for i in range(times))
        for _, name, i in order:
            errors = len(self.errors)
            todo[name](i)
            if len(self.errors) > errors:
                print(f"{time.monotonic() - begun:.1f} s: {name} {i}:", *self.errors[errors:][:3], flush=True)
        during, logins, seconds = self.acknowledged, self.logins, time.monotonic() - begun
        load = os.getloadavg()[1]
        # Everything again, and every match goes on.
        self.check_all = True
        for name in list(self.cluster.servers):
            if wrong := self.cluster.servers.pop(name).terminate():
                self.errors.append((f"{name}: {wrong}",))
        for name in HOSTS + GATEWAYS:
            self.start(name)
        self.go_on()
        self.stop = True
        for name in list(self.cluster.servers):
            if wrong := self.cluster.servers.pop(name).terminate():
                self.errors.append((f"{name}: {wrong}",))
        self.leave()
        stored = self.look()
        time.sleep(0.5)
        self.watcher.end()
        taken, wrong = self.watcher.check()
        self.errors += wrong
        print(", ".join(f"{times} x {name}" for name, times in troubles.items()) +
              f": {during} acts acknowledged in {seconds:.0f} s, {self.again} times one asked again, {stored} found in etcd, "
              f"{self.refused} refused as busy, {logins} logins, desks taken {taken} times, load {load:.1f}, "
              f"{len(self.errors)} errors")
        for what, pauses in sorted(self.pauses.items()):
            print(f"  {what}: {len(pauses)} desks, pause {statistics.median(pauses):.1f} s in the middle, {max(pauses):.1f} s at most")
        if self.unmeasured:
            print(f"  {self.unmeasured} pauses not measured, because this program stood still meanwhile")
        for note in self.notes:
            print(" ", note)
        for error in self.errors[:20]:
            print(*error)
        if during == 0 or self.again == 0 or stored < during or taken == 0:
            print("nothing was tested")
            return 1
        return 1 if self.errors else 0

    def look(self):
        """How many acknowledged acts are in etcd, each once, with its hash."""
        found, rows = 0, {}  # user -> id -> place of the record -> (mine, hash)
        for desk in {person.desk for person in self.people}:
            printed = self.cluster.etcdctl("get", "--prefix", f"mlf/desks/{desk}/", "-w", "json")
            for pair in json.loads(printed)["kvs"]:
                key, value = base64.b64decode(pair["key"]).decode(), base64.b64decode(pair["value"])
                words = key.split("/")[3:]
                # A record, and the acts of an archived hand (cluster/desk_values.cc). The last one may be at both.
                if words[0] == "matches" and words[2] == "records":
                    some = [(int(words[3]), row[4], row[5], row[8], row[15]) for row in [json.loads(value)]]
                elif words[0] == "acts":
                    some = [(row[0], row[3], row[4], row[6], row[9]) for row in json.loads(value)]
                else:
                    continue
                for number, user, name, mine, shown in some:
                    if name:
                        places = rows.setdefault(user, {}).setdefault(name, {})
                        places.setdefault((desk, words[1], number), set()).add((mine, f"{shown & (1 << 64) - 1:016x}"))
        for person in self.people:
            own = rows.get(person.user, {})
            found += person.compare({name: [one for place in places.values() for one in place] for name, places in own.items()})
        return found

    def run(self, troubles):
        try:
            return self.play(troubles)
        finally:
            self.stop = True
            if self.watcher:
                self.watcher.end()
            if self.cluster:
                for server in self.cluster.servers.values():
                    server.process.send_signal(signal.SIGCONT)
                    server.kill()
                for process in self.cluster.etcds.values():
                    process.kill()
                    process.wait()


def namespaces():
    """The words before a command that give it network, mounts and processes of its own, or nothing."""
    for user in ([], ["--user", "--map-root-user"]):
        words = ["setpriv", "--pdeathsig", "KILL", "unshare", *user, "--net", "--mount", "--pid", "--fork", "--kill-child",
                 "--mount-proc"]
        probe = [sys.executable, "-c", f"import sys; sys.path.append({os.path.join(HERE, '../cluster')!r})\n"
                 "from places import Namespaces\nplaces = Namespaces()\nplaces.address('a')\n"
                 "places.mute('a'), places.unmute('a'), places.deafen('a'), places.undeafen('a'), places.cut('a')"]
        try:
            if subprocess.run([*words, *probe], capture_output=True, check=False).returncode == 0:
                return words
        except OSError:
            return []
    return []


def main():
    troubles = dict(word.split("=") for word in sys.argv[3:] if "=" in word)
    if len(sys.argv) < 4 or len(troubles) != len(sys.argv) - 3 or not troubles.keys() <= set(TROUBLES):
        sys.exit(__doc__)
    if not shutil.which("etcd") or not shutil.which("etcdctl"):
        print("skipped: etcd is not installed (group cluster)")
        sys.exit(77)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    times = {name: int(count) for name, count in troubles.items() if int(count) > 0}
    if INSIDE in os.environ:
        sys.exit(ClusterChaos(sys.argv[1], sys.argv[2].split(","), os.environ[INSIDE], Namespaces()).run(times))
    folder = tempfile.mkdtemp(prefix="mlf-cluster-chaos-")
    status = 1
    try:
        if words := namespaces():
            inner = subprocess.Popen([*words, sys.executable, *sys.argv], env={**os.environ, INSIDE: folder})
            try:
                status = inner.wait()
            finally:
                inner.kill()
        else:
            left = [name for name in times if name in NEED_NAMESPACES]
            print("on loopback, because ip is not installed, or this kernel or user may have no network namespaces")
            if left:
                print(f"skipped: {', '.join(left)} need network namespaces (group cluster)")
            times = {name: count for name, count in times.items() if name not in NEED_NAMESPACES}
            status = ClusterChaos(sys.argv[1], sys.argv[2].split(","), folder, Loopback()).run(times)
    finally:
        if status == 1 and "MLF_KEEP" in os.environ:
            print("kept:", folder)
        else:
            shutil.rmtree(folder, ignore_errors=True)
    sys.exit(status)


if __name__ == "__main__":
    main()
