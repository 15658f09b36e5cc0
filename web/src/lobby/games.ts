// The order of the games in the lobby, and what a search finds.
import type { Text, VariantInfo } from "../protocol/messages";

export interface Liked {
  favourites: readonly string[];
  played: readonly string[];
}

const plain = (words: string): string => words.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

type Game = Pick<VariantInfo, "id" | "zh" | "en" | "about">;

/** What a search looks at: names, and what is told of the game, in both languages. */
function wordsOf({ id, zh, en, about }: Game): string {
  const told = [about?.region, about?.line, ...(about?.tags ?? [])].flatMap((text) => (text ? [text.zh, text.en] : []));
  return plain([id, zh, en, ...told].join(" "));
}

/** The regions of the games, in their order, each once. */
export const regionsOf = (games: readonly Game[]): Text[] => [
  ...new Map(games.flatMap(({ about }) => (about?.region ? [[about.region.en, about.region] as const] : []))).values(),
];

/** The games that `search` finds, in either language: those played last, then those that are marked, then the others. */
export function gamesFor<T extends Game>(games: readonly T[], search: string, { favourites, played }: Liked): T[] {
  const wanted = plain(search).split(/\s+/).filter(Boolean);
  const found = games.filter((game) => wanted.every((word) => wordsOf(game).includes(word)));
  const rank = ({ id }: T): number => {
    const last = played.indexOf(id);
    if (last >= 0) return last;
    return favourites.includes(id) ? played.length : played.length + 1;
  };
  return found
    .map((game, at) => ({ game, at }))
    .sort((a, b) => rank(a.game) - rank(b.game) || a.at - b.at)
    .map(({ game }) => game);
}

const REMEMBERED = 6;

export const playedNow = (played: readonly string[], id: string): string[] =>
  [id, ...played.filter((one) => one !== id)].slice(0, REMEMBERED);
