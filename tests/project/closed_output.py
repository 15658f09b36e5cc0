#!/usr/bin/env python3
"""What our programs do with an output that cannot be written.

Usage: closed_output.py <folder of the programs>

A pipe that nobody reads ends a program without a word, by SIGPIPE or with its status, 141. A full disk gives a message and status 1.
mlf-server goes on: only its printing commands end so.
"""
import os
import signal
import subprocess
import sys
import tempfile
import urllib.request

PROGRAMS = os.path.abspath(sys.argv[1])
COMMANDS = ["mlf --help", "mlf list", "mlf parts --schema", "mlf sim --help", "mlf play xueliu --bots 4 --hands 1 --seed 7",
            "mlf play xueliu --bots 4 --hands 20 --seed 7", "flowviz --help", "flowviz render xueliu --format dot", "mlf-robots --help",
            "mlf-robots --print-config", "mlf-sim --help", "mlf-sim --seeds 1", "mlf-server --help", "mlf-server --version",
            "mlf-server --print-config"]
wrong = []


def check(right, *what):
    if not right:
        wrong.append(" ".join(map(str, what)))


def run(command, output, ignored=False):
    """Status and errors. `ignored`: SIGPIPE, as some programs that start others leave it."""
    handler = signal.signal(signal.SIGPIPE, signal.SIG_IGN if ignored else signal.SIG_DFL)
    try:
        words = command.split()
        done = subprocess.run([os.path.join(PROGRAMS, words[0]), *words[1:]], stdout=output, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL,
                              text=True, restore_signals=False, timeout=120, check=False)
    finally:
        signal.signal(signal.SIGPIPE, handler)
    return done.returncode, done.stderr


for command in COMMANDS:
    for ignored in (False, True):
        reader, writer = os.pipe()
        os.close(reader)
        status, errors = run(command, writer, ignored)
        os.close(writer)
        check(status in (141, -signal.SIGPIPE) and not errors, f"{command}: a closed pipe gives status {status} and {errors!r}")
    with open("/dev/full", "w") as full:
        status, errors = run(command, full)
    check(status == 1 and "the standard output cannot be written" in errors, f"{command}: a full disk gives status {status} and {errors!r}")

# A server whose output nobody reads, and whose peers leave in the middle of an answer, goes on.
with tempfile.TemporaryDirectory() as folder:
    server = subprocess.Popen([os.path.join(PROGRAMS, "mlf-server"), "--data", os.path.join(folder, "data"), "--http", "127.0.0.1:0",
                               "--framed", "off", "--echecs", "off"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    address = ""
    for line in server.stdout:
        if line.startswith("listening http "):
            address = line.split()[2]
        if line.strip() == "ready":
            break
    server.stdout.close()
    host, port = address.rsplit(":", 1)
    import socket
    import struct
    for _ in range(50):
        peer = socket.create_connection((host, int(port)))
        peer.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n" * 20)
        peer.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))  # closed by a reset
        peer.close()
    check(urllib.request.urlopen(f"http://{address}/").status == 200, "the server does not answer")
    server.terminate()
    check(server.wait(30) == 0, f"the server ends with status {server.returncode}")

print("\n".join(wrong) if wrong else f"{len(COMMANDS)} commands, and a server.")
sys.exit(1 if wrong else 0)
