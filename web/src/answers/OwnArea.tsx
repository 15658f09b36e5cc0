// OwnArea: the own hand, and the controls for every kind of offer.
import { useSignal, type Signal } from "@preact/signals";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Offer, SeatView, View } from "../protocol/messages";
import { useLabel, useText, useWorded, type Key } from "../i18n";
import { set, settings } from "../settings";
import { act, understood } from "../store";
import type { Asked, Table } from "../state/types";
import type { MarkOf } from "../table/marks";
import { asTheyCame, handOf } from "../table/hand";
import { Laid } from "../table/Melds";
import { laidWidth } from "../table/places";
import type { Item } from "../table/state";
import { Tile } from "../tiles/Tile";
import { Tiles } from "../tiles/Tiles";
import { nameOf, type VariantWords } from "../words";
import { bitsOf, handOffer, mayChoose, takenTile, withBit } from "./offers";
import { automaticAnswer, type Helps } from "./automatic";
import { placesOf, type Exchanged } from "./exchanged";
import { useNextThing } from "./focus";
import { HELP_KEYS, HelpSwitches, turned } from "./HelpSwitches";
import { Ring } from "./Ring";

interface Props {
  desk: string;
  /** The place of this person; null for spectators. */
  place: number | null;
  seat: SeatView | null;
  /** Of the table. */
  seats: number;
  asked: Asked | null;
  answered: Table["answered"];
  refusal: Table["refusal"];
  /** What is asked about. */
  focus: View["focus"];
  /** The hand is over; what is asked then is answered elsewhere. */
  ended: boolean;
  words: VariantWords | null;
  auto: boolean;
  /** Texts of the bits of an offer. */
  items: Item[] | null;
  markOf: MarkOf;
  /** The kind of tile that is pointed at. */
  pointed: Signal<string | null>;
  /** Of that kind, tiles that are not seen. */
  unseen: (piece: string) => number | null;
  helps: Signal<Helps>;
  /** What has come into the hand by an exchange. */
  exchanged: Exchanged | null;
}

/** So that one sees what is answered for one. */
const AUTOMATIC_MS = 350;

/** Places for the tiles of a hand: with or without the drawn one the tiles are equally large. */
function placesFor(tiles: number, seat: SeatView): number {
  const laid = laidWidth(seat.melds, seat.set_aside);
  return Math.max(2, tiles + (tiles % 3 === 1 ? 1 : 0)) + LAID * laid + 0.4 * seat.melds.length;
}
const LAID = 0.62; // the width of a tile that is laid down; table.css has it too

