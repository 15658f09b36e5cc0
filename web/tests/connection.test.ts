// The connection, with a server and a clock of the test.
import { beforeEach, describe, expect, it } from "vitest";
import { Connection, type Listener, type Phase, type Socket, type World } from "../src/protocol/connection";

class Line implements Socket {
  sent: { t: string; re: number; [key: string]: unknown }[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  send(text: string) {
    this.sent.push(JSON.parse(text));
  }
  close() {
    this.onclose?.({ code: 1000 });
  }
  open() {
    this.onopen?.();
  }
  answer(at: number, fields: object) {
    this.onmessage?.({ data: JSON.stringify({ t: "ok", re: this.sent[at]?.re, ...fields }) });
  }
  refuse(at: number, code: string) {
    this.onmessage?.({ data: JSON.stringify({ t: "error", re: this.sent[at]?.re, code, reason: { id: code, zh: "", en: "" } }) });
  }
  breaks(code = 1006) {
    this.onclose?.({ code });
  }
}

class Stage implements World, Listener {
  lines: Line[] = [];
  token: string | null = null;
  timers: { run: () => void; at: number }[] = [];
  clock = 0;
  phases: Phase[] = [];
  pushes: unknown[] = [];
  out = 0;
  open() {
    const line = new Line();
    this.lines.push(line);
    return line;
  }
  later(run: () => void, ms: number) {
    const timer = { run, at: this.clock + ms };
    this.timers.push(timer);
    return () => void (this.timers = this.timers.filter((one) => one !== timer));
  }
  pass(ms: number) {
    this.clock += ms;
    for (const timer of this.timers.filter((one) => one.at <= this.clock)) {
      this.timers = this.timers.filter((one) => one !== timer);
      timer.run();
    }
  }
  now() {
    return this.clock;
  }
  random() {
    return 1;
  }
  readToken() {
    return this.token;
  }
  keepToken(token: string | null) {
    this.token = token;
  }
  phase(phase: Phase) {
    this.phases.push(phase);
  }
  loggedIn() {}
  loggedOut() {
    this.out++;
  }
  push(push: unknown) {
    this.pushes.push(push);
  }
  raw(_sent: boolean, _text: string) {}
  latency() {}
  get line(): Line {
    return this.lines.at(-1) as Line;
  }
}

const user = { id: "u", name: "n", guest: true };
const token = "t".repeat(43);
const act = { desk: "d", match: 1, id: "one", ask: 7, node: "discard", pieces: ["5m"] };
const settled = () => new Promise((done) => setTimeout(done, 0));

let stage: Stage;
let connection: Connection;
async function logIn() {
  stage.line.open();
  stage.line.answer(0, { user, token, desks: [] });
  await settled();
}
beforeEach(() => {
  stage = new Stage();
  stage.token = token;
  connection = new Connection(stage, stage);
  connection.start();
});

describe("the connection", () => {
  it("logs in by the token it has, and is online then", async () => {
    await logIn();
    expect(stage.line.sent[0]).toMatchObject({ t: "login", token });
    expect(stage.phases).toEqual(["connecting", "online"]);
  });

  it("waits for a name where there is no token, and keeps the one it gets", async () => {
    stage.token = null;
    stage.line.open();
    expect(stage.phases.at(-1)).toBe("online");
    const answer = connection.login({ name: "x" });
    stage.line.answer(0, { user, token: "n".repeat(43), desks: [] });
    expect((await answer).t).toBe("ok");
    expect(stage.token).toBe("n".repeat(43));
  });

  it("forgets a token that is not valid, but not one that the server was too busy for", async () => {
    stage.line.open();
    stage.line.refuse(0, "busy");
    await settled();
    expect(stage.token).toBe(token);
    expect(stage.phases.at(-1)).toBe("waiting");
    stage.pass(600);
    stage.line.open();
    stage.line.refuse(0, "bad_login");
    await settled();
    expect(stage.token).toBeNull();
    expect(stage.out).toBe(1);
  });

  it("comes back by itself, later and later, at most after 15 s", () => {
    const waits: number[] = [];
    for (let i = 0; i < 8; i++) {
      stage.line.breaks();
      const before = stage.clock;
      const lines = stage.lines.length;
      while (stage.lines.length === lines) stage.pass(100);
      waits.push(stage.clock - before);
    }
    expect(waits.slice(0, 4)).toEqual([500, 1000, 2000, 4000]);
    expect(Math.max(...waits)).toBe(15_000);
  });

  it("tries at once when asked", () => {
    stage.line.breaks();
    connection.retryNow();
    expect(stage.lines).toHaveLength(2);
    connection.retryNow();
    expect(stage.lines).toHaveLength(2);
  });

  it("sends an act that has no answer again, the same one, once it is back", async () => {
    await logIn();
    const answer = connection.request("act", act);
    const first = stage.line.sent.at(-1);
    stage.line.breaks();
    stage.pass(600);
    expect(stage.line.sent).toHaveLength(0);
    await logIn();
    const again = stage.line.sent.filter((one) => one.t === "act");
    expect(again).toEqual([first]);
    stage.line.answer(
      stage.line.sent.findIndex((one) => one.t === "act"),
      { mine: 1, seq: 3, hash: "0".repeat(16), dup: true },
    );
    expect(await answer).toMatchObject({ t: "ok", dup: true });
    // And never again.
    stage.line.breaks();
    stage.pass(2000);
    await logIn();
    expect(stage.line.sent.filter((one) => one.t === "act")).toHaveLength(0);
  });

  it("keeps an act given while the line is down", async () => {
    await logIn();
    stage.line.breaks();
    void connection.request("act", act);
    stage.pass(600);
    await logIn();
    expect(stage.line.sent.filter((one) => one.t === "act")).toHaveLength(1);
  });

  it("answers everything else as offline while the line is down", async () => {
    await logIn();
    const waiting = connection.request("desks", {});
    stage.line.breaks();
    expect(await waiting).toMatchObject({ t: "error", code: "offline" });
    expect(await connection.request("hint", { desk: "d" })).toMatchObject({ code: "offline" });
  });

  it("stops after another login until it is asked to come back", async () => {
    await logIn();
    stage.line.breaks(4001);
    stage.pass(60_000);
    expect(stage.lines).toHaveLength(1);
    expect(stage.phases.at(-1)).toBe("ended");
    connection.retryNow();
    expect(stage.lines).toHaveLength(1);
    connection.takeBack();
    await logIn();
    expect(stage.phases.at(-1)).toBe("online");
  });

  it("does not hear a line that it has left", async () => {
    await logIn();
    const old = stage.line;
    connection.takeBack();
    old.onmessage?.({ data: JSON.stringify({ t: "notice", code: "x", zh: "", en: "" }) });
    expect(stage.pushes).toHaveLength(0);
  });

  it("does not pass its token on to the panel of messages", async () => {
    const shown: string[] = [];
    stage.raw = (_, text) => void shown.push(text);
    await logIn();
    expect(shown.length).toBe(2);
    expect(shown.join()).not.toContain(token);
  });
});
