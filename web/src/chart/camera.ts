// The part of a drawing that is shown: moved, and made larger and smaller around a point.
export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

export const LARGEST = 12; // times the size at which all of it is shown

/** All of `whole`, in a window of this shape. */
export function fitted(whole: Box, shape: number): Box {
  const w = Math.max(whole.w, whole.h * shape);
  const h = w / shape;
  return { x: whole.x + (whole.w - w) / 2, y: whole.y + (whole.h - h) / 2, w, h };
}

function held(whole: Box, box: Box): Box {
  // The middle of what is shown stays on the drawing.
  const x = Math.min(Math.max(box.x, whole.x - box.w / 2), whole.x + whole.w - box.w / 2);
  const y = Math.min(Math.max(box.y, whole.y - box.h / 2), whole.y + whole.h - box.h / 2);
  return { ...box, x, y };
}

/** `at`: the point that stays where it is, as parts of the window from 0 to 1. `by` > 1 makes it larger. */
export function zoomed(whole: Box, box: Box, by: number, at: { x: number; y: number } = { x: 0.5, y: 0.5 }): Box {
  const most = fitted(whole, box.w / box.h).w;
  const w = Math.min(Math.max(box.w / by, most / LARGEST), most);
  const h = (w / box.w) * box.h;
  return held(whole, { x: box.x + (box.w - w) * at.x, y: box.y + (box.h - h) * at.y, w, h });
}

/** By parts of the window. */
export function moved(whole: Box, box: Box, x: number, y: number): Box {
  return held(whole, { ...box, x: box.x + x * box.w, y: box.y + y * box.h });
}

export interface Size {
  width: number;
  height: number;
}

/** The same place as large as before, once the window has another size; all of it stays all of it. */
export function resized(whole: Box, box: Box, from: Size, to: Size): Box {
  const all = fitted(whole, to.width / to.height);
  if (box.w >= fitted(whole, from.width / from.height).w * 0.999) return all;
  const w = Math.min((box.w / from.width) * to.width, all.w);
  const h = (w / to.width) * to.height;
  return held(whole, { x: box.x + (box.w - w) / 2, y: box.y + (box.h - h) / 2, w, h });
}

/** Brings `part` into view: nothing changes where it is well inside already. */
export function looking(whole: Box, box: Box, part: Box): Box {
  const edge = 0.08;
  const inside =
    part.x >= box.x + box.w * edge &&
    part.y >= box.y + box.h * edge &&
    part.x + part.w <= box.x + box.w * (1 - edge) &&
    part.y + part.h <= box.y + box.h * (1 - edge);
  if (inside) return box;
  const grow = Math.max(1, (part.w * 1.3) / box.w, (part.h * 1.3) / box.h);
  const w = Math.min(box.w * grow, fitted(whole, box.w / box.h).w);
  const h = (w / box.w) * box.h;
  return held(whole, { x: part.x + part.w / 2 - w / 2, y: part.y + part.h / 2 - h / 2, w, h });
}
