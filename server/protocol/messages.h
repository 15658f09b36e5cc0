// The messages between clients and the table server, as plain structs. The three wire forms
// (WebSocket JSON, framed protobuf, echecs frames) read and write only these. docs/en/protocol.md
// describes every field.
//
// Each struct lists its fields once, in the order of the protocol's tables: `Fields` calls
// visit(name, member) for each. The order numbers the fields of majiang.proto.
#pragma once

#include <nlohmann/json.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace mlf::server {

using Json = nlohmann::ordered_json;

// A JSON value as text. What shows the table is written once for each viewer and mostly sent
// unchanged, so its bodies are never trees.
struct JsonText {
  std::string text;

  JsonText() = default;
  explicit JsonText(std::string written) : text(std::move(written)) {}
  JsonText(const Json& json) : text(json.dump(-1, ' ', false, Json::error_handler_t::replace)) {}
  Json Tree() const { return text.empty() ? Json() : Json::parse(text); }
};

// The requests of clients. A std::optional field may be absent; all others are required.
namespace request {

struct Login {
  static constexpr std::string_view kType = "login";
  std::optional<std::string> name, password, token;
  std::optional<bool> register_;
  // Not a field of the protocol. The echecs form sets it, because its passwords may have any
  // length.
  bool any_password = false;
  template <typename V>
  static void Fields(V&& visit) {
    visit("name", &Login::name);
    visit("password", &Login::password);
    visit("token", &Login::token);
    visit("register", &Login::register_);
  }
};
struct Logout {
  static constexpr std::string_view kType = "logout";
  template <typename V>
  static void Fields(V&&) {}
};
struct Variants {
  static constexpr std::string_view kType = "variants";
  template <typename V>
  static void Fields(V&&) {}
};
struct Desks {
  static constexpr std::string_view kType = "desks";
  std::optional<std::string> variant;
  template <typename V>
  static void Fields(V&& visit) {
    visit("variant", &Desks::variant);
  }
};
struct Create {
  static constexpr std::string_view kType = "create";
  std::string variant;
  std::optional<std::string> preset;
  std::optional<Json> options;  // object of booleans, numbers and words
  std::optional<std::int64_t> robots;
  std::optional<bool> private_, spectators;
  std::optional<std::string> time;  // normal, slow, fast, none
  std::optional<std::int64_t> seat;
  template <typename V>
  static void Fields(V&& visit) {
    visit("variant", &Create::variant);
    visit("preset", &Create::preset);
    visit("options", &Create::options);
    visit("robots", &Create::robots);
    visit("private", &Create::private_);
    visit("spectators", &Create::spectators);
    visit("time", &Create::time);
    visit("seat", &Create::seat);
  }
};
struct Join {
  static constexpr std::string_view kType = "join";
  std::optional<std::string> desk, code;  // one of them
  std::optional<std::int64_t> seat;
  template <typename V>
  static void Fields(V&& visit) {
    visit("desk", &Join::desk);
    visit("code", &Join::code);
    visit("seat", &Join::seat);
  }
};
struct Watch {
  static constexpr std::string_view kType = "watch";
  std::optional<std::string> desk, code;  // one of them
  template <typename V>
  static void Fields(V&& visit) {
    visit("desk", &Watch::desk);
    visit("code", &Watch::code);
  }
};
struct Quick {
  static constexpr std::string_view kType = "quick";
  std::string variant;
  std::optional<Json> options;
  std::optional<std::string> preset;
  template <typename V>
  static void Fields(V&& visit) {
    visit("variant", &Quick::variant);
    visit("options", &Quick::options);
    visit("preset", &Quick::preset);
  }
};
struct Leave {
  static constexpr std::string_view kType = "leave";
  std::string desk;
  // Not a field of the protocol. The user's connection has ended, and with it the seat.
  bool offline = false;
  template <typename V>
  static void Fields(V&& visit) {
    visit("desk", &Leave::desk);
  }
};
struct Ready {
  static constexpr std::string_view kType = "ready";
  std::string desk;
  bool ready = false;
  std::optional<std::string> salt;  // 64 lower hex digits
  template <typename V>
  static void Fields(V&& visit) {
    visit("desk", &Ready::desk);
    visit("ready", &Ready::ready);
    visit("salt", &Ready::salt);
  }
};
struct Config {
  static constexpr std::string_view kType = "config";
  std::string desk;
  Json options;
  template <typename V>
  static void Fields(V&& visit) {
    visit("desk", &Config::desk);
    visit("options", &Config::options);
  }
};
struct Dissolve {
  static constexpr std::string_view kType = "dissolve";
  std::string desk;
  template <typename V>
  static void Fields(V&& visit) {
    visit("desk", &Dissolve::desk);
  }
};
struct Vote {
  static constexpr std::string_view kType = "vote";
  std::string desk;
  bool agree = false;
  template <typename V>
  static void Fields(V&& visit) {
    visit("desk", &Vote::desk);
    visit("agree", &Vote::agree);
  }
};
struct Act {
  static constexpr std::string_view kType = "act";
  std::string desk;
  std::int64_t match = 0;
  std::string id;  // the client's own, 1 to 36 printable ASCII characters
  std::int64_t ask = 0;
  std::string node;
  std::optional<std::vector<std::string>> pieces;
  std::optional<Json> value;        // a number, or the name of a value
  std::optional<std::string> salt;  // with the answer between hands
  template <typename V>
  static void Fields(V&& visit) {
    visit("desk", &Act::desk);
    visit("match", &Act::match);
    visit("id", &Act::id);
    visit("ask", &Act::ask);
    visit("node", &Act::node);
    visit("pieces", &Act::pieces);
    visit("value", &Act::value);
    visit("salt", &Act::salt);
  }
};
struct Sync {
  static constexpr std::string_view kType = "sync";
  std::string desk;
  std::optional<std::int64_t> since;
  template <typename V>
  static void Fields(V&& visit) {
    visit("desk", &Sync::desk);
    visit("since", &Sync::since);
  }
};
struct Hint {
  static constexpr std::string_view kType = "hint";
  std::string desk;
  template <typename V>
  static void Fields(V&& visit) {
    visit("desk", &Hint::desk);
  }
};
struct Why {
  static constexpr std::string_view kType = "why";
  std::string desk, node;
  std::optional<std::vector<std::string>> pieces;
  template <typename V>
  static void Fields(V&& visit) {
    visit("desk", &Why::desk);
    visit("node", &Why::node);
    visit("pieces", &Why::pieces);
  }
};
struct Auto {
  static constexpr std::string_view kType = "auto";
  std::string desk;
  bool on = false;
  template <typename V>
  static void Fields(V&& visit) {
    visit("desk", &Auto::desk);
    visit("on", &Auto::on);
  }
};
struct Say {
  static constexpr std::string_view kType = "say";
  std::string desk;
  std::optional<std::string> text, emote;  // one of them
  template <typename V>
  static void Fields(V&& visit) {
    visit("desk", &Say::desk);
    visit("text", &Say::text);
    visit("emote", &Say::emote);
  }
};
struct Journal {
  static constexpr std::string_view kType = "journal";
  std::string desk;
  std::int64_t match = 0;
  std::optional<std::int64_t> hand;
  template <typename V>
  static void Fields(V&& visit) {
    visit("desk", &Journal::desk);
    visit("match", &Journal::match);
    visit("hand", &Journal::hand);
  }
};
struct Ping {
  static constexpr std::string_view kType = "ping";
  template <typename V>
  static void Fields(V&&) {}
};
struct Spectators {
  static constexpr std::string_view kType = "spectators";
  std::string desk;
  template <typename V>
  static void Fields(V&& visit) {
    visit("desk", &Spectators::desk);
  }
};
struct Mute {
  static constexpr std::string_view kType = "mute";
  std::string desk, user;
  bool on = false;
  template <typename V>
  static void Fields(V&& visit) {
    visit("desk", &Mute::desk);
    visit("user", &Mute::user);
    visit("on", &Mute::on);
  }
};
struct Remove {
  static constexpr std::string_view kType = "remove";
  std::string desk, user;
  template <typename V>
  static void Fields(V&& visit) {
    visit("desk", &Remove::desk);
    visit("user", &Remove::user);
  }
};
struct Wait {
  static constexpr std::string_view kType = "wait";
  std::string desk;
  std::int64_t ms = 0;
  template <typename V>
  static void Fields(V&& visit) {
    visit("desk", &Wait::desk);
    visit("ms", &Wait::ms);
  }
};
struct Profile {
  static constexpr std::string_view kType = "profile";
  template <typename V>
  static void Fields(V&&) {}
};
struct Matches {
  static constexpr std::string_view kType = "matches";
  std::optional<std::string> before;  // `next` of the page before
  std::optional<std::int64_t> limit;
  template <typename V>
  static void Fields(V&& visit) {
    visit("before", &Matches::before);
    visit("limit", &Matches::limit);
  }
};
struct Account {
  static constexpr std::string_view kType = "account";
  std::string name, password;
  template <typename V>
  static void Fields(V&& visit) {
    visit("name", &Account::name);
    visit("password", &Account::password);
  }
};
struct Forget {
  static constexpr std::string_view kType = "forget";
  std::string name;  // the user's own, so that nobody deletes an account by accident
  template <typename V>
  static void Fields(V&& visit) {
    visit("name", &Forget::name);
  }
};

}  // namespace request

