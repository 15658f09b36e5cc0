#include "tools/mjai/game_log.h"
#include <fmt/format.h>
#include <mlf/components/deposit.h>
#include <mlf/components/drawn_hand.h>
#include <mlf/components/extra_rounds.h>
#include <mlf/components/judge.h>
#include <mlf/components/play_node.h>
#include <mlf/components/rounds.h>
#include <mlf/flow/text.h>
#include <mlf/play/choices.h>
#include <mlf/table/find_slot.h>
#include "tools/kit/json_lines.h"
#include "tools/kit/position.h"
#include "tools/kit/recorded_wall.h"
#include "tools/mjai/answer.h"
#include "tools/mjai/words.h"

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <optional>
#include <sstream>

namespace mlf::tools {

using logic::Play;
using table::Tile;

namespace {

int NumberAt(const Json& message, const char* key) {
  const auto found = message.find(key);
  if (found == message.end() || !found->is_number_integer())
    throw Misfit{fmt::format("\"{}\" is missing", key)};
  return found->get<int>();
}

// "E2.1": East 2, one extra round.
std::string HandName(const Json& start) {
  return start.is_null() ? "before the first hand"
                         : fmt::format("hand {}{}.{}", start.value("bakaze", "?"),
                                       start.value("kyoku", 0), start.value("honba", 0));
}

// The walls of the hands in their order.
class Walls final : public Chance {
 public:
  void Add(std::vector<Tile> wall) { walls_.push_back(std::move(wall)); }
  // The match starts with a later hand: the hand before it, which the engine asks for, is not
  // played.
  void BeginLater() { before_ = true; }
  HandChance OfHand(std::uint32_t) override {
    if (std::exchange(before_, false)) return {.wall = {}, .seed = 1};
    if (next_ == walls_.size()) throw std::runtime_error("the record holds no further hand");
    const std::size_t hand = next_++;
    return {.wall = walls_[hand], .seed = hand + 1};
  }

 private:
  std::vector<std::vector<Tile>> walls_;
  std::size_t next_ = 0;
  bool before_ = false;
};

class Import {
 public:
  Import(const Flow& flow, const GameLog& log)
      : flow_(flow),
        log_(log),
        choosing_(flow),
        board_(*table::FindSlot<table::Board>(flow)),
        match_(*table::FindSlot<table::Match>(flow)),
        recorder_(flow),
        feed_(flow),
        records_(flow.Blank()) {}

  Result<Journal> Run() {
    try {
      LayWalls();
      for (at_ = 0; at_ < log_.messages.size(); ++at_) Take(log_.messages[at_]);
      recorder_.Finish(records_);
      return recorder_.journal();
    } catch (const Misfit& misfit) {
      return FaultAt(misfit.why);
    } catch (const WallMisfit& misfit) {
      return FaultAt(misfit.why);
    } catch (const Json::exception& error) {
      return FaultAt(std::string("a value has the wrong type: ") + error.what());
    }
  }

 private:
  Fault FaultAt(const std::string& why) const {
    const std::string quoted = at_ < log_.messages.size() ? log_.messages[at_].dump() : "";
    return {
        "G01", {}, fmt::format("event {} ({}): {}: {}", at_ + 1, HandName(start_), why, quoted)};
  }

  // All walls first: the engine asks for one in the step that begins a hand.
  void LayWalls() {
    std::optional<RecordedWall> wall;
    bool gang = false;  // the next draw is a replacement
    const auto close = [&] {
      if (wall) walls_.Add(wall->Fill());
      wall.reset();
    };
    for (at_ = 0; at_ < log_.messages.size(); ++at_) {
      const Json& message = log_.messages[at_];
      const std::string type = message.at("type");
      if (type == "start_kyoku") {
        close();
        start_ = message;
        wall.emplace(flow_);
        const Json& hands = message.at("tehais");
        for (int turn = 0; turn < flow_.seats(); ++turn) {
          std::vector<Tile> hand;
          for (const Json& tile : hands.at(
                   static_cast<std::size_t>((NumberAt(message, "oya") + turn) % flow_.seats())))
            hand.push_back(MjaiTileOf(tile));
          if (static_cast<int>(hand.size()) != HandSize(flow_))
            throw Misfit{"\"tehais\" has a hand of a wrong size"};
          wall->Deal(hand);
        }
        wall->Indicator(MjaiTileOf(message.at("dora_marker")));
        gang = false;
      } else if (!wall) {
        continue;
      } else if (type == "tsumo") {
        wall->Draw(MjaiTileOf(message.at("pai")), std::exchange(gang, false));
      } else if (type == "ankan" || type == "kakan" || type == "daiminkan") {
        gang = true;
      } else if (type == "dora") {
        wall->Indicator(MjaiTileOf(message.at("dora_marker")));
      } else if (type == "hora" && !message.value("ura_markers", Json::array()).empty() &&
                 !std::exchange(below_told_, true)) {
        for (const Json& tile : message["ura_markers"]) wall->Below(MjaiTileOf(tile));
      } else if (type == "end_kyoku") {
        close();
        below_told_ = false;
      }
    }
    close();
    start_ = nullptr;
  }

