#include "tools/play/match.h"
#include <mlf/components/play_node.h>
#include <mlf/flow/explain.h>
#include <mlf/flow/random.h>
#include <mlf/flow/text.h>
#include <mlf/table/find_slot.h>
#include "flow/base/words.h"
#include "tools/play/typed_line.h"

#include <algorithm>
#include <istream>
#include <ostream>
#include <sstream>

namespace mlf::tools {

namespace {

// More payloads than this are not numbered one by one (exchange three: up to 286).
constexpr std::uint64_t kMostNumbered = 20;

constexpr Text kHelp{
    "  输入编号，或动作，如 discard 5m、碰 5p、打五万；只打牌名（5m、五万）也可以\n"
    "  ?          说明现在能做什么、不能做什么\n"
    "  ? peng     为什么不能碰（? discard 5m 问某一张）\n"
    "  timeout    按超时处理（托管）    q 退出\n",
    "  Type a number, or an action such as discard 5m or peng 5p; a tile alone (5m) will do\n"
    "  ?          what can be done now, and what not\n"
    "  ? peng     why not peng (? discard 5m asks about one tile)\n"
    "  timeout    what happens when time runs out    q leaves\n"};
constexpr Text kHelpWithoutTiles{
    "  输入编号，或动作，写法同所列\n"
    "  ?          说明现在能做什么、不能做什么\n"
    "  ? 动作     为什么不能做它\n"
    "  timeout    按超时处理（托管）    q 退出\n",
    "  Type a number, or an action as it is listed\n"
    "  ?          what can be done now, and what not\n"
    "  ? ACTION   why it cannot be done\n"
    "  timeout    what happens when time runs out    q leaves\n"};

std::string Trim(const std::string& text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  return first == std::string::npos
             ? ""
             : text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

// Control characters of an answer are not echoed to the terminal.
std::string Plain(std::string text) {
  for (char& c : text) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) c = '?';
  }
  return text.size() > 60 ? text.substr(0, 60) + "..." : text;
}

}  // namespace

MatchRunner::MatchRunner(const Flow& flow, const Console& console)
    : flow_(flow),
      console_(console),
      text_(flow, console.lang),
      view_(flow),
      records_(flow.Blank()) {}

Viewer MatchRunner::Reader() const {
  if (people_ == 0) return Viewer::Full();
  // Several people at one screen read what everybody may know.
  return people_ == 1 ? Viewer::Of(0) : Viewer::Spectator();
}

Action MatchRunner::BotAction(Seat seat) {
  view_.Look(records_, response_, seat);
  return bots_[static_cast<std::size_t>(seat)]->Choose(view_);
}

int MatchRunner::Play(const MatchSettings& settings) {
  people_ = settings.people;
  Recorder recorder(flow_, settings.journal, false);
  recorder_ = &recorder;
  for (Seat seat = 0; seat < flow_.people(); ++seat) {
    bots_.push_back(bots::MakeBot(bots::BotKind::kGreedy, flow_));
    bots_.back()->Begin(Mix64(settings.seed + static_cast<std::uint64_t>(seat) + 1));
  }
  recorder.Start(records_, settings.seed, response_);
  if (!response_.ok())
    return console_.Fail(FormatRefusal(flow_, response_, kNoSeat, console_.lang));
  console_.out << text_.EventLines(response_, Reader());

  bool quit = false;
  while (response_.status != Status::kOver && !quit && console_.out) {
    Action action;
    // Bots first: their answers may decide whether a person is still asked.
    const SeatMask of_bots = Open() & static_cast<SeatMask>(~((1u << people_) - 1));
    if (of_bots != 0) {
      action = BotAction(static_cast<Seat>(std::countr_zero(static_cast<unsigned>(of_bots))));
    } else if (Open() != 0) {
      if (AskPerson(static_cast<Seat>(std::countr_zero(static_cast<unsigned>(Open()))), action) ==
          Asked::kQuit) {
        quit = true;
        break;
      }
    } else {
      return console_.Fail(
          console_.Format({"牌局停住了：没有人可以动作", "the game has stopped: nobody may act"}));
    }
    const int hands = text_.HandsDone(records_);
    recorder.Process(records_, action, response_);
    if (!response_.ok()) {
      return console_.Fail(
          console_.Format({"“{}”被拒绝：{}", "\"{}\" is refused: {}"}, FormatAction(flow_, action),
                          FormatRefusal(flow_, response_, action.seat, console_.lang)));
    }
    console_.out << text_.EventLines(response_, Reader());
    // A game of a single hand may not count it.
    const bool ends = response_.status == Status::kOver && hands == 0;
    if (text_.HandsDone(records_) != hands || ends) {
      console_.out << "\n" << text_.Scores(records_) << "\n";
      if (settings.hands > 0 && text_.HandsDone(records_) >= settings.hands) break;
    }
  }
  recorder.Finish(records_);
  if (recorder.fault()) return console_.Fail(Faults{*recorder.fault()});
  return kDone;
}

