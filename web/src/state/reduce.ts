// reduce: state + what was heard -> state. Pure: times are given.
import type { Desk, Event, Push, Reason, SeatChoices, StepPush, SyncOk, User, VariantInfo, View } from "../protocol/messages";
import { EVIDENCE } from "../fair/evidence";
import { en } from "../i18n/en";
import { zh } from "../i18n/zh";
import type { Phase } from "../protocol/connection";
import { applyEvents } from "./events";
import { share } from "./share";
import type { Asked, Notice, Room, State, Table, Walk } from "./types";
import { winsAfter } from "./wins";

export type Heard =
  | { type: "phase"; phase: Phase; retryAt: number | null }
  | { type: "loggedIn"; user: User; desks: string[] }
  | { type: "named"; user: User }
  | { type: "loggedOut" }
  | { type: "seen"; room: Room }
  | { type: "variants"; variants: VariantInfo[] }
  | { type: "push"; push: Push; now: number }
  | { type: "synced"; answer: SyncOk; now: number }
  | { type: "desk"; desk: Desk; watching: boolean }
  | { type: "enter"; desk: string | null }
  | { type: "left"; desk: string }
  | { type: "answering"; desk: string; ask: number; node: string }
  | { type: "kept"; desk: string; ask: number }
  | { type: "askedAgain"; desk: string; ask: number; question: Question; now: number }
  | { type: "refused"; desk: string; ask: number; asked: Asked; choices?: SeatChoices[]; reason: Reason | null }
  | { type: "understood"; desk: string }
  | { type: "noticed"; notice: Omit<Notice, "n"> }
  | { type: "dismiss"; n: number }
  | { type: "latency"; ms: number };

const LOG = 400; // entries kept
const SAYINGS = 50;

export interface Question {
  choices?: SeatChoices[] | undefined;
  ask?: number | undefined;
  deadline_ms?: number | undefined;
  extra_ms?: number | undefined;
  defaults?: { seat?: number; node: string; pieces?: string[]; value?: number }[] | undefined;
}

function askedBy(question: Question, seat: number | null, now: number): Asked | null {
  const own = question.choices?.find((one) => one.seat === seat);
  if (!own || own.offers.length === 0 || question.ask === undefined) return null;
  const time = question.deadline_ms ?? 0;
  return {
    ask: question.ask,
    offers: own.offers,
    until: time > 0 ? now + time : null,
    total: time,
    extra: question.extra_ms ?? 0,
    fallback: question.defaults?.find((one) => one.seat === undefined || one.seat === seat) ?? null,
  };
}

const walkOf = (step: { seq: number; node?: string; path?: string[] }, node: string, asked: Asked | null): Walk => ({
  seq: step.seq,
  node,
  path: step.path ?? [],
  offers: asked?.offers.map((offer) => offer.node) ?? [],
});

function withRoom(state: State, id: string, change: (room: Room) => Room): State {
  const room = state.rooms[id];
  return room ? { ...state, rooms: { ...state.rooms, [id]: change(room) } } : state;
}

function withTable(state: State, id: string, change: (table: Table) => Table): State {
  return withRoom(state, id, (room) => (room.table ? { ...room, table: change(room.table) } : room));
}

function withLog(state: State, table: Table, seq: number, events: Event[]): { count: number; log: Table["log"] } {
  let count = state.count;
  const log = [...table.log, ...events.map((event) => ({ n: ++count, seq, event }))].slice(-LOG);
  return { count, log };
}

function withoutRoom(state: State, desk: string): State {
  const { [desk]: _, ...rooms } = state.rooms;
  return { ...state, rooms, here: state.here === desk ? null : state.here };
}

/** A notice; an older one with the same words goes. */
function withNotice(state: State, notice: Omit<Notice, "n">): State {
  const n = state.count + 1;
  return { ...state, notices: [...state.notices.filter(({ en }) => en !== notice.en), { n, ...notice }], count: n };
}

