// FlowBuilder::Build makes nodes and parts in written order, resolves edges, lints the graph and
// hashes its canonical text (canonical.cc) into the fingerprint. It collects every fault; with one
// fault there is no flow.
#include <mlf/flow/also_bystanders.h>
#include <mlf/flow/check.h>
#include <mlf/flow/consumer.h>
#include <mlf/flow/flow_check.h>
#include <mlf/flow/may_decline.h>
#include "flow/base/words.h"
#include "flow/build/build_context.h"
#include "flow/build/hot_node.h"
#include "flow/build/sha1.h"
#include "flow/graph/lint.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace mlf {
namespace {

constexpr std::size_t kMaxAnswers = 32;  // WindowState::offered has one bit each

bool IsId(std::string_view text) {
  if (text.empty() || text[0] < 'a' || text[0] > 'z') return false;
  return std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
  });
}

std::uint64_t Hash(std::string_view text) {
  const Sha1Words digest = Sha1(text);
  return (static_cast<std::uint64_t>(digest[0]) << 32) | digest[1];
}

std::string Article(std::string_view word) {
  return (std::string_view("aeiou").find(word.front()) == std::string_view::npos ? "a " : "an ") +
         std::string(word);
}

template <typename Role>
void UseAll(BuildContext& context, const std::vector<Value>& specs, std::string_view where_for,
            std::vector<RoleUse<Role>>& into) {
  for (const Value& spec : specs) {
    BuildContext::MadePart made = context.Make(spec, Role::kRole);
    if (made.part == nullptr) continue;
    if (const Role* role = dynamic_cast<const Role*>(made.part)) {
      made.use.where = spec.where();
      into.push_back({std::move(made.use), role});
    } else {
      context.AddFault("P05", spec.where(),
                       std::string(where_for) + " takes " + Article(Role::kRole) + ", which " +
                           Quoted(spec.Canonical()) + " is not; `mlf parts --role " +
                           std::string(Role::kRole) + "` lists the parts of this role");
    }
  }
}

}  // namespace

// ---- BuildContext ----

Layout& BuildContext::layout() { return flow_.layout_; }
const Registry& BuildContext::registry() const { return builder_.registry_; }
const PieceText* BuildContext::piece_text() const { return builder_.piece_text_; }
int BuildContext::seats() const { return builder_.seats_; }

bool BuildContext::HasShared(std::string_view name) const {
  return std::any_of(builder_.parts_.begin(), builder_.parts_.end(),
                     [&](const auto& part) { return part.first == name; });
}

BuildContext::MadePart BuildContext::Shared(std::string_view name) {
  if (const auto found = shared_.find(name); found != shared_.end()) return found->second;
  for (const auto& [shared_name, spec] : builder_.parts_) {
    if (shared_name != name) continue;
    if (!in_progress_.insert(shared_name).second) {
      AddFault("P07", spec.where(), "the shared part " + Quoted(name) + " needs itself");
      return {};
    }
    MadePart made = Make(spec, "part");
    in_progress_.erase(shared_name);
    // Users refer to the part by name. Its parameters are in shared_ only.
    PartUse reference{made.use.info, shared_name, {}, {}};
    if (made.part != nullptr)
      flow_.shared_.push_back({shared_name, made.part, std::move(made.use)});
    made.use = std::move(reference);
    shared_.emplace(shared_name, made);
    return made;
  }
  return {};
}

