#!/usr/bin/env bash
# Builds the Java package and tests it with a build of libmlf_c.so. Usage: test.sh <build folder>
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
javac -Xlint:all -Werror -cp "$jna" -d "$work/mlf" src/mlf/*.java
jar --create --file "$work/mlf.jar" -C "$work/mlf" .
javac -Xlint:all -Werror -cp "$work/mlf.jar" -d "$work" example/*.java test/MlfTest.java
java=(java -cp "$work:$work/mlf.jar:$jna" "-Djna.library.path=$build/lib" "-Dmlf.surface=$PWD/../surface.txt")
"${java[@]}" MlfTest > "$work/tests.txt" || { cat "$work/tests.txt"; exit 1; }
grep -qx '[0-9]* tests pass' "$work/tests.txt" || { cat "$work/tests.txt"; exit 1; }
"${java[@]}" First | grep '^erren:' | diff ../../tests/golden/bindings_first.txt -
for golden in bindings bindings_chance; do
  file=../../tests/golden/$golden.txt
  own=()
  [ "$golden" = bindings ] || own=(-c)
  # shellcheck disable=SC2046
  "${java[@]}" Match "${own[@]}" $(sed 's/ .*//' "$file") | diff "$file" -
done
# A plug-in brings a variant; one of another engine is refused.
"${java[@]}" Match "$build/plugins/dui_jia.so" dui_jia | grep -q '^dui_jia 2026 '
if "${java[@]}" Match "$build/plugins/other_engine.so" 2> "$work/refused.txt"; then
  echo "a plug-in of another engine is loaded"; exit 1
fi
grep -q 'FAULTY.*is built for engine 0.1.0' "$work/refused.txt"
