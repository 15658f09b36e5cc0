#!/usr/bin/env python3
"""Three etcd and three mlf-server on this machine.

Usage: cluster.py <mlf-server> <folder> [option of mlf-server ...]

Starts them, prints where they listen, and ends them on Ctrl-C. The folder has what the servers keep, and their key.
Each start begins with an empty etcd. ./dev cluster runs this; the tests import Cluster.
"""
import os
import shutil
import signal
import socket
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "../clients"))

from server import Server  # noqa: E402


def free_ports(count):
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


class Cluster:
    def __init__(self, program, folder, *options, etcds=3, servers=3):
        self.program, self.folder, self.options = program, folder, options
        os.makedirs(folder, exist_ok=True)
        self.key = os.path.join(folder, "key")
        if not os.path.exists(self.key):
            with open(os.open(self.key, os.O_CREAT | os.O_WRONLY, 0o600), "w", encoding="ascii") as file:
                file.write(os.urandom(32).hex() + "\n")
        ports = free_ports(2 * etcds)
        self.endpoints = ",".join(f"127.0.0.1:{port}" for port in ports[:etcds])
        members = ",".join(f"e{i}=http://127.0.0.1:{ports[etcds + i]}" for i in range(etcds))
        self.etcds, self.servers = [], {}
        # The members of an etcd know each other by their ports, which are others at each start.
        for i in range(etcds):
            shutil.rmtree(os.path.join(folder, f"e{i}"), ignore_errors=True)
            client, peer = f"http://127.0.0.1:{ports[i]}", f"http://127.0.0.1:{ports[etcds + i]}"
            self.etcds.append(subprocess.Popen(
                ["etcd", "--name", f"e{i}", "--data-dir", os.path.join(folder, f"e{i}"), "--listen-client-urls", client,
                 "--advertise-client-urls", client, "--listen-peer-urls", peer, "--initial-advertise-peer-urls", peer,
                 "--initial-cluster", members, "--log-level", "error"],
                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))
        try:
            for i in range(servers):
                self.start(f"s{i}")
        except BaseException:
            self.end()
            raise

    def start(self, name):
        until = time.monotonic() + 30
        while True:
            try:
                self.servers[name] = Server(
                    self.program, os.path.join(self.folder, name), "--cluster", f"etcd://{self.endpoints}", "--name", name,
                    "--key-file", self.key, *self.options, errors=open(os.path.join(self.folder, f"{name}.err"), "ab"))
                return self.servers[name]
            except ChildProcessError:
                # The etcd may have no leader yet.
                if time.monotonic() > until:
                    raise
                time.sleep(0.2)

    def kill(self, name):
        self.servers.pop(name).kill()

    def end(self):
        for server in self.servers.values():
            server.terminate()
        for process in self.etcds:
            process.kill()
            process.wait()


def main():
    cluster = Cluster(sys.argv[1], sys.argv[2], *sys.argv[3:])
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    try:
        print(f"etcd: {cluster.endpoints}")
        for name, server in sorted(cluster.servers.items()):
            print(f"{name}: the page http://127.0.0.1:{server.ports['http']}/, framed 127.0.0.1:{server.ports['framed']}, "
                  f"echecs 127.0.0.1:{server.ports['echecs']}, nodes 127.0.0.1:{server.ports['nodes']}")
        print("Ctrl-C ends them.", flush=True)
        signal.pause()
    except KeyboardInterrupt:
        pass
    finally:
        cluster.end()


if __name__ == "__main__":
    main()