BuildContext::MadePart BuildContext::Make(const Value& spec, std::string_view role) {
  static const Value kNone;
  std::string id;
  const Value* params = &kNone;
  SourcePos where = spec.where();
  if (spec.IsScalar()) {
    id = spec.text();
    // A shared part may have the name of its part type. While it is being made, the name means the
    // type.
    if (HasShared(id) && in_progress_.count(id) == 0) return Shared(id);
  } else if (spec.IsMap() && spec.entries().size() == 1) {
    id = spec.entries()[0].key;
    params = &spec.entries()[0].value;
    where = spec.entries()[0].where;
  } else {
    AddFault("P08", where,
             "a " + std::string(role) +
                 " is written as its name, or as {name: parameters}, not as " +
                 Quoted(spec.Canonical()));
    return {};
  }
  const Registry::Entry* entry = registry().Find(id);
  if (entry == nullptr && in_progress_.count(id) != 0) {
    AddFault("P07", where,
             "the shared part " + Quoted(id) + " needs itself; make it of another part");
    return {};
  }
  if (entry == nullptr) {
    std::vector<std::string> known = registry().Ids(role);
    if (known.empty()) known = registry().Ids();
    for (const auto& [name, unused] : builder_.parts_) known.push_back(name);
    std::string hint = DidYouMean(id, known);
    if (hint.empty()) hint = "; `mlf parts` lists all parts";
    if (id == "on" || id == "off") {
      hint = "; that is the value of an option. Where a " + std::string(role) +
             " is there only beside an option, write {name: {when: option}}, or when: \"!option\"";
    }
    AddFault("P04", where, "there is no " + std::string(role) + " " + Quoted(id) + hint);
    return {};
  }
  return MakeEntry(*entry, *params, where);
}

BuildContext::MadePart BuildContext::MakeEntry(const Registry::Entry& entry, const Value& value,
                                               const SourcePos& where) {
  Params params(value, where, this);
  return Make(entry.info, entry.make, params);
}

BuildContext::MadePart BuildContext::MakeOwn(const FlowBuilder::OwnPart& own, const Value& value,
                                             const SourcePos& where) {
  Params params(value, where, this);
  return Make(own.info, own.make, params);
}

BuildContext::MadePart BuildContext::Make(
    const PartInfo& info, const std::function<std::shared_ptr<const Part>(Params&)>& make,
    Params& params) {
  std::shared_ptr<const Part> part;
  try {
    part = make(params);
  } catch (const std::exception& error) {
    AddFault("P09", params.where(), Quoted(info.id) + " cannot be made: " + error.what());
    return {};
  }
  return Add(info, std::move(part), params);
}

BuildContext::MadePart BuildContext::Add(const PartInfo& info, std::shared_ptr<const Part> part,
                                         Params& params) {
  params.Finish(info.id);
  MadePart made{part.get(), {info, {}, params.checked(), params.where()}};
  Declared declared = params.declared();
  declared.id = info.id;
  declared.where = params.where();
  declared_.emplace(part.get(), std::move(declared));
  flow_.parts_.push_back(std::move(part));
  flow_.part_ids_.emplace_back(info.id);
  return made;
}

void BuildContext::AddWarning(std::string code, SourcePos where, std::string message) {
  Fault warning{std::move(code), std::move(where), std::move(message)};
  // A window that two nodes share is read twice.
  const auto same = [&](const Fault& one) { return one.Text() == warning.Text(); };
  if (std::none_of(flow_.warnings_.begin(), flow_.warnings_.end(), same))
    flow_.warnings_.push_back(std::move(warning));
}

void BuildContext::AddNoSuchNode(const std::string& id, const SourcePos& where,
                                 std::string_view lead) {
  faults_.push_back({"B03", where, std::string(lead) + NoSuchNode(id, NodeIds()), id});
}

NodeIndex BuildContext::FindNode(std::string_view id) const {
  for (std::size_t i = 0; i < builder_.nodes_.size(); ++i) {
    if (builder_.nodes_[i].id == id) return static_cast<NodeIndex>(i);
  }
  return kNoNode;
}

std::vector<std::string> BuildContext::NodeIds() const {
  std::vector<std::string> ids;
  ids.reserve(builder_.nodes_.size());
  for (const NodeSpec& node : builder_.nodes_) ids.push_back(node.id);
  return ids;
}

const FlowBuilder::OwnPart* BuildContext::OwnNode(const std::string& id) const {
  const auto found = builder_.own_nodes_.find(id);
  return found == builder_.own_nodes_.end() ? nullptr : &found->second;
}

const NodeSpec& BuildContext::NodeAt(NodeIndex index) const { return builder_.nodes_[index]; }

void BuildContext::SeatsAtMost(int most, std::string_view slot) {
  if (seats() <= most || std::exchange(too_many_seats_, true)) return;
  AddFault("P10", builder_.seats_where_,
           "seats: " + std::to_string(seats()) + " is too many; the slot " + Quoted(slot) +
               " has room for " + std::to_string(most) + " seats");
}

