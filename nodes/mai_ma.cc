// MaiMa (买马): a person without a seat looks at a tile near the end of the wall. Its number
// determines the seat that the person bets on. Where stakes may differ, the action's value is the
// stake multiple of this bettor.
//
// After:     turn_laizi, in a window that asks the bystanders.
// Before:    the dealer's turn.
// Always:    only the bettor sees the tile. It stays in the wall or leaves play, as the variant
//            defines.
#include <mlf/components/persons.h>
#include <mlf/components/topics.h>
#include <mlf/flow/hidden_state.h>
#include <mlf/flow/registry.h>
#include <mlf/table/staging.h>
#include <mlf/table/state_text.h>

#include <algorithm>

#include <mlf/nodes/bases.h>

namespace mlf::nodes {

class MaiMa final : public PlayerNode, public table::StateText, public HiddenState {
 public:
  static constexpr PartInfo kInfo{"mai_ma",
                                  1,
                                  "买马",
                                  "mai ma",
                                  "买马：没有座位的人看一张牌，牌上的数字定他跟哪一家同输赢",
                                  "a person without a seat looks at a tile; its number names the "
                                  "seat this person wins and loses with"};

  // `persons`: the participants. `tile_stays`: on = the tile stays in the wall, and each bettor
  // looks at the next one from the end. A bettor chooses a stake from `stake` to `stake_most`; if
  // `stake_most` is not greater, every stake is `stake`.
  explicit MaiMa(Params& params);

  Domain::Kind payload() const override {
    return chooses_stake() ? Domain::kRange : Domain::kNothing;
  }
  void Offers(const Records& records, Seat seat, OfferSink& sink) const override;
  void ProcessAction(Step& step) const override;

  // The tiles by bettor, each shown to that bettor only: `mai_ma: {4: 7p}`. Where stakes differ, a
  // stake above the least is written too: `mai_ma: {4: {tile: 7p, stake: 3}}`.
  std::string_view StateKey() const override { return "mai_ma"; }
  table::StateLabel Label() const override { return {"买马", "horse"}; }
  bool PerSeat() const override { return false; }
  std::optional<std::string> ReadState(Records& records, Seat seat,
                                       const Value& value) const override;
  Value WriteState(const Records& records, Seat seat, Seat viewer) const override;
  void HideFrom(Records& seen, Seat viewer) const override {
    for (int party = 0; party < table::kMaxParties; ++party) {
      if (party != viewer) horses_(seen).tile[party] = {};
    }
  }

 private:
  bool chooses_stake() const { return stake_most_ > stake_; }
  std::optional<int> ReadStake(const Value* value) const;

