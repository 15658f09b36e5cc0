// The two events that come all the time change the view at once; what every other event did is in the view that `sync` answers.
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

export function applyEvents(view: View, events: Event[]): View {
  return events.reduce((now, event) => {
    if (event.type === "draw") return draw(now, event);
    if (event.type === "discard") return discard(now, event);
    return now;
  }, view);
}
