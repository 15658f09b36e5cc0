// Melds: what a seat has laid down: its melds, and tiles it has set aside.
import type { MeldView, SeatView } from "../protocol/messages";
import { useText, useWorded } from "../i18n";
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

/** All that a seat has laid down. */
export function Laid({ seat, ...rest }: Omit<Props, "melds" | "owner"> & { seat: SeatView }) {
  const text = useText();
  const aside = seat.set_aside ?? [];
  return (
    <>
      <Melds melds={seat.melds} owner={seat.seat} {...rest} />
      {aside.length > 0 && (
        <span class="meld aside-tiles" role="group" aria-label={text("table.aside")}>
          {aside.map((piece, at) => (
            <Tile key={at} piece={piece} mark={rest.markOf(piece)} />
          ))}
        </span>
      )}
    </>
  );
}
