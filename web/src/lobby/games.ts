// The order of the games in the lobby, and what a search finds.
import type { VariantInfo } from "../protocol/messages";

export interface Liked {
  favourites: readonly string[];
  played: readonly string[];
}

const plain = (words: string): string => words.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

/** The games that `search` finds by name or id, in either language: those played last, then those that are marked, then the others. */
export function gamesFor<T extends Pick<VariantInfo, "id" | "zh" | "en">>(
  games: readonly T[],
  search: string,
  { favourites, played }: Liked,
): T[] {
  const wanted = plain(search).split(/\s+/).filter(Boolean);
  const found = games.filter(({ id, zh, en }) => wanted.every((word) => plain(`${id} ${zh} ${en}`).includes(word)));
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
