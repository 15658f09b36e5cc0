#include <mlf/flow/json.h>
#include <mlf/flow/json_text.h>
#include <mlf/flow/json_writers.h>
#include <mlf/flow/node_alias.h>
#include <mlf/flow/text.h>
#include "flow/base/words.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <optional>
#include <type_traits>

namespace mlf {

namespace {

Json Versioned() { return Json{{"v", kJsonVersion}}; }

Json ActionBody(const Flow& flow, const Action& action) {
  return Tree([&](TreeOut& out) { WriteAction(out, flow, action); });
}

Json ChoicesBody(const Flow& flow, const Choices& choices, Viewer viewer) {
  return Tree([&](TreeOut& out) { WriteChoices(out, flow, choices, viewer); });
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

Json WithVersion(const Json& body) {
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

// Builds a tree from the events of the library's parser, and finds duplicate keys. The library's
// own builder keeps the last of them. Its callbacks would cost a set of names for each object.
class TreeIn {
 public:
  Json Take() { return std::move(root_); }
  const std::optional<std::string>& twice() const { return twice_; }
  bool number_out_of_range() const { return number_out_of_range_; }
  const std::string& error() const { return error_; }
  std::size_t error_byte() const { return error_byte_; }

  // ---- calls of the parser ----
  bool null() { return Put(nullptr); }
  bool boolean(bool value) { return Put(value); }
  bool number_integer(Json::number_integer_t value) { return Put(value); }
  bool number_unsigned(Json::number_unsigned_t value) { return Put(value); }
  bool number_float(Json::number_float_t value, const std::string&) { return Put(value); }
  bool string(std::string& value) { return Put(std::move(value)); }
  bool binary(Json::binary_t& value) { return Put(std::move(value)); }
  bool start_object(std::size_t) { return Open(Json::object()); }
  bool start_array(std::size_t) { return Open(Json::array()); }
  bool end_object() { return Close(); }
  bool end_array() { return Close(); }
  bool key(std::string& name) {
    const auto [entry, first] = open_.back()->get_ref<Json::object_t&>().emplace(name, nullptr);
    if (!first && !twice_) twice_ = entry->first;
    member_ = &entry->second;
    return true;
  }
  bool parse_error(std::size_t byte, const std::string&, const Json::exception& error) {
    error_byte_ = byte;
    error_ = error.what();
    number_out_of_range_ = dynamic_cast<const Json::out_of_range*>(&error) != nullptr;
    return false;
  }

 private:
  // An open container does not move: its parent gets no member before it is closed.
  Json& Place(Json value) {
    if (open_.empty()) return root_ = std::move(value);
    if (open_.back()->is_object()) return *member_ = std::move(value);
    return open_.back()->get_ref<Json::array_t&>().emplace_back(std::move(value));
  }
  bool Put(Json value) {
    Place(std::move(value));
    return true;
  }
  bool Open(Json empty) {
    open_.push_back(&Place(std::move(empty)));
    return true;
  }
  bool Close() {
    open_.pop_back();
    return true;
  }

  Json root_;
  std::vector<Json*> open_;
  Json* member_ = nullptr;  // the member whose key was read
  std::optional<std::string> twice_;
  std::string error_;
  std::size_t error_byte_ = 0;
  bool number_out_of_range_ = false;
};

// Whether a text is one word, so that it cannot contain a second word.
bool OneWord(std::string_view text) {
  return !text.empty() && text[0] != '@' && text.find_first_of(" \t") == std::string_view::npos;
}

// A whole number in low..high, or nothing.
std::optional<std::int64_t> WholeNumber(const Json& json, std::int64_t low, std::int64_t high) {
  if (!json.is_number_integer()) return std::nullopt;
  if (json.is_number_unsigned() && json.get<std::uint64_t>() > static_cast<std::uint64_t>(high))
    return std::nullopt;
  const std::int64_t n = json.get<std::int64_t>();
  return n < low || n > high ? std::nullopt : std::optional(n);
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
  TreeIn tree;
  if (!Json::sax_parse(text, &tree)) {
    if (tree.number_out_of_range())
      return Fault{"B04", {file, 0, 0}, fmt::format("the JSON cannot be read: {}", tree.error())};
    // The library counts bytes from 1; 0 means unknown.
    const std::size_t byte = tree.error_byte();
    return Fault{"B04", PlaceAt(text, byte == 0 ? 0 : byte - 1, file), "not JSON"};
  }
  if (tree.twice())
    return Fault{"B06", {file, 0, 0}, fmt::format("the key \"{}\" is there twice", *tree.twice())};
  return tree.Take();
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
  return Tree([&](TreeOut& out) { WritePieces(out, flow, pieces); });
}

Json OfferBody(const Flow& flow, const Offer& offer) {
  return Tree([&](TreeOut& out) { WriteOffer(out, flow, offer); });
}

Json EventBody(const Flow& flow, const Event& event, Viewer viewer) {
  return Tree([&](TreeOut& out) { WriteEvent(out, flow, event, viewer); });
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
  return body.is_null() ? body : WithVersion(body);
}

Json RefusalJson(const Flow&, const Refusal& refusal, Viewer viewer) {
  return WithVersion(RefusalBody(refusal, viewer));
}

Json ResponseJson(const Flow& flow, const Response& response, Viewer viewer) {
  Json json = Versioned();
  json["status"] = StatusName(response.status);
  if (response.node != kNoNode) {
    const bool whole = viewer.kind == Viewer::kFull;
    json["node"] = NodeId(flow, whole ? response.node : ShownNode(flow, response.node));
  }
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

Result<Action> ActionFromWords(const Flow& flow, Seat seat, std::string_view node,
                               std::span<const std::string> pieces, const Json* value,
                               std::int64_t ask) {
  if (seat < 0 || seat >= flow.people())
    return Wrong("B02", fmt::format("\"seat\" must be a number in 0..{}", flow.people() - 1));
  if (!OneWord(node)) return Wrong("B02", "\"node\" must be the id of an action");
  if (ask < 0 || ask > 0xFFFFFFFF)
    return Wrong("B02", "\"ask\" must be the number of the window that is answered");

  // The reader of the text form reads the words, so that both forms accept the same actions.
  std::string text = fmt::format("{} {}", seat, node);
  for (const std::string& piece : pieces) {
    if (!OneWord(piece)) return Wrong("B02", "\"pieces\" must be a list of words");
    text += ' ';
    text += piece;
  }
  if (value != nullptr && value->is_string()) {
    const std::string& word = value->get_ref<const std::string&>();
    if (!OneWord(word))
      return Wrong("B02", "\"value\" must be a number or one of the action's words");
    text += ' ';
    text += word;
  } else if (value != nullptr) {
    const auto n = WholeNumber(*value, INT32_MIN, INT32_MAX);
    if (!n) return Wrong("B02", "\"value\" must be a number or one of the action's words");
    const NodeIndex index = flow.Find(std::string(node));
    const Domain::Kind kind =
        index < flow.nodes().size() ? flow.node(index).impl->payload() : Domain::kNothing;
    if (kind == Domain::kValue || kind == Domain::kRange || kind == Domain::kBits || *n != 0)
      text += fmt::format(" {}", *n);
  }
  Result<Action> action = ParseAction(flow, text);
  if (!action.ok()) {
    // Columns in the generated text mean nothing to the sender.
    Faults faults = action.faults();
    for (Fault& fault : faults) fault.where = {};
    return faults;
  }
  action->ask = static_cast<std::uint32_t>(ask);
  return action;
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
  const auto find = [&json](const char* key) {
    const auto at = json.find(key);
    return at == json.end() ? nullptr : &*at;
  };
  // A number that no check of ActionFromWords passes where it is none.
  const auto number = [&find](const char* key) -> std::int64_t {
    const Json* const at = find(key);
    return at == nullptr ? -1 : WholeNumber(*at, 0, 0xFFFFFFFF).value_or(-1);
  };
  if (number("v") != kJsonVersion)
    return Wrong("B01", fmt::format("\"v\" must be {}", kJsonVersion));
  const std::int64_t seat = number("seat");
  const Json* const node = find("node");
  std::vector<std::string> words;
  if (const Json* const pieces = find("pieces")) {
    if (!pieces->is_array() || !std::ranges::all_of(*pieces, &Json::is_string))
      return Wrong("B02", "\"pieces\" must be a list of words");
    words = pieces->get<std::vector<std::string>>();
  }
  return ActionFromWords(flow, seat > kMaxSeats ? kNoSeat : static_cast<Seat>(seat),
                         node != nullptr && node->is_string() ? node->get_ref<const std::string&>()
                                                              : std::string_view(),
                         words, find("value"), number("ask"));
}

void AppendQuoted(std::string& out, std::string_view text) {
  if (std::ranges::all_of(text, IsPlainJson)) {
    out += '"';
    out += text;
    out += '"';
  } else {
    // The library handles escapes and invalid UTF-8.
    out += Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
  }
}

void AppendEvents(std::string& out, const Flow& flow, const std::vector<Event>& events,
                  Viewer viewer) {
  TextOut text(out);
  text.List([&] {
    for (const Event& event : events) WriteEvent(text, flow, event, viewer);
  });
}

void AppendChoices(std::string& out, const Flow& flow, const Choices& choices, Viewer viewer) {
  TextOut text(out);
  WriteChoices(text, flow, choices, viewer);
}

void AppendAction(std::string& out, const Flow& flow, const Action& action) {
  TextOut text(out);
  WriteAction(text, flow, action);
}

}  // namespace mlf
