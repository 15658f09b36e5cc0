#include "tools/kit/follow.h"
#include <mlf/components/drawn_hand.h>
#include <mlf/components/judge.h>
#include <mlf/components/play_node.h>
#include <mlf/components/tile_set.h>
#include <mlf/flow/registry.h>
#include <mlf/flow/text.h>
#include <mlf/table/find_slot.h>
#include <mlf/table/ledger.h>
#include <mlf/table/set_aside.h>
#include "tools/kit/json_lines.h"
#include "tools/kit/nodes_of.h"
#include "tools/kit/position.h"
#include "tools/kit/recorded_wall.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace mlf::tools {
namespace {

using logic::Play;
using table::Tile;

// A row that does not match the flow: the reason, and the number of the event.
struct Misfit {
  std::string why;
};

std::string TextOf(const Value& map, std::string_view key) {
  const Value* value = map.IsMap() ? map.Find(key) : nullptr;
  return value != nullptr && value->IsScalar() ? value->text() : std::string();
}

std::int64_t NumberOf(const Value& map, std::string_view key, std::int64_t fallback) {
  const Value* value = map.IsMap() ? map.Find(key) : nullptr;
  return value == nullptr ? fallback : value->AsInt().value_or(fallback);
}

Tile TileOf(const std::string& text) {
  const auto tile = table::ParseTile(text);
  if (!tile) throw Misfit{fmt::format("\"{}\" is not a tile", text)};
  return *tile;
}

std::vector<Tile> TilesOf(const Value& map, std::string_view key) {
  std::vector<Tile> tiles;
  const Value* list = map.IsMap() ? map.Find(key) : nullptr;
  if (list == nullptr) return tiles;
  for (const Value& item : list->items()) tiles.push_back(TileOf(item.text()));
  return tiles;
}

// ---- The wall of the recorded draws ----

const std::vector<Value>& EventsOf(const Value& row) {
  const Value* events = row.Find("events");
  if (events == nullptr || !events->IsList()) throw Misfit{"events: a list is needed"};
  return events->items();
}

// Whether the row records a game of Chinese official mahjong, whose seats draw from own walls.
bool HasOwnWalls(const Value& row) { return row.Find("walls") != nullptr; }

// The own walls of the seats, one after another.
std::vector<Tile> OwnWallsOf(const Flow& flow, const Value& row) {
  std::vector<Tile> wall;
  const std::vector<Value>& walls = row.Find("walls")->items();
  if (static_cast<int>(walls.size()) != flow.seats())
    throw Misfit{"walls: one for each seat is needed"};
  for (const Value& own : walls) {
    for (const Value& tile : own.items()) wall.push_back(TileOf(tile.text()));
    if (own.items().size() != walls.front().items().size())
      throw Misfit{"walls: all walls need as many tiles"};
  }
  const auto tiles = logic::WallTiles(flow);
  std::vector<Tile> in_play(tiles.begin(), tiles.end()), given = wall;
  std::ranges::sort(in_play);
  std::ranges::sort(given);
  if (given != in_play) throw Misfit{"walls: these are not the tiles in play"};
  return wall;
}

std::vector<Tile> WallOf(const Flow& flow, const Value& row) {
  if (HasOwnWalls(row)) return OwnWallsOf(flow, row);
  RecordedWall wall(flow);
  const auto dealer = NumberOf(row, "dealer", 0);
  const Value* hands = row.Find("hands");
  if (hands == nullptr || static_cast<int>(hands->items().size()) != flow.seats())
    throw Misfit{"hands: one for each seat is needed"};
  try {
    for (int turn = 0; turn < flow.seats(); ++turn) {
      std::vector<Tile> tiles;
      const auto seat = static_cast<std::size_t>((dealer + turn) % flow.seats());
      for (const Value& tile : hands->items()[seat].items()) tiles.push_back(TileOf(tile.text()));
      wall.Deal(tiles);
    }
    if (!TextOf(row, "dora_indicator").empty())
      wall.Indicator(TileOf(TextOf(row, "dora_indicator")));
    for (const Value& event : EventsOf(row)) {
      const std::string type = TextOf(event, "type");
      if (type == "dora") wall.Indicator(TileOf(TextOf(event, "tile")));
      if (type != "draw") continue;
      const Value* replacement = event.Find("rinshan");
      wall.Draw(TileOf(TextOf(event, "tile")),
                replacement != nullptr && replacement->AsBool().value_or(false));
    }
    for (const Tile tile : TilesOf(row, "ura_indicators")) wall.Below(tile);
  } catch (const WallMisfit& misfit) {
    throw Misfit{misfit.why};
  }
  return wall.Fill();
}

// ---- One hand ----

class Follower {
 public:
  Follower(const Flow& flow, const Value& row)
      : flow_(flow),
        events_(EventsOf(row)),
        board_(*table::FindSlot<table::Board>(flow)),
        match_(*table::FindSlot<table::Match>(flow)),
        own_walls_(HasOwnWalls(row)),
        records_(flow.Blank()) {
    Begin(row);
  }

