// Sentences of the condition `cell`. A chart names the cell and the value that it is compared with:
//
//   {cell: {cell: chis, most: 1}}                      "chis" is at most 1
//   {not: {cell: {cell: circle, of: others}}}          "circle" of another seat is not set
//   {cell: {cell: circle, is: [none, self]}}           "circle" is nobody or this seat
#include "tools/chart/cell_text.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

namespace mlf::tools {
namespace {

struct SeatText {
  std::string_view word, zh, en;
};
constexpr std::array<SeatText, 10> kSeatTexts = {{{"none", "无人", "nobody"},
                                                  {"self", "本家", "this seat"},
                                                  {"source", "出牌的一家", "the seat of the tile"},
                                                  {"actor", "行动的一家", "the acting seat"},
                                                  {"dealer", "庄家", "the dealer"},
                                                  {"next", "下家", "the next seat"},
                                                  {"previous", "上家", "the previous seat"},
                                                  {"opposite", "对家", "the opposite seat"},
                                                  {"others", "别家", "another seat"},
                                                  {"any", "任一家", "any seat"}}};

Label SeatNamed(std::string_view word) {
  const auto* const found = std::ranges::find(kSeatTexts, word, &SeatText::word);
  if (found == kSeatTexts.end()) return {std::string(word), std::string(word)};
  return {std::string(found->zh), std::string(found->en)};
}

std::string TextOf(const PartUse& use, std::string_view name) {
  const PartParam* param = use.Find(name);
  return param == nullptr ? std::string() : std::string(param->value.text());
}

// The declaration of the cell that `use` names; null if it names none.
const PartUse* CellOf(const Flow& flow, const PartUse& use) {
  const PartParam* param = use.Find("cell");
  if (param == nullptr || param->parts.empty()) return nullptr;
  for (const Flow::SharedUse& shared : flow.shared()) {
    if (shared.name == param->parts[0].shared)
      return shared.use.info.id == "memory_cell" ? &shared.use : nullptr;
  }
  return nullptr;
}

Label NameOf(const PartUse& cell) {
  Label name{TextOf(cell, "zh"), TextOf(cell, "en")};
  if (name.zh.empty()) name.zh = TextOf(cell, "name");
  if (name.en.empty()) name.en = TextOf(cell, "name");
  return {"「" + name.zh + "」", "\"" + name.en + "\""};
}

// The cell with the seats whose value is meant: 别家的「圈」, "circle" of another seat.
Label Subject(const PartUse& use, const PartUse& cell) {
  Label subject = NameOf(cell);
  const std::string held_by = TextOf(cell, "of"), of = TextOf(use, "of");
  if (held_by == "table") return subject;
  if (!of.empty() && of != "self") {
    const Label seat = SeatNamed(of);
    subject.zh = seat.zh + "的" + subject.zh;
    subject.en += " of " + seat.en;
  }
  if (held_by == "pair") {
    const std::string with = TextOf(use, "with");
    const Label seat = SeatNamed(with.empty() ? "source" : with);
    subject.zh += "（对" + seat.zh + "）";
    subject.en += " with " + seat.en;
  }
  return subject;
}

// The seats that `is:` lists, joined by "or"; empty if it is not written.
Label SeatsAsked(const PartUse& use) {
  const PartParam* is = use.Find("is");
  if (is == nullptr || is->value.IsNull()) return {};
  Label seats;
  const auto add = [&](const Value& word) {
    const Label seat = SeatNamed(word.text());
    seats.zh += (seats.zh.empty() ? "" : "或") + seat.zh;
    seats.en += (seats.en.empty() ? "" : " or ") + seat.en;
  };
  if (is->value.IsList()) {
    for (const Value& word : is->value.items()) add(word);
  } else {
    add(is->value);
  }
  return seats;
}

// What is asked of the value, after the name of the cell.
Label Compared(const PartUse& use, bool opposite) {
  const Label set{"已记", " is set"}, unset{"未记", " is not set"};
  if (const Label seats = SeatsAsked(use); !seats.en.empty()) {
    return opposite ? Label{"不是" + seats.zh, " is not " + seats.en}
                    : Label{"是" + seats.zh, " is " + seats.en};
  }
  const int least = use.Number("least", 0);
  int most = use.Number("most", -1);
  if (const int below = use.Number("below", 0); below > 0)
    most = most < 0 ? below - 1 : std::min(most, below - 1);
  const auto number = [](int value) { return std::to_string(value); };
  if (most < 0) {
    if (least <= 1) return opposite ? unset : set;
    return opposite ? Label{"不到 " + number(least), " is below " + number(least)}
                    : Label{"至少 " + number(least), " is at least " + number(least)};
  }
  if (least <= 0) {
    if (most == 0) return opposite ? set : unset;
    return opposite ? Label{"超过 " + number(most), " is above " + number(most)}
                    : Label{"至多 " + number(most), " is at most " + number(most)};
  }
  const std::string low = number(least), high = number(most);
  if (least == most) {
    return opposite ? Label{"不是 " + low, " is not " + low} : Label{"是 " + low, " is " + low};
  }
  return opposite ? Label{"不在 " + low + " 到 " + high, " is not from " + low + " to " + high}
                  : Label{"在 " + low + " 到 " + high, " is from " + low + " to " + high};
}

}  // namespace

std::optional<Label> CellSentence(const Flow& flow, const PartUse& use, bool opposite) {
  if (use.info.id != "cell") return std::nullopt;
  const PartUse* cell = CellOf(flow, use);
  if (cell == nullptr) return std::nullopt;
  const Label subject = Subject(use, *cell), compared = Compared(use, opposite);
  return Label{subject.zh + compared.zh, subject.en + compared.en};
}

Label CellNamed(const Flow& flow, const PartUse& use) {
  const PartUse* cell = CellOf(flow, use);
  return cell == nullptr ? Label{} : NameOf(*cell);
}

}  // namespace mlf::tools
