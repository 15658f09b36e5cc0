#include "server/gateway/echecs_rooms.h"

#include <algorithm>

namespace mlf::server {
namespace {

// How many of the seats of a desk persons have.
std::int64_t PersonsAt(const Json& desk) {
  return std::ranges::count_if(desk.at("seats"), [](const Json& seat) {
    return seat.contains("user") && !seat.at("robot").get<bool>();
  });
}

}  // namespace

std::vector<EchecsRoom> EchecsRooms::Of(const std::string& variant) const {
  const Json about = About(variant);
  if (about.is_null()) return {};
  std::vector<EchecsRoom> rooms = {{variant, "", about["zh"], about["en"], Json::object()}};
  if (const auto presets = about.find("presets"); presets != about.end()) {
    for (const Json& preset : *presets)
      rooms.push_back({variant, preset["id"], preset["zh"], preset["en"], preset["options"]});
  }
  return rooms;
}

std::optional<EchecsRoom> EchecsRooms::Find(const Json& room_type) const {
  const std::vector<EchecsRoom> rooms = Of(variant_);
  if (room_type.is_null())
    return rooms.empty() ? EchecsRoom{variant_, "", {}, {}, Json::object()} : rooms.front();
  if (room_type.is_number_integer()) {
    const auto number = room_type.get<std::int64_t>();
    if (number < 1 || number > std::ssize(rooms)) return std::nullopt;
    return rooms[static_cast<std::size_t>(number - 1)];
  }
  if (!room_type.is_string()) return std::nullopt;
  const auto word = room_type.get<std::string>();
  const auto preset = std::ranges::find(rooms, word, &EchecsRoom::preset);
  if (preset != rooms.end() && !word.empty()) return *preset;
  return EchecsRoom{word, "", {}, {}, Json::object()};
}

bool EchecsRooms::Plays(const EchecsRoom& room, const Json& custom, const Json& options) const {
  Json wanted = Json::object();
  const Json about = About(room.variant);
  if (!about.is_object()) return false;
  for (const Json& option : about["options"])
    wanted[option["id"].get<std::string>()] = option["default"];
  wanted.update(room.own);
  if (custom.is_object()) wanted.update(custom);
  // A desk has no value of an option that means nothing beside its others.
  return std::ranges::all_of(options.items(), [&](const auto& option) {
    return wanted.contains(option.key()) && wanted[option.key()] == option.value();
  });
}

Json EchecsRooms::Listed(const std::string& variant, const Json& desks) const {
  Json list = Json::array();
  for (const EchecsRoom& room : Of(variant)) {
    std::int64_t waiting = 0, playing = 0, open = 0;
    for (const Json& desk : desks) {
      if (!desk.value("quick", false) || !Plays(room, nullptr, desk.at("options"))) continue;
      const bool waits = desk.at("state") == "waiting";
      open += waits ? 1 : 0;
      (waits ? waiting : playing) += PersonsAt(desk);
    }
    list.push_back(Json{{"room_type", list.size() + 1},
                        {"variant", room.variant},
                        {"preset", room.preset},
                        {"name", room.zh},
                        {"name_en", room.en},
                        {"custom_config", room.own},
                        {"open_desk_num", open},
                        {"wait_num", waiting},
                        {"play_num", playing}});
  }
  return list;
}

}  // namespace mlf::server
