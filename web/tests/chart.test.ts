import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { fitted, LARGEST, looking, moved, resized, zoomed } from "../src/chart/camera";
import { litBy, windowOf } from "../src/chart/lit";
import { seenBefore, withSeen } from "../src/chart/seen";
import { answersOf } from "../src/chart/lit";
import { streamOf } from "./streams";

const graphs = new URL("../../graphs/", import.meta.url);
const idsIn = (variant: string) => {
  const chart = readFileSync(new URL(`${variant}.svg`, graphs), "utf8").replaceAll("&#45;", "-");
  return new Set([...chart.matchAll(/ id="([^"]+)"/g)].map((match) => match[1]!));
};
const charted = readdirSync(graphs)
  .filter((name) => name.endsWith(".svg"))
  .map((name) => name.replace(".svg", ""));
const recorded = readdirSync(new URL("./streams/", import.meta.url)).map((name) => name.split(".")[0]!);
const both = charted.filter((variant) => recorded.includes(variant));

describe("what a step lights", () => {
  test("there are charts and records of the same games", () => expect(both.length).toBeGreaterThanOrEqual(3));

  test.each(both)("every step of the recorded %s walks along edges of its chart", (variant) => {
    const ids = idsIn(variant);
    let from: string | null = null;
    let steps = 0;
    for (const message of streamOf(variant)) {
      if (message.t === "begin") from = message.view.node;
      if (message.t !== "step") continue;
      const offers = (message.choices ?? []).flatMap((one: { offers: { node: string }[] }) => one.offers.map((offer) => offer.node));
      const lit = litBy(ids, { node: message.node, path: message.path, offers }, from);
      expect(lit.missing, `${from} then ${message.path}`).toEqual([]);
      expect(lit.here.length).toBeGreaterThan(0);
      // A question comes from a window.
      if (offers.length) expect(lit.here[0]).toMatch(/^window\./);
      if (message.path.length) expect(lit.way.length).toBeGreaterThan(0);
      expect(lit.open.length).toBeGreaterThanOrEqual(offers.length);
      [...lit.way, ...lit.ran, ...lit.here, ...lit.open].forEach((id) => expect(ids).toContain(id));
      from = message.node;
      ++steps;
    }
    expect(steps).toBeGreaterThan(20);
  });

  const chart = new Set([
    "window.turn",
    "node.discard",
    "window.discard",
    "pass.discard",
    "edge.turn.discard",
    "edge.discard-draw",
    "edge.discard.peng",
    "edge.discard.guo",
    "node.draw",
    "edge.draw-turn",
    "jump.draw-turn",
  ]);
  test("an answer, then what the system does", () => {
    const lit = litBy(chart, { node: "turn", path: ["draw", "turn"], offers: ["discard"] }, "discard");
    expect(lit).toEqual({
      here: ["window.turn"],
      way: ["edge.discard-draw", "edge.draw-turn", "jump.draw-turn"],
      ran: ["node.draw"],
      open: ["edge.turn.discard"],
      missing: [],
    });
  });
  test("declining is lit as the answer and as the way past the window", () => {
    expect(litBy(chart, { node: "discard", path: [], offers: ["peng", "guo"] }, "discard").open).toEqual([
      "edge.discard.peng",
      "edge.discard.guo",
      "pass.discard",
    ]);
  });
  test("a window of two nodes is lit at the node that opened it too", () => {
    const shared = new Set([...chart, "node.ting", "edge.ting.peng", "edge.ting.guo", "window.kong", "edge.kong.hu"]);
    const lit = litBy(shared, { node: "ting", path: ["ting"], offers: ["peng", "guo"] }, "turn");
    expect(lit.here).toEqual(["window.discard", "node.ting"]);
    expect(lit.open).toEqual(["edge.ting.peng", "edge.ting.guo", "pass.discard"]);
    expect(windowOf(shared, "draw")).toBeNull();
  });
  test("a path that the chart does not have is named", () => {
    expect(litBy(chart, { node: "turn", path: ["magic", "turn"], offers: [] }, "discard").missing).toEqual(["magic", "turn"]);
  });
});

test("the actions to ask about are the answers of the chart", () => {
  expect(
    answersOf(
      '<g id="edge.discard.peng"/><g id="edge.discard.guo"/><g id="edge.turn.peng"/><g id="edge.turn.an_gang"/><g id="edge.peng&#45;turn"/>',
    ),
  ).toEqual(["peng", "an_gang"]);
});

describe("the camera", () => {
  const whole = { x: 0, y: 0, w: 200, h: 100 };
  test("all of it, in every shape of window", () => {
    expect(fitted(whole, 2)).toEqual(whole);
    expect(fitted(whole, 1)).toEqual({ x: 0, y: -50, w: 200, h: 200 });
    expect(fitted(whole, 4)).toEqual({ x: -100, y: 0, w: 400, h: 100 });
  });
  test("zooming keeps the point under the pointer", () => {
    const at = { x: 0.25, y: 0.75 };
    const box = zoomed(whole, whole, 2, at);
    expect(box.w).toBe(100);
    expect(box.x + box.w * at.x).toBeCloseTo(50);
    expect(box.y + box.h * at.y).toBeCloseTo(75);
  });
  test("it ends at the whole and at the largest", () => {
    expect(zoomed(whole, whole, 0.1)).toEqual(whole);
    expect(zoomed(whole, whole, 1000).w).toBeCloseTo(200 / LARGEST);
  });
  test("the middle of the window stays on the drawing", () => {
    const box = moved(whole, zoomed(whole, whole, 4), 100, 100);
    expect([box.x + box.w / 2, box.y + box.h / 2]).toEqual([200, 100]);
  });
  test("a window of another size shows the same place as large as before", () => {
    const wide = { width: 400, height: 200 };
    const narrow = { width: 200, height: 400 };
    const before = zoomed(whole, whole, 8);
    const box = resized(whole, before, wide, narrow);
    expect(box).toEqual({ x: 93.75, y: 37.5, w: 12.5, h: 25 });
    // Turned there and back, nothing has become smaller.
    expect(resized(whole, box, narrow, wide)).toEqual(before);
    expect(resized(whole, whole, wide, narrow)).toEqual(fitted(whole, 0.5));
  });
  test("it looks at what lights up, and rests where that is seen already", () => {
    const box = zoomed(whole, whole, 4);
    expect(looking(whole, box, { x: 95, y: 45, w: 10, h: 10 })).toBe(box);
    const there = looking(whole, box, { x: 180, y: 80, w: 10, h: 10 });
    expect(there.x + there.w / 2).toBeCloseTo(185);
    expect(there.w).toBe(box.w);
    expect(looking(whole, box, { x: 0, y: 0, w: 180, h: 90 }).w).toBe(200);
  });
});

test("rules seen before, the newest first", () => {
  let kept = withSeen({}, "a", "1");
  expect(seenBefore(kept, "a", "1")).toEqual([]);
  for (const one of ["2", "3", "2", "4", "5", "6"]) kept = withSeen(kept, "a", one);
  expect(seenBefore(kept, "a", "7")).toEqual(["6", "5", "4", "2"]);
  expect(seenBefore(kept, "b", "7")).toEqual([]);
});
