// ExchangeThree (换三张): a seat puts three tiles of one suit aside for a seat that is not known
// yet.
//
// After:     deal, in a window that asks all seats and decides when all have answered.
// Before:    exchange_done.
// Always:    the tiles are in ExchangeState until exchange_done, within the same step.
#pragma once

#include <mlf/components/play_node.h>
#include <mlf/flow/hidden_state.h>
#include <mlf/nodes/bases.h>

namespace mlf::nodes {

// The tiles put aside.
struct ExchangeState {
  static constexpr std::string_view kSlot = "exchange";
  static constexpr Scope kScope = Scope::kHand;
  static constexpr int kTiles = 3;

  table::PerSeat<std::array<Tile, kTiles>> tiles{};
  table::PerSeat<std::uint8_t> given{};  // 1 = the seat has put its three tiles aside

  void Check(const Validation& check) const;
};

// Announces that tiles go to the seat `distance` places before their own: with four seats 1 = to
// the previous, 2 = to the opposite, 3 = to the next seat.
void AnnounceDirection(Step& step, int distance, int seats);
// `seat` takes in tiles that lay between the seats and came from `source`, kNoSeat for the wall.
void TakeExchanged(Step& step, table::Moves board, Seat seat, Seat source, std::span<Tile> tiles);
// The names of directions.
std::vector<Reason> DirectionNames();

// The order of suits that breaks ties: 万 条 筒 (rules/xueliu.md#exchange).
inline constexpr std::array<table::Suit, 3> kSuitOrder = {table::kWan, table::kTiao, table::kTong};

class ExchangeThree final : public PlayerNode, public logic::PlayNode, public HiddenState {
 public:
  static constexpr PartInfo kInfo{"exchange_three",
                                  1,
                                  "换三张",
                                  "exchange three",
                                  "换三张：选三张同花色的牌换给别家",
                                  "picks three tiles of one suit to give away"};

  explicit ExchangeThree(Params& params);

  logic::Play play() const override { return logic::Play::kExchange; }
  void Spend(const Action& action, Counts& hand) const override {
    for (int i = 0; i < action.count; ++i) hand.Remove(action.pieces[i]);
  }
  Domain::Kind payload() const override { return Domain::kSubset; }
  // Any three tiles of one suit. A hand of 13 always has such a suit (rules/xueliu.md#exchange).
  void Offers(const Records& records, Seat seat, OfferSink& sink) const override;
  // The three lowest of the shortest suit with at least three tiles. Ties: 万, then 条, then 筒.
  void Suggest(const Records& records, Seat seat, const Domain& domain,
               Action& action) const override;
  void ProcessAction(Step& step) const override;
  void HideFrom(Records& seen, Seat viewer) const override {
    for (Seat seat = 0; seat < table::kMaxPlayers; ++seat) {
      if (seat != viewer) exchange_(seen).tiles[seat] = {};
    }
  }

 private:
  table::TableSlots table_;
  Slot<ExchangeState> exchange_;
};

}  // namespace mlf::nodes
