// Names of the persons at a desk, of places without one, and of the points that lie on the table.
import { useCallback } from "preact/hooks";
import { useText } from "../i18n";
import type { Desk } from "../protocol/messages";

type Sitting = Desk["seats"][number];

/** A robot is called by its number in the language of the page. */
export function useName(): (person: Sitting | undefined) => string | undefined {
  const text = useText();
  return useCallback(
    (person) => {
      const number = person?.robot ? /\d+$/.exec(person.name ?? "")?.[0] : undefined;
      return number === undefined ? person?.name : text("room.robotNamed", { n: number });
    },
    [text],
  );
}

/** `seats`: seats of the table; places of persons without a seat follow them, and behind all lies what belongs to nobody. */
export function usePeople(people: Sitting[], seats: number): (place: number) => string {
  const text = useText();
  const name = useName();
  return useCallback(
    (place) =>
      place >= people.length
        ? text("table.pot")
        : (name(people[place]) ?? (place < seats ? text("table.seat", { n: place + 1 }) : text("room.person", { n: place - seats + 1 }))),
    [people, seats, text, name],
  );
}
