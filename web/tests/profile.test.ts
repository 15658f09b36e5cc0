// Figures of the profile: sums, rates, and the course of the points.
import { describe, expect, it } from "vitest";
import { course, points, ratesOf, sumOf } from "../src/profile/figures";

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
