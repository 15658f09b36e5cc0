#include "tools/kit/scenario_player.h"
#include <mlf/flow/text.h>
#include <mlf/table/find_slot.h>
#include <mlf/table/ledger.h>
#include <mlf/table/state_text.h>
#include "flow/base/words.h"
#include "tools/kit/fields.h"
#include "tools/kit/position.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace mlf::tools {
namespace {

using table::Board;

const std::vector<std::string> kExpectKeys = {
    "at",          "actor",   "asked",   "end",         "taken",     "offers", "offered",
    "not_offered", "refused", "default", "events",      "no_events", "win",    "points",
    "score",       "hand",    "drawn",   "melds",       "river",     "won",    "locked",
    "left",        "drawer",  "dealer",  "next_dealer", "wall_left", "state"};

std::string Squeeze(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == ' ' && (out.empty() || out.back() == ' ')) continue;
    out += c;
  }
  while (!out.empty() && out.back() == ' ') out.pop_back();
  return out;
}

// What a judged win said of itself: the events win_value and fan.
struct WinSeen {
  Seat seat = kNoSeat;
  int value = 0;
  int fan = 0;
  std::vector<std::string> fans;
};

// Notes the answers that windows with auto_single take in a step: those whose window the step
// itself has opened.
class SoleAnswers final : public HookObserver {
 public:
  SoleAnswers(const Flow& flow, const Records& records) : flow_(flow), records_(records) {}

  void Begin() {
    asked_ = records_.flow().window.ask;
    taken.clear();
  }
  void OnNode(NodeIndex node, Seat seat) override {
    const WindowState& window = records_.flow().window;
    if (window.ask == asked_ || !flow_.node(node).impl->player()) return;
    const StoredAnswer& answer = window.answers[static_cast<std::size_t>(seat)];
    taken.push_back({.node = node,
                     .seat = seat,
                     .count = answer.count,
                     .pieces = answer.pieces,
                     .ask = window.ask,
                     .value = answer.value});
  }
  void BeforeHook(Hook, int) override {}
  void AfterHook() override {}

  std::vector<Action> taken;

 private:
  const Flow& flow_;
  const Records& records_;
  std::uint32_t asked_ = 0;  // the window that was open when the step began
};

// Plays one scenario.
class ScenarioPlayer {
 public:
  ScenarioPlayer(std::shared_ptr<const Flow> flow, ScenarioResult& result,
                 std::set<EdgeKey>& walked)
      : flow_(std::move(flow)), result_(result), walked_(walked), sole_(*flow_, records_) {}

  void Run(const Value& scenario) {
    const Value* position = scenario.Find("position");
    const Value* start = scenario.Find("start");
    if ((position == nullptr) == (start == nullptr)) {
      return AddFault(result_.failures, "S02", scenario.where(),
                      "a scenario begins with a position or a start (or is a fan case)");
    }
    Trace trace;
    trace.Watch(&sole_);
    if (position != nullptr) {
      const auto entry = SetPosition(*flow_, *position, records_);
      if (!entry) return Append(entry.faults());
      flow_->Enter(records_, entry->node, entry->actor, response_, &trace);
    } else {
      const auto seed = SetStart(*flow_, *start, records_);
      if (!seed) return Append(seed.faults());
      flow_->Start(records_, *seed, response_, &trace);
    }
    Took(trace);
    if (!response_.ok()) {
      return AddFault(result_.failures, "S06", (position != nullptr ? position : start)->where(),
                      "the game cannot go on from here: " + Refused(Lang::kEn));
    }
    const Value* steps = scenario.Find("steps");
    if (steps == nullptr)
      return AddFault(result_.failures, "S02", scenario.where(), "steps: are missing");
    if (!steps->IsList())
      return AddFault(result_.failures, "S02", steps->where(),
                      "steps: a list of actions and expectations is needed");
    for (const Value& step : steps->items()) {
      if (step.IsScalar()) {
        if (!Act(step)) return;  // whatever follows stands on it
      } else {
        Expect(step);
      }
    }
  }

