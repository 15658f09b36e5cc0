// Writes NAME.gz beside every file of dist/ that gets smaller by it, for servers to send as it is. Fails where a browser has to load more than
// MOST bytes before it shows the page.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const dist = new URL("../dist/", import.meta.url);
for (const name of readdirSync(dist, { recursive: true, withFileTypes: true })) {
  if (!name.isFile() || name.name.endsWith(".gz")) continue;
  const file = `${name.parentPath ?? name.path}/${name.name}`;
  const text = readFileSync(file);
  const small = gzipSync(text, { level: 9 });
  if (small.length < text.length * 0.9) writeFileSync(`${file}.gz`, small);
}

const MOST = 90_000;
const page = readFileSync(new URL("index.html", dist), "utf8");
const first = ["index.html", ...[...page.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)].map(([, name]) => name)];
const sizes = first.map((name) => [name, gzipSync(readFileSync(new URL(name, dist)), { level: 9 }).length]);
const sum = sizes.reduce((sum, [, size]) => sum + size, 0);
if (sum > MOST) {
  console.error(`The page needs ${sum} bytes at first, more than ${MOST}: ${sizes.map(([name, size]) => `${name} ${size}`).join(", ")}`);
  process.exitCode = 1;
}
