// What the own seat has exchanged at the beginning of a hand, until it discards.
import type { LogEntry } from "../state/types";

export interface Exchanged {
  gave: readonly string[];
  got: readonly string[];
  from: number | undefined;
}

export function exchangedBy(seat: number | null, log: readonly LogEntry[]): Exchanged | null {
  const own = log.filter(({ event }) => event.seat === seat && event.seat !== undefined).map(({ event }) => event);
  const at = own.map(({ type }) => type).lastIndexOf("exchange_received");
  if (at < 0 || own.slice(at).some(({ type }) => type === "discard")) return null;
  const gave =
    own
      .slice(0, at)
      .filter(({ type }) => type === "exchange_three")
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