  void Take(const Json& message) {
    const std::string type = message.at("type");
    if (type == "start_kyoku") {
      start_ = message;
      Begin(message);
    } else if (type == "tsumo") {
      PassAll({});
      MustBeInTurn(message);
      const Tile tile = MjaiTileOf(message.at("pai"));
      const Seat seat = SeatOf(message);
      if (board().seats[seat].DrawnPiece() != tile)
        throw Misfit{
            fmt::format("seat {} draws {}", seat, MjaiTile(board().seats[seat].DrawnPiece()))};
    } else if (type == "reach") {
      declares_ = true;
    } else if (type == "dahai" || type == "ankan" || type == "kakan") {
      MustBeInTurn(message);
      Do(ActionOf(message, type == "dahai" && std::exchange(declares_, false)));
    } else if (type == "chi" || type == "pon" || type == "daiminkan") {
      PassAll({{SeatOf(message), &message}});
    } else if (type == "hora") {
      Win(message);
    } else if (type == "ryukyoku") {
      EndDrawn(message);
    } else if (type == "end_game") {
      EndGame(message);
    } else if (type != "start_game" && type != "dora" && type != "reach_accepted" &&
               type != "end_kyoku") {
      throw Misfit{"unknown event"};
    }
  }

  const table::Board& board() const { return board_(records_); }
  bool HandOver() const { return !started_ || match_(records_).hands_done > hands_; }
  Seat SeatOf(const Json& message) const {
    const int seat = NumberAt(message, "actor");
    if (seat < 0 || seat >= flow_.seats()) throw Misfit{"no such seat"};
    return static_cast<Seat>(seat);
  }

  void Begin(const Json& message) {
    if (!started_) {
      StartMatch(message);
    } else {
      if (!HandOver()) throw Misfit{"the hand before is not over"};
      ReadyAll(false);
      if (records_.flow().over != 0) throw Misfit{"the match is over by the rules"};
    }
    hands_ = match_(records_).hands_done;
    const auto compare = [](std::string_view what, int recorded, int ours) {
      if (recorded != ours)
        throw Misfit{fmt::format("{} is {} by the rules, not {}", what, ours, recorded)};
    };
    compare("the dealer", NumberAt(message, "oya"), board().dealer);
    compare("the round", MjaiRound(message),
            (*table::FindSlot<logic::Rounds>(flow_))(records_).round);
    if (const auto extra = table::FindSlot<logic::ExtraRounds>(flow_))
      compare("the number of extra rounds", message.value("honba", 0), (*extra)(records_).count);
    if (const auto* deposit = flow_.Shared<score::Deposit>("deposit"))
      compare("the number of deposits", message.value("kyotaku", 0),
              deposit->Points(records_) / 1000);
    for (std::size_t seat = 0; message.contains("scores") && seat < 4; ++seat)
      compare(fmt::format("the score of seat {}", seat), message["scores"].at(seat).get<int>(),
              match_(records_).score[static_cast<Seat>(seat)]);
    declares_ = false;
  }

  void StartMatch(const Json& message) {
    const int round = MjaiRound(message);
    table::Match& match = match_(records_);
    match.given_dealer = static_cast<Seat>(NumberAt(message, "oya"));
    if (round != 0 || message.value("honba", 0) != 0) BeginLater(message, round);
    recorder_.Start(records_, walls_, response_);
    started_ = true;
    if (!response_.ok()) throw Misfit{"the hand cannot start: " + response_.refusal.detail};
    Note();
  }

  // The record begins in the middle of a match: the state of the table before that hand is given.
  void BeginLater(const Json& message, int round) {
    if (!message.contains("scores"))
      throw Misfit{"a record that begins in the middle of a match needs \"scores\""};
    table::Match& match = match_(records_);
    match.hands_done = 1;  // scores are kept
    walls_.BeginLater();
    for (std::size_t seat = 0; seat < 4; ++seat)
      match.score[static_cast<Seat>(seat)] = message["scores"].at(seat).get<int>();
    Faults faults;
    const auto set = [&](std::string_view key, int number) {
      SetState(flow_, key, Value(std::int64_t{number}), kNoSeat, records_, faults);
    };
    set("round", round);
    set("honba", message.value("honba", 0));
    set("deposit", 1000 * message.value("kyotaku", 0));
    if (!faults.empty()) throw Misfit{Messages(faults)};
  }

