// Rules in words: the Markdown of the variants, and what it says of their options.
import { existsSync, readFileSync } from "node:fs";
import { isValidElement, type ComponentChildren, type VNode } from "preact";
import { describe, expect, it } from "vitest";
import { blocksOf, Drawn } from "../src/lobby/Markdown";
import { meaningOf, optionTexts } from "../src/lobby/optionTexts";
import { variants } from "./streams";

/** The elements of a text as HTML without attributes. */
function drawn(of: ComponentChildren): string {
  if (Array.isArray(of)) return of.map(drawn).join("");
  if (!isValidElement(of)) return of === null || of === undefined ? "" : String(of).replaceAll("<", "&lt;");
  const { type, props } = of as VNode<{ children?: ComponentChildren }>;
  if (typeof type !== "string") return drawn((type as (given: object) => ComponentChildren)(props));
  return `<${type}>${drawn(props.children)}</${type}>`;
}
const shown = (markdown: string): string =>
  blocksOf(markdown)
    .map((token) => drawn(<Drawn token={token} />))
    .join("");

it("draws headings, paragraphs, lists, tables and code, and no HTML", () => {
  expect(shown("# A\n\n[other](x.md)\n\n## B\n\none\ntwo `c` **b** [list](x.md)\n")).toBe(
    "<h3>B</h3><p>one\ntwo <code>c</code> <b>b</b> list</p>",
  );
  expect(shown("- x\n  y\n- z\n\n1. p\n")).toBe("<ul><li>x\ny</li><li>z</li></ul><ol><li>p</li></ol>");
  expect(shown("| `a`、`b` | off；说明 |\n| --- | --- |\n| q | r |\n")).toBe(
    "<div><table><thead><tr><th><code>a</code>、<code>b</code></th><th>off；说明</th></tr></thead>" +
      "<tbody><tr><td>q</td><td>r</td></tr></tbody></table></div>",
  );
  expect(shown("```\n<b>\n```\n\nx <i>y</i>\n")).toBe("<pre>&lt;b></pre><p>x &lt;i>y&lt;/i></p>");
});

it("between Chinese characters the end of a line is no space", () => {
  expect(shown("一行，\n二行")).toBe("<p>一行，二行</p>");
  expect(shown("- 一项\n  续\n- 二项")).toBe("<ul><li>一项续</li><li>二项</li></ul>");
});

it("a row that begins with ids of options says what they mean", () => {
  const texts = optionTexts("| o | d | m |\n| - | - | - |\n| `a`, `b` | on | both |\n| `c` and more | on | not |\n| d | on | not |\n");
  expect(Object.keys(texts)).toEqual(["a", "b"]);
  expect(texts.b).toMatchObject([{ text: "both" }]);
});

it("what an option means names its values, and a mere list of them means nothing", () => {
  const names: Record<string, string> = { on: "开", off: "关", own: "只看自己" };
  const meaning = (text: string) => meaningOf(optionTexts(`| o | m |\n| - | - |\n| \`a\` | ${text} |\n`).a!, (word) => names[word] ?? null);
  expect(meaning("默认；`own`：别家不算；off；`x`")).toBe("默认；只看自己：别家不算；关；x");
  expect(meaning("`own`；on；3")).toBe("");
});

describe.each(["README.md", "README.zh-CN.md"])("%s", (name) => {
  const files = variants
    .flatMap((id) => ["variants", "examples/variants"].map((folder) => new URL(`../../${folder}/${id}/${name}`, import.meta.url)))
    .filter((file) => existsSync(file))
    .map((file) => [file.pathname.split("/").at(-2)!, file] as const);
  it.each(files)("of %s is read whole", (_, file) => {
    const html = shown(readFileSync(file, "utf8"));
    // No mark of Markdown is left over.
    expect(html.replace(/<(code|pre)>.*?<\/\1>/gs, "")).not.toMatch(/`|\*\*|<p>\||\]\(/);
    expect(html.match(/<(h3|p|ul|ol|table)>/g)!.length).toBeGreaterThan(3);
  });
});
