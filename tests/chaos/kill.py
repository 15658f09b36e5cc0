#!/usr/bin/env python3
"""kill -9 in a loop under load, seen from the outside.

Usage: kill.py <mlf-server> <variants, comma separated> <kills>

Twelve people play at desks with robots and remember every acknowledgement. The server is killed at
random instants and started again on the same data folder. After each start every act that was
acknowledged is sent again: it must be acknowledged once more as a duplicate with the same numbers
and hash, no step may be missing, and no desk may be lost. Ends with status 1 otherwise.
"""
import base64
import json
import os
import random
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time

PEOPLE = 12


class Socket:
    """A WebSocket client, as much of it as this needs."""

    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=20)
        self.bytes = b""
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall(
            (f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
             f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n"
             f"Sec-WebSocket-Protocol: mlf.v1\r\n\r\n").encode())
        while b"\r\n\r\n" not in self.bytes:
            more = self.socket.recv(4096)
            if not more:
                raise EOFError
            self.bytes += more
        head, self.bytes = self.bytes.split(b"\r\n\r\n", 1)
        if b" 101 " not in head.split(b"\r\n")[0]:
            raise EOFError(head)
        self.pushes = []
        self.asked = 0

    def frame(self, kind, data):
        mask = os.urandom(4)
        size = bytes([0x80 | len(data)]) if len(data) < 126 else b"\xfe" + struct.pack(">H", len(data))
        body = bytes(byte ^ mask[i % 4] for i, byte in enumerate(data))
        self.socket.sendall(bytes([0x80 | kind]) + size + mask + body)

    def need(self, count):
        while len(self.bytes) < count:
            more = self.socket.recv(65536)
            if not more:
                raise EOFError
            self.bytes += more
        taken, self.bytes = self.bytes[:count], self.bytes[count:]
        return taken

    def read(self):
        while True:
            kind, size = self.need(2)
            if size == 126:
                size = struct.unpack(">H", self.need(2))[0]
            elif size == 127:
                size = struct.unpack(">Q", self.need(8))[0]
            data = self.need(size)
            if kind & 15 == 1:
                return json.loads(data)
            if kind & 15 == 9:
                self.frame(10, data)
            if kind & 15 == 8:
                raise EOFError(data)

    def ask(self, message):
        self.asked += 1
        self.frame(1, json.dumps(dict(message, re=self.asked)).encode())
        while True:
            answer = self.read()
            if answer.get("re") == self.asked:
                return answer
            self.pushes.append(answer)

    def push(self):
        return self.pushes.pop(0) if self.pushes else self.read()


class Chaos:
    def __init__(self, program, variants, kills):
        self.program, self.variants, self.kills = program, variants, kills
        self.data = tempfile.mkdtemp(prefix="mlf-chaos-")
        self.port = 0
        self.running = threading.Event()
        self.stop = False
        self.errors = []
        self.acknowledged = self.again = self.logins = 0

    def start(self):
        server = subprocess.Popen(
            [self.program, "--data", self.data, "--http", "127.0.0.1:0", "--framed", "off", "--echecs", "off",
             "--test-clock", "--claim-pause-ms", "0", "--messages-per-second", "1000", "--messages-burst", "2000"],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        for line in server.stdout:
            if line.startswith("listening http"):
                self.port = int(line.rsplit(":", 1)[1])
            if line.strip() == "ready":
                self.running.set()
                return server
        sys.exit("the server does not start")

    def person(self, number):
        chance = random.Random(number)
        token = desk = None
        sent, count = {}, 0
        while not self.stop:
            self.running.wait(1)
            try:
                link = Socket(self.port)
                login = link.ask({"t": "login", "token": token} if token else {"t": "login", "name": f"p{number}"})
                if login["t"] != "ok":
                    self.errors.append(("login", login))
                    return
                token = login["token"]
                self.logins += 1
                if desk and desk not in login["desks"]:
                    self.errors.append(("the desk is lost", desk))
                    desk = None
                if not desk:
                    made = link.ask({"t": "create", "variant": chance.choice(self.variants), "robots": 1})
                    if made["t"] != "ok":
                        continue
                    desk = made["desk"]["id"]
                    # The other seats are robots too, whatever the size of the table.
                    seats = len(made["desk"]["seats"])
                    if seats > 2:
                        link.ask({"t": "leave", "desk": desk})
                        made = link.ask({"t": "create", "variant": made["desk"]["variant"], "robots": seats - 1})
                        desk = made["desk"]["id"]
                for key, (act, ok) in list(sent.items())[-6:]:
                    answer = link.ask(act)
                    if ok is None:
                        if answer["t"] == "ok":
                            sent[key] = (act, answer)
                            self.acknowledged += 1
                    elif not answer.get("dup") or any(answer[field] != ok[field] for field in ("mine", "seq", "hash")):
                        self.errors.append(("an acknowledged act has changed", act, ok, answer))
                    else:
                        self.again += 1
                seq = match = None
                link.ask({"t": "ready", "desk": desk, "ready": True})
                while not self.stop:
                    push = link.push()
                    if push["t"] == "begin":
                        match, seq = push["match"], push["seq"]
                    elif push["t"] == "step":
                        if seq is not None and push["seq"] != seq + 1:
                            self.errors.append(("a step is missing", seq, push["seq"]))
                        seq = push["seq"]
                    elif push["t"] == "desk" and push["state"] == "waiting":
                        link.ask({"t": "ready", "desk": desk, "ready": True})
                    if "defaults" in push and match:
                        count += 1
                        act = dict(push["defaults"][0], t="act", desk=desk, match=match, id=f"{number}-{count}")
                        act.pop("seat")
                        sent[count] = (act, None)
                        answer = link.ask(act)
                        if answer["t"] == "ok":
                            sent[count] = (act, answer)
                            self.acknowledged += 1
                        else:
                            sent.pop(count)
            except (EOFError, OSError):
                time.sleep(0.02)

    def run(self):
        server = self.start()
        people = [threading.Thread(target=self.person, args=(i,), daemon=True) for i in range(PEOPLE)]
        for person in people:
            person.start()
        for _ in range(self.kills):
            time.sleep(random.uniform(0.15, 0.8))
            self.running.clear()
            server.send_signal(signal.SIGKILL)
            server.wait()
            server = self.start()
        time.sleep(1.5)
        self.stop = True
        server.send_signal(signal.SIGTERM)
        try:
            status = server.wait(timeout=3)
        except subprocess.TimeoutExpired:
            status = "more than 3 s"
        if status != 0:
            self.errors.append(("SIGTERM ended with", status))
        print(f"{self.kills} kills, {self.acknowledged} acts acknowledged, {self.again} of them asked again, "
              f"{self.logins} logins, {len(self.errors)} errors")
        for error in self.errors[:5]:
            print(*error)
        if self.acknowledged == 0 or self.again == 0:
            print("nothing was tested")
            return 1
        if self.errors:
            print("the data folder is kept:", self.data)
            return 1
        shutil.rmtree(self.data)
        return 0


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    sys.exit(Chaos(sys.argv[1], sys.argv[2].split(","), int(sys.argv[3])).run())
