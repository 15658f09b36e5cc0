// share: `next`, with each unchanged part replaced by the object of `old`. Views compare objects, so an unchanged part is not drawn again.
import { useRef } from "preact/hooks";

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

export function share<T>(old: unknown, next: T): T {
  if (old === next || !isObject(old) || !isObject(next) || Array.isArray(old) !== Array.isArray(next)) return next;
  let same = Object.keys(old).length === Object.keys(next).length;
  const one = (key: string, value: unknown): unknown => {
    const kept = share(old[key], value);
    if (kept !== old[key] || !(key in old)) same = false;
    return kept;
  };
  const made = Array.isArray(next)
    ? next.map((value, at) => one(String(at), value))
    : Object.fromEntries(Object.entries(next).map(([key, value]) => [key, one(key, value)]));
  return (same ? old : made) as T;
}

/** A value that is made anew for each drawing: the old one where nothing in it has changed. */
export function useShared<T>(value: T): T {
  const last = useRef(value);
  return (last.current = share(last.current, value));
}
