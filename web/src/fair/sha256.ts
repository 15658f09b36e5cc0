// SHA-256 (FIPS 180-4). The browser's own is missing on plain http, which is how a server on a local network is reached.

// The first 32 bits of the fractional parts of roots of the first primes: square roots for the state, cube roots for the rounds.
const kPrimes: number[] = [];
for (let n = 2; kPrimes.length < 64; ++n) if (kPrimes.every((prime) => n % prime !== 0)) kPrimes.push(n);
const fraction = (value: number) => ((value - Math.floor(value)) * 2 ** 32) | 0;
const kState = kPrimes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const kRounds = kPrimes.map((prime) => fraction(Math.cbrt(prime)));

const turn = (value: number, by: number) => (value >>> by) | (value << (32 - by));

export function sha256(message: Uint8Array): Uint8Array {
  const size = Math.ceil((message.length + 9) / 64) * 64;
  const padded = new Uint8Array(size);
  padded.set(message);
  padded[message.length] = 0x80;
  const data = new DataView(padded.buffer);
  data.setUint32(size - 8, Math.floor(message.length / 2 ** 29));
  data.setUint32(size - 4, message.length << 3);
  const state = Int32Array.from(kState),
    w = new Int32Array(64);
  for (let block = 0; block < size; block += 64) {
    for (let i = 0; i < 16; ++i) w[i] = data.getInt32(block + 4 * i);
    for (let i = 16; i < 64; ++i) {
      const x = w[i - 15]!,
        y = w[i - 2]!;
      w[i] = w[i - 16]! + (turn(x, 7) ^ turn(x, 18) ^ (x >>> 3)) + w[i - 7]! + (turn(y, 17) ^ turn(y, 19) ^ (y >>> 10));
    }
    let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
    for (let i = 0; i < 64; ++i) {
      const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + kRounds[i]! + w[i]!) | 0;
      const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((value, i) => {
      state[i] = state[i]! + value;
    });
  }
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((value, i) => digest.setInt32(4 * i, value));
  return new Uint8Array(digest.buffer);
}
