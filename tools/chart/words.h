// Words of charts: the seats asked, the winners, times.
#pragma once

#include "flow/base/who_text.h"
#include "tools/chart/chart.h"
#include "tools/chart/picture.h"

#include <string>

namespace mlf::tools {

std::string Circled(int number);  // 0 -> "①"
std::string Seconds(int ms);      // 1500 -> "1.5"
Label WinnersText(const Chart& chart, const ChartEdge& edge);
// The head of a window: its name, the seats asked, when it decides, deadline and default, broken to
// `width` columns.
PictureRows WindowRows(const Chart& chart, const ChartNode& node, int width);

}  // namespace mlf::tools
