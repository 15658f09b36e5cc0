#include "server/http/words.h"

#include <mlf/components/dora.h>
#include <mlf/components/initial_wins.h>
#include <mlf/components/missed_wins.h>
#include <mlf/components/payment.h>
#include <mlf/components/rounds.h>
#include <mlf/components/win_node.h>
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

bool Contains(std::string_view text, std::string_view what) {
  return text.find(what) != std::string_view::npos;
}

bool IsAnswer(const Flow& flow, const Node& node) {
  return std::ranges::any_of(flow.nodes(), [&](const Node& asking) {
    return asking.window && std::ranges::any_of(asking.window->answers, [&](const Edge& answer) {
             return &flow.node(answer.to) == &node;
           });
  });
}

// The answer whose kind has the id of `type`, if the variant names it in its own words.
const Label* OwnWord(const Flow& flow, const EventType& type) {
  for (const Node& node : flow.nodes()) {
    const bool own = node.label.zh != node.use.info.zh || node.label.en != node.use.info.en;
    if (node.type == type.id && own && IsAnswer(flow, node)) return &node.label;
  }
  return nullptr;
}

// "{seat} peng {pieces} (from {other})" with pon for peng, where the flow calls the answer pon.
Json EventText(const Flow* flow, const EventType& type) {
  const bool plain = type.en.starts_with("{seat}") && !Contains(type.en, "{value}") &&
                     !Contains(type.en, "{text}");
  const Label* word = flow != nullptr && plain ? OwnWord(*flow, type) : nullptr;
  if (word == nullptr) return Both(type.zh, type.en);
  const bool pieces = Contains(type.en, "{pieces}"), other = Contains(type.en, "{other}");
  return Both(
      "{seat} " + word->zh + (pieces ? " {pieces}" : "") + (other ? "（{other}）" : ""),
      "{seat} " + word->en + (pieces ? " {pieces}" : "") + (other ? " (from {other})" : ""));
}

// "{value} han" for "{value} fan".
void PutUnit(const Json& unit, Json& text) {
  for (const auto& [lang, usual] :
       {std::pair("zh", "{value} 番"), std::pair("en", "{value} fan")}) {
    std::string words = text[lang].get<std::string>();
    const std::size_t at = words.find(usual);
    if (at == std::string::npos) continue;
    words.replace(at, std::string_view(usual).size(), "{value} " + unit[lang].get<std::string>());
    text[lang] = words;
  }
}

// What tiles that lie open name, by the key of their state: {"dora_indicators": {"zh", "en",
// "tiles":
// {"1m": "2m"}}}.
Json NamedTilesOf(const Flow& flow) {
  Json named = Json::object();
  for (const auto& part : flow.parts()) {
    const auto* dora = dynamic_cast<const logic::DoraRule*>(part.get());
    const auto* text = dynamic_cast<const table::StateText*>(part.get());
    if (dora == nullptr || text == nullptr) continue;
    Json& tiles = (named[std::string(text->StateKey())] = Both("宝牌", "dora"))["tiles"];
    ForEach(table::kNaturals, [&](table::Tile indicator) {
      tiles[table::FormatTiles(MaskOf(indicator))] =
          table::FormatTiles(MaskOf(dora->Named(indicator)));
    });
  }
  return named;
}

// The hands after which a match ends at the latest; 0 = not by their number.
int HandsOf(const Flow& flow) {
  int most = 0;
  for (const Node& node : flow.nodes()) {
    if (const auto* limit = dynamic_cast<const logic::MatchLimit*>(node.impl))
      most = std::max(most, limit->MostHands());
  }
  return most;
}

// Which nodes seats win through, by the way of winning.
Json WinNodesOf(const Flow& flow) {
  Json wins = Json::object();
  for (const auto& [by, name] : {std::pair(logic::WinBy::kDiscard, "discard"),
                                 std::pair(logic::WinBy::kSelfDraw, "self_draw")}) {
    const auto node = std::ranges::find_if(
        flow.nodes(), [by = by](const Node& one) { return logic::Wins(*one.impl, by); });
    if (node != flow.nodes().end()) wins[name] = node->id;
  }
  return wins;
}

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
      if (dynamic_cast<const logic::MissedWinBook*>(part.get()) != nullptr) named["is"] = "barred";
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
  return Json{{"wins", WinNodesOf(flow)},     {"named", NamedTilesOf(flow)},
              {"hands", HandsOf(flow)},       {"terms", std::move(terms)},
              {"nodes", std::move(nodes)},    {"state", std::move(state)},
              {"reasons", std::move(reasons)}};
}

Json EventWords(const Flow* flow, const Json& unit) {
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
    Json text = EventText(flow, *type);
    if (!unit.is_null()) PutUnit(unit, text);
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

Json LessonsOf(const Variant& variant) {
  Json words = Json::object();
  const Value* lessons = variant.value().Find("lessons");
  if (lessons == nullptr) return words;
  for (const Value::Entry& entry : lessons->entries()) {
    if (entry.value.IsNull()) continue;
    words[entry.key] = Both(entry.value.Find("zh")->text(), entry.value.Find("en")->text());
  }
  return words;
}

}  // namespace mlf::server
