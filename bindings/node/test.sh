#!/usr/bin/env bash
# Builds the Node package with a build of libmlf_c.so and tests it. Usage: test.sh <build folder>
set -eu
build=$(realpath "$1")
cd "$(dirname "$0")"
if ! command -v npm > /dev/null; then
  echo "skipped: there is no npm; ./dev bindings installs nodejs (group node) and npm"
  exit 77
fi
node=$(dirname "$(dirname "$(node -p process.execPath)")")
if [ ! -e "$node/include/node/node_api.h" ]; then
  echo "skipped: there is no $node/include/node/node_api.h; ./dev bindings installs libnode-dev (group bindings)"
  exit 77
fi
MLF_INCLUDE=$(realpath ../c)
MLF_GOLDEN=$(realpath ../../tests/golden)
MLF_SURFACE=$(realpath ../surface.txt)
MLF_PLUGINS_OF_TEST=$build/plugins
export MLF_INCLUDE MLF_GOLDEN MLF_SURFACE MLF_PLUGINS_OF_TEST MLF_LIB="$build/lib" npm_config_nodedir="$node"

# The package is built in the build folder, so that nothing is left here.
work=$build/node
mkdir -p "$work"
find "$work" -mindepth 1 -maxdepth 1 ! -name node_modules ! -name build -exec rm -rf {} +
cp -r ./* "$work"
cd "$work"
if [ ! -e node_modules/.package-lock.json ] || ! cmp -s package-lock.json node_modules/of-lock.json; then
  # The lock file pins version and checksum; nothing else is downloaded.
  npm ci --ignore-scripts --no-audit --no-fund --silent || {
    echo "skipped: the packages of bindings/node could not be downloaded"
    exit 77
  }
  cp package-lock.json node_modules/of-lock.json
fi
# Built again only when a source has changed.
[ -e build/Makefile ] || npm run configure > configure.txt 2>&1 || { cat configure.txt; exit 1; }
npm run build > build.txt 2>&1 || { cat build.txt; exit 1; }
npm test
node example/first.js | grep '^erren:' | diff "$MLF_GOLDEN/bindings_first.txt" -

# A project of somebody else installs the folder, with nothing from the network.
mkdir -p "$work/project"
cd "$work/project"
printf '{"name": "project", "private": true}\n' > package.json
npm install --offline --no-audit --no-fund "$work" > install.txt 2>&1 || { cat install.txt; exit 1; }
for way in "const mlf = require('majonglogicflow'); console.log(mlf.open('erren').seats)" \
  "import { open } from 'majonglogicflow'; console.log(open('erren').seats)"; do
  [ "$(node "--input-type=$([ "${way#import}" = "$way" ] && echo commonjs || echo module)" -e "$way")" = 2 ] || { echo "not in a project: $way"; exit 1; }
done
