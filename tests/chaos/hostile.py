#!/usr/bin/env python3
"""Thousands of broken and malicious clients against one server, while others play.

Usage: hostile.py <mlf-server> <clients> [first number]

Each client is made from its number alone: half handshakes, slow ones that never finish, frames with
wrong lengths, mutated messages of all three forms, requests for desks of others. Four people rest in
the middle of their matches and two play on. Afterwards the resting ones have the same table, seq and
hash and go on; the playing ones have missed nothing; the server lives and has logged no error. Then
come clients that read nothing, and clients that send one byte a second (slow.py). Ends with status 1
otherwise.
"""
import json
import os
import random
import shutil
import socket
import struct
import sys
import tempfile
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "../clients"))

import slow  # noqa: E402
from patience import PATIENCE  # noqa: E402
from server import Server  # noqa: E402
from wires import BINARY, PING, PROTO, TEXT, FramedClient, JsonClient, WebSocket, Stream, frame, handshake  # noqa: E402
from protobuf import Proto  # noqa: E402

THREADS = 24
KEPT, HASHES = 64, 2 * 64  # MB: what clients may leave behind; two password hashes at a time, of 64 MB each
HELD = 300  # connections that stay open, unfinished
VARIANTS = ["xueliu", "erren", "yilaidaodi"]


class Player:
    """Plays against robots without limits of time."""

    def __init__(self, server, client, name, variant):
        self.link = client(server.ports["framed" if client is FramedClient else "http"])
        self.token = self.need({"t": "login", "name": name})["token"]
        desk = self.need({"t": "create", "variant": variant, "time": "none"})["desk"]
        self.need({"t": "leave", "desk": desk["id"]})
        desk = self.need({"t": "create", "variant": variant, "time": "none", "robots": len(desk["seats"]) - 1})["desk"]
        self.desk, self.code = desk["id"], desk["code"]
        self.need({"t": "ready", "desk": self.desk, "ready": True})
        self.acts, self.last, self.seq, self.over, self.faults = 0, None, None, False, []

    def need(self, request):
        answer = self.link.ask(request)
        if answer["t"] != "ok":
            raise ValueError(f"{request} was answered with {answer}")
        return answer

    def question(self):
        """Reads until the own seat is asked; seqs without gaps."""
        while True:
            push = self.link.push()
            if push["t"] == "begin":
                self.seq, self.match = push["seq"], push["match"]
                if push.get("resumed"):
                    self.faults.append(("resumed, though nobody went away", push["seq"]))
            elif push["t"] == "step":
                if push["seq"] != self.seq + 1:
                    self.faults.append(("a step is missing", self.seq, push["seq"]))
                self.seq = push["seq"]
            elif push["t"] == "over":
                self.over = True
            elif push["t"] == "desk" and push["state"] == "waiting" and self.over:
                self.over = False
                self.need({"t": "ready", "desk": self.desk, "ready": True})
            elif push["t"] not in ("desk", "hand", "presence"):
                self.faults.append(("an unexpected push", push))
            if push.get("defaults"):
                return push

    def act(self, question):
        act = dict(question["defaults"][0], t="act", desk=self.desk, match=self.match, id=f"a{self.acts}")
        del act["seat"]
        answer = self.link.ask(act)
        if answer.get("code") == "stale_ask":
            return  # a claim that counts more has closed the window
        if answer["t"] != "ok":
            raise ValueError(f"{act} was answered with {answer}")
        self.last = (act, answer)
        self.acts += 1

    def rest(self):
        """Plays a little, and stops at its own turn, where nobody else can move; what it knows then."""
        while True:
            self.asked = self.question()
            if self.acts >= 4:
                self.known = self.state()
                table = self.known[0]
                if (table["seq"], table["view"]["node"], table["view"]["actor"]) == (self.seq, "turn", table["seat"]):
                    return
            self.act(self.asked)

    def state(self):
        table = self.need({"t": "sync", "desk": self.desk})
        again = self.need(self.last[0])
        del table["re"]
        del again["re"]
        return table, again

    def look(self):
        if self.state() != self.known:
            self.faults.append(("the table is not as it was", self.known, self.state()))
        goal = self.acts + 4
        self.act(self.asked)
        while self.acts < goal:
            self.act(self.question())

    def play(self, stop):
        try:
            while not stop.is_set():
                self.act(self.question())
                time.sleep(0.06)  # as often as everybody may
        except (EOFError, OSError, ValueError) as failure:
            self.faults.append(("its game is over", failure))


