// Nested rows: where one row of a fan table cannot be without another, the tighter one counts, and
// the table says so (excludes, absorbs, kind). Random winning hands of each variant are judged; a
// row that always brings another one is a fault, unless it is meant to.
#include "scenario_cover.h"

#include <mlf/components/judge.h>
#include <mlf/components/tile_set.h>
#include <mlf/flow/random.h>
#include <mlf/variants/open.h>
#include "tools/kit/position.h"
#include "tools/kit/score_case.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace mlf::tools {
namespace {

using table::Tile;
using table::TileMask;

// Rare rows need tiles of few kinds, so a hand is built from the kinds of one of these.
constexpr const char* kThemes[] = {
    "1-9m1-9p1-9s1-7z",
    "1-9m1-9p1-9s",
    "1-9m",
    "1-9p",
    "1-9s",
    "1-9m1-7z",
    "1-9p1-7z",
    "1-9s1-7z",
    "1-9m1-9s",
    "1-7z",
    "19m19p19s1-7z",
    "19m19p19s",
    "2-8m2-8p2-8s",
    "258m258p258s",
    "1-3m1-3p1-3s",
    "4-6m4-6p4-6s",
    "7-9m7-9p7-9s",
    "1-4m1-4p1-4s",
    "6-9m6-9p6-9s",
    "23468s6z",
    "1-589p245689s5z",
    "1-4z1-9m",
    "5-7z1-9p",
    "12378m12378p12378s",
    "123456m",
    "456789p",
    "1-3m7-9m1-7z",
    "234m234p234s",
    "135m135p135s",
    "5-7z2-8m2-8p",
    "13579m13579s",
    "2468m2468p2468s",
};

struct Hand {
  std::vector<Tile> concealed;  // with the winning tile
  std::vector<Meld> melds;
};

// Builds and judges random wins of one variant.
class Wins {
 public:
  explicit Wins(const Flow& flow)
      : flow_(flow),
        judge_(*flow.Shared<score::Judge>("judge")),
        tiles_(*flow.Shared<logic::TileSet>("tiles")),
        random_(Mix64(34), drawn_) {
    for (const char* theme : kThemes) {
      TileMask kinds = 0;
      for (const Tile tile : KindsOf(theme)) kinds |= MaskOf(tile);
      kinds &= tiles_.Kinds();
      if (kinds != 0 && std::ranges::find(themes_, kinds) == themes_.end())
        themes_.push_back(kinds);
    }
    for (const score::FanRow& row : judge_.Rows()) {
      if (judge_.FactRow(row.id)) facts_.push_back(row.id);
    }
  }

  // Calls visit(rows) for `wins` hands that win.
  template <typename Visit>
  void ForEach(int wins, Visit&& visit) {
    for (int tries = 40 * wins; tries > 0 && wins > 0; --tries) {
      const std::optional<Hand> hand = Build(themes_[Below(themes_.size())]);
      if (!hand) continue;
      const auto answer = JudgeCase(flow_, CaseOf(*hand));
      if (!answer || !answer->verdict.win) continue;
      --wins;
      std::set<std::string> rows;
      for (const score::FanLine& line : answer->verdict.Lines())
        rows.insert(judge_.Rows()[line.row].id);
      visit(rows);
    }
  }

 private:
  std::size_t Below(std::size_t bound) { return random_.Below(static_cast<std::uint32_t>(bound)); }
  bool OneIn(std::size_t n) { return Below(n) == 0; }

