// What a step expects of the play: offers, refusals, defaults, events, wins.
#include <mlf/flow/text.h>
#include <mlf/table/find_slot.h>
#include "flow/base/words.h"
#include "tools/kit/scenario_player.h"
#include "tools/kit/scene.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace mlf::tools {
namespace {

class PlayExpectations {
 public:
  explicit PlayExpectations(Scene& scene) : scene_(scene) {}

  void Expect(Fields& fields) {
    if (const Value* v = fields.Find("taken")) ExpectTaken(*v);
    if (const Value* v = fields.Find("offers")) ExpectOffers(*v);
    if (const Value* v = fields.Find("offered")) ExpectOffered(*v, true);
    if (const Value* v = fields.Find("not_offered")) ExpectOffered(*v, false);
    if (const Value* v = fields.Find("refused")) ExpectRefused(*v);
    if (const Value* v = fields.Find("default")) ExpectDefaults(*v);
    const Value* none = fields.Find("no_events");
    if (const Value* v = fields.Find("events"); v != nullptr || none != nullptr) {
      ExpectEvents(v == nullptr ? Value() : *v, none);
      scene_.events.clear();
    }
    if (const Value* v = fields.Find("win")) ExpectWin(*v);
  }

 private:
  // The actions that windows took without asking in the last step, in this order.
  void ExpectTaken(const Value& value) {
    std::vector<Value> list = value.items();
    if (value.IsScalar()) list = {value};
    std::vector<Action> wanted;
    for (const Value& item : list) {
      const auto action = scene_.Read(item);
      if (!action) return;
      wanted.push_back(*action);
    }
    scene_.Same(value, "taken", scene_.ActionsText(wanted), scene_.ActionsText(scene_.taken));
  }

  std::string Offers(Seat seat) {
    Choices choices;
    scene_.flow->FillChoices(scene_.records, choices);
    return FormatOffers(*scene_.flow, choices, seat, Lang::kEn);
  }

  // One entry of `offers`: an id, or an id with exactly its payloads.
  bool IsOffer(const Offer& offer, const std::string& text) {
    const std::size_t space = text.find(' ');
    if (space == std::string::npos) return true;
    const std::string payload = Squeeze(text.substr(space + 1));
    if (offer.domain.kind == Domain::kPiece) {
      std::array<Piece, kMaxPieces> pieces{};
      const auto count = ParsePieces(*scene_.flow, payload, pieces);
      if (!count) return false;
      PieceMask named = 0;
      for (std::size_t i = 0; i < *count; ++i) named |= MaskOf(pieces[i]);
      return named == offer.domain.mask;
    }
    return Squeeze(FormatOffer(*scene_.flow, offer, Lang::kEn)) == Squeeze(text);
  }

