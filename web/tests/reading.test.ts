// The reading of a win against the engine's, on hands that `mlf score` read (scripts/readings.mjs).
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { readingOf } from "../src/table/reading";

interface Case {
  variant: string;
  tiles: string[];
  win: string;
  wilds: string[];
  reading: { pair?: string; sets?: string[]; pairs?: string[] };
}
const cases = readFileSync(new URL("./readings.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Case);

const written = (groups: string[][]): string =>
  groups
    .map((group) => [...group].sort().join(" "))
    .sort()
    .join(" | ");

/** "33[3]p" with the wildcard 5s: 3p 3p 5s. */
const tilesOf = (group: string, wild: string): string[] =>
  [...group.slice(0, -1).matchAll(/\[\d\]|\d/g)].map(([rank]) => (rank.length > 1 ? wild : rank + group.slice(-1)));

function isGroup(group: string[], wilds: string[]): boolean {
  const plain = group.filter((tile) => !wilds.includes(tile));
  const [first] = plain;
  if (first === undefined || plain.every((tile) => tile === first)) return true;
  const ranks = plain.map((tile) => Number(tile[0]));
  return (
    group.length === 3 &&
    first[1] !== "z" &&
    plain.every((tile) => tile[1] === first[1]) &&
    new Set(ranks).size === plain.length &&
    Math.max(...ranks) - Math.min(...ranks) <= 2
  );
}

const without = <T>(list: T[], at: number): T[] => [...list.slice(0, at), ...list.slice(at + 1)];

/** Every way to lay all tiles as sets and one pair: the first tile with any others that make a group. */
function readings(tiles: string[], wilds: string[], pair = false, laid: string[][] = []): Set<string> {
  const [first, ...rest] = tiles;
  if (first === undefined) return new Set(pair ? [written(laid)] : []);
  const found = new Set<string>();
  const lay = (group: string[], others: string[]) => {
    if (!isGroup(group, wilds)) return;
    for (const one of readings(others, wilds, pair || group.length === 2, [...laid, group])) found.add(one);
  };
  rest.forEach((second, i) => {
    const others = without(rest, i);
    if (!pair) lay([first, second], others);
    others.forEach((third, j) => j >= i && lay([first, second, third], without(others, j)));
  });
  return found;
}

describe.each([...new Set(cases.map((one) => one.variant))])("%s", (variant) => {
  test("is one that there is, and the engine's where there is only one", () => {
    let compared = 0;
    for (const { tiles, win, wilds, reading } of cases.filter((one) => one.variant === variant)) {
      const own = readingOf([...tiles, win], null, wilds);
      expect(own.flat().sort()).toEqual([...tiles, win].sort());
      const told = written((reading.pairs ?? [reading.pair!, ...reading.sets!]).map((group) => tilesOf(group, wilds[0] ?? "")));
      const all = reading.pairs ? new Set([told]) : readings([...tiles, win], wilds);
      expect(all, `${variant} ${told}`).toContain(told);
      expect(all).toContain(written(own));
      if (all.size > 1) continue;
      expect(written(own)).toBe(told);
      ++compared;
    }
    expect(compared).toBeGreaterThan(20);
  });
});

test("a red five stands for a five", () => {
  expect(written(readingOf(["4m", "0m", "6m", "0p", "5p"], null, []))).toBe("0m 4m 6m | 0p 5p");
});
