#include "flow/build/hot_node.h"

#include <algorithm>
#include <cstdio>

namespace mlf {

namespace {
constexpr std::string_view kWhoNames[] = {"self",   "next", "opposite",  "previous",
                                          "others", "all",  "bystanders"};
}  // namespace

std::string_view WhoName(Who who) { return kWhoNames[static_cast<int>(who)]; }
std::optional<Who> WhoFrom(std::string_view word) {
  for (std::size_t i = 0; i < std::size(kWhoNames); ++i) {
    if (word == kWhoNames[i]) return static_cast<Who>(i);
  }
  return std::nullopt;
}

SeatMask SeatsOf(Who who, Seat actor, int seats) {
  const auto at = [&](int offset) { return MaskOf(SeatAfter(actor, offset, seats)); };
  const SeatMask all = static_cast<SeatMask>((1u << seats) - 1);
  switch (who) {
    case Who::kSelf: return at(0);
    case Who::kNext: return at(1);
    case Who::kPrevious: return at(seats - 1);
    case Who::kOpposite: return seats % 2 == 0 ? at(seats / 2) : 0;
    case Who::kOthers: return all & static_cast<SeatMask>(~at(0));
    case Who::kAll: return all;
    case Who::kBystanders: return static_cast<SeatMask>(~all);
  }
  return 0;
}

std::string_view WinnersName(Winners winners) {
  constexpr std::string_view kNames[] = {"", "all", "nearest", "abort"};
  return kNames[static_cast<int>(winners)];
}

WinnersRule WinnersRule::Of(Winners winners) {
  WinnersRule rule;
  rule.by_count.fill(winners);
  return rule;
}

std::string WinnersRule::Text() const {
  const auto name = [&](Winners winners) {
    return std::string(WinnersName(winners)) + (winners == Winners::kAbort ? " " + abort_to : "");
  };
  if (std::all_of(by_count.begin() + 2, by_count.end(),
                  [&](Winners w) { return w == by_count[2]; }))
    return name(by_count[2]);
  std::string text;
  for (int n = 2; n <= kMaxSeats; ++n) {
    if (n > 2 && by_count[n] == by_count[n - 1]) continue;
    if (!text.empty()) text += ", ";
    text += std::to_string(n) + ": " + name(by_count[n]);
  }
  return text;
}

Flow::Flow() = default;
Flow::~Flow() = default;

Records Flow::Blank() const {
  Records records;
  records.flow() = FlowState{};  // its default values are not all zero
  records.flow().fingerprint = fingerprint_;
  return records;
}

NodeIndex Flow::Find(std::string_view id) const {
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    if (nodes_[i].id == id) return static_cast<NodeIndex>(i);
  }
  return kNoNode;
}

std::string Flow::fingerprint_text() const {
  char text[17];
  std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(fingerprint_));
  return text;
}

const std::vector<const Reason*>& Flow::Numbers(std::string_view list) const {
  static const std::vector<const Reason*> kNone;
  for (const auto& [name, ids] : numbers_) {
    if (name == list) return ids;
  }
  return kNone;
}

const Part* Flow::SharedPart(std::string_view name) const {
  for (const SharedUse& shared : shared_) {
    if (shared.name == name) return shared.part;
  }
  return nullptr;
}

}  // namespace mlf
