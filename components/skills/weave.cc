// Weaves the skills of a table into the graph of a variant: effects and conditions at the nodes
// that the hooks belong to, and questions in front of windows. Nodes are recognised by their
// interfaces. A flow without skills never comes here.
//
// Faults:
//   S01 a skill that does not exist
//   S02 settings that are wrong
//   S03 a skill that the variant cannot carry
#include <mlf/components/deal_node.h>
#include <mlf/components/dealer_node.h>
#include <mlf/components/fact_node.h>
#include <mlf/components/play_node.h>
#include <mlf/components/skill_table.h>
#include <mlf/components/topics.h>
#include <mlf/components/wall_opening.h>
#include <mlf/flow/layer.h>
#include <mlf/flow/registry.h>
#include "flow/base/words.h"

#include <algorithm>
#include <set>

namespace mlf::skills {
namespace {

constexpr std::string_view kKey = "skills";
constexpr std::string_view kSettings[] = {"wall_mode", "retry_limit", "fixed_conflict",
                                          "nested_skills", "filter_counts_as_pass"};

std::vector<std::string> Split(const std::string& text, char at) {
  std::vector<std::string> words(1);
  for (const char c : text) {
    if (c == at) {
      words.emplace_back();
    } else {
      words.back() += c;
    }
  }
  return words;
}

Value Settings(const Value& written, const std::map<std::string, std::string>& given,
               Faults& faults) {
  const SourcePos table{"the option skills", 0, 0};
  const auto off = [](const std::string& text) { return text == "off" || text == "false"; };
  Value settings = Value::Map();
  settings.set_where(written.where());
  if (written.IsList()) {
    settings.Set("seats", written);
  } else if (written.IsMap()) {
    settings = written;
  } else if (!written.IsNull() && !off(written.text())) {
    faults.push_back({"S02", written.where(),
                      "skills: is a list of skills by seat, or a map with seats:, not " +
                          written.Canonical() + "; write [pairs, none, none, none]"});
    return {};
  }
  const bool in_variant = !settings.entries().empty();
  if (const auto own = given.find(""); own != given.end()) {
    if (off(own->second)) return {};
    Value seats = Value::List();
    seats.set_where(table);
    for (const std::string& word : Split(own->second, '/')) {
      Value seat(word == "-" ? std::string("none") : word);
      seat.set_where(table);
      seats.Append(std::move(seat));
    }
    settings.Set("seats", std::move(seats));
  } else if (!in_variant && !given.empty()) {
    faults.push_back({"S02", table,
                      "settings of skills are given, and no skills; add "
                      "skills=<seat 0>/<seat 1>/..., or take them out"});
    return {};
  }
  for (const auto& [name, text] : given) {
    if (!name.empty()) {
      Value value(text);
      value.set_where(table);
      settings.Set(name, std::move(value));
    }
  }
  if (settings.entries().empty()) return {};
  std::vector<std::string> known{"seats"};
  for (const std::string_view name : kSettings) known.emplace_back(name);
  for (const Value::Entry& entry : settings.entries()) {
    if (std::ranges::find(known, entry.key) != known.end()) continue;
    const std::string hint = DidYouMean(entry.key, known);
    faults.push_back({"S02", entry.where.line != 0 ? entry.where : entry.value.where(),
                      "skills have no setting " + Quoted(entry.key) +
                          (hint.empty() ? "; they have " + Join(known) : hint)});
  }
  return settings;
}

class Weaver {
 public:
  Weaver(const Value& settings, const Registry& registry, FlowDraft& draft, Faults& faults)
      : registry_(registry), draft_(draft), faults_(faults) {
    if (const Value* seats = settings.Find("seats")) seats_ = *seats;
  }

  void Run(const Value& settings) {
    if (!ReadSeats()) return;
    FindNodes();
    if (!CheckUses()) return;
    draft_.parts.emplace_back(kKey, Value::Map({{"skill_table", settings}}));
    draft_.parts.back().second.set_where(settings.where());
    // Hooks that every flow has. The nodes woven in below have none of them.
    const std::size_t nodes = draft_.nodes.size();
    for (std::size_t i = 0; i < nodes; ++i) HookInto(draft_.nodes[i], roles_[i]);
    if ((uses_ & (kAsksInTurn | kAsksAtClaims)) != 0) AskInWindows(nodes);
    InFrontOfDice();
  }

