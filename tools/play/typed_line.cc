#include "tools/play/typed_line.h"
#include <mlf/components/play_node.h>
#include <mlf/table/find_slot.h>
#include <mlf/table/tile.h>
#include "tools/console/table_text.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace mlf::tools {

namespace {

bool IsWordByte(char c) { return (c >= 'a' && c <= 'z') || c == '_'; }

// Short words of players, and the plays they mean.
struct Verb {
  std::string_view word;
  logic::Play play;
};
constexpr Verb kVerbs[] = {{"打", logic::Play::kDiscard},
                           {"出", logic::Play::kDiscard},
                           {"胡", logic::Play::kHu},
                           {"杠", logic::Play::kGang},
                           {"杠", logic::Play::kAddedGang}};

std::string Trimmed(std::string text) {
  while (!text.empty() && text.back() == ' ') text.pop_back();
  text.erase(0, std::min(text.find_first_not_of(' '), text.size()));
  return text;
}

// Converts the wide space of Chinese input to a plain one.
std::string PlainSpaces(std::string_view line) {
  std::string text;
  for (std::size_t i = 0; i < line.size(); ++i) {
    constexpr std::string_view kWideSpace = "\u3000";
    if (line.substr(i).starts_with(kWideSpace)) {
      text += ' ';
      i += kWideSpace.size() - 1;
    } else {
      text += line[i];
    }
  }
  return text;
}

std::string LowerCase(std::string text) {
  for (char& c : text) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return text;
}

// Whether `text` begins with the whole word `name`.
bool Begins(std::string_view text, std::string_view name) {
  if (name.empty() || !text.starts_with(name)) return false;
  const char last = name.back();
  const bool letters = static_cast<unsigned char>(last) < 0x80;
  return !letters || name.size() == text.size() || !IsWordByte(text[name.size()]);
}

// The names of all tiles with their codes, longest first.
const std::vector<std::pair<std::string, std::string>>& TileNames() {
  static const auto names = [] {
    std::vector<std::pair<std::string, std::string>> list;
    for (table::Tile tile = 0; tile < kMaxPieces; ++tile) {
      if (!table::IsTile(tile)) continue;
      for (const std::string& name : {table::TileNameZh(tile), LowerCase(table::TileNameEn(tile))})
        list.emplace_back(name, table::TileName(tile));
    }
    std::ranges::stable_sort(
        list, [](const auto& a, const auto& b) { return a.first.size() > b.first.size(); });
    return list;
  }();
  return names;
}

// Replaces every name of a tile by its code.
std::string TilesAsCodes(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    const auto found = std::ranges::find_if(
        TileNames(), [&](const auto& name) { return Begins(text.substr(i), name.first); });
    const bool starts_word = i == 0 || !IsWordByte(text[i - 1]);
    if (found != TileNames().end() && starts_word) {
      out += found->second;
      i += found->first.size();
    } else {
      out += text[i++];
    }
  }
  return out;
}

}  // namespace

std::string TypedLine(const Flow& flow, const Choices& choices, Seat seat, std::string_view line) {
  const std::string typed = Trimmed(PlainSpaces(line));
  const std::string text = LowerCase(typed);
  NodeIndex node = kNoNode;
  std::size_t length = 0;
  bool offered = false;
  for (NodeIndex n = 0; n < flow.nodes().size(); ++n) {
    const Node& one = flow.node(n);
    if (!one.impl->player()) continue;
    const bool is_offered = choices.Find(seat, n) != nullptr;
    std::vector<std::string> names = {one.id, one.label.zh, LowerCase(one.label.en)};
    const logic::Play play = logic::PlayOf(*one.impl);
    for (const Verb& verb : kVerbs) {
      if (verb.play == play) names.emplace_back(verb.word);
    }
    for (const std::string& name : names) {
      if (!Begins(text, name) || name.size() < length ||
          (name.size() == length && (offered || !is_offered)))
        continue;
      node = n;
      length = name.size();
      offered = is_offered;
    }
  }
  std::string rest = Trimmed(text.substr(length));
  const std::string word = TableText::IdOf(rest);
  if (!word.empty()) {
    rest = word;
  } else if (table::FindSlot<table::Board>(flow)) {
    rest = TilesAsCodes(rest);
  } else {
    rest = Trimmed(typed.substr(length));  // other pieces may be written in capitals
  }
  if (node == kNoNode) return rest;
  return flow.node(node).id + (rest.empty() ? "" : " " + rest);
}

}  // namespace mlf::tools