  Json Run() {
    Json result{{"ok", true}};
    std::size_t done = 0;
    try {
      while (done < events_.size()) {
        at_ = done;
        done += Take(done);
      }
      if (!HandOver()) throw Misfit{"the hand is not over"};
    } catch (const Misfit& misfit) {
      result["ok"] = false;
      result["step"] = done;
      result["why"] = misfit.why;
    }
    result["end"] = End();
    result["wins"] = wins_;
    Json deltas = Json::array();
    if (const auto ledger = table::FindSlot<table::Ledger>(flow_)) {
      for (Seat seat = 0; seat < flow_.seats(); ++seat)
        deltas.push_back((*ledger)(records_).points[seat]);
    }
    result["deltas"] = std::move(deltas);
    result["offered_wins"] = offered_;
    return result;
  }

 private:
  const table::Board& board() const { return board_(records_); }
  bool HandOver() const { return match_(records_).hands_done > kHandsBefore; }
  Play PlayAt() const { return logic::PlayOf(*flow_.node(records_.flow().node).impl); }
  bool InTurn() const { return !HandOver() && PlayAt() == Play::kTurn; }

  void Begin(const Value& row) {
    table::Match& match = match_(records_);
    match.hands_done = kHandsBefore;  // scores are kept
    const Value* scores = row.Find("scores");
    for (Seat seat = 0; scores != nullptr && seat < flow_.seats(); ++seat) {
      const auto index = static_cast<std::size_t>(seat);
      if (index < scores->items().size())
        match.score[seat] = static_cast<std::int32_t>(scores->items()[index].AsInt().value_or(0));
    }
    match.given_dealer = static_cast<Seat>(NumberOf(row, "dealer", 0));
    const std::vector<Tile> wall = WallOf(flow_, row);
    table::BuildWall(board_(records_), wall);
    match.given_wall = 1;
    Faults faults;
    const auto set = [&](std::string_view key, std::int64_t number) {
      SetState(flow_, key, Value(number), kNoSeat, records_, faults);
    };
    if (own_walls_) {
      const std::string wind = TextOf(row, "round_wind");
      const std::size_t index = std::string_view("ESWN").find(wind);
      if (wind.size() != 1 || index == std::string_view::npos)
        throw Misfit{"round_wind: E, S, W or N is needed"};
      set("round", static_cast<std::int64_t>(index) * flow_.seats());
    } else {
      set("round", NumberOf(row, "round", 0));
      set("honba", NumberOf(row, "honba", 0));
      set("deposit", 1000 * NumberOf(row, "sticks", 0));
    }
    if (!faults.empty()) throw Misfit{Messages(faults)};
    flow_.Start(records_, 1, response_);
    if (!response_.ok()) throw Misfit{"the hand cannot start: " + response_.refusal.detail};
    Note();
  }

