import { readFileSync } from "node:fs";
import { afterEach, describe, expect, test, vi } from "vitest";
import { callsIn } from "../src/help/calls";
import { barOf, grouped, inOrder } from "../src/help/hints";
import { tipFor, type Told } from "../src/help/lessons";
import { isQuiet, lineOf, partsOf, type Sayer } from "../src/help/lines";
import { notify } from "../src/help/notify";
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

describe("lessons", () => {
  const words = {
    zh: "某玩法",
    en: "a game",
    about: { line: { zh: "一句", en: "one line" } },
    nodes: { peng: { zh: "碰", en: "pong" }, swap: { zh: "换", en: "swap" } },
    wins: { discard: "hu", self_draw: "zi_mo" },
    lessons: { swap: { zh: "换一张", en: "swap one" }, hu: { zh: "都付", en: "all pay" } },
  };
  const heard = (
    offers: object[],
    { hand = ["1m", "2m"], focus, river = 0, ...more }: Record<string, unknown> & { hand?: string[] } = {},
  ) =>
    ({
      game: "g",
      words,
      own: 1,
      view: { seats: [{}, { hand, melds: [] }], focus, river: Array.from({ length: river as number }, () => ({ seat: 1 })) },
      asked: { ask: 1, offers },
      discards: false,
      ended: false,
      ...more,
    }) as unknown as Told;
  const others = { tile: "5m", seat: 0 };
  const claim = (node: string, more: object) => ({ node, ...more });
  const START = ["g:start"];
  test.each([
    ["the aim first, by the line where no lesson tells it", [], {}, [], "g:start"],
    ["in the words of the game", [claim("swap", { kind: "subset" })], {}, START, "g:swap"],
    ["what only the game can tell, and does not", [claim("odd", { kind: "value" })], {}, START, ""],
    ["a win, and what the game says of it", [claim("hu", { kind: "nothing" })], { focus: others }, START, "lesson.win g:hu"],
    ["of a win only what has not been told", [claim("hu", { kind: "nothing" })], { focus: others }, [...START, "lesson.win"], "g:hu"],
    ["equal tiles", [claim("peng", { kind: "piece", pieces: ["5m"] })], { focus: others }, START, "lesson.equal"],
    ["a sequence", [claim("chi", { kind: "combo", combos: [["4m", "6m"]] })], { focus: others }, START, "lesson.run"],
    ["red and plain fives are equal", [claim("peng", { kind: "combo", combos: [["0m", "5m"]] })], { focus: others }, START, "lesson.equal"],
    ["four of the own", [claim("gang", { kind: "piece", pieces: ["3p"] })], { hand: ["3p", "3p", "3p", "3p"] }, START, "lesson.four"],
    ["three of the own are none", [claim("gang", { kind: "piece", pieces: ["3p"] })], { hand: ["3p", "3p", "3p"] }, START, ""],
    ["a discard", [], { discards: true }, START, "lesson.discard"],
    ["the middle once something lies there", [], { river: 1 }, START, "lesson.middle"],
    ["hints at the third discard", [], { river: 2, discards: true }, [...START, "lesson.discard", "lesson.middle"], "lesson.hints"],
    ["the sheet after the hand, and nothing else", [claim("ready", { kind: "nothing" })], { ended: true }, [], "lesson.end"],
  ] as const)("%s", (_, offers, more, told, expected) => {
    expect(tipFor(heard([...offers], more as Record<string, unknown>), told)?.keys.join(" ") ?? "").toBe(expected);
  });
});

describe("a notice", () => {
  afterEach(() => vi.unstubAllGlobals());
  test("is the service worker's where there is one, as phones ask for", async () => {
    const shown: string[] = [];
    class Notice {
      static permission = "granted";
      constructor(title: string) {
        shown.push(`page: ${title}`);
      }
    }
    vi.stubGlobal("Notification", Notice);
    vi.stubGlobal("navigator", { serviceWorker: { getRegistration: () => Promise.resolve(undefined) } });
    await notify("one", "");
    const worker = { showNotification: (title: string) => Promise.resolve(void shown.push(`worker: ${title}`)) };
    vi.stubGlobal("navigator", { serviceWorker: { getRegistration: () => Promise.resolve(worker) } });
    await notify("two", "");
    Notice.permission = "denied";
    await notify("three", "");
    expect(shown).toEqual(["page: one", "worker: two"]);
  });
});
