// The inverse of table/view.cc. What a view does not show is derived where the table tells it: the
// draws of a seat follow from the tiles it holds and has discarded.
#include "play/json_reader.h"
#include <fmt/format.h>
#include <mlf/components/deal_node.h>
#include <mlf/components/tile_set.h>
#include <mlf/flow/text.h>
#include <mlf/table/meld_name.h>
#include <mlf/table/staging.h>
#include <mlf/table/state_text.h>
#include <nlohmann/json.hpp>
#include "play/view_facts.h"

#include <algorithm>
#include <set>
#include <string_view>

namespace mlf::play {
namespace {

using table::Board;
using table::Meld;
using table::MeldKind;
using table::SeatBoard;

constexpr int kMostCopies = 7;  // of a kind that Counts hold

const Json& Empty() {
  static const Json kEmpty = Json::array();
  return kEmpty;
}

bool Flag(const Json& json, const char* key) { return json.value(key, false); }

const Json& ListAt(const Json& json, const char* key) {
  const auto found = json.find(key);
  if (found == json.end()) return Empty();
  if (!found->is_array()) throw Misfit{fmt::format("\"{}\" is not a list", key)};
  return *found;
}

// A whole number in low..high.
int NumberIn(const Json& json, std::string_view key, int low, int high) {
  if (json.is_number_integer()) {
    const auto number = json.get<std::int64_t>();
    if (number >= low && number <= high) return static_cast<int>(number);
  }
  throw Misfit{fmt::format("\"{}\" must be a number in {}..{}", key, low, high)};
}

int NumberAt(const Json& json, const char* key, int low, int high) {
  return NumberIn(json.at(key), key, low, high);
}

Seat SeatAt(const Json& json, const char* key, int seats) {
  return static_cast<Seat>(NumberAt(json, key, 0, seats - 1));
}

// kNoSeat where the key is missing or names none.
Seat SeatIfAny(const Json& json, const char* key, int seats) {
  const int seat = json.contains(key) ? NumberAt(json, key, -1, kMaxSeats) : -1;
  return seat < 0 || seat >= seats ? kNoSeat : static_cast<Seat>(seat);
}

Tile TileOf(const Json& json, const char* key) {
  const auto tile = json.is_string() ? table::ParseTile(json.get_ref<const std::string&>())
                                     : Result<Tile>(Fault{});
  if (!tile) throw Misfit{fmt::format("\"{}\" names no tile: {}", key, json.dump())};
  return *tile;
}

bool IsHidden(const Json& tile) { return tile.is_string() && tile == "?"; }

TileMask KindsAt(const Json& json, const char* key) {
  TileMask kinds = 0;
  for (const Json& tile : ListAt(json, key)) kinds |= MaskOf(table::KindOf(TileOf(tile, key)));
  return kinds;
}

Value ValueOf(const Json& json) {
  if (json.is_boolean()) return Value(json.get<bool>());
  if (json.is_number_integer()) return Value(json.get<std::int64_t>());
  if (json.is_string()) return Value(json.get_ref<const std::string&>());
  Value value;
  if (json.is_array()) {
    value = Value::List();
    for (const Json& item : json) value.Append(ValueOf(item));
  } else if (json.is_object()) {
    value = Value::Map();
    for (const auto& [key, item] : json.items()) value.Set(key, ValueOf(item));
  }
  return value;
}

int DealtTiles(const Flow& flow) {
  for (const Node& node : flow.nodes()) {
    if (const auto* deal = dynamic_cast<const logic::DealNode*>(node.impl))
      return deal->hand_size();
  }
  return 0;
}

class Reader {
 public:
  Reader(const ViewFacts& facts, const Json& view, SeenTable& table)
      : facts_(facts), flow_(facts.flow), view_(view), table_(table), seen_(table.seen) {}

  void Read() {
    if (view_.at("viewer") != "seat")
      throw Misfit{fmt::format("the view is that of a {}: a player needs that of a seat",
                               view_.at("viewer").get<std::string>())};
    if (view_.at("variant") != flow_.name())
      throw Misfit{fmt::format("the view is one of {} and the player has the rules of {}",
                               view_.at("variant").dump(), flow_.name())};
    table_.seat = SeatAt(view_, "seat", flow_.people());
    seen_ = flow_.Blank();
    State();
    if (!facts_.board || !facts_.match) return States();
    Match();
    Begin();
    River();
    States();
    if (ListAt(view_, "seats").size() != static_cast<std::size_t>(flow_.seats()))
      throw Misfit{fmt::format("\"seats\" must have {} seats", flow_.seats())};
    for (Seat seat = 0; seat < flow_.seats(); ++seat)
      OneSeat(seat, view_["seats"][static_cast<std::size_t>(seat)]);
    Turn();
    Declared();
  }

