// What the roles of parts are for, in both languages: `mlf parts` says it of each part.
#pragma once

#include <mlf/flow/params.h>

#include <string_view>

namespace mlf::tools {

struct RoleText {
  std::string_view role;
  Doc what;      // what a part of this role decides
  Doc together;  // how several of them, and none, work
};

// Null for a role without a text; a test finds such.
const RoleText* FindRole(std::string_view role);

}  // namespace mlf::tools
