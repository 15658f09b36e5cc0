// Where the focus goes by itself: to the next thing to do, for who plays by keys.
import { useEffect } from "preact/hooks";

export const isTyping = (): boolean => /^(INPUT|SELECT|TEXTAREA)$/.test(document.activeElement?.tagName ?? "");

let byKeys = false;
globalThis.addEventListener?.("keydown", () => (byKeys = true), true);
globalThis.addEventListener?.("pointerdown", () => (byKeys = false), true);

/** With each new question the focus goes to its first answer, or to the tile just drawn, unless it is somewhere else on purpose. */
export function useNextThing(ask: number | undefined): void {
  useEffect(() => {
    if (ask === undefined || !byKeys) return;
    const at = document.activeElement;
    if (at && at !== document.body && !at.closest(".own")) return;
    const hand = [...document.querySelectorAll<HTMLElement>('.hand.asked .hand-tile:not([aria-disabled="true"])')];
    (document.querySelector<HTMLElement>(".answers [data-key]:not(:disabled)") ?? hand.at(-1))?.focus();
  }, [ask]);
}
