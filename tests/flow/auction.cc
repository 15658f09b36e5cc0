#include "auction.h"

#include <mlf/flow/check.h>
#include <mlf/flow/validate.h>

namespace auction {

namespace {

using namespace mlf;

const EventType kPresented{"presented", "第 {pieces} 号拍品上场", "lot {pieces} comes up"};
const EventType kBidEvent{"bid", "{seat}出价 {value}", "{seat} bids {value}"};
const EventType kSold{"sold", "{seat}以 {value} 得 {pieces}", "{seat} has {pieces} for {value}"};
const EventType kUnsold{"unsold", "{pieces} 无人要", "nobody wants {pieces}"};
constexpr Reason kTooPoor{"too_poor", "余钱不够加价", "not money enough for a higher bid"};
constexpr Reason kNothingLeft{"no_lot_left", "没有拍品了", "no lot is left"};

// Opens the auction with full purses.
class Open final : public ActionNode {
 public:
  static constexpr PartInfo kInfo{"open", 1, "开场", "open"};
  explicit Open(Params& params)
      : purse_(params.Slot<Purse>()),
        budget_(params.Int("budget", 100, 1, kMostMoney, {"每家的钱", "money of each seat"})) {}
  void ProcessAction(Step& step) const override {
    step.BeginHand(0);
    purse_(step.records).money.fill(budget_);
  }

 private:
  mlf::Slot<Purse> purse_;
  int budget_;
};

// Presents the next lot.
class Present final : public ActionNode {
 public:
  static constexpr PartInfo kInfo{"present", 1, "上拍", "present"};
  explicit Present(Params& params)
      : sale_(params.Slot<Sale>()),
        lots_(params.Int("lots", 3, 1, kMostLots, {"拍品数", "number of lots"})) {}
  void ProcessAction(Step& step) const override {
    Sale& sale = sale_(step.records);
    sale.price = 0;
    step.Emit(kPresented, kNoSeat).With(sale.lot++);
  }
  int Remaining(const Records& records) const override { return lots_ - sale_(records).lot; }

 private:
  mlf::Slot<Sale> sale_;
  int lots_;
};

// A seat bids any price above the present one, up to its purse.
class Bid final : public PlayerNode {
 public:
  static constexpr PartInfo kInfo{"bid", 1, "出价", "bid"};
  explicit Bid(Params& params) : sale_(params.Slot<Sale>()), purse_(params.Slot<Purse>()) {}
  Domain::Kind payload() const override { return Domain::kRange; }
  void Offers(const Records& records, Seat seat, OfferSink& sink) const override {
    sink.Because(kTooPoor);
    sink.Range(sale_(records).price + 1, purse_(records).money[seat]);
  }
  void ProcessAction(Step& step) const override {
    sale_(step.records).price = step.action.value;
    step.Emit(kBidEvent, step.seat).value = step.action.value;
  }

 private:
  mlf::Slot<Sale> sale_;
  mlf::Slot<Purse> purse_;
};

// A seat passes. Offered only to seats that could bid.
class Fold final : public PlayerNode {
 public:
  static constexpr PartInfo kInfo{"fold", 1, "不跟", "fold"};
  void Offers(const Records&, Seat, OfferSink& sink) const override {
    if (sink.has_other_offer()) sink.Nothing();
  }
};

// Sells the lot.
class Sold final : public ActionNode {
 public:
  static constexpr PartInfo kInfo{"sold", 1, "成交", "sold"};
  explicit Sold(Params& params) : sale_(params.Slot<Sale>()), purse_(params.Slot<Purse>()) {}
  void ProcessSettle(Step& step) const override {
    Sale& sale = sale_(step.records);
    const Seat owner = step.records.flow().actor;
    const int lot = sale.lot - 1;
    MLF_CHECK(purse_(step.records).money[owner] >= sale.price, "a bid above the purse");
    purse_(step.records).money[owner] -= sale.price;
    sale.paid[lot] = sale.price;
    sale.owner[lot] = static_cast<std::int8_t>(owner + 1);
    step.Emit(kSold, owner).With(static_cast<Piece>(lot)).value = sale.price;
  }

 private:
  mlf::Slot<Sale> sale_;
  mlf::Slot<Purse> purse_;
};

class Unsold final : public ActionNode {
 public:
  static constexpr PartInfo kInfo{"unsold", 1, "流拍", "unsold"};
  explicit Unsold(Params& params) : sale_(params.Slot<Sale>()) {}
  void ProcessAction(Step& step) const override {
    step.Emit(kUnsold, kNoSeat).With(static_cast<Piece>(sale_(step.records).lot - 1));
  }

