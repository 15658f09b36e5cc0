#include <mlf/components/an_gang_rob.h>
#include <mlf/components/topics.h>
#include <mlf/components/win_rule.h>
#include <mlf/flow/registry.h>

namespace mlf::logic {
namespace {

// A condition of hu, where an an_gang may be robbed by one shape alone, or not at all: thirteen
// orphans (rules/riichi.md#actions). Other tiles in question are not restricted.
class AnGangRob final : public Guard {
 public:
  static constexpr PartInfo kInfo{"an_gang_rob", 1, "不是抢暗杠，或是所给的牌型",
                                  "it is no an_gang, or the shape fits"};
  static constexpr Reason kReason{"an_gang_not_robbed", "这手牌不能抢暗杠",
                                  "the hand does not have the shape that may rob an an_gang"};
  explicit AnGangRob(Params& params)
      : table_(params),
        shape_(params.PartIfAny<WinShape>(
            "shape", {"牌型；不写则不能抢", "the shape; without it, none may"})) {
    params.NeedsHere(kTileInQuestion);
  }
  bool Holds(const Records& records, Seat seat) const override {
    const Board& board = table_.board(records);
    if (!RobsAnGang(board)) return true;
    return shape_ != nullptr && FitsAnGang(board, *shape_, seat);
  }
  const Reason& WhyNot() const override { return kReason; }

 private:
  table::TableSlots table_;
  const WinShape* shape_;
};

}  // namespace

void RegisterAnGangRob(Registry& registry) { registry.Add<AnGangRob>(); }

}  // namespace mlf::logic