/** The table as a `begin`, or a `sync` without `since`, gives it. */
function begun(state: State, message: SyncOk | Extract<Push, { t: "begin" }>, now: number): State {
  const room = state.rooms[message.desk];
  if (!room || !message.view) return state;
  const old = room.table;
  const view = share(old?.view, message.view);
  const same = old !== null && old.match === message.match && old.hand === message.hand;
  if (same && message.seq < Math.max(old.seq, old.viewSeq)) return state; // an answer that a step has overtaken
  const seat = message.seat ?? null;
  const asked = askedBy(message, seat, now);
  const events = message.events ?? [];
  const base: Table = same
    ? old
    : {
        match: message.match,
        hand: message.hand,
        seat,
        seq: message.seq,
        view,
        viewSeq: message.seq,
        node: "",
        asked: null,
        answered: null,
        refusal: null,
        log: [],
        walks: [],
        wins: [],
        salts: [],
        evidence: [],
        start: view.state,
        played: null,
        commit: room.commit,
        ended: null,
      };
  const fresh = !same || message.t === "begin";
  const { count, log } = fresh ? withLog(state, base, message.seq, events) : { count: state.count, log: base.log };
  const node = view.node ?? base.node;
  const walks = !same || (fresh && message.seq > old.seq) ? [...base.walks, walkOf(message, node, asked)] : base.walks;
  const total = asked && old?.asked?.ask === asked.ask ? old.asked.total : (asked?.total ?? 0);
  // The question may still be there while the answer is on its way.
  const pending = old?.answered && asked && old.answered.ask === asked.ask ? old.answered : null;
  const table: Table = {
    ...base,
    seat,
    // A step that `sync` was ahead of is still to come, with its events.
    seq: fresh ? message.seq : base.seq,
    view,
    viewSeq: message.seq,
    node,
    asked: asked && !pending ? { ...asked, total } : null,
    answered: pending ?? (same && !asked && old.answered?.kept && message.seq <= Math.max(old.seq, old.viewSeq) ? old.answered : null),
    log,
    walks,
    salts: message.salts ?? base.salts,
    played: base.played ?? (view.hands_done > base.view.hands_done ? base.view.state : null),
    evidence: fresh ? [...base.evidence, ...events.filter((event) => EVIDENCE.has(event.type))] : base.evidence,
  };
  // Between two hands: a client that comes now has not had the push `hand`.
  if (message.ended) {
    table.ended = { t: "hand", desk: message.desk, match: message.match, hand: message.hand, key: "", ...message.ended };
    table.wins = winsAfter([], message.ended.wins);
  }
  const over = room.over && room.over.match === message.match ? room.over : null;
  // That play begins is announced by `begin` alone.
  const desk: Desk = room.desk.state === "waiting" ? { ...room.desk, state: "playing" } : room.desk;
  const commit = message.ended?.commit ?? room.commit;
  const last = !same && old?.ended ? old : room.last;
  return { ...withRoom(state, message.desk, (one) => ({ ...one, desk, table, last, over, commit })), count };
}

/** The table of a plain game comes with the step. Between two steps of one action it stays as it is. */
const shownBy = (old: View, step: StepPush): View | null =>
  step.view ? share(old, step.view) : old.plain ? { ...old, node: step.node || (old.node ?? "") } : null;

function stepped(state: State, step: StepPush, now: number): State {
  const table = state.rooms[step.desk]?.table;
  if (!table || step.seq <= table.seq) return state;
  const asked = askedBy(step, table.seat, now);
  const { count, log } = withLog(state, table, step.seq, step.events);
  const node = step.node || table.node;
  const known = step.seq <= table.viewSeq; // a sync was ahead of it
  const pending = asked && table.answered?.ask === asked.ask ? table.answered : null;
  const next: Table = {
    ...table,
    seq: step.seq,
    node,
    view: known ? table.view : (shownBy(table.view, step) ?? { ...applyEvents(table.view, step.events), node }),
    asked: pending || step.seq < table.viewSeq ? table.asked : asked,
    answered: pending,
    refusal: null,
    log,
    walks: [...table.walks, walkOf(step, node, asked)],
    wins: winsAfter(table.wins, step.events),
    evidence: [...table.evidence, ...step.events.filter((event) => EVIDENCE.has(event.type))],
  };
  return { ...withTable(state, step.desk, () => next), count };
}

function deskHeard(state: State, desk: Desk, watching?: boolean): State {
  const old = state.rooms[desk.id];
  const mine = desk.seats.some((seat) => seat.user !== undefined && seat.user === state.user?.id);
  // A seat that is lost, such as for not being ready in time.
  if (old && !old.watching && !mine && watching === undefined && state.user) return withoutRoom(state, desk.id);
  const room: Room = old
    ? { ...old, desk, watching: watching ?? (old.watching && !mine), commit: desk.commit ?? old.commit }
    : { desk, watching: watching ?? !mine, table: null, last: null, over: null, vote: null, said: [], commit: desk.commit ?? null };
  if (desk.state !== "voting") room.vote = null;
  return { ...state, rooms: { ...state.rooms, [desk.id]: room } };
}

