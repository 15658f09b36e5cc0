#!/usr/bin/env bash
# Installs the build into a temporary folder, and builds and runs the examples embed, graph, own_game and own_mahjong against it like external projects.
# Usage: run.sh <source folder> <build folder> <C++ compiler>
set -eu
source_dir=$1
build_dir=$2
compiler=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Nothing here is measured, so all is compiled without optimization, whatever a build asks for.
printf '#!/bin/sh\nexec %s "$@" -O0\n' "$compiler" > "$work/c++"
chmod +x "$work/c++"
compiler=$work/c++

cmake --install "$build_dir" --prefix "$work/prefix" > "$work/install.txt"
# A header that includes a header outside the package compiles only inside the tree, so the example must not see the tree.
cp -r "$source_dir/examples/embed" "$work/embed"
cmake -S "$work/embed" -B "$work/build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_COMPILER="$compiler" \
  -DCMAKE_PREFIX_PATH="$work/prefix" > "$work/configure.txt" || { cat "$work/configure.txt"; exit 1; }
cmake --build "$work/build"
"$work/build/embed"
cp -r "$source_dir/examples/graph" "$work/graph"
cmake -S "$work/graph" -B "$work/graph-build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_COMPILER="$compiler" \
  -DCMAKE_PREFIX_PATH="$work/prefix" > "$work/configure.txt" || { cat "$work/configure.txt"; exit 1; }
cmake --build "$work/graph-build"
"$work/graph-build/graph" > "$work/ways.txt"
grep -q '^shortest way to a win: deal -> ' "$work/ways.txt" || { cat "$work/ways.txt"; exit 1; }
grep -q '^every hand passes: start -> .* -> settle$' "$work/ways.txt" || { cat "$work/ways.txt"; exit 1; }

. "$source_dir/tests/install/examples.sh"
. "$source_dir/tests/install/guide.sh"

# Each public header compiles alone, and no other header is installed. The short form takes all in one unit, in both orders, which finds
# most missing includes in a twentieth of the time; MLF_LONG=1 (./dev full) takes each header by itself.
includes=$work/prefix/include
check() { printf '#include <%s>\n' "$1" | "$2" -std=c++20 -fsyntax-only -Wall -Wextra -Werror -I "$3" -x c++ - || { echo "$1 does not compile by itself"; exit 1; }; }
export -f check
(cd "$includes" && find mlf -name '*.h' | LC_ALL=C sort) > "$work/installed.txt"
sed -n 's/^\(call\|derive\|include\)  *//p' "$source_dir/cmake/public_headers.txt" | LC_ALL=C sort | diff - "$work/installed.txt"
if [ -n "${MLF_LONG:-}" ]; then
  xargs -P 2 -I{} bash -c 'check {} "$0" "$1"' "$compiler" "$includes" < "$work/installed.txt"
else
  for order in cat tac; do
    $order "$work/installed.txt" | sed 's/.*/#include <&>/' |
      "$compiler" -std=c++20 -fsyntax-only -Wall -Wextra -Werror -I "$includes" -x c++ - || { echo "the public headers do not compile"; exit 1; }
  done
fi

# A wrong part is refused with a sentence.
! "$compiler" -std=c++20 -fsyntax-only -I "$includes" -x c++ "$source_dir/tests/install/wrong_parts.txt" 2> "$work/wrong.txt" ||
  { echo "wrong parts compile"; exit 1; }
sed -n 's,^// \(a .*\),\1,p' "$source_dir/tests/install/wrong_parts.txt" | while read -r sentence; do
  grep -qF "$sentence" "$work/wrong.txt" || { cat "$work/wrong.txt"; echo "the compiler does not say: $sentence"; exit 1; }
done

# The variants are installed as files too.
for folder in "$source_dir"/variants/*/; do
  id=$(basename "$folder")
  [ -f "$folder/variant.yaml" ] || continue
  cmp "$folder/variant.yaml" "$work/prefix/share/mlf/variants/$id/variant.yaml"
done
