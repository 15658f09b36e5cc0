// Recorded streams: what a server sent to one page, message by message (scripts/record.mjs).
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import type { Evidence, Seen } from "../src/fair/check";
import type { Desk, Push, SyncOk } from "../src/protocol/messages";
import { reduce } from "../src/state/reduce";
import { initialState, type State } from "../src/state/types";

export type Recorded = Push | SyncOk;

const folder = new URL("./streams/", import.meta.url);
export const streams: string[] = readdirSync(folder)
  .filter((name) => name.endsWith(".jsonl.gz"))
  .map((name) => name.replace(".jsonl.gz", ""));

/** The variants of the repository: each must have its streams. */
export const variants: string[] = ["variants", "examples/variants"].flatMap((name) => {
  const folder = new URL(`../../${name}/`, import.meta.url);
  return readdirSync(folder).filter((id) => existsSync(new URL(`${id}/variant.yaml`, folder)));
});

export function messagesOf(stream: string): Recorded[] {
  return gunzipSync(readFileSync(new URL(`${stream}.jsonl.gz`, folder)))
    .toString()
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Recorded);
}

export const isSync = (message: Recorded): message is SyncOk => message.t === "ok";

/** The page before the first message: somebody has logged in. */
export function firstState(messages: Recorded[]): State {
  const desk = messages.find((message): message is Extract<Push, { t: "desk" }> => message.t === "desk") as unknown as Desk;
  const person = desk.seats.find((seat) => !seat.robot);
  const user = { id: person?.user ?? "", name: "recorder", guest: true };
  return reduce(initialState, { type: "loggedIn", user, desks: [] });
}

export function hear(state: State, message: Recorded, now: number): State {
  return isSync(message) ? reduce(state, { type: "synced", answer: message, now }) : reduce(state, { type: "push", push: message, now });
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- what a server sent, before it is looked at
export type Heard = any;

export const streamOf = (variant: string, viewer: "seat" | "spectator" = "seat"): Heard[] => messagesOf(`${variant}.${viewer}`);

/** The evidence of each finished hand that was seen from its beginning, without the tiles in play. */
export function heardBy(variant: string): Evidence[] {
  const hands: Evidence[] = [];
  let commit: string | null = null;
  let begin: Heard = null;
  let view: Heard = null;
  let events: Seen[] = [];
  for (const message of streamOf(variant)) {
    if (message.t === "desk" && message.commit) commit = message.commit;
    if (message.view) view = message.view;
    if (message.t === "begin") {
      begin = message;
      events = [...message.events];
    }
    if (message.t === "step") events.push(...message.events);
    if (message.t !== "hand") continue;
    const taken = events.filter((event) => event.type === "deal" || event.type === "draw");
    const left = 108 - taken.reduce((sum, event) => sum + (event.pieces?.length ?? 0), 0);
    hands.push({
      desk: message.desk,
      match: message.match,
      hand: message.hand,
      commit,
      key: message.key,
      salts: begin.salts,
      seat: begin.seat,
      ownSalt: begin.salts[begin.seat],
      dealer: view.dealer,
      events,
      wallLeft: left,
      tiles: null,
    });
    commit = message.commit ?? null;
  }
  return hands.filter((hand) => hand.salts[hand.seat!] !== null);
}
