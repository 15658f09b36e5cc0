// The pages of all variants: one that lists them, and one for each with chart, rules, fans, options
// and heat.
#pragma once

#include <mlf/flow/loader.h>
#include <mlf/flow/viewer.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace mlf::tools {

struct IndexedVariant {
  Variant variant;
  std::shared_ptr<const Flow> flow;  // with default options
  std::string readme_zh, readme_en;  // Markdown
};

struct IndexOptions {
  std::uint64_t games = 200;  // for the heat; 0 = none
  std::uint64_t seed = 1;
};

// A row of a variant's fan table, with option values substituted.
struct FanTableRow {
  std::string id;
  Label label;
  std::string fan;
  std::string kind;
};
std::vector<FanTableRow> FanRows(const Variant& variant);

// "xueliu.html" for the variant xueliu.
std::string IndexFile(const IndexedVariant& variant);
// The same input gives the same bytes.
Result<std::string> VariantPage(const IndexedVariant& variant, const IndexOptions& options,
                                Lang lang);
std::string IndexPage(const std::vector<IndexedVariant>& variants, Lang lang);

}  // namespace mlf::tools
