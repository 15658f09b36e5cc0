#include "tools/flowviz/impact.h"
#include <mlf/flow/text.h>
#include <mlf/flow/trace.h>
#include <mlf/table/board.h>
#include <mlf/table/find_slot.h>
#include <mlf/table/ledger.h>
#include "flow/record/journal_chance.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>

namespace mlf::tools {
namespace {

// One of the two tables.
class Side {
 public:
  Side(const Flow& flow, const Journal& journal)
      : flow_(flow), match_(table::FindSlot<table::Match>(flow)), chance_(flow, journal) {}

  bool Start(const Journal& journal) {
    records_ = flow_.Blank();
    if (!journal.given.empty()) {
      if (journal.given.size() + sizeof(FlowState) !=
          static_cast<std::size_t>(flow_.layout().size()))
        return false;
      std::memcpy(records_.bytes.data() + sizeof(FlowState), journal.given.data(),
                  journal.given.size());
      if (flow_.Validate(records_)) return false;
    }
    TakePoints();
    trace_ = Trace();
    if (chance_.source() != nullptr) {
      for (const JournalEntry& entry : journal.entries) {
        if (entry.kind != JournalEntry::Kind::kChance) break;
        chance_.Due(entry);
      }
      flow_.Start(records_, chance_, response_, &trace_);
    } else {
      flow_.Start(records_, journal.seed, response_, &trace_);
    }
    return response_.ok();
  }

  // Continues from a state of the journal's flow. The caller has checked that both flows have the
  // same layout.
  void ContinueFrom(const Records& records) {
    records_ = records;
    records_.flow().fingerprint = flow_.fingerprint();
    response_.Clear();
    flow_.FillChoices(records_, response_.choices);
    TakePoints();
  }

  // Call before the next action.
  void Due(const JournalEntry& chance) { chance_.Due(chance); }

  // Returns false if this flow cannot parse the action.
  bool Take(const std::string& text) {
    const Result<Action> read = ParseRecordedAction(flow_, text);
    TakePoints();
    if (!read) {
      unknown_ = read.faults().front().message;
      return false;
    }
    Action action = *read;
    if (text.find('@') == std::string::npos) action.ask = records_.flow().window.ask;
    seat_ = action.seat;
    flow_.ProcessActionNode(records_, action, response_, &trace_, chance_.source());
    return true;
  }

  bool ok() const { return response_.ok(); }
  RefusalCode code() const { return response_.refusal.code; }
  std::string Refusal() const {
    return unknown_.empty() ? FormatRefusal(flow_, response_, seat_, Lang::kEn) : unknown_;
  }
  void Forget() { unknown_.clear(); }

  // The nodes whose hooks ran, and the node at which the flow rests.
  std::string Path() const {
    const TraceEntry& last = trace_[trace_.size() - 1];
    std::string text;
    for (int i = 0; i < std::min<int>(last.path_length, TraceEntry::kMaxPath); ++i)
      text += flow_.node(last.path[static_cast<std::size_t>(i)]).id + " ";
    const NodeIndex rest = records_.flow().node;
    return text + "| " +
           (records_.flow().over != 0 ? "over"
            : rest == kNoNode         ? "-"
                                      : flow_.node(rest).id);
  }
  std::string Offers() const {
    std::string text;
    for (int seat = 0; seat < flow_.people(); ++seat) {
      const std::string offers =
          FormatOffers(flow_, response_.choices, static_cast<Seat>(seat), Lang::kEn);
      if (!offers.empty()) text += fmt::format("{}{}: {}", text.empty() ? "" : "; ", seat, offers);
    }
    return text.empty() ? "nothing" : text;
  }
  // Points moved in this step: payments, and what the step added to the match. The points of a hand
  // are in its ledger until the hand ends.
  std::string Points() const {
    std::array<std::int64_t, kMaxSeats> gained{};
    for (const Event& event : response_.events) {
      if (event.type->id != table::kPointsEvent.id) continue;
      gained[static_cast<std::size_t>(event.seat)] +=
          static_cast<std::int64_t>(event.value) * event.count;
      for (int i = 0; i < event.count; ++i)
        gained[static_cast<std::size_t>(event.pieces[static_cast<std::size_t>(i)])] -= event.value;
    }
    std::string text;
    for (int seat = 0; seat < flow_.people(); ++seat)
      text += fmt::format("{}{:+}", seat == 0 ? "" : " ",
                          static_cast<long long>(gained[static_cast<std::size_t>(seat)]));
    for (int seat = 0; seat < flow_.seats() && match_; ++seat) {
      const auto added = static_cast<long long>((*match_)(records_).score[seat] -
                                                before_[static_cast<std::size_t>(seat)]);
      if (added != 0) text += fmt::format(", seat {} {:+} in the match", seat, added);
    }
    return text;
  }

