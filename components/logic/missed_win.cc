#include "components/logic/missed_win.h"
#include <mlf/components/an_gang_rob.h>
#include <mlf/components/judge.h>
#include <mlf/components/missed_wins.h>
#include <mlf/components/topics.h>
#include <mlf/components/win_rule.h>
#include <mlf/flow/flow.h>
#include <mlf/flow/hidden_state.h>
#include <mlf/flow/registry.h>
#include <mlf/flow/validate.h>
#include <mlf/table/state_text.h>
#include "components/logic/declined.h"

#include <algorithm>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

namespace mlf::logic {

void MissedWins::Check(const Validation& check) const {
  for (const table::TileMask kinds : tiles)
    check.Require((kinds & ~table::kAllKinds) == 0, "the declined pieces are tiles");
  check.RequireSeatsOnly(tiles, "only seats decline wins");
  check.RequireSeatsOnly(fan, "only seats decline wins");
}
namespace {

using table::Board;
using table::Focus;
using table::TableSlots;

MissedWinMode ModeOf(Params& params) {
  return params.Enum(
      "mode", MissedWinMode::kSameTile, {"off", "same_tile", "higher_fan", "any", "furiten"},
      {"不限 / 同一张不可胡 / 番数更高才可胡 / 都不可胡 / "
       "振听：听的牌自己打过，或放过，就都不可胡",
       "no effect / not the same tile / only for more fan / no discard win at all / none while one "
       "of its waits was discarded by the seat or has passed it"});
}

// The tile that `seat` may win on: the one in question, or in its turn the drawn one.
Tile WinTile(const Board& board, Seat seat) {
  if (board.turn.focus != Focus::kNone) return board.turn.focus_tile;
  const table::SeatBoard& own = board.seats[seat];
  return own.drawn != table::kNoTile ? own.drawn : table::HighestTile(own.hand);
}

const score::Judge* JudgeOf(Params& params, MissedWinMode mode) {
  const auto* judge =
      params.PartIfAny<score::Judge>("judge", {"算番", "what a hand is worth, for higher_fan"});
  if (judge == nullptr && mode == MissedWinMode::kHigherFan && !params.describing()) {
    params.Fault("mode: higher_fan needs a judge");
  }
  return judge;
}

// The win rule, which only furiten asks.
const WinRule* WinRuleOf(Params& params, MissedWinMode mode) {
  if (mode != MissedWinMode::kFuriten && !params.describing()) return nullptr;
  return params.Part<WinRule>("win",
                              {"胡牌规则，furiten 用", "which hands are complete, for furiten"});
}

// The fan of a win of `seat` on the tile in question.
std::int32_t FanOnFocus(const score::Judge& judge, const Records& records, const Board& board,
                        Seat seat) {
  score::Verdict verdict;
  judge.Evaluate(records, score::CaseOf(board, seat), verdict);
  return verdict.fan;
}

void NoteWin(const score::Judge* judge, MissedWins& missed, const Records& records,
             const Board& board, Seat seat) {
  const std::int32_t fan = judge != nullptr ? FanOnFocus(*judge, records, board, seat) : 0;
  missed.fan[seat] = missed.tiles[seat] == 0 ? fan : std::max(missed.fan[seat], fan);
  missed.tiles[seat] |= MaskOf(WinTile(board, seat));
}

class MissedWin final : public Guard,
                        public table::StateText,
                        public HiddenState,
                        public DiscardBar,
                        public MissedWinBook {
 public:
  static constexpr PartInfo kInfo{"missed_win", 1, "不受过水（漏胡）限制",
                                  "no win declined before forbids this one"};
  static constexpr Reason kReason{"missed_win", "过水未解除，暂不能胡",
                                  "a win was declined since the last draw or meld"};

  explicit MissedWin(Params& params)
      : table_(params),
        missed_(params.Slot<MissedWins>()),
        mode_(ModeOf(params)),
        only_unlocked_(params.Bool("only_unlocked", true,
                                   {"已锁定的一家不受限", "locked seats are not held back"})),
        judge_(JudgeOf(params, mode_)),
        win_(WinRuleOf(params, mode_)),
        self_draw_(params.Bool("self_draw", false,
                               {"也限制自摸（放在自摸的节点）",
                                "self-draws are held back too; for the node of the self-draw",
                                /*added=*/true})),
        seats_(params.seats()) {
    params.Brings(kMissedWinHeld);
    if (self_draw_ && mode_ != MissedWinMode::kAny)
      params.Fault("self_draw: needs mode: any, which does not look at the tile");
    if (mode_ == MissedWinMode::kOff) return;
    if (!self_draw_) params.NeedsHere(kTileInQuestion);
    params.Needs(kWinMissed);
  }

  bool Holds(const Records& records, Seat seat) const override {
    const Board& board = table_.board(records);
    if (mode_ == MissedWinMode::kOff || (board.turn.focus == Focus::kNone && !self_draw_))
      return true;
    const MissedWins& missed = missed_(records);
    if (mode_ == MissedWinMode::kFuriten) return Barring(records, board, seat) == 0;
    if (missed.tiles[seat] == 0 || (only_unlocked_ && board.seats[seat].Is(table::kLocked)))
      return true;
    switch (mode_) {
      case MissedWinMode::kSameTile:
        return (missed.tiles[seat] & MaskOf(board.turn.focus_tile)) == 0;
      case MissedWinMode::kHigherFan:
        return FanOnFocus(*judge_, records, board, seat) > missed.fan[seat];
      case MissedWinMode::kAny: return false;
      case MissedWinMode::kFuriten:
      case MissedWinMode::kOff: break;
    }
    return true;
  }
  const Reason& WhyNot() const override { return kReason; }
  bool OwnDiscardsBar() const override { return mode_ == MissedWinMode::kFuriten; }

  void Note(Records& records, Seat seat) const override {
    if (mode_ == MissedWinMode::kOff) return;
    NoteWin(mode_ == MissedWinMode::kHigherFan ? judge_ : nullptr, missed_(records), records,
            table_.board(records), seat);
  }
  bool Noted(const Records& records, Seat seat, Tile tile) const override {
    return (missed_(records).tiles[seat] & MaskOf(tile)) != 0;
  }
  void Forget(Records& records, Seat seat, Tile tile) const override {
    MissedWins& missed = missed_(records);
    missed.tiles[seat] &= ~MaskOf(tile);
    if (missed.tiles[seat] == 0) missed.fan[seat] = 0;
  }

  // `missed: [~, 5p, {tiles: 58p, fan: 1}, ~]`
  std::string_view StateKey() const override { return "missed"; }
  table::StateLabel Label() const override {
    if (mode_ == MissedWinMode::kFuriten) return {"振听", "furiten"};
    return {"过水", "wins passed up"};
  }
  bool PerSeat() const override { return true; }
  std::optional<std::string> ReadState(Records& records, Seat seat,
                                       const Value& value) const override;
  Value WriteState(const Records& records, Seat seat, Seat viewer) const override;
  void HideFrom(Records& seen, Seat viewer) const override { missed_(seen).HideFrom(viewer); }

 private:
  // The waits of the seat that it has discarded or that have passed it: any of them is furiten.
  table::TileMask Barring(const Records& records, const Board& board, Seat seat) const {
    table::TileMask kinds = missed_(records).tiles[seat];
    for (int i = 0; i < board.river_count; ++i) {
      const table::Discard& discard = board.river[static_cast<std::size_t>(i)];
      if (discard.seat() == seat) kinds |= MaskOf(discard.tile);
    }
    return win_->Waits(records, seat) & kinds;
  }

  TableSlots table_;
  Slot<MissedWins> missed_;
  MissedWinMode mode_;
  bool only_unlocked_;
  const score::Judge* judge_;
  const WinRule* win_;
  bool self_draw_;
  int seats_;
};

std::optional<std::string> MissedWin::ReadState(Records& records, Seat seat,
                                                const Value& value) const {
  if (seat < 0 || seat >= seats_) return "missed is given for each seat: [~, 5p, ~, ~]";
  MissedWins& missed = missed_(records);
  missed.tiles[seat] = 0;
  missed.fan[seat] = 0;
  if (value.IsNull()) return std::nullopt;

  const Value* tiles = &value;
  std::int32_t fan = 0;
  if (value.IsMap()) {
    for (const Value::Entry& entry : value.entries()) {
      if (entry.key != "tiles" && entry.key != "fan")
        return "missed: unknown key " + entry.key + ", expected tiles and fan";
    }
    tiles = value.Find("tiles");
    if (const Value* number = value.Find("fan")) {
      const auto written = number->AsInt();
      if (!written || *written < 0 || *written > 1'000'000)
        return "missed: fan is a number from 0, not " + number->Canonical();
      fan = static_cast<std::int32_t>(*written);
    }
  }
  const auto list = tiles != nullptr && tiles->IsScalar() ? table::ParseTiles(tiles->text())
                                                          : Result<std::vector<Tile>>(Fault{});
  if (!list || list->empty())
    return "missed: expected tiles such as 5p or {tiles: 58p, fan: 1}, not " + value.Canonical();
  for (const Tile tile : *list) missed.tiles[seat] |= MaskOf(tile);
  missed.fan[seat] = fan;
  return std::nullopt;
}

// Hidden from others: it reveals that the seat could have won. With furiten every tile that passes
// is noted; a person is shown the ones that bar a win.
Value MissedWin::WriteState(const Records& records, Seat seat, Seat viewer) const {
  if (seat < 0 || seat >= seats_ || (viewer != kNoSeat && viewer != seat)) return {};
  if (mode_ == MissedWinMode::kFuriten && viewer == seat) {
    const table::TileMask kinds = Barring(records, table_.board(records), seat);
    return kinds == 0 ? Value() : Value(table::FormatTiles(kinds));
  }
  const MissedWins& missed = missed_(records);
  if (missed.tiles[seat] == 0) return {};
  return Value::Map(
      {{"tiles", Value(table::FormatTiles(missed.tiles[seat]))}, {"fan", Value(missed.fan[seat])}});
}

// Notes every seat that declined a win in the window just decided. Belongs at `guo` and at `hu`
// (for seats that answered with a weaker claim while another won). Idempotent.
class NoteMissedWin final : public DeclinedEffect, public HiddenState {
 public:
  static constexpr PartInfo kInfo{"note_missed_win", 1, "记下谁放过了哪张牌的胡（见 missed_win）",
                                  "notes the wins that seats let go, for missed_win"};