// In the order of the protocol's table, which numbers them in the framed form.
using Request =
    std::variant<request::Login, request::Logout, request::Variants, request::Desks,
                 request::Create, request::Join, request::Watch, request::Quick, request::Leave,
                 request::Ready, request::Config, request::Dissolve, request::Vote, request::Act,
                 request::Sync, request::Hint, request::Why, request::Auto, request::Say,
                 request::Journal, request::Ping, request::Spectators, request::Mute,
                 request::Remove, request::Wait, request::Profile, request::Matches,
                 request::Account, request::Forget>;

// The most that a client may name in `wait`.
inline constexpr std::int64_t kLongestWaitMs = 60'000;
// The reason of a refused act that names no tiles where the action needs some.
inline constexpr std::string_view kMissingPieces = "missing_pieces";

// Why a request was refused. `reason` is {"id", "zh", "en"}.
struct Error {
  std::string code;
  Json reason;
  std::optional<std::string> field;  // bad_message: the field concerned
  std::optional<Json> choices;       // a refused action: the possible actions of the seat
};
// The one answer to a request: the content of `ok`, an object without `t` and `re`; or an error.
using Answer = std::variant<Json, Error>;

// The pushes of the server. Bodies that are engine objects are Json as in docs/en/json.md.
namespace push {

struct Desk {
  static constexpr std::string_view kType = "desk";
  std::string id, code, variant, fingerprint;
  Json options;
  std::optional<std::string> commit;
  std::string state, owner;
  Json seats;
  std::int64_t spectators = 0;
  std::optional<std::int64_t> match;
  std::optional<bool> quick{};           // made by a quick match
  std::optional<std::int64_t> behind{};  // steps that spectators are behind
  template <typename V>
  static void Fields(V&& visit) {
    visit("id", &Desk::id);
    visit("code", &Desk::code);
    visit("variant", &Desk::variant);
    visit("fingerprint", &Desk::fingerprint);
    visit("options", &Desk::options);
    visit("commit", &Desk::commit);
    visit("state", &Desk::state);
    visit("owner", &Desk::owner);
    visit("seats", &Desk::seats);
    visit("spectators", &Desk::spectators);
    visit("match", &Desk::match);
    visit("quick", &Desk::quick);
    visit("behind", &Desk::behind);
  }
};
struct Begin {
  static constexpr std::string_view kType = "begin";
  std::string desk;
  std::int64_t match = 0, hand = 0;
  std::optional<std::int64_t> seat;
  std::int64_t seq = 0;
  std::optional<JsonText> view;  // absent only in the answer to `sync` with `since`
  std::optional<JsonText> events;
  std::optional<JsonText> choices;
  std::optional<std::int64_t> ask, deadline_ms, extra_ms;
  std::optional<JsonText> defaults;
  std::optional<Json> salts;
  std::optional<bool> resumed;
  std::optional<JsonText> ended;  // an object
  template <typename V>
  static void Fields(V&& visit) {
    visit("desk", &Begin::desk);
    visit("match", &Begin::match);
    visit("hand", &Begin::hand);
    visit("seat", &Begin::seat);
    visit("seq", &Begin::seq);
    visit("view", &Begin::view);
    visit("events", &Begin::events);
    visit("choices", &Begin::choices);
    visit("ask", &Begin::ask);
    visit("deadline_ms", &Begin::deadline_ms);
    visit("extra_ms", &Begin::extra_ms);
    visit("defaults", &Begin::defaults);
    visit("salts", &Begin::salts);
    visit("resumed", &Begin::resumed);
    visit("ended", &Begin::ended);
  }
};
struct Step {
  static constexpr std::string_view kType = "step";
  std::string desk;
  std::int64_t seq = 0;
  JsonText events;
  std::string node;
  JsonText path;
  std::optional<JsonText> choices;
  std::optional<std::int64_t> ask, deadline_ms, extra_ms;
  std::optional<JsonText> defaults;
  std::optional<JsonText> view;  // of a plain game, whose events tell no client what changes
  template <typename V>
  static void Fields(V&& visit) {
    visit("desk", &Step::desk);
    visit("seq", &Step::seq);
    visit("events", &Step::events);
    visit("node", &Step::node);
    visit("path", &Step::path);
    visit("choices", &Step::choices);
    visit("ask", &Step::ask);
    visit("deadline_ms", &Step::deadline_ms);
    visit("extra_ms", &Step::extra_ms);
    visit("defaults", &Step::defaults);
    visit("view", &Step::view);
  }
};
struct Hand {
  static constexpr std::string_view kType = "hand";
  std::string desk;
  std::int64_t match = 0, hand = 0;
  Json scores, points;
  std::string key;
  std::optional<std::string> commit;
  std::string replay;
  JsonText wins;                    // events
  std::optional<JsonText> seats{};  // SeatViews with nothing hidden
  std::optional<Json> fans{};       // {"id", "zh", "en"} of each fan in `wins`
  template <typename V>
  static void Fields(V&& visit) {
    visit("desk", &Hand::desk);
    visit("match", &Hand::match);
    visit("hand", &Hand::hand);
    visit("scores", &Hand::scores);
    visit("points", &Hand::points);
    visit("key", &Hand::key);
    visit("commit", &Hand::commit);
    visit("replay", &Hand::replay);
    visit("wins", &Hand::wins);
    visit("seats", &Hand::seats);
    visit("fans", &Hand::fans);
  }
};
struct Over {
  static constexpr std::string_view kType = "over";
  std::string desk;
  std::int64_t match = 0;
  Json scores, ranks;
  std::optional<bool> dissolved;
  template <typename V>
  static void Fields(V&& visit) {
    visit("desk", &Over::desk);
    visit("match", &Over::match);
    visit("scores", &Over::scores);
    visit("ranks", &Over::ranks);
    visit("dissolved", &Over::dissolved);
  }
};
struct Presence {
  static constexpr std::string_view kType = "presence";
  std::string desk;
  std::int64_t seat = 0;
  bool online = false, auto_ = false;
  template <typename V>
  static void Fields(V&& visit) {
    visit("desk", &Presence::desk);
    visit("seat", &Presence::seat);
    visit("online", &Presence::online);
    visit("auto", &Presence::auto_);
  }
};
struct Vote {
  static constexpr std::string_view kType = "vote";
  std::string desk;
  std::optional<std::int64_t> by;
  std::optional<Json> agreed;
  std::optional<std::int64_t> left_ms;
  std::optional<std::string> result;      // dissolved, continued
  std::optional<std::int64_t> against{};  // the seat whose no is the result
  template <typename V>
  static void Fields(V&& visit) {
    visit("desk", &Vote::desk);
    visit("by", &Vote::by);
    visit("agreed", &Vote::agreed);
    visit("left_ms", &Vote::left_ms);
    visit("result", &Vote::result);
    visit("against", &Vote::against);
  }
};
struct Said {
  static constexpr std::string_view kType = "said";
  std::string desk;
  std::optional<std::int64_t> seat;
  std::string name;
  std::optional<std::string> text, emote;
  template <typename V>
  static void Fields(V&& visit) {
    visit("desk", &Said::desk);
    visit("seat", &Said::seat);
    visit("name", &Said::name);
    visit("text", &Said::text);
    visit("emote", &Said::emote);
  }
};
struct Notice {
  static constexpr std::string_view kType = "notice";
  std::string code, zh, en;
  template <typename V>
  static void Fields(V&& visit) {
    visit("code", &Notice::code);
    visit("zh", &Notice::zh);
    visit("en", &Notice::en);
  }
};
struct Bye {
  static constexpr std::string_view kType = "bye";
  std::string code;
  template <typename V>
  static void Fields(V&& visit) {
    visit("code", &Bye::code);
  }
};

}  // namespace push

using Push = std::variant<push::Desk, push::Begin, push::Step, push::Hand, push::Over,
                          push::Presence, push::Vote, push::Said, push::Notice, push::Bye>;

}  // namespace mlf::server