function pushed(state: State, push: Push, now: number): State {
  switch (push.t) {
    case "desk": {
      const { t: _, ...desk } = push;
      return deskHeard(state, desk as Desk);
    }
    case "begin":
      return begun(state, push, now);
    case "step":
      return stepped(state, push, now);
    case "hand": {
      const commit = push.commit ?? null;
      return withRoom(state, push.desk, (room) => ({
        ...room,
        commit,
        // What was hidden in the steps is shown now, and so are wins before a reload.
        table: room.table && room.table.match === push.match ? { ...room.table, ended: push, wins: winsAfter([], push.wins) } : room.table,
      }));
    }
    case "over":
      return withRoom(state, push.desk, (room) =>
        // A client that was away gets the end of that match too, while the next one is played.
        room.table && push.match < room.table.match
          ? room
          : {
              ...room,
              over: push,
              desk: { ...room.desk, state: "waiting" },
              table: room.table ? { ...room.table, asked: null, answered: null } : null,
            },
      );
    case "presence":
      return withRoom(state, push.desk, (room) => ({
        ...room,
        desk: {
          ...room.desk,
          seats: room.desk.seats.map((seat, at) => (at === push.seat ? { ...seat, online: push.online, auto: push.auto } : seat)),
        },
      }));
    case "vote": {
      const next = withRoom(state, push.desk, (room) => ({
        ...room,
        vote: push.result ? null : { ...push, until: now + (push.left_ms ?? 0) },
      }));
      return push.result === "continued"
        ? withNotice(next, { code: push.result, brief: true, zh: zh["vote.continued"], en: en["vote.continued"] })
        : next;
    }
    case "said": {
      const n = state.count + 1;
      const next = withRoom(state, push.desk, (room) => ({
        ...room,
        said: [...room.said, { n, said: push, at: now }].slice(-SAYINGS),
      }));
      return { ...next, count: n };
    }
    case "notice": {
      const next = withNotice(state, { code: push.code, zh: push.zh, en: push.en });
      // Sent away from the desk that is watched here.
      return push.code === "removed" && state.here !== null && state.rooms[state.here]?.watching ? withoutRoom(next, state.here) : next;
    }
    case "bye":
      return { ...state, bye: push.code };
  }
}

export function reduce(state: State, heard: Heard): State {
  switch (heard.type) {
    case "phase":
      return {
        ...state,
        phase: heard.phase,
        retryAt: heard.retryAt,
        bye: heard.phase === "connecting" ? null : state.bye,
      };
    case "loggedIn": {
      // Desks that ended meanwhile are gone; the server sends the others again.
      const rooms = Object.fromEntries(
        Object.entries(state.rooms).filter(([id, room]) => heard.desks.includes(id) || room.watching || id === state.here),
      );
      return { ...state, user: heard.user, needsName: false, rooms };
    }
    case "seen": {
      // What an earlier load of this page has heard; questions and votes are sent anew.
      const { table } = heard.room;
      const room: Room = { ...heard.room, vote: null, table: table && { ...table, asked: null, answered: null, refusal: null } };
      const counts = [...(table?.log ?? []), ...room.said].map((one) => one.n);
      return { ...state, rooms: { ...state.rooms, [room.desk.id]: room }, count: Math.max(state.count, ...counts) };
    }
    case "named":
      return { ...state, user: heard.user };
    case "loggedOut":
      return { ...state, user: null, needsName: true, rooms: {}, here: null };
    case "variants":
      return { ...state, variants: heard.variants };
    case "push":
      return pushed(state, heard.push, heard.now);
    case "synced":
      return begun(state, heard.answer, heard.now);
    case "desk":
      return { ...deskHeard(state, heard.desk, heard.watching), here: heard.desk.id };
    case "enter":
      return { ...state, here: heard.desk };
    case "left":
      return withoutRoom(state, heard.desk);
    case "answering":
      return withTable(state, heard.desk, (table) =>
        table.asked?.ask === heard.ask
          ? { ...table, asked: null, answered: { ask: heard.ask, node: heard.node, kept: false, asked: table.asked }, refusal: null }
          : table,
      );
    case "kept":
      return withTable(state, heard.desk, (table) =>
        table.answered?.ask === heard.ask ? { ...table, answered: { ...table.answered, kept: true } } : table,
      );
    // A pass in the own turn: no step comes, the answer to it has the next question.
    case "askedAgain":
      return withTable(state, heard.desk, (table) =>
        table.answered?.ask === heard.ask ? { ...table, answered: null, asked: askedBy(heard.question, table.seat, heard.now) } : table,
      );
    case "refused":
      return withTable(state, heard.desk, (table) => {
        if (table.answered?.ask !== heard.ask) return table;
        const own = heard.choices?.find((one) => one.seat === table.seat);
        const offers = own?.offers ?? (heard.choices ? [] : heard.asked.offers);
        return {
          ...table,
          answered: null,
          asked: offers.length ? { ...heard.asked, offers } : null,
          refusal: heard.reason,
        };
      });
    case "understood":
      return withTable(state, heard.desk, (table) => ({ ...table, refusal: null }));
    case "noticed":
      return withNotice(state, heard.notice);
    case "dismiss":
      return { ...state, notices: state.notices.filter((notice) => notice.n !== heard.n) };
    case "latency":
      return { ...state, latency: [...state.latency, heard.ms].slice(-60) };
  }
}
