// Every check of the kit can fail: a part that violates one property is added to a valid variant,
// and the check must report it.
#include <mlf/components/play_node.h>
#include <mlf/flow/consumer.h>
#include <mlf/flow/hidden_state.h>
#include <mlf/flow/loader.h>
#include <mlf/flow/state_text.h>
#include <mlf/nodes/discard.h>
#include <mlf/table/ledger.h>
#include <mlf/table/staging.h>
#include <mlf/table/view.h>
#include <mlf/variants/open.h>
#include "tools/kit/checks.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <bit>
#include <memory>
#include <ostream>
#include <stdexcept>

namespace mlf::tools {
namespace {

using table::Board;
using table::OpenTableSlots;

constexpr Reason kNever{"never", "不行", "never"};

// A meld that loses a tile of the hand.
class LoseTile final : public LogicEffect {
 public:
  static constexpr PartInfo kInfo{"broken_lose_tile", 1, "丢牌", "loses a tile"};
  explicit LoseTile(Params& params) : table_(params) {}
  void Run(Step& step) const override {
    table::Board& board = table_.board(step.records);
    table::TakeFromHand(board, step.seat, table::HighestTile(board.seats[step.seat].hand));
  }

 private:
  OpenTableSlots table_;
};

// A settlement that changes points without the ledger.
class Misbook final : public LogicEffect {
 public:
  static constexpr PartInfo kInfo{"broken_misbook", 1, "错账", "books points to one seat alone"};
  explicit Misbook(Params& params) : ledger_(params.Slot<table::Ledger>()) {}
  void Run(Step& step) const override { ++ledger_(step.records).points[0]; }

 private:
  Slot<table::Ledger> ledger_;
};

// Keeps state that no reader of the records expects.
class Misflag final : public LogicEffect {
 public:
  static constexpr PartInfo kInfo{"broken_misflag", 1, "乱标", "sets an undefined flag"};
  explicit Misflag(Params& params) : table_(params) {}
  void Run(Step& step) const override { table_.board(step.records).seats[step.seat].flags |= 0x40; }

 private:
  OpenTableSlots table_;
};

// A discard that offers tiles outside the hand.
class OverDiscard final : public PlayerNode {
 public:
  static constexpr PartInfo kInfo{"broken_discard", 1, "打", "discards what is not there"};
  explicit OverDiscard(Params& params) : table_(params), inner_(params) {}
  Domain::Kind payload() const override { return Domain::kPiece; }
  void Offers(const Records& records, Seat seat, OfferSink& sink) const override {
    const Board& board = table_.board(records);
    if (nodes::OwnTurn(records, board, seat))
      sink.OneOf(board.seats[seat].hand.Kinds() | MaskOf(Piece{4}));
  }
  void Suggest(const Records& records, Seat seat, const Domain& domain,
               Action& action) const override {
    inner_.Suggest(records, seat, domain, action);
  }
  void ProcessAction(Step& step) const override { inner_.ProcessAction(step); }
  void SetStates(Step& step) const override { inner_.SetStates(step); }

 private:
  OpenTableSlots table_;
  nodes::Discard inner_;
};

// The node peng, but its MayOffer excludes every seat.
class ForgetfulPeng final : public PlayerNode {
 public:
  static constexpr PartInfo kInfo{"broken_peng", 1, "碰", "is asked of nobody"};
  explicit ForgetfulPeng(Params& params) : inner_(AllParts().Find("peng")->make(params)) {}
  Domain::Kind payload() const override { return Domain::kPiece; }
  void Offers(const Records& records, Seat seat, OfferSink& sink) const override {
    peng().Offers(records, seat, sink);
  }
  SeatMask MayOffer(const Records&, SeatMask) const override { return 0; }
  void ProcessAction(Step& step) const override { peng().ProcessAction(step); }
  void SetStates(Step& step) const override { peng().SetStates(step); }

 private:
  const ActionNode& peng() const { return dynamic_cast<const ActionNode&>(*inner_); }

  std::unique_ptr<const Part> inner_;
};

// A condition that writes during evaluation.
class Scribble final : public Condition {
 public:
  static constexpr PartInfo kInfo{"broken_scribble", 1, "乱写", "writes while it is asked"};
  explicit Scribble(Params& params) : table_(params) {}
  PieceMask Allow(const Query& query) const override {
    ++table_.board(const_cast<Records&>(query.records)).reserved[0];
    return query.candidates;
  }
  const Reason& WhyNot() const override { return kNever; }

