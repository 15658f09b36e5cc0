// Light or dark: as was chosen, or as the system says; and the set of tiles.
import { settings } from "../settings";
import { showSet } from "../tiles/sheet";

const systemIsDark = matchMedia("(prefers-color-scheme: dark)");
const fine = matchMedia("(min-resolution: 1.01dppx)");

let drawn = "";

function show(): void {
  const { theme, tiles, size } = settings.peek();
  document.documentElement.dataset.size = size;
  const shown = theme === "auto" ? (systemIsDark.matches ? "dark" : "light") : theme;
  const now = `${shown} ${tiles} ${fine.matches}`;
  if (drawn === now) return;
  const first = drawn === "";
  drawn = now;
  const root = document.documentElement;
  root.dataset.theme = shown;
  const ground = getComputedStyle(root).getPropertyValue("--bg").trim();
  document.querySelector('meta[name="theme-color"]')?.setAttribute("content", ground);
  // The first view has no tiles and need not wait for them.
  if (first) requestAnimationFrame(() => setTimeout(() => showSet(settings.peek().tiles, fine.matches)));
  else showSet(tiles, fine.matches);
}

/** Before the first drawing; follows the system and the settings from then on. */
export function startTheme(): void {
  systemIsDark.addEventListener("change", show);
  fine.addEventListener("change", show);
  settings.subscribe(show);
}
