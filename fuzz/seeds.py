#!/usr/bin/env python3
"""Writes seeds of fuzz programs into fuzz/seeds/: messages, settings, moves, journals and variants, all of them valid.

Usage: seeds.py MLF    (in the top folder; MLF is the program mlf; needs protoc)

A request of each type is one file in each wire form, as the fuzz program of the form reads an input. The other seeds there are
made by hand, one for each input that once failed.
"""
import json
import pathlib
import re
import struct
import subprocess
import sys
import tempfile

SEEDS = pathlib.Path("fuzz/seeds")
SALT = "0123456789abcdef" * 4
# One of each type, in the order of the protocol numbers from 1001 on.
REQUESTS = [
    {"t": "login", "name": "ming", "password": "12345678", "register": True},
    {"t": "logout"},
    {"t": "variants"},
    {"t": "desks", "variant": "xueliu"},
    {"t": "create", "variant": "xueliu", "preset": "five_fan", "options": {"hands": 2, "que_first": False, "transfer": "all_gangs"},
     "robots": 3, "private": True, "spectators": False, "time": "fast", "seat": 1},
    {"t": "join", "desk": "d", "code": "123456", "seat": 2},
    {"t": "watch", "code": "123456"},
    {"t": "quick", "variant": "erren", "options": {"hands": 1}},
    {"t": "leave", "desk": "d"},
    {"t": "ready", "desk": "d", "ready": True, "salt": SALT},
    {"t": "config", "desk": "d", "options": {"hands": 4}},
    {"t": "dissolve", "desk": "d"},
    {"t": "vote", "desk": "d", "agree": False},
    {"t": "act", "desk": "d", "match": 1, "id": "a-1", "ask": 7, "node": "discard", "pieces": ["1m"], "value": 3},
    {"t": "sync", "desk": "d", "since": 12},
    {"t": "hint", "desk": "d"},
    {"t": "why", "desk": "d", "node": "peng", "pieces": ["5p", "5p"]},
    {"t": "auto", "desk": "d", "on": True},
    {"t": "say", "desk": "d", "text": "好牌"},
    {"t": "journal", "desk": "d", "match": 1, "hand": 0},
    {"t": "ping"},
]
TILES = {"1m": 0x01, "5p": 0x25}


def write(program, name, content):
    folder = SEEDS / program
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_bytes(content)


# ---- JSON ----

def frame(payload, mask=b"\x01\x02\x03\x04"):
    """A text message of a WebSocket client."""
    size = bytes([0x80 | len(payload)]) if len(payload) < 126 else bytes([0x80 | 126]) + struct.pack(">H", len(payload))
    return b"\x81" + size + mask + bytes(byte ^ mask[i % 4] for i, byte in enumerate(payload))


def json_seeds():
    texts = [json.dumps({**request, "re": i}, ensure_ascii=False).encode() for i, request in enumerate(REQUESTS)]
    for request, text in zip(REQUESTS, texts):
        write("json_wire_fuzz", request["t"], text)
    write("json_wire_fuzz", "frames", b"".join(map(frame, texts[:4])) + b"\x89\x80\1\2\3\4" + b"\x88\x82\0\0\0\0\x03\xe8")
    pieces = texts[0][:9], texts[0][9:]
    write("json_wire_fuzz", "fragments", b"\x01" + frame(pieces[0])[1:] + b"\x80" + frame(pieces[1])[1:])


# ---- framed ----

def value(content):
    """A google.protobuf.Value as protoc reads it."""
    if isinstance(content, bool):
        return f"{{ bool_value: {str(content).lower()} }}"
    return f"{{ {'number_value: ' + str(content) if isinstance(content, int) else 'string_value: ' + json.dumps(content)} }}"


def text_of(request, re):
    lines = [f"re {value(re)}"]
    for key, content in request.items():
        if key == "t":
            continue
        if key == "pieces":
            lines.append(f'pieces: "{"".join(f"{chr(92)}x{TILES[tile]:02x}" for tile in content)}"')
        elif key == "options":
            lines.append("options { " + " ".join(f"fields {{ key: {json.dumps(k)} value {value(v)} }}" for k, v in content.items()) + " }")
        elif key == "value":
            lines.append(f"value {value(content)}")
        else:
            lines.append(f"{key}: {json.dumps(content, ensure_ascii=False)}")
    return "\n".join(lines)


def framed_seeds():
    bodies = []
    for i, request in enumerate(REQUESTS):
        message = "mlf.majiang." + request["t"].capitalize()
        bodies.append(subprocess.run(["protoc", f"--encode={message}", "--proto_path=server/protocol", "majiang.proto"],
                                     input=text_of(request, i).encode(), stdout=subprocess.PIPE, check=True).stdout)
        # The first byte: odd = one body, and above it the number from 1001 on.
        write("framed_wire_fuzz", request["t"], bytes([i << 1 | 1]) + bodies[-1])
    # Even = a connection: a length, a byte that is not "!", the number and a body for each frame.
    connection = [bytes([len(body) + 2, 0, i]) + body for i, body in enumerate(bodies) if 3 <= len(body) < 250]
    write("framed_wire_fuzz", "connection", b"\0" + b"".join(connection))
    header = struct.pack(">BII", 1, 1021, len(bodies[20]))
    write("framed_wire_fuzz", "own_header", b"\0" + bytes([len(header + bodies[20]) + 1]) + b"!" + header + bodies[20])


