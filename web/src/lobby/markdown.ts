// The Markdown that rules in words are written in: headings, paragraphs, lists, tables, code; nothing in it becomes HTML.
export type Inline = { text: string; code?: true; strong?: true };

export type Block =
  | { kind: "heading"; level: number; text: Inline[] }
  | { kind: "paragraph"; text: Inline[] }
  | { kind: "list"; ordered: boolean; items: Inline[][] }
  | { kind: "table"; head: Inline[][]; rows: Inline[][][] }
  | { kind: "code"; text: string };

/** Code and bold; of a link, which leads to files that are not here, its words. */
export function inlines(text: string): Inline[] {
  const plain = text.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1");
  return plain
    .split(/(`[^`]+`|\*\*[^*]+\*\*)/)
    .filter((part) => part !== "")
    .map((part) =>
      part.startsWith("`") && part.length > 2
        ? { text: part.slice(1, -1), code: true }
        : part.startsWith("**") && part.length > 4
          ? { text: part.slice(2, -2), strong: true }
          : { text: part },
    );
}

export const plainOf = (text: Inline[]): string => text.map((part) => part.text).join("");

const WIDE = /[\p{Script=Han}\u3000-\u303f\uff00-\uffef]/u;

/** Lines of one paragraph: between Chinese characters there is no space. */
const joined = (lines: string[]): string =>
  lines.reduce(
    (text, line) => (text === "" || WIDE.test(text.slice(-1)) || WIDE.test(line[0] ?? "") ? text + line : `${text} ${line}`),
    "",
  );

const cellsOf = (line: string): Inline[][] =>
  line
    .trim()
    .replace(/^\||\|$/g, "")
    .split(/(?<!\\)\|/)
    .map((cell) => inlines(cell.trim().replaceAll("\\|", "|")));

const ITEM = /^\s*(?:[-*]|(\d+)\.)\s+(.*)$/;
const HEADING = /^(#+)\s+(.*)$/;

export function blocksOf(markdown: string): Block[] {
  const lines = markdown.split(/\r?\n/);
  const blocks: Block[] = [];
  for (let at = 0; at < lines.length;) {
    const line = lines[at]!;
    const heading = HEADING.exec(line);
    if (line.trim() === "") at++;
    else if (line.startsWith("```")) {
      const end = lines.findIndex((one, next) => next > at && one.startsWith("```"));
      const code = lines.slice(at + 1, end < 0 ? lines.length : end);
      blocks.push({ kind: "code", text: code.join("\n") });
      at += code.length + 2;
    } else if (heading) {
      blocks.push({ kind: "heading", level: heading[1]!.length, text: inlines(heading[2]!) });
      at++;
    } else if (line.startsWith("|")) {
      const table: string[] = [];
      while (lines[at]?.startsWith("|")) table.push(lines[at++]!);
      const [head = "", , ...rows] = table;
      blocks.push({ kind: "table", head: cellsOf(head), rows: rows.map(cellsOf) });
    } else if (ITEM.test(line)) {
      const ordered = ITEM.exec(line)![1] !== undefined;
      const items: string[][] = [];
      for (; at < lines.length && lines[at]!.trim() !== ""; ++at) {
        const item = ITEM.exec(lines[at]!);
        if (item) items.push([item[2]!.trim()]);
        else if (/^\s/.test(lines[at]!)) items.at(-1)!.push(lines[at]!.trim());
        else break;
      }
      blocks.push({ kind: "list", ordered, items: items.map((item) => inlines(joined(item))) });
    } else {
      const paragraph: string[] = [];
      for (; at < lines.length && lines[at]!.trim() !== "" && !/^(\||```|#+\s)/.test(lines[at]!) && !ITEM.test(lines[at]!); ++at)
        paragraph.push(lines[at]!.trim());
      // A link alone leads to the same text in another language.
      const text = joined(paragraph);
      if (!/^\[[^\]]*\]\([^)]*\)$/.test(text)) blocks.push({ kind: "paragraph", text: inlines(text) });
    }
  }
  return blocks;
}

/** What the tables of the rules say of options: rows that begin with their ids; their last cell. */
export function optionTexts(blocks: Block[]): Record<string, Inline[]> {
  const texts: Record<string, Inline[]> = {};
  for (const block of blocks) {
    if (block.kind !== "table") continue;
    for (const [ids = [], ...cells] of block.rows) {
      const named = ids.filter(({ code }) => code);
      const others = plainOf(ids.filter(({ code }) => !code));
      if (named.length === 0 || /[\p{L}\p{N}]/u.test(others)) continue;
      for (const { text } of named) texts[text] ??= cells.at(-1) ?? [];
    }
  }
  return texts;
}

/** Such a text with the names of values in place of their words; empty where it lists no more than words and numbers. */
export function meaningOf(text: Inline[], nameOf: (word: string) => string | null): string {
  const rest = text.map((part) => (part.code ? "" : part.text.replace(/(?<!\w)(on|off)(?!\w)/g, ""))).join("");
  if (!/\p{L}{2}|\p{Script=Han}/u.test(rest)) return "";
  return text
    .map((part) =>
      part.code ? (nameOf(part.text) ?? part.text) : part.text.replace(/(?<![\w-])(on|off)(?![\w-])/g, (word) => nameOf(word) ?? word),
    )
    .join("");
}
