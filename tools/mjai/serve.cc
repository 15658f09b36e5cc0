#include "tools/mjai/serve.h"
#include <mlf/mjai/view.h>

#include <istream>
#include <ostream>
#include <string>

namespace mlf::tools {

void ServeBot(const Flow& flow, bots::BotKind kind, std::istream& in, std::ostream& out,
              std::ostream& err) {
  using mjai::MjaiView;
  MjaiView view(flow);
  const auto bot = bots::MakeBot(kind, flow);
  bot->Begin(1);
  for (std::string line; std::getline(in, line);) {
    if (line.empty()) continue;
    const auto takes = view.Take(line);
    const bool asked = takes.ok() && *takes == MjaiView::Takes::kAsked;
    out << (asked ? view.Line(bot->Choose(view)) : view.Line()) << '\n' << std::flush;
    if (!takes.ok())
      err << "mlf: " << takes.faults().front().message << ": " << line.substr(0, 500) << '\n'
          << std::flush;
  }
}

}  // namespace mlf::tools
