#include "harbour.h"

#include <mlf/flow/check.h>
#include <mlf/flow/flow.h>
#include <mlf/flow/hidden_state.h>
#include <mlf/flow/may_decline.h>
#include <mlf/flow/points.h>
#include <mlf/flow/state_text.h>
#include <mlf/flow/validate.h>
#include <mlf/table/named_ids.h>

#include <algorithm>
#include <numeric>
#include <utility>

namespace harbour {

namespace {

using namespace mlf;

const EventType kUnloads{"unload", "卸下一箱 {pieces}", "a crate of {pieces} is unloaded"};
const EventType kTakes{"take", "{seat}收下 {pieces}", "{seat} takes {pieces}"};
const EventType kGrabs{"grab", "{seat}花 {value} 枚钱抢下 {pieces}",
                       "{seat} grabs {pieces} for {value} coins"};
const EventType kLost{"lost", "没人要 {pieces}", "nobody wants {pieces}"};
const EventType kShips{"ship", "{seat}运走三箱 {pieces}", "{seat} ships three crates of {pieces}"};
const EventType kEarns{"earns", "{seat}得 {value} 分", "{seat} earns {value}"};
constexpr Reason kNoCoins{"no_coins", "钱不够", "not coins enough"};
constexpr Reason kNoRoom{"no_room", "仓库满了", "the store is full"};
constexpr Reason kNoThree{"no_three", "没有三箱同样的货", "no three crates of one good"};
constexpr Reason kEmpty{"empty", "船上没有货了", "the stock is empty"};

constexpr int kPrice = 2;
const GoodsText kGoodsText;

// ---- Nodes ----

// Opens the game: shuffles the stock and hands out the coins. The only chance of the game.
class Open final : public ActionNode {
 public:
  static constexpr PartInfo kInfo{"open", 1, "开港", "open"};
  struct Settings {
    int each = 6, coins = 4;
    Value AsValue() const { return Value::Map({{"each", each}, {"coins", coins}}); }
  };
  explicit Open(Params& params)
      : port_(params.Slot<Port>()),
        stream_(params.Stream("stock")),
        each_(params.Int("each", Settings{}.each, 1, kMostCrates / kGoods,
                         {"每种货几箱", "crates of each good"})),
        coins_(params.Int("coins", Settings{}.coins, 0, 20, {"每家的钱", "coins of each seat"})) {}
  void ProcessAction(Step& step) const override {
    step.BeginHand(0);
    Port& port = port_(step.records);
    port.coins.fill(static_cast<std::uint8_t>(coins_));
    port.crates = static_cast<std::uint8_t>(each_ * kGoods);
    for (int i = 0; i < port.crates; ++i)
      port.stock[static_cast<std::size_t>(i)] = static_cast<std::uint8_t>(i % kGoods);
    Stream random = step.Random(stream_);
    for (std::uint32_t i = port.crates; i > 1; --i)
      std::swap(port.stock[i - 1], port.stock[random.Below(i)]);
  }

 private:
  mlf::Slot<Port> port_;
  int stream_, each_, coins_;
};

// Unloads the next crate. Its window asks who wants it.
class Unload final : public ActionNode {
 public:
  static constexpr PartInfo kInfo{"unload", 1, "卸货", "unload"};
  explicit Unload(Params& params) : port_(params.Slot<Port>()) {}
  void ProcessAction(Step& step) const override {
    Port& port = port_(step.records);
    MLF_CHECK(port.unloaded < port.crates, "the stock has a crate");
    ++port.unloaded;
    step.Emit(kUnloads, kNoSeat).With(port.Crate());
  }
  int Remaining(const Records& records) const override {
    return port_(records).crates - port_(records).unloaded;
  }

 private:
  mlf::Slot<Port> port_;
};

// What grab and take share: the crate goes into the store of the seat.
class Claim : public PlayerNode {
 public:
  void ProcessAction(Step& step) const override {
    Port& port = port_(step.records);
    ++port.stored[static_cast<std::size_t>(step.seat)][port.Crate()];
  }
  void SetStates(Step& step) const override { port_(step.records).at_sea = 0; }

