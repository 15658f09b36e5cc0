// WhyNot: why an action that is not offered is not possible now (`why` of the protocol). The actions are the answers of the desk's chart.
import { useEffect, useState } from "preact/hooks";
import { chartUrl } from "../chart/drawing";
import { answersOf } from "../chart/lit";
import { useEscape } from "../escape";
import { useLabel, useText, useWorded } from "../i18n";
import type { Table } from "../state/types";
import type { Reason } from "../protocol/messages";
import { settings } from "../settings";
import { game, request } from "../store";
import { Tile } from "../tiles/Tile";
import { nameOf, useWords } from "../words";
import "./help.css";

export interface WhyNotProps {
  desk: string;
  table: Table;
  onClose: () => void;
}

export function WhyNot({ desk, table, onClose }: WhyNotProps) {
  const text = useText();
  const worded = useWorded();
  const label = useLabel();
  useEscape(onClose);
  const rules = game.peek().rooms[desk]?.desk;
  const words = useWords(rules?.variant, rules?.fingerprint);
  const [answers, setAnswers] = useState<string[]>([]);
  const [node, setNode] = useState<string | null>(null);
  const [piece, setPiece] = useState<string | null>(null);
  const [reason, setReason] = useState<Reason | "may" | null>(null);
  const fingerprint = rules?.fingerprint;
  useEffect(() => {
    let gone = false;
    if (fingerprint)
      void fetch(chartUrl(fingerprint, settings.peek().lang))
        .then((answer) => (answer.ok ? answer.text() : ""))
        .then((chart) => gone || setAnswers(answersOf(chart)))
        .catch(() => {});
    return () => {
      gone = true;
    };
  }, [fingerprint]);
  useEffect(() => {
    let gone = false;
    setReason(null);
    if (node)
      void request("why", { desk, node, ...(piece ? { pieces: [piece] } : {}) }).then((answer) => {
        if (gone) return;
        setReason(answer.t === "ok" ? (answer.reason ?? "may") : (answer.reason ?? null));
      });
    return () => {
      gone = true;
    };
  }, [desk, node, piece, table.seq]);
  const hand = table.view.seats.find((seat) => seat.seat === table.seat)?.hand ?? [];
  const focus = table.view.focus?.tile;
  const pieces = [...new Set(focus ? [focus, ...hand] : hand)];
  return (
    <section class="why" aria-label={text("table.why")}>
      <header>
        <h2>{text("table.why")}</h2>
        <button class="quiet" aria-label={text("table.close")} onClick={onClose}>
          ×
        </button>
      </header>
      <p>{text("help.whyAction")}</p>
      <div class="why-row" role="group" aria-label={text("help.whyAction")}>
        {answers.map((id) => (
          <button key={id} aria-pressed={id === node} onClick={() => setNode(id === node ? null : id)}>
            {label(nameOf(words, id))}
          </button>
        ))}
      </div>
      <p>{text("help.whyTile")}</p>
      <div class="why-row" role="group" aria-label={text("help.whyTile")}>
        {pieces.map((one) => (
          <button class="why-tile" key={one} aria-pressed={one === piece} onClick={() => setPiece(one === piece ? null : one)}>
            <Tile piece={one} />
          </button>
        ))}
      </div>
      <p class="why-answer" role="status">
        {reason === null ? "" : reason === "may" ? text("help.may") : worded(reason)}
      </p>
    </section>
  );
}
