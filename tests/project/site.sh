#!/usr/bin/env bash
# Builds the site of the documents, with all links checked. MLF_LONG=1 (./dev full) builds it twice and compares the bytes.
# Usage: site.sh <build folder>
set -eu
build=$1
command -v mkdocs > /dev/null || { echo "skipped: there is no mkdocs; ./dev site installs it (group site)"; exit 77; }
/usr/bin/python3 -c "import pygments" 2> /dev/null || { echo "skipped: there is no python3-pygments; ./dev site installs it (group site)"; exit 77; }
export SOURCE_DATE_EPOCH=1700000000 MLF_EDIT_URL=https://edit.example/main/
python3 docs/site/build.py "$build" "$build/site-test"
[ -n "${MLF_LONG:-}" ] || exit 0
python3 docs/site/build.py "$build" "$build/site-again"
diff -rq "$build/site-test" "$build/site-again"
