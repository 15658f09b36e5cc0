// Lobby: the games, the desks, and ways to sit down.
import { useEffect, useState } from "preact/hooks";
import type { Desk, VariantInfo } from "../protocol/messages";
import { GuideButton } from "../help/Guide";
import { useText, useWorded } from "../i18n";
import { enter, logout, request, sit, watch } from "../store";
import { settings } from "../settings";
import type { State } from "../state/types";
import { CreateForm } from "./CreateForm";
import { faultText } from "./faults";
import { GameCard } from "./GameCard";
import { gamesFor, regionsOf } from "./games";
import { ProfileButton } from "./ProfileButton";
import { Settings } from "./Settings";

export function Lobby({ game }: { game: State }) {
  const text = useText();
  const both = useWorded();
  const [fault, setFault] = useState({ at: "", text: "" }); // beside what was tried
  const [chosen, setChosen] = useState<VariantInfo | null>(null);
  const [busy, setBusy] = useState(false);
  const attempt = async (at: string, run: () => Promise<{ t: string }>) => {
    setBusy(true);
    const answer = await run();
    setBusy(false);
    setFault({ at, text: answer.t === "error" ? faultText(answer as Parameters<typeof faultText>[0], text) : "" });
  };
  const faultAt = (at: string) =>
    fault.at === at && fault.text ? (
      <p class="fault" role="alert">
        {fault.text}
      </p>
    ) : null;
  const own = Object.values(game.rooms).filter((room) => !room.watching);
  const rooms = own.filter((room) => room.over === null);
  const finished = own.filter((room) => room.over !== null);
  const [search, setSearch] = useState("");
  const { favourites, played } = settings.value;
  const [region, setRegion] = useState<string | null>(null); // its English name; null: all
  const there = region === null ? game.variants : game.variants.filter(({ about }) => about?.region?.en === region);
  const games = gamesFor(there, search, { favourites, played });
  const nameOf = (id: string) => both(game.variants.find((one) => one.id === id) ?? { zh: id, en: id });
  return (
    <div class="lobby">
      <header>
        <h1>{text("app.title")}</h1>
        <span class="who">{game.user?.name}</span>
        <ProfileButton />
        <GuideButton />
        <details class="menu">
          <summary aria-label={text("table.settings")}>⚙</summary>
          <div class="card">
            <Settings />
            <button onClick={() => void logout()}>{text("login.out")}</button>
          </div>
        </details>
      </header>
      <main>
        {rooms.length > 0 && (
          <section>
            <h2>{text("lobby.resume")}</h2>
            <div class="list">
              {rooms.map(({ desk }) => (
                <button class="main" key={desk.id} onClick={() => enter(desk.id)}>
                  {text("lobby.back")} · {nameOf(desk.variant)} · {desk.code}
                </button>
              ))}
            </div>
          </section>
        )}
        {finished.length > 0 && (
          <section>
            <h2>{text("lobby.finished")}</h2>
            <div class="list">
              {finished.map(({ desk }) => (
                <button key={desk.id} data-finished onClick={() => enter(desk.id)}>
                  {text("lobby.result")} · {nameOf(desk.variant)} · {desk.code}
                </button>
              ))}
            </div>
          </section>
        )}
        <section class="join">
          <h2>{text("lobby.haveCode")}</h2>
          <CodeForm busy={busy} attempt={attempt} corrected={() => fault.text && setFault({ at: "", text: "" })} />
          {faultAt("code")}
        </section>
        <section>
          <h2>{text("lobby.play")}</h2>
          <input
            type="search"
            name="game"
            placeholder={text("lobby.find")}
            aria-label={text("lobby.find")}
            value={search}
            onInput={(event) => setSearch(event.currentTarget.value)}
          />
          {games.length === 0 && game.variants.length > 0 && <p role="status">{text("lobby.notFound", { what: search })}</p>}
          <div class="regions" role="group" aria-label={text("lobby.regions")}>
            {[null, ...regionsOf(game.variants)].map((one) => (
              <button
                key={one?.en}
                class="quiet"
                data-region={one?.en ?? ""}
                aria-pressed={region === (one?.en ?? null)}
                onClick={() => setRegion(one?.en ?? null)}
              >
                {one ? both(one) : text("lobby.everywhere")}
              </button>
            ))}
          </div>
          <div class="variants">
            {games.map((variant) => (
              <GameCard key={variant.id} game={variant} busy={busy} attempt={attempt} onMore={() => setChosen(variant)}>
                {faultAt(variant.id)}
              </GameCard>
            ))}
          </div>
        </section>
        <OpenDesks busy={busy} attempt={attempt} nameOf={nameOf} />
        {faultAt("desks")}
      </main>
      {chosen && (
        <CreateForm
          variant={chosen}
          attempt={attempt}
          busy={busy}
          fault={fault.at === "create" ? fault.text : ""}
          onClose={() => setChosen(null)}
        />
      )}
    </div>
  );
}

