#!/usr/bin/env python3
"""Clients that take without giving: they read nothing of long answers, send one byte a second, or log in all the time.

Usage: slow.py <mlf-server>    (hostile.py runs it, too)

Hundreds of connections without a login ask for the page's script, a replay, a long answer of the API, and the list of
variants over WebSocket, and read nothing. Others send a request, a handshake, a frame of each wire or a TLS handshake
byte by byte. The server must end all of them, keep the memory of what they ask for small, and serve others meanwhile.
Twenty people log in by password at once, and others do while one account logs in on eight connections again and again:
all get in. Ends with status 1 otherwise.
"""
import concurrent.futures
import json
import os
import re
import resource
import shutil
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "../clients"))

from server import Server  # noqa: E402
from wires import BINARY, TEXT, JsonClient, frame, handshake  # noqa: E402

QUICK = ["--test-clock", "--claim-pause-ms", "0", "--request-seconds", "2", "--unread-seconds", "3", "--idle-seconds", "4",
         "--ping-seconds", "2"]
LONGEST = 60  # seconds, on a machine that is busy with other things
GROWN = 60  # MB, for 1,150 connections that read nothing


def memory(pid, what="VmRSS"):
    """In MB: what the process holds now, or held at most (VmHWM)."""
    with open(f"/proc/{pid}/status", encoding="ascii") as status:
        return next(int(line.split()[1]) // 1024 for line in status if line.startswith(what))


def connect(port):
    """A client whose own kernel takes little."""
    link = socket.socket()
    link.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    link.settimeout(20)
    link.connect(("127.0.0.1", port))
    return link


def get(path):
    return f"GET {path} HTTP/1.1\r\nHost: x\r\nAccept-Encoding: gzip\r\n\r\n".encode()


def count(server, name):
    return int(float(re.search(rf"(?m)^{re.escape(name)} (\S+)$", server.get("/metrics")[1].decode()).group(1)))


def replay(server):
    """The link of a finished hand."""
    client = JsonClient(server.ports["http"])
    client.ask({"t": "login", "name": "ming"})
    desk = client.ask({"t": "create", "variant": "xueliu", "robots": 3})["desk"]["id"]
    client.ask({"t": "ready", "desk": desk, "ready": True})
    client.ask({"t": "auto", "desk": desk, "on": True})
    while True:
        push = client.push()
        if push["t"] == "hand":
            client.close()
            return re.sub(r"^https?://[^/]*", "", push["replay"])


def deaf(server):
    """(what, connections): each has asked and reads nothing."""
    page = server.get("/")[1].decode()
    script = re.search(r'src="/?([^"]+\.js)"', page).group(1)
    link = replay(server)
    ws = handshake() + frame(TEXT, json.dumps({"t": "variants", "re": 1}).encode()) * 15
    kinds = [("script", 500, get("/" + script) * 3), ("replay", 300, get(link) * 2),
             ("api", 300, get("/api/v1/variants/riichi") * 2), ("variants", 50, ws)]
    links = []
    for _, connections, request in kinds:
        for _ in range(connections):
            links.append(connect(server.ports["http"]))
            links[-1].sendall(request)
    return ", ".join(f"{connections} {what}" for what, connections, _ in kinds), links


def unread(program, folder):
    wrong = []
    server = Server(program, folder + "/deaf", *QUICK, "--messages-per-second", "100", "--messages-burst", "100")
    try:
        replay(server)
        before = memory(server.process.pid)
        what, links = deaf(server)
        if server.get("/healthz")[0] != 200:
            wrong.append("others are not served")
        begun = time.monotonic()
        left = len(links)
        while left and time.monotonic() < begun + LONGEST:
            time.sleep(0.5)
            left = count(server, "mlf_connections") - 1  # the one that asks
        most, took = memory(server.process.pid, "VmHWM"), time.monotonic() - begun
        print(f"reads nothing: {what}; {before} MB before, {most} MB at most; {left} connections left after {took:.0f} s; "
              f"{count(server, 'mlf_outbound_bytes')} bytes still wait; cut off: {count(server, CUT % 'unread')}")
        if left or count(server, "mlf_outbound_bytes"):
            wrong.append(f"{left} connections that read nothing are still there")
        if most > before + GROWN:
            wrong.append(f"the server has grown from {before} to {most} MB")
        for link in links:
            link.close()
    finally:
        server.kill()
    return wrong


CUT = 'mlf_cuts_total{why="%s"}'
FRAMED = struct.pack(">BII", 1, 1001, 200) + bytes(200)
ECHECS = frame(BINARY, struct.pack("<iii", 212, 100002, 0) + bytes(200))
HELLO = b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(500)
SLOW = [  # what, port, what is sent at once, what is sent byte by byte
    ("the head of a request", "http", b"", get("/") + b"x" * 100),
    ("the body of a request", "http", b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 500\r\n\r\n", b"x" * 500),
    ("a handshake", "http", b"", handshake()),
    ("a handshake of echecs", "echecs", b"", handshake("/", "")),
    ("a frame", "http", handshake(), frame(TEXT, b" " * 200)),
    ("a frame of echecs", "echecs", handshake("/", ""), ECHECS),
    ("a message in fragments", "http", handshake(), None),
    ("a framed message", "framed", b"", FRAMED),
]


def ends(links, seconds):
    """Sends a byte of each each second; how long each lived."""
    lived, begun = {}, time.monotonic()
    for second in range(seconds):
        for what, (link, data) in links.items():
            if what in lived:
                continue
            try:
                link.sendall(data[second:second + 1] if data else frame(0 if second else TEXT, b" ", last=False))
                link.setblocking(False)
                while link.recv(65536):
                    pass
                lived[what] = time.monotonic() - begun
            except BlockingIOError:
                pass
            except OSError:
                lived[what] = time.monotonic() - begun
            finally:
                link.settimeout(20)
        if len(lived) == len(links):
            break
        time.sleep(1)
    return lived


def drips(program, folder):
    wrong = []
    cert, key = folder + "/cert.pem", folder + "/key.pem"
    subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", "/CN=localhost",
                    "-keyout", key, "-out", cert], check=True, stderr=subprocess.DEVNULL)
    plain = Server(program, folder + "/slow", *QUICK)
    sealed = Server(program, folder + "/tls", *QUICK, "--tls-cert", cert, "--tls-key", key)
    try:
        links = {}
        for what, port, first, data in SLOW:
            links[what] = (connect(plain.ports[port]), data)
            if first:
                links[what][0].sendall(first)
        for port in ("http", "framed", "echecs"):
            links[f"a handshake of TLS ({port})"] = (connect(sealed.ports[port]), HELLO)
        lived = ends(links, LONGEST)
        print(f"one byte a second: {len(lived)} of {len(links)} kinds are ended, the last after "
              f"{max(lived.values(), default=0):.0f} s; cut off: {count(plain, CUT % 'slow_sender')}")
        wrong += [f"{what}: one byte a second is not ended in {LONGEST} s" for what in links if what not in lived]
        # None of them was ended for being silent.
        if count(plain, CUT % "slow_sender") != len(SLOW):
            wrong.append("not each of them was ended as a slow sender")
    finally:
        plain.kill()
        sealed.kill()
    return wrong


