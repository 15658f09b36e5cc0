// Missed claims (过碰): a seat that passed up a claim may not make it on the same kind of tile
// before its own next draw (rules/xuezhan.md#missed-peng `pass_peng_lock`).
//
//   note_missed_claim    when a seat passes in a claim window: remembers the tile
//   not_missed_claim     a condition of the claim: excludes the remembered kinds
//   clear_missed_claims  when the seat draws: clears the memory
#include <mlf/components/topics.h>
#include <mlf/flow/hidden_state.h>
#include <mlf/flow/registry.h>
#include <mlf/flow/validate.h>
#include <mlf/table/board.h>
#include <mlf/table/state_text.h>
#include "components/logic/declined.h"

#include <array>
#include <string>

namespace mlf::logic {
namespace {

using table::Board;
using table::TableSlots;
using table::TileMask;

constexpr Reason kMissedClaim{"missed_claim", "过碰未解除，暂不能碰这张牌",
                              "this tile was declined since the last draw"};

struct MissedClaims {
  static constexpr std::string_view kSlot = "missed_claims";
  static constexpr Scope kScope = Scope::kHand;

  table::PerSeat<TileMask> tiles{};  // kinds declined since the last draw

  void Check(const Validation& check) const {
    for (const TileMask kinds : tiles)
      check.Require((kinds & ~table::kAllKinds) == 0, "the declined pieces are tiles");
    check.RequireSeatsOnly(tiles, "only seats decline claims");
  }
};

class NotMissedClaim final : public Condition, public table::StateText, public HiddenState {
 public:
  static constexpr PartInfo kInfo{"not_missed_claim", 1, "上次摸牌后没有放过这种牌",
                                  "the kind was not declined since the seat last drew"};
  explicit NotMissedClaim(Params& params)
      : missed_(params.Slot<MissedClaims>()), seats_(params.seats()) {
    params.NeedsHere(kDiscardInQuestion);
    params.Needs(kClaimMissed);
    params.Brings(kMissedClaimHeld);
  }

  PieceMask Allow(const Query& query) const override {
    return query.candidates & ~missed_(query.records).tiles[query.seat];
  }
  const Reason& WhyNot() const override { return kMissedClaim; }

  // `passed: [~, 5p, ~, ~]`
  std::string_view StateKey() const override { return "passed"; }
  table::StateLabel Label() const override { return {"过碰", "claims passed up"}; }
  bool PerSeat() const override { return true; }
  std::optional<std::string> ReadState(Records& records, Seat seat,
                                       const Value& value) const override {
    if (seat < 0 || seat >= seats_) return "passed is given for each seat: [~, 5p, ~, ~]";
    TileMask mask = 0;
    if (!value.IsNull()) {
      const auto tiles = value.IsScalar() ? table::ParseTiles(value.text())
                                          : Result<std::vector<table::Tile>>(Fault{});
      if (!tiles || tiles->empty())
        return "passed: expected tiles such as 5p, not " + value.Canonical();
      for (const table::Tile tile : *tiles) mask |= MaskOf(tile);
    }
    missed_(records).tiles[seat] = mask;
    return std::nullopt;
  }
  // Hidden from others: it reveals what the seat could have claimed.
  Value WriteState(const Records& records, Seat seat, Seat viewer) const override {
    if (seat < 0 || seat >= seats_ || (viewer != kNoSeat && viewer != seat)) return {};
    const TileMask mask = missed_(records).tiles[seat];
    return mask == 0 ? Value() : Value(table::FormatTiles(mask));
  }
  void HideFrom(Records& seen, Seat viewer) const override {
    for (Seat seat = 0; seat < seats_; ++seat) {
      if (seat != viewer) missed_(seen).tiles[seat] = 0;
    }
  }

 private:
  Slot<MissedClaims> missed_;
  int seats_;
};

class NoteMissedClaim final : public DeclinedEffect {
 public:
  static constexpr PartInfo kInfo{"note_missed_claim", 1,
                                  "记下谁放过了哪张牌的碰（见 not_missed_claim）",
                                  "notes the claims that seats let go, for not_missed_claim"};
  explicit NoteMissedClaim(Params& params)
      : table_(params),
        missed_(params.Slot<MissedClaims>()),
        claim_(params.Text("claim", "peng",
                           {"哪个动作", "the node by which a seat claims, such as peng"})) {
    params.Needs(kMissedClaimHeld);
    params.Brings(kClaimMissed);
  }

  void Run(Step& step) const override {
    const Board& board = table_.board(step.records);
    if (board.turn.focus != table::Focus::kDiscard) return;
    ForEachSeat(Declined(step), [&](Seat seat) {
      missed_(step.records).tiles[seat] |= MaskOf(board.turn.focus_tile);
    });
  }

 private:
  bool LetsGo(std::string_view node) const override { return node == claim_; }

  TableSlots table_;
  Slot<MissedClaims> missed_;
  std::string claim_;
};

// For the seat that has drawn.
class ClearMissedClaims final : public LogicEffect {
 public:
  static constexpr PartInfo kInfo{"clear_missed_claims", 1, "摸牌后，过碰的限制解除",
                                  "lifts what not_missed_claim holds back; for the states of draw"};
  explicit ClearMissedClaims(Params& params) : missed_(params.Slot<MissedClaims>()) {
    params.Needs(kClaimMissed);
  }
  void Run(Step& step) const override {
    missed_(step.records).tiles[step.records.flow().actor] = 0;
  }

 private:
  Slot<MissedClaims> missed_;
};

}  // namespace

void RegisterMissedClaim(Registry& registry) {
  registry.Add<NotMissedClaim>();
  registry.Add<NoteMissedClaim>();
  registry.Add<ClearMissedClaims>();
}

}  // namespace mlf::logic
