#include "server/config/settings.h"
#include "flow/base/words.h"
#include "server/config/address.h"
#include "server/config/origin.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace mlf::server {
namespace {

constexpr std::int64_t kMany = 1'000'000'000;
constexpr std::int64_t kMemory = std::int64_t{1} << 40;
constexpr std::array<std::string_view, 5> kLevels = {"debug", "info", "warning", "error", "off"};

std::optional<std::string> AnyText(const std::string&) { return std::nullopt; }
std::optional<std::string> NotEmpty(const std::string& text) {
  if (!text.empty()) return std::nullopt;
  return "a name that is not empty";
}
std::optional<std::string> Listener(const std::string& text) {
  if (ParseEndpoint(text)) return std::nullopt;
  return "ADDRESS:PORT with a numeric address, such as 127.0.0.1:7080 or [::1]:7080";
}
std::optional<std::string> ListenerOrOff(const std::string& text) {
  if (text == "off") return std::nullopt;
  const auto wrong = Listener(text);
  return wrong ? std::optional("off, or " + *wrong) : std::nullopt;
}
std::optional<std::string> Level(const std::string& text) {
  if (std::ranges::find(kLevels, text) != kLevels.end()) return std::nullopt;
  return Join(kLevels) + DidYouMean(text, {kLevels.begin(), kLevels.end()});
}

std::optional<std::string> OneNetwork(const std::string& text) {
  if (Network::Parse(text)) return std::nullopt;
  return "a network such as 10.0.0.0/8, or a list of them";
}
std::optional<std::string> OneOrigin(const std::string& text) {
  if (text == "*" || NormalOrigin(text)) return std::nullopt;
  return "an origin such as https://tables.example.org, a list of them, or * for all";
}
std::optional<std::string> Cluster(const std::string& text) {
  if (text.empty() || !ClusterEndpoints(text).empty()) return std::nullopt;
  return "etcd://HOST:PORT,... with the members of one etcd cluster, such as "
         "etcd://10.0.0.1:2379,10.0.0.2:2379,10.0.0.3:2379";
}
std::optional<std::string> ArchivePlace(const std::string& text) {
  if (text.empty() || text.starts_with("/") || text.starts_with("postgres://") ||
      text.starts_with("postgresql://"))
    return std::nullopt;
  return "postgres://USER:PASSWORD@HOST:PORT/DATABASE, or a folder that begins with /, or empty";
}
std::optional<std::string> NodeName(const std::string& text) {
  const auto fits = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_' || c == '.';
  };
  if (text.size() <= 32 && std::ranges::all_of(text, fits)) return std::nullopt;
  return "up to 32 of the characters a-z, 0-9, -, _ and .";
}
std::optional<std::string> Roles(const std::string& text) {
  if (text == "gateway,host" || text == "host,gateway" || text == "gateway" || text == "host")
    return std::nullopt;
  return "gateway, host, or gateway,host" + DidYouMean(text, {"gateway", "host"});
}

// Names the kind of the value in messages.
std::string Shown(const Value& value) {
  switch (value.kind()) {
    case Value::Kind::kNull: return "nothing";
    case Value::Kind::kScalar: return Quoted(value.text());
    case Value::Kind::kList: return "a list";
    case Value::Kind::kMap: return "a map";
  }
  return {};
}

Fault WrongKind(const Setting& setting, const Value& value, std::string_view wanted) {
  return {"S02", value.where(),
          fmt::format("{} is {}, not {}", setting.name, wanted, Shown(value))};
}
Fault WrongValue(const Setting& setting, const Value& value, std::string_view wanted) {
  return {"S03", value.where(),
          fmt::format("{} is {}, not {}", setting.name, wanted, Shown(value))};
}

}  // namespace

std::string Setting::option() const {
  std::string text = "--" + std::string(name);
  std::ranges::replace(text, '_', '-');
  return text;
}

