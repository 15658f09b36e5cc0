import { useEffect, useRef } from "preact/hooks";
import { settings } from "../settings";
import type { Table } from "../state/types";
import { play, soundOf } from "./sounds";

const HURRY_MS = 5000;

/** Draws nothing: plays what has happened since the last drawing. */
export function Sounds({ table }: { table: Table | null }) {
  const { sounds } = settings.value;
  const heard = useRef(table?.log.at(-1)?.n ?? 0);
  const newest = table?.log.at(-1)?.n ?? 0;
  useEffect(() => {
    const events = (table?.log ?? []).filter((entry) => entry.n > heard.current).map((entry) => entry.event);
    heard.current = newest;
    const sound = soundOf(events);
    if (sounds && sound) play(sound);
  }, [newest, sounds]);
  const ask = table?.asked?.ask ?? null;
  const until = table?.asked?.until ?? null;
  useEffect(() => {
    if (!sounds || ask === null) return;
    play("turn");
    if (until === null) return;
    const timer = setTimeout(() => play("hurry"), Math.max(0, until - Date.now() - HURRY_MS));
    return () => clearTimeout(timer);
  }, [ask, sounds]);
  return null;
}
