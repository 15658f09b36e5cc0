/// \file
/// Initial wins (起手胡): patterns of the dealt hand that are shown and paid at once, while the
/// hand goes on. The variant's shared part `initial_wins` has the patterns. The node
/// ask_initial_wins asks one seat after the other, show_initial_win shows, and the effect
/// initial_win_points pays.
#pragma once

#include <mlf/flow/node.h>
#include <mlf/flow/validate.h>
#include <mlf/table/board.h>

#include <array>
#include <bit>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mlf::score {

inline constexpr Topic kInitialWinAsked{"initial_win_asked", "问各家有没有起手胡",
                                        "seats are asked to show initial wins"};
inline constexpr Topic kInitialWinShown{"initial_win_shown", "有人亮起手胡",
                                        "a seat shows an initial win"};

struct InitialWins {
  static constexpr std::string_view kSlot = "initial_wins";
  static constexpr Scope kScope = Scope::kHand;

  std::uint8_t asked = 0;   ///< seats asked about the dealt hand so far, in turn order
  std::uint8_t asking = 0;  ///< 1 + the seat that is being asked; 0 = none
  std::uint8_t shown = 0;   ///< the patterns shown last, as bits
  std::uint8_t reserved = 0;
  /// For wins completed in play: 1 + the draws of the seat when it showed last.
  table::PerSeat<std::uint8_t> shown_at{};

  void Check(const Validation& check) const;
};

/// One pattern, for display.
struct InitialWinRow {
  std::string id, zh, en;
};

class InitialWinRule : public Part, public ScoreComponent {
 public:
  static constexpr std::string_view kRole = "initial_win_rule";

  virtual const std::vector<InitialWinRow>& Rows() const = 0;
  /// The patterns of the concealed tiles of `seat`, as bits. `completed`: only patterns that count
  /// in play and that the tile just drawn has completed.
  virtual std::uint8_t Held(const Records& records, Seat seat, bool completed) const = 0;
  /// The tiles that show pattern `row` of the seat.
  virtual Counts Shown(const Records& records, Seat seat, int row) const = 0;
};

}  // namespace mlf::score
