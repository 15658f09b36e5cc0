#include "tools/kit/score_io.h"
#include <mlf/components/payment.h>
#include <mlf/flow/json.h>
#include <mlf/table/find_slot.h>
#include <mlf/table/hand_report.h>
#include <mlf/table/ledger.h>
#include "components/logic/minimum_fan.h"
#include "flow/base/words.h"
#include "tools/kit/fields.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <istream>
#include <ostream>
#include <span>

namespace mlf::tools {
namespace {

using score::Judge;
using score::Verdict;
using score::WinBy;
using score::WinCase;
using table::Board;
using table::kNoTile;

constexpr std::size_t kMaxLine = 1u << 20;

// JSON as the checked tree that everything here is read from. Words stay words.
Value ToValue(const Json& json) {
  switch (json.type()) {
    case Json::value_t::object: {
      Value map = Value::Map();
      for (const auto& [key, item] : json.items()) map.Set(key, ToValue(item));
      return map;
    }
    case Json::value_t::array: {
      Value list = Value::List();
      for (const Json& item : json) list.Append(ToValue(item));
      return list;
    }
    case Json::value_t::null: return {};
    case Json::value_t::string: {
      Value word(json.get<std::string>());
      word.set_quoted(true);
      return word;
    }
    case Json::value_t::boolean: return Value(json.get<bool>());
    default: return Value(json.dump());
  }
}

// A line as a JSON object. Null and a text in `error` where it is none.
Json ParseLine(const std::string& line, std::string& error) {
  if (line.size() > kMaxLine) {
    error = "the line is too long";
    return nullptr;
  }
  Result<Json> json = ParseJson(line);
  if (!json) {
    const Fault& fault = json.faults().front();
    error = fault.where.column == 0
                ? fault.message
                : fmt::format("{} (character {})", fault.message, fault.where.column);
    return nullptr;
  }
  if (json->is_object()) return std::move(json).value();
  error = "a JSON object is needed";
  return nullptr;
}

std::string Messages(const Faults& faults) {
  std::string text;
  for (const Fault& fault : faults) text += (text.empty() ? "" : "; ") + fault.message;
  return text;
}

std::string Dump(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

// What the cards call the facts that a table can show: naming one is putting the table into that
// state.
enum class Shows {
  kNothing,
  kFirstTurn,
  kFirstDraw,
  kOwnReplacement,
  kGangDiscard,
  kLastTile,
  kReady,
  kHeavenlyReady
};
Shows ShownBy(std::string_view event) {
  if (event == "tian_hu") return Shows::kFirstTurn;
  if (event == "di_hu" || event == "ren_hu") return Shows::kFirstDraw;
  if (event == "gang_shang_hua" || event == "gang_shang_kai_hua") return Shows::kOwnReplacement;
  if (event == "gang_shang_pao" || event == "re_chong") return Shows::kGangDiscard;
  if (event == "hai_di" || event == "miao_shou_hui_chun" || event == "hai_di_lao_yue")
    return Shows::kLastTile;
  if (event == "bao_ting") return Shows::kReady;
  if (event == "tian_ting") return Shows::kHeavenlyReady;
  return Shows::kNothing;
}

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
                .tile = given_.win,
                .by = given_.by,
                .facts = WinCase::Facts::kGiven,
                .given = {}};
    if (!faults_.empty() || !Place(*board_slot)) return answer;
    ReadEvents(win);
    if (!faults_.empty()) return answer;

    judge_->Evaluate(records_, win, answer.verdict);
    answer.win = answer.verdict.win;
    FillReading(answer);
    if (!answer.win) return answer;
    if (!Enough(answer)) return answer;

    // Where the table shows every fact that was named, the variant's own eyes must see them. They
    // may see more, as tiles nobody named lie about.
    if (all_shown_) {
      WinCase seen = win;
      seen.facts = WinCase::Facts::kFromRecords;
      Verdict as_seen;
      judge_->Evaluate(records_, seen, as_seen);
      const bool same = as_seen.fan == answer.verdict.fan && as_seen.value == answer.verdict.value;
      const auto seen_too = [&](const std::string& event) {
        return judge_->FactHolds(records_, seen, judge_->FactRow(event));
      };
      if (!same && !std::all_of(given_.events.begin(), given_.events.end(), seen_too)) {
        AddFault(faults_, "S06", given_.where, "the events contradict each other or the hand");
        return answer;
      }
    }
    FillPoints(win, answer);
    return answer;
  }

