// ProfileButton: opens what a person has played; its code is fetched then.
import { useState } from "preact/hooks";
import { useText } from "../i18n";
import { Later } from "../Later";

const load = () => import("../profile/Profile").then((module) => module.Profile);

export function ProfileButton() {
  const text = useText();
  const [open, setOpen] = useState(false);
  return (
    <>
      <button class="quiet" data-profile onClick={() => setOpen(true)}>
        {text("lobby.profile")}
      </button>
      {open && <Later load={load} props={{ onClose: () => setOpen(false) }} />}
    </>
  );
}
