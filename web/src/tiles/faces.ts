// The faces of the tiles in a box of 60 by 80, as text of SVG. Colours are variables of the theme; suits differ by shape too.
import { brushed } from "./brush";
import { kGreen, kNumerals, kPlants, kRed, kSeasons, kWan, kWinds } from "./glyphs";

const kInk = "var(--tile-ink)",
  kRedInk = "var(--tile-red)",
  kGreenInk = "var(--tile-green)",
  kBlueInk = "var(--tile-blue)";

// A character in a square of `size` at x, y; `brush` is in parts of a hundred of the square.
function character(strokes: string, x: number, y: number, size: number, brush: number, ink: string): string {
  return `<path transform="translate(${x} ${y}) scale(${size / 100})" fill="${ink}" d="${brushed(strokes, brush)}"/>`;
}

function man(rank: number): string {
  return character(kNumerals[rank - 1]!, 12, 4, 36, 14, kInk) + character(kWan, 11, 39, 38, 10, kRedInk);
}

// ---- circles ----

type Spot = readonly [x: number, y: number, ink: string];
const kPins: Record<number, readonly Spot[]> = {
  2: [
    [30, 22, kGreenInk],
    [30, 58, kBlueInk],
  ],
  3: [
    [15, 17, kBlueInk],
    [30, 40, kRedInk],
    [45, 63, kGreenInk],
  ],
  4: [
    [17, 21, kBlueInk],
    [43, 21, kGreenInk],
    [17, 59, kGreenInk],
    [43, 59, kBlueInk],
  ],
  5: [
    [15, 18, kBlueInk],
    [45, 18, kGreenInk],
    [30, 40, kRedInk],
    [15, 62, kGreenInk],
    [45, 62, kBlueInk],
  ],
  6: [
    [18, 15, kGreenInk],
    [42, 15, kGreenInk],
    [18, 42, kRedInk],
    [42, 42, kRedInk],
    [18, 65, kRedInk],
    [42, 65, kRedInk],
  ],
  7: [
    [12, 12, kGreenInk],
    [30, 20, kGreenInk],
    [48, 28, kGreenInk],
    [18, 48, kRedInk],
    [42, 48, kRedInk],
    [18, 68, kRedInk],
    [42, 68, kRedInk],
  ],
  8: [12, 30.7, 49.3, 68].flatMap((y): Spot[] => [
    [18, y, kBlueInk],
    [42, y, kBlueInk],
  ]),
  9: [
    [15, kGreenInk],
    [40, kRedInk],
    [65, kBlueInk],
  ].flatMap(([y, ink]) => [12, 30, 48].map((x): Spot => [x, y as number, ink as string])),
};

// A coin: a disc, a pale ring, and petals in the middle that melt into a dot when it is small.
function coin(x: number, y: number, r: number, ink: string): string {
  const width = r * 0.26;
  return (
    `<circle cx="${x}" cy="${y}" r="${r}" fill="${ink}"/>` +
    `<circle cx="${x}" cy="${y}" r="${(r * 0.6).toFixed(1)}" fill="none" stroke="var(--tile-face)" stroke-width="${width.toFixed(1)}"/>` +
    `<circle cx="${x}" cy="${y}" r="${(r * 0.12).toFixed(1)}" fill="var(--tile-face)"/>`
  );
}

function wheel(): string {
  const petals = Array.from({ length: 8 }, (_, i) => `<ellipse cy="-12.6" rx="3.6" ry="5" transform="rotate(${i * 45})"/>`).join("");
  return (
    `<g transform="translate(30 40)"><circle r="23.5" fill="${kGreenInk}"/><circle r="19.4" fill="var(--tile-face)"/><g fill="${kBlueInk}">${petals}</g>` +
    `<circle r="7.4" fill="${kRedInk}"/><circle r="3" fill="var(--tile-face)"/></g>`
  );
}

