// Ring: the time left for the question, as a ring; the extra time in another colour.
import { useClock } from "../clock";
import { useText, type Translate } from "../i18n";
import type { Asked } from "../state/types";

const R = 16;
const ROUND = 2 * Math.PI * R;

/** Seconds, and where these would be many, whole minutes or hours. */
export function shortTime(seconds: number, text: Translate): string {
  if (seconds < 100) return String(seconds);
  return seconds < 100 * 60 ? text("time.minutes", { n: Math.round(seconds / 60) }) : text("time.hours", { n: Math.round(seconds / 3600) });
}

export function Ring({ asked }: { asked: Asked }) {
  const text = useText();
  const now = useClock(asked.until === null ? null : 250);
  if (asked.until === null) return null;
  const left = asked.until - now;
  const extra = left < 0;
  const rest = Math.max(0, extra ? left + asked.extra : left);
  const whole = Math.max(1, extra ? asked.extra : asked.total);
  const seconds = Math.ceil(rest / 1000);
  const time = seconds < 100 ? text("time.seconds", { n: seconds }) : shortTime(seconds, text);
  return (
    <span
      class={`ring ${extra ? "extra" : ""} ${seconds <= 5 ? "soon" : ""}`}
      role="timer"
      aria-label={text(extra ? "answer.extra" : "answer.time", { time })}
    >
      <svg viewBox="0 0 40 40" aria-hidden="true">
        <circle cx="20" cy="20" r={R} />
        <circle
          cx="20"
          cy="20"
          r={R}
          class="left"
          stroke-dasharray={`${ROUND * Math.min(1, rest / whole)} ${ROUND}`}
          transform="rotate(-90 20 20)"
        />
      </svg>
      <b class={seconds < 100 ? "" : "long"}>{shortTime(seconds, text)}</b>
    </span>
  );
}
