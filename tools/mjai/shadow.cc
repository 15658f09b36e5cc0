#include "tools/mjai/shadow.h"
#include <fmt/format.h>
#include <mlf/flow/text.h>
#include <mlf/table/find_slot.h>
#include <mlf/table/staging.h>
#include "tools/kit/position.h"
#include "tools/mjai/answer.h"
#include "tools/mjai/words.h"

#include <algorithm>
#include <bit>

namespace mlf::tools {

using logic::Play;
using table::Board;
using table::Tile;

namespace {

Seat SeatAt(const Json& message, const char* key, int seats) {
  if (!message.contains(key) || !message[key].is_number_integer())
    throw Misfit{fmt::format("\"{}\" is missing", key)};
  const auto seat = message[key].get<int>();
  if (seat < 0 || seat >= seats) throw Misfit{fmt::format("there is no seat {}", seat)};
  return static_cast<Seat>(seat);
}

}  // namespace

Shadow::Shadow(const Flow& flow)
    : flow_(flow),
      board_(*table::FindSlot<Board>(flow)),
      indicators_(table::FindSlot<logic::Indicators>(flow)),
      ready_(table::FindSlot<logic::ReadyState>(flow)),
      dead_(flow.Shared<logic::DeadWallRule>("dead_wall")),
      records_(flow.Blank()) {}

// The flow may be ahead of the messages: it draws as soon as nobody can claim.
bool Shadow::asks() const {
  if (!live_ || seat_ == kNoSeat || (response_.asked & MaskOf(seat_)) == 0) return false;
  const bool claims = board().turn.focus != table::Focus::kNone;
  if (told_ == "dahai" || told_ == "kakan" || told_ == "ankan") return claims;
  const bool turn = told_ == "tsumo" || told_ == "chi" || told_ == "pon" || told_ == "reach";
  return turn && !claims && told_seat_ == seat_;
}

// ---- Tiles that nobody has shown ----

Shadow::Place Shadow::Find(Tile tile, Seat except) const {
  const table::Wall& wall = board().wall;
  const auto known = [&](std::size_t place) {
    for (int i = 0; dead_ != nullptr && i < shown_; ++i) {
      if (static_cast<std::size_t>(dead_->PlaceOf(wall.size, i, false)) == place) return true;
    }
    return false;
  };
  for (std::size_t place = wall.head; place < wall.tail; ++place) {
    if (wall.tiles[place] == tile && !known(place) && place != pinned_) return {.wall = place};
  }
  for (Seat seat = 0; seat < flow_.seats(); ++seat) {
    if (seat == seat_ || seat == except) continue;
    const auto held = std::ranges::count(board().seats[seat].HandPieces(), tile);
    const auto stay = std::ranges::count(reserved_[static_cast<std::size_t>(seat)], tile);
    if (held > stay) return {.wall = 0, .seat = seat};
  }
  throw Misfit{fmt::format("all {} have been shown", MjaiTile(tile))};
}

void Shadow::Exchange(Seat seat, Tile out, Tile in) {
  const table::SeatBoard& own = board().seats[seat];
  const bool drawn = own.drawn != table::kNoTile && own.DrawnPiece() == out;
  table::TakeFromHand(board(), seat, out);
  table::AddToHand(board(), seat, in);
  if (drawn) table::NameDrawn(board(), seat, in);
}

void Shadow::Put(const Place& place, Tile out, Tile in) {
  if (place.seat == kNoSeat) {
    board().wall.tiles[place.wall] = in;
  } else {
    Exchange(place.seat, out, in);
  }
}

void Shadow::Lay(std::size_t place, Tile tile) {
  Tile& placed = board().wall.tiles[place];
  if (placed == tile) return;
  const Place from = Find(tile, kNoSeat);
  const Tile other = placed;
  placed = tile;
  Put(from, tile, other);
}

void Shadow::Hold(Seat seat, const Tiles& tiles) {
  Tiles& stay = reserved_[static_cast<std::size_t>(seat)];
  for (const Tile tile : tiles) {
    const std::vector<Tile> hand = board().seats[seat].HandPieces();
    stay.push_back(tile);
    if (std::ranges::count(hand, tile) >= std::ranges::count(stay, tile)) continue;
    if (seat == seat_) throw Misfit{fmt::format("the own hand has no {}", MjaiTile(tile))};
    const Place from = Find(tile, seat);
    for (const Tile spare : hand) {
      if (std::ranges::count(hand, spare) <= std::ranges::count(stay, spare)) continue;
      Exchange(seat, spare, tile);
      Put(from, tile, spare);
      break;
    }
  }
}

// ---- Acts ----

void Shadow::Do(const Action& action) {
  // The fake hand of a declared seat must not keep it from what it did.
  const auto locks = static_cast<std::uint8_t>(table::kLocked | table::kReady);
  table::SeatBoard& own = board().seats[action.seat];
  const bool freed = action.seat != seat_ && (declared_ & MaskOf(action.seat)) != 0;
  if (freed) own.flags = static_cast<std::uint8_t>(own.flags & ~locks);
  Action asked = action;
  asked.ask = records_.flow().window.ask;
  flow_.ProcessActionNode(records_, asked, response_);
  if (freed) board().seats[action.seat].flags |= locks;
  if (!response_.ok())
    throw Misfit{fmt::format("\"{}\": {}", FormatAction(flow_, action),
                             FormatRefusal(flow_, response_, action.seat, Lang::kEn))};
}

void Shadow::PassAll() {
  while (response_.asked != 0 && board().turn.focus != table::Focus::kNone) {
    const auto seat = static_cast<Seat>(std::countr_zero(unsigned{response_.asked}));
    NodeIndex pass = kNoNode;
    for (const Offer& offer : response_.choices.Of(seat)) {
      if (logic::PlayOf(*flow_.node(offer.node).impl) == Play::kPass) pass = offer.node;
    }
    if (pass == kNoNode) return;
    Do({.node = pass, .seat = seat});
  }
}

// A seat whose hand is not known cannot declare in the flow; it is marked.
void Shadow::MarkReady() {
  ForEachSeat(declared_, [&](Seat seat) {
    table::SeatBoard& own = board().seats[seat];
    own.flags = static_cast<std::uint8_t>(own.flags | table::kLocked | table::kReady);
    if (ready_ && (*ready_)(records_).at[seat] == 0) (*ready_)(records_).at[seat] = own.discards;
  });
}

Action Shadow::ActionOf(const Json& message, Seat seat) const {
  const play::Choosing choosing(flow_);
  const bool ready = seat == seat_ && message.value("declares", false);
  Json line = message;
  // A tile equal to the drawn one counts as drawn.
  line.erase("tsumogiri");
  const MjaiAnswer answer = ReadMjaiAnswer(choosing, flow_, records_, response_.choices, seat,
                                           records_.flow().window.ask, line.dump(), ready);
  if (!answer.why.empty()) throw Misfit{answer.why};
  return answer.action;
}

// The window was opened for the hand as it was laid then.
void Shadow::AskAgain(Seat seat) {
  flow_.FillChoices(records_, response_.choices);
  FlowState& state = records_.flow();
  for (const Edge& answer : flow_.node(state.node).window->answers) {
    if (response_.choices.Find(seat, answer.to) != nullptr)
      state.window.offered[static_cast<std::size_t>(seat)] |= 1u << answer.answer;
  }
}

void Shadow::Act(Seat claimant, const Tiles& holds) {
  const Seat seat = SeatAt(act_, "actor", flow_.seats());
  const std::string type = act_["type"];
  for (Tiles& stay : reserved_) stay.clear();
  PassAll();
  if (records_.flow().actor != seat || board().turn.focus != table::Focus::kNone)
    throw Misfit{fmt::format("it is not the turn of seat {}", seat)};
  Tiles uses;
  if (type == "dahai") {
    uses = {MjaiTileAt(act_, "pai")};
    const table::SeatBoard& own = board().seats[seat];
    if (act_.value("tsumogiri", false) && own.drawn != table::kNoTile && seat != seat_ &&
        own.DrawnPiece() != uses[0]) {
      const Tile drawn = own.DrawnPiece();
      const Place from = Find(uses[0], kNoSeat);
      if (from.seat != seat) {
        Exchange(seat, drawn, uses[0]);
        Put(from, uses[0], drawn);
      } else {
        board().seats[seat].drawn = table::KindOf(uses[0]);
      }
    }
  } else {
    uses = type == "kakan" ? Tiles{MjaiTileAt(act_, "pai")} : MjaiTilesAt(act_, "consumed");
  }
  Hold(seat, uses);
  if (claimant != kNoSeat) Hold(claimant, holds);
  AskAgain(seat);
  Do(ActionOf(act_, seat));
  MarkReady();
}

void Shadow::Claim(const Json& message) {
  const Seat seat = SeatAt(message, "actor", flow_.seats());
  if (act_.is_null()) throw Misfit{"there is nothing to claim"};
  if (seat != seat_) {
    records_ = base_;
    flow_.FillChoices(records_, response_.choices);
    response_.asked = records_.flow().window.active;
    Act(seat, MjaiTilesAt(message, "consumed"));
  }
  // Those before it in the window pass, those behind need not be heard.
  if ((response_.asked & MaskOf(seat)) == 0)
    throw Misfit{fmt::format("seat {} cannot claim", seat)};
  TakeClaim(message, seat);
  act_ = nullptr;
}

// The claim, and the passes of the others who are asked.
void Shadow::TakeClaim(const Json& claim, Seat seat) {
  const std::uint32_t ask = records_.flow().window.ask;
  Do(ActionOf(claim, seat));
  while (records_.flow().window.ask == ask && response_.asked != 0) {
    const auto other = static_cast<Seat>(std::countr_zero(unsigned{response_.asked}));
    Action pass{.seat = other};
    for (const Offer& offer : response_.choices.Of(other)) {
      if (logic::PlayOf(*flow_.node(offer.node).impl) == Play::kPass) pass.node = offer.node;
    }
    Do(pass);
  }
}

// The flow has drawn already if nobody could claim. Then the last act is done again, with the tile
// in its place.
void Shadow::OwnDraw(Tile tile) {
  if (!act_.is_null()) {
    records_ = base_;
    flow_.FillChoices(records_, response_.choices);
    response_.asked = records_.flow().window.active;
  }
  const bool gang = !act_.is_null() && act_["type"] != "dahai";
  const table::Wall& wall = board().wall;
  const std::size_t place = gang ? wall.tail - 1u : wall.head;
  Lay(place, tile);
  pinned_ = place;
  if (!act_.is_null() && act_["type"] == "daiminkan") {
    TakeClaim(act_, seat_);
  } else if (!act_.is_null()) {
    Act();
  }
  PassAll();
  pinned_ = 0;
  const table::SeatBoard& own = board().seats[seat_];
  if (records_.flow().actor != seat_ || own.drawn == table::kNoTile || own.DrawnPiece() != tile)
    throw Misfit{fmt::format("the own seat does not draw {} now", MjaiTile(tile))};
}

void Shadow::Dora(Tile tile) {
  if (dead_ == nullptr || !indicators_) throw Misfit{"the variant has no indicators"};
  const int index = shown_;
  const auto lay = [&] {
    Lay(static_cast<std::size_t>(dead_->PlaceOf(board().wall.size, index, false)), tile);
    logic::Indicators& shown = (*indicators_)(records_);
    if (index < shown.dora.count)
      shown.dora.tiles[static_cast<std::size_t>(index)] = table::KindOf(tile);
  };
  lay();
  if (!act_.is_null()) {
    std::swap(records_, base_);
    lay();
    std::swap(records_, base_);
  }
  ++shown_;
}

void Shadow::Begin(const Json& message) {
  const int round = MjaiRound(message);
  records_ = flow_.Blank();
  act_ = nullptr;
  declares_ = declared_ = 0;
  shown_ = 0;
  auto& match = (*table::FindSlot<table::Match>(flow_))(records_);
  match.hands_done = 1;  // scores are kept
  for (std::size_t seat = 0; seat < 4 && message.contains("scores"); ++seat)
    match.score[seat] = message["scores"].at(seat).get<int>();
  match.given_dealer = SeatAt(message, "oya", flow_.seats());
  // Dealt from the front, the dealer first.
  const auto tiles = logic::WallTiles(flow_);
  std::vector<Tile> rest(tiles.begin(), tiles.end());
  const auto take = [&](Tile tile) {
    const auto at = std::ranges::find(rest, tile);
    if (at == rest.end()) throw Misfit{fmt::format("more {} than there are", MjaiTile(tile))};
    rest.erase(at);
    return tile;
  };
  const auto hand = static_cast<std::size_t>(HandSize(flow_));
  Tiles own;
  if (!message.contains("tehais")) throw Misfit{"\"tehais\" is missing"};
  for (const Json& tile : message["tehais"].at(static_cast<std::size_t>(seat_)))
    own.push_back(take(MjaiTileOf(tile)));
  if (own.size() != hand) throw Misfit{"\"tehais\" has a hand of a wrong size"};
  const Tile marker = take(MjaiTileAt(message, "dora_marker"));
  std::vector<Tile> wall;
  for (int turn = 0; turn < flow_.seats(); ++turn) {
    const int seat = (*match.given_dealer + turn) % flow_.seats();
    for (std::size_t i = 0; i < hand; ++i) {
      if (seat == seat_) {
        wall.push_back(own[i]);
      } else {
        wall.push_back(rest.back());
        rest.pop_back();
      }
    }
  }
  wall.insert(wall.end(), rest.begin(), rest.end());
  const auto place =
      static_cast<std::size_t>(dead_->PlaceOf(static_cast<int>(wall.size()) + 1, 0, false));
  wall.insert(wall.begin() + static_cast<std::ptrdiff_t>(place), marker);
  table::BuildWall(board(), wall);
  match.given_wall = 1;
  Faults faults;
  SetState(flow_, "round", Value(static_cast<std::int64_t>(round)), kNoSeat, records_, faults);
  SetState(flow_, "honba", Value(message.value("honba", std::int64_t{0})), kNoSeat, records_,
           faults);
  SetState(flow_, "deposit", Value(1000 * message.value("kyotaku", std::int64_t{0})), kNoSeat,
           records_, faults);
  if (!faults.empty()) throw Misfit{FaultText(faults)};
  base_ = records_;
  live_ = true;
}

// The own seat deals, so its hand lies first. The tile may be anywhere behind it but under the
// indicator.
void Shadow::LayFirstDraw(Tile tile) {
  table::Wall& wall = board().wall;
  const auto hand = static_cast<std::size_t>(HandSize(flow_));
  const std::size_t dealt = hand * static_cast<std::size_t>(flow_.seats());
  const auto marker = static_cast<std::size_t>(dead_->PlaceOf(wall.size, 0, false));
  std::size_t at = hand;
  while (at < wall.size && (at == marker || wall.tiles[at] != tile)) ++at;
  if (at == wall.size) throw Misfit{fmt::format("all {} have been shown", MjaiTile(tile))};
  std::swap(wall.tiles[at], wall.tiles[dealt]);
}

std::string Shadow::Take(const Json& message) {
  try {
    const std::string type = message.at("type");
    told_ = type;
    told_seat_ = message.contains("actor") ? SeatAt(message, "actor", flow_.seats()) : kNoSeat;
    if (type == "start_game") {
      seat_ = SeatAt(message, "id", flow_.seats());
      live_ = false;
      return {};
    }
    if (seat_ == kNoSeat) throw Misfit{"\"start_game\" must come first"};
    if (type == "start_kyoku") {
      Begin(message);
    } else if (type == "end_kyoku" || type == "end_game" || type == "hora" || type == "ryukyoku") {
      live_ = false;
    } else if (!live_) {
      throw Misfit{"no hand is running"};
    } else if (type == "tsumo") {
      const Seat seat = SeatAt(message, "actor", flow_.seats());
      if (records_.flow().version == 0 && records_.flow().node == kNoNode) {
        // The first draw of the hand; the deal comes with it.
        if (seat == seat_) LayFirstDraw(MjaiTileAt(message, "pai"));
        flow_.Start(records_, 1, response_);
        if (!response_.ok()) throw Misfit{"the hand cannot start: " + response_.refusal.detail};
        shown_ = 1;
      } else if (seat == seat_) {
        OwnDraw(MjaiTileAt(message, "pai"));
      } else {
        PassAll();
      }
      act_ = nullptr;
    } else if (type == "dahai" || type == "ankan" || type == "kakan") {
      const Seat seat = SeatAt(message, "actor", flow_.seats());
      PassAll();
      base_ = records_;
      act_ = message;
      act_["declares"] = (declares_ & MaskOf(seat)) != 0;
      Act();
      if (type == "dahai" && (declares_ & MaskOf(seat)) != 0) {
        declares_ &= static_cast<SeatMask>(~MaskOf(seat));
        if (seat != seat_) declared_ |= MaskOf(seat);
        MarkReady();
      }
    } else if (type == "chi" || type == "pon" || type == "daiminkan") {
      if (type == "daiminkan" && SeatAt(message, "actor", flow_.seats()) == seat_) {
        // The replacement comes with the claim, and it is announced later.
        base_ = records_;
        act_ = message;
        return {};
      }
      Claim(message);
    } else if (type == "reach") {
      declares_ |= MaskOf(SeatAt(message, "actor", flow_.seats()));
    } else if (type == "dora") {
      Dora(MjaiTileAt(message, "dora_marker"));
    } else if (type != "reach_accepted") {
      throw Misfit{"unknown message \"" + type + "\""};
    }
  } catch (const Misfit& misfit) {
    live_ = false;
    return misfit.why;
  } catch (const Json::exception& error) {
    live_ = false;
    return std::string("a value has the wrong type: ") + error.what();
  }
  return {};
}

}  // namespace mlf::tools