function pin(rank: number): string {
  if (rank === 1) return wheel();
  if (rank === 2) return kPins[2]!.map(([x, y, ink]) => coin(x, y, 14, ink)).join("");
  const r = [11.5, 11.5, 10.5, 10.5, 9, 8.6, 9][rank - 3]!;
  return kPins[rank]!.map(([x, y, ink]) => coin(x, y, r, ink)).join("");
}

// ---- bamboo ----

// A cane of `height` around x, y: two joints and a pale line.
function cane(x: number, y: number, height: number, ink: string, turn = 0, wide = 1): string {
  const h = height / 2,
    w = 4.4 * wide,
    knot = 5.6 * wide;
  return (
    `<g transform="translate(${x} ${y})${turn === 0 ? "" : ` rotate(${turn})`}">` +
    `<path fill="${ink}" d="M${-knot} ${-h + 1.6}Q0 ${-h - 2.6} ${knot} ${-h + 1.6}L${w} ${-h + 4}L${w - 1} -1.8L${knot} 0L${w - 1} 1.8L${w} ${h - 4}L${knot} ${h - 1.6}Q0 ${h + 2.6} ${-knot} ${h - 1.6}` +
    `L${-w} ${h - 4}L${1 - w} 1.8L${-knot} 0L${1 - w} -1.8L${-w} ${-h + 4}Z"/>` +
    `<path stroke="var(--tile-face)" stroke-width="1.3" stroke-linecap="round" d="M0 ${-h + 4.4}V-3.4M0 3.4V${h - 4.4}"/></g>`
  );
}

function bird(): string {
  const feather = (turn: number, ink: string, length: number) =>
    `<g transform="translate(33 44) rotate(${turn})"><path d="M0 4Q-5 ${length * 0.6} 0 ${length}Q5 ${length * 0.6} 0 4Z" fill="${ink}"/><circle cy="${length - 5}" r="1.7" fill="var(--tile-face)"/></g>`;
  return (
    feather(58, kBlueInk, 31) +
    feather(40, kGreenInk, 36) +
    feather(23, kRedInk, 36) +
    feather(7, kGreenInk, 33) +
    `<path fill="${kGreenInk}" d="M23 45Q21 33 30 26Q25 14 34 9Q43 6 46 15L54 18L46.5 21Q45 26 47 32Q50 46 38 53Q27 56 23 45Z"/>` +
    `<path fill="${kRedInk}" d="M27 44Q29 33 39 34Q43 43 35 49Q29 50 27 44ZM33 10Q31 4 27 4Q31 2 35 5Q36 1 40 2Q38 5 39 8Z"/>` +
    `<circle cx="40.5" cy="15" r="2.3" fill="var(--tile-face)"/><circle cx="41" cy="15" r="1.1" fill="${kInk}"/>` +
    `<path fill="none" stroke="${kRedInk}" stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round" d="M39 53L42 72M36 74L42 71L50 74"/>`
  );
}

function sou(rank: number): string {
  const g = kGreenInk,
    b = kBlueInk,
    r = kRedInk;
  const row = (y: number, height: number, xs: readonly number[], inks: readonly string[], wide = 1) =>
    xs.map((x, i) => cane(x, y, height, inks[i % inks.length]!, 0, wide)).join("");
  switch (rank) {
    case 1:
      return bird();
    case 2:
      return row(22, 31, [30], [b], 1.3) + row(58, 31, [30], [g], 1.3);
    case 3:
      return row(22, 31, [30], [b], 1.25) + row(58, 31, [17, 43], [g], 1.25);
    case 4:
      return row(22, 31, [17, 43], [b, g], 1.25) + row(58, 31, [17, 43], [g, b], 1.25);
    case 5:
      return row(22, 30, [13, 47], [g, b], 1.15) + row(40, 30, [30], [r], 1.15) + row(58, 30, [13, 47], [b, g], 1.15);
    case 6:
      return row(22, 31, [12.5, 30, 47.5], [g], 1.15) + row(58, 31, [12.5, 30, 47.5], [b], 1.15);
    case 7:
      return row(15, 20, [30], [r]) + row(40, 22, [13, 30, 47], [g, b, g]) + row(65, 22, [13, 30, 47], [g, b, g]);
    case 8:
      return (
        row(22, 31, [8, 52], [g], 0.85) +
        cane(22.5, 22, 27, g, -24, 0.85) +
        cane(37.5, 22, 27, g, 24, 0.85) +
        row(58, 31, [8, 52], [b], 0.85) +
        cane(22.5, 58, 27, b, 24, 0.85) +
        cane(37.5, 58, 27, b, -24, 0.85)
      );
    default:
      return [15, 40, 65].map((y) => row(y, 22, [13, 30, 47], [g, r, b])).join("");
  }
}

