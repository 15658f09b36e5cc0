#!/usr/bin/env python3
"""What the table server bears, with what the disk under it does beside.

Usage: server_bench.py [BIN] [--seconds N] [--folder DIR] [only ...]

BIN holds mlf-server and mlf-robots (build/release/bin). `only` names experiments: play, rate, alone, idle, desks. The
server's limits are raised and there is no pause before a claim; everything else is as it comes. The data lies in a new
folder below DIR (build), so that its disk is measured and not a memory disk.

Other programs on the machine change every figure. So the rate of commits of the disk, the speed of one core and the
load are in the same table, and the processor time of each act, which other programs change least.
"""
import argparse
import hashlib
import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

LIMITS = ["--claim-pause-ms", "0", "--messages-per-second", "100000", "--messages-burst", "100000",
          "--outbound-messages", "100000", "--outbound-bytes", "100000000", "--max-connections", "19000",
          "--max-desks", "20000", "--log-level", "warning"]


def row(what, value, note=""):
    print(f"| {what} | {value} | {note} |", flush=True)


class Server:
    """A server on free ports, with its data in `data`."""

    def __init__(self, args, data, more=()):
        self.begun = time.monotonic()
        self.process = subprocess.Popen(
            [f"{args.bin}/mlf-server", "--data", data, "--http", "127.0.0.1:0", "--framed", "off", "--echecs", "off",
             *LIMITS, *more], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.address = None
        for line in self.process.stdout:
            if line.startswith("listening http"):
                self.address = line.split()[-1]
            if line.strip() == "ready":
                self.start = time.monotonic() - self.begun
                return
        sys.exit("the server does not start")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop(signal.SIGTERM)

    def stop(self, how):
        if self.process.poll() is None:
            self.process.send_signal(how)
        self.process.wait()

    def memory(self):
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as status:
            return next(int(line.split()[1]) for line in status if line.startswith("VmRSS")) / 1024

    def processor(self):
        """Seconds of each thread: the first is the server's, the others write to the disk."""
        seconds = []
        for thread in sorted(os.listdir(f"/proc/{self.process.pid}/task"), key=int):
            with open(f"/proc/{self.process.pid}/task/{thread}/stat", encoding="ascii") as stat:
                fields = stat.read().rsplit(")", 1)[1].split()
            seconds.append((int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK"))
        return seconds


def load(args, server, *options):
    out = subprocess.run([f"{args.bin}/mlf-robots", "load", *options, "--server", server.address], check=True,
                         stdout=subprocess.PIPE, text=True).stdout
    return json.loads(out)


def disk(folder):
    """Commits a second of SQLite in WAL with synchronous=FULL: rows one by one, and 64 at a time."""
    path = os.path.join(folder, "disk.db")
    database = sqlite3.connect(path, isolation_level=None)
    database.execute("PRAGMA journal_mode=WAL")
    database.execute("PRAGMA synchronous=FULL")
    database.execute("CREATE TABLE t(a INTEGER PRIMARY KEY, b BLOB)")

    def commits(rows, seconds):
        times = []
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            begun = time.perf_counter()
            database.execute("BEGIN IMMEDIATE")
            for _ in range(rows):
                database.execute("INSERT INTO t(b) VALUES(zeroblob(200))")
            database.execute("COMMIT")
            times.append(time.perf_counter() - begun)
        times.sort()
        return len(times) / seconds, times[len(times) // 2] * 1000, times[len(times) * 99 // 100] * 1000

    one, grouped = commits(1, 2), commits(64, 2)
    database.close()
    return one, grouped


def core():
    """Megabytes a second of SHA-256 on one core, the best of five."""
    block = bytes(1 << 20)
    best = 0.0
    for _ in range(5):
        begun = time.perf_counter()
        for _ in range(20):
            hashlib.sha256(block).digest()
        best = max(best, 20 / (time.perf_counter() - begun))
    return best


def play(args, folder):
    with Server(args, folder) as server:
        before, at = server.processor(), time.monotonic()
        result = load(args, server, "play", "--connections", "1000", "--seconds", str(args.seconds))
        used = [now - then for now, then in zip(server.processor(), before)]
        lasted = time.monotonic() - at
        row("acknowledged acts a second, 1000 connections", f"{result['acts_per_second']:.0f}",
            f"pushes {result['messages_per_second']:.0f}/s, {result['bytes_per_second'] / 1e6:.1f} MB/s; "
            f"p50 {result['p50_us'] / 1000:.1f} ms, p99 {result['p99_us'] / 1000:.1f} ms")
        row("of that run: cores in use", f"server {used[0] / lasted:.2f}, writer {sum(used[1:]) / lasted:.2f}",
            f"robots {result['client_cpu']:.2f}")
        acts = result["acts_per_second"] * lasted
        row("processor time of an act", f"server {used[0] / acts * 1e6:.0f} us, writer {sum(used[1:]) / acts * 1e6:.0f} us",
            f"robots {result['client_cpu'] / result['acts_per_second'] * 1e6:.0f} us")
    return result


def rate(args, folder):
    with Server(args, folder) as server:
        result = load(args, server, "play", "--connections", "1000", "--seconds", str(args.seconds), "--rate", "5000")
        row("p99 of an acknowledgement, 5000 acts a second wanted", f"{result['p99_us'] / 1000:.1f} ms",
            f"{result['acts_per_second']:.0f}/s reached; p50 {result['p50_us'] / 1000:.1f} ms, "
            f"p999 {result['p999_us'] / 1000:.1f} ms")


def alone(args, folder, commit):
    with Server(args, folder, ["--test-clock"]) as server:
        result = load(args, server, "play", "--connections", "1", "--kit", "1", "--variant", "erren", "--seconds",
                      str(args.seconds))
        median = result["p50_us"] / 1000
        row("one person alone, median of an acknowledgement", f"{median:.2f} ms",
            f"{median - commit:.2f} ms beyond the disk's own commit; p99 {result['p99_us'] / 1000:.1f} ms")


def idle(args, folder):
    with Server(args, folder) as server:
        before = server.memory()
        robots = subprocess.Popen([f"{args.bin}/mlf-robots", "load", "idle", "--connections", "10000", "--seconds",
                                   "3600", "--server", server.address], stdout=subprocess.PIPE, text=True)
        report = json.loads(robots.stdout.readline())
        time.sleep(2)
        row("memory with 10,000 idle connections", f"{server.memory():.0f} MB",
            f"{before:.0f} MB without; {report['connections']} logged in within {report['seconds']:.1f} s")
        robots.terminate()
        robots.wait()


def desks(args, folder):
    with Server(args, folder, ["--test-clock"]) as server:
        before = server.memory()
        robots = subprocess.Popen(
            [f"{args.bin}/mlf-robots", "load", "desks", "--desks", "10000", "--connections", "50", "--acts", "10",
             "--seconds", "3600", "--server", server.address], stdout=subprocess.PIPE, text=True)
        report = json.loads(robots.stdout.readline())
        used = server.memory() - before
        row("memory of a desk in play", f"{used * 1024 / report['desks']:.1f} KB",
            f"{report['desks']} matches begun and ten acts played in {report['seconds']:.0f} s")
        server.stop(signal.SIGKILL)
        robots.terminate()
        robots.wait()
    with Server(args, folder, ["--test-clock"]) as server:
        row("start with 10,000 unfinished matches, after kill -9", f"{server.start:.1f} s", f"{server.memory():.0f} MB")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("bin", nargs="?", default="build/release/bin")
    parser.add_argument("only", nargs="*")
    parser.add_argument("--seconds", type=int, default=10)
    parser.add_argument("--folder", default="build")
    args = parser.parse_args()
    base = tempfile.mkdtemp(prefix="server-bench-", dir=args.folder)
    try:
        print("| what | figure | |\n| --- | --- | --- |")
        row("load of the machine before", f"{os.getloadavg()[0]:.1f}", f"{os.cpu_count()} cores")
        row("one core, SHA-256", f"{core():.0f} MB/s")
        one, grouped = disk(base)
        row("disk, one row a commit", f"{one[0]:.0f} commits/s", f"median {one[1]:.2f} ms, p99 {one[2]:.2f} ms")
        row("disk, 64 rows a commit", f"{grouped[0] * 64:.0f} rows/s",
            f"median {grouped[1]:.2f} ms, p99 {grouped[2]:.2f} ms")
        for experiment in (play, rate, alone, idle, desks):
            name = experiment.__name__
            if args.only and name not in args.only:
                continue
            more = (one[1],) if experiment is alone else ()
            experiment(args, os.path.join(base, name), *more)
        row("load of the machine after", f"{os.getloadavg()[0]:.1f}")
    finally:
        shutil.rmtree(base, ignore_errors=True)


if __name__ == "__main__":
    main()