 private:
  OpenTableSlots table_;
};

// An event whose value depends on something outside the game.
class Remember final : public LogicEffect {
 public:
  static constexpr PartInfo kInfo{"broken_remember", 1, "记得别桌", "remembers other games"};
  static inline const EventType kEvent{"remembered", "{value}", "{value}"};
  void Run(Step& step) const override { step.Emit(kEvent, step.seat).value = ++count_; }

 private:
  mutable std::int32_t count_ = 0;
};

// Shows the drawn tile to everybody.
class ShowDraw final : public LogicEffect {
 public:
  static constexpr PartInfo kInfo{"broken_show_draw", 1, "明摸", "shows what was drawn"};
  static inline const EventType kEvent{"shown", "{pieces}", "{pieces}"};
  explicit ShowDraw(Params& params) : table_(params) {}
  void Run(Step& step) const override {
    const Seat seat = step.records.flow().actor;
    const table::Tile drawn = table_.board(step.records).seats[seat].drawn;
    if (drawn != table::kNoTile) step.Emit(kEvent, seat).With(drawn);
  }

 private:
  OpenTableSlots table_;
};

// An offer that depends on another seat's hand.
class Peek final : public Guard {
 public:
  static constexpr PartInfo kInfo{"broken_peek", 1, "偷看", "looks into the next hand"};
  explicit Peek(Params& params) : table_(params) {}
  bool Holds(const Records& records, Seat seat) const override {
    const Board& board = table_.board(records);
    const auto next = static_cast<std::size_t>((seat + 1) % board.seat_count);
    return board.seats[next].hand.Size(table::kWan) % 2 == 0;
  }
  const Reason& WhyNot() const override { return kNever; }

 private:
  OpenTableSlots table_;
};

// Reports more fan than the win is worth.
class Boast final : public LogicEffect {
 public:
  static constexpr PartInfo kInfo{"broken_boast", 1, "吹牛", "says more than it is worth"};
  static inline const EventType kEvent{"win_value", "{value}", "{value}", /*names_seats=*/false,
                                       /*other_words=*/true};
  void Run(Step& step) const override { step.Emit(kEvent, step.seat).value = 99; }
};

// The node draw, with a count of the wall that falls below 0.
class Miscount final : public ActionNode, public logic::PlayNode, public Consumer {
 public:
  static constexpr PartInfo kInfo{"broken_draw", 1, "摸", "counts too few tiles"};
  explicit Miscount(Params& params) : inner_(AllParts().Find("draw")->make(params)) {}
  logic::Play play() const override { return logic::Play::kDraw; }
  std::string_view Consumes() const override { return "wall"; }
  int Remaining(const Records& records) const override {
    const int left = draw().Remaining(records);
    return records.flow().version == 0 ? left : left - 30;
  }
  std::string_view may_lack() const override { return "wall"; }
  void ProcessAction(Step& step) const override { draw().ProcessAction(step); }

 private:
  const ActionNode& draw() const { return dynamic_cast<const ActionNode&>(*inner_); }

  std::unique_ptr<const Part> inner_;
};

// A discard that does not say of what kind its offers are.
class Unsaid final : public PlayerNode {
 public:
  static constexpr PartInfo kInfo{"broken_unsaid", 1, "打", "does not say its payload"};
  explicit Unsaid(Params& params) : inner_(params) {}
  void Offers(const Records& records, Seat seat, OfferSink& sink) const override {
    inner_.Offers(records, seat, sink);
  }
  void ProcessAction(Step& step) const override { inner_.ProcessAction(step); }
  void SetStates(Step& step) const override { inner_.SetStates(step); }

 private:
  nodes::Discard inner_;
};

// A discard whose default is a tile that nobody holds.
class WrongDefault final : public PlayerNode {
 public:
  static constexpr PartInfo kInfo{"broken_default", 1, "打", "suggests what is not there"};
  explicit WrongDefault(Params& params) : inner_(params) {}
  Domain::Kind payload() const override { return Domain::kPiece; }
  void Offers(const Records& records, Seat seat, OfferSink& sink) const override {
    inner_.Offers(records, seat, sink);
  }
  void Suggest(const Records&, Seat, const Domain&, Action& action) const override {
    action.count = 1;
    action.pieces[0] = 30;
  }
  void ProcessAction(Step& step) const override { inner_.ProcessAction(step); }
  void SetStates(Step& step) const override { inner_.SetStates(step); }

