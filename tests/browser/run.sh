#!/usr/bin/env bash
# usage: run.sh <folder of the programs> <pages | play>: tests pages in headless Chromium. 77 = skipped, as something it needs is not there.
# pages = what flowviz writes; play = the page of mlf-server.
set -eu
cd "$(dirname "$0")"
skip() { echo "skipped: $*; ./dev browser installs what is missing and runs this (group browser)"; exit 77; }
CHROMIUM=${CHROMIUM:-$(command -v chromium || true)}
[ -n "$CHROMIUM" ] || skip "there is no chromium"
command -v node > /dev/null || skip "there is no node"
[ -d node_modules/playwright-core ] || skip "playwright-core is not installed"
export CHROMIUM MLF_BIN="$1"
case "$2" in
  pages) exec node --test index.test.mjs replay.test.mjs ;;
  play)
    [ -e ../../web/dist/index.html ] || skip "the page (web/dist) is not built"
    exec node --test play*.test.mjs
    ;;
  *) echo "run.sh: pages or play, not \"$2\"" >&2; exit 2 ;;
esac
