// What lies beside the table of a replay: the step, who is asked, other choices, the ledger, nodes and hooks.
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useText, useWorded, type Key } from "../i18n";
import type { Offer, View } from "../protocol/messages";
import { settings } from "../settings";
import { Points } from "../table/Board";
import { tilesIn } from "../table/state";
import { Tile } from "../tiles/Tile";
import { nameOf, type VariantWords } from "../words";
import { views, type Hand, type Line, type Step } from "./data";
import { useSay } from "./say";
import { seatNumber } from "./texts";

export interface Shown {
  hand: Hand;
  words: VariantWords;
  at: number;
  /** Index in `hand.viewers`. */
  viewer: number;
  view: View;
  personOf: (seat: number) => string;
}

/** The viewer may know an action of `seat` that the table does not show. */
const knows = ({ hand, viewer }: Shown, seat: number | undefined): boolean =>
  seat !== undefined && (viewer === 0 || hand.viewers[viewer] === String(seat));

export const happens = ({ viewer }: Shown, step: Step): boolean => viewer === 0 || !step.events || step.events[viewer]!.length > 0;

/** The next step that was taken. */
const nextOf = ({ hand, at }: Shown): Step | undefined => hand.steps.slice(at + 1).find((step) => step.code === undefined);

/** A sentence of the data; the engine calls persons by the numbers of their seats. */
function useSentence({ hand, personOf }: Shown): (text: number) => string {
  const { lang } = settings.value;
  return (text) => hand.texts[text]![lang === "zh" ? 0 : 1].replace(seatNumber[lang], (_, seat) => personOf(Number(seat)));
}

function useNamed(words: VariantWords): (id: string) => string {
  const both = useWorded();
  const say = useSay();
  return (id) => (id === "timeout" ? say("timeout") : both(nameOf(words, id)));
}

function Panel({ id, title, children }: { id: string; title: string; children: ComponentChildren }) {
  return (
    <section class="card" id={`${id}-panel`}>
      <h2>{title}</h2>
      <div id={id} aria-live={id === "step" ? "polite" : undefined}>
        {children}
      </div>
    </section>
  );
}

function Tiles({ of, chosen = [] }: { of: string[]; chosen?: string[] }) {
  const left = [...chosen];
  return (
    <span class="tiles small">
      {of.map((piece, at) => {
        const hit = left.indexOf(piece);
        if (hit >= 0) left.splice(hit, 1);
        return (
          <span class={hit >= 0 ? "chosen" : ""} key={at}>
            <Tile piece={piece} />
          </span>
        );
      })}
    </span>
  );
}

/** Tiles as a journal writes them ("147p", "3m 45m"), a suit, or a word. */
function Payload({ of }: { of: string }) {
  const text = useText();
  if (of === "") return null;
  const tiles = of.split(" ").map(tilesIn);
  if (tiles.every((one) => one !== null)) return <Tiles of={tiles.flat() as string[]} />;
  return <>{/^[mps]$/.test(of) ? text(`suit.${of}` as Key) : of}</>;
}

interface Action {
  seat: number;
  node: string;
  payload: string;
}

/** "0 discard 5m @3" of a journal. */
function typed(line: string): Action {
  const [seat, node = "", ...payload] = line.replace(/ @\d+$/, "").split(" ");
  return { seat: Number(seat), node, payload: payload.join(" ") };
}
const takenBy = ({ seat = -1, node = "", pieces, value }: Step): Action => ({
  seat,
  node,
  payload: pieces?.join(" ") ?? (value === undefined ? "" : String(value)),
});

function Done({ shown, action }: { shown: Shown; action: Action }) {
  const named = useNamed(shown.words);
  return (
    <>
      {shown.personOf(action.seat)} {named(action.node)} <Payload of={action.payload} />
    </>
  );
}

// ---- the step ----