 private:
  nodes::Discard inner_;
};

// An event of a seat that does not exist.
class NoSuchSeat final : public LogicEffect {
 public:
  static constexpr PartInfo kInfo{"broken_seat", 1, "错座", "names a seat that does not exist"};
  static inline const EventType kEvent{"no_such_seat", "{seat}", "{seat}"};
  void Run(Step& step) const override { step.Emit(kEvent, 5); }
};

// How often each seat has discarded: a secret of the seat.
struct Discards {
  static constexpr std::string_view kSlot = "broken_discards";
  static constexpr Scope kScope = Scope::kHand;

  table::PerSeat<std::uint8_t> count{};

  void Check(const Validation&) const {}
};

// A state with a fault of the kind that `fault` names.
class BadState final : public LogicEffect, public StateText, public HiddenState {
 public:
  static constexpr PartInfo kInfo{"broken_state", 1, "记错", "a state with a fault"};
  enum class Fault { kForgets, kRefuses, kThrows, kOpen, kShows };
  explicit BadState(Params& params)
      : slot_(params.Slot<Discards>()),
        fault_(params.Enum("fault", Fault::kForgets,
                           {"forgets", "refuses", "throws", "open", "shows"},
                           {"测试", "for a test"})) {}
  void Run(Step& step) const override { ++slot_(step.records).count[step.seat]; }

  std::string_view StateKey() const override { return "broken_discards"; }
  bool PerSeat() const override { return true; }
  std::optional<std::string> ReadState(Records& records, Seat seat,
                                       const Value& value) const override {
    if (fault_ == Fault::kRefuses) return "no";
    if (fault_ != Fault::kForgets)
      slot_(records).count[seat] = static_cast<std::uint8_t>(value.AsInt().value_or(0));
    return std::nullopt;
  }
  Value WriteState(const Records& records, Seat seat, Seat viewer) const override {
    if (fault_ == Fault::kThrows) throw std::runtime_error("no words");
    if (fault_ == Fault::kOpen && viewer != kNoSeat && viewer != seat) return {};
    return Value(int{slot_(records).count[seat]});
  }
  void HideFrom(Records& seen, Seat viewer) const override {
    if (fault_ != Fault::kShows) return;
    for (Seat seat = 0; seat < 4; ++seat) {
      if (seat != viewer) slot_(seen).count[seat] = 0;
    }
  }

