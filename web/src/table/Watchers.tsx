// Watchers: who watches a desk. Its owner can keep one from speaking, or send one away.
import { useEffect, useState } from "preact/hooks";
import { useText } from "../i18n";
import { faultText } from "../lobby/faults";
import type { Desk, Spectator } from "../protocol/messages";
import { request } from "../store";

export function Watchers({ desk }: { desk: Desk }) {
  const text = useText();
  const [open, setOpen] = useState(false);
  const [list, setList] = useState<Spectator[]>([]);
  const [fault, setFault] = useState("");
  const ask = async () => {
    const answer = await request("spectators", { desk: desk.id });
    setFault(answer.t === "error" ? faultText(answer, text) : "");
    setList(answer.t === "ok" ? answer.spectators : []);
  };
  useEffect(() => {
    if (open) void ask();
  }, [open, desk.spectators]);
  const change = async (answer: ReturnType<typeof request<"mute">> | ReturnType<typeof request<"remove">>) => {
    const got = await answer;
    await ask();
    if (got.t === "error") setFault(faultText(got, text));
  };
  if (desk.spectators === 0 && !open) return null;
  return (
    <div class="watchers" data-watchers>
      <button class="quiet" aria-expanded={open} data-do="watchers" onClick={() => setOpen(!open)}>
        {text("watchers.count", { n: desk.spectators })}
      </button>
      {open && fault && (
        <p class="fault" role="alert">
          {fault}
        </p>
      )}
      {open && (
        <ul>
          {list.map((one) => (
            <li key={one.user} class="row" data-watcher={one.user}>
              <span>{one.name}</span>
              <button
                data-do="mute"
                aria-pressed={one.muted}
                onClick={() => void change(request("mute", { desk: desk.id, user: one.user, on: !one.muted }))}
              >
                {text(one.muted ? "watchers.unmute" : "watchers.mute")}
              </button>
              <button data-do="remove" onClick={() => void change(request("remove", { desk: desk.id, user: one.user }))}>
                {text("watchers.remove")}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