  static std::vector<Tile> KindsOf(std::string_view text) {
    // "1-9m" stands for 123456789m.
    std::string all;
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text[i] != '-') {
        all += text[i];
      } else {
        for (char rank = static_cast<char>(text[i - 1] + 1); rank < text[i + 1]; ++rank)
          all += rank;
      }
    }
    return *table::ParseTiles(all);
  }

  std::optional<Hand> Build(TileMask kinds) {
    const int size = HandSize(flow_) + 1;
    Counts used;
    Hand hand;
    const auto take = [&](Tile tile, int count) {
      if (used[tile] + count > tiles_.Copies(tile)) return false;
      used.Add(tile, count);
      return true;
    };
    const auto any = [&]() -> Tile {
      std::vector<Tile> list;
      mlf::ForEach(kinds, [&](Tile tile) { list.push_back(tile); });
      return list[Below(list.size())];
    };
    const auto hold = [&](Tile tile, int count) {
      hand.concealed.insert(hand.concealed.end(), static_cast<std::size_t>(count), tile);
    };
    if (OneIn(8)) {  // pairs
      while (static_cast<int>(hand.concealed.size()) + 1 < size) {
        const Tile tile = any();
        if (!take(tile, 2)) return std::nullopt;
        hold(tile, 2);
      }
      if (static_cast<int>(hand.concealed.size()) != size) return std::nullopt;
      return hand;
    }
    const std::size_t triplets = Below(5);               // of four sets, about as many
    const std::size_t melded = OneIn(3) ? 0 : Below(5);  // likewise
    const bool all_closed = OneIn(3);
    for (int set = 0; set < (size - 2) / 3; ++set) {
      const Tile tile = any();
      const bool lay = Below(4) < melded;
      if (Below(4) < triplets) {
        if (lay && OneIn(3)) {
          if (!take(tile, 4)) return std::nullopt;
          constexpr std::array kGangs = {MeldKind::kAnGang, MeldKind::kMingGang, MeldKind::kBuGang};
          const MeldKind kind = kGangs[all_closed ? 0 : Below(kGangs.size())];
          hand.melds.push_back({kind, tile, kind == MeldKind::kAnGang ? kWinner : kPayer, 0});
          continue;
        }
        if (!take(tile, 3)) return std::nullopt;
        if (lay) {
          hand.melds.push_back({MeldKind::kPeng, tile, kPayer, 0});
        } else {
          hold(tile, 3);
        }
        continue;
      }
      if (!table::IsSuited(tile) || tile % kGroupSize > kGroupSize - 3) return std::nullopt;
      for (int i = 0; i < 3; ++i) {
        const auto one = static_cast<Tile>(tile + i);
        if ((kinds & MaskOf(one)) == 0 || !take(one, 1)) return std::nullopt;
        if (!lay || !has_chi_) hold(one, 1);
      }
      if (lay && has_chi_)
        hand.melds.push_back({MeldKind::kChi, tile, static_cast<Seat>(flow_.seats() - 1),
                              static_cast<std::uint8_t>(Below(3))});
    }
    if (OneIn(4)) kinds = tiles_.Kinds() & ~table::kFlowers;
    const Tile pair = any();
    if (!take(pair, 2)) return std::nullopt;
    hold(pair, 2);
    return hand;
  }

  ScoreCase CaseOf(const Hand& hand) {
    ScoreCase win;
    win.hand = hand.concealed;
    win.melds = hand.melds;
    win.seat = kWinner;
    win.payer = kPayer;
    win.dealer = static_cast<Seat>(Below(static_cast<std::size_t>(flow_.seats())));
    const std::size_t at = Below(win.hand.size());
    win.win = win.hand[at];
    win.hand.erase(win.hand.begin() + static_cast<std::ptrdiff_t>(at));
    win.by = OneIn(2)   ? score::WinBy::kSelfDraw
             : OneIn(6) ? score::WinBy::kRob
                        : score::WinBy::kDiscard;
    if ((tiles_.Kinds() & table::kFlowers) != 0) {
      win.state = Value::Map();
      win.state.Set("flowers", Value(std::to_string(OneIn(2) ? 0 : Below(4))));
    }
    if (!facts_.empty() && OneIn(2)) win.events.push_back(facts_[Below(facts_.size())]);
    return win;
  }

  static constexpr Seat kWinner = 0, kPayer = 1;

  const Flow& flow_;
  const score::Judge& judge_;
  const logic::TileSet& tiles_;
  std::uint32_t drawn_ = 0;
  Stream random_;
  std::vector<TileMask> themes_;
  std::vector<std::string> facts_;
  const bool has_chi_ = flow_.Find("chi") != kNoNode;
};

