# shellcheck shell=bash
# Builds the examples own_game and own_mahjong from the installed package alone, as plug-ins and as programs, and runs every tool on them.
# Part of run.sh, which defines source_dir, work and compiler.

# build_example <name>: builds a copy of the example in $work/<name>-build
build_example() {
  cp -r "$source_dir/examples/$1" "$work/$1"
  cmake -S "$work/$1" -B "$work/$1-build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_FLAGS_RELEASE=-O1 -DCMAKE_CXX_COMPILER="$compiler" \
    -DCMAKE_PREFIX_PATH="$work/prefix" > "$work/configure.txt" || { cat "$work/configure.txt"; exit 1; }
  cmake --build "$work/$1-build"
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
  "${flowviz[@]}" render "$variant" -o "$work/$variant.svg" -o "$work/$variant.png"
  "${flowviz[@]}" diff "$variant" "$variant" > /dev/null
  "${mlf[@]}" sim "$variant" --games 200 --bot random > "$work/sim.txt" || { cat "$work/sim.txt"; exit 1; }
  "${mlf[@]}" play "$variant" --bots 4 --seed 3 --hands 1 --journal "$work/$variant.txt" > /dev/null
  "${mlf[@]}" replay "$work/$variant.txt" --quiet
}

bin=$work/prefix/bin
for example in own_game:harbour own_mahjong:dui_jia; do
  name=${example%:*} variant=${example#*:}
  build_example "$name"
  built=$work/$name-build folder=$work/$name/variants/$variant
  all_tools "$variant" "$folder" "$built/$name" -- "$built/$name" flowviz
  mv "$work/$variant.svg" "$work/of_program.svg"
  all_tools "$variant" "$folder" "$bin/mlf" --plugin "$built/$variant.so" -- "$bin/flowviz" --plugin "$built/$variant.so"
  cmp "$work/$variant.svg" "$work/of_program.svg"
  "$bin/mlf" list | grep -q "^$variant " && { echo "$variant is known without its plug-in"; exit 1; }
  MLF_PLUGINS=$built/$variant.so "$bin/mlf" list | grep -q "^$variant "
  "$bin/mlf-sim" --seeds 1 --actions 60 --people 4 --variant "$variant" --plugin "$built/$variant.so"
done
"$work/own_game-build/own_tools" "$work/harbour_by_library.svg" > "$work/tools.txt" || { cat "$work/tools.txt"; exit 1; }
cmp "$work/harbour.svg" "$work/harbour_by_library.svg"
