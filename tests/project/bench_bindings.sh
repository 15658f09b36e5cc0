#!/usr/bin/env bash
# bench/bindings/run.sh with compilers and programs that only say a number: it must end at a language that fails, and refuse wrong rounds.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/bin" "$work/build"

# Writes a program that says a number to the argument after -o.
cat > "$work/bin/cc" << 'END'
#!/usr/bin/env bash
while [ "$1" != -o ]; do shift; done
printf '#!/bin/sh\necho 100\n' > "$2"
chmod +x "$2"
END
cp "$work/bin/cc" "$work/bin/go"
printf '#!/bin/sh\n' > "$work/bin/javac"
printf '#!/bin/sh\necho 100\n' > "$work/bin/java"
printf '#!/bin/sh\necho "node fails" >&2\nexit 1\n' > "$work/bin/node"
chmod +x "$work"/bin/*

# fails <word of the error> <argument>...
fails() {
  local word=$1
  shift
  if PATH=$work/bin:$PATH bash bench/bindings/run.sh "$work/build" "$@" > "$work/said" 2>&1; then
    echo "run.sh $* ended well:"
    cat "$work/said"
    exit 1
  fi
  grep -q -- "$word" "$work/said" || { echo "run.sh $* does not say \"$word\":"; cat "$work/said"; exit 1; }
}
fails "node fails" 0.1 1 erren
for rounds in no 0 -1 1.5; do fails "rounds is a number from 1, not $rounds" 0.1 "$rounds" erren; done
