#!/usr/bin/env bash
# Plays a match of every variant from Java. Usage: test.sh <build folder>
set -eu
build=$(realpath "$1")
cd "$(dirname "$0")"
jna=/usr/share/java/jna.jar
if ! command -v javac > /dev/null || [ ! -e "$jna" ]; then
  echo "skipped: there is no javac or no $jna; ./dev bindings installs openjdk-17-jdk-headless and libjna-java (group bindings)"
  exit 77
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
javac -Xlint:all -Werror -cp "$jna" -d "$work" Match.java
golden=../../tests/golden/bindings.txt
# shellcheck disable=SC2046
java -cp "$work:$jna" -Djna.library.path="$build/lib" Match $(sed 's/ .*//' "$golden") | diff "$golden" -
# A plug-in brings a variant; one of another engine is refused.
java -cp "$work:$jna" -Djna.library.path="$build/lib" Match "$build/plugins/dui_jia.so" dui_jia | grep -q '^dui_jia 2026 '
if java -cp "$work:$jna" -Djna.library.path="$build/lib" Match "$build/plugins/other_engine.so" 2> "$work/refused.txt"; then
  echo "a plug-in of another engine is loaded"; exit 1
fi
grep -q MLF_FAULTY "$work/refused.txt"
