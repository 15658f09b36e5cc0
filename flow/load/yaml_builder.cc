#include "flow/load/yaml_builder.h"
#include "flow/load/yaml_syntax.h"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <exception>
#include <iterator>
#include <memory>
#include <sstream>
#include <unordered_map>

namespace mlf::yaml {

namespace {

// Bounds memory: short values need more than their text.
constexpr std::size_t kMaxValues = 200'000;

// Thrown through the library to end a parse. Never leaves BuildTree.
struct Stop {};

// Builds the tree from the library's events. Values that cannot be kept are built too, so that
// their faults are reported.
class Builder final : public YAML::EventHandler {
 public:
  explicit Builder(const Source& source) : source_(source) {}

  std::vector<PlacedFault> faults;
  std::vector<std::pair<std::size_t, std::size_t>> quotes;  // of multi-line texts: both offsets
  Value root;
  bool seen_root = false;
  bool unclosed = false;  // an unclosed quote swallowed the rest of the file

  ReadSoFar SoFar() const {
    return {open_.empty() ? std::nullopt : std::optional(open_.back().offset), quotes};
  }

  void Tell(std::size_t offset, std::string code, std::string message) {
    faults.push_back({offset, {std::move(code), source_.At(offset), std::move(message)}});
    if (faults.size() >= kMaxFaults) throw Stop{};
  }

  void OnDocumentStart(const YAML::Mark& mark) override {
    if (!document_done_) return;
    const std::size_t at = Offset(mark);
    if (std::string_view(source_.text).substr(at).starts_with("---")) {
      Tell(at, "Y07", "a second document begins here; a file holds one");
    } else {
      Tell(at, "Y07",
           "the document ended before this; is the indentation right, or is a bracket or a quote "
           "closed too early?");
    }
    throw Stop{};
  }
  void OnDocumentEnd() override { document_done_ = true; }

  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    if (skipped_ > 0) return;
    std::size_t at = Offset(mark);
    CheckProperties(at, "", anchor);
    if (ExpectsKey()) {
      const bool written =
          source_.CharAt(at) == '~' || source_.CharAt(at) == 'n' || source_.CharAt(at) == 'N';
      Tell(at, "Y09",
           written ? "null is no key; write it in quotes if it is meant as a word"
                   : "a key is missing here");
      open_.back().key_kept = false;
      open_.back().expects_key = false;
      return;
    }
    Value value;
    value.set_where(source_.At(at));
    // For an empty value the library marks the next token. Report the position of the key.
    if (!open_.empty() && open_.back().value.IsMap() && !IsNullWord(at))
      value.set_where(open_.back().key_where);
    Place(std::move(value));
  }

