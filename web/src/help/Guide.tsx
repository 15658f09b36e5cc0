// Guide: how one plays at this page; a button that opens it.
import { useState } from "preact/hooks";
import { Dialog } from "../Dialog";
import { useText } from "../i18n";
import "./help.css";

const STEPS = ["sit", "discard", "claims", "back", "end", "menu"] as const;
const MARKS = ["frame", "grey", "pale", "won", "sideways", "bar", "ring", "star", "red"] as const;
const KEYS = ["arrows", "enter", "digits", "letters", "esc"] as const;

export function GuideButton() {
  const text = useText();
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" class="quiet" data-guide onClick={() => setOpen(true)}>
        {text("guide.title")}
      </button>
      {open && (
        <Dialog title={text("guide.title")} onClose={() => setOpen(false)}>
          <ol class="guide">
            {STEPS.map((step) => (
              <li key={step}>{text(`guide.step.${step}`)}</li>
            ))}
          </ol>
          <h3>{text("guide.marks")}</h3>
          <dl class="guide">
            {MARKS.map((mark) => (
              <div key={mark}>
                <dt>{text(`guide.mark.${mark}`)}</dt>
                <dd>{text(`guide.means.${mark}`)}</dd>
              </div>
            ))}
          </dl>
          <h3>{text("guide.keys")}</h3>
          <dl class="guide">
            {KEYS.map((key) => (
              <div key={key}>
                <dt>{text(`guide.key.${key}`)}</dt>
                <dd>{text(`guide.does.${key}`)}</dd>
              </div>
            ))}
          </dl>
        </Dialog>
      )}
    </>
  );
}
