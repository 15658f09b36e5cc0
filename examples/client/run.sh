#!/usr/bin/env bash
# run.sh MLF_SERVER: starts the server on free ports and runs each client that this machine can run
# against it. Exit 77 where it can run none.
set -eu
cd "$(dirname "$0")"
server=$1
folder=$(mktemp -d)
trap 'kill "$pid" 2> /dev/null; wait "$pid" 2> /dev/null || true; rm -rf "$folder"' EXIT
"$server" --data "$folder/data" --http 127.0.0.1:0 --framed off --echecs off --test-clock > "$folder/out" &
pid=$!
for _ in $(seq 100); do
  ! grep -q '^ready' "$folder/out" || break
  kill -0 "$pid"
  sleep 0.1
done
address=$(sed -n 's/^listening http //p' "$folder/out")
ran=0
for client in "python3 client.py" "node client.mjs"; do
  command -v "${client%% *}" > /dev/null || { echo "skipped: ${client##* }, because there is no ${client%% *} (group node)"; continue; }
  echo "== $client"
  timeout 100 $client "$address" > "$folder/client" || { tail -5 "$folder/client"; echo "$client failed"; exit 1; }
  tail -1 "$folder/client"
  grep -q 'the hand is over' "$folder/client"
  ran=1
done
[ "$ran" = 1 ] || exit 77
