// Written by web/scripts/types.mjs from docs/en/json.md; do not edit.

export interface Action {
  /** the seat that acts */
  seat: number;
  /** id of the action, or timeout */
  node: string;
  /** number of the window it answers */
  ask: number;
  /** tiles; of a combination, the tile in question comes first */
  pieces?: string[];
  /** a value; on input its name is accepted too ("s") */
  value?: number;
}

export interface Choices {
  /** the seats that may answer now */
  choices: SeatChoices[];
}

export interface SeatChoices {
  /** the seat */
  seat: number;
  /** actions it may take, strongest first */
  offers: Offer[];
}

export interface Offer {
  /** id of the action */
  node: string;
  /** nothing, piece, combo, subset, value, range or bits */
  kind: string;
  /** piece: one of these */
  pieces?: string[];
  /** combo: one of these */
  combos?: string[][];
  /** subset: number of tiles to choose */
  take?: number;
  /** subset: all tiles of one suit */
  same_group?: boolean;
  /** subset: the tiles to choose from, each as often as held */
  pool?: string[];
  /** value: one of these */
  values?: number[];
  /** value: names of the values, in the same order */
  names?: string[];
  /** range: smallest value */
  low?: number;
  /** range: largest value */
  high?: number;
  /** bits: the sum of all bits that may be set */
  mask?: number;
  /** bits: of each run of neighbouring bits in it, at most one may be set */
  one_of_run?: number;
  /** bits: the sum of the bits that must be set */
  needed?: number;
}

export interface Event {
  /** id of the kind of event */
  type: string;
  /** the seat that acted; absent for the system */
  seat?: number;
  /** the other seat concerned */
  other?: number;
  /** tiles; hidden ones are ?, so their number stays visible */
  pieces?: string[];
  /** the value; absent when hidden */
  value?: number;
  /** pieces and value are not shown to this viewer */
  hidden?: boolean;
  /** a related id (fan, reason of a payment) */
  text?: string;
  /** of a payment (points): the seats that pay; a deposit is paid from place 7, the table */
  seats?: number[];
}

export interface Refusal {
  /** one of unknown_action, stale_ask, wrong_seat, not_asked, no_edge, guard_false, invalid_payload, already_answered, game_over, internal; the list is closed */
  code: string;
  /** why */
  reason?: Reason;
  /** internal and full viewers only: node, hook, check */
  detail?: string;
}

export interface Reason {
  /** id of the reason; the list may grow */
  id: string;
  /** Chinese */
  zh: string;
  /** English */
  en: string;
}

export interface Response {
  /** rests at a window, waits for other seats, over, or refused */
  status: string;
  /** the node where the game rests */
  node?: string;
  /** when refused */
  refusal?: Refusal;
  /** what happened, in order */
  events: Event[];
  /** choices; after a refusal, what the seat could do instead */
  choices: SeatChoices[];
  /** the window's number; for asked seats only */
  ask?: number;
  /** milliseconds to answer, 0 = no limit; for asked seats only */
  deadline_ms?: number;
  /** what a timeout would play; for asked seats only */
  defaults?: Action[];
  /** the state version; full viewers only */
  version?: number;
}

