#include "tools/flowviz/hand_steps.h"
#include <mlf/flow/text.h>
#include <mlf/table/named_ids.h>
#include <mlf/table/state_text.h>
#include <mlf/table/view.h>
#include "tools/chart/chart.h"
#include "tools/console/table_text.h"
#include "tools/flowviz/json_delta.h"
#include "tools/kit/games.h"
#include "tools/kit/hook_profile.h"
#include "tools/kit/playout.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <tuple>

namespace mlf::tools {
namespace {

// Shorter times mean that the node's own code did nothing; reading the clock takes as long.
constexpr std::int64_t kNothingNs = 60;
// Limit for enumerating payloads one by one (exchange three has up to 286).
constexpr std::uint64_t kMostPayloads = 40;

// One character per node, letters first.
std::string CodeOf(int index) {
  if (index < 26) return std::string(1, static_cast<char>('a' + index));
  if (index < 52) return std::string(1, static_cast<char>('A' + index - 26));
  const int point = 0xC0 + index - 52;  // two bytes of UTF-8
  return {static_cast<char>(0xC0 | point >> 6), static_cast<char>(0x80 | (point & 0x3F))};
}

Json InBoth(std::string_view zh, std::string_view en) { return Json{{"zh", zh}, {"en", en}}; }

// By key, what the parts keep. Of several parts with one key the first counts, as in View.
Json StateNames(const Flow& flow) {
  Json names = Json::object();
  for (const auto& part : flow.parts()) {
    const auto* state = dynamic_cast<const table::StateText*>(part.get());
    if (state == nullptr || names.contains(state->StateKey())) continue;
    std::string key(state->StateKey());
    const table::StateLabel label = state->Label();
    Json& name = names[key];
    std::replace(key.begin(), key.end(), '_', ' ');
    name = label.zh.empty() ? InBoth(key, key) : InBoth(label.zh, label.en);
    if (state->PerSeat()) name["seats"] = true;
    if (!label.is.empty()) name["is"] = label.is;
  }
  return names;
}

Json Terms(const Flow& flow) {
  Json terms = Json::object();
  for (const auto& part : flow.parts()) {
    const auto* named = dynamic_cast<const table::NamedIds*>(part.get());
    if (named == nullptr) continue;
    for (const Reason& name : named->Names())
      terms[std::string(name.id)] = InBoth(name.zh, name.en);
  }
  return terms;
}

bool SameAnswer(const Action& a, const Action& b) {
  return a.node == b.node && a.count == b.count && a.value == b.value &&
         std::equal(a.pieces.begin(), a.pieces.begin() + a.count, b.pieces.begin());
}

class HandWriter {
 public:
  HandWriter(const Flow& flow, const Journal& journal, const HandOptions& options)
      : flow_(flow),
        journal_(journal),
        options_(options),
        zh_(flow, Lang::kZh),
        en_(flow, Lang::kEn),
        edges_(flow),
        chart_(MakeChart(flow)),
        profile_(options.profile ? HookProfile::Clock::kReads : HookProfile::Clock::kNone),
        playout_(flow, BotKind::kGreedy, options.seed),
        before_(flow.Blank()) {
    viewers_.push_back(Viewer::Full());
    for (Seat person = 0; person < flow.people(); ++person) viewers_.push_back(Viewer::Of(person));
    viewers_.push_back(Viewer::Spectator());
    for (const JournalEntry& entry : journal.entries) {
      if (entry.is_action()) entries_.push_back(&entry);
    }
    Head();
  }

  Result<Json> Write() {
    Trace trace;
    trace.Watch(&profile_);
    ReplayOptions how;
    how.try_other_fingerprint = options_.try_other;
    how.trace = &trace;
    std::uint64_t traced = 0;
    how.on_step = [&](const Records& records, const Action& action, const Response& response) {
      ++step_;
      const TraceEntry* entry = trace.total() == traced ? nullptr : &trace[trace.size() - 1];
      traced = trace.total();
      if (records.flow().hand == options_.hand) Step(records, action, response, entry);
      profile_.Clear();
      before_ = records;
    };
    const auto report = Replay(flow_, journal_, how);
    if (!report) return report.faults();
    if (steps_.empty()) {
      return Fault{"H01",
                   {journal_.file, 0, 0},
                   fmt::format("the journal has no hand {}, only {}", options_.hand + 1,
                               report->records.flow().hand + 1)};
    }
    data_["texts"] = std::move(texts_);
    data_["first"] = std::move(first_);
    data_["steps"] = std::move(steps_);
    return std::move(data_);
  }

