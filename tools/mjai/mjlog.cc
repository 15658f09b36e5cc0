// Tenhou's XML (mjlog): every tile of the wall has a number 0..135, four of a kind in a row; the
// red fives are 16, 52 and 88. A meld is one number of bit fields.
#include <expat.h>
#include <fmt/format.h>
#include "tools/mjai/game_log.h"
#include "tools/mjai/tenhou_words.h"
#include "tools/mjai/words.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <memory>
#include <optional>

namespace mlf::tools {

using table::Tile;

namespace {

constexpr std::string_view kDraws = "TUVW";
constexpr std::string_view kDiscards = "DEFG";

// The words of a drawn hand, by ours.
constexpr std::array<std::pair<std::string_view, std::string_view>, 6> kTypes = {{
    {"yao9", "kyushukyuhai"},
    {"reach4", "suchareach"},
    {"ron3", "sanchaho"},
    {"kan4", "sukaikan"},
    {"kaze4", "sufonrenta"},
    {"nm", "nagashimangan"},
}};

// ---- Reading ----

using Attributes = std::map<std::string, std::string, std::less<>>;

std::vector<int> Numbers(const Attributes& attributes, std::string_view key) {
  std::vector<int> numbers;
  const auto found = attributes.find(key);
  if (found == attributes.end()) throw Misfit{fmt::format("the attribute \"{}\" is missing", key)};
  const std::string& text = found->second;
  for (std::size_t from = 0; from < text.size();) {
    const std::size_t comma = std::min(text.find(',', from), text.size());
    int number = 0;
    const auto parsed = std::from_chars(text.data() + from, text.data() + comma, number);
    // "ten" and "sc" of old files hold fractions in some places; they are not read.
    if (parsed.ec != std::errc()) throw Misfit{fmt::format("\"{}\" is not a list of numbers", key)};
    numbers.push_back(number);
    from = comma + 1;
  }
  return numbers;
}

int Number(const Attributes& attributes, std::string_view key) {
  const std::vector<int> numbers = Numbers(attributes, key);
  if (numbers.size() != 1) throw Misfit{fmt::format("\"{}\" is not a number", key)};
  return numbers[0];
}

class MjlogReader {
 public:
  Result<GameLog> Read(std::string_view text, const std::string& file) {
    const std::unique_ptr<XML_ParserStruct, decltype(&XML_ParserFree)> parser(
        XML_ParserCreate(nullptr), &XML_ParserFree);
    XML_SetUserData(parser.get(), this);
    XML_SetElementHandler(parser.get(), &MjlogReader::OnTag, [](void*, const XML_Char*) {});
    parser_ = parser.get();
    const auto line = [&] {
      return SourcePos{file, static_cast<int>(XML_GetCurrentLineNumber(parser.get())),
                       static_cast<int>(XML_GetCurrentColumnNumber(parser.get())) + 1};
    };
    if (XML_Parse(parser.get(), text.data(), static_cast<int>(text.size()), 1) == XML_STATUS_ERROR)
      return Fault{"G03", line(),
                   why_.empty() ? XML_ErrorString(XML_GetErrorCode(parser.get())) : why_};
    if (log_.messages.size() < 2) return Fault{"G03", {file, 1, 1}, "the file holds no hand"};
    CloseHand();
    if (!over_.empty()) log_.messages.push_back(over_);
    return std::move(log_);
  }

 private:
  static void XMLCALL OnTag(void* self, const XML_Char* name, const XML_Char** pairs) {
    Attributes attributes;
    for (; *pairs != nullptr; pairs += 2) attributes[pairs[0]] = pairs[1];
    auto* reader = static_cast<MjlogReader*>(self);
    if (!reader->why_.empty()) return;
    try {
      reader->Take(name, attributes);
    } catch (const Misfit& misfit) {
      reader->why_ = fmt::format("<{}>: {}", name, misfit.why);
      XML_StopParser(reader->parser_, XML_FALSE);
    }
  }