// ---- honours and flowers ----

function honour(rank: number): string {
  if (rank <= 4) return character(kWinds[rank - 1]!, 6, 16, 48, 11.5, kInk);
  if (rank === 6) return character(kGreen, 5.5, 15, 49, 9.5, kGreenInk);
  if (rank === 7) return character(kRed, 6, 15, 48, 13, kRedInk);
  return `<path fill="none" stroke="${kBlueInk}" stroke-width="4.6" d="M12 13H48V67H12Z"/><path fill="none" stroke="${kBlueInk}" stroke-width="1.8" d="M18 19H42V61H18Z"/>`;
}

const petals = (count: number, r: number, size: number, ink: string, middle: string) =>
  Array.from(
    { length: count },
    (_, i) => `<ellipse cy="${-r}" rx="${size}" ry="${r * 0.72}" transform="rotate(${(i * 360) / count})" fill="${ink}"/>`,
  ).join("") + `<circle r="${size}" fill="${middle}"/>`;
const at = (x: number, y: number, art: string) => `<g transform="translate(${x} ${y})">${art}</g>`;
const line = (ink: string, width: number, d: string) =>
  `<path fill="none" stroke="${ink}" stroke-width="${width}" stroke-linecap="round" d="${d}"/>`;
const filled = (ink: string, d: string) => `<path fill="${ink}" d="${d}"/>`;

// What is below the character of a season or a plant.
const kPictures = [
  // Spring: a sprout. Summer: a lotus. Autumn: a maple leaf. Winter: snow.
  line(kGreenInk, 3, "M30 75V58") + filled(kGreenInk, "M30 62Q28 49 12 50Q14 63 30 62ZM30 58Q32 45 48 46Q46 60 30 58Z"),
  filled(
    kRedInk,
    "M30 44Q20 54 30 68Q40 54 30 44ZM17 49Q14 62 28 69Q27 55 17 49ZM43 49Q46 62 32 69Q33 55 43 49ZM8 58Q12 70 27 71Q20 60 8 58ZM52 58Q48 70 33 71Q40 60 52 58Z",
  ) + line(kGreenInk, 3, "M14 75H46"),
  filled(kRedInk, "M30 43L34 52L42 48L40 57L51 57L44 64L47 68L33 68L31 76H29L27 68L13 68L16 64L9 57L20 57L18 48L26 52Z"),
  at(
    30,
    60,
    Array.from(
      { length: 3 },
      (_, i) => `<g transform="rotate(${i * 60})">${line(kBlueInk, 3, "M0 -16V16M-5 -14L0 -9L5 -14M-5 14L0 9L5 14")}</g>`,
    ).join(""),
  ),
  // Plum, orchid, bamboo, chrysanthemum.
  line(kInk, 2.6, "M6 74Q24 72 33 60Q40 54 54 52") +
    at(20, 60, petals(5, 6.4, 4.6, kRedInk, "var(--tile-face)")) +
    at(42, 62, petals(5, 5.2, 3.8, kRedInk, "var(--tile-face)")),
  line(kGreenInk, 3, "M30 76Q26 58 8 52M31 76Q30 56 22 46M32 76Q38 58 54 56M33 76Q46 68 52 72") +
    at(38, 52, petals(5, 5, 3.2, kBlueInk, "var(--tile-face)")),
  cane(20, 60, 31, kGreenInk) +
    cane(33, 62, 27, kGreenInk) +
    filled(kGreenInk, "M37 55Q46 46 55 48Q50 57 37 55ZM37 64Q47 58 55 63Q47 70 37 64ZM16 52Q8 43 4 49Q7 55 16 52Z"),
  at(30, 60, petals(12, 10, 2.7, kRedInk, kRedInk) + '<circle r="4.6" fill="var(--tile-face)"/><circle r="2.4" fill="var(--tile-red)"/>') +
    line(kGreenInk, 3, "M12 75Q20 76 26 72M48 75Q40 76 34 72"),
];

