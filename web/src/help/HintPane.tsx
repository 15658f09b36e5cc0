// HintPane: which discard keeps which waits, with tiles left and what each would be worth; after the discard, what one waits for.
import type { Signal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import { useLabel, useText, type Both } from "../i18n";
import { game, request } from "../store";
import { Tile } from "../tiles/Tile";
import { barOf, grouped, inOrder, type Rated } from "./hints";
import "./help.css";

export interface HintPaneProps {
  desk: string;
  /** Changes when the answer of `hint` may have changed. */
  seq: number;
  /** The kind of tile that is pointed at, if any. */
  pointed: Signal<string | null>;
  /** The last own discard: what it kept is what one waits for. */
  discarded: string | undefined;
  /** Of a kind, tiles that are not seen. */
  unseen: (piece: string) => number | null;
  /** The rule that keeps the seat from every discard now, such as furiten. */
  barred: Both | null;
}

const SHOWN = 3; // groups of discards, unless one is pointed at

export function HintPane({ desk, seq, pointed, discarded, unseen, barred }: HintPaneProps) {
  const text = useText();
  const [hints, setHints] = useState<Rated[]>([]);
  const [waiting, setWaiting] = useState(false); // for the tiles of the only hint
  const [open, setOpen] = useState(false); // where only one line is shown
  useEffect(() => {
    let gone = false;
    // Only a seat that is to discard gets one; to ask at every step would be too often for the server.
    const asked = game.peek().rooms[desk]?.table?.asked;
    const waits = () => {
      setHints((now) => now.filter(({ piece, waits }) => piece === discarded && waits.length > 0));
      setWaiting(true);
    };
    if (!asked?.offers.some((offer) => offer.kind === "piece")) return waits();
    void request("hint", { desk }).then((answer) => {
      if (gone) return;
      if (answer.t !== "ok" || answer.discards.length === 0) return waits();
      setHints(inOrder(answer.discards));
      setWaiting(false);
    });
    return () => {
      gone = true;
    };
  }, [desk, seq, discarded]);
  const leftOf = ({ piece, left }: Rated["waits"][number]) => (waiting ? (unseen(piece) ?? left) : left);
  const at = hints.findIndex((hint) => hint.piece === pointed.value);
  const shown = at >= 0 ? grouped([hints[at]!]) : grouped(hints).slice(0, SHOWN);
  if (shown.length === 0) return null;
  return (
    <section class="hints" tabIndex={0} aria-label={text("help.hints")} data-open={open || undefined}>
      <button class="quiet" aria-expanded={open} aria-label={text("help.hints")} onClick={() => setOpen(!open)}>
        {open ? "▴" : "▾"}
      </button>
      {shown.map(({ pieces, hint }) => (
        <div class="hint" key={hint.piece}>
          <span class="hint-discard">
            {text(waiting ? "help.waiting" : "help.discard")}
            {!waiting && pieces.map((piece) => <Tile key={piece} piece={piece} />)}
          </span>
          {hint.waits.length === 0 ? (
            <>
              <span class="hint-far">{hint.distance > 0 ? text("help.away", { n: hint.distance }) : text("help.noWaits")}</span>
              {hint.improves && hint.improves.length > 0 && (
                <span class="hint-wait hint-improves">
                  {text("help.improves", { kinds: hint.improves.length, left: hint.left })}
                  <span class="tiles">
                    {hint.improves.map(({ piece }) => (
                      <Tile key={piece} piece={piece} />
                    ))}
                  </span>
                </span>
              )}
            </>
          ) : (
            <>
              <Bar bar={waiting ? barred : barOf(hint)} />
              <span class="hint-left">
                {text("help.waits", { kinds: hint.waits.length, left: hint.waits.reduce((sum, wait) => sum + leftOf(wait), 0) })}
              </span>
              {hint.waits.map((wait) => (
                <span class="hint-wait" key={wait.piece}>
                  <Tile piece={wait.piece} />
                  <span>{text("help.left", { n: leftOf(wait) })}</span>
                  {wait.value !== undefined && <span class="hint-value">{text("help.value", { n: wait.value })}</span>}
                  {wait.only_drawn && !wait.barred && <span class="hint-far">{text("help.onlyDrawn")}</span>}
                </span>
              ))}
            </>
          )}
        </div>
      ))}
    </section>
  );
}

function Bar({ bar }: { bar: Both | null }) {
  const text = useText();
  const label = useLabel();
  return bar && <b class="hint-bar">{`${label(bar)}${text("list.colon")}${text("help.onlyDrawn")}`}</b>;
}
