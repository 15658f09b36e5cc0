#include "tools/robots/config.h"

#include "flow/base/words.h"

#include <mlf/flow/value.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

namespace mlf::robots {
namespace {

template <typename T>
struct Named {
  std::string_view name;
  T value;
};

constexpr std::array<Named<Moment>, 9> kMoments = {{{"login", Moment::kLogin},
                                                    {"seated", Moment::kSeated},
                                                    {"ready", Moment::kReady},
                                                    {"asked", Moment::kAsked},
                                                    {"step", Moment::kStep},
                                                    {"hand", Moment::kHand},
                                                    {"over", Moment::kOver},
                                                    {"voting", Moment::kVoting},
                                                    {"offline", Moment::kOffline}}};

constexpr std::array<Named<Deed>, 21> kDeeds = {{{"quick", Deed::kQuick},
                                                 {"create", Deed::kCreate},
                                                 {"join", Deed::kJoin},
                                                 {"desks", Deed::kDesks},
                                                 {"ready", Deed::kReady},
                                                 {"unready", Deed::kUnready},
                                                 {"leave", Deed::kLeave},
                                                 {"act", Deed::kAct},
                                                 {"repeat", Deed::kRepeat},
                                                 {"foul", Deed::kFoul},
                                                 {"hint", Deed::kHint},
                                                 {"why", Deed::kWhy},
                                                 {"sync", Deed::kSync},
                                                 {"say", Deed::kSay},
                                                 {"auto", Deed::kAuto},
                                                 {"dissolve", Deed::kDissolve},
                                                 {"agree", Deed::kAgree},
                                                 {"refuse", Deed::kRefuse},
                                                 {"disconnect", Deed::kDisconnect},
                                                 {"return", Deed::kReturn},
                                                 {"wait", Deed::kWait}}};

constexpr std::array<Named<Play>, 4> kPlays = {{{"default", Play::kDefault},
                                                {"strongest", Play::kStrongest},
                                                {"random", Play::kRandom},
                                                {"bot", Play::kBot}}};

constexpr std::array<std::string_view, 4> kTimes = {"normal", "slow", "fast", "none"};

// Messages that a robot of the platform may send.
constexpr std::array<int, 16> kSends = {PlatformConfig::kStop,
                                        10000,
                                        100002,
                                        100010,
                                        100100,
                                        100101,
                                        100102,
                                        100103,
                                        100104,
                                        100105,
                                        100110,
                                        100111,
                                        100112,
                                        100120,
                                        PlatformConfig::kOffline,
                                        100140};

bool MayFollow(Moment moment, Deed deed) {
  using enum Deed;
  switch (moment) {
    case Moment::kOffline: return deed == kReturn || deed == kWait;
    case Moment::kLogin:
      return deed == kQuick || deed == kCreate || deed == kJoin || deed == kDesks ||
             deed == kDisconnect || deed == kWait;
    case Moment::kSeated:
    case Moment::kOver:
      return deed == kReady || deed == kLeave || deed == kSay || deed == kDisconnect ||
             deed == kDissolve || deed == kWait;
    case Moment::kReady:
      return deed == kUnready || deed == kLeave || deed == kSay || deed == kDisconnect ||
             deed == kWait;
    case Moment::kVoting: return deed == kAgree || deed == kRefuse || deed == kWait;
    case Moment::kAsked:
      return deed == kAct || deed == kRepeat || deed == kFoul || deed == kHint || deed == kWhy ||
             deed == kSync || deed == kSay || deed == kAuto || deed == kDissolve ||
             deed == kDisconnect || deed == kWait;
    case Moment::kStep:
    case Moment::kHand:
      return deed == kSync || deed == kSay || deed == kAuto || deed == kDissolve ||
             deed == kDisconnect || deed == kWait;
  }
  return false;
}

template <typename Table, typename T>
std::string_view NameOf(const Table& table, T value) {
  const auto found = std::ranges::find_if(table, [&](const auto& n) { return n.value == value; });
  return found->name;
}

template <typename Table>
std::vector<std::string> NamesOf(const Table& table) {
  std::vector<std::string> names;
  names.reserve(std::size(table));
  for (const auto& one : table) names.emplace_back(one.name);
  return names;
}

class Reader {
 public:
  explicit Reader(Faults& faults) : faults_(faults) {}