export function OwnArea(props: Props) {
  const {
    desk,
    place,
    seat,
    seats,
    asked,
    answered,
    refusal,
    focus,
    ended,
    words,
    auto,
    items,
    markOf,
    pointed,
    unseen,
    helps,
    exchanged,
  } = props;
  const { taps, sort } = settings.value;
  const text = useText();
  const both = useWorded();
  const order = useRef<readonly string[]>([]);
  const hand = sort ? handOf(seat) : asTheyCame(order.current, handOf(seat));
  order.current = hand.map(({ key }) => key);
  const pieces = hand.map((one) => one.piece);
  const picked = useSignal<Offer | null>(null); // an offer whose tile is tapped next
  const choice = useSignal<number[]>([]); // of a subset: places in the hand
  const raised = useSignal<string | null>(null); // a tile that the next tap plays
  const picking = picked.value;
  const chosen = choice.value;
  const ask = asked?.ask;
  const subset = asked?.offers.find((offer) => offer.kind === "subset") ?? null;
  const plain = asked && !picking && !subset ? handOffer(asked, pieces, focus, place ?? -1) : null;
  const tapped = picking ?? plain;

  useEffect(() => {
    picked.value = null;
    raised.value = null;
    // What a timeout would choose is a fair first choice.
    const wanted = [...(subset ? (asked?.fallback?.pieces ?? []) : [])];
    choice.value = hand.flatMap(({ piece }, at) => {
      const found = wanted.indexOf(piece);
      if (found < 0) return [];
      wanted.splice(found, 1);
      return [at];
    });
  }, [ask]);

  const answer = (offer: Offer, given: { pieces?: string[]; value?: number } = {}) => void act(desk, { offer, ...given });
  const isOpen = (piece: string) => tapped?.pieces?.includes(piece) ?? false;
  const tap = (at: number, sure = true) => {
    const tile = hand[at];
    if (!tile) return;
    if (!sure && !subset && raised.value !== tile.key) {
      raised.value = tile.key;
      return;
    }
    if (subset) {
      if (chosen.includes(at)) choice.value = chosen.filter((one) => one !== at);
      else {
        const now = chosen.map((one) => pieces[one] ?? "");
        const fits = mayChoose(subset, now, tile.piece);
        const keep = fits && chosen.length < (subset.take ?? 0) ? chosen : fits ? chosen.slice(1) : [];
        if ((subset.pool ?? []).includes(tile.piece)) choice.value = [...keep, at];
      }
    } else if (tapped && isOpen(tile.piece)) {
      answer(tapped, { pieces: [tile.piece] });
    }
  };
  const discardDrawn = () => {
    const last = hand.at(-1);
    if (plain && last?.drawn && isOpen(last.piece)) answer(plain, { pieces: [last.piece] });
  };
  // A double tap on the table is one on the drawn tile.
  useEffect(() => {
    const hear = (event: MouseEvent) => (event.target as Element).closest(taps === "one" ? ".stage, .hand" : ".stage") && discardDrawn();
    document.addEventListener("dblclick", hear);
    return () => document.removeEventListener("dblclick", hear);
  });
  // Time runs until the server has the answer.
  const timed = asked ?? (answered && !answered.kept ? answered.asked : null);
  const takes = (offer: Offer) => takenTile(offer, { words, drawn: seat?.drawn, focus, place, fallback: asked?.fallback ?? null });
  useEffect(() => {
    if (!asked || ended || auto) return;
    const found = automaticAnswer(helps.value, { asked, focus, place, win: asked.offers.find(takes), plain, drawn: seat?.drawn });
    if (!found) return;
    const timer = setTimeout(() => answer(found.offer, found.pieces ? { pieces: found.pieces } : {}), AUTOMATIC_MS);
    return () => clearTimeout(timer);
  }, [ask, helps.value, words]);
  const shownOffers = asked?.offers.filter((offer) => offer !== tapped && offer !== subset) ?? [];

  const came = placesOf(exchanged?.got ?? [], pieces);
  useNextThing(ask);
  useKeys({
    hand: pieces.length,
    tap,
    cancel: () => (picked.value = raised.value = null),
    help: (key) => {
      const help = HELP_KEYS[key];
      if (help) helps.value = turned(helps.value, help);
      else if (key === "h") set({ hints: !settings.peek().hints });
      else if (key === "p") set({ differences: !settings.peek().differences });
    },
  });
  const drag = useDrag((at) => taps === "drag" && tap(at));

  return (
    <section class="own">
      <div class="act-row">
        <div class="clock">
          {timed && <Ring asked={timed} />}
          {auto ? (
            <span class="dim">{text("table.autoNow")}</span>
          ) : asked?.fallback && asked.until !== null ? (
            <Fallback asked={asked} words={words} />
          ) : !asked && answered?.kept ? (
            <span class="dim">{text("table.kept")}</span>
          ) : null}
        </div>
        <div class="answers" role="group" aria-label={text("answer.label")} aria-live="polite">
          {picking && (
            <span class="prompt">
              {text("answer.pick", { what: both(nameOf(words, picking.node)) })}{" "}
              <button onClick={() => (picked.value = null)}>{text("answer.cancel")}</button>
            </span>
          )}
          {subset && (
            <span class="prompt">
              <SubsetPrompt offer={subset} words={words} count={chosen.length} />
              <button
                class="main"
                data-answer={subset.node}
                data-key
                disabled={chosen.length !== subset.take}
                onClick={() => answer(subset, { pieces: chosen.map((at) => pieces[at] ?? "") })}
              >
                {text("answer.confirm")}
              </button>
            </span>
          )}
          {!picking &&
            !ended &&
            shownOffers.map((offer, at) => (
              <OfferControl
                key={`${ask}${offer.node}${at}`}
                offer={offer}
                words={words}
                items={items}
                first={at === 0}
                takes={takes(offer)}
                answer={answer}
                pick={(offer) => (picked.value = offer)}
                canPick={(offer.pieces ?? []).every((piece) => pieces.includes(piece))}
              />
            ))}
          {refusal && (
            <button class="quiet fault" onClick={() => understood(desk)}>
              {text("answer.refused", { why: both(refusal) })}
            </button>
          )}
        </div>
      </div>
      {seat && (
        <div
          class={`hand tiles ${tapped || subset ? "asked" : ""}`}
          role="group"
          aria-label={text("table.hand.label")}
          style={{ "--count": placesFor(hand.length, seat) }}
        >
          {hand.map(({ piece, drawn, key }, at) => (
            <button
              key={key}
              class={`hand-tile ${drawn ? "drawn" : ""} ${chosen.includes(at) || raised.value === key ? "chosen" : ""} ${came.has(at) ? "came" : ""}`}
              data-piece={piece}
              aria-pressed={subset ? chosen.includes(at) : undefined}
              aria-disabled={!(subset ? (subset.pool ?? []).includes(piece) : isOpen(piece))}
              // A key is sure at once, as a finger may have slipped.
              onClick={(event) => tap(at, taps === "one" || event.detail === 0 || (taps === "two" && raised.value === key))}
              onPointerDown={taps === "drag" ? (event) => drag(event, at) : undefined}
              onPointerEnter={() => (pointed.value = piece)}
              onPointerLeave={() => (pointed.value = null)}
              onFocus={() => (pointed.value = piece)}
              onBlur={() => (pointed.value = null)}
            >
              <Tile
                piece={piece}
                mark={markOf(piece)}
                dim={Boolean((tapped && !isOpen(piece)) || (subset && !(subset.pool ?? []).includes(piece)))}
              />
              <Unseen piece={piece} pointed={pointed} unseen={unseen} />
            </button>
          ))}
          <Laid seat={seat} seats={seats} words={words} markOf={markOf} />
        </div>
      )}
      {seat && <HelpSwitches helps={helps} />}
    </section>
  );
}

