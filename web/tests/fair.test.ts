// The wall check against the test vectors of docs/en/fair.md, and on recorded hands that were altered in every place.
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { bytesToHex } from "@noble/hashes/utils";
import { check, type Evidence } from "../src/fair/check";
import { EVIDENCE } from "../src/fair/evidence";
import { chanceOf, commitOf, diceOf, keyStream, sorted, wallKeyOf } from "../src/fair/wall";
import { heardBy } from "./streams";

const page = readFileSync(new URL("../../docs/en/fair.md", import.meta.url), "utf8");
const vector = (name: string) => new RegExp(`\\| ${name} \\| \`?([0-9a-f ]+?)\`? \\|`).exec(page)![1]!;
const key = bytesToHex(Uint8Array.from({ length: 32 }, (_, i) => i));
const salts = ["a0".repeat(32), null, "a2".repeat(32), null];
const allTiles = [..."mps"].flatMap((suit) => Array.from({ length: 36 }, (_, i) => `${(i >> 2) + 1}${suit}`));

describe("the vectors of the page", () => {
  test("words of ChaCha20, over the end of a block", () => {
    // RFC 8439, appendix A.1, vectors 1 and 2; words are little-endian.
    const words = keyStream(new Uint8Array(32));
    const first = Array.from({ length: 9 }, () => words.next().value as bigint);
    expect(first[0]!.toString(16)).toBe("903df1a0ade0b876");
    expect(first[8]!.toString(16)).toBe("7a385155bee7079f");
  });
  test("commit", () => {
    expect(commitOf(key, "d-7", 1, 0)).toBe(vector("commit of match 1, hand 0"));
    expect(commitOf(key, "d-7", 2, 258)).toBe(vector("commit of match 2, hand 258"));
  });
  test("wall key, words, seed", () => {
    expect(bytesToHex(wallKeyOf(key, [null, null, null, null]))).toBe(vector("wall key without salts, 4 places"));
    expect(bytesToHex(wallKeyOf(key, salts))).toBe(vector("wall key with the salts"));
    const words = keyStream(wallKeyOf(key, salts));
    const first = Array.from({ length: 9 }, () => (words.next().value as bigint).toString(16).padStart(16, "0"));
    expect(first[0]).toBe(vector("word 1 of it"));
    expect(first[1]).toBe(vector("word 2"));
    expect(first[8]).toBe(vector("word 9"));
  });
  test("wall", () => {
    const { wall, seed } = chanceOf(wallKeyOf(key, salts), allTiles);
    expect(seed).toBe(vector("seed of the hand"));
    const printed = [...page.matchAll(/^ {4}((?:\d[mps] ?){18})$/gm)].flatMap((row) => row[1]!.trim().split(" "));
    expect(wall).toEqual(printed);
    expect(diceOf(seed, 0).join(" ")).toBe(vector("dice of hand 0"));
    expect(diceOf((42).toString(16), 0)).toEqual([5, 6]); // docs/en/random.md
  });
  test("tiles lie sorted by suit, then rank", () => {
    expect(sorted(["0s", "1h", "0p", "7z", "5p"])).toEqual(["5p", "7z", "0p", "1h", "0s"]);
    expect(sorted(["1h", "7z", "1s", "9p", "1p", "2m", "1m"])).toEqual(["1m", "2m", "1p", "9p", "1s", "7z", "1h"]);
  });
});

// Hands as a page heard them.
const sets: Record<string, string[]> = { xueliu: allTiles, xuezhan: allTiles };
const finished = Object.entries(sets).flatMap(([variant, tiles]) =>
  heardBy(variant).map((heard): [string, Evidence] => [`${variant} ${heard.hand}`, { ...heard, tiles }]),
);
const outcome = (evidence: Evidence) => Object.fromEntries(check(evidence).findings.map((finding) => [finding.id, finding.fits]));

