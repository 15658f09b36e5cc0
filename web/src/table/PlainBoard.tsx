// PlainBoard: the table of a game without tiles. Each seat is a row, each slot that views show is a column; slots of the table stand above.
import type { Desk, View } from "../protocol/messages";
import { useText, useLabel } from "../i18n";
import { keptName, type VariantWords } from "../words";
import { Points } from "./Board";
import { isPerSeat, isShown, keptByTable } from "./state";
import { Value } from "./Value";
import "./plain.css";

interface Props {
  desk: Desk;
  view: View;
  /** What everybody has once the hand is over; null while it lasts. */
  ended: number[] | null;
  words: VariantWords | null;
  own: number | null;
  nameOf: (seat: number) => string;
}

export function PlainBoard({ desk, view, ended, words, own, nameOf }: Props) {
  const text = useText();
  const label = useLabel();
  const bySeat = Object.entries(view.state).flatMap(([key, value]) => (isPerSeat(view, value) ? [{ key, value }] : []));
  return (
    <div class="board plain" data-actor={view.actor}>
      <div class="plain-sheet">
        <p class="plain-kept">
          <span class="kept">{text("table.hand", { n: view.hand + 1 })}</span>
          {keptByTable(view).map(({ key, value }) => {
            const name = keptName(words, key);
            return (
              <span class="kept" data-kept={key} key={key}>
                {label(name)} <Value value={value} words={words} is={name.is} seats={view.seats.length} nameOf={nameOf} />
              </span>
            );
          })}
        </p>
        <table class="slots">
          <thead>
            <tr>
              <th scope="col">{text("plain.seat")}</th>
              <th scope="col">{text("plain.points")}</th>
              {bySeat.map(({ key }) => (
                <th scope="col" key={key} data-slot={key}>
                  {label(keptName(words, key))}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {view.seats.map(({ seat }) => {
              const person = desk.seats[seat];
              return (
                <tr key={seat} data-seat={seat} class={seat === own ? "me" : ""} aria-current={seat === view.actor || undefined}>
                  <th scope="row">
                    {nameOf(seat)}
                    {person?.auto && <i class="badge">{text("table.auto")}</i>}
                    {person && !person.online && <i class="badge">{text("table.offline")}</i>}
                  </th>
                  <td>
                    <Points value={(ended ?? view.scores)[seat]} />
                  </td>
                  {bySeat.map(({ key, value }) => (
                    <td key={key} data-slot={key}>
                      {isShown(value[seat]) ? (
                        <Value value={value[seat]} words={words} is={keptName(words, key).is} nameOf={nameOf} />
                      ) : (
                        "–"
                      )}
                    </td>
                  ))}
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </div>
  );
}
