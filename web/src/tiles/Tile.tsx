// Tile: one tile, drawn as wide as --tile-w of the place where it is.
import { useText, useWorded } from "../i18n";
import type { Mark } from "../table/marks";
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
  /** A corner mark: a wildcard, the tile that names it, or a tile that counts more. */
  mark?: Mark | undefined;
}

export function Tile({ piece, rotated = false, dim = false, mark }: TileProps) {
  const text = useText();
  const both = useWorded();
  const name = tileName(text, piece);
  if (!isFace(piece))
    return (
      <b class="piece" data-tile={piece}>
        {name}
      </b>
    );
  const kind = typeof mark === "object" ? "named" : mark;
  const label = kind ? text(`tile.${kind}`, { tile: name, what: typeof mark === "object" ? both(mark) : "" }) : name;
  const face = `face ${faceOf(piece)}`;
  return (
    <span class={`tile ${rotated ? "rotated" : face}${dim ? " dim" : ""}`} role="img" aria-label={label} data-tile={piece} data-mark={kind}>
      {rotated && <i class={face} />}
    </span>
  );
}
