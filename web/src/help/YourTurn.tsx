import { useEffect } from "preact/hooks";
import { useText } from "../i18n";
import { settings } from "../settings";
import { notify } from "./notify";

/** Draws nothing: the title of the page tells that one is asked, and so does a notice where the page is out of sight. */
export function YourTurn({ ask, game }: { ask: number | null; game: string }) {
  const text = useText();
  const { notices } = settings.value;
  const title = ask === null ? game : text("turn.yours", { game });
  useEffect(() => {
    document.title = `${title} – ${text("app.title")}`;
    return () => {
      document.title = text("app.title");
    };
  }, [title, text]);
  useEffect(() => {
    if (ask !== null && notices && document.visibilityState === "hidden") void notify(title, text("app.title"));
  }, [ask]);
  return null;
}
