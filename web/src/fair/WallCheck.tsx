// WallCheck: checks in the page that the wall of a finished hand was the one committed to (docs/en/fair.md).
import { useEffect, useState } from "preact/hooks";
import { useText } from "../i18n";
import type { Key } from "../i18n";
import { en } from "../i18n/en";
import { zh } from "../i18n/zh";
import type { Table } from "../state/types";
import { game, tell } from "../store";
import { Tile } from "../tiles/Tile";
import type { Finding, Report } from "./check";
import { saltOf } from "./salts";
import "./fair.css";

export interface WallCheckProps {
  desk: string;
  /** Of a finished hand: `ended` has the key, `commit`, `salts` and `evidence` the rest. */
  table: Table;
}

async function tilesOf(fingerprint: string | undefined): Promise<string[] | null> {
  try {
    const answer = await fetch(`/api/v1/fingerprints/${fingerprint}`);
    return answer.ok ? ((await answer.json()) as { tiles: string[] }).tiles : null;
  } catch {
    return null; // the checks that need them say so
  }
}

// A part of its own, so that the page begins with less. It is fetched before it is wanted: a newer server may not have it any more.
let loading: Promise<typeof import("./check")> | null = null;
const load = () => (loading ??= import("./check"));

const MARKS = { true: "✓", false: "✗", null: "–" } as const;

export function WallCheck({ desk, table }: WallCheckProps) {
  const text = useText();
  const [report, setReport] = useState<Report | "busy" | null>(null);
  useEffect(() => void load().catch(() => (loading = null)), []);
  const ended = table.ended;
  if (!ended) return null;
  const run = async () => {
    setReport("busy");
    const part = await load().catch(() => (loading = null));
    if (part === null) {
      setReport(null);
      return tell({ code: "reload", brief: true, zh: zh["connection.protocol"], en: en["connection.protocol"] });
    }
    const tiles = await tilesOf(game.peek().rooms[desk]?.desk.fingerprint);
    setReport(
      part.check({
        desk,
        match: ended.match,
        hand: ended.hand,
        commit: table.commit,
        key: ended.key,
        salts: table.salts,
        seat: table.seat,
        ownSalt: saltOf(desk, ended.match, ended.hand),
        dealer: table.view.dealer,
        events: table.evidence,
        wallLeft: table.view.wall_left,
        tiles,
      }),
    );
  };
  if (report === null || report === "busy")
    return (
      <button data-wall disabled={report === "busy"} onClick={() => void run()}>
        {text("end.wall")}
      </button>
    );
  const wrong = report.findings.some((finding) => finding.fits === false);
  const open = report.findings.some((finding) => finding.fits === null);
  return (
    <section class="wall-check" aria-label={text("fair.title")}>
      <p role="status" class={wrong ? "wrong" : "right"}>
        {text(wrong ? "fair.wrong" : open ? "fair.partly" : "fair.right")}
      </p>
      <ul>
        {report.findings.map((finding) => (
          <li key={finding.id} data-fits={String(finding.fits)}>
            <span class="wall-mark" aria-label={text(`fair.fits.${finding.fits}` as Key)}>
              {MARKS[String(finding.fits) as keyof typeof MARKS]}
            </span>
            {said(finding)}
          </li>
        ))}
      </ul>
      {report.wall && (
        <details>
          <summary>{text("fair.wholeWall", { n: report.wall.length })}</summary>
          <div class="wall-tiles">
            {report.wall.map((piece, i) => (
              <Tile key={i} piece={piece} />
            ))}
          </div>
        </details>
      )}
      <details>
        <summary>{text("fair.numbers")}</summary>
        <dl>
          <dt>{text("fair.commitment")}</dt>
          <dd>{table.commit ?? text("fair.unknown")}</dd>
          <dt>{text("fair.key")}</dt>
          <dd>{ended.key}</dd>
          {table.salts.map((salt, place) => (
            <>
              <dt>{text("fair.saltOf", { n: place + 1 })}</dt>
              <dd>{salt ?? text("fair.none")}</dd>
            </>
          ))}
        </dl>
      </details>
    </section>
  );

  function said(finding: Finding): string {
    const outcome = finding.fits === null ? "open" : finding.fits ? "yes" : "no";
    return text(`fair.${finding.id}.${outcome}` as Key, finding.with);
  }
}
