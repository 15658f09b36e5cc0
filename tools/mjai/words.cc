#include "tools/mjai/words.h"

#include <mlf/components/deposit.h>
#include <mlf/components/extra_rounds.h>
#include <mlf/components/play_node.h>
#include <mlf/components/rounds.h>
#include <mlf/flow/text.h>
#include <mlf/table/find_slot.h>

#include <algorithm>
#include <array>
#include <utility>

namespace mlf::tools {

using table::Meld;
using table::MeldKind;
using table::Tile;

namespace {

constexpr std::array<std::string_view, 7> kHonourNames = {"E", "S", "W", "N", "P", "F", "C"};
constexpr std::string_view kUnknown = "?";

// The reasons of mjai, by ours.
constexpr std::array<std::pair<std::string_view, std::string_view>, 5> kReasons = {{
    {"nine_terminals", "kyushukyuhai"},
    {"four_winds", "sufonrenta"},
    {"four_kans", "sukaikan"},
    {"four_riichi", "suchareach"},
    {"triple_ron", "sanchaho"},
}};

}  // namespace

std::string MjaiTile(Tile piece) {
  if (piece == table::kNoTile) return std::string(kUnknown);
  if (table::IsRed(piece)) return table::TileName(table::KindOf(piece)) + "r";
  if (table::IsHonour(piece))
    return std::string(kHonourNames[static_cast<std::size_t>(piece - 27)]);
  return table::TileName(piece);
}

std::optional<Tile> TileFromMjai(std::string_view text) {
  for (std::size_t i = 0; i < kHonourNames.size(); ++i) {
    if (text == kHonourNames[i]) return static_cast<Tile>(27 + i);
  }
  const bool red = text.size() == 3 && text[0] == '5' && text[2] == 'r';
  if (text.size() != 2 && !red) return std::nullopt;
  const auto tile = table::ParseTile(text.substr(0, 2));
  if (!tile || !table::IsSuited(*tile)) return std::nullopt;
  return red ? table::RedOf(*tile) : *tile;
}

Json MjaiTiles(const std::vector<Tile>& pieces) {
  Json list = Json::array();
  for (const Tile piece : pieces) list.push_back(MjaiTile(piece));
  return list;
}

Tile MjaiTileOf(const Json& json) {
  const auto tile = json.is_string() ? TileFromMjai(json.get<std::string>()) : std::nullopt;
  if (!tile) throw Misfit{json.dump() + " is not a tile"};
  return *tile;
}

Tile MjaiTileAt(const Json& message, const char* key) {
  const auto found = message.find(key);
  if (found == message.end()) throw Misfit{std::string("\"") + key + "\" is missing"};
  return MjaiTileOf(*found);
}

std::vector<Tile> MjaiTilesAt(const Json& message, const char* key) {
  const auto found = message.find(key);
  if (found == message.end() || !found->is_array())
    throw Misfit{std::string("\"") + key + "\" must be a list of tiles"};
  std::vector<Tile> tiles;
  for (const Json& item : *found) tiles.push_back(MjaiTileOf(item));
  return tiles;
}

std::string_view MjaiWind(int round) {
  return kHonourNames[static_cast<std::size_t>(round / 4 % 4)];
}

int MjaiRound(const Json& start) {
  const std::string wind = start.value("bakaze", "");
  const auto found = std::find(kHonourNames.begin(), kHonourNames.begin() + 4, wind);
  if (found == kHonourNames.begin() + 4) throw Misfit{"\"bakaze\" is not a wind"};
  return static_cast<int>(4 * (found - kHonourNames.begin())) + start.value("kyoku", 1) - 1;
}

std::string WhyNoMjai(const Flow& flow) {
  if (flow.seats() != 4) return "mjai has four seats, and the variant has not";
  if (!table::FindSlot<table::Board>(flow) || !table::FindSlot<table::Match>(flow) ||
      !table::FindSlot<logic::Rounds>(flow) || !table::FindSlot<logic::Indicators>(flow))
    return "mjai states rounds and indicators, and the variant has none";
  for (const Node& node : flow.nodes()) {
    if (!node.impl->player()) continue;
    switch (logic::PlayOf(*node.impl)) {
      case logic::Play::kOther:
      case logic::Play::kShortGang:
      case logic::Play::kWildGang:
      case logic::Play::kExchange:
      case logic::Play::kVoidSuit:
      case logic::Play::kDice:
        return "mjai has no message for the act \"" + node.id + "\" of the variant";
      case logic::Play::kPeng:
        if (node.impl->payload() == Domain::kPiece) break;
        return "mjai tells the discard after the claim, and \"" + node.id + "\" names both";
      default: break;
    }
  }
  return {};
}

MjaiFeed::MjaiFeed(const Flow& flow)
    : flow_(flow),
      board_(*table::FindSlot<table::Board>(flow)),
      match_(*table::FindSlot<table::Match>(flow)),
      scores_(static_cast<std::size_t>(flow.seats())),
      deltas_(scores_.size()),
      dealt_(scores_.size()) {}

std::vector<Json> MjaiFeed::Take(const Records& records, const Response& response) {
  std::vector<Json> out;
  for (const Event& event : response.events) Add(records, event, out);
  return out;
}

Json MjaiFeed::Scores() const {
  Json list = Json::array();
  for (const int score : scores_) list.push_back(score);
  return list;
}

Json MjaiFeed::Start(const Records& records) const {
  const table::Board& board = board_(records);
  const auto rounds = table::FindSlot<logic::Rounds>(flow_);
  const auto extra = table::FindSlot<logic::ExtraRounds>(flow_);
  const auto* deposit = flow_.Shared<score::Deposit>("deposit");
  const int round = (*rounds)(records).round;
  Json hands = Json::array();
  for (const auto& hand : dealt_) hands.push_back(MjaiTiles(hand));
  return {{"type", "start_kyoku"},
          {"bakaze", MjaiWind(round)},
          {"kyoku", round % 4 + 1},
          {"honba", extra ? (*extra)(records).count : 0},
          {"kyotaku", deposit != nullptr ? deposit->Points(records) / 1000 : 0},
          {"oya", board.dealer},
          {"scores", Scores()},
          {"tehais", std::move(hands)}};
}

// The tiles of the hand in a meld. Red fives of a chi are given by its event.
Json MjaiFeed::Consumed(const Meld& meld, bool added) const {
  const int copies = meld.kind == MeldKind::kPeng ? 2 : meld.kind == MeldKind::kAnGang ? 4 : 3;
  const int taken_red = meld.TookRed() && !added ? 1 : 0;
  int reds = table::RedOf(meld.tile) == meld.tile ? 0 : meld.Reds() - taken_red;
  std::vector<Tile> own;
  own.reserve(static_cast<std::size_t>(copies));
  for (int i = 0; i < copies; ++i) own.push_back(reds-- > 0 ? table::RedOf(meld.tile) : meld.tile);
  std::ranges::reverse(own);
  return MjaiTiles(own);
}

void MjaiFeed::CloseWin(std::vector<Json>& out) {
  if (win_.is_null()) return;
  win_["deltas"] = deltas_;
  win_["ura_markers"] = MjaiTiles(ura_);
  win_["scores"] = Scores();
  std::ranges::fill(deltas_, 0);
  out.push_back(std::exchange(win_, nullptr));
}

void MjaiFeed::Add(const Records& records, const Event& event, std::vector<Json>& out) {
  const std::string_view id = event.type->id;
  const Tile piece = event.count > 0 ? event.pieces[0] : table::kNoTile;
  const table::Board& board = board_(records);
  const auto last_meld = [&]() -> const Meld& { return board.seats[event.seat].Melds().back(); };
  if (id == "hand_starts") {
    const table::Match& match = match_(records);
    for (Seat seat = 0; seat < flow_.seats(); ++seat)
      scores_[static_cast<std::size_t>(seat)] = match.score[seat];
    std::ranges::fill(deltas_, 0);
    opened_ = won_ = false;
    broken_.clear();
    ura_.clear();
    waits_ = 0;
  } else if (id == "deal") {
    dealt_[static_cast<std::size_t>(event.seat)].assign(event.pieces.begin(),
                                                        event.pieces.begin() + event.count);
  } else if (id == "turn_indicator") {
    if (std::exchange(opened_, true)) {
      out.push_back({{"type", "dora"}, {"dora_marker", MjaiTile(piece)}});
    } else {
      Json start = Start(records);
      start["dora_marker"] = MjaiTile(piece);
      out.push_back(std::move(start));
    }
  } else if (id == "turn_under_indicator") {
    ura_.assign(event.pieces.begin(), event.pieces.begin() + event.count);
  } else if (id == "draw") {
    drawn_ = piece;
    out.push_back({{"type", "tsumo"}, {"actor", event.seat}, {"pai", MjaiTile(piece)}});
  } else if (id == "discard") {
    last_ = piece;
    out.push_back({{"type", "dahai"},
                   {"actor", event.seat},
                   {"pai", MjaiTile(piece)},
                   {"tsumogiri", event.value == 1}});
  } else if (id == "ting") {
    out.push_back({{"type", "reach"}, {"actor", event.seat}});
  } else if (id == "chi") {
    const Meld& meld = last_meld();
    const auto claimed = static_cast<Tile>(meld.tile + meld.Taken());
    out.push_back({{"type", "chi"},
                   {"actor", event.seat},
                   {"target", event.other},
                   {"pai", MjaiTile(meld.TookRed() ? table::RedOf(claimed) : claimed)},
                   {"consumed", MjaiTiles({event.pieces[1], event.pieces[2]})}});
  } else if (id == "peng" || id == "ming_gang") {
    const Meld& meld = last_meld();
    out.push_back({{"type", id == "peng" ? "pon" : "daiminkan"},
                   {"actor", event.seat},
                   {"target", event.other},
                   {"pai", MjaiTile(meld.TookRed() ? table::RedOf(meld.tile) : meld.tile)},
                   {"consumed", Consumed(meld, false)}});
  } else if (id == "an_gang") {
    last_ = piece;
    out.push_back(
        {{"type", "ankan"}, {"actor", event.seat}, {"consumed", Consumed(last_meld(), false)}});
  } else if (id == "bu_gang") {
    last_ = piece;
    for (Meld meld : board.seats[event.seat].Melds()) {
      const bool adds = meld.tile == table::KindOf(piece) &&
                        (meld.kind == MeldKind::kPeng || meld.kind == MeldKind::kBuGang);
      if (!adds) continue;
      // The peng as it was before.
      if (meld.kind == MeldKind::kBuGang && table::IsRed(piece)) meld.AddReds(-1);
      meld.kind = MeldKind::kBuGang;
      out.push_back({{"type", "kakan"},
                     {"actor", event.seat},
                     {"pai", MjaiTile(piece)},
                     {"consumed", Consumed(meld, true)}});
    }
  } else if (id == "hu" || id == "rob" || id == "zi_mo") {
    CloseWin(out);
    won_ = true;
    win_ = {{"type", "hora"},
            {"actor", event.seat},
            {"target", event.other == kNoSeat ? event.seat : event.other},
            {"pai", MjaiTile(event.other == kNoSeat ? drawn_ : last_)},
            {"yakus", Json::array()}};
  } else if (id == "fan" && !win_.is_null()) {
    win_["yakus"].push_back(Json::array({event.text, event.value}));
  } else if (id == "points") {
    int paid = 0;
    for (int i = 0; i < event.count; ++i) {
      const std::size_t payer = event.pieces[static_cast<std::size_t>(i)];
      paid += event.value;
      if (payer >= scores_.size()) continue;  // the points on the table
      scores_[payer] -= event.value;
      deltas_[payer] -= event.value;
    }
    if (const auto payee = static_cast<std::size_t>(event.seat); payee < scores_.size()) {
      scores_[payee] += paid;
      deltas_[payee] += paid;
    }
  } else if (id == "declaration_stands") {
    out.push_back({{"type", "reach_accepted"},
                   {"actor", event.seat},
                   {"deltas", deltas_},
                   {"scores", Scores()}});
    std::ranges::fill(deltas_, 0);
  } else if (id == "broken_off") {
    broken_ = event.text;
  } else if (id == "waits_at_end") {
    waits_ |= MaskOf(event.seat);
  } else if (id == "discards_count") {
    broken_ = "nagashimangan";
  } else if (id == "hand_over") {
    CloseWin(out);
    if (!won_) {
      std::string reason = broken_.empty() ? "fanpai" : broken_;
      for (const auto& [ours, theirs] : kReasons) {
        if (reason == ours) reason = theirs;
      }
      Json waits = Json::array();
      for (Seat seat = 0; seat < flow_.seats(); ++seat)
        waits.push_back((waits_ & MaskOf(seat)) != 0);
      out.push_back({{"type", "ryukyoku"},
                     {"reason", reason},
                     {"tenpais", std::move(waits)},
                     {"deltas", deltas_},
                     {"scores", Scores()}});
    }
    out.push_back({{"type", "end_kyoku"}});
  } else if (id == "match_over") {
    // With the points that were left on the table.
    for (Seat seat = 0; seat < flow_.seats(); ++seat)
      scores_[static_cast<std::size_t>(seat)] = match_(records).score[seat];
    out.push_back({{"type", "end_game"}, {"scores", Scores()}});
  }
}

Json MjaiFeed::SeenBy(const Json& message, Seat seat) {
  Json seen = message;
  if (message["type"] == "tsumo" && message["actor"] != seat) seen["pai"] = kUnknown;
  if (message["type"] == "start_kyoku") {
    for (std::size_t other = 0; other < seen["tehais"].size(); ++other) {
      if (static_cast<Seat>(other) == seat) continue;
      for (Json& tile : seen["tehais"][other]) tile = kUnknown;
    }
  }
  return seen;
}

}  // namespace mlf::tools
