// Step 1 of the YAML reader: the bytes of a file, their positions, and the faults that bytes alone
// show. Private to the reader.
#pragma once

#include <mlf/flow/value.h>

#include <string>
#include <string_view>
#include <vector>

namespace mlf::yaml {

inline constexpr std::size_t kMaxFaults = 100;  // limits the output for hostile files
inline constexpr std::string_view kReplacement = "\xEF\xBF\xBD";  // U+FFFD replaces a refused byte

// A word of the file for a message: quoted, and truncated if long.
std::string Show(std::string_view word);

// The text for the library, and the start of each line.
struct Source {
  FileName file;
  std::string text;
  std::vector<std::size_t> lines{0};  // offsets

  // Line numbers count from 0, as indices of `lines`.
  std::size_t LineAt(std::size_t offset) const;
  std::string_view Line(std::size_t line) const;
  SourcePos At(std::size_t offset) const;
  char CharAt(std::size_t offset) const { return offset < text.size() ? text[offset] : '\0'; }
  // The next positions are requested from the begin of the file again.
  void Rewind() const;

 private:
  mutable std::size_t last_offset_ = 0;
  mutable int last_column_ = 1;
};

struct PlacedFault {
  std::size_t offset = 0;
  Fault fault;
};

// A line that continues a quoted text has no indentation. So indentation faults are confirmed after
// parsing.
struct Scan {
  std::vector<PlacedFault> encoding;
  std::vector<PlacedFault> indentation;
};

// Copies `raw` into source.text. Replaces and reports refused bytes and indentation.
Scan ScanText(std::string_view raw, Source& source);

}  // namespace mlf::yaml