 private:
  // Whether the variant's own win nodes ask for more fan than this: then it is no win.
  bool Enough(ScoreAnswer& answer) const {
    for (const Node& node : flow_.nodes()) {
      if (node.type != (SelfDraw() ? "zi_mo" : "hu")) continue;
      for (const Use<Condition>& condition : node.conditions) {
        const auto* minimum = dynamic_cast<const logic::MinimumFan*>(condition.part);
        if (minimum == nullptr || minimum->Enough(answer.verdict)) continue;
        answer.win = false;
        answer.why = logic::MinimumFan::kReason.id;
        answer.why_zh = logic::MinimumFan::kReason.zh;
        answer.why_en = logic::MinimumFan::kReason.en;
        return false;
      }
    }
    return true;
  }
  bool Has(Shows what) const {
    return std::any_of(given_.events.begin(), given_.events.end(),
                       [&](const std::string& event) { return ShownBy(event) == what; });
  }
  // A replacement is drawn for a ganged wildcard too.
  bool HasLaiGang() const {
    const Value* laid = given_.state.IsMap() ? given_.state.Find("lai_gang") : nullptr;
    if (laid == nullptr) return false;
    const Value* own =
        laid->IsList() && laid->items().size() > static_cast<std::size_t>(given_.seat)
            ? &laid->items()[static_cast<std::size_t>(given_.seat)]
            : laid;
    return own->AsInt().value_or(0) > 0;
  }
  bool SelfDraw() const { return given_.by == WinBy::kSelfDraw; }

  void CheckSeats() {
    if (!SelfDraw() && given_.payer == given_.seat)
      AddFault(faults_, "S06", given_.where, "payer: the winner does not pay itself");
    if ((given_.seats_won & MaskOf(given_.seat)) != 0)
      AddFault(faults_, "S06", given_.where, "seats_won: the winner has left the hand");
    if (!SelfDraw() && (given_.seats_won & MaskOf(given_.payer)) != 0)
      AddFault(faults_, "S06", given_.where, "seats_won: the payer has left the hand");
  }

  // The case as a table: the winner's tiles, everybody else far from everything; the winning tile
  // where it is won.
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
    // A dealer that is dealt no tile more has drawn its first.
    if (Has(Shows::kFirstTurn)) winner.draws = DealerDraws(flow_) ? 1 : 0, winner.discards = 0;
    if (Has(Shows::kFirstDraw)) winner.draws = 1, winner.discards = 0;
    spec.actor = SelfDraw() ? given_.seat : given_.payer;
    spec.at = flow_.node(flow_.entry()).id;
    spec.fresh = SelfDraw();
    if (SelfDraw()) {
      winner.hand.push_back(given_.win);
      winner.drawn = Has(Shows::kFirstTurn) && !DealerDraws(flow_) ? kNoTile : given_.win;
    } else {
      spec.wall = {given_.win};
    }
    if (Has(Shows::kLastTile)) spec.wall_left = SelfDraw() ? 0 : 1;
    if (Has(Shows::kOwnReplacement)) {
      for (const Meld& meld : given_.melds) {
        if (table::IsGang(meld.kind) && meld.kind != MeldKind::kChaoTian)
          spec.after_gang = meld.kind,
          spec.after_gang_from = meld.kind == MeldKind::kMingGang ? meld.from : given_.seat;
      }
      if (spec.after_gang == MeldKind::kNone && HasLaiGang())
        spec.after_gang = MeldKind::kLaiGang, spec.after_gang_from = given_.seat;
      if (spec.after_gang == MeldKind::kNone)
        AddFault(faults_, "S06", given_.where, "gang_shang_hua: the hand has no gang");
    }
    if (!given_.state.IsNull() && !given_.state.IsMap())
      AddFault(faults_, "S02", given_.where, "state: keys with values are needed");
    spec.state = given_.state;
    if (Has(Shows::kReady) || Has(Shows::kHeavenlyReady)) SetReady(spec);
    spec.state_seat = given_.seat;
    auto placed = PlacePosition(flow_, spec, records_);
    if (!placed) {
      faults_.insert(faults_.end(), placed.faults().begin(), placed.faults().end());
      return false;
    }

