// Chat: text and a few emotes; what was just said floats above the table.
import { useState } from "preact/hooks";
import { useClock } from "../clock";
import { useEscape } from "../escape";
import { useText, type Key } from "../i18n";
import { faultText } from "../lobby/faults";
import type { Desk, SayRequest } from "../protocol/messages";
import type { Saying } from "../state/types";
import { request } from "../store";
import { Watchers } from "./Watchers";

type Emote = NonNullable<SayRequest["emote"]>;
// All that the protocol has: one too many or too few does not compile.
const EMOTES = Object.keys({ hello: 0, nice: 0, hurry: 0, thanks: 0, sorry: 0, again: 0 } satisfies Record<Emote, 0>) as Emote[];
const SHOWN_MS = 5000;

function useSaid() {
  const text = useText();
  return ({ said }: Saying) =>
    said.text ?? (said.emote && EMOTES.includes(said.emote) ? text(`chat.emote.${said.emote}` as Key) : (said.emote ?? ""));
}

/** `seated`: this person has a place at the desk. */
export function Chat({ desk, seated, said, onClose }: { desk: Desk; seated: boolean; said: Saying[]; onClose: () => void }) {
  const text = useText();
  const saidText = useSaid();
  const [line, setLine] = useState("");
  const [fault, setFault] = useState("");
  useEscape(onClose);
  const say = async (what: Omit<SayRequest, "t" | "re" | "desk">) => {
    const answer = await request("say", { desk: desk.id, ...what });
    setFault(answer.t === "error" ? faultText(answer, text) : "");
  };
  return (
    <aside class="pane chat" aria-label={text("table.chat")}>
      <header>
        <b>{text("table.chat")}</b>
        <button class="quiet" aria-label={text("table.close")} onClick={onClose}>
          ✕
        </button>
      </header>
      {seated && <Watchers desk={desk} />}
      <ol>
        {said.map((one) => (
          <li key={one.n}>
            <b>{one.said.name}</b> {saidText(one)}
          </li>
        ))}
      </ol>
      <div class="buttons emotes">
        {EMOTES.map((emote) => (
          <button key={emote} onClick={() => void say({ emote })}>
            {text(`chat.emote.${emote}` as Key)}
          </button>
        ))}
      </div>
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault();
          if (line.trim()) void say({ text: line.trim().normalize("NFC") });
          setLine("");
        }}
      >
        <input
          maxLength={120}
          aria-label={text("chat.say")}
          placeholder={text("chat.say")}
          value={line}
          onInput={(event) => setLine(event.currentTarget.value)}
        />
        <button class="main">{text("chat.send")}</button>
      </form>
      {fault && (
        <p class="fault" role="alert">
          {fault}
        </p>
      )}
    </aside>
  );
}

/** What was said just now, at the seat of who said it; in the middle for who watches. */
export function Sayings({ said, place }: { said: Saying[]; place: (seat: number) => number | null }) {
  const saidText = useSaid();
  const now = useClock(said.length ? 1000 : null);
  const fresh = said.filter((one) => now - one.at < SHOWN_MS).slice(-4);
  if (fresh.length === 0) return null;
  return (
    <div class="sayings" role="log">
      {fresh.map((one) => (
        <p key={one.n} class={`place-${(one.said.seat === undefined ? null : place(one.said.seat)) ?? "middle"}`}>
          <b>{one.said.name}</b> {saidText(one)}
        </p>
      ))}
    </div>
  );
}
