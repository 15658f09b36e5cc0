// Wins of a hand, gathered from its events: the win, its value, its fans, and what was paid for it.
import type { Event } from "../protocol/messages";
import type { Win } from "./types";

// The event `points` has its payers as pieces: 1m is seat 0.
const payersOf = (event: Event): number[] => (event.pieces ?? []).map((piece) => Number(piece[0]) - 1);

export function winsAfter(wins: Win[], events: Event[]): Win[] {
  const next = [...wins];
  // What each seat did last; between a win and its value there may be events of the table.
  const deeds = new Map<number, string>();
  let open: Win | null = null;
  for (const event of events) {
    if (event.type === "win_value" && event.seat !== undefined) {
      open = {
        seat: event.seat,
        ...(event.other !== undefined ? { other: event.other } : {}),
        how: deeds.get(event.seat) ?? "",
        tile: event.pieces?.[0] ?? null,
        value: event.value ?? 0,
        fans: [],
        payments: [],
      };
      next.push(open);
    } else if (event.type === "fan" && open) {
      open.fans.push({ id: event.text ?? "", value: event.value ?? null });
    } else if (event.type === "points" && open && open.seat === event.seat) {
      open.payments.push({ to: event.seat, text: event.text ?? "", value: event.value ?? 0, from: payersOf(event) });
    } else {
      open = null;
      if (event.seat !== undefined) deeds.set(event.seat, event.type);
    }
  }
  return next.length === wins.length ? wins : next;
}