  void Fail(std::string_view code, const SourcePos& where, std::string message) {
    faults_.push_back({std::string(code), where, std::move(message)});
  }
  void Int(const Value& value, std::string_view key, int low, int high, int& out) {
    const auto number = value.AsInt();
    if (!number || *number < low || *number > high)
      return Fail("R02", value.where(),
                  fmt::format("{} is a whole number from {} to {}, not {}", key, low, high,
                              value.Canonical()));
    out = static_cast<int>(*number);
  }
  void Bool(const Value& value, std::string_view key, bool& out) {
    const auto on = value.AsBool();
    if (!on) return Fail("R02", value.where(), fmt::format("{} is on or off", key));
    out = *on;
  }
  void Text(const Value& value, std::string_view key, std::string& out) {
    if (!value.IsScalar() || value.text().empty())
      return Fail("R02", value.where(), fmt::format("{} is a text", key));
    out = value.text();
  }
  // [200, 1500], or one number for both.
  void Span(const Value& value, std::string_view key, Range& out) {
    constexpr int kMost = 3'600'000;
    if (value.IsScalar()) {
      Int(value, key, 0, kMost, out.low);
      out.high = out.low;
      return;
    }
    if (!value.IsList() || value.items().size() != 2)
      return Fail(
          "R02", value.where(),
          fmt::format("{} is a number of milliseconds, or two of them such as [200, 1500]", key));
    Range range;
    Int(value.items()[0], key, 0, kMost, range.low);
    Int(value.items()[1], key, 0, kMost, range.high);
    if (range.low > range.high)
      return Fail("R02", value.where(), fmt::format("{}: the smaller number comes first", key));
    out = range;
  }
  // One word, or {word: weight}. `find` returns the value of a word, or reports a fault.
  template <typename T, typename Find>
  void Weights(const Value& value, std::string_view key, Weighted<T>& out, Find&& find) {
    Weighted<T> read;
    if (value.IsScalar()) {
      if (const auto found = find(value.text(), value.where()))
        read.entries.emplace_back(*found, 1);
    } else if (!value.IsMap() || value.entries().empty()) {
      return Fail("R02", value.where(), fmt::format("{} is a word, or words with weights", key));
    }
    std::int64_t all = value.IsScalar() ? 1 : 0;
    for (const Value::Entry& entry : value.entries()) {
      int weight = 0;
      Int(entry.value, entry.key, 0, 1'000'000, weight);
      all += weight;
      if (const auto found = find(entry.key, entry.where))
        read.entries.emplace_back(*found, weight);
    }
    if (all == 0)
      return Fail("R04", value.where(), fmt::format("{}: some weight must be above 0", key));
    out = std::move(read);
  }
  template <typename Table>
  auto Word(const Table& table, std::string_view code, const std::string& word,
            const SourcePos& where, std::string_view what)
      -> std::optional<decltype(table[0].value)> {
    const auto found = std::ranges::find_if(table, [&](const auto& n) { return n.name == word; });
    if (found != table.end()) return found->value;
    Fail(code, where,
         fmt::format("there is no {} {}{}", what, Quoted(word), DidYouMean(word, NamesOf(table))));
    return std::nullopt;
  }
  void Unknown(const Value::Entry& entry, const std::vector<std::string>& known) {
    Fail("R01", entry.where,
         fmt::format("there is no key {}{}", Quoted(entry.key), DidYouMean(entry.key, known)));
  }