std::uint8_t BuildContext::Number(std::string_view list, const Reason& id) {
  auto& lists = flow_.numbers_;
  auto found = std::find_if(lists.begin(), lists.end(),
                            [&](const auto& entry) { return entry.first == list; });
  if (found == lists.end()) found = lists.insert(lists.end(), {std::string(list), {nullptr}});
  std::vector<const Reason*>& ids = found->second;
  for (std::size_t i = 1; i < ids.size(); ++i) {
    if (ids[i]->id == id.id) return static_cast<std::uint8_t>(i);
  }
  if (ids.size() > 255) {
    AddFault("B11", {}, "more than 255 ids in the list " + Quoted(list));
    return 0;
  }
  ids.push_back(&id);
  return static_cast<std::uint8_t>(ids.size() - 1);
}

int BuildContext::Stream(std::string_view name) {
  auto& streams = flow_.streams_;
  const auto found = std::find(streams.begin(), streams.end(), name);
  if (found != streams.end()) return static_cast<int>(found - streams.begin());
  if (streams.size() == kMaxStreams) {
    AddFault("B12", {}, "more than " + std::to_string(kMaxStreams) + " random streams");
    return 0;
  }
  streams.emplace_back(name);
  flow_.stream_hash_.push_back(HashName(name));
  return static_cast<int>(streams.size()) - 1;
}

// ---- FlowBuilder ----

FlowBuilder::FlowBuilder(const Registry& registry, const PieceText* piece_text)
    : registry_(registry), piece_text_(piece_text) {}

FlowBuilder& FlowBuilder::SetName(std::string name, Label label) {
  name_ = std::move(name);
  label_ = std::move(label);
  return *this;
}
FlowBuilder& FlowBuilder::SetSeats(int seats, SourcePos where) {
  seats_ = seats;
  seats_where_ = std::move(where);
  return *this;
}
FlowBuilder& FlowBuilder::SetEntry(std::string node) {
  entry_ = std::move(node);
  return *this;
}
FlowBuilder& FlowBuilder::SetOptions(std::vector<std::pair<std::string, std::string>> options) {
  options_ = std::move(options);
  return *this;
}
FlowBuilder& FlowBuilder::PushPart(std::string name, Value spec) {
  parts_.emplace_back(std::move(name), std::move(spec));
  return *this;
}
FlowBuilder& FlowBuilder::PushActionNode(NodeSpec node) {
  nodes_.push_back(std::move(node));
  return *this;
}

namespace {

// The hooks of a node whose class is unknown. All are called, implemented or not.
constexpr HookCodes VirtualHooks() {
  HookCodes codes{};
  const auto call = [&]<auto kCode>(Hook hook) {
    codes[static_cast<std::size_t>(hook)] = [](const Part& node, Step& step) {
      (static_cast<const ActionNode&>(node).*kCode)(step);
    };
  };
  call.template operator()<&ActionNode::BeforeProcessAction>(Hook::kBeforeProcessAction);
  call.template operator()<&ActionNode::ProcessAction>(Hook::kProcessAction);
  call.template operator()<&ActionNode::AfterProcessAction>(Hook::kAfterProcessAction);
  call.template operator()<&ActionNode::BeforeProcessSettle>(Hook::kBeforeProcessSettle);
  call.template operator()<&ActionNode::ProcessSettle>(Hook::kProcessSettle);
  call.template operator()<&ActionNode::AfterProcessSettle>(Hook::kAfterProcessSettle);
  call.template operator()<&ActionNode::BeforeSetStates>(Hook::kBeforeSetStates);
  call.template operator()<&ActionNode::SetStates>(Hook::kSetStates);
  call.template operator()<&ActionNode::AfterSetStates>(Hook::kAfterSetStates);
  return codes;
}

}  // namespace

