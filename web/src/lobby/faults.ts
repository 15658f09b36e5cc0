import type { ErrorAnswer } from "../protocol/messages";
import type { Key, Translate } from "../i18n";
import { translate, worded } from "../i18n";
import { settings } from "../settings";

const KEYS: Partial<Record<string, Key>> = {
  offline: "error.offline",
  bad_login: "error.bad_login",
  name_taken: "error.name_taken",
  no_desk: "error.no_desk",
  desk_full: "error.desk_full",
  seat_taken: "error.seat_taken",
  rate_limited: "error.rate_limited",
  busy: "error.busy",
  playing: "error.playing",
  bad_option: "error.bad_option",
};

function fault(answer: ErrorAnswer, text: Translate, lang: "zh" | "en"): string {
  const why = answer.reason ? worded(answer.reason, lang) : answer.code;
  return text(KEYS[answer.code] ?? "error.other", { why });
}

/** An error of the server as a sentence. */
export const faultText = (answer: ErrorAnswer, text: Translate): string => fault(answer, text, settings.peek().lang);

/** The same in a given language. */
export const faultIn = (lang: "zh" | "en", answer: ErrorAnswer): string =>
  fault(answer, (key, values) => translate(lang, key, values), lang);
