// The data of one hand, as flowviz writes them (tools/flowviz/hand_steps.h, which explains every key).
import type { Both } from "../i18n";
import type { View } from "../protocol/messages";
import { windsOf } from "../table/state";
import type { KeptName, VariantWords } from "../words";

/** Other choices of the seat, each with the line that bots played after it. */
export interface Line {
  line: string;
  points: number[];
  ended?: false;
}

export interface Step {
  step: number;
  action?: string;
  seat?: number;
  node?: string;
  pieces?: string[];
  value?: number;
  timeout?: true;
  code?: string;
  reason?: number;
  instead?: number;
  views?: unknown[];
  events?: number[][];
  path?: [node: number, seat: number, times?: [hook: number, effect: number, ns: number][]][];
  walked?: number[];
  why?: [seat: number, node: number, text: number][];
  if?: { left_out: number; same?: Line; others?: (Line & { action: string })[] };
}

export interface ReplayNode extends Both {
  id: string;
  player: boolean;
  window?: Both;
  hooks: [hook: string, part: string, zh: string, en: string][];
}

export interface Hand extends Both {
  variant: string;
  fingerprint: string;
  options: Record<string, unknown>;
  seats: number;
  people: number;
  hand: number;
  profile: boolean;
  names?: Both[];
  state: Record<string, KeptName>;
  terms: Record<string, Both>;
  viewers: string[];
  hooks: string[];
  nodes: ReplayNode[];
  edges: string[];
  codes: Record<string, number>;
  texts: [zh: string, en: string][];
  first: View[];
  steps: Step[];
}

/** tools/flowviz/json_delta.h */
export function withDelta(from: unknown, delta: unknown): unknown {
  if (!Array.isArray(delta)) return from;
  const [kind, ...rest] = delta as [number, ...unknown[]];
  if (kind === 0) return rest[0];
  if (kind === 2) {
    const [at, out, put] = rest as [number, number, unknown[]];
    const list = from as unknown[];
    return [...list.slice(0, at), ...put, ...list.slice(at + out)];
  }
  const made = (Array.isArray(from) ? [...from] : { ...(from as object) }) as Record<string, unknown>;
  for (const [key, change] of Object.entries(rest[0] as object)) made[key] = withDelta(made[key], change);
  for (const key of (rest[1] ?? []) as string[]) delete made[key];
  return made;
}

const viewsOf = new Map<number, View[]>();

/** The views of one viewer after each step, computed at the first use. */
export function views(hand: Hand, viewer: number): View[] {
  let list = viewsOf.get(viewer);
  if (!list) {
    let view: unknown = hand.first[viewer];
    list = hand.steps.map((step) => (view = withDelta(view, step.views?.[viewer])) as View);
    viewsOf.set(viewer, list);
  }
  return list;
}

/**
 * The wind of a seat, which is the same all hand long; without a part for winds the dealer is East. Of two seats the other one is West. A game without a
 * dealer has no winds.
 */
export function windOf(hand: Hand, seat: number): string | undefined {
  const view = hand.first[0]!;
  const kept = windsOf(view)?.value[seat];
  if (kept === undefined && !(view.dealer >= 0)) return undefined;
  return (kept as string | undefined) ?? "ESWN"[((seat - view.dealer + hand.seats) % hand.seats) * (hand.seats === 2 ? 2 : 1)];
}

/** The texts of the hand in the form of those of a variant. */
export const wordsOf = ({ variant, zh, en, seats, nodes, state, terms }: Hand): VariantWords => ({
  id: variant,
  zh,
  en,
  seats,
  rules: { zh: "", en: "" },
  fans: [],
  nodes: Object.fromEntries(nodes.map((node) => [node.id, node])),
  wins: {},
  lessons: {},
  named: {},
  hands: 0,
  state,
  reasons: {},
  terms,
  events: {},
  values: {},
});
