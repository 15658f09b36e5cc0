#include "flow/load/loader_reader.h"

#include "flow/base/words.h"
#include "flow/build/build_context.h"
#include "flow/load/loader_options.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <span>
#include <string_view>

namespace mlf::loader {

namespace {

// `id` or {id: with}.
struct Named {
  std::string id;
  SourcePos where;
  const Value* with = nullptr;  // null if absent
};

constexpr std::array kHookOrder = {
    Hook::kBeforeProcessAction, Hook::kProcessAction, Hook::kAfterProcessAction,
    Hook::kBeforeProcessSettle, Hook::kProcessSettle, Hook::kAfterProcessSettle,
    Hook::kBeforeSetStates,     Hook::kSetStates,     Hook::kAfterSetStates,
};
constexpr std::array kAllWho = {Who::kSelf,   Who::kNext, Who::kOpposite,  Who::kPrevious,
                                Who::kOthers, Who::kAll,  Who::kBystanders};
constexpr std::int64_t kLongestDeadlineMs = std::int64_t{24} * 60 * 60 * 1000;

class Reader {
 public:
  Reader(FlowSpec& spec, Faults& faults) : spec_(spec), faults_(faults) {}

  void Read(const Value& tree) {
    ReadSeats(tree);
    spec_.entry = Text(tree, "entry");
    if (const Value* critical = tree.Find("critical")) spec_.critical = *critical;
    if (const Value* parts = MapAt(tree, "parts")) {
      for (const Value::Entry& entry : parts->entries())
        spec_.parts.emplace_back(entry.key, entry.value);
    }
    const Value* flow = MapAt(tree, "flow");
    if (flow == nullptr || flow->entries().empty()) {
      Add("V03", flow == nullptr ? tree.where() : flow->where(),
          "the variant has no flow: with its nodes");
      return;
    }
    flow_ = flow;
    for (const Value::Entry& entry : flow->entries()) ReadNode(entry);
  }

 private:
  // ---- Small readers ----

  void Add(std::string code, const SourcePos& where, std::string message) {
    faults_.push_back({std::move(code), where, std::move(message)});
  }

  // The word at `key`; empty if absent.
  std::string Text(const Value& map, std::string_view key) {
    const Value* value = map.Find(key);
    if (value == nullptr || value->IsNull()) return {};
    if (!value->IsScalar()) Add("V02", value->where(), std::string(key) + ": is one word");
    return value->text();
  }

  bool Flag(const Value& map, std::string_view key) {
    const Value* value = map.Find(key);
    if (value == nullptr) return false;
    const std::optional<bool> flag = value->AsBool();
    if (!flag)
      Add("V02", value->where(),
          std::string(key) + ": is true or false, not " + value->Canonical());
    return flag.value_or(false);
  }

  // The map at `key`; null if it is absent, empty or not a map.
  const Value* MapAt(const Value& map, std::string_view key) {
    const Value* value = map.Find(key);
    if (value == nullptr || value->IsNull()) return nullptr;
    if (value->IsMap()) return value;
    Add("V02", value->where(), std::string(key) + ": is a map");
    return nullptr;
  }

  // The items of a list. A single item may be written without brackets.
  static std::vector<Value> ListAt(const Value& map, std::string_view key) {
    const Value* value = map.Find(key);
    if (value == nullptr || value->IsNull()) return {};
    return value->IsList() ? value->items() : std::vector<Value>{*value};
  }

  // Index of the word at `key`; 0 if absent.
  std::size_t Word(const Value& map, std::string_view key, std::span<const std::string> words) {
    const Value* value = map.Find(key);
    if (value == nullptr) return 0;
    const auto found = std::find(words.begin(), words.end(), value->text());
    if (found != words.end()) return static_cast<std::size_t>(found - words.begin());
    WrongWord(*value, key, words);
    return 0;
  }

  void WrongWord(const Value& value, std::string_view key, std::span<const std::string> words) {
    std::string message = std::string(key) + ": is one of";
    for (std::size_t i = 0; i < words.size(); ++i) message += (i == 0 ? " " : ", ") + words[i];
    if (value.IsScalar())
      message +=
          ", not \"" + value.text() + "\"" + DidYouMean(value.text(), {words.begin(), words.end()});
    Add("V04", value.where(), std::move(message));
  }

