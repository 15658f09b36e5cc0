// Written by scripts/types.mjs from docs/protocol/asyncapi.json and docs/en/json.md; do not edit.

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

/** a user */
export type User = {
  id: UserId;
  /** name shown to others */
  name: string;
  /** has no account */
  guest: boolean;
};

/** id of a desk */
export type DeskId = string;

/** id of a user */
export type UserId = string;

/** the code by which people find a desk */
export type Code = string;

/** 256 bits in base64url; valid for 30 days from its last use, until logout */
export type Token = string;

/** 32 bytes as lower hex digits */
export type Hex64 = string;

/** hash of the table's state, keyed with a secret of the server: equal for equal states of one match, without meaning otherwise */
export type Hash = string;

/** a tile, such as 5m; ? where it is not shown */
export type Tile = string;

/** number of a seat, from 0; places of persons without a seat count on from there */
export type Seat = number;

/** the client's own mark of a request; the answer carries it */
export type Re = string | number;

/** why, under an open id, in both languages */
export type Reason = {
  /** for programs */
  id: string;
  /** Chinese */
  zh: string;
  /** English */
  en: string;
};

/** values of options by id: a boolean, a number, or the word */
export type Options = Record<string, boolean | number | string>;

/** points by seat, then of persons without a seat */
export type Points = number[];

/** a seat of a desk */
export type SeatOfDesk = {
  /** who sits here; absent where the seat is free */
  user?: UserId;
  /** name shown to others; several guests may have one name */
  name?: string;
  /** ready for the next match */
  ready: boolean;
  /** has a connection; robots always */
  online: boolean;
  /** auto play: the default is played for it after one second */
  auto: boolean;
  /** a robot */
  robot: boolean;
};

/** a desk */
export type Desk = {
  /** id of the desk */
  id: DeskId;
  code: Code;
  /** id of the variant */
  variant: string;
  /** fingerprint of the rules in force: variant, options, versions */
  fingerprint: Hash;
  /** every option with its value */
  options: Options;
  /** commitment to the key of the first hand (docs/en/fair.md); before a match */
  commit?: Hex64;
  /** waiting for people, playing, or playing with a vote open */
  state: "waiting" | "playing" | "voting";
  /** the user who may change options and end the desk */
  owner: string;
  /** seats in order, then places of persons without a seat */
  seats: SeatOfDesk[];
  /** number of spectators */
  spectators: number;
  /** number of the running match */
  match?: number;
  /** true: made by a quick match; absent otherwise */
  quick?: boolean;
  /** steps that spectators are behind; absent where nobody watches */
  behind?: number;
};

/** named options of a variant */
export type Preset = {
  /** id */
  id: string;
  /** Chinese */
  zh: string;
  /** English */
  en: string;
  options: Options;
};

/** an option of a variant */
export type Option = {
  /** id */
  id: string;
  /** kind of value */
  type: "bool" | "int" | "choice";
  /** value where none is given */
  default: boolean | number | string;
  /** the words that may be given */
  values?: (boolean | number | string)[];
  /** least number */
  low?: number;
  /** greatest number */
  high?: number;
  /** other options without which it has no meaning */
  needs?: Record<string, unknown> | string | unknown[];
  /** more about it */
  help?: Record<string, unknown> | string;
  /** Chinese */
  zh: string;
  /** English */
  en: string;
};

/** who watches a desk */
export type Spectator = {
  /** id of the user */
  user: string;
  /** name */
  name: string;
  /** may not speak here */
  muted: boolean;
};

/** a text in both languages */
export type Text = {
  /** Chinese */
  zh: string;
  /** English */
  en: string;
};

/** what people are told of a game before they play it; not every game has each */
export type About = {
  /** where it is played */
  region?: Text;
  /** one sentence */
  line?: Text;
  /** at most three */
  tags?: Text[];
  /** tiles that are typical of it: 1m5z */
  tiles?: string;
  /** in what the value of a hand is counted: han */
  unit?: Text;
};

