// Records what the server sends to a page: two hands of each variant, as a seat and as a spectator.
//
//   node scripts/record.mjs [variant...]
//
// Without variants: all of variants/ and examples/variants/. MLF_BIN is the folder of mlf-server, build/release/bin by default. Each
// record becomes tests/streams/VARIANT.VIEWER.jsonl.gz: one message a line, as it arrived, pushes and the views that `sync` answered. The
// reducer is tested on them (tests/reduce.test.ts), and the tests fail where a variant has none.
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import WebSocket from "ws";

const root = new URL("../../", import.meta.url);
const path = (name) => fileURLToPath(new URL(name, root));
process.env.MLF_BIN ??= path("build/release/bin");
const { Server } = await import("../../tests/browser/serve.mjs");

const HANDS = 2; // enough for a new dealer, and small enough to keep
const SALT = "00".repeat(32);

class Client {
  constructor(address) {
    this.socket = new WebSocket(`ws://${address}/ws`, "mlf.v1");
    this.waiting = new Map();
    this.next = 1;
    this.heard = () => {};
    this.socket.on("message", (data) => {
      const message = JSON.parse(data);
      if (message.re !== undefined) {
        this.waiting.get(message.re)?.(message);
        this.waiting.delete(message.re);
      } else this.heard(message);
    });
  }
  opened() {
    return new Promise((done, failed) => this.socket.once("open", done).once("error", failed));
  }
  send(t, fields = {}) {
    const re = this.next++;
    return new Promise((done) => {
      this.waiting.set(re, done);
      this.socket.send(JSON.stringify({ t, re, ...fields }));
    });
  }
}

// Any one answer, chosen by a number that goes through all of them in time.
function answer(offers, turn) {
  const offer = offers[turn % 3 === 0 ? turn % offers.length : 0];
  const action = { node: offer.node };
  if (offer.kind === "piece") action.pieces = [offer.pieces[turn % offer.pieces.length]];
  if (offer.kind === "combo") action.pieces = offer.combos[turn % offer.combos.length];
  if (offer.kind === "value") action.value = offer.values[turn % offer.values.length];
  if (offer.kind === "range") action.value = offer.low;
  if (offer.kind === "bits") action.value = offer.needed ?? 0;
  if (offer.kind === "subset") {
    const group = (tile) => (offer.same_group ? tile.at(-1) : "");
    const suit = offer.pool.map(group).find((one) => offer.pool.filter((tile) => group(tile) === one).length >= offer.take);
    action.pieces = offer.pool.filter((tile) => group(tile) === suit).slice(0, offer.take);
  }
  return action;
}

async function record(address, variant) {
  const seat = new Client(address);
  const watcher = new Client(address);
  await Promise.all([seat.opened(), watcher.opened()]);
  await seat.send("login", { name: "recorder" });
  await watcher.send("login", { name: "watcher" });
  const { variants } = await seat.send("variants");
  const seats = variants.find((one) => one.id === variant).seats;
  let made;
  for (let robots = 7; robots >= seats - 1 && made?.t !== "ok"; robots--) made = await seat.send("create", { variant, robots });
  const desk = made.desk.id;
  const kept = { seat: [], spectator: [] };
  let turn = 0;
  let over;
  const ended = new Promise((done) => (over = done));
  const play = async (push) => {
    const own = (push.choices ?? []).find((one) => one.seat === push.seat || push.t !== "begin");
    if (!own?.offers.length) return;
    const action = answer(own.offers, turn++);
    const reply = await seat.send("act", { desk, match: made.desk.match ?? 1, id: `r${turn}`, ask: push.ask, ...action });
    if (reply.t === "error" && reply.code !== "stale_ask") console.error(variant, reply.code, action, JSON.stringify(own.offers));
  };
  let synced = Promise.resolve();
  let stop = false;
  seat.heard = (push) => {
    if (stop) return;
    kept.seat.push(push);
    if (push.t === "over" || (push.t === "hand" && push.hand + 1 >= HANDS)) {
      stop = true;
      return over();
    }
    if (push.t === "step" || push.t === "begin") synced = synced.then(() => look(push)).then(() => play(push));
  };
  // Every eighth step the view too, to compare.
  const look = async (push) => {
    if (push.seq % 8 !== 0) return;
    const view = await seat.send("sync", { desk });
    if (view.t === "ok") kept.seat.push({ ...view, re: 0 });
  };
  watcher.heard = (push) => kept.spectator.push(push);
  await watcher.send("watch", { desk });
  await seat.send("ready", { desk, ready: true, salt: SALT });
  await ended;
  await synced;
  await new Promise((done) => setTimeout(done, 300));
  seat.socket.close();
  watcher.socket.close();
  for (const [viewer, messages] of Object.entries(kept)) {
    const lines = messages.map((message) => JSON.stringify(message)).join("\n") + "\n";
    const file = new URL(`../tests/streams/${variant}.${viewer}.jsonl.gz`, import.meta.url);
    writeFileSync(file, gzipSync(lines, { level: 9 }));
    console.log(variant, viewer, messages.length, "messages");
  }
}

const ids = (folder) => readdirSync(path(folder)).filter((id) => existsSync(path(`${folder}/${id}/variant.yaml`)));
const known = Object.fromEntries(["variants", "examples/variants"].map((folder) => [folder, ids(folder)]));
const all = Object.values(known).flat();
const wanted = process.argv.length > 2 ? process.argv.slice(2) : all;
for (const id of wanted) {
  if (all.includes(id)) continue;
  console.error(`record.mjs: there is no variant "${id}"; there are ${all.join(", ")}`);
  process.exit(2);
}
mkdirSync(new URL("web/tests/streams", root), { recursive: true });
for (const [folder, ids] of Object.entries(known)) {
  const some = ids.filter((id) => wanted.includes(id));
  if (some.length === 0) continue;
  const server = await new Server("--test-clock", "--variant-dir", path(folder)).start();
  for (const id of some) await record(`127.0.0.1:${server.port}`, id);
  await server.kill("SIGTERM");
}
