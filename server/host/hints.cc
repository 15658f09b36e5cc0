// Waits are found by asking the flow. The discard, and then the tile, are played on a copy of the
// table that holds only what the seat may know. If the flow then offers a win, the tile is a wait.
// So all rules of the variant count: wildcards, void suits, minimum fan, missed wins.
#include "server/host/hints.h"

#include <mlf/components/fan_minimum.h>
#include <mlf/components/judge.h>
#include <mlf/components/missed_wins.h>
#include <mlf/components/own_walls.h>
#include <mlf/components/payment.h>
#include <mlf/components/play_node.h>
#include <mlf/components/tile_set.h>
#include <mlf/components/win_node.h>
#include <mlf/components/win_rule.h>
#include <mlf/table/find_slot.h>
#include <mlf/table/sight.h>
#include <mlf/table/staging.h>
#include <mlf/table/state_text.h>
#include "bots/outlook.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace mlf::server {
namespace {

using logic::WinBy;
using table::Board;
using table::Tile;

class Hinter {
 public:
  Hinter(const Flow& flow, const bots::Outlook& outlook, const Records& records, Seat seat)
      : flow_(flow),
        outlook_(outlook),
        board_(*table::FindSlot<Board>(flow)),
        win_(*flow.Shared<logic::WinRule>("win")),
        tiles_(flow.Shared<logic::TileSet>("tiles")),
        judge_(flow.Shared<score::Judge>("judge")),
        own_walls_(flow.Shared<logic::OwnWallRule>("own_walls")),
        seat_(seat) {
    table::Sight(flow).Fill(records, seat, seen_);
    unseen_ = outlook_.Unseen(outlook_.TableOf(seen_, seat));
  }

  Json Hints() const {
    Json hints = Json::array();
    std::vector<Tile> discards;
    Choices choices;
    flow_.OffersTo(seen_, seat_, choices);
    for (const Offer& offer : choices.Of(seat_)) {
      if (logic::PlayOf(*flow_.node(offer.node).impl) != logic::Play::kDiscard) continue;
      ForEach(offer.domain.mask, [&](Tile tile) {
        hints.push_back(HintOf(offer.node, tile));
        discards.push_back(tile);
      });
    }
    AddImprovements(discards, hints);
    return hints;
  }

 private:
  // The table once the seat has discarded `tile`.
  Records After(Tile tile) const {
    Records after = seen_;
    ForgetMissedWins(after);
    const table::Moves board = board_(after);
    table::DiscardTile(board, seat_, tile);
    table::ClearFocus(board);
    table::EndTurn(board, seat_);
    return after;
  }

  Json HintOf(NodeIndex discard, Tile tile) const {
    const Records after = After(tile);
    const bots::SeenTable table = outlook_.TableOf(after, seat_);
    const int distance = outlook_.RawDistance(table, table.own.hand, table.own.meld_count);
    Json waits = Json::array();
    if (distance == 0) {
      ForEach(Kinds(), [&](Tile wait) {
        if (std::optional<Json> found = WaitOn(after, discard, wait)) waits.push_back(*found);
      });
    }
    return {{"piece", Word(tile)}, {"waits", std::move(waits)}, {"distance", distance}};
  }

  // Adds to the discards that leave the hand nearest to ready, if it is not ready yet, the kinds
  // that bring it nearer. The lists of all other discards would be long, and nobody reads them.
  void AddImprovements(const std::vector<Tile>& discards, Json& hints) const {
    int nearest = table::kFar;
    for (const Json& hint : hints) nearest = std::min(nearest, hint["distance"].get<int>());
    if (nearest <= 0 || nearest == table::kFar) return;
    for (std::size_t i = 0; i < discards.size(); ++i) {
      if (hints[i]["distance"] == nearest)
        hints[i]["improves"] = Improvements(discards[i], nearest);
    }
  }

  Json Improvements(Tile discard, int distance) const {
    const Records after = After(discard);
    const bots::SeenTable table = outlook_.TableOf(after, seat_);
    Json improves = Json::array();
    ForEach(Kinds() & ~table.void_suit, [&](Tile tile) {
      if (unseen_[tile] == 0) return;
      Counts hand = table.own.hand;
      hand.Add(tile);
      if (outlook_.RawDistance(table, hand, table.own.meld_count) < distance)
        improves.push_back({{"piece", Word(tile)}, {"left", unseen_[tile]}});
    });
    return improves;
  }

