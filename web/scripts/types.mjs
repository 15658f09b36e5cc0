// Writes src/protocol/messages.ts from docs/protocol/asyncapi.json (messages) and docs/en/json.md (objects of the engine, whose
// schemas the protocol leaves open), and bindings/node/engine.d.ts from docs/en/json.md alone. With --check it only compares, and
// exits with 1 where they differ.
import { readFileSync, writeFileSync } from "node:fs";

const root = new URL("../../", import.meta.url);
const { components } = JSON.parse(readFileSync(new URL("docs/protocol/asyncapi.json", root)));

const lines = ["// Written by scripts/types.mjs from docs/protocol/asyncapi.json and docs/en/json.md; do not edit.", ""];
const comment = (text, indent = "") => (text ? `${indent}/** ${text.replaceAll("*/", "* /")} */\n` : "");

// ---- the engine's objects: the tables of docs/en/json.md ----

const written = new Set();
const kWords = { number: "number", text: "string", bool: "boolean", map: "Record<string, unknown>" };
function engineType(text) {
  if (kWords[text]) return kWords[text];
  if (text === "list of list") return "string[][]";
  if (text.startsWith("list of ")) return `${engineType(text.slice(8))}[]`;
  if (/^[A-Z]\w+$/.test(text)) return text;
  throw new Error(`docs/en/json.md has the type "${text}", which this script does not know.`);
}
const kFromProtocol = new Set(["Response", "Refusal", "Choices", "Action", "Event", "Offer", "SeatChoices", "Reason"]);
const engine = ["// Written by web/scripts/types.mjs from docs/en/json.md; do not edit.", ""];
for (const section of readFileSync(new URL("docs/en/json.md", root), "utf8").split(/^## /m).slice(1)) {
  const name = /^`(\w+)`/.exec(section)?.[1];
  if (!name) continue;
  const rows = [`export interface ${name} {`];
  for (const [, key, optional, type, meaning] of section.matchAll(/^\| `(\w+)(\??)` \| ([^|]+) \| ([^|]+) \|$/gm))
    rows.push(`${comment(meaning.trim().replaceAll("`", ""), "  ")}  ${key}${optional}: ${engineType(type.trim())};`);
  rows.push("}", "");
  engine.push(...rows);
  if (kFromProtocol.has(name)) continue;
  written.add(name);
  lines.push(...rows);
}

// ---- JSON Schema to TypeScript ----

const kTypes = {
  string: "string",
  integer: "number",
  number: "number",
  boolean: "boolean",
  object: "Record<string, unknown>",
  null: "null",
  array: "unknown[]",
};
function typeOf(schema, indent) {
  if (schema.$ref) return schema.$ref.split("/").at(-1);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((one) => JSON.stringify(one)).join(" | ");
  if (schema.allOf) {
    const parts = schema.properties ? [...schema.allOf, { type: "object", properties: schema.properties }] : schema.allOf;
    return parts.map((one) => typeOf(one, indent)).join(" & ");
  }
  for (const some of ["oneOf", "anyOf"]) if (schema[some]) return schema[some].map((one) => typeOf(one, indent)).join(" | ");
  if (Array.isArray(schema.type)) return schema.type.map((type) => typeOf({ ...schema, type }, indent)).join(" | ");
  if (schema.type === "array" && schema.items) {
    const item = typeOf(schema.items, indent);
    return /[ |&]/.test(item) && !item.startsWith("{") ? `(${item})[]` : `${item}[]`;
  }
  if (schema.type === "object" && schema.properties) return shape(schema, indent);
  if (schema.type === "object" && typeof schema.additionalProperties === "object")
    return `Record<string, ${typeOf(schema.additionalProperties, indent)}>`;
  return kTypes[schema.type] ?? "unknown";
}
function shape(schema, indent = "") {
  const required = new Set(schema.required ?? []);
  const rows = Object.entries(schema.properties).map(
    ([key, value]) =>
      `${comment(value.description, `${indent}  `)}${indent}  ${key}${required.has(key) ? "" : "?"}: ${typeOf(value, `${indent}  `)};`,
  );
  return rows.length ? `{\n${rows.join("\n")}\n${indent}}` : "{}";
}

for (const [name, schema] of Object.entries(components.schemas)) {
  if (written.has(name)) continue;
  lines.push(`${comment(schema.description)}export type ${name} = ${typeOf(schema, "")};`, "");
}

// ---- messages ----

const kinds = { request: [], ok: [], push: [] };
const titled = (text) => text[0].toUpperCase() + text.slice(1);
for (const [id, message] of Object.entries(components.messages)) {
  if (id === "error") continue;
  const [base, kind = "request"] = id.split(".");
  const name = titled(base) + titled(kind);
  kinds[kind].push([base, name]);
  lines.push(`${comment(message.summary)}export type ${name} = ${typeOf(message.payload, "")};`, "");
}
lines.push(`${comment(components.messages.error.summary)}export type ErrorAnswer = ${typeOf(components.messages.error.payload, "")};`, "");
lines.push("/** Every push. */", `export type Push = ${kinds.push.map(([, name]) => name).join(" | ")};`, "");
lines.push("/** Requests by their `t`, without `t` and `re`. */", "export interface Requests {");
for (const [base, name] of kinds.request) lines.push(`  ${base}: Omit<${name}, "t" | "re">;`);
lines.push("}", "", "/** What `ok` carries, by the `t` of the request. */", "export interface Answers {");
for (const [base, name] of kinds.ok) lines.push(`  ${base}: ${name};`);
lines.push("}", "");

const outputs = { "web/src/protocol/messages.ts": lines, "bindings/node/engine.d.ts": engine };
for (const [path, of] of Object.entries(outputs)) {
  const file = new URL(path, root);
  const text = of.join("\n");
  if (!process.argv.includes("--check")) writeFileSync(file, text);
  else if (readFileSync(file, "utf8") !== text) {
    console.error(`${path} is not what docs/protocol/asyncapi.json and docs/en/json.md say: npm run types`);
    process.exitCode = 1;
  }
}
