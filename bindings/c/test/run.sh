#!/usr/bin/env bash
# Compiles the example and the test as C, with clang where it is installed, and runs them.
# Usage: run.sh <build folder>
set -eu
build=$(realpath "$1")
cd "$(dirname "$0")/.."
golden=../../tests/golden/bindings.txt
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
compiler=$(command -v clang-19 || command -v cc)
flags=(-std=c11 -Wall -Wextra -Wshadow -Wconversion -Wpedantic -Werror -I .)

# The header, the map and the library name the same functions.
grep -oE '\bmlf_[a-z_]+\(' mlf.h | tr -d '(' | sort -u > "$work/header"
sed -n 's/^    \(mlf_[a-z_]*\);$/\1/p' mlf_c.map | diff "$work/header" -
nm -D --defined-only "$build/lib/libmlf_c.so" | grep -v ' A MLF_1$' | sed 's/.* //; s/@@MLF_1$//' | sort | diff "$work/header" -
# Everything that bindings offer is there.
sed '/^#/d' ../surface.txt | cut -d'|' -f2 | tr -d ' ' | sort -u > "$work/surface"
[ "$(wc -l < "$work/surface")" -gt 20 ]
comm -23 "$work/surface" "$work/header" | grep . && { echo "mlf.h has not these names of bindings/surface.txt"; exit 1; }
printf '#include "mlf.h"\n' | "$compiler" "${flags[@]}" -fsyntax-only -x c -
printf '#include "mlf.h"\n' | "${CXX:-c++}" -std=c++98 -Wall -Wextra -Wshadow -Wconversion -Werror -Wno-long-long -I . -fsyntax-only -x c++ -

"$compiler" "${flags[@]}" -Wno-gnu-auto-type -O1 test/abi_test.c -o "$work/abi_test" -ldl -pthread
# Without its caches the allocator counts exactly, so that a leak of one object is seen.
GLIBC_TUNABLES=glibc.malloc.tcache_count=0 "$work/abi_test" "$build/lib/libmlf_c.so" "$work" > "$work/saved"
# Another process restores what the first has saved.
"$work/abi_test" "$build/lib/libmlf_c.so" "$work" restore | diff "$work/saved" -
# Graphviz of another version: this one has no function.
mkdir "$work/other"
"$compiler" -shared -o "$work/other/libgvc.so.6" -x c /dev/null
LD_LIBRARY_PATH=$work/other "$work/abi_test" "$build/lib/libmlf_c.so" "$work" without_graphviz

"$compiler" "${flags[@]}" -O1 example/first.c -L "$build/lib" -lmlf_c -Wl,-rpath,"$build/lib" -o "$work/first"
"$work/first" | grep '^erren:' | diff ../../tests/golden/bindings_first.txt -
"$compiler" "${flags[@]}" -O1 example/match.c -L "$build/lib" -lmlf_c -Wl,-rpath,"$build/lib" -o "$work/match"
# shellcheck disable=SC2046
"$work/match" $(sed 's/ .*//' "$golden") | diff "$golden" -
chance=../../tests/golden/bindings_chance.txt
# shellcheck disable=SC2046
"$work/match" -c $(sed 's/ .*//' "$chance") | diff "$chance" -
"$work/match" -v erren | grep -q '^  discard seat 1'
