// Rules: the rules of a variant in words, as the server sends them; a button that opens them.
import { useMemo, useState } from "preact/hooks";
import { Dialog } from "../Dialog";
import { useText, useWorded } from "../i18n";
import { useWords } from "../words";
import { blocksOf, Drawn } from "./Markdown";
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
  const blocks = useMemo(() => blocksOf(rules), [rules]);
  return (
    <Dialog title={words ? both(words) : text("rules.title")} onClose={onClose} wide>
      <div class="rules-text">
        {words === null && <p class="dim">{text("rules.loading")}</p>}
        {blocks.map((block, at) => (
          <Drawn key={at} token={block} />
        ))}
      </div>
    </Dialog>
  );
}
