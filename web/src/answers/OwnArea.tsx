// OwnArea: the own hand, and the controls for every kind of offer.
import { useSignal, type Signal } from "@preact/signals";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Offer, SeatView, View } from "../protocol/messages";
import { useText, useWorded, type Key } from "../i18n";
import { act, understood } from "../store";
import type { Asked, Table } from "../state/types";
import type { MarkOf } from "../table/marks";
import { handOf } from "../table/hand";
import type { Item } from "../table/state";
import { Tile } from "../tiles/Tile";
import { nameOf, type VariantWords } from "../words";
import { bitsOf, handOffer, mayChoose, takenTile, withBit } from "./offers";
import { Ring } from "./Ring";

interface Props {
  desk: string;
  /** The place of this person; null for spectators. */
  place: number | null;
  seat: SeatView | null;
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
}

/** Places for the tiles of a hand: with or without the drawn one the tiles are equally large. */
const placesFor = (tiles: number): number => Math.max(2, tiles + (tiles % 3 === 1 ? 1 : 0));

export function OwnArea(props: Props) {
  const { desk, place, seat, asked, answered, refusal, focus, ended, words, auto, items, markOf, pointed } = props;
  const text = useText();
  const both = useWorded();
  const hand = handOf(seat);
  const pieces = hand.map((one) => one.piece);
  const picked = useSignal<Offer | null>(null); // an offer whose tile is tapped next
  const choice = useSignal<number[]>([]); // of a subset: places in the hand
  const picking = picked.value;
  const chosen = choice.value;
  const ask = asked?.ask;
  const subset = asked?.offers.find((offer) => offer.kind === "subset") ?? null;
  const plain = asked && !picking && !subset ? handOffer(asked, pieces, focus, place ?? -1) : null;
  const tapped = picking ?? plain;

  useEffect(() => {
    picked.value = null;
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
  const tap = (at: number) => {
    const tile = hand[at];
    if (!tile) return;
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
    const hear = (event: MouseEvent) => (event.target as Element).closest(".stage, .hand") && discardDrawn();
    document.addEventListener("dblclick", hear);
    return () => document.removeEventListener("dblclick", hear);
  });
  // Time runs until the server has the answer.
  const timed = asked ?? (answered && !answered.kept ? answered.asked : null);
  const shownOffers = asked?.offers.filter((offer) => offer !== tapped && offer !== subset) ?? [];

  useKeys({
    hand: pieces.length,
    tap,
    cancel: () => (picked.value = null),
  });

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
        <div class="answers" aria-live="polite">
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
                takes={takenTile(offer, { words, drawn: seat?.drawn, focus, place, fallback: asked?.fallback ?? null })}
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
          style={{ "--count": placesFor(hand.length) }}
        >
          {hand.map(({ piece, drawn, key }, at) => (
            <button
              key={key}
              class={`hand-tile ${drawn ? "drawn" : ""} ${chosen.includes(at) ? "chosen" : ""}`}
              data-piece={piece}
              aria-pressed={subset ? chosen.includes(at) : undefined}
              aria-disabled={!(subset ? (subset.pool ?? []).includes(piece) : isOpen(piece))}
              onClick={() => tap(at)}
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
            </button>
          ))}
        </div>
      )}
    </section>
  );
}

function SubsetPrompt({ offer, words, count }: { offer: Offer; words: VariantWords | null; count: number }) {
  const text = useText();
  const both = useWorded();
  return (
    <span>
      <b>{both(nameOf(words, offer.node))}</b> {text(offer.same_group ? "answer.chooseSuit" : "answer.choose", { n: offer.take ?? 0 })} ·{" "}
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
  const [value, setValue] = useState(offer.low ?? 0);
  const [bits, setBits] = useState(() =>
    bitsOf(offer.mask ?? 0).reduce((set, bit) => (items?.[bit]?.on ? set | (1 << bit) : set), offer.needed ?? 0),
  );
  const name = both(nameOf(words, offer.node));
  const main = first ? "claim" : "claim plain";
  const tiles = (pieces: string[]) => (
    <span class="tiles small">
      {pieces.map((piece, at) => (
        <Tile key={at} piece={piece} />
      ))}
    </span>
  );
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

/** Arrows go through the hand, Enter plays (as a button does), digits press the claims in order, Esc takes a choice back. */
function useKeys(now: { hand: number; tap: (at: number) => void; cancel: () => void }): void {
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
      }
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
}
