// Tests of the package. MLF_GOLDEN: the folder tests/golden.
"use strict";
const assert = require("node:assert/strict");
const { execFileSync } = require("node:child_process");
const { mkdtempSync, readFileSync, rmSync, writeFileSync } = require("node:fs");
const { tmpdir } = require("node:os");
const path = require("node:path");
const { test } = require("node:test");
const { Worker, isMainThread, parentPort } = require("node:worker_threads");
const mlf = require("..");

const mask = (1n << 64n) - 1n;
function word(seed, n) {
  let z = (seed + 0x9e3779b97f4a7c15n * n) & mask;
  z = ((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n) & mask;
  z = ((z ^ (z >> 27n)) * 0x94d049bb133111ebn) & mask;
  return z ^ (z >> 31n);
}

/** The wall of each hand by Fisher-Yates from words of SplitMix64. */
const shuffled = (seed) => (hand, wall) => {
  let n = 0n;
  for (let i = wall.length; i > 1; i--) {
    const other = Number(word(seed + BigInt(hand), ++n) % BigInt(i));
    [wall[i - 1], wall[other]] = [wall[other], wall[i - 1]];
  }
  return word(seed + BigInt(hand), ++n);
};

/** Plays a match by the rule of bindings/README.md. `engine` starts and processes: a flow or a recorder. */
function play(flow, seed, records, engine = flow, chance) {
  let n = 0n;
  let response = engine.start(records, chance ?? seed);
  while (response.status !== "over") {
    const w = word(seed, ++n);
    const seat = response.asked[0];
    const action =
      w % 8n === 7n ? { seat, node: "timeout", ask: response.ask } : response.action(seat, (w >> 8n) % BigInt(response.count(seat)));
    response = engine.processActionNode(records, action, chance);
  }
  return n;
}

if (!isMainThread) {
  const flow = mlf.open("erren");
  const records = flow.blank();
  play(flow, 5n, records);
  parentPort?.postMessage(mlf.hash(records));
} else {
  const golden = (name) =>
    readFileSync(path.join(process.env.MLF_GOLDEN ?? "", name), "utf8")
      .trim()
      .split("\n");
  const played = (line, chanceOf) => {
    const [variant, seedText] = line.split(" ");
    const seed = BigInt(seedText);
    const flow = mlf.open(variant);
    const records = flow.blank();
    const actions = play(flow, seed, records, flow, chanceOf?.(seed));
    return `${variant} ${seed} ${actions} ${mlf.hash(records)}`;
  };

  test("matches of every variant are the noted ones", () => {
    const lines = golden("bindings.txt");
    assert.deepEqual(
      lines.map((line) => line.split(" ")[0]),
      mlf.variants().map((variant) => variant.id),
    );
    assert.deepEqual(
      lines.map((line) => played(line)),
      lines,
    );
  });

  test("walls of the caller are played", () => {
    const lines = golden("bindings_chance.txt");
    assert.deepEqual(
      lines.map((line) => played(line, shuffled)),
      lines,
    );
    const flow = mlf.open("xueliu");
    const records = flow.blank();
    const before = mlf.hash(records);
    const broken = new Error("no randomness left");
    assert.throws(
      () =>
        flow.start(records, () => {
          throw broken;
        }),
      broken,
    );
    assert.throws(() => flow.start(records, () => 0.5), TypeError);
    assert.throws(
      () =>
        flow.start(records, (hand, wall) => {
          wall.fill(3);
          return hand;
        }),
      { code: "MLF_REFUSED", refusal: "internal" },
    );
    assert.equal(mlf.hash(records), before);
  });

  test("a plug-in brings a variant", () => {
    const file = (name) => path.join(process.env.MLF_PLUGINS_OF_TEST ?? "", `${name}.so`);
    assert.throws(() => mlf.open("dui_jia"));
    assert.throws(() => mlf.loadPlugin(file("other_engine")), /is built for engine 0\.1\.0/);
    assert.throws(() => mlf.loadPlugin(file("throws")), /the licence is missing/);
    // @ts-expect-error -- not a text
    assert.throws(() => mlf.loadPlugin(7), /the file is a text/);
    mlf.loadPlugin(file("dui_jia"));
    assert.ok(mlf.variants().some(({ id }) => id === "dui_jia"));
    assert.ok(mlf.open("dui_jia").seats > 0);
  });

  test("errors say why", () => {
    assert.throws(() => mlf.open("xueliu", { cap: "banana" }), { code: "MLF_FAULTY", reason: "O02", message: /banana/ });
    const folder = mkdtempSync(path.join(tmpdir(), "mlf-"));
    const file = path.join(folder, "house.yaml");
    writeFileSync(file, "id: house\nextends: xueliu\nzh: 自家\nen: house\noptions:\n  hands: {defualt: 2}\n");
    assert.throws(() => mlf.open(file), { code: "MLF_FAULTY", file, line: 6, message: /defualt/ });
    rmSync(folder, { recursive: true });

    const flow = mlf.open("xueliu", { cap: 4, hands: 1 });
    assert.equal(flow.info().options.cap, "4");
    assert.equal(flow.seats, 4);
    assert.throws(() => flow.processActionNode(Buffer.alloc(2048), { seat: 0, node: "timeout", ask: 1 }), { code: "MLF_OTHER_FLOW" });
    const records = flow.blank();
    const response = flow.start(records, 1n);
    const before = Buffer.from(records);
    const seat = response.asked[0];
    assert.throws(
      () => flow.processActionNode(records, { seat, node: "timeout", ask: 99 }),
      /** @param {any} error */
      (error) => error.code === "MLF_REFUSED" && error.refusal === "stale_ask" && error.zh !== "" && error.response.status === "refused",
    );
    // @ts-expect-error: types are checked at run time too
    assert.throws(() => flow.processActionNode(records, { seat, nodes: 1 }), { code: "MLF_FAULTY", reason: /^B0/ });
    assert.throws(() => response.action(seat, 1 << 20), { code: "MLF_ARGUMENT" });
    assert.throws(() => flow.defaultAction(records, 9), { code: "MLF_ARGUMENT" });
    assert.throws(() => flow.view(records, 9), { code: "MLF_ARGUMENT" });
    assert.throws(() => flow.view(records, -1), TypeError);
    assert.throws(() => flow.view(Buffer.alloc(7), 0), TypeError);
    assert.throws(() => flow.start(records, -1), TypeError);
    assert.throws(() => flow.start(records, 1n << 64n), TypeError);
    assert.deepEqual(records, before);
  });

  test("a seat sees its own and no more", () => {
    const flow = mlf.open("xueliu");
    const records = flow.blank();
    const response = flow.start(records, 3);
    const seat = response.asked[0] ?? 0;
    const view = flow.view(records, seat);
    assert.equal(view.viewer, "seat");
    assert.equal(view.wall, undefined);
    assert.deepEqual(
      view.seats.map((one) => one.hand !== undefined),
      [0, 1, 2, 3].map((one) => one === seat),
    );
    assert.equal(flow.view(records, "full").wall?.length, view.wall_left);
    assert.deepEqual(flow.choices(records, seat).choices, response.json(seat).choices);
    assert.ok(response.json("full").events.length > 0);
    assert.deepEqual(response.json("full").defaults?.[0], flow.defaultAction(records, seat));
    assert.match(flow.explain(records, seat, "zh").text, /[一-鿿]/);
    const refused = flow.whyNot(records, seat, "peng");
    assert.ok(refused && refused.en !== "");
    assert.equal(flow.whyNot(records, seat, flow.defaultAction(records, seat).node), null);
  });

  test("saved records are restored, and damage is found", () => {
    const flow = mlf.open("riichi");
    const records = flow.blank();
    flow.start(records, 7);
    const saved = flow.save(records);
    assert.deepEqual(flow.restore(saved), records);
    assert.throws(() => mlf.open("erren").restore(saved), { code: "MLF_OTHER_FLOW", reason: "C02" });
    for (const at of [3, 100, saved.length - 1]) {
      const damaged = Buffer.from(saved);
      damaged[at] = damaged[at] ^ 1;
      assert.throws(() => flow.restore(damaged), { code: "MLF_FAULTY", reason: "C01" });
    }
    assert.throws(() => flow.restore(saved.subarray(0, 50)), { code: "MLF_FAULTY" });
  });

  test("a journal replays", () => {
    const flow = mlf.open("erren");
    for (const chance of [undefined, shuffled(4n)]) {
      const records = flow.blank();
      const recorder = new mlf.Recorder(flow);
      const actions = play(flow, 4n, records, recorder, chance);
      recorder.end(records);
      assert.throws(() => recorder.end(records), { code: "MLF_ARGUMENT" });
      for (const form of /** @type {const} */ (["text", "binary"])) {
        const journal = recorder.journal(form);
        const replayed = flow.replay(journal);
        assert.ok(replayed.complete);
        assert.equal(BigInt(replayed.accepted), actions);
        assert.deepEqual(replayed.records, records);
        journal[journal.length >> 1] = journal[journal.length >> 1] ^ 4;
        assert.throws(() => flow.replay(journal), { code: "MLF_FAULTY", reason: /^J/ });
      }
    }
  });

  test("worker threads play the same", async () => {
    const hashes = await Promise.all(
      [0, 1].map(
        () =>
          new Promise((done, fail) => {
            const worker = new Worker(__filename);
            worker.once("message", done);
            worker.once("error", fail);
          }),
      ),
    );
    const flow = mlf.open("erren");
    const records = flow.blank();
    play(flow, 5n, records);
    assert.deepEqual(hashes, [mlf.hash(records), mlf.hash(records)]);
  });

  test("nothing leaks", async () => {
    if (!global.gc) throw new Error("run this test with --expose-gc");
    const gc = global.gc;
    const flow = mlf.open("erren");
    const records = flow.blank();
    const started = flow.start(records, 5n);
    const late = { seat: 0, node: "timeout", ask: started.ask + 9 };
    // Each: what is made, how often, and how. Without their destructors they leave more than twice the limit.
    /** @type {[string, number, () => void][]} */
    const makers = [
      ["responses", 50000, () => assert.throws(() => flow.processActionNode(records, late))],
      ["flows", 100, () => mlf.open("erren")],
      ["recorders", 300, () => play(flow, 5n, flow.blank(), new mlf.Recorder(flow))],
    ];
    for (const [what, count, make] of makers) {
      const round = async (times) => {
        for (let i = 1; i <= times; i++) {
          make();
          if (i % Math.ceil(count / 50)) continue;
          gc();
          await new Promise(setImmediate); // finalizers run here
        }
      };
      await round(count / 5);
      const before = process.memoryUsage().rss;
      await round(count);
      const kilobytes = Math.round((process.memoryUsage().rss - before) / 1024);
      assert.ok(kilobytes < 12000, `${count} ${what} leave ${kilobytes} kB`);
    }
  });

  test("the example of a server plays a match to its end", () => {
    const example = path.join(__dirname, "../example/server.js");
    for (const seed of [[], ["42"]]) {
      const printed = execFileSync(process.execPath, [example, "erren", ...seed], { encoding: "utf8" });
      assert.match(printed, /^\d+ actions, \d+ refused, points -?\d+ -?\d+, the journal replays: true\n$/);
    }
  });
}
