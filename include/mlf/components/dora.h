/// \file
/// Dora (宝牌): tiles that add to a win, named by indicators. Two shared parts of one kind: `dora`,
/// whose indicators lie open during play, and `ura`, whose indicators are shown after a win.
///
///   parts: {dora: dora_indicators, ura: {dora_indicators: {which: ura}}}
///
/// Positions and single hands set them with `dora_indicators: 1m9p` and `ura_indicators: 3s`.
#pragma once

#include <mlf/flow/params.h>
#include <mlf/table/board.h>

#include <array>
#include <cstdint>
#include <span>

namespace mlf::logic {

inline constexpr int kMostIndicators = 5;

/// The indicators that can be seen.
struct Indicators {
  static constexpr std::string_view kSlot = "indicators";
  static constexpr Scope kScope = Scope::kHand;

  struct List {
    std::uint8_t count = 0;
    std::array<table::Tile, kMostIndicators> tiles{};

    std::span<const table::Tile> Tiles() const { return {tiles.data(), count}; }
  };
  List dora;
  List ura;
  std::uint8_t reserved[4] = {};

  void Check(const Validation& check) const;
};

class DoraRule : public Part, public LogicComponent {
 public:
  static constexpr std::string_view kRole = "dora_rule";

  virtual std::span<const table::Tile> Shown(const Records& records) const = 0;
  virtual void Show(Records& records, table::Tile indicator) const = 0;
  /// The tile that `indicator` names: the next one of its suit in play, after the last the first.
  virtual table::Tile Named(table::Tile indicator) const = 0;
};

}  // namespace mlf::logic