class Enemy:
    """One client, drawn from its number."""

    proto = None

    def __init__(self, server, number, victims, held):
        self.server, self.victims, self.held = server, victims, held
        self.chance = random.Random(number)
        self.kinds = [self.half_handshake, self.mutated_handshake, self.mutated_text, self.bad_frames, self.binary,
                      self.stranger, self.wrong_types, self.huge, self.slow, self.framed_header, self.framed_body,
                      self.framed_types, self.framed_cut, self.echecs_header, self.echecs_body, self.http]

    def run(self):
        try:
            self.chance.choice(self.kinds)()
        except (EOFError, OSError):
            pass  # sent away, as it should be

    # ---- parts ----

    def raw(self, port, data, seconds=0.3):
        """Sends bytes and reads what comes."""
        stream = Stream(self.server.ports[port], seconds)
        try:
            stream.send(data)
            while True:
                stream.take(1)
        finally:
            if len(self.held) < HELD and self.chance.random() < 0.1:
                self.held.append(stream)
            elif self.chance.random() < 0.5:
                # A reset instead of an end.
                stream.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                stream.close()
            else:
                stream.close()

    def mutate(self, data):
        data = bytearray(data)
        for _ in range(self.chance.randint(1, 6)):
            at = self.chance.randrange(len(data) + 1)
            kind = self.chance.randrange(5)
            if kind == 0 and data:
                data[at % len(data)] ^= 1 << self.chance.randrange(8)
            elif kind == 1:
                data[at:at] = self.chance.randbytes(self.chance.randint(1, 8))
            elif kind == 2:
                del data[at:at + self.chance.randint(1, 8)]
            elif kind == 3:
                del data[at:]
            else:
                data[at:at] = data[:self.chance.randint(0, 64)]
        return bytes(data)

    def request(self):
        """Something well formed, mostly about a desk of somebody else."""
        victim = self.chance.choice(self.victims)
        desk = victim.desk
        act = dict(victim.last[0])
        act.pop("pieces", None)  # words in one form, bytes in the other
        return self.chance.choice([
            act, dict(act, id=f"e{self.chance.randrange(9)}"), {"t": "sync", "desk": desk},
            {"t": "sync", "desk": desk, "since": self.chance.randrange(-2, 99)}, {"t": "leave", "desk": desk},
            {"t": "dissolve", "desk": desk}, {"t": "vote", "desk": desk, "agree": True},
            {"t": "ready", "desk": desk, "ready": False}, {"t": "config", "desk": desk, "options": {}},
            {"t": "auto", "desk": desk, "on": True}, {"t": "hint", "desk": desk},
            {"t": "why", "desk": desk, "node": "hu"}, {"t": "say", "desk": desk, "text": "x"},
            {"t": "join", "desk": desk}, {"t": "join", "code": victim.code, "seat": 0},
            {"t": "journal", "desk": desk, "match": 1}, {"t": "journal", "desk": desk, "match": 1, "hand": 0},
            {"t": "create", "variant": "xueliu", "robots": 99}, {"t": "quick", "variant": "erren"},
            {"t": "login", "name": "rest 0"}, {"t": "login", "token": "A" * 43}, {"t": "desks"}, {"t": "ping"}])

    def guest(self, client):
        link = client(self.server.ports["framed" if client is FramedClient else "http"])
        link.stream.socket.settimeout(5)
        link.ask({"t": "login", "name": f"enemy {self.chance.randrange(1000)}"})
        return link

    def odd(self):
        """A value of any type."""
        return self.chance.choice([None, True, -1, 0, 1 << 31, 1 << 63, -(1 << 63), 1e300, 0.5, "", "x", "x" * 3000,
                                   "\0", "\u202e万", [], [[]], {}, {"t": "act"}, [1] * 500, "999999", "timeout"])

    # ---- WebSocket and JSON ----

    def half_handshake(self):
        data = handshake()
        self.raw("http", data[:self.chance.randrange(len(data))])

    def mutated_handshake(self):
        self.raw(self.chance.choice(["http", "echecs"]), self.mutate(handshake()) + frame(TEXT, b"{}"))

    def mutated_text(self):
        link = WebSocket(self.server.ports["http"], seconds=0.3)
        for _ in range(self.chance.randint(1, 8)):
            link.send(frame(TEXT, self.mutate(json.dumps(dict(self.request(), re=1)).encode())))
        while True:
            link.message()

    def bad_frames(self):
        text = frame(TEXT, json.dumps(dict(self.request(), re=1)).encode())
        data = self.chance.choice([
            text[:self.chance.randrange(len(text))],             # cut off
            bytes([text[0], text[1] & 0x7f]) + text[2:],         # without a mask
            bytes([text[0] | 0x70]) + text[1:],                  # reserved bits
            b"\x81\xff\xff\xff\xff\xff\xff\xff\xff\xff" + text,  # as long as there are numbers
            b"\x81\xfe\x00\x01" + text,                          # a length that is too wide
            frame(PING, b"x" * 126), frame(TEXT, b"\xff\xfe"), frame(TEXT, b"{}", last=False) * 50,
            frame(0, b"{}"), frame(11, b""), frame(8, b"\x03"), frame(PING, b"") * 200, self.mutate(text * 4)])
        self.raw("http", handshake() + data)

    def binary(self):
        self.raw("http", handshake() + frame(BINARY, self.chance.randbytes(self.chance.randrange(200))))

    def stranger(self):
        """Well-formed requests of a stranger for a desk of others."""
        link = self.guest(self.chance.choice([JsonClient, FramedClient]))
        for _ in range(self.chance.randint(1, 12)):
            request = self.request()
            answer = link.ask(request)
            if request.get("desk") in [victim.desk for victim in self.victims] and answer["t"] == "ok":
                raise AssertionError(f"a stranger's {request} was answered with {answer}")
        link.close()

    def wrong_types(self):
        link = self.guest(JsonClient)
        for _ in range(self.chance.randint(1, 12)):
            request = self.request()
            key = self.chance.choice([*request, "user", "user_id", "seat", "re"])
            request[key] = self.odd()
            link.stream.send(frame(TEXT, json.dumps(request).encode()))
        link.stream.socket.settimeout(0.2)
        while True:
            link.read()

    def huge(self):
        text = b'{"t":"say","text":"' + b"x" * self.chance.choice([4096, 70_000, 2_000_000]) + b'"}'
        self.raw("http", handshake() + self.chance.choice([
            frame(TEXT, text), b"{" * 100_000, frame(TEXT, b"[" * 4000), b"GET /" + b"a" * 100_000,
            struct.pack(">BII", 1, 1001, 1 << 31) + text]))

    def slow(self):
        port, data = self.chance.choice([
            ("http", handshake()), ("http", b"GET / HTTP/1.1\r\nHost: x\r\nA: " + b"a" * 500),
            ("framed", struct.pack(">BII", 1, 1001, 4000) + bytes(4000)), ("echecs", handshake("/", ""))])
        stream = Stream(self.server.ports[port])
        for i in range(self.chance.randint(1, 12)):
            stream.send(data[i:i + 1])
            time.sleep(0.02)
        if len(self.held) < HELD:
            self.held.append(stream)
        else:
            stream.close()

    # ---- frames of port 7001 ----

    def framed_header(self):
        body = self.chance.randbytes(self.chance.randrange(60))
        self.raw("framed", struct.pack(
            ">BII", self.chance.choice([0, 1, 2, 255]), self.chance.choice([0, 1001, 1014, 1022, 2999, 3001, 1 << 32 - 1]),
            self.chance.choice([len(body), len(body) + 9, 0, 4097, (1 << 31) - 1, (1 << 32) - 1])) + body)

    def framed_body(self):
        link = self.guest(FramedClient)
        link.stream.socket.settimeout(0.3)
        for _ in range(self.chance.randint(1, 8)):
            request = self.request()
            number, body = link.body(dict(request, re=1))
            body = self.mutate(body)
            link.sent = (link.sent + 1) % 256
            link.stream.send(struct.pack(">BII", link.sent, number, len(body)) + body)
        while True:
            link.read()

    def framed_types(self):
        """The body of one request under the number of another."""
        link = self.guest(FramedClient)
        link.stream.socket.settimeout(0.3)
        for _ in range(self.chance.randint(1, 8)):
            request = self.request()
            _, body = link.body(dict(request, re=1))
            link.sent = (link.sent + 1) % 256
            link.stream.send(struct.pack(">BII", link.sent, self.chance.randrange(990, 1040), len(body)) + body)
        while True:
            link.read()

    def framed_cut(self):
        number, body = 1001, self.proto.encode("Login", {"name": "enemy"})
        data = struct.pack(">BII", 1, number, len(body)) + body
        self.raw("framed", data[:self.chance.randrange(len(data))])

    # ---- echecs ----

    def echecs_header(self):
        body = self.chance.choice([b"{}", b"", b"[", json.dumps({"user_id": 1, "passwd": "x"}).encode()])
        data = struct.pack("<iii", self.chance.choice([12 + len(body), 12, 0, -1, (1 << 31) - 1, len(body)]),
                           self.chance.choice([10000, 100002, 100104, 100140, 100999, 0, -1]),
                           self.chance.choice([0, 1, 2, -1])) + body
        self.raw("echecs", handshake("/", "") + self.chance.choice([
            frame(BINARY, data), frame(TEXT, data.hex().encode()), frame(BINARY, data[:self.chance.randrange(12)]),
            frame(BINARY, self.mutate(data))]))

    def echecs_body(self):
        link = WebSocket(self.server.ports["echecs"], "/any", "", seconds=0.3)
        name = f"enemy{self.chance.randrange(20)}"
        for _ in range(self.chance.randint(1, 8)):
            number = self.chance.choice([100002, 100010, 100100, 100101, 100102, 100103, 100104, 100105, 100110, 100111,
                                         100112, 100120, 100140])
            body = {"user_id": name, "passwd": "p" * 9, "desk_id": self.chance.choice(self.victims).code,
                    "room_type": "xueliu", "agree": 1, "ready": 1, "act_type": "discard", "card_list": [1]}
            body[self.chance.choice(list(body))] = self.odd()
            data = json.dumps(body).encode()
            link.send(frame(BINARY, struct.pack("<iii", 12 + len(data), number, 0) + data))
        while True:
            link.message()

    # ---- HTTP ----

    def http(self):
        path = self.chance.choice(["/", "/metrics", "/api/v1/variants/../../x", "/api/v1/admin/desks", "/r/x/replay.html",
                                   "/api/v1/variants/xueliu/chart.svg", "/%00", "/r/" + "a" * 300 + "/journal"])
        self.raw("http", self.mutate(f"GET {path} HTTP/1.1\r\nHost: x\r\nContent-Length: 7\r\n\r\nabc".encode()))


