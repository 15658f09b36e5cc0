// Ready (继续): a seat is ready for the next hand.
//
// After:     hand_end, in a window that asks all seats and decides when all have answered. With
//            `bystanders` it asks persons without a seat too: some of them play the next hand.
// Before:    start, which detects by hands_done that this is not the first hand.
// Always:    nothing on the table changes.
#include <mlf/components/persons.h>
#include <mlf/components/play_node.h>
#include <mlf/flow/also_bystanders.h>
#include <mlf/flow/registry.h>

#include <mlf/nodes/bases.h>

namespace mlf::nodes {

class Ready final : public PlayerNode, public AlsoBystanders, public logic::PlayNode {
 public:
  static constexpr PartInfo kInfo{
      "ready", 1, "继续", "ready", "准备好打下一局", "the seat is ready for the next hand"};

  explicit Ready(Params& params);

  logic::Play play() const override { return logic::Play::kNextHand; }
  bool ForBystanders() const override { return persons_ != nullptr; }
  void Offers(const Records& records, Seat seat, OfferSink& sink) const override;

 private:
  const logic::PersonRule* persons_ = nullptr;  // null: only seats are asked
};

namespace {
constexpr Reason kNobodyThere{"nobody_there", "没有这个人", "there is no such person"};
}  // namespace

Ready::Ready(Params& params) {
  const bool bystanders = params.Bool(
      "bystanders", false,
      {.zh = "没有座位的人也问", .en = "persons without a seat are asked too", .added = true});
  if (bystanders)
    persons_ = params.Part<logic::PersonRule>("persons", {"多少人参加", "how many take part"});
}

void Ready::Offers(const Records&, Seat seat, OfferSink& sink) const {
  if (persons_ != nullptr && seat >= persons_->Count()) return sink.Because(kNobodyThere);
  sink.Nothing();
}

void RegisterReady(Registry& r) { r.Add<Ready>(); }

}  // namespace mlf::nodes
