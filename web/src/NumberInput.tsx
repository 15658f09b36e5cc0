// NumberInput: a whole number that is typed, told once the field is left. What is typed until then stays, whatever else the page draws.
import { useState } from "preact/hooks";

interface Props {
  name?: string;
  value: number | null; // null: none yet
  low?: number | undefined;
  high?: number | undefined;
  placeholder?: string;
  onChange: (value: number) => void;
}

export function NumberInput({ name, value, low, high, placeholder, onChange }: Props) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <input
      {...(name ? { name } : {})}
      type="number"
      min={low}
      max={high}
      value={typed ?? value ?? ""}
      placeholder={placeholder}
      onInput={(event) => setTyped(event.currentTarget.value)}
      onChange={(event) => {
        const number = Math.round(event.currentTarget.valueAsNumber);
        setTyped(null);
        if (Number.isFinite(number)) onChange(Math.max(low ?? number, Math.min(high ?? number, number)));
      }}
    />
  );
}
