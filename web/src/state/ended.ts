// The table once its hand is over, until the next deal.
import type { View } from "../protocol/messages";
import type { Table } from "./types";
import { withWinningDraws } from "./wins";

/** Nothing is hidden any more, and counts such as the round are still those of the hand, although the game has moved on. */
export function viewAtEnd({ view, ended, wins, played }: Table): View {
  if (!ended) return view;
  const open = ended.seats ? { ...view, seats: ended.seats } : view;
  return withWinningDraws(played ? { ...open, state: withCountsOf(played, view.state) } : open, wins);
}

function withCountsOf(played: View["state"], now: View["state"]): View["state"] {
  const state = { ...now };
  for (const key of new Set([...Object.keys(played), ...Object.keys(now)])) {
    if (typeof (played[key] ?? now[key]) !== "number") continue;
    if (played[key] === undefined) delete state[key];
    else state[key] = played[key];
  }
  return state;
}
