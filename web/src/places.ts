// Back and Forward of the browser: the lobby is one place, and a desk is the next.

interface Place {
  desk: string;
}

const shown = (): string | null => (history.state as Place | null)?.desk ?? null;

/** The page's own way to the lobby is the way back. It takes a moment, in which the person may go on. */
let returning = false;

/** The person is at `desk` now, or in the lobby. */
export function went(desk: string | null): void {
  if (returning || desk === shown()) return;
  if (desk === null) {
    returning = true;
    history.back();
  } else if (shown() === null) history.pushState({ desk } satisfies Place, "");
  else history.replaceState({ desk } satisfies Place, "");
}

/** Calls `go` with where Back and Forward lead to; `here` tells where the person is. */
export function followHistory(here: () => string | null, go: (desk: string | null) => void): void {
  addEventListener("popstate", () => {
    if (returning) {
      returning = false;
      went(here());
    } else go(shown());
  });
}
