// Equals: those of the tile that is pointed at are marked on the table.
import type { Signal } from "@preact/signals";
import { useSignalEffect } from "@preact/signals";
import { kindOf } from "../tiles/faces";

const marks = "adoptedStyleSheets" in document ? new CSSStyleSheet() : null;
if (marks) document.adoptedStyleSheets = [...document.adoptedStyleSheets, marks];

/** A rule and no classes: a tile is drawn once. */
export function useEquals(pointed: Signal<string | null>): void {
  useSignalEffect(() => {
    const kind = pointed.value === null ? null : kindOf(pointed.value);
    const red = kind?.replace(/^5/, "0");
    const equals = `.side .tile:is([data-tile="${kind}"], [data-tile="${red}"])`;
    marks?.replaceSync(kind === null ? "" : `${equals} { outline: 3px solid var(--mark); outline-offset: -2px; }`);
    return () => marks?.replaceSync("");
  });
}