export function StepPanel({ shown }: { shown: Shown }) {
  const say = useSay();
  const sentence = useSentence(shown);
  const step = shown.hand.steps[shown.at]!;
  const own = knows(shown, step.seat);
  const lines = step.events?.[shown.viewer] ?? [];
  return (
    <Panel id="step" title={say("step")}>
      {step.action === undefined && <p class="done">{say("start")}</p>}
      {step.action !== undefined && own && (
        <p class={step.code ? "done refused" : "done"}>
          <Done shown={shown} action={step.node === undefined || step.code ? typed(step.action) : takenBy(step)} />
          {step.timeout && say("timedOut")}
          {step.code
            ? `${say("refused")}${step.reason === undefined ? step.code : sentence(step.reason)} (${step.code})`
            : !step.path && say("kept")}
        </p>
      )}
      {own && step.instead !== undefined && <p class="dim">{say("could", { what: sentence(step.instead) })}</p>}
      <ul class="events">
        {lines.map((text, at) => {
          const line = sentence(text);
          return (
            <li key={at} class={line.startsWith("      ") ? "dim" : ""}>
              {line.trim()}
            </li>
          );
        })}
      </ul>
      {step.action !== undefined && !own && lines.length === 0 && <p class="dim">{say("unseen")}</p>}
    </Panel>
  );
}

// ---- who is asked ----

/** The reasons why seats lack an answer, from the step that opened the window. */
function whyOf({ hand, at }: Shown): NonNullable<Step["why"]> {
  for (let i = at; i >= 0; --i) {
    const { why, path } = hand.steps[i]!;
    if (why || path) return why ?? [];
  }
  return [];
}

export function AskedPanel({ shown }: { shown: Shown }) {
  const say = useSay();
  const both = useWorded();
  const named = useNamed(shown.words);
  const sentence = useSentence(shown);
  const { hand, at, view, personOf } = shown;
  const { window } = view;
  if (!window)
    return (
      <Panel id="asked" title={say("asked")}>
        <p class="dim">{say("nothingAsked")}</p>
      </Panel>
    );
  const chosen = nextOf(shown);
  const later = hand.steps.slice(at + 1);
  const refused = later.slice(0, chosen ? later.indexOf(chosen) : undefined);
  const why = whyOf(shown);
  const label = hand.nodes.find(({ id }) => id === view.node)?.window;
  const asked = window.seats.map(({ seat }) => seat);
  const others = [...new Set(why.map(([seat]) => seat))].filter((seat) => !asked.includes(seat) && knows(shown, seat));
  const reasons = (seat: number) => {
    const own = why.filter((one) => one[0] === seat);
    if (own.length === 0) return null;
    return (
      <details>
        <summary>{say("whyNot")}</summary>
        <ul class="dim">
          {own.map(([, node, text], i) => (
            <li key={i}>
              {both(hand.nodes[node]!)}
              {say("colon")}
              {sentence(text)}
            </li>
          ))}
        </ul>
      </details>
    );
  };
  return (
    <Panel id="asked" title={say("asked")}>
      {label && both(label) && <p class="dim">{say("window", { name: both(label) })}</p>}
      {window.seats.map(({ seat, answered, waits, offers = [], pieces, value }) => (
        <div class="person" data-asked={seat} key={seat}>
          <b>{personOf(seat)}</b>
          {answered !== undefined ? (
            <>
              {say("answered")}
              {named(answered)} <Payload of={takenBy({ step: 0, pieces, value } as Step).payload} />
            </>
          ) : waits ? (
            say("waits")
          ) : offers.length === 0 ? (
            say("noAnswer")
          ) : (
            <div class="offers">
              {offers.map((offer, i) => (
                <OfferOf key={i} offer={offer} name={named(offer.node)} taken={taking(chosen, seat, offer)} />
              ))}
            </div>
          )}
          {refused
            .filter((step) => step.seat === seat)
            .map((step) => (
              <p class="refused" key={step.step}>
                ✗ <Done shown={shown} action={typed(step.action!)} /> {step.reason === undefined ? step.code : sentence(step.reason)}
              </p>
            ))}
          {reasons(seat)}
        </div>
      ))}
      {others.map((seat) => (
        <div class="person" key={seat}>
          <b>{personOf(seat)}</b>
          {say("notAsked")}
          {reasons(seat)}
        </div>
      ))}
    </Panel>
  );
}

