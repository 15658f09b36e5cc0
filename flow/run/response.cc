#include <mlf/flow/response.h>

#include <mutex>

namespace mlf {
namespace {

struct TypeList {
  std::mutex lock;
  std::vector<const EventType*> all;
};

// Constants of other files may be made before those of this one.
TypeList& List() {
  static TypeList list;
  return list;
}

}  // namespace

EventType::EventType(std::string_view event, std::string_view text_zh, std::string_view text_en,
                     bool seats, bool other)
    : id(event), zh(text_zh), en(text_en), names_seats(seats), other_words(other) {
  const std::lock_guard guard(List().lock);
  List().all.push_back(this);
}

std::vector<const EventType*> EventTypes() {
  const std::lock_guard guard(List().lock);
  return List().all;
}

std::string_view CodeName(RefusalCode code) {
  constexpr std::string_view kNames[] = {
      "none",        "unknown_action",  "stale_ask",        "wrong_seat", "not_asked", "no_edge",
      "guard_false", "invalid_payload", "already_answered", "game_over",  "internal"};
  return kNames[static_cast<int>(code)];
}

}  // namespace mlf
