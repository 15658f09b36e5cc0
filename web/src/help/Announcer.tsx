// Announcer: what happened, for screen readers: each event once, in words.
import { useRef } from "preact/hooks";
import type { Desk } from "../protocol/messages";
import type { LogEntry } from "../state/types";
import { useSayer } from "./EventLines";
import { isQuiet, lineOf } from "./lines";

const KEPT = 8; // lines; a reader has heard the older ones

/** What happened before this page was there is not said. */
export function Announcer({ desk, log }: { desk: Desk; log: LogEntry[] }) {
  const say = useSayer(desk);
  const since = useRef(log.at(-1)?.n ?? 0);
  // Draws of others tell nothing that their discards do not.
  const news = log.filter(({ n, event }) => n > since.current && !isQuiet(event) && !(event.type === "draw" && event.hidden));
  return (
    <div class="unseen" role="log" aria-live="polite" aria-relevant="additions" data-announcer>
      {news.slice(-KEPT).map(({ n, event }) => (
        <p key={n}>{lineOf(event, say)}</p>
      ))}
    </div>
  );
}
