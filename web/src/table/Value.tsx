// Value: something that a part keeps, drawn by what it looks like: tiles, a suit, a wind, a number, a word.
import { useText, useWorded, type Key } from "../i18n";
import { nameOf as wordOf, spaced, type KeptName, type VariantWords } from "../words";
import { Tile } from "../tiles/Tile";
import { isChecklist, isShown, isText, roundWind, tilesIn } from "./state";

interface Props {
  value: unknown;
  words: VariantWords | null;
  /** What a number stands for, and what it takes to say that. */
  is?: KeptName["is"] | undefined;
  seats?: number;
  nameOf?: (seat: number) => string;
}

// Words inside of what parts keep.
const KEYS = { tiles: "kept.tiles", fan: "kept.fan" } as const;

const keyText = (key: string, text: ReturnType<typeof useText>): string =>
  key in KEYS ? text(KEYS[key as keyof typeof KEYS]) : spaced(key);

export function Value({ value, words, is, seats = 4, nameOf = String }: Props) {
  const text = useText();
  const both = useWorded();
  if (typeof value === "number" && is === "seat") return <b>{nameOf(value)}</b>;
  if (typeof value === "number" && is === "round") {
    const wind = text(`wind.${roundWind(value, seats)}` as Key);
    return <b>{text("table.round", { wind, n: (value % seats) + 1 })}</b>;
  }
  const tiles = tilesIn(value);
  if (tiles)
    return (
      <span class="tiles small">
        {tiles.map((piece, at) => (
          <Tile key={at} piece={piece} />
        ))}
      </span>
    );
  if (value === true) return null;
  if (typeof value === "string" && /^[mpsz]$/.test(value)) return <b>{text(`suit.${value}` as Key)}</b>;
  if (typeof value === "string" && /^[ESWN]$/.test(value)) return <b>{text(`wind.${value}` as Key)}</b>;
  if (isText(value)) {
    const { zh, en, ...rest } = value;
    const more = Object.entries(rest).filter(([, one]) => typeof one !== "boolean");
    return (
      <>
        {more.length > 0 && <Value value={Object.fromEntries(more)} words={words} />} <b>{both({ zh, en })}</b>
      </>
    );
  }
  if (typeof value === "object" && value !== null) {
    // 0 and false add nothing to what is there; a checklist is shown where it is answered.
    const shown = Object.entries(value).filter(([, one]) => one !== 0 && isShown(one) && !isChecklist(one));
    return (
      <span class="pairs">
        {shown.map(([key, one]) => (
          <span key={key}>
            {Array.isArray(value) || shown.length === 1 ? "" : `${keyText(key, text)} `}
            <Value value={one} words={words} />
          </span>
        ))}
      </span>
    );
  }
  return <b>{both(wordOf(words, String(value)))}</b>;
}