  // Takes event `at` and the events that belong to it. Returns their number.
  std::size_t Take(std::size_t at) {
    const Value& event = events_[at];
    const std::string type = TextOf(event, "type");
    const auto seat = static_cast<Seat>(NumberOf(event, "seat", -1));
    if (own_walls_ && type != "draw") return TakeOfOwnWalls(event, type, seat), 1;
    if (type == "draw") {
      Answer();
      MustBeInTurn(seat);
      drawn_ = at;
      const Tile drawn = board().seats[seat].DrawnPiece();
      const Tile tile = TileOf(TextOf(event, "tile"));
      if (drawn != tile)
        throw Misfit{fmt::format("seat {} draws {}, not {}", seat, table::TileName(drawn),
                                 table::TileName(tile))};
    } else if (type == "riichi") {
      declares_ = true;
    } else if (type == "discard") {
      MustBeInTurn(seat);
      Do(seat, declares_ ? Play::kReady : Play::kDiscard, {TileOf(TextOf(event, "tile"))});
      declares_ = false;
    } else if (type == "chi" || type == "pon" || type == "daiminkan") {
      return TakeClaim(at, seat, type);
    } else if (type == "ankan") {
      MustBeInTurn(seat);
      const std::vector<Tile> own = TilesOf(event, "own");
      if (own.empty()) throw Misfit{"own: four tiles are needed"};
      Do(seat, Play::kGang, {table::KindOf(own.front())});
    } else if (type == "kakan") {
      MustBeInTurn(seat);
      Do(seat, Play::kAddedGang, {table::KindOf(TileOf(TextOf(event, "tile")))});
    } else if (type == "kita") {
      MustBeInTurn(seat);
      Do(seat, Play::kWildGang, {TileOf(TextOf(event, "tile"))});
    } else if (type == "tsumo") {
      MustBeInTurn(seat);
      NoteWinner(seat, kNoSeat, "self_draw");
      Do(seat, Play::kHu, {});
    } else if (type == "ron") {
      return TakeWins(at);
    } else if (type == "ryuukyoku") {
      TakeDrawnHand(TextOf(event, "kind"), seat);
    } else if (type != "dora" && type != "riichi_accepted") {
      throw Misfit{fmt::format("unknown event \"{}\"", type)};
    }
    return 1;
  }

  // A claim, with the discard that follows where the action names it.
  std::size_t TakeClaim(std::size_t at, Seat seat, const std::string& type) {
    if (const auto action = ClaimWithDiscard(at, seat, type)) {
      Pass({{seat, *action}});
      return 2;
    }
    Pass({{seat, Claim(seat, type, events_[at])}});
    return 1;
  }

  std::optional<Action> ClaimWithDiscard(std::size_t at, Seat seat, const std::string& type) const {
    if (type == "daiminkan" || at + 1 == events_.size() ||
        TextOf(events_[at + 1], "type") != "discard")
      return std::nullopt;
    const Tile tile = table::KindOf(TileOf(TextOf(events_[at], "tile")));
    const Tile discard = TileOf(TextOf(events_[at + 1], "tile"));
    const std::vector<Tile> own = TilesOf(events_[at], "own");
    if (own.size() != 2) throw Misfit{"own: two tiles are needed"};
    const Play play = type == "chi" ? Play::kChi : Play::kPeng;
    for (const Offer& offer : response_.choices.Of(seat)) {
      if (logic::PlayOf(*flow_.node(offer.node).impl) != play) continue;
      Action action{.node = offer.node, .seat = seat, .count = 4, .ask = response_.ask};
      action.pieces = {tile, own[0], own[1], discard};
      if (offer.domain.kind == Domain::kCombo && offer.domain.Contains(action)) return action;
    }
    return std::nullopt;
  }

  // The events of Chinese official mahjong. A discard and an added gang name what the others said,
  // and the next event is what came of it.
  void TakeOfOwnWalls(const Value& event, const std::string& type, Seat seat) {
    if (type == "flower") return;  // the draw that follows shows it
    if (type == "discard") {
      MustBeInTurn(seat);
      Do(seat, Play::kDiscard, {TileOf(TextOf(event, "tile"))});
      said_ = event.Find("answers");
    } else if (type == "chi" || type == "peng" || type == "ming_gang") {
      const int before = board().seats[seat].meld_count;
      Answer();
      if (board().seats[seat].meld_count != before + 1)
        throw Misfit{fmt::format("seat {} does not get the tile ({})", seat, type)};
    } else if (type == "an_gang" || type == "bu_gang") {
      MustBeInTurn(seat);
      Do(seat, type == "an_gang" ? Play::kGang : Play::kAddedGang, {TileOf(TextOf(event, "tile"))});
      said_ = event.Find("answers");
    } else if (type == "hu") {
      const std::string how = TextOf(event, "how");
      if (how == "self_draw") {
        MustBeInTurn(seat);
        NoteWinner(seat, kNoSeat, how);
        return Do(seat, Play::kHu, {});
      }
      NoteWinner(seat, board().turn.focus_seat, how);
      Answer();
      if (!board().seats[seat].Is(table::kHasWon))
        throw Misfit{fmt::format("seat {} does not win", seat)};
    } else if (type == "drawn_game") {
      Answer();
      if (!HandOver()) throw Misfit{"the hand is not drawn"};
    } else {
      throw Misfit{fmt::format("unknown event \"{}\"", type)};
    }
  }