  std::string Tile136(int id) const {
    if (id < 0 || id >= 136) throw Misfit{fmt::format("there is no tile {}", id)};
    const auto kind = static_cast<Tile>(id / 4);
    const bool red = reds_ && (id == 16 || id == 52 || id == 88);
    return MjaiTile(red ? table::RedOf(kind) : kind);
  }
  Json Tiles136(const std::vector<int>& ids) const {
    Json list = Json::array();
    for (const int id : ids) list.push_back(Tile136(id));
    return list;
  }
  static Json Times100(const std::vector<int>& hundreds) {
    Json list = Json::array();
    for (const int number : hundreds) list.push_back(100 * number);
    return list;
  }
  // Every second number of "sc": the scores, or the changes.
  static Json Halves(const std::vector<int>& sc, std::size_t which) {
    std::vector<int> half;
    for (std::size_t i = which; i < sc.size(); i += 2) half.push_back(sc[i]);
    return Times100(half);
  }

  void Say(Json message) { log_.messages.push_back(std::move(message)); }

  void CloseHand() {
    if (open_ && ended_) Say({{"type", "end_kyoku"}});
    open_ = ended_ = false;
  }

  void Take(std::string_view name, const Attributes& attributes) {
    if (name == "GO") return Go(Number(attributes, "type"));
    if (name == "TAIKYOKU" || (name == "INIT" && log_.messages.empty())) {
      if (log_.messages.empty())
        Say({{"type", "start_game"}, {"names", Json::array({"", "", "", ""})}});
      if (name == "TAIKYOKU") return;
    }
    if (name == "INIT") return Init(attributes);
    if (!open_) return;  // <mjloggm>, <SHUFFLE>, <UN> and the like
    if (name == "N") return Meld(attributes);
    if (name == "DORA") {
      Say({{"type", "dora"}, {"dora_marker", Tile136(Number(attributes, "hai"))}});
      return;
    }
    if (name == "REACH") {
      const bool declares = Number(attributes, "step") == 1;
      Say({{"type", declares ? "reach" : "reach_accepted"}, {"actor", Number(attributes, "who")}});
      return;
    }
    if (name == "AGARI") return Win(attributes);
    if (name == "RYUUKYOKU") return Drawn(attributes);
    if (name.size() < 2 || name.size() > 4 || !std::ranges::all_of(name.substr(1), IsDigit)) return;
    int id = 0;
    std::from_chars(name.data() + 1, name.data() + name.size(), id);
    if (const auto seat = kDraws.find(name[0]); seat != std::string_view::npos) {
      Say({{"type", "tsumo"}, {"actor", seat}, {"pai", Tile136(id)}});
      drawn_[seat] = id;
    } else if (const auto who = kDiscards.find(name[0]); who != std::string_view::npos) {
      Say({{"type", "dahai"},
           {"actor", who},
           {"pai", Tile136(id)},
           {"tsumogiri", drawn_[who] == id}});
      drawn_[who] = -1;
      last_ = {static_cast<int>(who), id};
    }
  }
  static bool IsDigit(char c) { return c >= '0' && c <= '9'; }

  void Go(int type) {
    if ((type & 0x10) != 0) throw Misfit{"games of three players are not read"};
    reds_ = (type & 0x02) == 0;
    log_.settings = {fmt::format("red_fives={}", reds_ ? 3 : 0),
                     fmt::format("open_tanyao={}", (type & 0x04) == 0 ? "on" : "off"),
                     fmt::format("round_limit={}", (type & 0x08) != 0 ? 8 : 4)};
  }

  void Init(const Attributes& attributes) {
    CloseHand();
    const std::vector<int> seed = Numbers(attributes, "seed");
    if (seed.size() != 6) throw Misfit{"\"seed\" must hold six numbers"};
    const int round = seed[0];
    if (round < 0 || round > 15) throw Misfit{"\"seed\" names no round"};
    Json hands = Json::array();
    for (const char* key : {"hai0", "hai1", "hai2", "hai3"})
      hands.push_back(Tiles136(Numbers(attributes, key)));
    Say({{"type", "start_kyoku"},
         {"bakaze", MjaiWind(round)},
         {"kyoku", round % 4 + 1},
         {"honba", seed[1]},
         {"kyotaku", seed[2]},
         {"oya", Number(attributes, "oya")},
         {"scores", Times100(Numbers(attributes, "ten"))},
         {"dora_marker", Tile136(seed[5])},
         {"tehais", std::move(hands)}});
    open_ = true;
    drawn_.fill(-1);
  }