 private:
  struct Roles {
    bool known = false, player = false, dealer = false, deal = false, draws = false;
    bool turns_up = false, readies = false, wins_by_draw = false, wins_on_tile = false;
    bool dead_wall = false;
  };

  void Add(std::string code, const SourcePos& where, std::string message) {
    faults_.push_back({std::move(code), where, std::move(message)});
  }

  // The skills, and what they take part in.
  bool ReadSeats() {
    const auto wrong = [&](const std::string& what) {
      Add("S02", seats_.where(),
          what + "; the table has " + std::to_string(draft_.seats) +
              " seats: name a skill for each, none for a seat without");
      return false;
    };
    if (seats_.IsNull()) return true;  // only the wall
    if (!seats_.IsList()) return wrong("seats: is a list of skills");
    if (static_cast<int>(seats_.items().size()) != draft_.seats)
      return wrong("seats: names " + std::to_string(seats_.items().size()) + " seats");
    bool fine = true;
    for (const Value& item : seats_.items()) {
      if (item.IsNull() || (item.IsScalar() && item.text() == "none")) continue;
      std::string id =
          item.IsMap() && item.entries().size() == 1 ? item.entries()[0].key : item.text();
      const std::string named = id;
      for (const auto& [name, spec] : draft_.parts) {
        if (name == named)
          id = spec.IsMap() && !spec.entries().empty() ? spec.entries()[0].key : spec.text();
      }
      const Registry::Entry* entry = registry_.Find(id);
      if (entry == nullptr || entry->role != Skill::kRole) {
        std::vector<std::string> known = registry_.Ids(Skill::kRole);
        std::string hint = DidYouMean(id, known);
        if (hint.empty()) hint = "; there are " + Join(known) + ", and none";
        Add("S01", item.where(), "there is no skill " + Quoted(id) + hint);
        fine = false;
        continue;
      }
      const auto sample = Registry::Sample(*entry);
      const auto& skill = static_cast<const Skill&>(*sample);
      uses_ |= skill.uses();
      has_facts_ |= !skill.facts().empty();
      skills_.push_back({named, skill.uses(), item.where()});
    }
    return fine;
  }

  void FindNodes() {
    for (const NodeSpec& node : draft_.nodes) {
      Roles& roles = roles_.emplace_back();
      const Registry::Entry* entry = registry_.Find(node.type.empty() ? node.id : node.type);
      if (entry == nullptr || entry->role != ActionNode::kRole) continue;
      static const Value kNothing;
      Params params(kNothing, {}, nullptr);
      const std::unique_ptr<Part> part = entry->make(params);
      const auto& impl = static_cast<const ActionNode&>(*part);
      const logic::Play play = logic::PlayOf(impl);
      roles.known = true;
      roles.player = impl.player();
      roles.dealer = dynamic_cast<const logic::DealerNode*>(&impl) != nullptr;
      roles.deal = dynamic_cast<const logic::DealNode*>(&impl) != nullptr;
      roles.draws = play == logic::Play::kDraw;
      roles.readies = play == logic::Play::kReady;
      roles.wins_by_draw = logic::Wins(impl, logic::WinBy::kSelfDraw);
      roles.wins_on_tile =
          logic::Wins(impl, logic::WinBy::kDiscard) || logic::Wins(impl, logic::WinBy::kRob);
      roles.turns_up =
          std::ranges::any_of(params.declared().brings, [](const Declared::Bring& bring) {
            return bring.topic->id == logic::kIndicatorTurned.id;
          });
    }
  }

