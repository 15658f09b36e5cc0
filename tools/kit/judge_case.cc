// Sets up a case as a table, judges it, and lets the win node pay.
#include <mlf/components/declared_only.h>
#include <mlf/components/dora.h>
#include <mlf/components/fan_minimum.h>
#include <mlf/components/given_settlement.h>
#include <mlf/components/payment.h>
#include <mlf/components/set_aside.h>
#include <mlf/components/tile_set.h>
#include <mlf/components/win_node.h>
#include <mlf/components/win_reading.h>
#include <mlf/table/find_slot.h>
#include <mlf/table/ledger.h>
#include <mlf/table/staging.h>
#include "flow/base/words.h"
#include "tools/kit/fields.h"
#include "tools/kit/nodes_of.h"
#include "tools/kit/score_case.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace mlf::tools {
namespace {

using score::Judge;
using score::Verdict;
using score::WinBy;
using score::WinCase;
using table::Board;
using table::kNoTile;

class CaseJudge {
 public:
  CaseJudge(const Flow& flow, const ScoreCase& given, Faults& faults)
      : flow_(flow), given_(given), faults_(faults) {}

  ScoreAnswer Run() {
    ScoreAnswer answer;
    judge_ = flow_.Shared<Judge>("judge");
    const auto board_slot = table::FindSlot<Board>(flow_);
    if (judge_ == nullptr || !board_slot) {
      AddFault(faults_, "S06", given_.where,
               "this variant has no shared part \"judge\", so no hand of it can be judged");
      return answer;
    }
    CheckSeats();
    WinCase win{.seat = given_.seat,
                .payer = given_.by == WinBy::kSelfDraw ? kNoSeat : given_.payer,
                .tile = table::KindOf(given_.win),
                .by = given_.by,
                .facts = WinCase::Facts::kGiven,
                .given = {}};
    if (!faults_.empty()) return answer;
    StageFacts(win);
    if (!Place(*board_slot)) return answer;
    ReadEvents(win);
    CheckIndicators();
    if (!faults_.empty()) return answer;

    judge_->Evaluate(records_, win, answer.verdict);
    answer.win = answer.verdict.win;
    if (const Reason* level = judge_->LevelOf(answer.verdict)) answer.level = level->id;
    FillReading(answer);
    if (!answer.win) return answer;
    if (!Enough(win, answer)) return answer;

    // If the table shows every named fact, the judge must find them there. It may find more,
    // because unnamed tiles lie on the table too.
    if (all_shown_) {
      WinCase seen = win;
      seen.facts = WinCase::Facts::kFromRecords;
      Verdict as_seen;
      judge_->Evaluate(records_, seen, as_seen);
      const bool same = as_seen.fan == answer.verdict.fan && as_seen.value == answer.verdict.value;
      const auto seen_too = [&](const std::string& event) {
        const auto row = judge_->FactRow(event);
        return row && judge_->FactHolds(records_, seen, *row);
      };
      if (!same && !std::all_of(given_.events.begin(), given_.events.end(), seen_too)) {
        AddFault(faults_, "S06", given_.where, "the events contradict each other or the hand");
        return answer;
      }
    }
    FillPoints(win, answer);
    AddGiven(answer);
    return answer;
  }

 private:
  // The condition by which only seats that have declared ready win.
  const Condition* AsksDeclared() const {
    for (const Node& node : flow_.nodes()) {
      if (!logic::Wins(*node.impl, given_.by)) continue;
      for (const RoleUse<Condition>& condition : node.conditions) {
        if (dynamic_cast<const logic::DeclaredOnly*>(condition.part) != nullptr)
          return condition.part;
      }
    }
    return nullptr;
  }
  static bool Refuse(ScoreAnswer& answer, const Reason& reason) {
    answer.win = false;
    answer.why = reason.id;
    answer.why_zh = reason.zh;
    answer.why_en = reason.en;
    return false;
  }
  // Whether the variant's win nodes require more: a declaration, or fan. Then the hand does not
  // win.
  bool Enough(const WinCase& win, ScoreAnswer& answer) const {
    const Condition* declared = AsksDeclared();
    if (declared != nullptr && !board_(records_).seats[given_.seat].Is(table::kReady))
      return Refuse(answer, declared->WhyNot());
    for (const Node& node : flow_.nodes()) {
      if (!logic::Wins(*node.impl, given_.by)) continue;
      for (const RoleUse<Condition>& condition : node.conditions) {
        const auto* minimum = dynamic_cast<const logic::FanMinimum*>(condition.part);
        if (minimum == nullptr) continue;
        if (minimum->leaves_rows_out()) answer.fan_points = minimum->Counted(answer.verdict);
        if (minimum->EnoughFor(records_, win, answer.verdict)) continue;
        return Refuse(answer, minimum->WhyNot());
      }
    }
    return true;
  }
  bool SelfDraw() const { return given_.by == WinBy::kSelfDraw; }
  // A flower that the winner has shown itself (花胡).
  bool WonByLaidFlower() const { return SelfDraw() && table::IsFlower(given_.win); }

