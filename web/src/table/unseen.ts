// How many tiles of a kind the own seat does not see.
import type { View } from "../protocol/messages";
import { kindOf } from "../tiles/faces";
import { keptByTable, tilesIn } from "./state";

const OF_A_KIND = 4;

/** Tiles of the kind that the own seat does not see; null where the page does not know how many there are. */
export function unseenOf(view: View, piece: string): number | null {
  const kind = kindOf(piece);
  if (!/^[1-9][mps]$|^[1-7]z$/.test(kind)) return null;
  const seen = [
    ...view.seats.flatMap(({ hand = [], melds, set_aside = [] }) => [...hand, ...melds.flatMap(({ tiles }) => tiles), ...set_aside]),
    ...view.river.flatMap(({ tile, claimed }) => (claimed ? [] : [tile])),
    ...keptByTable(view).flatMap(({ value }) => tilesIn(value) ?? []),
  ];
  return Math.max(0, OF_A_KIND - seen.filter((one) => kindOf(one) === kind).length);
}
