#include "tools/console/table_text.h"
#include <mlf/components/initial_wins.h>
#include <mlf/components/payment.h>
#include <mlf/components/ready_rule.h>
#include <mlf/components/win_reading.h>
#include <mlf/components/win_rule.h>
#include <mlf/flow/points.h>
#include <mlf/flow/text.h>
#include <mlf/table/find_slot.h>
#include <mlf/table/meld_name.h>
#include <mlf/table/named_ids.h>
#include <mlf/table/state_text.h>
#include <mlf/table/tile.h>

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace mlf::tools {

namespace {

using table::Board;
using table::Meld;
using table::MeldKind;
using table::SeatBoard;

// Words of suits and directions, which events and actions give as ids.
struct NamedText {
  std::string_view id;
  Text text;
};
constexpr NamedText kWords[] = {
    {"m", {"万", "wan (m)"}},
    {"p", {"筒", "tong (p)"}},
    {"s", {"条", "tiao (s)"}},
    {"to_next", {"下家", "to the next seat"}},
    {"to_previous", {"上家", "to the previous seat"}},
    {"to_opposite", {"对家", "across"}},
};

std::string WordOf(std::string_view id, Lang lang) {
  for (const NamedText& word : kWords) {
    if (word.id == id) return std::string(word.text.In(lang));
  }
  return std::string(id);
}

// "East 1": as many rounds share a wind as there are seats.
std::string RoundText(std::int64_t round, int seats, bool zh) {
  const table::Tile wind = table::MakeTile(table::kHonour, static_cast<int>(1 + round / seats % 4));
  const std::string number = std::to_string(1 + round % seats);
  return zh ? table::TileNameZh(wind) + number + "局" : table::TileNameEn(wind) + " " + number;
}

// "wan" of "wan (m)".
std::string_view FirstWord(std::string_view text) { return text.substr(0, text.find(' ')); }

}  // namespace

TableText::TableText(const Flow& flow, Lang lang)
    : flow_(flow),
      lang_(lang),
      board_(table::FindSlot<Board>(flow)),
      match_(table::FindSlot<table::Match>(flow)),
      ledger_(table::FindSlot<table::Ledger>(flow)),
      judge_(flow.Shared<score::Judge>("judge")) {}

int TableText::HandsDone(const Records& records) const {
  return match_ ? (*match_)(records).hands_done : 0;
}

std::string TableText::IdOf(std::string_view text) {
  for (const NamedText& word : kWords) {
    if (text == word.text.zh || text == word.text.en || text == FirstWord(word.text.en))
      return std::string(word.id);
  }
  return {};
}

std::string TableText::Wrapped(const std::string& head, const std::vector<std::string>& words) {
  const int indent = Columns(head);
  std::string text = head;
  int used = indent;
  for (const std::string& word : words) {
    const int more = 1 + Columns(word);
    if (used + more > kColumns && used > indent) {
      text += "\n" + std::string(static_cast<std::size_t>(indent), ' ');
      used = indent;
    }
    text += " " + word;
    used += more;
  }
  return text + "\n";
}

std::string TableText::Tile(table::Tile tile) const {
  return zh() ? table::TileNameZh(tile) : table::TileName(tile);
}

std::string TableText::Named(std::span<const Piece> pieces) const {
  std::string text = FormatPieces(flow_, pieces);
  if (!names_tiles()) return text;
  for (std::size_t i = 0; i < pieces.size(); ++i)
    text += (i == 0 ? " " : "") + table::TileNameZh(pieces[i]);
  return text;
}

std::string TableText::Word(const Event& event) const {
  if (event.type->id == "fan" && judge_ != nullptr) {
    for (const score::FanRow& row : judge_->Rows()) {
      if (row.id == event.text) return zh() ? row.zh : row.en;
    }
  }
  if (event.type->id == "initial_win") {
    const auto* rule = flow_.Shared<score::InitialWinRule>("initial_wins");
    for (const score::InitialWinRow& row :
         rule != nullptr ? rule->Rows() : std::vector<score::InitialWinRow>()) {
      if (row.id == event.text) return zh() ? row.zh : row.en;
    }
  }
  if (event.type->id == "points") {
    for (const Reason* reason : flow_.Numbers(table::kLedgerReasons)) {
      if (reason != nullptr && reason->id == event.text)
        return std::string(zh() ? reason->zh : reason->en);
    }
  }
  for (const auto& part : flow_.parts()) {
    const auto* named = dynamic_cast<const table::NamedIds*>(part.get());
    if (named == nullptr || (event.type->id != "broken_off" && event.type->id != "win_way"))
      continue;
    for (const Reason& name : named->Names()) {
      if (name.id == event.text) return std::string(zh() ? name.zh : name.en);
    }
  }
  if (const Reason* label = TermOf(event)) return std::string(zh() ? label->zh : label->en);
  return WordOf(event.text, lang_);
}

// What explains a win: a limit, or a factor of a payment.
const Reason* TableText::TermOf(const Event& event) const {
  const auto named = [&](const Reason& label) { return label.id == event.text; };
  if (event.type->id == "limit" && judge_ != nullptr) {
    const auto levels = judge_->Levels();
    const auto at = std::ranges::find_if(levels, named);
    return at == levels.end() ? nullptr : &*at;
  }
  if (!event.type->id.starts_with("pay_")) return nullptr;
  for (const Reason* step : score::kPaymentSteps) {
    if (named(*step)) return step;
  }
  for (const auto& part : flow_.parts()) {
    const auto* factor = dynamic_cast<const score::PairFactor*>(part.get());
    if (factor != nullptr && named(factor->What())) return &factor->What();
  }
  return nullptr;
}

std::string TableText::PointsLine(const Event& event) const {
  const auto party = [&](Seat seat) {
    if (seat == table::kPot) return std::string(zh() ? "供托" : "the pot");
    return SeatText(seat, lang_);
  };
  std::string payers;
  for (int i = 0; i < event.count; ++i)
    payers += (i == 0 ? "" : zh() ? "、" : ", ") + party(static_cast<Seat>(event.pieces[i]));
  const int total = event.value * event.count;
  if (event.count == 1) {
    return zh() ? fmt::format("{} +{}：{} 付（{}）", party(event.seat), total, payers, Word(event))
                : fmt::format("{} +{}: paid by {} ({})", party(event.seat), total, payers,
                              Word(event));
  }
  return zh() ? fmt::format("{} +{}：{} 各付 {}（{}）", party(event.seat), total, payers,
                            event.value, Word(event))
              : fmt::format("{} +{}: {} each from {} ({})", party(event.seat), total, event.value,
                            payers, Word(event));
}

std::string TableText::EventLine(const Event& event, Viewer viewer) const {
  const std::optional<Event> seen = Seen(event, viewer, flow_.seats());
  if (!seen || seen->type == nullptr) return {};
  const std::string indent = score::TellsOfWin(*seen->type) ? "      " : "  ";
  if (seen->type->id == "points") return indent + PointsLine(*seen);
  Event named = *seen;
  const std::string word = Word(*seen);
  named.text = word;
  // A sorted hand is easier to read.
  if (named.count > kMaxActionPieces)
    std::sort(named.pieces.begin(), named.pieces.begin() + named.count);
  // `seen` contains no hidden tiles, so the line needs no viewer.
  std::string line = FormatEvent(flow_, named, Viewer::Full(), lang_);
  if (named.count == 0) return indent + line;
  if (named.pieces[0] == kNoPiece) {
    const std::string hidden(named.count, '?');
    const std::size_t at = line.find(hidden);
    const std::string_view one = board_ ? "tile" : "piece";
    const std::string number = zh() ? fmt::format("{} {}", named.count, board_ ? "张" : "个")
                               : named.count == 1 ? fmt::format("a {}", one)
                                                  : fmt::format("{} {}s", named.count, one);
    if (at != std::string::npos) line.replace(at, hidden.size(), number);
  } else if (names_tiles() && !score::TellsOfWin(*named.type)) {
    line += "  ";
    for (int i = 0; i < named.count; ++i)
      line += table::TileNameZh(named.pieces[static_cast<std::size_t>(i)]);
  }
  return indent + line;
}

std::string TableText::EventLines(const Response& response, Viewer viewer) const {
  std::string lines;
  for (const Event& event : response.events) {
    const std::string line = EventLine(event, viewer);
    if (!line.empty()) lines += line + "\n";
  }
  return lines;
}

std::string TableText::MeldText(const Meld& meld) const {
  const table::MeldName& named = table::NameOf(meld.kind);
  const std::string name(zh() ? named.zh : named.id);
  if (meld.tile == table::kNoTile) return name + "(?)";
  std::vector<Piece> pieces;
  for (int i = 0; i < 3 && meld.kind == MeldKind::kChi; ++i) pieces.push_back(meld.At(i));
  if (pieces.empty()) pieces.assign(1, meld.tile);
  int reds = meld.Reds();
  for (Piece& piece : pieces) {
    if (reds > 0 && table::RedOf(piece) != piece) piece = (--reds, table::RedOf(piece));
  }
  return fmt::format("{}({})", name, zh() ? Named(pieces) : FormatPieces(flow_, pieces));
}

std::string TableText::StateText(const Records& records, Seat seat, Seat viewer) const {
  std::string text;
  std::set<std::string_view> written;  // several parts may share one state
  for (const auto& part : flow_.parts()) {
    const auto* state = dynamic_cast<const table::StateText*>(part.get());
    if (state == nullptr || state->PerSeat() != (seat != kNoSeat)) continue;
    // WildText writes the tiles turned up for wildcards.
    if (dynamic_cast<const logic::Wilds*>(part.get()) != nullptr) continue;
    const Value value = state->WriteState(records, seat, viewer);
    if (value.IsNull() || !written.insert(state->StateKey()).second) continue;
    const table::StateLabel label = state->Label();
    if (const auto round = value.AsInt(); round && label.is == "round") {
      text += "  " + RoundText(*round, flow_.seats(), zh());
      continue;
    }
    const Value* tiles = value.IsMap() ? value.Find("tiles") : nullptr;
    const std::string said = value.IsScalar()   ? WordOf(value.text(), lang_)
                             : tiles != nullptr ? tiles->text()
                                                : value.Canonical();
    const std::string_view name = zh() ? label.zh : label.en;
    text += fmt::format("  {}{}{}", name.empty() ? state->StateKey() : name, zh() ? "" : " ", said);
  }
  return text;
}

// The indicator and the wildcards, if any.
std::string TableText::WildText(const Records& records) const {
  std::string text;
  const Board& board = (*board_)(records);
  if (board.turned) text += (zh() ? "  翻出 " : "  turned up ") + Tile(*board.turned);
  const auto* win = flow_.Shared<logic::WinRule>("win");
  const table::TileMask wilds =
      win != nullptr && win->wilds() != nullptr ? win->wilds()->WildsOf(records) : 0;
  if (wilds != 0) text += zh() ? "  赖子" : "  wild";
  ForEach(wilds, [&](table::Tile tile) { text += " " + Tile(tile); });
  return text;
}

std::string TableText::SeatLine(const Records& records, Seat seat, Seat you, int hand_size) const {
  const Board& board = (*board_)(records);
  const SeatBoard& own = board.seats[seat];
  std::string line = SeatText(seat, lang_);
  if (seat == you) line += zh() ? "（你）" : " (you)";
  if (seat == board.dealer) line += zh() ? " 庄" : " dealer";
  line = Pad(line, zh() ? 14 : 22);
  const int before = match_ ? (*match_)(records).score[seat] : 0;
  const int hand = ledger_ ? (*ledger_)(records).points[seat] : 0;
  line += zh() ? fmt::format("分 {} 本局 {:+}  手牌 {} 张", before + hand, hand, hand_size)
               : fmt::format("points {} this hand {:+}  {} tiles", before + hand, hand, hand_size);
  line += StateText(records, seat, you);
  if (own.wins > 0)
    line += zh() ? fmt::format("  已胡 {} 次", own.wins) : fmt::format("  won {}x", own.wins);
  if (own.Is(table::kLeft)) line += zh() ? "  已离局" : "  out of the hand";
  line += "\n";
  if (own.meld_count > 0) {
    std::vector<std::string> melds;
    for (const Meld& meld : own.Melds()) melds.push_back(MeldText(meld));
    line += Wrapped(zh() ? "    副露 " : "    melds ", melds);
  }
  std::vector<std::string> river;
  const auto ready = table::FindSlot<logic::ReadyState>(flow_);
  int declared = ready ? (*ready)(records).at[seat] : 0;
  int laid = 0;
  for (int i = 0; i < board.river_count; ++i) {
    const table::Discard& discard = board.river[static_cast<std::size_t>(i)];
    if (discard.seat() != seat) continue;
    const bool gone = discard.claimed() || discard.won() || discard.robbed();
    // The discard that declared ready lies sideways; if it was claimed, the next one does.
    const bool sideways = declared > 0 && ++laid >= declared && !gone;
    if (sideways) declared = 0;
    const std::string tile = Tile(discard.Piece());
    river.push_back(gone ? fmt::format("({})", tile) : sideways ? fmt::format("<{}>", tile) : tile);
  }
  if (!river.empty()) line += Wrapped(zh() ? "    牌河 " : "    river", river);
  return line;
}

std::string TableText::Table(const Records& records, Seat you,
                             const std::array<int, kMaxSeats>& sizes) const {
  if (!board_) return {};
  const Board& board = (*board_)(records);
  std::string text = zh()
                         ? fmt::format("---- 第 {} 局  牌墙剩 {} 张{}{} ----\n",
                                       records.flow().hand + 1, board.wall.Left() - board.wall.keep,
                                       WildText(records), StateText(records, kNoSeat, you))
                         : fmt::format("---- hand {}  {} tiles left in the wall{}{} ----\n",
                                       records.flow().hand + 1, board.wall.Left() - board.wall.keep,
                                       WildText(records), StateText(records, kNoSeat, you));
  for (Seat seat = 0; seat < board.seat_count; ++seat)
    text += SeatLine(records, seat, you, sizes[static_cast<std::size_t>(seat)]);
  return text;
}

std::string TableText::Hand(const Records& records, Seat seat) const {
  if (!board_) return {};
  const SeatBoard& own = (*board_)(records).seats[seat];
  std::vector<table::Tile> tiles = own.HandPieces();
  const bool apart = own.drawn != table::kNoTile && own.hand[own.drawn] > 0;
  if (apart) {
    for (std::size_t i = 0; i < tiles.size(); ++i) {
      if (tiles[i] == own.DrawnPiece()) {
        tiles.erase(tiles.begin() + static_cast<std::ptrdiff_t>(i));
        break;
      }
    }
  }
  constexpr int kTile = 5;  // columns of a tile
  std::string text, names = zh() ? "手牌  " : "hand  ", ids(6, ' ');
  const auto add = [&](table::Tile tile, const std::string& before) {
    if (Columns(names) + Columns(before) + kTile > kColumns) {
      text += names + "\n" + ids + "\n";
      names = ids = std::string(6, ' ');
    }
    names += before + Pad(table::TileNameZh(tile), kTile);
    ids += std::string(static_cast<std::size_t>(Columns(before)), ' ') +
           Pad(table::TileName(tile), kTile);
  };
  int suit = -1;
  for (table::Tile tile : tiles) {
    add(tile, suit >= 0 && suit != table::SuitOf(table::KindOf(tile)) ? " " : "");
    suit = table::SuitOf(table::KindOf(tile));
  }
  if (apart) add(own.DrawnPiece(), zh() ? "  摸 " : "  + ");
  return text + names + "\n" + ids + "\n";
}

std::string TableText::Scores(const Records& records) const {
  if (!match_ || !ledger_) return PlainScores(records);
  const table::Match& match = (*match_)(records);
  const table::Ledger& ledger = (*ledger_)(records);
  std::string text = Pad(zh() ? "座位" : "seat", 10) + Pad(zh() ? "胡牌" : "wins", 8) +
                     Pad(zh() ? "本局" : "hand", 10) + (zh() ? "总分" : "total") + "\n";
  for (Seat seat = 0; seat < flow_.seats() && seat < table::kMaxPlayers; ++seat) {
    text += Pad(SeatText(seat, lang_), 10) +
            Pad(board_ ? std::to_string((*board_)(records).seats[seat].wins) : "", 8) +
            Pad(fmt::format("{:+}", ledger.points[seat]), 10) + std::to_string(match.score[seat]) +
            "\n";
  }
  return text;
}

std::string TableText::PlainScores(const Records& records) const {
  const SeatPoints* points = PointsOf(flow_);
  if (points == nullptr) return {};
  std::string text = Pad(zh() ? "座位" : "seat", 10) + (zh() ? "总分" : "total") + "\n";
  for (Seat seat = 0; seat < flow_.seats(); ++seat)
    text += Pad(SeatText(seat, lang_), 10) + std::to_string(points->Points(records, seat)) + "\n";
  return text;
}

std::string TableText::ActionText(const Action& action) const {
  std::string typed = FormatAction(flow_, action);
  const std::size_t space = typed.find(' ');  // after the seat
  if (space != std::string::npos) typed = typed.substr(space + 1);
  const std::string label = NodeLabel(flow_, action.node, lang_);
  std::string meaning = label;
  if (names_tiles() && action.count > 0) {
    meaning += " ";
    for (int i = 0; i < action.count; ++i)
      meaning += table::TileNameZh(action.pieces[static_cast<std::size_t>(i)]);
  } else if (action.count == 0) {
    const std::string payload = FormatPayload(flow_, action);
    if (!payload.empty()) meaning += " " + WordOf(payload, lang_);
  }
  return zh() ? Pad(typed, 24) + meaning : typed;
}

}  // namespace mlf::tools
