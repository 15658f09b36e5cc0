// Parts that can do nothing where they are used, or would do it at the wrong place. Found by their
// declarations (declared.h):
//
//   L14 effect of a node that answers different windows
//   L15 effect that concerns no window of its node
//   L16 condition on pieces where no piece is chosen
//   L17 condition or answer at a place where its topic never holds
//   L18 effect at a node, or in a hook, that never brings its topic
//   L19 part that needs a topic which nothing in the flow brings
//   L20 `if` of a node that no player takes
//   L21 node that may find nothing, without an edge for that case
//
// The topics that may hold at a node are a fixed point over the graph: a node adds some topics and
// ends others, and the rest flow along its edges. Guards are assumed to hold sometimes, so that
// nothing useful is refused.
#include <mlf/flow/check.h>
#include <mlf/flow/flow.h>
#include <mlf/flow/window_effect.h>
#include "flow/base/words.h"
#include "flow/graph/lacks.h"
#include "flow/graph/lint.h"

#include <algorithm>
#include <bitset>
#include <tuple>

namespace mlf {
namespace {

constexpr std::size_t kMostTopics = 256;
using Topics = std::bitset<kMostTopics>;
constexpr std::size_t kMostNames = 4;  // listed in a remedy

bool Lists(const std::vector<std::string>& list, const std::string& word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

std::string Names(std::vector<std::string> names, std::string_view between) {
  if (names.size() > kMostNames) {
    names.resize(kMostNames);
    return Join(names, ", ") + " ...";
  }
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i)
    text += (i == 0                 ? ""
             : i + 1 < names.size() ? ", "
                                    : " " + std::string(between) + " ") +
            names[i];
  return text;
}

class PartLinter {
 public:
  PartLinter(const std::vector<Node>& nodes, int seats,
             const std::map<const Part*, Declared>& declared, const Registry& registry)
      : nodes_(nodes),
        seats_(seats),
        declared_(declared),
        registry_(registry),
        before_(nodes.size()),
        after_(nodes.size()) {}

  Faults Run() {
    FindTopics();
    for (const auto& [part, declared] : declared_) CheckNeeds(declared);
    for (const Node& node : nodes_) {
      CheckLack(node);
      CheckConditions(node);
      for (int hook = 0; hook < kHooks; ++hook) {
        for (const RoleUse<Effect>& effect : node.hooks[static_cast<std::size_t>(hook)]) {
          CheckEffect(node, static_cast<Hook>(hook), *effect.part, effect.where);
          CheckWindowsOf(node, static_cast<Hook>(hook), effect);
        }
      }
      for (const Edge& edge : node.then) {
        const Place place{"on the system edge " + Quoted(node.id) + " -> " + Quoted(Id(edge.to)),
                          "", false, true, AfterPasses(node)};
        for (const RoleUse<Condition>& guard : edge.guards)
          CheckCondition(*guard.part, guard.where, {place});
      }
      if (node.window) CheckWindow(node, *node.window);
    }
    std::stable_sort(faults_.begin(), faults_.end(), [](const Fault& a, const Fault& b) {
      return std::tie(a.where.file, a.where.line, a.where.column, a.message) <
             std::tie(b.where.file, b.where.line, b.where.column, b.message);
    });
    return std::move(faults_);
  }

 private:
  // A place where a condition is tested.
  struct Place {
    std::string text;    // "under if: of "hu""
    std::string window;  // the node that has the window; empty if none
    bool pieces;         // whether pieces are chosen there
    bool own_turn;       // whether the seat to move may be asked
    Topics topics;       // topics that may hold
  };

  void Add(std::string code, const SourcePos& where, std::string message) {
    faults_.push_back({std::move(code), where, std::move(message)});
  }
  const std::string& Id(NodeIndex index) const { return nodes_[index].id; }
  std::size_t IndexOf(const Node& node) const {
    return static_cast<std::size_t>(&node - nodes_.data());
  }

  const Declared& Of(const Part* part) const {
    static const Declared kNothing;
    const auto found = declared_.find(part);
    return found == declared_.end() ? kNothing : found->second;
  }

  // ---- Which topics may hold where ----

  std::size_t Bit(const Topic& topic) {
    const auto found = std::find(known_.begin(), known_.end(), topic.id);
    if (found != known_.end()) return static_cast<std::size_t>(found - known_.begin());
    MLF_CHECK(known_.size() < kMostTopics, "the flow has more topics than fit the count");
    known_.push_back(topic.id);
    return known_.size() - 1;
  }
  bool Has(const Topics& topics, const Topic& topic) { return topics.test(Bit(topic)); }

