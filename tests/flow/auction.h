// An English auction as a flow: the engine without mahjong.
//
// Lots come up one by one. Everybody may bid on a new lot, and after each bid everybody else may
// bid more. When all fold, the lot goes to the last bidder, or to nobody. Each seat has one budget
// for the whole auction. The graph:
//
//   open -> present --bid--> bid --bid--> bid ... -> sold -> present
//              `--> unsold -> present                    `-> close
//
// When two seats bid at once, the one nearer after the last bidder wins; the other may bid again.
#pragma once

#include <mlf/flow/flow.h>

#include <cstdint>
#include <memory>
#include <string>

namespace auction {

inline constexpr int kSeats = 3;
inline constexpr int kMostLots = 8;
inline constexpr int kMostMoney = 1'000'000;

// The state of the auction in Records.
struct Sale {
  static constexpr std::string_view kSlot = "sale";
  static constexpr mlf::Scope kScope = mlf::Scope::kHand;

  std::int32_t price = 0;  // the highest bid on the lot
  std::uint8_t lot = 0;    // lots presented so far; the current one is lot - 1
  std::array<std::uint8_t, 3> unused{};
  std::array<std::int32_t, kMostLots> paid{};  // price of each lot
  std::array<std::int8_t, kMostLots> owner{};  // seat + 1, 0 = not sold

  void Check(const mlf::Validation& check) const;
};
struct Purse {
  static constexpr std::string_view kSlot = "purse";
  static constexpr mlf::Scope kScope = mlf::Scope::kMatch;

  std::array<std::int32_t, kSeats> money{};

  void Check(const mlf::Validation& check) const;
};

// Lots are named A, B, C ...
class LotText final : public mlf::PieceText {
 public:
  std::string Format(const mlf::Piece* pieces, int count) const override;
  std::optional<int> Parse(std::string_view word, mlf::Piece* out, int capacity) const override;
};

// Adds the nodes and conditions of an auction.
void Register(mlf::Registry& registry);

// The whole graph, written with PushActionNode and PushEdge: `lots` lots, and a `budget` per seat.
mlf::Result<std::shared_ptr<const mlf::Flow>> Build(int lots, int budget);

// The auction's state in the records of the flow made by Build.
const Sale& SaleOf(const mlf::Flow& flow, const mlf::Records& records);
const Purse& PurseOf(const mlf::Flow& flow, const mlf::Records& records);

}  // namespace auction
