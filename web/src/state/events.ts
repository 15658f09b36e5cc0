// What events change in the view at once: draws and discards, which come all the time, and what is sent at the end of a hand, when there may
// be nothing left to ask. What every other event did is in the view that `sync` answers.
import { TAKES } from "../fair/evidence";
import type { Event, SeatView, View } from "../protocol/messages";

function without(tiles: string[], tile: string): string[] {
  const at = tiles.indexOf(tile);
  return at < 0 ? tiles : [...tiles.slice(0, at), ...tiles.slice(at + 1)];
}

function withSeat(view: View, seat: number, change: (seat: SeatView) => SeatView): View {
  return { ...view, seats: view.seats.map((one) => (one.seat === seat ? change(one) : one)) };
}

function draw(view: View, event: Event): View {
  const tile = event.pieces?.[0] ?? "?";
  const next = withSeat(view, event.seat ?? -1, (seat) => ({
    ...seat,
    count: seat.count + 1,
    drawn: tile,
    ...(seat.hand && tile !== "?" ? { hand: [...seat.hand, tile] } : {}),
  }));
  const { focus: _, ...rest } = next;
  return { ...rest, actor: event.seat ?? view.actor, wall_left: Math.max(0, view.wall_left - 1) };
}

function discard(view: View, event: Event): View {
  const tile = event.pieces?.[0];
  const by = event.seat;
  if (tile === undefined || by === undefined) return view;
  const next = withSeat(view, by, ({ drawn: _, ...seat }) => ({
    ...seat,
    count: seat.count - 1,
    ...(seat.hand ? { hand: without(seat.hand, tile) } : {}),
  }));
  const river = [...view.river, { seat: by, tile, ...(event.value === 1 ? { drawn: true } : {}) }];
  return { ...next, actor: by, river, focus: { kind: "discard", tile, seat: by } };
}

/** The hand that a seat shows once it is over. */
function show(view: View, { seat, pieces = [] }: Event): View {
  return withSeat(view, seat ?? -1, ({ drawn: _, ...one }) => ({ ...one, hand: pieces, count: pieces.length }));
}

/** A payment: each of the seats pays. */
function pay(view: View, { seat: to, seats: from = [], value: each = 0, text }: Event): View {
  if (to === undefined) return view;
  const points = view.points.map((one, seat) => one + (seat === to ? each * from.length : from.includes(seat) ? -each : 0));
  const reason = text === undefined ? {} : { reason: { id: text, zh: text, en: text } };
  return { ...view, points, ledger: [...view.ledger, { to, from, each, ...reason }] };
}

export function applyEvents(view: View, events: Event[]): View {
  return events.reduce((now, event) => {
    if (event.type === "draw") return draw(now, event);
    if (event.type === "discard") return discard(now, event);
    if (event.type === "hand_shown") return show(now, event);
    if (TAKES.has(event.type) && event.type !== "deal") return { ...now, wall_left: now.wall_left - (event.pieces?.length ?? 0) };
    if (event.type === "points") return pay(now, event);
    return now;
  }, view);
}
