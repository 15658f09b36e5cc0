// Records how the engine reads winning hands: tests/readings.jsonl, on which the reading of the page is tested.
//
//   MLF_BIN=../build/release/bin node scripts/readings.mjs
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";

const CASES = 60; // of each variant
const games = {
  erren: { suits: "m", honours: true, pairs: true },
  xueliu: { suits: "mp", pairs: true, state: { void: "s" } },
  xuezhan: { suits: "mp", pairs: true, state: { void: "s" } },
  yilaidaodi: { suits: "mps", state: { pi: "4s" }, wild: "5s" },
};

// A fixed sequence, so that the same cases are made again.
let seed = 20;
const below = (bound) => (seed = (seed * 48271) % 2147483647) % bound;
const any = (list) => list[below(list.length)];

function hand({ suits, honours, pairs, wild }) {
  const kinds = [...suits].flatMap((suit) => Array.from({ length: 9 }, (_, i) => `${i + 1}${suit}`));
  if (honours) kinds.push(...Array.from({ length: 7 }, (_, i) => `${i + 1}z`));
  const tiles = [];
  if (pairs && below(4) === 0) while (tiles.length < 14) tiles.push(...Array(2).fill(any(kinds.filter((kind) => !tiles.includes(kind)))));
  else {
    tiles.push(...Array(2).fill(any(kinds)));
    while (tiles.length < 14) {
      const first = any(kinds);
      const rank = Number(first[0]);
      const run = first[1] !== "z" && rank < 8 && below(3) > 0;
      tiles.push(...(run ? [0, 1, 2].map((step) => `${rank + step}${first[1]}`) : Array(3).fill(first)));
    }
  }
  if (wild) for (let i = below(3); i > 0; --i) tiles[below(tiles.length)] = wild;
  return tiles.some((tile) => tiles.filter((one) => one === tile).length > 4) ? hand({ suits, honours, pairs, wild }) : tiles;
}

const cases = [];
for (const [variant, game] of Object.entries(games)) {
  const given = Array.from({ length: 4 * CASES }, () => {
    const tiles = hand(game);
    const win = tiles.splice(below(14), 1)[0];
    return { tiles, win };
  });
  const lines = given.map(({ tiles, win }, id) =>
    JSON.stringify({ id: String(id), hand: tiles.join(""), win, by: "self_draw", state: game.state ?? {} }),
  );
  // A hand with a tile too many is answered as a fault.
  const { stdout: answers } = spawnSync(join(process.env.MLF_BIN, "mlf"), ["score", variant], {
    input: lines.join("\n") + "\n",
    encoding: "utf8",
  });
  const read = answers
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line).reading);
  const kept = given.flatMap(({ tiles, win }, at) =>
    read[at] ? [{ variant, tiles, win, wilds: game.wild ? [game.wild] : [], reading: read[at] }] : [],
  );
  if (kept.length < CASES) throw new Error(`${variant}: only ${kept.length} of ${given.length} hands win`);
  cases.push(...kept.slice(0, CASES));
}
writeFileSync(new URL("../tests/readings.jsonl", import.meta.url), cases.map((one) => `${JSON.stringify(one)}\n`).join(""));
console.log(`${cases.length} hands`);
