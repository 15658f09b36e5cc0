// Hints in the order in which a player wants them.
import type { DiscardHint, Text } from "../protocol/messages";

export interface Rated extends DiscardHint {
  /** Tiles left over all waits, or over all that bring the hand nearer. */
  left: number;
  /** The largest value of a wait; null where the rules do not say. */
  value: number | null;
}

export function rated(hint: DiscardHint): Rated {
  const values = hint.waits.flatMap((wait) => wait.value ?? []);
  const wanted = hint.waits.length > 0 ? hint.waits : (hint.improves ?? []);
  return { ...hint, left: wanted.reduce((sum, wait) => sum + wait.left, 0), value: values.length ? Math.max(...values) : null };
}

/** Nearest to a win first; then the most tiles left, then the most kinds, then the most points. */
export function inOrder(hints: readonly DiscardHint[]): Rated[] {
  return hints
    .map(rated)
    .sort((a, b) => a.distance - b.distance || b.left - a.left || b.waits.length - a.waits.length || (b.value ?? 0) - (a.value ?? 0));
}

/** Why no discard may be won on at all: the same rule keeps the seat from every wait. */
export function barOf({ waits }: Pick<Rated, "waits">): Text | null {
  const bar = waits[0]?.barred;
  return bar && waits.every(({ barred }) => barred) ? bar : null;
}

export interface Group {
  /** Discards that keep the same. */
  pieces: string[];
  hint: Rated;
}

const kindsOf = (tiles: readonly { piece: string }[] = []): string => tiles.map(({ piece }) => piece).join();

/** Discards without a wait that are equally far, and are brought nearer by the same kinds, are together. */
export function grouped(hints: readonly Rated[]): Group[] {
  const groups: Group[] = [];
  for (const hint of hints) {
    const same = groups.find(
      (one) =>
        one.hint.distance === hint.distance &&
        one.hint.waits.length + hint.waits.length === 0 &&
        kindsOf(one.hint.improves) === kindsOf(hint.improves),
    );
    if (same) same.pieces.push(hint.piece);
    else groups.push({ pieces: [hint.piece], hint });
  }
  return groups;
}
