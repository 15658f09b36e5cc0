// Looking: a quick match before it begins: how long it has looked for people, and a way to play with robots instead.
import { useState } from "preact/hooks";
import { useClock } from "../clock";
import { useText } from "../i18n";
import { playWithRobots } from "../lobby/play";
import { leave } from "../store";
import type { Desk } from "../protocol/messages";

const ROBOTS_AFTER = 30; // seconds

interface Props {
  desk: Desk;
  attempt: (answer: Promise<{ t: string }>) => Promise<void>;
}

export function Looking({ desk, attempt }: Props) {
  const text = useText();
  const [since] = useState(() => Date.now());
  const seconds = Math.floor((useClock(1000) - since) / 1000);
  const free = desk.seats.filter((seat) => seat.user === undefined).length;
  if (free === 0) return null;
  // The seat here is kept until the other desk is there.
  const withRobots = async () => {
    const made = await playWithRobots({ variant: desk.variant, options: desk.options, time: "none" }, desk.seats.length);
    return made.t === "ok" ? leave(desk.id) : made;
  };
  return (
    <p class="row looking">
      <span>{text("room.looking", { n: free, seconds: Math.max(0, seconds) })}</span>
      {seconds >= ROBOTS_AFTER && (
        <button data-do="robots" onClick={() => void attempt(withRobots())}>
          {text("room.robots")}
        </button>
      )}
    </p>
  );
}