  // A win that was let go counts until the next discard of the seat, unless its hand is locked.
  void ForgetMissedWins(Records& records) const {
    if (board_(records).seats[seat_].Is(table::kLocked)) return;
    for (const auto& part : flow_.parts()) {
      const auto* book = dynamic_cast<const logic::MissedWinBook*>(part.get());
      if (book == nullptr) continue;
      ForEach(Kinds(), [&](Tile tile) {
        if (book->Noted(records, seat_, tile)) book->Forget(records, seat_, tile);
      });
    }
  }

  // The name of the rule of let-go wins (furiten) that keeps the seat from winning on any discard
  // in `records`; nothing if none does.
  std::optional<table::StateLabel> Barred(const Records& records) const {
    for (const Node& node : flow_.nodes()) {
      if (!logic::Wins(*node.impl, WinBy::kDiscard)) continue;
      for (const RoleUse<Condition>& condition : node.conditions) {
        const auto* guard = dynamic_cast<const Guard*>(condition.part);
        const auto* text = dynamic_cast<const table::StateText*>(condition.part);
        const auto* book = dynamic_cast<const logic::MissedWinBook*>(condition.part);
        if (guard != nullptr && text != nullptr && book != nullptr && !guard->Holds(records, seat_))
          return text->Label();
      }
    }
    return std::nullopt;
  }

  std::optional<Json> WaitOn(const Records& after, NodeIndex discard, Tile tile) const {
    const table::SeatBoard& own = board_(after).seats[seat_];
    // Tiles that are all in the own hand cannot come.
    if (own.Owns(tile) >= (tiles_ != nullptr ? tiles_->Copies(tile) : 4)) return std::nullopt;
    std::optional<table::StateLabel> barred;
    for (const WinBy by : {WinBy::kDiscard, WinBy::kSelfDraw}) {
      if (!Completes(after, tile, by)) continue;
      Records records = after;
      if (!(by == WinBy::kDiscard ? NextDiscards(records, discard, tile) : Draws(records, tile)))
        continue;
      Choices choices;
      flow_.OffersTo(records, seat_, choices);
      for (const Offer& offer : choices.Of(seat_)) {
        const Node& node = flow_.node(offer.node);
        if (!logic::Wins(*node.impl, by)) continue;
        Json wait{{"piece", Word(tile)}, {"left", unseen_[tile]}};
        if (const auto value = ValueOf(records, node)) wait["value"] = *value;
        if (by == WinBy::kSelfDraw) wait["only_drawn"] = true;
        if (barred) wait["barred"] = {{"zh", barred->zh}, {"en", barred->en}};
        return wait;
      }
      if (by == WinBy::kDiscard) barred = Barred(records);
    }
    return std::nullopt;
  }

  // A quick check, before a table is built for the win.
  bool Completes(const Records& after, Tile tile, WinBy by) const {
    const table::SeatBoard& own = board_(after).seats[seat_];
    Counts hand = own.hand;
    hand.Add(tile);
    return win_.Complete(after, seat_, hand, own.meld_count, by);
  }

  // The next seat discards `tile`, which it has just drawn. False if there is no next seat.
  bool NextDiscards(Records& records, NodeIndex discard, Tile tile) const {
    Board& board = board_(records);
    const Seat next = board.turn.drawer;
    if (next == seat_) return false;
    if (!Draw(records, next, tile)) table::AddToHand(board, next, tile);
    table::DiscardTile(board, next, tile);
    table::EndTurn(board, next);
    At(records, discard, next);
    return true;
  }

  // The seat itself draws `tile` in its present window. False if the wall is empty.
  bool Draws(Records& records, Tile tile) const {
    Board& board = board_(records);
    if (!logic::CanDraw(own_walls_, records, board, seat_)) return false;
    while (board.turn.drawer != seat_) table::PassDraw(board);
    Draw(records, seat_, tile);
    At(records, seen_.flow().node, seat_);
    return true;
  }

