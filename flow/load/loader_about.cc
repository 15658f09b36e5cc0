#include "flow/load/loader_about.h"

#include "flow/base/words.h"
#include "flow/load/loader_options.h"

#include <array>

namespace mlf::loader {

namespace {

constexpr std::size_t kMostTags = 3;  // a card of a lobby has one row for them
constexpr int kMostTiles = 8;

void CheckText(const std::string& key, const Value& text, const SourcePos& where, Faults& faults) {
  if (!text.IsMap()) {
    faults.push_back({"V02", where, key + " is a text in two languages: {zh: ..., en: ...}"});
    return;
  }
  CheckKeys(text, {"zh", "en"}, key, faults);
  for (const char* lang : {"zh", "en"}) {
    const Value* found = text.Find(lang);
    if (found == nullptr || !found->IsScalar() || found->text().empty())
      faults.push_back({"V03", where, key + " has no " + lang + ": (a text for people)"});
  }
}

class AboutReader {
 public:
  AboutReader(const PieceText* pieces, Faults& faults) : pieces_(pieces), faults_(faults) {}

  void Check(const Value& about) {
    CheckKeys(about, {"region", "line", "tags", "tiles", "unit"}, "about", faults_);
    for (const Value::Entry& entry : about.entries()) {
      if (entry.value.IsNull()) continue;
      if (entry.key == "tags") {
        CheckTags(entry);
      } else if (entry.key == "tiles") {
        CheckTiles(entry);
      } else if (entry.key == "region" || entry.key == "line" || entry.key == "unit") {
        CheckText(entry.key, entry.value, entry.where, faults_);
      }
    }
  }

 private:
  void Add(std::string code, const SourcePos& where, const std::string& what) {
    faults_.push_back({std::move(code), where, what});
  }

  void CheckTags(const Value::Entry& tags) {
    if (!tags.value.IsList() || tags.value.items().size() > kMostTags)
      return Add("V02", tags.where, "tags: is a list of three texts at most: [{zh: ..., en: ...}]");
    for (const Value& tag : tags.value.items()) CheckText("a tag", tag, tag.where(), faults_);
  }

  void CheckTiles(const Value::Entry& tiles) {
    std::array<Piece, kMostTiles> parsed{};
    if (!tiles.value.IsScalar() ||
        (pieces_ != nullptr && !pieces_->Parse(tiles.value.text(), parsed.data(), kMostTiles)))
      Add("V02", tiles.where,
          "tiles: is a word of eight pieces at most, as 123m5z" +
              (tiles.value.IsScalar() ? ", not " + Quoted(tiles.value.text()) : ""));
  }

  const PieceText* pieces_;
  Faults& faults_;
};

}  // namespace

void CheckAbout(const Value& about, const PieceText* pieces, Faults& faults) {
  if (about.IsNull()) return;
  if (!about.IsMap()) {
    faults.push_back(
        {"V02", about.where(), "about: is a map of region, line, tags, tiles and unit"});
    return;
  }
  AboutReader(pieces, faults).Check(about);
}

void CheckLessons(const Value& lessons, const FlowSpec& spec, const std::string& file,
                  Faults& faults) {
  if (lessons.IsNull()) return;
  if (!lessons.IsMap()) {
    faults.push_back(
        {"V02", lessons.where(), "lessons: is a map of nodes: {start: {zh: ..., en: ...}}"});
    return;
  }
  std::vector<std::string_view> nodes;
  for (const NodeSpec& node : spec.nodes) nodes.push_back(node.id);
  Value own = Value::Map();
  for (const Value::Entry& entry : lessons.entries()) {
    if (entry.where.file == file) own.entries().push_back(entry);
    if (!entry.value.IsNull())
      CheckText("the lesson of " + entry.key, entry.value, entry.where, faults);
  }
  CheckKeys(own, nodes, "the flow", faults);
}

}  // namespace mlf::loader
