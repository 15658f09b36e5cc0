// Events in words.
import type { Named } from "../words";

export interface ShownEvent {
  type: string;
  seat?: number;
  other?: number;
  pieces?: readonly string[];
  value?: number;
  hidden?: boolean;
  text?: string;
}

/** How to say what is in an event. */
export interface Sayer {
  lang: "zh" | "en";
  /** The texts of an event, the one that fills in most first; none where nobody has named it. */
  texts(type: string): readonly Named[];
  seat(seat: number): string;
  tiles(pieces: readonly string[]): string;
  /** An id: a fan, an action, a reason, a suit. */
  name(id: string): string;
}

/** Part of a line: words, or tiles to be drawn. */
export type Part = string | readonly string[];

// What a line needs, it has; `value` 0 is said only where nothing else can be.
function fits(template: string, event: ShownEvent): boolean {
  const needs = (hole: string) => template.includes(`{${hole}}`);
  return !(needs("value") && event.type === "fan" && !event.value) && !(needs("other") && event.other === undefined);
}

export function partsOf(event: ShownEvent, say: Sayer): Part[] {
  const texts = say.texts(event.type).map((one) => one[say.lang]);
  const template = texts.find((one) => fits(one, event)) ?? texts.at(-1);
  if (template === undefined) return unknown(event, say);
  const parts: Part[] = [];
  for (const piece of template.split(/(\{\w+\})/)) {
    const word = wordOf(piece, event, say);
    if (typeof word !== "string") parts.push(word);
    else if (typeof parts.at(-1) === "string") parts[parts.length - 1] = `${parts.at(-1)}${word}`;
    else if (word !== "") parts.push(word);
  }
  return parts;
}

function wordOf(piece: string, event: ShownEvent, say: Sayer): Part {
  switch (piece) {
    case "{seat}":
      return event.seat === undefined ? "" : say.seat(event.seat);
    case "{other}":
      return event.other === undefined ? "" : say.seat(event.other);
    case "{pieces}":
      return event.pieces ?? "";
    case "{value}":
      // Two dice are tens and ones.
      return event.hidden ? "?" : event.type === "dice" ? [...String(event.value ?? "")].join(" ") : String(event.value ?? "");
    case "{text}":
      return event.text === undefined ? "" : say.name(event.text);
    default:
      return piece;
  }
}

// An event that this page has never heard of.
function unknown(event: ShownEvent, say: Sayer): Part[] {
  const words = [
    event.seat === undefined ? "" : say.seat(event.seat),
    say.name(event.type),
    event.text === undefined ? "" : say.name(event.text),
    !event.hidden && event.value ? String(event.value) : "",
    event.other === undefined ? "" : `(${say.seat(event.other)})`,
  ];
  const line = words.filter((word) => word !== "").join(" ");
  return event.pieces?.length ? [`${line} `, event.pieces] : [line];
}

/** For screen readers and tests. */
export const lineOf = (event: ShownEvent, say: Sayer): string =>
  partsOf(event, say)
    .map((part) => (typeof part === "string" ? part : say.tiles(part)))
    .join("");

/** Not worth a line: the table itself shows it. */
export const isQuiet = (event: ShownEvent): boolean => ["hand_starts", "deal", "shuffle"].includes(event.type);