    Board& board = board_slot(records_);
    if (!SelfDraw()) {
      table::SeatBoard& payer = board.seats[static_cast<std::size_t>(given_.payer)];
      const Tile tile = table::DrawFront(board.wall);
      table::AddToHand(payer, tile);
      if (given_.by == WinBy::kDiscard) {
        payer.drawn = tile;
        table::DiscardTile(board, given_.payer, tile);
        payer.drawn = kNoTile;
      } else {
        board.focus = table::Focus::kAddedGang;
        board.focus_tile = tile;
        board.focus_seat = given_.payer;
      }
      if (Has(Shows::kFirstDraw)) payer.discards = 1;
      if (Has(Shows::kGangDiscard)) board.discard_gang = MeldKind::kAnGang;
    }
    board_ = board_slot;
    return faults_.empty();
  }

  // Declared ready by an event or by the state; the two must not say different things.
  void SetReady(PositionSpec& spec) {
    const Value* said = spec.state.IsMap() ? spec.state.Find("ready") : nullptr;
    if (said != nullptr && said->AsBool() == std::optional<bool>(false)) {
      AddFault(faults_, "S06", given_.where,
               "events: the seat has declared ready, and state says it has not");
    }
    if (!spec.state.IsMap()) spec.state = Value::Map();
    spec.state.Set("ready", Has(Shows::kHeavenlyReady) ? Value("heavenly") : Value(true));
  }

  void ReadEvents(WinCase& win) {
    for (const std::string& event : given_.events) {
      const int row = judge_->FactRow(event);
      if (row < 0) {
        std::vector<std::string> known;
        for (const score::FanRow& fan : judge_->Rows()) {
          if (judge_->FactRow(fan.id) >= 0) known.push_back(fan.id);
        }
        AddFault(faults_, "S04", given_.where,
                 "events: there is no event \"" + event + "\" in this variant's fan table" +
                     DidYouMean(event, known));
      } else if (!judge_->FactPossible(records_, win, row)) {
        AddFault(faults_, "S06", given_.where, "events: " + event + " cannot be with such a win");
      } else {
        win.given.Add(row);
        if (ShownBy(event) == Shows::kNothing && !CaseTells(event)) all_shown_ = false;
      }
    }
  }

  // Facts that the kind of the win alone tells; naming them changes nothing.
  static bool CaseTells(const std::string& event) {
    return event == "zi_mo" || event == "qiang_gang_hu" || event == "qiang_gang" ||
           event == "pao_hu";
  }

  void FillReading(ScoreAnswer& answer) {
    const Board& board = board_(records_);
    const table::SeatBoard& own = board.seats[static_cast<std::size_t>(given_.seat)];
    Counts hand = own.hand;
    if (!SelfDraw()) hand.Add(given_.win);
    int wild = 0;
    Counts natural = hand;
    const auto* rule = flow_.Shared<logic::WinRule>("win");
    if (rule != nullptr) natural = rule->Natural(records_, hand, wild);
    // A hard reading is the one that counts where there is one.
    if (rule != nullptr && wild > 0 && rule->Hard(hand, own.meld_count)) natural = hand, wild = 0;
    const table::TileMask stand_for = rule != nullptr && rule->wilds() != nullptr
                                          ? rule->wilds()->MayBe(records_)
                                          : table::kNaturals;
    if (!answer.win) {
      const bool shaped = rule != nullptr && rule->HasShape(records_, hand, own.meld_count);
      answer.why = shaped ? "tiles_not_allowed" : "not_complete";
      answer.why_zh = shaped ? "牌型完整，但这样不能胡" : "没有胡牌";
      answer.why_en = shaped ? "complete, but it may not win so" : "the hand is not complete";
      return;
    }
    std::string text;
    if (answer.verdict.has_reading) {
      text = table::ReadingText(answer.verdict.reading);
    } else if (wild == 0 && own.meld_count == 0 &&
               table::IsSevenPairs(natural, table::Pairs::kFourAreTwo) && rule != nullptr &&
               rule->IsPairs(records_, hand)) {
      // Seven pairs are worth more than any other reading of the same tiles wherever they are a
      // shape at all.
      ForEach(hand.Kinds(), [&](Tile tile) {
        for (int i = 0; i < hand[tile] / 2; ++i)
          answer.sets.push_back(table::FormatTiles(std::vector<Tile>{tile, tile}));
      });
      return;
    } else {
      // The reading with most triplets is the dearest where fans ask for triplets; others do not
      // depend on the reading.
      int most = -1;
      table::ForEachReading(natural, 4 - own.meld_count + (HandSize(flow_) - 13) / 3, wild,
                            stand_for, [&](const table::Reading& reading) {
                              int triplets = 0;
                              for (const table::SetReading& set : reading.Sets())
                                triplets += set.kind == table::SetReading::kTriplet ? 1 : 0;
                              if (triplets <= most) return;
                              most = triplets;
                              text = table::ReadingText(reading);
                            });
    }
    for (std::size_t begin = 0; begin < text.size();) {
      const std::size_t end = std::min(text.find(' ', begin), text.size());
      (answer.pair.empty() ? answer.pair : answer.sets.emplace_back()) =
          text.substr(begin, end - begin);
      begin = end + 1;
    }
    for (const Meld& meld : own.Melds()) answer.sets.push_back(MeldText(meld));
  }

  // The variant's own win node settles this very table; of what it books, the payments of the win
  // itself are taken.
  void FillPoints(const WinCase& win, ScoreAnswer& answer) {
    answer.points.assign(static_cast<std::size_t>(flow_.seats()), 0);
    NodeIndex node = kNoNode;
    for (std::size_t i = 0; i < flow_.nodes().size(); ++i) {
      if (flow_.nodes()[i].type == (SelfDraw() ? "zi_mo" : "hu")) node = static_cast<NodeIndex>(i);
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
    for (const Use<Effect>& effect :
         flow_.node(node).hooks[static_cast<std::size_t>(Hook::kProcessSettle)]) {
      if (const auto* pays = dynamic_cast<const score::WinPayer*>(effect.part)) rule = pays;
    }
    const auto pay = [&](Seat payer, int each) {
      answer.points[static_cast<std::size_t>(payer)] -= each;
      answer.points[static_cast<std::size_t>(given_.seat)] += each;
    };
    // The variant's rule says who pays and how much, by the hand and the state as they were given,
    // whatever else the win has brought about (horses turned off a wall that nobody spoke of), and
    // whatever the payers hold. Without a rule to ask, the ledger answers.
    if (rule != nullptr)
      return ForEachSeat(rule->Payers(records_, win), [&](Seat payer) {
        pay(payer, rule->Points(records_, win, payer, answer.verdict.value));
      });
    for (int i = 0; i < ledger.count; ++i) {
      const table::LedgerEntry& entry = ledger.entries[static_cast<std::size_t>(i)];
      if (entry.party() != given_.seat || entry.reason != ledger.entries[0].reason) continue;
      ForEachSeat(entry.payers, [&](Seat payer) { pay(payer, entry.each); });
    }
  }

  const Flow& flow_;
  const ScoreCase& given_;
  Faults& faults_;
  const Judge* judge_ = nullptr;
  Records records_;
  Slot<Board> board_;
  bool all_shown_ = true;  // every fact named is one the table shows
};

