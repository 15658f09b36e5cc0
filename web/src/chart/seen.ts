// The rules of each variant that this device has seen last, so that a changed variant can be noticed, and compared.
const KEY = "mlf.rules";
const KEPT = 4; // of a variant

type Seen = Record<string, string[]>;

export function seenBefore(kept: Seen, variant: string, fingerprint: string): string[] {
  return (kept[variant] ?? []).filter((one) => one !== fingerprint);
}

/** The newest first. */
export function withSeen(kept: Seen, variant: string, fingerprint: string): Seen {
  return { ...kept, [variant]: [fingerprint, ...seenBefore(kept, variant, fingerprint)].slice(0, KEPT) };
}

export function readSeen(): Seen {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Seen;
  } catch {
    return {};
  }
}

export function keepSeen(seen: Seen): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(seen));
  } catch {
    // Storage is switched off or full: nothing is compared next time.
  }
}
