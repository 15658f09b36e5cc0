#include "flow/record/journal_chance.h"
#include <mlf/flow/text.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <stdexcept>
#include <utility>

namespace mlf {

namespace {
constexpr std::size_t kLongestWall = 256;
}  // namespace

JournalChance::JournalChance(const Flow& flow, const Journal& journal)
    : flow_(flow), used_(std::ranges::any_of(journal.entries, [](const JournalEntry& entry) {
        return entry.kind == JournalEntry::Kind::kChance;
      })) {}

HandChance JournalChance::OfHand(std::uint32_t hand) {
  asked_.push_back(hand);
  const auto found = std::ranges::find(due_, hand, &JournalEntry::hand);
  missing_ = found == due_.end();
  if (missing_)
    throw std::runtime_error(fmt::format("no chance of hand {} comes before the step", hand));
  const JournalEntry& entry = **found;
  HandChance chance{.wall = {}, .seed = entry.seed};
  if (entry.wall.empty()) return chance;
  std::array<Piece, kLongestWall> wall;
  const auto count = ParsePieces(flow_, entry.wall, wall);
  if (!count) throw std::runtime_error("its wall is not written in pieces of this game");
  chance.wall.assign(wall.begin(), wall.begin() + static_cast<std::ptrdiff_t>(*count));
  return chance;
}

std::optional<JournalChance::Trouble> JournalChance::Check(const std::string& undone) {
  const std::vector<std::uint32_t> asked = std::exchange(asked_, {});
  const std::vector<const JournalEntry*> due = std::exchange(due_, {});
  if (std::exchange(missing_, false)) {
    return Trouble{
        "J17", fmt::format("hand {} begins here and its chance is not before it", asked.back()), 0};
  }
  if (!undone.empty() && !asked.empty()) {
    return Trouble{"J19",
                   fmt::format("the chance of hand {} does not fit: {}", asked.back(), undone), 0};
  }
  for (std::size_t i = 0; i < due.size(); ++i) {
    if (i >= asked.size() || due[i]->hand != asked[i]) {
      return Trouble{"J18",
                     fmt::format("the chance of hand {} is before a step that does not begin "
                                 "that hand, or is given twice",
                                 due[i]->hand),
                     due[i]->line};
    }
  }
  return std::nullopt;
}

}  // namespace mlf
