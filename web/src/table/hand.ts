// The concealed tiles of a seat, each with a key of its own; the drawn one lies last.
import type { SeatView } from "../protocol/messages";

export interface HandTile {
  piece: string;
  drawn: boolean;
  /** The same for the same tile as long as it is held, wherever it lies. */
  key: string;
}

export function handOf(seat: SeatView | null): HandTile[] {
  const count: Record<string, number> = {};
  const held = (piece: string, drawn: boolean) => ({ piece, drawn, key: `${piece}${(count[piece] = (count[piece] ?? 0) + 1)}` });
  const tiles = [...(seat?.hand ?? [])];
  const drawn = seat?.drawn;
  const at = drawn === undefined ? -1 : tiles.indexOf(drawn);
  if (at >= 0) tiles.splice(at, 1);
  return [...tiles.map((piece) => held(piece, false)), ...(at >= 0 && drawn ? [held(drawn, true)] : [])];
}

/** The tiles as they have come: `order` are the keys that were held before, and what is new lies at the end. */
export function asTheyCame(order: readonly string[], hand: readonly HandTile[]): HandTile[] {
  const at = (tile: HandTile): number => (order.includes(tile.key) ? order.indexOf(tile.key) : order.length + hand.indexOf(tile));
  return [...hand].sort((a, b) => at(a) - at(b));
}