/** a variant that is served */
export type VariantInfo = {
  /** id */
  id: string;
  /** Chinese */
  zh: string;
  /** English */
  en: string;
  /** number of seats */
  seats: number;
  /** what people are told of it before they play */
  about?: About;
  /** presets */
  presets?: Preset[];
  /** options */
  options: Option[];
  /** URL of its chart */
  chart: string;
  /** the operator's newest edit cannot be played; this is the version before it */
  older?: boolean;
};

/** an action that may be taken; docs/en/json.md */
export type Offer = {
  /** id of the action */
  node: string;
  /** which other keys are there */
  kind: "nothing" | "piece" | "combo" | "subset" | "value" | "range" | "bits";
  /** piece: one of these */
  pieces?: Tile[];
  /** combo: one of these */
  combos?: Tile[][];
  /** subset: tiles to choose */
  take?: number;
  /** subset: all of one suit */
  same_group?: boolean;
  /** subset: the tiles to choose from */
  pool?: Tile[];
  /** value: one of these */
  values?: number[];
  /** value: their names */
  names?: string[];
  /** range: least */
  low?: number;
  /** range: greatest */
  high?: number;
  /** bits: all that may be set */
  mask?: number;
  /** bits: of each run of neighbouring bits in it, at most one may be set */
  one_of_run?: number;
  /** bits: the sum of the bits that must be set */
  needed?: number;
};

/** what a seat may answer */
export type SeatChoices = {
  seat: Seat;
  /** strongest first */
  offers: Offer[];
};

/** something that happened; docs/en/json.md */
export type Event = {
  /** id of the kind of event */
  type: string;
  /** who acted */
  seat?: Seat;
  /** the other seat concerned */
  other?: Seat;
  /** tiles */
  pieces?: Tile[];
  /** of a payment (points): who pays */
  seats?: Seat[];
  /** a value */
  value?: number;
  /** pieces and value are not shown */
  hidden?: boolean;
  /** a related id */
  text?: string;
};

/** what a timeout would play */
export type Default = {
  seat?: Seat;
  /** id of the action */
  node: string;
  /** number of the window */
  ask?: number;
  /** tiles */
  pieces?: Tile[];
  /** a value */
  value?: number;
};

/** a seat of a View once the hand is over, and what it waited on */
export type EndedSeat = SeatView & {
  /** the tiles that its hand waited on, by the rules of winning; empty where it was not ready. Absent where the variant has no such rule */
  waits?: Tile[];
};

/** the fields of begin; the answer to sync has the same */
export type Table = {
  desk: DeskId;
  /** number of the match at this desk */
  match: number;
  /** number of the hand, from 0 */
  hand: number;
  /** own seat; absent for spectators */
  seat?: Seat;
  /** last step that is contained */
  seq: number;
  view?: View;
  /** what led here, such as the deal */
  events?: Event[];
  /** what the own seat may answer; there when it is asked */
  choices?: SeatChoices[];
  /** number of the window, for the answer */
  ask?: number;
  /** time left without the extra time; absent = no limit */
  deadline_ms?: number;
  /** extra time the seat has left in the match */
  extra_ms?: number;
  /** what a timeout would play */
  defaults?: Default[];
  /** salts of the hand by seat, null where none was given (docs/en/fair.md) */
  salts?: (string | null)[];
  /** true: the table now, after coming back */
  resumed?: boolean;
  /** between two hands: the fields of the last `hand`. The view's scores then include its points */
  ended?: EndedHand;
};

/** the end of a hand */
export type EndedHand = {
  /** points of the match so far */
  scores: Points;
  /** points of this hand */
  points: Points;
  /** the key of the wall; in a cluster it may be in the archive alone */
  key?: Hex64;
  /** commitment to the key of the next hand */
  commit?: Hex64;
  /** URL of the replay; it is the only right that a viewer needs */
  replay: string;
  /** the events of each win, with nothing hidden: win_value, the hand in its sets (win_reading), its fans, the steps to each payment (pay_plus, pay_times, pay_rounded, pay_own), the payments (points); and of each initial win, which begins with the patterns shown (initial_win) and their value (initial_win_value) */
  wins: Event[];
  /** the seats at the end of the hand, with nothing hidden */
  seats?: EndedSeat[];
  /** names of the fans in wins */
  fans?: Reason[];
};

