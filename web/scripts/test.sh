#!/usr/bin/env bash
# Type check, generated files and tests of web/. 77 = skipped, as something it needs is not there.
set -eu
cd "$(dirname "$0")/.."
command -v node > /dev/null || { echo "skipped: there is no node (group node)"; exit 77; }
[ -x node_modules/.bin/vitest ] || { echo "skipped: the packages of web/ are not installed, npm ci in web/ installs them (group node)"; exit 77; }
node scripts/types.mjs --check
node_modules/.bin/tsc --noEmit
exec node_modules/.bin/vitest run
