// A value outside of the components that are drawn from it.
import { useLayoutEffect, useState } from "preact/hooks";

export function useSyncExternalStore<T>(subscribe: (tell: () => void) => () => void, snapshot: () => T): T {
  const [value, setValue] = useState(snapshot);
  useLayoutEffect(() => {
    setValue(snapshot);
    return subscribe(() => setValue(snapshot));
  }, []);
  return value;
}
