// The reducer on recorded streams of every variant.
import { describe, expect, it } from "vitest";
import { TAKES } from "../src/fair/evidence";
import type { Event, Push, SeatView, View } from "../src/protocol/messages";
import { viewAtEnd } from "../src/state/ended";
import { reduce } from "../src/state/reduce";
import { arithmetic, bySuit, finalsOf, meldsOf, ofFu, ofRows, winsAfter, withWinningDraws, paymentsOf } from "../src/state/wins";
import type { Room, State, Table, Win } from "../src/state/types";
import { firstState, hear, isSync, messagesOf, streams, variants, type Recorded } from "./streams";

function tableOf(state: State): Table | null {
  return Object.values(state.rooms)[0]?.table ?? null;
}

function frozen<T>(value: T): T {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(frozen);
  }
  return value;
}

function play(messages: Recorded[], each: (state: State, message: Recorded, before: State) => void = () => {}): State {
  let state = firstState(messages);
  messages.forEach((message, at) => {
    const before = state;
    state = hear(state, message, 1000 + at);
    each(state, message, before);
  });
  return state;
}

it.each(variants)("%s has streams of a seat and of a spectator", (variant) => {
  for (const viewer of ["seat", "spectator"]) expect(streams, `run node scripts/record.mjs ${variant}`).toContain(`${variant}.${viewer}`);
});
it("every stream is of a variant", () => {
  for (const stream of streams) expect(variants).toContain(stream.replace(/\.(seat|spectator)$/, ""));
});

it("a seat that is lost is a desk less, and a desk that is watched stays", () => {
  const seated = streams.find((stream) => stream.endsWith(".seat"))!;
  const messages = messagesOf(seated);
  const desk = messages.find((message) => message.t === "desk") as Extract<Push, { t: "desk" }>;
  const mine = hear(firstState(messages), desk, 1);
  expect(Object.keys(mine.rooms)).toEqual([desk.id]);
  const without = { ...desk, seats: desk.seats.map(({ user: _user, name: _name, ...seat }) => seat) } as Push;
  expect(hear({ ...mine, here: desk.id }, without, 2)).toMatchObject({ rooms: {}, here: null });
  const watched = { ...mine, rooms: { [desk.id]: { ...mine.rooms[desk.id]!, watching: true } } };
  expect(Object.keys(hear(watched, without, 2).rooms)).toEqual([desk.id]);
});

/** A push `hand` with the seats as the server sends them: the hands that the events show. */
function withSeats(state: State, push: Recorded): Recorded {
  const table = tableOf(state);
  if (push.t !== "hand" || !table) return push;
  const shownBy = (seat: number) =>
    table.log.filter(({ event }) => event.type === "hand_shown" && event.seat === seat).at(-1)?.event.pieces;
  return { ...push, seats: table.view.seats.map((seat) => ({ ...seat, hand: shownBy(seat.seat) ?? seat.hand ?? [] })) };
}

it.each(streams.filter((stream) => stream.endsWith(".seat")))("%s: the end of a hand stays open until the next deal", (stream) => {
  const messages = messagesOf(stream);
  let state = firstState(messages);
  let ends = 0;
  for (const message of messages) {
    const before = tableOf(state);
    state = hear(state, withSeats(state, message), 1);
    const table = tableOf(state);
    if (!table?.ended) continue;
    // What `sync` answers between hands hides the others, and has counted the round on.
    const closed = table.view.seats.map(({ hand, ...seat }) => (seat.seat === table.seat ? { ...seat, hand: hand ?? [] } : seat));
    const counted = Object.fromEntries(
      Object.entries(table.view.state).map(([key, value]) => [key, typeof value === "number" ? value + 1 : value]),
    );
    const view = { ...table.view, hands_done: table.hand + 1, state: { ...counted, bonus: 3 }, seats: closed };
    const synced = hear(
      state,
      { t: "ok", re: 1, desk: table.ended.desk, match: table.match, hand: table.hand, seq: table.seq, view } as Recorded,
      2,
    );
    const end = viewAtEnd(tableOf(synced)!);
    expect(end.seats.every(({ hand, count }) => hand?.length === count && !hand.includes("?"))).toBe(true);
    if (message.t === "hand") expect(end.state).toEqual({ ...before!.view.state });
    ++ends;
  }
  expect(ends).toBeGreaterThan(0);
});

