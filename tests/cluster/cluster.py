#!/usr/bin/env python3
"""Servers that share an etcd, on this machine.

Usage: cluster.py <mlf-server> <folder> [option of mlf-server] ...

Three etcd and three mlf-server, at the same ports each time; prints them. The servers and their secret
key stay in the folder; each start begins with an empty etcd. ./dev cluster runs this; the tests import
Cluster, whose ports are free ones.
"""
import os
import shutil
import signal
import socket
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "../clients"))

from places import Loopback  # noqa: E402
from server import Server  # noqa: E402


# Of the first server and the first etcd; those of the next ones follow.
PAGE, FRAMED, ECHECS, NODES, ETCD = 7080, 7101, 7201, 7301, 7401


def free_ports(count):
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


class Cluster:
    def __init__(self, program, folder, *options, etcds=3, servers=3, places=None, etcd_options=(), fixed=False):
        """`fixed`: the ports are those above."""
        self.fixed = fixed
        self.program, self.folder, self.options = program, folder, options
        self.places = places or Loopback()
        os.makedirs(folder, exist_ok=True)
        self.archive = os.path.abspath(os.path.join(folder, "archive"))
        os.makedirs(self.archive, mode=0o700, exist_ok=True)
        self.key = os.path.join(folder, "key")
        if not os.path.exists(self.key):
            with open(os.open(self.key, os.O_CREAT | os.O_WRONLY, 0o600), "w", encoding="ascii") as file:
                file.write(os.urandom(32).hex() + "\n")
        ports = list(range(ETCD, ETCD + 2 * etcds)) if fixed else free_ports(2 * etcds)
        addresses = [self.places.address(f"e{i}") for i in range(etcds)]
        clients, peers = ([f"{host}:{port}" for host, port in zip(addresses, some)] for some in (ports[:etcds], ports[etcds:]))
        self.endpoints = ",".join(clients)
        members = ",".join(f"e{i}=http://{peer}" for i, peer in enumerate(peers))
        self.etcds, self.servers, self.etcd_words = {}, {}, {}
        # The members of an etcd know each other by their ports, which are others at each start.
        for i, (client, peer) in enumerate(zip(clients, peers)):
            name = f"e{i}"
            data = os.path.join(folder, name)
            for left in os.listdir(data) if os.path.exists(data) else []:
                shutil.rmtree(os.path.join(data, left))
            self.etcd_words[name] = [
                *self.places.before(name), "etcd", "--name", name, "--data-dir", os.path.join(data, "data"),
                "--listen-client-urls", f"http://{client}", "--advertise-client-urls", f"http://{client}",
                "--listen-peer-urls", f"http://{peer}", "--initial-advertise-peer-urls", f"http://{peer}",
                "--initial-cluster", members, "--log-level", "error", *etcd_options]
            self.start_etcd(name)
        try:
            for i in range(servers):
                self.start(f"s{i}")
        except BaseException:
            self.end()
            raise

    def start_etcd(self, name):
        """With the data that it has."""
        os.makedirs(os.path.join(self.folder, name), mode=0o700, exist_ok=True)
        with open(os.path.join(self.folder, f"{name}.err"), "ab") as errors:
            self.etcds[name] = subprocess.Popen(self.etcd_words[name], stdout=subprocess.DEVNULL, stderr=errors)

    def etcdctl(self, *words, endpoints=None):
        """What it prints; None where it fails."""
        done = subprocess.run(["etcdctl", "--endpoints", endpoints or self.endpoints, "--command-timeout", "3s", *words],
                              env={**os.environ, "ETCDCTL_API": "3"}, capture_output=True, text=True, check=False)
        return done.stdout if done.returncode == 0 else None

    def certs(self, name):
        """The certificate of a node, made when it is asked for first."""
        folder = os.path.join(self.folder, "certs")
        if not os.path.exists(os.path.join(folder, name)):
            subprocess.run([self.program, "cluster-certs", folder, name], check=True, stdout=subprocess.DEVNULL)
        return os.path.join(folder, name)

    def start(self, name, *more):
        host, ports, nodes = self.places.address(name), (0, 0, 0), 0
        if self.fixed:
            number = int(name[1:])
            ports, nodes = [port + number for port in (PAGE, FRAMED, ECHECS)], NODES + number
        self.servers[name] = Server(
            self.program, os.path.join(self.folder, name), "--cluster", f"etcd://{self.endpoints}", "--name", name,
            "--key-file", self.key, "--certs", self.certs(name), "--archive", self.archive, "--advertise", f"{host}:{nodes}",
            *self.options, *more, host=host, ports=ports, before=self.places.before(name), errors=open(os.path.join(self.folder, f"{name}.err"), "ab"))
        return self.servers[name]

    def kill(self, name):
        self.servers.pop(name).kill()

    def end(self):
        for server in self.servers.values():
            server.terminate()
        for process in self.etcds.values():
            process.kill()
            process.wait()


def main():
    cluster = Cluster(sys.argv[1], sys.argv[2], *sys.argv[3:], fixed=True)
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
