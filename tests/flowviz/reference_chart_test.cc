// Every edge of the reference chart of 四川血流 is an edge or a window property of our xueliu.
// tests/data/reference_edges.tsv holds the claims. docs/en/reference-chart.md explains the words of
// the claims and shows the same rows.
#include <mlf/flow/window.h>
#include <mlf/variants/open.h>
#include "tests/support/files.h"
#include "tools/chart/chart.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <set>
#include <sstream>

namespace mlf::tools {
namespace {

struct Row {
  std::string from;
  std::string to;
  std::string label;
  std::string claims;
};

std::vector<std::string> Split(const std::string& text, char mark) {
  std::vector<std::string> words;
  std::istringstream stream(text);
  for (std::string word; std::getline(stream, word, mark);) {
    if (mark != '\t') word.erase(0, word.find_first_not_of(' '));
    words.push_back(word);
  }
  return words;
}

std::vector<Row> Rows() {
  std::vector<Row> rows;
  std::ifstream file(std::string(MLF_SOURCE_DIR) + "/tests/data/reference_edges.tsv");
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    const std::vector<std::string> cells = Split(line, '\t');
    if (cells.size() == 4) rows.push_back({cells[0], cells[1], cells[2], cells[3]});
  }
  return rows;
}

// The decision of the window of `node` when seats 1 and 2 have `offered`, seat 1 gives `first` and
// seat 2 gives `second` (empty: not yet).
Decision Answers(const Flow& flow, const ChartNode& node, const std::set<std::string>& offered,
                 const std::string& first, const std::string& second) {
  const Window& window = *flow.node(flow.Find(node.id)).window;
  WindowState state;
  state.ask = 1;
  state.asked = state.active = 0b110;
  for (const Edge& edge : window.answers) {
    for (const Seat seat : {Seat{1}, Seat{2}}) {
      const std::string& id = flow.node(edge.to).id;
      if (offered.count(id) == 0) continue;
      state.offered[seat] |= 1U << edge.answer;
      if (id != (seat == 1 ? first : second)) continue;
      state.answered = static_cast<SeatMask>(state.answered | (1U << seat));
      state.answers[seat].edge = edge.answer;
    }
  }
  return Decide(window, state, 0, flow.seats());
}

// Evaluates `claim` on the flow.
bool Holds(const Flow& flow, const Chart& chart, const std::string& claim) {
  const std::vector<std::string> words = Split(claim, ' ');
  if (words.size() < 2) return false;
  const std::string& what = words[0];
  const std::string more = words.size() > 2 ? words[2] : "";
  if (what == "edge" || what == "pass" || what == "guard" || what == "winners" ||
      what == "stronger" || what == "drops") {
    const ChartEdge* edge = FindEdge(chart, words[1]);
    if (edge == nullptr) return false;
    if (what == "edge") return !edge->pass;
    if (what == "pass") return edge->pass;
    if (what == "guard") {
      return std::any_of(edge->guards.begin(), edge->guards.end(),
                         [&](const ChartPart& part) { return part.text.starts_with(more + "@"); });
    }
    const ChartNode& node = chart.nodes[static_cast<std::size_t>(edge->from)];
    const std::string& id = chart.nodes[static_cast<std::size_t>(edge->to)].id;
    if (what == "winners") {
      const Decision decision = Answers(flow, node, {id}, id, id);
      return edge->winners.Text() == more && decision.decided &&
             (more != "all" || decision.winners == 0b110);
    }
    const ChartEdge* other = FindEdge(chart, more);
    if (other == nullptr || other->from != edge->from) return false;
    if (what == "stronger") return !edge->pass && !other->pass && edge->rank < other->rank;
    // The weaker answer came first and waited; the stronger one replaces it.
    const std::string& weaker = chart.nodes[static_cast<std::size_t>(other->to)].id;
    const Decision waiting = Answers(flow, node, {weaker, id}, weaker, "");
    const Decision both = Answers(flow, node, {weaker, id}, weaker, id);
    return !waiting.decided && both.decided && both.winners == 0b100;
  }
  const int index = FindNode(chart, words[1]);
  if (index < 0) return false;
  const ChartNode& node = chart.nodes[static_cast<std::size_t>(index)];
  if (what == "effect") {
    return std::any_of(node.hooks.begin(), node.hooks.end(),
                       [&](const auto& hook) { return hook.second.text.starts_with(more + "@"); });
  }
  if (!node.window) return false;
  if (what == "asks") return WhoName(node.window->ask) == more;
  if (what == "together") return node.window->competes() && !node.window->in_turn;
  if (what == "decides") return more == "all" && node.window->wait_for_all;
  if (what == "early") return !node.window->wait_for_all;
  return false;
}

TEST(ReferenceChart, EveryEdgeIsCarried) {
  const auto flow = OpenFlow("xueliu");
  ASSERT_TRUE(flow) << FaultText(flow.faults());
  const Chart chart = MakeChart(**flow);
  const std::vector<Row> rows = Rows();
  EXPECT_EQ(rows.size(), 40u);
  std::set<std::string> actions;
  std::set<std::pair<std::string, std::string>> edges;
  for (const Row& row : rows) {
    actions.insert(row.from);
    actions.insert(row.to);
    EXPECT_TRUE(edges.emplace(row.from, row.to).second)
        << row.from << " -> " << row.to << " is there twice";
    const std::vector<std::string> claims = Split(row.claims, ';');
    EXPECT_FALSE(claims.empty()) << row.from << " -> " << row.to << " is carried by nothing";
    for (const std::string& claim : claims)
      EXPECT_TRUE(Holds(**flow, chart, claim))
          << row.from << " -> " << row.to << " (" << row.label << "): " << claim;
  }
  EXPECT_EQ(actions.size(), 16u);
}

TEST(ReferenceChart, WrongClaimsAreFound) {
  const auto flow = OpenFlow("xueliu");
  ASSERT_TRUE(flow) << FaultText(flow.faults());
  const Chart chart = MakeChart(**flow);
  for (const char* claim : {"edge discard.an_gang",  // a discard cannot become a concealed gang
                            "edge discard.guo",      // a pass has no successor
                            "pass turn.guo",         // guo of the own turn is an action, not a pass
                            "asks discard all",      // the discarder is not asked
                            "winners discard.peng all",           // one peng only
                            "stronger discard.peng discard.hu",   //
                            "drops discard.peng discard.hu",      //
                            "decides discard all",                // a hu need not wait for a peng
                            "early deal",                         // all four exchange together
                            "together turn",                      // only one seat
                            "guard turn.discard after_draw",      // a discard follows a peng too
                            "effect discard draw_after_winners",  //
                            "edges discard.hu", "edge", ""}) {
    EXPECT_FALSE(Holds(**flow, chart, claim)) << claim;
  }
}

TEST(ReferenceChart, DocumentShowsTheRows) {
  const std::string en = test::ReadText(test::SourcePath("docs/en/reference-chart.md"));
  const std::string zh = test::ReadText(test::SourcePath("docs/zh/reference-chart.md"));
  int number = 0;
  for (const Row& row : Rows()) {
    std::string cells = "| " + std::to_string(++number) + " | " + row.from + " → " + row.to +
                        " | " + row.label + " | ";
    const std::vector<std::string> claims = Split(row.claims, ';');
    for (std::size_t i = 0; i < claims.size(); ++i)
      cells += (i == 0 ? "`" : "; `") + claims[i] + "`";
    EXPECT_NE(en.find("\n" + cells + " | "), std::string::npos) << cells;
    EXPECT_NE(zh.find("\n" + cells + " | "), std::string::npos) << cells;
  }
}

}  // namespace
}  // namespace mlf::tools