  void ExpectOffers(const Value& value) {
    if (!value.IsMap())
      return AddFault(scene_.result.failures, "S02", value.where(),
                      "offers: {1: [hu, guo]} is needed");
    Choices choices;
    scene_.flow->FillChoices(scene_.records, choices);
    for (const Value::Entry& entry : value.entries()) {
      const int seat = scene_.SeatOf(entry, scene_.flow->people());
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
          if (scene_.flow->node(offers[i].node).id != id || !IsOffer(offers[i], want.text()))
            continue;
          met[i] = found = true;
        }
        all = all && found;
      }
      if (!all)
        scene_.Fail(entry.value, "offers of seat " + entry.key, Join(words),
                    Offers(static_cast<Seat>(seat)));
    }
  }

  bool KnownNode(const Value& at, const std::string& id) {
    if (scene_.flow->Find(id) != kNoNode) return true;
    std::vector<std::string> ids;
    for (const Node& node : scene_.flow->nodes()) ids.push_back(node.id);
    AddFault(scene_.result.failures, "S04", at.where(),
             "there is no node \"" + id + "\"" + DidYouMean(id, ids));
    return false;
  }

  // Actions that must (not) be offered now. An action without payload means every payload of its
  // node.
  void ExpectOffered(const Value& value, bool wanted) {
    std::vector<Value> list = value.items();
    if (value.IsScalar()) list = {value};
    Choices choices;
    scene_.flow->FillChoices(scene_.records, choices);
    for (const Value& item : list) {
      const std::string text = Squeeze(item.text());
      const std::size_t space = text.find(' ');
      const bool bare =
          space != std::string::npos && text.find(' ', space + 1) == std::string::npos;
      bool offered = false;
      if (bare && text[0] >= '0' && text[0] < '0' + scene_.flow->people() && space == 1) {
        if (!KnownNode(item, text.substr(2))) continue;
        offered = choices.Find(static_cast<Seat>(text[0] - '0'),
                               scene_.flow->Find(text.substr(2))) != nullptr;
      } else {
        const auto action = scene_.Read(item);
        if (!action) continue;
        const Offer* offer = choices.Find(action->seat, action->node);
        offered = offer != nullptr && offer->domain.Contains(*action);
      }
      if (offered == wanted) continue;
      const Seat seat = static_cast<Seat>(text[0] - '0');
      scene_.Fail(item, wanted ? "offered" : "not offered", (wanted ? "" : "no ") + text.substr(2),
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
        Fields fields(item, {"action", "code", "reason"}, scene_.result.failures, "refused");
        fields.Text("code", code);
        fields.Text("reason", reason);
        line = fields.Find("action");
      }
      if (line == nullptr || !line->IsScalar()) {
        AddFault(scene_.result.failures, "S02", item.where(),
                 "refused: {action: 1 peng 5m, reason: ...} is needed");
        continue;
      }
      const auto action = scene_.Read(*line);
      if (!action) continue;
      const Records before = scene_.records;
      Response response;
      scene_.flow->ProcessActionNode(scene_.records, *action, response);
      if (response.ok()) {
        scene_.Fail(item, "\"" + line->text() + "\"", "a refusal", "it was accepted");
        scene_.records = before;
        continue;
      }
      if (!code.empty())
        scene_.Same(item, "code of the refusal", code,
                    std::string(CodeName(response.refusal.code)));
      if (!reason.empty())
        scene_.Same(
            item, "reason of the refusal", reason,
            response.refusal.reason == nullptr ? "" : std::string(response.refusal.reason->id));
      if (!(before == scene_.records))
        scene_.Fail(item, "\"" + line->text() + "\"", "records as before", "other ones");
    }
  }

  // {0: discard 5m}: the action of a timeout.
  void ExpectDefaults(const Value& value) {
    if (!value.IsMap())
      return AddFault(scene_.result.failures, "S02", value.where(),
                      "default: {0: ..., 1: ...} by seats is needed");
    for (const Value::Entry& entry : value.entries()) {
      const int seat = scene_.SeatOf(entry, scene_.flow->people());
      if (seat < 0) continue;
      const std::string line =
          FormatAction(*scene_.flow, scene_.flow->Default(scene_.records, static_cast<Seat>(seat)));
      scene_.Same(entry.value, "default of seat " + entry.key, Squeeze(entry.value.text()),
                  line.substr(std::min(line.size(), line.find(' ') + 1)));
    }
  }

  struct EventWanted {
    std::string type, text;
    std::optional<int> seat, other, value;
    std::optional<std::vector<Piece>> pieces;
  };
  std::optional<std::vector<Piece>> ReadPieces(const Value& value) {
    std::vector<Piece> pieces;
    if (table::FindSlot<table::Board>(*scene_.flow)) {
      if (!ReadTiles(value, pieces, scene_.result.failures)) return std::nullopt;
      return pieces;
    }
    std::array<Piece, kMaxPieces> room{};
    const auto count = ParsePieces(*scene_.flow, value.text(), room);
    if (!count) {
      AddFault(scene_.result.failures, "S03", value.where(),
               "\"" + value.text() + "\": the pieces of this game cannot be read in it");
      return std::nullopt;
    }
    pieces.assign(room.begin(), room.begin() + static_cast<std::ptrdiff_t>(*count));
    return pieces;
  }
  bool ReadEvent(const Value& item, EventWanted& out) {
    if (item.IsScalar()) {
      out.type = item.text();
      return true;
    }
    const std::size_t faults = scene_.result.failures.size();
    Fields fields(item, {"type", "seat", "other", "pieces", "value", "text"},
                  scene_.result.failures, "event");
    if (!fields.ok()) return false;
    fields.Text("type", out.type);
    fields.Text("text", out.text);
    int number = 0;
    if (fields.Int("seat", 0, 7, number)) out.seat = number;
    if (fields.Int("other", 0, 7, number)) out.other = number;
    if (fields.Int("value", INT32_MIN, INT32_MAX, number)) out.value = number;
    if (const Value* pieces = fields.Find("pieces")) out.pieces = ReadPieces(*pieces);
    return scene_.result.failures.size() == faults;
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
    for (const Event& event : scene_.events) {
      const std::string line =
          event.type == nullptr
              ? ""
              : std::string(event.type->id) +
                    (event.seat == kNoSeat ? "" : " " + std::to_string(event.seat));
      text += (text.empty() ? "" : ", ") + line;
    }
    return text;
  }
  // Events in this order, with others between them, since the last expectation of events.
  void ExpectEvents(const Value& value, const Value* none) {
    std::size_t at = 0;
    for (const Value& item : value.items()) {
      EventWanted wanted;
      if (!ReadEvent(item, wanted)) continue;
      const auto found =
          std::find_if(scene_.events.begin() + static_cast<std::ptrdiff_t>(at), scene_.events.end(),
                       [&](const Event& event) { return Fits(wanted, event); });
      if (found == scene_.events.end()) {
        std::vector<std::string> happened;
        for (const Event& event : scene_.events) {
          if (event.type != nullptr) happened.emplace_back(event.type->id);
        }
        const bool type_happened =
            std::find(happened.begin(), happened.end(), wanted.type) != happened.end();
        scene_.Fail(item, "event",
                    item.Canonical() + (type_happened ? "" : DidYouMean(wanted.type, happened)),
                    "only " + EventsText());
      } else {
        at = static_cast<std::size_t>(found - scene_.events.begin()) + 1;
      }
    }
    if (none == nullptr) return;
    for (const Value& item : none->items()) {
      EventWanted wanted;
      if (!ReadEvent(item, wanted)) continue;
      if (std::any_of(scene_.events.begin(), scene_.events.end(),
                      [&](const Event& event) { return Fits(wanted, event); })) {
        scene_.Fail(item, "events", "no " + item.Canonical(), EventsText());
      }
    }
  }

  // Wins since the last expectation of wins, one for each seat named.
  void ExpectWin(const Value& value) {
    std::vector<Value> list = value.items();
    if (!value.IsList()) list = {value};
    for (const Value& item : list) {
      Fields fields(item, {"seat", "fans", "fan", "value"}, scene_.result.failures, "win");
      int seat = -1, number = 0;
      if (!fields.ok()) continue;
      fields.Int("seat", 0, scene_.flow->seats() - 1, seat);
      const auto found =
          std::find_if(scene_.wins.rbegin(), scene_.wins.rend(),
                       [&](const WinSeen& win) { return seat < 0 || win.seat == seat; });
      if (found == scene_.wins.rend()) {
        scene_.Fail(item, "win", item.Canonical(), "no such win");
        continue;
      }
      if (fields.Int("fan", 0, 1'000'000, number))
        scene_.Same(item, "fan", std::to_string(number), std::to_string(found->fan));
      if (fields.Int("value", 0, 1'000'000'000, number))
        scene_.Same(item, "value", std::to_string(number), std::to_string(found->value));
      if (const Value* fans = fields.Find("fans")) {
        std::vector<std::string> wanted, got = found->fans;
        if (!KnownFans(*scene_.flow, *fans, scene_.result.failures)) continue;
        for (const Value& fan : fans->items()) wanted.push_back(fan.text());
        std::sort(wanted.begin(), wanted.end());
        std::sort(got.begin(), got.end());
        scene_.Same(*fans, "fans", Join(wanted), Join(got));
      }
    }
    scene_.wins.clear();
  }

  Scene& scene_;
};

}  // namespace

void ExpectPlay(Scene& scene, Fields& fields) { PlayExpectations(scene).Expect(fields); }

}  // namespace mlf::tools
