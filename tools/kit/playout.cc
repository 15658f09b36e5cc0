#include "tools/kit/playout.h"
#include <mlf/flow/check.h>
#include <mlf/flow/random.h>
#include <mlf/table/find_slot.h>
#include <mlf/table/ledger.h>

#include <bit>

namespace mlf::tools {

Playout::Playout(const Flow& flow, bots::BotKind kind, std::uint64_t seed)
    : flow_(flow),
      seed_(seed),
      view_(flow),
      match_(table::FindSlot<table::Match>(flow)),
      ledger_(table::FindSlot<table::Ledger>(flow)) {
  for (int person = 0; person < flow.people(); ++person) bots_.push_back(bots::MakeBot(kind, flow));
}

Action Playout::Choice(const Records& records, Seat seat, const Choices& choices) {
  view_.Look(records, choices, seat);
  return bots_[static_cast<std::size_t>(seat)]->Choose(view_);
}

// The change of the match scores by the hand. For an unfinished hand, the points of its ledger.
std::vector<std::int64_t> Playout::Points(const Records& from, const Records& now) const {
  std::vector<std::int64_t> points(static_cast<std::size_t>(flow_.people()), 0);
  for (std::size_t p = 0; p < points.size(); ++p) {
    if (HandsDone(now) != HandsDone(from)) {
      points[p] = (*match_)(now).score[p] - (*match_)(from).score[p];
    } else if (ledger_) {
      points[p] = (*ledger_)(now).points[p];
    }
  }
  return points;
}

std::optional<PlayedLine> Playout::Play(const Records& records, const Action& first) {
  for (std::size_t person = 0; person < bots_.size(); ++person)
    bots_[person]->Begin(Mix64(seed_ + person + 1));
  Records now = records;
  Response response;
  flow_.ProcessActionNode(now, first, response);
  if (!response.ok()) return std::nullopt;
  PlayedLine line;
  line.actions.push_back(first);
  const auto ended = [&] {
    return now.flow().over != 0 || now.flow().hand != records.flow().hand ||
           HandsDone(now) != HandsDone(records);
  };
  while (!ended() && static_cast<int>(line.actions.size()) < kMost && response.asked != 0) {
    const Seat seat = static_cast<Seat>(std::countr_zero(static_cast<unsigned>(response.asked)));
    const Action action = Choice(now, seat, response.choices);
    flow_.ProcessActionNode(now, action, response);
    MLF_CHECK(response.ok(), "what a bot was offered is refused");
    line.actions.push_back(action);
  }
  line.ended = ended();
  line.points = Points(records, now);
  return line;
}

}  // namespace mlf::tools
