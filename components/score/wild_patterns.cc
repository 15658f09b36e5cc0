// Fan patterns about wildcards (rules/yilaidaodi.md#hei-mo).
#include <mlf/components/hand_shape.h>
#include <mlf/components/topics.h>
#include <mlf/flow/registry.h>

namespace mlf::score {

namespace {

// 硬胡: complete with every wildcard as its own tile. With `copies` 4 a soft hand may count too
// (YL10). Its only wildcard must be the last of the four, and the winner must have ganged the other
// three.
class HardWin final : public FanPattern {
 public:
  static constexpr PartInfo kInfo{
      "hard_win", 1, "硬胡：每张赖子都当自己用也能胡",
      "hits on a hand that is complete with every wildcard as the tile it is"};
  explicit HardWin(Params& params)
      : copies_(params.Int("copies", 0, 0, 4,
                           {"杠下其余赖子后，用最后一张的软胡也算硬（赖子共几张，0 为不算）",
                            "how many wildcards there are: a winner that has ganged all but the "
                            "one it uses is hard too; 0: no such rule"})) {
    params.Needs(logic::kWilds);
  }
  int Count(const HandShape& hand) const override {
    const bool last_one = copies_ > 0 && hand.wild == 1 && hand.wild_laid == copies_ - 1;
    return last_one || hand.HardStandard() ? 1 : 0;
  }

 private:
  int copies_;
};

// One for each ganged wildcard.
class LaidWilds final : public FanPattern {
 public:
  static constexpr PartInfo kInfo{"laid_wilds", 1, "每杠下一张赖子计一次",
                                  "hits once for every wildcard that has been ganged"};
  enum class Whose : std::uint8_t { kWinner, kTable };
  explicit LaidWilds(Params& params)
      : whose_(params.Enum("whose", Whose::kWinner, {"winner", "table"},
                           {"胡家的，或全桌的", "by the winner, or by everybody"})) {
    params.Needs(logic::kWildGanged);
  }
  int Count(const HandShape& hand) const override {
    return whose_ == Whose::kWinner ? hand.wild_laid : hand.wild_laid_by_all;
  }

 private:
  Whose whose_;
};

// The number of wildcards in the winning hand, whatever they stand for. At most none is 无鬼.
class WildsHeld final : public FanPattern {
 public:
  static constexpr PartInfo kInfo{"wilds_held", 1, "胡牌时手里的赖子为 least 到 most 张",
                                  "hits if the winning hand holds `least` to `most` wildcards"};
  explicit WildsHeld(Params& params)
      : least_(params.Int("least", 0, 0, kMost, {"至少几张", "how many at least"})),
        most_(params.Int("most", kMost, 0, kMost, {"至多几张", "how many at most"})) {
    params.Needs(logic::kWilds);
    if (least_ > most_) params.Fault("least is above most");
  }
  int Count(const HandShape& hand) const override {
    return hand.wild >= least_ && hand.wild <= most_ ? 1 : 0;
  }
  bool OfReading() const override { return false; }

 private:
  static constexpr int kMost = 8;
  int least_;
  int most_;
};

}  // namespace

void RegisterWildPatterns(Registry& registry) {
  registry.Add<HardWin>();
  registry.Add<LaidWilds>();
  registry.Add<WildsHeld>();
}

}  // namespace mlf::score