  std::optional<Named> ReadNamed(const Value& item, const std::string& what) {
    if (item.IsScalar()) return Named{item.text(), item.where(), nullptr};
    if (!item.IsMap() || item.entries().empty()) {
      Add("V02", item.where(), what + " is an id, or {id: {...}}");
      return std::nullopt;
    }
    const Value::Entry& first = item.entries()[0];
    if (item.entries().size() > 1) {
      const Value::Entry& second = item.entries()[1];
      Add("V11", second.where,
          "\"" + second.key + "\" is beside \"" + first.key + "\": " + what +
              " is one id; write each as its own item, and what belongs to one below it");
      return std::nullopt;
    }
    if (first.value.IsNull()) return Named{first.key, first.where, nullptr};
    if (!first.value.IsMap()) {
      Add("V02", first.value.where(), "the value of \"" + first.key + "\" is a map");
      return std::nullopt;
    }
    return Named{first.key, first.where, &first.value};
  }

  Label ReadLabel(const Value& map) { return {Text(map, "zh"), Text(map, "en")}; }

  Who ReadWho(const Value& map, std::string_view key, Who fallback) {
    const Value* value = map.Find(key);
    if (value == nullptr) return fallback;
    if (const std::optional<Who> who = WhoFrom(value->text())) return *who;
    std::vector<std::string> words;
    words.reserve(kAllWho.size());
    for (Who who : kAllWho) words.emplace_back(WhoName(who));
    WrongWord(*value, key, words);
    return fallback;
  }

  // ---- Seats, nodes ----

  void ReadSeats(const Value& tree) {
    const Value* seats = tree.Find("seats");
    if (seats == nullptr) {
      Add("V03", tree.where(), "the variant has no seats: (the number of seats at the table)");
      return;
    }
    spec_.seats_where = seats->where();
    const std::optional<std::int64_t> number = seats->AsInt();
    if (number && *number >= 1 && *number <= kMaxSeats) {
      spec_.seats = static_cast<int>(*number);
    } else {
      Add("V04", seats->where(),
          "seats: is a number from 1 to " + std::to_string(kMaxSeats) + ", not " +
              seats->Canonical());
    }
  }

  void ReadNode(const Value::Entry& entry) {
    NodeSpec node;
    node.id = entry.key;
    node.where = entry.where;
    static const Value kNothing = Value::Map();
    if (!entry.value.IsNull() && !entry.value.IsMap())
      Add("V02", entry.value.where(), "node \"" + entry.key + "\" is a map, or nothing");
    const Value& map = entry.value.IsMap() ? entry.value : kNothing;
    CheckNodeKeys(map);
    node.type = Text(map, "type");
    if (const Value* params = map.Find("with")) node.params = *params;
    node.conditions = ListAt(map, "if");
    for (Hook hook : kHookOrder) {
      if (std::vector<Value> effects = ListAt(map, HookKey(hook)); !effects.empty())
        node.hooks[hook] = std::move(effects);
    }
    node.end = Flag(map, "end");
    node.consumes = Text(map, "consumes");
    node.label = ReadLabel(map);
    node.group = Text(map, "group");
    std::vector<EdgeSpec> answers;
    if (const Value* same = map.Find("window");
        same != nullptr && same->IsScalar() && !same->IsNull()) {
      node.window = ReadSameWindow(node.id, *same, answers);
    } else if (const Value* window = MapAt(map, "window")) {
      node.window = ReadWindow(node.id, *window, answers);
    }
    spec_.nodes.push_back(std::move(node));
    spec_.edges.insert(spec_.edges.end(), std::make_move_iterator(answers.begin()),
                       std::make_move_iterator(answers.end()));
    for (const Value& item : ListAt(map, "then")) ReadThen(entry.key, item);
  }

  void CheckNodeKeys(const Value& map) {
    CheckKeys(map,
              {"type", "with", "if", "before_action", "action", "after_action", "before_settle",
               "settle", "after_settle", "before_states", "states", "after_states", "window",
               "then", "end", "consumes", "zh", "en", "group"},
              "a node", faults_);
  }

  void ReadThen(const std::string& from, const Value& item) {
    const std::optional<Named> named = ReadNamed(item, "a system edge");
    if (!named) return;
    EdgeSpec edge = NewEdge(from, *named);
    if (named->with != nullptr) {
      CheckKeys(*named->with, {"if", "zh", "en", "rare"}, "a system edge", faults_);
      ReadEdge(*named->with, edge);
    }
    spec_.edges.push_back(std::move(edge));
  }

  static EdgeSpec NewEdge(const std::string& from, const Named& named) {
    EdgeSpec edge;
    edge.from = from;
    edge.to = named.id;
    edge.where = named.where;
    return edge;
  }

