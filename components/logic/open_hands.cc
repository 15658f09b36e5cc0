// Open hands (亮倒, rules/kawuxing.md#open). Waits are computed from the hand: a locked hand does
// not change, and a gang of a covered kind or of an own peng leaves its waits alone.
#include <mlf/components/open_hands.h>
#include <mlf/components/table_guard.h>
#include <mlf/components/tile_set.h>
#include <mlf/components/topics.h>
#include <mlf/flow/hidden_state.h>
#include <mlf/flow/registry.h>
#include <mlf/table/state_text.h>

#include <bit>
#include <string>

namespace mlf::logic {

void OpenHands::Check(const Validation& check) const {
  check.Require((open & ~check.Seats()) == 0, "only seats lie open");
  check.Require(!first || (open & MaskOf(*first)) != 0, "the first open seat lies open");
  check.RequireSeatsOnly(covered, "only seats cover tiles");
  check.RequireSeatsOnly(chosen_at, "only seats cover tiles");
  for (const auto& kinds : covered) {
    for (std::size_t i = 0; i < kinds.size(); ++i) {
      check.Require(!kinds[i] || (MaskOf(*kinds[i]) & table::kNaturals) != 0,
                    "the covered kinds are tiles");
      check.Require(i == 0 || !kinds[i] || (kinds[i - 1] && *kinds[i - 1] < *kinds[i]),
                    "the covered kinds are in their order");
    }
  }
  check.RequireZero(reserved, "the unused bytes are zero");
}

TileMask OpenHands::Covered(Seat seat) const {
  TileMask kinds = 0;
  for (const table::Maybe<Tile> kind : covered[seat]) {
    if (kind) kinds |= MaskOf(*kind);
  }
  return kinds;
}

void OpenHands::Cover(Seat seat, TileMask kinds) {
  covered[seat] = {};
  std::size_t at = 0;
  ForEach(kinds, [&](Tile kind) { covered[seat][at++] = kind; });
}

namespace {

using table::Board;

class OpenHandsOfTable final : public OpenHandRule, public table::StateText, public HiddenState {
 public:
  static constexpr PartInfo kInfo{"open_hands", 1, "亮倒：听牌后亮出手牌锁定，三张的牌可以不亮",
                                  "a ready seat lays its hand open and is locked; kinds held three "
                                  "times may stay covered"};

  explicit OpenHandsOfTable(Params& params)
      : table_(params),
        hands_(params.Slot<OpenHands>()),
        win_(params.Part<WinRule>("win", {"胡牌规则", "which hands are complete"})),
        min_wall_(params.Int("min_wall", 0, 0, 144,
                             {"牌墙至少还有几张", "the smallest number of tiles in the wall"})),
        cover_(params.Bool("cover", true, {"三张的牌可以不亮", "kinds may stay covered"})),
        seats_(params.seats()) {
    params.Brings(kSeatLocked);
  }

  bool IsOpen(const Records& records, Seat seat) const override {
    return (hands_(records).open & MaskOf(seat)) != 0;
  }
  SeatMask Open(const Records& records) const override { return hands_(records).open; }
  table::Maybe<Seat> First(const Records& records) const override { return hands_(records).first; }
  TileMask Covered(const Records& records, Seat seat) const override {
    const table::SeatBoard& own = table_.board(records).seats[seat];
    const OpenHands& hands = hands_(records);
    if (!IsOpen(records, seat) && hands.chosen_at[seat] != own.discards + 1) return 0;
    return hands.Covered(seat) & own.hand.AtLeast(3);
  }
  TileMask Waits(const Records& records, Seat seat) const override {
    if (!IsOpen(records, seat)) return 0;
    const table::SeatBoard& own = table_.board(records).seats[seat];
    Counts rest = own.hand;
    if (own.drawn != table::kNoTile) rest.Remove(own.drawn);
    return WaitsOf(records, seat, rest, hands_(records).Covered(seat) & rest.AtLeast(3));
  }
  TileMask Discards(const Records& records, Seat seat, TileMask covered) const override {
    const table::SeatBoard& own = table_.board(records).seats[seat];
    if (win_->Distance(records, own.hand, own.meld_count) > 0) return 0;
    TileMask tiles = 0;
    ForEach(own.hand.Kinds() & table::kNaturals, [&](Tile tile) {
      Counts rest = own.hand;
      rest.Remove(tile);
      const TileMask three = rest.AtLeast(3) & ~rest.AtLeast(4);
      if ((covered & ~three) == 0 && WaitsOf(records, seat, rest, covered) != 0)
        tiles |= MaskOf(tile);
    });
    return tiles;
  }
  int min_wall() const override { return min_wall_; }
  bool may_cover() const override { return cover_; }
  void LayOpen(Records& records, Seat seat) const override {
    hands_(records).Cover(seat, Covered(records, seat));
    SetOpen(records, seat);
  }