  // Gives the answers of the last discard or added gang. Some may come too late to be asked for.
  void Answer() {
    std::map<Seat, Action> answers;
    if (said_ != nullptr) {
      for (const Value::Entry& one : said_->entries()) {
        const auto number = Value(one.key).AsInt();
        if (!number) throw Misfit{fmt::format("answers: \"{}\" is no seat", one.key)};
        const auto seat = static_cast<Seat>(*number);
        answers[seat] = AnswerOf(seat, one.value.text());
      }
    }
    said_ = nullptr;
    Pass(answers, /*all_asked=*/!own_walls_);
  }

  Action AnswerOf(Seat seat, const std::string& word) const {
    const Tile tile = board().turn.focus_tile;
    if (word == "hu") return ActionOf(seat, Play::kHu, {});
    if (word == "peng") return ActionOf(seat, Play::kPeng, {tile});
    if (word == "ming_gang") return ActionOf(seat, Play::kGang, {tile});
    const auto tiles = word.starts_with("chi ") ? table::ParseTiles(word.substr(4))
                                                : Result<std::vector<Tile>>(Fault{});
    if (!tiles || tiles->size() != 3)
      throw Misfit{fmt::format("answers: \"{}\" is no answer", word)};
    std::vector<Tile> pieces{tile};
    for (const Tile own : *tiles) {
      if (own != tile) pieces.push_back(own);
    }
    return ActionOf(seat, Play::kChi, pieces);
  }

  std::size_t TakeWins(std::size_t at) {
    std::map<Seat, Action> winners;
    std::size_t count = 0;
    for (; at + count < events_.size() && TextOf(events_[at + count], "type") == "ron"; ++count) {
      const auto seat = static_cast<Seat>(NumberOf(events_[at + count], "seat", -1));
      const bool rob =
          board().turn.focus == table::Focus::kAddedGang && !table::AsksSetAside(board());
      NoteWinner(seat, board().turn.focus_seat, rob ? "rob" : "discard");
      winners[seat] = ActionOf(seat, Play::kHu, {});
    }
    Pass(winners);
    return count;
  }

  void TakeDrawnHand(const std::string& kind, Seat seat) {
    if (kind == "nine_terminals") {
      MustBeInTurn(seat);
      if (const Offer* offer = Find(seat, Play::kGiveUp))
        return Do({.node = offer->node, .seat = seat, .ask = response_.ask});
      throw Misfit{fmt::format("seat {} may not give the hand up: {}", seat, Offered(seat))};
    }
    std::map<Seat, Action> winners;
    if (kind == "triple_ron") {
      ForEachSeat(response_.asked, [&](Seat asked) {
        if (Find(asked, Play::kHu) != nullptr) winners[asked] = ActionOf(asked, Play::kHu, {});
      });
    }
    Pass(winners);
    if (!HandOver()) throw Misfit{fmt::format("the hand is not drawn ({})", kind)};
  }

  void MustBeInTurn(Seat seat) const {
    if (HandOver()) throw Misfit{"the hand is over: " + End()};
    if (!InTurn() || records_.flow().actor != seat)
      throw Misfit{fmt::format("it is not the turn of seat {}: at {}, seat {}", seat,
                               flow_.node(records_.flow().node).id, records_.flow().actor)};
  }

  const Offer* Find(Seat seat, Play play) const {
    if (seat < 0 || seat >= flow_.seats()) throw Misfit{"no such seat"};
    for (const Offer& offer : response_.choices.Of(seat)) {
      if (logic::PlayOf(*flow_.node(offer.node).impl) == play) return &offer;
    }
    return nullptr;
  }
  std::string Offered(Seat seat) const {
    return "offered: " + FormatOffers(flow_, response_.choices, seat, Lang::kEn);
  }

  Action ActionOf(Seat seat, Play play, const std::vector<Tile>& pieces) const {
    const Offer* offer = Find(seat, play);
    Action action{.node = offer == nullptr ? kNoNode : offer->node, .seat = seat};
    action.ask = response_.ask;
    action.count = static_cast<std::uint8_t>(pieces.size());
    std::copy(pieces.begin(), pieces.end(), action.pieces.begin());
    if (offer == nullptr || !offer->domain.Contains(action))
      throw Misfit{fmt::format("seat {} may not do that; {}", seat, Offered(seat))};
    return action;
  }

