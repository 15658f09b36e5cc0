// The general rules by which a table is drawn and offers are answered.
import { describe, expect, it } from "vitest";
import { bitsOf, handOffer, isHeld, mayChoose, takenTile, withBit } from "../src/answers/offers";
import type { Offer, View } from "../src/protocol/messages";
import type { Asked } from "../src/state/types";
import { declaredPlace, laidTiles, placeOf } from "../src/table/places";
import { itemsOf, keptBySeat, keptByTable, tilesIn, windsOf } from "../src/table/state";

describe("places", () => {
  it("the next seat sits to the right", () => {
    expect([0, 1, 2, 3].map((seat) => placeOf(seat, 2, 4))).toEqual([2, 3, 0, 1]);
    expect([0, 1, 2].map((seat) => placeOf(seat, 0, 3))).toEqual([0, 1, 3]);
    expect([0, 1].map((seat) => placeOf(seat, 1, 2))).toEqual([2, 0]);
  });

  it("the tile taken lies on its side where it points to its source", () => {
    const turned = (meld: { tiles: string[]; from?: number; taken?: string }) =>
      laidTiles({ kind: "x", ...meld }, 0, 4)
        .map(({ piece, turned }) => (turned ? `(${piece})` : piece))
        .join(" ");
    expect(turned({ tiles: ["5p", "5p", "5p"], from: 3 })).toBe("(5p) 5p 5p");
    expect(turned({ tiles: ["5p", "5p", "5p"], from: 2 })).toBe("5p (5p) 5p");
    expect(turned({ tiles: ["5p", "5p", "5p", "5p"], from: 1 })).toBe("5p 5p 5p (5p)");
    expect(turned({ tiles: ["3m", "4m", "5m"], from: 3, taken: "5m" })).toBe("(5m) 3m 4m");
    expect(turned({ tiles: ["1z", "1z", "1z", "1z"] })).toBe("1z 1z 1z 1z");
  });
});

it("the discard of a declaration lies on its side, or the next where it was taken", () => {
  expect(declaredPlace([{}, { claimed: true }, {}])).toBe(-1);
  expect(declaredPlace([{}, { declared: true }, {}])).toBe(1);
  expect(declaredPlace([{}, { declared: true, claimed: true }, { claimed: true }, {}])).toBe(3);
  expect(declaredPlace([{ declared: true, claimed: true }])).toBe(-1);
});

describe("what parts keep", () => {
  const view = {
    seats: [{ flowers: ["1h"] }, {}, {}, {}],
    state: {
      void: ["p", null, "m", "s"],
      pi: "4s",
      seat_wind: ["E", "S", "W", "N"],
      flowers: ["1h", null, null, null],
      odd: { a: 1 },
      turned: ["1m", "2m", "3m", "4m"],
    },
  } as unknown as View;
  it("a list as long as the table has seats belongs to the seats, but tiles are tiles", () => {
    expect(keptBySeat(view, 0).map(({ key }) => key)).toEqual(["void", "seat_wind"]);
    expect(keptBySeat(view, 1).map(({ key }) => key)).toEqual(["seat_wind"]);
    expect(keptByTable(view).map(({ key }) => key)).toEqual(["pi", "odd", "turned"]);
    expect(windsOf(view)?.key).toBe("seat_wind");
  });
  it("a checklist that a part keeps for a seat names the bits of an offer", () => {
    const items = [{ zh: "一", en: "one", able: true, on: false, radio: false }];
    const asks = { ...view, state: { ...view.state, list: [null, { skill: "x", items }, null, null] } };
    expect(itemsOf(asks, 1)).toEqual(items);
    expect(itemsOf(asks, 0)).toBeNull();
  });
  it("tiles are known by their names", () => {
    expect(tilesIn("123m5z")).toEqual(["1m", "2m", "3m", "5z"]);
    expect(tilesIn("5h")).toEqual(["5h"]);
    expect(tilesIn("04p1z")).toEqual(["0p", "4p", "1z"]);
    for (const other of ["0z", "E", "m", "heavenly", 5, null, [], {}]) expect(tilesIn(other)).toBeNull();
  });
});

