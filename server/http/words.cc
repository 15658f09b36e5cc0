#include "server/http/words.h"

#include <mlf/components/initial_wins.h>
#include <mlf/components/payment.h>
#include <mlf/flow/game_registry.h>
#include <mlf/flow/text.h>
#include <mlf/table/ledger.h>
#include <mlf/table/named_ids.h>
#include <mlf/table/state_text.h>

#include <algorithm>
#include <tuple>

namespace mlf::server {
namespace {

Json Both(std::string_view zh, std::string_view en) { return Json{{"zh", zh}, {"en", en}}; }

}  // namespace

Json WordsOf(const Flow& flow) {
  Json nodes = Json::object(), state = Json::object(), reasons = Json::object();
  for (std::size_t n = 0; n < flow.nodes().size(); ++n) {
    const auto index = static_cast<NodeIndex>(n);
    nodes[flow.nodes()[n].id] =
        Both(NodeLabel(flow, index, Lang::kZh), NodeLabel(flow, index, Lang::kEn));
  }
  for (const auto& part : flow.parts()) {
    const auto* text = dynamic_cast<const table::StateText*>(part.get());
    if (text == nullptr) continue;
    if (const table::StateLabel label = text->Label(); !label.zh.empty()) {
      Json& named = state[std::string(text->StateKey())] = Both(label.zh, label.en);
      if (!label.is.empty()) named["is"] = label.is;
    }
  }
  for (const Reason* reason : flow.Numbers(table::kLedgerReasons)) {
    if (reason != nullptr) reasons[std::string(reason->id)] = Both(reason->zh, reason->en);
  }
  Json terms = Json::object();
  const auto add = [&](const Reason& label) {
    terms[std::string(label.id)] = Both(label.zh, label.en);
  };
  for (const Reason* step : score::kPaymentSteps) add(*step);
  for (const auto& part : flow.parts()) {
    if (const auto* factor = dynamic_cast<const score::PairFactor*>(part.get()))
      add(factor->What());
    if (const auto* judge = dynamic_cast<const score::Judge*>(part.get())) {
      for (const Reason& level : judge->Levels()) add(level);
    }
    if (const auto* wins = dynamic_cast<const score::InitialWinRule*>(part.get())) {
      for (const score::InitialWinRow& row : wins->Rows()) terms[row.id] = Both(row.zh, row.en);
    }
    if (const auto* named = dynamic_cast<const table::NamedIds*>(part.get())) {
      for (const Reason& name : named->Names()) add(name);
    }
  }
  return Json{{"terms", std::move(terms)},
              {"nodes", std::move(nodes)},
              {"state", std::move(state)},
              {"reasons", std::move(reasons)}};
}

Json EventWords() {
  std::vector<const EventType*> types = EventTypes();
  const auto& added = AllGames().event_types();
  types.insert(types.end(), added.begin(), added.end());
  const auto order = [](const EventType* type) {
    return std::tuple(-std::ranges::count(type->en, '{'), type->en);
  };
  std::ranges::sort(types, {}, order);
  Json events = Json::object();
  for (const EventType* type : types) {
    Json& texts = events[std::string(type->id)];
    Json text = Both(type->zh, type->en);
    if (std::ranges::find(texts, text) == texts.end()) texts.push_back(std::move(text));
  }
  return events;
}

Json ValueWordsOf(const Variant& variant) {
  Json words = Json::object();
  for (const OptionDecl& option : variant.options()) {
    for (const auto& [value, label] : option.value_labels)
      words[option.name][value] = Both(label.zh, label.en);
  }
  return words;
}

}  // namespace mlf::server