 private:
  void Append(const Faults& faults) {
    result_.failures.insert(result_.failures.end(), faults.begin(), faults.end());
  }
  void Fail(const Value& at, const std::string& what, const std::string& expected,
            const std::string& got) {
    AddFault(result_.failures, "E01", at.where(),
             what + ": expected " + (expected.empty() ? "nothing" : expected) + ", got " +
                 (got.empty() ? "nothing" : got));
  }
  void Same(const Value& at, const std::string& what, const std::string& expected,
            const std::string& got) {
    if (expected != got) Fail(at, what, expected, got);
  }
  std::string Refused(Lang lang) const {
    return FormatRefusal(*flow_, response_,
                         response_.refusal.code == RefusalCode::kNone ? kNoSeat : seat_acting_,
                         lang);
  }

  void Took(const Trace& trace) {
    if (!response_.ok()) return;
    due_ = sole_.taken;
    AddWalkedEdges(*flow_, trace[trace.size() - 1], walked_);
    for (const Event& event : response_.events) {
      events_.push_back(event);
      if (event.type == nullptr) continue;
      if (event.type->id == "win_value") wins_.push_back({event.seat, event.value, 0, {}});
      if (event.type->id == "fan" && !wins_.empty()) {
        wins_.back().fan += event.value;
        wins_.back().fans.emplace_back(event.text);
      }
    }
  }

  // "1 peng" without its tile: the one way to do it that is offered now, or that a window has just
  // taken. Of several ways nothing, and `ways` names them.
  std::optional<Action> Sole(const std::string& text, std::string& ways) {
    const std::string line = Squeeze(text);
    if (line.size() < 3 || line[0] < '0' || line[0] >= '0' + flow_->people() || line[1] != ' ')
      return std::nullopt;
    const auto seat = static_cast<Seat>(line[0] - '0');
    const NodeIndex node = flow_->Find(line.substr(2));
    if (node == kNoNode) return std::nullopt;
    if (!due_.empty() && due_.front().seat == seat && due_.front().node == node)
      return due_.front();
    Choices choices;
    flow_->FillChoices(records_, choices);
    const Offer* offer = choices.Find(seat, node);
    if (offer == nullptr) return std::nullopt;
    if (offer->domain.Count() != 1) {
      ways = FormatOffer(*flow_, *offer, Lang::kEn);
      return std::nullopt;
    }
    Action action{.node = node, .seat = seat, .ask = records_.flow().window.ask};
    offer->domain.Nth(0, action);
    return action;
  }

  std::optional<Action> Read(const Value& text) {
    auto action = ParseAction(*flow_, text.text());
    if (!action) {
      std::string ways;
      if (auto sole = Sole(text.text(), ways)) return sole;
      if (!ways.empty()) ways = "; several are possible: " + ways;
      SourcePos where = text.where();
      const Fault& fault = action.faults().front();
      if (where.column > 0 && fault.where.column > 0)
        where.column += fault.where.column - 1 + (text.quoted() ? 1 : 0);
      AddFault(result_.failures, fault.code, where,
               "\"" + text.text() + "\": " + fault.message + ways);
      return std::nullopt;
    }
    if (action->ask == 0) action->ask = records_.flow().window.ask;
    return *action;
  }

  bool Act(const Value& line) {
    const auto action = Read(line);
    if (!action) return false;
    if (WasTaken(*action)) return true;
    seat_acting_ = action->seat;
    Trace trace;
    trace.Watch(&sole_);
    const std::vector<Action> before = sole_.taken;
    sole_.Begin();
    flow_->ProcessActionNode(records_, *action, response_, &trace);
    Took(trace);
    if (response_.ok()) return true;
    AddFault(
        result_.failures, "E01", line.where(),
        "\"" + line.text() + "\" is refused: " + Refused(Lang::kEn) +
            (before.empty() ? "" : "; taken before it without asking: " + ActionsText(before)));
    return false;
  }

  // A line may name what a window has taken without asking: the next of it, and nothing is played.
  bool WasTaken(const Action& action) {
    if (due_.empty() || FormatAction(*flow_, due_.front()) != FormatAction(*flow_, action))
      return false;
    due_.erase(due_.begin());
    return true;
  }

  std::string ActionsText(const std::vector<Action>& actions) const {
    std::vector<std::string> words;
    for (const Action& action : actions) words.push_back(FormatAction(*flow_, action));
    return Join(words);
  }

