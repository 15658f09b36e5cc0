import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { Translate } from "../src/i18n";
import { en as english } from "../src/i18n/en";
import { zh as chinese } from "../src/i18n/zh";
import { face, indexOf, kKinds, kPieces, kRedFives } from "../src/tiles/faces";
import { tileName } from "../src/tiles/names";
import { picture } from "../src/tiles/sheet";

describe("tiles", () => {
  test("there are 42 kinds", () => {
    expect(kKinds).toHaveLength(42);
    expect(new Set(kKinds).size).toBe(42);
  });
  const colour = (name: string) => `#${name}`;
  test.each(["plain", "indexed"] as const)("every kind and the back have a picture of their own: %s", (set) => {
    const pictures = [...kPieces, "?"].map((tile) => picture(tile, set, colour));
    expect(new Set(pictures).size).toBe(46);
    for (const text of pictures) {
      expect(text).toMatch(/^<svg xmlns="[^"]+" viewBox="0 0 60 81.6">.*<\/svg>$/);
      expect(text).not.toMatch(/NaN|undefined|null|var\(/);
    }
  });
  test("no two faces differ in colour alone", () => {
    const shapes = kPieces.map((tile) => face(tile).replace(/var\(--[\w-]+\)/g, ""));
    expect(new Set(shapes).size).toBe(45);
  });
  test("colours are those of the theme", () => {
    for (const tile of [...kKinds, "?"]) expect(picture(tile, "plain", (name) => `(${name})`)).not.toMatch(/(fill|stroke)="#/);
  });
  // WCAG 2.1, contrast ratio.
  const luminance = (hex: string): number => {
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
      const part = parseInt(hex.slice(at, at + 2), 16) / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  test.each(["light", "dark"])("a back stands out from the felt, 3 to 1 at least: %s", (theme) => {
    const css = readFileSync("src/theme/theme.css", "utf8").split('[data-theme="dark"]')[theme === "dark" ? 1 : 0]!;
    const of = (name: string) => luminance(new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(css)![1]!);
    const [dark = 0, light = 0] = [of("felt"), of("tile-back")].sort((a, b) => a - b);
    expect((light + 0.05) / (dark + 0.05)).toBeGreaterThanOrEqual(3);
  });
  test("a red five is red, and has a mark that is not a colour", () => {
    for (const tile of kRedFives) {
      const inks = new Set([...face(tile).matchAll(/var\((--tile-\w+)\)/g)].map((match) => match[1]));
      inks.delete("--tile-face");
      expect([...inks]).toEqual(["--tile-red"]);
      expect(face(tile).length).toBeGreaterThan(face(`5${tile[1]}`).length);
      expect(indexOf(tile)).toBe("5");
    }
  });
  test("indices", () => {
    expect(["5m", "1z", "4z", "5z", "6z", "7z", "2h"].map(indexOf)).toEqual(["5", "E", "N", "B", "F", "C", "2"]);
    expect(picture("9s", "indexed", colour)).toMatch(/>9<\/text>/);
  });
  test("a kind that cannot be drawn shows the back", () => {
    expect(picture("?", "plain", colour)).not.toBe(picture("5m", "plain", colour));
    expect(picture("0x", "plain", colour)).toBe(picture("?", "plain", colour));
  });
  test("names", () => {
    const zh: Translate = (key, values) => chinese[key].replace(/{(n|tile)}/g, (_, name: string) => String(values?.[name]));
    const en: Translate = (key, values) => english[key].replace(/{(n|tile)}/g, (_, name: string) => String(values?.[name]));
    expect(["5m", "1p", "9s", "1z", "7z", "1h", "?"].map((piece) => tileName(zh, piece))).toEqual([
      "五万",
      "一筒",
      "九条",
      "东",
      "红中",
      "春",
      "牌背",
    ]);
    expect(["5m", "1p", "9s", "1z", "?"].map((piece) => tileName(en, piece))).toEqual([
      "5 characters",
      "1 dots",
      "9 bamboo",
      "east wind",
      "face down",
    ]);
    for (const say of [zh, en]) expect(new Set(kKinds.map((piece) => tileName(say, piece))).size).toBe(42);
    expect(kRedFives.map((tile) => tileName(zh, tile))).toEqual(["赤五万", "赤五筒", "赤五条"]);
    expect(tileName(en, "0p")).toBe("red 5 dots");
    expect(tileName(en, "0z")).toBe("0z");
  });
});
