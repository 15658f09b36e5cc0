// Rules: the rules of a variant in words, as the server sends them; a button that opens them.
import { useMemo, useState } from "preact/hooks";
import { Dialog } from "../Dialog";
import { useText, useWorded } from "../i18n";
import { useWords } from "../words";
import { blocksOf, type Block, type Inline } from "./markdown";
import "./rules.css";

export function RulesButton({ variant }: { variant: string }) {
  const text = useText();
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" data-rules onClick={() => setOpen(true)}>
        {text("rules.title")}
      </button>
      {open && <Rules variant={variant} onClose={() => setOpen(false)} />}
    </>
  );
}

function Rules({ variant, onClose }: { variant: string; onClose: () => void }) {
  const text = useText();
  const both = useWorded();
  const words = useWords(variant);
  const rules = words?.rules ? both(words.rules) : "";
  // The title names the game already.
  const blocks = useMemo(() => blocksOf(rules).filter((block) => block.kind !== "heading" || block.level > 1), [rules]);
  return (
    <Dialog title={words ? both(words) : text("rules.title")} onClose={onClose} wide>
      <div class="rules-text">
        {words === null && <p class="dim">{text("rules.loading")}</p>}
        {blocks.map((block, at) => (
          <BlockOf key={at} block={block} />
        ))}
      </div>
    </Dialog>
  );
}

const Words = ({ of }: { of: Inline[] }) => (
  <>{of.map(({ text, code, strong }, at) => (code ? <code key={at}>{text}</code> : strong ? <b key={at}>{text}</b> : text))}</>
);

function BlockOf({ block }: { block: Block }) {
  switch (block.kind) {
    case "heading":
      return block.level === 2 ? (
        <h3>
          <Words of={block.text} />
        </h3>
      ) : (
        <h4>
          <Words of={block.text} />
        </h4>
      );
    case "paragraph":
      return (
        <p>
          <Words of={block.text} />
        </p>
      );
    case "list": {
      const items = block.items.map((item, at) => (
        <li key={at}>
          <Words of={item} />
        </li>
      ));
      return block.ordered ? <ol>{items}</ol> : <ul>{items}</ul>;
    }
    case "table":
      return (
        <div class="rules-table" tabIndex={0}>
          <table>
            <thead>
              <tr>
                {block.head.map((cell, at) => (
                  <th key={at}>
                    <Words of={cell} />
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {block.rows.map((row, at) => (
                <tr key={at}>
                  {row.map((cell, place) => (
                    <td key={place}>
                      <Words of={cell} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      );
    case "code":
      return <pre>{block.text}</pre>;
  }
}
