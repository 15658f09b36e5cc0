// How an offer is answered. Nothing here knows an action by name: the kinds of the protocol and the tiles in question decide.
import type { Offer, View } from "../protocol/messages";
import type { Asked } from "../state/types";
import type { VariantWords } from "../words";

/** The offer that a tap on a tile of the hand answers; null where taps answer nothing at once. */
export function handOffer(asked: Asked, hand: string[], focus: View["focus"], seat: number): Offer | null {
  // Another seat's tile in question: what is offered of that kind alone is a claim, although one may hold the kind too.
  const claimed = focus && focus.seat !== seat ? focus.tile : null;
  const claims = (offer: Offer) => offer.pieces?.length === 1 && offer.pieces[0] === claimed;
  const held = asked.offers.filter(
    (offer) =>
      offer.kind === "piece" &&
      !claims(offer) &&
      (offer.pieces ?? []).length > 0 &&
      (offer.pieces ?? []).every((piece) => hand.includes(piece)),
  );
  const usual = held.find((offer) => offer.node === asked.fallback?.node);
  if (usual) return usual;
  // Offers come strongest first; what one does with most tiles is the plain one.
  return held.reduce<Offer | null>(
    (best, offer) => (!best || (offer.pieces ?? []).length >= (best.pieces ?? []).length ? offer : best),
    null,
  );
}

/** Whether the hand has the tiles that a tap is asked for: a question may be ahead of the view with the tiles it is about. */
export function isHeld(asked: Asked, hand: string[]): boolean {
  return asked.offers.every(
    ({ kind, pieces = [] }) => kind !== "piece" || pieces.length <= 1 || pieces.every((piece) => hand.includes(piece)),
  );
}

interface Situation {
  words: Pick<VariantWords, "reasons"> | null;
  /** The own drawn tile. */
  drawn: string | undefined;
  focus: View["focus"];
  place: number | null;
  fallback: Asked["fallback"];
}

/** The tile that an answer without a choice is about: such an answer brings points, as a win does, by the tile in question or the drawn one. */
export function takenTile(offer: Offer, { words, drawn, focus, place, fallback }: Situation): string | null {
  if (offer.kind !== "nothing" || offer.node === fallback?.node || !words || !(offer.node in words.reasons)) return null;
  const tile = focus && focus.seat !== place ? focus.tile : drawn;
  return tile && tile !== "?" ? tile : null;
}

export const suitOf = (piece: string): string => piece.slice(-1);

/** Whether `chosen` with `piece` may still become a subset that the offer takes. */
export function mayChoose(offer: Offer, chosen: string[], piece: string): boolean {
  const pool = offer.pool ?? [];
  const count = (tiles: string[]) => tiles.filter((one) => one === piece).length;
  if (count(chosen) >= count(pool)) return false;
  return !offer.same_group || chosen.every((one) => suitOf(one) === suitOf(piece));
}

export const bitsOf = (mask: number): number[] => Array.from({ length: 31 }, (_, bit) => bit).filter((bit) => (mask >> bit) & 1);

/** `bits` with one bit turned, as the offer allows: of a run of neighbours in `one_of_run` one at most; what is needed stays. */
export function withBit(offer: Offer, bits: number, bit: number): number {
  let others = 0;
  if (((offer.one_of_run ?? 0) >> bit) & 1) {
    for (const way of [-1, 1]) for (let at = bit + way; at >= 0 && ((offer.one_of_run ?? 0) >> at) & 1; at += way) others |= 1 << at;
  }
  return ((bits ^ (1 << bit)) & ~others) | (offer.needed ?? 0);
}
