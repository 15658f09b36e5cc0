#include "tools/chart/render.h"
#include <mlf/flow/check.h>
#include "tools/chart/views.h"

#include <algorithm>
#include <filesystem>

namespace mlf::tools {
namespace {

Picture MakePicture(const std::vector<const Flow*>& flows, const RenderOptions& options) {
  std::vector<Chart> charts;
  charts.reserve(flows.size());
  for (const Flow* flow : flows) charts.push_back(MakeChart(*flow));
  switch (options.view) {
    case ChartView::kActions:
      return ActionsPicture(charts[0], MakeActions(*flows[0], charts[0]), options.legend);
    case ChartView::kHooks: return HooksPicture(charts[0], options.legend);
    case ChartView::kParts: return PartsPicture(charts, options.legend);
    case ChartView::kWindows: break;
  }
  Picture picture = WindowsPicture(charts[0], options.legend, {}, options.opening);
  const auto drawn = std::count_if(picture.edges.begin(), picture.edges.end(),
                                   [](const PictureEdge& edge) { return !edge.id.empty(); });
  MLF_CHECK(drawn + (options.opening ? 0 : OpeningEdges(charts[0])) == CountEdges(*flows[0]),
            "the picture lost an edge");
  return picture;
}

}  // namespace

std::optional<ChartView> ChartViewFrom(const std::string& word) {
  const std::vector<std::string>& views = ChartViews();
  const auto found = std::find(views.begin(), views.end(), word);
  if (found == views.end()) return std::nullopt;
  return static_cast<ChartView>(found - views.begin());
}

const std::vector<std::string>& ChartViews() {
  static const std::vector<std::string> kViews = {"windows", "actions", "hooks", "parts"};
  return kViews;
}

const std::vector<std::string>& ChartFormats() {
  static const std::vector<std::string> kFormats = {"dot", "svg", "png", "pdf", "mmd", "json"};
  return kFormats;
}

std::string FormatOf(const std::string& path) {
  std::string format = std::filesystem::path(path).extension().string();
  if (!format.empty()) format.erase(0, 1);
  return format;
}

std::string RenderDot(const Flow& flow, const RenderOptions& options) {
  return PictureDot(MakePicture({&flow}, options), options.lang);
}

Result<std::string> DrawPicture(const Picture& picture, const std::string& format, ChartLang lang) {
  if (format == "dot") return PictureDot(picture, lang);
  if (format == "mmd") return PictureMermaid(picture, lang);
  const std::vector<std::string>& formats = ChartFormats();
  if (std::find(formats.begin(), formats.end(), format) == formats.end()) {
    std::string known;
    for (const std::string& one : formats) known += (known.empty() ? "" : ", ") + one;
    return Fault{"F01", {}, "a chart is drawn as " + known + ", not as \"" + format + "\""};
  }
  return DrawDot(PictureDot(picture, lang), format);
}

Result<std::string> Render(const std::vector<const Flow*>& flows, const std::string& format,
                           const RenderOptions& options) {
  if (flows.size() != 1 && options.view != ChartView::kParts)
    return Fault{"F04", {}, "this view shows one variant; use --view parts for several"};
  if (format == "json") return RenderJson(flows, options);
  return DrawPicture(MakePicture(flows, options), format, options.lang);
}

Result<std::string> Render(const Flow& flow, const std::string& format,
                           const RenderOptions& options) {
  return Render(std::vector<const Flow*>{&flow}, format, options);
}

Result<std::size_t> WriteChart(const Flow& flow, const std::string& path,
                               const RenderOptions& options) {
  Result<std::string> bytes = Render(flow, FormatOf(path), options);
  if (!bytes) return bytes.faults();
  return WriteBytes(path, *bytes);
}

}  // namespace mlf::tools
