import { useEffect, useState } from "preact/hooks";

/** The time, read anew every `ms`; null = not at all. */
export function useClock(ms: number | null): number {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    if (ms === null) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), ms);
    return () => clearInterval(timer);
  }, [ms]);
  return now;
}