# ---- echecs ----

# In the order of the fuzz program.
ECHECS = [
    (10000, {}), (100002, {"passwd": "x"}), (100010, {}), (100100, {"ready": 1}),
    (100101, {"room_type": "erren", "custom_config": {"hands": 2}}), (100102, {"desk_id": "123456"}), (100103, {}), (100104, {}),
    (100105, {"room_type": "xueliu"}), (100110, {}), (100111, {"agree": 1}), (100112, {}), (100120, {"custom_config": {"hands": 1}}),
    (100130, {}), (100140, {"act_type": "discard", "card_list": [1], "ask": 7, "act_id": "a-1"}),
]
LOGGED_IN, AT_A_DESK, IN_PLAY, AS_BODY = 4, 8, 16, 2 << 5


def echecs_seeds():
    for i, (number, fields) in enumerate(ECHECS):
        body = json.dumps({"user_id": 1, **fields}).encode()
        state = {100002: 0,
                 100010: LOGGED_IN | AT_A_DESK | IN_PLAY, 100101: LOGGED_IN, 100102: LOGGED_IN, 100104: LOGGED_IN, 100105: LOGGED_IN,
                 100111: LOGGED_IN | AT_A_DESK | IN_PLAY, 100140: LOGGED_IN | AT_A_DESK | IN_PLAY}.get(number, LOGGED_IN | AT_A_DESK)
        for name, how in (("", 0), ("_encrypted", 1)):
            write("echecs_wire_fuzz", f"{number}{name}", bytes([AS_BODY | state | how, i]) + body)
        # With its own header.
        if number in (10000, 100002):
            write("echecs_wire_fuzz", f"{number}_header", bytes([2, i]) + struct.pack("<iii", 12 + len(body), number, 1) + body)


# ---- server.yaml ----

def settings_seeds():
    write("server_config_fuzz", "addresses", b'data: "./data"\nhttp: 127.0.0.1:0\nframed: "off"\nechecs: "[::1]:10000"\nlog_level: debug\n')
    write("server_config_fuzz", "limits", b"# comment\nmax_message_bytes: 4096\nmessages_per_second: 20\nmax_connections: 20000\n"
          b"spectator_delay: 0\nvote_silence: no\nlimit_loopback: on\nechecs_register: true\n")
    write("server_config_fuzz", "cluster", b'cluster: ["etcd://10.0.0.1:2379,10.0.0.2:2379"]\nname: n1\nadvertise: 10.0.0.1:7100\n'
          b'cluster_quota_mb: 2048\ntrusted_proxy: [10.0.0.9/32, "fe80::/10"]\nroles: gateway,host\n')


# ---- moves ----

def action_seeds():
    """A table of each flow: its number, two bytes of a seed, then moves of three bytes behind what they are."""
    for flow in range(12):
        moves = b"".join(bytes([4 + n % 4, n % 3, 0, n * 37 % 256]) if n % 9 else bytes([3, n % 4]) for n in range(1, 60))
        write("actions_fuzz", f"table_{flow}", bytes([flow, 37, flow]) + moves)


def journal_seeds(mlf):
    with tempfile.NamedTemporaryFile("r", encoding="utf-8") as file:
        subprocess.run([mlf, "play", "erren", "--seed", "7", "--set", "hands=1", "--journal", file.name], input="1\n" * 400, text=True,
                       stdout=subprocess.DEVNULL, check=True)
        text = file.read()
    write("journal_fuzz", "game", text.encode())
    # The fuzz program adds the checks of lines itself.
    write("journal_fuzz", "without_checks", re.sub(r" #[0-9a-f]{4}$", "", text, flags=re.M).encode())


def other_seeds():
    write("variant_fuzz", "whole", pathlib.Path("variants/xuezhan/variant.yaml").read_bytes())
    write("variant_fuzz", "patch", b"options:\n  hands: {default: 2}\n  stake: {default: 20}\n")
    # In the file: a table, a row, a column and a value; behind the sums: a desk, a field and a value.
    write("database_fuzz", "rows", bytes([0]) + bytes(n * 29 % 256 for n in range(60)))
    write("database_fuzz", "fields", bytes([1]) + bytes(n * 31 % 256 for n in range(60)))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    json_seeds()
    framed_seeds()
    echecs_seeds()
    settings_seeds()
    action_seeds()
    journal_seeds(sys.argv[1])
    other_seeds()
