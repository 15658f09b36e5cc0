// Chat: text and a few emotes; what was just said floats above the table.
import { useState } from "preact/hooks";
import { useClock } from "../clock";
import { useEscape } from "../escape";
import { useText, type Key } from "../i18n";
import { request } from "../store";
import type { Saying } from "../state/types";

const EMOTES = ["hello", "nice", "hurry", "thanks", "sorry", "again"] as const;
const SHOWN_MS = 5000;

function useSaid() {
  const text = useText();
  return ({ said }: Saying) =>
    said.text ?? ((EMOTES as readonly string[]).includes(said.emote ?? "") ? text(`chat.emote.${said.emote}` as Key) : (said.emote ?? ""));
}

export function Chat({ desk, said, onClose }: { desk: string; said: Saying[]; onClose: () => void }) {
  const text = useText();
  const saidText = useSaid();
  const [line, setLine] = useState("");
  useEscape(onClose);
  return (
    <aside class="pane chat" aria-label={text("table.chat")}>
      <header>
        <b>{text("table.chat")}</b>
        <button class="quiet" aria-label={text("table.close")} onClick={onClose}>
          ✕
        </button>
      </header>
      <ol>
        {said.map((one) => (
          <li key={one.n}>
            <b>{one.said.name}</b> {saidText(one)}
          </li>
        ))}
      </ol>
      <div class="buttons emotes">
        {EMOTES.map((emote) => (
          <button key={emote} onClick={() => void request("say", { desk, emote })}>
            {text(`chat.emote.${emote}` as Key)}
          </button>
        ))}
      </div>
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault();
          if (line.trim()) void request("say", { desk, text: line.trim().normalize("NFC") });
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
    </aside>
  );
}

export function Sayings({ said }: { said: Saying[]; place: (seat: number) => number }) {
  const saidText = useSaid();
  const now = useClock(said.length ? 1000 : null);
  const fresh = said.filter((one) => now - one.at < SHOWN_MS).slice(-3);
  if (fresh.length === 0) return null;
  return (
    <div class="sayings" role="log">
      {fresh.map((one) => (
        <p key={one.n}>
          <b>{one.said.name}</b> {saidText(one)}
        </p>
      ))}
    </div>
  );
}
