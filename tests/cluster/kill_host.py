#!/usr/bin/env python3
"""A host is killed in the middle of a hand, and the play goes on at another one.

Usage: kill_host.py <mlf-server> [kills]

One person at each of two gateways plays with robots. The host that runs their desks is killed, again
and again. Every act that was acknowledged, sent again at the end, must be acknowledged as a duplicate
with the same numbers. Prints how long each pause was. Ends with status 77 without etcd.
"""
import os
import shutil
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "../clients"))

from cluster import Cluster  # noqa: E402
from wires import JsonClient  # noqa: E402

OPTIONS = ["--test-clock", "--claim-pause-ms", "0", "--messages-per-second", "10000", "--messages-burst", "20000"]
SAME = ("mine", "seq", "kept", "hash")


class Player:
    def __init__(self, port, name):
        self.link = JsonClient(port)
        self.name, self.acts, self.match = name, {}, None
        self.login = self.link.ask({"t": "login", "name": name})
        self.user = self.login["user"]["id"]
        made = self.link.ask({"t": "create", "variant": "xueliu", "robots": 3})
        assert made["t"] == "ok", made
        self.desk = made["desk"]["id"]
        self.link.ask({"t": "ready", "desk": self.desk, "ready": True})

    def play(self, count):
        """Plays so many acts; when the last one was acknowledged."""
        done = 0
        while done < count:
            push = self.link.push()
            if push["t"] == "bye":
                raise AssertionError(push)
            if push["t"] == "begin":
                self.match = push["match"]
            if push["t"] == "desk" and push["state"] == "waiting":
                self.link.ask({"t": "ready", "desk": self.desk, "ready": True})
            if not push.get("defaults"):
                continue
            act = dict(push["defaults"][0], t="act", desk=self.desk, match=self.match, id=f"{self.name}-{len(self.acts)}")
            act.pop("seat")
            answer = self.link.ask(act)
            if answer["t"] == "ok":
                self.acts[act["id"]] = (act, answer)
                done += 1
        return time.monotonic()

    def check(self):
        for act, ok in self.acts.values():
            again = self.link.ask(act)
            assert again["t"] == "ok" and again.get("dup"), (act, ok, again)
            assert [again.get(key) for key in SAME] == [ok.get(key) for key in SAME], (act, ok, again)


def main():
    if not shutil.which("etcd"):
        print("etcd is not installed")
        sys.exit(77)
    kills = int(sys.argv[2]) if len(sys.argv) > 2 else 2
    folder = tempfile.mkdtemp(prefix="mlf-cluster-")
    cluster = None
    try:
        cluster = Cluster(sys.argv[1], folder, *OPTIONS, servers=0)
        cluster.options = (*OPTIONS, "--roles", "gateway")
        gates = [cluster.start("g0"), cluster.start("g1")]
        cluster.options = tuple(OPTIONS)
        hosts = ["h0", "h1", "h2"]
        cluster.start("h0")
        time.sleep(1)  # the first host has both desks
        players = [Player(gate.ports["http"], f"p{i}") for i, gate in enumerate(gates)]
        cluster.start("h1")
        cluster.start("h2")
        time.sleep(1)
        pauses = []
        for kill in range(kills):
            for player in players:
                player.play(5)
            # Each in turn: the first one runs both desks.
            running = hosts[kill % 3]
            killed = time.monotonic()
            cluster.kill(running)
            pauses.append(max(player.play(1) for player in players) - killed)
            cluster.start(running)
        for player in players:
            player.play(3)
            player.check()
        print(f"{kills} hosts killed, {sum(len(player.acts) for player in players)} acts acknowledged, each there once; "
              f"pauses {' '.join(f'{pause:.1f}' for pause in pauses)} s")
    finally:
        if cluster:
            cluster.end()
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
