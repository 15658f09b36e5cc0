// Charts as dot, svg, png, pdf and json.
//
//   auto svg = Render(*flow, "svg", {.lang = ChartLang::kZh});   // Result<std::string>: the bytes of the file
//   auto done = WriteChart(*flow, "graphs/xueliu.png");          // the format is the file's ending
//
// How it is drawn: an action is a rounded box (blue: players bring it, grey: the system runs it), a window an octagon below its node with a
// cell for each answer and, dashed, for what the system does when nobody answers. All text stands in boxes and cells, none beside lines, so no
// label can sit on something else. A line from a cell is one edge of the flow; dot and svg carry its id. The same flow gives the same bytes.
#pragma once

#include <mlf/flow/flow.h>
#include <mlf/flow/result.h>
#include <mlf/tools/flowviz/chart.h>

#include <optional>
#include <string>
#include <vector>

namespace mlf::tools {

enum class ChartLang : std::uint8_t { kBoth, kZh, kEn };
std::optional<ChartLang> ChartLangFrom(const std::string& word);  // both, zh, en

struct RenderOptions {
  ChartLang lang = ChartLang::kBoth;  // both: Chinese with English below
  bool legend = false;
  const Registry* registry = nullptr;  // of the parts in use; null = those of the library
};

std::string RenderDot(const Flow& flow, const RenderOptions& options = {});
// Everything a chart holds, for programs: {flowviz: 1, variant, zh, en, seats, fingerprint, options, groups, nodes, edges}. An edge has the id it
// has in dot and svg.
std::string RenderJson(const Flow& flow, const RenderOptions& options = {});
// Lays a dot text out with Graphviz and draws it: "svg", "png", "pdf".
Result<std::string> DrawDot(const std::string& dot, const std::string& format);

// The formats Render knows.
const std::vector<std::string>& ChartFormats();
Result<std::string> Render(const Flow& flow, const std::string& format, const RenderOptions& options = {});
// Renders in the format of the file's ending and writes the file. The value is the number of bytes.
Result<std::size_t> WriteChart(const Flow& flow, const std::string& path, const RenderOptions& options = {});

}  // namespace mlf::tools