 private:
  mlf::Slot<Sale> sale_;
};

class Close final : public ActionNode {
 public:
  static constexpr PartInfo kInfo{"close", 1, "散场", "close"};
};

class LotsLeft final : public Guard {
 public:
  static constexpr PartInfo kInfo{"lots_left", 1, "还有拍品", "lots are left"};
  explicit LotsLeft(Params& params)
      : sale_(params.Slot<Sale>()),
        lots_(params.Int("lots", 3, 1, kMostLots, {"拍品数", "number of lots"})) {}
  bool Holds(const Records& records, Seat) const override { return sale_(records).lot < lots_; }
  const Reason& WhyNot() const override { return kNothingLeft; }

 private:
  mlf::Slot<Sale> sale_;
  int lots_;
};

// Build assigns the slots; they are found by name.
template <typename T>
const T& SlotOf(const Flow& flow, const Records& records) {
  for (const Layout::Entry& entry : flow.layout().entries()) {
    if (entry.name == T::kSlot) return mlf::Slot<T>(entry.offset)(records);
  }
  CheckFailed(__FILE__, __LINE__, "slot", T::kSlot);
}

}  // namespace

void Sale::Check(const Validation& check) const {
  check.Require(lot <= kMostLots, "no more lots come up than there can be");
  check.Require(price >= 0 && price <= kMostMoney, "a price is what somebody can pay");
  for (const std::int32_t money : paid)
    check.Require(money >= 0 && money <= kMostMoney, "a price is what somebody can pay");
  for (const std::int8_t who : owner)
    check.Require(who >= 0 && who <= kSeats, "a lot is a seat's, or not sold");
  check.RequireZero(unused, "the unused bytes are zero");
}

void Purse::Check(const Validation& check) const {
  for (const std::int32_t left : money)
    check.Require(left >= 0 && left <= kMostMoney, "a seat has spent no more than it had");
}

std::string LotText::Format(const Piece* pieces, int count) const {
  std::string text;
  for (int i = 0; i < count; ++i) text += static_cast<char>('A' + pieces[i]);
  return text;
}

std::optional<int> LotText::Parse(std::string_view word, Piece* out, int capacity) const {
  if (static_cast<int>(word.size()) > capacity) return std::nullopt;
  for (std::size_t i = 0; i < word.size(); ++i) {
    if (word[i] < 'A' || word[i] >= 'A' + kMostLots) return std::nullopt;
    out[i] = static_cast<Piece>(word[i] - 'A');
  }
  return static_cast<int>(word.size());
}

void Register(Registry& registry) {
  RegisterFlowParts(registry);
  registry.Add<Open>();
  registry.Add<Present>();
  registry.Add<Bid>();
  registry.Add<Fold>();
  registry.Add<Sold>();
  registry.Add<Unsold>();
  registry.Add<Close>();
  registry.Add<LotsLeft>();
}

Result<std::shared_ptr<const Flow>> Build(int lots, int budget) {
  static const LotText kLots;
  static const Registry* kRegistry = [] {
    auto* registry = new Registry;
    Register(*registry);
    return registry;
  }();

  const Value lots_left = Value::Map({{"lots_left", Value::Map({{"lots", lots}})}});
  FlowBuilder builder(*kRegistry, &kLots);
  builder.SetName("auction", {"拍卖", "auction"}).SetSeats(kSeats);

  // On a new lot all seats are asked at once, after a bid all others.
  WindowSpec anybody{.ask = Who::kAll,
                     .pass = "fold",
                     .deadline_ms = 5000,
                     .defaults = {{.answer = "fold", .when = {}}},
                     .label = {"谁要", "any bids"}};
  WindowSpec more = anybody;
  more.ask = Who::kOthers;
  more.label = {"谁加价", "any higher bids"};

  builder.PushActionNode({.id = "open", .params = Value::Map({{"budget", budget}})});
  builder.PushActionNode({.id = "present",
                          .params = Value::Map({{"lots", lots}}),
                          .window = anybody,
                          .consumes = "lots"});
  builder.PushActionNode({.id = "bid", .window = more});
  builder.PushActionNode({.id = "fold"});
  builder.PushActionNode({.id = "sold"});
  builder.PushActionNode({.id = "unsold"});
  builder.PushActionNode({.id = "close", .end = true});

  builder.PushEdge({.from = "open", .to = "present"});
  for (const char* at : {"present", "bid"}) {
    builder.PushEdge({.from = at,
                      .to = "bid",
                      .player = true,
                      .rank = 0,
                      .winners = WinnersRule::Of(Winners::kNearest)});
    builder.PushEdge({.from = at, .to = "fold", .player = true, .rank = 1});
  }
  builder.PushEdge({.from = "present", .to = "unsold"});
  builder.PushEdge({.from = "bid", .to = "sold"});
  for (const char* at : {"sold", "unsold"}) {
    builder.PushEdge({.from = at, .to = "present", .guards = {lots_left}});
    builder.PushEdge({.from = at, .to = "close"});
  }
  return builder.Build();
}

const Sale& SaleOf(const Flow& flow, const Records& records) { return SlotOf<Sale>(flow, records); }
const Purse& PurseOf(const Flow& flow, const Records& records) {
  return SlotOf<Purse>(flow, records);
}

}  // namespace auction
