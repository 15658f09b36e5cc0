// Automatic answers: what the page answers for who has asked it to, until the hand is over. The strongest help that is on answers; a win is
// never passed and never discarded over.
import type { Offer, View } from "../protocol/messages";
import type { Asked } from "../state/types";

export interface Helps {
  /** Take every win. */
  win: boolean;
  /** Pass all other claims. */
  calls: boolean;
  /** Discard what was drawn. */
  discard: boolean;
}

export const NO_HELPS: Helps = { win: false, calls: false, discard: false };

interface Situation {
  asked: Asked;
  focus: View["focus"];
  place: number | null;
  /** The offer that is a win, if any. */
  win: Offer | undefined;
  /** The offer that a tap on the hand answers. */
  plain: Offer | null;
  /** The own drawn tile. */
  drawn: string | undefined;
}

export function automaticAnswer(helps: Helps, now: Situation): { offer: Offer; pieces?: string[] } | null {
  const { asked, focus, place, win, plain, drawn } = now;
  if (win) return helps.win ? { offer: win } : null;
  if (focus && focus.seat !== place) {
    const pass = asked.offers.find(({ node, kind }) => kind === "nothing" && node === asked.fallback?.node);
    return helps.calls && pass ? { offer: pass } : null;
  }
  return helps.discard && plain && drawn && plain.pieces?.includes(drawn) ? { offer: plain, pieces: [drawn] } : null;
}