  void MustBeInTurn(const Json& message) const {
    const Seat seat = SeatOf(message);
    if (HandOver()) throw Misfit{"the hand is over"};
    if (board().turn.focus != table::Focus::kNone || records_.flow().actor != seat)
      throw Misfit{fmt::format("it is not the turn of seat {}", seat)};
  }

  Action ActionOf(const Json& message, bool declared) const {
    const MjaiAnswer answer =
        ReadMjaiAnswer(choosing_, flow_, records_, response_.choices, SeatOf(message),
                       response_.ask, message.dump(), declared);
    if (!answer.why.empty()) throw Misfit{answer.why};
    return answer.action;
  }

  // Answers the open window of claims: these seats as given, the others pass.
  void PassAll(std::map<Seat, const Json*> answers) {
    if (HandOver()) throw Misfit{"the hand is over"};
    const std::uint32_t ask = records_.flow().window.ask;
    while (records_.flow().window.ask == ask && response_.asked != 0 && !HandOver() &&
           board().turn.focus != table::Focus::kNone) {
      const auto seat = static_cast<Seat>(std::countr_zero(unsigned{response_.asked}));
      const auto found = std::ranges::find_if(answers, [&](const auto& answer) {
        return (response_.asked & MaskOf(answer.first)) != 0;
      });
      if (found != answers.end()) {
        const Json& message = *found->second;
        answers.erase(found);
        Do(ActionOf(message, false));
        continue;
      }
      NodeIndex pass = kNoNode;
      for (const Offer& offer : response_.choices.Of(seat)) {
        if (logic::PlayOf(*flow_.node(offer.node).impl) == Play::kPass) pass = offer.node;
      }
      Do({.node = pass, .seat = seat, .ask = response_.ask});
    }
    if (!answers.empty())
      throw Misfit{fmt::format("seat {} may claim nothing here", answers.begin()->first)};
  }

  void Win(const Json& message) {
    const Seat seat = SeatOf(message);
    std::vector<const Json*> wins = {&message};
    if (NumberAt(message, "target") == seat) {
      MustBeInTurn(message);
      Do(ActionOf(message, false));
    } else {
      std::map<Seat, const Json*> answers = {{seat, &message}};
      while (at_ + 1 < log_.messages.size() && log_.messages[at_ + 1].value("type", "") == "hora") {
        ++at_;
        answers[SeatOf(log_.messages[at_])] = &log_.messages[at_];
        wins.push_back(&log_.messages[at_]);
      }
      PassAll(answers);
    }
    Compare("hora", wins);
  }

  void EndDrawn(const Json& message) {
    const std::string reason = message.value("reason", "");
    std::map<Seat, const Json*> winners;
    std::vector<Json> made;
    if (reason == "kyushukyuhai") {
      Json gives_up{{"type", "ryukyoku"}, {"actor", records_.flow().actor}};
      Do(ActionOf(gives_up, false));
    } else {
      if (reason == "sanchaho") {
        made.reserve(kMaxSeats);
        ForEachSeat(response_.asked, [&](Seat seat) {
          made.push_back({{"type", "hora"}, {"actor", seat}});
          winners[seat] = &made.back();
        });
      }
      // The last discard ends the hand at once if nobody may win on it.
      if (!HandOver()) PassAll(winners);
    }
    if (!HandOver()) throw Misfit{"the hand is not drawn"};
    Compare("ryukyoku", {&message});
  }

  // What was paid, where the record says it.
  void Compare(const std::string& type, const std::vector<const Json*>& recorded) {
    std::vector<Json> ours;
    for (const Json& message : told_) {
      if (message["type"] == type) ours.push_back(message);
    }
    if (ours.size() != recorded.size())
      throw Misfit{
          fmt::format("{} of them by the rules, {} in the record", ours.size(), recorded.size())};
    for (const Json* message : recorded) {
      const auto same = std::ranges::find_if(ours, [&](const Json& one) {
        return one.value("actor", -1) == message->value("actor", -1) || type == "ryukyoku";
      });
      if (same == ours.end()) throw Misfit{"another seat wins by the rules"};
      if (message->contains("deltas") && (*message)["deltas"] != (*same)["deltas"])
        throw Misfit{fmt::format("the rules pay {}", (*same)["deltas"].dump())};
    }
  }

