// Tiles: some tiles in a line of words.
import { Tile } from "./Tile";

export function Tiles({ pieces }: { pieces: readonly string[] }) {
  return (
    <span class="tiles small">
      {pieces.map((piece, at) => (
        <Tile key={at} piece={piece} />
      ))}
    </span>
  );
}