const index = (text: string, x: number, y: number, size: number, ink: string) =>
  `<text x="${x}" y="${y}" font-size="${size}" fill="${ink}" font-family="system-ui, sans-serif" font-weight="700">${text}</text>`;

function flower(rank: number): string {
  const season = rank <= 4,
    strokes = season ? kSeasons[rank - 1]! : kPlants[rank - 5]!;
  return (
    index(String(season ? rank : rank - 4), 5, 23, 23, season ? kBlueInk : kRedInk) +
    character(strokes, 22, 6, 33, 10.5, season ? kBlueInk : kGreenInk) +
    kPictures[rank - 1]!
  );
}

// ---- the set ----

export type Suit = "m" | "p" | "s" | "z" | "h";
const kFaces: Record<Suit, (rank: number) => string> = { m: man, p: pin, s: sou, z: honour, h: flower };
const kRanks: Record<Suit, number> = { m: 9, p: 9, s: 9, z: 7, h: 8 };
export const kKinds: readonly string[] = Object.entries(kRanks).flatMap(([suit, ranks]) =>
  Array.from({ length: ranks }, (_, i) => `${i + 1}${suit}`),
);
/** Fives that count as bonus tiles; each is a five of its suit. */
export const kRedFives: readonly string[] = ["0m", "0p", "0s"];
/** The kind of a tile: a red five is a five. */
export const kindOf = (tile: string): string => (tile[0] === "0" ? `5${tile[1]}` : tile);
/** All that has a face. */
export const kPieces: readonly string[] = [...kKinds, ...kRedFives];

// Letters and digits as sets for export have them: winds by their English initials, dragons C(hung), F(a), B(ai).
const kLetters = "ESWNBFC";
export function indexOf(tile: string): string {
  return tile[1] === "z" ? kLetters[Number(tile[0]) - 1]! : kindOf(tile)[0]!;
}

// All in red, and with a dot at the corner for who does not see the colour.
const red = (tile: string): string =>
  face(kindOf(tile)).replace(/var\(--tile-(?:ink|green|blue)\)/g, kRedInk) + `<circle cx="53" cy="8" r="4.4" fill="${kRedInk}"/>`;

export function face(tile: string): string {
  if (tile[0] === "0") return red(tile);
  return kFaces[tile[1] as Suit](Number(tile[0]));
}

// The face with an index at its corner, which flowers have anyway.
export function indexedFace(tile: string): string {
  if (tile[1] === "h") return face(tile);
  const ink = tile[0] === "0" ? kRedInk : kInk;
  return `<g transform="translate(15.5 19.5) scale(.72)">${face(tile)}</g>` + index(indexOf(tile), 4, 25, 27, ink);
}

export const kBack =
  '<path fill="none" stroke="var(--tile-back-line)" stroke-width="2" d="M10 10H50V68H10ZM20 10L10 20M30 10L10 30M40 10L10 40M50 10L10 50M50 20L10 60M50 30L12 68M50 40L22 68M50 50L32 68M50 60L42 68"/>';
