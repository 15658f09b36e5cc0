// useTexts: the texts of the profile in the language of the page.
import { filled, type Values } from "../i18n";
import { settings } from "../settings";
import { en, zh } from "./texts";

const catalogues = { zh, en };

export const useTexts = (): ((key: keyof typeof zh, values?: Values) => string) => (key, values) =>
  filled(catalogues[settings.value.lang][key], values);
