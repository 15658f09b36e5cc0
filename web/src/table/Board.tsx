// Board: the felt with the seats around it. Each side is drawn as its seat sees it and turned to its place.
import type { Desk, Discard, SeatView, View } from "../protocol/messages";
import { useLabel, useText, type Key } from "../i18n";
import { set, settings } from "../settings";
import { useShared } from "../state/share";
import { Tile } from "../tiles/Tile";
import { keptName, type VariantWords } from "../words";
import type { MarkOf } from "./marks";
import { Laid } from "./Melds";
import { declaredPlace, laidWidth, placeOf } from "./places";
import { countersOf, keptBySeat, keptByTable, roundOf, windsOf, type Kept } from "./state";
import { Value } from "./Value";

export interface BoardProps {
  desk: Desk;
  view: View;
  /** What everybody has once the hand is over; null while it lasts. */
  ended: number[] | null;
  words: VariantWords | null;
  markOf: MarkOf;
  /** Whose hand and melds are not drawn here, because they are drawn larger below. */
  own: number | null;
  /** The seat at the bottom for who has none. */
  bottom?: number;
  nameOf: (seat: number) => string;
}

/** Tiles in a row of a river, and the least rows; table.css has the first too. */
const riverOf = (seats: number) => (seats === 2 ? { row: 12, least: 2 } : { row: 6, least: 3 });

export function Board({ desk, view, ended, words, markOf, own, bottom = 0, nameOf }: BoardProps) {
  const seats = view.seats.length;
  const viewer = own ?? bottom;
  // A step changes little: what a side or a plate is drawn from stays the same object for all but one or two seats.
  const rivers = useShared(view.seats.map(({ seat }) => view.river.filter((one) => one.seat === seat)));
  const compass = windsOf(view);
  const kept = useShared(view.seats.map(({ seat }) => keptBySeat(view, seat).filter(({ key }) => key !== compass?.key)));
  const { row, least } = riverOf(seats);
  const rows = Math.max(least, ...rivers.map((river) => Math.ceil(river.length / row)));
  // Where a part counts rounds, the middle names the round.
  const { round, told } = roundOf(view, words);
  const counters = useShared(countersOf(view, words));
  const inMiddle = [...counters.map(({ key }) => key), ...told];
  const aside = desk.seats.slice(seats);
  // The last discard is marked until the next one, unless somebody took it.
  const last = view.river.at(-1);
  const latest = last && !last.claimed ? last.seat : null;
  const placeAt = (seat: number) => placeOf(seat, viewer, seats);
  const scoreOf = (seat: number): number | undefined => (ended ? ended[seat] : sum(view.scores[seat], view.points[seat]));
  const { differences } = settings.value;
  const plates = view.seats.map((seat, at) => (
    <Plate
      key={seat.seat}
      seat={seat}
      person={desk.seats[seat.seat]}
      name={nameOf(seat.seat)}
      place={placeAt(seat.seat)}
      actor={view.actor === seat.seat}
      dealer={view.dealer === seat.seat}
      score={scoreOf(seat.seat)}
      to={differences && own !== null && own !== seat.seat ? scoreOf(own) : undefined}
      points={ended ? null : (view.points[seat.seat] ?? 0)}
      kept={kept[at] ?? []}
      words={words}
    />
  ));
  return (
    <div class={`board seats-${seats} ${own === null ? "watched" : ""}`} style={{ "--rows": rows }} data-actor={view.actor}>
      <div class="felt" />
      <div class="ground">
        {view.seats.map((seat, at) => (
          <Side
            key={seat.seat}
            seat={seat}
            river={rivers[at] ?? []}
            latest={latest === seat.seat}
            mine={seat.seat === own}
            place={placeAt(seat.seat)}
            seats={seats}
            name={nameOf(seat.seat)}
            words={words}
            markOf={markOf}
          />
        ))}
        <Middle view={view} viewer={viewer} round={round} counters={counters} words={words} />
        <div class="notes">
          <TableKept view={view} words={words} besides={inMiddle} nameOf={nameOf} />
          {aside.length > 0 && (
            <div class="aside">
              {aside.map((person, at) => (
                <span class="chip" key={at} data-offline={!person.online || undefined}>
                  <span class="name">{nameOf(seats + at)}</span> <Points value={(ended ?? view.scores)[seats + at]} />
                </span>
              ))}
            </div>
          )}
        </div>
      </div>
      <div class="plates">{plates.filter((_, at) => placeAt(at) !== 0)}</div>
      {plates.filter((_, at) => placeAt(at) === 0)}
    </div>
  );
}

interface SideProps {
  seat: SeatView;
  river: Discard[];
  /** Its last discard is the last of all. */
  latest: boolean;
  /** What it holds and has laid down is drawn larger below the board. */
  mine: boolean;
  place: number;
  seats: number;
  name: string;
  words: VariantWords | null;
  markOf: MarkOf;
}

