#include <mlf/flow/json.h>
#include <mlf/flow/text.h>
#include "flow/base/words.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <set>

namespace mlf {

namespace {

Json Versioned() { return Json{{"v", kJsonVersion}}; }

std::string NodeId(const Flow& flow, NodeIndex node) {
  if (node == kTimeout) return "timeout";
  return node < flow.nodes().size() ? flow.node(node).id : "?";
}

Json PieceList(const Flow& flow, PieceMask mask) {
  Json list = Json::array();
  ForEach(mask, [&](Piece p) { list.push_back(FormatPieces(flow, {&p, 1})); });
  return list;
}

Json ActionBody(const Flow& flow, const Action& action) {
  Json json{{"seat", action.seat}, {"node", NodeId(flow, action.node)}, {"ask", action.ask}};
  if (action.count > 0) {
    json["pieces"] =
        PiecesBody(flow, {action.pieces.data(),
                          static_cast<std::size_t>(std::min<int>(action.count, kMaxActionPieces))});
  }
  const Domain::Kind kind =
      action.node < flow.nodes().size() ? flow.node(action.node).impl->payload() : Domain::kNothing;
  if (action.value != 0 || kind == Domain::kValue || kind == Domain::kRange ||
      kind == Domain::kBits)
    json["value"] = action.value;
  return json;
}

Json ChoicesBody(const Flow& flow, const Choices& choices, Viewer viewer) {
  Json seats = Json::array();
  for (int s = 0; s < flow.people(); ++s) {
    const Seat seat = static_cast<Seat>(s);
    if (!viewer.Knows(seat) || choices.Of(seat).empty()) continue;
    Json offers = Json::array();
    for (const Offer& offer : choices.Of(seat)) offers.push_back(OfferBody(flow, offer));
    seats.push_back(Json{{"seat", s}, {"offers", std::move(offers)}});
  }
  return seats;
}

Json RefusalBody(const Refusal& refusal, Viewer viewer) {
  Json json{{"code", CodeName(refusal.code)}};
  if (refusal.reason != nullptr) {
    json["reason"] =
        Json{{"id", refusal.reason->id}, {"zh", refusal.reason->zh}, {"en", refusal.reason->en}};
  }
  // The detail of a failed check may contain hidden information.
  if (!refusal.detail.empty() && viewer.kind == Viewer::kFull) json["detail"] = refusal.detail;
  return json;
}

Json WithVersion(Json body) {
  Json json = Versioned();
  json.update(body);
  return json;
}

// The position of a byte.
SourcePos PlaceAt(std::string_view text, std::size_t at, const FileName& file) {
  const std::string_view before = text.substr(0, std::min(at, text.size()));
  const std::size_t line = before.rfind('\n') + 1;  // 0 on the first line
  return {file, 1 + static_cast<int>(std::ranges::count(before, '\n')),
          1 + static_cast<int>(before.size() - line)};
}

// The first bracket beyond the allowed depth, or npos. Also works on invalid JSON.
std::size_t TooDeep(std::string_view text) {
  int depth = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted) {
      if (c == '\\') ++i;
      if (c == '"') quoted = false;
    } else if (c == '"') {
      quoted = true;
    } else if (c == '[' || c == '{') {
      if (++depth > kJsonMaxDepth) return i;
    } else if (c == ']' || c == '}') {
      --depth;
    }
  }
  return std::string_view::npos;
}

// Whether a text is one word, so that no second word can be smuggled in.
bool OneWord(const std::string& text) {
  return !text.empty() && text[0] != '@' && text.find_first_of(" \t") == std::string::npos;
}

Fault Wrong(std::string code, std::string message) {
  return Fault{std::move(code), {}, std::move(message)};
}

}  // namespace

Result<Json> ParseJson(std::string_view text, const FileName& file) {
  if (const std::size_t at = TooDeep(text); at != std::string_view::npos) {
    return Fault{"B05", PlaceAt(text, at, file),
                 fmt::format("nested too deep; at most {} levels can be read", kJsonMaxDepth)};
  }
  std::optional<std::string> twice;
  std::vector<std::set<std::string>> open;
  const auto watch = [&](int, Json::parse_event_t event, Json& parsed) {
    if (event == Json::parse_event_t::object_start) open.emplace_back();
    if (event == Json::parse_event_t::object_end) open.pop_back();
    if (event == Json::parse_event_t::key &&
        !open.back().insert(parsed.get<std::string>()).second && !twice)
      twice = parsed.get<std::string>();
    return true;
  };
  try {
    Json json = Json::parse(text, watch);
    if (twice)
      return Fault{"B06", {file, 0, 0}, fmt::format("the key \"{}\" is there twice", *twice)};
    return json;
  } catch (const Json::parse_error& error) {
    // The library counts bytes from 1; 0 means unknown.
    return Fault{"B04", PlaceAt(text, error.byte == 0 ? 0 : error.byte - 1, file), "not JSON"};
  } catch (const Json::exception& error) {
    return Fault{
        "B04",
        {file, 0, 0},
        fmt::format("not JSON that can be read: {}", error.what())};  // a number out of range
  }
}