  // The dealer ends the match if the record does and the rules let it; all others are ready.
  void ReadyAll(bool ends) {
    const std::uint32_t ask = records_.flow().window.ask;
    while (records_.flow().over == 0 && response_.asked != 0 && records_.flow().window.ask == ask) {
      const auto seat = static_cast<Seat>(std::countr_zero(unsigned{response_.asked}));
      Action action = response_.defaults[static_cast<std::size_t>(seat)];
      for (const Offer& offer : response_.choices.Of(seat)) {
        if (ends && logic::PlayOf(*flow_.node(offer.node).impl) == Play::kEndMatch)
          action = {.node = offer.node, .seat = seat, .ask = response_.ask};
      }
      if (ends && logic::PlayOf(*flow_.node(action.node).impl) != Play::kEndMatch) return;
      Do(action);
    }
  }

  // A record may end in the middle of a match.
  void EndGame(const Json& message) {
    if (started_ && records_.flow().over == 0 && HandOver()) ReadyAll(true);
    if (records_.flow().over == 0 || !message.contains("scores")) return;
    for (std::size_t seat = 0; seat < 4; ++seat) {
      const int ours = match_(records_).score[static_cast<Seat>(seat)];
      if (message["scores"].at(seat) != ours)
        throw Misfit{fmt::format("seat {} ends with {} by the rules", seat, ours)};
    }
  }

  void Do(const Action& action) {
    recorder_.Process(records_, action, response_, nullptr, &walls_);
    if (!response_.ok())
      throw Misfit{fmt::format("\"{}\" is refused: {}", FormatAction(flow_, action),
                               FormatRefusal(flow_, response_, action.seat, Lang::kEn))};
    Note();
  }
  void Note() { told_ = feed_.Take(records_, response_); }

  const Flow& flow_;
  const GameLog& log_;
  play::Choosing choosing_;
  Slot<table::Board> board_;
  Slot<table::Match> match_;
  Recorder recorder_;
  MjaiFeed feed_;
  Records records_;
  Response response_;
  Walls walls_;
  std::size_t at_ = 0;
  Json start_;  // of the running hand
  bool started_ = false;
  bool declares_ = false;
  bool below_told_ = false;
  int hands_ = 0;           // done before the running one
  std::vector<Json> told_;  // our messages of the last step
};

}  // namespace

Result<Journal> JournalOfGame(const Flow& flow, const GameLog& log) {
  return Import(flow, log).Run();
}

Result<GameLog> GameOfJournal(const Flow& flow, const Journal& journal) {
  GameLog log;
  log.messages.push_back({{"type", "start_game"}, {"names", {"", "", "", ""}}});
  MjaiFeed feed(flow);
  const auto board = *table::FindSlot<table::Board>(flow);
  const auto* judge = flow.Shared<score::Judge>("judge");
  Records before = flow.Blank();
  ReplayOptions options;
  options.on_step = [&](const Records& records, const Action& action, const Response& response) {
    if (response.ok()) {
      for (Json& message : feed.Take(records, response)) {
        // What a win is made of, by the table as it was before it.
        if (message["type"] == "hora" && judge != nullptr && action.node != kNoNode) {
          score::Verdict verdict;
          judge->Evaluate(before, score::CaseOf(board(before), message["actor"].get<Seat>()),
                          verdict);
          if (judge->has_fu()) message["fu"] = verdict.fu;
        }
        log.messages.push_back(std::move(message));
      }
    }
    before = records;
  };
  const auto report = Replay(flow, journal, options);
  if (!report) return report.faults();
  return log;
}

Result<GameLog> ReadMjai(std::string_view text, const std::string& file) {
  GameLog log;
  std::istringstream in{std::string(text)};
  int number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
    Json message = Json::parse(line, nullptr, false);
    if (message.is_discarded() || !message.is_object() || !message.contains("type") ||
        !message["type"].is_string())
      return Fault{
          "G02", {file, number, 1}, "the line is not an mjai message: " + line.substr(0, 200)};
    log.messages.push_back(std::move(message));
  }
  if (log.messages.empty()) return Fault{"G02", {file, 1, 1}, "the file holds no mjai message"};
  return log;
}

std::string WriteMjai(const GameLog& log) {
  std::string text;
  for (const Json& message : log.messages) text += message.dump() + "\n";
  return text;
}

}  // namespace mlf::tools
