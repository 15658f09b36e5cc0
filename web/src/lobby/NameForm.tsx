import { useState } from "preact/hooks";
import { useText } from "../i18n";
import { login } from "../store";
import type { State } from "../state/types";
import { faultText } from "./faults";
import { LanguageSwitch } from "./Settings";

export function NameForm({ game }: { game: State }) {
  const text = useText();
  const [account, setAccount] = useState(false);
  const [fault, setFault] = useState("");
  const [busy, setBusy] = useState(false);
  const enter = async (event: SubmitEvent) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const name = String(form.get("name") ?? "")
      .trim()
      .normalize("NFC");
    const password = String(form.get("password") ?? "");
    setBusy(true);
    const register = form.get("register") === "on";
    const answer = await login({ name, ...(account ? { password, ...(register ? { register: true } : {}) } : {}) });
    setBusy(false);
    setFault(answer.t === "error" ? faultText(answer, text) : "");
  };
  return (
    <main class="login">
      <form class="card" onSubmit={(event) => void enter(event)} onInput={() => setFault("")}>
        <LanguageSwitch />
        <h1>{text("login.hello")}</h1>
        <p class="dim">{text("login.intro")}</p>
        <label>
          {text("login.name")}
          <input name="name" required maxLength={24} autocomplete="nickname" autofocus />
        </label>
        {account && (
          <>
            <label>
              {text("login.password")}
              <input name="password" type="password" required minLength={8} maxLength={128} autocomplete="current-password" />
            </label>
            <label class="check">
              <input name="register" type="checkbox" /> {text("login.register")}
            </label>
          </>
        )}
        {fault && (
          <p class="fault" role="alert">
            {fault}
          </p>
        )}
        <button class="main" disabled={busy || game.phase !== "online"}>
          {text("login.enter")}
        </button>
        <button
          type="button"
          class="quiet"
          onClick={() => {
            setAccount(!account);
            setFault("");
          }}
        >
          {text(account ? "login.guest" : "login.account")}
        </button>
      </form>
    </main>
  );
}
