// Actions as text in both directions; offers, events and refusals as text for people.
#include "toy.h"

#include <mlf/flow/text.h>

#include <gtest/gtest.h>

namespace mlf::test {
namespace {

// A flow with one player node for each kind of payload, named after it.
std::shared_ptr<const Flow> Kinds(const PieceText* text = &ToyText()) {
  FlowBuilder builder(ToyRegistry(), text);
  builder.SetName("kinds").SetSeats(4);
  WindowSpec window{.ask = Who::kAll, .pass = "no", .defaults = {{.answer = "no"}}};
  builder.PushActionNode({.id = "ask", .type = "pause", .window = window});
  builder.PushActionNode({.id = "no"});
  builder.PushActionNode({.id = "done", .type = "pause", .end = true});
  builder.PushEdge({.from = "ask", .to = "no", .player = true, .rank = 9});
  builder.PushEdge({.from = "ask", .to = "done"});
  int rank = 0;
  for (const char* kind : {"piece", "combo", "subset", "value", "range", "bits"}) {
    builder.PushActionNode({.id = std::string("give_") + kind,
                            .type = "give",
                            .params = Value::Map({{"kind", kind}})});
    builder.PushEdge({.from = "ask",
                      .to = std::string("give_") + kind,
                      .player = true,
                      .rank = rank++,
                      .winners = WinnersRule::Of(Winners::kNearest)});
    builder.PushEdge({.from = std::string("give_") + kind, .to = "done"});
  }
  return BuildOrDie(builder);
}

TEST(ActionText, ReadsAndWritesTheSame) {
  const auto flow = Kinds();
  ASSERT_TRUE(flow);
  struct Row {
    const char* text;
    const char* written;  // null = the same
    Action action;
  };
  const auto node = [&](const char* id) { return flow->Find(id); };
  const Row rows[] = {
      {"2 give_piece 5b",
       nullptr,
       {.node = node("give_piece"), .seat = 2, .count = 1, .pieces = {13}}},
      {"0 give_combo 3a 45a",
       nullptr,
       {.node = node("give_combo"), .seat = 0, .count = 3, .pieces = {2, 3, 4}}},
      {"0 give_combo 345a",
       "0 give_combo 3a 45a",
       {.node = node("give_combo"), .seat = 0, .count = 3, .pieces = {2, 3, 4}}},
      {"0 give_combo 3a",
       nullptr,
       {.node = node("give_combo"), .seat = 0, .count = 1, .pieces = {2}}},
      {"1 give_subset 147b",
       nullptr,
       {.node = node("give_subset"), .seat = 1, .count = 3, .pieces = {9, 12, 15}}},
      {"1 give_subset 1a4b7a",
       nullptr,
       {.node = node("give_subset"), .seat = 1, .count = 3, .pieces = {0, 12, 6}}},
      {"1 give_value green", nullptr, {.node = node("give_value"), .seat = 1, .value = 2}},
      {"1 give_value 2", "1 give_value green", {.node = node("give_value"), .seat = 1, .value = 2}},
      {"1 give_value 7", nullptr, {.node = node("give_value"), .seat = 1, .value = 7}},
      {"0 give_range 50", nullptr, {.node = node("give_range"), .seat = 0, .value = 50}},
      {"0 give_range -3", nullptr, {.node = node("give_range"), .seat = 0, .value = -3}},
      {"3 give_bits 5", nullptr, {.node = node("give_bits"), .seat = 3, .value = 5}},
      {"3 no", nullptr, {.node = node("no"), .seat = 3}},
      {"  3\tno  ", "3 no", {.node = node("no"), .seat = 3}},
      {"3 timeout", nullptr, {.node = kTimeout, .seat = 3}},
      {"3 timeout @17", nullptr, {.node = kTimeout, .seat = 3, .ask = 17}},
      {"2 give_piece 5b @4294967295",
       nullptr,
       {.node = node("give_piece"), .seat = 2, .count = 1, .pieces = {13}, .ask = 4294967295u}},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.text);
    const Result<Action> read = ParseAction(*flow, row.text);
    ASSERT_TRUE(read.ok()) << FaultText(read.faults());
    EXPECT_EQ(*read, row.action);
    EXPECT_EQ(FormatAction(*flow, row.action, row.action.ask != 0),
              row.written == nullptr ? row.text : row.written);
  }
}

TEST(ActionText, SaysWhatIsWrongAndWhere) {
  const auto flow = Kinds();
  struct Row {
    const char* text;
    const char* code;
    int column;
    const char* says;
  };
  const Row rows[] = {
      {"", "A01", 1, "begins with a seat"},
      {"2", "A01", 2, "missing"},
      {"4 no", "A02", 1, "0..3"},
      {"-1 no", "A02", 1, "0..3"},
      {"x no", "A02", 1, "`x`"},
      {"2 give_peice 5b", "A03", 3, "nearest: `give_piece`"},
      {"2 timeuot", "A03", 3, "nearest: `timeout`"},
      {"2 zzzzzz", "A03", 3, "`zzzzzz`"},
      {"2 ?", "A03", 3, "`?`"},
      {"2 give_piece", "A01", 13, "its pieces"},
      {"2 give_piece 55b", "A04", 14, "one piece, not 2"},
      {"2 give_piece 5x", "A04", 14, "`5x`"},
      {"2 give_piece raw:0:00000000:0:0", "A04", 14, "raw"},
      {"2 give_subset 12345a", "A04", 15, "at most 4"},
      {"2 give_value gren", "A04", 14, "nearest: `green`"},
      {"2 give_value qqqqq", "A04", 14, "one of red, green"},
      {"2 give_range", "A01", 13, "needs a value"},
      {"2 give_range 99999999999", "A04", 14, "no value"},
      {"2 give_range 5 6", "A05", 16, "`6`"},
      {"2 no 5", "A05", 6, "too many"},
      {"2 no @x", "A06", 6, "@17"},
      {"2 timeout 5b", "A05", 11, "too many"},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.text);
    const Result<Action> read = ParseAction(*flow, row.text);
    ASSERT_FALSE(read.ok());
    const Fault& fault = read.faults().front();
    EXPECT_EQ(fault.code, row.code);
    EXPECT_EQ(fault.where.column, row.column);
    EXPECT_NE(fault.message.find(row.says), std::string::npos) << fault.message;
  }
}

