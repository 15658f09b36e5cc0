#include <mlf/components/topics.h>
#include <mlf/components/void_suits.h>
#include <mlf/components/win_rule.h>
#include <mlf/flow/registry.h>
#include <mlf/flow/validate.h>
#include <mlf/table/state_text.h>

namespace mlf::logic {

void VoidSuits::Check(const Validation& check) const {
  for (const table::Maybe<table::Suit> named : suit)
    check.Require(!named || *named <= table::kTiao, "a void suit is one of three");
  check.RequireSeatsOnly(suit, "only seats name a suit");
  check.RequireZero(reserved, "the unused bytes are zero");
}

namespace {

// The variant's shared part `void`. State key in positions and views: `void: [m, p, s, s]`.
class VoidSuitRule final : public Part, public LogicComponent, public table::StateText {
 public:
  static constexpr std::string_view kRole = "void_suits";
  static constexpr PartInfo kInfo{"void_suits", 1, "定缺：记各家所缺的花色（节点 choose_void）",
                                  "the suit that each seat has named in the node choose_void"};

  explicit VoidSuitRule(Params& params)
      : voids_(params.Slot<VoidSuits>()), seats_(params.seats()) {}

  TileMask Mask(const Records& records, Seat seat) const { return VoidMask(voids_(records), seat); }

  std::string_view StateKey() const override { return "void"; }
  table::StateLabel Label() const override { return {"定缺", "void"}; }
  bool PerSeat() const override { return true; }
  std::optional<std::string> ReadState(Records& records, Seat seat,
                                       const Value& value) const override;
  Value WriteState(const Records& records, Seat seat, Seat viewer) const override;

 private:
  Slot<VoidSuits> voids_;
  int seats_;
};

std::optional<std::string> VoidSuitRule::ReadState(Records& records, Seat seat,
                                                   const Value& value) const {
  if (seat < 0 || seat >= seats_) return "void is given for each seat: [m, p, s, s]";
  if (value.IsNull()) {
    voids_(records).suit[seat] = {};
    return std::nullopt;
  }
  const auto suit =
      value.text().size() == 1 ? table::ParseSuit(value.text()) : Result<table::Suit>(Fault{});
  if (!suit || *suit > table::kTiao)
    return "void: expected m, p or s, not \"" + value.Canonical() + "\"";
  voids_(records).suit[seat] = *suit;
  return std::nullopt;
}

Value VoidSuitRule::WriteState(const Records& records, Seat seat, Seat) const {
  if (seat < 0 || seat >= seats_) return {};
  const table::Maybe<table::Suit> suit = voids_(records).suit[seat];
  if (!suit) return {};
  return std::string(1, table::SuitLetter(*suit));
}

constexpr Reason kVoidSuit{"void_suit", "定缺的花色不能碰、杠",
                           "a tile of the void suit cannot be melded"};
constexpr Reason kVoidSuitFirst{"void_suit_first", "缺门未打完，必须先打缺门的牌",
                                "tiles of the void suit must be discarded first"};

// Excludes the void suit from melds.
class NotVoidSuit final : public Condition {
 public:
  static constexpr PartInfo kInfo{"not_void_suit", 1, "该牌不是定缺的花色",
                                  "the tile is not of the seat's void suit"};
  explicit NotVoidSuit(Params& params) : voids_(params.Slot<VoidSuits>()) {
    params.Needs(kVoidNamed);
  }
  PieceMask Allow(const Query& query) const override {
    return query.candidates & ~VoidMask(voids_(query.records), query.seat);
  }
  const Reason& WhyNot() const override { return kVoidSuit; }

 private:
  Slot<VoidSuits> voids_;
};

// While the hand holds tiles of the void suit, only those may be discarded (`que_first`,
// rules/xueliu.md#void).
class VoidSuitFirst final : public Condition {
 public:
  static constexpr PartInfo kInfo{"void_suit_first", 1, "打的是缺门的牌（手中还有缺门时）",
                                  "the tile is of the void suit, while the hand holds any"};
  explicit VoidSuitFirst(Params& params) : table_(params), voids_(params.Slot<VoidSuits>()) {
    params.Needs(kVoidNamed);
  }
  PieceMask Allow(const Query& query) const override {
    const VoidSuits& voids = voids_(query.records);
    const table::SeatBoard& own = table_.board(query.records).seats[query.seat];
    if (!HoldsVoid(voids, query.seat, own.hand)) return query.candidates;
    return query.candidates & VoidMask(voids, query.seat);
  }
  const Reason& WhyNot() const override { return kVoidSuitFirst; }

 private:
  table::TableSlots table_;
  Slot<VoidSuits> voids_;
};

// A hand with a tile of the void suit cannot win, and no hand wins on such a tile.
class NoVoidTiles final : public HandFilter {
 public:
  static constexpr PartInfo kInfo{"no_void_tiles", 1, "胡牌时手里不能有缺门的牌",
                                  "a winning hand holds no tile of the void suit"};
  explicit NoVoidTiles(Params& params) : voids_(params.Slot<VoidSuits>()) {
    params.Needs(kVoidNamed);
  }
  bool Allows(const Records& records, Seat seat, const Counts& hand, WinBy) const override {
    return !HoldsVoid(voids_(records), seat, hand);
  }
  TileMask Narrow(const Records& records, Seat seat, const Counts& hand,
                  TileMask waits) const override {
    return HoldsVoid(voids_(records), seat, hand) ? 0 : waits & ~VoidMask(voids_(records), seat);
  }

 private:
  Slot<VoidSuits> voids_;
};

}  // namespace

void RegisterVoidSuits(Registry& registry) {
  registry.Add<VoidSuitRule>();
  registry.Add<NotVoidSuit>();
  registry.Add<VoidSuitFirst>();
  registry.Add<NoVoidTiles>();
}

}  // namespace mlf::logic
