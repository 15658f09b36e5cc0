#!/usr/bin/env python3
"""A client of mlf-server: logs in, makes a desk with robots, plays one hand by the defaults.

    client.py [HOST:PORT] [VARIANT]        127.0.0.1:7080 xueliu

Plain Python: the WebSocket is done here. docs/en/protocol.md describes the messages.
"""
import base64
import json
import os
import socket
import struct
import sys


class Client:
    """A session over text frames of RFC 6455. It trusts its server to send whole messages."""

    def __init__(self, host, port):
        self.asked, self.pushes = 0, []  # pushes that came before an answer
        self.socket = socket.create_connection((host, port), timeout=60)
        self.file = self.socket.makefile("rb")
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall((f"GET /ws HTTP/1.1\r\nHost: {host}:{port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
                             f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n"
                             "Sec-WebSocket-Protocol: mlf.v1\r\n\r\n").encode())
        head = b"".join(iter(self.file.readline, b"\r\n"))
        if not head.startswith(b"HTTP/1.1 101"):
            raise ConnectionError(head.decode(errors="replace"))

    def take(self, size):
        data = self.file.read(size)
        if len(data) < size:
            raise ConnectionError("the server has closed the connection")
        return data

    def send(self, opcode, payload):
        size = len(payload)
        head = bytes([0x80 | opcode])
        head += bytes([0x80 | size]) if size < 126 else bytes([0xFE]) + struct.pack(">H", size)
        mask = os.urandom(4)
        self.socket.sendall(head + mask + bytes(b ^ mask[i % 4] for i, b in enumerate(payload)))

    def read(self):
        """The next message, as an object. Pings are answered on the way."""
        while True:
            opcode, size = self.take(2)
            if size >= 126:
                size = int.from_bytes(self.take(2 if size == 126 else 8), "big")
            payload = self.take(size)
            if opcode & 0xF == 1:
                return json.loads(payload)
            if opcode & 0xF == 8:
                raise ConnectionError(f"closed with {int.from_bytes(payload[:2], 'big')}")
            if opcode & 0xF == 9:
                self.send(10, payload)

    def ask(self, kind, **fields):
        """Sends a request and waits for its `ok`."""
        self.asked += 1
        self.send(1, json.dumps({"t": kind, "re": self.asked, **fields}).encode())
        while True:
            message = self.read()
            if message["t"] == "ok" and message["re"] == self.asked:
                return message
            if message["t"] == "error":
                raise RuntimeError(f"{kind}: {message['code']}: {message['reason']['en']}")
            self.pushes.append(message)


host, port = (sys.argv[1] if len(sys.argv) > 1 else "127.0.0.1:7080").rsplit(":", 1)
wanted = sys.argv[2] if len(sys.argv) > 2 else "xueliu"
client = Client(host, int(port))
user = client.ask("login", name="example")["user"]
variant = next((v for v in client.ask("variants")["variants"] if v["id"] == wanted), None)
if variant is None:
    sys.exit(f"there is no variant {wanted}")
desk = client.ask("create", variant=wanted, robots=variant["seats"] - 1)["desk"]
print(f"{user['name']} ({user['id']}) plays {variant['en']} at desk {desk['id']}")
client.ask("ready", desk=desk["id"], ready=True)
match, acts = 0, 0
while True:
    push = client.pushes.pop(0) if client.pushes else client.read()
    match = push.get("match", match)
    for event in push.get("events", []):
        print(" ", *(f"{key}={value}" for key, value in event.items()))
    if push["t"] == "hand":
        print(f"after {acts} acts the hand is over: {push['points']}; replay: http://{host}:{port}{push['replay']}")
        break
    if push.get("defaults"):  # the own seat is asked
        act = {key: push["defaults"][0][key] for key in ("node", "pieces", "value") if key in push["defaults"][0]}
        acts += 1
        # A push that has come since may have closed the window; what is refused changes nothing.
        try:
            client.ask("act", desk=desk["id"], match=match, id=f"act-{acts}", ask=push["ask"], **act)
        except RuntimeError as error:
            print(f"  {error}")
client.ask("dissolve", desk=desk["id"])
client.ask("logout")
