// Difference: what has changed in the rules of a variant since this device saw them: a designer edits the variant, and the next match shows it.
import { useEffect, useState } from "preact/hooks";
import { useText } from "../i18n";
import { settings, type Settings as Values } from "../settings";
import { Drawing } from "./ChartPane";
import { drawingOf } from "./drawing";
import { keepSeen, readSeen, seenBefore, withSeen } from "./seen";

const differenceUrl = (old: string, now: string, lang: Values["lang"]) => `/api/v1/fingerprints/${old}/diff/${now}.svg?lang=${lang}`;

export function Difference({ variant, fingerprint }: { variant: string; fingerprint: string }) {
  const text = useText();
  const { lang } = settings.value;
  const [old, setOld] = useState<string | null>(null);
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const seen = readSeen();
    const before = seenBefore(seen, variant, fingerprint);
    keepSeen(withSeen(seen, variant, fingerprint));
    let gone = false;
    setOld(null);
    setOpen(false);
    const ask = async () => {
      for (const one of before) {
        // The server may have forgotten those rules.
        const answer = await fetch(differenceUrl(one, fingerprint, settings.peek().lang), { method: "HEAD" }).catch(() => null);
        if (gone) return;
        if (answer?.ok) return setOld(one);
      }
    };
    void ask();
    return () => {
      gone = true;
    };
  }, [variant, fingerprint]);
  if (old === null) return null;
  return (
    <details class="chart-difference" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{text("chart.changed")}</summary>
      {open && <Drawing key={lang} load={() => drawingOf(differenceUrl(old, fingerprint, lang))} />}
    </details>
  );
}
