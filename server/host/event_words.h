// EventWords: the texts of the kinds of events that this process has sent. Parts define their kinds
// where they emit them, so only kinds that occurred are known.
#pragma once

#include "server/protocol/messages.h"

#include <mlf/flow/response.h>

#include <vector>

namespace mlf::server {

// Both may be called on any thread.
void NoteWords(const std::vector<Event>& events);
// {"discard": {"zh": "{seat} 打 {pieces}", "en": "{seat} discards {pieces}"}, ...}
Json EventWords();

}  // namespace mlf::server
