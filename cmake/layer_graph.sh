#!/usr/bin/env bash
# Reads the output of include_graph.sh. Prints the includes between layers as DOT, without arrows that others imply.
# A public header belongs to its layer. Each tool is a layer of its own.
set -eu
export LC_ALL=C
awk -F '"' '
  function layer(folder) {
    sub(/^include\/mlf\//, "", folder)
    if (folder !~ /^tools\//) sub(/\/.*/, "", folder)
    return folder
  }
  NF == 5 {
    from = layer($2); to = layer($4)
    if (from != to) { includes[from, to]; reaches[from, to]; layers[from]; layers[to] }
  }
  END {
    for (via in layers) for (a in layers) for (b in layers)
      if ((a, via) in reaches && (via, b) in reaches) reaches[a, b]
    for (name in layers) print "2  \"" name "\""
    for (pair in includes) {
      split(pair, end, SUBSEP)
      implied = 0
      for (via in layers) if ((end[1], via) in includes && (via, end[2]) in reaches) implied = 1
      if (!implied) print "3  \"" end[1] "\" -> \"" end[2] "\""
    }
  }' | sort | {
  echo 'digraph layers {'
  echo '  rankdir=RL; node [shape=box, style=filled, fillcolor="#f4f1ea", fontname="Noto Sans"]; edge [color="#555555"];'
  cut -c2-
  echo '}'
}
