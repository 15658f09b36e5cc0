// EventLines: what happened, in words, with the tiles drawn; the newest first.
import { Component } from "preact";
import { isKey, useText, useWorded } from "../i18n";
import { settings } from "../settings";
import type { Desk } from "../protocol/messages";
import type { LogEntry } from "../state/types";
import { usePeople } from "../table/people";
import { Tile } from "../tiles/Tile";
import { tileNames } from "../tiles/names";
import { nameOf, useWords } from "../words";
import { isQuiet, partsOf, type Sayer } from "./lines";
import "./help.css";

export interface EventLinesProps {
  desk: Desk;
  log: LogEntry[];
}

export function useSayer(desk: Desk): Sayer & { named: boolean } {
  const text = useText();
  const worded = useWorded();
  const words = useWords(desk.variant, desk.fingerprint);
  const { lang } = settings.value;
  return {
    lang,
    named: words !== null,
    texts: (type) => words?.events[type] ?? [],
    seat: usePeople(desk.seats, words?.seats ?? desk.seats.length),
    tiles: (pieces) => tileNames(text, pieces),
    name: (id) => {
      const suit = `suit.${id}`;
      return isKey(suit) ? text(suit) : worded(nameOf(words, id));
    },
  };
}

const SHOWN = 6; // lines; a new one moves all others, so that each is drawn again

export function EventLines({ desk, log }: EventLinesProps) {
  const text = useText();
  const say = useSayer(desk);
  // A line is drawn once, unless the names in it change.
  const names = `${say.lang} ${say.named} ${desk.seats.map((seat) => seat.name).join(" ")}`;
  const entries = log.filter((entry) => !isQuiet(entry.event)).slice(-SHOWN);
  return (
    <ol class="event-lines" reversed aria-label={text("help.lines")}>
      {entries.reverse().map((entry) => (
        <Line key={entry.n} event={entry.event} say={say} names={names} />
      ))}
    </ol>
  );
}

interface LineProps {
  event: LogEntry["event"];
  say: Sayer;
  names: string;
}

class Line extends Component<LineProps> {
  override shouldComponentUpdate(next: LineProps): boolean {
    return next.event !== this.props.event || next.names !== this.props.names;
  }
  override render({ event, say }: LineProps) {
    return (
      <li>
        {partsOf(event, say).map((part) => (typeof part === "string" ? part : part.map((piece, at) => <Tile key={at} piece={piece} />)))}
      </li>
    );
  }
}