std::optional<Fault> Setting::Set(const Value& value) const {
  if (const auto* text = std::get_if<Text>(&kind)) {
    if (!value.IsScalar()) return WrongKind(*this, value, "a text");
    if (value.text().find('\0') != std::string::npos)
      return WrongValue(*this, value, "a plain text");
    if (const auto wanted = text->check(value.text())) return WrongValue(*this, value, *wanted);
    *text->value = value.text();
  } else if (const auto* number = std::get_if<Number>(&kind)) {
    const auto range = fmt::format("a whole number from {} to {}", number->low, number->high);
    const auto given = value.AsInt();
    if (!given) return WrongKind(*this, value, range);
    if (*given < number->low || *given > number->high) return WrongValue(*this, value, range);
    *number->value = *given;
  } else if (const auto* on = std::get_if<Switch>(&kind)) {
    const auto given = value.AsBool();
    if (!given) return WrongKind(*this, value, "on or off");
    *on->value = *given;
  } else if (const auto* choice = std::get_if<Choice>(&kind)) {
    if (!value.IsScalar() || (value.text() != choice->yes && value.text() != choice->no))
      return WrongValue(*this, value, fmt::format("{} or {}", choice->yes, choice->no));
    *choice->value = value.text() == choice->yes;
  } else if (const auto* texts = std::get_if<Texts>(&kind)) {
    std::vector<std::string> all;
    const std::vector<Value> one = {value};
    if (!value.IsScalar() && !value.IsList()) return WrongKind(*this, value, texts->many);
    for (const Value& item : value.IsList() ? value.items() : one) {
      if (item.IsScalar() && item.text().empty()) continue;
      const auto wanted = texts->check(item.IsScalar() ? item.text() : std::string());
      if (wanted) return WrongValue(*this, item, *wanted);
      all.push_back(item.text());
    }
    *texts->value = std::move(all);
  }
  return std::nullopt;
}

Value Setting::Get() const {
  if (const auto* text = std::get_if<Text>(&kind)) return Value(*text->value);
  if (const auto* number = std::get_if<Number>(&kind)) return Value(*number->value);
  if (const auto* on = std::get_if<Switch>(&kind)) return Value(*on->value);
  if (const auto* choice = std::get_if<Choice>(&kind))
    return Value(*choice->value ? choice->yes : choice->no);
  Value list = Value::List();
  for (const std::string& text : *std::get<Texts>(kind).value) list.Append(Value(text));
  return list;
}

std::vector<std::string> ClusterEndpoints(std::string_view cluster) {
  constexpr std::string_view kScheme = "etcd://";
  if (!cluster.starts_with(kScheme)) return {};
  cluster.remove_prefix(kScheme.size());
  std::vector<std::string> endpoints;
  for (;;) {
    const std::size_t comma = cluster.find(',');
    const std::string_view one = cluster.substr(0, comma);
    const std::size_t colon = one.rfind(':');
    if (colon == std::string_view::npos || colon == 0) return {};
    const std::string_view port = one.substr(colon + 1);
    const auto digit = [](char c) { return c >= '0' && c <= '9'; };
    const auto printable = [](char c) { return c > 0x20 && c < 0x7f && c != '/'; };
    if (port.empty() || port.size() > 5 || !std::ranges::all_of(port, digit) ||
        !std::ranges::all_of(one, printable))
      return {};
    endpoints.emplace_back(one);
    if (comma == std::string_view::npos) return endpoints;
    cluster.remove_prefix(comma + 1);
  }
}

