// The layer `memory:`: makes a shared part of each cell that a variant declares, packs the cells
// into the records, and puts what ends their lives at the nodes where a turn begins, a claim is
// made or a tile is drawn.
//
// Faults:
//   M04 a cell that is no map, or has the name of a part
//   M05 cells that do not fit the records
#include <mlf/components/cells.h>
#include <mlf/components/play_node.h>
#include <mlf/flow/layer.h>
#include <mlf/flow/registry.h>
#include <mlf/flow/validate.h>
#include "flow/base/words.h"

#include <algorithm>
#include <bit>

namespace mlf::logic {

namespace {

constexpr std::string_view kKey = "memory";

// ---- The effect that ends lives ----

// Woven in by the layer, before everything else of the node.
class EndLives final : public LogicEffect {
 public:
  static constexpr PartInfo kInfo{"end_memory", 1, "记忆到期：由 memory: 的 life 放入",
                                  "cells end here; put in by the life of cells under memory:"};
  enum class When : std::uint8_t { kTurn, kClaim };
  explicit EndLives(Params& params)
      : board_(params),
        when_(params.Enum("when", When::kTurn, {"draw", "claim"},
                          {"摸牌前，或吃碰杠前", "before a draw, or before a claim"})),
        cells_(params.Parts<Cell>("cells", {"哪些格", "the cells"})) {}

  void Run(Step& step) const override {
    const table::Turn& turn = board_(step.records).turn;
    if (when_ == When::kTurn) {
      for (const Cell* cell : cells_) {
        cell->OnDraw(step.records);
        if (turn.from_tail == 0) cell->BeginTurn(step.records, turn.drawer);
      }
      return;
    }
    if (turn.focus != table::Focus::kDiscard || turn.focus_seat == step.seat) return;  // own turn
    for (const Cell* cell : cells_) {
      cell->OnClaim(step.records);
      cell->BeginTurn(step.records, step.seat);
    }
  }

 private:
  table::BoardSlot board_;
  When when_;
  std::vector<const Cell*> cells_;
};

// ---- The layer ----

Value Settings(const Value& written, const std::map<std::string, std::string>& given,
               Faults& faults) {
  if (!given.empty())
    faults.push_back(
        {"V05", {}, "memory is no option of a table; set an option that memory: uses"});
  if (!written.IsNull() && !written.IsMap()) {
    faults.push_back({"M04", written.where(),
                      "memory: is a map of cells, such as {chain: {of: seat, count: 8}}"});
    return {};
  }
  return written;
}

bool BeginsTurns(const Registry& registry, const NodeSpec& node, bool& draws) {
  const Registry::Entry* entry = registry.Find(node.type.empty() ? node.id : node.type);
  if (entry == nullptr || entry->role != ActionNode::kRole) return false;
  static const Value kNothing;
  Params params(kNothing, {}, nullptr);
  const std::unique_ptr<Part> part = entry->make(params);
  const auto& impl = static_cast<const ActionNode&>(*part);
  draws = PlayOf(impl) == Play::kDraw;
  switch (PlayOf(impl)) {
    case Play::kDraw:
    case Play::kChi:
    case Play::kPeng:
    case Play::kGang:
    case Play::kShortGang: return true;
    default: return false;
  }
}

void Weave(const Value& settings, const Registry& registry, FlowDraft& draft, Faults& faults) {
  int bits[2] = {0, 0};  // of the hand, of the match
  std::string sizes;
  std::vector<Value> ending;
  std::vector<std::pair<std::string, Value>> cells;
  for (const Value::Entry& entry : settings.entries()) {
    if (!entry.value.IsMap()) {
      faults.push_back({"M04", entry.where,
                        "the cell " + Quoted(entry.key) +
                            " is a map, such as {of: seat, count: 8}, not " +
                            entry.value.Canonical()});
      continue;
    }
    if (registry.Find(entry.key) != nullptr) {
      faults.push_back(
          {"M04", entry.where,
           "a part is called " + Quoted(entry.key) + " already; give the cell another name"});
      continue;
    }
    Value spec = entry.value;
    const Value* life = spec.Find("life");
    const std::string lasts = life == nullptr ? "hand" : life->text();
    const Cell::Size size = Cell::SizeOf(spec, std::max(draft.seats, 1));
    int& used = bits[lasts == "match" ? 1 : 0];
    const int step = std::min(std::max(size.value, 4), 64);
    used = (used + step - 1) / step * step;
    spec.Set("name", Value(entry.key));
    spec.Set("at", Value(used));
    used += size.total;
    sizes += (sizes.empty() ? "" : ", ") + entry.key + " " + std::to_string((size.total + 7) / 8);
    if (lasts != "hand" && lasts != "match") {
      ending.emplace_back(entry.key);
      ending.back().set_where(entry.where);
    }
    spec.set_where(entry.where);
    cells.emplace_back(entry.key, std::move(spec));
  }
  if (cells.empty()) return;
  for (int& used : bits) {
    used = (used + 7) / 8;
    if (used <= kMostMemory) continue;
    faults.push_back({"M05", settings.where(),
                      "the cells take " + std::to_string(used) + " bytes, " +
                          std::to_string(used - kMostMemory) + " more than the " +
                          std::to_string(kMostMemory) + " there are: " + sizes +
                          "; take a cell out, or declare a smaller count"});
    return;
  }
  for (auto& [name, spec] : cells) {
    const Value* life = spec.Find("life");
    spec.Set("room", Value(bits[life != nullptr && life->text() == "match" ? 1 : 0]));
    const SourcePos where = spec.where();
    Value part = Value::Map();
    part.set_where(where);
    part.entries().push_back({"memory_cell", where, std::move(spec)});
    draft.parts.emplace_back(name, std::move(part));
  }
  if (ending.empty()) return;
  for (NodeSpec& node : draft.nodes) {
    bool draws = false;
    if (!BeginsTurns(registry, node, draws)) continue;
    Value effect =
        Value::Map({{"when", Value(draws ? "draw" : "claim")}, {"cells", Value::List(ending)}});
    effect = Value::Map({{"end_memory", std::move(effect)}});
    effect.set_where(node.where);
    std::vector<Value>& hook = node.hooks[Hook::kBeforeProcessAction];
    hook.insert(hook.begin(), std::move(effect));
  }
}

constexpr Layer kMemory{kKey, Settings, Weave};

}  // namespace

void RegisterMemory(Registry& registry) {
  registry.Add<EndLives>();
  registry.AddLayer(kMemory);
}

}  // namespace mlf::logic
