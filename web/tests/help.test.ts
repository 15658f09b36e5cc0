import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { callsIn } from "../src/help/calls";
import { barOf, grouped, inOrder } from "../src/help/hints";
import { isQuiet, lineOf, partsOf, type Sayer } from "../src/help/lines";
import { soundOf } from "../src/help/sounds";
import { latencyOf, rowOf } from "../src/dev/json";
import { streamOf, variants } from "./streams";

// What the server says of events; test_server_gateway compares the file.
const texts = JSON.parse(readFileSync(new URL("events.json", import.meta.url), "utf8")) as Record<string, { zh: string; en: string }[]>;
const say: Sayer = {
  lang: "en",
  texts: (type) => texts[type] ?? [],
  seat: (seat) => `P${seat}`,
  tiles: (pieces) => pieces.join(" "),
  name: (id) => id.replaceAll("_", " "),
};

describe("lines", () => {
  test("what happened", () => {
    expect(lineOf({ type: "discard", seat: 2, pieces: ["5m"], value: 1 }, say)).toBe("P2 discards 5m");
    expect(lineOf({ type: "draw", seat: 1, pieces: ["?"], hidden: true }, say)).toBe("P1 draws ?");
    expect(lineOf({ type: "peng", seat: 0, other: 3, pieces: ["1p"] }, say)).toBe("P0 peng 1p (from P3)");
    expect(lineOf({ type: "dice", value: 53 }, say)).toBe("dice 5 3");
    expect(lineOf({ type: "fan", seat: 1, value: 2, text: "qing_yi_se" }, say)).toBe("P1 qing yi se: 2 fan");
    expect(lineOf({ type: "fan", seat: 1, value: 0, text: "ping_hu" }, say)).toBe("P1 ping hu");
    expect(lineOf({ type: "discard", seat: 2, pieces: ["5m"] }, { ...say, lang: "zh" })).toBe("P2 打 5m");
  });
  test("tiles are parts of their own, to be drawn", () => {
    expect(partsOf({ type: "peng", seat: 0, other: 3, pieces: ["1p"] }, say)).toEqual(["P0 peng ", ["1p"], " (from P3)"]);
  });
  test("an event of tomorrow", () => {
    expect(lineOf({ type: "new_thing", seat: 1, other: 2, value: 4, text: "some_reason", pieces: ["1m", "2m"] }, say)).toBe(
      "P1 new thing some reason 4 (P2) 1m 2m",
    );
    expect(lineOf({ type: "new_thing" }, say)).toBe("new thing");
  });
  test.each(variants)("every event of the recorded %s has a line in both languages", (variant) => {
    const events = streamOf(variant).flatMap((message) => message.events ?? []);
    expect(events.length).toBeGreaterThan(40);
    for (const event of events) {
      expect(texts, event.type).toHaveProperty(event.type);
      for (const lang of ["zh", "en"] as const) {
        const line = lineOf(event, { ...say, lang });
        expect(line).not.toMatch(/[{}]|undefined/);
        if (!isQuiet(event)) expect(line.trim()).not.toBe("");
      }
    }
  });
});

test("hints: near a win first, then many tiles, then points", () => {
  const hint = (piece: string, distance: number, waits: [string, number, number?][]) => ({
    piece,
    distance,
    waits: waits.map(([of, left, value]) => ({ piece: of, left, ...(value === undefined ? {} : { value }) })),
  });
  const order = inOrder([
    hint("1m", 2, []),
    hint("2m", 0, [["3m", 2]]),
    hint("4m", 0, [
      ["5m", 3],
      ["6m", 1, 8],
    ]),
    hint("7m", 0, [["8m", 2, 4]]),
    hint("9m", 1, []),
  ]);
  expect(order.map((one) => one.piece)).toEqual(["4m", "7m", "2m", "9m", "1m"]);
  expect(order[0]).toMatchObject({ left: 4, value: 8 });
  expect(order[2]!.value).toBeNull();
});

test("discards that keep nothing and are equally far are listed together", () => {
  const far = (piece: string, distance: number) => ({ piece, distance, waits: [] });
  const near = { piece: "9m", distance: 0, waits: [{ piece: "8m", left: 1 }] };
  const groups = grouped(inOrder([far("1m", 2), far("2m", 1), far("3m", 2), near]));
  expect(groups.map((one) => one.pieces)).toEqual([["9m"], ["2m"], ["1m", "3m"]]);
});

