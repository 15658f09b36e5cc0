#include <mlf/flow/text.h>
#include "flow/base/words.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

namespace mlf {

namespace {

struct Word {
  std::string_view text;
  int column;
};

std::vector<Word> Split(std::string_view text) {
  std::vector<Word> words;
  std::size_t i = 0;
  while (i < text.size()) {
    if (text[i] == ' ' || text[i] == '\t') {
      ++i;
      continue;
    }
    const std::size_t begin = i;
    while (i < text.size() && text[i] != ' ' && text[i] != '\t') ++i;
    words.push_back({text.substr(begin, i - begin), static_cast<int>(begin) + 1});
  }
  return words;
}

Fault At(std::string code, int column, std::string message) {
  return Fault{std::move(code), SourcePos{{}, 0, column}, std::move(message)};
}

bool TakesPieces(Domain::Kind kind) {
  return kind == Domain::kPiece || kind == Domain::kCombo || kind == Domain::kSubset;
}
bool TakesValue(Domain::Kind kind) {
  return kind == Domain::kValue || kind == Domain::kRange || kind == Domain::kBits;
}

Domain::Kind PayloadOf(const Flow& flow, NodeIndex node) {
  return node < flow.nodes().size() ? flow.node(node).impl->payload() : Domain::kNothing;
}

// Appends the pieces of one word to `action`. False if the word is malformed or there are too many.
bool ReadPieces(const Flow& flow, std::string_view word, Action& action) {
  const auto read = ParsePieces(flow, word, std::span(action.pieces).subspan(action.count));
  if (read) action.count = static_cast<std::uint8_t>(action.count + *read);
  return read.has_value();
}

// Named values are few and small (suits, options), so a linear search up to this is enough.
constexpr std::int32_t kNamedValues = 64;

std::string ValueText(const ActionNode& node, std::int32_t value) {
  const std::string_view name = node.ValueName(value);
  return name.empty() ? std::to_string(value) : std::string(name);
}

std::optional<std::int32_t> ReadValue(const ActionNode& node, std::string_view word) {
  for (std::int32_t value = 0; value < kNamedValues; ++value) {
    if (node.ValueName(value) == word) return value;
  }
  return ParseNumber<std::int32_t>(word);
}

std::vector<std::string> ValueWords(const ActionNode& node) {
  std::vector<std::string> words;
  for (std::int32_t value = 0; value < kNamedValues; ++value) {
    if (!node.ValueName(value).empty()) words.emplace_back(node.ValueName(value));
  }
  return words;
}

// The payload in the normal grammar, even if that loses information.
std::string PlainPayload(const Flow& flow, const Action& action) {
  const Domain::Kind kind = PayloadOf(flow, action.node);
  const int count = std::min<int>(action.count, kMaxActionPieces);
  if (kind == Domain::kCombo && count > 1) {
    return FormatPieces(flow, {action.pieces.data(), 1}) + " " +
           FormatPieces(flow, {action.pieces.data() + 1, static_cast<std::size_t>(count - 1)});
  }
  if (TakesPieces(kind))
    return FormatPieces(flow, {action.pieces.data(), static_cast<std::size_t>(count)});
  if (TakesValue(kind)) return ValueText(*flow.node(action.node).impl, action.value);
  return {};
}

// Reads the payload words of `action.node` into `action`. Returns a fault or nothing.
std::optional<Fault> ReadPayload(const Flow& flow, std::span<const Word> words, Action& action,
                                 int end_column) {
  const Domain::Kind kind = PayloadOf(flow, action.node);
  const std::string& id = flow.node(action.node).id;
  if (TakesPieces(kind)) {
    if (words.empty()) return At("A01", end_column, fmt::format("`{}` needs its pieces", id));
    for (const Word& word : words) {
      if (!ReadPieces(flow, word.text, action)) {
        return At("A04", word.column,
                  fmt::format("`{}` is not pieces (at most {} in all) for `{}`", word.text,
                              kMaxActionPieces, id));
      }
    }
    if (kind == Domain::kPiece && action.count != 1) {
      return At("A04", words.front().column,
                fmt::format("`{}` takes one piece, not {}", id, action.count));
    }
    return std::nullopt;
  }
  if (TakesValue(kind)) {
    if (words.empty()) return At("A01", end_column, fmt::format("`{}` needs a value", id));
    const ActionNode& node = *flow.node(action.node).impl;
    const auto value = ReadValue(node, words[0].text);
    if (!value) {
      const std::vector<std::string> known = ValueWords(node);
      const std::string nearest = Nearest(std::string(words[0].text), known);
      std::string message = fmt::format("`{}` is no value for `{}`", words[0].text, id);
      if (!nearest.empty()) {
        message += fmt::format("; nearest: `{}`", nearest);
      } else if (!known.empty()) {
        message += fmt::format("; one of {}", fmt::join(known, ", "));
      }
      return At("A04", words[0].column, std::move(message));
    }
    action.value = *value;
    words = words.subspan(1);
  }
  if (!words.empty())
    return At("A05", words[0].column,
              fmt::format("`{}` is one word too many for `{}`", words[0].text, id));
  return std::nullopt;
}

// raw:count:pieces in hex:value:reserved
constexpr std::string_view kRaw = "raw:";

std::string RawPayload(const Action& action) {
  return fmt::format("{}{}:{:02x}{:02x}{:02x}{:02x}:{}:{}", kRaw, action.count, action.pieces[0],
                     action.pieces[1], action.pieces[2], action.pieces[3], action.value,
                     action.reserved);
}

bool ReadRaw(std::string_view word, Action& action) {
  word.remove_prefix(kRaw.size());
  std::array<std::string_view, 4> part;
  for (std::size_t i = 0; i < part.size(); ++i) {
    const std::size_t colon = i + 1 < part.size() ? word.find(':') : word.size();
    if (colon == std::string_view::npos) return false;
    part[i] = word.substr(0, colon);
    word.remove_prefix(std::min(colon + 1, word.size()));
  }
  const auto count = ParseNumber<std::uint8_t>(part[0]);
  const auto pieces = ParseNumber<std::uint32_t>(part[1], 16);
  const auto value = ParseNumber<std::int32_t>(part[2]);
  const auto reserved = ParseNumber<std::uint8_t>(part[3]);
  if (!count || !pieces || part[1].size() != 8 || !value || !reserved) return false;
  action.count = *count;
  for (int i = 0; i < kMaxActionPieces; ++i)
    action.pieces[i] = static_cast<Piece>(*pieces >> (24 - 8 * i));
  action.value = *value;
  action.reserved = *reserved;
  return true;
}

// Whether parsing the plain payload gives the same action. Pieces beyond `count` are ignored.
bool PlainIsLossless(const Flow& flow, const Action& action, const std::string& plain) {
  if (action.count > kMaxActionPieces || action.reserved != 0) return false;
  Action again;
  again.node = action.node;
  if (action.node < flow.nodes().size()) {
    const std::vector<Word> words = Split(plain);
    if (ReadPayload(flow, words, again, 0)) return false;
  }
  return again.count == action.count && again.value == action.value &&
         std::equal(again.pieces.begin(), again.pieces.begin() + again.count,
                    action.pieces.begin());
}

Result<Action> Parse(const Flow& flow, std::string_view text, bool recorded) {
  std::vector<Word> words = Split(text);
  const int end_column = static_cast<int>(text.size()) + 1;
  Action action;
  if (!words.empty() && words.back().text.starts_with('@')) {
    const auto ask = ParseNumber<std::uint32_t>(words.back().text.substr(1));
    if (!ask)
      return At("A06", words.back().column,
                fmt::format("`{}` is no window number such as @17", words.back().text));
    action.ask = *ask;
    words.pop_back();
  }
  if (words.empty())
    return At("A01", end_column, "an action begins with a seat, such as `0 timeout`");
  const auto seat = ParseNumber<Seat>(words[0].text);
  if (!seat || (!recorded && (*seat < 0 || *seat >= flow.people()))) {
    return At("A02", words[0].column,
              fmt::format("`{}` is no seat; seats are 0..{}", words[0].text, flow.people() - 1));
  }
  action.seat = *seat;
  if (words.size() < 2) return At("A01", end_column, "the action is missing after the seat");
  const std::string id(words[1].text);
  std::span<const Word> payload(words.data() + 2, words.size() - 2);
  if (id == "timeout") {
    action.node = kTimeout;
  } else if (!(recorded && id == "?")) {
    action.node = flow.Find(id);
    if (action.node == kNoNode) {
      std::vector<std::string> known{"timeout"};
      for (const Node& node : flow.nodes()) {
        if (node.impl->player()) known.push_back(node.id);
      }
      const std::string nearest = Nearest(id, known);
      return At("A03", words[1].column,
                fmt::format("there is no action `{}` in {}{}", id, flow.name(),
                            nearest.empty() ? "" : fmt::format("; nearest: `{}`", nearest)));
    }
  }
  if (recorded && payload.size() == 1 && payload[0].text.starts_with(kRaw)) {
    if (!ReadRaw(payload[0].text, action))
      return At("A04", payload[0].column, fmt::format("`{}` is no raw payload", payload[0].text));
    return action;
  }
  if (action.node >= flow.nodes().size()) {
    if (!payload.empty())
      return At("A05", payload[0].column,
                fmt::format("`{}` is one word too many for `{}`", payload[0].text, id));
    return action;
  }
  if (auto fault = ReadPayload(flow, payload, action, end_column)) return *std::move(fault);
  return action;
}

std::vector<Piece> Expand(const Counts& counts) {
  std::vector<Piece> pieces;
  for (int p = 0; p < kGroups * kGroupSize; ++p)
    pieces.insert(pieces.end(), counts[static_cast<Piece>(p)], static_cast<Piece>(p));
  return pieces;
}

std::vector<Piece> Expand(PieceMask mask) {
  std::vector<Piece> pieces;
  ForEach(mask, [&](Piece p) { pieces.push_back(p); });
  return pieces;
}

// Replaces every `key` in `text` by `value`. True if there was one.
bool Replace(std::string& text, std::string_view key, const std::string& value) {
  bool found = false;
  for (std::size_t at = text.find(key); at != std::string::npos;
       at = text.find(key, at + value.size())) {
    text.replace(at, key.size(), value);
    found = true;
  }
  return found;
}

}  // namespace

std::optional<Event> Seen(const Event& event, Viewer viewer, int seats) {
  if (!viewer.In(event.seen_by, seats)) return std::nullopt;
  Event seen = event;
  if (!viewer.In(event.shown_to, seats)) {
    for (int i = 0; i < seen.count; ++i) seen.pieces[i] = kNoPiece;
    seen.value = 0;
  }
  if (viewer.kind != Viewer::kFull) seen.seen_by = seen.shown_to = kEverybody;
  return seen;
}

namespace {
// A PieceText is own code of a game, so a throw names it.
std::string FormatKnown(const PieceText& words, std::span<const Piece> pieces) {
  try {
    return words.Format(pieces.data(), static_cast<int>(pieces.size()));
  } catch (const std::exception& error) {
    throw std::runtime_error(fmt::format("PieceText::Format: {}", error.what()));
  }
}
}  // namespace

std::string FormatPieces(const Flow& flow, std::span<const Piece> pieces) {
  std::string text;
  for (std::size_t i = 0; i < pieces.size();) {
    if (pieces[i] >= kNoPiece) {
      text += '?';
      ++i;
      continue;
    }
    std::size_t end = i;
    while (end < pieces.size() && pieces[end] < kNoPiece) ++end;
    if (flow.piece_text() != nullptr) {
      text += FormatKnown(*flow.piece_text(), pieces.subspan(i, end - i));
    } else {
      text += fmt::format("{}", fmt::join(pieces.subspan(i, end - i), "."));
    }
    i = end;
  }
  return text;
}

std::optional<std::size_t> ParsePieces(const Flow& flow, std::string_view word,
                                       std::span<Piece> out) {
  if (flow.piece_text() != nullptr) {
    const auto room = static_cast<int>(out.size());
    const std::optional<int> read = flow.piece_text()->Parse(word, out.data(), room);
    if (!read || *read <= 0 || *read > room) return std::nullopt;
    return static_cast<std::size_t>(*read);
  }
  for (std::size_t count = 0; count < out.size();) {
    const std::size_t dot = std::min(word.find('.'), word.size());
    const auto piece = ParseNumber<unsigned>(word.substr(0, dot));
    if (!piece || *piece >= kNoPiece) return std::nullopt;
    out[count++] = static_cast<Piece>(*piece);
    if (dot == word.size()) return count;
    word.remove_prefix(dot + 1);
  }
  return std::nullopt;
}

std::string FormatPayload(const Flow& flow, const Action& action) {
  std::string plain = PlainPayload(flow, action);
  return PlainIsLossless(flow, action, plain) ? plain : RawPayload(action);
}

std::string FormatAction(const Flow& flow, const Action& action, bool with_ask) {
  std::string_view id = "?";
  if (action.node == kTimeout) {
    id = "timeout";
  } else if (action.node < flow.nodes().size()) {
    id = flow.node(action.node).id;
  }
  std::string text = fmt::format("{} {}", static_cast<int>(action.seat), id);
  const std::string payload = FormatPayload(flow, action);
  if (!payload.empty()) text += " " + payload;
  if (with_ask) text += fmt::format(" @{}", action.ask);
  return text;
}

Result<Action> ParseAction(const Flow& flow, std::string_view text) {
  return Parse(flow, text, false);
}
Result<Action> ParseRecordedAction(const Flow& flow, std::string_view text) {
  return Parse(flow, text, true);
}

std::string NodeLabel(const Flow& flow, NodeIndex node, Lang lang) {
  if (node == kTimeout) return lang == Lang::kZh ? "超时" : "timeout";
  if (node >= flow.nodes().size()) return "?";
  const Node& n = flow.node(node);
  const std::string& label = lang == Lang::kZh ? n.label.zh : n.label.en;
  return label.empty() ? n.id : label;
}

std::string SeatText(Seat seat, Lang lang) {
  if (seat == kNoSeat) return lang == Lang::kZh ? "系统" : "the table";
  return fmt::format(fmt::runtime(lang == Lang::kZh ? "座{}" : "seat {}"), static_cast<int>(seat));
}

namespace {
// A party that is no person: points that lie on the table.
std::string PartyText(const Flow& flow, Seat party, Lang lang) {
  if (party < flow.people()) return SeatText(party, lang);
  return lang == Lang::kZh ? "桌上" : "the table";
}

// The seats of an event that names seats.
std::string SeatsText(const Flow& flow, const Event& event, Lang lang) {
  std::vector<std::string> seats;
  for (std::size_t i = 0; i < event.count; ++i)
    seats.push_back(PartyText(flow, static_cast<Seat>(event.pieces[i]), lang));
  return Join(seats, lang == Lang::kZh ? "、" : ", ");
}
}  // namespace

std::string FormatOffer(const Flow& flow, const Offer& offer, Lang lang) {
  if (offer.node >= flow.nodes().size()) return "?";
  const Node& node = flow.node(offer.node);
  const Domain& domain = offer.domain;
  const bool zh = lang == Lang::kZh;
  std::string text = node.id;
  switch (domain.kind) {
    case Domain::kNone:
    case Domain::kNothing: return text;
    case Domain::kPiece: {
      const std::vector<Piece> pieces = Expand(domain.mask);
      return text + " " + FormatPieces(flow, pieces);
    }
    case Domain::kCombo: {
      std::vector<std::string> ways;
      for (int i = 0; i < domain.combo_count; ++i) {
        Action action;
        action.node = offer.node;
        while (action.count < kMaxActionPieces && domain.combos[i][action.count] != kNoPiece) {
          action.pieces[action.count] = domain.combos[i][action.count];
          ++action.count;
        }
        ways.push_back(PlainPayload(flow, action));
      }
      return text + " " + Join(ways, " | ");
    }
    case Domain::kSubset: {
      const std::string pool = FormatPieces(flow, Expand(domain.pool));
      if (zh)
        return fmt::format("{} {} 选 {}{}", text, pool, domain.take,
                           domain.same_group ? "，同一门" : "");
      return fmt::format("{} {} of {}{}", text, domain.take, pool,
                         domain.same_group ? ", one group" : "");
    }
    case Domain::kValue: {
      std::vector<std::string> values;
      for (int v = 0; v < 64; ++v) {
        if ((domain.mask >> v) & 1) values.push_back(ValueText(*node.impl, v));
      }
      return text + " " + Join(values, " | ");
    }
    case Domain::kRange: return fmt::format("{} {}..{}", text, domain.low, domain.high);
    case Domain::kBits: {
      std::vector<std::string> bits;
      for (int bit = 0; bit < 31; ++bit) {
        if ((domain.mask >> bit) & 1) bits.push_back(std::to_string(1u << bit));
      }
      return fmt::format("{} {} {}", text, zh ? "任意相加" : "any sum of", Join(bits, "+"));
    }
  }
  return text;
}

std::string FormatOffers(const Flow& flow, const Choices& choices, Seat seat, Lang lang) {
  std::vector<std::string> offers;
  for (const Offer& offer : choices.Of(seat)) offers.push_back(FormatOffer(flow, offer, lang));
  return Join(offers, lang == Lang::kZh ? "，" : ", ");
}

std::string FormatEvent(const Flow& flow, const Event& event, Viewer viewer, Lang lang) {
  const std::optional<Event> seen = Seen(event, viewer, flow.seats());
  if (!seen || seen->type == nullptr) return {};
  const bool hidden = !viewer.In(event.shown_to, flow.seats());
  const std::string seat = PartyText(flow, seen->seat, lang);
  const std::string other = seen->other == kNoSeat ? "" : PartyText(flow, seen->other, lang);
  const std::string pieces = seen->type->names_seats
                                 ? SeatsText(flow, *seen, lang)
                                 : FormatPieces(flow, {seen->pieces.data(), seen->count});
  const std::string value = hidden ? "?" : std::to_string(seen->value);
  std::string text(lang == Lang::kZh ? seen->type->zh : seen->type->en);
  // No short-circuit: every placeholder must be filled.
  bool filled = Replace(text, "{seat}", seat);
  filled |= Replace(text, "{other}", other);
  filled |= Replace(text, "{pieces}", pieces);
  filled |= Replace(text, "{value}", value);
  filled |= Replace(text, "{text}", std::string(seen->text));
  if (filled) return text;
  if (seen->seat != kNoSeat) text = seat + " " + text;
  if (!pieces.empty()) text += " " + pieces;
  if (!seen->text.empty()) text += fmt::format(" {}", seen->text);
  if (!hidden && seen->value != 0) text += " " + value;
  if (!other.empty()) text += fmt::format(" ({})", other);
  return text;
}

std::string FormatRefusal(const Flow& flow, const Response& response, Seat seat, Lang lang) {
  if (response.ok()) return {};
  const Refusal& refusal = response.refusal;
  const bool zh = lang == Lang::kZh;
  std::string text =
      fmt::format(fmt::runtime(zh ? "不行（{}）" : "refused ({})"), CodeName(refusal.code));
  if (refusal.reason != nullptr)
    text += fmt::format("{}{}", zh ? "：" : ": ", zh ? refusal.reason->zh : refusal.reason->en);
  if (!refusal.detail.empty()) text += fmt::format(" [{}]", refusal.detail);
  std::string instead;
  if (seat >= 0 && seat < flow.people()) instead = FormatOffers(flow, response.choices, seat, lang);
  if (!instead.empty()) text += (zh ? "；可以：" : "; you may: ") + instead;
  return text;
}

}  // namespace mlf
