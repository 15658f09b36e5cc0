// Looking: a quick match before it begins: how many are missing, how long it has looked for them, and what comes then.
import { useState } from "preact/hooks";
import { useClock } from "../clock";
import { useText } from "../i18n";
import type { Desk } from "../protocol/messages";

export function Looking({ desk }: { desk: Desk }) {
  const text = useText();
  const [since] = useState(() => Date.now());
  const seconds = Math.floor((useClock(1000) - since) / 1000);
  const free = desk.seats.filter((seat) => seat.user === undefined).length;
  if (free === 0) return null;
  return (
    <p class="looking">
      {text("room.looking", { n: free, seconds: Math.max(0, seconds) })} <small class="dim">{text("room.robots")}</small>
    </p>
  );
}
