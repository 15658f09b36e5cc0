#!/usr/bin/env bash
# The graphs of includes in docs/pictures match the tree, and the pictures show the same arrows.
# Usage: tests/project/include_picture.sh, from the top of the tree.
set -eu
pictures=docs/pictures
stale() {
  echo "$1; run ./dev includes"
  exit 1
}
arrows_of_graph() { sed -n 's/^ *"\(.*\)" -> "\([^"]*\)".*$/\1->\2/p' "$1" | sort; }
arrows_of_picture() { sed -n 's/&#45;/-/g; s/&gt;/>/g; s|^<title>\(.*->.*\)</title>$|\1|p' "$1" | sort; }
diff <(bash cmake/include_graph.sh .) "$pictures/includes.dot" || stale "includes.dot does not match the tree"
diff <(bash cmake/layer_graph.sh < "$pictures/includes.dot") "$pictures/layers.dot" || stale "layers.dot does not match includes.dot"
for name in includes layers; do
  [ -n "$(arrows_of_graph "$pictures/$name.dot")" ] || stale "$name.dot has no arrow"
  diff <(arrows_of_graph "$pictures/$name.dot") <(arrows_of_picture "$pictures/$name.svg") ||
    stale "$name.svg does not show the arrows of $name.dot"
done
