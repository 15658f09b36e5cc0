// CallOuts: a call is a word at its seat for a moment, with its tiles, and with a voice where one has chosen that.
import { useEffect, useRef, useState } from "preact/hooks";
import { callsIn, type Call } from "../help/calls";
import { speak } from "../help/sounds";
import { useLabel } from "../i18n";
import { settings } from "../settings";
import type { Table } from "../state/types";
import { Tile } from "../tiles/Tile";
import { nameOf, type VariantWords } from "../words";
import { placeOf } from "./places";

const SHOWN_MS = 700;

interface Props {
  table: Table;
  viewer: number;
  words: VariantWords | null;
}

export function CallOuts({ table, viewer, words }: Props) {
  const label = useLabel();
  const { voice, lang } = settings.value;
  const { log, walks } = table;
  const heard = useRef(log.at(-1)?.n ?? 0);
  const [calls, setCalls] = useState<Call[]>([]);
  const newest = log.at(-1)?.n ?? 0;
  useEffect(() => {
    const news = callsIn(
      log.filter(({ n }) => n > heard.current),
      walks,
    );
    heard.current = newest;
    if (news.length === 0) return;
    setCalls((now) => [...now.filter(({ seat }) => !news.some((one) => one.seat === seat)), ...news]);
    if (voice) news.forEach(({ action }) => speak(label(nameOf(words, action)), lang));
    const gone = new Set(news.map(({ n }) => n));
    setTimeout(() => setCalls((now) => now.filter(({ n }) => !gone.has(n))), SHOWN_MS);
  }, [newest]);
  return (
    <div class="call-outs" aria-hidden="true">
      {calls.map(({ n, seat, action, pieces }) => (
        <p key={n} class={`call-out place-${placeOf(seat, viewer, table.view.seats.length)}`} data-call={action}>
          <b>{label(nameOf(words, action))}</b>
          {pieces.length > 0 && (
            <span class="tiles">
              {pieces.map((piece, at) => (
                <Tile key={at} piece={piece} />
              ))}
            </span>
          )}
        </p>
      ))}
    </div>
  );
}