  // Exactly what windows have taken without asking in the step before.
  void ExpectTaken(const Value& value) {
    std::vector<Value> list = value.items();
    if (value.IsScalar()) list = {value};
    std::vector<Action> wanted;
    for (const Value& item : list) {
      const auto action = Read(item);
      if (!action) return;
      wanted.push_back(*action);
    }
    Same(value, "taken", ActionsText(wanted), ActionsText(sole_.taken));
  }

  std::string Offers(Seat seat) {
    Choices choices;
    flow_->FillChoices(records_, choices);
    return FormatOffers(*flow_, choices, seat, Lang::kEn);
  }

  // One entry of `offers`: an id, or an id with exactly the payloads it may have.
  bool IsOffer(const Offer& offer, const std::string& text) {
    const std::size_t space = text.find(' ');
    if (space == std::string::npos) return true;
    const std::string payload = Squeeze(text.substr(space + 1));
    if (offer.domain.kind == Domain::kPiece) {
      const auto tiles = table::ParseTiles(payload);
      return tiles && table::ToCounts(*tiles).Kinds() == offer.domain.mask;
    }
    return Squeeze(FormatOffer(*flow_, offer, Lang::kEn)) == Squeeze(text);
  }

  void ExpectOffers(const Value& value) {
    if (!value.IsMap())
      return AddFault(result_.failures, "S02", value.where(), "offers: {1: [hu, guo]} is needed");
    Choices choices;
    flow_->FillChoices(records_, choices);
    for (const Value::Entry& entry : value.entries()) {
      const int seat = SeatOf(entry, flow_->people());
      if (seat < 0) continue;
      const auto offers = choices.Of(static_cast<Seat>(seat));
      std::vector<Value> wanted = entry.value.items();
      if (entry.value.IsScalar()) wanted = {entry.value};
      std::vector<std::string> words;
      std::vector<bool> met(offers.size(), false);
      bool all = wanted.size() == offers.size();
      for (const Value& want : wanted) {
        const std::string id = want.text().substr(0, want.text().find(' '));
        words.push_back(want.text());
        if (!KnownNode(want, id)) return;
        bool found = false;
        for (std::size_t i = 0; i < offers.size(); ++i) {
          if (flow_->node(offers[i].node).id != id || !IsOffer(offers[i], want.text())) continue;
          met[i] = found = true;
        }
        all = all && found;
      }
      if (!all)
        Fail(entry.value, "offers of seat " + entry.key, Join(words),
             Offers(static_cast<Seat>(seat)));
    }
  }

  bool KnownNode(const Value& at, const std::string& id) {
    if (flow_->Find(id) != kNoNode) return true;
    std::vector<std::string> ids;
    for (const Node& node : flow_->nodes()) ids.push_back(node.id);
    AddFault(result_.failures, "S04", at.where(),
             "there is no node \"" + id + "\"" + DidYouMean(id, ids));
    return false;
  }

  // Actions that are (not) to be had now; an action without its payload stands for all of that
  // node.
  void ExpectOffered(const Value& value, bool wanted) {
    std::vector<Value> list = value.items();
    if (value.IsScalar()) list = {value};
    Choices choices;
    flow_->FillChoices(records_, choices);
    for (const Value& item : list) {
      const std::string text = Squeeze(item.text());
      const std::size_t space = text.find(' ');
      const bool bare =
          space != std::string::npos && text.find(' ', space + 1) == std::string::npos;
      bool there = false;
      if (bare && text[0] >= '0' && text[0] < '0' + flow_->people() && space == 1) {
        if (!KnownNode(item, text.substr(2))) continue;
        there =
            choices.Find(static_cast<Seat>(text[0] - '0'), flow_->Find(text.substr(2))) != nullptr;
      } else {
        const auto action = Read(item);
        if (!action) continue;
        const Offer* offer = choices.Find(action->seat, action->node);
        there = offer != nullptr && offer->domain.Contains(*action);
      }
      if (there == wanted) continue;
      const Seat seat = static_cast<Seat>(text[0] - '0');
      Fail(item, wanted ? "offered" : "not offered", (wanted ? "" : "no ") + text.substr(2),
           Offers(seat));
    }
  }

