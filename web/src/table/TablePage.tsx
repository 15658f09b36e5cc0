// TablePage: the table in play: the bar, the board, the own area, panes beside it, and what comes after a hand.
import { useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { NO_HELPS, type Helps } from "../answers/automatic";
import { HelpSwitches } from "../answers/HelpSwitches";
import { exchangedBy } from "../answers/exchanged";
import { handOffer, isHeld } from "../answers/offers";
import { OwnArea } from "../answers/OwnArea";
import { ChartPane } from "../chart/ChartPane";
import { Dialog } from "../Dialog";
import { Later } from "../Later";
import { EventLines } from "../help/EventLines";
import { Announcer } from "../help/Announcer";
import { GuideButton } from "../help/Guide";
import { beginLesson, isOf, leaveLesson, Lesson } from "../help/Lesson";
import { tipFor } from "../help/lessons";
import { HintPane } from "../help/HintPane";
import { Sounds } from "../help/Sounds";
import { WhyNot } from "../help/WhyNot";
import { YourTurn } from "../help/YourTurn";
import { useText, useWorded } from "../i18n";
import { useShared } from "../state/share";
import { RulesButton } from "../lobby/Rules";
import { Settings } from "../lobby/Settings";
import { set, settings } from "../settings";
import { dissolve, enter, leave, request } from "../store";
import type { Room, Table } from "../state/types";
import { viewAtEnd } from "../state/ended";
import { useWords } from "../words";
import { Board } from "./Board";
import { CallOuts } from "./CallOuts";
import { Chat, Sayings } from "./Chat";
import { useEquals } from "./equals";
import { ExchangeNote } from "./ExchangeNote";
import { HandEnd } from "./HandEnd";
import { useMarks } from "./marks";
import { useMoment } from "./moment";
import { usePeople } from "./people";
import { placeOf } from "./places";
import { PlainBoard } from "./PlainBoard";
import { barredOf, itemsOf } from "./state";
import { unseenOf } from "./unseen";
import { VoteBar } from "./VoteBar";

const loadRawPane = () => import("../dev/RawPane").then(({ RawPane }) => RawPane);

export function TablePage({ phase, room, table }: { phase: string; room: Room; table: Table }) {
  const text = useText();
  const both = useWorded();
  const now = settings.value;
  const words = useWords(room.desk.variant, room.desk.fingerprint);
  const { desk } = room;
  const chatting = useSignal(false);
  const asking = useSignal(false);
  const menu = useSignal(false);
  const ending = useSignal(false); // asked whether to propose the end
  const hidden = useSignal<number | null>(null);
  const looking = useSignal(false); // at the last result
  const pointed = useSignal<string | null>(null);
  const bottom = useSignal(0); // the seat that a spectator sits behind
  const helps = useSignal<Helps>(NO_HELPS); // of this hand
  useEquals(pointed);
  useEffect(() => {
    helps.value = NO_HELPS;
  }, [table.match, table.hand]);
  const { view: heard, ended: end, wins, played } = table;
  const view = useMemo(() => viewAtEnd(table), [heard, end, wins, played]);
  const seats = view.seats.length;
  const own = table.seat !== null && table.seat < seats ? table.seat : null;
  const hand = own === null ? undefined : view.seats[own]?.hand;
  // What is asked before its tiles are there is shown with them.
  const early = table.asked !== null && table.viewSeq < table.seq && !isHeld(table.asked, hand ?? []);
  const asked = early ? null : table.asked;
  const me = table.seat === null ? undefined : desk.seats[table.seat];
  const alone = desk.seats.every((seat) => seat === me || seat.robot || seat.user === undefined);
  const personOf = usePeople(desk.seats, seats);
  const markOf = useMarks(view, words);
  const items = useShared(own === null ? null : itemsOf(view, own));
  const hinting = own !== null && now.hints && !view.plain;
  const ended = table.ended !== null || room.over !== null;
  // What is asked after a hand is on its sheet; the question may come before it.
  const handOver = ended || table.log.some(({ seq, event }) => seq === table.seq && event.type === "hand_over");
  const unseen = (piece: string) => unseenOf(view, piece);
  const discarded = view.river.filter(({ seat }) => seat === own).at(-1)?.tile;
  const barred = own === null ? null : barredOf(view, own, words);
  const exchanged = useMemo(() => exchangedBy(own, table.log), [own, table.log]);
  const moment = useMoment(table);
  const showEnd = ended && !moment && hidden.value !== table.hand;
  const thisHand = { desk: desk.id, match: table.match, hand: table.hand };
  const mayLearn = own !== null && !view.plain;
  const lesson = mayLearn && now.lesson && isOf(now.lesson, thisHand) ? now.lesson : null;
  useEffect(() => {
    const first = now.lessons && mayLearn && alone && table.hand === 0 && !ended;
    if (first && !now.taught.includes(desk.variant)) beginLesson(thisHand, desk.variant, false);
  }, [table.match, table.hand]);
  const discards = asked !== null && handOffer(asked, hand ?? [], view.focus, own ?? -1) !== null;
  const tip =
    lesson && words && own !== null && !moment && (!ended || showEnd)
      ? tipFor({ game: desk.variant, words, view, own, asked: me?.auto ? null : asked, discards, ended }, lesson.told)
      : null;
  // Chat and menu are at hand on the sheet after a hand, too, which lies over the bar.
  const around = {
    onChat: () => (chatting.value = !chatting.value),
    onMenu: () => (menu.value = true),
  };
  return (
    <main class={`table-page ${now.chart || now.raw ? "with-panes" : ""}`} data-phase={phase}>
      <nav class="bar">
        <button class="quiet" onClick={() => enter(null)} aria-label={text("table.lobby")}>
          ←
        </button>
        <h1 class="what">
          <span>{words ? both(words) : desk.variant}</span> <small class="dim">{desk.code}</small>
        </h1>
        {room.watching && (
          <button class="quiet" data-do="turn" title={text("table.turn")} onClick={() => (bottom.value = (bottom.value + 1) % seats)}>
            ⟳ <span class="watching">{text(desk.behind ? "table.behind" : "table.watching", { n: desk.behind ?? 0 })}</span>
          </button>
        )}
        <button class="quiet" data-chart aria-pressed={now.chart} onClick={() => set({ chart: !now.chart })}>
          {text("table.chart")}
        </button>
        <button class="quiet" data-menu="chat" aria-pressed={chatting.value} onClick={() => (chatting.value = !chatting.value)}>
          {text("table.chat")}
        </button>
        <button class="quiet" data-menu="menu" aria-expanded={menu.value} onClick={() => (menu.value = true)}>
          {text("table.menu")}
        </button>
      </nav>
      {room.vote && <VoteBar desk={desk.id} vote={room.vote} own={table.seat} nameOf={personOf} />}
      <div class="stage">
        {view.plain ? (
          <PlainBoard desk={desk} view={view} ended={table.ended?.scores ?? null} words={words} own={own} nameOf={personOf} />
        ) : (
          <Board
            desk={desk}
            view={view}
            ended={table.ended?.scores ?? null}
            words={words}
            markOf={markOf}
            own={own}
            bottom={bottom.value}
            nameOf={personOf}
          />
        )}
        {exchanged && !ended && <ExchangeNote {...exchanged} nameOf={personOf} />}
        {!view.plain && <CallOuts table={table} viewer={own ?? bottom.value} words={words} />}
        {!ended && <Lesson desk={desk.id} tip={tip} />}
        <Sayings said={room.said} place={(seat) => (seat < seats ? placeOf(seat, own ?? bottom.value, seats) : null)} />
      </div>
      <OwnArea
        desk={desk.id}
        place={table.seat}
        seat={(own === null || view.plain ? undefined : view.seats[own]) ?? null}
        seats={seats}
        asked={asked}
        answered={table.answered}
        refusal={table.refusal}
        focus={asked ? view.focus : undefined}
        ended={handOver}
        words={words}
        auto={me?.auto ?? false}
        items={items}
        markOf={markOf}
        pointed={pointed}
        unseen={unseen}
        helps={helps}
        exchanged={exchanged}
      />
      {(now.words || hinting) && (
        <div class="beside" data-hints={hinting || undefined} data-seats={seats}>
          {now.words && <EventLines desk={desk} log={table.log} />}
          {hinting && <HintPane desk={desk.id} seq={table.seq} pointed={pointed} discarded={discarded} unseen={unseen} barred={barred} />}
        </div>
      )}
      <Sounds table={table} />
      <YourTurn ask={me?.auto ? null : (asked?.ask ?? null)} game={words ? both(words) : desk.variant} />
      <Announcer desk={desk} log={table.log} />
      {(now.chart || now.raw) && (
        <div class="panes">
          {now.chart && (
            <aside class="pane chart-pane">
              <ChartPane variant={desk.variant} fingerprint={desk.fingerprint} walks={table.walks} onClose={() => set({ chart: false })} />
            </aside>
          )}
          {now.raw && (
            <aside class="pane raw-pane">
              <Later load={loadRawPane} props={{ table, onClose: () => set({ raw: false }) }} />
            </aside>
          )}
        </div>
      )}
      {chatting.value && <Chat desk={desk} seated={table.seat !== null} said={room.said} onClose={() => (chatting.value = false)} />}
      {asking.value && own !== null && <WhyNot desk={desk.id} table={table} onClose={() => (asking.value = false)} />}
      {menu.value && (
        <Dialog title={text("table.menu")} onClose={() => (menu.value = false)}>
          <div class="buttons">
            {me && (
              <button data-do="auto" onClick={() => void request("auto", { desk: desk.id, on: !me.auto })}>
                {text(me.auto ? "table.autoOff" : "table.autoOn")}
              </button>
            )}
            {own !== null && (
              <button
                data-do="why"
                onClick={() => {
                  menu.value = false;
                  asking.value = true;
                }}
              >
                {text("table.why")}
              </button>
            )}
            {me && desk.state === "playing" && (
              <button
                data-do="dissolve"
                onClick={() => {
                  menu.value = false;
                  ending.value = true;
                }}
              >
                {text("table.dissolve")}
              </button>
            )}
            {room.last && !ended && (
              <button
                data-do="last"
                onClick={() => {
                  menu.value = false;
                  looking.value = true;
                }}
              >
                {text("end.last")}
              </button>
            )}
            {room.watching && <button onClick={() => void leave(desk.id)}>{text("table.leaveWatch")}</button>}
            <RulesButton variant={desk.variant} />
            <GuideButton />
            {mayLearn && !ended && (
              <button
                data-do="lesson"
                onClick={() => {
                  menu.value = false;
                  if (lesson) leaveLesson();
                  else beginLesson(thisHand, desk.variant, true);
                }}
              >
                {text(lesson ? "lesson.leave" : "lesson.title")}
              </button>
            )}
          </div>
          {own !== null && !view.plain && <HelpSwitches helps={helps} />}
          <Settings />
        </Dialog>
      )}
      {ending.value && me && desk.state === "playing" && (
        <Dialog title={text("table.dissolve")} onClose={() => (ending.value = false)}>
          <p>{text(alone ? "table.dissolveAlone" : "table.dissolveAsk")}</p>
          <div class="buttons end">
            <button onClick={() => (ending.value = false)}>{text("answer.cancel")}</button>
            <button
              class="main"
              data-do="dissolve-yes"
              onClick={() => {
                ending.value = false;
                void dissolve(desk.id);
              }}
            >
              {text(alone ? "table.dissolveYes" : "table.dissolve")}
            </button>
          </div>
        </Dialog>
      )}
      {ended && !showEnd && !moment && (
        <button class="main back-to-end" onClick={() => (hidden.value = null)}>
          {text("end.back")}
        </button>
      )}
      {looking.value && room.last && !ended && (
        <HandEnd room={room} table={room.last} words={words} nameOf={personOf} past onHide={() => (looking.value = false)} {...around} />
      )}
      {showEnd && (
        <HandEnd room={room} table={table} words={words} nameOf={personOf} onHide={() => (hidden.value = table.hand)} {...around}>
          {ended && <Lesson desk={desk.id} tip={tip} />}
        </HandEnd>
      )}
    </main>
  );
}
