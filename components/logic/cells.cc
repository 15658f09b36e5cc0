// Cells in the records: a value takes 1, 2, 4, 8 or 64 bits, so that none but a set of tiles
// crosses a byte. Behind the values of a cell lie four bits for each, where its life needs them:
// who set it, or how many draws it lasts.
#include <mlf/components/cells.h>

#include <mlf/components/tile_set.h>
#include <mlf/flow/flow.h>
#include <mlf/flow/registry.h>
#include <mlf/flow/validate.h>
#include "flow/base/words.h"

#include <algorithm>
#include <bit>

namespace mlf::logic {

namespace {

constexpr int kTilesBits = 64, kNoteBits = 4;

template <Scope kLife, std::size_t kBytes>
struct Room {
  static constexpr std::string_view kSlot = kLife == Scope::kHand ? "memory" : "memory_of_match";
  static constexpr Scope kScope = kLife;
  std::array<std::uint8_t, kBytes> bytes{};
  void Check(const Validation&) const {}  // Cell::CheckRecords and MemoryRoom check the values
};

template <Scope kLife, std::size_t kBytes>
std::size_t OffsetOf(Params& params, int bytes) {
  if constexpr (kBytes < kMostMemory) {
    if (bytes > static_cast<int>(kBytes)) return OffsetOf<kLife, kBytes * 2>(params, bytes);
  }
  const auto slot = params.Slot<Room<kLife, kBytes>>();
  Records records;
  return static_cast<std::size_t>(reinterpret_cast<const std::byte*>(&slot(records)) -
                                  records.bytes.data());
}

// The offset of the room of `bytes` bytes in the records.
std::size_t RoomAt(Params& params, bool match, int bytes) {
  return match ? OffsetOf<Scope::kMatch, 8>(params, bytes)
               : OffsetOf<Scope::kHand, 8>(params, bytes);
}

constexpr Doc kAtDoc{"在格子区里的位置，由加载器填", "its first bit, set by the loader", true};
constexpr Doc kRoomDoc{"格子区的字节数，由加载器填", "bytes of all cells, set by the loader", true};

bool On(const Value& spec, std::string_view key) {
  const Value* value = spec.IsMap() ? spec.Find(key) : nullptr;
  return value != nullptr && value->AsBool().value_or(false);
}
std::string WordAt(const Value& spec, std::string_view key) {
  const Value* value = spec.IsMap() ? spec.Find(key) : nullptr;
  return value == nullptr ? std::string() : value->text();
}

}  // namespace

Cell::Size Cell::SizeOf(const Value& spec, int seats) {
  Size size;
  const bool unset = WordAt(spec, "seen_by") == "all_when_set";
  if (On(spec, "tiles")) {
    size.value = kTilesBits;
  } else if (On(spec, "tile")) {
    size.value = 8;
  } else if (On(spec, "seat")) {
    size.value = 4;
  } else {
    const Value* count = spec.IsMap() ? spec.Find("count") : nullptr;
    const auto most = count == nullptr ? std::optional<std::int64_t>(1) : count->AsInt();
    const auto values =
        static_cast<unsigned>(std::clamp<std::int64_t>(most.value_or(1), 1, 254) + (unset ? 2 : 1));
    size.value = static_cast<int>(std::bit_ceil(static_cast<unsigned>(std::bit_width(values - 1))));
  }
  const std::string of = WordAt(spec, "of"), life = WordAt(spec, "life");
  const int places = of == "pair" ? seats * seats : of == "seat" ? seats : 1;
  size.total = places * size.value;
  if (life == "circle" || life == "draws")
    size.total = (size.total + 3) / 4 * 4 + places * kNoteBits;
  return size;
}

Cell::Cell(Params& params)
    : table_(params),
      name_(params.Text("name", "", {"名字，由加载器填", "its name, set by the loader"})),
      of_(params.Enum("of", Of::kTable, {"table", "seat", "pair"},
                      {"整桌一个值、每家一个、每两家一个",
                       "one value for the table, for each seat, or for each seat "
                       "and other seat"})),
      life_(params.Enum(
          "life", Life::kHand, {"hand", "match", "turn", "circle", "claim", "draws"},
          {"记多久：一局、整场、到本家下一轮、到写它的一家下一轮、到有人吃碰杠、过几次摸牌",
           "how long it lasts: the hand, the match, until the next turn of its seat, until the "
           "next turn of the seat "
           "that set it, until anybody claims, for some draws"})),
      seen_(params.Enum("seen_by", Seen::kAll, {"all", "seat", "nobody", "all_when_set"},
                        {"谁看得见：所有人、本家、没人、各家都定了之后所有人",
                         "who sees it: all, its seat, nobody, all once each seat has one"})),
      seats_(params.seats()) {
  static constexpr std::string_view kNone[] = {"none"};
  most_ = std::max(0, params.IntOrWord("count", "none", 1, 254, kNone,
                                       {"计数，最大到几", "a count, up to this"}));
  const bool flag = params.Bool("flag", false, {"是或否", "yes or no"});
  const bool tile = params.Bool("tile", false, {"一种牌", "a kind of tile"});
  const bool tiles = params.Bool("tiles", false, {"几种牌", "a set of kinds of tiles"});
  const bool seat = params.Bool("seat", false, {"一家", "a seat"});
  draws_ = params.Int("draws", 0, 0, 15,
                      {"life: draws 时过几次摸牌", "with life: draws, how many draws it lasts"});
  zh_ = params.Text("zh", "", {"中文名", "its name in Chinese", true});
  en_ = params.Text("en", "", {"英文名", "its name in English", true});
  at_ = params.Int("at", 0, 0, kMostMemory * 8, kAtDoc);
  const int room = params.Int("room", 0, 0, kMostMemory, kRoomDoc);
  if (params.describing()) return;
  const auto fault = [&](const std::string& what) {
    params.Fault("the cell " + Quoted(name_) + " " + what);
  };
  const int kinds = (most_ > 0) + flag + tile + tiles + seat;
  if (kinds != 1)
    fault(kinds == 0 ? "does not say what it holds; write count: 4, flag: on, tile: on, tiles: on "
                       "or seat: on"
                     : "holds one thing; leave one of count, flag, tile, tiles and seat");
  holds_ = flag    ? Holds::kFlag
           : tile  ? Holds::kTile
           : tiles ? Holds::kTiles
           : seat  ? Holds::kSeat
                   : Holds::kCount;
  if (life_ == Life::kTurn && of_ == Of::kTable)
    fault(
        "is the table's and cannot end with the turn of its seat; write of: seat, or life: circle "
        "for the seat that "
        "set it");
  if ((life_ == Life::kDraws) != (draws_ > 0))
    fault(draws_ > 0 ? "has draws: without life: draws; take one of the two away or add the other"
                     : "lasts for some draws; write how many, as draws: 2");
  if (KnowsUnset() && (of_ != Of::kSeat || (holds_ != Holds::kCount && holds_ != Holds::kFlag)))
    fault("is seen once each seat has set it, so it is a count or flag of: seat");
  if (seen_ == Seen::kSeat && of_ == Of::kTable)
    fault("is the table's, so no seat is its own; write seen_by: nobody or all");
  Value spec = Value::Map({{"of", Value(of_ == Of::kPair   ? "pair"
                                        : of_ == Of::kSeat ? "seat"
                                                           : "table")},
                           {"tiles", Value(tiles)},
                           {"tile", Value(tile)},
                           {"seat", Value(seat)},
                           {"count", Value(std::max(most_, 1))},
                           {"seen_by", Value(KnowsUnset() ? "all_when_set" : "all")}});
  width_ = SizeOf(spec, seats_).value;
  offset_ = RoomAt(params, life_ == Life::kMatch, room);
}

// ---- Bits ----

unsigned Cell::Read(const Records& records, int bit, int width) const {
  const auto byte =
      std::to_integer<unsigned>(records.bytes[offset_ + static_cast<std::size_t>(bit / 8)]);
  return byte >> (bit % 8) & ((1u << width) - 1);
}

void Cell::Write(Records& records, int bit, int width, unsigned value) const {
  std::byte& byte = records.bytes[offset_ + static_cast<std::size_t>(bit / 8)];
  const unsigned mask = ((1u << width) - 1) << (bit % 8);
  byte = static_cast<std::byte>((std::to_integer<unsigned>(byte) & ~mask) | value << (bit % 8));
}

int Cell::Places() const {
  return of_ == Of::kPair ? seats_ * seats_ : of_ == Of::kSeat ? seats_ : 1;
}

int Cell::PlaceOf(Seat seat, Seat other) const {
  return of_ == Of::kPair ? seat * seats_ + other : of_ == Of::kSeat ? seat : 0;
}

Seat Cell::OwnerOf(int place) const {
  return of_ == Of::kTable ? kNoSeat : static_cast<Seat>(of_ == Of::kPair ? place / seats_ : place);
}

int Cell::NoteAt(int place) const {
  return at_ + (Places() * width_ + 3) / 4 * 4 + place * kNoteBits;
}

// ---- Values ----

bool Cell::IsSet(const Records& records, int place) const {
  return holds_ == Holds::kTiles ? Tiles(records, place) != 0 : Raw(records, place) != 0;
}

int Cell::Get(const Records& records, int place) const {
  const auto raw = static_cast<int>(Raw(records, place));
  return KnowsUnset() && raw > 0 ? raw - 1 : raw;
}

void Cell::Put(Records& records, int place, int value, Seat setter) const {
  const int most = holds_ == Holds::kCount ? most_ : holds_ == Holds::kFlag ? 1 : 254;
  const int held = std::clamp(value, 0, most);
  Write(records, at_ + place * width_, width_,
        static_cast<unsigned>(held + (KnowsUnset() ? 1 : 0)));
  if (!HasNote()) return;
  const int note = held == 0 ? 0 : life_ == Life::kDraws ? draws_ : setter + 1;
  Write(records, NoteAt(place), kNoteBits, static_cast<unsigned>(note));
}

TileMask Cell::Tiles(const Records& records, int place) const {
  if (holds_ == Holds::kTile) {
    const int tile = Get(records, place);
    return tile == 0 ? 0 : MaskOf(static_cast<Tile>(tile - 1));
  }
  TileMask tiles = 0;
  for (int i = 0; i < 8; ++i)
    tiles |= TileMask{Read(records, at_ + place * width_ + 8 * i, 8)} << (8 * i);
  return tiles;
}

void Cell::PutTiles(Records& records, int place, TileMask tiles, Seat setter) const {
  for (int i = 0; i < 8; ++i)
    Write(records, at_ + place * width_ + 8 * i, 8, static_cast<unsigned>(tiles >> (8 * i) & 255));
  if (HasNote())
    Write(records, NoteAt(place), kNoteBits,
          static_cast<unsigned>(tiles == 0              ? 0
                                : life_ == Life::kDraws ? draws_
                                                        : setter + 1));
}

void Cell::Clear(Records& records, int place) const {
  if (holds_ == Holds::kTiles) return PutTiles(records, place, 0, kNoSeat);
  Write(records, at_ + place * width_, width_, 0);
  if (HasNote()) Write(records, NoteAt(place), kNoteBits, 0);
}

void Cell::Copy(Records& records, int from, const Cell& source, int to, Seat setter) const {
  if (!source.IsSet(records, from)) return Clear(records, to);
  if (holds_ == Holds::kTiles) return PutTiles(records, to, source.Tiles(records, from), setter);
  Put(records, to, source.Get(records, from), setter);
}

// ---- Life ----

void Cell::BeginTurn(Records& records, Seat seat) const {
  if (life_ != Life::kTurn && life_ != Life::kCircle) return;
  for (int place = 0; place < Places(); ++place) {
    const bool ends = life_ == Life::kTurn ? OwnerOf(place) == seat
                                           : static_cast<int>(Note(records, place)) == seat + 1;
    if (ends) Clear(records, place);
  }
}

void Cell::OnClaim(Records& records) const {
  if (life_ != Life::kClaim) return;
  for (int place = 0; place < Places(); ++place) Clear(records, place);
}

void Cell::OnDraw(Records& records) const {
  if (life_ != Life::kDraws) return;
  for (int place = 0; place < Places(); ++place) {
    const unsigned left = Note(records, place);
    if (left == 1) {
      Clear(records, place);
    } else if (left > 1) {
      Write(records, NoteAt(place), kNoteBits, left - 1);
    }
  }
}

// ---- Text ----

table::StateLabel Cell::Label() const {
  return {zh_.empty() ? std::string_view(name_) : zh_, en_.empty() ? std::string_view(name_) : en_,
          holds_ == Holds::kSeat ? "seat" : ""};
}

std::string Cell::Wanted() const {
  switch (holds_) {
    case Holds::kCount: return "a number in 0.." + std::to_string(most_);
    case Holds::kFlag: return "on or off";
    case Holds::kTile: return "one tile";
    case Holds::kTiles: return "tiles, such as 1m5p";
    case Holds::kSeat: return "a seat in 0.." + std::to_string(seats_ - 1);
  }
  return {};
}

std::optional<std::string> Cell::ReadValue(Records& records, int place, const Value& value) const {
  const Seat setter = of_ == Of::kTable ? Seat{0} : OwnerOf(place);
  if (value.IsNull()) {
    Clear(records, place);
    return std::nullopt;
  }
  const std::string wrong = name_ + ": " + Wanted() + " is needed, not " + value.Canonical();
  if (holds_ == Holds::kTile || holds_ == Holds::kTiles) {
    const auto tiles =
        value.IsScalar() ? table::ParseTiles(value.text()) : Result<std::vector<Tile>>(Fault{});
    if (!tiles || (holds_ == Holds::kTile && tiles->size() != 1)) return wrong;
    if (holds_ == Holds::kTile) {
      Put(records, place, 1 + table::KindOf(tiles->front()), setter);
    } else {
      PutTiles(records, place, table::ToCounts(*tiles).Kinds(), setter);
    }
    return std::nullopt;
  }
  const auto flag = value.AsBool();
  const auto number =
      holds_ == Holds::kFlag && flag ? std::optional<std::int64_t>(*flag ? 1 : 0) : value.AsInt();
  const int most = holds_ == Holds::kSeat ? seats_ - 1 : holds_ == Holds::kFlag ? 1 : most_;
  if (!number || *number < 0 || *number > most) return wrong;
  Put(records, place, static_cast<int>(*number) + (holds_ == Holds::kSeat ? 1 : 0),
      holds_ == Holds::kSeat && of_ == Of::kTable ? static_cast<Seat>(*number) : setter);
  return std::nullopt;
}

std::optional<std::string> Cell::ReadState(Records& records, Seat seat, const Value& value) const {
  if (of_ != Of::kPair) return ReadValue(records, PlaceOf(std::max<Seat>(seat, 0), 0), value);
  if (value.IsNull()) {
    for (Seat other = 0; other < seats_; ++other) Clear(records, PlaceOf(seat, other));
    return std::nullopt;
  }
  if (!value.IsList() || static_cast<int>(value.items().size()) != seats_)
    return name_ + ": a list with one value for each other seat is needed";
  for (Seat other = 0; other < seats_; ++other) {
    if (auto fault = ReadValue(records, PlaceOf(seat, other),
                               value.items()[static_cast<std::size_t>(other)]))
      return fault;
  }
  return std::nullopt;
}

Value Cell::ValueAt(const Records& records, int place) const {
  if (!IsSet(records, place)) return {};
  switch (holds_) {
    case Holds::kCount: return Value(Get(records, place));
    case Holds::kFlag: return Value(Get(records, place) != 0);
    case Holds::kTile:
    case Holds::kTiles: return Value(table::FormatTiles(Tiles(records, place)));
    case Holds::kSeat: return Value(Get(records, place) - 1);
  }
  return {};
}

bool Cell::Shows(const Records& records, Seat owner, Seat viewer) const {
  if (seen_ == Seen::kAll || (viewer == owner && seen_ != Seen::kNobody)) return true;
  if (seen_ != Seen::kAllWhenSet) return false;
  for (int place = 0; place < Places(); ++place) {
    if (!IsSet(records, place)) return false;
  }
  return true;
}

void Cell::HideFrom(Records& seen, Seat viewer) const {
  for (int place = 0; place < Places(); ++place) {
    if (!Shows(seen, OwnerOf(place), viewer)) Clear(seen, place);
  }
}

Value Cell::WriteState(const Records& records, Seat seat, Seat viewer) const {
  if (viewer != kNoSeat && !Shows(records, seat, viewer)) return {};
  if (of_ != Of::kPair) return ValueAt(records, PlaceOf(std::max<Seat>(seat, 0), 0));
  Value list = Value::List();
  bool any = false;
  for (Seat other = 0; other < seats_; ++other) {
    Value value = ValueAt(records, PlaceOf(seat, other));
    any = any || !value.IsNull();
    list.Append(std::move(value));
  }
  return any ? list : Value();
}

// ---- Checks ----

void Cell::CheckRecords(const Validation& check) const {
  for (int place = 0; place < Places(); ++place) {
    const std::string what = "the cell " + name_ + " holds " + Wanted() + ", or nothing";
    if (holds_ == Holds::kTiles) {
      check.Require((Tiles(check.records, place) & ~(table::kNaturals | table::kFlowers)) == 0,
                    what, place);
    } else {
      const auto raw = static_cast<int>(Raw(check.records, place));
      const int most = holds_ == Holds::kCount  ? most_
                       : holds_ == Holds::kFlag ? 1
                       : holds_ == Holds::kSeat ? seats_
                                                : kGroups * kGroupSize;
      check.Require(raw <= most + (KnowsUnset() ? 1 : 0), what, place);
      if (holds_ == Holds::kTile && raw > 0)
        check.Require(
            (MaskOf(static_cast<Tile>(raw - 1)) & (table::kNaturals | table::kFlowers)) != 0, what,
            place);
    }
    if (!HasNote()) continue;
    const auto note = static_cast<int>(Note(check.records, place));
    check.Require((note != 0) == IsSet(check.records, place) &&
                      note <= (life_ == Life::kDraws ? draws_ : seats_),
                  "the cell " + name_ + " lasts while it is set", place);
  }
}

namespace {

// The texts of the conditions of an effect under `key`.
std::vector<std::string> ConditionsOf(const PartUse& use, std::string_view key) {
  std::vector<std::string> texts;
  if (const PartParam* param = use.Find(key)) {
    for (const PartUse& part : param->parts) texts.push_back(part.Text());
  }
  std::ranges::sort(texts);
  return texts;
}

// Whether two effects never both run: one asks what the other excludes.
bool Exclusive(const PartUse& a, const PartUse& b) {
  const auto excludes = [](const PartUse& one, const PartUse& other) {
    const std::vector<std::string> unless = ConditionsOf(one, "unless"),
                                   given = ConditionsOf(other, "if");
    return !unless.empty() && std::ranges::includes(given, unless);
  };
  const auto opposite = [](const PartUse& one, const PartUse& other) {
    for (const std::string& text : ConditionsOf(one, "if")) {
      for (const std::string& against : ConditionsOf(other, "if")) {
        if (against == "not@1{of: " + text + "}") return true;
      }
    }
    return false;
  };
  // Neither the source nor the neighbours of a seat are the seat itself.
  const auto seats_differ = [](const PartUse& one, const PartUse& other) {
    const PartParam *of = one.Find("of"), *of_other = other.Find("of");
    if (of == nullptr || of_other == nullptr || of->Text() != "self") return false;
    const std::string word = of_other->Text();
    return word == "source" || word == "next" || word == "previous" || word == "opposite" ||
           word == "others";
  };
  return seats_differ(a, b) || seats_differ(b, a) || excludes(a, b) || excludes(b, a) ||
         opposite(a, b) || opposite(b, a);
}

}  // namespace

void Cell::CheckFlow(const BuiltFlow& flow, Faults& faults) const {
  const SourcePos where = flow.WhereOf(this);
  bool written = false, read = false;
  int reach = 0;
  for (const auto& part : flow.parts) {
    const auto* user = dynamic_cast<const CellUser*>(part.get());
    if (user == nullptr) continue;
    for (const CellUse& use : user->CellUses()) {
      if (use.cell != this) continue;
      (use.writes ? written : read) = true;
      if (use.writes) reach = std::max(reach, use.most_written);
    }
  }
  if (!written)
    faults.push_back({"M01", where,
                      "nothing writes the cell " + Quoted(name_) +
                          "; add an effect that does, such as states: [{add: " + name_ +
                          "}], or take the cell out"});
  if (!read)
    faults.push_back({"M02", where,
                      "nothing reads the cell " + Quoted(name_) +
                          "; name it in a condition (cell), a fan row (cell_counts) or a factor "
                          "(cell_factor), or take "
                          "the cell out"});
  for (const auto& part : flow.parts) {
    const auto* user = dynamic_cast<const CellUser*>(part.get());
    if (user == nullptr || !written || reach >= CellUse::kCounts) continue;
    for (const CellUse& use : user->CellUses()) {
      if (use.cell != this || use.writes || use.least_wanted <= reach) continue;
      faults.push_back({"M03", flow.WhereOf(part.get()),
                        "the cell " + Quoted(name_) + " never reaches " +
                            std::to_string(use.least_wanted) + ": the greatest value written is " +
                            std::to_string(reach) + "; compare with less, or add to the cell"});
    }
  }
  for (const Node& node : flow.nodes) {
    for (const auto& hook : node.hooks) {
      for (std::size_t i = 0; i < hook.size(); ++i) {
        for (std::size_t k = i + 1; k < hook.size(); ++k) {
          const auto writes = [&](const RoleUse<Effect>& effect) {
            const auto* user = dynamic_cast<const CellUser*>(effect.part);
            return user != nullptr &&
                   std::ranges::any_of(user->CellUses(), [&](const CellUse& use) {
                     return use.cell == this && use.writes;
                   });
          };
          if (!writes(hook[i]) || !writes(hook[k]) || Exclusive(hook[i], hook[k])) continue;
          faults.push_back({"M06", hook[k].where,
                            "two effects in one hook of " + Quoted(node.id) + " write the cell " +
                                Quoted(name_) +
                                ", and both may run; give one the if: of the other under unless:, "
                                "or put them into "
                                "different hooks"});
        }
      }
    }
  }
}

// ---- Whose value ----

SeatWord SeatWordOf(Params& params, std::string_view name, SeatWord fallback, Doc doc) {
  return params.Enum(
      name, fallback,
      {"self", "source", "actor", "dealer", "next", "previous", "opposite", "others", "any"}, doc);
}

namespace {

// The seat whose tile is in question; after a claim, whose discard it took.
Seat SourceOf(const table::Board& board, Seat self) {
  if (board.turn.focus != table::Focus::kNone) return board.turn.focus_seat;
  if (self < 0 || self >= board.seat_count || board.seats[self].meld_count == 0) return kNoSeat;
  const Seat from = board.seats[self].Melds().back().from;
  return from == self ? kNoSeat : from;
}

}  // namespace

SeatMask SeatsNamed(SeatWord word, const Records& records, const table::Board& board, Seat self) {
  const int seats = board.seat_count;
  const auto one = [&](int seat) {
    return seat < 0 || seat >= seats ? SeatMask{0} : MaskOf(static_cast<Seat>(seat));
  };
  const auto all = static_cast<SeatMask>((1u << seats) - 1);
  switch (word) {
    case SeatWord::kSelf: return one(self);
    case SeatWord::kSource: return one(SourceOf(board, self));
    case SeatWord::kActor: return one(records.flow().actor);
    case SeatWord::kDealer: return one(board.dealer);
    case SeatWord::kNext: return one((self + 1) % seats);
    case SeatWord::kPrevious: return one((self + seats - 1) % seats);
    case SeatWord::kOpposite: return seats % 2 == 0 ? one((self + seats / 2) % seats) : SeatMask{0};
    case SeatWord::kOthers: return static_cast<SeatMask>(all & ~one(self));
    case SeatWord::kAny: return all;
  }
  return 0;
}

CellPlaces::CellPlaces(Params& params)
    : board_(params),
      cell_(params.Part<Cell>("cell", {"哪一格", "the cell"})),
      of_(SeatWordOf(params, "of", SeatWord::kSelf, {"哪家的", "whose value"})),
      with_(SeatWordOf(
          params, "with", SeatWord::kSource,
          {"两家一个值的：对哪家", "of a cell of pairs: with which other seat", true})) {}

CellBounds::CellBounds(Params& params, const Cell* cell) {
  static constexpr std::string_view kNone[] = {"none"};
  const int least = params.IntOrWord("least", "none", 0, 254, kNone, {"至少", "at least"});
  int most = params.IntOrWord("most", "none", 0, 254, kNone, {"至多", "at most"});
  const int below = params.IntOrWord("below", "none", 1, 255, kNone, {"少于", "fewer than", true});
  if (below > 0) most = most < 0 ? below - 1 : std::min(most, below - 1);
  if (least < 0 && most < 0) return;
  least_ = std::max(least, 0);
  if (most >= 0) most_ = most;
  if (cell == nullptr) return;
  const int limit = cell->holds() == Cell::Holds::kCount  ? cell->most()
                    : cell->holds() == Cell::Holds::kFlag ? 1
                                                          : 254;
  if (least_ > limit)
    params.Fault("the cell " + Quoted(cell->name()) + " reaches " + std::to_string(limit) +
                     " at most, never " + std::to_string(least_) +
                     "; compare with less, or raise its count",
                 params.WhereOf("least"));
  if (most >= limit)
    params.Fault("the cell " + Quoted(cell->name()) + " is never above " + std::to_string(limit) +
                     ", so most: " + std::to_string(most) +
                     " always holds; compare with less, or take it out",
                 params.WhereOf("most"));
  if (least_ > most_) params.Fault("least is above most");
}

void RegisterCells(Registry& registry) { registry.Add<Cell>(); }

}  // namespace mlf::logic