 private:
  Board& board() { return (*facts_.board)(seen_); }

  void State() {
    FlowState& state = seen_.flow();
    state.hand = static_cast<std::uint32_t>(NumberAt(view_, "hand", 0, 1 << 30));
    state.over = Flag(view_, "over") ? 1 : 0;
    if (view_.contains("node")) {
      state.node = flow_.Find(view_["node"].get<std::string>());
      if (state.node == kNoNode)
        throw Misfit{fmt::format("\"node\": the game has no {}", view_["node"].dump())};
    }
    state.actor = static_cast<Seat>(NumberAt(view_, "actor", 0, kMaxSeats - 1));
  }

  void Match() {
    table::Match& match = (*facts_.match)(seen_);
    match.dealer = SeatIfAny(view_, "dealer", flow_.seats());
    match.hands_done = static_cast<std::uint8_t>(NumberAt(view_, "hands_done", 0, 255));
    match.dealer_runs = static_cast<std::uint8_t>(NumberAt(view_, "dealer_runs", 0, 255));
    const Json& dice = ListAt(view_, "dice");
    for (std::size_t i = 0; i < dice.size() && i < 2; ++i)
      match.dice[i] = static_cast<std::uint8_t>(NumberIn(dice[i], "dice", 1, 6));
    const Json& scores = ListAt(view_, "scores");
    const Json& points = ListAt(view_, "points");
    for (std::size_t i = 0; i < table::kPot; ++i) {
      if (i < scores.size())
        match.score[i] = NumberIn(scores[i], "scores", -1'000'000'000, 1'000'000'000);
      if (i < points.size() && facts_.ledger)
        (*facts_.ledger)(seen_).points[i] =
            NumberIn(points[i], "points", -1'000'000'000, 1'000'000'000);
    }
  }

  // Before the state of parts, which may look at it.
  void Begin() {
    table::PrepareBoard(board(), flow_.seats());
    board().dealer = SeatIfAny(view_, "dealer", flow_.seats());
    board().next_dealer = SeatIfAny(view_, "next_dealer", flow_.seats());
    board().turn.drawer = SeatIfAny(view_, "drawer", flow_.seats());
    table::Wall& wall = board().wall;
    const auto all = logic::WallTiles(flow_).size();
    wall.size = static_cast<std::uint8_t>(all);
    wall.tail = wall.size;
    wall.head = static_cast<std::uint8_t>(wall.size -
                                          NumberAt(view_, "wall_left", 0, static_cast<int>(all)));
    if (view_.contains("wall_keep"))
      wall.keep = static_cast<std::uint8_t>(NumberAt(view_, "wall_keep", 0, wall.size));
  }

  void River() {
    const Json& river = ListAt(view_, "river");
    if (river.size() > static_cast<std::size_t>(table::kMaxTiles))
      throw Misfit{"\"river\" has more discards than tiles"};
    for (const Json& shown : river) {
      const Seat seat = SeatAt(shown, "seat", flow_.seats());
      const Tile piece = TileOf(shown.at("tile"), "tile");
      unsigned mark = static_cast<unsigned>(seat);
      if (Flag(shown, "drawn")) mark |= table::kMarkDrawn;
      if (Flag(shown, "claimed")) mark |= table::kMarkClaimed;
      if (Flag(shown, "won")) mark |= table::kMarkWon;
      if (Flag(shown, "robbed")) mark |= table::kMarkRobbed;
      if (table::IsRed(piece)) mark |= table::kMarkRed;
      board().river[board().river_count++] = {table::KindOf(piece),
                                              static_cast<std::uint8_t>(mark)};
      if (!Flag(shown, "robbed")) ++board().seats[seat].discards;
    }
  }

