"""Clients of mlf-server in Python's standard library: what one of them needs of each wire form.

JsonClient and FramedClient mean the same: ask(request) returns the answer, push() the next push, both
as objects of the JSON form with their `t`. Tiles are words in one and bytes in the other.
"""
import base64
import json
import os
import socket
import struct

from patience import PATIENCE
from protobuf import Proto

TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10
PROTO = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../server/protocol/majiang.proto")


class Stream:
    """A TCP connection that is read by counts of bytes; EOFError where it ends."""

    def __init__(self, port, seconds=PATIENCE, host="127.0.0.1"):
        self.socket = socket.create_connection((host, port), timeout=seconds)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.bytes = b""

    def send(self, data):
        self.socket.sendall(data)

    def _more(self):
        more = self.socket.recv(65536)
        if not more:
            raise EOFError("closed by the server")
        self.bytes += more

    def take(self, count):
        while len(self.bytes) < count:
            self._more()
        taken, self.bytes = self.bytes[:count], self.bytes[count:]
        return taken

    def until(self, end):
        while end not in self.bytes:
            self._more()
        head, self.bytes = self.bytes.split(end, 1)
        return head

    def close(self):
        self.socket.close()


def handshake(path="/ws", protocol="mlf.v1"):
    key = base64.b64encode(os.urandom(16)).decode()
    return (f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n" +
            (f"Sec-WebSocket-Protocol: {protocol}\r\n" if protocol else "") + "\r\n").encode()


def frame(kind, data, last=True):
    """One frame of RFC 6455 from a client."""
    size = (bytes([0x80 | len(data)]) if len(data) < 126 else
            b"\xfe" + struct.pack(">H", len(data)) if len(data) < 65536 else
            b"\xff" + struct.pack(">Q", len(data)))
    mask = os.urandom(4)
    pad = mask * (len(data) // 4 + 1)
    body = (int.from_bytes(data, "big") ^ int.from_bytes(pad[:len(data)], "big")).to_bytes(len(data), "big")
    return bytes([(0x80 if last else 0) | kind]) + size + mask + body


class WebSocket(Stream):
    def __init__(self, port, path="/ws", protocol="mlf.v1", seconds=PATIENCE, host="127.0.0.1"):
        super().__init__(port, seconds, host)
        self.send(handshake(path, protocol))
        head = self.until(b"\r\n\r\n")
        if b" 101 " not in head.split(b"\r\n")[0]:
            raise EOFError(head.decode("latin-1"))

    def message(self):
        """The next text or binary message; pings are answered."""
        while True:
            kind, size = self.take(2)
            if size == 126:
                size = struct.unpack(">H", self.take(2))[0]
            elif size == 127:
                size = struct.unpack(">Q", self.take(8))[0]
            data = self.take(size)
            if kind & 15 in (TEXT, BINARY):
                return data
            if kind & 15 == PING:
                self.send(frame(PONG, data))
            if kind & 15 == CLOSE:
                raise EOFError(f"closed by the server: {data!r}")


class _Client:
    """Requests and pushes over `self.stream`; the subclass writes and reads messages."""

    def __init__(self):
        self.pushes = []
        self.asked = 0

    def ask(self, message):
        self.asked += 1
        self.write(dict(message, re=self.asked))
        while True:
            answer = self.read()
            if answer.get("re") == self.asked:
                return answer
            self.pushes.append(answer)

    def push(self):
        return self.pushes.pop(0) if self.pushes else self.read()

    def close(self):
        self.stream.close()


class JsonClient(_Client):
    def __init__(self, port, seconds=PATIENCE, host="127.0.0.1"):
        super().__init__()
        self.stream = WebSocket(port, seconds=seconds, host=host)

    def write(self, message):
        self.stream.send(frame(TEXT, json.dumps(message).encode()))

    def read(self):
        return json.loads(self.stream.message())


class FramedClient(_Client):
    ERROR = 2999
    proto = None

    def __init__(self, port, seconds=PATIENCE, host="127.0.0.1"):
        super().__init__()
        if FramedClient.proto is None:
            FramedClient.proto = Proto(PROTO)
        self.number_of = {name.lower(): number for number, name in self.proto.numbers.items()}
        self.stream = Stream(port, seconds, host)
        self.sent = self.received = 0

    def body(self, message):
        """Protocol number and bytes of a request."""
        number = self.number_of[message["t"]]
        plain = {key: value for key, value in message.items() if key != "t"}
        return number, self.proto.encode(self.proto.numbers[number], plain)

    def write(self, message):
        number, body = self.body(message)
        self.sent = (self.sent + 1) % 256
        self.stream.send(struct.pack(">BII", self.sent, number, len(body)) + body)

    def read(self):
        sequence, number, size = struct.unpack(">BII", self.stream.take(9))
        self.received = (self.received + 1) % 256
        if sequence != self.received:
            raise ValueError(f"the frame has the sequence {sequence} instead of {self.received}")
        name = self.proto.numbers[number]
        message = self.proto.decode(name, self.stream.take(size))
        pushed = number > 3000
        message["t"] = ("error" if number == self.ERROR else "ok" if not pushed else
                        {"VotePush": "vote"}.get(name, name.lower()))
        if message["t"] == "bye":
            raise EOFError(message)
        return message


class EchecsClient:
    """Binary messages with a header of three little-endian numbers and a JSON body.

    `cipher`: an object that encrypts and decrypts bodies, such as aes.Chain; without one they are plain.
    """

    def __init__(self, port, host="127.0.0.1", cipher=None):
        self.stream = WebSocket(port, "/", "", host=host)
        self.cipher = cipher

    def close(self):
        self.stream.close()

    def send(self, number, body):
        data = json.dumps(body).encode()
        if self.cipher is not None:
            data = self.cipher.encrypt(data)
        self.stream.send(frame(BINARY, struct.pack("<iii", 12 + len(data), number, 0) + data))

    def receive(self):
        message = self.stream.message()
        length, number, version = struct.unpack("<iii", message[:12])
        if length != len(message) or version != 0:
            raise ValueError(f"a wrong head: {length} {number} {version}")
        data = message[12:]
        if self.cipher is not None:
            data = self.cipher.decrypt(data)
        return number, json.loads(data)
