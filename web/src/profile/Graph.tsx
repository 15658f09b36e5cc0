// Graph: how the points went, match by match.
import type { PlayedMatch } from "../protocol/messages";
import { course, points } from "./figures";
import { useTexts } from "./useTexts";

const WIDTH = 600;
const HEIGHT = 120;
const EDGE = 6;

export function Graph({ matches }: { matches: PlayedMatch[] }) {
  const own = useTexts();
  if (matches.length === 0) return null;
  const sums = course(matches);
  const low = Math.min(...sums);
  const high = Math.max(...sums);
  const x = (at: number) => EDGE + ((WIDTH - 2 * EDGE) * at) / (sums.length - 1);
  const y = (sum: number) => HEIGHT - EDGE - ((HEIGHT - 2 * EDGE) * (sum - low)) / (high - low || 1);
  const last = sums.at(-1)!;
  return (
    <figure class="graph">
      <figcaption class="dim">{own("graph", { n: matches.length, points: points(last) })}</figcaption>
      <div class="plot">
        <p class="scale dim">
          <span>{points(high)}</span>
          {low < high && <span>{points(low)}</span>}
        </p>
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true" preserveAspectRatio="none">
          <line class="zero" x1={EDGE} x2={WIDTH - EDGE} y1={y(0)} y2={y(0)} />
          <polyline points={sums.map((sum, at) => `${x(at).toFixed(1)},${y(sum).toFixed(1)}`).join(" ")} />
        </svg>
      </div>
    </figure>
  );
}
