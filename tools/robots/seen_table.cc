#include "tools/robots/seen_table.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <string_view>

namespace mlf::robots {
namespace {

constexpr std::string_view kHidden = "?";

// Events whose tiles only their own seat may see.
constexpr std::array<std::string_view, 7> kSecret = {"deal",
                                                     "draw",
                                                     "exchange_three",
                                                     "exchange_received",
                                                     "exchange_received_of_wall",
                                                     "pass_tiles",
                                                     "flowers_replaced"};

// Events of a seat that is to move, from its hand.
bool Moves(std::string_view type) {
  constexpr std::array<std::string_view, 4> kMoves = {"discard", "an_gang", "bu_gang", "lai_gang"};
  return std::ranges::find(kMoves, type) != kMoves.end();
}

bool Flag(const Json& json, const char* key) { return json.value(key, false); }

std::map<std::string, int> TilesOf(const Json& list) {
  std::map<std::string, int> tiles;
  for (const Json& tile : list) ++tiles[tile.get<std::string>()];
  return tiles;
}

std::string Text(const std::map<std::string, int>& tiles) {
  std::string text;
  for (const auto& [tile, count] : tiles)
    for (int i = 0; i < count; ++i) text += tile;
  return text;
}

}  // namespace

void SeenTable::Begin(const Json& view, int own_seat, bool ready_sees) {
  begun_ = true;
  own_ = own_seat;
  ready_sees_ = ready_sees;
  ready_ = false;
  wall_left_ = view.at("wall_left").get<int>();
  indicator_ = view.contains("state") && view["state"].contains("bao");
  seats_.clear();
  river_.clear();
  added_.reset();
  robbed_.reset();
  opened_.reset();
  for (const Json& shown : view.at("seats")) {
    Seat& seat = seats_.emplace_back();
    seat.count = shown.at("count").get<int>();
    seat.melds = static_cast<int>(shown.at("melds").size());
    if (shown.contains("hand")) seat.hand = TilesOf(shown["hand"]);
    ready_ = ready_ || (shown.value("seat", -1) == own_seat && Flag(shown, "ready"));
  }
  for (const Json& discard : view.at("river"))
    river_.emplace_back(discard.at("seat").get<int>(), discard.at("tile").get<std::string>());
}

std::optional<std::string> SeenTable::ShowsTooMuch(const Json& view, int own_seat,
                                                   bool ready_sees) {
  for (const char* key : {"wall", "seed", "version"}) {
    if (view.contains(key)) return fmt::format("the view has {}", key);
  }
  bool sees = false;
  for (const Json& seat : view.at("seats"))
    sees = sees || (ready_sees && seat.at("seat") == own_seat && Flag(seat, "ready"));
  for (const Json& seat : view.at("seats")) {
    if (seat.at("seat").get<int>() == own_seat || !seat.contains("hand")) continue;
    if (!sees && seat.at("count").get<int>() > 0)
      return fmt::format("the view of seat {} shows the hand of seat {}", own_seat,
                         seat.at("seat").get<int>());
  }
  return std::nullopt;
}

// Adds the pieces to the hand of the seat `more` times: 1 or -1.
void SeenTable::Take(int seat, const Json& pieces, int more) {
  Seat& at = seats_[static_cast<std::size_t>(seat)];
  at.count += more * static_cast<int>(pieces.size());
  for (const Json& piece : pieces) at.hand[piece.get<std::string>()] += more;
}

// By some rules a robbed seat keeps the tile and moves next.
void SeenTable::GiveBack() {
  Take(robbed_->first, robbed_->second, 1);
  river_.pop_back();
  robbed_.reset();
}

void SeenTable::One(const std::string& type, int seat, const Json& pieces) {
  if (robbed_ && type == "draw") robbed_.reset();
  if (robbed_ && seat == robbed_->first && Moves(type)) GiveBack();
  const auto meld = [&](int from_hand) {
    for (int i = 0; i < from_hand; ++i) Take(seat, Json::array({pieces.at(0)}), -1);
    ++seats_[static_cast<std::size_t>(seat)].melds;
  };
  const auto drawn = [&] {
    Take(seat, pieces, 1);
    wall_left_ -= static_cast<int>(pieces.size());
  };
  if (type == "deal" || type == "draw" || type == "flowers_replaced") {
    drawn();
  } else if (type == "discard") {
    Take(seat, pieces, -1);
    river_.emplace_back(seat, pieces.at(0).get<std::string>());
  } else if (type == "peng" || type == "dian_chao_tian") {
    meld(2);
  } else if (type == "ming_gang" || type == "chao_tian") {
    meld(3);
  } else if (type == "an_gang") {
    meld(4);
  } else if (type == "chi") {
    Take(seat, Json::array({pieces.at(1), pieces.at(2)}), -1);
    ++seats_[static_cast<std::size_t>(seat)].melds;
  } else if (type == "open_draw") {
    opened_.emplace(seat, pieces);
    wall_left_ -= static_cast<int>(pieces.size());
  } else if (type == "open_discard") {
    for (const Json& piece : pieces) river_.emplace_back(seat, piece.get<std::string>());
    opened_.reset();
  } else if (type == "zi_mo" && opened_) {
    // One of the opened tiles, which is set aside again.
  } else if (type == "bu_gang_done" || type == "lai_gang" || type == "flowers" ||
             type == "exchange_three" || type == "pass_tiles" || type == "zi_mo" ||
             type == "set_aside" || type == "give_turned") {
    Take(seat, pieces, -1);
  } else if (type == "exchange_received" || type == "exchange_received_of_wall" ||
             type == "take_turned") {
    Take(seat, pieces, 1);
  } else if (type == "turn_laizi") {
    --wall_left_;
  } else if (type == "indicator_look" && !indicator_) {
    // It was taken off the wall for the first seat that looks.
    indicator_ = true;
    --wall_left_;
  } else if (type == "indicator_back") {
    indicator_ = false;
    ++wall_left_;
  } else if (type == "bu_gang") {
    added_.emplace(seat, pieces);
  } else if (type == "rob" && added_) {
    // The first winner takes the tile from the robbed hand to the river.
    Take(added_->first, added_->second, -1);
    river_.emplace_back(added_->first, added_->second.at(0).get<std::string>());
    robbed_ = std::exchange(added_, std::nullopt);
  }
  if (type == "bu_gang_done") added_.reset();
}

std::optional<std::string> SeenTable::Apply(const Json& events) {
  static const Json kNone = Json::array();
  for (const Json& event : events) {
    const std::string type = event.at("type").get<std::string>();
    const Json& pieces = event.contains("pieces") ? event["pieces"] : kNone;
    const int seat = event.value("seat", -1);
    if (type == "ting" && seat == own_) ready_ = true;
    const bool hidden = seat >= 0 && seat != own_ && !(ready_ && ready_sees_);
    if (hidden && std::ranges::find(kSecret, type) != kSecret.end()) {
      for (const Json& piece : pieces) {
        if (piece != kHidden)
          return fmt::format("seat {} was shown {} of seat {}", own_, event.dump(), seat);
      }
    }
    // Persons without a seat have no hand.
    if (seat >= 0 && seat < static_cast<int>(seats_.size())) One(type, seat, pieces);
    if (type == "turn_laizi") One(type, 0, pieces);
  }
  return std::nullopt;
}

std::optional<std::string> SeenTable::Differs(const Json& view) const {
  std::optional<std::string> fault = Compare(view);
  if (!fault) return fault;
  if (robbed_) {
    SeenTable kept = *this;
    kept.GiveBack();
    if (!kept.Compare(view)) return std::nullopt;
  }
  if (opened_) {
    for (const Json& piece : opened_->second) {
      SeenTable held = *this;
      held.Take(opened_->first, Json::array({piece}), 1);
      if (!held.Compare(view)) return std::nullopt;
    }
  }
  return fault;
}

std::optional<std::string> SeenTable::Compare(const Json& view) const {
  const int wall = view.at("wall_left").get<int>();
  if (wall != wall_left_)
    return fmt::format("wall_left is {} and the events leave {}", wall, wall_left_);
  const Json& seats = view.at("seats");
  if (seats.size() != seats_.size()) return "another number of seats";
  for (std::size_t i = 0; i < seats_.size(); ++i) {
    const int count = seats[i].at("count").get<int>();
    if (count != seats_[i].count)
      return fmt::format("seat {} has {} tiles and the events leave {}", i, count, seats_[i].count);
    if (seats[i].at("melds").size() != static_cast<std::size_t>(seats_[i].melds))
      return fmt::format("seat {} has {} melds and the events made {}", i,
                         seats[i].at("melds").size(), seats_[i].melds);
    if (static_cast<int>(i) != own_) continue;
    std::map<std::string, int> hand = seats_[i].hand;
    std::erase_if(hand, [](const auto& tile) { return tile.second == 0; });
    const auto shown = TilesOf(seats[i].at("hand"));
    if (shown != hand)
      return fmt::format("the own hand is {} and the events leave {}", Text(shown), Text(hand));
  }
  const Json& river = view.at("river");
  if (river.size() != river_.size())
    return fmt::format("{} discards and the events had {}", river.size(), river_.size());
  for (std::size_t i = 0; i < river_.size(); ++i) {
    if (river[i].at("seat") != river_[i].first || river[i].at("tile") != river_[i].second)
      return fmt::format("discard {} is another one", i);
  }
  return std::nullopt;
}

}  // namespace mlf::robots
