#!/usr/bin/env bash
# Robots against the real server: run.sh MLF_SERVER MLF_ROBOTS [SECONDS]
#
# Robots of both forms play for some seconds, or ten times as long on a slow machine. They must
# find no fault, and must have compared something. Wrong options and files end with status 2 and say why.
set -euo pipefail
server=$1 robots=$2 seconds=${3:-6}
folder=$(mktemp -d)
pid=
trap '[ -z "$pid" ] || kill "$pid" 2>/dev/null || true; [ -z "$pid" ] || wait "$pid" || true; rm -rf "$folder"' EXIT
fail() {
  echo "$1" >&2
  exit 1
}

# start OPTIONS...: the server, its process in `pid` and its addresses in `http` and `echecs`.
start() {
  "$server" --data "$folder/data" --http 127.0.0.1:0 --framed off --echecs 127.0.0.1:0 --echecs-register \
    --test-clock --claim-pause-ms 5 --messages-per-second 1000 --messages-burst 2000 "$@" >"$folder/out" 2>"$folder/err" &
  pid=$!
  for _ in $(seq 300); do
    grep -q '^ready$' "$folder/out" && break
    sleep 0.1
  done
  http=$(sed -n 's/^listening http //p' "$folder/out")
  echecs=$(sed -n 's/^listening echecs //p' "$folder/out")
  [ -n "$http" ] || fail "the server does not start: $(cat "$folder/err")"
}
# stop: and waits for its end.
stop() {
  kill "$pid"
  wait "$pid" || true
  pid=
}

start
cat >"$folder/robots.yaml" <<YAML
server: $http
robots: 40
seconds: $seconds
variants: {xueliu: 1, xuezhan: 1, erren: 1, sanma: 1}
think: [2, 20]
away: [10, 100]
play: {strongest: 2, random: 1, default: 1, bot: 2}
YAML
# uncompared FILE WHAT...: the first of these that the robots have not compared.
uncompared() {
  local file=$1 what
  shift
  for what in "$@"; do
    grep -q "[1-9][0-9]* $what" "$file" || { echo "$what"; return; }
  done
}
# play FILE WHAT... -- OPTIONS...: robots play until they have compared this.
play() {
  local out=$1 wanted=() time left
  shift
  while [ "$1" != -- ]; do wanted+=("$1"); shift; done
  shift
  for time in "$seconds" $((seconds * 10)); do
    "$robots" "$folder/robots.yaml" --seconds "$time" "$@" >"$out" || fail "$(cat "$out")"
    left=$(uncompared "$out" "${wanted[@]}")
    [ -n "$left" ] || return 0
  done
  fail "nothing was compared: $left: $(cat "$out")"
}
play "$folder/robots.out" "seq without gaps" "the view from events" "the key is that of the commitment" "the wall of the key was dealt" \
  "the same act, the same answer" "own salt" "the same user by token" "act of a bot" --
cat "$folder/robots.out"

