// OptionsForm: house rules from the types, texts and presets that the server describes.
import { useMemo, useState } from "preact/hooks";
import type { Option, VariantInfo } from "../protocol/messages";
import { useText, useWorded } from "../i18n";
import { NumberInput } from "../NumberInput";
import { spaced, useWords, type Named } from "../words";
import type { Token } from "marked";
import { meaningOf, optionTexts } from "./optionTexts";

export type Value = string | number | boolean;
export type Changes = Record<string, Value>;

interface Need {
  option: string;
  values: string[];
  except?: boolean;
}

const wordOf = (value: Value): string => (value === true ? "on" : value === false ? "off" : String(value));

/** Whether the options that this one needs are as it needs them. */
function meets(option: Option, valueOf: (id: string) => Value): boolean {
  const needs = (Array.isArray(option.needs) ? option.needs : []) as Need[];
  return needs.every((need) => need.values.includes(wordOf(valueOf(need.option))) !== (need.except === true));
}

const NOTHING: Token[] = [];

interface Props {
  variant: VariantInfo;
  changes: Changes;
  onChange: (changes: Changes) => void;
}

export function OptionsForm({ variant, changes, onChange }: Props) {
  const text = useText();
  const both = useWorded();
  const words = useWords(variant.id);
  const rules = words?.rules ? both(words.rules) : "";
  const texts = useMemo(() => optionTexts(rules), [rules]);
  const [find, setFind] = useState("");
  const valueOf = (id: string): Value => changes[id] ?? variant.options.find((one) => one.id === id)?.default ?? "";
  const change = (option: Option, value: Value) => {
    const { [option.id]: _, ...rest } = changes;
    onChange(value === option.default ? rest : { ...rest, [option.id]: value });
  };
  const same = (options: Changes) =>
    Object.keys({ ...options, ...changes }).every((id) => wordOf(options[id] ?? "") === wordOf(changes[id] ?? ""));
  const wanted = find.trim().toLowerCase();
  const shown = variant.options.filter(
    (option) => meets(option, valueOf) && (!wanted || `${option.zh} ${option.en} ${option.id}`.toLowerCase().includes(wanted)),
  );
  const count = Object.keys(changes).length;
  return (
    <>
      <fieldset>
        <legend>{text("create.presets")}</legend>
        <div class="buttons">
          <button type="button" aria-pressed={count === 0} onClick={() => onChange({})}>
            {text("create.usual")}
          </button>
          {variant.presets?.map((preset) => (
            <button
              type="button"
              key={preset.id}
              aria-pressed={same(preset.options as Changes)}
              onClick={() => onChange({ ...(preset.options as Changes) })}
            >
              {both(preset)}
            </button>
          ))}
        </div>
      </fieldset>
      <details class="options" open={count > 0}>
        <summary>
          {text("create.options")} {count > 0 && <span class="badge">{text("create.changed", { n: count })}</span>}
        </summary>
        <input
          type="search"
          placeholder={text("create.find")}
          aria-label={text("create.find")}
          value={find}
          onInput={(event) => setFind(event.currentTarget.value)}
        />
        {shown.map((option) => (
          <OptionRow
            key={option.id}
            option={option}
            value={valueOf(option.id)}
            meaning={texts[option.id] ?? NOTHING}
            names={words?.values[option.id] ?? {}}
            changed={option.id in changes}
            onChange={(value) => change(option, value)}
          />
        ))}
      </details>
    </>
  );
}

/** Where the rule, or one value of it, is played: "WMO 2006", or "8: WMO 2006". */
function helpOf(help: unknown, nameOf: (word: string) => string, from: (source: string) => string): string {
  if (typeof help !== "string") return "";
  const [, word, source] = /^(\w+): (.*)$/.exec(help) ?? [];
  return from(word && source ? `${nameOf(word)} · ${source}` : help);
}

function OptionRow({
  option,
  value,
  meaning,
  names,
  changed,
  onChange,
}: {
  option: Option;
  value: Value;
  /** What the rules in words say of it. */
  meaning: Token[];
  /** Of values, as far as they have one. */
  names: Record<string, Named>;
  changed: boolean;
  onChange: (value: Value) => void;
}) {
  const text = useText();
  const both = useWorded();
  const words = (option.values ?? []) as Value[];
  const nameOf = (word: Value): string =>
    names[String(word)]
      ? both(names[String(word)]!)
      : word === "on" || word === "off"
        ? text(`settings.${word === "on" ? "yes" : "no"}`)
        : spaced(String(word));
  const source = helpOf(option.help, nameOf, (source) => text("create.source", { source }));
  const isValue = (word: string) => /^(on|off)$/.test(word) || names[word] !== undefined;
  const help = [meaningOf(meaning, (word) => (isValue(word) ? nameOf(word) : null)), source].filter((one) => one !== "").join(" · ");
  return (
    <label class={`row option ${changed ? "changed" : ""}`} data-option={option.id} title={help}>
      <span>
        {both(option)}
        {help && <small class="dim">{help}</small>}
      </span>
      {option.type === "bool" ? (
        <input type="checkbox" role="switch" checked={value === true} onChange={(event) => onChange(event.currentTarget.checked)} />
      ) : option.type === "choice" ? (
        <select value={String(value)} onChange={(event) => onChange(event.currentTarget.value)}>
          {words.map((word) => (
            <option key={String(word)} value={String(word)}>
              {nameOf(word)}
            </option>
          ))}
        </select>
      ) : (
        <span class="number">
          {words.map((word) => (
            <button type="button" key={String(word)} aria-pressed={value === word} onClick={() => onChange(word)}>
              {word === "none" && !names[word] ? text("create.off") : nameOf(word)}
            </button>
          ))}
          <NumberInput
            value={typeof value === "number" ? value : null}
            low={option.low}
            high={option.high}
            placeholder={`${option.low ?? ""}–${option.high ?? ""}`}
            onChange={onChange}
          />
        </span>
      )}
    </label>
  );
}
