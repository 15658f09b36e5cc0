// Descriptions of the roles of parts in both languages, for `mlf parts`.
#pragma once

#include <mlf/flow/params.h>

#include <string_view>

namespace mlf::tools {

struct RoleText {
  std::string_view role;
  Doc what;      // what a part of this role decides
  Doc together;  // how several of them, and none, work
};

// Null for a role without a description; a test finds these.
const RoleText* FindRole(std::string_view role);

}  // namespace mlf::tools