  void Meld(const Attributes& attributes) {
    const int who = Number(attributes, "who");
    const int m = Number(attributes, "m");
    if (who < 0 || who > 3) throw Misfit{"there is no such seat"};
    const int from = (who + (m & 3)) % 4;
    Json message{{"actor", who}};
    std::vector<int> own;
    int claimed = 0;
    if ((m & 0x4) != 0) {
      const int t = m >> 10;
      const int lowest = t / 3 / 7 * 9 + t / 3 % 7;
      for (int i = 0; i < 3; ++i) own.push_back(4 * (lowest + i) + (m >> (3 + 2 * i) & 3));
      claimed = own[static_cast<std::size_t>(t % 3)];
      message["type"] = "chi";
    } else if ((m & 0x18) != 0) {
      const int t = m >> 9;
      const int kind = t / 3, spare = m >> 5 & 3;
      for (int i = 0; i < 4; ++i) {
        if (i != spare) own.push_back(4 * kind + i);
      }
      claimed = own[static_cast<std::size_t>(t % 3)];
      message["type"] = "pon";
      if ((m & 0x10) != 0) {
        Say({{"type", "kakan"},
             {"actor", who},
             {"pai", Tile136(4 * kind + spare)},
             {"consumed", Tiles136(own)}});
        return;
      }
    } else if ((m & 0x20) != 0) {
      throw Misfit{"games of three players are not read"};
    } else {
      claimed = m >> 8;
      for (int i = 0; i < 4; ++i) own.push_back(claimed / 4 * 4 + i);
      if ((m & 3) == 0) {
        Say({{"type", "ankan"}, {"actor", who}, {"consumed", Tiles136(own)}});
        return;
      }
      message["type"] = "daiminkan";
    }
    std::erase(own, claimed);
    message["target"] = from;
    message["pai"] = Tile136(claimed);
    message["consumed"] = Tiles136(own);
    Say(std::move(message));
  }

  void Win(const Attributes& attributes) {
    const std::vector<int> sc = Numbers(attributes, "sc");
    Json message{{"type", "hora"},
                 {"actor", Number(attributes, "who")},
                 {"target", Number(attributes, "fromWho")},
                 {"pai", Tile136(Number(attributes, "machi"))},
                 {"deltas", Halves(sc, 1)},
                 {"ura_markers", Json::array()}};
    if (attributes.contains("doraHaiUra"))
      message["ura_markers"] = Tiles136(Numbers(attributes, "doraHaiUra"));
    Say(std::move(message));
    End(attributes);
  }

  void Drawn(const Attributes& attributes) {
    std::string reason = "fanpai";
    if (const auto type = attributes.find("type"); type != attributes.end()) {
      for (const auto& [theirs, ours] : kTypes) {
        if (type->second == theirs) reason = ours;
      }
    }
    Say({{"type", "ryukyoku"},
         {"reason", reason},
         {"deltas", Halves(Numbers(attributes, "sc"), 1)}});
    End(attributes);
  }

  void End(const Attributes& attributes) {
    ended_ = true;
    if (!attributes.contains("owari")) return;
    // Scores and points, where the points may be fractions.
    over_ = {{"type", "end_game"}};
  }

