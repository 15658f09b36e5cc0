// HandEnd: after a hand or a match: wins with fans and payments, the ledger, points, the wall check, the replay.
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { isTyping } from "../answers/focus";
import { Ring } from "../answers/Ring";
import { WallCheck } from "../fair/WallCheck";
import { useLabel, useText, useWorded } from "../i18n";
import { settings } from "../settings";
import { act, beReady, enter } from "../store";
import { viewAtEnd } from "../state/ended";
import type { Room, Table, Win } from "../state/types";
import { bySuit, finalsOf, meldsOf, ofFu, ofRows, paymentsOf } from "../state/wins";
import { kindOf } from "../tiles/faces";
import { Tile } from "../tiles/Tile";
import { keptName, nameOf as wordOf, reasonOf, unitOf, winName, type VariantWords } from "../words";
import { Points } from "./Board";
import { Melds } from "./Melds";
import { useMarks, type MarkOf } from "./marks";
import { Value } from "./Value";
import "./handend.css";

interface Props {
  room: Room;
  table: Table;
  words: VariantWords | null;
  nameOf: (seat: number) => string;
  /** The hand before the one that is played: nothing is asked. */
  past?: boolean;
  /** What is told of it to a beginner. */
  children?: ComponentChildren;
  onHide: () => void;
  onChat: () => void;
  onMenu: () => void;
}

