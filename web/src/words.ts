// Words: the texts of a variant's nodes, fans, options and parts, from the server; the page knows none by name.
import { computed, signal, type ReadonlySignal, type Signal } from "@preact/signals";
import type { About } from "./protocol/messages";

export interface Named {
  zh: string;
  en: string;
}

export interface KeptName extends Named {
  /** What a number stands for; "barred": the wins on discards that a seat has let go, and may not take now. */
  is?: "seat" | "round" | "barred";
}

export interface VariantWords extends Named {
  id: string;
  seats: number;
  /** Rules in words, Markdown. */
  rules: Named;
  fans: (Named & { id: string; fan: string; kind: string })[];
  /** Texts of actions and states of the chart, by id. */
  nodes: Record<string, Named>;
  /** Through which actions seats win. */
  wins: { discard?: string; self_draw?: string };
  /** By the key in `state`: which tiles the tiles there name, and what these are called. */
  named: Record<string, Named & { tiles: Record<string, string> }>;
  about?: About;
  /** What beginners are told when a node is offered first, by its id; "start" before the first tile. */
  lessons: Record<string, Named>;
  /** Of a match; 0 where their number does not end it. */
  hands: number;
  /** Texts of what parts keep, by the key in `state` of the view. */
  state: Record<string, KeptName>;
  /** Reasons of payments. */
  reasons: Record<string, Named>;
  /** All other ids: limits, steps of payments, patterns of initial wins, skills, why a hand is broken off. */
  terms: Record<string, Named>;
  /** Texts of events, by type, the one that fills in most first; own nodes bring their own. */
  events: Record<string, Named[]>;
  /** Texts of values of options: by option, then by value. */
  values: Record<string, Record<string, Named>>;
}

type RuleWords = Pick<VariantWords, "nodes" | "wins" | "named" | "state" | "reasons" | "terms" | "hands">;

const RETRY_MS = 5000;
const answers = new Map<string, Signal<unknown>>();

/** What the server has at this address; null until it is there, and where there is nothing. It is fetched once. */
function fetched(url: string): Signal<unknown> {
  const known = answers.get(url);
  if (known) return known;
  const answer = signal<unknown>(null);
  const look = (): void =>
    void fetch(url)
      .then((one) => (one.ok ? one.json() : null))
      .then((found) => (answer.value = found))
      .catch(() => setTimeout(look, RETRY_MS));
  look();
  answers.set(url, answer);
  return answer;
}

/** The words of a variant, and the words that only the rules of a desk have: of its options and skills. */
export function joined(variant: Partial<VariantWords>, rules: Partial<RuleWords> | null): VariantWords {
  const both = <K extends Exclude<keyof RuleWords, "hands">>(key: K) => ({ ...variant[key], ...rules?.[key] });
  return {
    values: {},
    lessons: {},
    fans: [],
    events: {},
    ...variant,
    nodes: both("nodes"),
    wins: both("wins"),
    named: both("named"),
    state: both("state"),
    reasons: both("reasons"),
    terms: both("terms"),
    hands: rules?.hands ?? variant.hands ?? 0,
  } as VariantWords;
}

const addressOf = (variant: string): string => `/api/v1/variants/${encodeURIComponent(variant)}`;
const addressOfRules = (fingerprint: string): string => `/api/v1/fingerprints/${fingerprint}`;

const words = new Map<string, ReadonlySignal<VariantWords | null>>();

/** In components: the words of a variant, with the words of a desk's rules once both are there; `fingerprint` is of these rules. */
export function useWords(variant: string | undefined, fingerprint?: string): VariantWords | null {
  if (!variant) return null;
  const of = `${variant} ${fingerprint}`;
  let known = words.get(of);
  if (!known) {
    const ofVariant = fetched(addressOf(variant));
    const ofRules = fingerprint ? fetched(addressOfRules(fingerprint)) : null;
    known = computed(() => (ofVariant.value ? joined(ofVariant.value, ofRules?.value ?? null) : null));
    words.set(of, known);
  }
  return known.value;
}

/** An id as a person reads it where nobody has named it. */
export const spaced = (id: string): string => id.replaceAll("_", " ");

/** The name of what a part keeps. */
export const keptName = (words: VariantWords | null, key: string): KeptName => words?.state[key] ?? { zh: spaced(key), en: spaced(key) };

/** In what the value of a hand is counted; null where the game does not say. */
export const unitOf = (words: VariantWords | null): Named | null => words?.about?.unit ?? null;

/** What a seat wins by: off a discard or by its own draw; null where the words are not there. */
export const winName = (words: VariantWords | null, drawn: boolean): Named | null => {
  const node = drawn ? words?.wins.self_draw : words?.wins.discard;
  return node === undefined ? null : nameOf(words, node);
};

/** Why points moved; the name of the action where no reason has one. */
export const reasonOf = (words: VariantWords | null, id: string): Named => words?.reasons[id] ?? nameOf(words, id);

/** The text of an id: a fan, an action, a reason; the id itself where nobody has named it. */
export function nameOf(words: VariantWords | null, id: string): Named {
  const fan = words?.fans.find((one) => one.id === id);
  return fan ?? words?.nodes[id] ?? words?.reasons[id] ?? words?.terms[id] ?? { zh: spaced(id), en: spaced(id) };
}
