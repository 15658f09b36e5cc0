#include "components/logic/laizi.h"
#include <mlf/components/apart_kinds.h>
#include <mlf/components/tile_set.h>
#include <mlf/components/topics.h>
#include <mlf/flow/registry.h>
#include <mlf/flow/validate.h>
#include <mlf/table/find_slot.h>
#include <mlf/table/staging.h>
#include <mlf/table/state_text.h>

#include <numeric>
#include <string>

namespace mlf::logic {

void Laizi::Check(const Validation& check) const {
  check.Require(!pi || *pi < 34, "the indicator is a suited tile or an honour");
  // Which honour follows is the word of the part laizi.
  check.Require(
      pi ? wild && (table::IsHonour(*pi) ? table::IsHonour(*wild) : *wild == NextInSuit(*pi))
         : !wild,
      "the tile after the indicator is wild");
  check.RequireSeatsOnly(laid, "only seats gang wildcards");
  check.RequireZero(reserved, "the unused bytes are zero");
  const Board& board = (*table::FindSlot<Board>(check.flow))(check.records);
  check.Require(board.turned == pi, "the indicator lies turned up");
  for (Seat seat = 0; seat < check.flow.seats(); ++seat) {
    check.Require(laid[seat] <= (wild ? board.seats[seat].set_aside[*wild] : 0),
                  "ganged wildcards lie before their seat", seat);
  }
}

namespace {

constexpr int kWinds = 4;
constexpr int kDragons = 3;

}  // namespace

int Laizi::LaidByAll() const { return std::accumulate(laid.begin(), laid.end(), 0); }

Tile NextInSuit(Tile tile, Dragons dragons) {
  if (!table::IsHonour(tile))
    return static_cast<Tile>(tile - RankOf(tile) + (RankOf(tile) + 1) % kGroupSize);
  const int rank = RankOf(tile);
  const int step = dragons == Dragons::kWhiteFirst ? 1 : kDragons - 1;
  const int next = rank < kWinds ? (rank + 1) % kWinds : kWinds + (rank - kWinds + step) % kDragons;
  return static_cast<Tile>(tile - rank + next);
}

// 东南西北中发白: the dragons lie in the order of their codes backwards.
Tile NextInSuit(Tile tile, Honours honours, Dragons dragons) {
  if (honours == Honours::kApart || !table::IsHonour(tile)) return NextInSuit(tile, dragons);
  static constexpr std::array<int, kWinds + kDragons> kNext{1, 2, 3, 6, 0, 4, 5};
  return static_cast<Tile>(tile - RankOf(tile) + kNext[static_cast<std::size_t>(RankOf(tile))]);
}

std::optional<Tile> NextInSuit(Tile tile, Honours honours, TileMask skips, Dragons dragons) {
  Tile next = tile;
  for (int i = 0; i < kGroupSize; ++i) {
    next = NextInSuit(next, honours, dragons);
    if ((skips & MaskOf(next)) == 0) return next;
  }
  return std::nullopt;
}

bool HotDiscardOf(Params& params) {
  return params.Bool("hot_discard", false,
                     {"其后打出的牌算杠后打出的牌",
                      "the discard that follows counts as one after a gang", /*added=*/true});
}

Dragons DragonsOf(Params& params, Dragons fallback, bool added) {
  return params.Enum(
      "dragons", fallback, {"white_first", "red_first"},
      {"三元牌的次序：白发中 / 中发白", "the order of the dragons: 白发中, or 中发白", added});
}

TileMask StandForOf(Params& params) {
  const std::string text = params.Text(
      "stand_for", "",
      {"赖子可以替哪些牌，如 1-9m 1-9s 1-9p；不写则任何牌",
       "the kinds a wildcard may stand for, such as 1-9m 1-9s 1-9p; without it any kind", true});
  if (text.empty()) return Wilds::kAnyKind;
  const auto kinds = ParseKinds(text);
  if (kinds && (*kinds & table::kFlowers) == 0) return *kinds;
  params.Fault("stand_for: " + (kinds ? std::string("a wildcard stands for no flower")
                                      : kinds.faults().front().message),
               params.WhereOf("stand_for"));
  return Wilds::kAnyKind;
}

void Laizi::Name(Tile indicator, Tile next) {
  pi = indicator;
  wild = next;
}

namespace {

// The honours that are passed over. Every other honour needs one that follows it.
TileMask SkipsOf(Params& params) {
  const std::string text = params.Text(
      "skips", "",
      {"数赖子时跳过的字牌，如 7z；翻到它也数下一种",
       "honours passed over, as 7z; one of them turned is followed by the next of the others",
       /*added=*/true});
  if (text.empty()) return 0;
  const auto kinds = ParseKinds(text);
  if (!kinds) {
    params.Fault("skips: " + kinds.faults().front().message, params.WhereOf("skips"));
  } else if ((*kinds & ~table::kHonours) != 0 || *kinds == table::kHonours) {
    params.Fault("skips: honours as 7z, and not all of them", params.WhereOf("skips"));
  } else {
    return *kinds;
  }
  return 0;
}

// The variant's shared part `wilds`. State key in positions and views: `pi: 3m`.
class LaiziRule final : public IndicatedWilds, public ApartKinds, public table::StateText {
 public:
  static constexpr PartInfo kInfo{"laizi", 1,
                                  "赖子：发牌后翻一张，同花色的下一张是赖子（节点 turn_laizi）",
                                  "the tile after the one that the node turn_laizi turned is wild"};

