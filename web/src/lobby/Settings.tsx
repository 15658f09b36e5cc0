// Settings: what a person sets on this device.
import { languages, useText, type Key } from "../i18n";
import { mayNotify } from "../help/notify";
import { set, settings, type Settings as Values } from "../settings";

export function LanguageSwitch() {
  const { lang } = settings.value;
  return (
    <div class="languages" role="group">
      {(["zh", "en"] as const).map((one) => (
        <button type="button" key={one} class="quiet" lang={one} aria-pressed={lang === one} onClick={() => set({ lang: one })}>
          {languages[one]}
        </button>
      ))}
    </div>
  );
}

const kChoices = {
  theme: ["auto", "light", "dark"],
  tiles: ["plain", "indexed"],
  size: ["usual", "large", "largest"],
  taps: ["one", "two", "drag"],
} as const;
const kSwitches = ["sort", "hints", "differences", "lessons", "words", "sounds", "voice", "notices", "raw"] as const;

export function Settings() {
  const text = useText();
  const now = settings.value;
  return (
    <div class="settings">
      <div class="row">
        <span>{text("settings.language")}</span>
        <LanguageSwitch />
      </div>
      {(Object.keys(kChoices) as (keyof typeof kChoices)[]).map((key) => (
        <label class="row" key={key}>
          <span>{text(`settings.${key}`)}</span>
          <select name={key} value={now[key]} onChange={(event) => set({ [key]: event.currentTarget.value } as Partial<Values>)}>
            {kChoices[key].map((value) => (
              <option key={value} value={value}>
                {text(`settings.${key}.${value}` as Key)}
              </option>
            ))}
          </select>
        </label>
      ))}
      {kSwitches.map((key) => (
        <label class="row" key={key}>
          <span>{text(`settings.${key}`)}</span>
          <input
            type="checkbox"
            name={key}
            role="switch"
            checked={now[key]}
            onChange={(event) => {
              set({ [key]: event.currentTarget.checked });
              if (key === "notices" && event.currentTarget.checked) void mayNotify();
            }}
          />
        </label>
      ))}
    </div>
  );
}
