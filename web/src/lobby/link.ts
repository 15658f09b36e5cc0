// Links to a desk: #123456 sits down there, #w123456 watches. What became of it, where one does not sit there now, is said in a notice.
import { translate, type Key, type Values } from "../i18n";
import type { ErrorAnswer } from "../protocol/messages";
import { game, enter, sit, tell, watch } from "../store";
import { faultIn } from "./faults";

export const linkTo = (code: string): string => `${location.origin}${location.pathname}#${code}`;

const say = (key: Key, values: (lang: "zh" | "en") => Values, brief: { brief?: true } = {}): void =>
  tell({ code: key, ...brief, zh: translate("zh", key, values("zh")), en: translate("en", key, values("en")) });

export async function arriveByLink(): Promise<void> {
  const found = /^#(w?)(\d{6})$/.exec(location.hash);
  if (!found) return;
  history.replaceState(null, "", location.pathname);
  const [, watching, code = ""] = found;
  const known = Object.values(game.peek().rooms).find((room) => room.desk.code === code);
  if (known) return enter(known.desk.id);
  const joined = watching ? null : await sit("join", { code });
  if (joined?.t === "ok") return;
  const seen = await watch({ code });
  if (seen.t === "error") {
    const fault: ErrorAnswer = joined ?? seen;
    say("link.fault", (lang) => ({ code, why: faultIn(lang, fault) }));
  } else if (joined) say("link.watching", () => ({}), { brief: true });
}