  explicit LaiziRule(Params& params)
      : table_(params), laizi_(params.Slot<Laizi>()), stand_for_(StandForOf(params)) {
    honours_ = params.Enum("honours", Honours::kApart, {"apart", "one_round"},
                           {"字牌的次序：东南西北、白发中各成一圈 / 东南西北中发白一圈",
                            "the order of the honours: winds and dragons (白发中) apart / "
                            "东南西北中发白 in one round",
                            /*added=*/true});
    skips_ = SkipsOf(params);
    apart_ = params.Enum("apart", Apart::kNone, {"none", "turned_and_before"},
                         {"另立的牌（皮）：没有 / 翻出的一种和它前面的一种",
                          "kinds set apart: none / the kind turned and the one before it",
                          /*added=*/true});
    dragons_ = DragonsOf(params, Dragons::kWhiteFirst, /*added=*/true);
    if (honours_ == Honours::kOneRound && dragons_ == Dragons::kRedFirst)
      params.Fault("dragons: has no meaning with honours: one_round; take one of the two out",
                   params.WhereOf("dragons"));
    turned_too_ = params.Bool(
        "turned_too", false,
        {"翻出的那种也是赖子，还有三张", "the kind turned up is wild too; three of it are left",
         /*added=*/true});
    key_ = params.Enum("called", Called::kPi, {"pi", "turned"},
                       {"翻出的牌在局面里叫什么：皮 / 翻牌",
                        "the key of the tile turned up, in positions and views",
                        /*added=*/true});
    params.Needs(kIndicatorTurned);
    params.Brings(kWilds);
  }

  TileMask WildsOf(const Records& records) const override {
    const Laizi& laizi = laizi_(records);
    if (!laizi.wild) return 0;
    return MaskOf(*laizi.wild) | (turned_too_ ? MaskOf(*laizi.pi) : 0);
  }
  TileMask StandFor() const override { return stand_for_; }
  int Laid(const Records& records, Seat seat) const override {
    return laizi_(records).LaidBy(seat);
  }
  Tile WildAfter(Tile indicator) const override {
    return NextInSuit(indicator, honours_, skips_, dragons_)
        .value_or(NextInSuit(indicator, honours_, dragons_));
  }

  TileMask ApartOf(const Records& records) const override;

  std::string_view StateKey() const override { return key_ == Called::kPi ? "pi" : "turned"; }
  table::StateLabel Label() const override {
    return key_ == Called::kPi ? table::StateLabel{"皮", "indicator"}
                               : table::StateLabel{"翻牌", "turned up"};
  }
  bool PerSeat() const override { return false; }
  std::optional<std::string> ReadState(Records& records, Seat seat,
                                       const Value& value) const override;
  Value WriteState(const Records& records, Seat seat, Seat viewer) const override;

 private:
  enum class Apart : std::uint8_t { kNone, kTurnedAndBefore };
  enum class Called : std::uint8_t { kPi, kTurned };

  // The kind that `next` follows, itself none of the skipped ones.
  TileMask Before(Tile next) const;