  // `seat`, whose turn it is to draw, draws `tile`. False if its wall is empty.
  bool Draw(Records& records, Seat seat, Tile tile) const {
    Board& board = board_(records);
    if (!logic::CanDraw(own_walls_, records, board, seat)) return false;
    if (own_walls_ != nullptr) own_walls_->Bring(records, seat, /*to_tail=*/false);
    board.wall.tiles[board.wall.head] = tile;
    table::DrawForTurn(board);
    return true;
  }

  static void At(Records& records, NodeIndex node, Seat actor) {
    records.flow().node = node;
    records.flow().actor = actor;
  }

  // The points that the payers owe for the win by `node` that `records` offers.
  std::optional<std::int64_t> ValueOf(const Records& records, const Node& node) const {
    if (judge_ == nullptr) return std::nullopt;
    const score::WinCase win = score::CaseOf(board_(records), seat_);
    score::Verdict verdict;
    judge_->Evaluate(records, win, verdict);
    std::optional<std::int64_t> value;
    for (const auto& hook : node.hooks) {
      for (const RoleUse<Effect>& effect : hook) {
        const auto* payer = dynamic_cast<const score::WinPayer*>(effect.part);
        if (payer == nullptr || !verdict.win) continue;
        for (const std::int32_t points : payer->Owed(records, win, verdict))
          value = value.value_or(0) + points;
      }
    }
    return value;
  }

  PieceMask Kinds() const {
    return (tiles_ != nullptr ? tiles_->Kinds() : table::kNaturals) & table::kNaturals;
  }
  Json Word(Tile tile) const { return PiecesBody(flow_, {&tile, 1}).front(); }

  const Flow& flow_;
  const bots::Outlook& outlook_;
  Slot<Board> board_;
  const logic::WinRule& win_;
  const logic::TileSet* tiles_;
  const score::Judge* judge_;
  const logic::OwnWallRule* own_walls_;
  Seat seat_;
  Records seen_;
  std::array<std::uint8_t, kMaxPieces> unseen_{};
};

}  // namespace

Json HintsFor(const Flow& flow, const Records& records, Seat seat) {
  const std::optional<bots::Outlook> outlook = bots::Outlook::Of(flow);
  if (!outlook || seat < 0 || seat >= flow.seats() || records.flow().over != 0 ||
      (records.flow().window.active & MaskOf(seat)) == 0)
    return Json::array();
  return Hinter(flow, *outlook, records, seat).Hints();
}

Json ReasonJson(const Flow& flow, const Records& records, Seat seat, NodeIndex node,
                const Reason& reason) {
  Json json{{"id", reason.id}, {"zh", reason.zh}, {"en", reason.en}};
  const auto* judge = flow.Shared<score::Judge>("judge");
  const auto board = table::FindSlot<Board>(flow);
  if (node == kNoNode || judge == nullptr || !board) return json;
  for (const RoleUse<Condition>& condition : flow.node(node).conditions) {
    const auto* minimum = dynamic_cast<const logic::FanMinimum*>(condition.part);
    if (minimum == nullptr || &minimum->WhyNot() != &reason || minimum->least() == 0) continue;
    score::Verdict verdict;
    judge->Evaluate(records, score::CaseOf((*board)(records), seat), verdict);
    if (!verdict.win || minimum->Enough(verdict)) continue;
    std::string zh, en;
    for (const score::FanLine& line : verdict.Lines()) {
      const score::FanRow& row = judge->Rows()[line.row];
      const int fan = line.count * line.fan * verdict.times;
      zh += fmt::format("{} {}，", row.zh, fan);
      en += fmt::format("{} {}, ", row.en, fan);
    }
    // Without a unit, because variants count fan, faan, han or tai.
    const int counted = minimum->Counted(verdict), least = minimum->least();
    json["zh"] = fmt::format("{}（{}计 {}，要 {}）", reason.zh, zh, counted, least);
    json["en"] = fmt::format("{} ({}{} counted, {} needed)", reason.en, en, counted, least);
  }
  return json;
}

}  // namespace mlf::server