/** an error of the server */
export type ServerCode = "bad_json" | "bad_message" | "too_large" | "not_logged_in" | "bad_login" | "name_taken" | "no_desk" | "not_seated" | "seat_taken" | "desk_full" | "bad_variant" | "bad_option" | "not_owner" | "playing" | "not_playing" | "id_reuse" | "rate_limited" | "busy" | "internal";

/** why the engine refused an action */
export type RefusalCode = "unknown_action" | "stale_ask" | "wrong_seat" | "not_asked" | "no_edge" | "guard_false" | "invalid_payload" | "already_answered" | "game_over" | "internal";

/** figures of one game and preset */
export type GameTotals = {
  /** id of the game */
  variant: string;
  /** the preset whose options were played; absent: options of its own */
  preset?: string;
  /** matches, dissolved ones too */
  matches: number;
  /** hands played to the end */
  hands: number;
  /** hands that the user won */
  wins: number;
  /** hands in which another won by its tile */
  deal_ins: number;
  /** points of all matches */
  points: number;
  /** how often first, second and so on, without dissolved matches */
  places: number[];
};

/** a hand of a match */
export type PlayedHand = {
  /** counts from 0 */
  hand: number;
  /** its points; absent where the hand was broken off */
  points?: number;
  /** true: the user won */
  won?: boolean;
  /** true: another won by its tile */
  dealt_in?: boolean;
  /** path of its replay page */
  replay: string;
};

/** a match that the user has played */
export type PlayedMatch = {
  desk: DeskId;
  /** counts from 1 at a desk */
  match: number;
  /** id of the game */
  variant: string;
  /** the preset whose options were played; absent: options of its own */
  preset?: string;
  /** when it ended, in milliseconds since 1970 */
  ended_ms: number;
  /** how many played */
  places: number;
  /** 1 is the first; absent: the match ended without scores, or was dissolved */
  place?: number;
  /** points of the match */
  points: number;
  /** true: it was broken off */
  dissolved?: boolean;
  /** its hands */
  hands: PlayedHand[];
};

/** a kind that the hand would win on */
export type Wait = {
  piece: Tile;
  /** tiles of the kind that the seat has not seen */
  left: number;
  /** points that the payers would owe if the next seat discarded it, or, where only a draw wins, for the draw; absent where the rules do not tell */
  value?: number;
  /** true: only a self-draw wins */
  only_drawn?: boolean;
  /** the rule of let-go wins that is why: furiten */
  barred?: Text;
};

/** what one discard would keep */
export type DiscardHint = {
  /** the discard */
  piece: Tile;
  /** what it could win on afterwards */
  waits: Wait[];
  /** tiles still to be exchanged, by the shapes alone; 0 = ready */
  distance: number;
  /** kinds that bring the hand nearer, of the discards that leave it nearest to ready */
  improves?: Wait[];
};

/** the request's re; null where none could be read */
export type Echo = string | number | null;

/** what every ok has */
export type Answer = {
  t: "ok";
  re: Echo;
};

/** Logs in as a guest (name), as a named user (name and password), or by a token. A connection that the user has is ended with bye other_login. */
export type LoginRequest = {
  t: "login";
  re?: Re;
  /** 1 to 24 characters, NFC, no control characters */
  name?: string;
  /** 8 to 128 bytes */
  password?: string;
  token?: Token;
  /** true makes a named account */
  register?: boolean;
};

/** The answer to login. */
export type LoginOk = {
  t: "ok";
  re: Echo;
  /** who the session is now */
  user: User;
  token: Token;
  /** desks where the user sits; desk and begin of each follow */
  desks: DeskId[];
};

