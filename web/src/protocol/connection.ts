// Connection: one WebSocket to the server, made anew whenever it breaks or is silent for too long. It logs in again by the token, and repeats
// each `act` that has no answer yet: the server plays an id once, however often it comes.
import type { Answers, ErrorAnswer, Push, Requests, User } from "./messages";

export type Answer<T extends keyof Requests> = Answers[T] | ErrorAnswer;
export type Phase = "new" | "connecting" | "online" | "waiting" | "ended";

/** What the page needs of a WebSocket; tests hand in another one. */
export interface Socket {
  send(text: string): void;
  close(): void;
  onopen: (() => void) | null;
  onmessage: ((event: { data: string }) => void) | null;
  onclose: ((event: { code: number }) => void) | null;
}

export interface World {
  open(): Socket;
  later(run: () => void, ms: number): () => void;
  now(): number;
  random(): number;
  readToken(): string | null;
  keepToken(token: string | null): void;
}

export interface Listener {
  phase(phase: Phase, retryAt: number | null): void;
  loggedIn(user: User, desks: string[]): void;
  /** The kept token is not valid any more. */
  loggedOut(): void;
  push(push: Push): void;
  /** Every message in both directions, for the panel of developers. */
  raw(sent: boolean, text: string): void;
  /** Time from a request to its answer. */
  latency(ms: number): void;
}

interface Waiting {
  t: keyof Requests;
  text: string;
  sent: number; // 0 = not on this connection
  /** Ends the wait for an answer on this connection. */
  forget: () => void;
  done: (answer: Answers[keyof Answers] | ErrorAnswer) => void;
}

const FIRST_WAIT = 500;
const LONGEST_WAIT = 15_000;
const PING_EVERY = 10_000;
/** A line without an answer for so long is dead, although nobody has closed it: a network may swallow what is sent. */
const PATIENCE: Partial<Record<keyof Requests, number>> = { act: 3000, ping: 5000, login: 10_000 };
const OPENING = 10_000;
/** Each silent line makes the patience twice as long until an answer comes, for a server that is slow rather than gone. */
const MOST_PATIENT = 8;
const NO_CODE = 1006; // of a socket that nobody closed
/** After these the server does not want this page back: another login, a limit, a broken protocol. */
const FINAL = new Set([4001, 4004, 4006]);

export class Connection {
  private socket: Socket | null = null;
  private phase: Phase = "new";
  private open = false;
  private loggedIn = false;
  private next = 1;
  private tries = 0;
  private cancelRetry = () => {};
  private cancelPing = () => {};
  private cancelOpening = () => {};
  private patience = 1;
  private readonly waiting = new Map<number, Waiting>();

  constructor(
    private readonly world: World,
    private readonly listener: Listener,
  ) {}

  /** Connects; logs in where a token is kept. */
  start(): void {
    this.cancelRetry();
    this.leave();
    this.setPhase("connecting", null);
    const socket = this.world.open();
    this.socket = socket;
    this.cancelOpening = this.world.later(() => this.giveUp(), OPENING);
    socket.onopen = () => {
      if (socket !== this.socket) return;
      this.cancelOpening();
      this.open = true;
      this.keepAlive();
      const token = this.world.readToken();
      if (token) void this.login({ token });
      else this.opened();
    };
    socket.onmessage = ({ data }) => {
      if (socket === this.socket) this.heard(data);
    };
    socket.onclose = ({ code }) => {
      if (socket === this.socket) this.closed(code);
    };
  }

  /** The network is gone, as the browser says. */
  lost(): void {
    if (this.socket) this.closed(NO_CODE);
  }

  /** Asks at once whether the line still works, such as after a sleep. */
  look(): void {
    if (this.open) void this.request("ping", {});
  }

  /** Ends the wait before the next try. */
  retryNow(): void {
    if (this.socket === null && this.phase !== "ended") this.start();
  }

  /** After `other_login`: this page takes the session back. */
  takeBack(): void {
    this.phase = "new";
    this.start();
  }

  async login(fields: Requests["login"]): Promise<Answer<"login">> {
    const socket = this.socket;
    const answer = await this.request("login", fields);
    if (answer.t === "ok") {
      this.world.keepToken(answer.token);
      this.loggedIn = true;
      this.tries = 0;
      this.listener.loggedIn(answer.user, answer.desks);
      this.repeat();
      this.opened();
    } else if (fields.token && answer.code === "bad_login") {
      this.world.keepToken(null);
      this.listener.loggedOut();
      this.opened();
    } else if (fields.token) {
      // busy, or too many logins from this address: later.
      if (socket === this.socket) socket?.close();
    }
    return answer;
  }