 private:
  Faults& faults_;
};

// ---- robots.yaml ----

void ReadNext(Reader& reader, const Value& value, RobotsConfig& config) {
  if (!value.IsMap())
    return reader.Fail("R02", value.where(), "next holds moments, each with its steps");
  for (const Value::Entry& entry : value.entries()) {
    const auto moment = reader.Word(kMoments, "R03", entry.key, entry.where, "moment");
    if (!moment) continue;
    reader.Weights<Deed>(entry.value, entry.key, config.next[*moment],
                         [&](const std::string& word, const SourcePos& where) {
                           auto deed = reader.Word(kDeeds, "R03", word, where, "step");
                           if (deed && !MayFollow(*moment, *deed)) {
                             reader.Fail("R03", where,
                                         fmt::format("{} is no step of {}", word, entry.key));
                             deed.reset();
                           }
                           return deed;
                         });
  }
}

void ReadOurs(Reader& reader, const Value& root, RobotsConfig& config) {
  static const std::vector<std::string> known = {
      "server",   "robots", "seconds",    "arrive_per_second",
      "variants", "time",   "kit_robots", "salts",
      "think",    "away",   "play",       "next"};
  for (const Value::Entry& entry : root.entries()) {
    const std::string& key = entry.key;
    const Value& value = entry.value;
    if (key == "server") {
      reader.Text(value, key, config.server);
    } else if (key == "robots") {
      reader.Int(value, key, 1, 100'000, config.robots);
    } else if (key == "seconds") {
      reader.Int(value, key, 1, 1'000'000, config.seconds);
    } else if (key == "arrive_per_second") {
      reader.Int(value, key, 1, 100'000, config.arrive_per_second);
    } else if (key == "variants") {
      reader.Weights<std::string>(
          value, key, config.variants,
          [](const std::string& word, const SourcePos&) { return std::optional(word); });
    } else if (key == "time") {
      std::string time;
      reader.Text(value, key, time);
      if (std::ranges::find(kTimes, time) != kTimes.end()) {
        config.time = time;
      } else {
        reader.Fail("R02", value.where(), "time is normal, slow, fast or none");
      }
    } else if (key == "kit_robots") {
      reader.Int(value, key, 0, 7, config.kit_robots);
    } else if (key == "salts") {
      reader.Bool(value, key, config.salts);
    } else if (key == "think") {
      reader.Span(value, key, config.think);
    } else if (key == "away") {
      reader.Span(value, key, config.away);
    } else if (key == "play") {
      reader.Weights<Play>(value, key, config.play,
                           [&](const std::string& word, const SourcePos& where) {
                             return reader.Word(kPlays, "R02", word, where, "way to play");
                           });
    } else if (key == "next") {
      ReadNext(reader, value, config);
    } else {
      reader.Unknown(entry, known);
    }
  }
}

// ---- the platform's robot ----

// Replaces `//` comments and tabs by blanks, so that positions stay valid for YAML faults.
std::string WithoutComments(std::string_view text) {
  std::string plain(text);
  bool quoted = false, comment = false;
  for (std::size_t i = 0; i < plain.size(); ++i) {
    char& c = plain[i];
    if (c == '\n') {
      comment = quoted = false;
    } else if (comment || (c == '\t' && !quoted)) {
      // Each byte becomes one column. A character of several bytes moves the rest of its line,
      // which is all comment.
      c = ' ';
    } else if (quoted) {
      if (c == '\\') ++i;
      if (c == '"') quoted = false;
    } else if (c == '"') {
      quoted = true;
    } else if (c == '/' && i + 1 < plain.size() && plain[i + 1] == '/') {
      comment = true;
      c = ' ';
    }
  }
  return plain;
}

std::optional<int> Number(std::string_view text) {
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

void ReadSteps(Reader& reader, const Value::Entry& entry, Weighted<int>& steps) {
  const Value* const messages = entry.value.Find("msg");
  const Value* const weights = entry.value.Find("weight");
  if (messages == nullptr || weights == nullptr || !messages->IsList() || !weights->IsList())
    return reader.Fail("R02", entry.where,
                       fmt::format("{} needs \"msg\" and \"weight\", two lists", entry.key));
  // A message with no successor.
  if (messages->items().empty()) return;
  if (messages->items().size() != weights->items().size())
    return reader.Fail("R02", weights->where(),
                       fmt::format("{} has {} messages and {} weights", entry.key,
                                   messages->items().size(), weights->items().size()));
  std::int64_t all = 0;
  for (std::size_t i = 0; i < messages->items().size(); ++i) {
    const Value& message = messages->items()[i];
    const auto id = message.AsInt();
    if (!id || std::ranges::find(kSends, *id) == kSends.end()) {
      std::vector<std::string> known;
      known.reserve(std::size(kSends));
      for (const int send : kSends) known.push_back(std::to_string(send));
      reader.Fail("R03", message.where(),
                  fmt::format("no robot sends {}{}", message.Canonical(),
                              DidYouMean(message.text(), known)));
      continue;
    }
    int weight = 0;
    reader.Int(weights->items()[i], "a weight", 0, 1'000'000, weight);
    all += weight;
    steps.entries.emplace_back(static_cast<int>(*id), weight);
  }
  if (all == 0 && steps.entries.size() == messages->items().size())
    reader.Fail("R04", weights->where(), fmt::format("{}: some weight must be above 0", entry.key));
}

void ReadPlatform(Reader& reader, const Value& root, RobotsConfig& config) {
  static const std::vector<std::string> known = {
      "ip",        "port",     "response_seq", "encode_type", "user_id",
      "user_name", "password", "desk_id",      "think",       "away"};
  PlatformConfig& platform = config.platform.emplace();
  std::string ip = "127.0.0.1";
  int port = 10000, encode = 0;
  for (const Value::Entry& entry : root.entries()) {
    const std::string& key = entry.key;
    const Value& value = entry.value;
    if (key == "ip") {
      reader.Text(value, key, ip);
    } else if (key == "port") {
      reader.Int(value, key, 1, 65535, port);
    } else if (key == "encode_type") {
      reader.Int(value, key, 0, 1, encode);
    } else if (key == "user_id" || key == "desk_id") {
      int id = 0;
      reader.Int(value, key, 0, 2'000'000'000, id);
      (key == "user_id" ? platform.user_id : platform.desk_id) = id;
    } else if (key == "user_name") {
      reader.Text(value, key, platform.user_name);
    } else if (key == "password") {
      reader.Text(value, key, platform.password);
    } else if (key == "think") {
      reader.Span(value, key, config.think);
    } else if (key == "away") {
      reader.Span(value, key, config.away);
    } else if (key == "response_seq") {
      if (!value.IsMap()) {
        reader.Fail("R02", value.where(), "response_seq holds messages, each with its next ones");
        continue;
      }
      for (const Value::Entry& message : value.entries()) {
        const auto id = Number(message.key);
        if (!id) {
          reader.Fail("R03", message.where,
                      fmt::format("{} is no number of a message", Quoted(message.key)));
          continue;
        }
        ReadSteps(reader, message, platform.response_seq[*id]);
      }
    } else {
      reader.Unknown(entry, known);
    }
  }
  platform.encrypted = encode == 1;
  config.server = fmt::format("{}:{}", ip, port);
  config.robots = 1;
}

template <typename T, typename Table>
std::string WeightsText(const Weighted<T>& weights, const Table& table) {
  std::string text = "{";
  for (const auto& [value, weight] : weights.entries)
    text += fmt::format("{}{}: {}", text.size() > 1 ? ", " : "", NameOf(table, value), weight);
  return text + "}";
}

}  // namespace

RobotsConfig DefaultConfig() {
  using enum Deed;
  RobotsConfig config;
  config.variants.entries = {{"xueliu", 1}};
  config.play.entries = {{Play::kStrongest, 2}, {Play::kDefault, 1}, {Play::kRandom, 1}};
  config.next[Moment::kLogin].entries = {{kQuick, 60}, {kCreate, 15}, {kJoin, 20}, {kDesks, 5}};
  config.next[Moment::kSeated].entries = {{kReady, 95}, {kSay, 3}, {kLeave, 1}, {kDisconnect, 1}};
  config.next[Moment::kReady].entries = {{kWait, 98}, {kUnready, 1}, {kDisconnect, 1}};
  config.next[Moment::kAsked].entries = {{kAct, 900}, {kRepeat, 20},     {kFoul, 10},   {kHint, 10},
                                         {kWhy, 10},  {kSync, 30},       {kSay, 5},     {kAuto, 3},
                                         {kWait, 2},  {kDisconnect, 10}, {kDissolve, 0}};
  config.next[Moment::kStep].entries = {{kWait, 990}, {kSync, 6}, {kSay, 2}, {kDisconnect, 2}};
  config.next[Moment::kHand].entries = {{kWait, 98}, {kSay, 2}};
  config.next[Moment::kOver].entries = {{kReady, 80}, {kLeave, 20}};
  config.next[Moment::kVoting].entries = {{kAgree, 50}, {kRefuse, 40}, {kWait, 10}};
  config.next[Moment::kOffline].entries = {{kReturn, 1}};
  return config;
}

Result<RobotsConfig> ReadConfig(std::string_view text, const std::string& file) {
  // A file of the platform is a JSON object with this key.
  const bool json = text.find_first_not_of(" \t\r\n") != std::string_view::npos &&
                    text[text.find_first_not_of(" \t\r\n")] == '{';
  const bool platform = json && text.find("\"response_seq\"") != std::string_view::npos;
  const Result<Value> read = ParseYaml(platform ? WithoutComments(text) : std::string(text), file);
  RobotsConfig config = DefaultConfig();
  // A file that has only comments changes nothing.
  if (!read && read.faults().front().code == "Y06") return config;
  if (!read) return read.faults();
  Faults faults;
  Reader reader(faults);
  if (!read->IsMap()) {
    reader.Fail("R02", read->where(), "a configuration of robots is a map of `key: value` lines");
  } else if (platform) {
    ReadPlatform(reader, *read, config);
  } else {
    ReadOurs(reader, *read, config);
  }
  if (!faults.empty()) return faults;
  return config;
}

std::string ConfigText(const RobotsConfig& config) {
  std::string text = fmt::format(
      "# Robots that play at a table server: mlf-robots FILE\n"
      "server: {}\nrobots: {}\nseconds: {}\narrive_per_second: {}\n",
      config.server, config.robots, config.seconds, config.arrive_per_second);
  text += "variants: {";
  for (const auto& [variant, weight] : config.variants.entries)
    text += fmt::format("{}{}: {}", text.ends_with('{') ? "" : ", ", variant, weight);
  text += fmt::format(
      "}}\ntime: {}\nkit_robots: {}\nsalts: {}\nthink: [{}, {}]\naway: [{}, {}]\nplay: {}\nnext:\n",
      config.time, config.kit_robots, config.salts ? "on" : "off", config.think.low,
      config.think.high, config.away.low, config.away.high, WeightsText(config.play, kPlays));
  for (const auto& [moment, deeds] : config.next)
    text += fmt::format("  {}: {}\n", NameOf(kMoments, moment), WeightsText(deeds, kDeeds));
  return text;
}

}  // namespace mlf::robots
