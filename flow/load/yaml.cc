// The checked YAML reader, in three steps:
//   1. The scan (yaml_scan) checks bytes: encoding, control characters, indentation.
//   2. The library's parser sends events to the builder (yaml_builder), which builds the tree and
//      reports all faults after which parsing can continue.
//   3. The library throws at its first syntax error. SyntaxFault (yaml_syntax) converts it to a
//      sentence with a remedy.
// The library reads a clean copy in which each refused byte is replaced by one character, so that
// positions stay correct.
#include <mlf/flow/value.h>
#include "flow/base/text_file.h"
#include "flow/load/yaml_builder.h"
#include "flow/load/yaml_scan.h"

#include <algorithm>
#include <iterator>
#include <tuple>

namespace mlf {

namespace yaml {
namespace {

// Whether a fault may be only a consequence of an earlier indentation fault, because the scan
// changed the indentation.
bool RestsOnIndentation(const std::string& code) {
  return code == "Y05" || code == "Y07" || code == "Y08" || code == "Y09";
}

Result<Value> Parse(std::string_view raw, const std::string& file_name) {
  if (raw.size() > kYamlMaxBytes) {
    return Fault{"Y02",
                 {file_name, 0, 0},
                 "the file is larger than " + std::to_string(kYamlMaxBytes >> 20) + " MB"};
  }
  if (raw.starts_with("\xFF\xFE") || raw.starts_with("\xFE\xFF")) {
    return Fault{"Y03", {file_name, 1, 1}, "the file is UTF-16; save it as UTF-8"};
  }
  if (raw.starts_with("\xEF\xBB\xBF")) raw.remove_prefix(3);  // byte order mark

  Source source;
  source.file = file_name;
  Scan scan = ScanText(raw, source);
  Tree tree = BuildTree(source);

  // A line that continues a quoted text may begin with anything.
  std::erase_if(scan.indentation, [&](const PlacedFault& placed) {
    // The quotes are sorted and disjoint, so only the last one opened before the place can contain
    // it.
    const auto after = std::lower_bound(tree.quotes.begin(), tree.quotes.end(),
                                        std::pair(placed.offset, std::size_t{0}));
    return after != tree.quotes.begin() && placed.offset <= std::prev(after)->second;
  });
  const std::size_t certain =
      scan.indentation.empty() ? std::string::npos : scan.indentation.front().offset;
  const auto doubtful = [&](const PlacedFault& placed) {
    return RestsOnIndentation(placed.fault.code) &&
           source.LineAt(placed.offset) >= source.LineAt(std::min(certain, source.text.size())) &&
           certain != std::string::npos;
  };

  std::vector<PlacedFault> all = std::move(scan.encoding);
  for (auto* part : {&scan.indentation, &tree.faults}) {
    for (PlacedFault& placed : *part) {
      if (part == &scan.indentation || !doubtful(placed)) all.push_back(std::move(placed));
    }
  }
  std::sort(all.begin(), all.end(), [](const PlacedFault& a, const PlacedFault& b) {
    return std::tie(a.offset, a.fault.code, a.fault.message) <
           std::tie(b.offset, b.fault.code, b.fault.message);
  });
  if (all.empty()) {
    if (!tree.root.IsNull()) return std::move(tree.root);
    return Fault{"Y06", {file_name, 1, 1}, "the document is empty"};
  }
  Faults faults;
  for (PlacedFault& placed : all) {
    if (faults.size() == kMaxFaults) {
      faults.push_back(
          {"Y05", {file_name, 0, 0}, "there are more faults; only the first are listed"});
      break;
    }
    faults.push_back(std::move(placed.fault));
  }
  return faults;
}

}  // namespace
}  // namespace yaml

Result<Value> ParseYaml(std::string_view text, const std::string& file_name) {
  return yaml::Parse(text, file_name);
}

Result<Value> ReadYamlFile(const std::string& path) {
  // One byte more is enough to detect a file that is too large.
  const auto text = ReadTextFile(path, kYamlMaxBytes + 1);
  if (!text) return text.faults();
  return ParseYaml(*text, path);
}

}  // namespace mlf
