// CreateForm: a desk with its own rules, for robots or friends.
import { useState } from "preact/hooks";
import type { Requests, VariantInfo } from "../protocol/messages";
import { useText, useWorded, type Key } from "../i18n";
import { sit } from "../store";
import { Dialog } from "../Dialog";
import { NumberInput } from "../NumberInput";
import type { Attempting } from "./Lobby";
import { OptionsForm, type Changes } from "./OptionsForm";
import { playWithRobots } from "./play";
import { RulesButton } from "./Rules";

const TIMES = ["normal", "slow", "fast", "none"] as const;

// Some rules have more places than seats; how many may be robots only the server can tell.
const MOST_ROBOTS = 7;

interface Props extends Attempting {
  variant: VariantInfo;
  fault: string;
  onClose: () => void;
}

export function CreateForm({ variant, attempt, busy, fault, onClose }: Props) {
  const text = useText();
  const both = useWorded();
  const [changes, setChanges] = useState<Changes>({});
  const [time, setTime] = useState<(typeof TIMES)[number] | "">(""); // "": no limit with robots, normal with friends
  const [robots, setRobots] = useState(0);
  const [hidden, setHidden] = useState(false);
  const [watched, setWatched] = useState(true);
  const fields: Omit<Requests["create"], "robots"> = {
    variant: variant.id,
    ...(Object.keys(changes).length ? { options: changes } : {}),
    ...(time ? { time } : {}),
    ...(hidden ? { private: true } : {}),
    ...(watched ? {} : { spectators: false }),
  };
  return (
    <Dialog title={text("create.title", { variant: both(variant) })} onClose={onClose}>
      <div class="buttons">
        <RulesButton variant={variant.id} />
        <a class="button" href={variant.chart} target="_blank" rel="noopener">
          {text("lobby.chart")}
        </a>
      </div>
      <OptionsForm variant={variant} changes={changes} onChange={setChanges} />
      <label class="row">
        <span>{text("create.time")}</span>
        <select name="time" value={time} onChange={(event) => setTime(event.currentTarget.value as typeof time)}>
          <option value="">{text("create.time.usual")}</option>
          {TIMES.map((one) => (
            <option key={one} value={one}>
              {text(`create.time.${one}` as Key)}
            </option>
          ))}
        </select>
      </label>
      <label class="row">
        <span>
          {text("create.robots")}
          <br />
          <small class="dim">{text("create.robotsHelp")}</small>
        </span>
        <NumberInput name="robots" value={robots} low={0} high={MOST_ROBOTS} onChange={setRobots} />
      </label>
      <label class="row">
        <span>{text("create.private")}</span>
        <input type="checkbox" role="switch" checked={hidden} onChange={(event) => setHidden(event.currentTarget.checked)} />
      </label>
      <label class="row">
        <span>{text("create.spectators")}</span>
        <input type="checkbox" role="switch" checked={watched} onChange={(event) => setWatched(event.currentTarget.checked)} />
      </label>
      {fault && (
        <p class="fault" role="alert">
          {fault}
        </p>
      )}
      <div class="buttons end">
        <button
          class="main"
          disabled={busy}
          onClick={() => void attempt("create", () => playWithRobots({ time: "none", ...fields }, variant.seats))}
        >
          {text("create.withRobots")}
        </button>
        <button
          data-friends
          disabled={busy}
          onClick={() => void attempt("create", () => sit("create", { ...fields, ...(robots ? { robots } : {}) }))}
        >
          {text("create.friends")}
        </button>
      </div>
    </Dialog>
  );
}
