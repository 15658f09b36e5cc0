// The public class (include/mlf/mjai/view.h).
#include <mlf/components/play_node.h>
#include <mlf/mjai/view.h>
#include <mlf/table/sight.h>
#include "tools/mjai/answer.h"
#include "tools/mjai/shadow.h"

#include <optional>

namespace mlf::mjai {

using tools::Shadow;

struct MjaiView::Inside {
  explicit Inside(const Flow& of) : flow(of), choosing(of), sight(of), shadow(of) {}

  const Flow& flow;
  play::Choosing choosing;
  table::Sight sight;
  Shadow shadow;
  Choices none;
  bool asked = false;
  std::string declared;                 // the discard of the declaration
  bool owed = false;                    // the last message repeated the declaration
  mutable std::optional<Records> seen;  // of the last message
};

MjaiView::MjaiView(const Flow& flow) : SeenView(flow), inside_(std::make_unique<Inside>(flow)) {}

MjaiView::~MjaiView() = default;

Result<MjaiView::Takes> MjaiView::Take(std::string_view line) {
  Inside& in = *inside_;
  in.asked = in.owed = false;
  in.seen.reset();
  const Json message = Json::parse(line, nullptr, false);
  if (message.is_discarded() || !message.is_object())
    return Fault{"B16", {}, "the line is not a message"};
  const std::string wrong = in.shadow.Take(message);
  if (!wrong.empty()) return Fault{"B16", {}, wrong};
  if (!in.shadow.asks()) return Takes::kNothing;
  // Its declaration was repeated to it: the discard follows.
  in.owed = message.value("type", "") == "reach";
  in.asked = !in.owed;
  return in.asked ? Takes::kAsked : Takes::kNothing;
}

std::string MjaiView::Line(const Action& action) {
  Inside& in = *inside_;
  std::string said = tools::MjaiLine(in.choosing, in.flow, in.shadow.records(), action);
  if (logic::PlayOf(*in.flow.node(action.node).impl) != logic::Play::kReady) return said;
  in.declared = std::move(said);
  return Json{{"type", "reach"}, {"actor", seat()}}.dump();
}

std::string MjaiView::Line() const {
  return inside_->owed ? inside_->declared : Json{{"type", "none"}}.dump();
}

Seat MjaiView::seat() const { return inside_->shadow.seat(); }

std::uint32_t MjaiView::nonce() const { return inside_->shadow.response().ask; }

Action MjaiView::fallback() const {
  if (!inside_->asked) return {};
  return inside_->shadow.response().defaults[static_cast<std::size_t>(seat())];
}

const Records& MjaiView::seen() const {
  if (!inside_->seen)
    inside_->sight.Fill(inside_->shadow.records(), seat(), inside_->seen.emplace());
  return *inside_->seen;
}

int MjaiView::HandSize(Seat seat) const {
  return inside_->sight.HandSize(inside_->shadow.records(), seat);
}

const Choices& MjaiView::all() const {
  return inside_->asked ? inside_->shadow.response().choices : inside_->none;
}

}  // namespace mlf::mjai
