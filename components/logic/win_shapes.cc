// The shapes of complete hands: thin parts over table/hand_tables.h.
#include <mlf/components/logic/win_rule.h>
#include <mlf/flow/registry.h>
#include <mlf/table/hand_tables.h>

namespace mlf::logic {
namespace {

// 标准形: sets and a pair, the melds laid down being finished sets.
class StandardShape final : public WinShape {
 public:
  static constexpr PartInfo kInfo{"standard", 1, "标准形：若干面子加一对将", "sets and a pair"};
  explicit StandardShape(Params& params)
      : sets_(params.Int("sets", 4, 4, table::kMaxSets, {"面子数（十六张麻将为五）", "how many sets (five with 16 tiles)"})) {}
  bool Complete(const Counts& hand, int melds, int wild) const override { return table::IsWin(hand, sets_ - melds, wild); }
  TileMask Waits(const Counts& hand, int melds, int wild) const override { return table::Waits(hand, sets_ - melds, wild); }
  int Distance(const Counts& hand, int melds, int wild) const override { return table::Distance(hand, sets_ - melds, wild); }

 private:
  int sets_;
};

// 七对: no melds.
class SevenPairsShape final : public WinShape {
 public:
  static constexpr PartInfo kInfo{"seven_pairs", 1, "七对：不副露的七个对子", "seven pairs, nothing melded"};
  explicit SevenPairsShape(Params& params)
      : pairs_(params.Bool("four_as_two", true, {"四张相同算两对", "four equal tiles are two pairs"}) ? table::Pairs::kFourAreTwo
                                                                                                        : table::Pairs::kDifferent) {}
  bool Complete(const Counts& hand, int melds, int wild) const override { return melds == 0 && table::IsSevenPairs(hand, pairs_, wild); }
  TileMask Waits(const Counts& hand, int melds, int wild) const override {
    return melds == 0 ? table::SevenPairsWaits(hand, pairs_, wild) : 0;
  }
  int Distance(const Counts& hand, int melds, int wild) const override {
    return melds == 0 ? table::SevenPairsDistance(hand, pairs_, wild) : table::kFar;
  }
  bool ReadsAsPairs() const override { return true; }

 private:
  table::Pairs pairs_;
};

// 十三幺: no melds.
class ThirteenOrphansShape final : public WinShape {
 public:
  static constexpr PartInfo kInfo{"thirteen_orphans", 1, "十三幺：幺九与字牌各一加一对", "one of each terminal and honour, and one more"};
  bool Complete(const Counts& hand, int melds, int wild) const override { return melds == 0 && table::IsThirteenOrphans(hand, wild); }
  TileMask Waits(const Counts& hand, int melds, int wild) const override {
    return melds == 0 ? table::ThirteenOrphansWaits(hand, wild) : 0;
  }
  int Distance(const Counts& hand, int melds, int wild) const override {
    return melds == 0 ? table::ThirteenOrphansDistance(hand, wild) : table::kFar;
  }
};

// 四鬼: so many wildcards in the own turn before the seat has discarded anything; the other tiles may be what they like.
class OpeningWildsShape final : public WinShape {
 public:
  static constexpr PartInfo kInfo{"opening_wilds", 1, "起手鬼牌：首次出牌之前手里有这么多张癞子", "so many wildcards, held before the first discard of the seat"};
  explicit OpeningWildsShape(Params& params) : table_(params), count_(params.Int("count", 4, 1, 8, {"几张", "how many"})) {}
  bool Complete(const Counts&, int, int wild) const override { return wild >= count_; }
  TileMask Waits(const Counts&, int, int) const override { return 0; }
  // Nothing to play for: once a seat has to choose a discard, it is too late.
  int Distance(const Counts&, int, int) const override { return table::kFar; }
  bool InForce(const Records& records, Seat seat, WinBy by) const override {
    return by == WinBy::kSelfDraw && table_.board(records).seats[static_cast<std::size_t>(seat)].discards == 0;
  }

 private:
  table::TableSlots table_;
  int count_;
};

}  // namespace

void RegisterWinShapes(Registry& registry) {
  registry.Add<StandardShape>();
  registry.Add<SevenPairsShape>();
  registry.Add<ThirteenOrphansShape>();
  registry.Add<OpeningWildsShape>();
}

}  // namespace mlf::logic
