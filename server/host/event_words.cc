#include "server/host/event_words.h"

#include <map>
#include <mutex>
#include <string_view>

namespace mlf::server {
namespace {

// The kinds are constants of the program, so their texts live as long as the program.
struct Known {
  std::mutex mutex;
  std::map<std::string_view, const EventType*> types;
};

Known& Kinds() {
  static Known known;
  return known;
}

}  // namespace

void NoteWords(const std::vector<Event>& events) {
  Known& known = Kinds();
  const std::lock_guard lock(known.mutex);
  for (const Event& event : events) known.types.try_emplace(event.type->id, event.type);
}

Json EventWords() {
  Known& known = Kinds();
  const std::lock_guard lock(known.mutex);
  Json words = Json::object();
  for (const auto& [id, type] : known.types)
    words[std::string(id)] = Json{{"zh", type->zh}, {"en", type->en}};
  return words;
}

}  // namespace mlf::server
