// Wins of a hand, gathered from its events: the win, its value and what explains it, and what was paid for it.
import type { Event, SeatView, View } from "../protocol/messages";
import type { LogEntry, Term, Win } from "./types";

/** `win_reading`: the pair, then `value` groups of three; without them pair by pair. */
function groupsOf({ pieces = [], value = 0 }: Event): string[][] {
  const groups = [pieces.slice(0, 2)];
  for (let at = 2; at < pieces.length; at += value ? 3 : 2) groups.push(pieces.slice(at, at + (value ? 3 : 2)));
  return groups;
}

const OPS: Record<string, Term["op"]> = { pay_plus: "plus", pay_times: "times", pay_rounded: "rounded", pay_own: "own" };

/** What an event adds to the win that precedes it; false if it does not belong to it. */
function explain(win: Win, event: Event): boolean {
  const op = OPS[event.type];
  if (event.seat !== win.seat) return false;
  if (event.type === "win_reading") win.reading = event.hidden || event.pieces?.includes("?") ? null : groupsOf(event);
  else if (event.type === "fan") win.fans.push({ id: event.text ?? "", value: event.value ?? null });
  else if (event.type === "fan_total") win.total = event.value ?? 0;
  else if (event.type === "fu") win.fu = event.value ?? 0;
  else if (event.type === "limit") win.limit = event.text ?? null;
  else if (op) win.terms.push({ op, payer: event.other ?? -1, value: event.value ?? 0, what: event.text ?? null });
  else if (event.type === "points")
    win.payments.push({ to: event.seat, text: event.text ?? "", value: event.value ?? 0, from: event.seats ?? [] });
  else return false;
  return true;
}

const opened = (event: Event, seat: number): Win => ({
  seat,
  ...(event.other !== undefined ? { other: event.other } : {}),
  tile: event.pieces?.[0] ?? null,
  value: event.value ?? 0,
  shown: null,
  reading: null,
  fans: [],
  total: null,
  fu: null,
  limit: null,
  terms: [],
  payments: [],
});

export function winsAfter(wins: Win[], events: Event[]): Win[] {
  const next = [...wins];
  let open: Win | null = null;
  let shown: Event[] = []; // `initial_win`: the patterns that are paid next, and their tiles
  for (const event of events) {
    if (event.type === "initial_win") shown.push(event);
    else if (event.type === "win_value" && event.seat !== undefined) next.push((open = opened(event, event.seat)));
    else if (event.type === "initial_win_value" && event.seat !== undefined) {
      open = {
        ...opened(event, event.seat),
        shown: shown.map(({ pieces = [] }) => pieces),
        fans: shown.map(({ text = "" }) => ({ id: text, value: null })),
      };
      next.push(open);
      shown = [];
    } else if (open && !explain(open, event)) open = null;
  }
  return next.length === wins.length ? wins : next;
}

/** How the value comes from rows that are points or factors themselves: "2 + 1" or "2 × 2"; empty where it comes by a table. */
export function ofRows({ total, fans, value }: Win): string {
  const rows = fans.map((fan) => fan.value ?? 0);
  if (total !== null || rows.length < 2) return "";
  if (rows.reduce((sum, one) => sum + one, 0) === value) return rows.join(" + ");
  return rows.reduce((product, one) => product * one, 1) === value ? rows.join(" × ") : "";
}

/** The value that comes of fan and fu, as base and exponent; null where it comes by a table or a limit. */
export function ofFu({ total, fu, value }: Win): { base: number; power: string } | null {
  if (total === null || fu === null || total > 20 || value !== fu * 2 ** (total + 2)) return null;
  return { base: fu, power: `${total}+2` };
}

/** What each seat ends the match with, where that is more than its points; null where no such event came. */
export function finalsOf(log: LogEntry[], seats: number): (number | null)[] | null {
  const finals = Array.from({ length: seats }, (_, seat) => {
    const final = log.filter(({ event }) => event.type === "final_score" && event.seat === seat).at(-1);
    return final?.event.value ?? null;
  });
  return finals.some((one) => one !== null) ? finals : null;
}

