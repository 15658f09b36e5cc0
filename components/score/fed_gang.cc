// 杠爆全包: a seat whose discard led to a gang pays for all payers. This applies to a self-draw on
// the replacement tile of that gang or of later gangs in the same turn
// (rules/tuidaohu.md#fed-gang). note_fed_gang belongs in the states of ming_gang, clear_fed_gang in
// those of discards, and the factor in slot D.
//
// Example (TP06): u = 6 and three payers. The seat that fed the gang pays 18, the others nothing.
#include <mlf/components/pair_factor.h>
#include <mlf/components/topics.h>
#include <mlf/flow/node.h>
#include <mlf/flow/registry.h>
#include <mlf/flow/validate.h>
#include <mlf/table/board.h>

#include <bit>

namespace mlf::score {

namespace {

struct FedGang {
  static constexpr std::string_view kSlot = "fed_gang";
  static constexpr Scope kScope = Scope::kHand;
  table::Maybe<Seat> source;  // the seat whose discard began the gangs of this turn
  std::uint8_t reserved[7] = {};

  void Check(const Validation& check) const {
    check.Require(!source || check.IsSeat(*source), "a gang is fed by a seat");
    check.RequireZero(reserved, "the unused bytes are zero");
  }
};

// Later gangs of the turn do not change it.
class NoteFedGang final : public ScoreEffect {
 public:
  static constexpr PartInfo kInfo{
      "note_fed_gang", 1, "明杠时记下放杠者，补牌自摸时由他包（见 fed_gang_factor）",
      "notes which seat fed the gang, so that it pays for all (fed_gang_factor)"};
  explicit NoteFedGang(Params& params) : table_(params), fed_(params.Slot<FedGang>()) {
    params.NeedsHere(logic::kMingGangLaid);
    params.Needs(logic::kFedGangAsked);
    params.Brings(logic::kFedGangNoted);
  }
  void Run(Step& step) const override {
    const table::Board& board = table_.board(step.records);
    if (board.turn.gang == table::MeldKind::kMingGang)
      fed_(step.records).source = board.turn.gang_from;
  }

 private:
  table::TableSlots table_;
  Slot<FedGang> fed_;
};

class ClearFedGang final : public ScoreEffect {
 public:
  static constexpr PartInfo kInfo{"clear_fed_gang", 1, "出牌后，放杠者不再要包",
                                  "a discard ends the liability of the seat that fed a gang"};
  explicit ClearFedGang(Params& params) : fed_(params.Slot<FedGang>()) {
    params.Needs(logic::kFedGangNoted);
  }
  void Run(Step& step) const override { fed_(step.records).source = {}; }

 private:
  Slot<FedGang> fed_;
};

class FedGangFactor final : public PairFactor {
 public:
  static constexpr PartInfo kInfo{"fed_gang_factor", 1, "杠爆全包：放杠者一家付各家的份，其余不付",
                                  "where the win is a self-draw on a gang that another seat fed, "
                                  "that seat pays for all and the others pay nothing"};
  explicit FedGangFactor(Params& params) : table_(params), fed_(params.Slot<FedGang>()) {
    params.Needs(logic::kFedGangNoted);
    params.Brings(logic::kFedGangAsked);
  }
  const Reason& What() const override {
    static constexpr Reason kLabel{"fed_gang", "杠爆全包", "pays for all after feeding the gang"};
    return kLabel;
  }
  std::optional<std::int32_t> Value(const Records& records, const WinCase& win,
                                    Seat payer) const override {
    const table::Board& board = table_.board(records);
    const table::Maybe<Seat> source = fed_(records).source;
    if (win.by != WinBy::kSelfDraw || !source || !board.InHand(*source)) return std::nullopt;
    return payer == *source
               ? std::popcount(static_cast<unsigned>(board.InHandMask() & ~MaskOf(win.seat)))
               : 0;
  }

 private:
  table::TableSlots table_;
  Slot<FedGang> fed_;
};

}  // namespace

void RegisterFedGang(Registry& registry) {
  registry.Add<NoteFedGang>();
  registry.Add<ClearFedGang>();
  registry.Add<FedGangFactor>();
}

}  // namespace mlf::score
