// What a person has set on this device.
import { signal } from "@preact/signals";

export interface Settings {
  lang: "zh" | "en";
  theme: "auto" | "light" | "dark";
  tiles: "plain" | "indexed";
  /** Of words and tiles. */
  size: "usual" | "large" | "largest";
  sounds: boolean;
  /** Calls are said aloud. */
  voice: boolean;
  /** The system tells that it is one's turn, while the page is out of sight. */
  notices: boolean;
  /** How a tile of the hand is played. */
  taps: "one" | "two" | "drag";
  /** The hand lies in order; otherwise as its tiles have come. */
  sort: boolean;
  /** Points of others as what they are ahead or behind. */
  differences: boolean;
  /** Which discard keeps which waits. */
  hints: boolean;
  /** A line of what happened. */
  words: boolean;
  /** The chart beside the table. */
  chart: boolean;
  /** A game's first hand with robots is taught. */
  lessons: boolean;
  /** The hand that is taught, and what of it has been told. */
  lesson: { desk: string; match: number; hand: number; told: readonly string[] } | null;
  /** Games that have been taught, and all that has been told. */
  taught: readonly string[];
  tips: readonly string[];
  /** The panel for developers of clients. */
  raw: boolean;
  /** Games that are marked, and those played on this device, the last one first: their ids. */
  favourites: readonly string[];
  played: readonly string[];
}

const KEY = "mlf.settings";

function read(): Settings {
  const usual: Settings = {
    lang: navigator.language.startsWith("zh") ? "zh" : "en",
    theme: "auto",
    tiles: "plain",
    size: "usual",
    sounds: false,
    voice: false,
    notices: false,
    taps: "one",
    sort: true,
    differences: false,
    hints: false,
    words: true,
    chart: false,
    lessons: true,
    lesson: null,
    taught: [],
    tips: [],
    raw: false,
    favourites: [],
    played: [],
  };
  try {
    return { ...usual, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Settings>) };
  } catch {
    return usual;
  }
}

export const settings = signal(read());

export function set(change: Partial<Settings>): void {
  settings.value = { ...settings.peek(), ...change };
  localStorage.setItem(KEY, JSON.stringify(settings.peek()));
  document.documentElement.lang = settings.peek().lang;
}
