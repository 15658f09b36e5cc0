// The engine for Node. index.d.ts has the types; src/mlf.cc is what the classes here call.
"use strict";
const native = require("./build/Release/mlf.node");

const FULL = -2;
const SPECTATOR = -1;
const TIMEOUT = 254;
const IN_STEP = 100;
const NAMES = ["rests", "waits", "over", "refused", "blank"];
const NONE = 0xffffffff;

// ---- Errors ----

class MlfError extends Error {
  constructor(code, text, more) {
    super(`${code}: ${text}`);
    this.code = code;
    Object.assign(this, more);
  }
}
Object.defineProperty(MlfError.prototype, "name", { value: "MlfError" });

const USUAL = {
  MLF_ARGUMENT: "a seat, node, viewer or number is out of range",
  MLF_OTHER_FLOW: "the records belong to another flow, or no match was started in them",
};

function fail(number, what) {
  if (number === IN_STEP)
    throw new Error("this table is in the middle of a step: its chance must not use it before the step has ended");
  const code = native.codeName(number);
  throw new MlfError(code, what ?? USUAL[code] ?? "the library failed");
}

/** A result of src/mlf.cc, unless it says that something failed; `what` is then said of a code without faults. */
function checked(result, what) {
  if (typeof result === "number" && result < 0) fail(-result, what);
  if (Array.isArray(result) && typeof result[0] === "number" && result[0] < 0) {
    const [number, text, reason, file, line, column] = result;
    throw new MlfError(native.codeName(-number), text, { reason, file, line, column });
  }
  return result;
}

// ---- Arguments ----

const isText = (value, what) => {
  if (typeof value !== "string") throw new TypeError(what);
  return value;
};
const whole = (value, what) => {
  if (!Number.isInteger(value) || value > 0x7fffffff || value < -0x80000000) throw new TypeError(`${what} is a whole number`);
  return value;
};
const recordsOf = (value) => {
  if (!(value instanceof Uint8Array) || value.length !== 2048)
    throw new TypeError("records are a Buffer of 2048 bytes; see flow.blank()");
  return value;
};
const bytesOf = (value) => {
  if (!(value instanceof Uint8Array)) throw new TypeError("bytes are a Buffer");
  return value;
};
const jsonOf = (value, what) => {
  if (typeof value !== "object" || value === null) throw new TypeError(`${what} is an object`);
  return JSON.stringify(value);
};
const viewerOf = (value) => {
  if (value === "spectator") return SPECTATOR;
  if (value === "full") return FULL;
  if (typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= 0x7fffffff) return value;
  throw new TypeError('a viewer is a seat from 0, "spectator" or "full"');
};
const langOf = (value) => {
  if (value !== "zh" && value !== "en") throw new TypeError('a language is "zh" or "en"');
  return value === "zh" ? 0 : 1;
};
/** 64 bits: a BigInt, or a safe whole number. */
const wordOf = (value, what) => {
  if (typeof value === "bigint" ? value >= 0n && value < 1n << 64n : Number.isSafeInteger(value) && value >= 0) return value;
  throw new TypeError(`${what} is a BigInt of 64 bits or a safe whole number from 0`);
};
/** A chance as src/mlf.cc calls it. */
const chanceOf = (chance) => {
  if (chance === undefined) return undefined;
  if (typeof chance !== "function") throw new TypeError("a chance is a function (hand, wall) => seed");
  return (hand, wall) => {
    const tiles = Buffer.from(wall);
    const seed = BigInt(wordOf(chance(hand, wall), "the seed that a chance returns"));
    if (!tiles.equals(Buffer.from(wall).sort())) throw new TypeError("the wall of a chance must hold the tiles it came with, in any order");
    return seed;
  };
};
const hex = (word) => word.toString(16).padStart(16, "0");

// ---- Actions ----

/** What a call writes: an action, and the head of a response. */
const bytes = new Uint8Array(new ArrayBuffer(16));
const fields = new DataView(bytes.buffer);
const head = new Int32Array(6);

const KEYS = new Set(["seat", "node", "ask", "pieces", "value"]);
const VALUES = new Set(["value", "range", "bits"]);

/** Actions of a flow between objects and the bytes of mlf_action. */
class Actions {
  constructor(id) {
    this.flow = id;
    const info = JSON.parse(checked(native.info(id)));
    this.people = info.people;
    this.nodes = info.nodes.map(({ id, payload }) => ({ id, payload }));
    this.index = new Map(this.nodes.map(({ id, payload }, at) => [id, payload === undefined ? undefined : at]));
    this.index.set("timeout", TIMEOUT);
    this.tiles = Array.from({ length: 45 }, (_, piece) => native.piecesText(id, Uint8Array.of(piece)));
    this.pieces = new Map(this.tiles.map((text, piece) => [text, piece]));
  }

