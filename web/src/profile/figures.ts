// Figures: sums and rates of what was played.
import type { GameTotals } from "../protocol/messages";

export const keyOf = ({ variant, preset }: { variant: string; preset?: string }): string => `${variant} ${preset ?? ""}`;

export type Totals = Pick<GameTotals, "matches" | "hands" | "wins" | "deal_ins" | "points" | "places">;

export function sumOf(games: readonly Totals[]): Totals {
  const sum: Totals = { matches: 0, hands: 0, wins: 0, deal_ins: 0, points: 0, places: [] };
  for (const one of games) {
    for (const key of ["matches", "hands", "wins", "deal_ins", "points"] as const) sum[key] += one[key];
    one.places.forEach((count, at) => (sum.places[at] = (sum.places[at] ?? 0) + count));
  }
  return sum;
}

const NOTHING = "–";
const percent = (part: number, whole: number): string => (whole === 0 ? NOTHING : `${((100 * part) / whole).toFixed(1)}%`);

/** Of hands won and dealt into, and the average place of whole matches. */
export function ratesOf({ hands, wins, deal_ins, places }: Totals): { win: string; dealIn: string; place: string } {
  const counted = places.reduce((sum, count) => sum + count, 0);
  const average = places.reduce((sum, count, at) => sum + count * (at + 1), 0) / counted;
  return { win: percent(wins, hands), dealIn: percent(deal_ins, hands), place: counted === 0 ? NOTHING : average.toFixed(2) };
}

/** With a sign that is as wide as the plus. */
export const points = (value: number): string => (value > 0 ? `+${value}` : value < 0 ? `−${-value}` : "0");

/** Sums of points from the first match to the last; `matches` has the newest first. */
export function course(matches: readonly { points: number }[]): number[] {
  let sum = 0;
  return [0, ...[...matches].reverse().map((match) => (sum += match.points))];
}
