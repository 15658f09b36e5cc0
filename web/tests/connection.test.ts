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

  it("leaves a line on which an act has no answer for 3 s, and sends it again on the next", async () => {
    await logIn();
    void connection.request("act", act);
    stage.pass(2999);
    expect(stage.phases.at(-1)).toBe("online");
    stage.pass(1);
    expect(stage.phases.at(-1)).toBe("waiting");
    stage.pass(500);
    await logIn();
    expect(stage.line.sent.filter((one) => one.t === "act")).toEqual([expect.objectContaining(act)]);
  });

  it("leaves a line on which a ping has no answer for 5 s", async () => {
    await logIn();
    stage.pass(10_000);
    expect(stage.line.sent.at(-1)).toMatchObject({ t: "ping" });
    stage.pass(5000);
    expect(stage.phases.at(-1)).toBe("waiting");
  });

  it("leaves a line that does not open, and one whose login has no answer", () => {
    stage.pass(10_000);
    expect(stage.phases.at(-1)).toBe("waiting");
    stage.pass(500);
    stage.line.open();
    stage.pass(20_000);
    expect(stage.phases.at(-1)).toBe("waiting");
  });

  it("stays on a line that answers", async () => {
    await logIn();
    for (let seconds = 0; seconds < 60; ++seconds) {
      stage.pass(1000);
      if (stage.line.sent.at(-1)?.t === "ping") stage.line.answer(stage.line.sent.length - 1, {});
      if (seconds % 7 === 0) void connection.request("act", act);
      if (stage.line.sent.at(-1)?.t === "act") stage.line.answer(stage.line.sent.length - 1, { mine: 1 });
    }
    expect(stage.lines).toHaveLength(1);
  });

  it("is more patient each time with a server that is slow, and as before once it answers", async () => {
    const silence = () => {
      const before = stage.clock;
      while (stage.phases.at(-1) === "online") stage.pass(500);
      const waited = stage.clock - before;
      while (stage.phases.at(-1) === "waiting") stage.pass(500);
      return waited;
    };
    void connection.request("act", act);
    const waited: number[] = [];
    for (let line = 0; line < 5; ++line) {
      await logIn();
      waited.push(silence());
    }
    expect(waited).toEqual([3000, 6000, 12_000, 24_000, 24_000]);
    await logIn();
    connection.look();
    stage.line.answer(stage.line.sent.length - 1, {});
    stage.line.answer(1, { mine: 1 });
    void connection.request("act", act);
    expect(silence()).toBe(3000);
  });

  it("leaves the line when the browser has lost its network, and waits once", async () => {
    await logIn();
    connection.lost();
    expect(stage.phases.at(-1)).toBe("waiting");
    const timers = stage.timers.length;
    connection.lost();
    expect(stage.timers).toHaveLength(timers);
    connection.retryNow();
    await logIn();
    expect(stage.phases.at(-1)).toBe("online");
  });

  it("asks at once whether the line still works", async () => {
    await logIn();
    connection.look();
    expect(stage.line.sent.at(-1)).toMatchObject({ t: "ping" });
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
