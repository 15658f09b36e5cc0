// The tips of the first hand, one thing at a time. The server has the words of the rules; the page has those of every game.
import type { Key } from "../i18n";
import type { View } from "../protocol/messages";
import type { Asked } from "../state/types";
import { kindOf } from "../tiles/faces";
import type { Named, VariantWords } from "../words";

export interface Tip {
  /** The ids of its texts: "lesson.run" of a text of every game, "game:node" of a text of one game. */
  keys: string[];
  title: Named | null;
  texts: (Named | Key)[];
  /** The selector of its subject. */
  at: string;
}

export interface Told {
  game: string;
  words: VariantWords;
  view: View;
  own: number;
  asked: Asked | null;
  /** A tap on the hand discards. */
  discards: boolean;
  /** The sheet after the hand is shown. */
  ended: boolean;
}

/** The text of every game that explains an offer, by the tiles in question; null if there is none. */
function inGeneral({ view, own, words }: Told, offer: Asked["offers"][number]): Key | null {
  if (Object.values(words.wins).includes(offer.node)) return "lesson.win";
  const claims = view.focus !== undefined && view.focus.seat !== own;
  if (offer.kind === "combo" && claims) {
    const run = offer.combos?.some((tiles) => new Set(tiles.map(kindOf)).size > 1);
    return run ? "lesson.run" : "lesson.equal";
  }
  if (offer.kind !== "piece") return null;
  if (claims) return "lesson.equal";
  const seat = view.seats[own];
  const owned = [...(seat?.hand ?? []), ...(seat?.melds ?? []).flatMap(({ tiles }) => tiles)].map(kindOf);
  const four = offer.pieces?.every((piece) => owned.filter((kind) => kind === kindOf(piece)).length === 4);
  return four ? "lesson.four" : null;
}

interface Saying {
  key: string;
  text: Named | Key;
}

interface Topic {
  title: Named | null;
  at: string;
  says: Saying[];
}

/** The topics that fit the moment, the most urgent first. */
function topicsNow(now: Told): Topic[] {
  const { game, words, view, own, asked, discards, ended } = now;
  const general = (key: Key, at: string): Topic => ({ title: null, at, says: [{ key, text: key }] });
  if (ended) return [general("lesson.end", ".end-actions")];
  const ofGame = (node: string, text = words.lessons[node]): Saying[] => (text ? [{ key: `${game}:${node}`, text }] : []);
  const topics: Topic[] = [{ title: words, at: ".hand", says: ofGame("start", words.lessons["start"] ?? words.about?.line) }];
  for (const offer of asked?.offers ?? []) {
    const key = inGeneral(now, offer);
    const says = [...(key ? [{ key, text: key }] : []), ...ofGame(offer.node)];
    topics.push({ title: words.nodes[offer.node] ?? null, at: `[data-answer="${offer.node}"]`, says });
  }
  const played = view.river.filter(({ seat }) => seat === own).length;
  if (asked && discards) topics.push(general("lesson.discard", ".hand"));
  if (played > 0) topics.push(general("lesson.middle", ".middle"));
  if (asked && discards && played > 1) topics.push(general("lesson.hints", ".hand"));
  return topics;
}

/** The texts not yet told of the first topic that has any. */
export function tipFor(now: Told, told: readonly string[]): Tip | null {
  for (const { title, at, says } of topicsNow(now)) {
    const news = says.filter(({ key }) => !told.includes(key));
    if (news.length > 0) return { keys: news.map(({ key }) => key), title, texts: news.map(({ text }) => text), at };
  }
  return null;
}
