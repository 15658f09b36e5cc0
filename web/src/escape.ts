// Esc closes what lies beside the table; a dialog above it takes the key first.
import { useEffect, useRef } from "preact/hooks";

export function useEscape(close: () => void): void {
  const latest = useRef(close);
  latest.current = close;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      // While an input method composes a word, Esc is its own.
      if (event.key !== "Escape" || event.isComposing || document.querySelector("dialog[open]")) return;
      latest.current();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
}
