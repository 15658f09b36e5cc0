// A win is a moment in which the table is seen, before its sheet comes.
import { useEffect, useState } from "preact/hooks";
import type { Table } from "../state/types";

const MOMENT_MS = 1200;
const still = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Whether a hand has just been won. A hand that was over when the page came has had its moment. */
export function useMoment({ match, hand, ended, wins }: Table): boolean {
  const over = ended === null ? null : `${match} ${hand}`;
  const [seen, setSeen] = useState(over);
  const won = wins.some((win) => !win.shown);
  const moment = over !== null && over !== seen && won && !still();
  useEffect(() => {
    if (!moment) {
      if (over !== seen) setSeen(over);
      return;
    }
    const timer = setTimeout(() => setSeen(over), MOMENT_MS);
    return () => clearTimeout(timer);
  }, [over, moment]);
  return moment;
}
