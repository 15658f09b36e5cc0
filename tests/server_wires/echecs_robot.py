#!/usr/bin/env python3
"""The robot that the echecs form was made for, on plain sockets.

    echecs_robot.py HOST:PORT [USER_ID [PASSWORD]]

It logs in (100002), takes a quick match (100104) and leaves it (100103), each after the answer to the one before,
drawn by the weights of RESPONSE_SEQ. It prints every message, and ends with 0 when the last answer came and all had
code 200. The server needs `echecs_register: true`, or the account; bodies are not encrypted.
"""

import base64
import json
import os
import random
import socket
import struct
import sys

HEAD = "<iii"  # length with the head, message id, version
STOP = 9999
RESPONSE_SEQ = {
    "100002": {"msg": [100104], "weight": [100]},
    "100010": {"msg": [STOP], "weight": [100]},
    "100104": {"msg": [100103], "weight": [100]},
    "100103": {"msg": [STOP], "weight": [100]},
}
SECONDS = 20


class WebSocket:
    """Binary messages over RFC 6455, unfragmented ones to the server."""

    def __init__(self, host, port):
        self.stream = socket.create_connection((host, port), SECONDS)
        self.buffer = b""
        key = base64.b64encode(os.urandom(16)).decode()
        self.stream.sendall((
            f"GET / HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n").encode())
        head = self._until(b"\r\n\r\n")
        if b" 101 " not in head.split(b"\r\n")[0]:
            raise ConnectionError(head.decode("latin-1"))

    def _more(self):
        got = self.stream.recv(65536)
        if not got:
            raise ConnectionError("closed by the server")
        self.buffer += got

    def _until(self, end):
        while end not in self.buffer:
            self._more()
        head, self.buffer = self.buffer.split(end, 1)
        return head

    def _take(self, count):
        while len(self.buffer) < count:
            self._more()
        taken, self.buffer = self.buffer[:count], self.buffer[count:]
        return taken

    def send(self, data, opcode=2):
        size = len(data)
        length = (struct.pack("!B", 0x80 | size) if size < 126 else
                  struct.pack("!BH", 0x80 | 126, size))
        mask = os.urandom(4)
        masked = bytes(byte ^ mask[i % 4] for i, byte in enumerate(data))
        self.stream.sendall(bytes([0x80 | opcode]) + length + mask + masked)

    def receive(self):
        """The next binary message; pings are answered."""
        message = b""
        while True:
            first, second = self._take(2)
            size = second & 127
            if size == 126:
                size, = struct.unpack("!H", self._take(2))
            elif size == 127:
                size, = struct.unpack("!Q", self._take(8))
            data = self._take(size)
            opcode = first & 15
            if opcode == 8:
                raise ConnectionError(f"closed by the server: {data!r}")
            if opcode == 9:
                self.send(data, 10)
            if opcode in (0, 1, 2):
                message += data
                if first & 0x80:
                    return message


class Robot:
    def __init__(self, address, user_id, password):
        host, port = address.rsplit(":", 1)
        self.client = WebSocket(host, int(port))
        self.user_id = user_id
        self.password = password

    def send(self, number):
        body = {"user_id": self.user_id}
        if number == 100002:
            body["passwd"] = self.password
        data = json.dumps(body).encode()
        self.client.send(struct.pack(HEAD, struct.calcsize(HEAD) + len(data), number, 0) + data)
        print("sent", number, body)

    def receive(self):
        message = self.client.receive()
        length, number, version = struct.unpack(HEAD, message[:12])
        if length != len(message) or version != 0:
            raise ConnectionError(f"a wrong head: {length} {number} {version}")
        body = json.loads(message[12:])
        print("received", number, json.dumps(body, ensure_ascii=False))
        return number, body

    def run(self):
        self.send(100002)
        while True:
            number, body = self.receive()
            step = RESPONSE_SEQ.get(str(number))
            if step is None:
                continue  # a push that the robot does not follow
            if body.get("code") != 200:
                return 1
            following = random.choices(step["msg"], step["weight"])[0]
            if following == STOP:
                if number == 100103:
                    return 0
                continue
            self.send(following)


def main():
    if not 2 <= len(sys.argv) <= 4:
        sys.exit(__doc__)
    user_id = sys.argv[2] if len(sys.argv) > 2 else "1"
    password = sys.argv[3] if len(sys.argv) > 3 else "123456"
    sys.exit(Robot(sys.argv[1], int(user_id) if user_id.isdigit() else user_id, password).run())


if __name__ == "__main__":
    main()
