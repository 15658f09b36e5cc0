#!/usr/bin/env python3
"""The server in trouble under load, seen from the outside.

Usage: chaos.py <mlf-server> <variants, comma separated> <trouble>=<times> ...

    kill   kill -9 at random instants, and a start on the same data folder
    stop   SIGSTOP, and SIGCONT up to two seconds later
    term   SIGTERM, and a start
    full   the data folder is a disk of 2 MB, which is filled and freed; it is made larger only where
           the database itself needs a third of it. Every second time the server is killed while it
           is full. Mounting a disk needs root; without it this trouble is left out.

Twelve people play, some with robots and some with each other, and remember every answer. Afterwards
each act that was acknowledged is sent again and must be acknowledged as a duplicate with the same
numbers and hash; it must be in the database once, and no act answered with `busy` may be; no step may
be missing, no desk lost, and every match must go on. Ends with status 1 otherwise.
"""
import contextlib
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "../clients"))

from server import Server  # noqa: E402
from wires import FramedClient, JsonClient  # noqa: E402

PEOPLE = 12
OPTIONS = ["--test-clock", "--claim-pause-ms", "0", "--messages-per-second", "10000", "--messages-burst", "20000"]
SAME = ("mine", "seq", "kept", "hash")
DISK = 2  # MB at first
GO_ON_SECONDS = 30


