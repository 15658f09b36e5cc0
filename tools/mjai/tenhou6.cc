// The JSON of tenhou.net/6: for each hand the start, the indicators, and for each seat the dealt
// tiles, what it takes, and what it gives. A tile is 11..19 万, 21..29 筒, 31..39 条, 41..47 字,
// and 51 52 53 the red fives; 60 is the tile just drawn. A call is a text in which a letter is
// before the called or added tile: c chi, p pon, m daiminkan among what is taken; a ankan, k kakan,
// r riichi among what is given. 0 replaces the discard that a daiminkan does not make.
#include <fmt/format.h>
#include "tools/mjai/game_log.h"
#include "tools/mjai/tenhou_words.h"
#include "tools/mjai/words.h"

#include <algorithm>
#include <array>
#include <optional>

namespace mlf::tools {

using table::Tile;

namespace {

constexpr int kDrawnTile = 60;

constexpr std::array<std::pair<std::string_view, std::string_view>, 7> kEnds = {{
    {"流局", "fanpai"},
    {"流し満貫", "nagashimangan"},
    {"九種九牌", "kyushukyuhai"},
    {"四家立直", "suchareach"},
    {"三家和了", "sanchaho"},
    {"四槓散了", "sukaikan"},
    {"四風連打", "sufonrenta"},
}};

int CodeOf(Tile piece) {
  if (table::IsRed(piece)) return 51 + GroupOf(table::KindOf(piece));
  return 10 * (GroupOf(piece) + 1) + RankOf(piece) + 1;
}
int CodeOf(const Json& tile) { return CodeOf(MjaiTileOf(tile)); }

std::string NameOf(int code) {
  if (code >= 51 && code <= 53)
    return MjaiTile(table::kRedFives[static_cast<std::size_t>(code - 51)]);
  const int group = code / 10 - 1, rank = code % 10 - 1;
  if (group < 0 || group > 3 || rank < 0 || rank > (group == 3 ? 6 : 8))
    throw Misfit{fmt::format("{} is not a tile", code)};
  return MjaiTile(static_cast<Tile>(9 * group + rank));
}

Json NamesOf(const Json& codes) {
  Json list = Json::array();
  for (const Json& code : codes) list.push_back(NameOf(code.get<int>()));
  return list;
}

// A text such as "c275226": the letter, the tile behind it, the place of the letter in tiles, and
// the other tiles.
struct Call {
  char letter = 0;
  int tile = 0;
  int place = 0;
  std::vector<int> others;
};

Call ParseCall(const std::string& text) {
  Call call;
  int at = 0;
  for (std::size_t i = 0; i < text.size(); ++at) {
    const bool letter = text[i] < '0' || text[i] > '9';
    if (letter) call.letter = text[i++];
    const std::string digits = text.substr(i, 2);
    if (digits.size() != 2 || digits[0] < '0' || digits[0] > '9' || digits[1] < '0' ||
        digits[1] > '9')
      throw Misfit{fmt::format("\"{}\" is not a call", text)};
    const int code = std::stoi(digits);
    if (letter) {
      call.tile = code;
      call.place = at;
    } else {
      call.others.push_back(code);
    }
    i += 2;
  }
  if (call.letter == 0) throw Misfit{fmt::format("\"{}\" is not a call", text)};
  return call;
}

// ---- Reading ----

class HandReader {
 public:
  HandReader(const Json& entry, std::vector<Json>& out) : entry_(entry), out_(out) {
    if (!entry.is_array() || entry.size() < 17) throw Misfit{"a hand must have 17 entries"};
    for (std::size_t seat = 0; seat < 4; ++seat) {
      takes_[seat] = entry.at(5 + 3 * seat);
      gives_[seat] = entry.at(6 + 3 * seat);
    }
  }

