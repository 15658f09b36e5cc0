// Fan patterns of forms (most_paid): the form that is counted, a shape of the win rule, the pair of
// a wildcard and the drawn tile; and the fact that no other seat holds a wildcard
// (rules/nanchang.md#shapes).
#include <mlf/components/hand_shape.h>
#include <mlf/components/topics.h>
#include <mlf/flow/registry.h>
#include <mlf/flow/validate.h>
#include <mlf/table/maybe.h>
#include <mlf/table/state_text.h>

#include <string>

namespace mlf::score {

namespace {

class CountedAs final : public FanPattern {
 public:
  static constexpr PartInfo kInfo{"counted_as", 1,
                                  "这副牌算作：面子、全刻子、对子，或别的牌型（用于 most_paid）",
                                  "the form as which the hand is counted: sets, triplets alone, "
                                  "pairs, or another shape (for most_paid)"};
  enum class Form : std::uint8_t { kSets, kTriplets, kPairs, kOther };
  explicit CountedAs(Params& params)
      : form_(params.Enum("form", Form::kSets, {"sets", "triplets", "pairs", "other"},
                          {"哪一种", "which form"})) {}
  bool NeedsReading() const override { return true; }
  int Count(const HandShape& hand) const override {
    if (hand.reading == nullptr) return 0;
    const ReadingShape& read = *hand.reading;
    const Form form = read.other           ? Form::kOther
                      : read.pairs         ? Form::kPairs
                      : read.only_triplets ? Form::kTriplets
                                           : Form::kSets;
    return form == form_ ? 1 : 0;
  }

 private:
  Form form_;
};

// A shape without sequences has no place for a chi.
bool FitsMelds(const logic::WinShape& shape, const HandShape& hand) {
  return shape.HasSequences() || hand.sequence_melds == 0;
}

class OfShape final : public FanPattern {
 public:
  static constexpr PartInfo kInfo{"of_shape", 1, "合这种牌型；hard 为每张赖子都当自己",
                                  "complete in this shape; hard: with every wildcard as the tile "
                                  "it is"};
  explicit OfShape(Params& params)
      : shape_(params.Part<logic::WinShape>("shape", {"牌型", "the shape"}, "standard")),
        hard_(
            params.Bool("hard", false, {"每张赖子都当自己", "every wildcard is the tile it is"})) {}
  bool OfReading() const override { return false; }
  int Count(const HandShape& hand) const override {
    if (!FitsMelds(*shape_, hand)) return 0;
    const auto melds = static_cast<int>(hand.melds.size());
    if (!hard_ || hand.wild == 0)
      return shape_->CompleteWith(hand.concealed, melds, hand.wild, hand.stand_for) ? 1 : 0;
    Counts tiles = hand.concealed;
    tiles += hand.wild_tiles;
    return shape_->Complete(tiles, melds, 0) ? 1 : 0;
  }

 private:
  const logic::WinShape* shape_;
  bool hard_;
};

// 精钓. The drawn tile may be a wildcard itself. Of a dealt hand it is the tile dealt last.
class WildBesideDrawn final : public FanPattern {
 public:
  static constexpr PartInfo kInfo{"wild_beside_drawn", 1, "自摸的牌与一张赖子作将，其余已成面子",
                                  "the drawn tile and a wildcard are the pair; the rest is "
                                  "complete without them"};
  explicit WildBesideDrawn(Params& params)
      : shape_(params.Part<logic::WinShape>("shape", {"其余的牌型", "the shape of the rest"},
                                            "ruled_sets")) {
    params.Needs(logic::kWilds);
  }
  bool OfReading() const override { return false; }
  int Count(const HandShape& hand) const override {
    if (hand.by != WinBy::kSelfDraw || hand.wild == 0 || !FitsMelds(*shape_, hand)) return 0;
    const Tile drawn = hand.tile != table::kNoTile ? hand.tile : hand.dealt;
    if (drawn == table::kNoTile) return 0;
    Counts rest = hand.concealed;
    int wild = hand.wild - 1;
    if (rest[drawn] > 0) {
      if ((hand.stand_for & MaskOf(drawn)) == 0) return 0;
      rest.Remove(drawn);
    } else if (--wild < 0) {
      return 0;
    }
    const auto melds = static_cast<int>(hand.melds.size());
    return shape_->SetsOnly(rest, melds, wild, hand.stand_for) ? 1 : 0;
  }

 private:
  const logic::WinShape* shape_;
};

// How many wildcards the other seats hold, where a single hand is judged (`mlf score`).
struct OthersWilds {
  static constexpr std::string_view kSlot = "others_wilds";
  static constexpr Scope kScope = Scope::kHand;
  table::Maybe<std::uint8_t> held;
  std::uint8_t reserved[7] = {};
  void Check(const Validation& check) const {
    check.RequireZero(reserved, "the unused bytes are zero");
  }
};

// 德中德: nobody else holds a wildcard, in the hand or in melds.
class OthersHoldNoWild final : public WinFact, public table::StateText {
 public:
  static constexpr PartInfo kInfo{"others_hold_no_wild", 1, "其余各家手里和副露里都没有赖子",
                                  "no other seat holds a wildcard, in its hand or its melds"};
  explicit OthersHoldNoWild(Params& params)
      : table_(params),
        given_(params.Slot<OthersWilds>()),
        wilds_(params.Part<logic::Wilds>("wilds", {"赖子", "which tiles are wild"})) {}
  bool FromCase() const override { return true; }
  bool Holds(const Records& records, const WinCase& win) const override {
    const table::Maybe<std::uint8_t> given = given_(records).held;
    if (given) return *given == 0;
    if (win.facts == WinCase::Facts::kGiven) return false;
    const table::TileMask kinds = wilds_->WildsOf(records);
    const table::Board& board = table_.board(records);
    for (Seat seat = 0; seat < board.seat_count; ++seat) {
      const table::SeatBoard& own = board.seats[seat];
      if (seat == win.seat) continue;
      if ((own.hand.Kinds() & kinds) != 0) return false;
      for (const table::Meld& meld : own.Melds()) {
        for (int i = 0; i < 3; ++i) {
          if ((MaskOf(meld.At(i)) & kinds) != 0) return false;
        }
      }
    }
    return true;
  }

  // The unnamed tiles of a single hand lie with the other seats, wildcards among them.
  Shown Stage(const WinCase&, WinStage& stage) const override {
    stage.state.Set("jing_others", Value(0));
    return Shown::kByCase;
  }

  std::string_view StateKey() const override { return "jing_others"; }
  table::StateLabel Label() const override { return {"别家的精", "spirits of the others"}; }
  bool PerSeat() const override { return false; }
  std::optional<std::string> ReadState(Records& records, Seat, const Value& value) const override {
    const auto held = value.AsInt();
    if (!held || *held < 0 || *held > 8)
      return "jing_others: a number in 0..8 is needed, not " + value.Canonical();
    given_(records).held = static_cast<std::uint8_t>(*held);
    return std::nullopt;
  }
  Value WriteState(const Records& records, Seat, Seat) const override {
    const table::Maybe<std::uint8_t> held = given_(records).held;
    return held ? Value(static_cast<int>(*held)) : Value();
  }

 private:
  table::TableSlots table_;
  Slot<OthersWilds> given_;
  const logic::Wilds* wilds_;
};

}  // namespace

void RegisterFormPatterns(Registry& registry) {
  registry.Add<CountedAs>();
  registry.Add<OfShape>();
  registry.Add<WildBesideDrawn>();
  registry.Add<OthersHoldNoWild>();
}

}  // namespace mlf::score