/** How many tiles of the kind that is pointed at are not seen. */
function Unseen({ piece, pointed, unseen }: { piece: string } & Pick<Props, "pointed" | "unseen">) {
  const text = useText();
  const left = pointed.value === piece ? unseen(piece) : null;
  return left === null ? null : (
    <i class="unseen-count" aria-hidden="true">
      {text("help.left", { n: left })}
    </i>
  );
}

/** A drag of a tile upwards plays it. Answers what begins one. */
function useDrag(play: (at: number) => void): (event: PointerEvent, at: number) => void {
  return (event, at) => {
    const tile = event.currentTarget as HTMLElement;
    const up = (now: PointerEvent) => Math.min(0, now.clientY - event.clientY);
    const move = (now: PointerEvent) => (tile.style.translate = `0 ${up(now)}px`);
    const end = (now: PointerEvent) => {
      tile.style.translate = "";
      tile.removeEventListener("pointermove", move);
      if (now.type === "pointerup" && up(now) < -tile.offsetHeight * DRAGGED) play(at);
    };
    tile.setPointerCapture(event.pointerId);
    tile.addEventListener("pointermove", move);
    tile.addEventListener("pointerup", end, { once: true });
    tile.addEventListener("pointercancel", end, { once: true });
  };
}
const DRAGGED = 0.4; // of the height of a tile

function SubsetPrompt({ offer, words, count }: { offer: Offer; words: VariantWords | null; count: number }) {
  const text = useText();
  const label = useLabel();
  return (
    <span>
      <b>{label(nameOf(words, offer.node))}</b> {text(offer.same_group ? "answer.chooseSuit" : "answer.choose", { n: offer.take ?? 0 })} ·{" "}
      {text("answer.chosen", { n: count, of: offer.take ?? 0 })}
    </span>
  );
}

function Fallback({ asked, words }: { asked: Asked; words: VariantWords | null }) {
  const text = useText();
  const both = useWorded();
  const { fallback } = asked;
  const what = useMemo(() => {
    if (!fallback) return null;
    const name = both(nameOf(words, fallback.node));
    const named = asked.offers.find((offer) => offer.node === fallback.node);
    const at = fallback.value === undefined ? -1 : (named?.values?.indexOf(fallback.value) ?? -1);
    const value = at >= 0 ? (named?.names?.[at] ?? String(fallback.value)) : "";
    return { name: value ? `${name} ${valueText(value, text)}` : name, pieces: fallback.pieces ?? [] };
  }, [fallback, words, text]);
  if (!what) return null;
  return (
    <p class="fallback dim">
      {text("answer.timeout", { what: what.name })}
      {what.pieces.length > 0 && (
        <span class="tiles small">
          {what.pieces.map((piece, at) => (
            <Tile key={at} piece={piece} />
          ))}
        </span>
      )}
    </p>
  );
}

function valueText(name: string, text: ReturnType<typeof useText>): string {
  if (/^[mpsz]$/.test(name)) return text(`suit.${name}` as Key);
  if (/^[ESWN]$/.test(name)) return text(`wind.${name}` as Key);
  return name.replaceAll("_", " ");
}

interface ControlProps {
  offer: Offer;
  words: VariantWords | null;
  items: Item[] | null;
  first: boolean;
  /** The tile that an answer without a choice takes; null where it takes none. */
  takes: string | null;
  answer: (offer: Offer, given?: { pieces?: string[]; value?: number }) => void;
  pick: (offer: Offer) => void;
  /** Its tiles are all in the hand, so that one may be tapped there. */
  canPick: boolean;
}

const MANY = 4;