// Rows that stand beside another one on purpose.
struct Meant {
  const char* variant;
  const char* row;
  const char* brings;
  const char* why;
};
constexpr Meant kMeant[] = {
    {"dalian", "gang_shang_hua", "ping_hu", "DL16: all rows add up"},
    {"dalian", "gang_shang_hua", "zi_mo", "DL16: all rows add up"},
    {"dalian", "jia_hu", "ping_hu", "DL03: all rows add up"},
    {"dalian", "qiang_gang_hu", "ping_hu", "DL15: all rows add up"},
    {"dalian", "zhuang", "ping_hu", "DP06: all rows add up"},
    {"dalian", "zi_mo", "ping_hu", "DL04: all rows add up"},
    {"erren", "da_yu_wu", "qing_yi_se", "rules/erren: nothing is excluded"},
    {"erren", "xiao_yu_wu", "qing_yi_se", "rules/erren: nothing is excluded"},
    {"erren", "hun_yao_jiu", "hun_yi_se", "ER16, ER17"},
    {"erren", "si_zi_ke", "hun_yi_se", "with a pair of wan; rules/erren: it is not excluded"},
    {"erren", "ping_he", "qing_yi_se", "the pair is of wan; rules/erren: it is not excluded"},
    {"fuzhou", "yi_zhang_hua", "hua", "FS9: the flower is counted beside it"},
    {"hangzhou", "si_cai", "bao_tou", "HG09, HG10: both double"},
    {"guiyang", "gang_kai", "zi_mo", "rules/guiyang: each adds one"},
    {"guiyang", "tian_hu", "zi_mo", "rules/guiyang: a pattern and an extra"},
    {"hefei", "chao_hao_hua", "si_huo", "HF10: a quad counts beside it"},
    {"hefei", "hao_hua", "si_huo", "HF10: a quad counts beside it"},
    {"hefei", "gang_kai", "an_gang", "HF12: it doubles them"},
    {"hefei", "qing_yi_se", "zhi", "HF11: all rows are added"},
    {"hefei", "san_lian_kan", "kan", "HF13: all rows are added"},
    {"hefei", "san_lian_kan", "zhi", "HF13: all rows are added"},
    {"hongkong", "after_kong", "self_drawn", "rules/hongkong: they add up"},
    {"hongkong", "heaven", "self_drawn", "rules/hongkong: they add up, to the limit"},
    {"nanchang", "gang_kai", "de_guo", "no tile is turned here, so no tile is wild"},
    {"taiwan", "all_honors", "all_pungs", "rules/taiwan: all pungs are added"},
    {"taiwan", "half_begging", "self_draw", "rules/taiwan: they add up"},
    {"taiwan", "heavenly_win", "self_draw", "rules/taiwan: excludes others, not this one"},
    {"taiwan", "out_with_replacement_tile", "self_draw", "rules/taiwan: they add up"},
    {"taiwan", "earthly_win", "self_draw", "rules/taiwan: a self-draw counts beside it"},
    {"taiwan", "five_concealed_pungs", "all_pungs", "rules/taiwan: all pungs are added"},
    {"taiwan", "fully_concealed_hand", "concealed_hand", "rules/taiwan: three tai in all"},
    {"taiwan", "fully_concealed_hand", "self_draw", "rules/taiwan: three tai in all"},
    {"taiwan", "last_tile_draw", "self_draw", "rules/taiwan: they add up"},
    {"wuhan", "jiang_yi_se", "peng_peng_hu", "rules/wuhan: big patterns add up"},
    {"tianjin", "gang_kai", "su", "no tile is turned here, so no tile is wild"},
    {"tianjin", "ti_liu", "su", "no tile is turned here, so no tile is wild"},
    {"tianjin", "zhuo_wu", "su", "no tile is turned here, so no tile is wild"},
    {"zhengzhou", "gang_shang_hua", "ping_hu", "rules/zhengzhou: the rows are multiplied"},
    {"xueliu", "di_hu", "zi_mo", "an event on top of the pattern"},
    {"xueliu", "tian_hu", "zi_mo", "XL18"},
    {"xueliu", "gang_shang_hua", "zi_mo", "rules/xueliu: on top of it"},
    {"xueliu", "men_qing", "zi_mo", "rules/xuezhan: an event on top of it"},
    {"xueliu", "jiang_dui", "duan_yao", "rules/xuezhan: an event on top of any pattern"},
    {"xueliu", "jiang_qi_dui", "duan_yao", "rules/xuezhan: an event on top of any pattern"},
    {"xueliu", "gang_shang_hua", "gen", "XL14: the gang is a gen"},
    {"xuezhan", "men_qing", "zi_mo", "rules/xuezhan: an event on top of it"},
    {"xuezhan", "jiang_dui", "duan_yao", "rules/xuezhan: an event on top of any pattern"},
    {"xuezhan", "jiang_qi_dui", "duan_yao", "rules/xuezhan: an event on top of any pattern"},
    {"xuezhan", "di_hu", "zi_mo", "an event on top of the pattern"},
    {"xuezhan", "tian_hu", "zi_mo", "XL18"},
    {"xuezhan", "gang_shang_hua", "zi_mo", "rules/xueliu: on top of it"},
    {"xuezhan", "gang_shang_hua", "gen", "XZ12: the gang is a gen"},
    {"yilaidaodi", "di_hu", "zi_mo", "a way of winning by self-draw"},
    {"yilaidaodi", "tian_hu", "zi_mo", "a way of winning by self-draw"},
    {"yilaidaodi", "gang_shang_hua", "zi_mo", "a way of winning by self-draw"},
    {"zungjung", "four_concealed_triplets", "all_triplets", "ZH13: they add up"},
    {"zungjung", "four_concealed_triplets", "concealed_hand", "ZH13: they add up"},
    {"zungjung", "two_identical_sequences_twice", "all_sequences", "ZH04: they add up"},
};

