#include "nodes/throw_dice.h"
#include <mlf/flow/registry.h>

namespace mlf::nodes {

class ThrowDice final : public PlayerNode, public logic::PlayNode {
 public:
  static constexpr PartInfo kInfo{"throw_dice",
                                  1,
                                  "掷骰",
                                  "throw dice",
                                  "按下掷骰：掷两枚骰子",
                                  "the seat in turn throws two dice"};

  // `first_dealer`: the throw that names the first dealer of a match. The node choose_dealer, which
  // follows, makes it. Without it, the dice are thrown here.
  explicit ThrowDice(Params& params)
      : table_(params),
        first_dealer_(
            params.Bool("first_dealer", false,
                        {"第一局定庄的那一掷，由接着的定庄完成",
                         "the throw for the first dealer, which the node that follows makes"})),
        stream_(params.Stream("dice")) {}

  logic::Play play() const override { return logic::Play::kDice; }
  void Offers(const Records& records, Seat seat, OfferSink& sink) const override;
  void ProcessAction(Step& step) const override;

 private:
  table::TableSlots table_;
  bool first_dealer_;
  int stream_;
};

namespace {
// The value holds both dice; the first is the tens digit.
const EventType kDice{"dice", "骰子 {value}", "dice {value}"};
constexpr Reason kDealerKnown{"dealer_known", "庄家已定，不用掷骰",
                              "the dealer is named without dice"};
}  // namespace

std::array<std::uint8_t, 2> ThrowTwoDice(Step& step, const table::TableSlots& table, int stream) {
  const table::MatchMoves match = table.match_moves(step.records);
  Stream random = step.Random(stream);
  const auto dice = table::ThrowDice(match, random);
  table::NoteDice(match, dice);
  step.Emit(kDice, kNoSeat).value = 10 * dice[0] + dice[1];
  return dice;
}

void ThrowDice::Offers(const Records& records, Seat seat, OfferSink& sink) const {
  if (records.flow().actor != seat) return sink.Because(kNotYourTurn);
  const Match& match = table_.match(records);
  if (first_dealer_ && (match.hands_done != 0 || match.given_dealer))
    return sink.Because(kDealerKnown);
  sink.Nothing();
}

void ThrowDice::ProcessAction(Step& step) const {
  if (!first_dealer_) ThrowTwoDice(step, table_, stream_);
}

void RegisterThrowDice(Registry& r) { r.Add<ThrowDice>(); }

}  // namespace mlf::nodes
