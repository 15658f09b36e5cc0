// Rules in words: the Markdown of the variants, and what it says of their options.
import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { blocksOf, inlines, meaningOf, optionTexts, plainOf } from "../src/lobby/markdown";
import { variants } from "./streams";

it("reads headings, paragraphs, lists, tables and code", () => {
  const text =
    "# A\n\n[other](x.md)\n\none\ntwo `c` **b**\n\n- x\n  y\n- z\n\n1. p\n\n| `a`、`b` | off；说明 |\n| --- | --- |\n| q | r |\n\n```\n<b>\n```\n";
  expect(blocksOf(text)).toEqual([
    { kind: "heading", level: 1, text: [{ text: "A" }] },
    { kind: "paragraph", text: [{ text: "one two " }, { text: "c", code: true }, { text: " " }, { text: "b", strong: true }] },
    { kind: "list", ordered: false, items: [[{ text: "x y" }], [{ text: "z" }]] },
    { kind: "list", ordered: true, items: [[{ text: "p" }]] },
    {
      kind: "table",
      head: [[{ text: "a", code: true }, { text: "、" }, { text: "b", code: true }], [{ text: "off；说明" }]],
      rows: [[[{ text: "q" }], [{ text: "r" }]]],
    },
    { kind: "code", text: "<b>" },
  ]);
  expect(plainOf(inlines("see [the list](list.md), `x`"))).toBe("see the list, x");
  expect(blocksOf("一行，\n二行")).toEqual([{ kind: "paragraph", text: [{ text: "一行，二行" }] }]);
});

it("a row that begins with ids of options says what they mean", () => {
  const blocks = blocksOf("| o | d | m |\n| - | - | - |\n| `a`, `b` | on | both |\n| `c` and more | on | not |\n| d | on | not |\n");
  expect(optionTexts(blocks)).toEqual({ a: [{ text: "both" }], b: [{ text: "both" }] });
});

it("what an option means names its values, and a mere list of them means nothing", () => {
  const names: Record<string, string> = { on: "开", off: "关", own: "只看自己" };
  const meaning = (text: string) => meaningOf(inlines(text), (word) => names[word] ?? null);
  expect(meaning("默认；`own`：别家不算；off；`x`")).toBe("默认；只看自己：别家不算；关；x");
  expect(meaning("`own`；on；3")).toBe("");
});

describe.each(["README.md", "README.zh-CN.md"])("%s", (name) => {
  const files = variants
    .flatMap((id) => ["variants", "examples/variants"].map((folder) => new URL(`../../${folder}/${id}/${name}`, import.meta.url)))
    .filter((file) => existsSync(file))
    .map((file) => [file.pathname.split("/").at(-2)!, file] as const);
  it.each(files)("of %s is read whole", (_, file) => {
    const markdown = readFileSync(file, "utf8");
    const blocks = blocksOf(markdown);
    // No mark of Markdown is left over, and every table has its rows as wide as its head.
    const words = blocks.flatMap((block) =>
      block.kind === "heading" || block.kind === "paragraph"
        ? [block.text]
        : block.kind === "list"
          ? block.items
          : block.kind === "table"
            ? [block.head, ...block.rows].flat()
            : [],
    );
    for (const text of words) expect(plainOf(text.filter(({ code }) => !code))).not.toMatch(/`|\*\*|^\||\]\(/);
    for (const block of blocks) if (block.kind === "table") for (const row of block.rows) expect(row).toHaveLength(block.head.length);
    expect(blocks.length).toBeGreaterThan(5);
  });
});