 protected:
  explicit Claim(Params& params) : port_(params.Slot<Port>()) {}
  mlf::Slot<Port> port_;
};

// A seat takes the crate for nothing.
class Take final : public Claim {
 public:
  static constexpr PartInfo kInfo{"take", 1, "收下", "take"};
  explicit Take(Params& params) : Claim(params) {}
  void Offers(const Records&, Seat, OfferSink& sink) const override { sink.Nothing(); }
  void AfterProcessAction(Step& step) const override {
    step.Emit(kTakes, step.seat).With(port_(step.records).Crate());
  }
};

// A seat pays for the crate, before all who only take.
class Grab final : public Claim {
 public:
  static constexpr PartInfo kInfo{"grab", 1, "抢下", "grab"};
  explicit Grab(Params& params) : Claim(params) {}
  void Offers(const Records& records, Seat seat, OfferSink& sink) const override {
    sink.Because(kNoCoins);
    if (port_(records).coins[static_cast<std::size_t>(seat)] >= kPrice) sink.Nothing();
  }
  void AfterProcessAction(Step& step) const override {
    Port& port = port_(step.records);
    port.coins[static_cast<std::size_t>(step.seat)] -= kPrice;
    step.Emit(kGrabs, step.seat).With(port.Crate()).value = kPrice;
  }
};

// A seat declines, beside another offer.
class Decline final : public PlayerNode {
 public:
  static constexpr PartInfo kInfo{"decline", 1, "不要", "decline"};
  void Offers(const Records&, Seat, OfferSink& sink) const override {
    if (sink.has_other_offer()) sink.Nothing();
  }
  bool beside_others() const override { return true; }
};

// Nobody wanted the crate.
class Lost final : public ActionNode {
 public:
  static constexpr PartInfo kInfo{"lost", 1, "无人要", "lost"};
  explicit Lost(Params& params) : port_(params.Slot<Port>()) {}
  void ProcessAction(Step& step) const override {
    step.Emit(kLost, kNoSeat).With(port_(step.records).Crate());
  }
  void SetStates(Step& step) const override { port_(step.records).at_sea = 0; }

 private:
  mlf::Slot<Port> port_;
};

// A seat ships three crates of one good. What they are worth is a part in the hook ProcessSettle.
class Ship final : public PlayerNode {
 public:
  static constexpr PartInfo kInfo{"ship", 1, "启运", "ship"};
  explicit Ship(Params& params) : port_(params.Slot<Port>()) {}
  Domain::Kind payload() const override { return Domain::kPiece; }
  void Offers(const Records& records, Seat seat, OfferSink& sink) const override {
    const auto& stored = port_(records).stored[static_cast<std::size_t>(seat)];
    PieceMask may = 0;
    for (std::size_t good = 0; good < stored.size(); ++good) {
      if (stored[good] >= 3) may |= MaskOf(static_cast<Piece>(good));
    }
    sink.Because(kNoThree);
    sink.OneOf(may);
  }
  void ProcessAction(Step& step) const override {
    const Piece good = step.action.pieces[0];
    port_(step.records).stored[static_cast<std::size_t>(step.seat)][good] -= 3;
    step.Emit(kShips, step.seat).With(good);
  }
  void SetStates(Step& step) const override { port_(step.records).at_sea = MaskOf(step.seat); }

 private:
  mlf::Slot<Port> port_;
};

class Close final : public ActionNode {
 public:
  static constexpr PartInfo kInfo{"close", 1, "收港", "close"};
};

// ---- LogicComponents: conditions ----

// Views show what a store holds, for everybody.
class HasRoom final : public Guard, public StateText {
 public:
  static constexpr PartInfo kInfo{"has_room", 1, "仓库还有空位", "the store has room"};
  explicit HasRoom(Params& params) : port_(params.Slot<Port>()) {}
  bool Holds(const Records& records, Seat seat) const override {
    return port_(records).Stored(seat) < kRoom;
  }
  const Reason& WhyNot() const override { return kNoRoom; }
  std::string_view StateKey() const override { return "store"; }
  StateLabel Label() const override { return {"仓库", "store"}; }
  bool PerSeat() const override { return true; }
  std::optional<std::string> ReadState(Records& records, Seat seat,
                                       const Value& value) const override {
    std::array<Piece, kRoom> pieces{};
    const auto count = kGoodsText.Parse(value.text(), pieces.data(), kRoom);
    if (!count) return "store: expected up to 6 goods such as AAB, not \"" + value.text() + "\"";
    auto& own = port_(records).stored[static_cast<std::size_t>(seat)];
    own.fill(0);
    for (int i = 0; i < *count; ++i) ++own[pieces[static_cast<std::size_t>(i)]];
    return std::nullopt;
  }
  Value WriteState(const Records& records, Seat seat, Seat) const override {
    const auto& own = port_(records).stored[static_cast<std::size_t>(seat)];
    std::string goods;
    for (std::size_t good = 0; good < own.size(); ++good)
      goods.append(own[good], static_cast<char>('A' + good));
    return Value(goods);
  }