  // A chi names the tile and the two of the hand, lowest first. Other claims name the kind, or the
  // red five of the hand that is used.
  Action Claim(Seat seat, const std::string& type, const Value& event) const {
    const Tile tile = table::KindOf(TileOf(TextOf(event, "tile")));
    std::vector<Tile> own = TilesOf(event, "own");
    if (type == "daiminkan") return ActionOf(seat, Play::kGang, {tile});
    if (type == "pon") {
      const bool red = std::ranges::any_of(own, table::IsRed);
      return ActionOf(seat, Play::kPeng, {red ? table::RedOf(tile) : tile});
    }
    std::ranges::sort(own, {}, table::KindOf);
    own.insert(own.begin(), tile);
    return ActionOf(seat, Play::kChi, own);
  }

  // Answers the open window of claims: these seats as given, the others pass.
  void Pass(const std::map<Seat, Action>& answers = {}, bool all_asked = true) {
    if (InTurn() || HandOver()) {
      if (!answers.empty()) throw Misfit{"nobody is asked for a claim"};
      return;
    }
    const std::uint32_t ask = records_.flow().window.ask;
    std::map<Seat, Action> open = answers;
    while (records_.flow().window.ask == ask && response_.asked != 0 && !HandOver()) {
      const auto first = std::ranges::find_if(
          open, [&](const auto& entry) { return (response_.asked & MaskOf(entry.first)) != 0; });
      if (first != open.end()) {
        const Action action = first->second;
        open.erase(first);
        Do(action);
        continue;
      }
      const auto seat = static_cast<Seat>(std::countr_zero(unsigned{response_.asked}));
      if (Find(seat, Play::kHu) != nullptr) NotTaken(seat, shown_);
      Do(seat, Play::kPass, {});
    }
    if (all_asked && !open.empty())
      throw Misfit{fmt::format("seat {} was not asked", open.begin()->first)};
  }

  void Do(Seat seat, Play play, const std::vector<Tile>& pieces) {
    Do(ActionOf(seat, play, pieces));
  }
  // `event` is the number of the one that could have been won on.
  void NotTaken(Seat seat, std::size_t event) {
    offered_.push_back(Json{{"step", event}, {"seat", seat}});
  }
  void Do(const Action& action) {
    if (InTurn()) {
      const Play play = logic::PlayOf(*flow_.node(action.node).impl);
      if (play != Play::kHu && Find(action.seat, Play::kHu) != nullptr)
        NotTaken(action.seat, drawn_);
      shown_ = at_;
    }
    flow_.ProcessActionNode(records_, action, response_);
    if (!response_.ok())
      throw Misfit{fmt::format("\"{}\" is refused: {}", FormatAction(flow_, action),
                               FormatRefusal(flow_, response_, action.seat, Lang::kEn))};
    Note();
  }

  // Stores wins and the end of the hand from the events.
  void Note() {
    for (const Event& event : response_.events) {
      if ((event.type->id == "fan" || event.type->id == "fan_total") && !own_walls_) {
        for (Json& win : wins_) {
          if (win["seat"] != event.seat) continue;
          if (event.type->id == "fan") {
            NoteFan(win, event);
          } else {
            if (win.value("yakuman", 0) == 0) win["han"] = event.value;
            win["fan"] = event.value;
          }
        }
      } else if (event.type->id == "broken_off") {
        end_ = event.text;
      }
    }
  }
  // A row as `mlf score` writes it. The event has the fan of all its counts. A row that the tiles
  // below the indicators alone have brought counts one for each of them.
  void NoteFan(Json& win, const Event& event) {
    Json line{{"id", event.text}, {"zh", ""}, {"fan", 1}, {"count", event.value}};
    const auto* judge = flow_.Shared<score::Judge>("judge");
    for (const score::FanRow& row : judge->Rows()) {
      if (row.id == event.text) line["zh"] = row.zh;
    }
    for (const score::FanLine& seen : expected_[static_cast<Seat>(event.seat)].Lines()) {
      if (judge->Rows()[seen.row].id != event.text || seen.fan == 0) continue;
      line["fan"] = seen.fan;
      line["count"] = event.value / seen.fan;
    }
    win["fans"].push_back(std::move(line));
  }
  void NoteWinner(Seat seat, Seat from, std::string_view by) {
    Json win{{"seat", seat}, {"by", by}, {"fans", Json::array()}};
    if (from != kNoSeat) win["from"] = from;
    // The tiles below the indicators add fan but no fu.
    if (const auto* judge = flow_.Shared<score::Judge>("judge"); judge != nullptr) {
      score::Verdict verdict;
      judge->Evaluate(records_, score::CaseOf(board(), seat), verdict);
      if (judge->has_fu()) {
        if (judge->LimitsOf(verdict) == 0) win["fu"] = verdict.fu;
        win["yakuman"] = judge->LimitsOf(verdict);
        expected_[seat] = verdict;
      } else {
        for (const score::FanLine& line : verdict.Lines()) {
          const score::FanRow& row = judge->Rows()[line.row];
          win["fans"].push_back(
              Json{{"id", row.id}, {"zh", row.zh}, {"fan", line.fan}, {"count", line.count}});
        }
        win["fan"] = verdict.fan;
      }
    }
    wins_.push_back(std::move(win));
  }

