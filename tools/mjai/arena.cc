#include "tools/mjai/arena.h"
#include <fmt/format.h>
#include <mlf/components/play_node.h>
#include <mlf/flow/random.h>
#include <mlf/flow/text.h>
#include <mlf/play/seen_view.h>
#include <mlf/table/find_slot.h>
#include "bots/bots.h"
#include "tools/mjai/answer.h"
#include "tools/mjai/child.h"
#include "tools/mjai/words.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <optional>
#include <utility>

namespace mlf::tools {

using std::chrono::milliseconds;

namespace {

// A program at a seat: what it was sent, and what it has answered.
class Speaker {
 public:
  Speaker(const std::string& command, const ArenaOptions& options)
      : child_(command), options_(options), replies_(options.replies) {}

  // False: the program is gone.
  bool Tell(const std::string& line) {
    ++told_;
    return child_.started() && child_.Write(line, options_.limit);
  }

  // What is wrong; empty if `line` is the answer to the last message.
  std::string Answer(std::string& line) {
    // The mode kAuto counts the lines before the first act of a program. They show whether it
    // answers every message, or only when asked.
    bool any = false;
    for (;;) {
      std::string next;
      const milliseconds limit = answered_ == 0 && !any              ? options_.start
                                 : any && replies_ == Replies::kAuto ? kGrace
                                                                     : options_.limit;
      const Child::Read read = child_.ReadLine(next, limit);
      if (read == Child::Read::kSilent && any && replies_ == Replies::kAuto) {
        replies_ = Replies::kAsked;
        return {};
      }
      if (read != Child::Read::kLine) {
        line = next;
        return Lost(read);
      }
      line = next;
      any = true;
      ++answered_;
      if (replies_ == Replies::kAsked) return {};
      const bool acts = MjaiType(line) != "none";
      if (answered_ == told_) {
        replies_ = Replies::kEvery;
        return {};
      }
      if (!acts) continue;
      if (replies_ == Replies::kAuto && answered_ == 1) {
        replies_ = Replies::kAsked;
        return {};
      }
      return "it acts on a message that asks nothing of it";
    }
  }

 private:
  static constexpr milliseconds kGrace{1000};

  std::string Lost(Child::Read read) {
    if (read == Child::Read::kTooLong) return "the line is longer than 65536 characters";
    if (read == Child::Read::kSilent)
      return fmt::format("no answer within {} ms",
                         (answered_ == 0 ? options_.start : options_.limit).count());
    const std::string end = child_.End();
    return "the program has ended" + (end.empty() ? std::string() : " (" + end + ")");
  }

  Child child_;
  const ArenaOptions& options_;
  Replies replies_;
  std::uint64_t told_ = 0;
  std::uint64_t answered_ = 0;
};

struct AtSeat {
  std::size_t bot = 0;               // index in the options
  std::unique_ptr<bots::Bot> own;    // a bot of ours, or
  std::unique_ptr<Speaker> program;  // a program; null once it has lost its seat
};

class Arena {
 public:
  Arena(const Flow& flow, const ArenaOptions& options)
      : flow_(flow),
        options_(options),
        choosing_(flow),
        view_(flow),
        board_(*table::FindSlot<table::Board>(flow)) {
    for (const std::string& name : options.bots) report_.scores.push_back({.name = name});
  }

  ArenaReport Run() {
    for (game_ = 1; game_ <= options_.games && report_.stopped.empty(); ++game_) PlayGame();
    return std::move(report_);
  }

 private:
  void PlayGame();
  void SitDown(std::uint64_t seed);
  void Send(const Json& message);
  void Forfeit(Seat seat, const std::string& what, const std::string& line);
  void Gather();
  Action ActionOf(Seat seat);
  std::optional<Action> Spoken(Seat seat);
  bool AsksForPlay(Seat seat) const;
  void Count(const Response& response);
  ArenaScore& ScoreOf(Seat seat) {
    return report_.scores[seats_[static_cast<std::size_t>(seat)].bot];
  }

  const Flow& flow_;
  const ArenaOptions& options_;
  play::Choosing choosing_;
  play::SeatView view_;
  Slot<table::Board> board_;
  ArenaReport report_;

