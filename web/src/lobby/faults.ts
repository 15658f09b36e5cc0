import type { ErrorAnswer } from "../protocol/messages";
import type { Key, Translate } from "../i18n";
import { worded } from "../i18n";
import { settings } from "../settings";

/** An error of the server as a sentence. */
export function faultText(answer: ErrorAnswer, text: Translate): string {
  const why = answer.reason ? worded(answer.reason, settings().lang) : answer.code;
  const keys: Partial<Record<string, Key>> = {
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
  return text(keys[answer.code] ?? "error.other", { why });
}