FlowBuilder::OwnPart FlowBuilder::InstanceOf(std::shared_ptr<const Part> part, const PartInfo& info,
                                             HookCodes hooks) {
  MLF_CHECK(part != nullptr, "the instance of " + std::string(info.id) + " is not null");
  // What is said of the instance is kept as parameters that it reads itself.
  return {info, hooks, [part = std::move(part)](Params& params) {
            params.KeepAll();
            return part;
          }};
}

NodeHandle FlowBuilder::PushOwn(OwnPart part, NodeSpec spec) {
  spec.type = part.info.id;
  if (spec.id.empty()) spec.id = spec.type;
  own_nodes_.insert_or_assign(spec.id, std::move(part));
  PushActionNode(spec);
  return NodeHandle(std::move(spec.id));
}

NodeHandle FlowBuilder::PushActionNode(std::unique_ptr<const ActionNode> node, const PartInfo& info,
                                       NodeSpec spec) {
  return PushOwn(InstanceOf(std::move(node), info, VirtualHooks()), std::move(spec));
}

FlowBuilder& FlowBuilder::SetWindow(const NodeHandle& node, WindowSpec window) {
  const auto found = std::ranges::find(nodes_, node.id(), &NodeSpec::id);
  MLF_CHECK(found != nodes_.end(), "the handle is of a node of another builder");
  found->window = std::move(window);
  return *this;
}

FlowBuilder& FlowBuilder::BindOwn(OwnPart setter) {
  setter_.reset();
  own_setter_ = std::move(setter);
  return *this;
}

FlowBuilder& FlowBuilder::PushEdge(EdgeSpec edge) {
  edges_.push_back(std::move(edge));
  return *this;
}
FlowBuilder& FlowBuilder::AllowIdleParts() {
  idle_parts_ = true;
  return *this;
}
FlowBuilder& FlowBuilder::BindCriticalActionNodeSetter(Value spec) {
  setter_ = std::move(spec);
  own_setter_.reset();
  return *this;
}
FlowBuilder& FlowBuilder::SetWarnings(Faults warnings) {
  warnings_ = std::move(warnings);
  return *this;
}