  // What stays covered is known to its seat alone.
  void HideFrom(Records& seen, Seat viewer) const override {
    OpenHands& hands = hands_(seen);
    for (Seat seat = 0; seat < seats_; ++seat) {
      if (seat == viewer) continue;
      hands.Cover(seat, 0);
      hands.chosen_at[seat] = 0;
    }
  }

  std::string_view StateKey() const override { return "shown"; }
  table::StateLabel Label() const override { return {"亮倒", "open hands", "seats"}; }
  bool PerSeat() const override { return false; }
  std::optional<std::string> ReadState(Records& records, Seat, const Value& value) const override {
    if (value.IsNull()) return std::nullopt;
    if (!value.IsList()) return "shown: the seats that lie open are needed, as [0, 2]";
    for (const Value& item : value.items()) {
      const auto seat = item.AsInt();
      if (!seat || *seat < 0 || *seat >= seats_)
        return "shown: a seat of the table is needed, not " + item.Canonical();
      SetOpen(records, static_cast<Seat>(*seat));
    }
    return std::nullopt;
  }
  Value WriteState(const Records& records, Seat, Seat) const override {
    if (hands_(records).open == 0) return {};
    Value seats = Value::List();
    ForEachSeat(hands_(records).open, [&](Seat seat) { seats.Append(Value(int{seat})); });
    return seats;
  }

 private:
  void SetOpen(Records& records, Seat seat) const {
    OpenHands& hands = hands_(records);
    if (hands.open == 0) hands.first = seat;
    hands.open = static_cast<SeatMask>(hands.open | MaskOf(seat));
    table::SetFlags(table_.moves(records), seat, table::kLocked);
  }
  TileMask WaitsOf(const Records& records, Seat seat, Counts rest, TileMask covered) const {
    ForEach(covered, [&](Tile tile) { rest.Remove(tile, 3); });
    return win_->Waits(records, seat, rest,
                       table_.board(records).seats[seat].meld_count + std::popcount(covered));
  }

  table::TableSlots table_;
  Slot<OpenHands> hands_;
  const WinRule* win_;
  int min_wall_;
  bool cover_;
  int seats_;
};

const OpenHandRule* RuleOf(Params& params) {
  return params.Part<OpenHandRule>("open_hands", {"亮倒", "the open hands"});
}

// What the open seats wait for, those of `but` aside.
TileMask AwaitedByOthers(const OpenHandRule& rule, const Records& records, Seat but) {
  TileMask awaited = 0;
  const auto others = static_cast<SeatMask>(rule.Open(records) & ~MaskOf(but));
  ForEachSeat(others, [&](Seat seat) { awaited |= rule.Waits(records, seat); });
  return awaited;
}

// Also tells all what lies open and what it waits for.
class NoFeeding final : public Condition, public table::StateText {
 public:
  static constexpr PartInfo kInfo{
      "no_feeding", 1, "没亮的一家手里有别的牌时，不打亮倒家要胡的牌",
      "the tile is not one that an open seat waits for, while a seat that is not open can discard "
      "another"};
  static constexpr Reason kReason{"feeds_open_hand", "亮倒的一家要胡这张，不能打",
                                  "an open seat waits for this tile"};
  enum class Forced : std::uint8_t { kAny, kFirst };
  explicit NoFeeding(Params& params)
      : board_(params),
        rule_(RuleOf(params)),
        forced_(params.Enum("forced", Forced::kAny, {"any", "first"},
                            {"只剩要胡的牌时：任打一张 / 打先亮的一家要胡的",
                             "where every tile is waited for: any of them, or one that the seat "
                             "waits for that lay open first"})) {
    params.NeedsOwnTurn();
  }
  PieceMask Allow(const Query& query) const override {
    if (rule_->Open(query.records) == 0 || rule_->IsOpen(query.records, query.seat))
      return query.candidates;
    const PieceMask safe = query.candidates & ~AwaitedByOthers(*rule_, query.records, query.seat);
    if (safe != 0) return safe;
    const auto first = rule_->First(query.records);
    if (forced_ == Forced::kAny || !first) return query.candidates;
    const PieceMask due = query.candidates & rule_->Waits(query.records, *first);
    return due != 0 ? due : query.candidates;
  }
  const Reason& WhyNot() const override { return kReason; }