void MatchRunner::ShowTable(Seat seat) {
  view_.Look(records_, response_, seat);
  std::array<int, kMaxSeats> sizes{};
  for (Seat s = 0; s < flow_.seats(); ++s) sizes[static_cast<std::size_t>(s)] = view_.HandSize(s);
  console_.out << "\n" << text_.Table(view_.seen(), seat, sizes) << text_.Hand(view_.seen(), seat);
}

std::vector<Action> MatchRunner::Numbered(Seat seat) const {
  std::vector<Action> list;
  for (const Offer& offer : response_.choices.Of(seat)) {
    Action action;
    action.node = offer.node;
    action.seat = seat;
    action.ask = response_.ask;
    const std::uint64_t count = offer.domain.Count();
    if (count > kMostNumbered) {
      const Action& fallback = response_.defaults[static_cast<std::size_t>(seat)];
      if (fallback.node == offer.node) {
        action = fallback;
      } else {
        offer.domain.Nth(0, action);
      }
      list.push_back(action);
      continue;
    }
    for (std::uint64_t n = 0; n < count; ++n) {
      Action one = action;
      offer.domain.Nth(n, one);
      list.push_back(one);
    }
  }
  return list;
}

void MatchRunner::ShowOffers(Seat seat, const std::vector<Action>& list) {
  const NodeIndex node = response_.node;
  const Label& label = flow_.node(node).window->label;
  const std::string& question = console_.zh() ? label.zh : label.en;
  console_.out << (question.empty() ? NodeLabel(flow_, node, console_.lang) : question)
               << console_.Format({"，{} 可以：\n", ": {} may\n"}, SeatText(seat, console_.lang));
  for (std::size_t i = 0; i < list.size(); ++i) {
    console_.out << fmt::format("  {:>2}) ", i + 1) << text_.ActionText(list[i]);
    const Offer* offer = response_.choices.Find(seat, list[i].node);
    const std::uint64_t count = offer == nullptr ? 0 : offer->domain.Count();
    if (count > kMostNumbered)
      console_.out << console_.Format(
          {"  （建议；共 {} 种，也可自己写）", "  (suggested; {} ways, write your own)"}, count);
    console_.out << "\n";
  }
  if (!greeted_)
    console_.out << console_.Format(
        {"（h 帮助，? 说明，q 退出）\n", "(h help, ? explain, q quit)\n"});
  greeted_ = true;
}

// "chi 3m4m5m": the action of an offer that uses exactly these tiles, however they are grouped.
std::optional<Action> MatchRunner::WithTiles(Seat seat, const Offer& offer,
                                             const std::string& text) const {
  const std::string head = flow_.node(offer.node).id + " ";
  if (!text.starts_with(head) || offer.domain.Count() > kMostNumbered) return std::nullopt;
  const auto named = table::ParseTiles(text.substr(head.size()));
  if (!named) return std::nullopt;
  for (std::uint64_t n = 0; n < offer.domain.Count(); ++n) {
    Action action{.node = offer.node, .seat = seat, .ask = response_.ask};
    offer.domain.Nth(n, action);
    std::vector<table::Tile> wanted = *named;
    std::vector<table::Tile> used(action.pieces.begin(), action.pieces.begin() + action.count);
    std::ranges::sort(wanted);
    std::ranges::sort(used);
    if (wanted == used) return action;
  }
  return std::nullopt;
}

