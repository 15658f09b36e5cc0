// The variants embedded in the library: the text of each file in variants/<id>/ at build time.
#pragma once

#include <span>
#include <string_view>

namespace mlf {

// One file of a variant, byte for byte.
struct EmbeddedFile {
  std::string_view id;    // the variant: "xueliu"
  std::string_view name;  // for messages: "xueliu/variant.yaml"
  std::string_view text;
};

// All files, ordered by name, with the named rules under the id `rules`. variants/<id>/scenarios is
// excluded.
std::span<const EmbeddedFile> EmbeddedVariants();
// README.md and README.zh-CN.md of each variant.
std::span<const EmbeddedFile> EmbeddedReadmes();

}  // namespace mlf
