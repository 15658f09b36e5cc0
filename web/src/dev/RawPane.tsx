// RawPane: for developers of clients: the raw messages, the view as a tree, latency.
import { useEffect, useState } from "preact/hooks";
import { useText } from "../i18n";
import type { Table } from "../state/types";
import { game, raws, type Raw } from "../store";
import { latencyOf, rowOf } from "./json";
import "./dev.css";

export interface RawPaneProps {
  table: Table | null;
  onClose: () => void;
}

const SHOWN = 100;
const DRAW_EVERY = 250; // ms

function useRaw(paused: boolean): readonly Raw[] {
  const [shown, setShown] = useState(raws.peek());
  useEffect(() => {
    if (paused) return;
    let timer = 0;
    const stop = raws.subscribe(() => {
      timer ||= window.setTimeout(() => {
        timer = 0;
        setShown(raws.peek());
      }, DRAW_EVERY);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [paused]);
  return shown;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Without what logs a person in. */
const covered = (text: string) => text.replace(/"(token|password)":"[^"]*"/g, '"$1":"…"');
const clockOf = (at: number) => new Date(at).toISOString().slice(11, 23);

export function RawPane({ table, onClose }: RawPaneProps) {
  const text = useText();
  const [paused, setPaused] = useState(false);
  const [find, setFind] = useState("");
  const messages = useRaw(paused)
    .filter((one) => find === "" || one.text.includes(find))
    .slice(-SHOWN)
    .reverse();
  const latency = latencyOf(game.value.latency);
  return (
    <section class="raw" aria-label={text("dev.title")}>
      <header>
        <h2>{text("dev.title")}</h2>
        <button class="quiet" aria-label={text("table.close")} onClick={onClose}>
          ×
        </button>
      </header>
      <p class="raw-latency">{latency ? text("dev.latency", { ...latency }) : text("dev.noLatency")}</p>
      <details>
        <summary>{text("dev.view")}</summary>
        <div class="raw-tree">{table ? <Tree name="table" value={table} /> : text("dev.noTable")}</div>
      </details>
      <details open>
        <summary>{text("dev.messages")}</summary>
        <div class="raw-tools">
          <input
            type="search"
            value={find}
            placeholder={text("dev.find")}
            aria-label={text("dev.find")}
            onInput={(event) => setFind(event.currentTarget.value)}
          />
          <button aria-pressed={paused} onClick={() => setPaused(!paused)}>
            {text("dev.pause")}
          </button>
        </div>
        <ol class="raw-list" tabIndex={0} aria-label={text("dev.messages")}>
          {messages.map((one) => (
            <li key={`${one.at} ${one.text.length} ${one.text.slice(0, 40)}`} data-sent={String(one.sent)}>
              <details>
                <summary>
                  <time>{clockOf(one.at)}</time> <b aria-label={text(one.sent ? "dev.sent" : "dev.heard")}>{one.sent ? "▲" : "▼"}</b>{" "}
                  <code>{covered(one.text).slice(0, 110)}</code>
                </summary>
                <div class="raw-tree">
                  <Tree name="" value={parsed(covered(one.text))} />
                </div>
              </details>
            </li>
          ))}
        </ol>
      </details>
    </section>
  );
}

function Tree({ name, value }: { name: string; value: unknown }) {
  const [open, setOpen] = useState(name === "" || name === "table");
  const row = rowOf(name, value);
  if (row.inside === null)
    return (
      <div class="raw-leaf">
        {name !== "" && <b>{name}: </b>}
        <code>{row.brief}</code>
      </div>
    );
  return (
    <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {name !== "" && <b>{name} </b>}
        <code>{row.brief.slice(0, 90)}</code>
      </summary>
      {open && row.inside.map(([key, one]) => <Tree key={key} name={key} value={one} />)}
    </details>
  );
}
