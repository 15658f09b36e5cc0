#!/usr/bin/env python3
"""What servers over one etcd bear, beside one server alone with SQLite.

Usage: cluster_bench.py [BIN] [--seconds N] [--connections N] [--folder DIR] [--etcds N] [--hosts N ...]

BIN holds mlf-server and mlf-robots (build/release/bin). Every form is measured in turn with the same limits: the same
connections, shared out among the servers. Each server takes connections and runs desks. etcd and the servers share
the machine's cores and its disk, so the processor time of an act says more of larger ones than acts a second.
Prints the table of docs/en/scale.md, which was measured with the defaults.
"""
import argparse
import contextlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "../tests/cluster")]

from cluster import Cluster  # noqa: E402
from server_bench import LIMITS, Server  # noqa: E402

TICK = os.sysconf("SC_CLK_TCK")


def processor(pids):
    """Seconds that these processes have used."""
    used = 0
    for pid in pids:
        with open(f"/proc/{pid}/stat", encoding="ascii") as stat:
            fields = stat.read().rsplit(")", 1)[1].split()
        used += int(fields[11]) + int(fields[12])
    return used / TICK


def written(pids):
    """Bytes that these processes have sent to the disk."""
    total = 0
    for pid in pids:
        with open(f"/proc/{pid}/io", encoding="ascii") as file:
            total += int(re.search(r"(?m)^write_bytes: (\d+)", file.read()).group(1))
    return total


def etcd_counts(endpoint):
    """(proposals committed, keys written) of an etcd, as it counts them itself."""
    with urllib.request.urlopen(f"http://{endpoint}/metrics", timeout=5) as answer:
        text = answer.read().decode()
    return [float(re.search(rf"(?m)^{name} (\S+)$", text).group(1))
            for name in ("etcd_server_proposals_committed_total", "etcd_debugging_mvcc_put_total")]


def play(args, addresses):
    """One line for all: acts a second, the median and the 99th percentile of the slowest part."""
    each = max(4, args.connections // len(addresses))
    loads = [subprocess.Popen([f"{args.bin}/mlf-robots", "load", "play", "--connections", str(each), "--seconds",
                               str(args.seconds), "--server", address], stdout=subprocess.PIPE, text=True)
             for address in addresses]
    results = [json.loads(one.communicate()[0]) for one in loads]
    return (sum(one["acts_per_second"] for one in results), max(one["p50_us"] for one in results) / 1000,
            max(one["p99_us"] for one in results) / 1000)


def measured(what, *cells):
    print("|", " | ".join((what, *cells)), "|", flush=True)


def measure(args, what, addresses, servers, etcds=(), endpoint=None):
    before = processor(servers), processor(etcds), written(etcds), etcd_counts(endpoint) if endpoint else (0, 0)
    at = time.monotonic()
    acts, middle, late = play(args, addresses)
    total = acts * (time.monotonic() - at)
    after = processor(servers), processor(etcds), written(etcds), etcd_counts(endpoint) if endpoint else (0, 0)
    of_etcd, keys_each, keys_an_act = "-", "-", "-"
    if endpoint:
        proposals, keys = (now - then for now, then in zip(after[3], before[3]))
        of_etcd = f"{(after[1] - before[1]) / total * 1e6:.0f} us, {(after[2] - before[2]) / total / 1024:.1f} KB"
        keys_each, keys_an_act = f"{keys / proposals:.1f}", f"{keys / total:.2f}"
    measured(what, f"{acts:,.0f}", f"{middle:.1f}, {late:.1f} ms", f"{(after[0] - before[0]) / total * 1e6:.0f} us",
             of_etcd, keys_each, keys_an_act)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("bin", nargs="?", default="build/release/bin")
    parser.add_argument("--seconds", type=int, default=10)
    parser.add_argument("--connections", type=int, default=240)
    parser.add_argument("--folder", default="build")
    parser.add_argument("--etcds", type=int, default=1)
    parser.add_argument("--hosts", type=int, nargs="*", default=[1, 2, 3])
    args = parser.parse_args()
    base = tempfile.mkdtemp(prefix="cluster-bench-", dir=args.folder)
    try:
        print(f"load of the machine before: {os.getloadavg()[0]:.1f}, {os.cpu_count()} cores\n")
        measured("form", "acts/s", "p50, p99", "servers, an act", "etcd, an act", "keys a transaction", "keys an act")
        measured(*["---"] * 7)
        with Server(args, os.path.join(base, "alone")) as server:
            measure(args, "one server, SQLite", [server.address], [server.process.pid])
        for hosts in args.hosts:
            cluster = Cluster(f"{args.bin}/mlf-server", os.path.join(base, f"cluster{hosts}"), "--cluster-quota-mb", "8192",
                              *LIMITS, etcds=args.etcds, servers=hosts,
                              etcd_options=("--quota-backend-bytes", str(8 << 30)))
            with contextlib.ExitStack() as stack:
                stack.callback(cluster.end)
                addresses = [f"127.0.0.1:{server.ports['http']}" for server in cluster.servers.values()]
                measure(args, f"{hosts} server{'s' * (hosts > 1)}, etcd of {args.etcds}", addresses,
                        [server.process.pid for server in cluster.servers.values()],
                        [etcd.pid for etcd in cluster.etcds.values()], cluster.endpoints.split(",")[0])
        print(f"\nload of the machine after: {os.getloadavg()[0]:.1f}")
    finally:
        shutil.rmtree(base, ignore_errors=True)


if __name__ == "__main__":
    main()