std::vector<Setting> Settings(ServerConfig& c) {
  using Text = Setting::Text;
  using Number = Setting::Number;
  using Switch = Setting::Switch;
  Limits& l = c.limits;
  Table& t = c.table;
  return {
      {"data", Text{&c.data, NotEmpty}, "folder of everything that is kept; one process at a time"},
      {"http", Text{&c.http, Listener}, "page, API and WebSocket; port 0 = any free one"},
      {"framed", Text{&c.framed, ListenerOrOff}, "framed TCP with protobuf, or off"},
      {"echecs", Text{&c.echecs, ListenerOrOff}, "echecs frames over WebSocket, or off"},
      {"metrics", Text{&c.metrics, ListenerOrOff},
       "a listener for /metrics alone, which answers every client that reaches it, or off"},
      {"variant_dir", Text{&c.variant_dir, AnyText}, "folder of further variants"},
      {"plugin", Setting::Texts{&c.plugins, NotEmpty, "a list of files", false},
       "plug-in (.so) with parts and variants, read at the start only; it belongs to root or the "
       "user of the server; MLF_PLUGINS names more"},
      {"log_level", Text{&c.log_level, Level}, "debug, info, warning, error or off"},
      {"log_dir", Text{&c.log_dir, AnyText}, "folder of the logs; empty = log in the data folder"},
      {"test_clock", Switch{&t.test_clock}, "for tests: people's times are divided by 50"},
      {"tls_cert", Text{&c.tls_cert, AnyText},
       "certificate chain (PEM); with tls_key, all listeners speak TLS"},
      {"tls_key", Text{&c.tls_key, AnyText}, "private key of tls_cert (PEM)"},
      {"trusted_proxy", Setting::Texts{&c.trusted_proxy, OneNetwork, "a list of networks", true},
       "networks whose X-Forwarded-For is believed"},
      {"origins", Setting::Texts{&c.origins, OneOrigin, "a list of origins", true},
       "further sites whose pages may open a WebSocket, such as https://example.org; * = all"},
      {"admin_token_file", Text{&c.admin_token_file, AnyText},
       "token of the admin API, mode 600; empty = no admin API"},
      {"key_file", Text{&c.key_file, AnyText}, "key that seals unfinished hands, mode 600"},
      {"echecs_key", Text{&c.echecs_key_file, AnyText},
       "key file of encrypted echecs frames; empty = plain"},
      {"echecs_cipher", Setting::Choice{&c.echecs_chained, "chained", "vector"},
       "with echecs_key: vector = each body has a new vector in front; chained = one AES object "
       "for "
       "a whole connection and no vector, as clients of the older platform have it"},
      {"echecs_register", Switch{&c.echecs_register},
       "an unknown echecs user is registered by its first login"},
      {"echecs_variant", Text{&c.echecs_variant, NotEmpty}, "variant of echecs quick matches"},
      {"cluster", Text{&c.cluster, Cluster},
       "etcd://A,B,C: many servers share the desks, in one etcd; empty = this server is alone"},
      {"cluster_ca", Text{&c.cluster_ca, AnyText},
       "certificates that etcd's must be signed with (PEM); with it, TLS to etcd"},
      {"cluster_cert", Text{&c.cluster_cert, AnyText},
       "certificate that etcd knows this server by (PEM)"},
      {"cluster_key", Text{&c.cluster_key, AnyText}, "private key of cluster_cert (PEM), mode 600"},
      {"name", Text{&c.name, NodeName}, "of this server in its cluster; each has another"},
      {"advertise", Text{&c.advertise, Listener},
       "where the other servers of the cluster reach this one; port 0 = any free one"},
      {"certs", Text{&c.certs, AnyText},
       "folder with the certificate of this server for the others of its cluster "
       "(mlf-server cluster-certs); empty = all of them are on this machine"},
      {"roles", Text{&c.roles, Roles},
       "in a cluster: gateway takes connections of clients, host runs desks"},
      {"archive", Text{&c.archive, ArchivePlace},
       "finished hands of a cluster: postgres://USER:PASSWORD@HOST/DATABASE, or a folder that all "
       "nodes reach; empty = they stay in etcd"},
      {"cluster_quota_mb", Number{&c.cluster_quota_mb, 16, 1 << 20},
       "quota of etcd in MB (its --quota-backend-bytes); no new desks at 70 % of it"},
      {"max_message_bytes", Number{&l.max_message_bytes, 64, 1 << 20}, "inbound, one message"},
      {"messages_per_second", Number{&l.messages_per_second, 1, kMany}, "inbound, a session"},
      {"messages_burst", Number{&l.messages_burst, 1, kMany},
       "inbound messages at once, a session"},
      {"failed_logins_per_minute", Number{&l.failed_logins_per_minute, 1, kMany}, "an address"},
      {"password_logins_per_minute", Number{&l.password_logins_per_minute, 1, kMany},
       "an address; right passwords count too"},
      {"user_logins_per_minute", Number{&l.user_logins_per_minute, 1, kMany},
       "a user, by password"},
      {"logins_waiting", Number{&l.logins_waiting, 1, 1 << 20},
       "logins that wait for their password hash; beyond them `busy`"},
      {"new_guests_per_minute", Number{&l.new_guests_per_minute, 1, kMany}, "an address"},
      {"wrong_codes_per_minute", Number{&l.wrong_codes_per_minute, 1, kMany}, "an address"},
      {"limit_loopback", Switch{&l.limit_loopback},
       "limits an address and a user hold for loopback too"},
      {"outbound_messages", Number{&l.outbound_messages, 1, kMany},
       "queue of a connection; beyond it pushes are dropped"},
      {"outbound_bytes", Number{&l.outbound_bytes, 1, kMany}, "the same in bytes"},
      {"outbound_bytes_per_address", Number{&l.outbound_bytes_per_address, 1, kMemory},
       "what waits for the clients of an address to read it; beyond it HTTP answers 503"},
      {"outbound_bytes_in_all", Number{&l.outbound_bytes_in_all, 1, kMemory},
       "the same of all clients; beyond it the clients that do not read are cut off"},
      {"unread_seconds", Number{&l.unread_seconds, 1, 86400},
       "a client that reads less than 1 kB a second for so long is cut off"},
      {"request_seconds", Number{&l.request_seconds, 1, 86400},
       "a request, message or handshake that has begun must be complete"},
      {"ping_seconds", Number{&l.ping_seconds, 1, 86400}, "between pings"},
      {"idle_seconds", Number{&l.idle_seconds, 1, 86400}, "a silent connection is closed"},
      {"max_connections", Number{&l.max_connections, 1, kMany}, "all listeners together"},
      {"max_desks", Number{&l.max_desks, 1, kMany}, "desks that have not ended"},
      {"desks_per_user", Number{&l.desks_per_user, 1, kMany}, "desks where one user has a seat"},
      {"waiting_minutes", Number{&t.waiting_minutes, 1, 1 << 20},
       "then a desk that never began ends"},
      {"abandoned_minutes", Number{&t.abandoned_minutes, 0, 1 << 20},
       "then a match whose persons are all offline is dissolved; 0 = never"},
      {"unready_seconds", Number{&t.unready_seconds, 1, 86400},
       "a seat of a quick desk that does not get ready"},
      {"quick_robots_seconds", Number{&t.quick_robots_seconds, 0, 86400},
       "then robots take the free seats of a quick desk where somebody is ready; 0 = never"},
      {"spectator_delay", Number{&t.spectator_delay, 0, 1000}, "steps that spectators are behind"},
      {"claim_pause_ms", Number{&t.claim_pause_ms, 0, 60000}, "between a discard and what follows"},
      {"wait_ms", Number{&t.wait_ms, 0, 60000},
       "for what clients ask to be waited for before a window runs, such as animations; 0 = never"},
      {"extra_seconds", Number{&t.extra_seconds, 0, 86400}, "extra time of a seat in a match"},
      {"vote_seconds", Number{&t.vote_seconds, 1, 86400}, "a vote to dissolve"},
      {"vote_silence", Setting::Choice{&t.vote_silence_agrees, "agree", "no"},
       "what silence counts as at its end: agree or no"},
      {"vote_again_seconds", Number{&t.vote_again_seconds, 0, 86400},
       "after a vote that failed, its asker opens no other"},
      {"ready_seconds", Number{&t.ready_seconds, 1, 86400}, "the window between hands"},
  };
}

