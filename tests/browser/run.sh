#!/usr/bin/env bash
# usage: run.sh <folder of the programs> [FILE]...: tests pages in headless Chromium, with the files *.test.mjs given or all. 77 = skipped, as
# something it needs is not there. Those of play* and of the replay need the built web/
set -eu
cd "$(dirname "$0")"
skip() { echo "skipped: $*; ./dev browser installs what is missing and runs this (group browser)"; exit 77; }
CHROMIUM=${CHROMIUM:-$(command -v chromium-headless-shell || command -v chromium || true)}
[ -n "$CHROMIUM" ] || skip "there is no chromium-headless-shell"
command -v node > /dev/null || skip "there is no node"
[ -d node_modules/playwright-core ] || skip "playwright-core is not installed"
export CHROMIUM MLF_BIN="$1"
[ -x "$MLF_BIN/mlf" ] || { echo "run.sh: $MLF_BIN has no program mlf; give the full path of the folder of the programs"; exit 1; }
shift
[ $# -gt 0 ] || set -- *.test.mjs
case " $*" in *play*) [ -e ../../web/dist/index.html ] || skip "the page (web/dist) is not built" ;; esac
case " $* " in *" site.test.mjs "*) [ -e "$MLF_BIN/../site-test/version.json" ] || { echo "skipped: the test site has not built the site (group site)"; exit 77; } ;; esac
exec node --test "$@"
