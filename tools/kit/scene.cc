#include "tools/kit/scene.h"
#include <mlf/flow/text.h>
#include "flow/base/words.h"

namespace mlf::tools {

std::string Squeeze(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == ' ' && (out.empty() || out.back() == ' ')) continue;
    out += c;
  }
  while (!out.empty() && out.back() == ' ') out.pop_back();
  return out;
}

void Scene::Fail(const Value& at, const std::string& what, const std::string& expected,
                 const std::string& got) {
  AddFault(result.failures, "E01", at.where(),
           what + ": expected " + (expected.empty() ? "nothing" : expected) + ", got " +
               (got.empty() ? "nothing" : got));
}
void Scene::Same(const Value& at, const std::string& what, const std::string& expected,
                 const std::string& got) {
  if (expected != got) Fail(at, what, expected, got);
}
// "1 peng" without a tile: the only payload offered now, or just taken by a window. If there are
// several, returns nothing and lists them in `ways`.
std::optional<Action> Scene::Sole(const std::string& text, std::string& ways) const {
  const std::string line = Squeeze(text);
  if (line.size() < 3 || line[0] < '0' || line[0] >= '0' + flow->people() || line[1] != ' ')
    return std::nullopt;
  const auto seat = static_cast<Seat>(line[0] - '0');
  const NodeIndex node = flow->Find(line.substr(2));
  if (node == kNoNode) return std::nullopt;
  if (!due.empty() && due.front().seat == seat && due.front().node == node) return due.front();
  Choices choices;
  flow->FillChoices(records, choices);
  const Offer* offer = choices.Find(seat, node);
  if (offer == nullptr) return std::nullopt;
  if (offer->domain.Count() != 1) {
    ways = FormatOffer(*flow, *offer, Lang::kEn);
    return std::nullopt;
  }
  Action action{.node = node, .seat = seat, .ask = records.flow().window.ask};
  offer->domain.Nth(0, action);
  return action;
}

std::optional<Action> Scene::Read(const Value& text) {
  auto action = ParseAction(*flow, text.text());
  if (!action) {
    std::string ways;
    if (auto sole = Sole(text.text(), ways)) return sole;
    if (!ways.empty()) ways = "; several are possible: " + ways;
    SourcePos where = text.where();
    const Fault& fault = action.faults().front();
    if (where.column > 0 && fault.where.column > 0)
      where.column += fault.where.column - 1 + (text.quoted() ? 1 : 0);
    AddFault(result.failures, fault.code, where,
             "\"" + text.text() + "\": " + fault.message + ways);
    return std::nullopt;
  }
  if (action->ask == 0) action->ask = records.flow().window.ask;
  return *action;
}

int Scene::SeatOf(const Value::Entry& entry, int count) {
  if (entry.key.size() == 1 && entry.key[0] >= '0' && entry.key[0] < '0' + count)
    return entry.key[0] - '0';
  AddFault(result.failures, "S04", entry.where, "there is no seat \"" + entry.key + "\"");
  return -1;
}

std::string Scene::ActionsText(const std::vector<Action>& actions) const {
  std::vector<std::string> words;
  words.reserve(actions.size());
  for (const Action& action : actions) words.push_back(FormatAction(*flow, action));
  return Join(words);
}

}  // namespace mlf::tools
