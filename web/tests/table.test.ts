// The general rules by which a table is drawn and offers are answered.
import { describe, expect, it } from "vitest";
import { automaticAnswer, NO_HELPS } from "../src/answers/automatic";
import { exchangedBy, placesOf } from "../src/answers/exchanged";
import { bitsOf, handOffer, isHeld, mayChoose, takenTile, withBit } from "../src/answers/offers";
import type { Offer, SeatView, View } from "../src/protocol/messages";
import { gamesFor, playedNow, regionsOf } from "../src/lobby/games";
import type { Asked } from "../src/state/types";
import { declaredPlace, laidTiles, laidWidth, placeOf } from "../src/table/places";
import { asTheyCame, handOf } from "../src/table/hand";
import { windOf, type Hand } from "../src/replay/data";
import { namedIn } from "../src/table/marks";
import { barredOf, countersOf, itemsOf, keptBySeat, keptByTable, roundOf, tilesIn, windsOf } from "../src/table/state";
import { unseenOf } from "../src/table/unseen";
import { joined } from "../src/words";

describe("winds", () => {
  const handOf = (dealer: number, seats: number) => ({ seats, first: [{ dealer, seats: [], state: {} }] }) as unknown as Hand;
  it("the dealer is East", () => {
    expect([0, 1, 2].map((seat) => windOf(handOf(1, 3), seat))).toEqual(["W", "E", "S"]);
    expect([0, 1].map((seat) => windOf(handOf(0, 2), seat))).toEqual(["E", "W"]);
  });
  it("a game without a dealer has none", () =>
    expect([0, 1, 2].map((seat) => windOf(handOf(-1, 3), seat))).toEqual([undefined, undefined, undefined]));
});

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
  it("numbers that stand for themselves are counters", () => {
    const kept = { seats: [{}], state: { honba: 2, round: 3, liable: 1, deposit: 1000, pi: "4s" } } as unknown as View;
    const words = joined(
      { state: { round: { zh: "局", en: "round", is: "round" }, liable: { zh: "包", en: "liable", is: "seat" } } },
      null,
    );
    expect(countersOf(kept, words).map(({ key }) => key)).toEqual(["honba", "deposit"]);
  });
  it("a list as long as the table has seats belongs to the seats, but tiles are tiles", () => {
    expect(keptBySeat(view, 0).map(({ key }) => key)).toEqual(["void", "seat_wind"]);
    expect(keptBySeat(view, 1).map(({ key }) => key)).toEqual(["seat_wind"]);
    expect(keptByTable(view).map(({ key }) => key)).toEqual(["pi", "odd", "turned"]);
    expect(windsOf(view)?.key).toBe("seat_wind");
  });
  it("the wind that the name of the round has is not told twice", () => {
    const rounds = joined({ state: { round: { zh: "局", en: "round", is: "round" } } }, null);
    const at = (round: number, wind: string) => roundOf({ ...view, state: { round, wind } }, rounds).told;
    expect(at(0, "E")).toEqual(["round", "wind"]);
    expect(at(5, "S")).toEqual(["round", "wind"]);
    expect(at(5, "E")).toEqual(["round"]); // a rule under which the wind is another one
    expect(roundOf({ ...view, state: { wind: "E" } }, rounds).told).toEqual([]);
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

it("a meld is as wide as its tiles, of which one may lie on its side", () => {
  expect(laidWidth([{ tiles: ["1m", "1m", "1m"] }], ["4z"])).toBeCloseTo(4.36);
});

describe("automatic answers", () => {
  const hu: Offer = { node: "hu", kind: "nothing" };
  const pass: Offer = { node: "guo", kind: "nothing" };
  const peng: Offer = { node: "peng", kind: "combo", combos: [["1m", "1m"]] };
  const discard: Offer = { node: "discard", kind: "piece", pieces: ["1m", "2m"] };
  const asked = (...offers: Offer[]): Asked => ({
    ask: 1,
    offers,
    until: null,
    total: 0,
    extra: 0,
    fallback: { node: offers.at(-1)!.node },
  });
  const claimed = { kind: "discard", tile: "1m", seat: 2 } as View["focus"];
  const answers = (helps: Partial<typeof NO_HELPS>, now: Partial<Parameters<typeof automaticAnswer>[1]>) =>
    automaticAnswer(
      { ...NO_HELPS, ...helps },
      { asked: asked(discard), focus: undefined, place: 0, win: undefined, plain: null, drawn: undefined, ...now },
    );

  it("a win is taken, or left to the person, and never passed", () => {
    const now = { asked: asked(hu, peng, pass), focus: claimed, win: hu };
    expect(answers({ win: true, calls: true }, now)).toEqual({ offer: hu });
    expect(answers({ calls: true }, now)).toBeNull();
    expect(answers({ discard: true }, { asked: asked(hu, discard), win: hu, plain: discard, drawn: "2m" })).toBeNull();
  });
  it("claims are passed where that is what a timeout plays", () => {
    expect(answers({ calls: true }, { asked: asked(peng, pass), focus: claimed })).toEqual({ offer: pass });
    expect(answers({}, { asked: asked(peng, pass), focus: claimed })).toBeNull();
    expect(answers({ calls: true }, { asked: asked(discard), plain: discard, drawn: "2m" })).toBeNull();
  });
  it("the drawn tile is discarded where it may be", () => {
    expect(answers({ discard: true }, { asked: asked(discard), plain: discard, drawn: "2m" })).toEqual({ offer: discard, pieces: ["2m"] });
    expect(answers({ discard: true }, { asked: asked(discard), plain: discard, drawn: "9s" })).toBeNull();
  });
});

it("tiles of a kind that one does not see: red fives count, a claimed discard counts once", () => {
  const view = {
    seats: [
      { seat: 0, count: 2, hand: ["5m", "0m"], melds: [] },
      { seat: 1, count: 1, melds: [{ kind: "chi", tiles: ["5m", "6m", "7m"] }] },
    ],
    river: [
      { seat: 0, tile: "5m", claimed: true },
      { seat: 0, tile: "7m" },
    ],
    state: { dora: ["7m"] },
  } as unknown as View;
  expect(["5m", "0m", "6m", "7m", "1z", "1h"].map((piece) => unseenOf(view, piece))).toEqual([1, 1, 3, 1, 4, null]);
});

describe("games in the lobby", () => {
  const games = [
    { id: "riichi", zh: "日麻", en: "Japanese mahjong (riichi)" },
    { id: "xueliu", zh: "血流成河", en: "Blood flows" },
    { id: "erren", zh: "二人麻将", en: "Two-player mahjong" },
  ];
  const order = (search: string, liked = {}) => gamesFor(games, search, { favourites: [], played: [], ...liked }).map(({ id }) => id);
  it("those played last are first, then those that are marked", () => {
    expect(order("")).toEqual(["riichi", "xueliu", "erren"]);
    expect(order("", { favourites: ["erren"] })).toEqual(["erren", "riichi", "xueliu"]);
    expect(order("", { favourites: ["erren"], played: ["xueliu"] })).toEqual(["xueliu", "erren", "riichi"]);
    expect(playedNow(["a", "b", "c", "d", "e", "f"], "c")).toEqual(["c", "a", "b", "d", "e", "f"]);
    expect(playedNow(["a", "b", "c", "d", "e", "f"], "g")).toHaveLength(6);
  });
  it("a search finds names in both languages, and ids", () => {
    expect(order("MAHJONG two")).toEqual(["erren"]);
    expect(order("血流")).toEqual(["xueliu"]);
    expect(order("riichi")).toEqual(["riichi"]);
    expect(order("nothing")).toEqual([]);
  });
});

it("a search finds what is told of a game; each region is listed once", () => {
  const about = (region: string, line: string, tag: string) => ({
    region: { zh: region, en: region },
    line: { zh: "", en: line },
    tags: [{ zh: tag, en: "" }],
  });
  const games = [
    { id: "a", zh: "甲", en: "A", about: about("North", "Seven wildcards.", "混儿") },
    { id: "b", zh: "乙", en: "B", about: about("North", "Two players.", "二人") },
    { id: "c", zh: "丙", en: "C" },
  ];
  const found = (search: string) => gamesFor(games, search, { favourites: [], played: [] }).map(({ id }) => id);
  expect(found("seven wildcards")).toEqual(["a"]);
  expect(found("二人")).toEqual(["b"]);
  expect(found("north")).toEqual(["a", "b"]);
  expect(regionsOf(games).map(({ en }) => en)).toEqual(["North"]);
});

it("a rule that bars every discard is named while the seat is barred; one that bars some is not", () => {
  const words = joined({ id: "v", state: { missed: { zh: "振听", en: "furiten", is: "barred" } } }, null);
  const view = (missed: unknown) => ({ seats: [{}, {}], state: { missed: [missed, null] } }) as unknown as View;
  expect(barredOf(view("3m"), 0, words)?.en).toBe("furiten");
  expect(barredOf(view("3m"), 1, words)).toBeNull();
  expect(barredOf(view({ tiles: "3m", fan: 1 }), 0, words)).toBeNull();
});

it("tiles that lie open name others, red fives among them", () => {
  const dora = { zh: "宝牌", en: "dora" };
  const words = joined({ id: "v", named: { indicators: { ...dora, tiles: { "5m": "6m", "9p": "1p" } } } }, null);
  const named = namedIn({ state: { indicators: "0m9p" } } as unknown as View, words);
  expect(named).toEqual({ "6m": dora, "1p": dora });
  expect(namedIn({ state: {} } as unknown as View, words)).toEqual({});
});

it("a hand that is not sorted lies as its tiles have come", () => {
  const held = (hand: string[], drawn?: string) => handOf({ seat: 0, hand, ...(drawn ? { drawn } : {}) } as unknown as SeatView);
  const first = asTheyCame([], held(["1m", "5p", "9s"], "5p"));
  expect(first.map(({ piece }) => piece)).toEqual(["1m", "9s", "5p"]);
  const order = first.map(({ key }) => key);
  const next = asTheyCame(order, held(["1m", "3m", "5p", "9s"], "3m"));
  expect(next.map(({ piece }) => piece)).toEqual(["1m", "9s", "5p", "3m"]);
});

it("an exchange is shown until the own discard", () => {
  const entry = (event: object, n = 0) => ({ n, seq: n, event: { value: 0, ...event } as never });
  const log = [
    entry({ type: "exchange_three", seat: 1, pieces: ["1m", "2m", "3m"] }),
    entry({ type: "exchange_received", seat: 1, other: 3, pieces: ["9s", "9s", "1s"] }),
    entry({ type: "discard", seat: 0, pieces: ["1p"] }),
  ];
  expect(exchangedBy(1, log)).toEqual({ gave: ["1m", "2m", "3m"], got: ["9s", "9s", "1s"], from: 3 });
  expect(exchangedBy(0, log)).toBeNull();
  const again = [
    ...log,
    entry({ type: "pass_tiles", seat: 1, pieces: ["9s", "5m"] }),
    entry({ type: "exchange_received_of_wall", seat: 1, pieces: ["1z", "2z"] }),
  ];
  expect(exchangedBy(1, again)).toEqual({ gave: ["9s", "5m"], got: ["1z", "2z"], from: undefined });
  expect(exchangedBy(1, [...log, entry({ type: "discard", seat: 1, pieces: ["1p"] })])).toBeNull();
  expect([...placesOf(["9s", "9s", "1s"], ["1s", "5m", "9s", "9s", "9s"])]).toEqual([0, 2, 3]);
});
