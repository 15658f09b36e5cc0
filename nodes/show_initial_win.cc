// ShowInitialWin (亮起手胡): a seat shows the patterns of its dealt hand. The tiles go back, and
// the hand goes on.
//
// After:     ask_initial_wins; with `completed`, turn.
// Before:    ask_initial_wins; with `completed`, the same turn.
// Always:    no tile moves. Its settle hook pays.
#include <mlf/components/initial_wins.h>
#include <mlf/components/play_node.h>
#include <mlf/components/topics.h>
#include <mlf/flow/flow.h>
#include <mlf/flow/registry.h>

#include <mlf/nodes/bases.h>

namespace mlf::nodes {

class ShowInitialWin final : public PlayerNode, public logic::PlayNode {
 public:
  static constexpr PartInfo kInfo{
      "show_initial_win",
      1,
      "亮起手胡",
      "show initial win",
      "亮出起手牌里的花样，各家看到；牌收回手里，接着打",
      "shows the patterns of the dealt hand to all; the tiles go back, and the hand goes on"};

  // `completed`: shows patterns that the tile just drawn has completed, in the seat's own turn.
  explicit ShowInitialWin(Params& params);

  logic::Play play() const override { return logic::Play::kAccounts; }
  void Offers(const Records& records, Seat seat, OfferSink& sink) const override;
  void ProcessAction(Step& step) const override;

 private:
  table::TableSlots table_;
  Slot<score::InitialWins> wins_;
  const score::InitialWinRule* rule_;
  bool completed_;
};

namespace {
const EventType kShown{"initial_win", "{seat} 亮 {text} {pieces}", "{seat} shows {text} {pieces}"};
constexpr Reason kNothingToShow{"no_initial_win", "没有可亮的起手胡", "no initial win to show"};
constexpr Reason kShownAlready{"initial_win_shown", "本轮已亮过", "shown in this turn already"};
}  // namespace

ShowInitialWin::ShowInitialWin(Params& params)
    : table_(params),
      wins_(params.Slot<score::InitialWins>()),
      rule_(params.Part<score::InitialWinRule>("initial_wins", {"起手胡", "the initial wins"})),
      completed_(params.Bool("completed", false,
                             {"亮自己回合里刚摸的牌凑成的",
                              "patterns that the tile just drawn completes, in the own turn"})) {
  params.NeedsOwnTurn();
  params.Brings(score::kInitialWinShown);
}

void ShowInitialWin::Offers(const Records& records, Seat seat, OfferSink& sink) const {
  const score::InitialWins& wins = wins_(records);
  const Board& board = table_.board(records);
  if (completed_) {
    if (!OwnTurn(records, board, seat)) return sink.Because(kNotYourTurn);
    if (wins.shown_at[seat] == 1 + board.seats[seat].draws) return sink.Because(kShownAlready);
  } else if (wins.asking != 1 + seat) {
    return sink.Because(kNotYourTurn);
  }
  if (rule_->Held(records, seat, completed_) == 0) return sink.Because(kNothingToShow);
  sink.Nothing();
}

void ShowInitialWin::ProcessAction(Step& step) const {
  score::InitialWins& wins = wins_(step.records);
  wins.shown = rule_->Held(step.records, step.seat, completed_);
  if (completed_)
    wins.shown_at[step.seat] =
        static_cast<std::uint8_t>(1 + table_.board(step.records).seats[step.seat].draws);
  for (std::size_t row = 0; row < rule_->Rows().size(); ++row) {
    if ((wins.shown >> row & 1) == 0) continue;
    Event& event = step.Emit(kShown, step.seat);
    event.text = rule_->Rows()[row].id;
    const Counts tiles = rule_->Shown(step.records, step.seat, static_cast<int>(row));
    ForEach(tiles.Kinds(), [&](Tile tile) {
      for (int i = 0; i < tiles[tile]; ++i) event.With(tile);
    });
  }
}

void RegisterShowInitialWin(Registry& r) { r.Add<ShowInitialWin>(); }

}  // namespace mlf::nodes
