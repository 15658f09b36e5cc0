#!/usr/bin/env bash
# usage: run.sh <folder of the programs>: tests the pages in headless Chromium. 77 = skipped, as something it needs is not there.
set -eu
cd "$(dirname "$0")"
skip() { echo "skipped: $*; ./dev browser installs what is missing and runs this"; exit 77; }
CHROMIUM=${CHROMIUM:-$(command -v chromium || true)}
[ -n "$CHROMIUM" ] || skip "there is no chromium"
command -v node > /dev/null || skip "there is no node"
[ -d node_modules/playwright-core ] || skip "playwright-core is not installed"
export CHROMIUM MLF_BIN="$1"
exec node --test ./*.test.mjs
