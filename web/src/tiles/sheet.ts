// Pictures of the tiles as backgrounds of a style sheet. As elements of the page their 1700 shapes would be styled and laid out at every step.
import { face, indexedFace, kBack, kPieces } from "./faces";

export type TileSet = "plain" | "indexed";
/** The value of a colour of the theme, by its name ("--tile-red"). */
export type ColourOf = (name: string) => string;

// The tile lies on the table: a face, and below it the edges of bone and bamboo.
const FRONT =
  '<rect x="1" y="5" width="58" height="75.6" rx="8" fill="var(--tile-back)"/><rect x="1" y="3" width="58" height="75.2" rx="8" fill="var(--tile-side)"/>' +
  '<rect x="1" y="1" width="58" height="75" rx="8" fill="var(--tile-face)" stroke="var(--tile-edge)"/>';
const REVERSE =
  '<rect x="1" y="5" width="58" height="75.6" rx="8" fill="var(--tile-side)"/><rect x="1" y="1" width="58" height="75" rx="8" fill="var(--tile-back)" stroke="var(--tile-back-edge)"/>';

/** The tile as a whole SVG; a tile that cannot be drawn, as "?", is the back. */
export function picture(tile: string, set: TileSet, colour: ColourOf): string {
  const drawn = set === "indexed" ? indexedFace : face;
  const art = kPieces.includes(tile) ? FRONT + drawn(tile) : REVERSE + kBack;
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 81.6">' +
    art.replace(/var\((--[\w-]+)\)/g, (_, name: string) => colour(name)) +
    "</svg>"
  );
}

const urlOf = (svg: string): string => `data:image/svg+xml,${encodeURIComponent(svg)}`;

// Pictures in use, and those of them that are kept, so that a kind seen for the first time is drawn at once.
let urls: readonly string[] = [];
const pictures = new Map<string, HTMLImageElement>();

/** Draws the tiles of this set in the colours that the page has now. */
export function showSet(set: TileSet): void {
  const colours = getComputedStyle(document.documentElement);
  const sheet = new CSSStyleSheet();
  urls = ["?", ...kPieces].map((tile) => {
    const url = urlOf(picture(tile, set, (name) => colours.getPropertyValue(name).trim()));
    const where = tile === "?" ? ".tile::before" : `.tile[data-tile="${tile}"]::before`;
    sheet.insertRule(`${where}{background-image:url("${url}")}`, sheet.cssRules.length);
    return url;
  });
  document.adoptedStyleSheets = [sheet];
  pictures.clear();
  prepare();
}

// Not every browser says when it is idle.
const whenIdle = (run: () => void): unknown => ("requestIdleCallback" in window ? requestIdleCallback(run) : setTimeout(run, 20));

/** One picture after the other, while nothing else is to do. */
function prepare(): void {
  const next = urls.find((url) => !pictures.has(url));
  if (next === undefined) return;
  const image = new Image();
  image.src = next;
  pictures.set(next, image);
  whenIdle(prepare);
}
