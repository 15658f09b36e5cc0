// The code contains no text for players, and both catalogues are complete.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { en } from "../src/i18n/en";
import { zh } from "../src/i18n/zh";
import * as profile from "../src/profile/texts";
import * as replay from "../src/replay/texts";

const root = fileURLToPath(new URL("../src", import.meta.url));
const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((name) => /\.tsx?$/.test(name));
// Catalogues, what languages call themselves, and what is written by scripts from texts of the engine.
const texts = /^(i18n\/(zh|en|index)\.ts|(profile|replay)\/texts\.ts|protocol\/messages\.ts)$/;
const code = files.filter((name) => !texts.test(name)).map((name) => ({ name, text: readFileSync(join(root, name), "utf8") }));
// Only outside of comments.
const plain = (text: string) => text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/(^|[^:"'`])\/\/.*$/gm, "$1");

describe.each([
  ["page", zh, en],
  ["profile", profile.zh, profile.en],
  ["replay", replay.zh, replay.en],
])("catalogues of the %s", (_, zh: Record<string, string>, en: Record<string, string>) => {
  test("have the same keys, in the same order", () => expect(Object.keys(en)).toEqual(Object.keys(zh)));
  test.each(Object.entries({ zh, en }))("%s: no text is empty", (_, catalogue) => {
    for (const [key, text] of Object.entries(catalogue)) expect(text, key).not.toBe("");
  });
  test("a text has the same places to fill in both", () => {
    const holes = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!).sort();
    for (const [key, text] of Object.entries(zh)) expect(holes(en[key]!), key).toEqual([...new Set(holes(text))]);
  });
  test("English has no Chinese in it, and Chinese is Chinese", () => {
    for (const [key, text] of Object.entries(en)) expect(text, key).not.toMatch(/\p{Script=Han}/u);
    const han = Object.values(zh).filter((text) => /\p{Script=Han}/u.test(text));
    expect(han.length).toBeGreaterThan(Object.keys(zh).length * 0.9);
  });
});

describe("code", () => {
  test.each(code.map((file) => [file.name, file.text]))("%s has no text for people", (_, text) => {
    expect(plain(text)).not.toMatch(/\p{Script=Han}/u);
    // Words between tags, and attributes that are read aloud or shown.
    expect([...plain(text).matchAll(/>\s*([A-Z][a-z]+(?: [a-z]+)*)[^<>{}=;()]*<\//g)].map((match) => match[1])).toEqual([]);
    expect([...plain(text).matchAll(/(?:aria-label|title|placeholder|alt)="([^"]*[A-Za-z]{2}[^"]*)"/g)].map((match) => match[1])).toEqual(
      [],
    );
  });
});

test("every text is used", () => {
  const all = code.map((file) => plain(file.text)).join("\n");
  // Keys made from parts: `fair.${id}.yes`.
  const made = [...all.matchAll(/`([a-z]+\.[^`\s]*\$\{[^`]*)`/g)].map(
    (match) => new RegExp(`^${match[1]!.replaceAll(".", "\\.").replace(/\$\{[^}]*\}/g, "\\w+")}$`),
  );
  expect(made.length).toBeGreaterThan(3);
  const unused = Object.keys(zh).filter((key) => !all.includes(`"${key}"`) && !made.some((form) => form.test(key)));
  expect(unused).toEqual([]);
});
