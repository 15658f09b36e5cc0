// The settings of mlf-server, one row each: name, kind, range and comment. The command line,
// server.yaml and --print-config all use these rows.
#pragma once

#include <mlf/flow/result.h>
#include <mlf/flow/value.h>
#include "server/config/config.h"

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace mlf::server {

struct Setting {
  struct Text {
    std::string* value;
    // Returns a sentence with the allowed values if `text` is not one of them.
    std::optional<std::string> (*check)(const std::string& text);
  };
  struct Number {
    std::int64_t* value;
    std::int64_t low, high;
  };
  struct Switch {
    bool* value;
  };
  struct Choice {  // between two words
    bool* value;
    std::string_view yes, no;
  };
  struct Texts {
    std::vector<std::string>* value;
    std::optional<std::string> (*check)(const std::string& text);
    std::string_view many;  // "a list of networks"
    bool commas;            // on the command line, between several
  };

  std::string_view name;  // as in server.yaml: "max_message_bytes"
  std::variant<Text, Number, Switch, Choice, Texts> kind;
  std::string_view about;  // one line

  std::string option() const;  // "--max-message-bytes"
  // Stores the value. Fault S02 (wrong kind) or S03 (value not allowed), with the value's place.
  std::optional<Fault> Set(const Value& value) const;
  Value Get() const;
};

// "10.0.0.1:2379" of each member that "etcd://A,B,C" names; empty where it is no such text.
std::vector<std::string> ClusterEndpoints(std::string_view cluster);

// All of them, bound to the fields of `config`.
std::vector<Setting> Settings(ServerConfig& config);

// Reads a server.yaml over `config`. Faults: those of ParseYaml, S01 an unknown key, S02, S03.
Faults ReadSettings(std::string_view yaml, const std::string& file, ServerConfig& config);
// Checks rules between several settings: S04.
Faults CheckTogether(const ServerConfig& config);
// A server.yaml of all settings, with comments.
std::string SettingsText(const ServerConfig& config);

}  // namespace mlf::server