const taking = (chosen: Step | undefined, seat: number, offer: Offer): Step | null =>
  chosen && chosen.seat === seat && chosen.node === offer.node ? chosen : null;

function OfferOf({ offer, name, taken }: { offer: Offer; name: string; taken: Step | null }) {
  const say = useSay();
  const { pieces, combos, pool, names, values, take = 0, low, high } = offer;
  const several = (list: unknown[]) => (list.length > 1 ? (taken?.pieces ?? []) : []);
  return (
    <span class={`offer ${taken ? "taken" : ""}`} data-offer={offer.node}>
      {name} {pieces && <Tiles of={pieces} chosen={several(pieces)} />}
      {combos?.map((combo, at) => (
        <Tiles key={at} of={combo} chosen={several(combos).join() === combo.join() ? combo : []} />
      ))}
      {pool && (
        <>
          {say("take", { n: take })} <Tiles of={pool} chosen={taken?.pieces ?? []} />
        </>
      )}
      {names?.map((word, at) => (
        <span key={at} class={taken?.value === values?.[at] ? "taken" : ""}>
          <Payload of={word} />{" "}
        </span>
      ))}
      {low !== undefined && `${low}…${high}${taken ? ` → ${taken.value}` : ""}`}
    </span>
  );
}

// ---- what if ----

export function WhatIfPanel({ shown }: { shown: Shown }) {
  const say = useSay();
  const other = useSignal<number | null>(null);
  const step = nextOf(shown);
  const choice = step?.if;
  if (!step || !choice || !knows(shown, step.seat))
    return (
      <Panel id="what-if" title={say("whatIf")}>
        <p class="dim">{say("noChoice")}</p>
      </Panel>
    );
  const { same, others = [], left_out } = choice;
  const chosen = other.value === null ? undefined : others[other.value];
  const head = <Done shown={shown} action={takenBy(step)} />;
  return (
    <Panel id="what-if" title={say("whatIf")}>
      <p class="done">
        {say("chosen")} {head}
      </p>
      <div class="buttons choices">
        {others.map(({ action }, at) => (
          <button key={at} data-other={at} aria-pressed={other.value === at} onClick={() => (other.value = other.value === at ? null : at)}>
            <Done shown={shown} action={typed(action)} />
          </button>
        ))}
      </div>
      <p class="dim">
        {others.length === 0 ? say("allLeftOut", { n: left_out }) : say("bots") + (left_out > 0 ? say("someLeftOut", { n: left_out }) : "")}
      </p>
      {same && chosen && (
        <>
          <PointsTable shown={shown} same={same} other={chosen} />
          <div class="lines">
            <LineOf shown={shown} id="same" head={head} line={same} />
            <LineOf shown={shown} id="other" head={<Done shown={shown} action={typed(chosen.action)} />} line={chosen} />
          </div>
        </>
      )}
    </Panel>
  );
}

