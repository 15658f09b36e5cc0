#include <mlf/components/declared_only.h>
#include <mlf/components/ready_rule.h>
#include <mlf/components/table_guard.h>
#include <mlf/components/topics.h>
#include <mlf/components/win_rule.h>
#include <mlf/flow/registry.h>
#include <mlf/flow/validate.h>
#include <mlf/table/find_slot.h>
#include <mlf/table/set_aside.h>
#include <mlf/table/state_text.h>
#include "components/logic/declined.h"

#include <string>

namespace mlf::logic {

int GangsLaidBy(const table::Board& board, Seat seat) {
  int gangs = 0;
  for (const table::Meld& meld : board.seats[seat].Melds())
    gangs += table::IsGang(meld.kind) ? 1 : 0;
  return gangs;
}

int GangsLaid(const table::Board& board) {
  int gangs = 0;
  for (Seat seat = 0; seat < board.seat_count; ++seat) gangs += GangsLaidBy(board, seat);
  return gangs;
}

int GangsAndSetAsides(const table::Board& board) {
  int count = GangsLaid(board) - (table::AsksSetAside(board) ? 1 : 0);
  for (Seat seat = 0; seat < board.seat_count; ++seat) {
    const Counts& aside = board.seats[seat].set_aside;
    if (!aside.Empty()) count += aside.Size();  // mostly nothing, which is cheap to see
  }
  return count;
}

void ReadyState::Check(const Validation& check) const {
  check.Require((heavenly & ~check.Seats()) == 0, "only seats declare");
  check.RequireSeatsOnly(at, "only seats declare");
  check.RequireSeatsOnly(declined, "only seats decline");
  check.RequireSeatsOnly(gangs, "only seats declare");
  check.RequireZero(reserved, "the unused bytes are zero");
  const table::Board& board = (*table::FindSlot<table::Board>(check.flow))(check.records);
  for (Seat seat = 0; seat < check.flow.seats(); ++seat) {
    check.Require(at[seat] <= board.seats[seat].discards &&
                      (!declined[seat] || *declined[seat] <= board.seats[seat].discards),
                  "a declaration lies in the past, and so does a refusal to declare", seat);
  }
}

namespace {

class LockingReadyRule final : public ReadyRule,
                               public table::StateText,
                               public table::Declarations {
 public:
  static constexpr PartInfo kInfo{
      "ready_rule", 1, "报听：报听后手牌锁定，可另看别家的牌",
      "a seat that declares ready is locked, and may be shown the hands of the others"};

  explicit LockingReadyRule(Params& params);

  // Declares `seat` ready and locks its hand.
  void Declare(Records& records, Seat seat, bool heavenly) const override;
  bool reveals() const override { return reveals_; }

  std::string_view StateKey() const override { return "ready"; }
  table::StateLabel Label() const override { return {"报听", "ready"}; }
  bool PerSeat() const override { return true; }
  std::optional<std::string> ReadState(Records& records, Seat seat,
                                       const Value& value) const override;
  Value WriteState(const Records& records, Seat seat, Seat viewer) const override;
  int DeclaredAt(const Records& records, Seat seat) const override {
    return ready_(records).at[seat];
  }

 private:
  table::TableSlots table_;
  Slot<ReadyState> ready_;
  bool reveals_;
  int seats_;
};

LockingReadyRule::LockingReadyRule(Params& params)
    : table_(params),
      ready_(params.Slot<ReadyState>()),
      reveals_(params.Bool(
          "reveals", false,
          {"报听者可看其余各家的手牌", "who has declared sees the concealed tiles of the others"})),
      seats_(params.seats()) {}

void LockingReadyRule::Declare(Records& records, Seat seat, bool heavenly) const {
  const table::Moves board = table_.moves(records);
  table::SetFlags(board, seat, table::kReady | table::kLocked);
  if (heavenly)
    ready_(records).heavenly = static_cast<SeatMask>(ready_(records).heavenly | MaskOf(seat));
  for (Seat other = 0; other < seats_ && reveals_; ++other) {
    if (other != seat) table::ShowHand(board, other, seat);
  }
}

std::optional<std::string> LockingReadyRule::ReadState(Records& records, Seat seat,
                                                       const Value& value) const {
  if (seat < 0 || seat >= seats_) return "ready is given for each seat: [on, heavenly]";
  const bool heavenly = value.IsScalar() && value.text() == "heavenly";
  const auto on = value.IsNull() ? std::optional<bool>(false) : value.AsBool();
  if (!heavenly && !on) return "ready: expected on, off or heavenly, not " + value.Canonical();
  if (heavenly || *on) Declare(records, seat, heavenly);
  return std::nullopt;
}

Value LockingReadyRule::WriteState(const Records& records, Seat seat, Seat) const {
  if (seat < 0 || seat >= seats_ || !table_.board(records).seats[seat].Is(table::kReady)) return {};
  return (ready_(records).heavenly & MaskOf(seat)) != 0 ? Value("heavenly") : Value(true);
}

// For the states of `guo`: a seat that was offered to declare ready and passed cannot declare in
// this turn. Declining a claim does not count.
class DeclineReady final : public DeclinedEffect {
 public:
  static constexpr PartInfo kInfo{
      "decline_ready", 2, "可报听而过，本轮不能再报听",
      "a seat that passes when it may declare ready may not declare in this turn"};
  explicit DeclineReady(Params& params)
      : table_(params),
        ready_(params.Slot<ReadyState>()),
        ready_node_(params.Text("ready_node", "ting",
                                {"报听的节点", "the node that is the declaration"})) {}
  void Run(Step& step) const override {
    if ((Declined(step) & MaskOf(step.seat)) == 0) return;
    ready_(step.records).declined[step.seat] = table_.board(step.records).seats[step.seat].discards;
  }