  void CheckSeats() {
    if (!SelfDraw() && given_.payer == given_.seat)
      AddFault(faults_, "S06", given_.where, "payer: the winner does not pay itself");
    if ((given_.seats_won & MaskOf(given_.seat)) != 0)
      AddFault(faults_, "S06", given_.where, "seats_won: the winner has left the hand");
    if (!SelfDraw() && (given_.seats_won & MaskOf(given_.payer)) != 0)
      AddFault(faults_, "S06", given_.where, "seats_won: the payer has left the hand");
  }

  // The case as a position: the winner's tiles, idle hands for the others, and the winning tile.
  bool Place(Slot<Board> board_slot) {
    PositionSpec spec;
    spec.where = given_.where;
    spec.dealer = given_.dealer;
    spec.seats.resize(static_cast<std::size_t>(flow_.seats()));
    ForEachSeat(given_.seats_won, [&](Seat seat) {
      spec.seats[static_cast<std::size_t>(seat)].left = true;
      spec.seats[static_cast<std::size_t>(seat)].has_won = true;
    });
    const int wanted = HandSize(flow_) - 3 * static_cast<int>(given_.melds.size());
    if (static_cast<int>(given_.hand.size()) != wanted) {
      AddFault(faults_, "S05", given_.where,
               fmt::format("hand: {} tiles without the winning one; with {} melds it is {}",
                           given_.hand.size(), given_.melds.size(), wanted));
      return false;
    }
    SeatSpec& winner = spec.seats[static_cast<std::size_t>(given_.seat)];
    winner.hand_given = true;
    winner.hand = given_.hand;
    winner.melds = given_.melds;
    winner.where = given_.where;
    winner.draws = stage_.draws;
    winner.discards = stage_.discards;
    spec.actor = SelfDraw() ? given_.seat : given_.payer;
    spec.at = flow_.node(flow_.entry()).id;
    spec.may_act_on_draw = SelfDraw();
    if (WonByLaidFlower()) {
      // The winning flower lies open before its seat, and no tile was drawn.
      spec.may_act_on_draw = false;
    } else if (SelfDraw()) {
      winner.hand.push_back(given_.win);
      winner.drawn = stage_.draws == 0 ? kNoTile : given_.win;
    } else {
      spec.wall = {given_.win};
    }
    if (stage_.last_tile) spec.wall_left = SelfDraw() ? 0 : 1;
    if (stage_.own_replacement) {
      for (const Meld& meld : given_.melds) {
        if (table::IsGang(meld.kind) && meld.kind != MeldKind::kChaoTian)
          spec.after_gang = meld.kind,
          spec.after_gang_from = meld.kind == MeldKind::kMingGang ? meld.from : given_.seat;
      }
    }
    if (!given_.state.IsNull() && !given_.state.IsMap())
      AddFault(faults_, "S02", given_.where, "state: keys with values are needed");
    spec.state = given_.state;
    SetStagedState(spec.state);
    if (AsksDeclared() != nullptr && !spec.state.IsScalar() &&
        (spec.state.IsNull() || spec.state.Find("ready") == nullptr)) {
      if (!spec.state.IsMap()) spec.state = Value::Map();
      spec.state.Set("ready", Value(true));
    }
    spec.state_seat = given_.seat;
    auto placed = PlacePosition(flow_, spec, records_);
    if (!placed) {
      faults_.insert(faults_.end(), placed.faults().begin(), placed.faults().end());
      return false;
    }

    Board& board = board_slot(records_);
    if (stage_.own_replacement && board.turn.gang == MeldKind::kNone) ReplaceLaidWild(board);
    if (!SelfDraw()) {
      table::SeatBoard& payer = board.seats[given_.payer];
      const Tile tile = table::DrawFront(board);
      table::AddToHand(board, given_.payer, tile);
      if (given_.by == WinBy::kDiscard) {
        table::NameDrawn(board, given_.payer, tile);
        table::DiscardTile(board, given_.payer, tile);
      } else {
        table::FocusAddedGang(board, given_.payer, table::KindOf(tile));
      }
      if (stage_.payer_discards) payer.discards = static_cast<std::uint8_t>(*stage_.payer_discards);
      if (stage_.gang_discard) board.turn.discard_gang = MeldKind::kAnGang;
    }
    board_ = board_slot;
    return faults_.empty();
  }

