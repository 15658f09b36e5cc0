// Places around the table as the viewer sits: 0 = bottom, 1 = right, 2 = top, 3 = left. The next seat is to the right.
export function placeOf(seat: number, viewer: number, seats: number): number {
  const turn = (((seat - viewer) % seats) + seats) % seats;
  if (seats === 2) return turn * 2;
  if (seats === 3) return turn === 2 ? 3 : turn;
  return turn % 4;
}

/** Which tile of a meld lies on its side: it points to the seat it came from. */
export function turnedTile(length: number, owner: number, from: number, seats: number): number {
  const place = placeOf(from, owner, seats);
  return place === 3 ? 0 : place === 2 ? 1 : length - 1;
}

/** Which discard lies on its side: the one with which its seat declared, or the next where that was taken; -1 = none. */
export function declaredPlace(river: readonly { declared?: boolean; claimed?: boolean }[]): number {
  const at = river.findIndex((one) => one.declared);
  return at < 0 ? -1 : river.findIndex((one, place) => place >= at && !one.claimed);
}

/** Tiles of a meld as they are laid: the one taken is where it points to its source. */
export function laidTiles(
  meld: { kind: string; tiles: string[]; from?: number; taken?: string },
  owner: number,
  seats: number,
): { piece: string; turned: boolean }[] {
  if (meld.from === undefined || meld.from === owner) return meld.tiles.map((piece) => ({ piece, turned: false }));
  const at = turnedTile(meld.tiles.length, owner, meld.from, seats);
  const rest = [...meld.tiles];
  const taken = meld.taken ?? rest[0] ?? "?";
  rest.splice(Math.max(0, rest.indexOf(taken)), 1);
  rest.splice(at, 0, taken);
  return rest.map((piece, index) => ({ piece, turned: index === at }));
}

/** The width of what is laid down, in tiles: of each meld one tile may lie on its side. */
export const laidWidth = (melds: readonly { tiles: readonly string[] }[], aside: readonly string[] = []): number =>
  aside.length + melds.reduce((sum, meld) => sum + meld.tiles.length + 0.36, 0);