cat >"$folder/robot_1.json" <<JSON
{
  "ip": "${echecs%:*}", "port": ${echecs##*:},
  // what follows what
  "response_seq": {
    "100002": {"msg": [100104, 100105], "weight": [100, 100]},
    "100104": {"msg": [100100, 100103], "weight": [90, 10]}, "100105": {"msg": [100100], "weight": [1]},
    "100103": {"msg": [100104], "weight": [100]},
    "101001": {"msg": [100140, 100130], "weight": [95, 5]},
    "100010": {"msg": [100140, 9999], "weight": [90, 10]},
    "101003": {"msg": [100100, 9999], "weight": [50, 50]},
  },
  "encode_type": 0, "user_id": 1, "user_name": "test1", "password": "123456", "think": [20, 60], "away": [50, 100]
}
JSON
# A password takes its time to be hashed, on a busy machine seconds.
for time in 6 40; do
  "$robots" "$folder/robot_1.json" --trace --robots 8 --seconds $time >"$folder/platform.out" || fail "$(tail -60 "$folder/platform.out")"
  ! grep -q '^100140 ' "$folder/platform.out" || ! grep -q '^100010 ' "$folder/platform.out" || break
done
grep -q '^100140 ' "$folder/platform.out" || fail "no robot of the platform has played: $(tail -60 "$folder/platform.out")"
# They have lost their connection and come back, and each message is printed.
for what in '^100010 ' '[1-9][0-9]* disconnect$' '^player [1-8] disconnected' '^player [1-8] out 100140 {' '^player [1-8] in 101001 {'; do
  grep -q "$what" "$folder/platform.out" || fail "nothing like $what: $(tail -60 "$folder/platform.out")"
done
! grep -q '123456' "$folder/platform.out" || fail "a password is printed: $(grep -m1 123456 "$folder/platform.out")"

# The same encrypted, with each cipher of the server. The robots check that they can read all.
printf '%s' '0123456789abcdef0123456789abcdef' >"$folder/echecs.key"
chmod 600 "$folder/echecs.key"
for cipher in vector chained; do
  stop
  start --echecs-key "$folder/echecs.key" --echecs-cipher $cipher
  sed -e "s/\"port\": [0-9]*/\"port\": ${echecs##*:}/" -e 's/"encode_type": 0/"encode_type": 1/' "$folder/robot_1.json" >"$folder/robot_2.json"
  for time in 3 40; do
    "$robots" "$folder/robot_2.json" --echecs-key "$folder/echecs.key" --echecs-cipher $cipher --robots 8 --seconds $time >"$folder/platform.out" ||
      fail "$cipher: $(tail -60 "$folder/platform.out")"
    ! grep -q '^100140 ' "$folder/platform.out" || break
  done
  grep -q '^100140 ' "$folder/platform.out" || fail "$cipher: no robot has played: $(tail -60 "$folder/platform.out")"
done

# What is wrong is reported, with its place, and ends with status 2.
status=0
echo 'robots: 0' >"$folder/wrong.yaml"
"$robots" "$folder/wrong.yaml" 2>"$folder/output" || status=$?
[ $status -eq 2 ] && grep -q 'wrong.yaml:1:9' "$folder/output" || fail "status $status: $(cat "$folder/output")"
status=0
"$robots" --robts 3 2>"$folder/output" || status=$?
[ $status -eq 2 ] || fail "status $status: $(cat "$folder/output")"

# Where nobody answers, that is a fault.
stop
status=0
"$robots" --server "$http" --robots 2 --seconds 1 >"$folder/output" || status=$?
[ $status -eq 1 ] && grep -q 'cannot connect' "$folder/output" || fail "status $status: $(cat "$folder/output")"

# The same by TLS: a certificate that is trusted, for this address.
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 1 -subj /CN=table -addext "subjectAltName=IP:127.0.0.1,DNS:table" \
  -keyout "$folder/key.pem" -out "$folder/cert.pem" 2>"$folder/output" || fail "$(cat "$folder/output")"
chmod 600 "$folder/key.pem"
start --tls-cert "$folder/cert.pem" --tls-key "$folder/key.pem"
sed -i "s/^server:.*/server: $http/" "$folder/robots.yaml"
for name in "" "--host table"; do
  # shellcheck disable=SC2086
  seconds=3 play "$folder/robots.out" "the view from events" -- --robots 20 --tls --ca "$folder/cert.pem" $name
done
"$robots" --tls --ca "$folder/cert.pem" load play --server "$http" --connections 8 --seconds 1 --warm-up 0 >"$folder/load.out" ||
  fail "$(cat "$folder/load.out")"
# ends STATUS WORDS OPTIONS...: robots end so, and say why.
ends() {
  status=0
  "$robots" --server "$http" --robots 2 --seconds 1 "${@:3}" >"$folder/output" 2>&1 || status=$?
  [ $status -eq "$1" ] && grep -qi "$2" "$folder/output" || fail "${*:3}: status $status: $(cat "$folder/output")"
}
ends 1 'TLS: self-signed certificate' --tls
ends 1 'TLS: hostname mismatch' --tls --ca "$folder/cert.pem" --host elsewhere
ends 2 'nowhere.pem' --tls --ca "$folder/nowhere.pem"
ends 2 'requires --tls' --ca "$folder/cert.pem"
