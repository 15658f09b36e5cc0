// Step 2 of the YAML reader: the tree, built from the events of the library's parser. Private to
// the reader.
#pragma once

#include "flow/load/yaml_scan.h"

#include <utility>
#include <vector>

namespace mlf::yaml {

struct Tree {
  Value root;  // null where the document is empty
  std::vector<PlacedFault> faults;
  std::vector<std::pair<std::size_t, std::size_t>> quotes;  // of multi-line texts: both offsets
};

// Reads the whole text. Reports all faults after which parsing can continue, and the syntax error
// that ends it.
Tree BuildTree(const Source& source);

}  // namespace mlf::yaml
