// What the own seat has exchanged at the beginning of a hand, until it discards.
import type { LogEntry } from "../state/types";

export interface Exchanged {
  gave: readonly string[];
  got: readonly string[];
  from: number | undefined;
}

const GAVE: readonly string[] = ["exchange_three", "pass_tiles"];
const GOT: readonly string[] = ["exchange_received", "exchange_received_of_wall"];

export function exchangedBy(seat: number | null, log: readonly LogEntry[]): Exchanged | null {
  const own = log.filter(({ event }) => event.seat === seat && event.seat !== undefined).map(({ event }) => event);
  const at = own.map(({ type }) => GOT.includes(type)).lastIndexOf(true);
  if (at < 0 || own.slice(at).some(({ type }) => type === "discard")) return null;
  const gave =
    own
      .slice(0, at)
      .filter(({ type }) => GAVE.includes(type))
      .at(-1)?.pieces ?? [];
  return { gave, got: own[at]!.pieces ?? [], from: own[at]!.other };
}

/** Which places of the hand hold the tiles of `got`. */
export function placesOf(got: readonly string[], hand: readonly string[]): Set<number> {
  const left = [...got];
  const places = hand.map((piece, at) => {
    const found = left.indexOf(piece);
    if (found < 0) return -1;
    left.splice(found, 1);
    return at;
  });
  return new Set(places.filter((at) => at >= 0));
}
