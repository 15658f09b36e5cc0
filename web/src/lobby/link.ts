// Links to a desk: #123456 sits down there, #w123456 watches.
import { current, enter, sit, watch } from "../store";

export const linkTo = (code: string): string => `${location.origin}${location.pathname}#${code}`;

export async function arriveByLink(): Promise<void> {
  const found = /^#(w?)(\d{6})$/.exec(location.hash);
  if (!found) return;
  history.replaceState(null, "", location.pathname);
  const [, watching, code = ""] = found;
  const known = Object.values(current().rooms).find((room) => room.desk.code === code);
  if (known) return enter(known.desk.id);
  if (!watching && (await sit("join", { code })).t === "ok") return;
  await watch({ code });
}