TEST(ActionText, RecordsWhateverAProgramMaySend) {
  const auto flow = Kinds();
  // Every field with odd values: a refused text is refused again for the same reason.
  for (const NodeIndex node : {NodeIndex{0}, flow->Find("no"), flow->Find("give_piece"),
                               flow->Find("give_value"), NodeIndex{200}, kTimeout, kNoNode}) {
    for (const int seat : {0, 3, 9, -1, -128, 127}) {
      for (const int count : {0, 1, 4, 5, 255}) {
        for (const int value : {0, -5, 7}) {
          for (const int piece : {0, 44, 63, 255}) {
            Action action{.node = node,
                          .seat = static_cast<Seat>(seat),
                          .count = static_cast<std::uint8_t>(count),
                          .ask = 3,
                          .value = value};
            action.pieces.fill(static_cast<Piece>(piece));
            const std::string text = FormatAction(*flow, action, true);
            const Result<Action> read = ParseRecordedAction(*flow, text);
            ASSERT_TRUE(read.ok()) << text << ": " << FaultText(read.faults());
            EXPECT_EQ(read->seat, action.seat) << text;
            EXPECT_EQ(read->count, action.count) << text;
            EXPECT_EQ(read->value, action.value) << text;
            EXPECT_EQ(read->ask, action.ask) << text;
            EXPECT_EQ(read->node, node == 200 ? kNoNode : node) << text;
            for (int i = 0; i < std::min(count, kMaxActionPieces); ++i)
              EXPECT_EQ(read->pieces[i], action.pieces[i]) << text;
          }
        }
      }
    }
  }
}

TEST(ActionText, WithoutAPieceText) {
  const auto flow = Kinds(nullptr);
  const Action action{
      .node = flow->Find("give_combo"), .seat = 0, .count = 3, .pieces = {3, 17, 0}};
  EXPECT_EQ(FormatAction(*flow, action), "0 give_combo 3 17.0");
  EXPECT_EQ(*ParseAction(*flow, "0 give_combo 3 17.0"), action);
  for (const char* bad :
       {"0 give_combo 63", "0 give_combo 3.", "0 give_combo .3", "0 give_combo 1.2.3.4.5"})
    EXPECT_FALSE(ParseAction(*flow, bad).ok()) << bad;
}