def main():
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    count, first = int(sys.argv[2]), int(sys.argv[3]) if len(sys.argv) > 3 else 1
    folder = tempfile.mkdtemp(prefix="mlf-hostile-")
    with open(folder + "/stderr", "w", encoding="utf-8") as errors:
        server = Server(sys.argv[1], folder + "/data", "--test-clock", "--claim-pause-ms", "0",
                        "--echecs-register", "on",
                        "--idle-seconds", "600", errors=errors)
    Enemy.proto = Proto(PROTO)
    resting = [Player(server, [JsonClient, FramedClient][i % 2], f"rest {i}", VARIANTS[i % 3]) for i in range(4)]
    for player in resting:
        player.rest()
    playing = [Player(server, [JsonClient, FramedClient][i % 2], f"play {i}", VARIANTS[i]) for i in range(2)]
    stop = threading.Event()
    games = [threading.Thread(target=player.play, args=(stop,), daemon=True) for player in playing]
    for game in games:
        game.start()
    before = slow.memory(server.process.pid)

    faults, held = [], []
    numbers = iter(range(first, first + count))
    lock = threading.Lock()

    def attack():
        while True:
            with lock:
                number = next(numbers, None)
            if number is None:
                return
            try:
                Enemy(server, number, resting, held).run()
            except Exception as failure:  # pylint: disable=broad-except
                faults.append((f"client {number}", repr(failure)))

    begun = time.monotonic()
    attackers = [threading.Thread(target=attack, daemon=True) for _ in range(THREADS)]
    for attacker in attackers:
        attacker.start()
    for attacker in attackers:
        attacker.join()
    seconds = time.monotonic() - begun

    stop.set()
    for game in games:
        game.join(PATIENCE)
    for player in resting:
        try:
            player.look()
        except (EOFError, OSError, ValueError) as failure:
            player.faults.append(("it cannot go on", failure))
    # The hashes of passwords have ended by now.
    after, most = slow.memory(server.process.pid), slow.memory(server.process.pid, "VmHWM")
    if after > before + KEPT or most > before + KEPT + HASHES:
        faults.append(("the server has grown to", after, "MB, at most", most, "from", before))
    for player in resting + playing:
        faults += player.faults
        if player.acts < 8:
            faults.append((player.desk, "was hardly played"))
    if wrong := server.terminate():
        faults.append((wrong,))
    for name in os.listdir(folder + "/data/log"):
        with open(f"{folder}/data/log/{name}", encoding="utf-8", errors="replace") as log:
            faults += [("logged", line.strip()) for line in log if " error " in line.split("action=")[0]]
    print(f"{count} clients in {seconds:.0f} s, {len(held)} of them held open; {sum(p.acts for p in playing)} acts played "
          f"meanwhile; {before} MB before, {after} MB after, {most} MB at most; {len(faults)} faults")
    faults += [(fault,) for fault in slow.faults(sys.argv[1])]
    for fault in faults[:8]:
        print(*(str(part)[:600] for part in fault))
    if faults:
        print("the data folder is kept:", folder)
        return 1
    shutil.rmtree(folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
