// 缺一门: a hand without tiles of at least one of the three suits, melds included.
#include <mlf/components/hand_shape.h>
#include <mlf/flow/registry.h>
#include <mlf/table/tile.h>

namespace mlf::score {

namespace {

class MissingSuit final : public FanPattern {
 public:
  static constexpr PartInfo kInfo{"missing_suit", 1, "缺一门：三门花色至少缺几门",
                                  "tiles of at least `suits` suits are missing"};

  explicit MissingSuit(Params& params)
      : suits_(params.Int("suits", 1, 1, 2, {"至少缺几门", "how many suits, at least"})) {}

  int Count(const HandShape& hand) const override {
    const table::TileMask kinds = hand.owned.Kinds();
    int missing = 0;
    for (const table::Suit suit : {table::kWan, table::kTong, table::kTiao})
      missing += (kinds & table::SuitMask(suit)) == 0 ? 1 : 0;
    return missing >= suits_ ? 1 : 0;
  }

 private:
  int suits_;
};

}  // namespace

void RegisterMissingSuit(Registry& registry) { registry.Add<MissingSuit>(); }

}  // namespace mlf::score
