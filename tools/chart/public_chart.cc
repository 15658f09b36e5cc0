// The public functions of charts (include/mlf/chart/chart.h).
#include <mlf/chart/chart.h>
#include "tools/chart/render.h"

namespace mlf::chart {

namespace {

tools::RenderOptions OptionsOf(const Options& options) {
  tools::RenderOptions own{.legend = options.legend, .opening = options.opening};
  switch (options.lang) {
    case Language::kBoth: own.lang = tools::ChartLang::kBoth; break;
    case Language::kZh: own.lang = tools::ChartLang::kZh; break;
    case Language::kEn: own.lang = tools::ChartLang::kEn; break;
  }
  switch (options.view) {
    case View::kWindows: own.view = tools::ChartView::kWindows; break;
    case View::kActions: own.view = tools::ChartView::kActions; break;
    case View::kHooks: own.view = tools::ChartView::kHooks; break;
  }
  return own;
}

}  // namespace

Result<std::string> Draw(const Flow& flow, const std::string& format, const Options& options) {
  return tools::Render(flow, format, OptionsOf(options));
}

Result<std::size_t> Write(const Flow& flow, const std::string& file, const Options& options) {
  return tools::WriteChart(flow, file, OptionsOf(options));
}

}  // namespace mlf::chart