  explicit NoteMissedWin(Params& params)
      : table_(params),
        missed_(params.Slot<MissedWins>()),
        mode_(ModeOf(params)),
        win_nodes_(
            WordsOf(params.Text("win_node", "hu",
                                {"胡的节点，可写几个",
                                 "the node by which a seat wins on another's tile, or several"}))),
        judge_(JudgeOf(params, mode_)),
        self_draw_(
            params.Bool("self_draw", false,
                        {"自己轮次里放过的也记（win_node 写自摸的节点；放在 before_action）",
                         "declined in the own turn too, for win_node: zi_mo in before_action",
                         /*added=*/true})) {
    params.Needs(kMissedWinHeld);
    params.Brings(kWinMissed);
  }

  void Run(Step& step) const override {
    const Board& board = table_.board(step.records);
    if (mode_ == MissedWinMode::kOff || (board.turn.focus == Focus::kNone && !self_draw_)) return;
    ForEachSeat(Declined(step), [&](Seat seat) { Note(step.records, board, seat); });
  }
  void HideFrom(Records& seen, Seat viewer) const override { missed_(seen).HideFrom(viewer); }

 private:
  bool LetsGo(std::string_view node) const override {
    return std::ranges::find(win_nodes_, node) != win_nodes_.end();
  }
  static std::vector<std::string> WordsOf(const std::string& text) {
    std::istringstream words(text);
    return {std::istream_iterator<std::string>(words), {}};
  }
  void Note(Records& records, const Board& board, Seat seat) const {
    NoteWin(mode_ == MissedWinMode::kHigherFan ? judge_ : nullptr, missed_(records), records, board,
            seat);
  }

