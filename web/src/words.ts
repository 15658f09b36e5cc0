// Words: the texts of a variant's nodes, fans, options and parts, from the server; the page knows none by name.
import { useEffect, useState } from "preact/hooks";

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
  /** What explains a win: limits, steps of payments, patterns of initial wins. */
  terms: Record<string, Named>;
  /** Texts of values of options: by option, then by value. */
  values: Record<string, Record<string, Named>>;
}

const kept = new Map<string, Promise<VariantWords | null>>();

export function wordsOf(variant: string): Promise<VariantWords | null> {
  let words = kept.get(variant);
  if (!words) {
    words = fetch(`/api/v1/variants/${encodeURIComponent(variant)}`)
      .then((answer) => (answer.ok ? answer.json() : null))
      .then((json) => (json ? ({ nodes: {}, state: {}, reasons: {}, terms: {}, values: {}, fans: [], ...json } as VariantWords) : null))
      .catch(() => {
        kept.delete(variant);
        return null;
      });
    kept.set(variant, words);
  }
  return words;
}

export function useWords(variant: string | undefined): VariantWords | null {
  const [words, setWords] = useState<VariantWords | null>(null);
  useEffect(() => {
    let gone = false;
    if (variant) void wordsOf(variant).then((found) => gone || setWords(found));
    return () => {
      gone = true;
    };
  }, [variant]);
  return words;
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
