// Harbour: a small complete game without tiles, hands or a wall.
//
// Crates of four goods are unloaded one by one, from a shuffled stock. All seats are asked at once
// who wants the crate: `grab` for two coins comes before `take` for nothing, and of equal answers
// the seat nearest after the last taker wins. A seat that holds three crates of one good may
// ship them for points, and is then at sea while the next crate is unloaded. When the stock is
// empty, unshipped crates count nothing, and each coin left is a point.
//
//   open -> unload --grab--> grab --ship--> ship -> unload
//              |`--take----> take --ship--> ship
//              `-> lost -> unload ...                        -> close
#pragma once

#include <mlf/flow/flow.h>
#include <mlf/flow/game_registry.h>
#include <mlf/flow/pieces.h>
#include <mlf/flow/records.h>

#include <array>
#include <cstdint>
#include <memory>

namespace harbour {

inline constexpr int kSeats = 4;
inline constexpr int kGoods = 4;
inline constexpr int kMostCrates = 40;
inline constexpr int kRoom = 6;  // crates that a seat can store

// The state of the game in Records.
struct Port {
  static constexpr std::string_view kSlot = "port";
  static constexpr mlf::Scope kScope = mlf::Scope::kHand;

  std::array<std::array<std::uint8_t, kGoods>, kSeats> stored{};  // crates by seat and good
  std::array<std::int16_t, kSeats> points{};
  std::array<std::uint8_t, kSeats> coins{};
  std::array<std::uint8_t, kMostCrates> stock{};  // the goods in their order
  std::uint8_t crates = 0;                        // in the stock at the start
  std::uint8_t unloaded = 0;                      // of them
  mlf::SeatMask at_sea = 0;                       // seats that shipped since the last crate
  std::uint8_t unused = 0;

  int Stored(mlf::Seat seat) const;
  mlf::Piece Crate() const { return stock[static_cast<std::size_t>(unloaded - 1)]; }
  void Check(const mlf::Validation& check) const;
};

// Goods are named A to D.
class GoodsText final : public mlf::PieceText {
 public:
  std::string Format(const mlf::Piece* pieces, int count) const override;
  std::optional<int> Parse(std::string_view word, mlf::Piece* out, int capacity) const override;
};

// Adds its nodes, parts and pieces.
void Register(mlf::GameRegistry& registry);

// The game with its default options, built in C++. `registry` has the parts of Register.
mlf::Result<std::shared_ptr<const mlf::Flow>> Build(const mlf::Registry& registry);

}  // namespace harbour
