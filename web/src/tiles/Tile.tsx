// Tile: one tile, drawn as wide as --tile-w of the place where it is.
import { useText } from "../i18n";
import { isFace, tileName } from "./names";
import { faceOf } from "./sheet";
import "./tiles.css";

export interface TileProps {
  /** "5m"; "?" is the back. */
  piece: string;
  /** Lies on its side, as a tile taken from another seat does. */
  rotated?: boolean;
  /** Shown darker: it may not be chosen now. */
  dim?: boolean;
  /** A corner mark: a wildcard, or the tile that names it. */
  mark?: "wild" | "turned" | undefined;
}

export function Tile({ piece, rotated = false, dim = false, mark }: TileProps) {
  const text = useText();
  const name = tileName(text, piece);
  if (!isFace(piece))
    return (
      <b class="piece" data-tile={piece}>
        {name}
      </b>
    );
  const label = mark ? text(`tile.${mark}`, { tile: name }) : name;
  const face = `face ${faceOf(piece)}`;
  return (
    <span class={`tile ${rotated ? "rotated" : face}${dim ? " dim" : ""}`} role="img" aria-label={label} data-tile={piece} data-mark={mark}>
      {rotated && <i class={face} />}
    </span>
  );
}
