#include "bots/bots.h"
#include "bots/careful.h"
#include "bots/efficient.h"
#include "bots/greedy.h"
#include "bots/random.h"
#include "bots/shy.h"
#include "flow/base/words.h"

#include <algorithm>
#include <array>

namespace mlf::bots {

namespace {
constexpr std::array<std::string_view, 5> kNames = {"random", "greedy", "shy", "careful",
                                                    "efficient"};
}  // namespace

std::string_view BotName(BotKind kind) { return kNames[static_cast<std::size_t>(kind)]; }

std::string BotList(std::span<const BotKind> bots) {
  std::string text;
  for (const BotKind kind : bots) text += (text.empty() ? "" : ",") + std::string(BotName(kind));
  return text;
}

std::optional<BotKind> BotFrom(std::string_view name) {
  const auto found = std::ranges::find(kNames, name);
  if (found == kNames.end()) return std::nullopt;
  return static_cast<BotKind>(found - kNames.begin());
}

Result<std::vector<BotKind>> ParseBots(std::string_view text, int seats) {
  std::vector<BotKind> bots;
  std::size_t from = 0;
  while (from <= text.size()) {
    const std::size_t comma = std::min(text.find(',', from), text.size());
    const std::string_view word = text.substr(from, comma - from);
    const auto kind = BotFrom(word);
    if (!kind) {
      const std::string near = Nearest(std::string(word), {kNames.begin(), kNames.end()});
      return Fault{"S01",
                   {"", 1, static_cast<int>(from) + 1},
                   "there is no bot \"" + std::string(word) + "\"" +
                       (near.empty() ? "; there are random, greedy, careful, efficient and shy"
                                     : " (did you mean \"" + near + "\"?)")};
    }
    bots.push_back(*kind);
    from = comma + 1;
  }
  if (bots.size() == 1) bots.resize(static_cast<std::size_t>(seats), bots.front());
  if (bots.size() != static_cast<std::size_t>(seats)) {
    return Fault{"S02",
                 {},
                 std::to_string(bots.size()) + " bots for " + std::to_string(seats) +
                     " seats: give one for all seats, or one for each"};
  }
  return bots;
}

std::unique_ptr<Bot> MakeBot(BotKind kind, const Flow& flow) {
  auto outlook = kind == BotKind::kRandom ? std::nullopt : Outlook::Of(flow);
  if (!outlook) return std::make_unique<RandomBot>();
  if (kind == BotKind::kCareful) return std::make_unique<CarefulBot>(flow, *outlook);
  if (kind == BotKind::kEfficient) return std::make_unique<EfficientBot>(flow, *outlook);
  if (kind == BotKind::kShy) return std::make_unique<ShyBot>(flow, *outlook);
  return std::make_unique<GreedyBot>(flow, *outlook);
}

}  // namespace mlf::bots