  void Read() {
    const Json& start = entry_.at(0);
    const int round = start.at(0);
    if (round < 0 || round > 15) throw Misfit{"the hand names no round"};
    Json hands = Json::array();
    for (std::size_t seat = 0; seat < 4; ++seat) hands.push_back(NamesOf(entry_.at(4 + 3 * seat)));
    doras_ = NamesOf(entry_.at(2));
    if (doras_.empty()) throw Misfit{"the hand has no indicator"};
    Say({{"type", "start_kyoku"},
         {"bakaze", MjaiWind(round)},
         {"kyoku", round % 4 + 1},
         {"honba", start.at(1)},
         {"kyotaku", start.at(2)},
         {"oya", round % 4},
         {"scores", entry_.at(1)},
         {"dora_marker", doras_.at(0)},
         {"tehais", std::move(hands)}});
    Play(static_cast<std::size_t>(round % 4));
    End(entry_.at(16));
    Say({{"type", "end_kyoku"}});
  }

 private:
  void Say(Json message) { out_.push_back(std::move(message)); }

  // From the first draw of `seat`, the dealer, on.
  void Play(std::size_t seat) {
    while (taken_[seat] < takes_[seat].size()) {
      const Json& take = takes_[seat].at(taken_[seat]++);
      bool again = Take(seat, take);
      while (again) {
        if (taken_[seat] >= takes_[seat].size()) return;
        again = Take(seat, takes_[seat].at(taken_[seat]++));
      }
      if (stopped_) return;
      seat = Next(seat);
    }
  }

  // Who calls the discard of `seat`. A pon or kong of it comes before any other act of its seat, so
  // it is looked for before the chi of the next seat.
  std::size_t Next(std::size_t seat) const {
    for (const bool chi : {false, true}) {
      for (std::size_t step = 1; step < (chi ? 2u : 4u); ++step) {
        const std::size_t other = (seat + step) % 4;
        if (taken_[other] >= takes_[other].size()) continue;
        const Json& take = takes_[other].at(taken_[other]);
        if (!take.is_string()) continue;
        const Call call = ParseCall(take.get<std::string>());
        if ((call.letter == 'c') != chi || (!chi && FromOf(other, call) != seat)) continue;
        if (NameOf(call.tile) == last_) return other;
      }
    }
    return (seat + 1) % 4;
  }
  static std::size_t FromOf(std::size_t seat, const Call& call) {
    const int back = call.place == 0 ? 3 : call.place == 1 ? 2 : 1;
    return (seat + static_cast<std::size_t>(back)) % 4;
  }

  // One tile taken and what follows it. True: the seat takes again (a gang).
  bool Take(std::size_t seat, const Json& take) {
    if (take.is_number_integer()) {
      drawn_ = NameOf(take.get<int>());
      Say({{"type", "tsumo"}, {"actor", seat}, {"pai", drawn_}});
    } else {
      const Call call = ParseCall(take.get<std::string>());
      const char* type = call.letter == 'c'   ? "chi"
                         : call.letter == 'p' ? "pon"
                         : call.letter == 'm' ? "daiminkan"
                                              : nullptr;
      if (type == nullptr) throw Misfit{fmt::format("{} cannot be taken", take.dump())};
      const std::size_t from = call.letter == 'c' ? (seat + 3) % 4 : FromOf(seat, call);
      Json own = Json::array();
      for (const int code : call.others) own.push_back(NameOf(code));
      Say({{"type", type},
           {"actor", seat},
           {"target", from},
           {"pai", NameOf(call.tile)},
           {"consumed", std::move(own)}});
      drawn_.clear();
      if (call.letter == 'm') {
        ++given_[seat];  // the 0
        ++due_;
        return true;
      }
    }
    if (given_[seat] >= gives_[seat].size()) {
      stopped_ = true;
      return false;
    }
    return Give(seat, gives_[seat].at(given_[seat]++));
  }