/** A table after its hand with the tiles that were won on by a draw: the server shows the hands without them. */
export function withWinningDraws(view: View, wins: Win[]): View {
  const drawn = (seat: SeatView) => wins.filter((win) => win.seat === seat.seat && !win.shown && win.other === undefined).at(-1)?.tile;
  const seats = view.seats.map((seat) => {
    const tile = drawn(seat);
    if (!tile || tile === "?" || !seat.hand || seat.hand.length % 3 !== 1 || seat.set_aside?.includes(tile)) return seat;
    return { ...seat, hand: [...seat.hand, tile], count: seat.count + 1, drawn: tile };
  });
  return seats.some((seat, at) => seat !== view.seats[at]) ? { ...view, seats } : view;
}

/** The steps to what `payer` pays, written as one expression, and its result. They begin with what the hand is worth; `from` 0 = without. */
export function arithmetic(win: Win, payer: number, nameOf: (id: string) => string, from = win.value): { text: string; result: number } {
  let text = String(from);
  let result = from;
  let sum = false; // what is written so far ends with an addition
  for (const { op, value, what } of win.terms.filter((term) => term.payer === payer)) {
    const name = what ? ` ${nameOf(what)}` : "";
    if (op === "rounded" || op === "own") {
      text += ` → ${value}`;
      result = value;
    } else if (op === "plus") {
      text = `${result === 0 ? "" : `${text} + `}${value}${name}`;
      result += value;
    } else {
      text = `${sum ? `(${text})` : text} × ${value}${name}`;
      result *= value;
    }
    sum = op === "plus";
  }
  return { text, result };
}

/** A hand that is no sets: each suit in order, then the honours; what is not shown lies together. */
export function bySuit(pieces: string[]): string[][] {
  const rank = (piece: string) => Number(piece[0] === "0" ? 5 : piece[0]);
  return ["m", "p", "s", "z", "h", undefined]
    .map((suit) => pieces.filter((piece) => piece[1] === suit).sort((a, b) => rank(a) - rank(b)))
    .filter((group) => group.length > 0);
}

/** The melds that a win was made with: a seat that plays on may have made more since. */
export function meldsOf(win: Win, { melds, count }: Pick<SeatView, "melds" | "count">): SeatView["melds"] {
  if (!win.reading) return melds;
  if (win.reading.length > 1 && win.reading.every((group) => group.length === 2)) return []; // pair by pair
  const sets = Math.floor((count + 3 * melds.length) / 3);
  return melds.slice(0, Math.max(0, sets - (win.reading.length - 1)));
}

export interface PaymentLine {
  from: number;
  to: number;
  /** Why it pays; "" where it pays nothing. */
  reason: string;
  /** From the fans to what it owes; "" where points come with the win, such as deposits. */
  steps: string;
  value: number;
  /** It owed more than it had. */
  short: boolean;
}

/** What each pays for a win, with its steps, and the seats that owe nothing because another pays for them. `seats` = seats of the table. */
export function paymentsOf(win: Win, seats: number, nameOf: (id: string) => string): PaymentLine[] {
  const paid = win.payments.flatMap(({ from, to, text, value }) => from.map((payer) => ({ from: payer, to, reason: text, value })));
  const relieved = [...new Set(win.terms.filter(({ op }) => op === "own").map(({ payer }) => payer))]
    .filter((payer) => paid.every(({ from }) => from !== payer))
    .map((payer) => ({ from: payer, to: win.seat, reason: "", value: 0 }));
  return [...paid, ...relieved].map((line) => {
    // Points on the table, and what moves besides the win, such as gang points passed on, come by no steps.
    if (line.from >= seats || (line.reason && line.reason !== win.payments[0]?.text)) return { ...line, steps: "", short: false };
    // A seat that does not owe the value begins with nothing.
    const ways = [win.value, 0].map((from) => arithmetic(win, line.from, nameOf, from));
    const way = ways.find(({ result }) => result === line.value) ?? ways[0]!;
    return { ...line, steps: way.text, short: way.result > line.value };
  });
}
