// The settings of mlf-server, one row each: name, kind, range and comment. The command line,
// server.yaml and --print-config all go by these rows.
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
    // A sentence of what it may be, where `text` is not that.
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
  struct Networks {
    std::vector<std::string>* value;
  };

  std::string_view name;  // as in server.yaml: "max_message_bytes"
  std::variant<Text, Number, Switch, Choice, Networks> kind;
  std::string_view about;  // one line

  std::string option() const;  // "--max-message-bytes"
  // Takes the value. Fault S02 (wrong kind) or S03 (a value it cannot have) with the value's place.
  std::optional<Fault> Set(const Value& value) const;
  Value Get() const;
};

// All of them, bound to the fields of `config`.
std::vector<Setting> Settings(ServerConfig& config);

// Reads a server.yaml over `config`. Faults: those of ParseYaml, S01 an unknown key, S02, S03.
Faults ReadSettings(std::string_view yaml, const std::string& file, ServerConfig& config);
// What several settings must have in common: S04.
Faults CheckTogether(const ServerConfig& config);
// A server.yaml of all settings, with comments.
std::string SettingsText(const ServerConfig& config);

}  // namespace mlf::server