namespace {

// Compiles one node, without its edges.
void CompileNode(BuildContext& context, const NodeSpec& spec, Node& node) {
  node.id = spec.id;
  node.type = spec.type.empty() ? spec.id : spec.type;
  node.label = spec.label;
  node.group = spec.group;
  node.end = spec.end;
  node.consumes = spec.consumes;
  node.where = spec.where;

  const Registry::Entry* entry = context.registry().Find(node.type);
  const auto use = [&](BuildContext::MadePart made, const HookCodes& hooks) {
    node.impl = static_cast<const ActionNode*>(made.part);
    node.own = hooks;
    node.use = std::move(made.use);
    if (node.label.zh.empty()) node.label.zh = node.use.info.zh;
    if (node.label.en.empty()) node.label.en = node.use.info.en;
  };
  if (const auto* own = context.OwnNode(spec.id)) {
    use(context.MakeOwn(*own, spec.params, spec.where), own->hooks);
  } else if (entry == nullptr || entry->role != ActionNode::kRole) {
    std::string hint = DidYouMean(node.type, context.registry().Ids(ActionNode::kRole));
    if (hint.empty())
      hint = "; `mlf parts --role node` lists the kinds of node, and type: says which one this is";
    context.AddFault("B04", spec.where, "there is no kind of node " + Quoted(node.type) + hint);
  } else {
    use(context.MakeEntry(*entry, spec.params, spec.where), entry->hooks);
  }
  UseAll(context, spec.conditions, "`if`", node.conditions);
  for (const auto& [hook, effects] : spec.hooks) {
    if (hook == Hook::kValid) {
      context.AddFault("B08", spec.where,
                       "the Valid hook is the engine's own: narrow it with conditions under `if`");
      continue;
    }
    UseAll(context, effects, "a hook", node.hooks[static_cast<int>(hook)]);
  }
  if (!spec.window) return;
  Window window;
  window.ask = spec.window->ask;
  window.in_turn = spec.window->in_turn;
  window.wait_for_all = spec.window->wait_for_all;
  window.auto_single = spec.window->auto_single;
  window.deadline_ms = spec.window->deadline_ms;
  window.label = spec.window->label;
  node.window = std::move(window);
}

// By how much the records are too large, and what takes them.
std::string TooLarge(const Layout& layout) {
  std::vector<Layout::Entry> slots = layout.entries();
  std::ranges::stable_sort(slots, std::ranges::greater{}, &Layout::Entry::size);
  std::string list;
  for (const Layout::Entry& slot : slots) {
    if (list.size() > 200) break;
    list += (list.empty() ? "" : ", ") + slot.name + " " + std::to_string(slot.size);
  }
  return "the records of this flow need " + std::to_string(layout.size()) + " bytes, " +
         std::to_string(layout.size() - Records::kCapacity) + " more than the " +
         std::to_string(Records::kCapacity) + " there are: " + list +
         "; take parts or cells of the memory out";
}

// A node must really use up what it declares in consumes:, or a cycle through it may never end.
void CheckConsumes(BuildContext& context, const Node& node) {
  if (node.consumes.empty() || node.impl == nullptr) return;
  int remaining = 0;
  try {
    remaining = node.impl->Remaining(context.flow().Blank());
  } catch (const std::exception& error) {
    return context.AddFault("B99", node.where,
                            "node " + Quoted(node.id) + ": Remaining throws: " + error.what());
  }
  if (remaining < 0) {
    return context.AddFault("B14", node.where,
                            "node " + Quoted(node.id) + " consumes " + Quoted(node.consumes) +
                                ", but a node of type " + Quoted(node.type) +
                                " uses up nothing; take consumes: out");
  }
  const auto* consumer = dynamic_cast<const Consumer*>(node.impl);
  if (consumer == nullptr || consumer->Consumes() == node.consumes) return;
  context.AddFault("B14", node.where,
                   "node " + Quoted(node.id) + " uses up the " + std::string(consumer->Consumes()) +
                       ", not " + Quoted(node.consumes) +
                       "; write consumes: " + std::string(consumer->Consumes()));
}

// Whether `id` exists under a misspelt name. The fault is then reported at that name.
bool IsMisspeltNode(const BuildContext& context, const std::string& id) {
  const NodeIndex near = context.FindNode(Nearest(id, context.NodeIds()));
  if (near == kNoNode) return false;
  const NodeSpec& spec = context.NodeAt(near);
  return context.OwnNode(spec.id) == nullptr &&
         context.registry().Find(spec.type.empty() ? spec.id : spec.type) == nullptr;
}

// A window that a setter may skip although seats have offers needs a way on without them.
void CheckDeclined(BuildContext& context, const CriticalActionNodeSetter& setter,
                   const std::vector<Node>& nodes) {
  const auto* declines = dynamic_cast<const MayDecline*>(&setter);
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const Node& node = nodes[i];
    if (!node.window || node.end) continue;
    if (declines != nullptr && !declines->DeclinesAt(static_cast<NodeIndex>(i))) continue;
    if (std::ranges::any_of(node.then, [](const Edge& edge) { return edge.guards.empty(); }))
      continue;
    context.AddFault("L24", node.where,
                     "critical: may pass over the window of " + Quoted(node.id) +
                         ", and no edge leads on from there in every case; end its then: with "
                         "an edge without if:");
  }
}

void CompileEdge(BuildContext& context, const EdgeSpec& spec, std::vector<Node>& nodes,
                 const std::string& pass) {
  Edge edge;
  edge.from = context.FindNode(spec.from);
  edge.to = context.FindNode(spec.to);
  for (const auto& [id, index] : {std::pair(spec.from, edge.from), std::pair(spec.to, edge.to)}) {
    if (index == kNoNode && !IsMisspeltNode(context, id)) context.AddNoSuchNode(id, spec.where);
  }
  if (edge.from == kNoNode || edge.to == kNoNode) return;
  edge.player = spec.player;
  edge.rare = spec.rare;
  edge.who = spec.who;
  edge.winners = spec.winners;
  edge.label = spec.label;
  edge.where = spec.where;
  edge.pass = spec.player && spec.to == pass;
  if (spec.rank < 0 || spec.rank > 200)
    context.AddFault("B05", spec.where, "a rank lies in 0..200");
  edge.rank = static_cast<std::uint8_t>(std::clamp(spec.rank, 0, 200));
  if (!spec.winners.abort_to.empty()) {
    edge.abort_to = context.FindNode(spec.winners.abort_to);
    if (edge.abort_to == kNoNode) context.AddNoSuchNode(spec.winners.abort_to, spec.where);
  }
  UseAll(context, spec.guards, "a guard", edge.guards);
  Node& from = nodes[edge.from];
  if (!edge.player) {
    from.then.push_back(std::move(edge));
  } else if (from.window) {
    from.window->answers.push_back(std::move(edge));
  } else {
    context.AddFault(
        "B06", spec.where,
        Quoted(spec.from) + " has no window, so " + Quoted(spec.to) + " cannot be an answer to it");
  }
}