  void ExpectRefused(const Value& value) {
    std::vector<Value> list = value.items();
    if (!value.IsList()) list = {value};
    for (const Value& item : list) {
      std::string code, reason;
      const Value* line = &item;
      if (item.IsMap()) {
        Fields fields(item, {"action", "code", "reason"}, result_.failures, "refused");
        fields.Text("code", code);
        fields.Text("reason", reason);
        line = fields.Find("action");
      }
      if (line == nullptr || !line->IsScalar()) {
        AddFault(result_.failures, "S02", item.where(),
                 "refused: {action: 1 peng 5m, reason: ...} is needed");
        continue;
      }
      const auto action = Read(*line);
      if (!action) continue;
      const Records before = records_;
      Response response;
      flow_->ProcessActionNode(records_, *action, response);
      if (response.ok()) {
        Fail(item, "\"" + line->text() + "\"", "a refusal", "it was accepted");
        records_ = before;
        continue;
      }
      if (!code.empty())
        Same(item, "code of the refusal", code, std::string(CodeName(response.refusal.code)));
      if (!reason.empty())
        Same(item, "reason of the refusal", reason,
             response.refusal.reason == nullptr ? "" : std::string(response.refusal.reason->id));
      if (!(before == records_))
        Fail(item, "\"" + line->text() + "\"", "records as before", "other ones");
    }
  }

  struct EventWanted {
    std::string type, text;
    std::optional<int> seat, other, value;
    std::optional<std::vector<table::Tile>> pieces;
  };
  bool ReadEvent(const Value& item, EventWanted& out) {
    if (item.IsScalar()) {
      out.type = item.text();
      return true;
    }
    const std::size_t faults = result_.failures.size();
    Fields fields(item, {"type", "seat", "other", "pieces", "value", "text"}, result_.failures,
                  "event");
    if (!fields.ok()) return false;
    fields.Text("type", out.type);
    fields.Text("text", out.text);
    int number = 0;
    if (fields.Int("seat", 0, 7, number)) out.seat = number;
    if (fields.Int("other", 0, 7, number)) out.other = number;
    if (fields.Int("value", INT32_MIN, INT32_MAX, number)) out.value = number;
    std::vector<table::Tile> tiles;
    if (fields.Tiles("pieces", tiles)) out.pieces = tiles;
    return result_.failures.size() == faults;
  }
  static bool Fits(const EventWanted& wanted, const Event& event) {
    if (event.type == nullptr || event.type->id != wanted.type) return false;
    if (wanted.seat && event.seat != *wanted.seat) return false;
    if (wanted.other && event.other != *wanted.other) return false;
    if (wanted.value && event.value != *wanted.value) return false;
    if (!wanted.text.empty() && event.text != wanted.text) return false;
    if (!wanted.pieces) return true;
    return wanted.pieces->size() == event.count &&
           std::equal(wanted.pieces->begin(), wanted.pieces->end(), event.pieces.begin());
  }
  std::string EventsText() const {
    std::string text;
    for (const Event& event : events_) {
      const std::string line =
          event.type == nullptr
              ? ""
              : std::string(event.type->id) +
                    (event.seat == kNoSeat ? "" : " " + std::to_string(event.seat));
      text += (text.empty() ? "" : ", ") + line;
    }
    return text;
  }
  // In this order, others between them. Events count from the last expectation of events on.
  void ExpectEvents(const Value& value, const Value* none) {
    std::size_t at = 0;
    for (const Value& item : value.items()) {
      EventWanted wanted;
      if (!ReadEvent(item, wanted)) continue;
      const auto found =
          std::find_if(events_.begin() + static_cast<std::ptrdiff_t>(at), events_.end(),
                       [&](const Event& event) { return Fits(wanted, event); });
      if (found == events_.end()) {
        std::vector<std::string> happened;
        for (const Event& event : events_) {
          if (event.type != nullptr) happened.emplace_back(event.type->id);
        }
        const bool there =
            std::find(happened.begin(), happened.end(), wanted.type) != happened.end();
        Fail(item, "event", item.Canonical() + (there ? "" : DidYouMean(wanted.type, happened)),
             "only " + EventsText());
      } else {
        at = static_cast<std::size_t>(found - events_.begin()) + 1;
      }
    }
    if (none == nullptr) return;
    for (const Value& item : none->items()) {
      EventWanted wanted;
      if (!ReadEvent(item, wanted)) continue;
      if (std::any_of(events_.begin(), events_.end(),
                      [&](const Event& event) { return Fits(wanted, event); })) {
        Fail(item, "events", "no " + item.Canonical(), EventsText());
      }
    }
  }