 private:
  bool LetsGo(std::string_view node) const override { return node == ready_node_; }

  table::TableSlots table_;
  Slot<ReadyState> ready_;
  std::string ready_node_;
};

const EventType kDeclared{"now_ready", "{seat} 听牌", "{seat} is ready"};

class HasDeclared final : public TableGuard<HasDeclared>, public DeclaredOnly {
 public:
  static constexpr PartInfo kInfo{"has_declared", 1, "已经报听", "the seat has declared ready"};
  static constexpr Reason kReason{"not_declared", "没有报听，不能胡",
                                  "the seat has not declared ready"};
  explicit HasDeclared(Params& params) : TableGuard(params) { params.Needs(kReadyDeclared); }
  bool Holds(const Records& records, Seat seat) const override {
    return board(records).seats[seat].Is(table::kReady);
  }
};

// For the states of a discard, in variants where nobody declares.
class DeclareIfReady final : public LogicEffect {
 public:
  static constexpr PartInfo kInfo{"declare_if_ready", 1, "打出牌后听牌的一家即算报听",
                                  "after a discard: a seat that waits has declared ready"};
  explicit DeclareIfReady(Params& params)
      : table_(params),
        ready_(params.Slot<ReadyState>()),
        rule_(params.Part<ReadyRule>("ready_rule",
                                     {"报听规则", "what it is to have declared ready"})),
        win_(params.Part<WinRule>("win", {"胡牌规则", "which hands are complete"})) {
    params.NeedsHere(kDiscarding);
    params.Brings(kReadyDeclared);
    params.Brings(kSeatLocked);
  }
  void Run(Step& step) const override {
    const table::SeatBoard& own = table_.board(step.records).seats[step.seat];
    if (own.Is(table::kLocked)) return;
    if (win_->Waits(step.records, step.seat, own.hand, own.meld_count) == 0) return;
    ready_(step.records).at[step.seat] = own.discards;
    rule_->Declare(step.records, step.seat, /*heavenly=*/false);
    step.Emit(kDeclared, step.seat);
  }

 private:
  table::TableSlots table_;
  Slot<ReadyState> ready_;
  const ReadyRule* rule_;
  const WinRule* win_;
};

}  // namespace

void RegisterReadyRule(Registry& registry) {
  registry.Add<LockingReadyRule>();
  registry.Add<DeclineReady>();
  registry.Add<HasDeclared>();
  registry.Add<DeclareIfReady>();
}

}  // namespace mlf::logic
