// Draws the icons of the page from a tile of src/tiles: public/icon.svg, and with Chromium the PNG files that manifests need.
//
//   node scripts/icons.mjs
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

const web = fileURLToPath(new URL("..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "icons-"));
const drawing = join(folder, "faces.mjs");
await build({ entryPoints: [join(web, "src/tiles/faces.ts")], bundle: true, format: "esm", outfile: drawing, logLevel: "error" });
const { face } = await import(pathToFileURL(drawing).href);

// The colours of the light theme, because an icon is alone.
const theme = readFileSync(join(web, "src/theme/theme.css"), "utf8");
const colour = (name) => new RegExp(`${name}: (#\\w+);`).exec(theme)[1];
const inked = (art) => art.replace(/var\((--[\w-]+)\)/g, (_, name) => colour(name));
const tile =
  `<rect x="1" y="6" width="58" height="76" rx="8" fill="${colour("--tile-back")}"/><rect x="1" y="3" width="58" height="76" rx="8" fill="${colour("--tile-side")}"/>` +
  `<rect x="1" y="1" width="58" height="75" rx="8" fill="${colour("--tile-face")}"/>${inked(face("7z"))}`;
// The tile stays inside the circle that systems may cut out.
const icon =
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 128 128"><rect width="128" height="128" rx="28" fill="${colour("--felt")}"/>` +
  `<g transform="translate(31 19) scale(1.1)">${tile}</g></svg>\n`;
writeFileSync(join(web, "public/icon.svg"), icon);

const page = join(folder, "icon.html");
for (const size of [192, 512]) {
  writeFileSync(page, `<style>*{margin:0}svg{display:block;width:${size}px;height:${size}px}</style>${icon.replace(' rx="28"', "")}`);
  execFileSync(
    process.env.CHROMIUM ?? "chromium-headless-shell",
    [
      "--headless",
      "--no-sandbox",
      "--hide-scrollbars",
      `--window-size=${size},${size}`,
      `--screenshot=${join(web, `public/icon-${size}.png`)}`,
      pathToFileURL(page).href,
    ],
    { stdio: "ignore" },
  );
}