  // Reads the keys common to system edges and answers.
  void ReadEdge(const Value& map, EdgeSpec& edge) {
    edge.guards = ListAt(map, "if");
    edge.label = ReadLabel(map);
    edge.rare = Flag(map, "rare");
  }

  // ---- Windows ----

  WindowSpec ReadWindow(const std::string& node, const Value& map, std::vector<EdgeSpec>& answers) {
    static const std::array<std::string, 2> kOrders = {"together", "in_turn"};
    static const std::array<std::string, 2> kDecides = {"first", "all"};
    CheckKeys(map,
              {"ask", "ask_order", "decide", "auto_single", "deadline", "answers", "pass",
               "default", "zh", "en"},
              "a window", faults_);
    WindowSpec window;
    window.ask = ReadWho(map, "ask", Who::kSelf);
    if (map.Find("ask") == nullptr)
      Add("V03", map.where(),
          "the window does not say whom it asks; add ask: self, others, all, ...");
    window.in_turn = Word(map, "ask_order", kOrders) == 1;
    window.wait_for_all = Word(map, "decide", kDecides) == 1;
    window.auto_single = Flag(map, "auto_single");
    window.deadline_ms = ReadDeadline(map);
    window.label = ReadLabel(map);
    int rank = 0;
    for (const Value& item : ListAt(map, "answers")) ReadRank(node, item, rank++, answers);
    ReadPass(node, map, rank, window, answers);
    for (const Value& item : ListAt(map, "default")) ReadDefault(item, window);
    return window;
  }

  // `window: discard` copies the window of `discard`. Faults in it are reported at that node.
  std::optional<WindowSpec> ReadSameWindow(const std::string& node, const Value& of,
                                           std::vector<EdgeSpec>& answers) {
    const Value* source = flow_->Find(of.text());
    if (source == nullptr) {
      std::vector<std::string> ids;
      for (const Value::Entry& entry : flow_->entries()) ids.push_back(entry.key);
      Add("V04", of.where(), "window: " + NoSuchNode(of.text(), ids));
      return std::nullopt;
    }
    const Value* window = source->Find("window");
    if (of.text() == node || window == nullptr || !window->IsMap()) {
      Add("V04", of.where(),
          "window: node " + Quoted(of.text()) +
              " has none of its own; name a node whose window: is written out");
      return std::nullopt;
    }
    const std::size_t faults = faults_.size();
    WindowSpec same = ReadWindow(node, *window, answers);
    faults_.resize(faults);
    return same;
  }

  // One item of answers: an answer, or a list of answers with the same rank.
  void ReadRank(const std::string& node, const Value& item, int rank,
                std::vector<EdgeSpec>& answers) {
    if (!item.IsList()) {
      ReadAnswer(node, item, rank, answers);
      return;
    }
    for (const Value& one : item.items()) ReadAnswer(node, one, rank, answers);
  }

  EdgeSpec* ReadAnswer(const std::string& node, const Value& item, int rank,
                       std::vector<EdgeSpec>& answers) {
    const std::optional<Named> named = ReadNamed(item, "an answer");
    if (!named) return nullptr;
    EdgeSpec edge = NewEdge(node, *named);
    edge.player = true;
    edge.rank = rank;
    if (named->with != nullptr) {
      CheckKeys(*named->with, {"if", "who", "winners", "zh", "en", "rare"}, "an answer", faults_);
      ReadEdge(*named->with, edge);
      edge.who = ReadWho(*named->with, "who", Who::kAll);
      if (const Value* winners = named->with->Find("winners")) edge.winners = ReadWinners(*winners);
    }
    answers.push_back(std::move(edge));
    return &answers.back();
  }

  // The pass has the last rank.
  void ReadPass(const std::string& node, const Value& map, int rank, WindowSpec& window,
                std::vector<EdgeSpec>& answers) {
    const Value* pass = map.Find("pass");
    if (pass == nullptr || pass->IsNull()) return;
    const EdgeSpec* edge = ReadAnswer(node, *pass, rank, answers);
    if (edge == nullptr) return;
    window.pass = edge->to;
    const auto same = std::find_if(answers.begin(), answers.end() - 1, [&](const EdgeSpec& answer) {
      return answer.to == window.pass;
    });
    if (same == answers.end() - 1) return;
    Add("V11", same->where,
        "\"" + window.pass +
            "\" is the pass of this window, which is the last of its answers by itself; take it "
            "out of answers:");
    answers.pop_back();
  }

