// Pieces of pages in both languages.
#pragma once

#include <string>
#include <string_view>

namespace mlf::tools {

// Both languages; the page shows one of them.
std::string Both(std::string_view zh, std::string_view en);
std::string Heading(std::string_view zh, std::string_view en);
// A chart in both languages, with zoom. `note` is HTML above it.
std::string ChartSection(const std::string& id, std::string_view zh, std::string_view en,
                         const std::string& note, const std::string& svg_zh,
                         const std::string& svg_en);

}  // namespace mlf::tools
