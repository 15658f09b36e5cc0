// A chart of the server in the document: fetched, without what a page under a strict policy may not have, and lit.
import type { Box } from "./camera";
import type { Settings } from "../settings";
import { windowOf, type Lit } from "./lit";

const SVG = "http://www.w3.org/2000/svg";
const CLASSES: (keyof Lit)[] = ["here", "way", "ran", "open"];

export const chartUrl = (fingerprint: string, lang: Settings["lang"]) => `/api/v1/fingerprints/${fingerprint}/chart.svg?lang=${lang}`;

export class ChartGone extends Error {}

export async function drawingOf(url: string): Promise<SVGSVGElement> {
  const answer = await fetch(url);
  if (!answer.ok) throw new ChartGone(String(answer.status));
  const parsed = new DOMParser().parseFromString(await answer.text(), "image/svg+xml").documentElement;
  if (parsed.namespaceURI !== SVG || parsed.localName !== "svg") throw new ChartGone("no SVG");
  return cleaned(document.importNode(parsed, true) as unknown as SVGSVGElement);
}

/** A chart as the page shows it: without scripts and titles, as large as its frame. */
export function cleaned(svg: SVGSVGElement): SVGSVGElement {
  svg.querySelectorAll("script, title, foreignObject").forEach((node) => node.remove());
  svg.removeAttribute("width");
  svg.removeAttribute("height");
  svg.setAttribute("aria-hidden", "true"); // what it lights is said in words beside it
  return svg;
}

export function wholeOf(svg: SVGSVGElement): Box {
  const [x = 0, y = 0, w = 100, h = 100] = (svg.getAttribute("viewBox") ?? "").split(/[ ,]+/).map(Number);
  return { x, y, w, h };
}

export const idsOf = (svg: SVGSVGElement): Set<string> => new Set([...svg.querySelectorAll("[id]")].map((node) => node.id));
const byId = (svg: SVGSVGElement, id: string) => svg.querySelector(`#${CSS.escape(id)}`);

// The row of a window where the line of an answer begins: the one nearest to an end of the line.
function rowOf(svg: SVGSVGElement, edge: string): Element | null {
  const line = numbersOf(byId(svg, edge)?.querySelector("path")?.getAttribute("d"));
  const ends = [line[0], line.at(-1)].filter((end) => end !== undefined);
  const window = windowOf(idsOf(svg), edge.split(".")[1] ?? "");
  const rows = byId(svg, `window.${window}`)?.querySelectorAll('polygon[fill="none"]') ?? [];
  let nearest: { row: Element; away: number } | null = null;
  for (const row of rows) {
    const corners = numbersOf(row.getAttribute("points"));
    const xs = corners.map(([x]) => x);
    const ys = corners.map(([, y]) => y);
    const beyond = (at: number, all: number[]) => Math.max(Math.min(...all) - at, at - Math.max(...all), 0);
    const away = Math.min(...ends.map(([x, y]) => Math.hypot(beyond(x, xs), beyond(y, ys))));
    if (!nearest || away < nearest.away) nearest = { row, away };
  }
  return nearest?.row ?? null;
}

/** The points of a path or a polygon. */
function numbersOf(points: string | null | undefined): [number, number][] {
  return [...(points ?? "").matchAll(/(-?[\d.]+),(-?[\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)]);
}

export function light(svg: SVGSVGElement, lit: Lit): void {
  svg.querySelectorAll(".here, .way, .ran, .open").forEach((node) => node.classList.remove(...CLASSES));
  for (const name of CLASSES) lit[name].forEach((id) => byId(svg, id)?.classList.add(name));
  for (const edge of lit.open.filter((id) => id.startsWith("edge."))) rowOf(svg, edge)?.classList.add("open");
}

/** Where the nodes of `ids` are, in units of the drawing. */
export function extentOf(svg: SVGSVGElement, ids: readonly string[]): Box | null {
  const toDrawing = svg.getScreenCTM()?.inverse();
  const boxes = ids.flatMap((id) => byId(svg, id)?.getBoundingClientRect() ?? []).filter((box) => box.width > 0);
  if (!toDrawing || boxes.length === 0) return null;
  const at = (x: number, y: number) => new DOMPoint(x, y).matrixTransform(toDrawing);
  const from = at(Math.min(...boxes.map((box) => box.left)), Math.min(...boxes.map((box) => box.top)));
  const to = at(Math.max(...boxes.map((box) => box.right)), Math.max(...boxes.map((box) => box.bottom)));
  return { x: from.x, y: from.y, w: to.x - from.x, h: to.y - from.y };
}