/** The width of what lies before a seat, in tiles. */
function widthBefore({ count, melds, set_aside = [] }: SeatView): number {
  const groups = melds.length + (set_aside.length > 0 ? 1 : 0);
  return count + laidWidth(melds, set_aside) + 0.5 * (groups + 1.5); // with the gaps, which table.css gives in widths of a tile
}

function Side({ seat, river, latest, mine, place, seats, name, words, markOf }: SideProps) {
  return (
    <div class={`side place-${place}`} data-seat={seat.seat}>
      <River river={river} latest={latest} name={name} markOf={markOf} />
      {!mine && (
        <div class="edge tiles" style={{ "--width": widthBefore(seat) }}>
          <Concealed hand={seat.hand} count={seat.count} drawn={seat.drawn} markOf={markOf} />
          <Laid seat={seat} seats={seats} words={words} markOf={markOf} />
        </div>
      )}
    </div>
  );
}

type RiverProps = Pick<SideProps, "river" | "latest" | "name" | "markOf">;

function River({ river, latest, name, markOf }: RiverProps) {
  const text = useText();
  const sideways = declaredPlace(river);
  return (
    <div class="river tiles" role="list" aria-label={text("table.river.label", { name })}>
      {river.map((one, at) => (
        <span
          key={at}
          role="listitem"
          class={`${one.drawn ? "drawn" : ""} ${one.claimed ? "claimed" : ""} ${one.won || one.robbed ? "won" : ""} ${latest && at === river.length - 1 ? "latest" : ""}`}
        >
          <Tile piece={one.tile} mark={markOf(one.tile)} rotated={at === sideways} />
        </span>
      ))}
    </div>
  );
}

interface ConcealedProps {
  hand: string[] | undefined;
  count: number;
  drawn: string | undefined;
  markOf: MarkOf;
}

function Concealed({ hand, count, drawn, markOf }: ConcealedProps) {
  const text = useText();
  const tiles = hand ? [...hand] : Array.from({ length: count }, () => "?");
  const apart = drawn === undefined ? -1 : tiles.lastIndexOf(hand ? drawn : "?");
  if (apart >= 0) tiles.splice(apart, 1);
  return (
    <span class={`concealed ${hand ? "open" : ""}`} aria-label={text("table.count", { n: count })} role="group">
      {tiles.map((piece, at) => (
        <Tile key={at} piece={piece} mark={markOf(piece)} />
      ))}
      {/* The place of the drawn tile is kept, so that the others do not move. */}
      {(!hand || apart >= 0) && <span class="gap">{apart >= 0 && <Tile piece={hand ? drawn! : "?"} mark={hand && markOf(drawn!)} />}</span>}
    </span>
  );
}

export function Points({ value, sign = false }: { value: number | undefined; sign?: boolean }) {
  if (value === undefined) return null;
  const kind = value > 0 ? "plus" : value < 0 ? "minus" : "";
  return <span class={`points ${kind}`}>{sign && value > 0 ? `+${value}` : String(value).replace("-", "−")}</span>;
}

const sum = (score: number | undefined, points: number | undefined): number | undefined =>
  score === undefined ? undefined : score + (points ?? 0);

/** Points of others as differences to the own ones, or as they are. */
const compare = (): void => set({ differences: !settings.peek().differences });

interface PlateProps {
  seat: SeatView;
  person: Desk["seats"][number] | undefined;
  name: string;
  place: number;
  actor: boolean;
  dealer: boolean;
  score: number | undefined;
  /** What the score is compared with, if it is. */
  to: number | undefined;
  /** Of this hand, which are in the score; null after it. */
  points: number | null;
  kept: Kept[];
  words: VariantWords | null;
}

