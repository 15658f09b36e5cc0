#include <mlf/flow/response.h>

namespace mlf {

std::string_view CodeName(RefusalCode code) {
  constexpr std::string_view kNames[] = {
      "none",        "unknown_action",  "stale_ask",        "wrong_seat", "not_asked", "no_edge",
      "guard_false", "invalid_payload", "already_answered", "game_over",  "internal"};
  return kNames[static_cast<int>(code)];
}

}  // namespace mlf