  bool CheckUses() {
    const auto any = [&](bool Roles::* role) { return std::ranges::any_of(roles_, role); };
    const bool windows = !Windows(Who::kOthers).empty(), turns = !Windows(Who::kSelf).empty();
    const bool dead_wall = std::ranges::any_of(
        draft_.parts, [](const auto& part) { return part.first == "dead_wall"; });
    struct Need {
      unsigned use;
      bool met;
      std::string_view what;
    };
    const Need needs[] = {
        {kUsesDice | kAsksAtDice, any(&Roles::dealer), "a node that names the dealer"},
        {kUsesDeal, any(&Roles::deal), "a node that deals the hands"},
        {kUsesDraws, any(&Roles::draws), "a node that draws"},
        {kUsesIndicators, dead_wall || any(&Roles::turns_up), "an indicator that is turned up"},
        {kUsesFilters, any(&Roles::wins_by_draw) || any(&Roles::wins_on_tile),
         "a node by which seats win"},
        {kAsksInTurn, turns, "a window of the own turn"},
        {kAsksAtClaims, windows, "a window in which others' tiles are claimed"},
    };
    bool fine = true;
    for (const OneSkill& skill : skills_) {
      for (const Need& need : needs) {
        if ((skill.uses & need.use) == 0 || need.met) continue;
        Add("S03", skill.where,
            "the skill " + Quoted(skill.id) + " needs " + std::string(need.what) +
                ", and this variant has none; take the skill out, or add the node");
        fine = false;
      }
    }
    return fine;
  }

  static Value Once(std::string_view id, std::string_view key, std::string_view word) {
    return Value::Map({{id, Value::Map({{key, Value(word)}})}});
  }

  void HookInto(NodeSpec& node, const Roles& roles) {
    if (!roles.known) return;
    auto& before = node.hooks[Hook::kBeforeProcessAction];
    if (roles.dealer) {
      if ((uses_ & kAsksAtDice) == 0) before.emplace_back("skill_dice");
      before.emplace_back("skill_first_dice");
    }
    if (roles.deal) before.emplace_back("skill_deal");
    if (roles.draws) before.emplace_back("skill_draw");
    if (roles.turns_up) before.emplace_back("skill_turn_up");
    before.emplace_back(roles.player ? "skill_inbox_of_answer" : "skill_inbox");
    if (node.window && (node.window->ask == Who::kSelf || node.window->ask == Who::kOthers))
      node.hooks[Hook::kSetStates].push_back(
          Once(roles.player ? "skill_activate_of_answer" : "skill_activate", "moment",
               node.window->ask == Who::kSelf ? "turn" : "claims"));
    node.hooks[Hook::kAfterSetStates].emplace_back(roles.player ? "skill_events_of_answer"
                                                                : "skill_events");
    if ((uses_ & kUsesFilters) == 0) return;
    if (roles.wins_by_draw) node.conditions.push_back(Once("skill_filter", "bars", "zi_mo"));
    if (roles.wins_on_tile) node.conditions.push_back(Once("skill_filter", "bars", "hu"));
    if (roles.readies) node.conditions.push_back(Once("skill_filter", "bars", "ting"));
  }

  // The nodes whose window asks `who`.
  std::vector<std::size_t> Windows(Who who) const {
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < draft_.nodes.size(); ++i) {
      if (draft_.nodes[i].window && draft_.nodes[i].window->ask == who) found.push_back(i);
    }
    return found;
  }

  std::vector<EdgeSpec> EdgesOf(const std::string& node, bool player) const {
    std::vector<EdgeSpec> edges;
    std::ranges::copy_if(draft_.edges, std::back_inserter(edges), [&](const EdgeSpec& edge) {
      return edge.from == node && edge.player == player;
    });
    return edges;
  }

  // Each window has a node ji_neng of its own, which is shown to others as the node of the window.
  void AskInWindows(std::size_t nodes) {
    for (std::size_t i = 0; i < nodes; ++i) {
      const NodeSpec& node = draft_.nodes[i];
      const bool turn = node.window && node.window->ask == Who::kSelf;
      const bool claims = node.window && node.window->ask == Who::kOthers;
      if ((turn && (uses_ & kAsksInTurn) != 0) || (claims && (uses_ & kAsksAtClaims) != 0))
        AskIn(std::string(node.id));
    }
  }

