// The engine for Node. engine.d.ts has the objects of the engine, as docs/en/json.md describes them.
import type * as engine from "./engine";

export * as engine from "./engine";

/**
 * The state of a table: a Buffer of 2048 bytes. `Buffer.from(records)` copies a table. Its bytes may come from anywhere: damaged ones are
 * refused as MLF_FAULTY.
 */
export type Records = Buffer;
/** A person (0..people-1), what everybody sees, or all. */
export type Viewer = number | "spectator" | "full";
/** The language of texts. */
export type Lang = "zh" | "en";
/** Options by name; a boolean is "on" or "off". The option `preset` names a preset. */
export type Options = Record<string, string | number | boolean>;
/** 64 bits: a BigInt, or a safe whole number. */
export type Seed = bigint | number;
/**
 * All random decisions of hand `hand`, from 0, in place of a seed (docs/en/fair.md). `wall` has all tiles of the game in ascending
 * order, as numbers of mlf.h. Put them in another order, the next draw first, and return the seed of all other random choices.
 */
export type Chance = (hand: number, wall: Buffer) => Seed;

/** What kind of fault it is, as the codes of mlf.h. */
export type Code = "MLF_REFUSED" | "MLF_ARGUMENT" | "MLF_FAULTY" | "MLF_OTHER_FLOW" | "MLF_MEMORY" | "MLF_INTERNAL";

/**
 * What the functions here throw, besides a TypeError for an argument of the wrong type, and an Error for an object that was disposed.
 * After it nothing has changed.
 */
export class MlfError extends Error {
  private constructor();
  /** the kind */
  code: Code;
  /** of faults: the code of the first, "O02"; of a refusal: the id of the reason */
  reason?: string;
  /** of faults: file, line and column of the first; from 1, 0 = unknown. The message has all of them. */
  file?: string;
  line?: number;
  column?: number;
  /** of refusals: "not_asked", "stale_ask" ... */
  refusal?: string;
  /** of refusals: the sentence in Chinese; the message has the English one */
  zh?: string;
  /** of refusals by a flow or a recorder: what the seat may do instead */
  response?: Response;
}

/** What frees its memory of the library at once. Without it the memory is freed after the collector has found the object unused. */
interface Disposable {
  /** Nothing may use the object afterwards. */
  dispose(): void;
  /** The same at the end of a block: `using table = flow.table()`. */
  [Symbol.dispose](): void;
}

/** What came of an action. */
interface Answer extends Disposable {
  /** number of the window */
  readonly ask: number;
  /** the seats that may answer now, ascending */
  readonly asked: number[];
  /** the lowest of them; -1 = none */
  readonly seat: number;
  /** milliseconds to answer; 0 = no limit */
  readonly deadlineMs: number;
  /** actions accepted so far */
  readonly version: number;
  /** Number of distinct legal actions of a seat. */
  count(seat: number): number;
  /** Number `n`, from 0, of them. */
  action(seat: number, n: number | bigint): engine.Action;
  /** All of them. */
  actions(seat: number): IterableIterator<engine.Action>;
  /**
   * Events, choices and defaults as a viewer may see them. A `waits` or refused response belongs to the acting seat alone: it reveals
   * an answer to an undecided window.
   */
  json(viewer: Viewer): engine.Response;
}

/** What came of an action; it stays as it is. */
export class Response implements Answer {
  private constructor();
  /** `rests`: a window is open; `waits`: the answer is stored and others are asked; `over`: the match is over */
  readonly status: "rests" | "waits" | "over" | "refused";
  readonly ask: number;
  readonly asked: number[];
  readonly seat: number;
  readonly deadlineMs: number;
  readonly version: number;
  count(seat: number): number;
  action(seat: number, n: number | bigint): engine.Action;
  actions(seat: number): IterableIterator<engine.Action>;
  json(viewer: Viewer): engine.Response;
  /** Frees its memory at once; nothing may use it afterwards. */
  dispose(): void;
  [Symbol.dispose](): void;
}

/**
 * A match in play, whose state the library keeps: the fast way, because nothing is copied or checked, and a step takes no memory. What it
 * says is of the last step that was accepted. Use it for any number of matches, one after the other.
 */
export class Table implements Answer {
  constructor(flow: Flow);
  readonly flow: Flow;
  /** as of a response; `blank` before the first match */
  readonly status: "rests" | "waits" | "over" | "blank";
  readonly over: boolean;
  readonly ask: number;
  readonly asked: number[];
  readonly seat: number;
  readonly deadlineMs: number;
  readonly version: number;
  /** hash of the records: 16 hexadecimal digits */
  readonly hash: string;
  /** Starts a match. Later steps ask the chance too. */
  start(seed: Seed | Chance): void;
  /** One step. */
  processActionNode(action: engine.Action): void;
  /** Plays number `n`, from 0, of the legal actions of a seat. */
  play(seat: number, n: number | bigint): void;
  count(seat: number): number;
  action(seat: number, n: number | bigint): engine.Action;
  actions(seat: number): IterableIterator<engine.Action>;
  json(viewer: Viewer): engine.Response;
  /** As of the flow. */
  defaultAction(seat: number): engine.Action;
  view(viewer: Viewer): engine.View;
  explain(viewer: Viewer, lang: Lang): Explanation;
  whyNot(seat: number, node: string): engine.Reason | null;
  /** A copy of the records. */
  records(): Records;
  save(): Buffer;
  /** Goes on at what `save` wrote, and validates it. There are no events. `chance` is that of the match, if it has one. */
  restore(saved: Buffer, chance?: Chance): void;
  /** Frees its memory at once; nothing may use it afterwards. */
  dispose(): void;
  [Symbol.dispose](): void;
}