 private:
  void Head() {
    Json set = Json::object();
    for (const auto& [name, value] : flow_.options()) set[name] = value;
    data_ = Json{{"v", 1},
                 {"variant", flow_.name()},
                 {"zh", flow_.label().zh},
                 {"en", flow_.label().en},
                 {"fingerprint", flow_.fingerprint_text()},
                 {"options", std::move(set)},
                 {"seats", flow_.seats()},
                 {"people", flow_.people()},
                 {"hand", options_.hand},
                 {"profile", options_.profile}};
    for (const Label& name : options_.names) data_["names"].push_back(InBoth(name.zh, name.en));
    data_["state"] = StateNames(flow_);
    data_["terms"] = Terms(flow_);
    data_["viewers"] = Json::array({"full"});
    for (int person = 0; person < flow_.people(); ++person)
      data_["viewers"].push_back(std::to_string(person));
    data_["viewers"].push_back("spectator");
    data_["hooks"] = Json::array();
    for (int hook = 0; hook < kHooks; ++hook)
      data_["hooks"].push_back(HookKey(static_cast<Hook>(hook)));
    data_["nodes"] = Json::array();
    data_["codes"] = Json::object();
    for (std::size_t n = 0; n < flow_.nodes().size(); ++n) {
      const Node& node = flow_.nodes()[n];
      const auto index = static_cast<NodeIndex>(n);
      Json one{{"id", node.id},
               {"zh", NodeLabel(flow_, index, Lang::kZh)},
               {"en", NodeLabel(flow_, index, Lang::kEn)},
               {"player", node.impl->player()}};
      if (node.window)
        one["window"] = Json{{"zh", node.window->label.zh}, {"en", node.window->label.en}};
      one["hooks"] = Json::array();
      for (const auto& [hook, part] : chart_.nodes[n].hooks)
        one["hooks"].push_back(Json::array({hook, part.text, part.label.zh, part.label.en}));
      data_["nodes"].push_back(std::move(one));
      if (!node.impl->player()) continue;
      codes_[index] = CodeOf(static_cast<int>(codes_.size()));
      data_["codes"][codes_[index]] = n;
    }
    data_["edges"] = Json::array();
    std::map<std::tuple<int, bool, int>, int> places;
    for (std::size_t e = 0; e < chart_.edges.size(); ++e) {
      const ChartEdge& edge = chart_.edges[e];
      places[{edge.from, edge.player, edge.order}] = static_cast<int>(e);
      data_["edges"].push_back(edge.id);
    }
    for (const EdgeRef& edge : edges_.edges()) {
      const auto found = places.find({edge.from, edge.kind == EdgeRef::Kind::kAnswer, edge.index});
      drawn_.push_back(edge.kind == EdgeRef::Kind::kAbort || found == places.end()
                           ? -1
                           : found->second);  // the decision of an abort has no line of its own
    }
  }

  int TextIndex(std::string zh, std::string en) {
    const auto [at, inserted] = known_.try_emplace({zh, en}, static_cast<int>(texts_.size()));
    if (inserted) texts_.push_back(Json::array({std::move(zh), std::move(en)}));
    return at->second;
  }

  void Step(const Records& records, const Action& action, const Response& response,
            const TraceEntry* entry) {
    Json step{{"step", step_}};
    Action played = action;
    if (step_ > 0) {
      step["action"] = entries_[static_cast<std::size_t>(step_ - 1)]->action;
      if (entry != nullptr) played = entry->played;
      if (action.node == kTimeout) step["timeout"] = true;
      if (played.node < flow_.nodes().size()) {
        const Json body = ActionJson(flow_, played);
        for (const char* key : {"seat", "node", "pieces", "value"}) {
          if (body.contains(key)) step[key] = body[key];
        }
      } else {
        step["seat"] = action.seat;
      }
    }
    if (!response.ok()) Refusal(response, action.seat, step);
    Views(records, step);
    Events(response, step);
    Path(step);
    if (response.ok() && entry != nullptr) Walked(*entry, step);
    Why(records, step);
    if (step_ > 0 && response.ok() && !steps_.empty()) WhatIf(played, step);
    steps_.push_back(std::move(step));
  }