std::string_view StatusName(Status status) {
  switch (status) {
    case Status::kRests: return "rests";
    case Status::kWaits: return "waits";
    case Status::kOver: return "over";
    case Status::kRefused: return "refused";
  }
  return "?";
}

Json PiecesBody(const Flow& flow, std::span<const Piece> pieces) {
  Json list = Json::array();
  for (const Piece piece : pieces) list.push_back(FormatPieces(flow, {&piece, 1}));
  return list;
}

Json OfferBody(const Flow& flow, const Offer& offer) {
  const Domain& domain = offer.domain;
  Json json{{"node", NodeId(flow, offer.node)}};
  switch (domain.kind) {
    case Domain::kNone:
    case Domain::kNothing: json["kind"] = "nothing"; break;
    case Domain::kPiece:
      json["kind"] = "piece";
      json["pieces"] = PieceList(flow, domain.mask);
      break;
    case Domain::kCombo: {
      json["kind"] = "combo";
      Json combos = Json::array();
      for (int i = 0; i < domain.combo_count; ++i) {
        std::size_t length = 0;
        while (length < kMaxActionPieces && domain.combos[i][length] != kNoPiece) ++length;
        combos.push_back(PiecesBody(flow, {domain.combos[i].data(), length}));
      }
      json["combos"] = std::move(combos);
      break;
    }
    case Domain::kSubset: {
      json["kind"] = "subset";
      json["take"] = domain.take;
      json["same_group"] = domain.same_group;
      Json pool = Json::array();
      for (int p = 0; p < kGroups * kGroupSize; ++p) {
        const Piece piece = static_cast<Piece>(p);
        for (int n = 0; n < domain.pool[piece]; ++n)
          pool.push_back(FormatPieces(flow, {&piece, 1}));
      }
      json["pool"] = std::move(pool);
      break;
    }
    case Domain::kValue: {
      json["kind"] = "value";
      Json values = Json::array();
      Json names = Json::array();
      for (int v = 0; v < 64; ++v) {
        if (((domain.mask >> v) & 1) == 0) continue;
        values.push_back(v);
        const std::string_view name =
            offer.node < flow.nodes().size() ? flow.node(offer.node).impl->ValueName(v) : "";
        names.push_back(name.empty() ? std::to_string(v) : std::string(name));
      }
      json["values"] = std::move(values);
      json["names"] = std::move(names);
      break;
    }
    case Domain::kRange:
      json["kind"] = "range";
      json["low"] = domain.low;
      json["high"] = domain.high;
      break;
    case Domain::kBits:
      json["kind"] = "bits";
      json["mask"] = domain.mask;
      break;
  }
  return json;
}

Json EventBody(const Flow& flow, const Event& event, Viewer viewer) {
  const std::optional<Event> seen = Seen(event, viewer, flow.seats());
  if (!seen || seen->type == nullptr) return nullptr;
  Json json{{"type", seen->type->id}};
  if (seen->seat != kNoSeat) json["seat"] = seen->seat;
  if (seen->other != kNoSeat) json["other"] = seen->other;
  if (seen->count > 0) json["pieces"] = PiecesBody(flow, {seen->pieces.data(), seen->count});
  if (!viewer.In(event.shown_to, flow.seats())) {
    json["hidden"] = true;
  } else {
    json["value"] = seen->value;
  }
  if (!seen->text.empty()) json["text"] = seen->text;
  return json;
}

Json ActionJson(const Flow& flow, const Action& action) {
  return WithVersion(ActionBody(flow, action));
}

Json ChoicesJson(const Flow& flow, const Choices& choices, Viewer viewer) {
  Json json = Versioned();
  json["choices"] = ChoicesBody(flow, choices, viewer);
  return json;
}

Json EventJson(const Flow& flow, const Event& event, Viewer viewer) {
  Json body = EventBody(flow, event, viewer);
  return body.is_null() ? body : WithVersion(std::move(body));
}

Json RefusalJson(const Flow&, const Refusal& refusal, Viewer viewer) {
  return WithVersion(RefusalBody(refusal, viewer));
}