  void ReadDefault(const Value& item, WindowSpec& window) {
    const std::optional<Named> named = ReadNamed(item, "a default");
    if (!named) return;
    DefaultSpec fallback;
    fallback.answer = named->id;
    fallback.where = named->where;
    if (named->with != nullptr) {
      CheckKeys(*named->with, {"if"}, "a default", faults_);
      fallback.when = ListAt(*named->with, "if");
    }
    window.defaults.push_back(std::move(fallback));
  }

  // For example 15s or 15000ms.
  std::int32_t ReadDeadline(const Value& map) {
    const Value* value = map.Find("deadline");
    if (value == nullptr || value->IsNull()) return 0;
    const std::string& text = value->text();
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const std::string_view unit(end, static_cast<std::size_t>(text.data() + text.size() - end));
    const bool fits = error == std::errc() && number > 0 && number <= kLongestDeadlineMs;
    if (fits && unit == "ms") return static_cast<std::int32_t>(number);
    if (fits && unit == "s" && number * 1000 <= kLongestDeadlineMs)
      return static_cast<std::int32_t>(number * 1000);
    Add("V04", value->where(), "deadline: is a time such as 15s or 15000ms, at most a day");
    return 0;
  }

  // ---- Winners ----

  static std::optional<Winners> PlainWinners(const Value& value) {
    if (!value.IsScalar()) return std::nullopt;
    if (value.text() == WinnersName(Winners::kAll)) return Winners::kAll;
    if (value.text() == WinnersName(Winners::kNearest)) return Winners::kNearest;
    return std::nullopt;
  }

  // all | nearest | {abort: node} | {count: one of these}. Counts below the lowest named: all win.
  // Otherwise the rule of the next lower named count applies.
  WinnersRule ReadWinners(const Value& value) {
    if (const std::optional<Winners> plain = PlainWinners(value)) return WinnersRule::Of(*plain);
    WinnersRule rule = WinnersRule::Of(Winners::kAll);
    if (value.IsMap() && value.Find("abort") != nullptr) {
      rule = WinnersRule::Of(Winners::kAbort);
      ReadOneRule(value, rule);
      return rule;
    }
    if (!value.IsMap() || value.entries().empty()) {
      WrongWinners(value);
      return rule;
    }
    std::array<Winners, kMaxSeats + 1> named{};
    for (const Value::Entry& entry : value.entries()) {
      const std::optional<std::int64_t> count = Value(entry.key).AsInt();
      if (!count || *count < 2 || *count > kMaxSeats) {
        Add("V04", entry.where,
            "winners: counts the seats that gave the answer, from 2 to " +
                std::to_string(kMaxSeats) + ", not \"" + entry.key + "\"");
        continue;
      }
      named[static_cast<std::size_t>(*count)] = ReadOneRule(entry.value, rule);
    }
    Winners current = Winners::kAll;
    for (std::size_t n = 2; n < named.size(); ++n) {
      if (named[n] != Winners::kUnset) current = named[n];
      rule.by_count[n] = current;
    }
    return rule;
  }

  // Reads all, nearest or {abort: node}. Stores the node in `rule`.
  Winners ReadOneRule(const Value& value, WinnersRule& rule) {
    if (const std::optional<Winners> plain = PlainWinners(value)) return *plain;
    const Value* abort =
        value.IsMap() && value.entries().size() == 1 ? value.Find("abort") : nullptr;
    if (abort == nullptr || !abort->IsScalar()) {
      WrongWinners(value);
      return Winners::kUnset;
    }
    if (!rule.abort_to.empty() && rule.abort_to != abort->text()) {
      Add("V04", abort->where(),
          "an answer aborts to one node: here to \"" + rule.abort_to + "\" and to \"" +
              abort->text() + "\"");
    }
    rule.abort_to = abort->text();
    return Winners::kAbort;
  }

  void WrongWinners(const Value& value) {
    Add("V04", value.where(),
        "winners: is all, nearest, {abort: node}, or one of these by the number of seats: {2: "
        "nearest, 3: all}");
  }

  FlowSpec& spec_;
  Faults& faults_;
  const Value* flow_ = nullptr;  // the map of nodes
};

}  // namespace

FlowSpec ReadFlowSpec(const Value& tree, Faults& faults) {
  FlowSpec spec;
  Reader(spec, faults).Read(tree);
  return spec;
}

}  // namespace mlf::loader
