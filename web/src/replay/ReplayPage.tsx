// ReplayPage: one finished hand to walk through, on the table of the game. It only reads: all steps are in the page.
import { useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { Drawing } from "../chart/ChartPane";
import { cleaned } from "../chart/drawing";
import type { Lit } from "../chart/lit";
import { languages, useText, useWorded, type Key } from "../i18n";
import type { Desk } from "../protocol/messages";
import { settings } from "../settings";
import { Board } from "../table/Board";
import { handOf } from "../table/hand";
import { useMarks } from "../table/marks";
import { Laid } from "../table/Melds";
import { PlainBoard } from "../table/PlainBoard";
import { Tile } from "../tiles/Tile";
import { views, windOf, wordsOf, type Hand } from "./data";
import { AskedPanel, happens, HooksPanel, LedgerPanel, StepPanel, WhatIfPanel, type Shown } from "./Panels";
import { useSay } from "./say";
import "./replay.css";

const PLAY_MS = 700;

function usePersonOf(hand: Hand): (seat: number) => string {
  const say = useSay();
  const text = useText();
  const both = useWorded();
  return (seat) => {
    if (seat < 0) return say("system");
    if (seat >= hand.people) return text("table.pot");
    const name = hand.names?.[seat];
    if (name?.en) return both(name);
    if (seat >= hand.seats) return say("bystander", { n: seat - hand.seats + 1 });
    const wind = windOf(hand, seat);
    return wind ? say("ofWind", { wind: text(`wind.${wind}` as Key) }) : text("table.seat", { n: seat + 1 });
  };
}

/** Persons for the table; nobody is away in a replay. */
const deskOf = ({ variant, fingerprint, people }: Hand): Desk =>
  ({
    variant,
    fingerprint,
    seats: Array.from({ length: people }, () => ({ ready: true, online: true, auto: false, robot: false })),
  }) as unknown as Desk;

export function ReplayPage({ hand }: { hand: Hand }) {
  const last = hand.steps.length - 1;
  const asked = useMemo(() => new URLSearchParams(location.hash.slice(1)), []);
  const at = useSignal(Math.min(last, Math.max(0, Number(asked.get("step")) || 0)));
  const viewer = useSignal(Math.max(0, hand.viewers.indexOf(asked.get("view") ?? "")));
  const playing = useSignal(false);
  const say = useSay();
  const text = useText();
  const both = useWorded();
  const personOf = usePersonOf(hand);
  const words = useMemo(() => wordsOf(hand), []);
  const desk = useMemo(() => deskOf(hand), []);
  const { lang } = settings.value;
  const view = views(hand, viewer.value)[at.value]!;
  const shown: Shown = { hand, words, at: at.value, viewer: viewer.value, view, personOf };

  const go = (to: number) => {
    at.value = Math.min(last, Math.max(0, to));
    if (at.value === last) playing.value = false;
  };
  const play = () => {
    if (!playing.value && at.value === last) go(0);
    playing.value = !playing.value;
  };
  useEffect(() => {
    if (!playing.value) return;
    const timer = setInterval(() => go(at.peek() + 1), PLAY_MS);
    return () => clearInterval(timer);
  }, [playing.value]);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const target = event.target as Element;
      if (event.ctrlKey || event.metaKey || event.altKey || target.closest("select, .chart-drawing")) return;
      if (event.key === " " && target.closest("button, summary")) return; // it activates the focused element
      const keys: Record<string, () => void> = {
        ArrowLeft: () => go(at.peek() - 1),
        ArrowRight: () => go(at.peek() + 1),
        Home: () => go(0),
        End: () => go(last),
        " ": play,
      };
      if (!keys[event.key]) return;
      event.preventDefault();
      keys[event.key]!();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
  const place = `#step=${at.value}&view=${hand.viewers[viewer.value]}&lang=${lang}`;
  useEffect(() => {
    try {
      history.replaceState(null, "", place);
    } catch {
      // Where an address may not be changed, the page works without it.
    }
  }, [place]);
  const title = say("title", { name: both(hand), n: hand.hand + 1 });
  useEffect(() => {
    document.title = title;
    document.documentElement.lang = lang;
  }, [title]);

  const viewerNames: Record<string, string> = { full: say("full"), spectator: say("spectator") };
  const button = (id: "first" | "back" | "next" | "last", to: number, sign: string) => (
    <button id={id} aria-label={say(id)} onClick={() => go(to)}>
      {sign}
    </button>
  );
  return (
    <div class="replay">
      <header>
        <h1>{title}</h1>
        <p
          class="dim"
          title={Object.entries(hand.options)
            .map(([name, value]) => `${name}=${String(value)}`)
            .join(" ")}
        >
          {hand.variant} · {say("fingerprint", { of: hand.fingerprint })}
        </p>
        <label>
          {say("viewer")}{" "}
          <select id="viewer" value={viewer.value} onChange={(event) => (viewer.value = Number(event.currentTarget.value))}>
            {hand.viewers.map((one, index) => (
              <option key={one} value={index}>
                {viewerNames[one] ?? personOf(Number(one))}
              </option>
            ))}
          </select>
        </label>
        <span>
          {(["zh", "en"] as const).map((one) => (
            <button
              key={one}
              data-lang={one}
              lang={one}
              aria-pressed={lang === one}
              onClick={() => (settings.value = { ...settings.peek(), lang: one })}
            >
              {languages[one]}
            </button>
          ))}
        </span>
      </header>
      <nav class="card steps">
        {button("first", 0, "⏮")}
        {button("back", at.value - 1, "◀")}
        <button id="play" aria-label={say("play")} aria-pressed={playing.value} onClick={play}>
          {playing.value ? "❚❚" : "▶"}
        </button>
        {button("next", at.value + 1, "▶|")}
        {button("last", last, "⏭")}
        <input
          id="slider"
          type="range"
          min={0}
          max={last}
          value={at.value}
          aria-label={say("slider")}
          onInput={(event) => go(event.currentTarget.valueAsNumber)}
        />
        <output id="place">
          {at.value} / {last}
        </output>
        <p class="dim keys">{say("keys")}</p>
      </nav>
      <main>
        <div class="left">
          <SeenTable shown={shown} desk={desk} />
          <StepPanel shown={shown} />
          <AskedPanel shown={shown} />
          <WhatIfPanel key={at.value} shown={shown} />
          <LedgerPanel shown={shown} />
          <HooksPanel shown={shown} />
        </div>
        <ChartPanel shown={shown} title={text("table.chart")} />
      </main>
    </div>
  );
}

/** The table as the viewer sees it: its own hand, or in the view of everything that of the seat at the bottom, lies below it, larger. */
function SeenTable({ shown, desk }: { shown: Shown; desk: Desk }) {
  const say = useSay();
  const { hand, words, view, viewer, personOf } = shown;
  const markOf = useMarks(view, words);
  const seen = hand.viewers[viewer]!;
  const seat = seen === "spectator" ? null : seen === "full" ? 0 : Number(seen);
  const own = seat !== null && seat < view.seats.length ? seat : null;
  const held = own === null || view.plain ? [] : handOf(view.seats[own] ?? null);
  const props = { desk, view, ended: null, words, own, nameOf: personOf };
  return (
    <section id="table" class="replay-table">
      <div class="stage">{view.plain ? <PlainBoard {...props} /> : <Board {...props} markOf={markOf} />}</div>
      {held.length > 0 && (
        <div class="hand tiles" data-hand={own}>
          {held.map(({ piece, drawn, key }) => (
            <span key={key} class={`hand-tile ${drawn ? "drawn" : ""}`}>
              <Tile piece={piece} mark={markOf(piece)} />
            </span>
          ))}
          <Laid seat={view.seats[own!]!} seats={view.seats.length} words={words} markOf={markOf} />
        </div>
      )}
      {view.over && <b class="over">{say("over")}</b>}
    </section>
  );
}

// ---- the chart ----

const NARROW = 900; // pixels; the chart is folded where there is one column

/** What the step lights; the engine recorded the edges. */
function litBy(shown: Shown, ids: ReadonlySet<string>): Lit {
  const { hand, at, view } = shown;
  const step = hand.steps[at]!;
  const ran = happens(shown, step);
  const here = [`window.${view.node}`, `node.${view.node}`].filter((id) => ids.has(id) && !(view.over && id.startsWith("window.")));
  return {
    here: here.slice(0, 1),
    way: ran ? (step.walked ?? []).map((edge) => `edge.${hand.edges[edge]}`) : [],
    ran: ran ? (step.path ?? []).map(([node]) => `node.${hand.nodes[node]!.id}`) : [],
    open: [],
    missing: [],
  };
}

function placeOf({ hand, view }: Shown) {
  const node = hand.nodes.find(({ id }) => id === view.node);
  return node && node.window && (node.window.zh || node.window.en) && !view.over ? node.window : node;
}

function ChartPanel({ shown, title }: { shown: Shown; title: string }) {
  const say = useSay();
  const both = useWorded();
  const open = useSignal(innerWidth > NARROW);
  const { lang } = settings.value;
  const lit = useMemo(() => (ids: ReadonlySet<string>) => litBy(shown, ids), [shown.at, shown.viewer]);
  const place = placeOf(shown);
  return (
    <details id="chart-panel" class="card right" open={open.value} onToggle={(event) => (open.value = event.currentTarget.open)}>
      <summary>
        <h2>{title}</h2> <span id="chart-at">{place && say("at", { place: both(place) })}</span>
      </summary>
      {open.value && <Drawing key={lang} load={() => chartOf(lang)} lit={lit} />}
    </details>
  );
}

async function chartOf(lang: "zh" | "en"): Promise<SVGSVGElement> {
  const kept = document.querySelector<HTMLTemplateElement>(`#chart-${lang}`)!.content.querySelector("svg")!;
  return cleaned(document.importNode(kept, true));
}