Json AnswerJson(const Flow& flow, const ScoreAnswer& answer) {
  Json json{{"win", answer.win}};
  if (!answer.win) {
    json["why"] = Json{{"code", answer.why}, {"zh", answer.why_zh}, {"en", answer.why_en}};
    return json;
  }
  const Judge& judge = *flow.Shared<Judge>("judge");
  Json fans = Json::array();
  for (const score::FanLine& line : answer.verdict.Lines()) {
    const score::FanRow& row = judge.Rows()[line.row];
    fans.push_back(Json{{"id", row.id}, {"zh", row.zh}, {"fan", line.fan}, {"count", line.count}});
  }
  json["fans"] = std::move(fans);
  if (judge.has_fan_total()) json["fan"] = answer.verdict.fan;
  if (answer.verdict.times != 1) json["times"] = answer.verdict.times;
  json["value"] = answer.verdict.value;
  json["points"] = answer.points;
  Json reading = Json::object();
  if (answer.pair.empty()) {
    reading["pairs"] = answer.sets;
  } else {
    reading["pair"] = answer.pair;
    reading["sets"] = answer.sets;
  }
  json["reading"] = std::move(reading);
  return json;
}

// Runs `answer` over the lines; it fills the object that stands behind "id", or gives an error.
template <typename Answer>
int EachLine(std::istream& in, std::ostream& out, Answer&& answer) {
  int status = 0;
  for (std::string line; std::getline(in, line);) {
    if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
    std::string error;
    const Json row = ParseLine(line, error);
    Json result = Json::object();
    if (row.is_object()) {
      if (!row.contains("id") || !row["id"].is_string()) {
        error = "id: a text is needed";
      } else {
        result["id"] = row["id"];
        const Json body = answer(row, error);
        if (error.empty()) result.update(body);
      }
    }
    if (!error.empty()) {
      if (!result.contains("id")) result["id"] = nullptr;
      result["error"] = error;
      status = 1;
    }
    out << Dump(result) << '\n';
  }
  out.flush();
  return status;
}