TEST(OfferText, ShowsTheDomain) {
  const auto flow = Kinds();
  Records records = flow->Blank();
  Response response;
  flow->Start(records, 1, response);
  ASSERT_TRUE(response.ok());
  EXPECT_EQ(FormatOffers(*flow, response.choices, 1, Lang::kEn),
            "give_piece 1234a, give_combo 1a 23a | 1a 1a, give_subset 3 of 1123a1b, one group, "
            "give_value red | green, give_range 5..9, "
            "give_bits any sum of 1+4, no");
  EXPECT_NE(
      FormatOffers(*flow, response.choices, 1, Lang::kZh).find("give_subset 1123a1b 选 3，同一门"),
      std::string::npos);
}

TEST(EventText, IsBlankedForThoseItIsNotShownTo) {
  static const EventType kPlain{"take", "摸牌", "takes"};
  static const EventType kFilled{"pay", "{seat}付给{other} {value}（{text}）",
                                 "{seat} pays {other} {value} ({text})"};
  const auto flow = Kinds();
  Event take{.type = &kPlain, .seat = 2, .other = 0};
  take.With(13).ShownTo(MaskOf(Seat{2})).value = 9;
  struct Row {
    Viewer viewer;
    const char* zh;
    const char* en;
  };
  for (const Row& row :
       {Row{Viewer::Of(2), "座2 摸牌 5b 9 (座0)", "seat 2 takes 5b 9 (seat 0)"},
        Row{Viewer::Of(1), "座2 摸牌 ? (座0)", "seat 2 takes ? (seat 0)"},
        Row{Viewer::Spectator(), "座2 摸牌 ? (座0)", "seat 2 takes ? (seat 0)"},
        Row{Viewer::Full(), "座2 摸牌 5b 9 (座0)", "seat 2 takes 5b 9 (seat 0)"}}) {
    EXPECT_EQ(FormatEvent(*flow, take, row.viewer, Lang::kZh), row.zh);
    EXPECT_EQ(FormatEvent(*flow, take, row.viewer, Lang::kEn), row.en);
  }
  take.Only(MaskOf(Seat{2}) | MaskOf(Seat{3}));
  EXPECT_EQ(FormatEvent(*flow, take, Viewer::Of(1), Lang::kEn), "");
  EXPECT_EQ(FormatEvent(*flow, take, Viewer::Spectator(), Lang::kEn), "");
  EXPECT_NE(FormatEvent(*flow, take, Viewer::Of(3), Lang::kEn), "");
  // At this table all four seats are everybody, so a spectator may see it.
  take.Only(0b1111);
  EXPECT_NE(FormatEvent(*flow, take, Viewer::Spectator(), Lang::kEn), "");

  Event pay{.type = &kFilled, .seat = 1, .other = 3, .value = -8, .text = "gang"};
  EXPECT_EQ(FormatEvent(*flow, pay, Viewer::Of(0), Lang::kZh), "座1付给座3 -8（gang）");
  pay.ShownTo(0);
  EXPECT_EQ(FormatEvent(*flow, pay, Viewer::Of(0), Lang::kEn), "seat 1 pays seat 3 ? (gang)");
}

TEST(RefusalText, SaysWhyAndWhatInstead) {
  const auto flow = Kinds();
  Records records = flow->Blank();
  Response response;
  flow->Start(records, 1, response);
  flow->ProcessActionNode(records, *ParseAction(*flow, "1 give_piece 9b @1"), response);
  ASSERT_FALSE(response.ok());
  const std::string zh = FormatRefusal(*flow, response, 1, Lang::kZh);
  const std::string en = FormatRefusal(*flow, response, 1, Lang::kEn);
  EXPECT_NE(zh.find("invalid_payload"), std::string::npos) << zh;
  EXPECT_NE(zh.find("；可以：give_piece 1234a"), std::string::npos) << zh;
  EXPECT_NE(en.find("; you may: give_piece 1234a"), std::string::npos) << en;
  EXPECT_NE(en.find(std::string(response.refusal.reason->en)), std::string::npos) << en;
  flow->ProcessActionNode(records, *ParseAction(*flow, "1 no @1"), response);
  EXPECT_EQ(FormatRefusal(*flow, response, 1, Lang::kEn), "");
}

}  // namespace
}  // namespace mlf::test
