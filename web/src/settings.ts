// What a person has set on this device.
import { signal } from "@preact/signals";

export interface Settings {
  lang: "zh" | "en";
  theme: "auto" | "light" | "dark";
  tiles: "plain" | "indexed";
  sounds: boolean;
  /** Which discard keeps which waits. */
  hints: boolean;
  /** A line of what happened. */
  words: boolean;
  /** The chart beside the table. */
  chart: boolean;
  /** The panel for developers of clients. */
  raw: boolean;
}

const KEY = "mlf.settings";

function read(): Settings {
  const usual: Settings = {
    lang: navigator.language.startsWith("zh") ? "zh" : "en",
    theme: "auto",
    tiles: "plain",
    sounds: false,
    hints: false,
    words: true,
    chart: false,
    raw: false,
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
