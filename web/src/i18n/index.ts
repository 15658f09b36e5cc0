// Texts of the page. A key is in both catalogues; {name} is replaced.
import { settings } from "../settings";
import { en } from "./en";
import { zh } from "./zh";

export type Key = keyof typeof zh;
export type Values = Record<string, string | number>;
export type Translate = (key: Key, values?: Values) => string;

/** What each language calls itself. */
export const languages = { zh: "中文", en: "English" } as const;

const catalogues: Record<"zh" | "en", Record<Key, string>> = { zh, en };

/** A text with values in the place of their names. */
export const filled = (text: string, values: Values = {}): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));

export const translate = (lang: "zh" | "en", key: Key, values?: Values): string => filled(catalogues[lang][key], values);

/** Whether there is a text for something that the server names. */
export const isKey = (key: string): key is Key => Object.hasOwn(zh, key);

/** For code outside of components. */
export const t: Translate = (key, values) => translate(settings.peek().lang, key, values);

// One function a language, so that what is drawn with it need not be drawn again.
const translators: Record<"zh" | "en", Translate> = {
  zh: (key, values) => translate("zh", key, values),
  en: (key, values) => translate("en", key, values),
};

/** In components: they are drawn again when the language changes. */
export const useText = (): Translate => translators[settings.value.lang];

export interface Both {
  zh: string;
  en: string;
}

/** The text of an object of the server that has both languages. */
export const worded = (both: Both, lang: "zh" | "en"): string => both[lang] || both.en || both.zh;

const worders: Record<"zh" | "en", (both: Both) => string> = { zh: (both) => worded(both, "zh"), en: (both) => worded(both, "en") };

/** As it stands by itself, on a button or as a heading. */
export const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const labels: Record<"zh" | "en", (both: Both) => string> = {
  zh: (both) => sentence(worded(both, "zh")),
  en: (both) => sentence(worded(both, "en")),
};

/** Like useWorded, for a text that stands by itself. */
export const useLabel = (): ((both: Both) => string) => labels[settings.value.lang];

export const useWorded = (): ((both: Both) => string) => worders[settings.value.lang];