  /** The action of `bytes`. */
  read() {
    const [node, seat, count] = bytes;
    const action = { seat, node: node === TIMEOUT ? "timeout" : this.nodes[node].id, ask: fields.getUint32(8, true) };
    if (count > 0) action.pieces = Array.from({ length: count }, (_, at) => this.tiles[bytes[3 + at]]);
    if (node !== TIMEOUT && VALUES.has(this.nodes[node].payload)) action.value = fields.getInt32(12, true);
    return action;
  }

  /** Writes an action to `bytes`. The library itself reads what is not as usual, and says what is wrong with it. */
  write(action) {
    if (typeof action !== "object" || action === null) throw new TypeError("an action is an object {seat, node, ask, ...}");
    if (this.#plain(action)) return;
    const text = JSON.stringify("v" in action ? action : { v: 1, ...action });
    checked(native.actionFromJson(this.flow, text, bytes));
  }

  #plain(action) {
    for (const key in action) if (!KEYS.has(key)) return false;
    const { seat, node, ask, pieces, value } = action;
    const index = this.index.get(node);
    if (index === undefined || !Number.isInteger(seat) || seat < 0 || seat >= this.people) return false;
    if (!Number.isInteger(ask) || ask < 0 || ask > NONE) return false;
    const payload = index === TIMEOUT ? "nothing" : this.nodes[index].payload;
    const valued = VALUES.has(payload);
    if (valued ? !Number.isInteger(value) || value !== (value | 0) : value !== undefined) return false;
    bytes.fill(0);
    if (valued || payload === "nothing") {
      if (pieces !== undefined) return false;
    } else {
      if (!Array.isArray(pieces) || pieces.length === 0 || pieces.length > 4) return false;
      if (payload === "piece" && pieces.length !== 1) return false;
      for (let at = 0; at < pieces.length; ++at) {
        const piece = this.pieces.get(pieces[at]);
        if (piece === undefined) return false;
        bytes[3 + at] = piece;
      }
      bytes[2] = pieces.length;
    }
    bytes[0] = index;
    bytes[1] = seat;
    fields.setUint32(8, ask, true);
    if (valued) fields.setInt32(12, value, true);
    return true;
  }
}

// ---- Classes ----

const DISPOSE = Symbol.dispose ?? Symbol.for("nodejs.dispose");
const gone = (what) => new Error(`this ${what} was disposed`);

/** The number and the actions of a flow that is in use. */
let idOf, actionsOf;
/** Makes a response of what `head` says. */
let responseOf;
const KEY = Symbol("only a step makes a response");

/** Throws what a refused step says. `response` goes with it. */
function refuse(id, response) {
  const [refusal, reason, zh, en] = native.refusal(id);
  throw new MlfError("MLF_REFUSED", `${refusal}: ${en}`, { refusal, reason, zh, response });
}

/** Makes a step by `run(response, chance)`, and returns its response. */
function step(flow, run, chance) {
  const id = checked(native.newResponse());
  let code;
  try {
    code = run(id, chance);
  } catch (error) {
    native.release(id);
    throw error;
  }
  if (code !== 0 && code !== -1) {
    native.release(id);
    checked(code, code === -2 ? "this step is not possible now" : undefined);
  }
  const response = responseOf(flow, id);
  if (code === -1) refuse(id, response);
  return response;
}

class Flow {
  #id;
  #actions;
  #sizes;

