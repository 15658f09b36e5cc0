#!/usr/bin/env python3
"""The algorithm of docs/en/fair.md, written from the page alone, in plain Python.

Usage: wall.py PAGE...

Computes the test vectors of the page and checks that each PAGE holds them. It shares no code with
server/fair, so that the page is enough to check a wall.
"""

import hashlib
import struct
import sys

MASK32, MASK64 = 2**32 - 1, 2**64 - 1


def chacha20_block(key, counter):
    """RFC 8439 with a nonce of zeros: 64 bytes."""
    state = [0x61707865, 0x3320646E, 0x79622D32, 0x6B206574]
    state += struct.unpack("<8L", key) + (counter, 0, 0, 0)
    work = list(state)

    def quarter(a, b, c, d):
        for x, y, z, turn in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
            work[x] = (work[x] + work[y]) & MASK32
            work[z] ^= work[x]
            work[z] = (work[z] << turn | work[z] >> 32 - turn) & MASK32

    for _ in range(10):
        for a, b, c, d in ((0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15),
                           (0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14)):
            quarter(a, b, c, d)
    return struct.pack("<16L", *((x + y) & MASK32 for x, y in zip(work, state)))


def words(wall_key):
    counter = 0
    while True:
        yield from struct.unpack("<8Q", chacha20_block(wall_key, counter))
        counter += 1


def below(source, bound):
    while True:
        word = next(source)
        if word < 2**64 - 2**64 % bound:
            return word % bound


def commit(key, desk, match, hand):
    desk = desk.encode()
    return hashlib.sha256(b"mlf-wall-1" + key + bytes([len(desk)]) + desk +
                          struct.pack(">LL", match, hand)).digest()


def wall_key(key, salts):
    return hashlib.sha256(b"mlf-wall-2" + key + b"".join(salt or bytes(32) for salt in salts)).digest()


def chance(key, tiles):
    source = words(key)
    wall = list(tiles)
    for i in range(len(wall) - 1, 0, -1):
        j = below(source, i + 1)
        wall[i], wall[j] = wall[j], wall[i]
    return wall, next(source)


def mix(z):
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & MASK64
    z = (z ^ z >> 27) * 0x94D049BB133111EB & MASK64
    return z ^ z >> 31


def fnv1a(name):
    h = 0xCBF29CE484222325
    for byte in name.encode():
        h = (h ^ byte) * 0x100000001B3 & MASK64
    return h


GOLDEN = 0x9E3779B97F4A7C15


def dice(seed, hand):
    hand_seed = mix(seed + (hand + 1) * GOLDEN & MASK64)
    stream = mix(hand_seed ^ fnv1a("dice"))
    source = (mix(stream + n * GOLDEN & MASK64) for n in range(1, 100))
    return 1 + below(source, 6), 1 + below(source, 6)


def rows():
    """The names and values of the table, in its order."""
    # RFC 8439, 2.3.2 has another nonce; A.1 vector 1 has zeros for key, nonce and counter.
    assert chacha20_block(bytes(32), 0).hex().startswith("76b8e0ada0f13d90405d6ae55386bd28")
    key = bytes(range(32))
    yield "commit", commit(key, "d-7", 1, 0).hex()
    yield "commit of match 2, hand 258", commit(key, "d-7", 2, 258).hex()
    yield "wall key", wall_key(key, [bytes([0xA0] * 32), None, bytes([0xA2] * 32), None]).hex()
    yield "wall key without salts", wall_key(key, [None] * 4).hex()
    key = wall_key(key, [bytes([0xA0] * 32), None, bytes([0xA2] * 32), None])
    source = words(key)
    for number in range(1, 5):
        yield f"word {number}", f"{next(source):016x}"
    for _ in range(4, 8):
        next(source)
    yield "word 9", f"{next(source):016x}"
    kinds = [f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)]
    wall, seed = chance(key, [kind for kind in kinds for _ in range(4)])
    yield "seed", f"{seed:016x}"
    yield "dice of hand 0", " ".join(map(str, dice(seed, 0)))
    yield "wall", "\n".join("    " + " ".join(wall[i:i + 18]) for i in range(0, 108, 18))


def main(pages):
    missing = 0
    for page in pages:
        text = open(page, encoding="utf-8").read()
        for name, value in rows():
            if value not in text:
                missing += 1
                print(f"{page}: lacks {name}:\n{value}")
    return 1 if missing or not pages else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
