// Light or dark: as was chosen, or as the system says; and the set of tiles.
import { onSettings, settings } from "../settings";
import { showSet } from "../tiles/sheet";

const systemIsDark = matchMedia("(prefers-color-scheme: dark)");

let drawn = "";

function show(): void {
  const { theme, tiles } = settings();
  const shown = theme === "auto" ? (systemIsDark.matches ? "dark" : "light") : theme;
  if (drawn === `${shown} ${tiles}`) return;
  const first = drawn === "";
  drawn = `${shown} ${tiles}`;
  const root = document.documentElement;
  root.dataset.theme = shown;
  const ground = getComputedStyle(root).getPropertyValue("--bg").trim();
  document.querySelector('meta[name="theme-color"]')?.setAttribute("content", ground);
  // The first view has no tiles and need not wait for them.
  if (first) requestAnimationFrame(() => setTimeout(() => showSet(settings().tiles)));
  else showSet(tiles);
}

/** Before the first drawing; follows the system and the settings from then on. */
export function startTheme(): void {
  show();
  systemIsDark.addEventListener("change", show);
  onSettings(show);
}
