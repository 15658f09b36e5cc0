// The texts of the page of a hand in the language of the page.
import { filled, type Values } from "../i18n";
import { settings } from "../settings";
import { en, zh, type TextKey } from "./texts";

export type Say = (key: TextKey, values?: Values) => string;

const sayers: Record<"zh" | "en", Say> = {
  zh: (key, values) => filled(zh[key], values),
  en: (key, values) => filled(en[key], values),
};

export const useSay = (): Say => sayers[settings.value.lang];
