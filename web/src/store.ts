// The store: one state, changed by reduce() alone; and what a person does, as requests.
import { signal } from "@preact/signals";
import { giveSalt, handBegins } from "./fair/salts";
import { browserWorld, Connection, type Answer } from "./protocol/connection";
import type { Offer, Requests } from "./protocol/messages";
import { playedNow } from "./lobby/games";
import { followHistory, went } from "./places";
import { set, settings } from "./settings";
import { reduce, type Heard } from "./state/reduce";
import { initialState, type Notice, type Room, type State } from "./state/types";

export const game = signal<State>(initialState);

// Where this tab is, for when it is loaded again.
const HERE = "mlf.here";

function dispatch(what: Heard): void {
  const { here } = game.peek();
  const next = reduce(game.peek(), what);
  if (next.here !== here) {
    const desk = next.here === null ? undefined : next.rooms[next.here];
    if (desk && !desk.watching) set({ played: playedNow(settings.peek().played, desk.desk.variant) });
    if (next.here) sessionStorage.setItem(HERE, next.here);
    else sessionStorage.removeItem(HERE);
    went(next.here);
  }
  game.value = next;
}

// ---- what was seen of a hand, for when the page is loaded again: the server sends the state, not what led to it ----

const SEEN = "mlf.seen";
const VERSION = import.meta.url; // another version of the page may keep other things

interface Seen {
  version: string;
  user: string;
  room: Room;
}

function keepSeen(): void {
  const { here, rooms, user } = game.peek();
  const room = here === null ? undefined : rooms[here];
  if (!user || !room?.table) return;
  try {
    localStorage.setItem(SEEN, JSON.stringify({ version: VERSION, user: user.id, room } satisfies Seen));
  } catch {
    // No place for it: what the server tells is enough to play on.
  }
}

function readSeen(): Seen | null {
  try {
    const seen = JSON.parse(localStorage.getItem(SEEN) ?? "null") as Seen | null;
    return seen?.version === VERSION ? seen : null;
  } catch {
    return null;
  }
}

// ---- messages, for the panel of developers ----

export interface Raw {
  at: number;
  sent: boolean;
  text: string;
}

const RAW_KEPT = 300;
export const raws = signal<readonly Raw[]>([]);

// ---- the connection ----

const connection = new Connection(browserWorld(), {
  phase: (phase, retryAt) => dispatch({ type: "phase", phase, retryAt }),
  loggedIn: (user, desks) => {
    const seen = game.peek().user === null ? readSeen() : null;
    if (seen && seen.user === user.id) dispatch({ type: "seen", room: seen.room });
    dispatch({ type: "loggedIn", user, desks });
    void request("variants", {}).then((answer) => {
      if (answer.t === "ok") dispatch({ type: "variants", variants: answer.variants });
    });
    // A spectator's place is not kept by the server.
    const { here } = game.peek();
    if (here && !desks.includes(here)) {
      void watch({ desk: here }).then((answer) => answer.t === "error" && dispatch({ type: "left", desk: here }));
    }
  },
  loggedOut: () => {
    localStorage.removeItem(SEEN);
    dispatch({ type: "loggedOut" });
  },
  push: (push) => {
    const now = Date.now();
    if (push.t === "begin" && !push.resumed) handBegins(push.desk, push.match, push.hand);
    const before = "desk" in push ? game.peek().rooms[push.desk]?.table : null;
    dispatch({ type: "push", push, now });
    if (push.t === "step") {
      if (before && push.seq > before.seq + 1) void sync(push.desk);
      else lookAgain(push.desk);
    }
    if (push.t === "hand") lookAgain(push.desk);
  },
  raw: (sent, text) => {
    raws.value = [...raws.peek(), { at: Date.now(), sent, text }].slice(-RAW_KEPT);
  },
  latency: (ms) => dispatch({ type: "latency", ms }),
});

export function request<T extends keyof Requests>(t: T, fields: Requests[T]): Promise<Answer<T>> {
  return connection.request(t, fields);
}

export const start = (): void => {
  const here = sessionStorage.getItem(HERE);
  if (here) enter(here);
  // A desk that has ended is no place any more.
  followHistory(
    () => game.peek().here,
    (desk) => enter(desk !== null && game.peek().rooms[desk] ? desk : null),
  );
  if (localStorage.getItem("mlf.token") === null) dispatch({ type: "loggedOut" });
  // The last moment that every browser tells of.
  addEventListener("pagehide", keepSeen);
  document.addEventListener("visibilitychange", () => (document.visibilityState === "hidden" ? keepSeen() : connection.look()));
  connection.start();
};
export const retryNow = (): void => connection.retryNow();
export const networkLost = (): void => connection.lost();
export const takeBack = (): void => connection.takeBack();
export const login = (fields: Requests["login"]) => connection.login(fields);
export const logout = () => connection.logout();
/** Deletes the person at the server, which wants every table left first. A table in play cannot be left. */
export async function forget(name: string): Promise<Answer<"forget" | "leave">> {
  for (const { desk, watching } of Object.values(game.peek().rooms)) {
    const left = watching ? null : await leave(desk.id);
    if (left?.t === "error") return left;
  }
  return connection.forget(name);
}
/** The guest gets an account, and stays who it is. */
export async function takeName(fields: Requests["account"]): Promise<Answer<"account">> {
  const answer = await request("account", fields);
  if (answer.t === "ok") dispatch({ type: "named", user: answer.user });
  return answer;
}