  // Indicators lie on the table beside the hand.
  void CheckIndicators() {
    const auto* tiles = flow_.Shared<logic::TileSet>("tiles");
    std::array<int, kMaxPieces> shown{};
    for (const char* name : {"dora", "ura"}) {
      const auto* rule = flow_.Shared<logic::DoraRule>(name);
      if (rule == nullptr || tiles == nullptr) continue;
      for (const Tile tile : rule->Shown(records_)) {
        const int held = board_(records_).seats[given_.seat].Owns(tile) +
                         (!SelfDraw() && table::KindOf(given_.win) == tile ? 1 : 0);
        if (held + ++shown[tile] == tiles->Copies(tile) + 1)
          AddFault(faults_, "S03", given_.where,
                   fmt::format("{}_indicators: more {} than there are in play", name,
                               table::TileName(tile)));
      }
    }
  }

  // A ganged wildcard draws a replacement too, and so may a tile set aside.
  void ReplaceLaidWild(Board& board) {
    const auto* rule = flow_.Shared<logic::WinRule>("win");
    const bool laid = rule != nullptr && rule->wilds() != nullptr &&
                      rule->wilds()->Laid(records_, given_.seat) != 0;
    const auto* aside_rule = NodeSaying<logic::SetAsideRule>(flow_);
    const bool aside = aside_rule != nullptr && aside_rule->CountsAsGang() &&
                       !board.seats[given_.seat].set_aside.Empty();
    if (!laid && !aside) {
      return AddFault(faults_, "S06", given_.where, replacement_event_ + ": the hand has no gang");
    }
    board.turn.gang = MeldKind::kLaiGang;
    board.turn.gang_from = given_.seat;
  }

  // The table that the named facts require.
  void StageFacts(const WinCase& win) {
    for (const std::string& event : given_.events) {
      const auto row = judge_->FactRow(event);
      if (!row) continue;
      const bool asked = stage_.own_replacement;
      if (judge_->StageFact(win, *row, stage_) == score::Shown::kNot) all_shown_ = false;
      if (stage_.own_replacement && !asked) replacement_event_ = event;
    }
  }

  // Combines the state that facts require with the given state. They must not contradict each
  // other.
  void SetStagedState(Value& state) {
    for (const Value::Entry& staged : stage_.state.entries()) {
      if (!state.IsMap()) state = Value::Map();
      const Value* said = state.Find(staged.key);
      if (said != nullptr && said->AsBool() == std::optional<bool>(false)) {
        AddFault(faults_, "S06", given_.where,
                 fmt::format("events say {}: {}, and state says {}: off", staged.key,
                             staged.value.Canonical(), staged.key));
      }
      state.Set(staged.key, staged.value);
    }
  }

  void ReadEvents(WinCase& win) {
    for (const std::string& event : given_.events) {
      const auto row = judge_->FactRow(event);
      if (!row) {
        std::vector<std::string> known;
        for (const score::FanRow& fan : judge_->Rows()) {
          if (judge_->FactRow(fan.id)) known.push_back(fan.id);
        }
        AddFault(faults_, "S04", given_.where,
                 "events: there is no event \"" + event + "\" in this variant's fan table" +
                     DidYouMean(event, known));
      } else if (!judge_->FactPossible(records_, win, *row)) {
        AddFault(faults_, "S06", given_.where, "events: " + event + " cannot be with such a win");
      } else {
        win.given.Add(*row);
      }
    }
  }

