// Ready (继续): a seat is ready for the next hand.
//
// After:     hand_end, in a window that asks all seats and decides when all have answered.
// Before:    start, which detects by hands_done that this is not the first hand.
// Always:    nothing on the table changes.
#include <mlf/components/play_node.h>
#include <mlf/flow/registry.h>

#include "nodes/common.h"

namespace mlf::nodes {

class Ready final : public PlayerNode, public logic::PlayNode {
 public:
  static constexpr PartInfo kInfo{
      "ready", 1, "继续", "ready", "准备好打下一局", "the seat is ready for the next hand"};

  logic::Play play() const override { return logic::Play::kNextHand; }
  void Offers(const Records& records, Seat seat, OfferSink& sink) const override;
};

void Ready::Offers(const Records&, Seat, OfferSink& sink) const { sink.Nothing(); }

void RegisterReady(Registry& r) { r.Add<Ready>(); }

}  // namespace mlf::nodes
