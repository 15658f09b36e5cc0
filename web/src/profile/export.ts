// Export: everything that the server keeps of a person, as one file.
import type { Answer } from "../protocol/connection";
import type { ErrorAnswer, MatchesOk, PlayedMatch, ProfileOk, Requests } from "../protocol/messages";
import { request } from "../store";

export interface Exported extends Pick<ProfileOk, "user" | "created_ms" | "games"> {
  matches: PlayedMatch[];
}

const AGAIN_MS = 5000; // after too many requests

/** An answer; what is refused for now is asked for again. */
async function patient<T extends "profile" | "matches">(t: T, fields: Requests[T]): Promise<Answer<T>> {
  for (;;) {
    const answer = await request(t, fields);
    if (answer.t === "ok" || (answer as { code?: string }).code !== "rate_limited") return answer;
    await new Promise((done) => setTimeout(done, AGAIN_MS));
  }
}

export async function everything(): Promise<Exported | ErrorAnswer> {
  const profile = await patient("profile", {});
  if (profile.t !== "ok") return profile as ErrorAnswer;
  const { user, created_ms, games } = profile as ProfileOk;
  const matches: PlayedMatch[] = [];
  for (let before: string | undefined; ;) {
    const answer = await patient("matches", before ? { before } : {});
    if (answer.t !== "ok") return answer as ErrorAnswer;
    const page = answer as MatchesOk;
    matches.push(...page.matches);
    before = page.next;
    if (!before) return { user, created_ms, games, matches };
  }
}

export function download(all: Exported): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([JSON.stringify(all, null, 2)], { type: "application/json" }));
  link.download = "mahjong.json";
  link.click();
  URL.revokeObjectURL(link.href);
}