  void FillReading(ScoreAnswer& answer) {
    const Board& board = board_(records_);
    const table::SeatBoard& own = board.seats[given_.seat];
    Counts hand = own.hand;
    if (!SelfDraw()) hand.Add(table::KindOf(given_.win));
    const auto* rule = flow_.Shared<logic::WinRule>("win");
    if (!answer.win) {
      const bool shaped = rule != nullptr && rule->HasShape(records_, hand, own.meld_count);
      answer.why = shaped ? "tiles_not_allowed" : "not_complete";
      answer.why_zh = shaped ? "牌型完整，但这样不能胡" : "没有胡牌";
      answer.why_en = shaped ? "complete, but it may not win so" : "the hand is not complete";
      return;
    }
    if (rule == nullptr) return;
    const auto reading = score::ReadingOf(*rule, records_, hand, own.meld_count, answer.verdict);
    if (reading && reading->pairs) {
      ForEach(hand.Kinds(), [&](Tile tile) {
        for (int i = 0; i < hand[tile] / 2; ++i)
          answer.sets.push_back(table::FormatTiles(std::vector<Tile>{tile, tile}));
      });
      return;
    }
    const std::string text = reading ? table::ReadingText(reading->sets) : std::string();
    for (std::size_t begin = 0; begin < text.size();) {
      const std::size_t end = std::min(text.find(' ', begin), text.size());
      (answer.pair.empty() ? answer.pair : answer.sets.emplace_back()) =
          text.substr(begin, end - begin);
      begin = end + 1;
    }
    for (const Meld& meld : own.Melds()) answer.sets.push_back(MeldText(meld));
    if (reading && reading->body != 0) answer.knitted = table::FormatTiles(reading->body);
  }

  // The variant's win node settles the table. Only its payments of the win itself are used.
  void FillPoints(const WinCase& win, ScoreAnswer& answer) {
    answer.points.assign(static_cast<std::size_t>(flow_.seats()), 0);
    NodeIndex node = kNoNode;
    for (std::size_t i = 0; i < flow_.nodes().size(); ++i) {
      if (logic::Wins(*flow_.nodes()[i].impl, given_.by)) node = static_cast<NodeIndex>(i);
    }
    const auto ledger_slot = table::FindSlot<table::Ledger>(flow_);
    if (node == kNoNode || !ledger_slot) return;
    Records played = records_;
    Response response;
    flow_.Enter(played, node, given_.seat, response);
    if (!response.ok())
      return AddFault(faults_, "S06", given_.where,
                      "the win cannot be settled: " + response.refusal.detail);
    const table::Ledger& ledger = (*ledger_slot)(played);
    const score::WinPayer* rule = nullptr;
    for (const RoleUse<Effect>& effect :
         flow_.node(node).hooks[static_cast<std::size_t>(Hook::kProcessSettle)]) {
      if (const auto* pays = dynamic_cast<const score::WinPayer*>(effect.part)) rule = pays;
    }
    const auto pay = [&](Seat payer, int each) {
      if (payer < flow_.seats()) answer.points[static_cast<std::size_t>(payer)] -= each;
      answer.points[static_cast<std::size_t>(given_.seat)] += each;
    };
    // The variant's payment rule decides who pays how much, from the given hand and state. Other
    // effects of the win (horses from an unnamed wall) and the holdings of payers do not matter.
    // Without a rule, the ledger decides.
    if (rule != nullptr) {
      const auto owed = rule->Owed(records_, win, answer.verdict);
      for (Seat payer = 0; payer < table::kMaxParties; ++payer) pay(payer, owed[payer]);
      return;
    }
    for (int i = 0; i < ledger.count; ++i) {
      const table::LedgerEntry& entry = ledger.entries[static_cast<std::size_t>(i)];
      if (entry.party() != given_.seat || entry.reason != ledger.entries[0].reason) continue;
      ForEachSeat(entry.payers, [&](Seat payer) { pay(payer, entry.each); });
    }
  }

  // What is settled beside the win, by numbers that the state names.
  void AddGiven(ScoreAnswer& answer) const {
    for (const auto& part : flow_.parts()) {
      const auto* settles = dynamic_cast<const score::GivenSettlement*>(part.get());
      if (settles == nullptr) continue;
      const auto points = settles->Given(records_, given_.seat);
      for (std::size_t seat = 0; seat < answer.points.size(); ++seat)
        answer.points[seat] += points[seat];
    }
  }

  const Flow& flow_;
  const ScoreCase& given_;
  Faults& faults_;
  const Judge* judge_ = nullptr;
  Records records_;
  Slot<Board> board_;
  score::WinStage stage_;
  std::string replacement_event_;  // the first event that asks for a replacement
  bool all_shown_ = true;          // the table shows every fact named
};

}  // namespace

Result<ScoreAnswer> JudgeCase(const Flow& flow, const ScoreCase& given) {
  Faults faults;
  ScoreAnswer answer = CaseJudge(flow, given, faults).Run();
  if (!faults.empty()) return faults;
  return answer;
}

}  // namespace mlf::tools