  std::string_view StateKey() const override { return "open_tiles"; }
  table::StateLabel Label() const override { return {"亮出的牌与所听", "open tiles and waits"}; }
  bool PerSeat() const override { return true; }
  // Follows from `shown`, `covered` and the hand.
  std::optional<std::string> ReadState(Records&, Seat, const Value&) const override {
    return std::nullopt;
  }
  Value WriteState(const Records& records, Seat seat, Seat) const override {
    const Board& board = board_(records);
    if (seat < 0 || seat >= board.seat_count || !rule_->IsOpen(records, seat)) return {};
    Counts tiles = board.seats[seat].hand;
    if (board.seats[seat].drawn != table::kNoTile) tiles.Remove(board.seats[seat].drawn);
    ForEach(rule_->Covered(records, seat), [&](Tile tile) { tiles.Remove(tile, tiles[tile]); });
    return Value(table::FormatTiles(tiles) + " -> " +
                 table::FormatTiles(rule_->Waits(records, seat)));
  }

 private:
  table::BoardSlot board_;
  const OpenHandRule* rule_;
  Forced forced_;
};

class NotAwaited final : public Condition {
 public:
  static constexpr PartInfo kInfo{
      "not_awaited", 1, "没亮的一家补杠的牌，不是亮倒家要胡的",
      "the tile is awaited by no open seat, or the acting seat is open itself"};
  explicit NotAwaited(Params& params) : rule_(RuleOf(params)) {}
  PieceMask Allow(const Query& query) const override {
    if (rule_->Open(query.records) == 0 || rule_->IsOpen(query.records, query.seat))
      return query.candidates;
    return query.candidates & ~AwaitedByOthers(*rule_, query.records, query.seat);
  }
  const Reason& WhyNot() const override { return NoFeeding::kReason; }

 private:
  const OpenHandRule* rule_;
};

class OpenGangsCovered final : public Condition {
 public:
  static constexpr PartInfo kInfo{"open_gangs_covered", 1, "亮倒的一家只杠没亮的三张",
                                  "an open seat gangs only kinds that it has covered"};
  static constexpr Reason kReason{"tile_lies_open", "亮出的牌不能杠",
                                  "a tile that lies open is not ganged"};
  explicit OpenGangsCovered(Params& params) : rule_(RuleOf(params)) {}
  PieceMask Allow(const Query& query) const override {
    if (!rule_->IsOpen(query.records, query.seat)) return query.candidates;
    return query.candidates & rule_->Covered(query.records, query.seat);
  }
  const Reason& WhyNot() const override { return kReason; }

 private:
  const OpenHandRule* rule_;
};

class LiesOpen final : public Guard {
 public:
  static constexpr PartInfo kInfo{"lies_open", 1, "这一家已亮倒", "the hand of the seat is open"};
  static constexpr Reason kReason{"not_open", "没有亮倒", "the hand does not lie open"};
  explicit LiesOpen(Params& params) : rule_(RuleOf(params)) {}
  bool Holds(const Records& records, Seat seat) const override {
    return rule_->IsOpen(records, seat);
  }
  const Reason& WhyNot() const override { return kReason; }

 private:
  const OpenHandRule* rule_;
};

// The waits that an open seat has shown are its only ones: covered kinds stay finished sets.
class WinsAsShown final : public Guard {
 public:
  static constexpr PartInfo kInfo{"wins_as_shown", 1, "亮倒的一家只胡亮出的听口",
                                  "an open seat wins on the waits that it has shown"};
  static constexpr Reason kReason{"not_a_shown_wait", "不是亮出的听口",
                                  "the tile is none of the waits shown"};
  explicit WinsAsShown(Params& params) : board_(params), rule_(RuleOf(params)) {}
  bool Holds(const Records& records, Seat seat) const override {
    if (!rule_->IsOpen(records, seat)) return true;
    const Board& board = board_(records);
    const Tile tile = board.turn.focus != table::Focus::kNone && board.turn.focus_seat != seat
                          ? board.turn.focus_tile
                          : board.seats[seat].drawn;
    return tile != table::kNoTile && (rule_->Waits(records, seat) & MaskOf(tile)) != 0;
  }
  const Reason& WhyNot() const override { return kReason; }

 private:
  table::BoardSlot board_;
  const OpenHandRule* rule_;
};

}  // namespace

void RegisterOpenHands(Registry& registry) {
  registry.Add<OpenHandsOfTable>();
  registry.Add<NoFeeding>();
  registry.Add<NotAwaited>();
  registry.Add<OpenGangsCovered>();
  registry.Add<LiesOpen>();
  registry.Add<WinsAsShown>();
}

}  // namespace mlf::logic
