// ExchangeNote: what the own seat gave and got in an exchange. It lies where the own river begins: the first discard takes its place.
import type { Exchanged } from "../answers/exchanged";
import { useText } from "../i18n";
import { Tiles } from "../tiles/Tiles";

export function ExchangeNote({ gave, got, from, nameOf }: Exchanged & { nameOf: (seat: number) => string }) {
  const text = useText();
  return (
    <p class="exchanged" role="status">
      <span>
        {text("table.gave")} <Tiles pieces={gave} />
      </span>
      <span>
        {from === undefined ? "" : text("table.got", { name: nameOf(from) })} <Tiles pieces={got} />
      </span>
    </p>
  );
}
