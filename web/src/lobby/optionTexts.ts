// What the tables of the rules say of options.
import { lexer, type Token, type Tokens } from "marked";

const isCode = ({ type }: Token): boolean => type === "codespan";
const textOf = (token: Token): string => (token as Tokens.Text).text;

/** Rows that begin with ids of options; their last cell. */
export function optionTexts(markdown: string): Record<string, Token[]> {
  const texts: Record<string, Token[]> = {};
  for (const block of lexer(markdown)) {
    if (block.type !== "table") continue;
    for (const [ids, ...cells] of (block as Tokens.Table).rows) {
      const named = (ids?.tokens ?? []).filter(isCode);
      const others = (ids?.tokens ?? []).filter((one) => !isCode(one)).map(textOf);
      if (named.length === 0 || /[\p{L}\p{N}]/u.test(others.join(""))) continue;
      for (const one of named) texts[textOf(one)] ??= cells.at(-1)?.tokens ?? [];
    }
  }
  return texts;
}

/** Such a text with the names of values in place of their words; empty where it lists no more than words and numbers. */
export function meaningOf(text: Token[], nameOf: (word: string) => string | null): string {
  const rest = text.map((part) => (isCode(part) ? "" : textOf(part).replace(/(?<!\w)(on|off)(?!\w)/g, ""))).join("");
  if (!/\p{L}{2}|\p{Script=Han}/u.test(rest)) return "";
  return text
    .map((part) =>
      isCode(part)
        ? (nameOf(textOf(part)) ?? textOf(part))
        : textOf(part).replace(/(?<![\w-])(on|off)(?![\w-])/g, (word) => nameOf(word) ?? word),
    )
    .join("");
}