/** Makes the token void; the server closes the connection. */
export type LogoutRequest = {
  t: "logout";
  re?: Re;
};

/** The answer to logout. */
export type LogoutOk = {
  t: "ok";
  re: Echo;
};

/** Every variant that is served. */
export type VariantsRequest = {
  t: "variants";
  re?: Re;
};

/** The answer to variants. */
export type VariantsOk = {
  t: "ok";
  re: Echo;
  /** all of them */
  variants: VariantInfo[];
};

/** Public desks with a free seat or open to spectators, at most 100, the newest first. */
export type DesksRequest = {
  t: "desks";
  re?: Re;
  /** only desks of this variant */
  variant?: string;
};

/** The answer to desks. */
export type DesksOk = {
  t: "ok";
  re: Echo;
  /** the desks */
  desks: Desk[];
};

/** Makes a desk and sits down there. */
export type CreateRequest = {
  t: "create";
  re?: Re;
  /** id of the variant */
  variant: string;
  /** id of a preset */
  preset?: string;
  /** options that differ from the preset or the defaults */
  options?: Options;
  /** robots at the last places; at most all but one */
  robots?: number;
  /** true: not listed, found by its code only */
  private?: boolean;
  /** whether it may be watched; default true */
  spectators?: boolean;
  /** the variant's deadlines times 1, 2 or 0.5, or none at all; default normal */
  time?: "normal" | "slow" | "fast" | "none";
  /** the seat wanted; default: the first free one */
  seat?: Seat;
};

/** The answer to create. */
export type CreateOk = {
  t: "ok";
  re: Echo;
  desk: Desk;
};

/** Sits down at a desk; ok where the user sits there already. */
export type JoinRequest = {
  t: "join";
  re?: Re;
  /** the desk; of desk and code one */
  desk?: DeskId;
  /** the code; of desk and code one */
  code?: Code;
  /** the seat wanted; default: the first free one */
  seat?: Seat;
};

/** The answer to join. */
export type JoinOk = {
  t: "ok";
  re: Echo;
  desk: Desk;
};

/** Watches a desk, behind by spectator_delay steps. leave ends it. */
export type WatchRequest = {
  t: "watch";
  re?: Re;
  /** the desk; of desk and code one */
  desk?: DeskId;
  /** the code; of desk and code one */
  code?: Code;
};

/** The answer to watch. */
export type WatchOk = {
  t: "ok";
  re: Echo;
  desk: Desk;
};

/** Sits down at a desk of strangers; a fuller desk is more likely, a new one is made where none is free. Half a minute after somebody there is ready, robots take the free seats. */
export type QuickRequest = {
  t: "quick";
  re?: Re;
  /** id of the variant */
  variant: string;
  /** options that differ from the preset or the defaults */
  options?: Options;
  /** id of a preset */
  preset?: string;
};

/** The answer to quick. */
export type QuickOk = {
  t: "ok";
  re: Echo;
  desk: Desk;
};

/** Before play: gives up the seat, or stops watching. In play: playing. */
export type LeaveRequest = {
  t: "leave";
  re?: Re;
  desk: DeskId;
};

/** The answer to leave. */
export type LeaveOk = {
  t: "ok";
  re: Echo;
};

/** Ready, or not. Play begins when all places are taken and ready. */
export type ReadyRequest = {
  t: "ready";
  re?: Re;
  desk: DeskId;
  /** false takes it back */
  ready: boolean;
  /** own part of the wall's key (docs/en/fair.md) */
  salt?: Hex64;
};

/** The answer to ready. */
export type ReadyOk = {
  t: "ok";
  re: Echo;
};

/** Changes options before play; the owner only. Nobody is ready afterwards. */
export type ConfigRequest = {
  t: "config";
  re?: Re;
  desk: DeskId;
  /** options that differ from the preset or the defaults */
  options: Options;
};

