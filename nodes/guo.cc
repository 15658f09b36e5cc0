// Guo (过): a seat passes.
//
// After:     any window that offers the seat something else.
// Before:    in its own turn the same turn again, where only a discard is left; nothing in a
//            claim window.
// Always:    hidden from the others, because a pass reveals that the seat had an offer.
#include <mlf/components/play_node.h>
#include <mlf/flow/registry.h>

#include <mlf/nodes/bases.h>

namespace mlf::nodes {

class Guo final : public PlayerNode, public logic::PlayNode {
 public:
  static constexpr PartInfo kInfo{
      "guo", 1, "过", "pass", "过：不要，什么也不做", "passes: the seat lets its chance go"};

  explicit Guo(Params& params);

  logic::Play play() const override { return logic::Play::kPass; }
  void Offers(const Records& records, Seat seat, OfferSink& sink) const override;
  bool beside_others() const override { return true; }
  // In its own turn, the seat has now declined.
  void SetStates(Step& step) const override;

 private:
  table::TableSlots table_;
  bool keeps_draw_;
};

namespace {
constexpr Reason kNothingToPass{"nothing_to_pass", "没有可以过的操作",
                                "there is nothing to pass on"};
}  // namespace

Guo::Guo(Params& params)
    : table_(params),
      keeps_draw_(params.Bool(
          "keeps_draw", false,
          {"自己轮次里过了，仍算刚摸牌", "in the own turn the seat still counts as having drawn",
           /*added=*/true})) {}

void Guo::Offers(const Records&, Seat, OfferSink& sink) const {
  if (!sink.has_other_offer()) return sink.Because(kNothingToPass);
  sink.Nothing();
}

void Guo::SetStates(Step& step) const {
  const table::Moves board = table_.moves(step.records);
  if (!keeps_draw_ && OwnTurn(step.records, *board, step.seat))
    table::SetMayActOnDraw(board, false);
}

void RegisterGuo(Registry& r) { r.Add<Guo>(); }

}  // namespace mlf::nodes
