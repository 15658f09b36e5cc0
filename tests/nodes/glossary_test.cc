// The glossary in both languages lists every action node once, with the node's label.
#include <mlf/flow/node.h>
#include <mlf/flow/registry.h>

#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <string>

namespace mlf {
namespace {

struct Row {
  std::string zh;
  std::string who;
};

std::string Trim(const std::string& text) {
  const std::size_t from = text.find_first_not_of(' ');
  if (from == std::string::npos) return "";
  return text.substr(from, text.find_last_not_of(' ') - from + 1);
}

// The rows of the first table: | `id` | zh | meaning | who |.
std::map<std::string, Row> Nodes(const std::string& page) {
  std::ifstream file(std::string(MLF_SOURCE_DIR) + "/" + page);
  EXPECT_TRUE(file.is_open()) << page;
  std::map<std::string, Row> rows;
  std::string line;
  int headings = 0;  // the first table follows the first heading of level two
  while (std::getline(file, line) && headings < 2) {
    if (line.rfind("## ", 0) == 0) ++headings;
    if (headings != 1 || line.rfind("| `", 0) != 0) continue;
    std::vector<std::string> cells;
    for (std::size_t from = 1; from < line.size();) {
      const std::size_t to = line.find('|', from);
      if (to == std::string::npos) break;
      cells.push_back(Trim(line.substr(from, to - from)));
      from = to + 1;
    }
    EXPECT_EQ(cells.size(), 4u) << line;
    if (cells.size() != 4) continue;
    const std::string id = cells[0].substr(1, cells[0].size() - 2);
    EXPECT_FALSE(cells[2].empty()) << line;
    EXPECT_TRUE(rows.emplace(id, Row{cells[1], cells[3]}).second) << id << " is there twice";
  }
  return rows;
}

// `player` and `system` are the page's words.
void ExpectEveryNode(const std::string& page, const std::string& player,
                     const std::string& system) {
  std::map<std::string, Row> rows = Nodes(page);
  const std::vector<std::string> ids = AllParts().Ids(ActionNode::kRole);
  ASSERT_FALSE(ids.empty());
  for (const std::string& id : ids) {
    const auto row = rows.find(id);
    if (row == rows.end()) {
      ADD_FAILURE() << id << " is missing from " << page;
      continue;
    }
    const Registry::Entry* entry = AllParts().Find(id);
    EXPECT_EQ(row->second.zh, entry->info.zh) << id;
    EXPECT_FALSE(entry->info.en.empty()) << id;
    const Value none;
    Params params(none, {}, nullptr);
    const std::unique_ptr<Part> part = entry->make(params);
    const auto* node = dynamic_cast<const ActionNode*>(part.get());
    ASSERT_NE(node, nullptr) << id;
    EXPECT_EQ(row->second.who, node->player() ? player : system) << id;
    rows.erase(row);
  }
  for (const auto& [id, row] : rows)
    ADD_FAILURE() << page << " names " << id << ", which is no node";
}

TEST(Glossary, NamesEveryNodeAndNoOther) {
  ExpectEveryNode("docs/en/glossary.md", "player", "system");
  ExpectEveryNode("docs/zh/glossary.md", "玩家", "系统");
}

}  // namespace
}  // namespace mlf