  void AskIn(const std::string& id) {
    const std::string asks = "ji_neng_" + id;
    NodeSpec node;
    node.id = asks;
    node.type = "ji_neng";
    node.params = Value::Map({{"of", Value(id)}});
    node.group = draft_.Find(id)->group;
    node.where = draft_.Find(id)->where;
    int rank = 0;
    for (const EdgeSpec& edge : EdgesOf(id, true)) rank = std::max(rank, edge.rank + 1);
    for (EdgeSpec& edge : draft_.edges) {
      if (edge.player && edge.from == id) edge.guards.emplace_back("no_skill_question");
    }
    WindowSpec& window = *draft_.Find(id)->window;
    window.defaults.insert(window.defaults.begin(),
                           DefaultSpec{.answer = asks, .when = {Value("skill_question")}});
    draft_.edges.push_back({.from = id,
                            .to = asks,
                            .player = true,
                            .rank = rank,
                            .winners = WinnersRule::Of(Winners::kNearest),
                            .where = node.where});
    node.window = window;
    std::vector<EdgeSpec> own = EdgesOf(id, true);
    for (EdgeSpec& edge : EdgesOf(id, false)) own.push_back(std::move(edge));
    for (EdgeSpec& edge : own) {
      edge.from = asks;
      draft_.edges.push_back(std::move(edge));
    }
    draft_.nodes.push_back(std::move(node));
  }

  // Puts a moment with a window before `id`: everything that leads to `id` leads to it.
  std::string InFrontOf(const std::string& id, std::string moment, const Label& label,
                        WindowSpec window, const std::string& answer, const std::string& type) {
    for (EdgeSpec& edge : draft_.edges) {
      if (edge.to == id) edge.to = moment;
      if (edge.winners.abort_to == id) edge.winners.abort_to = moment;
    }
    if (draft_.entry == id || (draft_.entry.empty() && draft_.nodes[0].id == id))
      draft_.entry = moment;
    const SourcePos where = draft_.Find(id)->where;
    const std::string group = draft_.Find(id)->group;
    window.defaults = {{.answer = answer, .when = {}}};
    const bool in_turn = window.ask != Who::kBystanders;
    for (const bool asks : {false, true}) {
      NodeSpec node;
      node.id = asks ? answer : moment;
      node.type = asks ? type : "moment";
      if (asks && type == "ji_neng") node.params = Value::Map({{"of", Value(moment)}});
      if (!asks) node.label = label;
      node.group = group;
      node.window = window;
      node.where = where;
      if (!asks && in_turn) {
        node.hooks[Hook::kProcessAction].emplace_back("skill_dice");
        node.hooks[Hook::kSetStates].push_back(Once("skill_activate", "moment", "dice"));
      }
      draft_.nodes.push_back(node);
      draft_.edges.push_back({.from = node.id,
                              .to = answer,
                              .player = true,
                              .winners = WinnersRule::Of(Winners::kNearest),
                              .where = where});
      draft_.edges.push_back({.from = node.id, .to = id, .where = where});
    }
    return moment;
  }

  void InFrontOfDice() {
    std::string dealer;
    for (std::size_t i = 0; i < roles_.size(); ++i) {
      if (roles_[i].dealer) dealer = draft_.nodes[i].id;
    }
    if (dealer.empty()) return;
    WindowSpec window;
    window.deadline_ms = 30000;
    if ((uses_ & kAsksAtDice) != 0) {
      window.ask = Who::kAll;
      window.label = {"技能问询窗", "skills"};
      dealer = InFrontOf(dealer, "before_dice", {"掷骰之前", "before the dice"}, window,
                         "ji_neng_before_dice", "ji_neng");
    }
    if (!has_facts_) return;
    window.ask = Who::kBystanders;
    window.label = {"环境问询窗", "facts"};
    InFrontOf(dealer, "facts", {"问环境", "facts"}, window, "huan_jing", "huan_jing");
  }

  struct OneSkill {
    std::string id;
    unsigned uses;
    SourcePos where;
  };

  const Registry& registry_;
  FlowDraft& draft_;
  Faults& faults_;
  Value seats_;
  std::vector<OneSkill> skills_;
  std::vector<Roles> roles_;  // of the nodes as they were
  unsigned uses_ = 0;
  bool has_facts_ = false;
};

void Weave(const Value& settings, const Registry& registry, FlowDraft& draft, Faults& faults) {
  Weaver(settings, registry, draft, faults).Run(settings);
}

constexpr Layer kSkills{kKey, Settings, Weave};

}  // namespace

void RegisterWeave(Registry& registry) { registry.AddLayer(kSkills); }

}  // namespace mlf::skills
