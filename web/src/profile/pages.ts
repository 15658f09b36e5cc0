// pagesOf: the matches of a person, page by page, and never the same page twice.
import type { ErrorAnswer, MatchesOk, PlayedMatch } from "../protocol/messages";

export interface Pages {
  matches: PlayedMatch[];
  /** Where the next page begins; none after the last. */
  next?: string;
  /** A page is on its way. */
  busy: boolean;
  /** Why the last page did not come. */
  refused?: ErrorAnswer;
}

export const NO_PAGES: Pages = { matches: [], busy: false };

/** Each call loads one more page. One that comes while a page is on its way does nothing. */
export function pagesOf(ask: (before?: string) => Promise<MatchesOk | ErrorAnswer>, show: (pages: Pages) => void): () => Promise<void> {
  let pages = NO_PAGES;
  const set = (change: Partial<Pages>): void => show((pages = { ...pages, ...change }));
  return async () => {
    if (pages.busy) return;
    set({ busy: true });
    const answer = await ask(pages.next);
    if (answer.t !== "ok") return set({ busy: false, refused: answer });
    set({ matches: [...pages.matches, ...answer.matches], next: answer.next, busy: false, refused: undefined });
  };
}