  XML_Parser parser_ = nullptr;
  GameLog log_;
  std::string why_;
  Json over_;
  bool reds_ = true;
  bool open_ = false, ended_ = false;
  std::array<int, 4> drawn_{};
  std::pair<int, int> last_;
};

// ---- Writing ----

// Gives every tile of a hand its number.
class MjlogWriter {
 public:
  Result<std::string> Write(const GameLog& log) {
    try {
      text_ = "<mjloggm ver=\"2.3\"><SHUFFLE seed=\"\" ref=\"\"/>";
      bool reds = false, over_east = false;
      for (const Json& message : log.messages) {
        reds = reds || message.dump().find("5mr") != std::string::npos ||
               message.dump().find("5pr") != std::string::npos ||
               message.dump().find("5sr") != std::string::npos;
        over_east = over_east || message.value("bakaze", "E") != "E";
      }
      reds_ = reds;
      text_ +=
          fmt::format("<GO type=\"{}\" lobby=\"0\"/>", 1 + (reds ? 0 : 2) + (over_east ? 8 : 0));
      text_ += "<UN n0=\"\" n1=\"\" n2=\"\" n3=\"\"/><TAIKYOKU oya=\"0\"/>";
      for (std::size_t i = 0; i < log.messages.size(); ++i) {
        const bool last = i + 2 < log.messages.size() &&
                          log.messages[i + 1].value("type", "") == "end_kyoku" &&
                          log.messages[i + 2].value("type", "") == "end_game";
        Take(log.messages[i], last ? &log.messages[i + 2] : nullptr);
      }
      return text_ + "</mjloggm>\n";
    } catch (const Misfit& misfit) {
      return Fault{"G04", {}, misfit.why};
    }
  }

 private:
  // A new number of the tile.
  int New(Tile tile) {
    const Tile kind = table::KindOf(tile);
    const bool five = table::RedOf(kind) != kind && reds_;
    for (int i = 0; i < 4; ++i) {
      const int id = 4 * kind + i;
      const bool red = five && i == 0;
      if (used_[static_cast<std::size_t>(id)] || red != table::IsRed(tile)) continue;
      used_[static_cast<std::size_t>(id)] = true;
      return id;
    }
    throw Misfit{"Tenhou has one red five of a suit, and the hand has two " + MjaiTile(tile)};
  }
  // The number of a tile in the hand; the drawn one last, or first.
  int OutOf(int seat, const Json& tile, bool drawn) {
    std::vector<int>& hand = hands_[static_cast<std::size_t>(seat)];
    const Tile wanted = MjaiTileOf(tile);
    std::optional<std::size_t> found;
    for (std::size_t i = 0; i < hand.size(); ++i) {
      const auto kind = static_cast<Tile>(hand[i] / 4);
      const bool red = reds_ && hand[i] % 4 == 0 && table::RedOf(kind) != kind;
      if ((red ? table::RedOf(kind) : kind) != wanted) continue;
      if (!found || drawn) found = i;
    }
    if (!found) throw Misfit{fmt::format("seat {} does not hold {}", seat, tile.dump())};
    const int id = hand[*found];
    hand.erase(hand.begin() + static_cast<std::ptrdiff_t>(*found));
    return id;
  }
  std::string List(const std::vector<int>& ids) {
    std::string text;
    for (const int id : ids) text += (text.empty() ? "" : ",") + std::to_string(id);
    return text;
  }
  static std::string Hundreds(const Json& numbers) {
    std::string text;
    for (const Json& number : numbers)
      text += (text.empty() ? "" : ",") + std::to_string(number.get<int>() / 100);
    return text;
  }