/** The answer to config. */
export type ConfigOk = {
  t: "ok";
  re: Echo;
};

/** Before play, by the owner: the desk ends. In play: opens a vote. */
export type DissolveRequest = {
  t: "dissolve";
  re?: Re;
  desk: DeskId;
};

/** The answer to dissolve. */
export type DissolveOk = {
  t: "ok";
  re: Echo;
};

/** An answer to the open vote. All seated persons must agree; one no ends it. */
export type VoteRequest = {
  t: "vote";
  re?: Re;
  desk: DeskId;
  /** false ends the vote */
  agree: boolean;
};

/** The answer to vote. */
export type VoteOk = {
  t: "ok";
  re: Echo;
};

/** An action. ok comes when the journal has it on disk. The same id and body again gives the same ok with dup. */
export type ActRequest = {
  t: "act";
  re?: Re;
  desk: DeskId;
  /** number of the match */
  match: number;
  /** the client's own, 1 to 36 printable ASCII characters; belongs to desk, match and user */
  id: string;
  /** number of the window it answers */
  ask: number;
  /** id of the action; timeout is bad_message */
  node: string;
  /** tiles, as the offer asks */
  pieces?: Tile[];
  /** a value, or its name */
  value?: number | string;
  /** with ready between hands: own part of the next wall's key */
  salt?: Hex64;
};

/** The answer to act. */
export type ActOk = {
  t: "ok";
  re: Echo;
  /** actions of this user that the match has accepted, this one included */
  mine: number;
  /** last step pushed or about to be, its own included */
  seq: number;
  /** true: kept, the window waits for others; nothing else is sent */
  kept?: boolean;
  hash: Hash;
  /** true: the id was answered before */
  dup?: boolean;
  /** after a pass in the own turn: what the seat may answer now */
  choices?: SeatChoices[];
  /** after a pass in the own turn: number of the new window */
  ask?: number;
  /** after a pass in the own turn: time left without the extra time; absent = no limit */
  deadline_ms?: number;
  /** after a pass in the own turn: extra time the seat has left in the match */
  extra_ms?: number;
  /** after a pass in the own turn: what a timeout would play */
  defaults?: Default[];
};

/** The table now. With since in the running hand, the missed steps are pushed first and ok has no view, except of a plain game. */
export type SyncRequest = {
  t: "sync";
  re?: Re;
  desk: DeskId;
  /** last step that the client has */
  since?: number;
};

/** The answer to sync. */
export type SyncOk = Answer & Table;

/** What each discard of the own hand would keep, now. */
export type HintRequest = {
  t: "hint";
  re?: Re;
  desk: DeskId;
};

/** The answer to hint. */
export type HintOk = {
  t: "ok";
  re: Echo;
  /** one entry a kind that may be discarded; empty where none may */
  discards: DiscardHint[];
};

/** Why the own seat may not do that now; no reason where it may. */
export type WhyRequest = {
  t: "why";
  re?: Re;
  desk: DeskId;
  /** id of the action */
  node: string;
  /** tiles */
  pieces?: Tile[];
};

/** The answer to why. */
export type WhyOk = {
  t: "ok";
  re: Echo;
  reason?: Reason;
};

/** Auto play on or off: while it is on, the default is played after one second. Any accepted act ends it. */
export type AutoRequest = {
  t: "auto";
  re?: Re;
  desk: DeskId;
  /** on, or off */
  on: boolean;
};

/** The answer to auto. */
export type AutoOk = {
  t: "ok";
  re: Echo;
};

/** Says something to everybody at the desk: text or emote. */
export type SayRequest = {
  t: "say";
  re?: Re;
  desk: DeskId;
  /** 1 to 120 characters */
  text?: string;
  /** one of these emotes */
  emote?: "hello" | "nice" | "hurry" | "thanks" | "sorry" | "again";
};

/** The answer to say. */
export type SayOk = {
  t: "ok";
  re: Echo;
};

