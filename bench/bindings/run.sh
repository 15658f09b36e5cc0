#!/usr/bin/env bash
# Actions a second in every language, in one run, as the table of docs/en/performance.md. The languages take turns, so that other work on the
# machine meets all of them; the highest of several rounds counts, and C is measured in the same rounds.
# Usage: run.sh <build folder> [seconds a round] [rounds] [variant]...   The build has run ./dev bindings.
set -eu
build=$(realpath "$1")
seconds=${2:-0.2}
rounds=${3:-5}
variants=("${@:4}")
[[ $rounds =~ ^[1-9][0-9]*$ ]] || { echo "rounds is a number from 1, not $rounds: run.sh <build folder> [seconds a round] [rounds] [variant]..." >&2; exit 1; }
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

languages=(C Go Java Node Python "\`VectorEnv\`, 256 tables" "the same, two threads")
# measure <language> <variant>
measure() {
  case "$1" in
    C) "$work/speed" "$2" "$seconds" ;;
    Go) "$work/speed_go" "$2" "$seconds" ;;
    Java) java -cp "$work/java:$jna" "-Djna.library.path=$build/lib" Speed "$2" "$seconds" ;;
    Node) node speed.js "$2" "$seconds" ;;
    Python) /usr/bin/python3 speed.py "$2" "$seconds" ;;
    *256*) /usr/bin/python3 speed.py "$2" "$seconds" 1 ;;
    *) /usr/bin/python3 speed.py "$2" "$seconds" 2 ;;
  esac
}
for ((round = 0; round < rounds; ++round)); do
  for variant in "${variants[@]}"; do
    for language in "${languages[@]}"; do
      value=$(measure "$language" "$variant")  # on a line of its own: a language that fails ends the run
      printf '%s|%s|%s\n' "$variant" "$language" "$value"
    done
  done
done > "$work/measured.txt"

printf '%s, %s processors, %s rounds of 5 times %s s. Actions a second, and of C in the same rounds:\n\n' \
  "$(sed -n 's/^model name[[:space:]]*: //p' /proc/cpuinfo | head -1)" "$(nproc)" "$rounds" "$seconds"
awk -F'|' '
  !(($1, $2) in best) { if (!($1 in variants)) { variants[$1]; variant[++columns] = $1 } if (!($2 in rows)) { rows[$2]; language[++count] = $2 } }
  $3 > best[$1, $2] { best[$1, $2] = $3 }
  END {
    printf "| |"; for (c = 1; c <= columns; ++c) printf " %s |", variant[c]
    printf "\n| --- |"; for (c = 1; c <= columns; ++c) printf " --- |"
    for (r = 1; r <= count; ++r) {
      printf "\n| %s |", language[r]
      for (c = 1; c <= columns; ++c) printf " %.2f M/s, %.0f %% |", best[variant[c], language[r]] / 1e6, 100 * best[variant[c], language[r]] / best[variant[c], "C"]
    }
    printf "\n"
  }' "$work/measured.txt"
