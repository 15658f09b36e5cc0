// Names of tiles for people and screen readers.
import type { Key, Translate } from "../i18n";
import { kindOf, kKinds, kPieces, kRedFives } from "./faces";

/** Whether the piece is a tile that can be drawn; pieces of a game without tiles are words. */
export const isFace = (piece: string): boolean => piece === "?" || kPieces.includes(piece);

/** 五万, "5 characters"; a kind without a name keeps its word. */
export function tileName(text: Translate, piece: string): string {
  if (piece === "?") return text("tile.back");
  if (kRedFives.includes(piece)) return text("tile.red", { tile: tileName(text, kindOf(piece)) });
  if (!kKinds.includes(piece)) return piece;
  const [rank, suit] = piece as unknown as [string, string];
  if (suit === "z" || suit === "h") return text(`tile.${piece}` as Key);
  return text(`tile.${suit}` as Key, { n: text(`tile.rank.${rank}` as Key) });
}

export const tileNames = (text: Translate, pieces: readonly string[]): string =>
  pieces.map((piece) => tileName(text, piece)).join(text("tile.between"));