  // The node and its effects.
  std::vector<const Part*> PartsAt(const Node& node) const {
    std::vector<const Part*> parts{node.impl};
    for (const auto& hook : node.hooks) {
      for (const RoleUse<Effect>& effect : hook) parts.push_back(effect.part);
    }
    for (std::size_t i = 1; i < parts.size(); ++i) {  // effects may contain others
      for (const Part* part : Of(parts[i]).parts) {
        if (dynamic_cast<const Effect*>(part) != nullptr) parts.push_back(part);
      }
    }
    return parts;
  }

  void FindTopics() {
    Topics always;
    for (const auto& [part, declared] : declared_) {
      if (dynamic_cast<const ActionNode*>(part) != nullptr ||
          dynamic_cast<const Effect*>(part) != nullptr)
        continue;
      for (const Declared::Bring& bring : declared.brings) always.set(Bit(*bring.topic));
    }
    for (Topics& before : before_) before = always;
    for (bool more = true; more;) {
      more = false;
      const auto flow = [&](NodeIndex to, const Topics& topics) {
        if (to >= nodes_.size() || (before_[to] | topics) == before_[to]) return;
        before_[to] |= topics;
        more = true;
      };
      for (std::size_t n = 0; n < nodes_.size(); ++n) {
        const Node& node = nodes_[n];
        after_[n] = After(node);
        for (const Edge& edge : node.then) flow(edge.to, AfterPasses(node));
        if (!node.window) continue;
        for (const Edge& answer : node.window->answers) {
          flow(answer.to, after_[n]);
          flow(answer.abort_to, after_[n]);
        }
      }
    }
    ever_ = always;
    for (std::size_t n = 0; n < nodes_.size(); ++n) ever_ |= BroughtAt(nodes_[n]);
  }

  Topics BroughtAt(const Node& node) {
    Topics topics;
    for (const Part* part : PartsAt(node)) {
      for (const Declared::Bring& bring : Of(part).brings) {
        if (bring.given == nullptr || Has(before_[IndexOf(node)], *bring.given))
          topics.set(Bit(*bring.topic));
      }
    }
    return topics;
  }

  Topics After(const Node& node) {
    Topics topics = before_[IndexOf(node)];
    for (const Topic* topic : Of(node.impl).ends) topics.reset(Bit(*topic));
    return topics | BroughtAt(node);
  }

  // After the window of `node`, if all have passed: the hooks of the passes have run too.
  Topics AfterPasses(const Node& node) {
    Topics topics = after_[IndexOf(node)];
    if (!node.window) return topics;
    for (const Edge& answer : node.window->answers) {
      if (answer.pass && answer.to < nodes_.size()) topics |= after_[answer.to];
    }
    return topics;
  }

  // ---- L19 ----

  void CheckNeeds(const Declared& declared) {
    for (const std::vector<const Topic*>& one_of : declared.needs) {
      if (std::ranges::any_of(one_of, [&](const Topic* topic) { return Has(ever_, *topic); }))
        continue;
      std::vector<std::string> wanted, bringing;
      for (const Topic* topic : one_of) {
        wanted.emplace_back(topic->en);
        for (std::string& id : Bringing(*topic)) bringing.push_back(std::move(id));
      }
      Add("L19", declared.where,
          Quoted(declared.id) + " can do nothing in this flow: it matters only once " +
              Names(wanted, "or") + ", and nothing here brings that about; " +
              (bringing.empty() ? "" : "add " + Names(bringing, "or") + ", or ") + "take it out");
    }
  }

  // The parts to add for `topic`. If a part that brings it is there already, the parts that bring
  // its `given` topic.
  std::vector<std::string> Bringing(const Topic& topic) const {
    for (const auto& [part, declared] : declared_) {
      for (const Declared::Bring& bring : declared.brings) {
        if (bring.topic->id == topic.id && bring.given != nullptr)
          return registry_.Bringing(*bring.given);
      }
    }
    return registry_.Bringing(topic);
  }

  // ---- L21 ----

