// Which kinds of tile carry a mark: wildcards, the tile that was turned up to name them, and tiles that count more (dora).
import { useCallback } from "preact/hooks";
import type { View } from "../protocol/messages";
import { useShared } from "../state/share";
import { kindOf } from "../tiles/faces";
import type { Named, VariantWords } from "../words";
import { tilesIn } from "./state";

/** A tile that lies open names this one. */
export type Mark = "wild" | "turned" | Named;
export type MarkOf = (piece: string) => Mark | undefined;

/** The kinds that tiles lying open name. */
export function namedIn(view: View, words: VariantWords | null): Record<string, Named> {
  const tiles: Record<string, Named> = {};
  for (const [key, { zh, en, tiles: names }] of Object.entries(words?.named ?? {}))
    for (const indicator of tilesIn(view.state[key]) ?? []) {
      const named = names[kindOf(indicator)];
      if (named) tiles[named] = { zh, en };
    }
  return tiles;
}

/** The same function as long as the marks are the same. */
export function useMarks(view: View, words: VariantWords | null): MarkOf {
  const { wilds, turned } = useShared({ wilds: view.wilds, turned: view.turned });
  const named = useShared(namedIn(view, words));
  return useCallback(
    (piece) => (wilds?.includes(piece) ? "wild" : piece === turned ? "turned" : named[kindOf(piece)]),
    [wilds, turned, named],
  );
}