Json ResponseJson(const Flow& flow, const Response& response, Viewer viewer) {
  Json json = Versioned();
  json["status"] = StatusName(response.status);
  if (response.node != kNoNode) json["node"] = NodeId(flow, response.node);
  if (response.status == Status::kRefused) json["refusal"] = RefusalBody(response.refusal, viewer);
  Json events = Json::array();
  for (const Event& event : response.events) {
    Json body = EventBody(flow, event, viewer);
    if (!body.is_null()) events.push_back(std::move(body));
  }
  json["events"] = std::move(events);
  json["choices"] = ChoicesBody(flow, response.choices, viewer);
  Json defaults = Json::array();
  bool asked = false;
  for (int s = 0; s < flow.people(); ++s) {
    const Seat seat = static_cast<Seat>(s);
    // A refusal includes the seat's other choices in the same window.
    if (!viewer.Knows(seat) ||
        ((response.asked & MaskOf(seat)) == 0 && response.choices.Of(seat).empty()))
      continue;
    asked = true;
    if (response.ok() && response.defaults[seat].node != kNoNode)
      defaults.push_back(ActionBody(flow, response.defaults[seat]));
  }
  // Whether others are asked is secret, so a viewer that is not asked gets neither number nor
  // deadline.
  if (asked) {
    json["ask"] = response.ask;
    json["deadline_ms"] = response.deadline_ms;
    json["defaults"] = std::move(defaults);
  }
  // The version counts the answers of others too.
  if (viewer.kind == Viewer::kFull) json["version"] = response.version;
  return json;
}

Result<Action> ActionFromJson(const Flow& flow, const Json& json) {
  if (!json.is_object())
    return Wrong(
        "B01", "an action is an object such as {\"v\":1,\"seat\":2,\"node\":\"peng\",\"ask\":17}");
  static const std::vector<std::string> kKeys = {"v", "seat", "node", "ask", "pieces", "value"};
  for (const auto& [key, value] : json.items()) {
    if (std::find(kKeys.begin(), kKeys.end(), key) != kKeys.end()) continue;
    const std::string nearest = Nearest(key, kKeys);
    return Wrong("B03",
                 fmt::format("an action has no key \"{}\"{}", key,
                             nearest.empty() ? "" : fmt::format("; nearest: \"{}\"", nearest)));
  }
  // A whole number in low..high, or nothing.
  const auto number = [&json](const char* key, std::int64_t low,
                              std::int64_t high) -> std::optional<std::int64_t> {
    const auto at = json.find(key);
    if (at == json.end() || !at->is_number_integer()) return std::nullopt;
    if (at->is_number_unsigned() && at->get<std::uint64_t>() > static_cast<std::uint64_t>(high))
      return std::nullopt;
    const std::int64_t n = at->get<std::int64_t>();
    return n < low || n > high ? std::nullopt : std::optional(n);
  };
  if (number("v", kJsonVersion, kJsonVersion) == std::nullopt)
    return Wrong("B01", fmt::format("\"v\" must be {}", kJsonVersion));
  const auto seat = number("seat", 0, flow.people() - 1);
  if (!seat)
    return Wrong("B02", fmt::format("\"seat\" must be a number in 0..{}", flow.people() - 1));
  const auto node = json.find("node");
  if (node == json.end() || !node->is_string() || !OneWord(node->get<std::string>()))
    return Wrong("B02", "\"node\" must be the id of an action");
  const auto ask = number("ask", 0, 0xFFFFFFFF);
  if (!ask) return Wrong("B02", "\"ask\" must be the number of the window that is answered");

  // The reader of the text form reads the words, so that both forms accept the same actions.
  std::string text = fmt::format("{} {}", *seat, node->get<std::string>());
  if (json.contains("pieces")) {
    if (!json["pieces"].is_array()) return Wrong("B02", "\"pieces\" must be a list of words");
    for (const Json& piece : json["pieces"]) {
      if (!piece.is_string() || !OneWord(piece.get<std::string>()))
        return Wrong("B02", "\"pieces\" must be a list of words");
      text += " " + piece.get<std::string>();
    }
  }
  if (json.contains("value")) {
    if (json["value"].is_string()) {
      if (!OneWord(json["value"].get<std::string>()))
        return Wrong("B02", "\"value\" must be a number or one of the action's words");
      text += " " + json["value"].get<std::string>();
    } else {
      const auto n = number("value", INT32_MIN, INT32_MAX);
      if (!n) return Wrong("B02", "\"value\" must be a number or one of the action's words");
      const NodeIndex index = flow.Find(node->get<std::string>());
      const Domain::Kind kind =
          index < flow.nodes().size() ? flow.node(index).impl->payload() : Domain::kNothing;
      if (kind == Domain::kValue || kind == Domain::kRange || kind == Domain::kBits || *n != 0)
        text += fmt::format(" {}", *n);
    }
  }
  Result<Action> action = ParseAction(flow, text);
  if (!action.ok()) {
    // Columns in the generated text mean nothing to the sender.
    Faults faults = action.faults();
    for (Fault& fault : faults) fault.where = {};
    return faults;
  }
  action->ask = static_cast<std::uint32_t>(*ask);
  return action;
}

}  // namespace mlf