export interface Attempting {
  busy: boolean;
  attempt: (at: string, run: () => Promise<{ t: string }>) => Promise<void>;
}

function CodeForm({ busy, attempt, corrected }: Attempting & { corrected: () => void }) {
  const text = useText();
  const [code, setCode] = useState("");
  const whole = /^\d{6}$/.test(code);
  return (
    <form
      class="row"
      onSubmit={(event) => {
        event.preventDefault();
        void attempt("code", () => sit("join", { code }));
      }}
    >
      <input
        name="code"
        inputMode="numeric"
        pattern="[0-9]{6}"
        maxLength={6}
        placeholder="123456"
        aria-label={text("lobby.code")}
        value={code}
        onInput={(event) => {
          setCode(event.currentTarget.value.trim());
          corrected();
        }}
      />
      <button class="main" disabled={busy || !whole}>
        {text("lobby.join")}
      </button>
      <button type="button" disabled={busy || !whole} onClick={() => void attempt("code", () => watch({ code }))}>
        {text("lobby.watch")}
      </button>
    </form>
  );
}

function OpenDesks({ busy, attempt, nameOf }: Attempting & { nameOf: (id: string) => string }) {
  const text = useText();
  const [desks, setDesks] = useState<Desk[] | null>(null);
  const look = () =>
    void request("desks", {}).then((answer) => {
      if (answer.t === "ok") setDesks(answer.desks);
    });
  useEffect(() => {
    look();
    const timer = setInterval(look, 10_000);
    return () => clearInterval(timer);
  }, []);
  return (
    <section>
      <h2>
        {text("lobby.open")}{" "}
        <button class="quiet" onClick={look}>
          {text("lobby.refresh")}
        </button>
      </h2>
      {desks?.length === 0 && <p class="dim">{text("lobby.none")}</p>}
      <div class="list">
        {desks?.map((desk) => {
          const free = desk.seats.filter((seat) => seat.user === undefined).length;
          const people = desk.seats.filter((seat) => seat.name && !seat.robot).map((seat) => seat.name);
          return (
            <div class="desk card" key={desk.id}>
              <span>
                <b>{nameOf(desk.variant)}</b> <span class="dim">{people.join(text("list.comma"))}</span>
              </span>
              <span class="dim">{desk.state === "waiting" ? text("lobby.free", { n: free }) : text("lobby.playing")}</span>
              {desk.state === "waiting" && free > 0 && (
                <button disabled={busy} onClick={() => void attempt("desks", () => sit("join", { desk: desk.id }))}>
                  {text("lobby.join")}
                </button>
              )}
              <button disabled={busy} onClick={() => void attempt("desks", () => watch({ desk: desk.id }))}>
                {text("lobby.watch")}
              </button>
            </div>
          );
        })}
      </div>
    </section>
  );
}
