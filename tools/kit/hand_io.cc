#include "tools/kit/hand_io.h"
#include <mlf/table/hand_report.h>
#include "flow/base/words.h"
#include "tools/kit/fields.h"
#include "tools/kit/json_lines.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <istream>
#include <ostream>

namespace mlf::tools {
namespace {

using table::kNoTile;
using table::Tile;

struct HandRow {
  Counts tiles;
  int melds = 0;
  bool has_wild = false;
  Tile wild = kNoTile;
  int wild_count = 0;
  table::TileMask tile_set = 0;
};

Result<HandRow> ReadHandRow(const Value& row, int copies) {
  Faults faults;
  HandRow hand;
  // A row may hold the answer of somebody else; it is not read.
  Fields fields(row,
                {"id", "tiles", "meld_count", "wild", "wild_count", "tile_set", "standard",
                 "standard_structural", "seven_pairs", "thirteen_orphans", "riichi", "mcr",
                 "improving", "is_win", "hard_standard", "wins_on_standard", "wins_on_seven_pairs",
                 "wins_on_extra_wild", "any_tile"},
                faults);
  if (!fields.ok()) return faults;
  std::vector<Tile> tiles, wild;
  if (fields.Find("tiles") == nullptr) AddFault(faults, "S02", {}, "tiles: is missing");
  fields.Tiles("tiles", tiles);
  fields.Int("meld_count", 0, 4, hand.melds);
  hand.has_wild = fields.Find("wild") != nullptr;
  if (hand.has_wild != (fields.Find("wild_count") != nullptr))
    AddFault(faults, "S06", {}, "wild and wild_count are given together");
  if (fields.Tiles("wild", wild)) {
    if (wild.size() == 1) {
      hand.wild = table::KindOf(wild[0]);
    } else {
      AddFault(faults, "S02", {}, "wild: one tile is needed");
    }
  }
  fields.Int("wild_count", 0, 4, hand.wild_count);
  std::string set = "all136";
  fields.Text("tile_set", set);
  const auto kinds = table::TileSetByName(set);
  if (!kinds) {
    AddFault(faults, "S02", {},
             "tile_set: there is no \"" + set + "\"" +
                 DidYouMean(set, {"suits108", "suits108+red", "all136", "two_suits+dragons84"}));
  } else {
    hand.tile_set = *kinds;
  }
  if (!faults.empty()) return faults;

  std::array<int, kMaxPieces> count{};
  for (const Tile piece : tiles) {
    const Tile tile = table::KindOf(piece);
    if (++count[tile] == copies + 1)
      AddFault(faults, "S03", {},
               "tiles: more than " + std::to_string(copies) + " of " + table::TileName(tile));
    if (table::IsFlower(tile)) AddFault(faults, "S03", {}, "tiles: a flower is in no hand");
    if (hand.has_wild && tile == hand.wild)
      AddFault(faults, "S06", {},
               "tiles: the wild tile is counted in wild_count and not named here");
  }
  const int size = static_cast<int>(tiles.size()) + hand.wild_count;
  const int wanted = 13 - 3 * hand.melds;
  const bool five_sets = !hand.has_wild && (size == wanted + 3 || size == wanted + 4);
  if (faults.empty() && size != wanted && size != wanted + 1 && !five_sets) {
    AddFault(faults, "S05", {},
             fmt::format("tiles: {} tiles; with {} melds a hand has {} or {}", size, hand.melds,
                         wanted, wanted + 1));
  }
  if (!faults.empty()) return faults;
  hand.tiles = table::ToCounts(tiles);
  return hand;
}

Json ReportJson(const HandRow& hand, int copies) {
  Json json = Json::object();
  const auto put = [&](const char* key, const auto& value) {
    if (value) json[key] = *value;
  };
  const auto put_kinds = [&](const char* key, const std::optional<table::TileMask>& value) {
    if (value) json[key] = table::FormatTiles(*value);
  };
  if (hand.has_wild) {
    const table::WildReport report =
        table::ExamineWildHand(hand.tiles, hand.melds, hand.wild, hand.wild_count, hand.tile_set);
    put("standard", report.standard);
    put("seven_pairs", report.seven_pairs);
    put("hard_standard", report.hard_standard);
    put_kinds("wins_on_standard", report.wins_on_standard);
    put_kinds("wins_on_seven_pairs", report.wins_on_seven_pairs);
    put("wins_on_extra_wild", report.wins_on_extra_wild);
    put("any_tile", report.any_tile);
    return json;
  }
  const table::HandReport report = table::ExamineHand(hand.tiles, hand.melds);
  json["standard"] = report.standard;
  json["standard_structural"] = report.standard_structural;
  put("seven_pairs", report.seven_pairs);
  put("thirteen_orphans", report.thirteen_orphans);
  if (hand.tiles.Size() + 3 * hand.melds <= 14) json["riichi"] = report.riichi;
  if (report.improving)
    json["improving"] = table::FormatTiles(*report.improving & ~hand.tiles.AtLeast(copies));
  put("is_win", report.is_win);
  return json;
}

Result<Json> RowJson(const Value& row, int copies) {
  const auto hand = ReadHandRow(row, copies);
  if (!hand) return hand.faults();
  return ReportJson(*hand, copies);
}

}  // namespace

int RunHand(std::istream& in, std::ostream& out, int copies) {
  return EachLine(in, out, [&](const Value& row) { return RowJson(row, copies); });
}

Result<std::string> HandJson(std::string_view json, int copies) {
  return OneRow(json, [&](const Value& row) { return RowJson(row, copies); });
}

int ShowHand(std::string_view tiles, Lang lang, std::ostream& out, std::ostream& errors,
             int copies) {
  const bool zh = lang == Lang::kZh;
  const auto parsed = table::ParseTiles(tiles);
  const int melds =
      parsed && parsed->size() <= 14 ? (14 - static_cast<int>(parsed->size())) / 3 : 0;
  const auto row =
      ReadHandRow(Value::Map({{"tiles", Value(tiles)}, {"meld_count", Value(melds)}}), copies);
  if (!row) {
    errors << Messages(row.faults()) << '\n';
    return 1;
  }
  const Counts& hand = row->tiles;
  const bool five_sets = hand.Size() >= 3 * table::kMaxSets + 1;
  const int sets = (five_sets ? table::kMaxSets : 4) - melds;
  const auto distance = [&](const Counts& of) {
    int least = table::Distance(of, sets, 0, table::Copies::kFour);
    if (melds == 0 && !five_sets)
      least = std::min({least, table::SevenPairsDistance(of, table::Pairs::kFourAreTwo),
                        table::ThirteenOrphansDistance(of)});
    return least;
  };
  // Tiles that bring `of` nearer, with the copies that are not in the hand.
  const auto better = [&](const Counts& of, int& live) {
    live = 0;
    std::string text;
    const int now = distance(of);
    ForEach(table::kNaturals & ~hand.AtLeast(copies), [&](Tile tile) {
      Counts next = of;
      next.Add(tile);
      if (distance(next) >= now) return;
      const int left = copies - hand[tile];
      live += left;
      text += fmt::format("{}{}x{}", text.empty() ? "" : " ", table::TileName(tile), left);
    });
    return text;
  };
  const auto say = [&](int away) {
    if (away < 0) return std::string(zh ? "已胡" : "complete");
    if (away == 0) return std::string(zh ? "听牌" : "ready");
    return zh ? fmt::format("{} 向听", away) : fmt::format("{} from ready", away);
  };
  out << table::FormatTiles(hand)
      << (melds > 0 ? fmt::format(fmt::runtime(zh ? "（副露 {} 组）" : " ({} melds)"), melds) : "")
      << '\n';
  out << fmt::format(fmt::runtime(zh ? "标准形 {}" : "sets and a pair: {}"),
                     say(table::Distance(hand, sets, 0, table::Copies::kFour)))
      << '\n';
  if (melds == 0) {
    out << fmt::format(fmt::runtime(zh ? "七对 {}" : "seven pairs: {}"),
                       say(table::SevenPairsDistance(hand, table::Pairs::kFourAreTwo)))
        << '\n';
    out << fmt::format(fmt::runtime(zh ? "十三幺 {}" : "thirteen orphans: {}"),
                       say(table::ThirteenOrphansDistance(hand)))
        << '\n';
  }
  int live = 0;
  if (hand.Size() == 3 * sets + 1) {
    const std::string list = better(hand, live);
    const bool ready = distance(hand) == 0;
    out << fmt::format(
               fmt::runtime(ready ? (zh ? "听 {}（剩 {} 张）" : "waits on {} ({} left)")
                                  : (zh ? "有效牌 {}（剩 {} 张）" : "nearer with {} ({} left)")),
               list, live)
        << '\n';
    return 0;
  }
  // The discards that keep the least distance, most live tiles first.
  struct Choice {
    Tile tile;
    int distance, live;
    std::string list;
  };
  std::vector<Choice> choices;
  ForEach(hand.Kinds(), [&](Tile tile) {
    Counts rest = hand;
    rest.Remove(tile);
    Choice choice{tile, distance(rest), 0, ""};
    choice.list = better(rest, choice.live);
    choices.push_back(std::move(choice));
  });
  std::stable_sort(choices.begin(), choices.end(), [](const Choice& a, const Choice& b) {
    return a.distance != b.distance ? a.distance < b.distance : a.live > b.live;
  });
  for (const Choice& choice : choices) {
    if (choice.distance != choices.front().distance) break;
    out << fmt::format(
               fmt::runtime(zh ? "打 {}：{}，{}（剩 {} 张）" : "discard {}: {}; {} ({} left)"),
               table::TileName(choice.tile), say(choice.distance), choice.list, choice.live)
        << '\n';
  }
  return 0;
}

}  // namespace mlf::tools