  // Wins since the last expectation of wins, one for each seat named.
  void ExpectWin(const Value& value) {
    std::vector<Value> list = value.items();
    if (!value.IsList()) list = {value};
    for (const Value& item : list) {
      Fields fields(item, {"seat", "fans", "fan", "value"}, result_.failures, "win");
      int seat = -1, number = 0;
      if (!fields.ok()) continue;
      fields.Int("seat", 0, flow_->seats() - 1, seat);
      const auto found = std::find_if(wins_.rbegin(), wins_.rend(), [&](const WinSeen& win) {
        return seat < 0 || win.seat == seat;
      });
      if (found == wins_.rend()) {
        Fail(item, "win", item.Canonical(), "no such win");
        continue;
      }
      if (fields.Int("fan", 0, 1'000'000, number))
        Same(item, "fan", std::to_string(number), std::to_string(found->fan));
      if (fields.Int("value", 0, 1'000'000'000, number))
        Same(item, "value", std::to_string(number), std::to_string(found->value));
      if (const Value* fans = fields.Find("fans")) {
        std::vector<std::string> wanted, got = found->fans;
        if (!KnownFans(*flow_, *fans, result_.failures)) continue;
        for (const Value& fan : fans->items()) wanted.push_back(fan.text());
        std::sort(wanted.begin(), wanted.end());
        std::sort(got.begin(), got.end());
        Same(*fans, "fans", Join(wanted), Join(got));
      }
    }
    wins_.clear();
  }

  // One of `count`: the seats, or everybody who may act.
  int SeatOf(const Value::Entry& entry, int count) {
    if (entry.key.size() == 1 && entry.key[0] >= '0' && entry.key[0] < '0' + count)
      return entry.key[0] - '0';
    AddFault(result_.failures, "S04", entry.where, "there is no seat \"" + entry.key + "\"");
    return -1;
  }

  // {0: ..., 2: ...}: `got` of each seat named, against what is written, both as `norm` writes
  // them.
  template <typename Got, typename Norm>
  void EachSeat(const Value& value, const std::string& what, Got&& got, Norm&& norm) {
    if (!value.IsMap())
      return AddFault(result_.failures, "S02", value.where(),
                      what + ": {0: ..., 1: ...} by seats is needed");
    for (const Value::Entry& entry : value.entries()) {
      const int seat = SeatOf(entry, what == "default" ? flow_->people() : flow_->seats());
      if (seat >= 0)
        Same(entry.value, what + " of seat " + entry.key, norm(entry.value),
             got(static_cast<Seat>(seat)));
    }
  }

  std::string SortedTiles(const Value& value) {
    std::vector<table::Tile> tiles;
    ReadTiles(value, tiles, result_.failures);
    std::sort(tiles.begin(), tiles.end());
    return table::FormatTiles(tiles);
  }
  std::string PlainTiles(const Value& value) {
    std::vector<table::Tile> tiles;
    ReadTiles(value, tiles, result_.failures);
    return table::FormatTiles(tiles);
  }

  std::string SeatsText(SeatMask mask) const {
    std::vector<std::string> words;
    ForEachSeat(mask, [&](Seat seat) { words.push_back(std::to_string(seat)); });
    return Join(words);
  }
  void ExpectSeats(const Value& value, const std::string& what, SeatMask got) {
    SeatMask wanted = 0;
    std::vector<Value> list = value.items();
    if (value.IsScalar()) list = {value};
    for (const Value& item : list) {
      int seat = 0;
      if (ReadInt(item, 0, flow_->people() - 1, seat, result_.failures))
        wanted |= MaskOf(static_cast<Seat>(seat));
    }
    Same(value, what, SeatsText(wanted), SeatsText(got));
  }

  void ExpectNumbers(const Value& value, const std::string& what, const std::vector<int>& got) {
    std::vector<std::string> wanted, have;
    std::string apart;
    if (value.items().size() != got.size()) {
      return AddFault(result_.failures, "S02", value.where(),
                      what + ": a list of " + std::to_string(got.size()) +
                          " numbers is needed, one a seat, not " + value.Canonical());
    }
    for (std::size_t seat = 0; seat < got.size(); ++seat) {
      int number = 0;
      if (!ReadInt(value.items()[seat], INT32_MIN, INT32_MAX, number, result_.failures)) return;
      wanted.push_back(std::to_string(number));
      have.push_back(std::to_string(got[seat]));
      const std::int64_t more = std::int64_t{got[seat]} - number;
      if (more != 0)
        apart += (apart.empty() ? " (seat " : ", seat ") + std::to_string(seat) + " " +
                 (more > 0 ? "+" : "") + std::to_string(more);
    }
    if (!apart.empty()) Fail(value, what, Join(wanted), Join(have) + apart + ")");
  }

  // Points are told for the seats, or for so many parties as the list names: persons without a seat
  // come behind.
  std::size_t Parties(const Value& list) const {
    return std::clamp(list.items().size(), static_cast<std::size_t>(flow_->seats()),
                      static_cast<std::size_t>(table::kMaxParties));
  }

  void Expect(const Value& step) {
    Fields fields(step, kExpectKeys, result_.failures, "a step");
    if (!fields.ok()) return;
    const FlowState& state = records_.flow();
    const auto board_slot = table::FindSlot<Board>(*flow_);
    const auto match_slot = table::FindSlot<table::Match>(*flow_);
    const auto ledger_slot = table::FindSlot<table::Ledger>(*flow_);
    if (!board_slot || !match_slot)
      return AddFault(result_.failures, "S06", step.where(), "this flow has no table");
    const Board& board = (*board_slot)(records_);
    const table::Match& match = (*match_slot)(records_);
    const auto seat_of = [&](Seat seat) -> const table::SeatBoard& { return board.seats[seat]; };
    const auto flagged = [&](table::SeatFlag flag) {
      SeatMask mask = 0;
      for (Seat s = 0; s < flow_->seats(); ++s)
        mask |= seat_of(s).Is(flag) ? MaskOf(s) : SeatMask{0};
      return mask;
    };
    const auto seat_text = [](Seat seat) {
      return seat == kNoSeat ? std::string("none") : std::to_string(seat);
    };

    if (const Value* v = fields.Find("at"))
      Same(*v, "at", v->text(),
           state.node == kNoNode ? "" : flow_->node(state.over != 0 ? state.node : state.node).id);
    if (const Value* v = fields.Find("actor")) Same(*v, "actor", v->text(), seat_text(state.actor));
    if (const Value* v = fields.Find("asked"))
      ExpectSeats(*v, "asked", state.over != 0 ? SeatMask{0} : state.window.active);
    bool end = false;
    if (fields.Bool("end", end))
      Same(*fields.Find("end"), "end", end ? "on" : "off", state.over != 0 ? "on" : "off");
    if (const Value* v = fields.Find("taken")) ExpectTaken(*v);
    if (const Value* v = fields.Find("offers")) ExpectOffers(*v);
    if (const Value* v = fields.Find("offered")) ExpectOffered(*v, true);
    if (const Value* v = fields.Find("not_offered")) ExpectOffered(*v, false);
    if (const Value* v = fields.Find("refused")) ExpectRefused(*v);
    if (const Value* v = fields.Find("default")) {
      EachSeat(
          *v, "default",
          [&](Seat seat) {
            const std::string line = FormatAction(*flow_, flow_->Default(records_, seat));
            return line.substr(std::min(line.size(), line.find(' ') + 1));
          },
          [](const Value& value) { return Squeeze(value.text()); });
    }
    const Value* none = fields.Find("no_events");
    if (const Value* v = fields.Find("events"); v != nullptr || none != nullptr) {
      ExpectEvents(v == nullptr ? Value() : *v, none);
      events_.clear();
    }
    if (const Value* v = fields.Find("win")) ExpectWin(*v);
    if (const Value* v = fields.Find("points")) {
      std::vector<int> points(Parties(*v), 0);
      if (ledger_slot)
        std::copy_n((*ledger_slot)(records_).points.begin(), points.size(), points.begin());
      ExpectNumbers(*v, "points", points);
    }
    if (const Value* v = fields.Find("score"))
      ExpectNumbers(
          *v, "score",
          std::vector<int>(match.score.begin(),
                           match.score.begin() + static_cast<std::ptrdiff_t>(Parties(*v))));
    if (const Value* v = fields.Find("hand")) {
      EachSeat(
          *v, "hand", [&](Seat s) { return table::FormatTiles(seat_of(s).hand); },
          [&](const Value& x) { return SortedTiles(x); });
    }
    if (const Value* v = fields.Find("drawn")) {
      EachSeat(
          *v, "drawn",
          [&](Seat s) {
            return seat_of(s).drawn == table::kNoTile ? "none" : table::TileName(seat_of(s).drawn);
          },
          [](const Value& x) { return x.text(); });
    }
    if (const Value* v = fields.Find("melds")) {
      EachSeat(
          *v, "melds",
          [&](Seat s) {
            std::vector<std::string> words;
            for (const Meld& meld : seat_of(s).Melds()) words.push_back(MeldText(meld));
            return Join(words);
          },
          [](const Value& x) {
            std::vector<std::string> words;
            for (const Value& item : x.items()) words.push_back(item.text());
            return x.IsScalar() ? x.text() : Join(words);
          });
    }
    if (const Value* v = fields.Find("river")) {
      EachSeat(
          *v, "river",
          [&](Seat s) {
            std::vector<table::Tile> tiles;
            for (int i = 0; i < board.river_count; ++i) {
              const table::Discard& discard = board.river[static_cast<std::size_t>(i)];
              if (discard.seat() == s && !discard.claimed()) tiles.push_back(discard.tile);
            }
            return table::FormatTiles(tiles);
          },
          [&](const Value& x) { return PlainTiles(x); });
    }
    if (const Value* v = fields.Find("won")) ExpectSeats(*v, "won", flagged(table::kHasWon));
    if (const Value* v = fields.Find("locked")) ExpectSeats(*v, "locked", flagged(table::kLocked));
    if (const Value* v = fields.Find("left")) ExpectSeats(*v, "left", flagged(table::kLeft));
    if (const Value* v = fields.Find("drawer"))
      Same(*v, "drawer", v->text(), seat_text(board.drawer));
    if (const Value* v = fields.Find("dealer"))
      Same(*v, "dealer", v->text(), seat_text(board.dealer));
    if (const Value* v = fields.Find("next_dealer")) {
      Same(*v, "next_dealer", v->text(),
           seat_text(match.next_dealer != kNoSeat ? match.next_dealer : board.next_dealer));
    }
    if (const Value* v = fields.Find("wall_left"))
      Same(*v, "wall_left", v->text(), std::to_string(board.wall.Left()));
    if (const Value* v = fields.Find("state")) ExpectState(*v);
  }

  void ExpectState(const Value& value) {
    if (!value.IsMap())
      return AddFault(result_.failures, "S02", value.where(), "state: keys with values are needed");
    for (const Value::Entry& entry : value.entries()) {
      const table::StateText* state = nullptr;
      for (const auto& part : flow_->parts()) {
        const auto* one = dynamic_cast<const table::StateText*>(part.get());
        if (one != nullptr && one->StateKey() == entry.key && state == nullptr) state = one;
      }
      if (state == nullptr) {
        AddFault(result_.failures, "S04", entry.where,
                 "state: this variant keeps no \"" + entry.key + "\"" +
                     DidYouMean(entry.key, StateKeys(*flow_)));
        continue;
      }
      Value got;
      if (state->PerSeat()) {
        got = Value::List();
        for (Seat s = 0; s < flow_->seats(); ++s)
          got.Append(state->WriteState(records_, s, kNoSeat));
      } else {
        got = state->WriteState(records_, kNoSeat, kNoSeat);
      }
      Same(entry.value, "state " + entry.key, entry.value.Canonical(), got.Canonical());
    }
  }

  std::shared_ptr<const Flow> flow_;
  ScenarioResult& result_;
  std::set<EdgeKey>& walked_;
  Records records_;
  Response response_;
  Seat seat_acting_ = kNoSeat;
  SoleAnswers sole_;         // of the last step
  std::vector<Action> due_;  // those of them that no line has named yet
  std::vector<Event> events_;
  std::vector<WinSeen> wins_;
};

}  // namespace

void PlayScenario(std::shared_ptr<const Flow> flow, const Value& scenario, ScenarioResult& result,
                  std::set<EdgeKey>& walked) {
  ScenarioPlayer(std::move(flow), result, walked).Run(scenario);
}

}  // namespace mlf::tools
