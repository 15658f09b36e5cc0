// Tests of the package. MLF_GOLDEN: the folder tests/golden.
"use strict";
const assert = require("node:assert/strict");
const { execFileSync } = require("node:child_process");
const { mkdtempSync, readFileSync, rmSync, writeFileSync } = require("node:fs");
const { tmpdir } = require("node:os");
const path = require("node:path");
const { test } = require("node:test");
const { Worker, isMainThread, parentPort, workerData } = require("node:worker_threads");
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

/** Plays until somebody ends the thread, by every way there is to play. */
function playForever() {
  const flow = mlf.open("xueliu");
  const table = flow.table();
  const failing = () => {
    throw new Error("no randomness left");
  };
  parentPort?.postMessage("plays");
  for (let seed = 0n; ; ++seed) {
    play(flow, seed, flow.blank());
    play(flow, seed, flow.blank(), new mlf.Recorder(flow), shuffled(seed));
    for (table.start(seed); !table.over; ) table.play(table.seat, 0);
    for (const call of [() => flow.start(flow.blank(), failing), () => table.play(9, 0), () => mlf.open("no_such"), () => flow.view(Buffer.alloc(2048), 0)]) {
      try {
        call();
      } catch (error) {
        if (!(error instanceof Error)) throw error;
      }
    }
  }
}

