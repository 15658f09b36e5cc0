// The profile: sums, rates, the course of the points, and the pages of matches.
import { describe, expect, it } from "vitest";
import { course, points, ratesOf, sumOf } from "../src/profile/figures";
import { NO_PAGES, pagesOf } from "../src/profile/pages";
import type { ErrorAnswer, MatchesOk } from "../src/protocol/messages";

const riichi = { matches: 3, hands: 20, wins: 5, deal_ins: 2, points: -30, places: [1, 0, 1, 0] };
const sanma = { matches: 1, hands: 5, wins: 0, deal_ins: 1, points: 10, places: [0, 1, 0] };

describe("figures", () => {
  it("games are added, also with other numbers of players", () => {
    expect(sumOf([sanma, riichi])).toEqual({ matches: 4, hands: 25, wins: 5, deal_ins: 3, points: -20, places: [1, 1, 1, 0] });
    expect(sumOf([])).toEqual({ matches: 0, hands: 0, wins: 0, deal_ins: 0, points: 0, places: [] });
  });
  it("rates are of hands; the average place is of matches that have places", () => {
    expect(ratesOf(riichi)).toEqual({ win: "25.0%", dealIn: "10.0%", place: "2.00" });
    expect(ratesOf(sumOf([]))).toEqual({ win: "–", dealIn: "–", place: "–" });
  });
  it("the course begins at nothing with the oldest match", () => {
    expect(course([{ points: 5 }, { points: -8 }, { points: 3 }])).toEqual([0, 3, -5, 0]);
  });
  it("points have a sign", () => expect([12, -12, 0].map(points)).toEqual(["+12", "−12", "0"]));
});

describe("pages", () => {
  const page = (match: number, next?: string): MatchesOk => ({
    t: "ok",
    re: "1",
    matches: [{ desk: "d", match, variant: "xueliu", ended_ms: match, places: 4, points: 0, hands: [] }],
    ...(next ? { next } : {}),
  });
  const setUp = (...answers: (MatchesOk | ErrorAnswer)[]) => {
    const asked: (string | undefined)[] = [];
    const seen = { asked, pages: NO_PAGES };
    const more = pagesOf(
      (before) => (asked.push(before), Promise.resolve(answers[asked.length - 1]!)),
      (pages) => (seen.pages = pages),
    );
    return { more, seen };
  };
  const numbers = (pages: typeof NO_PAGES) => pages.matches.map((one) => one.match);

  it("a second press while a page is on its way loads nothing", async () => {
    const { more, seen } = setUp(page(3, "c"), page(2));
    await more();
    const pressed = [more(), more()];
    expect(seen.pages.busy).toBe(true);
    await Promise.all(pressed);
    expect(seen.asked).toEqual([undefined, "c"]);
    expect(numbers(seen.pages)).toEqual([3, 2]);
    expect(seen.pages.next).toBeUndefined();
    expect(seen.pages.busy).toBe(false);
  });
  it("a page that is refused says so and can be asked for again", async () => {
    const refusal: ErrorAnswer = { t: "error", re: "2", code: "busy", reason: { id: "busy", zh: "忙", en: "busy" } };
    const { more, seen } = setUp(page(3, "c"), refusal, page(2));
    await more();
    await more();
    expect(seen.pages.refused).toBe(refusal);
    expect(numbers(seen.pages)).toEqual([3]);
    await more();
    expect(seen.pages.refused).toBeUndefined();
    expect(numbers(seen.pages)).toEqual([3, 2]);
  });
});