Faults ReadSettings(std::string_view yaml, const std::string& file, ServerConfig& config) {
  const Result<Value> read = ParseYaml(yaml, file);
  // A file that has only comments changes nothing.
  if (!read && read.faults().front().code == "Y06") return {};
  if (!read) return read.faults();
  if (!read->IsMap())
    return {{"S02", read->where(), "the settings are a map of `key: value` lines"}};
  const std::vector<Setting> settings = Settings(config);
  std::vector<std::string> names;
  names.reserve(settings.size());
  for (const Setting& setting : settings) names.emplace_back(setting.name);
  Faults faults;
  for (const Value::Entry& entry : read->entries()) {
    const auto found = std::ranges::find(settings, entry.key, &Setting::name);
    if (found == settings.end()) {
      faults.push_back(
          {"S01", entry.where,
           fmt::format("there is no setting {}{}", Quoted(entry.key), DidYouMean(entry.key, names)),
           entry.key});
    } else if (auto fault = found->Set(entry.value)) {
      // An absent value has no place of its own.
      if (fault->where.line == 0) fault->where = entry.where;
      faults.push_back(*std::move(fault));
    }
  }
  return faults;
}

Faults CheckTogether(const ServerConfig& config) {
  Faults faults;
  if (config.tls_cert.empty() != config.tls_key.empty())
    faults.push_back({"S04", {}, "tls_cert and tls_key are given together, or neither"});
  if (config.cluster_cert.empty() != config.cluster_key.empty())
    faults.push_back({"S04", {}, "cluster_cert and cluster_key are given together, or neither"});
  if (!config.cluster_ca.empty() ? config.cluster.empty() : !config.cluster_cert.empty())
    faults.push_back({"S04",
                      {},
                      "cluster_ca needs cluster, and cluster_cert needs cluster_ca: give the one "
                      "that is missing, or leave the other out"});
  if (!config.cluster.empty() && config.name.empty())
    faults.push_back({"S04", {}, "cluster needs a name for this server: give it by --name NAME"});
  const ServerConfig usual;
  if (config.cluster.empty() &&
      (!config.name.empty() || config.advertise != usual.advertise || config.roles != usual.roles ||
       !config.certs.empty() || !config.archive.empty() ||
       config.cluster_quota_mb != usual.cluster_quota_mb))
    faults.push_back({"S04",
                      {},
                      "name, advertise, certs, roles, archive and cluster_quota_mb are those of a "
                      "node in a cluster: give it by --cluster etcd://A,B,C, or leave them out"});
  return faults;
}

bool Limits::HoldFor(const std::string& address) const {
  return limit_loopback || !IsLoopback(address);
}

std::string SettingsText(const ServerConfig& config) {
  ServerConfig copy = config;
  std::string text = "# Settings of mlf-server. `mlf-server --config FILE` reads this file.\n";
  for (const Setting& setting : Settings(copy))
    text += fmt::format("\n# {}\n{}: {}\n", setting.about, setting.name, setting.Get().Canonical());
  return text;
}

}  // namespace mlf::server
