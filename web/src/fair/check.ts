// What a player can check of a finished hand, without trusting the server (docs/en/fair.md, section 4).
import { TAKES, WALL_EXCHANGED } from "./evidence";
import { chanceOf, commitOf, diceOf, wallKeyOf, type Salts } from "./wall";

/** An event as the page keeps it; see docs/en/json.md. */
export interface Seen {
  type: string;
  seat?: number;
  pieces?: string[];
  value?: number;
}

export interface Evidence {
  desk: string;
  match: number;
  hand: number;
  /** As it was published before the hand; null where the page came later. */
  commit: string | null;
  key: string;
  salts: Salts;
  /** Own place; null for spectators. */
  seat: number | null;
  /** What this device added to the key; null where it has sent nothing for this hand. */
  ownSalt: string | null;
  dealer: number;
  /** In order. Of them, those in TAKES take tiles off the wall. */
  events: readonly Seen[];
  /** At the end of the hand. */
  wallLeft: number;
  /** Every tile in play; null where the server did not say. */
  tiles: readonly string[] | null;
}

export type CheckId = "commit" | "salt" | "tiles" | "dice" | "deal" | "draws";

export interface Finding {
  id: CheckId;
  /** null = what it needs is not there. */
  fits: boolean | null;
  /** For the texts: numbers of tiles compared, and so on. */
  with: Record<string, string | number>;
}

export interface Report {
  findings: Finding[];
  /** As key and salts give it; null where the tiles in play are not known. */
  wall: readonly string[] | null;
}

const shown = (tile: string | undefined): tile is string => tile !== undefined && tile !== "?";

/** The places of the wall that a deal gave to each seat: first the dealer's, one tile more for it at the end. */
function places(deals: readonly Seen[], dealer: number): Map<number, number[]> {
  const size = Math.min(...deals.map((deal) => deal.pieces?.length ?? 0));
  const made = new Map<number, number[]>();
  for (const deal of deals) {
    const seat = deal.seat ?? 0;
    const turn = (seat - dealer + deals.length) % deals.length;
    const own = Array.from({ length: size }, (_, i) => turn * size + i);
    for (let more = size; more < (deal.pieces?.length ?? 0); ++more) own.push(deals.length * size + more - size);
    made.set(seat, own);
  }
  return made;
}

/** Compares the deal; how many tiles were compared, or null where one differs. */
function dealFits(wall: readonly string[], deals: readonly Seen[], dealer: number): number | null {
  const at = places(deals, dealer);
  let compared = 0;
  for (const deal of deals) {
    for (const [i, tile] of (deal.pieces ?? []).entries()) {
      if (!shown(tile)) continue;
      if (wall[at.get(deal.seat ?? 0)![i]!] !== tile) return null;
      ++compared;
    }
  }
  return compared;
}

/** Each tile comes off the front or the tail, and a hidden one may be either. How many were compared, or null where none fits. */
function drawsFit(wall: readonly string[], dealt: number, takes: readonly Seen[]): number | null {
  let fronts = new Set([dealt]); // possible places of the next draw; the tail follows from the number of tiles taken
  let taken = dealt;
  let compared = 0;
  for (const take of takes) {
    for (const tile of take.pieces ?? []) {
      const next = new Set<number>();
      for (const front of fronts) {
        const tail = wall.length - (taken - front) - 1;
        if (front > tail) continue;
        if (!shown(tile) || wall[front] === tile) next.add(front + 1);
        if (!shown(tile) || wall[tail] === tile) next.add(front);
      }
      if (next.size === 0) return null;
      fronts = next;
      ++taken;
      if (shown(tile)) ++compared;
    }
  }
  return compared;
}

export function check(evidence: Evidence): Report {
  const { desk, match, hand, key, salts } = evidence;
  const findings: Finding[] = [];
  const add = (id: CheckId, fits: boolean | null, given: Finding["with"] = {}) => findings.push({ id, fits, with: given });

  const commit = commitOf(key, desk, match, hand);
  add("commit", evidence.commit === null ? null : commit === evidence.commit, { commit });
  const { ownSalt, seat } = evidence;
  add("salt", ownSalt === null || seat === null ? null : salts[seat] === ownSalt, { salts: salts.filter((salt) => salt !== null).length });

  if (evidence.tiles === null) {
    for (const id of ["tiles", "dice", "deal", "draws"] as const) add(id, null);
    return { findings, wall: null };
  }
  const { wall, seed } = chanceOf(wallKeyOf(key, salts), evidence.tiles);
  const built = evidence.events.find((event) => event.type === "shuffle")?.value;
  add("tiles", built === undefined ? null : built === wall.length, { tiles: wall.length, kinds: new Set(wall).size });

  // Not every hand throws dice.
  const thrown = evidence.events.find((event) => event.type === "dice")?.value;
  if (thrown !== undefined) {
    const [first, second] = diceOf(seed, hand);
    add("dice", thrown === 10 * first + second, { first, second });
  }

  const takes = evidence.events.filter((event) => TAKES.has(event.type));
  const deals = takes.filter((event) => event.type === "deal");
  const later = takes.filter((event) => event.type !== "deal");
  const dealt = deals.reduce((sum, deal) => sum + (deal.pieces?.length ?? 0), 0);
  if (dealt === 0) {
    add("deal", null);
  } else {
    const compared = dealFits(wall, deals, evidence.dealer);
    add("deal", compared !== null, { tiles: compared ?? 0 });
  }
  // Who came back in the middle of the hand has not seen every draw.
  const missed =
    dealt === 0 || dealt + later.reduce((sum, take) => sum + (take.pieces?.length ?? 0), 0) !== wall.length - evidence.wallLeft;
  const open = missed || evidence.events.some((event) => event.type === WALL_EXCHANGED);
  const compared = open ? 0 : drawsFit(wall, dealt, later);
  add("draws", open ? null : compared !== null, { tiles: compared ?? 0 });
  return { findings, wall };
}