 private:
  mlf::Slot<Port> port_;
};

// Views show the crates that are left.
class StockLeft final : public Guard, public StateText {
 public:
  static constexpr PartInfo kInfo{"stock_left", 1, "船上还有货", "crates are left in the stock"};
  explicit StockLeft(Params& params) : port_(params.Slot<Port>()) {}
  bool Holds(const Records& records, Seat) const override {
    return port_(records).unloaded < port_(records).crates;
  }
  const Reason& WhyNot() const override { return kEmpty; }
  std::string_view StateKey() const override { return "left"; }
  StateLabel Label() const override { return {"船上余货", "crates left"}; }
  bool PerSeat() const override { return false; }
  std::optional<std::string> ReadState(Records& records, Seat, const Value& value) const override {
    Port& port = port_(records);
    const auto left = value.AsInt();
    if (!left || *left < 0 || *left > port.crates)
      return "left: expected 0.." + std::to_string(port.crates);
    port.unloaded = static_cast<std::uint8_t>(port.crates - *left);
    return std::nullopt;
  }
  Value WriteState(const Records& records, Seat, Seat) const override {
    return Value(port_(records).crates - port_(records).unloaded);
  }

 private:
  mlf::Slot<Port> port_;
};

// ---- ScoreComponents: effects in ProcessSettle ----

// Pays a shipment, and tells the tools the points of the seats.
class ShipPoints final : public ScoreEffect, public SeatPoints, public table::NamedIds {
 public:
  static constexpr PartInfo kInfo{"ship_points", 1, "运走三箱货得分", "pays a shipment"};
  struct Settings {
    int each = 3;
    Value AsValue() const { return Value::Map({{"each", each}}); }
  };
  explicit ShipPoints(Params& params)
      : port_(params.Slot<Port>()),
        each_(params.Int("each", Settings{}.each, 1, 100, {"每次几分", "points of a shipment"})) {}
  void Run(Step& step) const override {
    port_(step.records).points[static_cast<std::size_t>(step.seat)] +=
        static_cast<std::int16_t>(each_);
    step.Emit(kEarns, step.seat).value = each_;
  }
  std::int64_t Points(const Records& records, Seat seat) const override {
    return port_(records).points[static_cast<std::size_t>(seat)];
  }
  // Pages name an event by the node of the same id. This one has none.
  std::vector<Reason> Names() const override { return {{"earns", "得分", "earns"}}; }

 private:
  mlf::Slot<Port> port_;
  int each_;
};

// At the end each coin is a point. Coins lie behind a screen, so a view shows a seat its own only,
// and the records that a bot reads have neither those of others nor the crates to come.
class CoinPoints final : public ScoreEffect, public StateText, public HiddenState {
 public:
  static constexpr PartInfo kInfo{"coin_points", 1, "余钱每枚一分", "each coin left is a point"};
  explicit CoinPoints(Params& params) : port_(params.Slot<Port>()) {}
  void Run(Step& step) const override {
    Port& port = port_(step.records);
    for (std::size_t seat = 0; seat < port.coins.size(); ++seat) {
      if (port.coins[seat] == 0) continue;
      step.Emit(kEarns, static_cast<Seat>(seat)).value = port.coins[seat];
      port.points[seat] += port.coins[seat];
      port.coins[seat] = 0;
    }
  }
  std::string_view StateKey() const override { return "coins"; }
  StateLabel Label() const override { return {"钱", "coins"}; }
  bool PerSeat() const override { return true; }
  std::optional<std::string> ReadState(Records& records, Seat seat,
                                       const Value& value) const override {
    const auto coins = value.AsInt();
    if (!coins || *coins < 0 || *coins > 20) return "coins: expected 0..20";
    port_(records).coins[static_cast<std::size_t>(seat)] = static_cast<std::uint8_t>(*coins);
    return std::nullopt;
  }
  Value WriteState(const Records& records, Seat seat, Seat viewer) const override {
    if (viewer != kNoSeat && viewer != seat) return {};
    return Value(int{port_(records).coins[static_cast<std::size_t>(seat)]});
  }
  void HideFrom(Records& seen, Seat viewer) const override {
    Port& port = port_(seen);
    for (std::size_t seat = 0; seat < port.coins.size(); ++seat) {
      if (static_cast<Seat>(seat) != viewer) port.coins[seat] = 0;
    }
    for (std::size_t i = port.unloaded; i < port.stock.size(); ++i) port.stock[i] = 0;
  }

 private:
  mlf::Slot<Port> port_;
};

// ---- Where the flow rests ----

// A seat at sea is not asked about the crate; all others are.
class InPort final : public CriticalActionNodeSetter, public MayDecline {
 public:
  static constexpr PartInfo kInfo{"in_port", 1, "出海的一家不问", "a seat at sea is not asked"};
  struct Settings {
    NodeHandle at{};
    Value AsValue() const { return Value::Map({{"at", at}}); }
  };
  explicit InPort(Params& params)
      : port_(params.Slot<Port>()), at_(params.Node("at", "unload", {"在哪个节点", "the node"})) {}
  SeatMask Rest(const Records& records, NodeIndex node, SeatMask with_offers) const override {
    if (node != at_) return with_offers;
    return with_offers & static_cast<SeatMask>(~port_(records).at_sea);
  }
  bool DeclinesAt(NodeIndex node) const override { return node == at_; }