 private:
  Slot<Discards> slot_;
  Fault fault_;
};

struct Broken {
  const char* name;
  const char* check;  // the check that must report it
  const char* patch;  // applied to the valid variant
  BotKind bots;
};

constexpr Broken kBroken[] = {
    {"LostTile", "conservation", "flow: {peng: {after_states: broken_lose_tile}}",
     BotKind::kRandom},
    {"PointsFromNowhere", "zero_sum", "flow: {discard: {after_states: broken_misbook}}",
     BotKind::kRandom},
    {"StateNobodyExpects", "validate", "flow: {discard: {after_states: broken_misflag}}",
     BotKind::kRandom},
    {"OverOffer", "offers", "flow: {discard: {type: broken_discard}}", BotKind::kGreedy},
    {"OverOfferMet", "played", "flow: {discard: {type: broken_discard}}", BotKind::kRandom},
    {"FirstLookForgets", "offers", "flow: {peng: {type: broken_peng}}", BotKind::kRandom},
    {"ConditionWrites", "refusal",
     "flow: {peng: {if: [broken_scribble, not_void_suit, not_locked]}}", BotKind::kRandom},
    {"OtherGames", "replay", "flow: {discard: {after_states: broken_remember}}", BotKind::kRandom},
    {"DrawnTileTold", "leak", "flow: {draw: {after_states: broken_show_draw}}", BotKind::kRandom},
    {"OfferLooks", "leak", "flow: {guo: {if: [may_decline_win, broken_peek]}}", BotKind::kRandom},
    {"KindUnsaid", "payload", "flow: {discard: {type: broken_unsaid, if: []}}", BotKind::kRandom},
    {"DefaultRefused", "default", "flow: {discard: {type: broken_default}}", BotKind::kRandom},
    {"SeatThatIsNone", "events", "flow: {discard: {after_states: broken_seat}}", BotKind::kRandom},
    {"StateForgotten", "state", "flow: {discard: {after_states: {broken_state: forgets}}}",
     BotKind::kRandom},
    {"StateRefused", "state", "flow: {discard: {after_states: {broken_state: refuses}}}",
     BotKind::kRandom},
    {"StateThrows", "throws", "flow: {discard: {after_states: {broken_state: throws}}}",
     BotKind::kRandom},
    {"SecretShown", "state", "flow: {discard: {after_states: {broken_state: shows}}}",
     BotKind::kRandom},
    {"SecretInTheCopy", "state", "flow: {discard: {after_states: {broken_state: open}}}",
     BotKind::kRandom},
    {"Miscounted", "consumes", "flow: {draw: {type: broken_draw}}", BotKind::kRandom},
    {"WinMisjudged", "judge", "flow: {hu: {settle: broken_boast}}", BotKind::kGreedy},
};

Result<std::shared_ptr<const Flow>> BuildPatched(const std::string& patch) {
  Registry registry;
  RegisterAll(registry);
  registry.Add<LoseTile>();
  registry.Add<Misbook>();
  registry.Add<Misflag>();
  registry.Add<OverDiscard>();
  registry.Add<ForgetfulPeng>();
  registry.Add<Scribble>();
  registry.Add<Remember>();
  registry.Add<ShowDraw>();
  registry.Add<Peek>();
  registry.Add<Boast>();
  registry.Add<Miscount>();
  registry.Add<Unsaid>();
  registry.Add<WrongDefault>();
  registry.Add<NoSuchSeat>();
  registry.Add<BadState>();
  const auto variant =
      LoadVariant({"broken", "id: broken\nextends: xueliu\nzh: 坏\nen: broken\n" + patch + "\n"},
                  StandardSource());
  if (!variant) return variant.faults();
  return variant->Build({}, registry, &table::TileText());
}

KitReport RunBroken(const Flow& flow, BotKind bots, int offers_every = 13) {
  KitOptions options{.bots = std::vector<BotKind>(4, bots),
                     .hands = 24,
                     .seed = 3,
                     .offers_every = offers_every,
                     .leak_every = 2,
                     .replay_every = 1};
  return RunKit(flow, options);
}

void PrintTo(const Broken& broken, std::ostream* out) { *out << broken.name; }

class Breaks : public testing::TestWithParam<Broken> {};
INSTANTIATE_TEST_SUITE_P(Kit, Breaks, testing::ValuesIn(kBroken),
                         [](const auto& named) { return std::string(named.param.name); });

TEST_P(Breaks, IsFound) {
  const auto flow = BuildPatched(GetParam().patch);
  ASSERT_TRUE(flow.ok()) << FaultText(flow.faults());
  const std::string_view check = GetParam().check;
  const bool each = check == "offers" || check == "default";  // found before it stops the play
  const KitReport report = RunBroken(**flow, GetParam().bots, each ? 1 : 13);
  EXPECT_GT(report.findings.Count(GetParam().check), 0) << "found instead:\n"
                                                        << report.findings.Text();
}

TEST(Breaks, ATimeoutPlaysOnlyWhatIsOffered) {
  const auto flow = BuildPatched("flow: {discard: {type: broken_default}}");
  ASSERT_TRUE(flow.ok()) << FaultText(flow.faults());
  Records records = (*flow)->Blank();
  Response response;
  (*flow)->Start(records, 1, response);
  std::string detail;
  for (int i = 0; i < 40 && response.ok(); ++i) {
    const auto seat = static_cast<Seat>(std::countr_zero(unsigned{response.asked}));
    (*flow)->ProcessActionNode(records, {.node = kTimeout, .seat = seat, .ask = response.ask},
                               response);
    detail = response.refusal.detail;
  }
  EXPECT_EQ(detail,
            "discard.Suggest: it chose what is not offered; Suggest must choose from the domain");
}

// The same hands without the broken part: the checks report nothing.
TEST(BreaksOfFlows, SoundIsSound) {
  const auto flow = BuildPatched("flow: {}");
  ASSERT_TRUE(flow.ok()) << FaultText(flow.faults());
  for (const BotKind bots : {BotKind::kRandom, BotKind::kGreedy}) {
    const KitReport report = RunBroken(**flow, bots);
    EXPECT_TRUE(report.findings.empty()) << report.findings.Text();
  }
}

TEST(BreaksOfFlows, UnwalkedEdge) {
  const auto flow = BuildPatched("flow: {guo: {then: [{settle: {if: {not: always}}}, turn]}}");
  ASSERT_TRUE(flow.ok()) << FaultText(flow.faults());
  const KitReport report = RunBroken(**flow, BotKind::kRandom);
  Findings findings;
  CheckEdges(**flow, report.totals, {}, findings);
  EXPECT_NE(findings.Text().find("guo => settle was never walked"), std::string::npos)
      << findings.Text();

  const auto rare =
      BuildPatched("flow: {guo: {then: [{settle: {if: {not: always}, rare: true}}, turn]}}");
  ASSERT_TRUE(rare.ok()) << FaultText(rare.faults());
  Findings unexcused;
  CheckEdges(**rare, report.totals, {}, unexcused);
  EXPECT_NE(unexcused.Text().find("guo => settle was never walked"), std::string::npos)
      << "rare without a scenario is not enough";
  Findings excused;
  CheckEdges(**rare, report.totals, {"guo => settle"}, excused);
  EXPECT_EQ(excused.Text().find("guo => settle"), std::string::npos) << excused.Text();
}

// A view that omits a key is reported: each key is removed in turn.
TEST(BreaksOfFlows, ViewLacksSomething) {
  const auto flow = BuildPatched("flow: {}");
  ASSERT_TRUE(flow.ok()) << FaultText(flow.faults());
  Player player(**flow, std::vector<BotKind>(4, BotKind::kGreedy));
  Totals totals = player.Empty();
  Records records = (*flow)->Blank();
  PlayOptions options{.seed = 5, .hands = 1};
  std::uint32_t best = 0;
  options.on_step = [&](const GameStep& step) {
    // In the middle of a hand, while seat 0 is asked.
    const FlowState& state = step.after.flow();
    if (state.version < 75 && (state.window.active & 1) != 0 && state.version > best) {
      records = step.after;
      best = state.version;
    }
  };
  ASSERT_EQ(player.Play(options, totals), std::nullopt);
  const Json view = table::View(**flow, records, Viewer::Of(0));
  Findings sound;
  CheckView(**flow, records, 0, view, sound);
  EXPECT_TRUE(sound.empty()) << sound.Text();
  for (const char* key : {"node", "actor", "dealer", "drawer", "wall_left", "hands_done", "scores",
                          "points", "ledger", "seats", "river", "state", "window"}) {
    Json lacking = view;
    ASSERT_EQ(lacking.erase(key), 1u) << key;
    Findings found;
    CheckView(**flow, records, 0, lacking, found);
    EXPECT_GT(found.Count("view"), 0) << key;
  }
  for (const char* key : {"hand", "count", "melds"}) {
    Json lacking = view;
    ASSERT_EQ(lacking["seats"][0].erase(key), 1u) << key;
    Findings found;
    CheckView(**flow, records, 0, lacking, found);
    EXPECT_TRUE(found.Count("view") > 0 ||
                (std::string_view(key) == "melds" && view["seats"][0]["melds"].empty()))
        << key;
  }
  Json open_hand = view;
  open_hand["seats"][1]["hand"] = Json::array({"1m"});
  Findings found;
  CheckView(**flow, records, 0, open_hand, found);
  EXPECT_GT(found.Count("view"), 0) << "a view that shows another hand";
}

TEST(BreaksOfFlows, GoldenSignature) {
  const auto sound = BuildPatched("flow: {}");
  const auto other = BuildPatched("flow: {discard: {after_states: broken_remember}}");
  ASSERT_TRUE(sound.ok() && other.ok());
  const std::string noted = Signature(**sound, 4);
  Findings same;
  CheckGolden(noted, Signature(**sound, 4), "golden.txt", same);
  EXPECT_TRUE(same.empty()) << same.Text();
  Findings changed;
  CheckGolden(noted, Signature(**other, 4), "golden.txt", changed);
  EXPECT_NE(changed.Text().find("MLF_UPDATE_GOLDEN=1"), std::string::npos) << changed.Text();
}

}  // namespace
}  // namespace mlf::tools
