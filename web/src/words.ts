// Words: the texts of a variant's nodes, fans, options and parts, from the server; the page knows none by name.
import { useEffect, useMemo, useState } from "preact/hooks";

export interface Named {
  zh: string;
  en: string;
}

export interface KeptName extends Named {
  /** What a number stands for. */
  is?: "seat" | "round";
}

export interface VariantWords extends Named {
  id: string;
  seats: number;
  /** Rules in words, Markdown. */
  rules: Named;
  fans: (Named & { id: string; fan: string; kind: string })[];
  /** Texts of actions and states of the chart, by id. */
  nodes: Record<string, Named>;
  /** Texts of what parts keep, by the key in `state` of the view. */
  state: Record<string, KeptName>;
  /** Reasons of payments. */
  reasons: Record<string, Named>;
  /** All other ids: limits, steps of payments, patterns of initial wins, skills, why a hand is broken off. */
  terms: Record<string, Named>;
  /** Texts of values of options: by option, then by value. */
  values: Record<string, Record<string, Named>>;
}

type RuleWords = Pick<VariantWords, "nodes" | "state" | "reasons" | "terms">;

const kept = new Map<string, Promise<unknown>>();
const answers = new Map<string, unknown>();

/** What the server tells at this address, which is asked for once; null where it tells nothing. */
function asked(url: string): Promise<unknown> {
  let answer = kept.get(url);
  if (!answer) {
    answer = fetch(url)
      .then((one) => (one.ok ? one.json() : null))
      .then((found) => {
        answers.set(url, found);
        return found;
      })
      .catch(() => {
        kept.delete(url);
        return null;
      });
    kept.set(url, answer);
  }
  return answer;
}

/** The words of a variant, and the words that only the rules of a desk have: of its options and skills. */
export function joined(variant: Partial<VariantWords>, rules: Partial<RuleWords> | null): VariantWords {
  const both = <K extends keyof RuleWords>(key: K) => ({ ...variant[key], ...rules?.[key] });
  return {
    values: {},
    fans: [],
    ...variant,
    nodes: both("nodes"),
    state: both("state"),
    reasons: both("reasons"),
    terms: both("terms"),
  } as VariantWords;
}

const addressOf = (variant: string): string => `/api/v1/variants/${encodeURIComponent(variant)}`;
const addressOfRules = (fingerprint: string): string => `/api/v1/fingerprints/${fingerprint}`;

/** Those of the variant, and once they are there, those of the rules with them. */
async function readWords(variant: string, fingerprint: string | undefined, tell: (words: VariantWords) => void): Promise<void> {
  const rules = fingerprint ? asked(addressOfRules(fingerprint)) : null;
  const ofVariant = await asked(addressOf(variant));
  if (!ofVariant) return;
  tell(joined(ofVariant, null));
  const ofRules = await rules;
  if (ofRules) tell(joined(ofVariant, ofRules));
}

/** What has been fetched already: a table is drawn with it at once, so that no id shows where its words are known. */
function wordsAt(variant: string | undefined, fingerprint: string | undefined): VariantWords | null {
  const ofVariant = variant ? answers.get(addressOf(variant)) : null;
  const ofRules = fingerprint ? answers.get(addressOfRules(fingerprint)) : null;
  return ofVariant ? joined(ofVariant, ofRules ?? null) : null;
}

/** `fingerprint`: of the rules of a desk. */
export function useWords(variant: string | undefined, fingerprint?: string): VariantWords | null {
  const of = `${variant} ${fingerprint}`;
  const first = useMemo(() => wordsAt(variant, fingerprint), [of]);
  const [found, setFound] = useState<{ of: string; words: VariantWords } | null>(null);
  useEffect(() => {
    let gone = false;
    if (variant) void readWords(variant, fingerprint, (words) => gone || setFound({ of, words }));
    return () => {
      gone = true;
    };
  }, [of]);
  return found?.of === of ? found.words : first;
}

/** An id as a person reads it where nobody has named it. */
export const spaced = (id: string): string => id.replaceAll("_", " ");

/** The name of what a part keeps. */
export const keptName = (words: VariantWords | null, key: string): KeptName => words?.state[key] ?? { zh: spaced(key), en: spaced(key) };

/** Why points moved; the name of the action where no reason has one. */
export const reasonOf = (words: VariantWords | null, id: string): Named => words?.reasons[id] ?? nameOf(words, id);

/** The text of an id: a fan, an action, a reason; the id itself where nobody has named it. */
export function nameOf(words: VariantWords | null, id: string): Named {
  const fan = words?.fans.find((one) => one.id === id);
  return fan ?? words?.nodes[id] ?? words?.reasons[id] ?? words?.terms[id] ?? { zh: spaced(id), en: spaced(id) };
}