void CompileDefaults(BuildContext& context, const NodeSpec& spec, Node& node,
                     const std::vector<Node>& nodes) {
  Window& window = *node.window;
  // Sorts by rank, with the pass last; equal ranks as written.
  for (std::size_t i = 0; i < window.answers.size(); ++i)
    window.answers[i].answer = static_cast<std::uint8_t>(i);
  std::sort(window.answers.begin(), window.answers.end(), [](const Edge& a, const Edge& b) {
    return std::tie(a.pass, a.rank, a.answer) < std::tie(b.pass, b.rank, b.answer);
  });
  if (window.answers.size() > kMaxAnswers) {
    context.AddFault("B09", spec.where,
                     "a window takes at most " + std::to_string(kMaxAnswers) + " answers");
    window.answers.resize(kMaxAnswers);
  }
  std::vector<std::string> names;
  for (std::size_t i = 0; i < window.answers.size(); ++i) {
    window.answers[i].answer = static_cast<std::uint8_t>(i);
    names.push_back(nodes[window.answers[i].to].id);
  }
  for (const DefaultSpec& fallback : spec.window->defaults) {
    const auto found = std::find(names.begin(), names.end(), fallback.answer);
    if (found == names.end()) {
      const std::string hint = DidYouMean(fallback.answer, names);
      std::string list;
      for (std::size_t i = 0; hint.empty() && i < names.size(); ++i)
        list += (i == 0 ? "; its answers are " : ", ") + names[i];
      context.AddFault("B07", fallback.where.line != 0 ? fallback.where : spec.where,
                       "the default " + Quoted(fallback.answer) +
                           " is no answer of the window of " + Quoted(spec.id) + hint + list);
      continue;
    }
    DefaultAnswer answer;
    answer.answer = static_cast<std::uint8_t>(found - names.begin());
    UseAll(context, fallback.when, "a default", answer.when);
    window.defaults.push_back(std::move(answer));
  }
  const std::string& pass = spec.window->pass;
  if (!pass.empty() && std::find(names.begin(), names.end(), pass) == names.end()) {
    context.AddFault("B07", spec.where,
                     "the pass " + Quoted(pass) + " is no answer of the window of " +
                         Quoted(spec.id) + DidYouMean(pass, names));
  }
}

}  // namespace