  bool Give(std::size_t seat, const Json& give) {
    if (give.is_number_integer()) {
      Discard(seat, give.get<int>());
      return false;
    }
    const std::string text = give.get<std::string>();
    const Call call = ParseCall(text);
    if (call.letter == 'r') {
      Say({{"type", "reach"}, {"actor", seat}});
      Discard(seat, call.tile);
    } else if (call.letter == 'a') {
      Json own = Json::array();
      for (const int code : call.others) own.push_back(NameOf(code));
      own.push_back(NameOf(call.tile));
      Say({{"type", "ankan"}, {"actor", seat}, {"consumed", std::move(own)}});
      FlipDue();
      Flip();
      return true;
    } else if (call.letter == 'k') {
      Json own = Json::array();
      for (const int code : call.others) own.push_back(NameOf(code));
      Say({{"type", "kakan"},
           {"actor", seat},
           {"pai", NameOf(call.tile)},
           {"consumed", std::move(own)}});
      FlipDue();
      ++due_;
      last_ = NameOf(call.tile);
      if (taken_[seat] >= takes_[seat].size()) stopped_ = true;  // robbed
      return !stopped_;
    } else {
      throw Misfit{fmt::format("{} cannot be given", give.dump())};
    }
    return false;
  }

  void Discard(std::size_t seat, int code) {
    const bool drawn = code == kDrawnTile;
    if (drawn && drawn_.empty()) throw Misfit{"60 is given where nothing was drawn"};
    last_ = drawn ? drawn_ : NameOf(code);
    Say({{"type", "dahai"}, {"actor", seat}, {"pai", last_}, {"tsumogiri", drawn}});
    FlipDue();
  }

  // Indicators of open and added gangs are announced after the discard, or before the next gang.
  void Flip() {
    if (flipped_ + 1 < doras_.size())
      Say({{"type", "dora"}, {"dora_marker", doras_.at(++flipped_)}});
  }
  void FlipDue() {
    for (; due_ > 0; --due_) Flip();
  }

  void End(const Json& result) {
    const std::string word = result.at(0);
    if (word == "和了") {
      const Json below = NamesOf(entry_.at(3));
      for (std::size_t i = 1; i + 1 < result.size(); i += 2) {
        const Json& who = result.at(i + 1);
        Say({{"type", "hora"},
             {"actor", who.at(0)},
             {"target", who.at(1)},
             {"pai", who.at(0) == who.at(1) ? drawn_ : last_},
             {"deltas", result.at(i)},
             {"ura_markers", below}});
      }
      return;
    }
    std::string reason = "fanpai";
    for (const auto& [theirs, ours] : kEnds) {
      if (word == theirs) reason = ours;
    }
    Json message{{"type", "ryukyoku"}, {"reason", reason}};
    if (result.size() > 1) message["deltas"] = result.at(1);
    Say(std::move(message));
  }

  const Json& entry_;
  std::vector<Json>& out_;
  std::array<Json, 4> takes_, gives_;
  std::array<std::size_t, 4> taken_{}, given_{};
  Json doras_;
  std::size_t flipped_ = 0;
  int due_ = 0;
  std::string drawn_, last_;
  bool stopped_ = false;
};

// ---- Writing ----

// In this format seat 0 is the first dealer: the game with its seats moved by `by`.
Json Moved(Json message, int by) {
  for (const char* key : {"actor", "target", "oya"}) {
    if (message.contains(key)) message[key] = (message[key].get<int>() + by) % 4;
  }
  for (const char* key : {"scores", "deltas", "tehais", "tenpais"}) {
    if (!message.contains(key)) continue;
    const Json before = message[key];
    for (std::size_t seat = 0; seat < 4; ++seat)
      message[key][(seat + static_cast<std::size_t>(by)) % 4] = before[seat];
  }
  return message;
}

int FirstDealerAt(const GameLog& log) {
  for (const Json& message : log.messages) {
    if (message["type"] == "start_kyoku")
      return (message["oya"].get<int>() - MjaiRound(message) % 4 + 4) % 4;
  }
  return 0;
}

class Tenhou6Writer {
 public:
  Json Write(const GameLog& log) {
    bool reds = false;
    const int by = (4 - FirstDealerAt(log)) % 4;
    for (const Json& absolute : log.messages) {
      const Json message = Moved(absolute, by);
      const std::string text = message.dump();
      reds = reds || text.find("5mr") != std::string::npos ||
             text.find("5pr") != std::string::npos || text.find("5sr") != std::string::npos;
      Take(message);
    }
    return {{"title", {"", ""}},
            {"name", {"", "", "", ""}},
            {"rule", {{"disp", ""}, {"aka", reds ? 1 : 0}}},
            {"log", hands_}};
  }