  void CheckLack(const Node& node) {
    const std::vector<NodeIndex> path =
        UncoveredLack(nodes_, static_cast<NodeIndex>(IndexOf(node)));
    if (path.empty()) return;
    const std::string what(node.impl->may_lack());
    std::vector<std::string> covering;
    const Value none;
    for (const Registry::Entry* entry : registry_.All()) {
      if (entry->role != Condition::kRole) continue;
      Params params(none, {}, nullptr);
      const std::unique_ptr<Part> part = entry->make(params);
      // Ignore conditions that always hold, and combinations of others.
      const auto* condition = static_cast<const Condition*>(part.get());
      if (condition->TellsLack(what) && !condition->TellsLack(""))
        covering.emplace_back(entry->info.id);
    }
    std::string way;
    for (std::size_t i = 1; i < path.size(); ++i)
      way += (i == 1 ? "" : " -> ") + Quoted(Id(path[i]));
    const Node& last = nodes_[path.back()];
    SourcePos where = node.where;
    for (const Edge& edge : node.then) {
      if (path.size() > 1 && edge.to == path[1]) where = edge.where;
    }
    std::string message = Quoted(node.id) + " may find nothing of the " + what +
                          " left, and no edge handles that case: ";
    message += path.size() == 1
                   ? (last.window ? "its own window would open" : "no edge need be open")
                   : "it would go on to " + way;
    if (path.size() > 1)
      message += last.window ? ", whose window would open all the same"
                             : ", from where no edge need be open";
    Add("L21", where,
        message + "; write before that, in then: of " + Quoted(node.id) + ", an edge with if: " +
            (covering.empty() ? "a guard for that case" : Names(covering, "or")));
  }

  // ---- conditions: L16, L17, L20 ----

  // The windows that have `node` as an answer, as places.
  std::vector<Place> AskedAt(const Node& node, const std::string& text) {
    std::vector<Place> places;
    for (const Node& asking : nodes_) {
      if (!asking.window) continue;
      for (const Edge& answer : asking.window->answers) {
        if (answer.to == IndexOf(node))
          places.push_back(PlaceIn(asking, answer, text,
                                   node.impl != nullptr && node.impl->payload() == Domain::kPiece));
      }
    }
    return places;
  }

  Place PlaceIn(const Node& asking, const Edge& answer, std::string text, bool pieces) const {
    SeatMask seats = SeatsOf(asking.window->ask, 0, seats_);
    if (answer.who != Who::kAll) seats &= SeatsOf(answer.who, 0, seats_);
    return {std::move(text), asking.id, pieces, (seats & MaskOf(Seat{0})) != 0,
            after_[IndexOf(asking)]};
  }

  void CheckConditions(const Node& node) {
    if (node.conditions.empty()) return;
    if (node.impl == nullptr || !node.impl->player()) {
      Add("L20", node.conditions[0].where,
          "if: of " + Quoted(node.id) +
              " is never asked: the system runs that node, and no player takes it as an answer; "
              "put the condition on the edges that lead to it");
      return;
    }
    const std::vector<Place> places = AskedAt(node, "under if: of " + Quoted(node.id));
    for (const RoleUse<Condition>& condition : node.conditions)
      CheckCondition(*condition.part, condition.where, places);
  }

  // A combination of conditions is useful if each of them is.
  void CheckCondition(const Condition& condition, const SourcePos& where,
                      const std::vector<Place>& places) {
    if (places.empty()) return;
    bool made_of_others = false;
    for (const Part* part : Of(&condition).parts) {
      const auto* inner = dynamic_cast<const Condition*>(part);
      if (inner == nullptr) continue;
      made_of_others = true;
      CheckCondition(*inner, Of(inner).where.line != 0 ? Of(inner).where : where, places);
    }
    if (made_of_others) return;
    const Declared& declared = Of(&condition);
    const std::string lead = Quoted(declared.id) + " can do nothing " + places[0].text + ": ";
    if (dynamic_cast<const Guard*>(&condition) == nullptr &&
        std::ranges::none_of(places, &Place::pieces)) {
      std::vector<std::string> better;
      for (const Node& node : nodes_) {
        if (node.impl != nullptr && node.impl->player() && node.impl->payload() == Domain::kPiece)
          better.push_back(node.id);
      }
      Add("L16", where,
          lead + "it narrows which pieces are offered, and none is chosen there; " +
              (better.empty() ? ""
                              : "put it under if: of a node that names one (" +
                                    Names(better, "or") + "), or ") +
              "take it out");
      return;
    }
    if (declared.own_turn && std::ranges::none_of(places, &Place::own_turn)) {
      Add("L17", where,
          lead + "it is about the seat whose move it is, and " + Windows(places) +
              " asks others only; put it where that seat is asked, or take it out");
      return;
    }
    for (const Topic* topic : declared.needs_here) {
      if (std::ranges::any_of(places,
                              [&](const Place& place) { return Has(place.topics, *topic); }))
        continue;
      const std::vector<std::string> better = WindowsWith(*topic);
      Add("L17", where,
          lead + "it matters only while " + std::string(topic->en) + ", which is never so " +
              (places[0].window.empty() ? "there" : "in " + Windows(places)) + "; " +
              (better.empty()
                   ? ""
                   : "put it where the window of " + Names(better, "or") + " asks, or ") +
              "take it out");
      return;
    }
  }

