#!/usr/bin/env python3
"""A server moves to a cluster and back, and its people play on.

Usage: move.py <mlf-server>

Two people play with robots at one server. Its data move to an etcd that speaks TLS; three servers
go on with the desks, one of them is killed, finished hands go to the archives. Then all moves back to one
server. Every act that was acknowledged, sent again at the end, must be acknowledged as a duplicate with the
same numbers. Ends with status 77 without etcd.
"""
import os
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "../clients"))

from cluster import free_ports  # noqa: E402
from patience import until  # noqa: E402
from server import QUICK, Server  # noqa: E402
from wires import JsonClient  # noqa: E402

SAME = ("mine", "seq", "kept", "hash")


class Player:
    def __init__(self, port, name):
        self.link = JsonClient(port)
        self.name, self.acts, self.match = name, {}, None
        self.login = self.link.ask({"t": "login", "name": name})
        self.user, self.token = self.login["user"]["id"], self.login["token"]
        made = self.link.ask({"t": "create", "variant": "xueliu", "robots": 3})
        assert made["t"] == "ok", made
        self.desk = made["desk"]["id"]
        self.link.ask({"t": "ready", "desk": self.desk, "ready": True})

    def come_back(self, port):
        self.link = JsonClient(port)
        answers = []

        def known():
            answers.append(self.link.ask({"t": "login", "token": self.token}))
            return answers[-1].get("code") != "busy"  # the node may have no link to its etcd now
        until(known)
        assert answers[-1]["t"] == "ok" and answers[-1]["user"]["id"] == self.user, answers[-1]

    def play(self, count):
        """Plays `count` acts."""
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
            act = dict(push["defaults"][0], t="act", desk=self.desk, match=self.match, id=f"{len(self.acts)}-{os.urandom(4).hex()}")
            act.pop("seat")
            answer = self.link.ask(act)
            if answer["t"] == "ok":
                self.acts[act["id"]] = (act, answer)
                done += 1

    def check(self):
        for act, ok in self.acts.values():
            again = self.link.ask(act)
            assert again["t"] == "ok" and again.get("dup"), (act, ok, again)
            assert [again.get(key) for key in SAME] == [ok.get(key) for key in SAME], (act, ok, again)


def certificate(folder, name):
    file = os.path.join(folder, name)
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "1",
                    "-subj", f"/CN={name}", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", file + ".key", "-out", file + ".crt"],
                   check=True, stderr=subprocess.DEVNULL)
    os.chmod(file + ".key", 0o600)
    return file