  static {
    idOf = (flow) => {
      if (typeof flow !== "object" || flow === null || !(#id in flow)) throw new TypeError("a flow is what open() returns");
      if (flow.#id < 0) throw gone("flow");
      return flow.#id;
    };
    actionsOf = (flow) => (flow.#actions ??= new Actions(idOf(flow)));
  }

  constructor(variant, options, variantDir) {
    isText(variant, "open(variant, options, variantDir): the variant is a text");
    if (options !== undefined && (typeof options !== "object" || options === null))
      throw new TypeError("options are an object of names and values");
    if (variantDir !== undefined) isText(variantDir, "the folder of variants is a text");
    const words = [];
    for (const [name, value] of Object.entries(options ?? {})) {
      if (!["string", "number", "boolean"].includes(typeof value))
        throw new TypeError("the value of an option is a text, a number or a boolean");
      words.push(name, typeof value === "boolean" ? (value ? "on" : "off") : String(value));
    }
    this.#id = checked(native.open(variant, words, variantDir ?? ""), "the variant cannot be opened");
    native.track(this.#id, this);
    this.#sizes = native.sizes(this.#id);
  }

  get seats() {
    return this.#sizes[0];
  }
  get people() {
    return this.#sizes[1];
  }
  get fingerprint() {
    return hex(native.fingerprint(idOf(this)));
  }
  info() {
    const { v, ...info } = JSON.parse(checked(native.info(idOf(this))));
    return info;
  }
  table() {
    return new Table(this);
  }
  blank() {
    return checked(native.blank(idOf(this)));
  }
  start(records, seed) {
    recordsOf(records);
    const chance = typeof seed === "function" ? chanceOf(seed) : undefined;
    const word = chance ? 0 : wordOf(seed, "a seed");
    return step(this, (response) => native.start(idOf(this), NONE, records, response, head, chance, word));
  }
  processActionNode(records, action, chance) {
    recordsOf(records);
    const decide = chanceOf(chance);
    const id = idOf(this);
    actionsOf(this).write(action);
    return step(this, (response) => native.process(id, NONE, records, response, head, decide, bytes));
  }
  defaultAction(records, seat) {
    const actions = actionsOf(this);
    checked(native.defaultAction(idOf(this), recordsOf(records), whole(seat, "a seat"), bytes), "this seat is not asked");
    return actions.read();
  }
  choices(records, viewer) {
    return JSON.parse(checked(native.choices(idOf(this), recordsOf(records), viewerOf(viewer))));
  }
  view(records, viewer) {
    return JSON.parse(checked(native.view(idOf(this), recordsOf(records), viewerOf(viewer))));
  }
  explain(records, viewer, lang) {
    return JSON.parse(checked(native.explain(idOf(this), recordsOf(records), viewerOf(viewer), langOf(lang))));
  }
  whyNot(records, seat, node) {
    isText(node, "a node is its id");
    return reasonOf(native.whyNot(idOf(this), recordsOf(records), whole(seat, "a seat"), node));
  }
  validate(records) {
    checked(native.validate(idOf(this), recordsOf(records)));
  }
  save(records) {
    return checked(native.save(idOf(this), recordsOf(records)));
  }
  restore(saved) {
    return checked(native.restore(idOf(this), bytesOf(saved)));
  }
  replay(journal) {
    const [records, hash, accepted, refused, hands, complete] = checked(native.replay(idOf(this), bytesOf(journal)));
    return { records, hash: hex(hash), accepted, refused, hands, complete: complete !== 0 };
  }
  actionText(action) {
    const id = idOf(this);
    actionsOf(this).write(action);
    return checked(native.actionText(id, bytes));
  }
  parseAction(line) {
    const actions = actionsOf(this);
    checked(native.actionFromText(idOf(this), isText(line, "an action in words is a text"), bytes));
    return actions.read();
  }
  piecesText(pieces) {
    return checked(native.piecesText(idOf(this), Uint8Array.from(pieces)), "a piece is a number of mlf.h, 0 to 44");
  }
  parsePieces(word) {
    isText(word, "a row of tiles is a text");
    return [...checked(native.piecesFromText(idOf(this), word), `"${word}" is no row of tiles; they look like 123m5z`)];
  }
  score(given) {
    return JSON.parse(checked(native.score(idOf(this), jsonOf(given, "a hand to judge"))));
  }
  simulate({ hands = 1000, seed = 1, threads = 1, bots = "greedy", ...rest } = {}) {
    for (const name in rest) throw new TypeError(`simulate({hands, seed, threads, bots}): there is no ${name}`);
    isText(bots, "bots are a text, with commas between their names");
    const words = [wordOf(hands, "the number of hands"), wordOf(seed, "a seed"), whole(threads, "a number of threads")];
    return JSON.parse(checked(native.simulate(idOf(this), ...words, bots), "threads are 1 to 256"));
  }
  chart(format = "svg", lang = "both") {
    isText(format, "a format is a text");
    return checked(native.chart(idOf(this), format, lang === "both" ? 2 : langOf(lang)));
  }
  dispose() {
    if (this.#id >= 0) native.release(this.#id);
    this.#id = -1;
  }
  [DISPOSE]() {
    this.dispose();
  }
}

function reasonOf(result) {
  const [id, zh, en] = checked(result, "there is no such seat or node");
  return id === "" ? null : { id, zh, en };
}

/** The seats of a mask, ascending. */
const seatsOf = (mask) => {
  const seats = [];
  for (let seat = 0; mask >> seat !== 0; ++seat) if ((mask >> seat) & 1) seats.push(seat);
  return seats;
};
const lowestOf = (mask) => (mask === 0 ? -1 : 31 - Math.clz32(mask & -mask));

const countOf = (id, seat) => native.count(id, whole(seat, "a seat"));
const nthOf = (flow, id, seat, n) => {
  const actions = actionsOf(flow);
  checked(native.nth(id, whole(seat, "a seat"), wordOf(n, "the number of an action"), bytes), "the seat has no action of this number; see count()");
  return actions.read();
};

class Response {
  #id;
  #flow;
  #status = head[0];
  #ask = head[1] >>> 0;
  #asked = head[2];
  #deadline = head[3];
  #version = head[4] >>> 0;

  static {
    responseOf = (flow, id) => new Response(KEY, flow, id);
  }

  constructor(key, flow, id) {
    if (key !== KEY) throw new TypeError("a response comes from a step: flow.start(), flow.processActionNode()");
    this.#flow = flow;
    this.#id = id;
    native.track(id, this);
  }

  get status() {
    return NAMES[this.#status];
  }
  get ask() {
    return this.#ask;
  }
  get asked() {
    return seatsOf(this.#asked);
  }
  get seat() {
    return lowestOf(this.#asked);
  }
  get deadlineMs() {
    return this.#deadline;
  }
  get version() {
    return this.#version;
  }
  count(seat) {
    return countOf(this.#own(), seat);
  }
  action(seat, n) {
    return nthOf(this.#flow, this.#own(), seat, n);
  }
  *actions(seat) {
    for (let n = 0; n < this.count(seat); ++n) yield this.action(seat, n);
  }
  json(viewer) {
    return JSON.parse(checked(native.responseJson(idOf(this.#flow), this.#own(), viewerOf(viewer))));
  }
  dispose() {
    if (this.#id >= 0) native.release(this.#id);
    this.#id = -1;
  }
  [DISPOSE]() {
    this.dispose();
  }
  #own() {
    if (this.#id < 0) throw gone("response");
    return this.#id;
  }
}

/** A match in play, whose state the library keeps. A step takes no memory. */
class Table {
  #flow;
  #records;
  // Of the last step, and of the one that is made: a refusal must not touch the first.
  #response;
  #next;
  #head = Int32Array.of(4, 0, 0, 0, 0, 0);
  #nextHead = new Int32Array(6);
  #chance;

  constructor(flow) {
    const id = idOf(flow);
    this.#flow = flow;
    this.#records = checked(native.newRecords(id));
    this.#response = checked(native.newResponse());
    this.#next = checked(native.newResponse());
    for (const one of [this.#records, this.#response, this.#next]) native.track(one, this);
  }

  get flow() {
    return this.#flow;
  }
  get status() {
    return NAMES[this.#head[0]];
  }
  get over() {
    return this.#head[0] === 2;
  }
  get ask() {
    return this.#head[1] >>> 0;
  }
  get asked() {
    return seatsOf(this.#head[2]);
  }
  get seat() {
    return lowestOf(this.#head[2]);
  }
  get deadlineMs() {
    return this.#head[3];
  }
  get version() {
    return this.#head[4] >>> 0;
  }
  get hash() {
    return hex(checked(native.hash(this.#own())));
  }

  start(seed) {
    const chance = typeof seed === "function" ? chanceOf(seed) : undefined;
    const word = chance ? 0 : wordOf(seed, "a seed");
    this.#stepped(native.start(idOf(this.#flow), NONE, this.#own(), this.#next, this.#nextHead, chance, word));
    this.#chance = chance;
  }
  processActionNode(action) {
    const id = idOf(this.#flow);
    actionsOf(this.#flow).write(action);
    this.#stepped(native.process(id, NONE, this.#own(), this.#next, this.#nextHead, this.#chance, bytes));
  }
  /** Plays number `n`, from 0, of the legal actions of a seat. */
  play(seat, n) {
    if (!Number.isSafeInteger(n) || n < 0) wordOf(n, "the number of an action");
    this.#stepped(
      native.processNth(idOf(this.#flow), NONE, this.#own(), this.#next, this.#nextHead, this.#chance, this.#response, whole(seat, "a seat"), n),
      "the seat has no action of this number; see count()",
    );
  }
  count(seat) {
    this.#own();
    return countOf(this.#response, seat);
  }
  action(seat, n) {
    this.#own();
    return nthOf(this.#flow, this.#response, seat, n);
  }
  *actions(seat) {
    for (let n = 0; n < this.count(seat); ++n) yield this.action(seat, n);
  }
  json(viewer) {
    this.#own();
    return JSON.parse(checked(native.responseJson(idOf(this.#flow), this.#response, viewerOf(viewer))));
  }
  defaultAction(seat) {
    const actions = actionsOf(this.#flow);
    checked(native.defaultAction(idOf(this.#flow), this.#own(), whole(seat, "a seat"), bytes), "this seat is not asked");
    return actions.read();
  }
  view(viewer) {
    return JSON.parse(checked(native.view(idOf(this.#flow), this.#own(), viewerOf(viewer))));
  }
  explain(viewer, lang) {
    return JSON.parse(checked(native.explain(idOf(this.#flow), this.#own(), viewerOf(viewer), langOf(lang))));
  }
  whyNot(seat, node) {
    isText(node, "a node is its id");
    return reasonOf(native.whyNot(idOf(this.#flow), this.#own(), whole(seat, "a seat"), node));
  }
  records() {
    return checked(native.copyOut(idOf(this.#flow), this.#own()));
  }
  save() {
    return checked(native.save(idOf(this.#flow), this.#own()));
  }
  restore(saved, chance) {
    const decide = chanceOf(chance);
    const result = native.restoreInto(idOf(this.#flow), bytesOf(saved), this.#own(), this.#next, this.#nextHead);
    this.#stepped(result, "no match was started in these records");
    this.#chance = decide;
  }
  dispose() {
    if (this.#records >= 0) for (const one of [this.#records, this.#response, this.#next]) native.release(one);
    this.#records = -1;
  }
  [DISPOSE]() {
    this.dispose();
  }

  #own() {
    if (this.#records < 0) throw gone("table");
    return this.#records;
  }
  #stepped(code, what) {
    if (code === 0) {
      [this.#response, this.#next] = [this.#next, this.#response];
      [this.#head, this.#nextHead] = [this.#nextHead, this.#head];
      return;
    }
    if (code === -1) refuse(this.#next);
    checked(code, what);
  }
}

class Recorder {
  #id;
  #flow; // the recorder uses it
  #inStep = false;

  constructor(flow) {
    this.#id = checked(native.newRecorder(idOf(flow)));
    this.#flow = flow;
    native.track(this.#id, this);
  }

  start(records, seed) {
    recordsOf(records);
    const chance = typeof seed === "function" ? chanceOf(seed) : undefined;
    const word = chance ? 0 : wordOf(seed, "a seed");
    return this.#step((response) => native.start(idOf(this.#flow), this.#id, records, response, head, chance, word));
  }
  processActionNode(records, action, chance) {
    recordsOf(records);
    const decide = chanceOf(chance);
    return this.#step((response) => {
      actionsOf(this.#flow).write(action);
      return native.process(idOf(this.#flow), this.#id, records, response, head, decide, bytes);
    });
  }
  end(records) {
    const result = native.end(idOf(this.#flow), recordsOf(records), this.#own());
    checked(result, "a journal that was started ends once, with records of its flow");
  }
  journal(form = "text") {
    if (form !== "text" && form !== "binary") throw new TypeError('a form is "text" or "binary"');
    return checked(native.journal(this.#own(), form === "binary" ? 1 : 0));
  }
  dispose() {
    if (this.#id >= 0) native.release(this.#id);
    this.#id = -1;
  }
  [DISPOSE]() {
    this.dispose();
  }

  #own() {
    if (this.#id < 0) throw gone("recorder");
    if (this.#inStep) fail(IN_STEP);
    return this.#id;
  }
  #step(run) {
    this.#own();
    this.#inStep = true;
    try {
      return step(this.#flow, run);
    } finally {
      this.#inStep = false;
    }
  }
}

// ---- Functions ----

exports.open = (variant, options, variantDir) => new Flow(variant, options, variantDir);
exports.loadPlugin = (file) => {
  checked(native.loadPlugin(isText(file, "loadPlugin(file): the file is a text")));
};
exports.variants = (variantDir) => {
  if (variantDir !== undefined) isText(variantDir, "the folder of variants is a text");
  return JSON.parse(checked(native.variants(variantDir ?? ""))).variants;
};
exports.hash = (records) => hex(checked(native.hash(recordsOf(records))));
exports.hand = (row, copies = 4) => JSON.parse(checked(native.hand(jsonOf(row, "a hand"), whole(copies, "a number of copies"))));
exports.version = native.version();
exports.Flow = Flow;
exports.Recorder = Recorder;
exports.Response = Response;
exports.Table = Table;
exports.MlfError = MlfError;
