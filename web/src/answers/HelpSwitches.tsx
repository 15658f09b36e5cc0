// HelpSwitches: automatic answers, each with a key.
import type { Signal } from "@preact/signals";
import { useText } from "../i18n";
import type { Helps } from "./automatic";

export const HELP_KEYS: Record<string, keyof Helps> = { w: "win", c: "calls", d: "discard" };

export const turned = (helps: Helps, help: keyof Helps): Helps => ({ ...helps, [help]: !helps[help] });

export function HelpSwitches({ helps }: { helps: Signal<Helps> }) {
  const text = useText();
  return (
    <div class="helps" role="group" aria-label={text("auto.title")}>
      {Object.entries(HELP_KEYS).map(([key, help]) => (
        <button
          key={key}
          data-help={help}
          aria-pressed={helps.value[help]}
          aria-keyshortcuts={key}
          onClick={() => (helps.value = turned(helps.value, help))}
        >
          {text(`auto.${help}`)}
        </button>
      ))}
    </div>
  );
}