class Person:
    """Plays at one desk and remembers what it was sent."""

    def __init__(self, chaos, number):
        self.chaos, self.number = chaos, number
        self.random = random.Random(number)
        # Every third one speaks the framed form.
        self.client = FramedClient if number % 3 == 0 else JsonClient
        self.token = self.desk = self.user = self.last = None
        self.sent = {}  # id -> (act, its ok; None where no answer came)
        self.busy = set()  # ids whose last answer was `busy`
        self.seq = self.match = None
        self.acknowledged = 0
        self.thread = threading.Thread(target=self.run, daemon=True)

    def fault(self, *what):
        self.chaos.errors.append((f"person {self.number}", *what))

    def refused(self, answer):
        """Whether it is `busy`: not done."""
        busy = answer["t"] == "error" and answer["code"] == "busy"
        self.chaos.refused += busy
        return busy

    def run(self):
        while not self.chaos.stop:
            if not self.chaos.running.wait(1):
                continue
            try:
                self.live(self.client(self.chaos.server.ports[
                    "framed" if self.client is FramedClient else "http"]))
            except (EOFError, OSError):
                time.sleep(0.02)

    def live(self, link):
        """One connection, until it ends."""
        login = link.ask({"t": "login", "token": self.token} if self.token
                         else {"t": "login", "name": f"p{self.number}"})
        if login["t"] != "ok":
            if not self.refused(login):
                self.fault("login", login)
            return time.sleep(0.05)
        self.token, self.user = login["token"], login["user"]["id"]
        self.chaos.logins += 1
        if self.desk and self.desk not in login.get("desks", []):
            self.fault("the desk is lost", self.desk)
            self.desk = None
        if not self.desk and not self.sit(link):
            return time.sleep(0.05)
        again = list(self.sent) if self.chaos.check_all else list(self.sent)[-6:]
        for name in again:
            self.act(link, name)
        self.seq = None
        link.ask({"t": "ready", "desk": self.desk, "ready": True})
        while not self.chaos.stop:
            push = link.push()
            if push["t"] == "begin":
                self.match, self.seq = push["match"], push["seq"]
            elif push["t"] == "step":
                if self.seq is not None and push["seq"] != self.seq + 1:
                    self.fault("a step is missing", self.seq, push["seq"])
                self.seq = push["seq"]
            elif push["t"] == "desk" and push["state"] == "waiting":
                link.ask({"t": "ready", "desk": self.desk, "ready": True})
            if push.get("defaults") and self.match:
                act = dict(push["defaults"][0], t="act", desk=self.desk, match=self.match,
                           id=f"{self.number}-{len(self.sent) + len(self.busy)}-{self.random.randrange(1 << 30)}")
                act.pop("seat")
                self.last = act["id"]
                self.sent[act["id"]] = (act, None)
                self.act(link, act["id"])

    def sit(self, link):
        pair = self.chaos.pairs.get(self.number // 2)
        if pair is not None and self.number % 2:
            if not pair:
                return False
            joined = link.ask({"t": "join", "code": pair[0]})
            if joined["t"] != "ok":
                return False
            self.desk = joined["desk"]["id"]
            return True
        variant = self.random.choice(self.chaos.variants)
        made = link.ask({"t": "create", "variant": variant})
        if made["t"] != "ok":
            self.refused(made)
            return False
        # The other seats are robots, whatever the size of the table.
        robots = len(made["desk"]["seats"]) - (1 if pair is None else 2)
        link.ask({"t": "leave", "desk": made["desk"]["id"]})
        made = link.ask({"t": "create", "variant": variant, "robots": robots})
        if made["t"] != "ok":
            self.refused(made)
            return False
        self.desk = made["desk"]["id"]
        if pair is not None:
            pair.append(made["desk"]["code"])
        return True

    def act(self, link, name):
        act, ok = self.sent[name]
        answer = link.ask(act)
        while self.refused(answer) and not self.chaos.stop:
            # Some try again under the same id, and some give it up.
            if ok is None and self.random.random() < 0.5:
                self.busy.add(name)
                del self.sent[name]
                return
            time.sleep(0.05)
            answer = link.ask(act)
        if ok is not None:
            if not answer.get("dup") or any(answer.get(field) != ok.get(field) for field in SAME):
                self.fault("an acknowledged act has changed", act, ok, answer)
            self.chaos.again += 1
        elif answer["t"] == "ok":
            self.sent[name] = (act, answer)
            self.acknowledged += 1
            self.chaos.acknowledged += 1
        else:
            del self.sent[name]


class Chaos:
    def __init__(self, program, variants):
        self.program, self.variants = program, variants
        self.folder = tempfile.mkdtemp(prefix="mlf-chaos-")
        self.data = os.path.join(self.folder, "data")
        os.mkdir(self.data, 0o700)
        self.server = None
        self.disk, self.freed = DISK, {}  # MB; how often a disk of so many was freed
        self.running = threading.Event()
        self.stop = self.check_all = False
        self.errors = []
        # The last third of the people plays in pairs: number of the pair -> [code of its desk].
        self.pairs = {pair: [] for pair in range(PEOPLE // 3, PEOPLE // 2)}
        self.acknowledged = self.again = self.logins = self.refused = 0

    def start(self):
        self.server = Server(self.program, self.data, *OPTIONS)
        self.running.set()

    # ---- troubles ----

    def kill(self):
        time.sleep(random.uniform(0.15, 0.8))
        self.running.clear()
        self.server.kill()
        self.start()

    def pause(self):
        time.sleep(random.uniform(0.1, 0.5))
        self.server.process.send_signal(signal.SIGSTOP)
        time.sleep(random.uniform(0.05, 2))
        self.server.process.send_signal(signal.SIGCONT)

    def terminate(self):
        time.sleep(random.uniform(0.3, 0.8))
        self.running.clear()
        if wrong := self.server.terminate():
            self.errors.append((wrong,))
        self.start()

    def mount(self, megabytes, *options):
        return subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={megabytes}m,mode=700" + "".join(options), "tmpfs",
                               self.data], capture_output=True, check=False).returncode == 0

    def wait_ready(self):
        end = time.monotonic() + 15
        while self.server.get("/readyz")[0] != 200:
            if time.monotonic() > end:
                return self.errors.append(("/readyz still says that nothing can be acknowledged",))
            time.sleep(0.05)

    def newcomer(self):
        """Whether a new person is refused. Their account must be written; the people at the desks may all be waiting."""
        try:
            link = JsonClient(self.server.ports["http"])
            answer = link.ask({"t": "login", "name": f"new{self.logins}"})
            link.close()
        except (EOFError, OSError):
            return False
        return answer["t"] == "error" and answer["code"] == "busy"

    def fill(self, i):
        time.sleep(random.uniform(0.3, 0.8))
        filler = os.path.join(self.data, "filler")
        refused, end = False, time.monotonic() + 15
        # A checkpoint gives space back, so it is taken again until the newcomer was refused.
        while not (refused and self.server.get("/readyz")[0] == 503) and time.monotonic() < end:
            with open(filler, "ab", buffering=0) as file:
                try:
                    while True:
                        file.write(bytes(4096))
                except OSError:
                    refused = self.newcomer() or refused
        if not refused:
            self.errors.append(("nothing was refused while the disk was full",))
        if self.server.get("/readyz")[0] != 503:
            self.errors.append(("/readyz does not say that the disk is full",))
        die = i % 2 == 1
        if die:
            self.running.clear()
            self.server.kill()
        os.remove(filler)
        if os.path.getsize(os.path.join(self.data, "mlf.db")) > self.disk * 1_000_000 / 3:
            self.disk *= 2
            self.mount(self.disk, ",remount")
        self.freed[self.disk] = self.freed.get(self.disk, 0) + 1
        if die:
            self.start()
        self.wait_ready()

    # ---- the whole ----

    def run(self, troubles):
        on_disk = "full" in troubles
        if on_disk and not self.mount(DISK):
            print("full: left out, because mounting a disk needs root")
            return 0
        try:
            return self.play(troubles)
        finally:
            if self.server and self.server.process.poll() is None:
                self.server.kill()
            if on_disk:
                subprocess.run(["umount", self.data], check=True)
            if not self.errors:
                shutil.rmtree(self.folder)

    def play(self, troubles):
        self.start()
        people = [Person(self, i) for i in range(PEOPLE)]
        for person in people:
            person.thread.start()
        trouble = {"kill": lambda i: self.kill(), "stop": lambda i: self.pause(), "term": lambda i: self.terminate(),
                   "full": self.fill}
        for name, times in troubles.items():
            for i in range(times):
                trouble[name](i)
        # Everything again, and every match goes on.
        during, logins = self.acknowledged, self.logins
        self.check_all = True
        self.terminate()
        before = [person.acknowledged for person in people]
        end = time.monotonic() + GO_ON_SECONDS
        while time.monotonic() < end and any(p.acknowledged == b for p, b in zip(people, before)):
            time.sleep(0.1)
        for person, count in zip(people, before):
            if person.acknowledged == count:
                self.errors.append((f"person {person.number}", "its match does not go on", person.desk))
        self.stop = True
        if wrong := self.server.terminate():
            self.errors.append((wrong,))
        for person in people:
            person.thread.join(20)
        stored = self.look(people)
        print(", ".join(f"{times} x {name}" for name, times in troubles.items()) +
              f": {during} acts acknowledged, {self.again} times one asked again, {stored} found in the database, "
              f"{self.refused} refused as busy, {logins} logins, {len(self.errors)} errors" +
              "".join(f"; {times} times on {disk} MB" for disk, times in self.freed.items()))
        for error in self.errors[:5]:
            print(*error)
        if during == 0 or self.again == 0 or stored < during:
            print("nothing was tested")
            return 1
        if self.errors:
            shutil.copytree(self.data, self.folder + "/kept")
            print("the data folder is kept:", self.folder + "/kept")
            return 1
        return 0

    def look(self, people):
        """How many acknowledged acts are in the database, each once, with its hash."""
        found = 0
        with contextlib.closing(sqlite3.connect(f"file:{self.data}/mlf.db?mode=ro", uri=True)) as database:
            for person in people:
                rows = {}
                for name, mine, value in database.execute(
                        # A record may be in both tables (server/journal/newest.h).
                        "SELECT id, mine, hash FROM (SELECT desk, match, number, user, id, mine, hash FROM records UNION "
                        "SELECT desk, match, number, user, id, mine, hash FROM newest) WHERE user = ? AND id <> ''",
                        (person.user,)):
                    rows.setdefault(name, []).append((mine, f"{value & (1 << 64) - 1:016x}"))
                for name, (act, ok) in person.sent.items():
                    if ok is None:
                        continue
                    if rows.get(name) != [(ok["mine"], ok["hash"])]:
                        person.fault("the database has", rows.get(name), "for", act, ok)
                    found += 1
                for name in person.busy & rows.keys():
                    person.fault("an act answered with busy is in the database", name)
        return found


def main():
    troubles = dict(word.split("=") for word in sys.argv[3:] if "=" in word)
    if len(sys.argv) < 4 or len(troubles) != len(sys.argv) - 3 or not troubles.keys() <= {"kill", "stop", "term", "full"}:
        sys.exit(__doc__)
    times = {name: int(count) for name, count in troubles.items()}
    # The small disk is for that trouble alone.
    runs = [{name: count for name, count in times.items() if (name == "full") == full} for full in (False, True)]
    sys.exit(max(Chaos(sys.argv[1], sys.argv[2].split(",")).run(run) for run in runs if run))


if __name__ == "__main__":
    main()
