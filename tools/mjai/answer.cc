#include "tools/mjai/answer.h"
#include <mlf/flow/text.h>
#include <mlf/table/find_slot.h>
#include "tools/mjai/words.h"

#include <algorithm>

namespace mlf::tools {

using logic::Play;
using play::Code;
using play::Move;
using table::Tile;

namespace {

Json ReadJson(const std::string& line) {
  Json json = Json::parse(line, nullptr, false);
  if (json.is_discarded()) throw Misfit{"the line is not JSON"};
  if (!json.is_object() || !json.contains("type") || !json["type"].is_string())
    throw Misfit{"the line is not an object with a \"type\""};
  return json;
}

std::vector<Tile> Consumed(const Json& json, std::size_t count) {
  std::vector<Tile> tiles = MjaiTilesAt(json, "consumed");
  if (tiles.size() != count)
    throw Misfit{"\"consumed\" must name " + std::to_string(count) + " tiles"};
  return tiles;
}

bool AnyRed(const std::vector<Tile>& tiles) { return std::ranges::any_of(tiles, table::IsRed); }

// The move that the message names at this table.
Move MoveOf(const Json& json, const std::string& type, const table::Board& board, Seat seat,
            bool declared) {
  const table::SeatBoard& own = board.seats[seat];
  const Tile focus = board.turn.focus_tile;
  const bool claims = board.turn.focus != table::Focus::kNone;
  const auto claimed = [&] {
    if (!claims || table::KindOf(MjaiTileAt(json, "pai")) != focus)
      throw Misfit{"the tile in question is " +
                   (claims ? MjaiTile(board.FocusPiece()) : std::string("none"))};
  };
  if (type == "dahai") {
    const Tile tile = MjaiTileAt(json, "pai");
    const bool spin = own.drawn != table::kNoTile && own.DrawnPiece() == tile;
    if (json.value("tsumogiri", false) && !spin)
      throw Misfit{"\"tsumogiri\" is said of a tile that was not drawn"};
    if (declared) return {.code = spin ? Code::kSpinRiichi : Code::kSwapRiichi, .tile = tile};
    return {.code = spin ? Code::kSpinOut : Code::kSwapOut, .tile = tile};
  }
  if (type == "hora") return {.code = claims ? Code::kRon : Code::kTsumo};
  if (type == "ryukyoku") return {.code = Code::kRyuukyoku};
  if (type == "ankan") return {.code = Code::kAnkan, .tile = table::KindOf(Consumed(json, 4)[0])};
  if (type == "kakan") {
    const Tile tile = table::KindOf(MjaiTileAt(json, "pai"));
    const auto melds = own.Melds();
    const auto found = std::ranges::find(melds, tile, &table::Meld::tile);
    return {.code = Code::kKakan, .index = static_cast<int>(found - melds.begin())};
  }
  if (type == "pon") {
    claimed();
    return {.code = Code::kPon, .red = AnyRed(Consumed(json, 2))};
  }
  if (type == "daiminkan") {
    claimed();
    return {.code = Code::kDaiminkan};
  }
  if (type == "chi") {
    claimed();
    const std::vector<Tile> own_tiles = Consumed(json, 2);
    const Tile a = table::KindOf(own_tiles[0]), b = table::KindOf(own_tiles[1]);
    const int below = (a < focus ? 1 : 0) + (b < focus ? 1 : 0);
    const auto code = static_cast<Code>(static_cast<int>(Code::kChiiLeft) + below);
    return {.code = code, .red = AnyRed(own_tiles)};
  }
  if (type == "none") return {.code = Code::kPass};
  throw Misfit{"there is no answer \"" + type + "\""};
}

}  // namespace

std::string MjaiType(const std::string& line) {
  const Json json = Json::parse(line, nullptr, false);
  if (json.is_discarded() || !json.is_object()) return {};
  const auto type = json.find("type");
  return type != json.end() && type->is_string() ? type->get<std::string>() : std::string();
}

MjaiAnswer ReadMjaiAnswer(const play::Choosing& choosing, const Flow& flow, const Records& records,
                          const Choices& choices, Seat seat, std::uint32_t ask,
                          const std::string& line, bool declared) {
  MjaiAnswer answer;
  try {
    const Json json = ReadJson(line);
    const std::string type = json["type"].get<std::string>();
    if (json.contains("actor") && json["actor"] != seat)
      throw Misfit{"\"actor\" is not the seat of the program, " + std::to_string(seat)};
    const table::Board& board = (*table::FindSlot<table::Board>(flow))(records);
    const auto offered = [&](Play play) {
      return std::ranges::any_of(choices.Of(seat), [&](const Offer& offer) {
        return logic::PlayOf(*flow.node(offer.node).impl) == play;
      });
    };
    if (declared && type != "dahai") throw Misfit{"a discard must follow the declaration"};
    if (type == "reach") {
      if (!offered(Play::kReady)) throw Misfit{"riichi may not be declared now"};
      answer.declares = true;
      return answer;
    }
    if (type == "none" && !offered(Play::kPass))
      throw Misfit{"it is the turn of the seat, and it does nothing"};
    const Move move = MoveOf(json, type, board, seat, declared);
    answer.action = choosing.ActionOf(records, choices, seat, ask, move);
    const Offer* offer = choices.Find(seat, answer.action.node);
    if (offer == nullptr || !offer->domain.Contains(answer.action))
      throw Misfit{"the act is not possible; offered: " +
                   FormatOffers(flow, choices, seat, Lang::kEn)};
    // A chi whose tiles the hand does not hold would be taken as another one.
    if (type == "chi") {
      std::vector<Tile> named = Consumed(json, 2);
      std::vector<Tile> taken = {answer.action.pieces[1], answer.action.pieces[2]};
      std::ranges::sort(named);
      std::ranges::sort(taken);
      if (named != taken) throw Misfit{"the hand does not hold the tiles of \"consumed\""};
    }
  } catch (const Misfit& misfit) {
    answer.why = misfit.why;
  } catch (const Json::exception& error) {
    answer.why = std::string("a value has the wrong type: ") + error.what();
  }
  return answer;
}

std::string MjaiLine(const play::Choosing& choosing, const Flow& flow, const Records& records,
                     const Action& action) {
  const Move move = choosing.MoveOf(records, action);
  const table::Board& board = (*table::FindSlot<table::Board>(flow))(records);
  const table::SeatBoard& own = board.seats[action.seat];
  const Tile focus = board.turn.focus == table::Focus::kNone ? table::kNoTile : board.FocusPiece();
  const auto act = [&](const char* type) {
    Json json{{"type", type}, {"actor", action.seat}};
    if (focus != table::kNoTile) {
      json["target"] = board.turn.focus_seat;
      json["pai"] = MjaiTile(focus);
    }
    return json;
  };
  // Copies of `kind` out of the hand, plain ones first; `red`: with a red five.
  const auto copies = [&](Tile kind, int count, bool red) {
    const int reds = table::RedOf(kind) == kind ? 0 : own.RedsOf(kind);
    int with = std::max(red ? 1 : 0, count - (own.hand[kind] - reds));
    std::vector<Tile> tiles;
    tiles.reserve(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i) tiles.push_back(i < count - with ? kind : table::RedOf(kind));
    return MjaiTiles(tiles);
  };
  switch (move.code) {
    case Code::kSwapOut:
    case Code::kSwapRiichi:
    case Code::kSpinOut:
    case Code::kSpinRiichi: {
      Json json = act("dahai");
      json["pai"] = MjaiTile(move.tile);
      json["tsumogiri"] = move.code == Code::kSpinOut || move.code == Code::kSpinRiichi;
      return json.dump();
    }
    case Code::kChiiLeft:
    case Code::kChiiMiddle:
    case Code::kChiiRight: {
      Json json = act("chi");
      json["consumed"] = MjaiTiles({action.pieces[1], action.pieces[2]});
      return json.dump();
    }
    case Code::kPon: {
      Json json = act("pon");
      json["consumed"] = copies(table::KindOf(focus), 2, move.red);
      return json.dump();
    }
    case Code::kDaiminkan: {
      Json json = act("daiminkan");
      json["consumed"] = copies(table::KindOf(focus), 3, false);
      return json.dump();
    }
    case Code::kAnkan: {
      Json json = act("ankan");
      json["consumed"] = copies(table::KindOf(move.tile), 4, false);
      return json.dump();
    }
    case Code::kKakan: {
      Json json = act("kakan");
      const table::Meld& meld = own.Melds()[static_cast<std::size_t>(move.index)];
      const bool red = table::RedOf(meld.tile) != meld.tile && own.RedsOf(meld.tile) > 0;
      json["pai"] = MjaiTile(red ? table::RedOf(meld.tile) : meld.tile);
      int reds = meld.Reds();
      std::vector<Tile> tiles;
      tiles.reserve(3);
      for (int i = 0; i < 3; ++i) tiles.push_back(reds-- > 0 ? table::RedOf(meld.tile) : meld.tile);
      json["consumed"] = MjaiTiles(tiles);
      return json.dump();
    }
    case Code::kTsumo:
    case Code::kRon: {
      Json json = act("hora");
      if (move.code == Code::kTsumo) {
        json["target"] = action.seat;
        if (own.drawn != table::kNoTile) json["pai"] = MjaiTile(own.DrawnPiece());
      }
      return json.dump();
    }
    case Code::kRyuukyoku: {
      Json json = act("ryukyoku");
      json["reason"] = "kyushukyuhai";
      return json.dump();
    }
    default: return Json{{"type", "none"}}.dump();
  }
}

}  // namespace mlf::tools