// Options that bring rows in that the defaults leave out.
const std::map<std::string, OptionValues>& MoreRows() {
  static const std::map<std::string, OptionValues> options = {
      {"changsha", {{"men_qing", "on"}}},
      {"erren", {{"yao_jiu_ke", "on"}, {"bao_ting_yi_fa", "on"}}},
      {"guobiao", {{"opening_wins", "on"}, {"mixed_kongs", "6"}, {"pair_258", "1"}}},
      {"hongkong", {{"seven_pairs", "4"}, {"pure_straight", "8"}, {"ren_hu", "limit"}}},
      {"riichi", {{"renhou", "han"}}},
      {"taiwan",
       {{"eight_and_a_half_pairs", "on"},
        {"five_kongs", "on"},
        {"four_kongs", "on"},
        {"half_begging", "on"},
        {"melded_kong", "on"},
        {"concealed_kong", "on"},
        {"last_tile_claim", "on"},
        {"no_flowers_or_honors", "on"}}},
      {"tuidaohu", {{"seven_pairs", "on"}}},
      {"xueliu", {{"yaojiu_jiangdui", "on"}, {"menqing_zhongzhang", "on"}, {"hai_di", "add"}}},
      {"xuezhan", {{"menqing_zhongzhang", "on"}, {"hai_di", "add"}}},
  };
  return options;
}

using Nested = std::pair<std::string, std::string>;

struct CountedRows {
  std::map<std::string, int> wins;  // by row
  std::map<Nested, int> both;
  // Whether the first row has been seen without the second, which these options have.
  bool Apart(const Nested& rows) const {
    const auto with = both.find(rows);
    const auto all = wins.find(rows.first);
    return wins.contains(rows.second) && all != wins.end() &&
           (with == both.end() || with->second < all->second);
  }
};

// Of a variant. With MLF_LONG (./dev full) rarer rows are seen often enough.
int WinsOfVariant() { return std::getenv("MLF_LONG") == nullptr ? 5'000 : 9'000; }

CountedRows CountRows(const Flow& flow) {
  CountedRows counted;
  Wins(flow).ForEach(WinsOfVariant(), [&](const std::set<std::string>& rows) {
    for (const std::string& row : rows) {
      ++counted.wins[row];
      for (const std::string& other : rows) {
        if (other != row) ++counted.both[{row, other}];
      }
    }
  });
  return counted;
}

class NestedRows : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(All, NestedRows, testing::ValuesIn(VariantIds()),
                         [](const auto& named) { return named.param; });

TEST_P(NestedRows, TheTighterOneCounts) {
  constexpr int kLeast = 50;  // wins with a row that tell something
  std::vector<OptionValues> option_sets = {{}};
  if (const auto more = MoreRows().find(GetParam()); more != MoreRows().end())
    option_sets.push_back(more->second);
  for (const OptionValues& options : option_sets) {
    const auto flow = FlowOf("variants/" + GetParam(), options);
    ASSERT_TRUE(flow.ok()) << FaultText(flow.faults());
    CountedRows counted = CountRows(**flow);
    for (const Meant& one : kMeant) {
      if (GetParam() != one.variant) continue;
      const Nested rows{one.row, one.brings};
      EXPECT_FALSE(counted.Apart(rows))
          << one.row << " comes without " << one.brings << " now: it is no exception any more";
      counted.both.erase(rows);
    }
    for (const auto& [rows, count] : counted.both) {
      // A row that every win has tells nothing.
      if (count < kLeast || counted.Apart(rows) || counted.wins[rows.second] == WinsOfVariant())
        continue;
      ADD_FAILURE() << "each of " << count << " wins with the row " << rows.first << " has "
                    << rows.second << " too: let the first exclude the second, or note in kMeant "
                    << "why both count";
    }
  }
}

}  // namespace
}  // namespace mlf::tools