  std::string End() const {
    if (!HandOver()) return "";
    if (!end_.empty()) return end_;
    if (!wins_.empty()) return "win";
    if (own_walls_) return "draw";
    const auto drawn = table::FindSlot<logic::DrawnHand>(flow_);
    return drawn && (*drawn)(records_).all_kept != 0 ? "nagashi_mangan" : "exhaustive";
  }

  static constexpr int kHandsBefore = 1;
  const Flow& flow_;
  const std::vector<Value>& events_;
  Slot<table::Board> board_;
  Slot<table::Match> match_;
  bool own_walls_;
  Records records_;
  Response response_;
  const Value* said_ = nullptr;  // answers to the last discard or added gang, not given yet
  bool declares_ = false;        // the next discard declares ready
  std::size_t at_ = 0;           // the event being taken
  std::size_t drawn_ = 0;        // the last draw, and the last tile that others were shown
  std::size_t shown_ = 0;
  std::string end_;
  table::PerSeat<score::Verdict> expected_{};  // of the winners, before hidden tiles are shown
  Json wins_ = Json::array();
  Json offered_ = Json::array();
};

// ---- Flows by rules ----

class Flows {
 public:
  Flows(const Variant& variant, const OptionValues& set) : variant_(variant), set_(set) {}

  const Flow& For(const Value& row) {
    OptionValues values;
    const Value* rules = row.Find("rules");
    if (rules != nullptr && rules->IsMap()) {
      for (const Value::Entry& rule : rules->entries()) {
        if (rule.key != "name") values[rule.key] = Written(rule.key, rule.value);
      }
    }
    if (HasOwnWalls(row)) {
      values["wall"] = "per_seat";
      const Value* flowers = row.Find("flowers");
      if (flowers != nullptr && flowers->AsBool() == std::optional<bool>(false))
        values["flowers"] = "off";
    }
    for (const auto& [name, value] : set_) values[name] = value;
    auto& flow = flows_[values];
    if (flow == nullptr) {
      auto built = variant_.Build(values, AllParts(), &table::TileText());
      if (!built) throw Misfit{Messages(built.faults())};
      flow = *built;
    }
    return *flow;
  }

 private:
  // A list is written with _ between its words.
  static std::string Written(const std::string& key, const Value& value) {
    if (value.IsScalar()) return value.text();
    if (!value.IsList()) throw Misfit{fmt::format("rules: {} is not a value", key)};
    std::string text;
    for (const Value& item : value.items()) text += (text.empty() ? "" : "_") + item.text();
    return text.empty() ? "none" : text;
  }

  const Variant& variant_;
  const OptionValues& set_;
  std::map<OptionValues, std::shared_ptr<const Flow>> flows_;
};

}  // namespace

int RunFollow(const Variant& variant, const OptionValues& set, std::istream& in,
              std::ostream& out) {
  Flows flows(variant, set);
  return EachLine(in, out, [&](const Value& row) -> Result<Json> {
    try {
      return Follower(flows.For(row), row).Run();
    } catch (const Misfit& misfit) {
      return Fault{"S02", {}, misfit.why};
    }
  });
}

}  // namespace mlf::tools