  void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override {
    if (skipped_ > 0) return;
    Tell(Offset(mark), "Y10", "aliases (*) are not used here; write the value out");
    if (ExpectsKey()) {
      open_.back().key_kept = false;
      open_.back().expects_key = false;
    } else {
      Place(Value());
    }
  }

  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& text) override {
    if (skipped_ > 0) return;
    const std::size_t at = Offset(mark);
    CheckProperties(at, tag, anchor);
    const std::size_t end = CheckQuotes(at, text);
    if (ExpectsKey()) {
      TakeKey(at, end, text);
      return;
    }
    Value value(text);
    value.set_where(source_.At(at));
    value.set_quoted(tag == "!");  // the library's tag of a text that is not plain
    Place(std::move(value));
  }

  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value style) override {
    Open(Offset(mark), tag, anchor, style == YAML::EmitterStyle::Flow, Value::List());
  }
  void OnSequenceEnd() override { Close(); }
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value style) override {
    Open(Offset(mark), tag, anchor, style == YAML::EmitterStyle::Flow, Value::Map());
  }
  void OnMapEnd() override { Close(); }

 private:
  // A list or map that is still open.
  struct Frame {
    Value value;
    std::size_t offset = 0;
    bool flow = false;  // in brackets
    bool expects_key = false;
    // The current entry. It is built and discarded if its key is invalid.
    bool key_kept = false;
    std::string key;
    SourcePos key_where;
    std::unordered_map<std::string, SourcePos> keys;
  };

  bool ExpectsKey() const { return !open_.empty() && open_.back().expects_key; }

  bool IsNullWord(std::size_t at) const {
    const std::string_view rest =
        std::string_view(source_.text).substr(std::min(at, source_.text.size()));
    for (const std::string_view word : {"~", "null", "Null", "NULL"}) {
      if (!rest.starts_with(word)) continue;
      const std::size_t after = rest.find_first_not_of(" \t", word.size());
      return after == std::string_view::npos ||
             rest[after] != ':';  // otherwise this is the next key
    }
    return false;
  }

  void CheckProperties(std::size_t at, const std::string& tag, YAML::anchor_t anchor) {
    if (anchor != YAML::NullAnchor)
      Tell(at, "Y10", "anchors (&) are not used here; write the value out where it is needed");
    if ((!tag.empty() && tag != "?" && tag != "!") || source_.CharAt(at) == '!') {
      Tell(at, "Y10", "tags (!) are not used here; put the word in quotes if it begins with !");
    }
  }

  // Returns the end of the scalar that begins at `at`; npos for a multi-line plain scalar. The
  // library accepts the end of the file as a closing quote, which would silently turn the rest into
  // one text.
  std::size_t CheckQuotes(std::size_t at, const std::string& scalar) {
    const char quote = source_.CharAt(at);
    if (quote != '"' && quote != '\'')
      return std::string_view(source_.text).substr(at).starts_with(scalar) ? at + scalar.size()
                                                                           : std::string::npos;
    const std::string& text = source_.text;
    for (std::size_t i = at + 1; i < text.size(); ++i) {
      if (quote == '"' && text[i] == '\\') {
        ++i;
      } else if (text[i] == quote) {
        if (quote == '\'' && source_.CharAt(i + 1) == quote) {
          ++i;
          continue;
        }
        if (source_.LineAt(at) != source_.LineAt(i)) quotes.emplace_back(at, i);
        return i + 1;
      }
    }
    unclosed = true;
    quotes.emplace_back(at, text.size());
    Tell(at, "Y05", std::string("the quote ") + quote + " opened here is never closed");
    return std::string::npos;
  }

  // The library also accepts `? key`, and keys without a colon at the end of a file or in {}.
  bool IsKeyWritten(std::size_t at, std::size_t end, const std::string& text) {
    std::size_t before = at;
    while (before > 0 && source_.text[before - 1] == ' ') --before;
    if (before > 0 && source_.text[before - 1] == '?') {
      Tell(before - 1, "Y09", "the form \"? key\" is not used here; write key: value");
      return false;
    }
    if (end == std::string::npos) return true;
    const std::string_view blanks = open_.back().flow ? " \t\r\n" : " \t";
    const std::size_t colon = source_.text.find_first_not_of(blanks, end);
    if (source_.CharAt(colon) == ':') return true;
    std::string message = "a colon is missing after the key " + Show(text);
    // A value with a comma in it ends there.
    if (open_.back().flow && before > 0 && source_.text[before - 1] == ',')
      message += "; if it is the rest of the text before the comma, put that text in quotes";
    const std::string suspect = Suspect(source_, source_.LineAt(at));
    if (!suspect.empty()) message += " (" + suspect + ")";
    Tell(at, "Y05", std::move(message));
    return false;
  }

  void TakeKey(std::size_t at, std::size_t end, const std::string& text) {
    Frame& frame = open_.back();
    frame.expects_key = false;
    frame.key_where = source_.At(at);
    frame.key_kept = false;
    if (text == "<<" && source_.CharAt(at) == '<') {
      Tell(at, "Y10", "merge keys (<<) are not used here; write the values out");
      return;
    }
    if (!IsKeyWritten(at, end, text)) return;
    const auto [first, is_new] = frame.keys.emplace(text, frame.key_where);
    if (!is_new) {
      // Replaced bytes may have been different.
      if (text.find(kReplacement) != std::string::npos) return;
      Tell(at, "Y08",
           Show(text) + " is written twice in one map; the first is at line " +
               std::to_string(first->second.line) + ", column " +
               std::to_string(first->second.column));
      return;
    }
    frame.key = text;
    frame.key_kept = true;
  }

  void Open(std::size_t at, const std::string& tag, YAML::anchor_t anchor, bool flow, Value value) {
    if (skipped_ > 0) {
      ++skipped_;
      return;
    }
    CheckProperties(at, tag, anchor);
    if (open_.size() >= static_cast<std::size_t>(kYamlMaxDepth)) {
      Tell(at, "Y11",
           "nested too deep; at most " + std::to_string(kYamlMaxDepth) + " levels can be read");
      skipped_ = 1;
      skipped_at_ = at;
      return;
    }
    value.set_where(source_.At(at));
    Frame frame;
    frame.expects_key = value.IsMap();
    frame.value = std::move(value);
    frame.offset = at;
    frame.flow = flow;
    open_.push_back(std::move(frame));
  }

  void Close() {
    if (skipped_ > 0) {
      if (--skipped_ == 0) Finish(skipped_at_, Value());
      return;
    }
    Value value = std::move(open_.back().value);
    const std::size_t at = open_.back().offset;
    open_.pop_back();
    Finish(at, std::move(value));
  }

  // Finishes a list or map. Only now is it certain to be one, because an unclosed bracket begins
  // like a key.
  void Finish(std::size_t at, Value value) {
    if (ExpectsKey()) {
      if (!value.IsNull())
        Tell(at, "Y09",
             std::string("a ") + (value.IsMap() ? "map" : "list") +
                 " cannot be a key; keys are plain words");
      open_.back().expects_key = false;
      open_.back().key_kept = false;
    } else {
      Place(std::move(value));
    }
  }

  void Place(Value value) {
    if (++values_ > kMaxValues) {
      Tell(0, "Y02", "the file holds more than " + std::to_string(kMaxValues) + " values");
      throw Stop{};
    }
    if (open_.empty()) {
      if (!seen_root) root = std::move(value);
      seen_root = true;
      return;
    }
    Frame& frame = open_.back();
    if (frame.value.IsList()) {
      frame.value.Append(std::move(value));
      return;
    }
    if (frame.key_kept)
      frame.value.entries().push_back({std::move(frame.key), frame.key_where, std::move(value)});
    frame.expects_key = true;
  }

  const Source& source_;
  std::vector<Frame> open_;
  std::size_t skipped_ = 0;  // open levels below the depth limit
  std::size_t skipped_at_ = 0;
  std::size_t values_ = 0;
  bool document_done_ = false;
};

}  // namespace

Tree BuildTree(const Source& source) {
  Builder builder(source);
  std::vector<PlacedFault> syntax;
  try {
    std::istringstream stream(source.text);
    YAML::Parser parser(stream);
    while (parser.HandleNextDocument(builder)) {
    }
  } catch (const Stop&) {  // NOLINT(bugprone-empty-catch): the fault is among those of the builder
  } catch (const YAML::Exception& error) {
    syntax.push_back(SyntaxFault(source, builder.SoFar(), error));
  } catch (const std::exception& error) {
    syntax.push_back({0,
                      {"Y05",
                       {source.file, 0, 0},
                       std::string("this cannot be read as YAML (") + error.what() + ")"}});
  }
  // An unclosed quote causes all errors at the end of the file.
  if (!builder.unclosed)
    std::move(syntax.begin(), syntax.end(), std::back_inserter(builder.faults));
  return {std::move(builder.root), std::move(builder.faults), std::move(builder.quotes)};
}

}  // namespace mlf::yaml
