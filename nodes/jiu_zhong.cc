// JiuZhong (九种九牌): a seat whose first hand has many different tiles of certain kinds gives the
// hand up.
//
// After:     turn, at the first draw of the seat, before anybody has melded.
// Before:    break_off.
// Always:    nothing on the table changes.
#include <mlf/components/play_node.h>
#include <mlf/flow/registry.h>

#include <bit>

#include <mlf/nodes/bases.h>

namespace mlf::nodes {

class JiuZhong final : public PlayerNode, public logic::PlayNode {
 public:
  static constexpr PartInfo kInfo{"jiu_zhong",
                                  1,
                                  "九种九牌",
                                  "nine kinds",
                                  "第一次摸牌后手里有多种幺九牌，可以流局",
                                  "gives the hand up: the first hand has many kinds of terminals "
                                  "and honours"};

  // `kinds`: the kinds counted. `least`: how many different ones are needed.
  explicit JiuZhong(Params& params);

  logic::Play play() const override { return logic::Play::kGiveUp; }
  void Offers(const Records& records, Seat seat, OfferSink& sink) const override;
  void ProcessAction(Step& step) const override;

 private:
  table::TableSlots table_;
  TileMask kinds_;
  int least_;
};

namespace {
const EventType kGivenUp{"jiu_zhong", "{seat} 九种九牌", "{seat} gives the hand up"};
constexpr Reason kNotFirst{"not_first_draw", "只能在第一次摸牌后，而且没有人吃碰杠",
                           "only at the first draw, before anybody has melded"};
constexpr Reason kTooFewKinds{"too_few_kinds", "种数不够", "too few different kinds"};
}  // namespace

JiuZhong::JiuZhong(Params& params)
    : table_(params),
      kinds_(params.Pieces("kinds", table::kTerminals | table::kHonours,
                           {"算数的牌", "the kinds that count"})),
      least_(params.Int("least", 9, 1, 13, {"至少几种", "how many different kinds, at least"})) {
  params.NeedsOwnTurn();
}

void JiuZhong::Offers(const Records& records, Seat seat, OfferSink& sink) const {
  const Board& board = table_.board(records);
  if (!OwnTurn(records, board, seat)) return sink.Because(kNotYourTurn);
  const SeatBoard& own = board.seats[seat];
  if (own.discards != 0 || own.draws > 1 || board.turn.may_act_on_draw == 0 ||
      board.melds_made != 0)
    return sink.Because(kNotFirst);
  if (std::popcount(own.hand.Kinds() & kinds_) < least_) return sink.Because(kTooFewKinds);
  sink.Nothing();
}

void JiuZhong::ProcessAction(Step& step) const { step.Emit(kGivenUp, step.seat); }

void RegisterJiuZhong(Registry& r) { r.Add<JiuZhong>(); }

}  // namespace mlf::nodes