  static std::string Windows(const std::vector<Place>& places) {
    std::vector<std::string> names;
    for (const Place& place : places) {
      if (!Lists(names, Quoted(place.window))) names.push_back(Quoted(place.window));
    }
    return (names.size() == 1 ? "the window of " : "each window of ") + Names(names, "and");
  }

  // The nodes in whose windows `topic` may hold.
  std::vector<std::string> WindowsWith(const Topic& topic) {
    std::vector<std::string> names;
    for (const Node& node : nodes_) {
      if (node.window && Has(after_[IndexOf(node)], topic)) names.push_back(Quoted(node.id));
    }
    return names;
  }

  // ---- Windows: L17 of answers and guards, L22 of bystanders ----

  // Whether the window asks bystanders although there are none.
  bool AsksNobody(const Window& window) {
    return window.ask == Who::kBystanders && !Has(ever_, kBystanderTopic);
  }

  void CheckWindow(const Node& node, const Window& window) {
    const bool bystanders = window.ask == Who::kBystanders;
    if (AsksNobody(window)) {
      const std::vector<std::string> bringing = registry_.Bringing(kBystanderTopic);
      Add("L22", node.where,
          "the window of " + Quoted(node.id) +
              " asks bystanders, and there are none: no part says that there are persons without a "
              "seat; " +
              (bringing.empty()
                   ? ""
                   : "add " + Names(bringing, "or") + " with more persons than seats, or ") +
              "take the window out");
      return;
    }
    for (const Edge& answer : window.answers) {
      const Node& to = nodes_[answer.to];
      const Place place =
          PlaceIn(node, answer,
                  "at the answer " + Quoted(to.id) + " of the window of " + Quoted(node.id), false);
      for (const RoleUse<Condition>& guard : answer.guards)
        CheckCondition(*guard.part, guard.where, {place});
      if (!answer.pass) CheckAnswer(node, answer, place, bystanders);
    }
    for (const DefaultAnswer& fallback : window.defaults) {
      const Edge& answer = window.answers[fallback.answer];
      const Place place = PlaceIn(
          node, answer,
          "at the default " + Quoted(Id(answer.to)) + " of the window of " + Quoted(node.id),
          false);
      for (const RoleUse<Condition>& condition : fallback.when)
        CheckCondition(*condition.part, condition.where, {place});
    }
  }

  void CheckAnswer(const Node& node, const Edge& answer, const Place& place, bool bystanders) {
    const Declared& declared = Of(nodes_[answer.to].impl);
    const std::string lead = "the answer " + Quoted(Id(answer.to)) + " of the window of " +
                             Quoted(node.id) + " is never offered: ";
    const std::string remedy = "; make it an answer of a window where that can be, or take it out";
    if (bystanders ? declared.offered_to == OfferedTo::kSeats
                   : declared.offered_to == OfferedTo::kBystanders) {
      Add("L17", answer.where,
          lead +
              (bystanders ? "it is for seats, and the window asks bystanders"
                          : "it is for bystanders, and the window asks seats") +
              remedy);
      return;
    }
    if (declared.own_turn && !place.own_turn) {
      Add("L17", answer.where,
          lead + "it is for the seat whose move it is, and that seat is not asked" + remedy);
      return;
    }
    for (const Topic* topic : declared.needs_here) {
      if (Has(place.topics, *topic)) continue;
      const std::vector<std::string> better = WindowsWith(*topic);
      Add("L17", answer.where,
          lead + "it takes that " + std::string(topic->en) + ", which is never so there" +
              (better.empty() ? remedy
                              : "; make it an answer of the window of " + Names(better, "or") +
                                    ", or take it out"));
      return;
    }
  }

  // ---- Effects: L18 ----