test("discards that are brought nearer by the same tiles are listed together, the most tiles first", () => {
  const far = (piece: string, ...improves: string[]) => ({
    piece,
    distance: 1,
    waits: [],
    improves: improves.map((one) => ({ piece: one, left: 4 })),
  });
  const groups = grouped(inOrder([far("1m", "5p"), far("2m", "5p", "6p"), far("3m", "5p")]));
  expect(groups.map((one) => one.pieces)).toEqual([["2m"], ["1m", "3m"]]);
});

test("a rule that bars every wait is named", () => {
  const barred = { zh: "振听", en: "furiten" };
  const wait = { piece: "3m", left: 1, only_drawn: true };
  expect(barOf({ waits: [{ ...wait, barred }] })).toBe(barred);
  expect(barOf({ waits: [{ ...wait, barred }, wait] })).toBeNull();
  expect(barOf({ waits: [] })).toBeNull();
});

test("sounds: the strongest of what came together", () => {
  const discard = { type: "discard", seat: 0, pieces: ["1m"] };
  expect(soundOf([discard])).toBe("tile");
  expect(soundOf([{ type: "draw", seat: 0, pieces: ["?"] }])).toBeNull();
  expect(soundOf([{ type: "peng", seat: 1, other: 0, pieces: ["1m"] }, discard])).toBe("claim");
  expect(
    soundOf([
      { type: "hu", seat: 1, pieces: ["1m"] },
      { type: "win_value", seat: 1, pieces: ["1m"], value: 4 },
    ]),
  ).toBe("win");
  expect(soundOf([])).toBeNull();
});

test("calls: claims, declarations and wins by the name of their action; no draw, no discard, no payment", () => {
  const step = (seq: number, path: string[], ...events: object[]) => ({
    walk: { seq, node: "", path, offers: [] },
    entries: events.map((event, at) => ({ n: 10 * seq + at, seq, event: { value: 0, ...event } as never })),
  });
  const steps = [
    step(1, ["draw", "turn"], { type: "draw", seat: 0, pieces: ["?"] }),
    step(2, ["discard"], { type: "discard", seat: 0, pieces: ["1m"] }),
    step(3, ["chi", "turn"], { type: "declaration_stands", seat: 0 }, { type: "chi", seat: 1, other: 0, pieces: ["1m", "2m", "3m"] }),
    step(4, ["li_zhi"], { type: "ting", seat: 1 }),
    step(5, ["an_gang", "draw"], { type: "an_gang", seat: 2, pieces: ["?"] }, { type: "draw", seat: 2, pieces: ["?"] }),
    step(
      6,
      ["hu"],
      { type: "hu", seat: 2, pieces: ["9s"] },
      { type: "hu", seat: 3, pieces: ["9s"] },
      { type: "win_value", seat: 2, pieces: ["9s"] },
    ),
  ];
  const calls = callsIn(
    steps.flatMap(({ entries }) => entries),
    steps.map(({ walk }) => walk),
  );
  expect(calls.map(({ seat, action, pieces }) => `${seat} ${action} ${pieces.join(" ")}`.trim())).toEqual([
    "1 chi 1m 2m 3m",
    "1 li_zhi",
    "2 an_gang",
    "2 hu 9s",
    "3 hu 9s",
  ]);
});

describe("the panel for developers", () => {
  test("rows", () => {
    expect(rowOf("a", 5)).toEqual({ key: "a", brief: "5", inside: null });
    expect(rowOf("a", ["1m", "2m"])).toEqual({ key: "a", brief: '["1m", "2m"]', inside: null });
    expect(rowOf("a", [{ b: 1 }])).toEqual({ key: "a", brief: "[1]", inside: [["0", { b: 1 }]] });
    expect(rowOf("a", { b: 1, c: null })).toEqual({
      key: "a",
      brief: "{b, c}",
      inside: [
        ["b", 1],
        ["c", null],
      ],
    });
    expect(rowOf("a", undefined).brief).toBe("undefined");
  });
  test("latency", () => {
    expect(latencyOf([])).toBeNull();
    expect(latencyOf(Array.from({ length: 100 }, (_, i) => 100 - i))).toEqual({ median: 51, p95: 96, worst: 100, n: 100 });
  });
});