describe.each(finished)("a hand of %s", (_, evidence) => {
  test("fits", () => {
    expect(outcome(evidence)).toEqual({ commit: true, salt: true, tiles: true, dice: true, deal: true, draws: true });
    const draws = check(evidence).findings.find((finding) => finding.id === "draws")!;
    expect(draws.with.tiles).toBeGreaterThan(5);
  });
  test("another key, commit, salt or set of tiles is found", () => {
    const other = (hex: string) => (hex[0] === "0" ? "1" : "0") + hex.slice(1);
    expect(outcome({ ...evidence, key: other(evidence.key) })).toMatchObject({ commit: false, deal: false });
    expect(outcome({ ...evidence, commit: other(evidence.commit!) })).toMatchObject({ commit: false, deal: true });
    expect(outcome({ ...evidence, salts: evidence.salts.map(() => "11".repeat(32)) })).toMatchObject({ salt: false, deal: false });
    expect(outcome({ ...evidence, ownSalt: other(evidence.ownSalt!) })).toMatchObject({ salt: false, deal: true });
    expect(outcome({ ...evidence, desk: `${evidence.desk}x` })).toMatchObject({ commit: false });
    expect(outcome({ ...evidence, hand: evidence.hand + 1 })).toMatchObject({ commit: false });
    expect(outcome({ ...evidence, tiles: [...allTiles, "1z"] })).toMatchObject({ tiles: false });
    expect(outcome({ ...evidence, tiles: ["1m", ...allTiles.slice(0, -1)] })).toMatchObject({ tiles: true, deal: false });
  });
  test("other dice are found, and none need be thrown", () => {
    const dice = evidence.events.findIndex((event) => event.type === "dice");
    const events = structuredClone(evidence.events) as Evidence["events"][number][];
    events[dice]!.value = events[dice]!.value === 11 ? 12 : 11;
    expect(outcome({ ...evidence, events })).toMatchObject({ dice: false, deal: true });
    expect(outcome({ ...evidence, events: events.filter((_, at) => at !== dice) })).not.toHaveProperty("dice");
  });
  test("every tile of the deal that was changed is found", () => {
    const deal = evidence.events.findIndex((event) => event.type === "deal" && event.pieces?.[0] !== "?");
    for (let at = 0; at < evidence.events[deal]!.pieces!.length; ++at) {
      const events = structuredClone(evidence.events) as Evidence["events"][number][];
      const pieces = events[deal]!.pieces!;
      pieces[at] = pieces[at] === "1m" ? "2m" : "1m";
      expect(outcome({ ...evidence, events })).toMatchObject({ deal: false });
    }
  });
  test("a drawn tile that was changed is found", () => {
    const own = evidence.events.flatMap((event, i) => (event.type === "draw" && event.pieces?.[0] !== "?" ? [i] : []));
    let found = 0;
    for (const at of own) {
      const events = structuredClone(evidence.events) as Evidence["events"][number][];
      events[at]!.pieces = [events[at]!.pieces![0] === "9s" ? "1m" : "9s"];
      if (outcome({ ...evidence, events }).draws === false) ++found;
    }
    // A tile off the tail may by chance be the one that was put in.
    expect(found).toBeGreaterThanOrEqual(own.length - 1);
  });
  test("after an exchange with the wall no draw is compared", () => {
    const events = structuredClone(evidence.events) as Evidence["events"][number][];
    const drawn = events.findIndex((event) => event.type === "draw");
    const own = events.find((event) => event.type === "draw" && event.pieces?.[0] !== "?")!;
    own.pieces = [own.pieces![0] === "9s" ? "1m" : "9s"]; // what another seat gave up
    events.splice(drawn, 0, { type: "exchange_received_of_wall", seat: 0, pieces: ["?", "?"] });
    expect(EVIDENCE).toContain("exchange_received_of_wall");
    expect(outcome({ ...evidence, events })).toMatchObject({ deal: true, draws: null });
  });
  test("what was not seen is not claimed", () => {
    expect(outcome({ ...evidence, commit: null })).toMatchObject({ commit: null });
    expect(outcome({ ...evidence, ownSalt: null })).toMatchObject({ salt: null });
    expect(outcome({ ...evidence, tiles: null })).toEqual({ commit: true, salt: true, tiles: null, dice: null, deal: null, draws: null });
    const late = evidence.events.filter((event) => event.type !== "deal").slice(4);
    expect(outcome({ ...evidence, events: late })).toMatchObject({ deal: null, draws: null });
  });
});
