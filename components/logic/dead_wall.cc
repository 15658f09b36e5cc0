// The dead wall (王牌): the end of the wall, which is drawn only for replacements. After the
// replacement tiles come the indicators, one above another tile (rules/riichi.md#wall).
//
//   shuffle: {with: {keep: 14}}      the dead wall has 14 tiles at any time
//   parts: {dead_wall: {dead_wall: {replacements: 4}}}
//
// With 136 tiles the replacements are tiles 135, 134, 133 and 132. The first indicator is 131 with
// 130 below it, the second 129 with 128, and so on. A replacement moves the end of the live wall,
// never an indicator.
//
//   turn_indicator         turns the next indicator
//   gang_indicator         after a gang: turns the next one for an an_gang, or with at_once for any
//                          gang; else it is due later
//   turn_due_indicators    turns the ones that are due
//   show_under_indicators  after a win: shows the tiles below the turned indicators
#include <mlf/components/an_gang_rob.h>
#include <mlf/components/dead_wall.h>
#include <mlf/components/dora.h>
#include <mlf/components/topics.h>
#include <mlf/components/wall_opening.h>
#include <mlf/flow/node.h>
#include <mlf/flow/registry.h>
#include <mlf/flow/validate.h>
#include <mlf/table/board.h>
#include <mlf/table/set_aside.h>

#include <algorithm>

namespace mlf::logic {
namespace {

using table::Tile;

const EventType kTurned{"turn_indicator", "翻开宝牌指示牌 {pieces}",
                        "the indicator {pieces} is turned"};
const EventType kUnder{"turn_under_indicator", "翻开里宝牌指示牌 {pieces}",
                       "{pieces} lies below the indicators"};

struct IndicatorsDue {
  static constexpr std::string_view kSlot = "indicators_due";
  static constexpr Scope kScope = Scope::kHand;

  std::uint8_t count = 0;
  std::uint8_t reserved[7] = {};

  void Check(const Validation& check) const {
    check.Require(count <= kMostIndicators, "at most five indicators are due");
    check.RequireZero(reserved, "the unused bytes are zero");
  }
};

class DeadWall final : public DeadWallRule {
 public:
  static constexpr PartInfo kInfo{"dead_wall", 1, "王牌：岭上牌之后是宝牌指示牌",
                                  "the dead wall: indicators lie after the replacements"};

  explicit DeadWall(Params& params)
      : table_(params),
        dora_(params.Part<DoraRule>("dora", {"宝牌指示牌", "the indicators"})),
        ura_(params.PartIfAny<DoraRule>("ura", {"里宝牌指示牌", "the tiles below them"})),
        opening_(params.PartIfAny<WallOpening>(
            "skills", {"技能：翻牌前先定那张牌", "the skills, which decide the tile first"})),
        replacements_(params.Int("replacements", 4, 0, 16,
                                 {"岭上牌的张数", "tiles drawn as replacements"})) {}

  int PlaceOf(int size, int index, bool below) const override {
    return size - 1 - replacements_ - 2 * index - (below ? 1 : 0);
  }
  // Turns the next indicator. There is no sixth, because there are at most four gangs.
  void Turn(Step& step) const {
    const auto turned = static_cast<int>(dora_->Shown(step.records).size());
    if (turned == kMostIndicators) return;
    const Tile tile = Opened(step, turned, false);
    dora_->Show(step.records, table::KindOf(tile));
    step.Emit(kTurned, kNoSeat).With(tile);
  }
  void ShowUnder(Step& step) const {
    if (ura_ == nullptr || !ura_->Shown(step.records).empty()) return;
    Event& event = step.Emit(kUnder, kNoSeat);
    const auto turned = static_cast<int>(dora_->Shown(step.records).size());
    for (int i = 0; i < turned; ++i) {
      const Tile tile = Opened(step, i, true);
      ura_->Show(step.records, table::KindOf(tile));
      event.With(tile);
    }
  }

