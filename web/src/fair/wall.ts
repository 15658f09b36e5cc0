// The algorithm of docs/en/fair.md, sections 2 and 3.
// The browser's own SHA-256 is missing on plain http, which is how a server on a local network is reached.
import { chacha20 } from "@noble/ciphers/chacha";
import { sha256 } from "@noble/hashes/sha2";
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from "@noble/hashes/utils";

const u32 = (value: number) => Uint8Array.from([24, 16, 8, 0], (by) => (value >>> by) & 255);

export function commitOf(key: string, desk: string, match: number, hand: number): string {
  const id = utf8ToBytes(desk);
  return bytesToHex(sha256(concatBytes(utf8ToBytes("mlf-wall-1"), hexToBytes(key), Uint8Array.of(id.length), id, u32(match), u32(hand))));
}

export type Salts = readonly (string | null)[];
export function wallKeyOf(key: string, salts: Salts): Uint8Array {
  const of = (salt: string | null) => (salt === null ? new Uint8Array(32) : hexToBytes(salt));
  return sha256(concatBytes(utf8ToBytes("mlf-wall-2"), hexToBytes(key), ...salts.map(of)));
}

const ZEROS = new Uint8Array(64); // a block of the stream, or its first bytes as the nonce

/** The key stream of ChaCha20 (RFC 8439) with a nonce of zeros, as 64-bit words. */
export function* keyStream(key: Uint8Array): Generator<bigint> {
  for (let counter = 0; ; ++counter) {
    const block = new DataView(chacha20(key, ZEROS.subarray(0, 12), ZEROS, undefined, counter).buffer);
    for (let at = 0; at < 64; at += 8) yield block.getBigUint64(at, true);
  }
}

// The suits in order; red fives have places of their own, behind honours and behind flowers.
const kOrder = ["m", "p", "s", "z", "0m", "0p", "h", "0s"];
const order = (tile: string) => kOrder.indexOf(tile[0] === "0" ? tile : tile[1]!) * 16 + Number(tile[0]);
export const sorted = (tiles: readonly string[]) => [...tiles].sort((a, b) => order(a) - order(b));

function below(words: Iterator<bigint>, bound: number): number {
  const all = 1n << 64n,
    limit = all - (all % BigInt(bound));
  for (;;) {
    const word = words.next().value as bigint;
    if (word < limit) return Number(word % BigInt(bound));
  }
}

export interface Chance {
  readonly wall: readonly string[]; // the next draw first
  readonly seed: string; // 16 hex digits
}

// `tiles`: every tile in play.
export function chanceOf(wallKey: Uint8Array, tiles: readonly string[]): Chance {
  const words = keyStream(wallKey),
    wall = sorted(tiles);
  for (let i = wall.length - 1; i > 0; --i) {
    const j = below(words, i + 1);
    [wall[i], wall[j]] = [wall[j]!, wall[i]!];
  }
  return { wall, seed: (words.next().value as bigint).toString(16).padStart(16, "0") };
}

// ---- docs/en/random.md: the named streams of a hand ----

const WORD = (1n << 64n) - 1n;
const GOLDEN = 0x9e3779b97f4a7c15n;
function mix(z: bigint): bigint {
  z = ((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n) & WORD;
  z = ((z ^ (z >> 27n)) * 0x94d049bb133111ebn) & WORD;
  return z ^ (z >> 31n);
}
const fnv1a = (name: string) =>
  [...utf8ToBytes(name)].reduce((hash, byte) => ((hash ^ BigInt(byte)) * 0x100000001b3n) & WORD, 0xcbf29ce484222325n);

function* streamOf(seed: string, hand: number, name: string): Generator<bigint> {
  const handSeed = mix((BigInt(`0x${seed}`) + BigInt(hand + 1) * GOLDEN) & WORD);
  const streamSeed = mix(handSeed ^ fnv1a(name));
  for (let n = 1n; ; ++n) yield mix((streamSeed + n * GOLDEN) & WORD);
}

/** The first two dice of a hand. */
export function diceOf(seed: string, hand: number): [number, number] {
  const words = streamOf(seed, hand, "dice");
  return [1 + below(words, 6), 1 + below(words, 6)];
}
