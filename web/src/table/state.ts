// What the parts of a variant keep (`state` of the view), by general rules: a list as long as the table has seats belongs to the seats.
import type { SeatView, View } from "../protocol/messages";
import { keptName, type KeptName, type VariantWords } from "../words";

export interface Kept {
  key: string;
  value: unknown;
}

const TILE = /^(?:[0-9][mps]|[1-7]z|[1-8]h|\?)$/;
export const isTile = (value: unknown): value is string => typeof value === "string" && TILE.test(value);

/** "123m5z" or "5m": the tiles it names; null where it is something else. */
export function tilesIn(value: unknown): string[] | null {
  if (isTile(value)) return [value];
  if (Array.isArray(value)) return value.length > 0 && value.every(isTile) ? (value as string[]) : null;
  if (typeof value !== "string" || !/^(?:[0-9]+[mps]|[1-9]+[zh])+$/.test(value)) return null;
  return [...value.matchAll(/([0-9]+)([mpszh])/g)].flatMap(([, numbers = "", suit = ""]) => [...numbers].map((number) => number + suit));
}

export const isShown = (value: unknown): boolean =>
  value !== null && value !== undefined && value !== false && !(Array.isArray(value) && value.length === 0);

export const isPerSeat = (view: View, value: unknown): value is unknown[] =>
  Array.isArray(value) && value.length >= view.seats.length && value.length <= 8 && !value.every(isTile);

export function keptBySeat(view: View, seat: number): Kept[] {
  const of = view.seats[seat] as (SeatView & Record<string, unknown>) | undefined;
  return Object.entries(view.state).flatMap(([key, value]) =>
    isPerSeat(view, value) && isShown(value[seat]) && !(of && key in of) ? [{ key, value: value[seat] }] : [],
  );
}

export function keptByTable(view: View): Kept[] {
  return Object.entries(view.state).flatMap(([key, value]) => (!isPerSeat(view, value) && isShown(value) ? [{ key, value }] : []));
}

/** Numbers that stand for themselves, such as honba and deposits: they are in the middle of the table. */
export const countersOf = (view: View, words: VariantWords | null): Kept[] =>
  keptByTable(view).filter(({ key, value }) => typeof value === "number" && keptName(words, key).is === undefined);

/** A text in both languages. */
export const isText = (value: unknown): value is { zh: string; en: string } =>
  typeof value === "object" && value !== null && "zh" in value && "en" in value;

/** An item of a checklist that a part keeps for a seat. */
export interface Item {
  zh: string;
  en: string;
  on?: boolean;
}

export const isChecklist = (value: unknown): value is Item[] => Array.isArray(value) && value.length > 0 && value.every(isText);

/** What the bits of an offer stand for: the list `items` of texts that some part keeps for the seat. */
export function itemsOf(view: View, seat: number): Item[] | null {
  for (const value of Object.values(view.state)) {
    const own = isPerSeat(view, value) ? (value[seat] as { items?: unknown } | null) : null;
    if (own && isChecklist(own.items)) return own.items;
  }
  return null;
}

const WINDS = ["E", "S", "W", "N"] as const;

/** The wind of a round that counts from 0: each wind has as many as there are seats. */
export const roundWind = (round: number, seats: number) => WINDS[Math.floor(round / seats) % WINDS.length]!;

/** What is kept of the round. Its name has its wind in it, so a part that keeps the same wind tells nothing more. */
export function roundOf(view: View, words: VariantWords | null): { round: Kept | undefined; told: string[] } {
  const kept = keptByTable(view);
  const round = kept.find(({ key, value }) => typeof value === "number" && keptName(words, key).is === "round");
  if (!round) return { round, told: [] };
  const wind = roundWind(round.value as number, view.seats.length);
  return { round, told: [round.key, ...kept.flatMap(({ key, value }) => (value === wind ? [key] : []))] };
}

/** A wind for each seat, if some part keeps one: it is in the middle of the table. */
export function windsOf(view: View): { key: string; value: unknown[] } | null {
  for (const [key, value] of Object.entries(view.state))
    if (isPerSeat(view, value) && value.slice(0, view.seats.length).every((one) => typeof one === "string" && /^[ESWN]$/.test(one)))
      return { key, value };
  return null;
}

/** The name of the rule that keeps a seat from winning on any discard now, such as furiten; null while none does. A rule that bars some wins only
 * keeps more than their tiles. */
export function barredOf(view: View, seat: number, words: VariantWords | null): KeptName | null {
  const bar = keptBySeat(view, seat).find(({ key, value }) => typeof value === "string" && keptName(words, key).is === "barred");
  return bar ? keptName(words, bar.key) : null;
}
