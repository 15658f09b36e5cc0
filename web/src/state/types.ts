// What the page knows. Only reduce() makes a new one; the drawing is a function of it.
import type {
  Default,
  Desk,
  Event,
  HandPush,
  Offer,
  OverPush,
  Reason,
  SaidPush,
  User,
  VariantInfo,
  View,
  VotePush,
} from "../protocol/messages";
import type { Phase } from "../protocol/connection";

/** A question to the own seat. */
export interface Asked {
  ask: number;
  offers: Offer[];
  /** When the time without the extra time is over, by this machine's clock; null = no limit. */
  until: number | null;
  /** Length of that time when it was asked, for the ring. */
  total: number;
  extra: number;
  /** What a timeout would play. */
  fallback: Default | null;
}

export interface LogEntry {
  /** Counts all entries of a match. */
  n: number;
  seq: number;
  event: Event;
}

/** One step of the hand, for the chart. */
export interface Walk {
  seq: number;
  node: string;
  path: string[];
  /** Ids of the actions that the own seat was offered. */
  offers: string[];
}

/** A step from the value of a win to what one payer pays. */
export interface Term {
  payer: number;
  /** `own`: what is left for the payer itself, where another seat is liable. */
  op: "plus" | "times" | "rounded" | "own";
  value: number;
  /** Names the summand or factor. */
  what: string | null;
}

export interface Win {
  seat: number;
  /** Whose tile it was; absent for a self-draw. */
  other?: number;
  tile: string | null;
  value: number;
  /** An initial win: the tiles of each pattern that the seat showed in play; null for a win that ends its hand. */
  shown: string[][] | null;
  /** The concealed tiles and the one won on: the pair and the groups of three, or pairs; null where they are none, or not shown. */
  reading: string[][] | null;
  fans: { id: string; value: number | null }[];
  /** The sum of the fans, where they are not points themselves. */
  total: number | null;
  fu: number | null;
  /** The limit that decides the value. */
  limit: string | null;
  terms: Term[];
  payments: { to: number; text: string; value: number; from: number[] }[];
}

export interface Table {
  match: number;
  hand: number;
  /** Own seat; null for spectators. */
  seat: number | null;
  /** The last step heard. */
  seq: number;
  view: View;
  /** The step that `view` is of; less than `seq` until the next sync. */
  viewSeq: number;
  node: string;
  asked: Asked | null;
  /** The answer on its way, or kept until the others have answered. */
  answered: { ask: number; node: string; kept: boolean; asked: Asked } | null;
  refusal: Reason | null;
  log: LogEntry[];
  walks: Walk[];
  wins: Win[];
  salts: (string | null)[];
  /** Events that take tiles off the wall: what it is checked against. */
  evidence: Event[];
  /** What the parts kept when this hand began, such as its round. */
  start: View["state"];
  /** What the parts kept when this hand was played last; null until the hand is over, and where its play was not seen. */
  played: View["state"] | null;
  /** The commitment that was published before this hand. */
  commit: string | null;
  ended: HandPush | null;
}

export interface Saying {
  n: number;
  said: SaidPush;
  at: number;
}

export interface Room {
  desk: Desk;
  watching: boolean;
  table: Table | null;
  /** The hand before, once the next one has begun. */
  last: Table | null;
  over: OverPush | null;
  vote: (VotePush & { until: number }) | null;
  said: Saying[];
  /** The commitment to the next hand, from `desk` or `hand`. */
  commit: string | null;
}

export interface Notice {
  n: number;
  code: string;
  /** It goes by itself, as it lies above the hand of who plays on. */
  brief?: true;
  zh: string;
  en: string;
}

export interface State {
  phase: Phase;
  retryAt: number | null;
  /** Why the server closed the last connection. */
  bye: string | null;
  user: User | null;
  /** No token is kept, or it is not valid. */
  needsName: boolean;
  variants: VariantInfo[];
  rooms: Record<string, Room>;
  /** The desk that is shown. */
  here: string | null;
  notices: Notice[];
  /** Counts log entries, sayings and notices. */
  count: number;
  latency: number[];
}

export const initialState: State = {
  phase: "new",
  retryAt: null,
  bye: null,
  user: null,
  needsName: false,
  variants: [],
  rooms: {},
  here: null,
  notices: [],
  count: 0,
  latency: [],
};