  void Take(const Json& message, const Json* end) {
    const std::string type = message["type"];
    if (type == "start_kyoku") return Start(message);
    if (type != "hora") robbed_ = -1;
    if (type == "tsumo") {
      const auto seat = message["actor"].get<std::size_t>();
      const int id = New(MjaiTileOf(message["pai"]));
      hands_[seat].push_back(id);
      text_ += fmt::format("<{}{}/>", kDraws[seat], id);
    } else if (type == "dahai") {
      const int seat = message["actor"];
      last_ = OutOf(seat, message["pai"], message["tsumogiri"].get<bool>());
      text_ += fmt::format("<{}{}/>", kDiscards[static_cast<std::size_t>(seat)], last_);
    } else if (type == "reach") {
      text_ += fmt::format("<REACH who=\"{}\" step=\"1\"/>", message["actor"].get<int>());
    } else if (type == "reach_accepted") {
      text_ += fmt::format("<REACH who=\"{}\" ten=\"{}\" step=\"2\"/>", message["actor"].get<int>(),
                           Hundreds(message["scores"]));
    } else if (type == "dora") {
      doras_.push_back(New(MjaiTileOf(message["dora_marker"])));
      text_ += fmt::format("<DORA hai=\"{}\"/>", doras_.back());
    } else if (type == "hora") {
      Win(message, end);
    } else if (type == "ryukyoku") {
      Drawn(message, end);
    } else if (message.contains("consumed")) {
      const int seat = message["actor"];
      const int code = MeldCode(message, type);
      if (type != "kakan") melds_[static_cast<std::size_t>(seat)].push_back(code);
      text_ += fmt::format("<N who=\"{}\" m=\"{}\"/>", seat, code);
    }
  }

  void Start(const Json& message) {
    used_.fill(false);
    doras_.clear();
    below_.clear();
    robbed_ = -1;
    for (auto& melds : melds_) melds.clear();
    const int round = MjaiRound(message);
    honba_ = message["honba"];
    sticks_ = message["kyotaku"];
    doras_ = {New(MjaiTileOf(message["dora_marker"]))};
    text_ +=
        fmt::format("<INIT seed=\"{},{},{},0,0,{}\" ten=\"{}\" oya=\"{}\"", round, honba_, sticks_,
                    doras_[0], Hundreds(message["scores"]), message["oya"].get<int>());
    for (std::size_t seat = 0; seat < 4; ++seat) {
      hands_[seat].clear();
      for (const Json& tile : message["tehais"][seat])
        hands_[seat].push_back(New(MjaiTileOf(tile)));
      text_ += fmt::format(" hai{}=\"{}\"", seat, List(hands_[seat]));
    }
    text_ += "/>";
  }

  int MeldCode(const Json& message, const std::string& type) {
    const int seat = message["actor"];
    const int from = message.contains("target") ? (message["target"].get<int>() - seat + 4) % 4 : 0;
    std::vector<int> own;
    if (type != "kakan") {
      for (const Json& tile : message["consumed"]) own.push_back(OutOf(seat, tile, false));
    }
    if (type == "ankan") return own[0] << 8;
    if (type == "daiminkan") return last_ << 8 | from;
    if (type == "kakan") {
      const int added = OutOf(seat, message["pai"], false);
      robbed_ = added;
      for (int& code : melds_[static_cast<std::size_t>(seat)]) {
        if ((code & 0x8) == 0 || code / 512 / 3 != added / 4) continue;
        // The spare tile of the triplet is the one that was added.
        const int spare = code >> 5 & 3;
        const int kept = added % 4;
        if (spare != kept) throw Misfit{"an added tile is not the fourth of its triplet"};
        code = (code & ~0x8) | 0x10;
        return code;
      }
      throw Misfit{"a tile is added to no triplet"};
    }
    own.push_back(last_);
    std::ranges::sort(own);
    const auto taken = static_cast<int>(std::ranges::find(own, last_) - own.begin());
    if (type == "chi") {
      const int lowest = own[0] / 4;
      const int base = lowest / 9 * 7 + lowest % 9;
      int code = (3 * base + taken) << 10 | 0x4 | from;
      for (int i = 0; i < 3; ++i) code |= own[static_cast<std::size_t>(i)] % 4 << (3 + 2 * i);
      return code;
    }
    const int spare = 6 - own[0] % 4 - own[1] % 4 - own[2] % 4;
    return (3 * (own[0] / 4) + taken) << 9 | spare << 5 | 0x8 | from;
  }