/** The journal of finished hands; for who sat there. */
export type JournalRequest = {
  t: "journal";
  re?: Re;
  desk: DeskId;
  /** number of the match */
  match: number;
  /** one hand; default all that are finished */
  hand?: number;
};

/** The answer to journal. */
export type JournalOk = {
  t: "ok";
  re: Echo;
  /** the journal; mlf replay reads it */
  text: string;
};

/** Time of the server. */
export type PingRequest = {
  t: "ping";
  re?: Re;
};

/** The answer to ping. */
export type PingOk = {
  t: "ok";
  re: Echo;
  /** milliseconds since 1970 */
  time_ms: number;
};

/** Who watches. For the desk's owner; at a quick desk for everybody who sits there. */
export type SpectatorsRequest = {
  t: "spectators";
  re?: Re;
  desk: DeskId;
};

/** The answer to spectators. */
export type SpectatorsOk = {
  t: "ok";
  re: Echo;
  /** who watches */
  spectators: Spectator[];
};

/** Keeps a spectator from speaking, or lets it speak again. For players who may ask for the list of spectators. */
export type MuteRequest = {
  t: "mute";
  re?: Re;
  desk: DeskId;
  /** id of the spectator */
  user: string;
  /** true = muted */
  on: boolean;
};

/** The answer to mute. */
export type MuteOk = {
  t: "ok";
  re: Echo;
};

/** Sends a spectator away; it cannot watch this desk again. For players who may ask for the list of spectators. */
export type RemoveRequest = {
  t: "remove";
  re?: Re;
  desk: DeskId;
  /** id of the spectator */
  user: string;
};

/** The answer to remove. */
export type RemoveOk = {
  t: "ok";
  re: Echo;
};

/** Asks to be waited for, such as until an animation ends: in the window that is open or opens next, timeouts, auto play and robots come so much later. Other people may act meanwhile. */
export type WaitRequest = {
  t: "wait";
  re?: Re;
  desk: DeskId;
  /** how long; 0 = no longer */
  ms: number;
};

/** The answer to wait. */
export type WaitOk = {
  t: "ok";
  re: Echo;
  /** the time granted; no window waits longer than wait_ms in all */
  ms: number;
};

/** What is kept of the user: the account and the figures of its matches. */
export type ProfileRequest = {
  t: "profile";
  re?: Re;
};

/** The answer to profile. */
export type ProfileOk = {
  t: "ok";
  re: Echo;
  /** the user */
  user: User;
  /** when it first came, in milliseconds since 1970 */
  created_ms: number;
  /** by game and preset, the last played first */
  games: GameTotals[];
};

/** The matches that the user has played, the newest first. */
export type MatchesRequest = {
  t: "matches";
  re?: Re;
  /** next of the page before; absent: the first page */
  before?: string;
  /** matches of a page; absent: 50 */
  limit?: number;
};

/** The answer to matches. */
export type MatchesOk = {
  t: "ok";
  re: Echo;
  /** the page */
  matches: PlayedMatch[];
  /** the next page; absent: there is none */
  next?: string;
};

/** The guest gets a name and a password, and keeps its id, tokens, desks and matches. */
export type AccountRequest = {
  t: "account";
  re?: Re;
  /** 1 to 24 characters */
  name: string;
  /** 8 to 128 bytes */
  password: string;
};

/** The answer to account. */
export type AccountOk = {
  t: "ok";
  re: Echo;
  /** who the session is now */
  user: User;
};

/** Deletes the user, its tokens and matches; it must have left every desk. Journals stay for the others, without its name. The connection is closed. */
export type ForgetRequest = {
  t: "forget";
  re?: Re;
  /** the own name, to confirm */
  name: string;
};

/** The answer to forget. */
export type ForgetOk = {
  t: "ok";
  re: Echo;
};