  async logout(): Promise<void> {
    this.world.keepToken(null);
    const gone = this.request("logout", {});
    this.loggedIn = false;
    await gone;
    this.listener.loggedOut();
  }

  async forget(name: string): Promise<Answer<"forget">> {
    const answer = await this.request("forget", { name });
    if (answer.t === "ok") {
      this.world.keepToken(null);
      this.loggedIn = false;
      this.listener.loggedOut();
    }
    return answer;
  }

  /** One answer, whatever happens: an `act` waits for the next connection, anything else fails as `offline`. */
  request<T extends keyof Requests>(t: T, fields: Requests[T]): Promise<Answer<T>> {
    const re = this.next++;
    const text = JSON.stringify({ t, re, ...fields });
    return new Promise((done) => {
      this.waiting.set(re, { t, text, sent: 0, forget: () => {}, done: done as Waiting["done"] });
      if (this.open && (this.loggedIn || t === "login" || t === "variants" || t === "ping")) this.write(re);
      else if (t !== "act") this.fail(re);
    });
  }

  private write(re: number): void {
    const waiting = this.waiting.get(re);
    if (!waiting || !this.socket || !this.open) return;
    waiting.sent = this.world.now();
    const patience = PATIENCE[waiting.t];
    if (patience) waiting.forget = this.world.later(() => this.giveUp(), patience * this.patience);
    this.listener.raw(true, waiting.t === "login" || waiting.t === "account" ? JSON.stringify({ t: waiting.t, re }) : waiting.text);
    try {
      this.socket.send(waiting.text);
    } catch {
      // The socket is closing; onclose decides.
    }
  }

  private fail(re: number): void {
    const waiting = this.waiting.get(re);
    this.waiting.delete(re);
    waiting?.forget();
    const reason = { id: "offline", zh: "", en: "" };
    waiting?.done({ t: "error", re, code: "offline", reason } as unknown as ErrorAnswer);
  }

  private heard(text: string): void {
    let message: { t: string; re?: number; code?: string };
    try {
      message = JSON.parse(text);
    } catch {
      return;
    }
    this.listener.raw(false, message.t === "ok" && "token" in message ? JSON.stringify({ ...message, token: "…" }) : text);
    if (message.t !== "ok" && message.t !== "error") {
      this.listener.push(message as Push);
      return;
    }
    const waiting = this.waiting.get(message.re ?? -1);
    if (!waiting) return;
    this.waiting.delete(message.re ?? -1);
    waiting.forget();
    if (waiting.t === "act" || waiting.t === "ping") this.patience = 1;
    this.listener.latency(this.world.now() - waiting.sent);
    waiting.done(message as unknown as ErrorAnswer);
  }

  /** Sends again what has no answer. */
  private repeat(): void {
    for (const [re, waiting] of this.waiting) if (waiting.t === "act") this.write(re);
  }

  /** The line is silent. */
  private giveUp(): void {
    this.patience = Math.min(MOST_PATIENT, this.patience * 2);
    this.closed(NO_CODE);
  }

  /** Hears nothing more of the socket. What has no answer fails, but an `act` waits for the next one. */
  private leave(): void {
    const socket = this.socket;
    this.socket = null;
    this.open = false;
    this.loggedIn = false;
    this.cancelPing();
    this.cancelOpening();
    socket?.close();
    for (const [re, waiting] of [...this.waiting]) {
      if (waiting.t === "act") waiting.forget();
      else this.fail(re);
    }
  }

  private closed(code: number): void {
    this.leave();
    if (FINAL.has(code)) {
      for (const re of [...this.waiting.keys()]) this.fail(re);
      this.setPhase("ended", null);
      return;
    }
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.tries++) * (0.5 + this.world.random() / 2);
    this.setPhase("waiting", this.world.now() + wait);
    this.cancelRetry = this.world.later(() => this.start(), wait);
  }

  private opened(): void {
    this.setPhase("online", null);
  }

  private keepAlive(): void {
    this.cancelPing();
    const again = () => {
      void this.request("ping", {});
      this.cancelPing = this.world.later(again, PING_EVERY);
    };
    this.cancelPing = this.world.later(again, PING_EVERY);
  }

  private setPhase(phase: Phase, retryAt: number | null): void {
    this.phase = phase;
    this.listener.phase(phase, retryAt);
  }
}

/** The browser. */
export function browserWorld(): World {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  return {
    open: () => new WebSocket(`${scheme}//${location.host}/ws`, "mlf.v1") as unknown as Socket,
    later: (run, ms) => {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
    now: () => Date.now(),
    random: () => Math.random(),
    readToken: () => localStorage.getItem("mlf.token"),
    keepToken: (token) => {
      if (token === null) localStorage.removeItem("mlf.token");
      else localStorage.setItem("mlf.token", token);
    },
  };
}