std::optional<Action> MatchRunner::Read(Seat seat, const std::string& line,
                                        const std::vector<Action>& list, std::string& fault) const {
  if (const std::optional<unsigned> number = ParseNumber<unsigned>(line)) {
    if (*number >= 1 && *number <= list.size()) return list[*number - 1];
    fault = console_.Format({"没有第 {} 项，请输入 1 到 {}", "there is no number {}; type 1 to {}"},
                            line, list.size());
    return std::nullopt;
  }

  const std::string who = std::to_string(seat) + " ";
  const std::string text = TypedLine(flow_, response_.choices, seat, line);
  const auto parsed = ParseAction(flow_, who + text);
  if (parsed) {
    Action action = *parsed;
    if (action.ask == 0) action.ask = response_.ask;
    return action;
  }
  for (const Offer& offer : response_.choices.Of(seat)) {
    const std::string& id = flow_.node(offer.node).id;
    // The word alone is enough for a single payload. Tiles alone are enough if one offer takes
    // them.
    if (text == id && offer.domain.Count() == 1) {
      Action action;
      action.node = offer.node;
      action.seat = seat;
      action.ask = response_.ask;
      offer.domain.Nth(0, action);
      return action;
    }
    if (const std::optional<Action> whole = WithTiles(seat, offer, text)) return whole;
    const bool takes_pieces = offer.domain.kind == Domain::kPiece ||
                              offer.domain.kind == Domain::kSubset ||
                              offer.domain.kind == Domain::kValue;
    const bool discards = logic::PlayOf(*flow_.node(offer.node).impl) == logic::Play::kDiscard;
    if (!takes_pieces || (offer.domain.kind == Domain::kPiece && !discards)) continue;
    const auto with_payload = ParseAction(flow_, who + id + " " + text);
    if (with_payload) {
      Action action = *with_payload;
      action.ask = response_.ask;
      return action;
    }
  }
  fault = console_.zh()
              ? fmt::format("看不懂“{}”：请输入编号或动作，h 看帮助", Plain(line))
              : fmt::format("cannot read \"{}\": {}", Plain(line), parsed.faults().front().message);
  return std::nullopt;
}

void MatchRunner::Refuse(Seat seat, const Action& action) {
  Records copy = records_;
  Response answer;
  flow_.ProcessActionNode(copy, action, answer);
  if (answer.ok()) {
    console_.out << console_.Format({"  可以：{}\n", "  you may: {}\n"}, text_.ActionText(action));
  } else {
    console_.out << "  " << FormatRefusal(flow_, answer, seat, console_.lang) << "\n";
  }
}

void MatchRunner::ExplainWord(Seat seat, const std::string& word) {
  if (word.empty()) {
    console_.out << Explain(flow_, records_, console_.lang, Viewer::Of(seat));
    return;
  }
  NodeIndex node = flow_.Find(word);
  if (node == kNoNode) node = flow_.Find(TypedLine(flow_, response_.choices, seat, word));
  if (node != kNoNode) {
    const Offer* offer = response_.choices.Find(seat, node);
    if (offer != nullptr) {
      console_.out << console_.Format({"  可以：{}\n", "  you may: {}\n"},
                                      FormatOffer(flow_, *offer, console_.lang));
    } else if (const Reason* reason = flow_.WhyNot(records_, seat, node)) {
      console_.out << console_.Format({"  不能{}：{}\n", "  not {}: {}\n"},
                                      NodeLabel(flow_, node, console_.lang),
                                      (console_.zh() ? reason->zh : reason->en));
    }
    return;
  }
  std::string fault;
  const std::optional<Action> action = Read(seat, word, {}, fault);
  if (action) {
    Refuse(seat, *action);
  } else {
    console_.out << "  " << fault << "\n";
  }
}

MatchRunner::Asked MatchRunner::AskPerson(Seat seat, Action& action) {
  ShowTable(seat);
  const std::vector<Action> list = Numbered(seat);
  ShowOffers(seat, list);
  for (;;) {
    console_.out << "> " << std::flush;
    std::string line;
    if (!std::getline(console_.in, line)) {
      console_.out << console_.Format({"\n输入结束，退出\n", "\nend of the input, leaving\n"});
      return Asked::kQuit;
    }
    line = Trim(line);
    if (line.empty()) continue;
    if (line == "q" || line == "quit") {
      console_.out << console_.Format({"退出\n", "leaving\n"});
      return Asked::kQuit;
    }
    if (line == "h" || line == "help") {
      console_.out << console_.Format(table::FindSlot<table::Board>(flow_) ? kHelp
                                                                           : kHelpWithoutTiles);
      ShowOffers(seat, list);
      continue;
    }
    if (line.front() == '?' || line.starts_with("？")) {
      ExplainWord(seat, Trim(line.substr(line.front() == '?' ? 1 : std::string_view("？").size())));
      continue;
    }
    std::string fault;
    const std::optional<Action> read = Read(seat, line, list, fault);
    if (!read) {
      console_.out << "  " << fault << "\n";
      continue;
    }
    Records copy = records_;
    Response answer;
    flow_.ProcessActionNode(copy, *read, answer);
    if (answer.ok()) {
      action = *read;
      return Asked::kAction;
    }
    console_.out << "  " << FormatRefusal(flow_, answer, seat, console_.lang) << "\n";
  }
}

}  // namespace mlf::tools
