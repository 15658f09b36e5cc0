// Account: a guest takes a name and a password; anybody may delete what is kept of them.
import { useState } from "preact/hooks";
import { useText } from "../i18n";
import { faultText } from "../lobby/faults";
import { forget, takeName } from "../store";
import { useTexts } from "./useTexts";

export function AccountForm({ name }: { name: string }) {
  const text = useText();
  const own = useTexts();
  const [fault, setFault] = useState("");
  const [busy, setBusy] = useState(false);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    setBusy(true);
    const answer = await takeName({
      name: String(form.get("name")).trim().normalize("NFC"),
      password: String(form.get("password")),
    });
    setBusy(false);
    setFault(answer.t === "error" ? faultText(answer, text) : "");
  };
  return (
    <form class="card account" onSubmit={(event) => void submit(event)} onInput={() => setFault("")}>
      <p>{own("guest")}</p>
      <label>
        {text("login.name")}
        <input name="name" required maxLength={24} defaultValue={name} autocomplete="username" />
      </label>
      <label>
        {text("login.password")}
        <input name="password" type="password" required minLength={8} maxLength={128} autocomplete="new-password" />
      </label>
      {fault && (
        <p class="fault" role="alert">
          {fault}
        </p>
      )}
      <button class="main" data-account disabled={busy}>
        {own("register")}
      </button>
    </form>
  );
}

export function DeleteForm({ name }: { name: string }) {
  const text = useText();
  const own = useTexts();
  const [typed, setTyped] = useState("");
  const [fault, setFault] = useState("");
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const answer = await forget(name);
    setFault(answer.t === "error" ? faultText(answer, text) : "");
  };
  return (
    <details class="delete">
      <summary>{own("delete")}</summary>
      <form onSubmit={(event) => void submit(event)}>
        <p>{own("deleteWhat")}</p>
        <label>
          {own("deleteName", { name })}
          <input name="own-name" autocomplete="off" value={typed} onInput={(event) => setTyped(event.currentTarget.value)} />
        </label>
        {fault && (
          <p class="fault" role="alert">
            {fault}
          </p>
        )}
        <button data-delete disabled={typed.trim() !== name}>
          {own("deleteNow")}
        </button>
      </form>
    </details>
  );
}