export function HandEnd({ room, table, words, nameOf, past = false, children, onHide, onChat, onMenu }: Props) {
  const text = useText();
  const both = useWorded();
  const label = useLabel();
  const { lang } = settings.value;
  const sheet = useRef<HTMLElement>(null);
  // Who reads by ear or plays by keys is at the sheet now; who writes goes on writing.
  useEffect(() => {
    if (!isTyping()) sheet.current?.focus({ preventScroll: true });
  }, []);
  const { ended, asked } = table;
  const { desk } = room;
  const over = past ? null : room.over;
  const title = over ? text("over.title") : text("end.title", { n: table.hand + 1 });
  const scores = over?.scores ?? ended?.scores ?? table.view.scores;
  const finals = over ? finalsOf(table.log, table.view.seats.length) : null;
  const round = Object.entries(table.start ?? {}).find(([key, value]) => typeof value === "number" && keptName(words, key).is === "round");
  const agreed = Boolean(over?.dissolved);
  const { plain } = table.view; // its points are of the whole match, and it has no wins and hands
  const wins = table.wins.map((win, at) => <WinCard key={at} win={win} table={table} words={words} nameOf={nameOf} />);
  const totals = (
    <table class="scores">
      <thead>
        <tr>
          <th />
          {!plain && <th>{text("end.thisHand")}</th>}
          <th>{text("end.total")}</th>
          {finals && <th>{text("over.final")}</th>}
          {over && <th>{text("over.rank")}</th>}
        </tr>
      </thead>
      <tbody>
        {scores.map((score, seat) => (
          <tr key={seat} class={seat === table.seat ? "me" : ""}>
            <th>{nameOf(seat)}</th>
            {!plain && (
              <td>
                <Points value={ended?.points[seat] ?? table.view.points[seat]} sign />
              </td>
            )}
            <td>
              <Points value={score} />
            </td>
            {finals && (
              <td>
                <Points value={finals[seat] ?? undefined} sign />
              </td>
            )}
            {over && <td>{over.ranks[seat]}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
  // Where there is much to read, the totals come first.
  const totalsFirst = over !== null || wins.length > 2;
  return (
    <section ref={sheet} tabIndex={-1} class="hand-end" aria-label={title} data-over={over ? "" : undefined}>
      <div class="sheet">
        <header>
          <h2>
            {title}
            {!over && round && (
              <small class="dim">
                {" "}
                <Value value={round[1]} words={words} is="round" seats={table.view.seats.length} />
              </small>
            )}
          </h2>
          <button class="quiet" data-sheet="chat" onClick={onChat}>
            {text("table.chat")}
          </button>
          <button class="quiet" data-sheet="menu" onClick={onMenu}>
            {text("table.menu")}
          </button>
          <button class="quiet" data-sheet="close" onClick={onHide}>
            {text(past ? "table.close" : "end.show")}
          </button>
        </header>
        {children}
        {agreed && <p>{text(scores.length ? "over.dissolved" : "over.broken")}</p>}
        {ended && !agreed && !plain && table.wins.every((win) => win.shown) && <p class="dim">{text("end.draw")}</p>}
        {totalsFirst && totals}
        {wins}
        {!totalsFirst && totals}
        {ended?.seats && !plain && <Hands table={table} words={words} nameOf={nameOf} />}
        {table.view.ledger.length > 0 && (
          <details class="ledger">
            <summary>
              {text("end.ledger")} ({table.view.ledger.length})
            </summary>
            <ol>
              {table.view.ledger.map((entry, at) => (
                <li key={at} class={entry.undone ? "undone" : ""}>
                  {nameOf(entry.to)} ← {entry.from.map(nameOf).join(text("list.comma"))} <Points value={entry.each} sign />{" "}
                  <span class="dim">
                    {entry.reason ? both(words ? reasonOf(words, entry.reason.id) : entry.reason) : ""}
                    {entry.undoes !== undefined && ` · ${text("end.undoes", { n: entry.undoes + 1 })}`}
                    {entry.undone && ` · ${text("end.undone")}`}
                  </span>
                </li>
              ))}
            </ol>
          </details>
        )}
        {ended?.key && <WallCheck desk={desk.id} table={table} />}
        {over && (
          <p class="dim">
            {desk.seats
              .flatMap((seat, at) => (seat.ready && !seat.robot ? [`${nameOf(at)}: ${text("room.isReady")}`] : []))
              .join(text("list.comma"))}
          </p>
        )}
        <div class="buttons end-actions">
          {ended && (
            <a class="button" href={`${ended.replay}#lang=${lang}`} target="_blank" rel="noopener">
              {text("end.replay")}
            </a>
          )}
          {past ? null : over ? (
            <>
              {!room.watching && (
                <button class="main" data-again onClick={() => void beReady(desk.id)}>
                  {text("room.again")}
                </button>
              )}
              <button onClick={() => enter(null)}>{text("table.lobby")}</button>
            </>
          ) : asked ? (
            <>
              {asked.offers
                .filter((offer) => offer.kind === "nothing")
                .map((offer) => (
                  <button class="main" key={offer.node} data-key data-answer={offer.node} onClick={() => void act(desk.id, { offer })}>
                    {label(wordOf(words, offer.node))}
                  </button>
                ))}
              <Ring asked={asked} />
            </>
          ) : (
            <span class="dim">{text("end.waiting")}</span>
          )}
        </div>
      </div>
    </section>
  );
}

/** What each seat held in the end, and what it waited on. */
function Hands({ table, words, nameOf }: { table: Table; words: VariantWords | null; nameOf: (seat: number) => string }) {
  const text = useText();
  const view = viewAtEnd(table);
  const markOf = useMarks(view, words);
  const waits = table.ended?.seats?.map((seat) => seat.waits);
  return (
    <ul class="hands" aria-label={text("end.hands")}>
      {view.seats.map((seat, at) => (
        <li key={seat.seat} data-seat={seat.seat}>
          <b>{nameOf(seat.seat)}</b>
          <span class="tiles">
            {[seat.hand ?? [], seat.set_aside ?? []].map(
              (tiles, key) =>
                tiles.length > 0 && (
                  <span class="meld" key={key}>
                    {tiles.map((piece, place) => (
                      <Tile key={place} piece={piece} mark={markOf(piece)} />
                    ))}
                  </span>
                ),
            )}
            <Melds melds={seat.melds} owner={seat.seat} seats={view.seats.length} words={words} markOf={markOf} />
          </span>
          <Waits won={Boolean(seat.won)} waits={waits?.[at]} words={words} />
        </li>
      ))}
    </ul>
  );
}

function Waits({ won, waits, words }: { won: boolean; waits: string[] | undefined; words: VariantWords | null }) {
  const text = useText();
  if (won) return <span class="waits badge">{text("table.won")}</span>;
  if (!waits) return null;
  if (waits.length === 0) return <span class="waits dim">{text("end.notReady")}</span>;
  return (
    <span class="waits">
      {text("end.waits")} <Value value={waits} words={words} />
    </span>
  );
}

function WinCard({ win, table, words, nameOf }: { win: Win; table: Table; words: VariantWords | null; nameOf: (seat: number) => string }) {
  const text = useText();
  const both = useWorded();
  const label = useLabel();
  const { view } = table;
  const seats = view.seats.length;
  const seat = view.seats[win.seat];
  const markOf = useMarks(view, words);
  const termOf = (id: string) => both(wordOf(words, id));
  const drawn = win.other === undefined;
  const won = winName(words, drawn);
  const unit = unitOf(words);
  const ways = [
    ...(win.total ? [text("end.fan", { n: win.total, unit: unit ? both(unit) : text("kept.fan") })] : []),
    ...(win.fu !== null ? [text("end.fu", { n: win.fu })] : []),
    ...(win.limit !== null ? [termOf(win.limit)] : []),
  ];
  // Only what really comes to the value is written as a sum.
  const fu = ofFu(win);
  const sum = fu ? (
    <>
      {fu.base} × 2<sup>{fu.power}</sup>
    </>
  ) : (
    ofRows(win) || null
  );
  return (
    <article class="win">
      <h3>
        {win.shown ? (
          text("end.shows", { name: nameOf(win.seat), what: both(reasonOf(words, win.payments[0]?.text ?? "")) })
        ) : (
          <>
            {text("end.shows", { name: nameOf(win.seat), what: won ? label(won) : text(drawn ? "end.selfDraw" : "table.won") })}
            {win.other !== undefined && <small> {text("end.by", { name: nameOf(win.other) })}</small>}
          </>
        )}
      </h3>
      <div class="reading tiles">
        <Reading win={win} table={table} markOf={markOf} />
        {seat && !win.shown && <Melds melds={meldsOf(win, seat)} owner={win.seat} seats={seats} words={words} markOf={markOf} />}
      </div>
      <ul class="fans">
        {win.fans.map((fan, at) => (
          <li key={at}>
            {label(wordOf(words, fan.id))} {Boolean(fan.value) && <b>{fan.value}</b>}
          </li>
        ))}
      </ul>
      <p class="value">
        <span>
          {ways.map((way, at) => (
            <span key={at}>
              {at > 0 && " · "}
              {way}
            </span>
          ))}
          {sum && (
            <span>
              {ways.length > 0 && " → "}
              {sum}
            </span>
          )}
          {sum ? " = " : ways.length > 0 ? " → " : ""}
          <b>{text("end.value", { n: win.value })}</b>
        </span>
      </p>
      <ul class="payments">
        {paymentsOf(win, seats, termOf).map((line, at) => (
          <li key={at}>
            <span>
              {nameOf(line.from)} → {nameOf(line.to)}
            </span>
            <span class="dim">{line.reason && both(reasonOf(words, line.reason))}</span>
            <span class="steps">
              {line.steps}
              {line.short && ` · ${text("end.short")}`}
            </span>
            <Points value={line.value} sign />
          </li>
        ))}
      </ul>
    </article>
  );
}

/** The concealed tiles as the engine counted them, the tile won on marked; suit by suit where they are no sets. */
function Reading({ win, table, markOf }: { win: Win; table: Table; markOf: MarkOf }) {
  const text = useText();
  const shown = table.log.filter((one) => one.event.type === "hand_shown" && one.event.seat === win.seat).at(-1)?.event.pieces;
  const plain = [...(shown ?? table.view.seats[win.seat]?.hand ?? [])];
  // A tile that was drawn lies among the others.
  if (win.tile !== null && plain.length % 3 !== 2) plain.push(win.tile);
  const groups = win.shown ?? win.reading ?? bySuit(plain);
  const isWon = (piece: string) => win.tile !== null && kindOf(piece) === kindOf(win.tile);
  const at = groups.map((group) => group.some(isWon)).lastIndexOf(true);
  return (
    <>
      {groups.map((group, index) => (
        <span class="meld" key={index}>
          {group.map((piece, place) => {
            const won = index === at && place === group.map(isWon).lastIndexOf(true);
            return (
              <span key={place} class={won ? "winning" : ""} title={won ? text("end.winning") : undefined}>
                <Tile piece={piece} mark={markOf(piece)} />
              </span>
            );
          })}
        </span>
      ))}
    </>
  );
}