  TableSlots table_;
  Slot<MissedWins> missed_;
  MissedWinMode mode_;
  std::vector<std::string> win_nodes_;
  const score::Judge* judge_;
  bool self_draw_;
};

// A condition of claims: 过水 holds back more than wins.
class NoMissedWin final : public Guard {
 public:
  static constexpr PartInfo kInfo{"no_missed_win", 1, "没有过水（放过胡后尚未解除）",
                                  "the seat has passed up no win that still holds it back"};
  static constexpr Reason kReason{"missed_win_claim", "过水未解除，暂不能吃碰",
                                  "a win was declined since the last discard, so no claim is "
                                  "possible"};
  explicit NoMissedWin(Params& params) : missed_(params.Slot<MissedWins>()) {
    params.Needs(kWinMissed);
    params.Brings(kMissedWinHeld);
  }
  bool Holds(const Records& records, Seat seat) const override {
    return missed_(records).tiles[seat] == 0;
  }
  const Reason& WhyNot() const override { return kReason; }

 private:
  Slot<MissedWins> missed_;
};

// For furiten: records that the tile in question passed every other seat. Belongs in before_action
// of each node that follows when nobody has won on it.
class NotePassedTile final : public LogicEffect {
 public:
  static constexpr PartInfo kInfo{"note_passed_tile", 1,
                                  "没人胡的这张牌，别家都算放过了（振听，见 missed_win）",
                                  "nobody has won on the tile in question: it has passed all "
                                  "others, for the furiten of missed_win"};
  explicit NotePassedTile(Params& params)
      : table_(params),
        missed_(params.Slot<MissedWins>()),
        an_gang_shape_(params.PartIfAny<WinShape>(
            "an_gang_shape",
            {"暗杠的牌：只有听这种牌型的一家算放过；不写则都不算",
             "the tile of an an_gang has passed only a seat that waits for it with this shape; "
             "without it, nobody",
             /*added=*/true})) {
    params.Needs(kMissedWinHeld);
    params.Brings(kWinMissed);
  }
  void Run(Step& step) const override {
    const Board& board = table_.board(step.records);
    if (board.turn.focus == Focus::kNone) return;
    MissedWins& missed = missed_(step.records);
    const table::TileMask tile = MaskOf(board.turn.focus_tile);
    const bool an_gang = RobsAnGang(board);
    for (Seat seat = 0; seat < board.seat_count; ++seat) {
      if (seat == board.turn.focus_seat) continue;
      if (an_gang && (an_gang_shape_ == nullptr || !FitsAnGang(board, *an_gang_shape_, seat)))
        continue;
      missed.tiles[seat] |= tile;
    }
  }