if (!isMainThread && workerData === "forever") {
  playForever();
} else if (!isMainThread) {
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
      { name: "TypeError", message: /must hold the tiles it came with/ },
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

  test("everything that bindings offer is there", () => {
    const rows = readFileSync(process.env.MLF_SURFACE ?? "", "utf8").split("\n").filter((line) => line !== "" && !line.startsWith("#"));
    assert.ok(rows.length > 25);
    for (const row of rows) {
      const name = row.split("|")[4].trim();
      const [owner, member] = name.split(".");
      assert.ok(owner in mlf && (member === undefined || member in mlf[owner].prototype), name);
    }
  });

  test("errors say why", () => {
    assert.throws(() => mlf.open("xueliu", { cap: "banana" }), { code: "MLF_FAULTY", reason: "O02", message: /banana.* or none$/ });
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

  test("a worker is terminated in the middle of play", async () => {
    for (let i = 0; i < 12; i++) {
      const worker = new Worker(__filename, { workerData: "forever" });
      await new Promise((done, fail) => {
        worker.once("message", done);
        worker.once("error", fail);
      });
      await new Promise((done) => setTimeout(done, i * 7));
      assert.equal(await worker.terminate(), 1);
    }
  });

  test("damaged records are refused", () => {
    for (const variant of ["xueliu", "riichi", "guobiao"]) {
      const flow = mlf.open(variant);
      const records = flow.blank();
      let response = flow.start(records, 5n);
      for (let i = 0; i < 30; i++) response = flow.processActionNode(records, response.action(response.seat, 0));
      flow.validate(records);
      let found = 0;
      for (let i = 1n; i <= 400n; i++) {
        const w = word(3n, i);
        const damaged = Buffer.from(records);
        for (let n = 0n; n <= w % 3n; n++) damaged[8 + Number((w >> (8n * n)) % 900n)] = Number((w >> (40n + 8n * n)) & 255n);
        for (const call of [
          () => flow.processActionNode(damaged, { seat: response.seat, node: "timeout", ask: response.ask }),
          () => flow.view(damaged, "full"),
          () => flow.choices(damaged, "full"),
          () => flow.explain(damaged, "full", "en"),
          () => flow.defaultAction(damaged, response.seat),
          () => flow.whyNot(damaged, 0, "peng"),
          () => flow.save(damaged),
          () => flow.validate(damaged),
        ]) {
          try {
            call();
          } catch (error) {
            assert.ok(error instanceof mlf.MlfError && error.code !== "MLF_INTERNAL", String(error));
            if (error.code === "MLF_FAULTY") found++;
          }
        }
      }
      assert.ok(found > 400, `${found} of 3200 calls found the damage`);
      assert.throws(() => mlf.open("erren").view(records, 0), { code: "MLF_OTHER_FLOW" });
    }
  });

  test("actions are numbers inside, and the same objects as in JSON outside", () => {
    for (const { id } of mlf.variants()) {
      const flow = mlf.open(id);
      const records = flow.blank();
      let response = flow.start(records, 11n);
      for (let n = 0n; response.status !== "over" && n < 120n; ++n) {
        const { seat, ask } = response;
        const defaults = response.json("full").defaults ?? [];
        assert.deepEqual(
          defaults,
          response.asked.map((asked) => flow.defaultAction(records, asked)),
        );
        const actions = [...response.actions(seat)].slice(0, 30);
        assert.ok(actions.length > 0);
        for (const action of actions) assert.deepEqual({ ...flow.parseAction(flow.actionText(action)), ask }, action);
        response = flow.processActionNode(records, actions[Number(word(2n, n) % BigInt(actions.length))]);
      }
    }
    const flow = mlf.open("riichi");
    assert.equal(flow.piecesText([0, 1, 2, 44, 27]), "123m0s1z");
    assert.deepEqual(flow.parsePieces("123m0s1z"), [0, 1, 2, 44, 27]);
    assert.throws(() => flow.piecesText([63]), { code: "MLF_ARGUMENT" });
    assert.throws(() => flow.parsePieces("12x"), { code: "MLF_FAULTY", message: /no row of tiles/ });
    for (const [wrong, reason] of /** @type {[any, RegExp][]} */ ([
      [{}, /^B02/],
      [{ seat: 0, node: "fly", ask: 1 }, /^A/],
      [{ seat: 0, node: "discard", ask: 1, pieces: ["9x"] }, /^A/],
      [{ seat: 0, node: "discard", ask: 1, pieces: "1m" }, /^B02/],
      [{ seat: 0, node: "discard", ask: -1, pieces: ["1m"] }, /^B02/],
      [{ seat: 9, node: "discard", ask: 1, pieces: ["1m"] }, /^B02/],
      [{ seat: 0.5, node: "discard", ask: 1, pieces: ["1m"] }, /^B02/],
      [{ seat: 0, node: "discard", ask: 1, pieces: ["1m"], colour: "red" }, /^B03/],
    ]))
      assert.throws(() => flow.actionText(wrong), { code: "MLF_FAULTY", reason }, JSON.stringify(wrong));
    // @ts-expect-error -- not an object
    assert.throws(() => flow.actionText("0 discard"), TypeError);
  });

  test("a table plays as records and responses do", () => {
    for (const variant of ["xueliu", "riichi", "yilaidaodi"]) {
      const flow = mlf.open(variant);
      const table = flow.table();
      assert.equal(table.status, "blank");
      assert.equal(table.seat, -1);
      assert.throws(() => table.play(0, 0), { code: "MLF_ARGUMENT" });
      const records = flow.blank();
      for (const chance of [undefined, shuffled(9n)]) {
        let response = flow.start(records, chance ?? 9n);
        table.start(chance ?? 9n);
        for (let n = 0n; response.status !== "over"; ++n) {
          const { seat, ask, asked, status, version, deadlineMs } = response;
          assert.deepEqual([table.seat, table.ask, table.asked, table.status, table.version, table.deadlineMs], [seat, ask, asked, status, version, deadlineMs]);
          assert.equal(table.count(seat), response.count(seat));
          const number = word(4n, n) % BigInt(response.count(seat));
          assert.deepEqual(table.action(seat, number), response.action(seat, number));
          if (n % 16n === 0n) {
            assert.deepEqual(table.json("full"), response.json("full"));
            assert.deepEqual(table.records(), records);
            assert.deepEqual(table.save(), flow.save(records));
            assert.deepEqual(table.view(seat), flow.view(records, seat));
            assert.deepEqual(table.explain(seat, "en"), flow.explain(records, seat, "en"));
            assert.deepEqual(table.defaultAction(seat), flow.defaultAction(records, seat));
            assert.deepEqual(table.whyNot(seat, "peng"), flow.whyNot(records, seat, "peng"));
            const before = [table.json("full"), table.hash, table.status];
            assert.throws(() => table.processActionNode({ seat, node: "timeout", ask: ask + 9 }), { code: "MLF_REFUSED", refusal: "stale_ask" });
            assert.throws(() => table.play(seat, 1 << 20), { code: "MLF_ARGUMENT" });
            for (const wrong of [0.5, -1, NaN, Infinity, 2 ** 53, 1n << 64n]) assert.throws(() => table.play(seat, wrong), TypeError);
            assert.deepEqual([table.json("full"), table.hash, table.status], before);
          }
          const action = response.action(seat, number);
          if (n % 2n === 0n) table.play(seat, number);
          else table.processActionNode(action);
          response = flow.processActionNode(records, action, chance);
        }
        assert.ok(table.over);
        assert.equal(table.hash, mlf.hash(records));
      }
    }
  });

  test("a restored table goes on", () => {
    const flow = mlf.open("riichi");
    const [table, twin] = [flow.table(), flow.table()];
    table.start(4);
    for (let n = 0; n < 100 && !table.over; ++n) {
      const saved = table.save();
      twin.restore(saved);
      assert.deepEqual([twin.hash, twin.seat, twin.asked, twin.ask, twin.deadlineMs, twin.count(twin.seat)], [table.hash, table.seat, table.asked, table.ask, table.deadlineMs, table.count(table.seat)]);
      assert.deepEqual(twin.json("full").choices, table.json("full").choices);
      twin.play(twin.seat, 0);
      table.play(table.seat, 0);
      saved[60] = saved[60] ^ 1;
      assert.throws(() => twin.restore(saved), { code: "MLF_FAULTY", reason: "C01" });
      assert.equal(twin.hash, table.hash);
    }
    assert.throws(() => twin.restore(flow.save(flow.blank())), { code: "MLF_ARGUMENT" });
  });

  test("a chance can harm no step that asks it", () => {
    const flow = mlf.open("xueliu", { hands: 2 });
    const table = flow.table();
    const records = flow.blank();
    const recorder = new mlf.Recorder(flow);
    let refused = 0;
    const meddling = (calls) => (hand) => {
      for (const call of calls) {
        try {
          call();
        } catch (error) {
          assert.match(error.message, /in the middle of a step/);
          refused++;
        }
      }
      return hand;
    };
    table.start(2);
    table.start(meddling([() => table.start(1), () => table.view(0), () => table.play(0, 0), () => table.records(), () => table.save()]));
    assert.equal(refused, 5);
    recorder.start(records, meddling([() => recorder.start(flow.blank(), 1), () => recorder.journal()]));
    assert.equal(refused, 7);
    // Other records may be used meanwhile; the bytes of these are the step's own.
    flow.start(records, () => {
      records.fill(255);
      flow.start(flow.blank(), 3);
      structuredClone(records.buffer, { transfer: [/** @type {ArrayBuffer} */ (records.buffer)] });
      return 1;
    });
    assert.equal(records.length, 0);
    const last = flow.blank();
    const closing = mlf.open("erren");
    const response = closing.start(last, () => {
      closing.dispose();
      return 1;
    });
    assert.equal(response.status, "rests");
    assert.throws(() => closing.view(last, 0), /was disposed/);
    const own = flow.table();
    own.start((hand) => {
      own.dispose();
      return hand;
    });
    assert.throws(() => own.view(0), /was disposed/);
    // What a chance throws leaves the table as it was, and playing on is possible.
    let fails = false;
    table.start((hand) => {
      if (fails) throw new Error("no randomness left");
      return hand;
    });
    let failed = 0;
    while (!table.over) {
      const before = [table.hash, table.json("full")];
      fails = true;
      try {
        table.play(table.seat, 0);
      } catch (error) {
        assert.match(error.message, /no randomness left/);
        assert.deepEqual([table.hash, table.json("full")], before);
        fails = false;
        failed++;
        table.play(table.seat, 0);
      }
    }
    assert.equal(failed, 1);
  });

  test("what was disposed says so", () => {
    const flow = mlf.open("erren");
    const records = flow.blank();
    const response = flow.start(records, 1);
    const table = flow.table();
    const recorder = new mlf.Recorder(flow);
    for (const one of [response, table, recorder]) {
      one.dispose();
      one.dispose();
    }
    for (const call of [() => response.count(0), () => response.json(0), () => table.view(0), () => table.start(1), () => recorder.journal()])
      assert.throws(call, /was disposed/);
    const kept = flow.start(records, 1);
    flow.dispose();
    flow.dispose();
    for (const call of [() => flow.view(records, 0), () => flow.start(records, 1), () => flow.info(), () => flow.table(), () => kept.json(0), () => new mlf.Recorder(flow)])
      assert.throws(call, /was disposed/);
    // @ts-expect-error -- only steps make responses
    assert.throws(() => new mlf.Response(undefined, flow, 0), TypeError);
    // @ts-expect-error -- not a flow
    assert.throws(() => new mlf.Recorder({}), /a flow is what open\(\) returns/);
    // @ts-expect-error -- not a flow
    assert.throws(() => new mlf.Table(null), /a flow is what open\(\) returns/);
  });

  test("using frees at the end of its block", () => {
    const table = mlf.open("erren").table();
    /** @type {Disposable} */
    const used = table;
    used[Symbol.dispose ?? Symbol.for("nodejs.dispose")]();
    assert.throws(() => table.start(1), /was disposed/);
  });

  test("a loop that never waits keeps its memory", () => {
    const flow = mlf.open("erren");
    const round = (times) => {
      for (let i = 0; i < times; i++) {
        play(flow, BigInt(i), flow.blank(), i % 4 === 0 ? new mlf.Recorder(flow) : flow);
        if (i % 8 === 0) mlf.open("erren");
      }
    };
    round(30);
    const before = process.memoryUsage().rss;
    round(200); // 80,000 responses
    const megabytes = Math.round((process.memoryUsage().rss - before) / (1 << 20));
    assert.ok(megabytes < 25, `200 matches in one loop leave ${megabytes} MB`);
  });

  test("import finds every name", () => {
    const script = "import mlf, * as all from 'majonglogicflow'; import { open } from 'majonglogicflow';" +
      "console.log(open('erren').seats, Object.keys(mlf).every((name) => mlf[name] === all[name]), Object.keys(all).length - Object.keys(mlf).length)";
    const printed = execFileSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8", cwd: path.join(__dirname, "..") });
    assert.equal(printed, "2 true 1\n");
  });

  test("answers outside a game are the noted ones", () => {
    const flow = mlf.open("xueliu");
    /** @type {any} */
    const untyped = flow; // for what the types refuse
    /** @type {Record<string, (given: string) => unknown>} */
    const calls = {
      score: (given) => flow.score(JSON.parse(given)),
      hand: (given) => mlf.hand(JSON.parse(given)),
      simulate: (given) => {
        const [hands, seed, bots] = given.split(" ");
        const { actions, discards } = flow.simulate({ hands: Number(hands), seed: BigInt(seed), threads: 2, bots }).length;
        return `${actions} ${discards}`;
      },
      chart: (given) => untyped.chart(given).toString(),
    };
    /** @type {Record<string, (answer: string) => string>} */
    const wanted = {
      simulate: (answer) => answer,
      chart: (answer) => readFileSync(`${process.env.MLF_GOLDEN}/../../${answer}`, "utf8"),
    };
    const rows = readFileSync(`${process.env.MLF_GOLDEN}/bindings_outside.txt`, "utf8").trim().split("\n");
    assert.equal(rows.length, 6);
    for (const [call, given, answer] of rows.map((row) => row.split("\t")))
      assert.deepEqual(calls[call](given), wanted[call]?.(answer) ?? JSON.parse(answer));
    assert.match(flow.chart().toString(), /<svg/);
    /** @type {(call: () => unknown, message: RegExp) => void} */
    const faulty = (call, message) => assert.throws(call, { code: "MLF_FAULTY", message });
    faulty(() => untyped.score({ hand: "11111m" }), /win: is missing/);
    faulty(() => mlf.hand({ tiles: "1m" }, 8), /copies/);
    faulty(() => flow.simulate({ bots: "no_such" }), /no_such/);
    faulty(() => untyped.chart("gif"), /gif/);
    assert.throws(() => flow.simulate({ threads: 0 }), { code: "MLF_ARGUMENT", message: /threads are 1 to 256/ });
    assert.throws(() => untyped.simulate({ games: 3 }), TypeError);
    for (const wrong of [null, "x"]) assert.throws(() => untyped.score(wrong), TypeError);
    assert.throws(() => untyped.chart("svg", "fr"), TypeError);
    flow.dispose();
    assert.throws(() => flow.chart(), /this flow was disposed/);
  });

  test("every object of the library is freed after its owner", async () => {
    if (!global.gc) throw new Error("run this test with --expose-gc");
    const gc = global.gc;
    const addon = "../build/Release/mlf.node"; // has no types
    const { held } = require(addon);
    const flow = mlf.open("erren");
    const records = flow.blank();
    const late = { seat: 0, node: "timeout", ask: flow.start(records, 5n).ask + 9 };
    const refused = () => {
      try {
        return flow.processActionNode(records, late);
      } catch (error) {
        return error;
      }
    };
    /** @type {[string, number, () => unknown][]} what is made, how many objects of the library one has, and how */
    const makers = [
      ["responses", 1, refused],
      ["flows", 1, () => mlf.open("erren")],
      ["tables", 3, () => flow.table()],
      ["recorders", 1, () => new mlf.Recorder(flow)],
    ];
    const collected = async () => {
      for (let turn = 0; turn < 3; turn++) {
        gc();
        await new Promise(setImmediate);
      }
      return held();
    };
    for (const [what, objects, make] of makers) {
      const before = await collected();
      const made = Array.from({ length: 20 }, make);
      assert.equal(held(), before + made.length * objects, what);
      made.length = 0;
      assert.equal(await collected(), before, what);
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