/** The desk, whenever something of it changes. */
export type DeskPush = {
  t: "desk";
  /** id of the desk */
  id: DeskId;
  code: Code;
  /** id of the variant */
  variant: string;
  /** fingerprint of the rules in force: variant, options, versions */
  fingerprint: Hash;
  /** every option with its value */
  options: Options;
  /** commitment to the key of the first hand (docs/en/fair.md); before a match */
  commit?: Hex64;
  /** waiting for people, playing, or playing with a vote open */
  state: "waiting" | "playing" | "voting";
  /** the user who may change options and end the desk */
  owner: string;
  /** seats in order, then places of persons without a seat */
  seats: SeatOfDesk[];
  /** number of spectators */
  spectators: number;
  /** number of the running match */
  match?: number;
  /** true: made by a quick match; absent otherwise */
  quick?: boolean;
  /** steps that spectators are behind; absent where nobody watches */
  behind?: number;
};

/** A hand begins, or (resumed) the table now. view, events and salts are always there in this push. */
export type BeginPush = {
  t: "begin";
} & Table;

/** What one decided action brought, or a part of it, as this viewer may see it. It may be empty. */
export type StepPush = {
  t: "step";
  desk: DeskId;
  /** number of the step: without gaps for every viewer, through all hands of a match */
  seq: number;
  /** what happened, in order */
  events: Event[];
  /** the node where the game rests */
  node: string;
  /** nodes walked, as far as this viewer may know */
  path: string[];
  /** what the own seat may answer; there when it is asked */
  choices?: SeatChoices[];
  /** number of the window, for the answer */
  ask?: number;
  /** time left without the extra time; absent = no limit */
  deadline_ms?: number;
  /** extra time the seat has left in the match */
  extra_ms?: number;
  /** what a timeout would play */
  defaults?: Default[];
  /** of a plain game, after the last step of an action: the table now */
  view?: View;
};

/** A hand is over. */
export type HandPush = {
  t: "hand";
  desk: DeskId;
  /** number of the match */
  match: number;
  /** number of the hand */
  hand: number;
  /** points of the match so far */
  scores: Points;
  /** points of this hand */
  points: Points;
  /** the key of the wall, to check it (docs/en/fair.md) */
  key: Hex64;
  /** commitment to the key of the next hand */
  commit?: Hex64;
  /** URL of the replay; it is the only right that a viewer needs */
  replay: string;
  /** the events of each win, with nothing hidden: win_value, the hand in its sets (win_reading), its fans, the steps to each payment (pay_plus, pay_times, pay_rounded, pay_own), the payments (points); and of each initial win, which begins with the patterns shown (initial_win) and their value (initial_win_value) */
  wins: Event[];
  /** the seats at the end of the hand, with nothing hidden */
  seats?: EndedSeat[];
  /** names of the fans in wins */
  fans?: Reason[];
};

/** A match is over, or was dissolved. It comes once more after login where the user was away. */
export type OverPush = {
  t: "over";
  desk: DeskId;
  /** number of the match */
  match: number;
  scores: Points;
  /** place of each, 1 = first; equal points share one */
  ranks: number[];
  /** true: it was dissolved */
  dissolved?: boolean;
};

/** A seat went offline, came back, or its auto play changed. */
export type PresencePush = {
  t: "presence";
  desk: DeskId;
  seat: Seat;
  /** has a connection */
  online: boolean;
  /** on auto play */
  auto: boolean;
};

/** A vote to dissolve: who has agreed so far, or its result. */
export type VotePush = {
  t: "vote";
  desk: DeskId;
  /** who asked for it */
  by?: Seat;
  /** who has agreed */
  agreed?: Seat[];
  /** time left */
  left_ms?: number;
  /** how it ended; then nothing else but against */
  result?: "dissolved" | "continued";
  /** with result: whose no has ended it; absent where time or all votes did */
  against?: Seat;
};

/** Somebody said something. */
export type SaidPush = {
  t: "said";
  desk: DeskId;
  /** absent for a spectator */
  seat?: Seat;
  /** who speaks */
  name: string;
  /** what was said */
  text?: string;
  /** or an emote */
  emote?: "hello" | "nice" | "hurry" | "thanks" | "sorry" | "again";
};

