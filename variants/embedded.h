// The variants that are part of the library: the text of each file, as the build found it in
// variants/<id>/.
#pragma once

#include <span>
#include <string_view>

namespace mlf {

// One file of a variant, byte for byte as it stands in the tree.
struct EmbeddedFile {
  std::string_view id;    // the variant: "xueliu"
  std::string_view name;  // for messages: "xueliu/variant.yaml"
  std::string_view text;
};

// All of them, ordered by name. variants/<id>/scenarios are not among them.
std::span<const EmbeddedFile> EmbeddedVariants();
// README.md and README.zh-CN.md of each.
std::span<const EmbeddedFile> EmbeddedReadmes();

}  // namespace mlf
