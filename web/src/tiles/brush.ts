// Characters as a brush writes them: the centre line of each stroke, and the width of the brush along it.
//
// A stroke is a letter and its points, in a box of 100 by 100:
//   h  across, pressed at both ends       v  down             p  falls to the left, ends in a point
//   n  falls to the right, grows heavy    d  a dot            k  a hook: short, ends in a point
//   b  a bend of constant width through all its points
// Two points make a line. Three are start, control point and end of a curve; b takes any number.

type Point = readonly [number, number];

const kSteps = 6;

// Width along the stroke, from 0 to 1, where 1 is the full width of the brush.
const kWidth: Record<string, (at: number) => number> = {
  h: (at) => 0.72 + 0.42 * Math.abs(at - 0.45) ** 1.6 * 2.2 * (at > 0.45 ? 1.25 : 0.8),
  v: (at) => 1.12 - 0.22 * Math.sin(at * Math.PI) - 0.1 * at,
  p: (at) => 1.15 * (1 - at) ** 0.62 + 0.12,
  n: (at) => (at < 0.78 ? 0.42 + 1.05 * at : 1.24 * (1 - at) * 4.2 + 0.1),
  d: (at) => 0.35 + 1.15 * Math.sin(Math.min(1, at * 0.9 + 0.08) * Math.PI * 0.72),
  k: (at) => 1.05 * (1 - at) + 0.12,
  b: () => 0.95,
};

function along(points: readonly Point[], at: number): Point {
  if (points.length === 2) {
    const [[x1, y1], [x2, y2]] = points as [Point, Point];
    return [x1 + (x2 - x1) * at, y1 + (y2 - y1) * at];
  }
  const [[x1, y1], [cx, cy], [x2, y2]] = points as [Point, Point, Point];
  const a = (1 - at) ** 2,
    b = 2 * at * (1 - at),
    c = at * at;
  return [a * x1 + b * cx + c * x2, a * y1 + b * cy + c * y2];
}

const round = (value: number) => Math.round(value * 10) / 10;

// The outline of one stroke.
function outline(kind: string, points: readonly Point[], brush: number): string {
  const width = kWidth[kind]!;
  const left: Point[] = [],
    right: Point[] = [];
  for (let step = 0; step <= kSteps; ++step) {
    const at = step / kSteps;
    const [x, y] = along(points, at);
    const [x1, y1] = along(points, Math.max(0, at - 0.02)),
      [x2, y2] = along(points, Math.min(1, at + 0.02));
    const length = Math.hypot(x2 - x1, y2 - y1) || 1;
    const half = (brush * width(at)) / 2;
    const dx = (-(y2 - y1) / length) * half,
      dy = ((x2 - x1) / length) * half;
    left.push([x + dx, y + dy]);
    right.unshift([x - dx, y - dy]);
  }
  return "M" + [...left, ...right].map(([x, y]) => `${round(x)} ${round(y)}`).join("L") + "Z";
}

// A bend: joined round, so that its corners close.
function bend(points: readonly Point[], brush: number): string {
  return (
    points
      .slice(1)
      .map((point, i) => outline("b", [points[i]!, point], brush))
      .join("") +
    points
      .slice(1, -1)
      .map(([x, y]) => {
        const r = round(brush * 0.475);
        return `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
      })
      .join("")
  );
}

// The path data of a character: "h10,50,90,46 v50,4,50,96".
export function brushed(strokes: string, brush: number): string {
  return strokes
    .split(" ")
    .map((stroke) => {
      const kind = stroke[0]!,
        numbers = stroke.slice(1).split(",").map(Number);
      const points: Point[] = [];
      for (let i = 0; i + 1 < numbers.length; i += 2) points.push([numbers[i]!, numbers[i + 1]!]);
      return kind === "b" ? bend(points, brush) : outline(kind, points, brush);
    })
    .join("");
}