  table::TableSlots table_;
  Slot<Laizi> laizi_;
  TileMask stand_for_;
  Honours honours_ = Honours::kApart;
  Dragons dragons_ = Dragons::kWhiteFirst;
  TileMask skips_ = 0;
  Apart apart_ = Apart::kNone;
  bool turned_too_ = false;
  Called key_ = Called::kPi;
};

TileMask LaiziRule::Before(Tile next) const {
  TileMask before = 0;
  ForEach(table::kNaturals & ~skips_, [&](Tile tile) {
    if (NextInSuit(tile, honours_, skips_, dragons_) == next) before |= MaskOf(tile);
  });
  return before;
}

// 七皮. Example: 3p is turned, so 4p is wild, and 3p and 2p are set apart. A skipped kind turned
// counts as the one before it: 7z as 4z, so 6z is wild and 4z and 3z are set apart. With two
// honours in play the one before is wild itself, and stays so.
TileMask LaiziRule::ApartOf(const Records& records) const {
  const table::Maybe<Tile> wild = laizi_(records).wild;
  if (apart_ == Apart::kNone || !wild) return 0;
  TileMask kinds = 0;
  ForEach(Before(*wild), [&](Tile turned) { kinds |= MaskOf(turned) | Before(turned); });
  return kinds & ~MaskOf(*wild);
}

// Laizi that were ganged before the indicator was known lie beside their seats from now on.
std::optional<std::string> LaiziRule::ReadState(Records& records, Seat, const Value& value) const {
  const auto tile = value.IsScalar() ? table::ParseTile(value.text()) : Result<Tile>(Fault{});
  if (!tile || table::IsFlower(*tile))
    return std::string(StateKey()) + ": one tile is needed, the one turned up, not " +
           value.Canonical();
  const table::Staging board = table_.staging(records);
  Laizi& laizi = laizi_(records);
  if (laizi.pi) return std::string(StateKey()) + ": is given twice";
  laizi.Name(*tile, WildAfter(*tile));
  table::NameTurned(board, *tile);
  for (Seat seat = 0; seat < table::kMaxPlayers; ++seat)
    table::AddAside(board, seat, *laizi.wild, laizi.laid[seat]);
  return std::nullopt;
}

Value LaiziRule::WriteState(const Records& records, Seat, Seat) const {
  const table::Maybe<Tile> pi = laizi_(records).pi;
  if (!pi) return {};
  return Value(table::TileName(*pi));
}

// ---- Conditions ----

// A wildcard cannot be melded as itself. The variant may also forbid discarding it. Without a part
// `wilds` nothing is wild.
class NotWild final : public Condition {
 public:
  static constexpr PartInfo kInfo{"not_wild", 2, "该牌不是赖子", "the tile is not a wildcard"};
  static constexpr Reason kReason{"is_wild", "赖子不能打出，也不能碰、杠",
                                  "a wildcard is not discarded and not melded"};
  explicit NotWild(Params& params)
      : wilds_(params.PartIfAny<Wilds>("wilds", {"赖子", "which tiles are wild"})) {
    params.Needs(kWilds);
  }
  PieceMask Allow(const Query& query) const override {
    return wilds_ == nullptr ? query.candidates
                             : query.candidates & ~wilds_->WildsOf(query.records);
  }
  const Reason& WhyNot() const override { return kReason; }

 private:
  const Wilds* wilds_;
};

// A wildcard stays in the hand as long as the seat can discard another tile.
class WildsLast final : public Condition {
 public:
  static constexpr PartInfo kInfo{
      "wilds_last", 1, "手里还有别的牌可打时，不打赖子",
      "the tile is not a wildcard, while another tile can be discarded"};
  explicit WildsLast(Params& params)
      : wilds_(params.PartIfAny<Wilds>("wilds", {"赖子", "which tiles are wild"})) {
    params.Needs(kWilds);
  }
  PieceMask Allow(const Query& query) const override {
    if (wilds_ == nullptr) return query.candidates;
    const PieceMask others = query.candidates & ~wilds_->WildsOf(query.records);
    return others != 0 ? others : query.candidates;
  }
  const Reason& WhyNot() const override { return NotWild::kReason; }

 private:
  const Wilds* wilds_;
};

// Two tiles of the indicator's kind and a discarded third form 朝天, not a peng.
class NotIndicator final : public Condition {
 public:
  static constexpr PartInfo kInfo{"not_indicator", 1, "该牌不是赖子皮",
                                  "the tile is not of the indicator's kind"};
  static constexpr Reason kReason{"is_indicator", "赖子皮只能朝天，不能碰",
                                  "tiles of the indicator's kind go into chao tian only"};
  explicit NotIndicator(Params& params) : laizi_(params.Slot<Laizi>()) {
    params.Needs(kIndicatorTurned);
  }
  PieceMask Allow(const Query& query) const override {
    const table::Maybe<Tile> pi = laizi_(query.records).pi;
    return pi ? query.candidates & ~MaskOf(*pi) : query.candidates;
  }
  const Reason& WhyNot() const override { return kReason; }

