#!/usr/bin/env bash
# Builds the site of the documents twice, with all links checked, and compares the bytes. Usage: site.sh <build folder>
set -eu
build=$1
command -v mkdocs > /dev/null || { echo "skipped: there is no mkdocs; ./dev site installs it (group site)"; exit 77; }
export SOURCE_DATE_EPOCH=1700000000
python3 docs/site.py "$build" "$build/site-test"
rm -rf "$build/site-first"
mv "$build/site-test" "$build/site-first"
python3 docs/site.py "$build" "$build/site-test"
diff -rq "$build/site-first" "$build/site-test"