  // By the keys of the parts, in the order of a view: the first part with a key reads it.
  void States() {
    const auto states = view_.find("state");
    if (states == view_.end() || !states->is_object()) return;
    std::set<std::string_view> done;
    for (const auto& part : flow_.parts()) {
      const auto* text = dynamic_cast<const StateText*>(part.get());
      if (text == nullptr || !done.insert(text->StateKey()).second) continue;
      const auto shown = states->find(std::string(text->StateKey()));
      if (shown == states->end()) continue;
      if (!text->PerSeat()) {
        ReadState(*text, kNoSeat, *shown);
        continue;
      }
      for (std::size_t seat = 0; seat < shown->size(); ++seat)
        ReadState(*text, static_cast<Seat>(seat), (*shown)[seat]);
    }
  }

  void ReadState(const StateText& text, Seat seat, const Json& shown) {
    if (shown.is_null() || seat >= flow_.seats()) return;
    const auto fault = text.ReadState(seen_, seat, ValueOf(shown));
    // After the match, states may show what follows from its points.
    if (fault && seen_.flow().over == 0) throw Misfit{"\"state\": " + *fault};
  }

  void OneSeat(Seat seat, const Json& shown) {
    const table::Staging staging = board();
    SeatBoard& own = board().seats[seat];
    const bool knows = shown.contains("hand");
    own.set_aside = {};
    own.flags = 0;
    table_.sizes[static_cast<std::size_t>(seat)] = NumberAt(shown, "count", 0, table::kMaxTiles);
    if (knows) {
      Add(ListAt(shown, "hand"), "hand", [&](Tile tile) { table::AddToHand(staging, seat, tile); });
      if (seat != table_.seat) own.shown_to = MaskOf(table_.seat);
      if (shown.contains("drawn")) {
        const Tile drawn = TileOf(shown["drawn"], "drawn");
        if (own.hand[table::KindOf(drawn)] == 0)
          throw Misfit{"\"drawn\" is not in the hand of its seat"};
        table::NameDrawn(staging, seat, drawn);
      }
    }
    Add(ListAt(shown, "set_aside"), "set_aside",
        [&](Tile tile) { table::AddAside(staging, seat, tile); });
    if (ListAt(shown, "melds").size() > table::kMaxMelds)
      throw Misfit{fmt::format("\"melds\": at most {}", table::kMaxMelds)};
    for (const Json& meld : ListAt(shown, "melds")) {
      table::AddMeld(staging, seat, MeldOf(seat, meld, seat != table_.seat && !knows));
      // The peng was a call of its own.
      if (own.Melds().back().kind == MeldKind::kBuGang) ++board().melds_made;
    }
    own.won_kinds = KindsAt(shown, "won_on");
    if (shown.contains("wins"))
      own.wins = static_cast<std::uint8_t>(NumberAt(shown, "wins", 0, 255));
    const TileMask flowers = KindsAt(shown, "flowers");
    own.flowers = static_cast<std::uint8_t>(flowers >> table::MakeTile(table::kFlower, 1) & 255);
    for (const auto& [key, flag] :
         {std::pair("won", table::kHasWon), std::pair("left", table::kLeft),
          std::pair("locked", table::kLocked), std::pair("ready", table::kReady)}) {
      if (Flag(shown, key)) own.flags = static_cast<std::uint8_t>(own.flags | flag);
    }
    if (Flag(shown, "auto")) seen_.flow().auto_seats = MaskOf(seat);
    own.draws = Draws(seat);
  }

  template <typename Take>
  void Add(const Json& tiles, const char* key, Take&& take) {
    std::array<int, kMaxPieces> copies{};
    for (const Json& name : tiles) {
      const Tile tile = TileOf(name, key);
      if (++copies[table::KindOf(tile)] > kMostCopies)
        throw Misfit{fmt::format("\"{}\" has too many {}", key, table::TileName(tile))};
      take(tile);
    }
  }

  // Which of its three tiles a chi claimed, and of which form it is.
  std::uint8_t ChiMarks(const Json& tiles, Tile taken, Seat from) const {
    std::array<Tile, 3> kinds{};
    const bool three = tiles.size() == kinds.size();
    for (std::size_t i = 0; three && i < kinds.size(); ++i)
      kinds[i] = table::KindOf(TileOf(tiles[i], "tiles"));
    const Tile kind = table::KindOf(taken);
    const Meld chi = three ? table::ChiOf(kinds, kind, from) : Meld{};
    if (chi.kind != MeldKind::kChi || std::ranges::count(kinds, kind) == 0)
      throw Misfit{"\"taken\" is not in its chi"};
    return chi.marks;
  }

