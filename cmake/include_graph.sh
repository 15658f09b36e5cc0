#!/usr/bin/env bash
# Prints the includes between folders as DOT: an arrow from A to B means that a file of A includes one of B.
# Usage: cmake/include_graph.sh <top of the tree>
set -eu
cd "$1"
export LC_ALL=C
find include/mlf flow table components nodes variants play bots server cluster tools -name '*.h' -o -name '*.cc' | sort | xargs awk '
  function folder(path) { sub(/\/[^\/]*$/, "", path); return path }
  /^#include <mlf\// { split($0, part, /[<>]/); to = folder("include/" part[2]) }
  /^#include "/ { split($0, part, "\""); to = folder(part[2]) }
  /^#include (<mlf\/|")/ {
    from = folder(FILENAME)
    if (to != part[2] && to != from) count[from "\" -> \"" to]
    seen[from]; if (to != part[2]) seen[to]
  }
  END {
    for (name in seen) print "2  \"" name "\""
    for (edge in count) print "3  \"" edge "\""
  }' | sort | {
  echo 'digraph includes {'
  echo '  rankdir=LR; ranksep=1.2; node [shape=box, style=filled, fillcolor="#f4f1ea", fontname="Noto Sans"]; edge [color="#555555", fontname="Noto Sans", fontsize=9];'
  cut -c2-
  echo '}'
}
