"""AES in CFB mode with segments of 8 bits, as Python's `AES.new(key, AES.MODE_CFB)` of PyCrypto is.

One object encrypts and decrypts, begins with a vector of zeros, and goes on where its last message ended: the
older platform's programs have one for all messages of a connection. Slow, and only for tests.
"""

BLOCK = 16


def _times_two(byte):
    return byte << 1 ^ (0x11b if byte & 0x80 else 0)


def _times(a, b):
    product = 0
    while b:
        product ^= a if b & 1 else 0
        a, b = _times_two(a), b >> 1
    return product


def _substitutes():
    inverse = [0] + [next(b for b in range(1, 256) if _times(a, b) == 1) for a in range(1, 256)]
    turned = [0x63] * 256
    for byte, number in enumerate(inverse):
        for turn in range(5):
            turned[byte] ^= (number << turn | number >> 8 - turn) & 0xff
    return turned


SUBSTITUTE = _substitutes()
DOUBLE = [_times(byte, 2) for byte in range(256)]
TRIPLE = [_times(byte, 3) for byte in range(256)]


class Aes:
    def __init__(self, key):
        if len(key) not in (16, 32):
            raise ValueError("a key has 16 or 32 bytes")
        words = [list(key[i:i + 4]) for i in range(0, len(key), 4)]
        length, constant = len(words), 1
        self.rounds = length + 6
        while len(words) < 4 * (self.rounds + 1):
            word = list(words[-1])
            if len(words) % length == 0:
                word = [SUBSTITUTE[byte] for byte in word[1:] + word[:1]]
                word[0] ^= constant
                constant = _times_two(constant)
            elif length > 6 and len(words) % length == 4:
                word = [SUBSTITUTE[byte] for byte in word]
            words.append([a ^ b for a, b in zip(words[-length], word)])
        self.keys = [sum(words[i:i + 4], []) for i in range(0, len(words), 4)]

    def block(self, block):
        state = [a ^ b for a, b in zip(block, self.keys[0])]
        for number in range(1, self.rounds + 1):
            state = [SUBSTITUTE[state[(i + 4 * (i % 4)) % BLOCK]] for i in range(BLOCK)]
            if number < self.rounds:
                mixed = []
                for i in range(0, BLOCK, 4):
                    a, b, c, d = state[i:i + 4]
                    mixed += [DOUBLE[a] ^ TRIPLE[b] ^ c ^ d, a ^ DOUBLE[b] ^ TRIPLE[c] ^ d,
                              a ^ b ^ DOUBLE[c] ^ TRIPLE[d], TRIPLE[a] ^ b ^ c ^ DOUBLE[d]]
                state = mixed
            state = [a ^ b for a, b in zip(state, self.keys[number])]
        return bytes(state)


class Chain:
    """The AES object of one connection, with the padding of the older platform."""

    def __init__(self, key):
        self.aes = Aes(key)
        self.state = bytes(BLOCK)

    def _run(self, data, encrypts):
        out = bytearray()
        for byte in data:
            out.append(byte ^ self.aes.block(self.state)[0])
            self.state = self.state[1:] + bytes([out[-1] if encrypts else byte])
        return bytes(out)

    def encrypt(self, text):
        pad = BLOCK - len(text) % BLOCK
        return self._run(text + bytes([pad]) * pad, True)

    def decrypt(self, data):
        text = self._run(data, False)
        return text[:-text[-1]]
