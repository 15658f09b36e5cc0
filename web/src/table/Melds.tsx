import type { MeldView } from "../protocol/messages";
import { useWorded } from "../i18n";
import { Tile } from "../tiles/Tile";
import { nameOf, type VariantWords } from "../words";
import type { MarkOf } from "./marks";
import { laidTiles } from "./places";

interface Props {
  melds: MeldView[];
  owner: number;
  seats: number;
  words: VariantWords | null;
  markOf: MarkOf;
}

export function Melds({ melds, owner, seats, words, markOf }: Props) {
  const both = useWorded();
  return (
    <>
      {melds.map((meld, at) => {
        const closed = meld.from === undefined && meld.tiles.length === 4;
        return (
          <span class={`meld ${meld.kind}`} key={at} role="group" aria-label={both(nameOf(words, meld.kind))}>
            {laidTiles(meld, owner, seats).map(({ piece, turned }, index) => (
              // Of a concealed gang that its owner sees, the outer tiles lie face down.
              <Tile key={index} piece={closed && (index === 0 || index === 3) ? "?" : piece} rotated={turned} mark={markOf(piece)} />
            ))}
          </span>
        );
      })}
    </>
  );
}