 private:
  static std::string Digits(const Json& tile) { return fmt::format("{:02}", CodeOf(tile)); }

  void Take(const Json& message) {
    const std::string type = message["type"];
    if (type == "start_kyoku") return Start(message);
    if (type == "hora") {
      if (result_.empty()) result_.push_back("和了");
      result_.push_back(message["deltas"]);
      Json who = Json::array({message["actor"], message["target"], message["actor"], ""});
      int points = 0;
      for (const Json& delta : message["deltas"]) points = std::max(points, delta.get<int>());
      who[3] = fmt::format("{}符{}点", message.value("fu", 0), points);
      for (const Json& row : message["yakus"]) {
        const TenhouYaku* known = FindTenhouYaku(row[0].get<std::string>());
        if (known == nullptr) continue;
        const bool limit = known->number >= 37 && known->number <= 51;
        who.push_back(limit ? fmt::format("{}(役満)", known->name)
                            : fmt::format("{}({}飜)", known->name, row[1].get<int>()));
      }
      result_.push_back(std::move(who));
      below_ = message["ura_markers"];
    } else if (type == "ryukyoku") {
      std::string_view word = "流局";
      for (const auto& [theirs, ours] : kEnds) {
        if (message["reason"] == ours) word = theirs;
      }
      result_ = Json::array({word, message["deltas"]});
    } else if (type == "end_kyoku") {
      Close();
    } else if (type == "dora") {
      doras_.push_back(CodeOf(message["dora_marker"]));
    } else if (message.contains("actor")) {
      Act(message, type, message["actor"].get<std::size_t>());
    }
  }

  void Act(const Json& message, const std::string& type, std::size_t seat) {
    Json& takes = takes_[seat];
    Json& gives = gives_[seat];
    if (type == "tsumo") {
      takes.push_back(CodeOf(message["pai"]));
    } else if (type == "dahai") {
      const int code = message["tsumogiri"].get<bool>() ? kDrawnTile : CodeOf(message["pai"]);
      if (declares_) {
        gives.push_back(fmt::format("r{:02}", code));
      } else {
        gives.push_back(code);
      }
      declares_ = false;
    } else if (type == "reach") {
      declares_ = true;
    } else if (type == "chi") {
      takes.push_back("c" + Digits(message["pai"]) + Digits(message["consumed"][0]) +
                      Digits(message["consumed"][1]));
    } else if (type == "pon" || type == "daiminkan") {
      const auto from = message["target"].get<std::size_t>();
      const std::size_t back = (seat + 4 - from) % 4;  // 1 = the seat before
      const std::size_t count = message["consumed"].size();
      const std::size_t place = back == 1 ? 0 : back == 2 ? 1 : count;
      const std::string letter = type == "pon" ? "p" : "m";
      std::string text;
      for (std::size_t i = 0; i <= count; ++i) {
        if (i == place) text += letter + Digits(message["pai"]);
        if (i < count) text += Digits(message["consumed"][i]);
      }
      takes.push_back(text);
      if (type == "pon") {
        pons_[seat].push_back(text);
      } else {
        gives.push_back(0);
      }
    } else if (type == "ankan") {
      std::string text;
      for (std::size_t i = 0; i < 3; ++i) text += Digits(message["consumed"][i]);
      gives.push_back(text + "a" + Digits(message["consumed"][3]));
    } else if (type == "kakan") {
      for (const std::string& pon : pons_[seat]) {
        const std::size_t at = pon.find('p');
        if (KindAt(pon, at + 1) != KindOf(CodeOf(message["pai"]))) continue;
        std::string text = pon;
        text[at] = 'k';
        gives.push_back(text.substr(0, at + 1) + Digits(message["pai"]) + text.substr(at + 1));
      }
    }
  }
  static int KindOf(int code) { return code > 50 ? 10 * (code - 50) + 5 : code; }
  static int KindAt(const std::string& text, std::size_t at) {
    return KindOf(std::stoi(text.substr(at, 2)));
  }

