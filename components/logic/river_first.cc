// river_first (跟打, rules/xiamen.md#follow): a condition on discards.
//
// Wildcards, and the kind that is read as the wild one, are not meant. A claimed discard does not
// lie in a river.
//
// Example: 1z lies in a river. A seat that holds one 1z and a pair of 2z discards the 1z.
#include <mlf/components/tile_set.h>
#include <mlf/components/topics.h>
#include <mlf/components/win_rule.h>
#include <mlf/flow/registry.h>

#include <string>

namespace mlf::logic {

namespace {

class RiverFirst final : public Condition {
 public:
  static constexpr PartInfo kInfo{
      "river_first", 1, "牌河里有、手里只有一张的牌先打（跟打）",
      "it is a tile held once that lies in a river, while the hand has any"};
  static constexpr Reason kReason{"river_first", "牌河里有的单张字牌要先打（跟打）",
                                  "a single tile that lies in a river is discarded first"};
  explicit RiverFirst(Params& params)
      : board_(params), wilds_(params.PartIfAny<Wilds>("wilds", {"赖子", "which tiles are wild"})) {
    const std::string text = params.Text("kinds", "1-7z", {"哪些牌", "the kinds"});
    if (params.describing()) return;
    if (const auto kinds = ParseKinds(text)) {
      kinds_ = *kinds;
    } else {
      params.Fault("kinds: " + kinds.faults().front().message, params.WhereOf("kinds"));
    }
  }
  PieceMask Allow(const Query& query) const override {
    const Board& board = board_(query.records);
    const Counts& hand = board.seats[query.seat].hand;
    PieceMask due = query.candidates & kinds_ & ~hand.AtLeast(2);
    if (due == 0) return query.candidates;
    if (wilds_ != nullptr) {
      const table::Face face = wilds_->FaceOf(query.records);
      due &= ~(wilds_->WildsOf(query.records) | (face.Any() ? MaskOf(face.tile) : TileMask{0}));
    }
    due &= Lying(board);
    return due != 0 ? due : query.candidates;
  }
  const Reason& WhyNot() const override { return kReason; }

 private:
  static TileMask Lying(const Board& board) {
    TileMask lying = 0;
    for (int i = 0; i < board.river_count; ++i) {
      const table::Discard& discard = board.river[static_cast<std::size_t>(i)];
      if (!discard.claimed()) lying |= MaskOf(discard.tile);
    }
    return lying;
  }

  table::BoardSlot board_;
  const Wilds* wilds_;
  TileMask kinds_ = 0;
};

}  // namespace

void RegisterRiverFirst(Registry& registry) { registry.Add<RiverFirst>(); }

}  // namespace mlf::logic