 private:
  TableSlots table_;
  Slot<MissedWins> missed_;
  const WinShape* an_gang_shape_;
};

// For the acting seat: the one that answered a window, or the actor in a system step (a draw).
class ClearMissedWins final : public LogicEffect {
 public:
  static constexpr PartInfo kInfo{
      "clear_missed_wins", 1, "摸牌或吃碰杠后，过水的限制解除",
      "lifts the limit of missed_win; for the states of draw and melds"};
  explicit ClearMissedWins(Params& params)
      : table_(params),
        missed_(params.Slot<MissedWins>()),
        keep_locked_(params.Bool("keep_locked", false,
                                 {"手牌锁定的一家不解除", "not for a locked seat",
                                  /*added=*/true})),
        ready_win_(params.PartIfAny<WinRule>(
            "if_ready", {"只在照这条胡牌规则还听牌时解除（用于杠后）",
                         "only where the hand still waits by this win rule; for gangs",
                         /*added=*/true})) {
    params.Needs(kWinMissed);
  }
  void Run(Step& step) const override {
    const Seat seat = step.action.ask == 0 ? step.records.flow().actor : step.seat;
    if (keep_locked_ && table_.board(step.records).seats[seat].Is(table::kLocked)) return;
    if (ready_win_ != nullptr && ready_win_->Waits(step.records, seat) == 0) return;
    MissedWins& missed = missed_(step.records);
    missed.tiles[seat] = 0;
    missed.fan[seat] = 0;
  }

 private:
  TableSlots table_;
  Slot<MissedWins> missed_;
  bool keep_locked_;
  const WinRule* ready_win_;
};

}  // namespace

void RegisterMissedWin(Registry& registry) {
  registry.Add<MissedWin>();
  registry.Add<NoteMissedWin>();
  registry.Add<NoMissedWin>();
  registry.Add<NotePassedTile>();
  registry.Add<ClearMissedWins>();
}

}  // namespace mlf::logic