  void CheckEffect(const Node& node, Hook hook, const Effect& effect, const SourcePos& where) {
    const Declared& declared = Of(&effect);
    for (const Part* part : declared.parts) {
      if (const auto* inner = dynamic_cast<const Effect*>(part))
        CheckEffect(node, hook, *inner, Of(inner).where.line != 0 ? Of(inner).where : where);
    }
    const std::string lead = Quoted(declared.id) + " can do nothing in " +
                             std::string(HookKey(hook)) + ": of " + Quoted(node.id) + ": ";
    for (const Topic* topic : declared.needs_here) {
      const Declared::Bring* brought = nullptr;
      for (const Declared::Bring& bring : Of(node.impl).brings) {
        if (bring.topic->id == topic->id) brought = &bring;
      }
      if (brought == nullptr) {
        std::vector<std::string> better;
        for (const Node& other : nodes_) {
          if (std::ranges::any_of(Of(other.impl).brings, [&](const Declared::Bring& bring) {
                return bring.topic->id == topic->id;
              }))
            better.push_back(other.id);
        }
        if (better.empty()) better = registry_.Bringing(*topic);
        Add("L18", where,
            lead + "it takes a node at which " + std::string(topic->en) + "; " +
                (better.empty() ? "" : "put it at " + Names(better, "or") + ", or ") +
                "take it out");
        return;
      }
      if (static_cast<int>(hook) >= brought->from && static_cast<int>(hook) <= brought->until)
        continue;
      const bool early = static_cast<int>(hook) < brought->from;
      std::vector<std::string> hooks;
      for (int h = std::max(brought->from, 1); h <= brought->until; ++h)
        hooks.emplace_back(HookKey(static_cast<Hook>(h)));
      Add("L18", where,
          lead + "in that hook it is " + (early ? "not yet so" : "no longer so") + " that " +
              std::string(topic->en) + "; write it under one of " + Join(hooks, ", "));
      return;
    }
  }

  // ---- Effects: L14, L15 ----

  static std::string WindowText(const Node& asking) {
    return Quoted(asking.id) + " (asks " + std::string(WhoName(asking.window->ask)) + ")";
  }

  // An effect meant for one window but run after several is found only in play. Windows that ask
  // different seats count as different. Windows that ask the same seats (claims, robbing) differ by
  // the piece in question, which the effects read. A window that can ask nobody is reported only as
  // L22.
  void CheckWindowsOf(const Node& node, Hook hook, const RoleUse<Effect>& effect) {
    std::vector<const Node*> asking;
    for (const Node& other : nodes_) {
      const auto leads_here = [&](const Edge& answer) { return answer.to == IndexOf(node); };
      if (!other.window || std::ranges::none_of(other.window->answers, leads_here)) continue;
      if (AsksNobody(*other.window)) return;
      asking.push_back(&other);
    }
    const std::string id = effect.Name();
    const std::string lead =
        std::string(HookKey(hook)) + ": the effect " + Quoted(id) + " of " + Quoted(node.id);
    const SourcePos& where = effect.where.line != 0 ? effect.where : node.where;
    const auto* of_window = dynamic_cast<const WindowEffect*>(effect.part);
    if (of_window == nullptr) {
      const auto other = std::ranges::find_if(
          asking, [&](const Node* one) { return one->window->ask != asking[0]->window->ask; });
      if (other == asking.end()) return;
      Add("L14", where,
          lead + " runs after answers to " + WindowText(*asking[0]) + " and to " +
              WindowText(**other) + "; name the window it is meant for: {in_window: {of: " +
              asking[0]->id + ", run: " + id + "}}");
      return;
    }
    if (std::ranges::any_of(asking,
                            [&](const Node* one) { return of_window->Concerns(*one, nodes_); }))
      return;
    std::vector<std::string> windows;
    windows.reserve(asking.size());
    for (const Node* one : asking) windows.push_back(Quoted(one->id));
    Add("L15", where,
        lead + " can never do anything: " +
            (asking.empty() ? "it reads the question just decided, and no window asks for " +
                                  Quoted(node.id) + "; put it at a node that is an answer"
                            : "none of the windows that ask for " + Quoted(node.id) + " (" +
                                  Join(windows, ", ") + ") concerns it; check the nodes it names") +
            ", or take it out");
  }

  const std::vector<Node>& nodes_;
  const int seats_;
  const std::map<const Part*, Declared>& declared_;
  const Registry& registry_;
  std::vector<std::string_view> known_;  // topics by bit
  // By node: the topics that may hold when it is entered, and after its hooks.
  std::vector<Topics> before_, after_;
  Topics ever_;
  Faults faults_;
};

}  // namespace

Faults LintParts(const std::vector<Node>& nodes, int seats,
                 const std::map<const Part*, Declared>& declared, const Registry& registry) {
  return PartLinter(nodes, seats, declared, registry).Run();
}

}  // namespace mlf
