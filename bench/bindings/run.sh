#!/usr/bin/env bash
# Actions a second of one core in every language, best of five, as a table. Nothing else may run on the machine.
# Usage: run.sh <build folder> [seconds a round] [variant]...   The build has run ./dev bindings.
set -eu
build=$(realpath "$1")
seconds=${2:-1}
variants=("${@:3}")
[ ${#variants[@]} -gt 0 ] || variants=(xueliu riichi)
cd "$(dirname "$0")"
bindings=$(realpath ../../bindings)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cc -std=gnu11 -O2 -I "$bindings/c" speed.c -L "$build/lib" -lmlf_c -Wl,-rpath,"$build/lib" -o "$work/speed"
jna=/usr/share/java/jna.jar
javac -cp "$jna" -d "$work/java" "$bindings"/java/src/mlf/*.java Speed.java
export CGO_LDFLAGS="-L$build/lib -Wl,-rpath,$build/lib" GOPROXY=off GOFLAGS=-mod=mod GOCACHE="$build/go"
mkdir "$work/go"
cp speed.go "$work/go"
printf 'module speed\n\ngo 1.19\n\nrequire majonglogicflow/mlf v0.0.0\n\nreplace majonglogicflow/mlf => %s/go\n' "$bindings" > "$work/go/go.mod"
(cd "$work/go" && go build -o "$work/speed_go" .)
export MLF_NODE="$build/node" PYTHONPATH="$build/python" PYTHONDONTWRITEBYTECODE=1

printf '| variant | C | Go | Java | Node | Python, one table | Python, 256 tables | with two threads |\n| --- | --- | --- | --- | --- | --- | --- | --- |\n'
for variant in "${variants[@]}"; do
  printf '| %s' "$variant"
  for command in "$work/speed" "$work/speed_go" "java -cp $work/java:$jna -Djna.library.path=$build/lib Speed" "node speed.js" \
    "/usr/bin/python3 speed.py"; do
    # shellcheck disable=SC2086
    printf ' | %s' "$($command "$variant" "$seconds")"
  done
  for threads in 1 2; do printf ' | %s' "$(/usr/bin/python3 speed.py "$variant" "$seconds" "$threads")"; done
  printf ' |\n'
done
