#!/usr/bin/env python3
"""How servers of a cluster start.

Usage: start.py <mlf-server>

A server that starts before its etcd waits, and says so. `ready` is printed when the node has joined, so a
client may log in at once. A second node with the name of a live one says so too, and joins when the
first is gone. Ends with status 77 without etcd.
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


class Starting:
    """A server, whose output goes to files."""

    def __init__(self, program, folder, data, *options):
        self.files = [os.path.join(folder, f"{data}.{name}") for name in ("out", "err")]
        with open(self.files[0], "wb") as out, open(self.files[1], "wb") as err:
            self.process = subprocess.Popen([program, "--data", os.path.join(folder, data), "--http", "127.0.0.1:0", "--framed", "off",
                                             "--echecs", "off", *QUICK, *options], stdout=out, stderr=err)

    def text(self, which):
        with open(self.files[which], encoding="utf-8") as file:
            return file.read()

    def says(self, which, what):
        """Waits for it; a server that ends says nothing more."""
        until(lambda: what in self.text(which) or self.process.poll() is not None)
        assert what in self.text(which), (what, self.process.poll(), self.text(0), self.text(1))

    def ready(self):
        return "\nready\n" in self.text(0)

    def kill(self):
        self.process.kill()
        self.process.wait()


def main():
    if not shutil.which("etcd"):
        print("skipped: etcd is not installed (group cluster)")
        sys.exit(77)
    program, folder = sys.argv[1], tempfile.mkdtemp(prefix="mlf-start-")
    client, peer = (f"http://127.0.0.1:{port}" for port in free_ports(2))
    key = os.path.join(folder, "key")
    with open(os.open(key, os.O_CREAT | os.O_WRONLY, 0o600), "w", encoding="ascii") as file:
        file.write(os.urandom(32).hex() + "\n")
    options = ["--cluster", "etcd://" + client.split("//")[1], "--key-file", key]
    running = []
    try:
        early = Starting(program, folder, "early", *options, "--name", "a")
        running.append(early)
        early.says(1, "the store of the cluster does not answer")
        assert early.process.poll() is None and not early.ready(), early.text(0)
        running.append(subprocess.Popen(
            ["etcd", "--data-dir", os.path.join(folder, "etcd"), "--listen-client-urls", client, "--advertise-client-urls", client,
             "--listen-peer-urls", peer, "--initial-advertise-peer-urls", peer, "--initial-cluster", f"default={peer}",
             "--log-level", "error"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))
        early.says(0, "\nready\n")

        # After `ready` a client may log in.
        for i in range(5):
            server = Server(program, os.path.join(folder, f"b{i}"), *QUICK, *options, "--name", f"b{i}")
            running.append(server)
            answer = JsonClient(server.ports["http"]).ask({"t": "login", "name": "ming"})
            assert answer["t"] == "ok", answer
            assert server.get("/readyz")[0] == 200

        second = Starting(program, folder, "second", *options, "--name", "a")
        running.append(second)
        second.says(1, "a node a is in the cluster")
        assert not second.ready(), second.text(0)
        early.kill()
        second.says(0, "\nready\n")
        print("a server waits for etcd and for its name, and five may be used as soon as they are ready")
    finally:
        for one in running:
            one.kill()
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
