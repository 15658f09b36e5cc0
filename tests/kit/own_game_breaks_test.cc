// Checks that need no tiles, on a card game of three seats: each fault is put into one of its own
// parts, and the check that looks for it reports it.
#include <mlf/flow/hidden_state.h>
#include <mlf/flow/loader.h>
#include <mlf/flow/may_decline.h>
#include <mlf/flow/state_text.h>
#include <mlf/flow/validate.h>
#include <mlf/table/tile.h>
#include "tools/kit/checks.h"
#include "tools/kit/trial.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <ostream>
#include <stdexcept>

namespace mlf::tools::own_game {
namespace {

using testing::HasSubstr;

constexpr int kSeats = 3, kEach = 4;

// Cards 1..9 by hand and place; 0 is a place whose card was played.
struct Cards {
  static constexpr std::string_view kSlot = "own_cards";
  static constexpr Scope kScope = Scope::kHand;
  static constexpr int kMostSeats = kSeats;
  std::array<std::array<std::uint8_t, kEach>, kSeats> hands{};
  std::int32_t questions = 0;

  void Check(const Validation& check) const { check.Require(questions >= 0, "questions count up"); }
  int Left() const {
    int left = 0;
    for (const auto& hand : hands) left += kEach - static_cast<int>(std::ranges::count(hand, 0));
    return left;
  }
};

// `fault` breaks the part that has it.
enum class Fails { kNothing, kGrows, kTells, kKind, kNever };

class CardPart {
 protected:
  explicit CardPart(Params& params)
      : cards_(params.Slot<Cards>()),
        fails_(params.Enum("fault", Fails::kNothing, {"nothing", "grows", "tells", "kind", "never"},
                           {"测试", "for a test"})) {}
  Slot<Cards> cards_;
  Fails fails_;
};

const EventType kTold{"own_card_shown", "{seat}有 {value}", "{seat} has {value}"};
constexpr Reason kNoCard{"own_no_card", "没有牌", "no card is left"};

class Deal final : public ActionNode {
 public:
  static constexpr PartInfo kInfo{"own_deal", 1, "发牌", "deal"};
  explicit Deal(Params& params)
      : cards_(params.Slot<Cards>()), stream_(params.Stream("own_cards")) {}
  void ProcessAction(Step& step) const override {
    step.BeginHand(0);
    Stream random = step.Random(stream_);
    for (auto& hand : cards_(step.records).hands) {
      for (auto& card : hand) card = static_cast<std::uint8_t>(1 + random.Below(9));
    }
  }

 private:
  Slot<Cards> cards_;
  int stream_;
};

// grows: its Remaining counts the questions. tells: an event shows a card of the next hand.
class Ask final : public ActionNode, private CardPart {
 public:
  static constexpr PartInfo kInfo{"own_ask", 1, "问", "ask"};
  explicit Ask(Params& params) : CardPart(params) {}
  void ProcessAction(Step& step) const override {
    Cards& cards = cards_(step.records);
    ++cards.questions;
    const auto next = static_cast<std::size_t>((step.seat + 1) % kSeats);
    if (fails_ == Fails::kTells)
      step.Emit(kTold, static_cast<Seat>(next)).value = cards.hands[next][0];
  }
  int Remaining(const Records& records) const override {
    return fails_ == Fails::kGrows ? cards_(records).questions + 1 : cards_(records).Left();
  }
};

// grows: the card stays. kind: payload() is not said.
class Play final : public PlayerNode, private CardPart {
 public:
  static constexpr PartInfo kInfo{"own_play", 1, "出牌", "play"};
  explicit Play(Params& params) : CardPart(params) {}
  Domain::Kind payload() const override {
    return fails_ == Fails::kKind ? Domain::kNothing : Domain::kPiece;
  }
  void Offers(const Records& records, Seat seat, OfferSink& sink) const override {
    PieceMask may = 0;
    for (const std::uint8_t card : cards_(records).hands[static_cast<std::size_t>(seat)]) {
      if (card != 0) may |= MaskOf(static_cast<Piece>(card - 1));
    }
    sink.Because(kNoCard);
    sink.OneOf(may);
  }
  void ProcessAction(Step& step) const override {
    if (fails_ == Fails::kGrows) return;
    auto& hand = cards_(step.records).hands[static_cast<std::size_t>(step.seat)];
    *std::ranges::find(hand, step.action.pieces[0] + 1) = 0;
  }
};

class Next final : public ActionNode {
 public:
  static constexpr PartInfo kInfo{"own_next", 1, "下一家", "next"};
  void SetStates(Step& step) const override {
    step.SetActor(static_cast<Seat>((step.seat + 1) % kSeats));
  }
};

class Close final : public ActionNode {
 public:
  static constexpr PartInfo kInfo{"own_close", 1, "结束", "close"};
};

class CardsLeft final : public Guard {
 public:
  static constexpr PartInfo kInfo{"own_cards_left", 1, "还有牌", "cards are left"};
  explicit CardsLeft(Params& params) : cards_(params.Slot<Cards>()) {}
  bool Holds(const Records& records, Seat) const override { return cards_(records).Left() > 0; }
  const Reason& WhyNot() const override { return kNoCard; }

