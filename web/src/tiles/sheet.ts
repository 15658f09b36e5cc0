// Pictures of the tiles as backgrounds of a style sheet, one class each. As elements of the page their 1700 shapes would be styled and laid out at
// every step.
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

/** The class of what has the picture of this tile as its background. */
export const faceOf = (tile: string): string => (kPieces.includes(tile) ? `face-${tile}` : "face-back");

const WIDEST = 130; // of a tile, in pixels of CSS

/** A vector picture as points: a browser lays a vector picture out anew for each size and place that it is drawn at. */
async function inPoints(url: string, fine: boolean): Promise<HTMLImageElement> {
  const width = fine ? 2 * WIDEST : WIDEST;
  const height = Math.round(width * 1.36);
  const vector = new Image(width, height);
  vector.src = url;
  await vector.decode();
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  canvas.getContext("2d")?.drawImage(vector, 0, 0, width, height);
  const points = new Image();
  points.src = canvas.toDataURL();
  await points.decode();
  return points;
}

// The set in use. Its pictures are kept, so that a kind seen for the first time is drawn at once.
let shown: { sheet: CSSStyleSheet; pictures: HTMLImageElement[] } | null = null;

/** Draws the tiles of this set in the colours that the page has now. `fine`: the screen has more than one point a pixel. */
export function showSet(set: TileSet, fine: boolean): void {
  const colours = getComputedStyle(document.documentElement);
  const tiles = ["?", ...kPieces];
  const vectors = tiles.map((tile) => urlOf(picture(tile, set, (name) => colours.getPropertyValue(name).trim())));
  const before = shown?.sheet;
  const now = (shown = { sheet: new CSSStyleSheet(), pictures: [] });
  const show = (urls: string[]) =>
    now.sheet.replaceSync(tiles.map((tile, at) => `.${faceOf(tile)}{background-image:url("${urls[at]}")}`).join(""));
  show(vectors);
  // Others have sheets of their own.
  document.adoptedStyleSheets = [now.sheet, ...document.adoptedStyleSheets.filter((one) => one !== before)];
  void prepare(vectors, fine, now).then(show, () => {}); // what cannot be drawn as points stays as it is
}

/** One picture after the other, while nothing else is to do and the set is in use. */
async function prepare(vectors: string[], fine: boolean, now: NonNullable<typeof shown>): Promise<string[]> {
  for (const url of vectors) {
    await idle();
    if (now !== shown) throw new Error("another set");
    now.pictures.push(await inPoints(url, fine));
  }
  return now.pictures.map(({ src }) => src);
}

// Not every browser says when it is idle.
const idle = (): Promise<unknown> =>
  new Promise((done) => ("requestIdleCallback" in window ? requestIdleCallback(done) : setTimeout(done, 20)));
