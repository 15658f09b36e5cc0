// Parser of canonical texts of parts: "missed_win@1{mode: higher_fan}" is the part missed_win,
// version 1, with one parameter.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mlf::tools {

struct PartText {
  std::string id;
  std::string version;
  std::string braces;  // "{mode: higher_fan}", or nothing
  std::vector<std::pair<std::string, std::string>> params;
};

PartText ReadPart(std::string_view text);
// Every outermost "id@version..." and "$name" in `text`.
std::vector<std::string> NestedParts(std::string_view text);
// Every part in `text` at any depth with its own text, outer parts first.
std::vector<std::string> AllPartsIn(std::string_view text);
// The top-level items of "{a: 1, b: [x, y]}" or "[x, y]".
std::vector<std::string> SplitList(std::string_view text);
// The part for people: id and parameters. Parameters longer than `most` are omitted.
std::string ShortPart(std::string_view text, std::size_t most = 160);

}  // namespace mlf::tools