  void Refusal(const Response& response, Seat seat, Json& step) {
    step["code"] = CodeName(response.refusal.code);
    const Reason* reason = response.refusal.reason;
    if (reason != nullptr)
      step["reason"] = TextIndex(std::string(reason->zh), std::string(reason->en));
    if (seat >= 0 && seat < flow_.people() && !response.choices.Of(seat).empty()) {
      step["instead"] = TextIndex(FormatOffers(flow_, response.choices, seat, Lang::kZh),
                                  FormatOffers(flow_, response.choices, seat, Lang::kEn));
    }
  }

  void Views(const Records& records, Json& step) {
    Json deltas = Json::array();
    bool any = false;
    for (std::size_t v = 0; v < viewers_.size(); ++v) {
      Json view = table::View(flow_, records, viewers_[v]);
      if (steps_.empty()) {
        first_.push_back(view);
        views_.push_back(std::move(view));
        continue;
      }
      deltas.push_back(DeltaOf(views_[v], view));
      any = any || deltas.back().is_array();
      views_[v] = std::move(view);
    }
    if (any) step["views"] = std::move(deltas);
  }

  void Events(const Response& response, Json& step) {
    if (response.events.empty()) return;
    Json by_viewer = Json::array();
    for (const Viewer viewer : viewers_) {
      Json lines = Json::array();
      for (const Event& event : response.events) {
        std::string line = zh_.EventLine(event, viewer);
        if (!line.empty())
          lines.push_back(TextIndex(std::move(line), en_.EventLine(event, viewer)));
      }
      by_viewer.push_back(std::move(lines));
    }
    step["events"] = std::move(by_viewer);
  }

  void Path(Json& step) const {
    if (profile_.runs().empty()) return;
    Json path = Json::array();
    for (const HookProfile::Run& run : profile_.runs()) {
      Json one = Json::array({run.node, run.seat});
      if (options_.profile) {
        Json times = Json::array();
        for (const HookProfile::Piece& piece : run.pieces) {
          if (piece.effect >= 0 || piece.ns >= kNothingNs)
            times.push_back(Json::array({static_cast<int>(piece.hook), piece.effect, piece.ns}));
        }
        one.push_back(std::move(times));
      }
      path.push_back(std::move(one));
    }
    step["path"] = std::move(path);
  }

  void Walked(const TraceEntry& entry, Json& step) const {
    std::vector<std::uint64_t> counts(edges_.edges().size(), 0);
    if (step_ == 0) {
      edges_.CountStart(flow_, entry, counts);
    } else {
      edges_.Count(flow_, before_, entry, counts);
    }
    Json walked = Json::array();
    for (std::size_t e = 0; e < counts.size(); ++e) {
      if (counts[e] > 0 && drawn_[e] >= 0) walked.push_back(drawn_[e]);
    }
    if (!walked.empty()) step["walked"] = std::move(walked);
  }

  void Why(const Records& records, Json& step) {
    const FlowState& state = records.flow();
    if (state.over != 0 || state.node == kNoNode || !flow_.node(state.node).window ||
        (!steps_.empty() && state.window.ask == before_.flow().window.ask))
      return;
    const Window& window = *flow_.node(state.node).window;
    Choices choices;
    flow_.FillChoices(records, choices);
    Json why = Json::array();
    ForEachSeat(SeatsOf(window.ask, state.actor, flow_.seats()), [&](Seat seat) {
      if (seat >= flow_.people() || (state.window.asked & ~state.window.active & MaskOf(seat)) != 0)
        return;
      NodeIndex last = kNoNode;
      for (const Edge& answer : window.answers) {
        if (answer.to == last || answer.pass || choices.Find(seat, answer.to) != nullptr) continue;
        last = answer.to;
        const Reason* reason = flow_.WhyNot(records, seat, answer.to);
        if (reason != nullptr)
          why.push_back(Json::array(
              {seat, answer.to, TextIndex(std::string(reason->zh), std::string(reason->en))}));
      }
    });
    if (!why.empty()) step["why"] = std::move(why);
  }

