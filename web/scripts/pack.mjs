// Writes NAME.gz beside every file of dist/ that gets smaller by it, for servers to send as it is.
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
