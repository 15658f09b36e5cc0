// Writes src/help/templates.ts: the texts of the engine's events, from its sources, where each is defined beside the code that emits it.
//
//   node scripts/events.mjs          writes the file
//   node scripts/events.mjs --print  prints what it would write
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { join } from "node:path";

const root = fileURLToPath(new URL("../..", import.meta.url));
const target = join(root, "web/src/help/templates.ts");

function* sources(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* sources(path);
    else if (/\.(cc|h)$/.test(entry.name)) yield path;
  }
}

const found = {};
for (const folder of ["include/mlf", "table", "components", "nodes"]) {
  for (const file of sources(join(root, folder))) {
    for (const [, list] of readFileSync(file, "utf8").matchAll(
      /\bEventType\s+k\w+\{((?:\s*"(?:[^"\\]|\\.)*"[\s,]*)+)(?:\/\*names_seats=\*\/true)?\}/g,
    )) {
      const [id, zh, en] = list
        .replace(/,\s*$/, "")
        .split(/"\s*,\s*"/)
        .map((text) => text.replace(/"\s*"/g, "").replace(/^\s*"|"\s*$/g, ""));
      // Two texts of one event are distinguished by what they fill in.
      (found[id] ??= []).push({ zh, en });
    }
  }
}
if (Object.keys(found).length < 20) throw new Error("the definitions of events have another form than this script knows");

const holes = ({ en }) => (en.match(/\{\w+\}/g) ?? []).length;
const body = Object.keys(found)
  .sort()
  .map((id) => {
    const texts = [...new Map(found[id].map((one) => [one.zh, one])).values()].sort((a, b) => holes(b) - holes(a));
    return `  ${id}: [\n${texts.map((one) => `    { zh: ${JSON.stringify(one.zh)}, en: ${JSON.stringify(one.en)} },\n`).join("")}  ],\n`;
  })
  .join("");
const text = `// Written by scripts/events.mjs from the sources of the engine; do not edit.

/** Texts of an event, the one that fills in most first. */
export const templates: Record<string, { zh: string; en: string }[]> = {
${body}};
`;
if (process.argv.includes("--print")) process.stdout.write(text);
else writeFileSync(target, text);