it.each(streams)("%s: a client that comes between two hands has the end of the last one", (stream) => {
  const messages = messagesOf(stream);
  const at = messages.findIndex((message) => message.t === "hand");
  const hand = messages[at];
  if (!hand || hand.t !== "hand") throw new Error("no hand ends in this stream");
  const before = messages
    .slice(0, at)
    .reverse()
    .find((message) => message.t === "begin" || (isSync(message) && message.view !== undefined));
  if (!before || !("view" in before) || !before.view) throw new Error("nothing was seen of the table");
  const { t: _, desk, match, hand: number, ...ended } = hand;
  const begin = { ...before, t: "begin", desk, match, hand: number, resumed: true, ended } as Push;
  const desks = messages.slice(0, at).filter((message) => message.t === "desk");
  const state = [...desks, begin].reduce((now, message) => hear(now, message, 1), firstState(messages));
  expect(tableOf(state)?.ended).toEqual(hand);
  expect(tableOf(state)?.wins).toEqual(winsAfter([], hand.wins));
  expect(Object.values(state.rooms)[0]?.commit).toEqual(hand.commit ?? Object.values(state.rooms)[0]?.commit);
  // The next hand is not over.
  const next = hear(state, { ...begin, hand: number + 1, seq: 10_000, ended: undefined } as Push, 2);
  expect(tableOf(next)?.ended).toBeNull();
});

