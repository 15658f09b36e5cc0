#!/usr/bin/env python3
"""The commands of docs/en/operating.md for an etcd that has lost members, tried on a cluster where people play.

Usage: restore.py <mlf-server>

  a member has lost its disk          it is removed and added anew; play goes on meanwhile
  a majority has lost its disks       a snapshot of the member that is left becomes a new etcd
  all is gone                         a backup becomes a new etcd; the archives of the nodes are newer

Every act that was acknowledged before the snapshot, sent again at the end, must be acknowledged as a duplicate
with the same numbers; one that was acknowledged after the backup must not be there. Hands that are played
again after the restore are archived and read. Ends with status 77 without etcd.
"""
import os
import shutil
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "../clients"))

from cluster import Cluster  # noqa: E402
from move import Player  # noqa: E402
from patience import until  # noqa: E402
from server import QUICK  # noqa: E402


class Trial:
    def __init__(self, program, folder):
        self.folder = folder
        self.cluster = Cluster(program, folder, *QUICK)
        self.players = [Player(self.cluster.servers[name].ports["http"], name) for name in ("s0", "s1")]

    def each(self):
        """The people; each comes back at a node, because it was silent while others played."""
        for player, server in zip(self.players, self.cluster.servers.values()):
            player.come_back(server.ports["http"])
            yield player

    def play(self, count):
        for player in self.each():
            player.play(count)

    def check(self):
        for player in self.each():
            player.check()

    def stop_nodes(self):
        for name in list(self.cluster.servers):
            wrong = self.cluster.servers.pop(name).terminate()
            assert wrong is None, wrong

    def stop_etcd(self, name):
        self.cluster.etcds[name].kill()
        self.cluster.etcds[name].wait()

    def wipe(self, name):
        shutil.rmtree(os.path.join(self.folder, name))

    def etcdctl(self, *words, endpoints=None):
        printed = self.cluster.etcdctl(*words, endpoints=endpoints)
        assert printed is not None, words
        return printed

    def endpoint(self, i):
        return self.cluster.endpoints.split(",")[i]

    def word(self, name, option):
        words = self.cluster.etcd_words[name]
        return words[words.index(option) + 1]

    def wait(self, what, *arguments):
        assert until(what, *arguments), (what, arguments)

    def restore(self, snapshot):
        """A new etcd of three members from a snapshot, and nodes."""
        for name in self.cluster.etcds:
            self.etcdctl("snapshot", "restore", snapshot, "--name", name, "--initial-cluster", self.word(name, "--initial-cluster"),
                         "--initial-advertise-peer-urls", self.word(name, "--initial-advertise-peer-urls"),
                         "--initial-cluster-token", f"restored-{os.path.basename(snapshot)}",
                         "--data-dir", self.word(name, "--data-dir"))
            self.cluster.start_etcd(name)
        for i in range(3):
            self.cluster.start(f"s{i}")

    def replace_member(self):
        self.stop_etcd("e2")
        self.wipe("e2")
        self.play(5)
        number = next(line.split(",")[0] for line in self.etcdctl("member", "list").splitlines() if " e2," in line)
        self.etcdctl("member", "remove", number)
        self.etcdctl("member", "add", "e2", f"--peer-urls={self.word('e2', '--initial-advertise-peer-urls')}")
        self.cluster.etcd_words["e2"] += ["--initial-cluster-state", "existing"]
        self.cluster.start_etcd("e2")
        self.wait(lambda: self.cluster.etcdctl("get", "mlf/meta", endpoints=self.endpoint(2)))
        self.play(5)

    def lose_majority(self):
        for name in ("e1", "e2"):
            self.stop_etcd(name)
            self.wipe(name)
        self.wait(lambda: self.cluster.servers["s0"].get("/readyz")[0] == 503)
        self.stop_nodes()
        # It is served without a majority.
        snapshot = os.path.join(self.folder, "left.snapshot")
        self.etcdctl("snapshot", "save", snapshot, endpoints=self.endpoint(0))
        self.stop_etcd("e0")
        self.wipe("e0")
        self.restore(snapshot)

    def archived(self):
        return self.etcdctl("get", "--prefix", "--keys-only", "mlf/waiting/").split() == []

    def backup_and_restore(self):
        snapshot = os.path.join(self.folder, "backup.snapshot")
        self.etcdctl("snapshot", "save", snapshot, endpoints=self.endpoint(0))
        saved = [dict(player.acts) for player in self.players]
        self.play(150)
        self.wait(self.archived)
        later = [set(player.acts) - set(before) for player, before in zip(self.players, saved)]
        self.stop_nodes()
        for name in list(self.cluster.etcds):
            self.stop_etcd(name)
            self.wipe(name)
        self.restore(snapshot)
        for player, before, lost in zip(self.each(), saved, later):
            gone, player.acts = [player.acts[name][0] for name in lost], before
            for act in gone:
                again = player.link.ask(act)
                assert not again.get("dup"), again
                if again["t"] == "ok":  # the same question is asked again, and it is an answer
                    player.acts[act["id"]] = (act, again)
        self.play(150)
        self.wait(self.archived)
        return sum(map(len, later))

    def journals(self):
        """Each finished hand can be read, and its journal is that of this time."""
        read = 0
        for player in self.each():
            for match in range(1, player.match + 1):
                answer = player.link.ask({"t": "journal", "desk": player.desk, "match": match})
                read += answer["t"] == "ok"
        return read


def main():
    if not shutil.which("etcd") or not shutil.which("etcdctl"):
        print("skipped: etcd is not installed (group cluster)")
        sys.exit(77)
    folder = tempfile.mkdtemp(prefix="mlf-restore-")
    trial = None
    try:
        trial = Trial(sys.argv[1], folder)
        trial.play(40)
        trial.replace_member()
        trial.lose_majority()
        trial.check()
        trial.play(20)
        lost = trial.backup_and_restore()
        trial.check()
        print(f"{sum(len(player.acts) for player in trial.players)} acts acknowledged, each there once; {lost} acts after the backup "
              f"are gone; {trial.journals()} journals read")
    finally:
        if trial:
            trial.cluster.end()
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
