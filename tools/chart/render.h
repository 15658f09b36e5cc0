// Charts as dot, svg, png, pdf, Mermaid and json.
//
//   auto svg = Render(*flow, "svg", {.lang = ChartLang::kZh});  // Result<std::string>: the file
//   auto done = WriteChart(*flow, "graphs/xueliu.png");         // the extension is the format
//
// views.h describes the content. The same flow gives the same bytes. dot, svg and Mermaid carry the
// ids of nodes and edges.
#pragma once

#include <mlf/flow/flow.h>
#include <mlf/flow/result.h>
#include "tools/chart/chart.h"
#include "tools/chart/picture.h"
#include "tools/console/write_file.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mlf::tools {

enum class ChartView : std::uint8_t { kWindows, kActions, kHooks, kParts };
std::optional<ChartView> ChartViewFrom(const std::string& word);
const std::vector<std::string>& ChartViews();

struct RenderOptions {
  ChartLang lang = ChartLang::kBoth;  // both: Chinese above English
  bool legend = false;
  ChartView view = ChartView::kWindows;
  bool opening = true;  // draw it, in the view of windows
};

std::string RenderDot(const Flow& flow, const RenderOptions& options = {});
// The content of a view as JSON, for programs. Edges have the same ids as in dot and svg.
//   windows, hooks  {flowviz: 1, variant, zh, en, seats, fingerprint, options, parts, groups,
//                   nodes, edges}
//   actions         {flowviz: 1, view, variant, zh, en, fingerprint, actions,
//                   edges: [{id, from, to, ways: [{zh, en, walked, waits}]}]}
//   parts           {flowviz: 1, view, variants, nodes, parts: [{id, in, same}]}
std::string RenderJson(const std::vector<const Flow*>& flows, const RenderOptions& options = {});
// Graphviz layout of a dot text as "svg", "png" or "pdf".
Result<std::string> DrawDot(const std::string& dot, const std::string& format);
// A picture in any format except json.
Result<std::string> DrawPicture(const Picture& picture, const std::string& format, ChartLang lang);

// The formats of Render.
const std::vector<std::string>& ChartFormats();
// "svg" for "a/b.svg".
std::string FormatOf(const std::string& path);
Result<std::string> Render(const Flow& flow, const std::string& format,
                           const RenderOptions& options = {});
// One flow, or several for the view of shared parts.
Result<std::string> Render(const std::vector<const Flow*>& flows, const std::string& format,
                           const RenderOptions& options = {});
// Renders by the extension of the file name and writes the file. Returns the number of bytes.
Result<std::size_t> WriteChart(const Flow& flow, const std::string& path,
                               const RenderOptions& options = {});

}  // namespace mlf::tools