/** A journal played to its end. */
export interface Replayed {
  /** the last state */
  records: Records;
  /** hash of it: 16 hexadecimal digits */
  hash: string;
  /** actions that were played */
  accepted: number;
  /** actions that were refused */
  refused: number;
  /** marks passed */
  hands: number;
  /** the end was reached and its hash is the same */
  complete: boolean;
}

/** An opened variant. It never changes; a worker thread opens its own. Records are validated by each call that takes them. */
export class Flow implements Disposable {
  /** As `open`. */
  constructor(variant: string, options?: Options, variantDir?: string);
  /** seats of a table: 2 to 4 */
  readonly seats: number;
  /** possible actors: seats, or more with persons without a seat */
  readonly people: number;
  /** hash of the behaviour: 16 hexadecimal digits */
  readonly fingerprint: string;
  /** Names, options and nodes. */
  info(): FlowInfo;
  /** A table for matches of this flow. */
  table(): Table;
  /** Records before the start of a match. */
  blank(): Records;
  /** Starts a match in `records`, whose old content does not matter. */
  start(records: Records, seed: Seed | Chance): Response;
  /** One step. A match started with a chance needs it at every step that may begin a hand. */
  processActionNode(records: Records, action: engine.Action, chance?: Chance): Response;
  /** What a timeout plays for a seat that is asked. */
  defaultAction(records: Records, seat: number): engine.Action;
  /** The choices at the rest of `records`, as a viewer may know them. */
  choices(records: Records, viewer: Viewer): engine.Choices;
  /** The table as a viewer may see it. */
  view(records: Records, viewer: Viewer): engine.View;
  /** The state of the table and its reasons, in words. */
  explain(records: Records, viewer: Viewer, lang: Lang): Explanation;
  /** Why a seat may not take a node now; null when it may. */
  whyNot(records: Records, seat: number, node: string): engine.Reason | null;
  /** The records with fingerprint and checksum, for a file or another process. */
  save(records: Records): Buffer;
  /** Reads what `save` wrote. Damaged bytes are MLF_FAULTY, whole ones of another flow MLF_OTHER_FLOW. */
  restore(saved: Buffer): Records;
  /** Throws unless the records are whole and of this flow. */
  validate(records: Records): void;
  /** Replays a journal in either form. */
  replay(journal: Buffer): Replayed;
  /** An action in words: "2 peng 5p". */
  actionText(action: engine.Action): string;
  /** Reads such a line. */
  parseAction(line: string): engine.Action;
  /** Tiles, as numbers of mlf.h, as one word: "123m5z". */
  piecesText(pieces: ArrayLike<number>): string;
  /** Reads such a word. */
  parsePieces(word: string): number[];
  /** Judges a hand outside a game. An impossible one is MLF_FAULTY. */
  score(given: Case): Verdict;
  /** Bots play many hands. The thread of the caller waits; a worker thread does not stop the others. */
  simulate(simulation?: Simulation): SimReport;
  /**
   * Draws the chart of the variant. svg, png and pdf need Graphviz, and are MLF_FAULTY without it. mmd is Mermaid.
   */
  chart(format?: "dot" | "svg" | "json" | "mmd" | "png" | "pdf", lang?: Lang | "both"): Buffer;
  /** Frees its memory at once; nothing may use it afterwards. */
  dispose(): void;
  [Symbol.dispose](): void;
}

/** What a flow is. */
export interface FlowInfo {
  variant: string;
  zh: string;
  en: string;
  fingerprint: string;
  seats: number;
  people: number;
  options: Record<string, string>;
  /** `payload`: of actions of players */
  nodes: { id: string; zh: string; en: string; player: boolean; payload?: string }[];
  warnings: string[];
}

/** A hand to judge. */
export interface Case {
  id?: string;
  /** concealed tiles without the winning one: "123m456m789m12p55p" */
  hand: string;
  /** "chi(123m)", "peng(2m)", "an_gang(5m)" */
  melds?: string[];
  /** the winning tile */
  win?: string;
  by: "self_draw" | "discard" | "rob" | "none";
  /** facts that a hand does not show, by their rows in the fan table of the variant */
  events?: string[];
  seat?: number;
  dealer?: number;
  payer?: number;
  /** seats that have left the hand */
  seats_won?: number[];
  /** what the parts of the variant keep, by name */
  state?: Record<string, unknown>;
}