describe("offers", () => {
  const asked = (offers: Offer[], fallback: Asked["fallback"] = null): Asked => ({
    ask: 1,
    offers,
    until: null,
    total: 0,
    extra: 0,
    fallback,
  });
  const discard: Offer = { node: "discard", kind: "piece", pieces: ["1m", "2m", "5z"] };
  const gang: Offer = { node: "an_gang", kind: "piece", pieces: ["5z"] };
  const peng: Offer = { node: "peng", kind: "piece", pieces: ["5z"] };
  const hand = ["1m", "2m", "5z"];
  const claiming = { kind: "discard", tile: "5z", seat: 1 } as View["focus"];
  it("a tap on the hand answers what a timeout would, or what most tiles answer", () => {
    expect(handOffer(asked([gang, discard]), hand, undefined, 0)).toBe(discard);
    expect(handOffer(asked([gang, discard], { node: "an_gang" }), hand, undefined, 0)).toBe(gang);
    expect(handOffer(asked([{ node: "guo", kind: "nothing" }]), hand, undefined, 0)).toBeNull();
    expect(handOffer(asked([{ ...discard, pieces: ["9s"] }]), hand, undefined, 0)).toBeNull();
  });
  it("a tap on the hand is no claim of another's tile of the same kind", () => {
    expect(handOffer(asked([peng]), hand, claiming, 0)).toBeNull();
    expect(handOffer(asked([gang]), hand, { ...claiming, seat: 0 } as View["focus"], 0)).toBe(gang);
    // Right after the claim the old tile may still be in the view.
    expect(handOffer(asked([discard]), hand, claiming, 0)).toBe(discard);
  });
  it("a discard waits until the hand has its tiles; a claim does not", () => {
    expect(isHeld(asked([discard]), hand)).toBe(true);
    expect(isHeld(asked([{ ...discard, pieces: [...hand, "9s"] }]), hand)).toBe(false);
    expect(isHeld(asked([peng]), [])).toBe(true);
  });
  it("a subset is of one suit where the offer says so, and no tile is taken twice", () => {
    const offer: Offer = { node: "x", kind: "subset", take: 3, same_group: true, pool: ["1m", "1m", "2p"] };
    expect(mayChoose(offer, ["1m"], "1m")).toBe(true);
    expect(mayChoose(offer, ["1m", "1m"], "1m")).toBe(false);
    expect(mayChoose(offer, ["1m"], "2p")).toBe(false);
    expect(mayChoose({ ...offer, same_group: false }, ["1m"], "2p")).toBe(true);
  });
  it("of a run of bits one is set, and what is needed stays", () => {
    const offer: Offer = { node: "x", kind: "bits", mask: 0b11111, one_of_run: 0b11100, needed: 0b10 };
    expect(withBit(offer, 0b10, 0)).toBe(0b11);
    expect(withBit(offer, 0b110, 4)).toBe(0b10010);
    expect(withBit(offer, 0b110, 2)).toBe(0b10);
    expect(withBit(offer, 0b110, 1)).toBe(0b110);
  });
  it("bits", () => expect(bitsOf(0b1011)).toEqual([0, 1, 3]));
});

it("an answer without a choice has the tile that it takes", () => {
  const words = { reasons: { win: { zh: "胡", en: "win" } } };
  const offer = (node: string, kind = "nothing") => ({ node, kind }) as Offer;
  const focus = { kind: "discard", tile: "3m", seat: 1 } as View["focus"];
  const fallback = { node: "pass" };
  const now = { words, drawn: undefined, focus, place: 0, fallback };
  expect(takenTile(offer("win"), now)).toBe("3m");
  expect(takenTile(offer("win"), { ...now, focus: undefined, drawn: "9s" })).toBe("9s");
  expect(takenTile(offer("win"), { ...now, focus: undefined })).toBeNull();
  for (const node of ["pass", "ready"]) expect(takenTile(offer(node), now)).toBeNull();
  expect(takenTile(offer("win", "piece"), now)).toBeNull();
});