describe.each(streams)("%s", (stream) => {
  const messages = messagesOf(stream);

  it("is followed step by step", () => {
    let steps = 0;
    play(messages, (state, message) => {
      if (message.t !== "step" && message.t !== "begin") return;
      steps++;
      const table = tableOf(state);
      expect(table?.seq).toBe(message.seq);
      expect(Object.values(state.rooms)[0]?.desk.state).toBe("playing");
      if (message.t === "step") {
        expect(table?.walks.at(-1)?.path).toEqual(message.path);
        const own = message.choices?.find((one) => one.seat === table?.seat);
        expect(table?.asked?.offers ?? null).toEqual(own?.offers ?? null);
        if (table?.asked) expect(table.asked.ask).toBe(message.ask);
      }
    });
    expect(steps).toBeGreaterThan(30);
  });

  it("keeps what was, and makes the new beside it", () => {
    let state = frozen(firstState(messages));
    for (const message of messages) state = frozen(hear(state, frozen(message), 1));
    expect(tableOf(state)).not.toBeNull();
  });

  it("has the server's view after each sync, and after a draw or discard before it", () => {
    let compared = 0;
    let guessed = 0;
    play(messages, (state, message, before) => {
      if (!isSync(message) || !message.view) return;
      if (message.seq < (tableOf(before)?.seq ?? 0)) return expect(state).toBe(before); // steps were faster
      compared++;
      expect(tableOf(state)?.view).toEqual(message.view);
      // One step on from the last true view, the guess by the events is right where they tell all.
      const old = tableOf(before);
      if (!old || old.seq !== message.seq || old.viewSeq !== message.seq - 1) return;
      const events = old.log.filter((entry) => entry.seq === message.seq).map((entry) => entry.event.type);
      if (!events.every((type) => type === "draw" || type === "discard")) return;
      guessed++;
      const { window: _, ...view } = message.view;
      const { window: __, ...guess } = old.view;
      expect(guess.river).toEqual(view.river);
      expect(guess.wall_left).toBe(view.wall_left);
      expect(guess.seats.map((seat) => [seat.count, seat.drawn, seat.hand && [...seat.hand].sort()])).toEqual(
        view.seats.map((seat) => [seat.count, seat.drawn, seat.hand && [...seat.hand].sort()]),
      );
    });
    if (stream.endsWith(".seat")) {
      expect(compared).toBeGreaterThan(3);
      expect(guessed).toBeGreaterThanOrEqual(0);
    }
  });

  it("ends hands with points that sum to the points of the events", () => {
    let hands = 0;
    play(messages, (state, message) => {
      if (message.t !== "hand") return;
      hands++;
      const table = tableOf(state);
      expect(table?.ended?.key).toBe(message.key);
      expect(message.points.reduce((sum, one) => sum + one, 0)).toBe(0);
      // Each win was paid: the fans are announced, and the payments go to the winner.
      for (const win of table?.wins ?? []) {
        // The reading lays the whole hand, and the steps lead to what was paid.
        expect(win.reading?.flat().length ?? 14).toSatisfy((count: number) => count % 3 === 2);
        if (win.tile) expect(win.reading?.flat() ?? [win.tile]).toContain(win.tile);
        // A hand without a row is worth the least.
        if (win.value > 1) expect(win.fans.length).toBeGreaterThan(0);
        expect(win.payments.length).toBeGreaterThan(0);
        for (const payment of win.payments) {
          expect(payment.to).toBe(win.seat);
          expect(payment.from).not.toContain(win.seat);
          expect(payment.from.every((seat) => seat >= 0 && seat < 8)).toBe(true);
        }
      }
    });
    expect(hands).toBeGreaterThanOrEqual(1);
  });

  it("hears a message twice as if once", () => {
    let state = firstState(messages);
    for (const message of messages) {
      state = hear(state, message, 1);
      if (message.t === "step") expect(hear(state, message, 2)).toBe(state);
    }
  });

  it("hears every step, although a sync was ahead of it", () => {
    const late = [...messages];
    for (let at = 1; at < late.length; ++at) {
      const [step, answer] = [late[at - 1]!, late[at]!];
      if (step.t === "step" && isSync(answer) && answer.seq === step.seq) late.splice(at - 1, 2, answer, step);
    }
    const [whole, other] = [tableOf(play(messages))!, tableOf(play(late))!];
    expect(other.log.map((entry) => entry.event)).toEqual(whole.log.map((entry) => entry.event));
    expect(other.evidence).toEqual(whole.evidence);
    expect(other.walks).toEqual(whole.walks);
    expect(other.view).toEqual(whole.view);
    expect({ ...other.asked, until: 0 }).toEqual({ ...whole.asked, until: 0 });
  });

  it("may come back in the middle and is where it was", () => {
    const half = Math.floor(messages.length / 2);
    const whole = play(messages);
    // A page that was opened later gets desk and begin with the present state.
    const later = messages.slice(half);
    const at = later.findIndex((message) => isSync(message) && message.view !== undefined);
    if (at < 0) return;
    const begin = { ...(later[at] as object), t: "begin", resumed: true } as unknown as Push;
    const desk = messages.filter((message) => message.t === "desk").at(-1) as Push;
    const state = play([desk, begin, ...later.slice(at + 1)]);
    expect(tableOf(state)?.seq).toBe(tableOf(whole)?.seq);
    expect(tableOf(state)?.hand).toBe(tableOf(whole)?.hand);
    expect(tableOf(state)?.asked).toEqual(
      tableOf(whole)?.asked && { ...tableOf(whole)?.asked, until: expect.anything(), total: expect.anything() },
    );
  });
});

