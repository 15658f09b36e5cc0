// Sounds of the table, made by WebAudio: no files. Off unless a person has switched them on.
import type { ShownEvent } from "./lines";

export type Sound = "tile" | "claim" | "win" | "turn" | "hurry";

// Events with tiles that nobody calls: who takes a tile from another, or lays tiles down, is the seat of any other event with tiles.
const SILENT = new Set([
  "draw",
  "discard",
  "deal",
  "flowers",
  "flowers_replaced",
  "hand_shown",
  "points",
  "exchange_three",
  "exchange_received",
  "exchange_received_of_wall",
  "pass_tiles",
]);

export const isSilent = (type: string): boolean => SILENT.has(type);

/** What the newest events sound like; null = silent. The strongest counts, as they come together. */
export function soundOf(events: readonly ShownEvent[]): Sound | null {
  if (events.some((event) => event.type === "win_value")) return "win";
  if (events.some((event) => event.seat !== undefined && event.pieces?.length && !isSilent(event.type))) return "claim";
  return events.some((event) => event.type === "discard") ? "tile" : null;
}

// Frequency, start and length in seconds, loudness.
type Note = readonly [number, number, number, number];
const NOTES: Record<Sound, readonly Note[]> = {
  tile: [
    [1900, 0, 0.035, 0.25],
    [760, 0.004, 0.06, 0.3],
  ],
  claim: [
    [1500, 0, 0.04, 0.25],
    [1500, 0.07, 0.04, 0.25],
    [620, 0.075, 0.09, 0.3],
  ],
  win: [
    [523, 0, 0.16, 0.2],
    [659, 0.13, 0.16, 0.2],
    [784, 0.26, 0.16, 0.2],
    [1047, 0.39, 0.4, 0.22],
  ],
  turn: [
    [880, 0, 0.12, 0.16],
    [1175, 0.1, 0.18, 0.16],
  ],
  hurry: [
    [990, 0, 0.07, 0.2],
    [990, 0.14, 0.07, 0.2],
  ],
};

let context: AudioContext | null = null;

/** Does nothing where the browser has no sound, or allows none before the first tap. */
export function play(sound: Sound): void {
  try {
    context ??= new AudioContext();
    if (context.state === "suspended") void context.resume();
    const now = context.currentTime;
    for (const [frequency, start, length, loudness] of NOTES[sound]) {
      const tone = context.createOscillator();
      const volume = context.createGain();
      tone.type = sound === "tile" || sound === "claim" ? "triangle" : "sine";
      tone.frequency.value = frequency;
      volume.gain.setValueAtTime(0.0001, now + start);
      volume.gain.exponentialRampToValueAtTime(loudness, now + start + 0.005);
      volume.gain.exponentialRampToValueAtTime(0.0001, now + start + length);
      tone.connect(volume).connect(context.destination);
      tone.start(now + start);
      tone.stop(now + start + length + 0.02);
    }
  } catch {
    context = null;
  }
}

/** Says a word aloud, where the browser has a voice of that language. */
export function speak(word: string, lang: "zh" | "en"): void {
  if (!("speechSynthesis" in globalThis)) return;
  const said = new SpeechSynthesisUtterance(word);
  said.lang = lang === "zh" ? "zh-CN" : "en-GB";
  said.rate = 1.2;
  speechSynthesis.speak(said);
}