  // "score,change,...", in hundreds, the scores before.
  std::string Sc(const Json& message) const {
    std::string text;
    for (std::size_t seat = 0; seat < 4; ++seat) {
      const int delta = message["deltas"][seat];
      const int after = message["scores"][seat];
      text += fmt::format("{}{},{}", seat == 0 ? "" : ",", (after - delta) / 100, delta / 100);
    }
    return text;
  }
  static std::string Owari(const Json* end) {
    if (end == nullptr) return {};
    std::string text;
    for (const Json& score : (*end)["scores"])
      text += fmt::format("{}{},0.0", text.empty() ? "" : ",", score.get<int>() / 100);
    return " owari=\"" + text + "\"";
  }

  void Win(const Json& message, const Json* end) {
    const auto who = message["actor"].get<std::size_t>();
    const int from = message["target"];
    const bool drawn = from == static_cast<int>(who);
    std::vector<int> hand = hands_[who];
    int machi = last_;
    if (drawn) {
      machi = hand.back();
    } else if (robbed_ >= 0) {
      machi = robbed_;
    }
    if (!drawn) hand.push_back(machi);
    std::ranges::sort(hand);
    text_ += fmt::format("<AGARI ba=\"{},{}\" hai=\"{}\"", honba_, sticks_, List(hand));
    if (!melds_[who].empty()) text_ += fmt::format(" m=\"{}\"", List(melds_[who]));
    int points = 0;
    for (const Json& delta : message["deltas"]) points = std::max(points, delta.get<int>());
    std::string yaku, limits;
    for (const Json& row : message["yakus"]) {
      const TenhouYaku* known = FindTenhouYaku(row[0].get<std::string>());
      if (known == nullptr) continue;
      if (known->number >= 37 && known->number <= 51) {
        limits += fmt::format("{}{}", limits.empty() ? "" : ",", known->number);
      } else {
        yaku += fmt::format("{}{},{}", yaku.empty() ? "" : ",", known->number, row[1].get<int>());
      }
    }
    text_ += fmt::format(" machi=\"{}\" ten=\"{},{},0\"", machi, message.value("fu", 0), points);
    if (!yaku.empty()) text_ += fmt::format(" yaku=\"{}\"", yaku);
    if (!limits.empty()) text_ += fmt::format(" yakuman=\"{}\"", limits);
    text_ += fmt::format(" doraHai=\"{}\"", List(doras_));
    if (!message["ura_markers"].empty()) {
      // Every winner sees the same tiles.
      for (const Json& tile : below_.empty() ? message["ura_markers"] : Json::array())
        below_.push_back(New(MjaiTileOf(tile)));
      text_ += fmt::format(" doraHaiUra=\"{}\"", List(below_));
    }
    text_ +=
        fmt::format(" who=\"{}\" fromWho=\"{}\" sc=\"{}\"{}/>", who, from, Sc(message), Owari(end));
    // A second winner takes no deposits.
    honba_ = 0;
    sticks_ = 0;
  }
  void Drawn(const Json& message, const Json* end) {
    std::string type;
    for (const auto& [theirs, ours] : kTypes) {
      if (message["reason"] == ours) type = fmt::format(" type=\"{}\"", theirs);
    }
    text_ += fmt::format("<RYUUKYOKU{} ba=\"{},{}\" sc=\"{}\"", type, honba_, sticks_, Sc(message));
    for (std::size_t seat = 0; seat < 4; ++seat) {
      if (message["tenpais"][seat].get<bool>())
        text_ += fmt::format(" hai{}=\"{}\"", seat, List(hands_[seat]));
    }
    text_ += Owari(end) + "/>";
  }

  std::string text_;
  bool reds_ = true;
  std::array<bool, 136> used_{};
  std::array<std::vector<int>, 4> hands_;
  std::array<std::vector<int>, 4> melds_;
  std::vector<int> doras_;
  std::vector<int> below_;
  int last_ = 0;     // the last discard
  int robbed_ = -1;  // the tile of an added gang
  int honba_ = 0;
  int sticks_ = 0;
};

}  // namespace

Result<GameLog> ReadMjlog(std::string_view text, const std::string& file) {
  return MjlogReader().Read(text, file);
}

Result<std::string> WriteMjlog(const GameLog& log) { return MjlogWriter().Write(log); }

}  // namespace mlf::tools
