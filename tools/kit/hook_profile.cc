#include "tools/kit/hook_profile.h"
#include "tools/console/console.h"

#include <fmt/format.h>

#include <algorithm>

namespace mlf::tools {

void ProfileTotals::Add(const HookProfile& profile) {
  for (const HookProfile::Run& run : profile.runs()) {
    for (const HookProfile::Piece& piece : run.pieces) {
      Sum& sum = sums_[{run.node, piece.hook, piece.effect}];
      ++sum.runs;
      sum.ns += piece.ns;
    }
  }
}

std::string ProfileTotals::Text(const Flow& flow, Lang lang) const {
  const bool zh = lang == Lang::kZh;
  std::int64_t whole = 0;
  for (const auto& [key, sum] : sums_) whole += sum.ns;
  std::vector<std::pair<std::tuple<NodeIndex, Hook, int>, Sum>> rows(sums_.begin(), sums_.end());
  std::stable_sort(rows.begin(), rows.end(),
                   [](const auto& a, const auto& b) { return a.second.ns > b.second.ns; });
  std::string out =
      fmt::format("{}{}{:>8}{:>12}{:>11}  {}\n", Pad(zh ? "节点" : "node", 20),
                  Pad(zh ? "钩子" : "hook", 16), zh ? "次数" : "runs", zh ? "合计 µs" : "total µs",
                  zh ? "每次 ns" : "each ns", zh ? "部件" : "part");
  // The slowest five, and whatever else takes a thousandth of the time.
  constexpr int kAlways = 5;
  Sum rest;
  int written = 0;
  for (const auto& [key, sum] : rows) {
    if (written >= kAlways && sum.ns * 1000 < whole) {
      rest.runs += sum.runs;
      rest.ns += sum.ns;
      continue;
    }
    ++written;
    const auto& [node, hook, effect] = key;
    const Node& at = flow.node(node);
    const std::string part =
        effect < 0
            ? std::string(zh ? "（节点自身）" : "(the node's own)")
            : at.hooks[static_cast<std::size_t>(hook)][static_cast<std::size_t>(effect)].Text();
    out += fmt::format("{}{}{:>8}{:>12.1f}{:>11}  {}\n", Pad(at.id, 20), Pad(HookKey(hook), 16),
                       sum.runs, static_cast<double>(sum.ns) / 1000,
                       sum.ns / static_cast<std::int64_t>(sum.runs), part);
  }
  out += fmt::format(fmt::runtime(zh ? "其余 {} 次共 {:.1f} µs；全部钩子 {:.1f} µs\n"
                                     : "the other {} runs took {:.1f} µs; all hooks {:.1f} µs\n"),
                     rest.runs, static_cast<double>(rest.ns) / 1000,
                     static_cast<double>(whole) / 1000);
  return out;
}

}  // namespace mlf::tools
