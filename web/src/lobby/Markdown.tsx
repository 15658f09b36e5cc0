// Markdown: rules in words as the server sends them. The tokens are drawn as elements, so that no HTML of a text becomes part of the page.
import type { ComponentChildren } from "preact";
import { lexer, type Token, type Tokens } from "marked";

const WIDE = "[\\p{Script=Han}\\u3000-\\u303f\\uff00-\\uffef]";
const LINE_END = new RegExp(`(?<=${WIDE})\\n|\\n(?=${WIDE})`, "gu");

const insideOf = (token: Token): Token[] | undefined => (token as Tokens.Generic).tokens;
const isLink = (token: Token): boolean =>
  token.type === "paragraph" && insideOf(token)?.length === 1 && insideOf(token)![0]!.type === "link";

/** Blocks of a text without its title, which the page has already, and the link to the same text in another language. */
export const blocksOf = (markdown: string): Token[] =>
  lexer(markdown).filter((one) => !(one.type === "heading" && one.depth === 1) && one.type !== "space" && !isLink(one));

const allOf = (tokens: Token[] | undefined): ComponentChildren => tokens?.map((token, at) => <Drawn key={at} token={token} />);

export function Drawn({ token }: { token: Token }) {
  const inside = () => allOf(insideOf(token));
  switch (token.type) {
    case "heading":
      return token.depth === 2 ? <h3>{inside()}</h3> : <h4>{inside()}</h4>;
    case "paragraph":
      return <p>{inside()}</p>;
    case "list": {
      const items = (token as Tokens.List).items.map((item, at) => <li key={at}>{allOf(item.tokens)}</li>);
      return token.ordered ? <ol>{items}</ol> : <ul>{items}</ul>;
    }
    case "table":
      return <Table {...(token as Tokens.Table)} />;
    case "code":
      return <pre>{token.text}</pre>;
    case "codespan":
      return <code>{token.text}</code>;
    case "strong":
      return <b>{inside()}</b>;
    case "link": // leads to files that are not here
      return <>{inside()}</>;
    default:
      // Between Chinese characters the end of a line is no space.
      return <>{inside() ?? (token as Tokens.Text).text.replace(LINE_END, "")}</>;
  }
}

function Table({ header, rows }: Tokens.Table) {
  return (
    <div class="rules-table" tabIndex={0}>
      <table>
        <thead>
          <tr>
            {header.map((cell, at) => (
              <th key={at}>{allOf(cell.tokens)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={at}>
              {row.map((cell, place) => (
                <td key={place}>{allOf(cell.tokens)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