// ---- hands ----

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
  Fields fields(row, {"id", "tiles", "meld_count", "wild", "wild_count", "tile_set"}, faults);
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
      hand.wild = wild[0];
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
  for (const Tile tile : tiles) {
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
  if (faults.empty() && size != wanted && size != wanted + 1) {
    AddFault(faults, "S05", {},
             fmt::format("tiles: {} tiles; with {} melds a hand has {} or {}", size, hand.melds,
                         wanted, wanted + 1));
  }
  if (!faults.empty()) return faults;
  hand.tiles = table::ToCounts(tiles);
  return hand;
}

Json HandJson(const HandRow& hand, int copies) {
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
  json["riichi"] = report.riichi;
  if (report.improving)
    json["improving"] = table::FormatTiles(*report.improving & ~hand.tiles.AtLeast(copies));
  put("is_win", report.is_win);
  return json;
}

}  // namespace

Result<ScoreCase> ReadScoreCase(const Flow& flow, const Value& value,
                                const std::vector<std::string>& extra) {
  Faults faults;
  ScoreCase out;
  out.where = value.where();
  std::vector<std::string> known = {"hand", "melds",  "win",   "by",        "events",
                                    "seat", "dealer", "payer", "seats_won", "state"};
  known.insert(known.end(), extra.begin(), extra.end());
  Fields fields(value, known, faults);
  if (!fields.ok()) return faults;
  for (const char* needed : {"hand", "win", "by"}) {
    if (fields.Find(needed) == nullptr)
      AddFault(faults, "S02", value.where(), std::string(needed) + ": is missing");
  }
  fields.Tiles("hand", out.hand);
  std::vector<Tile> win;
  if (fields.Tiles("win", win)) {
    if (win.size() == 1) {
      out.win = win[0];
    } else {
      AddFault(faults, "S02", fields.Find("win")->where(), "win: one tile is needed");
    }
  }
  const int last = flow.seats() - 1;
  int number = 0;
  if (fields.Int("seat", 0, last, number)) out.seat = static_cast<Seat>(number);
  if (fields.Int("dealer", 0, last, number)) out.dealer = static_cast<Seat>(number);
  // Of a hand whose own wind is said and whose dealer is not, the wind says who deals.
  const Value* state = fields.Find("state");
  const Value* wind = state != nullptr && state->IsMap() ? state->Find("seat_wind") : nullptr;
  const std::size_t turn = wind != nullptr && wind->IsScalar()
                               ? std::string_view("ESWN").find(wind->text())
                               : std::string_view::npos;
  if (fields.Find("dealer") == nullptr && wind != nullptr && !wind->text().empty() &&
      turn != std::string_view::npos) {
    const int from_dealer = flow.seats() == 2 ? static_cast<int>(turn) / 2 : static_cast<int>(turn);
    out.dealer = static_cast<Seat>((out.seat + flow.seats() - from_dealer) % flow.seats());
  }
  out.payer = out.seat == 1 ? static_cast<Seat>(2 % flow.seats()) : Seat{1};
  if (fields.Int("payer", 0, last, number)) out.payer = static_cast<Seat>(number);
  if (const Value* melds = fields.Find("melds")) {
    if (!melds->IsList() && !melds->IsNull())
      AddFault(faults, "S02", melds->where(), "melds: a list is needed");
    for (const Value& item : melds->items()) {
      auto meld = ReadMeld(item.text(), out.seat, flow.seats());
      if (!meld) {
        AddFault(faults, meld.faults().front().code, item.where(), meld.faults().front().message);
        continue;
      }
      // Without a word about it the tile came from the payer, so that rules that ask whose it was
      // have an answer.
      if (meld->kind != MeldKind::kAnGang && meld->kind != MeldKind::kChaoTian &&
          item.text().find("from") == std::string::npos && out.payer != out.seat)
        meld->from = out.payer;
      out.melds.push_back(*meld);
    }
  }
  std::string by;
  if (fields.Text("by", by)) {
    if (by == "self_draw") {
      out.by = score::WinBy::kSelfDraw;
    } else if (by == "rob") {
      out.by = score::WinBy::kRob;
    } else if (by != "discard") {
      AddFault(faults, "S02", fields.Find("by")->where(),
               "by: self_draw, discard or rob is needed, not \"" + by + "\"");
    }
  }
  if (const Value* events = fields.Find("events")) {
    if (!events->IsList() && !events->IsNull())
      AddFault(faults, "S02", events->where(), "events: a list is needed");
    for (const Value& event : events->items()) out.events.push_back(event.text());
  }
  if (const Value* won = fields.Find("seats_won")) {
    if (!won->IsList() && !won->IsNull())
      AddFault(faults, "S02", won->where(), "seats_won: a list is needed");
    for (const Value& seat : won->items()) {
      if (ReadInt(seat, 0, last, number, faults))
        out.seats_won |= MaskOf(static_cast<Seat>(number));
    }
  }
  if (state != nullptr) out.state = *state;
  if (!faults.empty()) return faults;
  return out;
}

