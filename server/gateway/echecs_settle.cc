#include "server/gateway/echecs_settle.h"

#include "server/protocol/echecs_wire.h"

#include <algorithm>
#include <bit>
#include <map>
#include <string>
#include <vector>

namespace mlf::server {
namespace {

// Kinds of settlements of the older platform.
constexpr int kSettleWin = 1, kSettleGang = 2, kSettleDrawn = 4;
constexpr std::int64_t kNobody = -1;

// A hand that has ended, read from its push.
struct EndedHand {
  Json wins, seats, fans, points;

  explicit EndedHand(const push::Hand& push)
      : wins(push.wins.Tree()),
        seats(push.seats ? push.seats->Tree() : Json::array()),
        fans(push.fans.value_or(Json::array())),
        points(push.points) {
    if (!wins.is_array()) wins = Json::array();
  }
};

bool Begins(const Json& event) {
  const Json& type = event["type"];
  return type == "win_value" || type == "initial_win" || type == "initial_win_value";
}

Json WinningCards(const EndedHand& hand, std::int64_t seat) {
  Json cards = Json::array();
  for (const Json& event : hand.wins) {
    if (event["type"] == "win_value" && event.value("seat", kNobody) == seat &&
        event.contains("pieces"))
      cards.push_back(EchecsCard(event["pieces"].front()));
  }
  return cards;
}

// What a seat shows: its melds in order, its concealed cards, the cards it has won with.
Json ShownOf(const EndedHand& hand, const Json& seat) {
  Json shown = Json::array();
  for (const Json& meld : seat.at("melds")) shown.push_back(EchecsCards(meld.at("tiles")));
  Json cards = EchecsCards(seat.value("hand", Json::array()));
  Json won = WinningCards(hand, seat.at("seat").get<std::int64_t>());
  // A card that was drawn and won with is still in the hand.
  if (!won.empty() && cards.size() % 3 == 2) {
    const auto drawn = std::ranges::find(cards, won.back());
    if (drawn != cards.end()) cards.erase(drawn);
  }
  shown.push_back(std::move(cards));
  shown.push_back(std::move(won));
  return shown;
}

Json ShownOf(const EndedHand& hand, std::int64_t number) {
  for (const Json& seat : hand.seats) {
    if (seat.at("seat") == number) return ShownOf(hand, seat);
  }
  return Json::array();
}

// The events of one win, up to the next.
struct Win {
  std::vector<Json> events;

  Json Settlement(const EndedHand& hand, std::vector<std::int64_t>& paid) const;
};

Json Win::Settlement(const EndedHand& hand, std::vector<std::int64_t>& paid) const {
  const Json& first = events.front();
  const std::int64_t seat = first.value("seat", kNobody);
  const std::int64_t source = first.value("other", kNobody);
  Json types = Json::array(), names = Json::array(), counts = Json::array();
  std::vector<std::int64_t> points(paid.size());
  std::int64_t fan = first.value("value", std::int64_t{0});
  int passed = 0;
  for (const Json& event : events) {
    const auto type = event["type"].get<std::string>();
    const std::int64_t value = event.value("value", std::int64_t{0});
    const std::string text = event.value("text", "");
    if (type == "fan") {
      const auto row =
          std::ranges::find_if(hand.fans, [&](const Json& one) { return one["id"] == text; });
      types.push_back(text);
      names.push_back(row == hand.fans.end() ? Json(text) : (*row)["zh"]);
      counts.push_back(value);
    } else if (type == "fan_total") {
      fan = value;
    } else if (type == "pay_times" && text == "guo_hu" && value > 0) {
      // A factor of two for each passed win.
      passed = std::countr_zero(static_cast<std::uint64_t>(value));
    } else if (type == "points") {
      for (const auto& [at, change] : EchecsChanges(event)) {
        if (at >= 0 && at < std::ssize(points)) points[static_cast<std::size_t>(at)] += change;
      }
    }
  }
  for (std::size_t i = 0; i < points.size(); ++i) paid[i] += points[i];
  Json params{{"hu_seat_id", seat},
              {"source_seat_id", source},
              {"is_zi_mo", source == kNobody ? 1 : 0},
              {"type_list", std::move(types)},
              {"name_list", std::move(names)},
              {"fan_list", std::move(counts)},
              {"hu_fan_count", fan},
              {"guo_hu_count", passed}};
  if (first.contains("pieces")) params["hu_card"] = EchecsCard(first["pieces"].front());
  params["hand_card_for_settle_show"] = ShownOf(hand, seat);
  return {{"type", kSettleWin}, {"points", points}, {"params", std::move(params)}};
}

}  // namespace

Json EchecsMeld(const Json& meld) {
  Json one{{"act_type", meld.at("kind")}, {"card_list", EchecsCards(meld.at("tiles"))}};
  if (const auto from = meld.find("from"); from != meld.end()) one["other_seat_id"] = *from;
  return one;
}

std::vector<std::pair<std::int64_t, std::int64_t>> EchecsChanges(const Json& event) {
  const std::int64_t each = event.value("value", std::int64_t{0});
  std::vector<std::pair<std::int64_t, std::int64_t>> changes = {{event.value("seat", kNobody), 0}};
  for (const Json& payer : event.value("seats", Json::array())) {
    changes.front().second += each;
    changes.emplace_back(payer.get<std::int64_t>(), -each);
  }
  return changes;
}

Json EchecsSettlement(const push::Hand& push) {
  const EndedHand hand(push);
  std::vector<Win> wins;
  for (const Json& event : hand.wins) {
    if (Begins(event)) wins.emplace_back();
    if (!wins.empty()) wins.back().events.push_back(event);
  }
  Json detail = Json::array();
  std::vector<std::int64_t> paid(hand.points.size());
  for (const Win& win : wins) detail.push_back(win.Settlement(hand, paid));
  std::vector<std::int64_t> rest;
  for (std::size_t i = 0; i < paid.size(); ++i)
    rest.push_back(hand.points[i].get<std::int64_t>() - paid[i]);
  if (wins.empty()) {
    detail.push_back(
        {{"type", kSettleDrawn}, {"points", rest}, {"params", {{"hu_seat_id", kNobody}}}});
  } else if (std::ranges::any_of(rest, [](std::int64_t points) { return points != 0; })) {
    detail.push_back({{"type", kSettleGang}, {"points", rest}, {"params", Json::object()}});
  }
  Json body{{"hand", push.hand},     {"total_points", push.points}, {"detail", std::move(detail)},
            {"points", push.points}, {"scores", push.scores},       {"key", push.key},
            {"replay", push.replay}};
  if (push.commit) body["commit"] = *push.commit;
  return body;
}

Json EchecsHandOver(const push::Hand& push) {
  const EndedHand hand(push);
  Json players = Json::object();
  for (std::size_t i = 0; i < push.scores.size(); ++i) {
    players[std::to_string(i)] = {{"point", i < push.points.size() ? push.points[i] : Json(0)},
                                  {"score", push.scores[i]}};
  }
  for (const Json& seat : hand.seats) {
    Json& player = players[seat.at("seat").dump()];
    player["hand_card"] = ShownOf(hand, seat);
    player["melds"] = Json::array();
    for (const Json& meld : seat.at("melds")) player["melds"].push_back(EchecsMeld(meld));
    player["hu_card"] = WinningCards(hand, seat.at("seat").get<std::int64_t>());
  }
  return {{"player_info", std::move(players)}, {"match_over", 0}};
}

}  // namespace mlf::server
