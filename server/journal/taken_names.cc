#include "server/journal/taken_names.h"

#include "server/journal/desk_rows.h"

#include <mlf/flow/json.h>

#include <nlohmann/json.hpp>

#include <optional>
#include <utility>

namespace mlf::server {
namespace {

using Json = nlohmann::ordered_json;

// Of the persons in the list `member` of the text; nothing if nobody in it is gone or has a name.
std::optional<std::string> Without(const std::string& text, const char* member,
                                   const std::function<bool(const std::string& user)>& gone) {
  Result<Json> json = ParseJson(text);
  if (!json || !json->is_object() || !json->contains(member)) return std::nullopt;
  bool taken = false;
  for (Json& one : (*json)[member]) {
    if (!one.is_object() || one.value("robot", Json(false)) == true) continue;
    const Json user = one.value("user", Json()), name = one.value("name", Json());
    if (!user.is_string() || !name.is_string() || name == "") continue;
    if (!gone(user.get<std::string>())) continue;
    one["name"] = "";
    taken = true;
  }
  return taken ? std::optional(json->dump()) : std::nullopt;
}

}  // namespace

void TakeNames(Connection& db, const Seal& seal, Entropy& entropy, const std::string& desk,
               std::uint32_t match, const std::function<bool(const std::string& user)>& gone) {
  for (const std::uint32_t hand : HandsWithMarks(db, desk, match)) {
    HandMark mark;
    try {
      mark = ReadMark(db, seal, desk, match, hand);
    } catch (const Damage&) {
      continue;
    }
    auto host = Without(mark.host, "players", gone);
    if (!host) continue;
    mark.host = *std::move(host);
    const HandMark sealed = SealMark(seal, desk, std::move(mark), entropy);
    db.Do("UPDATE marks SET records = ?, host = ? WHERE desk = ? AND match = ? AND hand = ?",
          Blob{sealed.records}, Blob{sealed.host}, desk, match, hand);
  }
}

std::string RowWithoutNames(const std::string& text) {
  return Without(text, "seats", [](const std::string&) { return true; }).value_or(text);
}

}  // namespace mlf::server
