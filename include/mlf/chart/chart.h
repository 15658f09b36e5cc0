/// \file
/// Charts of a flow: what flowviz draws, from the compiled flow. CMake component `chart`, target
/// mlf::chart.
///
///   const auto svg = chart::Draw(*flow, "svg", {.lang = chart::Language::kEn});
///
/// The same flow gives the same bytes.
#pragma once

#include <mlf/flow/flow.h>
#include <mlf/flow/result.h>

#include <cstddef>
#include <cstdint>
#include <string>

namespace mlf::chart {

enum class View : std::uint8_t {
  kWindows,  ///< nodes by group, with the answers and defaults of each window
  kActions,  ///< from action to action, without the nodes between
  kHooks,    ///< the parts in the hooks of each node
};
enum class Language : std::uint8_t { kBoth, kZh, kEn };

struct Options {
  View view = View::kWindows;
  Language lang = Language::kBoth;
  bool legend = false;
  bool opening = true;  ///< draw the opening, in the view of windows
};

/// The bytes of a file. `format`: dot, svg, png, pdf, mmd (Mermaid), or json (the graph as data).
Result<std::string> Draw(const Flow& flow, const std::string& format, const Options& options = {});
/// Writes a file; the ending of its name is the format. Returns the number of bytes.
Result<std::size_t> Write(const Flow& flow, const std::string& file, const Options& options = {});

}  // namespace mlf::chart
