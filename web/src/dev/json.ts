// A JSON value as rows to fold: what the tree of the panel shows.
export interface Row {
  key: string;
  /** One line: a plain value, or what a list or object has. */
  brief: string;
  /** Null for a plain value. */
  inside: [string, unknown][] | null;
}

export function rowOf(key: string, value: unknown): Row {
  if (Array.isArray(value)) {
    const plain = value.every((one) => typeof one !== "object" || one === null);
    const brief = plain ? `[${value.map((one) => JSON.stringify(one)).join(", ")}]` : `[${value.length}]`;
    return { key, brief, inside: plain ? null : value.map((one, i) => [String(i), one]) };
  }
  if (typeof value === "object" && value !== null) {
    const entries = Object.entries(value);
    return { key, brief: `{${entries.map(([name]) => name).join(", ")}}`, inside: entries.length ? entries : null };
  }
  return { key, brief: JSON.stringify(value) ?? "undefined", inside: null };
}

export interface Latency {
  median: number;
  p95: number;
  worst: number;
  n: number;
}

export function latencyOf(times: readonly number[]): Latency | null {
  if (times.length === 0) return null;
  const sorted = [...times].sort((a, b) => a - b);
  const at = (part: number) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))]!);
  return { median: at(0.5), p95: at(0.95), worst: at(1), n: sorted.length };
}