 private:
  mlf::Slot<Port> port_;
  NodeIndex at_;
};

}  // namespace

int Port::Stored(Seat seat) const {
  const auto& own = stored[static_cast<std::size_t>(seat)];
  return std::accumulate(own.begin(), own.end(), 0);
}

void Port::Check(const Validation& check) const {
  check.Require(crates <= kMostCrates && unloaded <= crates, "a crate is unloaded once");
  for (const std::uint8_t good : stock)
    check.Require(good < kGoods, "a crate holds one of the goods");
  for (Seat seat = 0; seat < kSeats; ++seat)
    check.Require(Stored(seat) <= kRoom, "a store holds what it has room for");
  check.Require((at_sea & ~check.Seats()) == 0, "seats are at sea");
  check.Require(unused == 0, "the unused byte is zero");
}

std::string GoodsText::Format(const Piece* pieces, int count) const {
  std::string text;
  for (int i = 0; i < count; ++i) text += static_cast<char>('A' + pieces[i]);
  return text;
}

std::optional<int> GoodsText::Parse(std::string_view word, Piece* out, int capacity) const {
  if (static_cast<int>(word.size()) > capacity) return std::nullopt;
  for (std::size_t i = 0; i < word.size(); ++i) {
    if (word[i] < 'A' || word[i] >= 'A' + kGoods) return std::nullopt;
    out[i] = static_cast<Piece>(word[i] - 'A');
  }
  return static_cast<int>(word.size());
}

// By class and handle. variants/harbour/variant.yaml says the same as text, with options.
Result<std::shared_ptr<const Flow>> Build(const Registry& registry) {
  FlowBuilder builder(registry, &kGoodsText);
  const NodeHandle open = builder.Push<Open>();
  const NodeHandle unload = builder.Push<Unload>({.consumes = "crates"});
  const NodeHandle grab = builder.Push<Grab>({.conditions = {PartSpec<HasRoom>()}});
  const NodeHandle take = builder.Push<Take>({.conditions = {PartSpec<HasRoom>()}});
  const NodeHandle decline = builder.Push<Decline>();
  const NodeHandle lost = builder.Push<Lost>();
  const NodeHandle ship =
      builder.Push<Ship>({.hooks = {{Hook::kProcessSettle, {PartSpec<ShipPoints>()}}}});
  const NodeHandle close = builder.Push<Close>(
      {.hooks = {{Hook::kProcessSettle, {PartSpec<CoinPoints>()}}}, .end = true});
  builder.SetSeats(kSeats).SetEntry(open);
  builder.BindCriticalActionNodeSetter<InPort>({.at = unload});

  builder.SetWindow(unload, {.ask = Who::kAll,
                             .pass = decline,
                             .deadline_ms = 10'000,
                             .defaults = {{.answer = decline}}});
  for (const auto& [answer, rank] : {std::pair(grab, 0), std::pair(take, 1)}) {
    builder.PushEdge({.from = unload,
                      .to = answer,
                      .player = true,
                      .rank = rank,
                      .winners = WinnersRule::Of(Winners::kNearest)});
    builder.SetWindow(answer,
                      {.pass = decline, .deadline_ms = 10'000, .defaults = {{.answer = ship}}});
    builder.PushEdge({.from = answer, .to = ship, .player = true});
    builder.PushEdge({.from = answer, .to = decline, .player = true, .rank = 1});
  }
  builder.PushEdge({.from = unload, .to = decline, .player = true, .rank = 2});
  builder.PushEdge({.from = open, .to = unload});
  builder.PushEdge({.from = unload, .to = lost});
  for (const NodeHandle& from : {grab, take, lost, ship}) {
    builder.PushEdge({.from = from, .to = unload, .guards = {PartSpec<StockLeft>()}});
    builder.PushEdge({.from = from, .to = close});
  }
  return builder.Build();
}

void Register(GameRegistry& registry) {
  registry.Add<Open>();
  registry.Add<Unload>();
  registry.Add<Take>();
  registry.Add<Grab>();
  registry.Add<Decline>();
  registry.Add<Lost>();
  registry.Add<Ship>();
  registry.Add<Close>();
  registry.Add<HasRoom>();
  registry.Add<StockLeft>();
  registry.Add<ShipPoints>();
  registry.Add<CoinPoints>();
  registry.Add<InPort>();
  registry.AddPieces("goods", kGoodsText);
}

}  // namespace harbour