  int game_ = 1;
  int hand_ = 0;
  std::vector<AtSeat> seats_;
  Records records_;
  Response response_;
  std::uint32_t gathered_ = 0;  // the question whose answers are in said_
  std::array<std::optional<Action>, kMaxSeats> said_;
  std::optional<Seat> declaring_;  // its "reach" has been announced
  std::string last_;               // the last message
};

void Arena::SitDown(std::uint64_t seed) {
  seats_.clear();
  const auto count = options_.bots.size();
  for (std::size_t seat = 0; seat < count; ++seat) {
    AtSeat one;
    one.bot = (seat + static_cast<std::size_t>(game_ - 1)) % count;
    const std::string& name = options_.bots[one.bot];
    if (const auto kind = bots::BotFrom(name)) {
      one.own = bots::MakeBot(*kind, flow_);
      one.own->Begin(Mix64(seed + seat + 1));
    } else {
      one.program = std::make_unique<Speaker>(name, options_);
    }
    seats_.push_back(std::move(one));
  }
}

void Arena::Forfeit(Seat seat, const std::string& what, const std::string& line) {
  AtSeat& at = seats_[static_cast<std::size_t>(seat)];
  at.program.reset();
  ++report_.scores[at.bot].faults;
  report_.faults.push_back({at.bot, game_, hand_, seat, what, line, last_});
}

void Arena::Send(const Json& message) {
  for (Seat seat = 0; seat < flow_.seats(); ++seat) {
    AtSeat& at = seats_[static_cast<std::size_t>(seat)];
    if (at.program == nullptr) continue;
    Json seen = MjaiFeed::SeenBy(message, seat);
    if (message["type"] == "start_game") seen["id"] = seat;
    last_ = seen.dump();
    // A program that has ended is found when it is asked.
    at.program->Tell(last_);
  }
}

// mjai does not ask between hands.
bool Arena::AsksForPlay(Seat seat) const {
  const play::State state = choosing_.Of(records_, response_.choices, seat).state;
  return state == play::State::kDrawn || state == play::State::kBark;
}

// The answer of the program at `seat`; nothing if it has lost its seat.
std::optional<Action> Arena::Spoken(Seat seat) {
  std::string line;
  for (bool declared = false;; declared = true) {
    const std::string wrong = seats_[static_cast<std::size_t>(seat)].program->Answer(line);
    if (!wrong.empty()) {
      Forfeit(seat, wrong, line);
      return std::nullopt;
    }
    const MjaiAnswer answer = ReadMjaiAnswer(choosing_, flow_, records_, response_.choices, seat,
                                             response_.ask, line, declared);
    if (!answer.why.empty()) {
      Forfeit(seat, answer.why, line);
      return std::nullopt;
    }
    if (!answer.declares) {
      if (declared) declaring_ = seat;
      return answer.action;
    }
    Send({{"type", "reach"}, {"actor", seat}});
  }
}

// Reads what all programs answer to a new question: a stronger answer may close it before it is a
// seat's turn.
void Arena::Gather() {
  if (std::exchange(gathered_, response_.ask) == response_.ask) return;
  said_.fill(std::nullopt);
  ForEachSeat(response_.asked, [&](Seat seat) {
    if (seats_[static_cast<std::size_t>(seat)].program != nullptr && AsksForPlay(seat))
      said_[static_cast<std::size_t>(seat)] = Spoken(seat);
  });
}

Action Arena::ActionOf(Seat seat) {
  const AtSeat& at = seats_[static_cast<std::size_t>(seat)];
  const Action& fallback = response_.defaults[static_cast<std::size_t>(seat)];
  if (at.own == nullptr || !AsksForPlay(seat))
    return said_[static_cast<std::size_t>(seat)].value_or(fallback);
  view_.Look(records_, response_, seat);
  return at.own->Choose(view_);
}

void Arena::Count(const Response& response) {
  for (const Event& event : response.events) {
    const std::string_view id = event.type->id;
    if (id == "hand_starts") {
      ++hand_;
      for (ArenaScore& score : report_.scores) ++score.hands;
    } else if (id == "hu" || id == "rob" || id == "zi_mo") {
      ++ScoreOf(event.seat).wins;
      if (event.other != kNoSeat) ++ScoreOf(event.other).deal_ins;
    } else if (id == "ting") {
      ++ScoreOf(event.seat).riichi;
    } else if (id == "place") {
      ++ScoreOf(event.seat).places[std::clamp(event.value - 1, 0, 3)];
    } else if (id == "final_score") {
      ScoreOf(event.seat).points += event.value;
    }
  }
}

void Arena::PlayGame() {
  const std::uint64_t seed = HandSeed(options_.seed, static_cast<std::uint32_t>(game_));
  hand_ = 0;
  gathered_ = 0;
  SitDown(seed);
  MjaiFeed feed(flow_);
  Recorder recorder(flow_);
  records_ = flow_.Blank();
  recorder.Start(records_, seed, response_);
  Json names = Json::array();
  for (const AtSeat& at : seats_) names.push_back(options_.bots[at.bot]);
  Send({{"type", "start_game"}, {"names", std::move(names)}});
  while (response_.ok()) {
    Count(response_);
    for (const Json& message : feed.Take(records_, response_)) {
      // It was announced when the program said it.
      if (message["type"] == "reach" && declaring_) {
        declaring_.reset();
        continue;
      }
      Send(message);
    }
    if (records_.flow().over != 0) {
      if (options_.on_game) {
        recorder.Finish(records_);
        options_.on_game(game_, recorder.journal());
      }
      return;
    }
    if (response_.asked == 0) break;
    const auto seat = static_cast<Seat>(std::countr_zero(unsigned{response_.asked}));
    Gather();
    recorder.Process(records_, ActionOf(seat), response_);
  }
  report_.stopped = response_.ok() ? "nobody is asked before the game is over"
                                   : FormatRefusal(flow_, response_, kNoSeat, Lang::kEn);
}

double Share(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

}  // namespace

double ArenaScore::mean_rank() const {
  double sum = 0;
  for (int place = 0; place < 4; ++place) sum += (place + 1) * static_cast<double>(places[place]);
  return games() == 0 ? 0 : sum / static_cast<double>(games());
}

double ArenaScore::rank_error() const {
  const auto n = static_cast<double>(games());
  if (n < 2) return 0;
  const double mean = mean_rank();
  double squares = 0;
  for (int place = 0; place < 4; ++place)
    squares += (place + 1 - mean) * (place + 1 - mean) * static_cast<double>(places[place]);
  return 1.96 * std::sqrt(squares / (n - 1) / n);
}

ArenaReport RunArena(const Flow& flow, const ArenaOptions& options) {
  return Arena(flow, options).Run();
}

std::string ArenaText(const ArenaReport& report, bool zh) {
  std::string text = zh ? "场数   平均名次（95%）   一位  二位  三位  四位   平均得分   和了   "
                          "放铳   立直   违规  机器人\n"
                        : "games  mean rank (95 %)   1st   2nd   3rd   4th   mean score   win  "
                          "deal-in  riichi  faults  bot\n";
  for (const ArenaScore& score : report.scores) {
    const std::uint64_t n = score.games();
    text += fmt::format(
        "{:>5}  {:.3f} +- {:.3f}   {:>4.1f}% {:>4.1f}% {:>4.1f}% {:>4.1f}%  {:>10.0f}  {:>4.1f}%  "
        "{:>4.1f}%  {:>4.1f}%  {:>5}  {}\n",
        n, score.mean_rank(), score.rank_error(), Share(score.places[0], n),
        Share(score.places[1], n), Share(score.places[2], n), Share(score.places[3], n),
        n == 0 ? 0.0 : static_cast<double>(score.points) / static_cast<double>(n),
        Share(score.wins, score.hands), Share(score.deal_ins, score.hands),
        Share(score.riichi, score.hands), score.faults, score.name);
  }
  for (const ArenaFault& fault : report.faults) {
    text +=
        fmt::format("{} {}, {} {}, {} {}: {}\n", zh ? "场" : "game", fault.game, zh ? "局" : "hand",
                    fault.hand, zh ? "座位" : "seat", fault.seat, report.scores[fault.bot].name);
    text += fmt::format("  {}\n", fault.what);
    if (!fault.line.empty())
      text += fmt::format("  {} {}\n", zh ? "它说：" : "it said:", fault.line.substr(0, 500));
    text += fmt::format("  {} {}\n", zh ? "所答的是：" : "in answer to:", fault.event);
  }
  if (!report.stopped.empty())
    text += fmt::format("{} {}\n", zh ? "比赛停住了：" : "the games have stopped:", report.stopped);
  return text;
}

std::string ArenaJson(const ArenaReport& report) {
  Json scores = Json::array(), faults = Json::array();
  for (const ArenaScore& score : report.scores) {
    scores.push_back({{"bot", score.name},
                      {"games", score.games()},
                      {"places", score.places},
                      {"mean_rank", score.mean_rank()},
                      {"rank_error", score.rank_error()},
                      {"points", score.points},
                      {"hands", score.hands},
                      {"wins", score.wins},
                      {"deal_ins", score.deal_ins},
                      {"riichi", score.riichi},
                      {"faults", score.faults}});
  }
  for (const ArenaFault& fault : report.faults) {
    faults.push_back({{"bot", report.scores[fault.bot].name},
                      {"game", fault.game},
                      {"hand", fault.hand},
                      {"seat", fault.seat},
                      {"what", fault.what},
                      {"line", fault.line},
                      {"event", fault.event}});
  }
  Json json{{"scores", std::move(scores)}, {"faults", std::move(faults)}};
  if (!report.stopped.empty()) json["stopped"] = report.stopped;
  // A program may say bytes that are not UTF-8.
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace mlf::tools