Result<std::shared_ptr<const Flow>> FlowBuilder::Build() const {
  Faults faults;
  std::shared_ptr<Flow> flow(new Flow());
  flow->name_ = name_;
  flow->label_ = label_;
  flow->seats_ = flow->people_ = seats_;
  flow->options_ = options_;
  flow->warnings_ = warnings_;
  flow->piece_text_ = piece_text_;
  BuildContext context(*this, *flow, faults);
  const auto fault = [&](std::string code, const SourcePos& where, std::string message) {
    context.AddFault(std::move(code), where, std::move(message));
  };

  try {
    if (seats_ < 1 || seats_ > kMaxSeats)
      fault(
          "B01", seats_where_,
          "a flow has 1 to " + std::to_string(kMaxSeats) + " seats, not " + std::to_string(seats_));
    if (nodes_.empty()) fault("B01", {}, "a flow without nodes");
    if (nodes_.size() > kMaxNodes) {
      fault("B10", nodes_[kMaxNodes].where,
            "a flow has at most " + std::to_string(kMaxNodes) + " nodes, and this one has " +
                std::to_string(nodes_.size()) +
                "; take nodes out, this one and those after it are too many");
      return faults;
    }
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      if (!IsId(nodes_[i].id))
        fault("B02", nodes_[i].where,
              "a node id is small letters, digits and _, not " + Quoted(nodes_[i].id));
      if (nodes_[i].id == "timeout")
        fault("B02", nodes_[i].where, "\"timeout\" is the engine's own action");
      for (std::size_t j = 0; j < i; ++j) {
        if (nodes_[j].id == nodes_[i].id)
          fault("B02", nodes_[i].where, "a second node " + Quoted(nodes_[i].id));
      }
    }
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        if (parts_[j].first == parts_[i].first)
          fault("B02", parts_[i].second.where(), "a second shared part " + Quoted(parts_[i].first));
      }
    }
    for (const auto& [name, spec] : parts_) context.Shared(name);

    std::vector<Node>& nodes = flow->nodes_;
    nodes.resize(nodes_.size());
    for (std::size_t i = 0; i < nodes_.size(); ++i) CompileNode(context, nodes_[i], nodes[i]);
    for (const EdgeSpec& edge : edges_) {
      const NodeIndex from = context.FindNode(edge.from);
      const bool has_window = from != kNoNode && nodes_[from].window.has_value();
      CompileEdge(context, edge, nodes, has_window ? nodes_[from].window->pass : std::string());
    }
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      if (nodes[i].window) CompileDefaults(context, nodes_[i], nodes[i], nodes);
    }
    if (!entry_.empty()) {
      flow->entry_ = context.FindNode(entry_);
      if (flow->entry_ == kNoNode) context.AddNoSuchNode(entry_, {}, "entry: ");
    }
    if (setter_ || own_setter_) {
      BuildContext::MadePart made = setter_
                                        ? context.Make(*setter_, CriticalActionNodeSetter::kRole)
                                        : context.MakeOwn(*own_setter_, Value(), {});
      flow->setter_ = dynamic_cast<const CriticalActionNodeSetter*>(made.part);
      flow->setter_use_ = std::move(made.use);
      if (made.part != nullptr && flow->setter_ == nullptr)
        fault("P05", setter_->where(), "that part is no critical_setter");
    }
    if (!flow->layout_.fits()) fault("B13", {}, TooLarge(flow->layout_));
    for (const Node& node : nodes) CheckConsumes(context, node);
    // Lints need a complete graph. With missing nodes they would only repeat the faults above.
    if (faults.empty()) {
      faults = Lint(nodes, flow->entry_, seats_);
      if (faults.empty() && !idle_parts_)
        faults = LintParts(nodes, seats_, context.declared(), registry_);
      if (faults.empty() && !idle_parts_) {
        const BuiltFlow built{nodes, flow->parts_, context.declared()};
        for (const auto& part : flow->parts_) {
          if (const auto* check = dynamic_cast<const FlowCheck*>(part.get()))
            check->CheckFlow(built, faults);
        }
      }
      if (flow->setter_ != nullptr) CheckDeclined(context, *flow->setter_, nodes);
    }
  } catch (const std::exception& error) {
    fault("B99", {}, std::string("a part failed while it was built: ") + error.what());
  }
  if (!faults.empty()) return faults;

  std::sort(flow->part_ids_.begin(), flow->part_ids_.end());
  flow->part_ids_.erase(std::unique(flow->part_ids_.begin(), flow->part_ids_.end()),
                        flow->part_ids_.end());
  flow->fingerprint_ = Hash(flow->canonical());
  for (const Node& node : flow->nodes_) {
    if (node.window && AskedBy(*node.window, flow->nodes_, 0, seats_) >> seats_ != 0)
      flow->people_ = kMaxSeats;
  }
  const WindowWatcher* watcher = nullptr;
  for (const auto& part : flow->parts()) {
    if (watcher == nullptr) watcher = dynamic_cast<const WindowWatcher*>(part.get());
  }
  flow->hot_nodes_ = HotNodesOf(flow->nodes_, seats_, watcher);
  return std::shared_ptr<const Flow>(std::move(flow));
}

}  // namespace mlf
