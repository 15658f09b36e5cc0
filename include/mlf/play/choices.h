/// \file
/// SeatChoices: what a seat may do now, in one of six states, and Move: one of these acts.
///
/// Choices of the engine are a list of nodes and payloads. Programs that play mahjong ask other
/// questions: may the drawn tile go, may I declare riichi with 3m. Choosing answers them for every
/// variant. Acts that only some variants have (exchange, void suit, wild gang) are `others`.
///
/// docs/en/play.md lists the states and their content.
#pragma once

#include <mlf/components/play_node.h>
#include <mlf/components/swap_rule.h>
#include <mlf/flow/flow.h>
#include <mlf/table/board.h>

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace mlf::play {

using table::Tile;
using table::TileMask;

enum class State : std::uint8_t {
  kWatch,     ///< nothing to do
  kIrsCheck,  ///< questions before the ordinary choices; `others` lists the answers
  kDice,      ///< throw the dice
  kDrawn,     ///< own turn
  kBark,      ///< another seat's tile may be claimed or won on
  kEnd,       ///< the hand is over
};
std::string_view StateName(State state);  ///< "DRAWN"

/// What a move is, in ascending priority: the highest answer to a window is carried out.
enum class Code : std::uint8_t {
  kNothing,
  kPass,
  kSwapOut,     ///< discards `tile` of the hand
  kSpinOut,     ///< discards the drawn tile
  kSwapRiichi,  ///< declares riichi and discards `tile`
  kSpinRiichi,  ///< declares riichi and discards the drawn tile
  kChiiLeft,    ///< the claimed tile is the lowest of the sequence
  kChiiMiddle,  ///< ... the middle one
  kChiiRight,   ///< ... the highest
  kPon,
  kDaiminkan,  ///< a gang off a discard
  kAnkan,      ///< a concealed gang of `tile`
  kKakan,      ///< adds a tile to the open triplet number `index`
  kTsumo,
  kRon,
  kRyuukyoku,  ///< gives the hand up (nine kinds)
  kEndTable,
  kNextRound,
  kDice,
  kIrsCheck,  ///< an answer of the state kIrsCheck: `own`
  kIrsClick,  ///< another act beside the ordinary ones: `own`
};
std::string_view CodeName(Code code);  ///< "SWAP_OUT"

struct Move {
  Code code = Code::kNothing;
  Tile tile = table::kNoTile;  ///< a piece: names a red five where it is one
  int index = -1;              ///< kKakan: which meld; chii of honours: the two tiles of the hand
  bool red = false;            ///< chii, pon: with a red five of the hand, where there is a choice
  Action own{};                ///< kIrsCheck, kIrsClick

  friend bool operator==(const Move&, const Move&) = default;
};

/// Only the members of the state are set.
struct SeatChoices {
  struct Drawn {
    bool swap_out = false;      ///< another tile than the drawn one may be discarded
    bool spin_out = false;      ///< the drawn tile may
    TileMask swaps = 0;         ///< the tiles of swap_out
    TileMask swap_riichis = 0;  ///< tiles of the hand that may be discarded with riichi
    bool spin_riichi = false;   ///< the drawn tile may
    bool tsumo = false;
    bool kskp = false;  ///< nine kinds
    TileMask ankans = 0;
    std::uint8_t kakans = 0;  ///< bit i = meld i

    friend bool operator==(const Drawn&, const Drawn&) = default;
  };
  struct Bark {
    bool chii_left = false, chii_middle = false, chii_right = false;
    bool pon = false, daiminkan = false, ron = false;
    bool pass = false;
    /// Tiles that may be discarded after chii_left, _middle, _right and pon.
    std::array<TileMask, 4> swap_barks{};
    Tile focus = table::kNoTile;
    Seat focus_seat = kNoSeat;

    friend bool operator==(const Bark&, const Bark&) = default;
  };
  struct End {
    bool end_table = false, next_round = false;

    friend bool operator==(const End&, const End&) = default;
  };

  State state = State::kWatch;
  Drawn drawn;
  Bark bark;
  End end;
  std::vector<Move> others;  ///< acts that no member above names; at most 512 of them

  bool Watches() const { return state == State::kWatch; }
};

/// Translates between the choices of a flow and those above. Shared by all tables of the flow.
class Choosing {
 public:
  /// `flow` must outlive it.
  explicit Choosing(const Flow& flow);

  SeatChoices Of(const Records& records, const Choices& choices, Seat seat) const;
  /// Every move of `seat`, in ascending priority.
  std::vector<Move> Moves(const Records& records, const Choices& choices, Seat seat) const;
  Move MoveOf(const Records& records, const Action& action) const;
  /// The action of a move. If the move is not offered, an action that the flow refuses with the
  /// reason.
  Action ActionOf(const Records& records, const Choices& choices, Seat seat, std::uint32_t ask,
                  const Move& move) const;

 private:
  logic::Play PlayAt(NodeIndex node) const { return plays_[node]; }
  const Offer* OfferOf(const Choices& choices, Seat seat, logic::Play play) const;
  bool Ordinary(NodeIndex node) const;
  State StateOf(const table::Board* board, std::span<const Offer> offers) const;
  TileMask LeftAfter(const table::Board& board, Seat seat, const Action& claim) const;
  void FillDrawn(const table::Board& board, const Offer& offer, SeatChoices::Drawn& drawn) const;
  void FillBark(const table::Board& board, const Offer& offer, SeatChoices::Bark& bark) const;
  /// The node of `play` that the open window answers with, or one of the flow.
  NodeIndex NodeFor(const Records& records, logic::Play play) const;
  void SetCombo(const Choices& choices, logic::Play play, const Move& move, Action& action) const;
  void SetPieces(const table::Board& board, const Offer* offer, const Move& move,
                 Action& action) const;

  const Flow& flow_;
  std::optional<Slot<table::Board>> board_;
  const logic::SwapRule* swaps_;
  std::vector<logic::Play> plays_;  // by node
};

}  // namespace mlf::play
