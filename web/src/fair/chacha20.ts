// The key stream of ChaCha20 (RFC 8439) with a nonce of zeros, as 64-bit words.

const kSigma = [0x61707865, 0x3320646e, 0x79622d32, 0x6b206574];
const kQuarters = [
  [0, 4, 8, 12],
  [1, 5, 9, 13],
  [2, 6, 10, 14],
  [3, 7, 11, 15],
  [0, 5, 10, 15],
  [1, 6, 11, 12],
  [2, 7, 8, 13],
  [3, 4, 9, 14],
] as const;

export function chacha20Block(key: Uint8Array, counter: number): Uint32Array {
  const words = new DataView(key.buffer, key.byteOffset, 32);
  const start = Uint32Array.from([...kSigma, ...Array.from({ length: 8 }, (_, i) => words.getUint32(4 * i, true)), counter, 0, 0, 0]);
  const work = start.slice();
  const mix = (x: number, y: number, z: number, by: number) => {
    work[x] = work[x]! + work[y]!;
    const value = work[z]! ^ work[x]!;
    work[z] = (value << by) | (value >>> (32 - by));
  };
  for (let round = 0; round < 10; ++round) {
    for (const [a, b, c, d] of kQuarters) {
      mix(a, b, d, 16);
      mix(c, d, b, 12);
      mix(a, b, d, 8);
      mix(c, d, b, 7);
    }
  }
  return work.map((value, i) => value + start[i]!);
}

export function* keyStream(key: Uint8Array): Generator<bigint> {
  for (let counter = 0; ; ++counter) {
    const block = chacha20Block(key, counter);
    for (let i = 0; i < 16; i += 2) yield (BigInt(block[i + 1]!) << 32n) | BigInt(block[i]!);
  }
}