  void Start(const Json& message) {
    const int round = MjaiRound(message);
    start_ = Json::array({round, message["honba"], message["kyotaku"]});
    scores_ = message["scores"];
    doras_ = Json::array({CodeOf(message["dora_marker"])});
    below_ = Json::array();
    result_ = Json::array();
    declares_ = false;
    for (std::size_t seat = 0; seat < 4; ++seat) {
      dealt_[seat] = Json::array();
      for (const Json& tile : message["tehais"][seat]) dealt_[seat].push_back(CodeOf(tile));
      takes_[seat] = gives_[seat] = Json::array();
      pons_[seat].clear();
    }
  }

  void Close() {
    Json below = Json::array();
    for (const Json& tile : below_) below.push_back(CodeOf(tile));
    Json hand = Json::array({start_, scores_, doras_, below});
    for (std::size_t seat = 0; seat < 4; ++seat) {
      hand.push_back(dealt_[seat]);
      hand.push_back(takes_[seat]);
      hand.push_back(gives_[seat]);
    }
    hand.push_back(result_);
    hands_.push_back(std::move(hand));
  }

  Json hands_ = Json::array();
  Json start_, scores_, doras_, below_, result_;
  std::array<Json, 4> dealt_, takes_, gives_;
  std::array<std::vector<std::string>, 4> pons_;
  bool declares_ = false;
};

}  // namespace

Result<GameLog> ReadTenhou6(std::string_view text, const std::string& file) {
  const Json json = Json::parse(text, nullptr, false);
  const auto fault = [&](const std::string& why) { return Fault{"G05", {file, 0, 0}, why}; };
  if (json.is_discarded()) return fault("the file is not JSON");
  if (!json.is_object() || !json.contains("log") || !json["log"].is_array() || json["log"].empty())
    return fault("the file has no \"log\" with a hand");
  GameLog log;
  log.messages.push_back({{"type", "start_game"}, {"names", {"", "", "", ""}}});
  std::size_t number = 0;
  try {
    for (const Json& entry : json["log"]) {
      ++number;
      HandReader(entry, log.messages).Read();
    }
  } catch (const Misfit& misfit) {
    return fault(fmt::format("hand {}: {}", number, misfit.why));
  } catch (const Json::exception& error) {
    return fault(fmt::format("hand {}: {}", number, error.what()));
  }
  const auto rule = json.find("rule");
  if (rule != json.end() && rule->is_object()) {
    const bool one = rule->value("aka", 0) > 0;
    const bool each =
        rule->value("aka51", 0) + rule->value("aka52", 0) + rule->value("aka53", 0) > 0;
    log.settings = {fmt::format("red_fives={}", one || each ? 3 : 0)};
    if (const std::string disp = rule->value("disp", ""); disp.find("東") != std::string::npos)
      log.settings.push_back("round_limit=4");
  }
  return log;
}

std::string WriteTenhou6(const GameLog& log) { return Tenhou6Writer().Write(log).dump() + "\n"; }

}  // namespace mlf::tools