/** The control of one offer that is not answered by a tap on the hand. */
function OfferControl({ offer, words, items, first, takes, answer, pick, canPick }: ControlProps) {
  const text = useText();
  const both = useWorded();
  const label = useLabel();
  const [value, setValue] = useState(offer.low ?? 0);
  const [bits, setBits] = useState(() =>
    bitsOf(offer.mask ?? 0).reduce((set, bit) => (items?.[bit]?.on ? set | (1 << bit) : set), offer.needed ?? 0),
  );
  const name = label(nameOf(words, offer.node));
  const main = first ? "claim" : "claim plain";
  const tiles = (pieces: string[]) => <Tiles pieces={pieces} />;
  switch (offer.kind) {
    case "nothing":
      return (
        <button class={main} data-answer={offer.node} data-key onClick={() => answer(offer)}>
          {name} {takes && tiles([takes])}
        </button>
      );
    case "piece": {
      const pieces = offer.pieces ?? [];
      if (pieces.length > MANY && canPick)
        return (
          <button class={main} data-answer={offer.node} data-key onClick={() => pick(offer)}>
            {name} …
          </button>
        );
      return (
        <>
          {pieces.map((piece) => (
            <button class={main} key={piece} data-answer={offer.node} data-key onClick={() => answer(offer, { pieces: [piece] })}>
              {name} {tiles([piece])}
            </button>
          ))}
        </>
      );
    }
    case "combo":
      return (
        <>
          {(offer.combos ?? []).map((combo) => (
            <button class={main} key={combo.join()} data-answer={offer.node} data-key onClick={() => answer(offer, { pieces: combo })}>
              {name} {tiles([...combo].sort())}
            </button>
          ))}
        </>
      );
    case "value":
      return (
        <span class="prompt">
          <b>{name}</b>
          {(offer.values ?? []).map((one, at) => {
            const word = offer.names?.[at] ?? String(one);
            return (
              <button class="claim" key={one} data-answer={offer.node} data-key onClick={() => answer(offer, { value: one })}>
                {valueText(word, text)} {/^[mps]$/.test(word) && tiles([`1${word}`])}
              </button>
            );
          })}
        </span>
      );
    case "range":
      return (
        <span class="prompt">
          <b>{name}</b>
          <input
            type="range"
            aria-label={name}
            min={offer.low}
            max={offer.high}
            value={value}
            onInput={(event) => setValue(event.currentTarget.valueAsNumber)}
          />
          <output>{value}</output>
          <button class="claim" data-answer={offer.node} data-key onClick={() => answer(offer, { value })}>
            {text("answer.confirm")}
          </button>
        </span>
      );
    case "bits":
      // Nothing to choose: one button.
      if (offer.mask === offer.needed)
        return (
          <button class={main} data-answer={offer.node} data-key onClick={() => answer(offer, { value: offer.needed ?? 0 })}>
            {name}
          </button>
        );
      return (
        <span class="prompt">
          <b>{name}</b>
          {bitsOf(offer.mask ?? 0).map((bit) => (
            <button
              key={bit}
              class="plain"
              data-bit={bit}
              aria-pressed={((bits >> bit) & 1) === 1}
              onClick={() => setBits(withBit(offer, bits, bit))}
            >
              {items?.[bit] ? both(items[bit]) : bit + 1}
            </button>
          ))}
          <button class="claim" data-answer={offer.node} data-key onClick={() => answer(offer, { value: bits })}>
            {text("answer.confirm")}
          </button>
        </span>
      );
    default:
      return null;
  }
}

/** Arrows go through the hand, Enter plays (as a button does), digits press the claims in order, Esc takes a choice back, letters are helps. */
function useKeys(now: { hand: number; tap: (at: number) => void; cancel: () => void; help: (key: string) => void }): void {
  const latest = useRef(now);
  latest.current = now;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (/^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName) || target.closest("dialog")) return;
      const tiles = [...document.querySelectorAll<HTMLButtonElement>(".hand .hand-tile")];
      const at = tiles.indexOf(document.activeElement as HTMLButtonElement);
      if (event.key === "ArrowLeft" || event.key === "ArrowRight") {
        const step = event.key === "ArrowLeft" ? -1 : 1;
        const next = at < 0 ? (step < 0 ? tiles.length - 1 : 0) : (at + step + tiles.length) % tiles.length;
        tiles[next]?.focus();
        event.preventDefault();
      } else if (event.key === "Escape") {
        latest.current.cancel();
      } else if (/^[1-9]$/.test(event.key)) {
        const claims = [
          ...document.querySelectorAll<HTMLButtonElement>(".answers [data-key]:not(:disabled), .end-actions [data-key]:not(:disabled)"),
        ];
        claims[Number(event.key) - 1]?.click();
      } else if (/^[a-z]$/.test(event.key)) {
        latest.current.help(event.key);
      }
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
}
