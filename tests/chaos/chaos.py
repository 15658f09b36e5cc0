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

from patience import PATIENCE, until  # noqa: E402
from people import Trial  # noqa: E402
from server import QUICK, Server  # noqa: E402
from wires import JsonClient  # noqa: E402

PEOPLE = 12
DISK = 2  # MB at first


class Chaos(Trial):
    def __init__(self, program, variants):
        super().__init__(variants, PEOPLE)
        self.program = program
        self.folder = tempfile.mkdtemp(prefix="mlf-chaos-")
        self.data = os.path.join(self.folder, "data")
        os.mkdir(self.data, 0o700)
        self.server = None
        self.disk, self.freed = DISK, {}  # MB; how often a disk of that size was freed
        self.running = threading.Event()

    def connect(self, person):
        if not self.running.wait(1):
            raise OSError("the server does not run")
        return person.client(self.server.ports[person.listener])

    def start(self):
        self.server = Server(self.program, self.data, *QUICK)
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
        if not until(lambda: self.server.get("/readyz")[0] == 200):
            self.errors.append(("/readyz still says that nothing can be acknowledged",))

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
        refused, end = False, time.monotonic() + PATIENCE
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
        self.begin()
        self.go_on()  # on a slow machine the troubles are over before anybody plays
        trouble = {"kill": lambda i: self.kill(), "stop": lambda i: self.pause(), "term": lambda i: self.terminate(),
                   "full": self.fill}
        for name, times in troubles.items():
            for i in range(times):
                trouble[name](i)
        # Everything again, and every match goes on.
        during, logins = self.acknowledged, self.logins
        self.check_all = True
        self.terminate()
        self.go_on()
        self.stop = True
        if wrong := self.server.terminate():
            self.errors.append((wrong,))
        self.leave()
        stored = self.look()
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

    def look(self):
        """How many acknowledged acts are in the database, each once, with its hash."""
        found = 0
        with contextlib.closing(sqlite3.connect(f"file:{self.data}/mlf.db?mode=ro", uri=True)) as database:
            for person in self.people:
                rows = {}
                for name, mine, value in database.execute(
                        # A record may be in both tables (server/journal/newest.h).
                        "SELECT id, mine, hash FROM (SELECT desk, match, number, user, id, mine, hash FROM records UNION "
                        "SELECT desk, match, number, user, id, mine, hash FROM newest) WHERE user = ? AND id <> ''",
                        (person.user,)):
                    rows.setdefault(name, []).append((mine, f"{value & (1 << 64) - 1:016x}"))
                found += person.compare(rows)
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
