#include "server/host/results.h"

#include <mlf/flow/json.h>
#include <mlf/flow/points.h>
#include <mlf/table/board.h>
#include <mlf/table/find_slot.h>
#include <mlf/table/ledger.h>

namespace mlf::server {

void WinTally::Add(std::span<const Event> events) {
  for (const Event& event : events) {
    if (event.type->id != "win_value" || event.seat < 0) continue;
    won_ |= MaskOf(event.seat);
    if (event.other >= 0 && event.other != event.seat) dealt_in_ |= MaskOf(event.other);
  }
}

std::uint32_t HandsDone(const Flow& flow, const Records& records) {
  if (const auto match = table::FindSlot<table::Match>(flow)) return (*match)(records).hands_done;
  return records.flow().hand + (records.flow().over != 0 ? 1 : 0);
}

std::vector<std::int64_t> HandPoints(const Flow& flow, const Records& records, std::size_t places) {
  std::vector<std::int64_t> points(places);
  if (const auto ledger = table::FindSlot<table::Ledger>(flow)) {
    for (std::size_t place = 0; place < places; ++place)
      points[place] = (*ledger)(records).points[place];
  }
  return points;
}

std::vector<std::int64_t> MatchScores(const Flow& flow, const Records& records,
                                      std::size_t places) {
  std::vector<std::int64_t> scores(places);
  if (HandsDone(flow, records) <= records.flow().hand) scores = HandPoints(flow, records, places);
  if (const auto match = table::FindSlot<table::Match>(flow)) {
    for (std::size_t place = 0; place < places; ++place)
      scores[place] += (*match)(records).score[place];
  } else if (const SeatPoints* own = PointsOf(flow)) {
    for (std::size_t place = 0; place < places; ++place)
      scores[place] = own->Points(records, static_cast<Seat>(place));
  }
  return scores;
}

namespace {

// What every seat has before it plays: the stake. No hand of chance changes it.
std::int64_t StakeOf(const Flow& flow) {
  Records records = flow.Blank();
  Response response;
  flow.Start(records, 0, response);
  if (!response.ok()) return 0;
  return MatchScores(flow, records, 1)[0] - HandPoints(flow, records, 1)[0];
}

}  // namespace

std::vector<HandResult> HandResults(const std::vector<Player>& players, const WinTally& tally,
                                    const std::vector<std::int64_t>& points) {
  std::vector<HandResult> results;
  for (std::size_t place = 0; place < players.size(); ++place) {
    if (players[place].robot) continue;
    results.push_back({players[place].user, points[place], tally.Won(place), tally.DealtIn(place)});
  }
  return results;
}

void AddResults(const Flow& flow, const std::vector<Player>& players, MatchEnd& end) {
  const Result<Json> over = ParseJson(end.over);
  const Json scores = over ? over->value("scores", Json::array()) : Json::array();
  const Json ranks = over ? over->value("ranks", Json::array()) : Json::array();
  const bool scored = scores.size() >= players.size() && ranks.size() >= players.size();
  end.places = static_cast<int>(players.size());
  const std::int64_t stake = scored ? StakeOf(flow) : 0;
  end.dissolved = over && over->value("dissolved", false);
  for (std::size_t place = 0; place < players.size(); ++place) {
    if (players[place].robot) continue;
    MatchResult& result = end.results.emplace_back();
    result.user = players[place].user;
    if (!scored) continue;
    result.place = ranks[place].get<int>();
    result.points = scores[place].get<std::int64_t>() - stake;
  }
}

}  // namespace mlf::server