  Meld MeldOf(Seat seat, const Json& shown, bool of_other) const {
    const auto kind = table::MeldKindFrom(shown.at("kind").get<std::string>());
    const Json& tiles = ListAt(shown, "tiles");
    if (!kind || tiles.empty() || tiles.size() > 4)
      throw Misfit{fmt::format("\"melds\": this is no meld: {}", shown.dump())};
    Meld meld{.kind = *kind, .tile = table::kNoTile, .from = seat};
    if (shown.contains("from")) meld.from = SeatAt(shown, "from", flow_.seats());
    if (IsHidden(tiles[0])) return meld;
    meld.tile = table::kNoTile;
    for (const Json& name : tiles) {
      const Tile tile = TileOf(name, "tiles");
      meld.tile = meld.tile == table::kNoTile ? table::KindOf(tile)
                                              : std::min(meld.tile, table::KindOf(tile));
      if (table::IsRed(tile)) meld.AddReds(1);
    }
    if (shown.contains("taken")) {
      const Tile taken = TileOf(shown["taken"], "taken");
      meld.marks = static_cast<std::uint8_t>(meld.marks | ChiMarks(tiles, taken, meld.from) |
                                             (table::IsRed(taken) ? Meld::kRedTaken : 0));
    }
    if (of_other && meld.kind == MeldKind::kAnGang)
      meld.marks = static_cast<std::uint8_t>(meld.marks | Meld::kShown);
    return meld;
  }

  // The tiles that it holds and has discarded, less its dealt and claimed tiles.
  std::uint8_t Draws(Seat seat) {
    const SeatBoard& own = board().seats[seat];
    int tiles = table_.sizes[static_cast<std::size_t>(seat)] + own.set_aside.Size() +
                std::popcount(unsigned{own.flowers}) - DealtTiles(flow_);
    for (const Meld& meld : own.Melds()) {
      const bool claimed = meld.kind == MeldKind::kAnGang ? false : meld.from != seat;
      tiles += meld.Size() - (claimed ? 1 : 0);
    }
    for (int i = 0; i < board().river_count; ++i)
      tiles += board().river[static_cast<std::size_t>(i)].seat() == seat ? 1 : 0;
    return static_cast<std::uint8_t>(std::clamp(tiles, 0, 255));
  }

  void Turn() {
    table::Turn& turn = board().turn;
    if (view_.contains("turned")) board().turned = table::KindOf(TileOf(view_["turned"], "turned"));
    turn.focus = table::Focus::kNone;
    if (const auto focus = view_.find("focus"); focus != view_.end()) {
      const Tile piece = TileOf(focus->at("tile"), "focus");
      turn.focus =
          focus->at("kind") == "discard" ? table::Focus::kDiscard : table::Focus::kAddedGang;
      turn.focus_tile = table::KindOf(piece);
      turn.focus_seat = SeatAt(*focus, "seat", flow_.seats());
      board().focus_red = table::IsRed(piece) ? 1 : 0;
    }
    turn.gang = GangAt("after_gang");
    turn.discard_gang = GangAt("discard_after_gang");
    if (turn.gang != MeldKind::kNone) turn.gang_from = seen_.flow().actor;
    turn.may_act_on_draw = turn.focus == table::Focus::kNone ? 1 : 0;
  }

  MeldKind GangAt(const char* key) const {
    if (!view_.contains(key)) return MeldKind::kNone;
    const auto kind = table::MeldKindFrom(view_[key].get<std::string>());
    if (!kind) throw Misfit{fmt::format("\"{}\" names no gang", key)};
    return *kind;
  }

  // With which discard a seat declared.
  void Declared() {
    if (!facts_.ready) return;
    table::PerSeat<std::uint8_t> made{};
    for (const Json& shown : ListAt(view_, "river")) {
      const Seat seat = SeatAt(shown, "seat", flow_.seats());
      if (Flag(shown, "robbed")) continue;
      ++made[seat];
      if (Flag(shown, "declared")) (*facts_.ready)(seen_).at[seat] = made[seat];
    }
  }