function PointsTable({ shown: { hand, personOf }, same, other }: { shown: Shown; same: Line; other: Line }) {
  const say = useSay();
  const played = views(hand, 0).at(-1)!.points;
  return (
    <table id="what-if-points" class="scores">
      <thead>
        <tr>
          <th />
          <th>{say("asChosen")}</th>
          <th>{say("instead")}</th>
          <th>{say("difference")}</th>
          <th>{say("played")}</th>
        </tr>
      </thead>
      <tbody>
        {same.points.map((points, person) => (
          <tr key={person}>
            <th>{personOf(person)}</th>
            {[points, other.points[person]!, other.points[person]! - points, played[person]!].map((one, at) => (
              <td key={at}>
                <Points value={one} sign />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function LineOf({ shown, id, head, line }: { shown: Shown; id: string; head: ComponentChildren; line: Line }) {
  const say = useSay();
  const both = useWorded();
  const { nodes, codes } = shown.hand;
  const moves = line.line.split(" ").map((word) => {
    const [, seat = "", code = "", payload = ""] = /^(\d+)(\D)(.*)$/u.exec(word) ?? [];
    return { seat, node: nodes[codes[code]!]!, payload: payload.replaceAll("_", " ") };
  });
  return (
    <div id={`line-${id}`}>
      <h3>{head}</h3>
      <p class="dim">
        {say("actions", { n: moves.length })}
        {line.ended === false && say("brokenOff")}
      </p>
      <div class="moves">
        {moves.map(({ seat, node, payload }, at) =>
          node.id === "guo" ? null : (
            <span key={at}>
              {seat} {both(node)} <Payload of={payload} />
            </span>
          ),
        )}
      </div>
    </div>
  );
}

// ---- the ledger, and what ran ----

export function LedgerPanel({ shown: { view, personOf } }: { shown: Shown }) {
  const say = useSay();
  const text = useText();
  const both = useWorded();
  return (
    <Panel id="ledger" title={say("ledger")}>
      {view.ledger.length === 0 ? (
        <p class="dim">{say("noPoints")}</p>
      ) : (
        <table class="scores ledger">
          <thead>
            <tr>
              <th>#</th>
              <th>{say("to")}</th>
              <th>{say("from")}</th>
              <th>{say("each")}</th>
              <th>{say("reason")}</th>
            </tr>
          </thead>
          <tbody>
            {view.ledger.map(({ to, from, each, reason, undoes, undone }, at) => (
              <tr key={at} class={undone ? "undone" : ""}>
                <td>{at + 1}</td>
                <td>{personOf(to)}</td>
                <td>{from.map(personOf).join(text("list.comma"))}</td>
                <td>{each}</td>
                <td>
                  {reason && both(reason)}
                  {undoes !== undefined && say("undoes", { n: undoes + 1 })}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  );
}

const micro = (ns: number): string => `${(ns / 1000).toFixed(2)} µs`;

export function HooksPanel({ shown }: { shown: Shown }) {
  const say = useSay();
  const { hand, at } = shown;
  const step = hand.steps[at]!;
  const path = step.action === undefined || happens(shown, step) ? (step.path ?? []) : [];
  return (
    <Panel id="hooks" title={say("hooks")}>
      {path.length === 0 && <p class="dim">{say("noNode")}</p>}
      <table class="scores ran">
        {path.map((run, i) => (
          <Ran key={i} shown={shown} run={run} />
        ))}
      </table>
      {path.length > 0 && !hand.profile && <p class="dim">{say("profile")}</p>}
    </Panel>
  );
}

/** In order of execution: by hook, and in a hook the node's own code first, then the effects of the variant. */
function Ran({ shown: { hand, personOf }, run: [index, seat, times] }: { shown: Shown; run: NonNullable<Step["path"]>[number] }) {
  const say = useSay();
  const both = useWorded();
  const node = hand.nodes[index]!;
  const places: Record<string, number> = {};
  const parts = node.hooks.map(([name, part, zh, en]) => {
    const hook = hand.hooks.indexOf(name);
    const effect = (places[name] = (places[name] ?? -1) + 1);
    return { hook, effect, label: both({ zh, en }), part, ns: times?.find((one) => one[0] === hook && one[1] === effect)?.[2] };
  });
  const own = (times ?? []).filter(([, effect]) => effect < 0);
  const all = [...parts, ...own.map(([hook, effect, ns]) => ({ hook, effect, label: say("own"), part: "", ns }))];
  return (
    <tbody>
      <tr>
        <th>
          {both(node)} <small class="dim">{node.id}</small>
        </th>
        <td>{personOf(seat)}</td>
        <td>{times && micro(times.reduce((sum, time) => sum + time[2], 0))}</td>
      </tr>
      {all
        .sort((a, b) => a.hook - b.hook || a.effect - b.effect)
        .map(({ hook, label, part, ns }, at) => (
          <tr class="hook" key={at}>
            <td>{hand.hooks[hook]}</td>
            <td>
              {label} <code class="dim">{part}</code>
            </td>
            <td>{ns !== undefined && micro(ns)}</td>
          </tr>
        ))}
    </tbody>
  );
}
