// App: what is shown: the name, the lobby, or a desk; and what is wrong with the connection above it.
import { useEffect, useState } from "preact/hooks";
import { DeskPage } from "./table/DeskPage";
import { useText, useWorded } from "./i18n";
import { Lobby } from "./lobby/Lobby";
import { NameForm } from "./lobby/NameForm";
import { arriveByLink } from "./lobby/link";
import { dismiss, game as current, networkLost, retryNow, takeBack } from "./store";
import type { Room, State } from "./state/types";
import { useClock } from "./clock";

export function App() {
  const game = current.value;
  const logged = game.user !== null;
  useEffect(() => {
    if (logged) void arriveByLink();
  }, [logged]);
  useEffect(() => {
    addEventListener("online", retryNow);
    addEventListener("offline", networkLost);
    return () => {
      removeEventListener("online", retryNow);
      removeEventListener("offline", networkLost);
    };
  }, []);
  const room = game.here ? game.rooms[game.here] : undefined;
  return (
    <>
      {game.needsName ? <NameForm game={game} /> : room ? <DeskPage game={game} room={room} /> : <Lobby game={game} />}
      <Trouble game={game} unanswered={unansweredIn(room)} />
      <Notices game={game} />
    </>
  );
}

/** The question whose answer is on its way. */
function unansweredIn(room: Room | undefined): number | null {
  const answered = room?.table?.answered;
  return answered && !answered.kept ? answered.ask : null;
}

/** Whether `what` has been the same, and not null, for `ms`. */
function useLate(what: number | boolean | null, ms: number): boolean {
  const [late, setLate] = useState<typeof what>(null);
  useEffect(() => {
    setLate(null);
    if (what === null) return;
    const timer = setTimeout(() => setLate(what), ms);
    return () => clearTimeout(timer);
  }, [what, ms]);
  return what !== null && late === what;
}

// So that what is short does not flash.
const BREAK_MS = 700;
const ANSWER_MS = 2000;

function Trouble({ game, unanswered }: { game: State; unanswered: number | null }) {
  const text = useText();
  const well = game.phase === "online";
  const broken = useLate(well ? null : true, BREAK_MS);
  const kept = useLate(unanswered, ANSWER_MS);
  const now = useClock(game.phase === "waiting" ? 500 : null);
  if (game.phase === "ended") {
    const taken = game.bye === "other_login";
    const what = taken ? "connection.otherLogin" : game.bye === "limit" ? "connection.limit" : "connection.protocol";
    return (
      <div class="cover" role="alertdialog" aria-modal="true" aria-label={text(what)}>
        <div class="card">
          <p>{text(what)}</p>
          <button class="main" autofocus onClick={() => (game.bye === "protocol" ? location.reload() : takeBack())}>
            {text(game.bye === "protocol" ? "connection.reload" : "connection.takeBack")}
          </button>
        </div>
      </div>
    );
  }
  if (!broken && !kept) return null;
  const seconds = Math.max(0, Math.ceil(((game.retryAt ?? now) - now) / 1000));
  return (
    <div class="trouble" role="status">
      {broken && (
        <span>
          {!navigator.onLine
            ? text("connection.offline")
            : game.phase === "waiting"
              ? text("connection.lost", { seconds })
              : text("connection.connecting")}
        </span>
      )}
      {kept && <span data-kept>{text("connection.kept")}</span>}
      {game.phase === "waiting" && <button onClick={retryNow}>{text("connection.retry")}</button>}
    </div>
  );
}

const BRIEF_MS = 6000;

function Notices({ game }: { game: State }) {
  const text = useText();
  const both = useWorded();
  const brief = game.notices.find((notice) => notice.brief)?.n;
  useEffect(() => {
    if (brief === undefined) return;
    const timer = setTimeout(() => dismiss(brief), BRIEF_MS);
    return () => clearTimeout(timer);
  }, [brief]);
  if (game.notices.length === 0) return null;
  return (
    <div class="notices" role="status">
      {game.notices.map((notice) => (
        <p key={notice.n}>
          {both(notice)}
          <button class="quiet" aria-label={text("table.close")} onClick={() => dismiss(notice.n)}>
            ×
          </button>
        </p>
      ))}
    </div>
  );
}