  const ViewFacts& facts_;
  const Flow& flow_;
  const Json& view_;
  SeenTable& table_;
  Records& seen_;
};

Piece PieceOf(const Flow& flow, const Json& word) {
  std::array<Piece, 1> piece{};
  if (!word.is_string() || !ParsePieces(flow, word.get_ref<const std::string&>(), piece))
    throw Misfit{fmt::format("{} is no piece of the game", word.dump())};
  if (piece[0] >= kMaxPieces)
    throw Misfit{fmt::format("{} is no piece that is offered", word.dump())};
  return piece[0];
}

Domain DomainOf(const Flow& flow, const Json& offer) {
  Domain domain;
  const auto kind = offer.at("kind").get<std::string>();
  const auto number = [&](const char* key) { return NumberAt(offer, key, INT32_MIN, INT32_MAX); };
  if (kind == "nothing") {
    domain.kind = Domain::kNothing;
  } else if (kind == "piece") {
    domain.kind = Domain::kPiece;
    for (const Json& piece : ListAt(offer, "pieces")) domain.mask |= MaskOf(PieceOf(flow, piece));
  } else if (kind == "combo") {
    domain.kind = Domain::kCombo;
    for (const Json& combo : ListAt(offer, "combos")) {
      if (domain.combo_count == Domain::kMaxCombos || combo.size() > kMaxActionPieces)
        throw Misfit{"\"combos\" are too many"};
      Domain::Combo& into = domain.combos[domain.combo_count++];
      into.fill(kNoPiece);
      for (std::size_t i = 0; i < combo.size(); ++i) into[i] = PieceOf(flow, combo[i]);
    }
  } else if (kind == "subset") {
    domain.kind = Domain::kSubset;
    domain.take = static_cast<std::uint8_t>(NumberAt(offer, "take", 0, kMaxActionPieces));
    domain.same_group = Flag(offer, "same_group");
    for (const Json& piece : ListAt(offer, "pool")) {
      const Piece one = PieceOf(flow, piece);
      if (domain.pool[one] < kMostCopies) domain.pool.Add(one);
    }
  } else if (kind == "value") {
    domain.kind = Domain::kValue;
    for (const Json& value : ListAt(offer, "values"))
      domain.mask |= PieceMask{1} << NumberIn(value, "values", 0, 63);
  } else if (kind == "range") {
    domain.kind = Domain::kRange;
    domain.low = number("low");
    domain.high = number("high");
  } else if (kind == "bits") {
    domain.kind = Domain::kBits;
    domain.mask = static_cast<PieceMask>(offer.at("mask").get<std::uint64_t>());
    if (offer.contains("one_of_run")) domain.high = number("one_of_run");
    if (offer.contains("needed")) domain.low = number("needed");
  } else {
    throw Misfit{fmt::format("\"kind\": there is no payload {}", kind)};
  }
  return domain;
}

NodeIndex NodeAt(const Flow& flow, const Json& json) {
  const NodeIndex node = flow.Find(json.at("node").get<std::string>());
  if (node == kNoNode)
    throw Misfit{fmt::format("\"node\": the game has no {}", json["node"].dump())};
  return node;
}

}  // namespace

SeenTable ReadView(const ViewFacts& facts, const Json& view) {
  SeenTable table;
  Reader(facts, view, table).Read();
  return table;
}

void ReadOffers(const Flow& flow, const Json& offers, Seat seat, Choices& choices) {
  choices.Clear();
  if (!offers.is_array()) throw Misfit{"\"offers\" is not a list"};
  for (const Json& offer : offers) {
    const NodeIndex node = NodeAt(flow, offer);
    Offer& next = choices.Next();
    next.domain = DomainOf(flow, offer);
    choices.Keep(next, seat, node);
  }
}

Action ReadAction(const Flow& flow, const Json& action) {
  Json whole{{"v", kJsonVersion}};
  whole.update(action);
  auto read = ActionFromJson(flow, whole);
  if (!read) throw Misfit{"\"defaults\": " + read.faults().front().message};
  return *read;
}

void SetQuestion(const Flow& flow, const Choices& choices, Seat seat, std::uint32_t ask,
                 Records& seen) {
  FlowState& state = seen.flow();
  WindowState& window = state.window;
  window = {};
  window.ask = ask;
  if (choices.Of(seat).empty()) return;
  window.asked = window.active = MaskOf(seat);
  if (state.node == kNoNode || !flow.node(state.node).window) return;
  for (const Edge& answer : flow.node(state.node).window->answers) {
    if (choices.Find(seat, answer.to) != nullptr)
      window.offered[static_cast<std::size_t>(seat)] |= 1u << answer.answer;
  }
}

}  // namespace mlf::play