it("a win has its reading, its fans and the steps to each payment", () => {
  const [win] = winsAfter(
    [],
    [
      { type: "hu", seat: 2, other: 0, pieces: ["3m"] },
      { type: "win_value", seat: 2, other: 0, pieces: ["3m"], value: 640 },
      { type: "fan", seat: 2, value: 1, text: "x" },
      { type: "win_reading", seat: 2, pieces: ["5p", "0p", "1m", "2m", "3m"], value: 1 },
      { type: "fan_total", seat: 2, value: 1 },
      { type: "fu", seat: 2, value: 40 },
      { type: "pay_plus", seat: 2, other: 0, value: 3, text: "zhuang" },
      { type: "pay_times", seat: 2, other: 0, value: 4, text: "share" },
      { type: "pay_rounded", seat: 2, other: 0, value: 2600 },
      { type: "pay_plus", seat: 2, other: 0, value: 300, text: "honba" },
      { type: "points", seat: 2, seats: [0, 7], value: 2900, text: "hu" },
      { type: "gang", seat: 1 },
      { type: "points", seat: 2, seats: [1], value: 1, text: "not_of_the_win" },
    ],
  );
  expect(win).toMatchObject({
    value: 640,
    reading: [
      ["5p", "0p"],
      ["1m", "2m", "3m"],
    ],
    fans: [{ id: "x", value: 1 }],
    total: 1,
    fu: 40,
    limit: null,
    payments: [{ to: 2, from: [0, 7], value: 2900 }],
  });
  expect(arithmetic(win!, 0, (id) => id)).toEqual({ text: "(640 + 3 zhuang) × 4 share → 2600 + 300 honba", result: 2900 });
  expect(arithmetic(win!, 1, (id) => id)).toEqual({ text: "640", result: 640 });
});

it("a win is shown with the melds of its time", () => {
  const melds = [{ kind: "peng" }, { kind: "an_gang" }] as unknown as SeatView["melds"];
  const seat = { melds, count: 7 };
  const read = (...sizes: number[]) => ({ reading: sizes.map((size) => Array<string>(size).fill("1m")) }) as Win;
  expect(meldsOf(read(2, 3, 3), seat)).toEqual(melds);
  expect(meldsOf(read(2, 3, 3, 3), seat)).toEqual(melds.slice(0, 1));
  expect(meldsOf(read(2, 3, 3, 3, 3), seat)).toEqual([]);
  expect(meldsOf(read(2, 2, 2, 2, 2, 2, 2), seat)).toEqual([]);
  // A lone pair is no seven pairs: all sets are melds.
  const four = [...melds, { kind: "chi" }, { kind: "peng" }] as unknown as SeatView["melds"];
  expect(meldsOf(read(2), { melds: four, count: 1 })).toEqual(four);
  expect(meldsOf(read(2), { melds: four, count: 2 })).toEqual(four);
  expect(meldsOf({ reading: null } as Win, seat)).toEqual(melds);
});

it("every payer has its steps: who owes the value, who does not, and who is liable", () => {
  const win = (steps: Event[]) => winsAfter([], [{ type: "win_value", seat: 2, other: 0, value: 20 }, ...steps])[0]!;
  const lines = (one: Win) => paymentsOf(one, 4, (id) => id).map(({ from, steps, value, short }) => [from, steps, value, short]);
  const more = [0, 1, 3].map((other) => ({ type: "pay_plus", seat: 2, other, value: 8, text: "all_pay" }));
  const paid = (payers: number[], value: number, text = "hu") => ({ type: "points", seat: 2, seats: payers, value, text });
  expect(lines(win([...more, paid([0], 28), paid([1, 3], 8)]))).toEqual([
    [0, "20 + 8 all_pay", 28, false],
    [1, "8 all_pay", 8, false],
    [3, "8 all_pay", 8, false],
  ]);
  // Seat 1 pays for seat 0; it owes nothing itself.
  const liable = [
    { type: "pay_times", seat: 2, other: 0, value: 2, text: "share" },
    { type: "pay_own", seat: 2, other: 0, value: 0 },
    { type: "pay_plus", seat: 2, other: 1, value: 40, text: "liable" },
  ];
  expect(lines(win([...liable, paid([1], 40)]))).toEqual([
    [1, "40 liable", 40, false],
    [0, "20 × 2 share → 0", 0, false],
  ]);
  // It has 15 left; gang points passed on, and those on the table, come by no steps.
  expect(lines(win([paid([0], 15), paid([3], 3, "gang_transfer"), paid([7], 1000)]))).toEqual([
    [0, "20", 15, true],
    [3, "", 3, false],
    [7, "", 1000, false],
  ]);
});

