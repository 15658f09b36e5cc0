// Calls: what a seat says aloud: a claim, a declaration or a win. The name of the action is the word, as the chart of the game has it.
import type { LogEntry, Walk } from "../state/types";
import { isSilent } from "./sounds";

export interface Call {
  n: number;
  seat: number;
  /** Id of the action. */
  action: string;
  pieces: readonly string[];
}

// A declaration has no tiles, and is called by the name of its action.
const DECLARES = "ting";

/** The calls in `entries`; `walks` tell which action each step began with. */
export function callsIn(entries: readonly LogEntry[], walks: readonly Walk[]): Call[] {
  return entries.flatMap(({ n, seq, event }) => {
    const action = walks.find((walk) => walk.seq === seq)?.path[0];
    const { seat, type, pieces = [] } = event;
    if (action === undefined || seat === undefined || isSilent(type)) return [];
    const called = type === action ? pieces.length > 0 : type === DECLARES;
    return called ? [{ n, seat, action, pieces: pieces.filter((piece) => piece !== "?") }] : [];
  });
}