/** Something to tell people; the list of codes may grow: stopping, unready, rules_gone, muted, unmuted, removed, rules_changed, seat_gone, store_silent, store_back, no_codes, game_failed. */
export type NoticePush = {
  t: "notice";
  /** for programs */
  code: string;
  /** Chinese */
  zh: string;
  /** English */
  en: string;
};

/** The last message; then the server closes the connection with the code of the table below. */
export type ByePush = {
  t: "bye";
  /** why */
  code: "other_login" | "slow" | "idle" | "limit" | "stopping" | "protocol";
};

/** A request was refused; nothing has changed. */
export type ErrorAnswer = {
  t: "error";
  re: Echo;
  /** what is wrong, for programs */
  code: ServerCode | RefusalCode;
  reason: Reason;
  /** bad_message: the field concerned */
  field?: string;
  /** a refused act: what the seat could do instead */
  choices?: SeatChoices[];
};

/** Every push. */
export type Push = DeskPush | BeginPush | StepPush | HandPush | OverPush | PresencePush | VotePush | SaidPush | NoticePush | ByePush;

/** Requests by their `t`, without `t` and `re`. */
export interface Requests {
  login: Omit<LoginRequest, "t" | "re">;
  logout: Omit<LogoutRequest, "t" | "re">;
  variants: Omit<VariantsRequest, "t" | "re">;
  desks: Omit<DesksRequest, "t" | "re">;
  create: Omit<CreateRequest, "t" | "re">;
  join: Omit<JoinRequest, "t" | "re">;
  watch: Omit<WatchRequest, "t" | "re">;
  quick: Omit<QuickRequest, "t" | "re">;
  leave: Omit<LeaveRequest, "t" | "re">;
  ready: Omit<ReadyRequest, "t" | "re">;
  config: Omit<ConfigRequest, "t" | "re">;
  dissolve: Omit<DissolveRequest, "t" | "re">;
  vote: Omit<VoteRequest, "t" | "re">;
  act: Omit<ActRequest, "t" | "re">;
  sync: Omit<SyncRequest, "t" | "re">;
  hint: Omit<HintRequest, "t" | "re">;
  why: Omit<WhyRequest, "t" | "re">;
  auto: Omit<AutoRequest, "t" | "re">;
  say: Omit<SayRequest, "t" | "re">;
  journal: Omit<JournalRequest, "t" | "re">;
  ping: Omit<PingRequest, "t" | "re">;
  spectators: Omit<SpectatorsRequest, "t" | "re">;
  mute: Omit<MuteRequest, "t" | "re">;
  remove: Omit<RemoveRequest, "t" | "re">;
  wait: Omit<WaitRequest, "t" | "re">;
  profile: Omit<ProfileRequest, "t" | "re">;
  matches: Omit<MatchesRequest, "t" | "re">;
  account: Omit<AccountRequest, "t" | "re">;
  forget: Omit<ForgetRequest, "t" | "re">;
}

/** What `ok` carries, by the `t` of the request. */
export interface Answers {
  login: LoginOk;
  logout: LogoutOk;
  variants: VariantsOk;
  desks: DesksOk;
  create: CreateOk;
  join: JoinOk;
  watch: WatchOk;
  quick: QuickOk;
  leave: LeaveOk;
  ready: ReadyOk;
  config: ConfigOk;
  dissolve: DissolveOk;
  vote: VoteOk;
  act: ActOk;
  sync: SyncOk;
  hint: HintOk;
  why: WhyOk;
  auto: AutoOk;
  say: SayOk;
  journal: JournalOk;
  ping: PingOk;
  spectators: SpectatorsOk;
  mute: MuteOk;
  remove: RemoveOk;
  wait: WaitOk;
  profile: ProfileOk;
  matches: MatchesOk;
  account: AccountOk;
  forget: ForgetOk;
}