export interface View {
  /** id of the variant */
  variant: string;
  /** seat, spectator or full */
  viewer: string;
  /** the viewing seat */
  seat?: number;
  /** number of the hand, from 0 */
  hand: number;
  /** the match is over */
  over?: boolean;
  /** the node where the game rests */
  node?: string;
  /** the seat whose move it is or was */
  actor: number;
  /** the dealer */
  dealer: number;
  /** who draws next */
  drawer: number;
  /** tiles left in the wall */
  wall_left: number;
  /** the tile that was turned up and left the hand (the indicator) */
  turned?: string;
  /** tiles at the end of the wall that are never drawn */
  wall_keep?: number;
  /** the dice */
  dice?: number[];
  /** dealer of the next hand, once the first win has decided it */
  next_dealer?: number;
  /** hands in a row the dealer has kept the deal */
  dealer_runs: number;
  /** hands played */
  hands_done: number;
  /** points before this hand, and with it once it is settled; persons without a seat follow the seats */
  scores: number[];
  /** points of this hand so far */
  points: number[];
  /** payments of this hand */
  ledger: LedgerEntry[];
  /** the seats */
  seats: SeatView[];
  /** the discards, in order */
  river: Discard[];
  /** the tile in question */
  focus?: Focus;
  /** the gang whose replacement the acting seat drew */
  after_gang?: string;
  /** the gang that preceded the discard in question */
  discard_after_gang?: string;
  /** state of the parts by key, such as void */
  state: Record<string, unknown>;
  /** the open window, as far as it concerns the viewer */
  window?: WindowView;
  /** the wall, next draw first; full viewers only */
  wall?: string[];
  /** the state version; full viewers only */
  version?: number;
  /** the match seed; full viewers only */
  seed?: number;
  /** kinds that are wild in this hand */
  wilds?: string[];
  /** the game has no board: the keys of tiles are empty, dealer and drawer are -1, and the table lies in state */
  plain?: boolean;
}

export interface SeatView {
  /** the seat */
  seat: number;
  /** concealed tiles */
  count: number;
  /** concealed tiles; for the seat itself, for seats that may see them (such as a ready seat) and for full viewers */
  hand?: string[];
  /** the tile just drawn; ? for others */
  drawn?: string;
  /** melds */
  melds: MeldView[];
  /** open tiles out of play: tiles of self-drawn wins, ganged laizi, tiles set aside */
  set_aside?: string[];
  /** wins in this hand */
  wins?: number;
  /** kinds it has won on */
  won_on?: string[];
  /** flowers laid open */
  flowers?: string[];
  /** has won */
  won?: boolean;
  /** out of the hand */
  left?: boolean;
  /** the hand may not change */
  locked?: boolean;
  /** has declared ready */
  ready?: boolean;
  /** timeouts play for it; for the seat itself and full viewers */
  auto?: boolean;
}

export interface MeldView {
  /** chi, peng, ming_gang, bu_gang, an_gang or chao_tian */
  kind: string;
  /** tiles; ? for another seat's an_gang */
  tiles: string[];
  /** the seat the tile came from */
  from?: number;
  /** for a chi, the tile taken */
  taken?: string;
}

export interface Discard {
  /** the seat that discarded */
  seat: number;
  /** the tile */
  tile: string;
  /** the tile just drawn */
  drawn?: boolean;
  /** taken for a meld */
  claimed?: boolean;
  /** won on */
  won?: boolean;
  /** robbed from a gang */
  robbed?: boolean;
  /** the discard with which its seat declared ready */
  declared?: boolean;
}

export interface LedgerEntry {
  /** who receives */
  to: number;
  /** who pay */
  from: number[];
  /** amount per seat */
  each: number;
  /** why */
  reason?: Reason;
  /** index of the entry it undoes */
  undoes?: number;
  /** has been undone */
  undone?: boolean;
}

export interface Focus {
  /** discard, added_gang or set_aside */
  kind: string;
  /** the tile */
  tile: string;
  /** the seat it belongs to */
  seat: number;
}

export interface WindowView {
  /** the window's number */
  ask: number;
  /** milliseconds to answer, 0 = none */
  deadline_ms: number;
  /** the viewer's own entry; for full viewers, all entries */
  seats: SeatAsked[];
}

export interface SeatAsked {
  /** the seat */
  seat: number;
  /** actions it may take */
  offers?: Offer[];
  /** the answer it has given */
  answered?: string;
  /** tiles of the answer */
  pieces?: string[];
  /** value of the answer */
  value?: number;
  /** seats are asked in turn, and it is not asked yet */
  waits?: boolean;
}