// ---- the view, once a step has been drawn ----

// A step brings events, and `sync` the view they led to: at most one is under way, and one a SYNC_EVERY.
const SYNC_EVERY = 120;
const syncing = new Map<string, { again: boolean }>();

function lookAgain(desk: string): void {
  const state = syncing.get(desk) ?? { again: false };
  const busy = syncing.has(desk);
  syncing.set(desk, state);
  if (busy) {
    state.again = true;
    return;
  }
  const run = async () => {
    state.again = false;
    await sync(desk);
    if (state.again) setTimeout(() => void run(), SYNC_EVERY);
    else syncing.delete(desk);
  };
  afterFrame(() => void run());
}

/** Once what was heard last is drawn; at once where nothing is drawn, as in a tab behind another one. */
function afterFrame(run: () => void): void {
  if (document.visibilityState === "hidden") run();
  else requestAnimationFrame(() => setTimeout(run));
}

async function sync(desk: string): Promise<void> {
  const answer = await request("sync", { desk });
  if (answer.t === "ok") dispatch({ type: "synced", answer, now: Date.now() });
}

// ---- what a person does ----

export const enter = (desk: string | null): void => dispatch({ type: "enter", desk });
export const tell = (notice: Omit<Notice, "n">): void => dispatch({ type: "noticed", notice });
export const dismiss = (n: number): void => dispatch({ type: "dismiss", n });
export const understood = (desk: string): void => dispatch({ type: "understood", desk });

type Sitting = "create" | "join" | "quick";
export async function sit<T extends Sitting>(t: T, fields: Requests[T]): Promise<Answer<T>> {
  const answer = await request(t, fields);
  if (answer.t !== "ok") return answer;
  const { desk } = answer as Extract<Answer<"join">, { t: "ok" }>;
  dispatch({ type: "desk", desk, watching: false });
  // Who looks for strangers wants to play as soon as they are there.
  if (t === "quick") void beReady(desk.id);
  return answer;
}

export async function watch(where: Requests["watch"]): Promise<Answer<"watch">> {
  const answer = await request("watch", where);
  if (answer.t === "ok") {
    dispatch({ type: "desk", desk: answer.desk, watching: true });
    // What spectators have been shown so far.
    if (answer.desk.state !== "waiting") void sync(answer.desk.id);
  }
  return answer;
}

export async function leave(desk: string): Promise<Answer<"leave">> {
  const answer = await request("leave", { desk });
  if (answer.t === "ok") dispatch({ type: "left", desk });
  return answer;
}

/** Opens a vote to end the match; a refusal is said, such as after a vote that failed. */
export async function dissolve(desk: string): Promise<void> {
  const answer = await request("dissolve", { desk });
  if (answer.t === "error" && answer.reason) tell({ code: answer.code, brief: true, zh: answer.reason.zh, en: answer.reason.en });
}

/** Ready, with this person's part of the wall's key. */
export const beReady = (desk: string): Promise<Answer<"ready">> => giveSalt(desk, (salt) => request("ready", { desk, ready: true, salt }));

export interface Answering {
  offer: Offer;
  pieces?: string[];
  value?: number | string;
}

/** Answers the open question. The id stays with the action, so that it is played once. */
export async function act(desk: string, { offer, pieces, value }: Answering): Promise<void> {
  const table = game.peek().rooms[desk]?.table;
  const asked = table?.asked;
  if (!table || !asked) return;
  const id = [...crypto.getRandomValues(new Uint8Array(9))].map((byte) => byte.toString(36).padStart(2, "0")).join("");
  dispatch({ type: "answering", desk, ask: asked.ask, node: offer.node });
  const send = (salt?: string) =>
    request("act", {
      desk,
      match: table.match,
      id,
      ask: asked.ask,
      node: offer.node,
      ...(pieces ? { pieces } : {}),
      ...(value !== undefined ? { value } : {}),
      ...(salt ? { salt } : {}),
    });
  // Between hands every person may have a part in the next wall.
  const answer = await (table.ended ? giveSalt(desk, send) : send());
  if (answer.t === "ok") {
    if (answer.kept) dispatch({ type: "kept", desk, ask: asked.ask });
    if (answer.choices) dispatch({ type: "askedAgain", desk, ask: asked.ask, question: answer, now: Date.now() });
  } else {
    const known = "choices" in answer ? answer.choices : undefined;
    dispatch({ type: "refused", desk, ask: asked.ask, asked, choices: known, reason: answer.reason ?? null });
    if (answer.code === "stale_ask" || answer.code === "not_playing") void sync(desk);
  }
}