function Plate({ seat, person, name, place, actor, dealer, score, to, points, kept, words }: PlateProps) {
  const text = useText();
  const badges: string[] = [
    ...(seat.won ? [text("table.won") + (seat.wins && seat.wins > 1 ? ` ×${seat.wins}` : "")] : []),
    ...(seat.ready ? [text("table.isReady")] : []),
    ...(seat.locked && !seat.won && !seat.ready ? [text("table.locked")] : []),
    ...(seat.left && !seat.won ? [text("table.left")] : []),
    ...(person?.auto ? [text("table.auto")] : []),
    ...(person && !person.online ? [text("table.offline")] : []),
  ];
  return (
    <div class={`plate place-${place} ${actor ? "actor" : ""}`} data-seat={seat.seat} onClick={compare}>
      <span class="who">
        <span class="name">
          {dealer && <b class="dealer">{text("table.dealer")}</b>} {name}
        </span>
        <span class="score">
          {to === undefined || score === undefined ? <Points value={score} /> : <Points value={score - to} sign />}
          {points !== null && points !== 0 && to === undefined && (
            <small>
              <Points value={points} sign />
            </small>
          )}
        </span>
      </span>
      {badges.length > 0 && (
        <span class="badges">
          {badges.map((badge) => (
            <i class="badge" key={badge}>
              {badge}
            </i>
          ))}
        </span>
      )}
      {kept.map((one) => (
        <KeptBy key={one.key} kept={one} words={words} />
      ))}
      {seat.flowers && seat.flowers.length > 0 && (
        <span class="kept">
          {text("table.flowers")} <Value value={seat.flowers} words={words} />
        </span>
      )}
      {seat.won_on && seat.won_on.length > 0 && (
        <span class="kept">
          {text("table.wonOn")} <Value value={seat.won_on} words={words} />
        </span>
      )}
    </div>
  );
}

interface KeptProps {
  kept: Kept;
  words: VariantWords | null;
  seats?: number;
  nameOf?: (seat: number) => string;
}

function KeptBy({ kept: { key, value }, words, ...people }: KeptProps) {
  const label = useLabel();
  const name = keptName(words, key);
  return (
    <span class="kept" data-kept={key}>
      {label(name)} <Value value={value} words={words} is={name.is} {...people} />
    </span>
  );
}

interface MiddleProps {
  view: View;
  viewer: number;
  round: Kept | undefined;
  counters: Kept[];
  words: VariantWords | null;
}

/** With rounds, a larger number of hands is only a limit. */
const ROUNDS = 4;

function Middle({ view, viewer, round, counters, words }: MiddleProps) {
  const text = useText();
  const label = useLabel();
  const compass = windsOf(view);
  const keep = view.wall_keep ?? 0; // never drawn
  const hands = words?.hands ?? 0; // of the match; 0 where their number does not end it
  const counted = hands > 0 && (!round || hands <= ROUNDS * view.seats.length);
  const hand = text(counted ? "table.handOf" : "table.hand", { n: view.hand + 1, of: hands });
  return (
    <div class="middle" onClick={compare}>
      <span class={`turn place-${placeOf(view.actor, viewer, view.seats.length)}`} aria-hidden="true" />
      {compass &&
        view.seats.map((seat) => (
          <b
            key={seat.seat}
            class={`wind place-${placeOf(seat.seat, viewer, view.seats.length)} ${seat.seat === view.dealer ? "dealer" : ""}`}
          >
            {text(`compass.${String(compass.value[seat.seat])}` as Key)}
          </b>
        ))}
      <b class="wall" title={text("table.wall")}>
        <small>{text("table.wall")}</small> {view.wall_left - keep}
        {keep > 0 && <small> {text("table.keep", { n: keep })}</small>}
      </b>
      <span>{round ? <Value value={round.value} words={null} is="round" seats={view.seats.length} /> : hand}</span>
      {view.dice && (
        <span class="dice" role="img" aria-label={`${text("table.dice")} ${view.dice.join(" ")}`}>
          {view.dice.map((pips) => String.fromCodePoint(0x267f + pips)).join(" ")}
        </span>
      )}
      <small class="counters">
        {round && counted && <span>{hand}</span>}
        {counters.map(({ key, value }) => (
          <span key={key} data-kept={key}>
            {label(keptName(words, key))} <b>{String(value)}</b>
          </span>
        ))}
        {counters.length === 0 && view.dealer_runs > 0 && <span>{text("table.dealerRuns", { n: view.dealer_runs })}</span>}
      </small>
    </div>
  );
}

/** What belongs to the whole table: indicators, rounds, deposits. */
function TableKept({ view, words, besides, nameOf }: Pick<BoardProps, "view" | "words" | "nameOf"> & { besides: string[] }) {
  const text = useText();
  const kept = useShared(keptByTable(view).filter(({ key }) => !besides.includes(key)));
  const turned = view.turned && !Object.values(view.state).includes(view.turned) ? view.turned : null;
  const shown = [
    ...(turned
      ? [
          <span class="kept" key="">
            {text("table.turned")} <Value value={turned} words={words} />
          </span>,
        ]
      : []),
    ...kept.map((one) => <KeptBy key={one.key} kept={one} words={words} seats={view.seats.length} nameOf={nameOf} />),
  ];
  if (shown.length === 0) return null;
  // Where the board is upright there is one place left of the own river and one right of it.
  const first = shown.length <= 2 ? shown.length : Math.ceil(shown.length / 2);
  return (
    <div class="kept-by-table">
      {[shown.slice(0, first), shown.slice(first)].map((some, at) => some.length > 0 && <div key={at}>{some}</div>)}
    </div>
  );
}