it("seven pairs are read pair by pair, and what is hidden has no reading", () => {
  const pairs = ["1m", "1m", "2m", "2m", "3m", "3m", "4m", "4m", "5m", "5m", "6m", "6m", "7m", "7m"];
  const win = { type: "win_value", seat: 0, pieces: ["7m"], value: 1 };
  expect(winsAfter([], [win, { type: "win_reading", seat: 0, pieces: pairs }])[0]?.reading).toHaveLength(7);
  expect(winsAfter([], [win, { type: "win_reading", seat: 0, pieces: pairs.map(() => "?"), hidden: true }])[0]?.reading).toBeNull();
});

it("a hand that is no sets lies suit by suit, and what is hidden together", () => {
  expect(bySuit(["7z", "1m", "0p", "4p", "7m", "1z", "4m"])).toEqual([
    ["1m", "4m", "7m"],
    ["4p", "0p"],
    ["1z", "7z"],
  ]);
  expect(bySuit(["?", "?"])).toEqual([["?", "?"]]);
});

it("an initial win has the patterns shown, and the steps to each payment", () => {
  const shows = [
    { type: "initial_win", seat: 1, text: "four", pieces: ["1m", "1m", "1m", "1m"] },
    { type: "initial_win", seat: 1, text: "two", pieces: ["2p", "2p", "2p", "3s", "3s", "3s"] },
    { type: "dice", value: 35 },
    { type: "initial_win_value", seat: 1, value: 1 },
    { type: "pay_plus", seat: 1, other: 0, value: 1, text: "dealer" },
    { type: "pay_times", seat: 1, other: 0, value: 2, text: "each_pattern" },
    { type: "pay_times", seat: 1, other: 2, value: 2, text: "each_pattern" },
    { type: "points", seat: 1, seats: [0], value: 4, text: "shown" },
    { type: "points", seat: 1, seats: [2], value: 2, text: "shown" },
  ];
  const [win, ...more] = winsAfter([], shows);
  expect(more).toEqual([]);
  expect(win).toMatchObject({ seat: 1, value: 1, shown: [shows[0]!.pieces, shows[1]!.pieces], reading: null });
  expect(win!.fans.map(({ id }) => id)).toEqual(["four", "two"]);
  expect(paymentsOf(win!, 4, (id) => id).map(({ from, steps, value, short }) => [from, steps, value, short])).toEqual([
    [0, "(1 + 1 dealer) × 2 each_pattern", 4, false],
    [2, "1 × 2 each_pattern", 2, false],
  ]);
});

it("the value of rows that are points or factors says how it comes of them", () => {
  const win = (rows: number[], value: number, total: number | null = null) =>
    ofRows({ fans: rows.map((one) => ({ id: "x", value: one })), value, total } as Win);
  expect(win([1, 2, 2], 4)).toBe("1 × 2 × 2");
  expect(win([4, 2], 6)).toBe("4 + 2");
  expect(win([1, 2], 2, 3)).toBe("");
  expect(win([4], 4)).toBe("");
});

it("a value of fan and fu says so only where it comes of them", () => {
  const win = (total: number | null, fu: number | null, value: number) => ofFu({ total, fu, value } as Win);
  expect(win(1, 30, 240)).toEqual({ base: 30, power: "1+2" });
  expect(win(6, 30, 3000)).toBeNull(); // a limit
  expect(win(null, 30, 240)).toBeNull();
  expect(win(3, null, 8)).toBeNull();
});