 private:
  Slot<Laizi> laizi_;
};

// rules/yilaidaodi.md#wins, `must_gang_surplus`: in its own turn, while a replacement is left, a
// seat with several wildcards can only gang them until one is left.
class SurplusWildsFirst final : public Guard {
 public:
  static constexpr PartInfo kInfo{"surplus_wilds_first", 1, "没有多余的赖子要先杠",
                                  "no wildcard beyond the first is left to gang"};
  static constexpr Reason kReason{
      "surplus_wilds_first", "手中赖子多于一张，须先杠下",
      "more than one wildcard in hand: the others must be ganged first"};
  explicit SurplusWildsFirst(Params& params) : table_(params), laizi_(params.Slot<Laizi>()) {
    params.NeedsOwnTurn();
    params.Needs(kWildGanged);
  }
  bool Holds(const Records& records, Seat seat) const override {
    const Board& board = table_.board(records);
    const table::Maybe<Tile> wild = laizi_(records).wild;
    const bool own_turn = records.flow().actor == seat && board.turn.focus == table::Focus::kNone;
    if (!wild || !own_turn || !board.wall.CanDraw()) return true;
    return board.seats[seat].hand[*wild] <= 1;
  }
  const Reason& WhyNot() const override { return kReason; }

 private:
  table::TableSlots table_;
  Slot<Laizi> laizi_;
};

// ---- Hand filters ----

enum class WhichWins : std::uint8_t { kAll, kClaims, kSelfDraws };

WhichWins WinsOf(Params& params, WhichWins fallback) {
  return params.Enum(
      "wins", fallback, {"all", "claims", "self_draws"},
      {"哪些胡：全部 / 点炮与抢杠 / 自摸", "which wins: all, off a discard or robbed, self-draws"});
}

bool Concerns(WhichWins wins, WinBy by) {
  return wins == WhichWins::kAll || (wins == WhichWins::kSelfDraws) == (by == WinBy::kSelfDraw);
}

// Limits the wildcards in a winning hand, even those used as themselves.
class WildLimit final : public HandFilter {
 public:
  static constexpr PartInfo kInfo{"wild_limit", 2, "胡牌时手里的赖子不超过 most 张",
                                  "a winning hand holds at most `most` wildcards"};
  explicit WildLimit(Params& params)
      : wilds_(params.PartIfAny<Wilds>("wilds", {"赖子", "which tiles are wild"})),
        most_(params.Int("most", 1, 0, 4, {"最多几张", "how many"})),
        wins_(WinsOf(params, WhichWins::kAll)) {
    params.Needs(kWilds);
  }
  bool Limits(WinBy by) const override { return Concerns(wins_, by); }
  bool Allows(const Records& records, Seat, const Counts& hand, WinBy) const override {
    return Held(records, hand) <= most_;
  }
  TileMask Narrow(const Records& records, Seat, const Counts& hand, TileMask waits) const override {
    if (wilds_ == nullptr || Held(records, hand) < most_) return waits;
    if (Held(records, hand) > most_) return 0;
    return waits & ~wilds_->WildsOf(records);
  }

 private:
  int Held(const Records& records, const Counts& hand) const {
    int held = 0;
    if (wilds_ != nullptr)
      ForEach(wilds_->WildsOf(records), [&](Tile tile) { held += hand[tile]; });
    return held;
  }

  const Wilds* wilds_;
  int most_;
  WhichWins wins_;
};

// Hands wait for the own draw alone. Their waits stay, because a ready hand is ready for that draw.
class SelfDrawOnly final : public HandFilter {
 public:
  static constexpr PartInfo kInfo{"self_draw_only", 1, "只能自摸", "only self-draws win"};
  explicit SelfDrawOnly(Params&) {}
  bool Limits(WinBy by) const override { return by != WinBy::kSelfDraw; }
  bool Allows(const Records&, Seat, const Counts&, WinBy) const override { return false; }
  TileMask Narrow(const Records&, Seat, const Counts&, TileMask waits) const override {
    return waits;
  }
};

// A discarded wildcard completes no hand.
class ClaimsNoWild final : public HandFilter {
 public:
  static constexpr PartInfo kInfo{"claims_no_wild", 1, "别家打出的赖子不能胡",
                                  "no hand wins on a wildcard of another seat"};
  explicit ClaimsNoWild(Params& params)
      : board_(params), wilds_(params.PartIfAny<Wilds>("wilds", {"赖子", "which tiles are wild"})) {
    params.Needs(kWilds);
  }
  bool Limits(WinBy by) const override { return by != WinBy::kSelfDraw; }
  bool Allows(const Records& records, Seat, const Counts&, WinBy) const override {
    const Board& board = board_(records);
    return board.turn.focus == table::Focus::kNone || wilds_ == nullptr ||
           (wilds_->WildsOf(records) & MaskOf(board.turn.focus_tile)) == 0;
  }
  TileMask Narrow(const Records& records, Seat, const Counts&, TileMask waits) const override {
    return wilds_ == nullptr ? waits : waits & ~wilds_->WildsOf(records);
  }