def by_password(server, name, register=False):
    """The answer's type, or its code."""
    client = JsonClient(server.ports["http"], seconds=120)
    try:
        request = {"t": "login", "name": name, "password": "a long password"}
        answer = client.ask(dict(request, register=True) if register else request)
        return answer.get("code", answer["t"])
    finally:
        client.close()


def logins(program, folder):
    server = Server(program, folder + "/logins")
    storm = threading.Event()

    def again():
        while not storm.is_set():
            stormed.append(by_password(server, "p0"))

    stormed, wrong = [], []
    threads = [threading.Thread(target=again, daemon=True) for _ in range(8)]
    try:
        with concurrent.futures.ThreadPoolExecutor(20) as crowd:
            together = list(crowd.map(lambda i: by_password(server, f"p{i}", True), range(20)))
        for thread in threads:
            thread.start()
        others = [by_password(server, f"p{1 + i % 19}") for i in range(25)]
    finally:
        storm.set()
        for thread in threads:
            thread.join(60)
        server.kill()
    print(f"logins: {together.count('ok')} of 20 together; {others.count('ok')} of 25 others while one account logs in on "
          f"8 connections ({len(stormed)} times)")
    for what, answers in (("together", together), ("others", others)):
        if set(answers) != {"ok"}:
            wrong.append(f"logins of {what} are refused: {answers}")
    return wrong


def faults(program):
    """What is wrong, as sentences."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, max(soft, 4096)), hard))
    folder = tempfile.mkdtemp(prefix="mlf-slow-")
    try:
        return unread(program, folder) + drips(program, folder) + logins(program, folder)
    finally:
        shutil.rmtree(folder)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    found = faults(sys.argv[1])
    for line in found:
        print(line)
    sys.exit(1 if found else 0)
