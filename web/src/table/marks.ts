// Which kinds of tile carry a mark: wildcards, and the tile that was turned up to name them.
import { useMemo } from "preact/hooks";
import type { View } from "../protocol/messages";

export type MarkOf = (piece: string) => "wild" | "turned" | undefined;

/** The same function as long as the marks are the same. */
export function useMarks({ wilds, turned }: View): MarkOf {
  return useMemo(() => (piece) => (wilds?.includes(piece) ? "wild" : piece === turned ? "turned" : undefined), [wilds, turned]);
}