 private:
  Slot<Cards> cards_;
};

class Hands final : public LogicEffect, public HiddenState {
 public:
  static constexpr PartInfo kInfo{"own_hands", 1, "手牌保密", "hands are secret"};
  explicit Hands(Params& params) : cards_(params.Slot<Cards>()) {}
  void Run(Step&) const override {}
  void HideFrom(Records& seen, Seat viewer) const override {
    for (Seat seat = 0; seat < kSeats; ++seat) {
      if (seat != viewer) cards_(seen).hands[static_cast<std::size_t>(seat)].fill(0);
    }
  }

 private:
  Slot<Cards> cards_;
};

// never: it rests at no state of the node.
class Awake final : public CriticalActionNodeSetter, public MayDecline, private CardPart {
 public:
  static constexpr PartInfo kInfo{"own_awake", 1, "醒着的", "who is awake"};
  explicit Awake(Params& params)
      : CardPart(params), at_(params.Node("at", "ask", {"节点", "the node"})) {}
  SeatMask Rest(const Records&, NodeIndex node, SeatMask with_offers) const override {
    return node == at_ && fails_ == Fails::kNever ? SeatMask{0} : with_offers;
  }
  bool DeclinesAt(NodeIndex node) const override { return node == at_; }

 private:
  NodeIndex at_;
};

// `part`, one of ask, play and awake, has the fault.
std::shared_ptr<const Flow> Build(std::string_view part = "", std::string_view fault = "") {
  Registry registry;
  RegisterFlowParts(registry);
  registry.Add<Deal>();
  registry.Add<Ask>();
  registry.Add<Play>();
  registry.Add<Next>();
  registry.Add<Close>();
  registry.Add<CardsLeft>();
  registry.Add<Hands>();
  registry.Add<Awake>();
  const auto of = [&](std::string_view name) {
    return std::string(name == part ? fault : "nothing");
  };
  const auto variant =
      LoadVariant({"own", "id: own\nzh: 牌戏\nen: Cards\nseats: 3\ncritical: {own_awake: {fault: " +
                              of("awake") + "}}\n" + R"(flow:
  deal: {type: own_deal, then: ask}
  ask:
    type: own_ask
    consumes: cards
    with: {fault: )" + of("ask") +
                              R"(}
    window: {ask: self, deadline: 10s, answers: [play], default: play}
    then: close
  play:
    type: own_play
    with: {fault: )" + of("play") +
                              R"(}
    settle: own_hands
    then: [{next: {if: own_cards_left}}, close]
  next: {type: own_next, then: ask}
  close: {type: own_close, end: true}
)"},
                  {}, &registry);
  if (!variant) {
    ADD_FAILURE() << FaultText(variant.faults());
    return nullptr;
  }
  const auto flow = variant->Build({}, registry, &table::TileText());
  if (!flow) ADD_FAILURE() << FaultText(flow.faults());
  return flow ? *flow : nullptr;
}

std::string Found(const Flow& flow) {
  return RunKit(flow, {.hands = 20, .replay_every = 1}).findings.Text();
}

TEST(OwnGameBreaks, SoundIsSound) {
  const auto flow = Build();
  ASSERT_NE(flow, nullptr);
  EXPECT_EQ(Found(*flow), "");
  EXPECT_FALSE(PlayTrial(*flow, 20).has_value());
}

TEST(OwnGameBreaks, AnEventThatShowsASecret) {
  const auto flow = Build("ask", "tells");
  ASSERT_NE(flow, nullptr);
  const std::string found = Found(*flow);
  EXPECT_THAT(found, HasSubstr("[leak] version "));
  EXPECT_THAT(found, HasSubstr("at a table that differs only in what HideFrom hides from it; tell "
                               "an event that has a secret to its seat alone"));
}

TEST(OwnGameBreaks, ASetterThatNeverRests) {
  const auto flow = Build("awake", "never");
  ASSERT_NE(flow, nullptr);
  EXPECT_THAT(Found(*flow), HasSubstr("[critical] the window of ask never opened: Rest of"));
}

TEST(OwnGameBreaks, AHandThatDoesNotEndNamesWhatIsNotUsedUp) {
  const auto flow = Build("play", "grows");
  ASSERT_NE(flow, nullptr);
  const auto trial = PlayTrial(*flow, 4);
  ASSERT_TRUE(trial.has_value());
  EXPECT_THAT(trial->text,
              HasSubstr("the hand has not ended after 4000 actions; Remaining of ask was 12 when "
                        "the hand began and is 12 now, so ask does not use up cards"));
}

// Between two questions a pile may be filled again. What ends the hand is another matter.
TEST(OwnGameBreaks, ACountThatGrowsBetweenQuestionsIsHarmless) {
  const auto flow = Build("ask", "grows");
  ASSERT_NE(flow, nullptr);
  EXPECT_FALSE(PlayTrial(*flow, 4).has_value());
  EXPECT_EQ(Found(*flow), "");
}

TEST(OwnGameBreaks, APayloadOfAnotherKind) {
  const auto flow = Build("play", "kind");
  ASSERT_NE(flow, nullptr);
  const std::string says =
      "Offers offers Domain::kPiece, and payload() returns Domain::kNothing; override payload() to "
      "return Domain::kPiece";
  const auto trial = PlayTrial(*flow, 4);
  ASSERT_TRUE(trial.has_value());
  EXPECT_THAT(trial->text, HasSubstr("play.payload: " + says));
  EXPECT_THAT(Found(*flow), HasSubstr("[payload] version 0"));
  EXPECT_THAT(Found(*flow), HasSubstr("node play: " + says));
}

}  // namespace
}  // namespace mlf::tools::own_game