 private:
  void TakePoints() {
    before_.fill(0);
    for (int seat = 0; seat < flow_.seats() && match_; ++seat)
      before_[static_cast<std::size_t>(seat)] = (*match_)(records_).score[seat];
  }

  const Flow& flow_;
  std::optional<Slot<table::Match>> match_;
  JournalChance chance_;
  Records records_;
  Response response_;
  Trace trace_;
  Seat seat_ = kNoSeat;
  std::string unknown_;
  std::array<std::int64_t, kMaxSeats> before_{};
};

// Records of one flow are valid in the other: slots, nodes and answers have the same layout.
bool SameState(const Flow& a, const Flow& b) {
  const auto same_slots = std::equal(
      a.layout().entries().begin(), a.layout().entries().end(), b.layout().entries().begin(),
      b.layout().entries().end(), [](const Layout::Entry& x, const Layout::Entry& y) {
        return x.name == y.name && x.offset == y.offset && x.size == y.size;
      });
  return same_slots &&
         std::equal(a.nodes().begin(), a.nodes().end(), b.nodes().begin(), b.nodes().end(),
                    [](const Node& x, const Node& y) {
                      if (x.id != y.id || x.window.has_value() != y.window.has_value())
                        return false;
                      return !x.window ||
                             std::equal(x.window->answers.begin(), x.window->answers.end(),
                                        y.window->answers.begin(), y.window->answers.end(),
                                        [](const Edge& e, const Edge& f) {
                                          return e.to == f.to && e.pass == f.pass;
                                        });
                    });
}

}  // namespace

std::string_view ImpactName(ImpactHand::What what) {
  switch (what) {
    case ImpactHand::What::kLegality: return "legality";
    case ImpactHand::What::kPath: return "path";
    case ImpactHand::What::kPoints: return "points";
    case ImpactHand::What::kNotCompared: return "not compared";
  }
  return {};
}

void AddImpact(const Flow& a, const Flow& b, const Journal& journal, Impact& impact) {
  const bool own =
      journal.fingerprint == a.fingerprint_text() || journal.fingerprint == b.fingerprint_text();
  const bool can_restore = own && SameState(a, b);
  Side one(a, journal), two(b, journal);
  std::uint32_t hand = 0;
  int step = 0;
  bool apart = false;     // the two tables are in different states
  bool reported = false;  // this hand has been reported
  const auto tell = [&](ImpactHand::What what, const std::string& action, std::string left,
                        std::string right) {
    if (!reported)
      impact.apart.push_back(
          {journal.file, hand, what, step, action, std::move(left), std::move(right)});
    reported = true;
  };
  const auto compare = [&](const std::string& action) {
    using What = ImpactHand::What;
    if (one.ok() != two.ok() || (!one.ok() && one.code() != two.code())) {
      tell(What::kLegality, action, one.ok() ? "accepted" : one.Refusal(),
           two.ok() ? "accepted" : two.Refusal());
      apart = true;
    } else if (!one.ok()) {
      return;
    } else if (one.Path() != two.Path()) {
      tell(What::kPath, action, one.Path(), two.Path());
      apart = true;
    } else if (one.Points() != two.Points()) {
      tell(What::kPoints, action, one.Points(), two.Points());
    } else if (one.Offers() != two.Offers()) {
      tell(What::kLegality, action, one.Offers(), two.Offers());
    }
  };

  const bool started = !journal.position && one.Start(journal) && two.Start(journal);
  if (started) {
    compare("");
  } else {
    apart = true;
  }
  bool first = true;
  for (const JournalEntry& entry : journal.entries) {
    if (entry.kind == JournalEntry::Kind::kHand) {
      ++impact.hands;
      // The start belongs to the first hand and was compared before its mark.
      if (!first) reported = false;
      hand = entry.hand;
      if (apart && (!first || !started) && can_restore) {
        const Flow& played = journal.fingerprint == a.fingerprint_text() ? a : b;
        if (const Result<Records> records = played.Restore(entry.state)) {
          one.ContinueFrom(*records);
          two.ContinueFrom(*records);
          apart = false;
        }
      }
      if (apart && !reported) tell(ImpactHand::What::kNotCompared, "", "", "");
      if (!apart || (first && reported)) ++impact.compared;
      first = false;
    }
    if (entry.kind == JournalEntry::Kind::kChance) {
      one.Due(entry);
      two.Due(entry);
    }
    if (!entry.is_action()) continue;
    ++step;
    if (apart) continue;
    one.Forget();
    two.Forget();
    const bool left = one.Take(entry.action), right = two.Take(entry.action);
    if (!left || !right) {
      if (left != right)
        tell(ImpactHand::What::kLegality, entry.action, left ? "accepted" : one.Refusal(),
             right ? "accepted" : two.Refusal());
      apart = left != right;
      continue;
    }
    compare(entry.action);
  }
}

std::string ImpactText(const Impact& impact, Lang lang) {
  const bool zh = lang == Lang::kZh;
  int differ = 0, skipped = 0;
  for (const ImpactHand& one : impact.apart)
    (one.what == ImpactHand::What::kNotCompared ? skipped : differ) += 1;
  std::string text = zh ? fmt::format("\n**影响**\n\n共 {} 局，比较了 {} 局，{} 局不同",
                                      impact.hands, impact.compared, differ)
                        : fmt::format("\n**Impact**\n\n{} hands recorded, {} compared, {} differ",
                                      impact.hands, impact.compared, differ);
  if (skipped > 0)
    text +=
        zh ? fmt::format("，{} 局因前面已经分开而没有比较", skipped)
           : fmt::format(", {} not compared as an earlier hand of the match went apart", skipped);
  text += zh ? "。\n" : ".\n";
  if (differ > 0) text += "\n";
  for (const ImpactHand& one : impact.apart) {
    if (one.what == ImpactHand::What::kNotCompared) continue;
    const char* what = one.what == ImpactHand::What::kLegality ? (zh ? "合法性" : "legality")
                       : one.what == ImpactHand::What::kPath   ? (zh ? "走法" : "path")
                                                               : (zh ? "分数" : "points");
    const std::string action =
        one.action.empty() ? (zh ? "开局" : "the start") : "`" + one.action + "`";
    text += zh ? fmt::format("- {} 第 {} 局，第 {} 步 {}：{}不同：{} / {}\n", one.journal, one.hand,
                             one.step, action, what, one.a, one.b)
               : fmt::format("- {} hand {}, step {} {}: {} differs: {} / {}\n", one.journal,
                             one.hand, one.step, action, what, one.a, one.b);
  }
  return text;
}

nlohmann::ordered_json ImpactJson(const Impact& impact) {
  nlohmann::ordered_json json{{"hands", impact.hands},
                              {"compared", impact.compared},
                              {"apart", nlohmann::ordered_json::array()}};
  for (const ImpactHand& one : impact.apart) {
    json["apart"].push_back({{"journal", one.journal},
                             {"hand", one.hand},
                             {"what", ImpactName(one.what)},
                             {"step", one.step},
                             {"action", one.action},
                             {"a", one.a},
                             {"b", one.b}});
  }
  return json;
}

}  // namespace mlf::tools
