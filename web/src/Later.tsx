// Later: a component whose code is fetched once it is shown, so that the first load need not bring it.
import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";

interface Props<T> {
  /** The same function each time. */
  load: () => Promise<ComponentType<T>>;
  props: T;
}

export function Later<T extends object>({ load, props }: Props<T>) {
  const [Loaded, setLoaded] = useState<ComponentType<T> | null>(null);
  useEffect(() => {
    let gone = false;
    void load().then((component) => gone || setLoaded(() => component));
    return () => {
      gone = true;
    };
  }, [load]);
  return Loaded && <Loaded {...props} />;
}
