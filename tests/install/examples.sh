# shellcheck shell=bash
# Builds the examples own_game and own_mahjong from the installed package alone, as plug-ins and as programs, and runs every tool on them.
# Part of run.sh, which defines source_dir, work and compiler.

# build_example <name>: builds a copy of the example in $work/<name>-build
build_example() {
  cp -r "$source_dir/examples/$1" "$work/$1"
  cmake -S "$work/$1" -B "$work/$1-build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_COMPILER="$compiler" \
    -DCMAKE_PREFIX_PATH="$work/prefix" > "$work/configure.txt" || { cat "$work/configure.txt"; exit 1; }
  cmake --build "$work/$1-build"
}

# draws_and_plays <variant> <mlf...> -- <flowviz...>: the two that write files.
draws_and_plays() {
  local variant=$1 mlf=() flowviz=()
  shift
  while [ "$1" != -- ]; do mlf+=("$1"); shift; done
  shift
  flowviz=("$@")
  "${flowviz[@]}" render "$variant" -o "$work/$variant.svg" -o "$work/$variant.png"
  "${mlf[@]}" play "$variant" --bots 4 --seed 3 --hands 1 --journal "$work/$variant.txt" > /dev/null
  "${mlf[@]}" replay "$work/$variant.txt" --quiet
}

# all_tools <variant> <folder of the variant> <mlf...> -- <flowviz...>: checks, proves, draws, compares, simulates, plays and replays it.
all_tools() {
  local variant=$1 folder=$2 mlf=() flowviz=()
  shift 2
  while [ "$1" != -- ]; do mlf+=("$1"); shift; done
  shift
  flowviz=("$@")
  "${mlf[@]}" check "$folder" > "$work/check.txt" || { cat "$work/check.txt"; exit 1; }
  "${flowviz[@]}" prove "$variant" -o "$work/prove" > "$work/prove.txt" || { cat "$work/prove.txt"; exit 1; }
  "${flowviz[@]}" diff "$variant" "$variant" > /dev/null
  "${mlf[@]}" sim "$variant" --games 50 --bot random > "$work/sim.txt" || { cat "$work/sim.txt"; exit 1; }
  draws_and_plays "$variant" "${mlf[@]}" -- "${flowviz[@]}"
}

# serves <variant> <plug-in>: the server with the plug-in of its server.yaml serves it; a client plays a hand, and robots check what they are sent.
serves() {
  local folder=$work/served-$1 address pid
  mkdir "$folder"
  printf 'plugin: %s\n' "$2" > "$folder/server.yaml"
  "$bin/mlf-server" --config "$folder/server.yaml" --data "$folder/data" --http 127.0.0.1:0 --framed off --echecs off --test-clock \
    --claim-pause-ms 5 --messages-per-second 1000 --messages-burst 2000 > "$folder/out" 2> "$folder/err" &
  pid=$!
  for _ in $(seq 300); do ! grep -q '^ready$' "$folder/out" || break; kill -0 "$pid" || { cat "$folder/err"; exit 1; }; sleep 0.1; done
  address=$(sed -n 's/^listening http //p' "$folder/out")
  /usr/bin/python3 "$source_dir/examples/client/client.py" "$address" "$1" > "$folder/client.txt" || { tail -5 "$folder/client.txt"; exit 1; }
  grep -q 'the hand is over' "$folder/client.txt"
  printf 'server: %s\nrobots: 12\nvariants: {%s: 1}\nthink: [2, 20]\naway: [10, 100]\nplay: {strongest: 3, random: 1, default: 1}\n' "$address" "$1" \
    > "$folder/robots.yaml"
  for seconds in 4 40; do
    "$bin/mlf-robots" "$folder/robots.yaml" --seconds $seconds --plugin "$2" > "$folder/robots.txt" || { cat "$folder/robots.txt"; exit 1; }
    ! grep -q '[1-9][0-9]* the key is that of the commitment' "$folder/robots.txt" || break
  done
  grep -q '[1-9][0-9]* the key is that of the commitment' "$folder/robots.txt" || { cat "$folder/robots.txt"; exit 1; }
  kill "$pid"
  wait "$pid" || { cat "$folder/err"; exit 1; }
}

bin=$work/prefix/bin
for example in own_game:harbour own_mahjong:dui_jia; do
  name=${example%:*} variant=${example#*:}
  build_example "$name"
  built=$work/$name-build folder=$work/$name/variants/$variant
  # The program has the same tools; the plug-in is tried with all of them.
  draws_and_plays "$variant" "$built/$name" -- "$built/$name" flowviz
  mv "$work/$variant.svg" "$work/of_program.svg"
  all_tools "$variant" "$folder" "$bin/mlf" --plugin "$built/$variant.so" -- "$bin/flowviz" --plugin "$built/$variant.so"
  cmp "$work/$variant.svg" "$work/of_program.svg"
  # Documents show it.
  [ -z "${MLF_UPDATE_GOLDEN:-}" ] || cp "$work/$variant.svg" "$source_dir/examples/$name/chart.svg"
  cmp "$work/$variant.svg" "$source_dir/examples/$name/chart.svg"
  "$bin/mlf" list | grep -q "^$variant " && { echo "$variant is known without its plug-in"; exit 1; }
  MLF_PLUGINS=$built/$variant.so "$bin/mlf" list | grep -q "^$variant "
  "$bin/mlf-sim" --seeds 1 --actions 60 --people 4 --variant "$variant" --plugin "$built/$variant.so"
  serves "$variant" "$built/$variant.so"
done
"$work/own_game-build/own_tools" "$work/harbour_by_library.svg" > "$work/tools.txt" || { cat "$work/tools.txt"; exit 1; }
cmp "$work/harbour.svg" "$work/harbour_by_library.svg"