 private:
  Tile Opened(Step& step, int index, bool below) const {
    const table::Wall& wall = table_.board(step.records).wall;
    const int place = PlaceOf(wall.size, index, below);
    if (opening_ != nullptr) opening_->BeforeIndicator(step, place, below);
    MLF_CHECK(place >= wall.head && place < wall.tail, "the indicator has been drawn");
    return wall.tiles[static_cast<std::size_t>(place)];
  }

  table::TableSlots table_;
  const DoraRule* dora_;
  const DoraRule* ura_;
  const WallOpening* opening_;
  int replacements_;
};

// The common base of the effects.
class IndicatorEffect : public LogicEffect {
 public:
  explicit IndicatorEffect(Params& params)
      : wall_(params.Part<DeadWall>("dead_wall", {"王牌", "where the indicators lie"})),
        due_(params.Slot<IndicatorsDue>()) {}

 protected:
  const DeadWall* wall_;
  Slot<IndicatorsDue> due_;
};

class TurnIndicator final : public IndicatorEffect {
 public:
  static constexpr PartInfo kInfo{"turn_indicator", 1, "翻开下一张宝牌指示牌",
                                  "turns the next indicator"};
  using IndicatorEffect::IndicatorEffect;
  void Run(Step& step) const override { wall_->Turn(step); }
};

class GangIndicator final : public IndicatorEffect {
 public:
  static constexpr PartInfo kInfo{
      "gang_indicator", 1, "杠后：暗杠当即翻一张宝牌指示牌，别的稍后再翻（见 turn_due_indicators）",
      "after a gang: turns an indicator for an an_gang; for another one it is due, for "
      "turn_due_indicators"};
  explicit GangIndicator(Params& params)
      : IndicatorEffect(params),
        table_(params),
        at_once_(params.Bool("at_once", false,
                             {"明杠、补杠也当即翻", "for every gang it is turned at once",
                              /*added=*/true})) {
    params.NeedsHere(kGangLaid);
    params.Brings(kIndicatorDue);
  }
  void Run(Step& step) const override {
    const table::Board& board = table_.board(step.records);
    if (table::AsksSetAside(board)) return;
    if (at_once_ || RobsAnGang(board)) return wall_->Turn(step);
    std::uint8_t& count = due_(step.records).count;
    count = static_cast<std::uint8_t>(std::min(count + 1, kMostIndicators));
  }

 private:
  table::TableSlots table_;
  bool at_once_;
};

class TurnDueIndicators final : public IndicatorEffect {
 public:
  static constexpr PartInfo kInfo{"turn_due_indicators", 1, "翻开该翻的宝牌指示牌",
                                  "turns the indicators that are due"};
  explicit TurnDueIndicators(Params& params) : IndicatorEffect(params) {
    params.Needs(kIndicatorDue);
  }
  void Run(Step& step) const override {
    for (std::uint8_t& count = due_(step.records).count; count > 0; --count) wall_->Turn(step);
  }
};

// For the action hook of the win nodes, so that the win is judged with them.
class ShowUnderIndicators final : public LogicEffect {
 public:
  static constexpr PartInfo kInfo{"show_under_indicators", 1, "胡家已报听：翻开里宝牌指示牌",
                                  "a winner has declared ready: shows the tiles below the turned "
                                  "indicators"};
  explicit ShowUnderIndicators(Params& params)
      : table_(params),
        wall_(params.Part<DeadWall>("dead_wall", {"王牌", "where the indicators lie"})) {
    params.NeedsHere(kWin);
    params.Needs(kReadyDeclared);
  }
  void Run(Step& step) const override {
    if (table_.board(step.records).seats[step.seat].Is(table::kReady)) wall_->ShowUnder(step);
  }

 private:
  table::TableSlots table_;
  const DeadWall* wall_;
};

}  // namespace

void RegisterDeadWall(Registry& registry) {
  registry.Add<DeadWall>();
  registry.Add<TurnIndicator>();
  registry.Add<GangIndicator>();
  registry.Add<TurnDueIndicators>();
  registry.Add<ShowUnderIndicators>();
}

}  // namespace mlf::logic