  table::TableSlots table_;
  Slot<logic::Horses> horses_;
  const logic::PersonRule* persons_;
  bool tile_stays_;
  int stake_, stake_most_;
  int seats_;
};

namespace {
const EventType kLooks{"mai_ma", "{seat} 买马，看了 {pieces}", "{seat} bets and looks at {pieces}"};
const EventType kStakes{"mai_ma_stake", "{seat} 买 {value} 倍", "{seat} stakes {value} times"};
constexpr Reason kNoBettor{"no_bettor", "只有场外的人可以买马，一局一次",
                           "only persons without a seat may bet, once a hand"};

// How many tiles have been looked at.
int Looked(const table::PerParty<table::Maybe<Tile>>& tiles) {
  return static_cast<int>(
      std::ranges::count_if(tiles, [](table::Maybe<Tile> tile) { return tile.has_value(); }));
}
}  // namespace

MaiMa::MaiMa(Params& params)
    : table_(params),
      horses_(params.Slot<logic::Horses>()),
      persons_(params.Part<logic::PersonRule>("persons", {"多少人参加", "how many take part"})),
      tile_stays_(
          params.Bool("tile_stays", true, {"马牌留在牌墙里", "the horse stays in the wall"})),
      stake_(params.Int(
          "stake", 1, 1, logic::Horses::kMostStake,
          {"倍数，可自选时为最少几倍", "the stake multiple; the least one where bettors choose",
           /*added=*/true})),
      stake_most_(params.Int("stake_most", 1, 1, logic::Horses::kMostStake,
                             {"最多可选几倍；不大于 stake 则人人都是 stake",
                              "the greatest stake a bettor may choose; if not above `stake`, all "
                              "have `stake`",
                              /*added=*/true})),
      seats_(params.seats()) {
  params.OffersTo(OfferedTo::kBystanders);
  params.Brings(logic::kHorseBought);
}

void MaiMa::Offers(const Records& records, Seat seat, OfferSink& sink) const {
  const Board& board = table_.board(records);
  const auto& tiles = horses_(records).tile;
  const int looked = Looked(tiles);
  const bool bets = seat >= board.seat_count && seat < persons_->Count() && !tiles[seat];
  if (!bets || board.wall.Left() <= (tile_stays_ ? looked : 0)) return sink.Because(kNoBettor);
  if (chooses_stake()) return sink.Range(stake_, stake_most_);
  sink.Nothing();
}

void MaiMa::ProcessAction(Step& step) const {
  const table::Moves board = table_.moves(step.records);
  logic::Horses& horses = horses_(step.records);
  const int looked = Looked(horses.tile);
  Tile tile = table::kNoTile;
  if (tile_stays_) {
    tile = board->wall.tiles[static_cast<std::size_t>(board->wall.tail - 1 - looked)];
  } else {
    tile = table::RemoveLast(board);
  }
  horses.tile[step.seat] = tile;
  horses.stake[step.seat] = static_cast<std::uint8_t>(chooses_stake() ? step.action.value : stake_);
  step.Emit(kLooks, step.seat).With(tile).ShownTo(MaskOf(step.seat));
  if (chooses_stake()) step.Emit(kStakes, step.seat).value = horses.stake[step.seat];
}

// Nothing written is the least stake.
std::optional<int> MaiMa::ReadStake(const Value* value) const {
  if (value == nullptr) return stake_;
  const auto stake = value->AsInt();
  const bool fits = stake && *stake >= stake_ && *stake <= std::max(stake_, stake_most_);
  return fits ? std::optional(static_cast<int>(*stake)) : std::nullopt;
}

std::optional<std::string> MaiMa::ReadState(Records& records, Seat, const Value& value) const {
  std::string wanted =
      "mai_ma: tiles by bettor are needed, such as {4: 7p} or {4: {tile: 7p, stake: 2}}, with "
      "stakes that the options allow";
  if (!value.IsMap()) return wanted;
  for (const Value::Entry& entry : value.entries()) {
    const auto bettor = Value(entry.key).AsInt();
    const bool plain = !entry.value.IsMap();
    const Value* named = plain ? &entry.value : entry.value.Find("tile");
    const auto tile = table::ParseTile(named == nullptr ? std::string_view() : named->text());
    const auto stake = ReadStake(plain ? nullptr : entry.value.Find("stake"));
    if (!bettor || *bettor < seats_ || *bettor >= persons_->Count() || !tile || !stake)
      return wanted;
    horses_(records).tile[*bettor] = *tile;
    horses_(records).stake[*bettor] = static_cast<std::uint8_t>(*stake);
    if (!tile_stays_) table::AddRemoved(table_.staging(records), *tile);
  }
  return std::nullopt;
}

Value MaiMa::WriteState(const Records& records, Seat, Seat viewer) const {
  Value map = Value::Map();
  for (int bettor = seats_; bettor < persons_->Count(); ++bettor) {
    const logic::Horses& horses = horses_(records);
    const auto tile = horses.tile[bettor];
    if (!tile || (viewer != kNoSeat && viewer != bettor)) continue;
    Value bet(table::TileName(*tile));
    if (horses.stake[bettor] != stake_) {
      Value both = Value::Map();
      both.Set("tile", std::move(bet));
      both.Set("stake", Value(std::to_string(horses.stake[bettor])));
      bet = std::move(both);
    }
    map.Set(std::to_string(bettor), std::move(bet));
  }
  if (map.entries().empty()) return {};
  return map;
}

void RegisterMaiMa(Registry& r) { r.Add<MaiMa>(); }

}  // namespace mlf::nodes