def etcd(folder, name, tls):
    client, peer = (f"{scheme}://127.0.0.1:{port}" for scheme, port in zip(("https", "http"), free_ports(2)))
    process = subprocess.Popen(
        ["etcd", "--name", name, "--data-dir", os.path.join(folder, name), "--listen-client-urls", client,
         "--advertise-client-urls", client, "--listen-peer-urls", peer, "--initial-advertise-peer-urls", peer,
         "--initial-cluster", f"{name}={peer}", "--log-level", "error", "--cert-file", tls + ".crt", "--key-file", tls + ".key",
         "--trusted-ca-file", tls + ".crt", "--client-cert-auth"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return process, "etcd://" + client.split("//")[1]


def etcdctl(endpoint, tls, *words):
    return subprocess.run(
        ["etcdctl", "--endpoints", "https://" + endpoint.split("//")[1], "--cacert", tls + ".crt", "--cert", tls + ".crt",
         "--key", tls + ".key", *words], env={**os.environ, "ETCDCTL_API": "3"}, check=False, capture_output=True, text=True)


def answers(endpoint, tls):
    return etcdctl(endpoint, tls, "endpoint", "health").returncode == 0


def count(endpoint, tls, prefix):
    """How many keys of an etcd begin with this."""
    answer = etcdctl(endpoint, tls, "get", "--prefix", "--keys-only", prefix)
    assert answer.returncode == 0, answer
    return len(answer.stdout.split())


def main():
    if not shutil.which("etcd") or not shutil.which("etcdctl"):
        print("skipped: etcd is not installed (group cluster)")
        sys.exit(77)
    program = sys.argv[1]
    folder = tempfile.mkdtemp(prefix="mlf-move-")
    running, etcds = [], []

    def start(name, *options):
        running.append(Server(program, os.path.join(folder, name), *QUICK, *options,
                              errors=open(os.path.join(folder, name + ".err"), "ab")))
        return running[-1]

    def stop():
        while running:
            wrong = running.pop().terminate()
            assert wrong is None, wrong

    def move(way, data, *more, status=0):
        run = subprocess.run([program, "migrate", way, "--data", os.path.join(folder, data), *cluster, *more],
                             capture_output=True, text=True)
        assert run.returncode == status, (way, run.returncode, run.stdout, run.stderr)
        return run.stdout + run.stderr

    try:
        alone = start("alone")
        players = [Player(alone.ports["http"], name) for name in ("p0", "p1")]
        for player in players:
            player.play(20)
        stop()

        tls = certificate(folder, "own")
        etcds.append(etcd(folder, "e0", tls))
        endpoint = etcds[0][1]
        cluster = ["--cluster", endpoint, "--cluster-ca", tls + ".crt", "--cluster-cert", tls + ".crt", "--cluster-key", tls + ".key"]
        assert until(answers, endpoint, tls), endpoint
        # Without its certificate nobody is let in.
        bare = [word for pair in zip(cluster[::2], cluster[1::2]) if pair[0] not in ("--cluster-cert", "--cluster-key") for word in pair]
        refused = subprocess.run([program, "migrate", "to-cluster", "--data", os.path.join(folder, "alone"), *bare], capture_output=True,
                                 text=True, check=False)
        assert refused.returncode == 1 and "D10" in refused.stderr, refused
        said = move("to-cluster", "alone")
        assert "2 desks" in said, said
        move("to-cluster", "alone", status=1)  # it is there already
        keys = count(endpoint, tls, "mlf/desks/")

        key = os.path.join(folder, "alone", "key")
        archive = os.path.join(folder, "archive")
        os.makedirs(archive)
        ports = {}
        for i in range(3):
            ports[i] = start(f"n{i}", *cluster, "--name", f"n{i}", "--key-file", key, "--archive", archive).ports["http"]
        for i, player in enumerate(players):
            player.come_back(ports[i])
            player.play(150)
        running[2].kill()
        del running[2]
        for player in players:
            player.play(30)
            player.check()
        until(lambda: not count(endpoint, tls, "mlf/waiting/"))
        waiting = count(endpoint, tls, "mlf/waiting/")
        metrics = running[0].get("/metrics")[1].decode()
        for name in ("mlf_store_bytes", "mlf_store_used_bytes", "mlf_store_quota_bytes", "mlf_hands_waiting", "mlf_hands_archived"):
            assert f"\n{name} " in metrics, name
        for player in players:
            player.check()
        stop()
        assert until(lambda: count(endpoint, tls, "mlf/nodes/") == 0), "the leases of the nodes do not end"

        os.makedirs(os.path.join(folder, "back"), mode=0o700)
        shutil.copy(key, os.path.join(folder, "back", "key"))
        short = move("to-folder", "back", status=1)
        assert "D14" in short, short
        said = move("to-folder", "back", "--archive", archive)
        alone = start("back")
        for player in players:
            player.come_back(alone.ports["http"])
            player.play(20)
            player.check()
        print(f"{sum(len(player.acts) for player in players)} acts acknowledged, each there once; {keys} keys of desks in etcd, "
              f"{waiting} hands waited at the end; back: {said.strip()}")
    finally:
        for server in running:
            server.kill()
        for process, _ in etcds:
            process.kill()
            process.wait()
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