it("final scores are those of the events, where there are any", () => {
  const entry = (event: Event) => ({ n: 1, seq: 1, event });
  expect(finalsOf([entry({ type: "score", seat: 0, value: 30000 })], 2)).toBeNull();
  expect(finalsOf([entry({ type: "final_score", seat: 1, value: 42 }), entry({ type: "final_score", seat: 0, value: -42 })], 2)).toEqual([
    -42, 42,
  ]);
});

it("a hand that was won by a draw is shown with that tile", () => {
  const view = {
    seats: [
      { seat: 0, hand: ["8m", "8m", "6m", "5m"], count: 4 },
      { seat: 1, hand: ["1p"], count: 1 },
    ],
  } as unknown as View;
  const win = (fields: Partial<Win>) => ({ seat: 0, tile: "7m", shown: null, ...fields }) as Win;
  const shown = withWinningDraws(view, [win({})]);
  expect(shown.seats[0]).toMatchObject({ hand: ["8m", "8m", "6m", "5m", "7m"], count: 5, drawn: "7m" });
  expect(shown.seats[1]).toBe(view.seats[1]);
  expect(withWinningDraws(shown, [win({})])).toBe(shown);
  // A discard lies in its river, and some games lay won tiles aside.
  expect(withWinningDraws(view, [win({ other: 1 })])).toBe(view);
  const aside = { ...view, seats: [{ ...view.seats[0]!, set_aside: ["7m"] }] };
  expect(withWinningDraws(aside, [win({})])).toBe(aside);
});

describe("the end of a hand", () => {
  it.each(variants)("%s: events alone give hands and payments", (variant) => {
    const messages = messagesOf(`${variant}.seat`);
    let checked = 0;
    play(messages, (state, message) => {
      if (message.t !== "hand") return;
      const view = tableOf(state)!.view;
      // Points that lie on the table are nobody's.
      expect(view.points.slice(0, message.points.length)).toEqual(message.points);
      expect(view.seats.every((seat) => seat.hand && !seat.hand.includes("?"))).toBe(true);
      // Every payer of a win has the steps to what it pays, and could pay it.
      for (const win of tableOf(state)!.wins) {
        const lines = paymentsOf(win, view.seats.length, (id) => id).filter(({ reason }) => reason === win.payments[0]?.text);
        expect(lines.length).toBeGreaterThan(0);
        for (const line of lines.filter(({ from }) => from < view.seats.length)) {
          expect(line.steps, JSON.stringify(win.terms)).not.toBe("");
          expect(line.short, JSON.stringify({ line, terms: win.terms })).toBe(false);
        }
      }
      const { evidence } = tableOf(state)!;
      const taken = evidence.filter((event) => TAKES.has(event.type)).reduce((sum, event) => sum + (event.pieces?.length ?? 0), 0);
      // A hidden indicator lies beside the wall.
      const aside = "bao" in (view.state ?? {}) ? 1 : 0;
      expect(taken + view.wall_left + aside).toBe(evidence.find((event) => event.type === "shuffle")?.value);
      checked++;
    });
    expect(checked).toBeGreaterThan(0);
  });
});

it("a page that is loaded again knows the hand that it has seen to its end", () => {
  const messages = messagesOf(streams.find((name) => name.endsWith(".seat")) as string);
  const end = messages.findIndex((message) => message.t === "hand");
  const before = play(messages.slice(0, end + 1));
  const room = JSON.parse(JSON.stringify(Object.values(before.rooms)[0])) as Room;
  const table = tableOf(before)!;
  let state = reduce(firstState(messages), { type: "seen", room });
  expect(state.count).toBeGreaterThanOrEqual(table.log.at(-1)!.n);
  const begin = { ...table.view, t: "begin", resumed: true, events: [], salts: table.salts, view: table.view };
  const { match, hand, seat, seq } = table;
  state = reduce(state, { type: "push", push: { ...begin, desk: room.desk.id, match, hand, seat, seq } as unknown as Push, now: 1 });
  expect(tableOf(state)).toMatchObject({ ended: table.ended, wins: table.wins, evidence: table.evidence, commit: table.commit });
});