Result<ScoreAnswer> JudgeCase(const Flow& flow, const ScoreCase& given) {
  Faults faults;
  ScoreAnswer answer = CaseJudge(flow, given, faults).Run();
  if (!faults.empty()) return faults;
  return answer;
}

int RunScore(const Flow& flow, std::istream& in, std::ostream& out) {
  return EachLine(in, out, [&](const Json& row, std::string& error) -> Json {
    const auto given = ReadScoreCase(flow, ToValue(row), {"id"});
    if (!given) {
      error = Messages(given.faults());
      return nullptr;
    }
    const auto answer = JudgeCase(flow, *given);
    if (!answer) {
      error = Messages(answer.faults());
      return nullptr;
    }
    return AnswerJson(flow, *answer);
  });
}

int RunHand(std::istream& in, std::ostream& out, int copies) {
  return EachLine(in, out, [&](const Json& row, std::string& error) -> Json {
    const auto hand = ReadHandRow(ToValue(row), copies);
    if (!hand) {
      error = Messages(hand.faults());
      return nullptr;
    }
    return HandJson(*hand, copies);
  });
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
  const int sets = 4 - melds;
  const auto distance = [&](const Counts& of) {
    int least = table::Distance(of, sets, 0, table::Copies::kFour);
    if (melds == 0)
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
