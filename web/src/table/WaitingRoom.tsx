// WaitingRoom: a desk before its match: who sits, the code and link, who is ready.
import { useState } from "preact/hooks";
import { useText, useWorded } from "../i18n";
import { OptionsForm, type Changes } from "../lobby/OptionsForm";
import { faultText } from "../lobby/faults";
import { RulesButton } from "../lobby/Rules";
import { linkTo } from "../lobby/link";
import { useName } from "./people";
import { Looking } from "./Looking";
import { Watchers } from "./Watchers";
import { beReady, enter, leave, request, sit } from "../store";
import type { Room, State } from "../state/types";

export function WaitingRoom({ game, room }: { game: State; room: Room }) {
  const text = useText();
  const both = useWorded();
  const name = useName();
  const { desk } = room;
  const [fault, setFault] = useState("");
  const [copied, setCopied] = useState(false);
  const variant = game.variants.find((one) => one.id === desk.variant);
  const me = desk.seats.find((seat) => seat.user === game.user?.id);
  const attempt = async (answer: Promise<{ t: string }>) => {
    const got = await answer;
    setFault(got.t === "error" ? faultText(got as Parameters<typeof faultText>[0], text) : "");
  };
  const changed = (options: Changes): Changes =>
    Object.fromEntries(Object.entries(options).filter(([id, value]) => variant?.options.find((one) => one.id === id)?.default !== value));
  const link = linkTo(desk.code);
  return (
    <main class="waiting">
      <div class="card">
        <header>
          <button class="quiet" onClick={() => enter(null)}>
            ← {text("table.lobby")}
          </button>
          <h1>{variant ? both(variant) : desk.variant}</h1>
        </header>
        {desk.state !== "waiting" && <p role="status">{text("room.soon")}</p>}
        <p class="code">
          {text("room.code")} <b>{desk.code}</b>
        </p>
        <p class="row link">
          <input readOnly value={link} aria-label={text("room.link")} onFocus={(event) => event.currentTarget.select()} />
          <button
            onClick={(event) => {
              // A page that did not come over TLS has no clipboard; then the link is only selected.
              (event.currentTarget.previousElementSibling as HTMLInputElement).select();
              void navigator.clipboard?.writeText(link).then(() => setCopied(true));
            }}
          >
            {text(copied ? "room.copied" : "room.copy")}
          </button>
        </p>
        <ol class="seats">
          {desk.seats.map((seat, at) => (
            <li key={at} class={seat.user === undefined ? "free" : ""} data-ready={seat.ready || undefined}>
              <span>
                {seat.user === undefined ? text("room.free") : name(seat)}
                {seat.user !== undefined && seat.user === game.user?.id && <small class="dim"> {text("room.you")}</small>}
                {seat.user !== undefined && seat.user === desk.owner && <small class="dim"> {text("room.owner")}</small>}
              </span>
              {seat.user !== undefined && seat.ready && <b class="badge">{text("room.isReady")}</b>}
              {seat.user === undefined && !me && (
                <button onClick={() => void attempt(sit("join", { desk: desk.id, seat: at }))}>{text("room.sit")}</button>
              )}
            </li>
          ))}
        </ol>
        {me && desk.quick && <Looking desk={desk} />}
        {me && <Watchers desk={desk} />}
        {fault && (
          <p class="fault" role="alert">
            {fault}
          </p>
        )}
        <div class="buttons">
          {me && (
            <button
              class="main"
              data-do="ready"
              onClick={() => void attempt(me.ready ? request("ready", { desk: desk.id, ready: false }) : beReady(desk.id))}
            >
              {text(me.ready ? "room.notReady" : "room.ready")}
            </button>
          )}
          <button onClick={() => void attempt(leave(desk.id))}>{text("room.leave")}</button>
          {desk.owner === game.user?.id && (
            <button
              onClick={() =>
                void attempt(
                  request("dissolve", { desk: desk.id }).then((answer) => {
                    if (answer.t === "ok") enter(null);
                    return answer;
                  }),
                )
              }
            >
              {text("room.dissolve")}
            </button>
          )}
        </div>
        {variant && (
          <p class="buttons">
            <RulesButton variant={variant.id} />
          </p>
        )}
        {variant && !desk.quick && (
          <fieldset class="rules" disabled={desk.owner !== game.user?.id} aria-label={text("create.options")}>
            <OptionsForm
              variant={variant}
              changes={changed(desk.options as Changes)}
              onChange={(changes) => {
                const all = Object.fromEntries(variant.options.map((one) => [one.id, changes[one.id] ?? one.default]));
                void attempt(request("config", { desk: desk.id, options: all }));
              }}
            />
          </fieldset>
        )}
      </div>
    </main>
  );
}