  // The other choices of the seat: first the bot's choice, then one of each other action, then
  // other payloads.
  std::vector<Action> Others(const Action& played, const Choices& choices) {
    std::vector<Action> others;
    const auto add = [&](Action action) {
      action.seat = played.seat;
      action.ask = before_.flow().window.ask;
      if (SameAnswer(action, played)) return;
      if (std::ranges::none_of(others,
                               [&](const Action& other) { return SameAnswer(other, action); }))
        others.push_back(action);
    };
    add(playout_.Choice(before_, played.seat, choices));
    for (const Offer& offer : choices.Of(played.seat)) {
      if (offer.node == played.node) continue;
      Action action;
      action.node = offer.node;
      offer.domain.Nth(0, action);
      add(action);
    }
    for (const Offer& offer : choices.Of(played.seat)) {
      for (std::uint64_t n = 0; n < std::min(offer.domain.Count(), kMostPayloads); ++n) {
        Action action;
        action.node = offer.node;
        offer.domain.Nth(n, action);
        add(action);
      }
    }
    return others;
  }

  std::string Line(const PlayedLine& played) const {
    std::string line;
    for (const Action& action : played.actions) {
      std::string payload = FormatPayload(flow_, action);
      std::replace(payload.begin(), payload.end(), ' ', '_');
      line += (line.empty() ? "" : " ") + std::to_string(action.seat) + codes_.at(action.node) +
              payload;
    }
    return line;
  }

  Json LineJson(const PlayedLine& played) {
    Json json{{"line", Line(played)}, {"points", played.points}};
    if (!played.ended) json["ended"] = false;
    what_if_bytes_ += json["line"].get_ref<const std::string&>().size() + 40;
    return json;
  }

  void WhatIf(const Action& played, Json& step) {
    if (options_.what_if <= 0) return;
    Choices choices;
    flow_.FillChoices(before_, choices);
    if (played.seat < 0 || played.seat >= flow_.people() || choices.Count(played.seat) < 2) return;
    const std::uint64_t all = choices.Count(played.seat) - 1;
    Json others = Json::array();
    if (what_if_bytes_ < options_.what_if_bytes) {
      for (const Action& other : Others(played, choices)) {
        if (static_cast<int>(others.size()) == options_.what_if) break;
        const auto line = playout_.Play(before_, other);
        if (!line) continue;
        Json one = LineJson(*line);
        one["action"] = FormatAction(flow_, other);
        others.push_back(std::move(one));
      }
    }
    Json what_if{{"left_out", all - others.size()}};
    if (!others.empty()) {
      if (const auto same = playout_.Play(before_, played)) what_if["same"] = LineJson(*same);
      what_if["others"] = std::move(others);
    }
    step["if"] = std::move(what_if);
  }

  const Flow& flow_;
  const Journal& journal_;
  const HandOptions& options_;
  TableText zh_, en_;
  EdgeMap edges_;
  Chart chart_;
  HookProfile profile_;
  Playout playout_;
  Records before_;
  int step_ = -1;
  std::vector<Viewer> viewers_;
  std::vector<const JournalEntry*> entries_;  // actions only
  std::map<NodeIndex, std::string> codes_;
  std::vector<int> drawn_;  // edge of the EdgeMap -> edge of the chart, or -1
  std::map<std::pair<std::string, std::string>, int> known_;
  std::vector<Json> views_;
  std::size_t what_if_bytes_ = 0;
  Json data_, texts_ = Json::array(), first_ = Json::array(), steps_ = Json::array();
};

}  // namespace

Result<Json> HandSteps(const Flow& flow, const Journal& journal, const HandOptions& options) {
  return HandWriter(flow, journal, options).Write();
}

}  // namespace mlf::tools
