// App: what is shown: the name, the lobby, or a desk; and what is wrong with the connection above it.
import { useEffect, useState } from "preact/hooks";
import { DeskPage } from "./table/DeskPage";
import { useText, useWorded } from "./i18n";
import { Lobby } from "./lobby/Lobby";
import { NameForm } from "./lobby/NameForm";
import { arriveByLink } from "./lobby/link";
import { dismiss, retryNow, takeBack, useGame } from "./store";
import type { State } from "./state/types";
import { useClock } from "./clock";

export function App() {
  const game = useGame();
  const logged = game.user !== null;
  useEffect(() => {
    if (logged) void arriveByLink();
  }, [logged]);
  useEffect(() => {
    const again = () => retryNow();
    addEventListener("online", again);
    return () => removeEventListener("online", again);
  }, []);
  const room = game.here ? game.rooms[game.here] : undefined;
  return (
    <>
      {game.needsName ? <NameForm game={game} /> : room ? <DeskPage game={game} room={room} /> : <Lobby game={game} />}
      <Trouble game={game} />
      <Notices game={game} />
    </>
  );
}

/** Only after a while, so that a short break does not flash. */
function Trouble({ game }: { game: State }) {
  const text = useText();
  const [late, setLate] = useState(false);
  const well = game.phase === "online";
  const now = useClock(game.phase === "waiting" ? 500 : null);
  useEffect(() => {
    setLate(false);
    if (well) return;
    const timer = setTimeout(() => setLate(true), 700);
    return () => clearTimeout(timer);
  }, [well]);
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
  if (well || !late) return null;
  const seconds = Math.max(0, Math.ceil(((game.retryAt ?? now) - now) / 1000));
  return (
    <div class="trouble" role="status">
      <span>
        {!navigator.onLine
          ? text("connection.offline")
          : game.phase === "waiting"
            ? text("connection.lost", { seconds })
            : text("connection.connecting")}
      </span>
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
