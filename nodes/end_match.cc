// EndMatch (终局): a seat that may end the match does so.
//
// After:     hand_end, where the variant's conditions allow it.
// Before:    match_end.
// Always:    nothing on the table changes.
#include <mlf/components/play_node.h>
#include <mlf/flow/registry.h>

#include <mlf/nodes/bases.h>

namespace mlf::nodes {

class EndMatch final : public PlayerNode, public logic::PlayNode {
 public:
  static constexpr PartInfo kInfo{"end_match",
                                  1,
                                  "终局",
                                  "end match",
                                  "结束整场，不再打下一局",
                                  "ends the match: no further hand"};

  logic::Play play() const override { return logic::Play::kEndMatch; }
  void Offers(const Records& records, Seat seat, OfferSink& sink) const override;
};

void EndMatch::Offers(const Records&, Seat, OfferSink& sink) const { sink.Nothing(); }

void RegisterEndMatch(Registry& r) { r.Add<EndMatch>(); }

}  // namespace mlf::nodes