// A seat's stream up to its first question.
function asking(): { state: State; table: Table; desk: string } {
  const messages = messagesOf(streams.find((name) => name.endsWith(".seat")) as string);
  let state = firstState(messages);
  for (const message of messages) {
    state = hear(state, message, 1);
    const table = tableOf(state);
    if (table?.asked) return { state, table, desk: Object.keys(state.rooms)[0] as string };
  }
  throw new Error("no question");
}

describe("an answer", () => {
  it("takes the question away at once, and a refusal brings it back with the reason", () => {
    const { state, table, desk } = asking();
    const asked = table.asked!;
    const answering = reduce(state, { type: "answering", desk, ask: asked.ask, node: "x" });
    expect(tableOf(answering)?.asked).toBeNull();
    const reason = { id: "r", zh: "不行", en: "no" };
    const refused = reduce(answering, { type: "refused", desk, ask: asked.ask, asked, reason });
    expect(tableOf(refused)?.asked).toEqual(asked);
    expect(tableOf(refused)?.refusal).toEqual(reason);
    const others = [{ node: "guo", kind: "nothing" as const }];
    const instead = reduce(answering, {
      type: "refused",
      desk,
      ask: asked.ask,
      asked,
      choices: [{ seat: table.seat!, offers: others }],
      reason,
    });
    expect(tableOf(instead)?.asked?.offers).toEqual(others);
  });

  it("to an older question changes nothing", () => {
    const { state, table, desk } = asking();
    expect(tableOf(reduce(state, { type: "answering", desk, ask: table.asked!.ask - 1, node: "x" }))?.asked).toEqual(table.asked);
  });

  it("that a window keeps is shown as such, also after coming back", () => {
    const { state, table, desk } = asking();
    const { ask } = table.asked!;
    const kept = reduce(reduce(state, { type: "answering", desk, ask, node: "x" }), { type: "kept", desk, ask });
    expect(tableOf(kept)?.answered).toMatchObject({ ask, node: "x", kept: true });
  });

  it("a pass in the own turn is asked again by its answer, without a step", () => {
    const { state, table, desk } = asking();
    const { ask, offers } = table.asked!;
    const passing = reduce(state, { type: "answering", desk, ask, node: "guo" });
    const question = { choices: [{ seat: table.seat!, offers: offers.slice(0, 1) }], ask: ask + 1, deadline_ms: 9000 };
    const again = tableOf(reduce(passing, { type: "askedAgain", desk, ask, question, now: 50 }));
    expect(again).toMatchObject({ seq: table.seq, answered: null, asked: { ask: ask + 1, until: 9050, total: 9000 } });
    expect(again?.asked?.offers).toEqual(offers.slice(0, 1));
    // A step that was faster has asked something else.
    const late = reduce(state, { type: "askedAgain", desk, ask: ask - 1, question, now: 50 });
    expect(tableOf(late)?.asked).toEqual(table.asked);
  });
});