 private:
  table::BoardSlot board_;
  const Wilds* wilds_;
};

// 手里有皮不能胡: such tiles are laid aside before the win.
class HoldsNone final : public HandFilter {
 public:
  static constexpr PartInfo kInfo{"holds_none", 1, "胡牌时手里没有这些牌（皮）",
                                  "a winning hand holds none of these kinds, melds aside"};
  explicit HoldsNone(Params& params) : kinds_(params) {
    const std::string text = params.Text("kinds", "", {"哪些牌，如 7z", "the kinds, as 7z"});
    if (params.describing()) return;
    if (const auto named = ParseKinds(text)) {
      named_ = *named;
    } else {
      params.Fault("kinds: " + named.faults().front().message, params.WhereOf("kinds"));
    }
  }
  bool Allows(const Records& records, Seat, const Counts& hand, WinBy) const override {
    return (hand.Kinds() & kinds_.Of(records, named_)) == 0;
  }
  TileMask Narrow(const Records& records, Seat, const Counts& hand, TileMask waits) const override {
    const TileMask kinds = kinds_.Of(records, named_);
    return (hand.Kinds() & kinds) == 0 ? waits & ~kinds : 0;
  }

 private:
  KindsApart kinds_;
  TileMask named_ = 0;
};

// 硬胡才能放炮: no wildcard may stand for another tile.
class HardWins final : public HandFilter {
 public:
  static constexpr PartInfo kInfo{"hard_wins", 1, "这些胡只能是硬胡：赖子只当自己用",
                                  "in such wins every wildcard is the tile it is"};
  explicit HardWins(Params& params) : wins_(WinsOf(params, WhichWins::kClaims)) {
    params.Needs(kWilds);
  }
  bool Limits(WinBy) const override { return false; }
  bool Allows(const Records&, Seat, const Counts&, WinBy) const override { return true; }
  TileMask Narrow(const Records&, Seat, const Counts&, TileMask waits) const override {
    return waits;
  }
  bool WildcardsStand(WinBy by) const override { return !Concerns(wins_, by); }

 private:
  WhichWins wins_;
};

// 杠赖子后所有玩家都只能自摸: applies once anybody has ganged a wildcard.
class SelfDrawAfterLaiGang final : public HandFilter {
 public:
  static constexpr PartInfo kInfo{"self_draw_after_lai_gang", 1, "有人杠过赖子后，各家只能自摸",
                                  "once anybody has ganged a wildcard, only self-draws win"};
  explicit SelfDrawAfterLaiGang(Params& params) : laizi_(params.Slot<Laizi>()) {
    params.Needs(kWildGanged);
  }
  bool Limits(WinBy by) const override { return by != WinBy::kSelfDraw; }
  bool Allows(const Records& records, Seat, const Counts&, WinBy) const override {
    return laizi_(records).LaidByAll() == 0;
  }
  TileMask Narrow(const Records& records, Seat, const Counts&, TileMask waits) const override {
    return laizi_(records).LaidByAll() == 0 ? waits : 0;
  }

 private:
  Slot<Laizi> laizi_;
};

}  // namespace

void RegisterLaizi(Registry& registry) {
  registry.Add<LaiziRule>();
  registry.Add<NotWild>();
  registry.Add<WildsLast>();
  registry.Add<NotIndicator>();
  registry.Add<SurplusWildsFirst>();
  registry.Add<WildLimit>();
  registry.Add<SelfDrawOnly>();
  registry.Add<ClaimsNoWild>();
  registry.Add<HoldsNone>();
  registry.Add<HardWins>();
  registry.Add<SelfDrawAfterLaiGang>();
}

}  // namespace mlf::logic
