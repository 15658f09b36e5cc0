// Ring: the time left for the question, as a ring; the extra time in another colour.
import { useClock } from "../clock";
import { useText } from "../i18n";
import type { Asked } from "../state/types";

const R = 16;
const ROUND = 2 * Math.PI * R;

export function Ring({ asked }: { asked: Asked }) {
  const text = useText();
  const now = useClock(asked.until === null ? null : 250);
  if (asked.until === null) return null;
  const left = asked.until - now;
  const extra = left < 0;
  const rest = Math.max(0, extra ? left + asked.extra : left);
  const whole = Math.max(1, extra ? asked.extra : asked.total);
  const seconds = Math.ceil(rest / 1000);
  return (
    <span
      class={`ring ${extra ? "extra" : ""} ${seconds <= 5 ? "soon" : ""}`}
      role="timer"
      aria-label={text(extra ? "answer.extra" : "answer.time", { n: seconds })}
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
      <b>{seconds}</b>
    </span>
  );
}