describe("around the table", () => {
  const { state, desk } = asking();
  it("presence, sayings, votes and notices", () => {
    let now = reduce(state, { type: "push", push: { t: "presence", desk, seat: 0, online: false, auto: true }, now: 1 });
    expect(now.rooms[desk]?.desk.seats[0]).toMatchObject({ online: false, auto: true });
    now = reduce(now, { type: "push", push: { t: "said", desk, name: "a", text: "hi" }, now: 5 });
    expect(now.rooms[desk]?.said.at(-1)).toMatchObject({ at: 5, said: { text: "hi" } });
    now = reduce(now, { type: "push", push: { t: "vote", desk, by: 1, agreed: [1], left_ms: 600 }, now: 5 });
    expect(now.rooms[desk]?.vote).toMatchObject({ by: 1, until: 605 });
    now = reduce(now, { type: "push", push: { t: "vote", desk, result: "continued" }, now: 6 });
    expect(now.rooms[desk]?.vote).toBeNull();
    expect(now.notices).toMatchObject([{ code: "continued", brief: true }]);
    now = reduce(now, { type: "dismiss", n: now.notices[0]!.n });
    now = reduce(now, { type: "push", push: { t: "notice", code: "stopping", zh: "停", en: "stop" }, now: 6 });
    now = reduce(now, { type: "noticed", notice: { code: "stopping", zh: "停", en: "stop" } });
    expect(now.notices).toHaveLength(1);
    expect(reduce(now, { type: "dismiss", n: now.notices[0]!.n }).notices).toHaveLength(0);
  });

  it("who is sent away from a desk that is watched is in the lobby again", () => {
    const removed: Push = { t: "notice", code: "removed", zh: "请出", en: "sent away" };
    const here = { ...state, here: desk };
    const watching = { ...here, rooms: { [desk]: { ...state.rooms[desk]!, watching: true } } };
    expect(reduce(watching, { type: "push", push: removed, now: 1 })).toMatchObject({ here: null, rooms: {} });
    expect(reduce(here, { type: "push", push: removed, now: 1 }).here).toBe(desk); // who sits there stays
  });

  it("the end of an older match changes nothing while the next one is played", () => {
    const next = { ...state, rooms: { ...state.rooms, [desk]: { ...state.rooms[desk]!, table: { ...tableOf(state)!, match: 2 } } } };
    const over = { t: "over" as const, desk, scores: [0, 0], ranks: [1, 1] };
    const older = reduce(next, { type: "push", push: { ...over, match: 1 }, now: 7 });
    expect(older.rooms[desk]).toEqual(next.rooms[desk]);
    const own = reduce(next, { type: "push", push: { ...over, match: 2 }, now: 7 });
    expect(own.rooms[desk]).toMatchObject({ over: { match: 2 }, desk: { state: "waiting" }, table: { asked: null } });
  });

  it("another login ends it, and logging out forgets the tables", () => {
    const ended = reduce(reduce(state, { type: "push", push: { t: "bye", code: "other_login" }, now: 1 }), {
      type: "phase",
      phase: "ended",
      retryAt: null,
    });
    expect(ended).toMatchObject({ bye: "other_login", phase: "ended" });
    expect(reduce(state, { type: "loggedOut" })).toMatchObject({ user: null, needsName: true, rooms: {}, here: null });
  });
});

describe("a plain game", () => {
  const messages = messagesOf("xueliu.seat");
  const desk = messages.find((message) => message.t === "desk") as Extract<Push, { t: "desk" }>;
  const begun = messages.find((message) => message.t === "begin") as Extract<Push, { t: "begin" }>;
  const seen = (left: number): View => ({ ...begun.view!, plain: true, river: [], state: { left } });
  const begin = { ...begun, view: seen(23), seq: 0, events: [] } as Push;
  const step = (seq: number, view?: View) =>
    ({
      t: "step",
      desk: begun.desk,
      seq,
      events: [{ type: "discard", seat: 0, pieces: ["1m"] }],
      node: "take",
      path: [],
      view,
    }) as unknown as Push;

  it("takes the table from its steps, and no event changes it", () => {
    let state = [desk, begin].reduce((all, message) => hear(all, message as Recorded, 1), firstState(messages));
    state = hear(state, step(1) as Recorded, 2);
    expect(tableOf(state)!.view).toMatchObject({ state: { left: 23 }, river: [], node: "take" });
    state = hear(state, step(2, seen(22)) as Recorded, 3);
    expect(tableOf(state)!.view).toMatchObject({ state: { left: 22 }, river: [], plain: true });
  });
});