/** What a hand is worth. A number is absent where the variant has none. */
export interface Verdict {
  id?: string;
  win: boolean;
  /** why it does not win */
  why?: { code: string; zh: string; en: string };
  /** rows of the fan table that count */
  fans?: { id: string; zh: string; fan: number; count: number }[];
  /** total, before the cap */
  fan?: number;
  /** the fan that count towards the minimum, if some do not */
  fan_points?: number;
  han?: number;
  fu?: number;
  yakuman?: number;
  level?: string;
  times?: number;
  /** what one payer pays */
  value?: number;
  /** of every seat */
  points?: number[];
  /** a pair and sets, or pairs; wildcards stand in square brackets */
  reading?: { pair?: string; sets?: string[]; knitted?: string; pairs?: string[] };
}

/** A hand outside any variant. */
export interface HandRow {
  id?: string;
  /** the concealed tiles */
  tiles: string;
  meld_count?: number;
}

/** A hand with wildcards, which `tiles` does not name. */
export interface WildRow extends HandRow {
  /** the tile that is wild */
  wild: string;
  wild_count: number;
  tile_set?: string;
}

/** Distances: 0 is ready, -1 complete. What does not apply is absent. */
export interface HandReport {
  id?: string;
  standard: number;
  /** with more than `copies` of a tile, too */
  standard_structural: number;
  seven_pairs?: number;
  thirteen_orphans?: number;
  /** the least of all shapes */
  riichi?: number;
  /** tiles that lower it, of a hand with one tile to come */
  improving?: string;
  /** of a hand with no tile to come */
  is_win?: boolean;
}

/** What completes a hand with wildcards. What does not apply is absent. */
export interface WildReport {
  id?: string;
  standard?: boolean;
  seven_pairs?: boolean;
  /** complete without wildcards */
  hard_standard?: boolean;
  wins_on_standard?: string;
  wins_on_seven_pairs?: string;
  wins_on_extra_wild?: boolean;
  any_tile?: boolean;
}

/** What bots play. */
export interface Simulation {
  /** 1000 */
  hands?: Seed;
  /** 1 */
  seed?: Seed;
  /** 1 to 256; they change no result */
  threads?: number;
  /** a name, or one for each seat with commas between; "greedy" */
  bots?: string;
}

/** What came of a simulation, as of `mlf sim --json`. */
export interface SimReport {
  v: number;
  variant: string;
  fingerprint: string;
  options: Record<string, string>;
  bots: string[];
  seed: number;
  hands: number;
  hands_without_winner?: number;
  wins?: number;
  self_draws?: number;
  /** wins by their fan, and by row of the fan table */
  fan?: Record<string, number>;
  fan_rows?: Record<string, number>;
  /** points_mean: of a hand, with its standard error */
  seats: { seat: number; bot: string; hands_won?: number; wins?: number; points: number; points_mean: number; points_error: number }[];
  /** actions of all hands; the shortest and longest hand, in actions */
  length: { actions: number; discards?: number; shortest: number; longest: number };
  /** how often each edge was walked */
  edges: Record<string, number>;
  edges_never_walked: string[];
}

/** A table in words. */
export interface Explanation {
  text: string;
  /** what the asked seats that the viewer knows may not do */
  why_not: { seat: number; node: string; reason: engine.Reason }[];
}

/** What a variant has to choose from. */
export interface VariantInfo {
  id: string;
  zh: string;
  en: string;
  options: {
    name: string;
    type: "bool" | "int" | "choice";
    default: string;
    values?: string[];
    low?: number;
    high?: number;
    zh: string;
    en: string;
  }[];
  presets: { name: string; zh: string; en: string; options: Record<string, string> }[];
}

/**
 * Opens a variant with options; the others have their defaults. `variant`: the id of an embedded variant, a folder with a variant.yaml,
 * or a YAML file. `variantDir`: a folder searched first. Opening again reads changed files: tables keep the flow they began with.
 */
export function open(variant: string, options?: Options, variantDir?: string): Flow;
/** Loads a plug-in (.so) with parts and variants for the rest of the process. Throws, with the faults, where nothing was loaded. */
export function loadPlugin(file: string): void;
/** All variants with their options and presets. */
export function variants(variantDir?: string): VariantInfo[];
/** Hash of the records, equal on all machines: 16 hexadecimal digits. */
export function hash(records: Records): string;
/** How far a hand outside any variant is from complete. `copies`: the most tiles of one kind, 1 to 7. */
export function hand(row: HandRow, copies?: number): HandReport;
/** What completes a hand with wildcards. */
export function hand(row: WildRow, copies?: number): WildReport;
/** Version of the library: "0.2.0". */
export const version: string;

/** Plays a match and keeps its journal, which holds refused actions too. */
export class Recorder implements Disposable {
  /** A journal for one match of `flow`. */
  constructor(flow: Flow);
  /** As of the flow. */
  start(records: Records, seed: Seed | Chance): Response;
  /** As of the flow. */
  processActionNode(records: Records, action: engine.Action, chance?: Chance): Response;
  /** Ends the journal with the hash of the records. */
  end(records: Records): void;
  /** The journal so far. */
  journal(form?: "text" | "binary"): Buffer;
  /** Frees its memory at once; nothing may use it afterwards. */
  dispose(): void;
  [Symbol.dispose](): void;
}
